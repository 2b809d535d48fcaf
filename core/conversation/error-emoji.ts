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

/** The emoji in front of what is said of a failure. */
export function errorEmoji(said: string, kind: Failure["kind"]): string {
  return emojiOfWords.find(([words]) => said.includes(words))?.[1] ?? emojiOfKind[kind] ?? "⚠️"
}
