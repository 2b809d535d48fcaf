import { messageNotice, ops, type MessageNotice } from "#core/conversation/message-notice.ts"
import type { Message } from "#core/conversation/message.ts"
import type { Failure } from "#core/gateway/failure.ts"
import { joinSentences } from "#core/i18n/join-sentences.ts"
import { chapterTexts, texts } from "../platform/language/texts.ts"

/** The text of a failed answer. */
export function failureWords(failure: Failure, { model = "", finish }: Message): MessageNotice {
  const errors = chapterTexts("errors")
  const notice = messageNotice(failure, model, errors)
  // Nothing came, and it is known why.
  const isFiltered = failure.kind === "empty-answer" && finish === "content-filter"
  return isFiltered ? { ...notice, words: joinSentences(texts().chat.cutByFilter, errors.nothingCharged) } : notice
}

/** The same as one text, for screen readers. */
export function spokenFailure(failure: Failure, message: Message): string {
  const { words, advice = "" } = failureWords(failure, message)
  return joinSentences(`${ops} ${words}`, advice)
}
