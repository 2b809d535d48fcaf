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
  const { subtle } = crypto
  const salt = crypto.getRandomValues(new Uint8Array(16))
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const bytes = (words: string) => new TextEncoder().encode(words)
  const secret = await subtle.importKey("raw", bytes(passphrase.normalize("NFKC")), "PBKDF2", false, ["deriveKey"])
  const key = await subtle.deriveKey(
    { name: "PBKDF2", hash: "SHA-256", salt, iterations },
    secret,
    { name: "AES-GCM", length: 256 },
    false,
    ["encrypt"],
  )
  const data = await subtle.encrypt({ name: "AES-GCM", iv }, key, bytes(plain))
  return {
    format: "prosa-sealed",
    version: 1,
    kdf: { name: "PBKDF2", hash: "SHA-256", iterations, salt: base64(salt) },
    cipher: { name: "AES-GCM", bits: 256, iv: base64(iv) },
    data: base64(new Uint8Array(data)),
  }
}
