import { withoutEnd } from "#core/lib/without-end.ts"
import { maskLinkLimits } from "#core/masks/mask-link.ts"
import { decodeBase64 } from "../files/decode-base64.ts"

/*
 * A text in the fragment of an address, which no server is told: "1." and the text in base64url, or "2." and the text
 * deflated, whichever is shorter.
 */

/** The fragment for a text; undefined where it is too long for a link. */
export async function encodeFragment(text: string): Promise<string | undefined> {
  const bytes = new TextEncoder().encode(text)
  const plain = `1.${base64url(bytes)}`
  const deflated = await deflate(bytes).catch(() => undefined)
  const packed = deflated === undefined ? plain : `2.${base64url(deflated)}`
  const shorter = packed.length < plain.length ? packed : plain
  return shorter.length <= maskLinkLimits.characters ? shorter : undefined
}

/**
 * The text of a fragment; undefined for one that is damaged, too long, or larger than allowed once it is unpacked. What stands
 * behind it is passed over: words for statistics, or the bracket, full stop or asterisk of the message that the link came in.
 */
export async function decodeFragment(fragment: string): Promise<string | undefined> {
  // Other programs write base64 with its usual signs, escaped or not.
  const [own = "", form, written = ""] = /^([12])\.((?:[\w+/-]|%2[bf])+)/i.exec(fragment) ?? []
  if (own.length > maskLinkLimits.characters) return undefined
  const said = written.replace(/%2[bf]/gi, (sign) => decodeURIComponent(sign))
  // Some signs that stand behind a link are base64, too. JSON in base64 never ends in one of them, what is deflated may.
  const bare = withoutEnd(said, /[/_-]/)
  const tries = form === "1" ? [bare] : [said, bare]
  for (const text of new Set(tries)) {
    try {
      const bytes = decodeBase64(text.replace(/-/g, "+").replace(/_/g, "/"))
      // oxlint-disable-next-line no-await-in-loop -- the second only where the first is damaged
      if (bytes.length > 0) return decodeUtf8(form === "1" ? bytes : await inflate(bytes))
    } catch {
      // No base64, no deflate stream or no UTF-8.
    }
  }
  return undefined
}

function decodeUtf8(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
}

function base64url(bytes: Uint8Array): string {
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")
  return btoa(binary).replace(/[+/=]/g, (sign) => ({ "+": "-", "/": "_" })[sign] ?? "")
}

/** Rejects where the browser has no such stream: Safari before 16.4. */
async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw"))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

/** Unpacks no more than is allowed: a small text may unpack to a hundred megabytes. */
async function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader()
  const parts: Uint8Array[] = []
  let size = 0
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- one part after the other
    const { done, value } = await reader.read()
    if (done) break
    size += value.length
    if (size > maskLinkLimits.bytes) {
      void reader.cancel()
      throw new RangeError("larger than a link may hold")
    }
    parts.push(value)
  }
  const whole = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
