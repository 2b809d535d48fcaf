import type { ServerResponse } from "node:http"

/** A reply of the fake provider: headers after a wait, then pieces. Plain data, so that faults are maps over it. */
export interface FakeReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** How long the client waits for the headers, in ms. */
  readonly headersAfterMs?: number
  readonly pieces: readonly Piece[]
  /** Each SSE chunk carries the monotonic clock when it was written, in ns, as its first field `stamp`. */
  readonly stamped?: boolean
}

export type Piece =
  | { readonly send: Uint8Array }
  | { readonly waitMs: number }
  /** What its test decides when. */
  | { readonly until: Promise<unknown> }
  /** `cut`: closed in mid-body. `reset`: RST. `stall`: nothing more, never closed. Without one the body ends well. */
  | { readonly end: "cut" | "reset" | "stall" }

/** Writes a reply; ends early when the client goes. `reused`: a wait that ends when the client goes. */
export async function sendReply(response: ServerResponse, reply: FakeReply): Promise<void> {
  if (reply.headersAfterMs !== undefined) await pause(response, reply.headersAfterMs)
  if (response.destroyed) return
  response.writeHead(reply.status, { ...reply.headers, "x-stamp": stamp() })
  if (reply.pieces.length > 1) response.flushHeaders()
  for (const piece of reply.pieces) {
    if (response.destroyed) return
    if ("send" in piece) response.write(reply.stamped ? stampedFrame(piece.send) : piece.send)
    else if ("waitMs" in piece) await pause(response, piece.waitMs)
    else if ("until" in piece) await piece.until
    else return endBadly(response, piece.end)
  }
  response.end()
}

/** The monotonic clock in ns; the same for all processes of a machine. */
export function stamp(): string {
  return process.hrtime.bigint().toString()
}

const frameHead = Buffer.from("data: {")

/** The frame with the stamp as first field of its JSON; frames without JSON stay as they are. */
function stampedFrame(frame: Uint8Array): Uint8Array {
  if (Buffer.compare(frame.subarray(0, frameHead.length), frameHead) !== 0) return frame
  return Buffer.concat([Buffer.from(`data: {"stamp":"${stamp()}",`), frame.subarray(frameHead.length)])
}

async function endBadly(response: ServerResponse, how: "cut" | "reset" | "stall"): Promise<void> {
  // The written bytes must have left first, or the client would get less than the script says.
  await new Promise<void>((resolve) => void response.write("", () => resolve()))
  if (how === "cut") response.socket?.destroy()
  else if (how === "reset") response.socket?.resetAndDestroy()
}

/** Waits, but not for a client that is gone. */
function pause(response: ServerResponse, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      response.off("close", done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    response.on("close", done)
  })
}
