import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto"
import { deflateRawSync, inflateRawSync } from "node:zlib"

const algorithm = "aes-256-gcm"
const ivBytes = 12
const tagBytes = 16

/** Keeps what people said unreadable at rest: compressed, encrypted and authenticated under a key of this server. */
export interface Sealer {
  /** `about` ties the text to its place: sealed for one run it does not open as another's. */
  seal(text: string, about: string): string
  /** Throws when the text was changed, moved, or sealed under another key. */
  open(sealed: string, about: string): string
}

/** A sealer whose key is derived from the server's secret. The sealed form is base64 of iv, tag and ciphertext. */
export function createSealer(secret: string): Sealer {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "prosa run content", 32))
  return {
    seal(text, about) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(about))
      const sealed = Buffer.concat([cipher.update(deflateRawSync(text)), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString("base64")
    },
    open(sealed, about) {
      const bytes = Buffer.from(sealed, "base64")
      const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
        .setAAD(Buffer.from(about))
        .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
      const packed = Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()])
      return inflateRawSync(packed).toString()
    },
  }
}
