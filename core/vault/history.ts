import type { ChainPlace } from "./chain.ts"

/*
 * A server that comes back from an older backup gives numbers out a second time: that a log has a batch of some number does not say that
 * it is the one that was read. So the server names each place in its log by the batch that ends there and when that came; two histories have
 * no such name in common behind the place where they part. A snapshot names the place where it ends, also after the batch is gone.
 */

/** How far a device has read. */
export interface PlaceInLog {
  /** The number of the last batch; 0: none was read. */
  readonly after: number
  /** What the place behind it is known to be called; empty: nothing is known, as of a server from before places had names. */
  readonly marks: readonly string[]
}

/** Such a place as it is stored: its names with the number that they belong to. */
export interface StoredPlace {
  readonly after: number
  readonly named?: { readonly at: number; readonly marks: readonly string[] } | undefined
}

export function storePlace({ after, marks }: PlaceInLog): StoredPlace {
  return { after, named: { at: after, marks } }
}

/** A page from before places had names changes `after` and leaves the names as they are: those of another number are not this place's. */
export function readPlace({ after, named }: StoredPlace): PlaceInLog {
  return { after, marks: named?.at === after ? named.marks : [] }
}

/** What the server says of that place. */
export interface ToldPlace {
  /** The number of the last batch of all. */
  readonly last: number
  /** The name of the batch that ends there; none where it is not there any more, or the server knows no names. */
  readonly marks: readonly string[]
  readonly snapshot: { readonly id: string; readonly upto: number } | undefined
}

/** The names that the server has for the place behind a batch. */
export function marksAt(after: number, { marks, snapshot }: ToldPlace): readonly string[] {
  return [...marks, ...(snapshot?.upto === after ? [snapshot.id] : [])]
}

/**
 * Whether the log up to there is the one that was read, as far as can be told. `another`: it is not. `unsure`: the batch is gone, and the
 * snapshot that ends in its place is one that this device knows nothing of.
 */
export function judgePlace({ after, marks }: PlaceInLog, told: ToldPlace): "same" | "another" | "unsure" {
  if (told.last < after) return "another"
  const there = marksAt(after, told)
  if (after === 0 || marks.length === 0 || there.length === 0 || there.some((one) => marks.includes(one))) return "same"
  return told.marks.length === 0 ? "unsure" : "another"
}

/** Whether somebody who read the log up to some chains had read all that others have read: no chain is shorter, or another. */
export function hasRead(
  chains: Readonly<Record<string, ChainPlace>>,
  others: Readonly<Record<string, ChainPlace>>,
): boolean {
  return Object.entries(others).every(([writer, { number, hash }]) => {
    const place = Object.hasOwn(chains, writer) ? chains[writer] : undefined
    return place !== undefined && (place.number > number || (place.number === number && place.hash === hash))
  })
}
