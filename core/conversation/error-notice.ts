import type { Failure } from "../gateway/failure.ts"

/** Words of a message and the emoji they call for; the first that is contained counts (specification §8). */
const emojiOfWords = [
  ["não está disponível", "🚫"],
  ["Saldo insuficiente", "💰"],
  ["código de acesso", "🔑"],
  ["Forbidden", "🔒"],
] as const

/** What the same trouble looks like in a language the specification's Portuguese words do not occur in. */
const emojiOfKind: Readonly<Partial<Record<Failure["kind"], string>>> = {
  "model-not-allowed": "🚫",
  "insufficient-balance": "💰",
  unauthorized: "🔑",
  "user-not-found": "🔑",
}

/**
 * The notice under an answer that failed: an emoji, "**Ops!**" and the message, in Markdown. An abort is no error and
 * gets no notice. `unknownError` is the text for a message that says nothing ("Erro desconhecido").
 */
export function errorNotice(message: string, unknownError: string, kind?: Failure["kind"]): string {
  const said = message.trim() === "" ? unknownError : message
  const byWords = emojiOfWords.find(([words]) => said.includes(words))?.[1]
  const emoji = byWords ?? (kind === undefined ? undefined : emojiOfKind[kind]) ?? "⚠️"
  return `${emoji} **Ops!** ${said}`
}
