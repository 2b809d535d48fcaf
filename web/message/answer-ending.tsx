import { useState, type ReactNode } from "react"
import type { Message } from "#core/conversation/message.ts"
import { texts } from "../platform/language/texts.ts"
import { lazyPart } from "../ui/lazy-part.tsx"
import styles from "./answer.module.css"
import { endingNote } from "./ending-note.ts"
import type { FailureNoticeProps } from "./failure-notice.tsx"
import { loadFailureNotice } from "./load-failure-notice.ts"

const FailureNotice = lazyPart<FailureNoticeProps>(async () => ({
  default: (await loadFailureNotice()).FailureNotice,
}))

export interface AnswerEndingProps {
  readonly message: Message
  /** Stands in the notice about a failure. */
  readonly actions?: ReactNode
}

/** How an answer ended, where that needs saying: trouble, a stop, a limit. */
export function AnswerEnding({ message, actions }: AnswerEndingProps) {
  const [isMissing, setMissing] = useState(false)
  if (message.failure) {
    const missing = isMissing && <p className={styles.note}>{texts().shell.partMissing}</p>
    return (
      <FailureNotice
        failure={message.failure}
        message={message}
        actions={actions}
        fallback={missing}
        onMissing={() => setMissing(true)}
      />
    )
  }
  const note = endingNote(message)
  return note === undefined ? null : <p className={styles.note}>{note}</p>
}
