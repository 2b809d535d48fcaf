import { wellFormed } from "../lib/well-formed.ts"
import type { PluginAuth } from "./plugin.ts"

/* How a call proves who makes it, and what may stand in its headers. */

export interface Proof {
  readonly place: "header" | "query" | "body"
  readonly name: string
  readonly value: string
}

export function proofOf({
  authType,
  authToken = "",
  authHeader = "",
  authLocation = "header",
}: PluginAuth): Proof | undefined {
  if (authType === "none" || authToken === "") return undefined
  const value = authType === "basic" ? `Basic ${authToken}` : authType === "bearer" ? `Bearer ${authToken}` : authToken
  const name = authType === "custom" && authHeader !== "" ? authHeader : "Authorization"
  return { place: authLocation, name, value }
}

/** What a call must not say of itself, whatever a description asks for. */
const ownHeaders = ["content-type", "accept", "content-length", "host", "cookie", "connection", "transfer-encoding"]

/** Whether a text may be a header's value: Latin letters and signs in one line. */
export function isHeaderValue(text: string): boolean {
  return /^[\t\x20-\x7e\xa0-\xff]*$/.test(text)
}

/** Whether a text may be a header's name, and one that a call may set. */
export function isHeaderName(name: string): boolean {
  return /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/.test(name) && !ownHeaders.includes(name.toLowerCase())
}

/** The words of `basic` as they are kept and sent: `user:password` is encoded, what is encoded already stays. */
export function basicToken(typed: string): string {
  if (!typed.includes(":")) return typed
  let binary = ""
  for (const code of utf8(typed)) binary += String.fromCharCode(code)
  return base64(binary)
}

function utf8(text: string): readonly number[] {
  return [...encodeURIComponent(wellFormed(text)).matchAll(/%([0-9A-F]{2})|[^%]/g)].map(([sign, code]) =>
    code === undefined ? sign.charCodeAt(0) : Number.parseInt(code, 16),
  )
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

/** `core` has no `btoa`. */
function base64(binary: string): string {
  let text = ""
  for (let at = 0; at < binary.length; at += 3) {
    const [a = 0, b, c] = [0, 1, 2].map((step) =>
      at + step < binary.length ? binary.charCodeAt(at + step) : undefined,
    )
    const bits = (a << 16) | ((b ?? 0) << 8) | (c ?? 0)
    text += alphabet.charAt(bits >> 18) + alphabet.charAt((bits >> 12) & 63)
    text += b === undefined ? "=" : alphabet.charAt((bits >> 6) & 63)
    text += c === undefined ? "=" : alphabet.charAt(bits & 63)
  }
  return text
}
