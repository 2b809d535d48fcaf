import type { HostileRequest } from "./hostile-client.ts"

/** The page's own way in, and that of a provider whose server is the attackers'. */
export const pagePath = "/api/openai/v1/chat/completions"
export const foreignPath = "/api/moonshot/v1/chat/completions"

/** A chat as a stranger writes it. */
export function chatRequest(said: string, more: ChatMore = {}): HostileRequest {
  const { path = pagePath, model = "gpt-4o-mini", headers = {}, stream = true, readMost, body = {} } = more
  return {
    method: "POST",
    path,
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ model, messages: [{ role: "user", content: said }], stream, ...body }),
    ...(readMost === undefined ? {} : { readMost }),
  }
}

/** A chat with a word of one's own as key, answered by the attackers' own server as it is told. */
export function foreignChat(told: string, word: string, more: ChatMore = {}): HostileRequest {
  const headers = { authorization: `Bearer ${word}`, ...more.headers }
  return chatRequest(told, { path: foreignPath, model: "kimi-k2", ...more, headers })
}

interface ChatMore {
  readonly path?: string
  readonly model?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly stream?: boolean
  readonly readMost?: number
  readonly body?: object
}

/** A word nobody has used before. */
export function freshWord(random: () => number): string {
  const part = () => Math.floor(random() * 2 ** 32).toString(36)
  return `sk-${part()}${part()}${part()}`
}

/** An id as a page before signed ids made it. */
export function madeUpId(random: () => number): string {
  const hex = (length: number) => Array.from({ length }, () => Math.floor(random() * 16).toString(16)).join("")
  return `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`
}

/** One of several, by chance. */
export function oneOf<T>(random: () => number, some: readonly [T, ...T[]]): T {
  return some[Math.floor(random() * some.length)] ?? some[0]
}
