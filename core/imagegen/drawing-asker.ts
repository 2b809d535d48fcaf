import { hashOf } from "../storage/same-value.ts"

/** Too few letters to guess a code by, and enough to tell the codes of one user apart. */
const letters = 4

/**
 * Tells whose a request with these headers is, without holding a secret: its key, its code, or the visitor; where an own key
 * goes to an address of its own, whoever stands behind it.
 */
export function askerMark(headers: Readonly<Record<string, string>>): string {
  const { Authorization: credential, "X-Access-Code": code, "X-Visitor": visitor, "X-Base-URL": elsewhere } = headers
  const asker = elsewhere === undefined ? credential : code
  return hashOf(asker ?? visitor ?? "").slice(0, letters)
}
