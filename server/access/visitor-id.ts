import { dayMs } from "#core/lib/days.ts"
import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto"

/** Bytes of an id: its version, the day it was issued on, the visitor's name, the signature. Together 48 characters. */
const versionBytes = 1
const dayBytes = 3
const nameBytes = 16
const signatureBytes = 16
const signedBytes = versionBytes + dayBytes + nameBytes
const idShape = /^[A-Za-z0-9_-]{48}$/
const version = 1

/** The ids that pages generated before the server issued them. */
const earlierShape = /^[\w-]{8,128}$/

export interface VisitorIds {
  /** A new visitor's id; for an id from before ids were signed, always the id of one and the same visitor. */
  issue(earlier?: string): string
  /** The name of the visitor whose id this is, a text of hexadecimal digits; undefined where we have not signed it. */
  nameOf(id: unknown): string | undefined
}

/**
 * Ids of visitors, signed under a key that is derived from the pepper: every server that shares it knows them, and none
 * remembers them. Whoever makes one up is nobody in particular.
 */
export function createVisitorIds({
  pepper,
  now,
}: {
  readonly pepper: string
  /** Epoch ms. */
  readonly now: () => number
}): VisitorIds {
  const key = createHmac("sha256", pepper).update("prosa visitor ids").digest()
  const signatureOf = (signed: Buffer) => createHmac("sha256", key).update(signed).digest().subarray(0, signatureBytes)

  return {
    issue(earlier) {
      const signed = Buffer.alloc(signedBytes)
      signed.writeUInt8(version)
      signed.writeUIntBE(Math.floor(now() / dayMs), versionBytes, dayBytes)
      const name = earlier === undefined ? randomBytes(nameBytes) : nameOfEarlier(earlier)
      name.copy(signed, versionBytes + dayBytes)
      return Buffer.concat([signed, signatureOf(signed)]).toString("base64url")
    },
    nameOf(id) {
      if (typeof id !== "string" || !idShape.test(id)) return undefined
      const bytes = Buffer.from(id, "base64url")
      const signed = bytes.subarray(0, signedBytes)
      if (!timingSafeEqual(signatureOf(signed), bytes.subarray(signedBytes)) || bytes[0] !== version) return undefined
      return signed.subarray(versionBytes + dayBytes).toString("hex")
    },
  }
}

/** An id that a page made up before ids were signed; undefined for anything else. */
export function earlierVisitorId(said: unknown): string | undefined {
  return typeof said === "string" && earlierShape.test(said) && !idShape.test(said) ? said : undefined
}

/** As the owner of its answers was named then, so that those under way are still found. */
function nameOfEarlier(earlier: string): Buffer {
  return createHash("sha256").update(earlier).digest().subarray(0, nameBytes)
}
