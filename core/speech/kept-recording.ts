import type { Failure } from "../gateway/failure.ts"

/** What decides whether a recording that waits to be written down is sent by itself. */
export interface KeptRecording {
  /** When it was begun, epoch milliseconds; 0 where that was not noted. */
  readonly at: number
  /** It was refused: it is sent again only when its maker says so. */
  readonly isRefused: boolean
}

/** Servers forget keys after a day: what is sent later may be paid a second time. */
const sentByItselfMs = 23 * 3_600_000

/** Whether a recording is sent when the page opens or the connection is back; otherwise its maker is asked. */
export function isSentByItself({ at, isRefused }: KeptRecording, now: number): boolean {
  return !isRefused && now - at <= sentByItselfMs
}

/**
 * What becomes of a recording that was not written down. `again`: the line broke, or the server is still at it, and the same
 * key may be sent again; `ask`: it is kept until its maker has it sent or discards it; `hand-over`: no other try would end
 * otherwise, and its maker gets it as a file; `forget`: its words were fetched.
 */
export function afterFailure(failure: Failure): "again" | "ask" | "hand-over" | "forget" {
  switch (failure.kind) {
    case "network":
    case "already-processing":
    case "not-json":
      return "again"
    case "invalid-request":
      return "hand-over"
    case "refused":
      if (failure.reason === "answer-erased") return "forget"
      return failure.reason === "body-too-large" ? "hand-over" : "ask"
    case "upstream":
      // In the words of whatever stands before the server: it did not reach it, or lets nothing so large through.
      if ([502, 503, 504].includes(failure.status)) return "again"
      return failure.status === 413 ? "hand-over" : "ask"
    default:
      return "ask"
  }
}
