import { err, ok, type Result } from "#core/lib/result.ts"
import type { EgressTarget } from "../outbound/egress-guard.ts"
import { guardedGet } from "../outbound/guarded-exchange.ts"
import type { UpstreamReply } from "../outbound/upstream.ts"
import { rasterOf, type Raster } from "./raster.ts"

/** A picture as it came, and what it is. */
export interface FetchedImage extends Raster {
  readonly bytes: Buffer
}

/** Largest picture passed on, in bytes and in pixels (more is a bomb for the reader's device), and the longest wait in ms. */
export const imageCap = { bytes: 10 * 1024 * 1024, pixels: 60_000_000, waitMs: 15_000 } as const

/**
 * Fetches a picture for a reader. Nothing of the reader's goes along, redirects are not followed, and what is no raster
 * picture of a bearable size, or does not say its size, is not passed on, whatever it is called. `take` is asked for room for each piece as it comes; with `gone` its reader has left, and no more is fetched.
 */
export async function fetchImage(
  target: EgressTarget,
  gone: AbortSignal,
  take: (bytes: number) => boolean,
): Promise<Result<FetchedImage, "unavailable" | "no-room">> {
  const headers = {
    accept: "image/avif,image/webp,image/png,image/jpeg,image/gif",
    "user-agent": "Mozilla/5.0 (compatible; Prosa)",
  }
  const signal = AbortSignal.any([gone, AbortSignal.timeout(imageCap.waitMs)])
  try {
    return await guardedGet(target, { headers, signal, patienceMs: imageCap.waitMs }, (reply) => readImage(reply, take))
  } catch {
    // Any fault on the way is the other server's, and looks the same to the reader.
    return err("unavailable")
  }
}

async function readImage(
  { status, headers, body }: UpstreamReply,
  take: (bytes: number) => boolean,
): Promise<Result<FetchedImage, "unavailable" | "no-room">> {
  if (status !== 200 || Number(headers["content-length"] ?? 0) > imageCap.bytes) return err("unavailable")
  const bytes = await readUpTo(imageCap.bytes, body, take)
  if (bytes === "no-room") return err("no-room")
  const raster = bytes && rasterOf(bytes)
  if (!raster || (raster.pixels ?? Infinity) > imageCap.pixels) return err("unavailable")
  return ok({ ...raster, bytes })
}

/** All bytes of a body; undefined, and no more of them read, when there are more than `cap`. */
async function readUpTo(
  cap: number,
  body: AsyncIterable<Uint8Array>,
  take: (bytes: number) => boolean,
): Promise<Buffer | "no-room" | undefined> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of body) {
    size += piece.length
    if (size > cap) return undefined
    if (!take(piece.length)) return "no-room"
    pieces.push(piece)
    // A page or a film is known by its first bytes.
    if (pieces.length === 1 && piece.length >= 16 && !rasterOf(Buffer.from(piece))) return undefined
  }
  return Buffer.concat(pieces)
}
