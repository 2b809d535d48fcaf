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
  const isHeard = !isText(bytes) && bytes.some((byte) => byte !== 0)
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

/** Whether it is a text, whatever it is called: an error. Every format of sound has control characters near its beginning. */
function isText(bytes: Uint8Array): boolean {
  return !bytes.subarray(0, 512).some((byte) => byte === 127 || (byte < 32 && !whitespace.has(byte)))
}

/** Tabulator, line feed, carriage return. */
const whitespace: ReadonlySet<number> = new Set([9, 10, 13])
