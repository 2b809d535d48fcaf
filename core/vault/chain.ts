import { type BatchHead, noBatch } from "./envelope.ts"

/** The last batch of a writer that was read: its number, and its hash. */
export interface ChainPlace {
  readonly number: number
  readonly hash: string
}

/**
 * What a batch is to whoever has read its writer's chain so far: the `next` one; one that was `read` before; one behind a `gap`,
 * where something was withheld or lost; or a `forged` place, where another batch stood.
 */
export type ChainStep = "next" | "read" | "gap" | "forged"

export function judgeBatch(known: ChainPlace | undefined, head: BatchHead, hash: string): ChainStep {
  if (known === undefined) return head.number > 0 ? "gap" : head.previous === noBatch ? "next" : "forged"
  if (head.number <= known.number) return head.number === known.number && hash !== known.hash ? "forged" : "read"
  if (head.number > known.number + 1) return "gap"
  return head.previous === known.hash ? "next" : "forged"
}

/** How far each chain was read by one or the other. */
export function laterPlaces(
  a: Readonly<Record<string, ChainPlace>>,
  b: Readonly<Record<string, ChainPlace>>,
): Readonly<Record<string, ChainPlace>> {
  const later = Object.entries(b).filter(
    ([writer, { number }]) => !Object.hasOwn(a, writer) || number > (a[writer]?.number ?? -1),
  )
  return { ...a, ...Object.fromEntries(later) }
}

const kib = 1024

/** A text with its length before it, filled up to a whole KiB: its size says little of what was changed. */
export function padded(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(Math.ceil((bytes.length + 4) / kib) * kib)
  new DataView(whole.buffer).setUint32(0, bytes.length)
  whole.set(bytes, 4)
  return whole
}

/** What was filled up; undefined where the length cannot be true. */
export function unpadded(bytes: Uint8Array): Uint8Array | undefined {
  if (bytes.length < 4) return undefined
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0)
  return length > bytes.length - 4 ? undefined : bytes.subarray(4, 4 + length)
}
