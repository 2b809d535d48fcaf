import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto"
import { promisify } from "node:util"
import { deflateRaw, deflateRawSync, inflateRawSync } from "node:zlib"

const deflate = promisify(deflateRaw)

const algorithm = "aes-256-gcm"
const ivBytes = 12
const tagBytes = 16

/** Keeps what people said unreadable at rest: compressed, encrypted and authenticated under a key of this server. */
export interface Sealer {
  /** `about` ties the text to its place: sealed for one run it does not open as another's. */
  seal(text: string | Buffer, about: string): string
  /** The same of megabytes, packed beside everybody else's work. */
  sealLong(bytes: Buffer, about: string): Promise<string>
  /** Throws when the text was changed, moved, or sealed under another key. */
  open(sealed: string, about: string): string
}

/** A sealer whose key is derived from the server's secret. The sealed form is base64 of iv, tag and ciphertext. */
export function createSealer(secret: string): Sealer {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "prosa run content", 32))
  function encrypt(packed: Buffer, about: string): string {
    const iv = randomBytes(ivBytes)
    const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(about))
    const sealed = Buffer.concat([cipher.update(packed), cipher.final()])
    return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString("base64")
  }
  return {
    seal: (text, about) => encrypt(deflateRawSync(text), about),
    sealLong: async (bytes, about) => encrypt(await deflate(bytes, { level: 1 }), about),
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
