import { Suspense } from "react"
import type { Message } from "#core/conversation/message.ts"
import { ops } from "#core/conversation/message-notice.ts"
import styles from "./answer.module.css"
import { endingNote } from "./ending-note.ts"
import type { FailureNoticeProps } from "./failure-notice.tsx"
import { lazyOr } from "../../../ui/lazy-part.tsx"
import type { RetiredAnswerProps } from "./retired-answer.tsx"
import { failureWords } from "./failure-words.ts"

/** What went wrong, without what helps: while that is fetched, and where it cannot be. */
const PlainFailure = ({ notice }: FailureNoticeProps) => (
  <p className={styles.note}>
    <b>{ops}</b> {notice.words}
  </p>
)

const FailureNotice = lazyOr<FailureNoticeProps>(
  async () => ({ default: (await import("./failure-notice.tsx")).FailureNotice }),
  PlainFailure,
)

/** Where it cannot be fetched, what went wrong is said as of any other failure; the conversation's own notice offers the way on. */
const RetiredAnswer = lazyOr<RetiredAnswerProps>(
  () => import("./retired-answer.tsx"),
  ({ message, failure }) => {
    const notice = failureWords(message)
    return notice && <FailureNotice failure={failure} notice={notice} />
  },
)

/** How an answer ended, where that needs saying: trouble, a stop, a limit. */
export function AnswerEnding({ message, sessionId }: { readonly message: Message; readonly sessionId: string }) {
  const { failure } = message
  const notice = failureWords(message)
  if (failure?.kind === "model-retired") {
    return (
      <Suspense>
        <RetiredAnswer message={message} sessionId={sessionId} failure={failure} />
      </Suspense>
    )
  }
  if (failure && notice) {
    return (
      <Suspense fallback={<PlainFailure failure={failure} notice={notice} />}>
        <FailureNotice failure={failure} notice={notice} />
      </Suspense>
    )
  }
  const note = endingNote(message)
  return note === undefined ? null : <p className={styles.note}>{note}</p>
}
