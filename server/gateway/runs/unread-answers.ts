import type { ServerResponse } from "node:http"
import type { Refusals } from "../../http/refusals.ts"
import { boundsOf, type Holder } from "./run-memory.ts"
import { mostUnreadBytes, runShares } from "./run-shares.ts"

/** An answer whose reader has not taken all that is there for it. */
export interface UnreadAnswer {
  /** It keeps so many bytes in memory now. */
  resize(bytes: number): void
  /** Its reader has caught up, or is gone. */
  over(): void
}

/**
 * The answers that wait for their readers, as streams and whole. Who takes nothing for half a minute is let go; and where those
 * of a share, or all, keep more memory than they may, whoever has taken nothing for longest is.
 */
export interface UnreadAnswers {
  /** One more, which keeps so many bytes that nobody else counts. `letGo` is called once at the most, and not after `over`. */
  wait(whose: Holder, response: ServerResponse, bytes: number, letGo: () => void): UnreadAnswer
  /** Counts the unsent bytes of an answer until it is sent; when it is released, its connection ends. */
  bound(whose: Holder, response: ServerResponse, bytes: number): void
  /** Memory of what waits, in bytes. */
  bytes(): number
  /** Lets go who stands still. To be called every second. */
  look(): void
}

export interface UnreadAnswersOptions {
  readonly now: () => number
  readonly refusals: Refusals
  /** For all together, in bytes. */
  readonly most?: number
}

/** A reader that takes nothing for this long is disconnected, in ms. */
const longestStandstillMs = 30_000
/** The bytes that a connection takes at once are not counted. */
const leastBytes = 64 * 1024

interface Waiting {
  readonly response: ServerResponse
  readonly letGo: () => void
  readonly groups: readonly Group[]
  bytes: number
  /** Bytes of the connection that were taken, and since when no more. */
  taken: number
  takenAt: number
}

interface Group {
  readonly name: string
  readonly waiting: Set<Waiting>
  readonly most: number
  bytes: number
}

export function createUnreadAnswers({ now, refusals, most = mostUnreadBytes }: UnreadAnswersOptions): UnreadAnswers {
  const groups = new Map<string, Group>()
  const all: Group = { name: "all", waiting: new Set(), most, bytes: 0 }
  groups.set(all.name, all)

  function enter(one: Waiting, bytes: number): void {
    one.bytes += bytes
    for (const group of one.groups) {
      group.waiting.add(one)
      group.bytes += bytes
    }
  }

  /** False where it has left before. */
  function leave(one: Waiting): boolean {
    if (!all.waiting.has(one)) return false
    for (const group of one.groups) {
      group.waiting.delete(one)
      group.bytes -= one.bytes
      if (group !== all && group.waiting.size === 0) groups.delete(group.name)
    }
    return true
  }

  function letGo(one: Waiting): void {
    // Where its connection is gone, the sender is notified.
    if (!leave(one) || one.response.socket?.destroyed !== false) return
    refusals.count("unread")
    one.letGo()
  }

  function relieve(some: readonly Group[]): void {
    for (const group of some) {
      while (group.bytes > group.most) {
        const longest = longestWaiting(group)
        if (longest === undefined) break
        letGo(longest)
      }
    }
  }

  function wait(whose: Holder, response: ServerResponse, bytes: number, letItGo: () => void): UnreadAnswer {
    const its = boundsOf(whose, runShares).map(({ name, most: bound }) => {
      const group = groups.get(name) ?? { name, waiting: new Set<Waiting>(), most: bound, bytes: 0 }
      groups.set(name, group)
      return group
    })
    const begun = { taken: takenOf(response), takenAt: now() }
    const one: Waiting = { response, letGo: letItGo, groups: [...its, all], bytes: 0, ...begun }
    enter(one, bytes)
    relieve(one.groups)
    return {
      resize(size) {
        if (!all.waiting.has(one)) return
        enter(one, size - one.bytes)
        relieve(one.groups)
      },
      over: () => void leave(one),
    }
  }

  return {
    wait,
    bound(whose, response, bytes) {
      if (bytes <= leastBytes || response.destroyed) return
      const unread = wait(whose, response, bytes, () => response.destroy())
      response.once("close", unread.over)
    },
    bytes: () => all.bytes,
    look() {
      const at = now()
      for (const one of all.waiting) {
        const taken = takenOf(one.response)
        if (taken !== one.taken) Object.assign(one, { taken, takenAt: at })
        else if (at - one.takenAt >= longestStandstillMs) letGo(one)
      }
    },
  }
}

function takenOf({ socket }: ServerResponse): number {
  return socket === null ? 0 : socket.bytesWritten - socket.writableLength
}

/** The reader that holds memory and has taken nothing for the longest time. */
function longestWaiting({ waiting }: Group): Waiting | undefined {
  let longest: Waiting | undefined
  for (const one of waiting) if (one.bytes > 0 && one.takenAt < (longest?.takenAt ?? Infinity)) longest = one
  return longest
}
