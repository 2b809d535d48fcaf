import type { Message } from "#core/conversation/message.ts"
import { joinSentences } from "#core/i18n/join-sentences.ts"
import { texts } from "../../../platform/texts.ts"
import styles from "./answer.module.css"
import { endingNote } from "./ending-note.ts"
import { FailureNotice } from "./failure-notice.tsx"

/** How an answer ended, where that needs saying: trouble, a stop, a limit. */
export function AnswerEnding({ message }: { readonly message: Message }) {
  const { failure, model = "", finish } = message
  // Nothing came, and it is known why.
  const filtered = failure?.kind === "empty-answer" && finish === "content-filter"
  const said = filtered ? joinSentences(texts().chat.cutByFilter, texts().errors.nothingCharged) : undefined
  if (failure) return <FailureNotice failure={failure} model={model} {...(said && { said })} />
  const note = endingNote(message)
  return note === undefined ? null : <p className={styles.note}>{note}</p>
}
