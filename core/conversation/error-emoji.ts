import type { Failure } from "../gateway/failure.ts"

/** Words of an error text and their emoji; the first word that occurs decides (0010). */
const emojiOfWords = [
  ["não está disponível", "🚫"],
  ["Saldo insuficiente", "💰"],
  ["código de acesso", "🔑"],
  ["Forbidden", "🔒"],
] as const

/** The emoji by kind of failure, for languages in which the Portuguese words above do not occur. */
const emojiOfKind: Readonly<Partial<Record<Failure["kind"], string>>> = {
  "model-not-allowed": "🚫",
  "insufficient-balance": "💰",
  unauthorized: "🔑",
  "user-not-found": "🔑",
}

/** The emoji shown before the text of a failure. */
export function errorEmoji(said: string, kind: Failure["kind"]): string {
  return emojiOfWords.find(([words]) => said.includes(words))?.[1] ?? emojiOfKind[kind] ?? "⚠️"
}
