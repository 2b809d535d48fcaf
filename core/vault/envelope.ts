/*
 * A batch of changes as it lies in the vault. Its head is in the clear, so that the server can keep the order and refuse what is
 * out of it; what was changed is sealed, and the head is bound to it.
 *
 * version (1 byte, 1) · batch id (16) · writer (16) · number (4, big-endian) · hash of the writer's last batch (32) · nonce (12) ·
 * AES-256-GCM
 */

export const envelopeVersion = 1
/** Bytes of the head without the nonce: what the seal is bound to, beside the vault's id. */
export const boundBytes = 69
export const nonceBytes = 12
export const headBytes = boundBytes + nonceBytes
/** The bytes of the tag that AES-GCM puts behind what it seals. */
const tagBytes = 16
/** The shortest that a sealed part or picture can be: a nonce, and the seal of nothing. */
export const shortestSealed = nonceBytes + tagBytes
/** The longest batch, and the longest part of a snapshot, in bytes; a picture may be longer. */
export const longestBatch = 1024 * 1024
export const longestBlob = 12 * 1024 * 1024

/** The head of a batch. Ids are 16 bytes as base64url. */
export interface BatchHead {
  readonly batch: string
  /**
   * Whose chain it is part of: a device begins a new one where its own was lost or broken, for a batch must never take the
   * place of another.
   */
  readonly writer: string
  /** Counted from 0 within the chain. */
  readonly number: number
  /** The SHA-256 of the writer's batch before this one, in base64url; of 32 zeros for the first. */
  readonly previous: string
}

/** What the first batch of a chain names as the one before it. */
export const noBatch = "A".repeat(43)

/** The head without the nonce. */
export function encodeHead({ batch, writer, number, previous }: BatchHead): Uint8Array {
  const bytes = new Uint8Array(boundBytes)
  bytes[0] = envelopeVersion
  bytes.set(bytesOfBase64(batch), 1)
  bytes.set(bytesOfBase64(writer), 17)
  new DataView(bytes.buffer).setUint32(33, number)
  bytes.set(bytesOfBase64(previous), 37)
  return bytes
}

/** The head of a batch; undefined for bytes that are none. */
export function readHead(bytes: Uint8Array): BatchHead | undefined {
  if (bytes.length <= headBytes || bytes[0] !== envelopeVersion) return undefined
  return {
    batch: base64UrlOf(bytes.subarray(1, 17)),
    writer: base64UrlOf(bytes.subarray(17, 33)),
    number: new DataView(bytes.buffer, bytes.byteOffset).getUint32(33),
    previous: base64UrlOf(bytes.subarray(37, 69)),
  }
}

/** Whether bytes are a batch as a later version of the page writes them. */
export function isLaterEnvelope(bytes: Uint8Array): boolean {
  return (bytes[0] ?? 0) > envelopeVersion
}

/** An id or a hash as it is written in paths and replies: 16 or 32 bytes in base64url. */
export function isVaultId(text: unknown): text is string {
  return typeof text === "string" && /^[\w-]{22}$/.test(text)
}

export function isVaultHash(text: unknown): text is string {
  return typeof text === "string" && /^[\w-]{43}$/.test(text)
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
const noValue = 255
/** The value of each ASCII letter, in either alphabet of base64 (RFC 4648 §4 and §5). */
const values = new Uint8Array(128).fill(noValue)
for (const [value, letter] of [...alphabet].entries()) values[letter.charCodeAt(0)] = value
values["+".charCodeAt(0)] = 62
values["/".charCodeAt(0)] = 63

export function base64UrlOf(bytes: Uint8Array): string {
  let text = ""
  let held = 0
  let bits = 0
  for (const byte of bytes) {
    held = (held << 8) | byte
    bits += 8
    while (bits >= 6) {
      bits -= 6
      text += alphabet[(held >> bits) & 63]
    }
    held &= (1 << bits) - 1
  }
  return bits === 0 ? text : text + alphabet[(held << (6 - bits)) & 63]
}

/** The bytes of a text in base64 or base64url; letters that are none of it are passed over. Log pages are megabytes of it. */
export function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4))
  let length = 0
  let held = 0
  let bits = 0
  for (let at = 0; at < text.length; at++) {
    const value = values[text.charCodeAt(at)] ?? noValue
    if (value === noValue) continue
    held = (held << 6) | value
    bits += 6
    if (bits >= 8) {
      bits -= 8
      bytes[length++] = (held >> bits) & 255
      held &= (1 << bits) - 1
    }
  }
  return bytes.slice(0, length)
}
