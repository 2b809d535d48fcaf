import { messageNotice, type MessageNotice } from "#core/conversation/message-notice.ts"
import type { Message } from "#core/conversation/message.ts"
import { joinSentences } from "#core/i18n/join-sentences.ts"
import { texts } from "../../../platform/texts.ts"

/** What is said of an answer that failed, where it is read and where it is heard. */
export function failureWords({ failure, model = "", finish }: Message): MessageNotice | undefined {
  if (failure === undefined) return undefined
  const { chat, errors } = texts()
  const notice = messageNotice(failure, model, errors)
  // Nothing came, and it is known why.
  const isFiltered = failure.kind === "empty-answer" && finish === "content-filter"
  return isFiltered ? { ...notice, words: joinSentences(chat.cutByFilter, errors.nothingCharged) } : notice
}
