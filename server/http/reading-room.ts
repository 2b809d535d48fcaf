import type { ServerResponse } from "node:http"
import type { Failure } from "#core/gateway/failure.ts"
import { addressSteps } from "../limits/address-steps.ts"
import type { BodySender, RoomShares } from "./body-room.ts"
import type { Refusals } from "./refusals.ts"
import { whenTaken } from "./when-taken.ts"

const MiB = 1024 * 1024
/** Bytes of files that are read from the store and not yet taken by who asked for them: each reader has a copy. */
export const fileShares: RoomShares = {
  all: 128 * MiB,
  strangers: 96 * MiB,
  subscriber: 48 * MiB,
  network: 64 * MiB,
  owner: 48 * MiB,
}
/** Files of up to so many bytes are sent in one piece, and are not counted. */
const shortFile = 64 * 1024
/** Whoever has not taken a file by then is let go, in ms: 12 MiB at 50 KiB a second. */
const longestTakingMs = 240_000
/** Whoever takes fewer bytes a second gives way to newcomers; and how far behind that a reader may be, in ms. */
export const leastReadPerSecond = 64 * 1024
export const readingGraceMs = 5_000
/** What a reader may be ahead: a burst does not make up for minutes of nothing. In bytes. */
const mostAhead = (leastReadPerSecond * readingGraceMs) / 1000

/** Refuses a reader for whose file there is no room now. */
export const noRoomToRead: Failure = { kind: "too-many-requests", retryAfterMs: 1_000 }

/** Room for the bytes of files that are being read. */
export interface ReadingRoom {
  /**
   * Takes room for a file until its reader has it, or has gone; false where there is none. Asked before the file is read. `whose`:
   * a code's, or a stranger's at an address.
   */
  enter(whose: BodySender, outgoing: ServerResponse, bytes: number): boolean
  /** Sees how fast each reader takes what it has asked for. To be called every second. */
  look(): void
}

export interface ReadingRoomOptions {
  /** A clock that nobody sets, in ms. */
  readonly now: () => number
  readonly refusals: Refusals
  readonly shares?: RoomShares
}

/** Some of the room, and who has how much of it. */
interface Share {
  readonly of: "subscriber" | "network" | "owner" | "many"
  readonly name: string
  readonly most: number
  bytes: number
  readonly readers: Set<Reader>
}

interface Reader {
  readonly isStranger: boolean
  /** From the narrowest to that of all. */
  readonly shares: readonly Share[]
  readonly bytes: number
  readonly outgoing: ServerResponse
  /** When it was looked at last, how many bytes its connection had taken by then, and how far it is ahead of the least pace. */
  seenAt: number
  taken: number
  ahead: number
}

/**
 * Where a share is full, a newcomer is given the place of a reader who takes almost nothing, from whoever has most; where all
 * keep pace, of whoever has more than the newcomer would. So some networks that read slowly, or very much, do not shut the
 * others out, and nobody shuts out the holder of a code: strangers never have all of the room.
 */
