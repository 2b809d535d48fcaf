import { createHash, randomBytes } from "node:crypto"
import type { Caller } from "../../access/authorize.ts"
import { dayInBrazil } from "../../time/day-in-brazil.ts"

/**
 * How a caller is named in the log. A code goes by its account's id. Visitors and own keys go by a word of the day, made
 * with a salt that is forgotten with it: it joins the lines of one caller and one day, and leads back to no address.
 */
export function createOwnerInLog(now: () => number): (caller: Caller) => string {
  let day = ""
  let salt = randomBytes(16)
  return ({ kind, owner }) => {
    if (kind === "code" || kind === "operator") return owner
    const today = dayInBrazil(now())
    if (today !== day) {
      day = today
      salt = randomBytes(16)
    }
    return `${kind}:${createHash("sha256").update(salt).update(owner).digest("hex").slice(0, 16)}`
  }
}
