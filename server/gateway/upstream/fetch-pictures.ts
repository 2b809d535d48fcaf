import { type JsonObject, objectsOf, textOf } from "#core/lib/fields.ts"
import { readBytes } from "../../outbound/bounded-reads.ts"
import { checkEgress, type EgressRules } from "../../outbound/egress-guard.ts"
import { guardedGet } from "../../outbound/guarded-exchange.ts"
import { longestPicture, typeOfPicture } from "./picture.ts"

/** The waits before each try, in ms: a picture may be at its address a moment after that is told. */
const waitsMs = [0, 500, 2_000] as const
/** The longest wait for one try, in ms. */
const longestTryMs = 10_000

export interface PictureFetching {
  /** For tests: where a provider's address may lead. */
  readonly egress?: EgressRules | undefined
  readonly signal: AbortSignal
  wait(ms: number, signal: AbortSignal): Promise<void>
  /** Hears the size of each piece. */
  onBytes(bytes: number): void
}

/**
 * A reply of the images API with the bytes of its pictures in the place of their addresses, which are of use for an hour at the
 * most; undefined where one cannot be fetched. A provider's address is a stranger's: it goes through the egress guard, and
 * nothing of ours goes along.
 */
export async function withFetchedPictures(
  reply: JsonObject,
  fetching: PictureFetching,
): Promise<JsonObject | undefined> {
  const data: JsonObject[] = []
  for (const one of objectsOf(reply["data"])) {
    const { url, ...others } = one
    const address = one["b64_json"] === undefined ? textOf(url) : undefined
    const bytes = address === undefined ? undefined : await fetchPicture(address, fetching)
    if (address !== undefined && bytes === undefined) return undefined
    data.push(bytes === undefined ? one : { ...others, b64_json: bytes.toString("base64") })
  }
  return data.length === 0 ? reply : { ...reply, data }
}

async function fetchPicture(address: string, fetching: PictureFetching): Promise<Buffer | undefined> {
  for (const waitMs of waitsMs) {
    if (waitMs > 0) await fetching.wait(waitMs, fetching.signal)
    const bytes = await tryToFetch(address, fetching)
    if (bytes !== undefined) return bytes
    fetching.signal.throwIfAborted()
  }
  return undefined
}

async function tryToFetch(address: string, { egress, signal, onBytes }: PictureFetching): Promise<Buffer | undefined> {
  const target = await checkEgress(address, egress)
  if (!target.ok) return undefined
  let held = 0
  const hold = (bytes: number) => {
    held += bytes
    onBytes(bytes)
  }
  const asked = {
    headers: { accept: "image/png,image/jpeg,image/webp,image/avif,image/gif", "user-agent": "Prosa" },
    signal: AbortSignal.any([signal, AbortSignal.timeout(longestTryMs)]),
    patienceMs: longestTryMs,
  }
  const bytes = await guardedGet(target.value, asked, ({ status, body }) =>
    status === 200 ? readBytes(body, longestPicture, hold) : undefined,
  ).catch(() => undefined)
  if (bytes !== undefined && typeOfPicture(bytes) !== undefined) return bytes
  onBytes(-held)
  return undefined
}
