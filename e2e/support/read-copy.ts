import { webcrypto } from "node:crypto"
import { readFile } from "node:fs/promises"
import type { Download } from "@playwright/test"
import { strFromU8, unzipSync } from "fflate"

/** The files of a ZIP that the page handed over, by name. */
export async function readArchive(download: Download): Promise<Readonly<Record<string, Uint8Array>>> {
  return unzipSync(new Uint8Array(await readFile(await download.path())))
}

/** The text with all rows in a copy of everything; what else is in the file is no row. */
export async function readCopy(download: Download): Promise<string> {
  const { "copy.json": copy } = await readArchive(download)
  return strFromU8(copy ?? new Uint8Array())
}

/** The secrets of a copy, under a passphrase. */
export interface SealedSecrets {
  readonly kdf: { readonly iterations: number; readonly salt: string }
  readonly cipher: { readonly iv: string }
  readonly data: string
}

/** Opens what `docs/copy-format.md` describes, with nothing of ours. */
export async function unseal({ kdf, cipher, data }: SealedSecrets, passphrase: string): Promise<string> {
  const { subtle } = webcrypto
  const bytes = (text: string) => Uint8Array.from(Buffer.from(text, "base64"))
  const secret = await subtle.importKey("raw", new TextEncoder().encode(passphrase), "PBKDF2", false, ["deriveKey"])
  const key = await subtle.deriveKey(
    { name: "PBKDF2", hash: "SHA-256", salt: bytes(kdf.salt), iterations: kdf.iterations },
    secret,
    { name: "AES-GCM", length: 256 },
    false,
    ["decrypt"],
  )
  const plain = await subtle.decrypt({ name: "AES-GCM", iv: bytes(cipher.iv) }, key, bytes(data))
  return new TextDecoder().decode(plain)
}