export function createReadingRoom({ now, refusals, shares = fileShares }: ReadingRoomOptions): ReadingRoom {
  const all = newShare("many", "", shares.all)
  const strangers = newShare("many", "", shares.strangers)
  const named = new Map<string, Share>()

  function shareOf(of: Exclude<Share["of"], "many">, name: string): Share {
    return named.get(`${of} ${name}`) ?? newShare(of, `${of} ${name}`, shares[of])
  }

  function sharesFor(whose: BodySender): readonly Share[] {
    if (whose.owner !== undefined) return [shareOf("owner", whose.owner), all]
    const steps = addressSteps(whose.address)
    const own = steps.map((step, at) => shareOf(at === 0 ? "subscriber" : "network", step))
    return [...own, strangers, all]
  }

  function leave(reader: Reader): void {
    for (const share of reader.shares) {
      if (!share.readers.delete(reader)) continue
      share.bytes -= reader.bytes
      if (share.readers.size === 0) named.delete(share.name)
    }
  }

  function letGo(reader: Reader): void {
    refusals.count("slow-reader")
    leave(reader)
    reader.outgoing.destroy()
  }

  /** Who has to go so that a newcomer has place; undefined where it has none. */
  function whoGivesWay(newcomer: Reader): ReadonlySet<Reader> | undefined {
    const going = new Set<Reader>()
    for (const share of newcomer.shares) if (!makeRoom(share, newcomer, going)) return undefined
    return going
  }

  function makeRoom(share: Share, newcomer: Reader, going: Set<Reader>): boolean {
    let missing = share.bytes + newcomer.bytes - share.most
    for (const reader of going) if (share.readers.has(reader)) missing -= reader.bytes
    if (missing <= 0) return true
    const staying = [...share.readers].filter((reader) => !going.has(reader))
    const slow = staying.filter(({ ahead }) => ahead < 0)
    const quick = staying.filter(({ ahead }) => ahead >= 0)
    // The holder of a code takes the place of any stranger; among their like, of whoever has more than the newcomer would.
    const isOfCode = share === all && !newcomer.isStranger
    const least = isOfCode ? 0 : newcomer.bytes + sumOf(quick.filter((reader) => isOneGroup(share, reader, newcomer)))
    const orders = [
      inOrder(share, slow, 0),
      inOrder(share, isOfCode ? quick.filter(({ isStranger }) => isStranger) : quick, least),
    ]
    for (const order of orders) {
      for (const reader of order) {
        going.add(reader)
        missing -= reader.bytes
        if (missing <= 0) return true
      }
    }
    return false
  }

  return {
    enter(whose, outgoing, bytes) {
      if (bytes <= shortFile) return true
      const reader: Reader = {
        isStranger: "address" in whose,
        shares: sharesFor(whose),
        bytes,
        outgoing,
        seenAt: now(),
        taken: takenBy(outgoing),
        ahead: mostAhead,
      }
      const going = whoGivesWay(reader)
      if (going === undefined) return false
      for (const other of going) letGo(other)
      for (const share of reader.shares) {
        share.readers.add(reader)
        share.bytes += bytes
        if (share.name !== "") named.set(share.name, share)
      }
      whenTaken(outgoing, longestTakingMs, () => leave(reader))
      return true
    },
    look() {
      const at = now()
      for (const reader of all.readers) {
        const taken = takenBy(reader.outgoing)
        // Before its reply has begun it is waiting for us.
        const due = reader.outgoing.headersSent ? ((at - reader.seenAt) / 1000) * leastReadPerSecond : 0
        reader.ahead = Math.min(mostAhead, reader.ahead + taken - reader.taken - due)
        reader.seenAt = at
        reader.taken = taken
      }
    },
  }
}

function newShare(of: Share["of"], name: string, most: number): Share {
  return { of, name, most, bytes: 0, readers: new Set() }
}

/** As whose a reader counts within a share: of a network as its subscriber's, else as its owner's or its whole network's. */
function groupIn({ of }: Share, { shares }: Reader): Share | undefined {
  return of === "network" ? shares[0] : shares.findLast((share) => share.of !== "many")
}

function isOneGroup(share: Share, one: Reader, other: Reader): boolean {
  return groupIn(share, one)?.name === groupIn(share, other)?.name
}

function sumOf(readers: readonly Reader[]): number {
  return readers.reduce((sum, { bytes }) => sum + bytes, 0)
}

/** Each time the reader that has taken least for its time, of whoever then has most; nobody of those who have no more than `least`. */
function* inOrder(share: Share, readers: readonly Reader[], least: number): Generator<Reader> {
  const groups = new Map<string | undefined, { bytes: number; readonly readers: Reader[] }>()
  for (const reader of readers.toSorted((one, other) => other.ahead - one.ahead)) {
    const name = groupIn(share, reader)?.name
    const group = groups.get(name) ?? { bytes: 0, readers: [] }
    group.bytes += reader.bytes
    group.readers.push(reader)
    groups.set(name, group)
  }
  for (;;) {
    let most: { bytes: number; readonly readers: Reader[] } = { bytes: least, readers: [] }
    for (const group of groups.values()) if (group.bytes > most.bytes) most = group
    const next = most.readers.pop()
    if (next === undefined) return
    most.bytes -= next.bytes
    yield next
  }
}

/** The bytes that the connection of a reply has taken so far. */
function takenBy({ socket }: ServerResponse): number {
  return socket === null ? 0 : socket.bytesWritten - socket.writableLength
}
