import { hash } from "node:crypto"

const blockBytes = 64
const digestBytes = 32

/**
 * HMAC-SHA-256 under one key (RFC 2104), in base64url. It is made of two plain hashes, because what `createHmac` makes for a
 * single text costs several times as much, and one is made for every request.
 */
export function hmacUnder(key: string): (text: string) => string {
  const bytes = Buffer.from(key)
  const block = Buffer.alloc(blockBytes)
  block.set(bytes.length > blockBytes ? hash("sha256", bytes, "buffer") : bytes)
  const inner = block.map((byte) => byte ^ 0x36)
  const outer = Buffer.concat([block.map((byte) => byte ^ 0x5c), Buffer.alloc(digestBytes)])
  return (text) => {
    outer.set(hash("sha256", Buffer.concat([inner, Buffer.from(text)]), "buffer"), blockBytes)
    return hash("sha256", outer, "base64url")
  }
}
