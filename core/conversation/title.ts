import { withoutEnd } from "../lib/without-end.ts"
import type { ChatMessage } from "../gateway/chat-request.ts"
import type { ModelAbilities } from "../gateway/model-abilities.ts"
import { localeCodes, type LocaleCode } from "../i18n/locale.ts"
import { isNanoModel } from "../models/capabilities.ts"
import { type AuxiliarySettings, auxiliarySettings } from "./auxiliary-settings.ts"
import { isWorthSending } from "./context-window.ts"
import { messagesSize, saidIn, type Message } from "./message.ts"
import { isUntitled, type Session } from "./session.ts"

/** From this estimated size on, a conversation has enough text for a title. */
const titleThreshold = 50

/** Whether a title is due: none yet, wanted, and the messages total at least 50 units of estimated size. */
export function isTitleDue(session: Session, messages: readonly Message[], enableAutoGenerateTitle: boolean): boolean {
  return enableAutoGenerateTitle && isUntitled(session) && messagesSize(messages) >= titleThreshold
}

/** The settings of the title call. */
export function titleCall(compressModel: string, abilities: ModelAbilities): AuxiliarySettings {
  return isNanoModel(compressModel) ? auxiliarySettings(1, 100, abilities) : auxiliarySettings(0.7, 150, abilities)
}

/** The most characters a title is made from: the end of a long conversation is enough, and cheap. */
export const longestTitleExcerpt = 6_000

/** The most characters of one message among them: what a long answer is about stands at its beginning, and its question is needed more than its end. */
const longestTitlePart = longestTitleExcerpt / 3

/** The messages of the title call: the last of the conversation as text, of long ones the beginning, then the request. */
export function titleMessages(
  messages: readonly Message[],
  historyMessageCount: number,
  locale: LocaleCode,
): readonly ChatMessage[] {
  const recent = messages.filter(isWorthSending).slice(-Math.max(1, historyMessageCount))
  const said: ChatMessage[] = []
  let room = longestTitleExcerpt
  for (const message of recent.toReversed()) {
    const content = saidIn(message).slice(0, Math.min(room, longestTitlePart))
    if (room === 0 || content === "") continue
    said.unshift({ role: message.role, content })
    room -= content.length
  }
  return [...said, { role: "user", content: titlePrompt(locale) }]
}

/**
 * Asks for at most 6 words where the user's language is Chinese or English, four to five in other languages; never
 * punctuation; where there is no topic, "casual chat" in the user's language, because the reply is shown as the title.
 */
function titlePrompt(locale: LocaleCode): string {
  const fallback = casualChat[locale]
  if (locale === "pt")
    return `Dê um título a esta conversa com quatro a cinco palavras, no idioma dela. Responda somente com o título, sem explicação, sem pontuação, sem aspas, sem emoji e sem negrito. Se não houver um assunto, responda apenas: ${fallback}`
  const words = ["cn", "tw", "en"].includes(locale) ? "at most 6 words" : "four to five words"
  return `Give this conversation a title of ${words}, in its own language. Answer with the title only, without explanation, punctuation, quotation marks, emoji or bold. If there is no topic, answer just: ${fallback}`
}

let titlePrompts: ReadonlySet<string> | undefined

/** Whether a text is the request for a title, in any language's words. */
export function isTitlePrompt(text: string): boolean {
  titlePrompts ??= new Set(localeCodes.map(titlePrompt))
  return titlePrompts.has(text)
}

const casualChat: Readonly<Record<LocaleCode, string>> = {
  cn: "闲聊",
  en: "Casual chat",
  pt: "Conversa casual",
  tw: "閒聊",
  jp: "雑談",
  ko: "가벼운 대화",
  id: "Obrolan santai",
  fr: "Discussion libre",
  es: "Charla informal",
  it: "Quattro chiacchiere",
  tr: "Havadan sudan sohbet",
  de: "Plauderei",
  vi: "Trò chuyện vui",
  ru: "Разговор ни о чём",
  cs: "Běžné povídání",
  no: "Løs prat",
  ar: "دردشة عامة",
  bn: "সাধারণ আড্ডা",
  sk: "Bežný rozhovor",
}

/** A model's title made tidy: one line, no quotes or asterisks in front, no punctuation at the end. Trimming twice is trimming once. */
export function trimTitle(title: string): string {
  const words = firstWords(title.replace(/\s+/g, " ").replace(/^[\s"“”«»'‘’*]+/, ""))
  return withoutEnd(words, /[\s，。！？”“"»'’‘、,.!?:;…*]/)
}

/** The longest title, in characters: a wordy model answers with a paragraph, and six long words fit in this. */
const longestTitle = 80

function firstWords(title: string): string {
  if (title.length <= longestTitle) return title
  const cut = title.slice(0, longestTitle + 1)
  return cut.slice(0, Math.max(cut.lastIndexOf(" "), 0) || longestTitle)
}
