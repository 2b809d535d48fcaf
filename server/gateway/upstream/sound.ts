import { noUsage } from "#core/gateway/usage.ts"
import type { Meter } from "../billing/meter.ts"
import type { WholeReply } from "../runs/whole-reply.ts"
import { mediaType } from "../runs/media-type.ts"
import { readBytes } from "../../outbound/bounded-reads.ts"
import type { UpstreamReply } from "../../outbound/upstream.ts"

/** More than an hour of speech, in bytes. */
const longestSound = 64 * 1024 * 1024

/**
 * Reads sound to its end, as a reply a run can keep, and meters it: so many characters were read aloud. Undefined where there is
 * none in it, or an error that is called sound. `onBytes` is called with the size of each piece.
 */
export async function readSound(
  reply: UpstreamReply,
  characters: number,
  meter: Meter,
  onBytes: (bytes: number) => void,
): Promise<WholeReply | undefined> {
  const bytes = await readBytes(reply.body, longestSound, onBytes)
  const isHeard = bytes.length > 0 && !isWritten(bytes)
  meter.events([
    ...(isHeard ? [{ type: "image", image: {} } as const] : []),
    { type: "usage", usage: { ...noUsage, unit: "character", output: characters } },
    { type: "finish", reason: "stop" },
  ])
  if (!isHeard) return undefined
  // A name that is not on the list is not passed on; the sound is.
  const type = mediaType(String(reply.headers["content-type"] ?? "")) ?? "application/octet-stream"
  return { kind: "file", bytes, type }
}

/** Whether it is JSON or markup, whatever it is called: an error. No format of sound begins like that. */
function isWritten(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 64))
    .toString("latin1")
    .replace(/^\u00ef\u00bb\u00bf/, "")
    .trimStart()
  return /^(?:[{[]\s*["}\]]|<(?:!doctype|\?xml|html|error|svg)\b)/i.test(start)
}
