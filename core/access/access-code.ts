/*
 * An access code is `<kind>_` and 26 characters that spell 128 random bits in Crockford's base 32 (no i, l, o, u, so
 * that nobody mistakes one for a digit). The beginning tells our codes from any provider's key at a glance, before any
 * lookup; it does not tell the tier, which is in the account's row.
 */

export type AccessCodeKind = "premium" | "free"

const beginnings: Readonly<Record<AccessCodeKind, string>> = { premium: "prosa_", free: "free_" }

/**
 * The prefix that marks a bearer token as an access code, so that it is not taken for a provider's key; NextChat has
 * it, too.
 */
export const bearerPrefix = "nk-"

const alphabet = "0123456789abcdefghjkmnpqrstvwxyz"
const bitsPerCharacter = 5

/** Random bytes an access code is made of. */
export const accessCodeBytes = 16

/** The code that spells the given random bytes. Throws when there are fewer than 16: such a code could be guessed. */
export function formatAccessCode(kind: AccessCodeKind, randomBytes: Uint8Array): string {
  if (randomBytes.length < accessCodeBytes) throw new RangeError(`an access code needs ${accessCodeBytes} random bytes`)
  return beginnings[kind] + toBase32(randomBytes.subarray(0, accessCodeBytes))
}

/**
 * Whether a credential is one of our codes or was meant as one: it begins like them, or carries `nk-`. Such a text is
 * never forwarded to a provider, even when it is mistyped.
 */
export function isAccessCodeShaped(credential: string): boolean {
  const word = credential.trimStart().toLowerCase()
  return [bearerPrefix, ...Object.values(beginnings)].some((beginning) => word.startsWith(beginning))
}

/** The code inside a credential: without surrounding spaces and without `nk-`. */
export function bareAccessCode(credential: string): string {
  const trimmed = credential.trim()
  return trimmed.startsWith(bearerPrefix) ? trimmed.slice(bearerPrefix.length) : trimmed
}

function toBase32(bytes: Uint8Array): string {
  let text = ""
  let buffer = 0
  let bits = 0
  for (const byte of bytes) {
    buffer = (buffer << 8) | byte
    bits += 8
    while (bits >= bitsPerCharacter) {
      bits -= bitsPerCharacter
      text += alphabet.charAt((buffer >> bits) & 31)
    }
    buffer &= (1 << bits) - 1
  }
  return bits === 0 ? text : text + alphabet.charAt((buffer << (bitsPerCharacter - bits)) & 31)
}
