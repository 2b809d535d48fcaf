import { fieldsOf, type JsonObject } from "#core/lib/fields.ts"
import { decodeBase64 } from "../../files/decode-base64.ts"
import { base64 } from "./encode-row.ts"

/** As a passphrase becomes a key; OWASP's floor for this function. */
const iterations = 600_000

/** A sealed text, as `docs/copy-format.md` describes it: what is needed to open it but the passphrase. */
export interface Sealed {
  readonly format: "prosa-sealed"
  readonly version: 1
  readonly kdf: {
    readonly name: "PBKDF2"
    readonly hash: "SHA-256"
    readonly iterations: number
    readonly salt: string
  }
  readonly cipher: { readonly name: "AES-GCM"; readonly bits: 256; readonly iv: string }
  /** Base64 of the encrypted text with its tag. */
  readonly data: string
}

/** Browsers seal nothing on pages that came without encryption themselves. */
export function canSeal(): boolean {
  return globalThis.crypto?.subtle !== undefined
}

/** Whether a passphrase is worth its name: four words, or 12 characters that are not a few repeated. */
export function isStrongPassphrase(passphrase: string): boolean {
  const words = passphrase.split(/\s+/).filter((word) => word.length > 1)
  return new Set(words).size >= 4 || (passphrase.trim().length >= 12 && new Set(passphrase).size >= 6)
}

/** Encrypts a text with a passphrase. */
export async function seal(plain: string, passphrase: string): Promise<Sealed> {
  const salt = crypto.getRandomValues(new Uint8Array(16))
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const key = await keyOf(passphrase, salt, iterations, "encrypt")
  const data = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, key, new TextEncoder().encode(plain))
  return {
    format: "prosa-sealed",
    version: 1,
    kdf: { name: "PBKDF2", hash: "SHA-256", iterations, salt: base64(salt) },
    cipher: { name: "AES-GCM", bits: 256, iv: base64(iv) },
    data: base64(new Uint8Array(data)),
  }
}

/** Most rounds that a file may ask for: each costs time. */
const mostIterations = 10_000_000

/** The text that was sealed. Throws where the passphrase is another one, or the file is none of these. */
export async function unseal(sealed: JsonObject, passphrase: string): Promise<string> {
  const [kdf, cipher] = [fieldsOf(sealed["kdf"]), fieldsOf(sealed["cipher"])]
  const { iterations: rounds, salt } = kdf
  const isOurs = sealed["format"] === "prosa-sealed" && sealed["version"] === 1
  if (!isOurs || typeof rounds !== "number" || rounds < 1 || rounds > mostIterations)
    throw new Error("not a sealed text")
  const key = await keyOf(passphrase, bytesOf(salt), rounds, "decrypt")
  const plain = await crypto.subtle.decrypt(
    { name: "AES-GCM", iv: bytesOf(cipher["iv"]) },
    key,
    bytesOf(sealed["data"]),
  )
  return new TextDecoder().decode(plain)
}

async function keyOf(passphrase: string, salt: BufferSource, rounds: number, use: "encrypt" | "decrypt") {
  const { subtle } = crypto
  const words = new TextEncoder().encode(passphrase.normalize("NFKC"))
  const secret = await subtle.importKey("raw", words, "PBKDF2", false, ["deriveKey"])
  const kdf = { name: "PBKDF2", hash: "SHA-256", salt, iterations: rounds }
  return subtle.deriveKey(kdf, secret, { name: "AES-GCM", length: 256 }, false, [use])
}

function bytesOf(base64Text: unknown): Uint8Array<ArrayBuffer> {
  return decodeBase64(typeof base64Text === "string" ? base64Text : "")
}
