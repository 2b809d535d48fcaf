import type { Failure } from "#core/gateway/failure.ts"
import { whenTaken } from "./when-taken.ts"
import type { HttpContext } from "./routes.ts"
import { createAtOnce } from "../limits/at-once.ts"

const MiB = 1024 * 1024
/** Bytes of files that are read from the store and not yet taken by who asked for them: each reader has a copy. */
export const fileBytesAtOnce = { perSubscriber: 48 * MiB, perNetwork: 80 * MiB, inAll: 128 * MiB } as const
/** Files of up to so many bytes are sent in one piece, and are not counted. */
const shortFile = 64 * 1024
/** Whoever has not taken a file by then is let go, in ms: 12 MiB at 50 KiB a second. */
const longestTakingMs = 240_000

/** Refuses a reader for whose file there is no room now. */
export const noRoomToRead: Failure = { kind: "too-many-requests", retryAfterMs: 1_000 }

/** Room for the bytes of files that are being read. */
export interface ReadingRoom {
  /** Takes room for a file until its reader has it, or has gone; false where there is none. Asked before the file is read. */
  enter(c: Pick<HttpContext, "address" | "outgoing">, bytes: number): boolean
}

export function createReadingRoom(): ReadingRoom {
  const held = createAtOnce(fileBytesAtOnce)
  return {
    enter({ address, outgoing }, bytes) {
      if (bytes <= shortFile) return true
      const leave = held.take({ address }, bytes)
      if (leave !== undefined) whenTaken(outgoing, longestTakingMs, leave)
      return leave !== undefined
    },
  }
}
