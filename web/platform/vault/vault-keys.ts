import { base64UrlOf, bytesOfBase64, nonceBytes, shortestSealed } from "#core/vault/envelope.ts"

/** What the twelve words stand for: 128 random bits. */
export type Secret = Uint8Array<ArrayBuffer>

/** Everything that is made of a secret. The keys cannot be read out again. */
export interface VaultKeys {
  readonly id: string
  readonly token: string
  /** Seals and opens batches, parts and pictures. */
  readonly seal: CryptoKey
  /** Gives pictures their names. */
  readonly names: CryptoKey
}

/** Whether this page may encrypt: browsers allow it over https and on this machine alone. */
export function canEncrypt(): boolean {
  return typeof crypto !== "undefined" && "subtle" in crypto
}

export function newSecret(): Secret {
  return crypto.getRandomValues(new Uint8Array(16))
}

/** 16 random bytes as base64url. */
export function newVaultId(): string {
  return base64UrlOf(crypto.getRandomValues(new Uint8Array(16)))
}

/** HKDF-SHA-256 without salt: the secret is random already. */
export async function deriveKeys(secret: Secret): Promise<VaultKeys> {
  const { subtle } = crypto
  const source = await subtle.importKey("raw", secret, "HKDF", false, ["deriveBits", "deriveKey"])
  const made = (name: string) => ({
    name: "HKDF",
    hash: "SHA-256",
    salt: new Uint8Array(),
    info: new TextEncoder().encode(`prosa vault 1 ${name}`),
  })
  const [id, token, seal, names] = await Promise.all([
    subtle.deriveBits(made("id"), source, 128),
    subtle.deriveBits(made("token"), source, 256),
    subtle.deriveKey(made("seal"), source, { name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]),
    subtle.deriveKey(made("names"), source, { name: "HMAC", hash: "SHA-256", length: 256 }, false, ["sign"]),
  ])
  return { id: base64UrlOf(new Uint8Array(id)), token: base64UrlOf(new Uint8Array(token)), seal, names }
}

/** The nonce and the sealed bytes, bound to what stands in the clear beside them. */
export async function sealBytes(
  key: CryptoKey,
  bytes: Uint8Array<ArrayBuffer>,
  bound: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const iv = crypto.getRandomValues(new Uint8Array(nonceBytes))
  const sealed = await crypto.subtle.encrypt({ name: "AES-GCM", iv, additionalData: bound }, key, bytes)
  return joined(iv, new Uint8Array(sealed))
}

/** Undefined where the key is another, or anything was changed. */
export async function openBytes(
  key: CryptoKey,
  sealed: Uint8Array<ArrayBuffer>,
  bound: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (sealed.length < shortestSealed) return undefined
  try {
    const [iv, rest] = [sealed.slice(0, nonceBytes), sealed.slice(nonceBytes)]
    const opened = await crypto.subtle.decrypt({ name: "AES-GCM", iv, additionalData: bound }, key, rest)
    return new Uint8Array(opened)
  } catch {
    return undefined
  }
}

/** The name under which a picture lies in the vault. */
export async function pictureName({ names }: VaultKeys, imageId: string): Promise<string> {
  return base64UrlOf(new Uint8Array(await crypto.subtle.sign("HMAC", names, new TextEncoder().encode(imageId))))
}

export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return base64UrlOf(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)))
}

export function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** What a sealed text belongs to: the vault, and a head in the clear. It opens with no other. */
export function boundTo(keys: Pick<VaultKeys, "id">, head: Uint8Array): Uint8Array<ArrayBuffer> {
  return joined(bytesOfBase64(keys.id), head)
}
