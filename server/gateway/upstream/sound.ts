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
 * none in it. `onBytes` is called with the size of each piece.
 */
export async function readSound(
  reply: UpstreamReply,
  characters: number,
  meter: Meter,
  onBytes: (bytes: number) => void,
): Promise<WholeReply | undefined> {
  const bytes = await readBytes(reply.body, longestSound, onBytes)
  meter.events([
    ...(bytes.length > 0 ? [{ type: "image", image: {} } as const] : []),
    { type: "usage", usage: { ...noUsage, unit: "character", output: characters } },
    { type: "finish", reason: "stop" },
  ])
  if (bytes.length === 0) return undefined
  // A name that is not on the list is not passed on; the sound is.
  const type = mediaType(String(reply.headers["content-type"] ?? "")) ?? "application/octet-stream"
  return { kind: "file", bytes, type }
}
