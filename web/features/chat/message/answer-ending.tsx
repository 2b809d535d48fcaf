import type { Message } from "#core/conversation/message.ts"
import styles from "./answer.module.css"
import { endingNote } from "./ending-note.ts"
import { FailureNotice } from "./failure-notice.tsx"
import { failureWords } from "./failure-words.ts"

/** How an answer ended, where that needs saying: trouble, a stop, a limit. */
export function AnswerEnding({ message }: { readonly message: Message }) {
  const { failure } = message
  const notice = failureWords(message)
  if (failure && notice) return <FailureNotice failure={failure} notice={notice} />
  const note = endingNote(message)
  return note === undefined ? null : <p className={styles.note}>{note}</p>
}
