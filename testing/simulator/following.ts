import type { Outcome } from "../../server/gateway/runs/outcome.ts"
import type { Run } from "../../server/gateway/runs/run.ts"
import { Connection, type Pace } from "./connections.ts"
import type { Life, Scheduler } from "./scheduler.ts"
import type { SimulatedServer } from "./simulated-server.ts"

/** The part of a run that a reader has received. */
export interface Reading {
  readonly run: Run
  /** Whole frames, in their order. */
  readonly frames: readonly string[]
  /**
   * The end, if it was told. `gone`: the connection broke, or the reader left. `let-go`: told where the rest is, or what is
   * not read of a whole reply. `closed`: the server was told to end, and all was not read by then. `cut`: broken off by it without a word.
   */
  readonly outcome: Outcome | "gone" | "let-go" | "closed" | "cut"
}

export interface Manner {
  readonly pace: Pace
  /** Leaves after so many frames. */
  readonly most: number
}

/** More than this waits for no reader, in bytes: a mebibyte, and what was written in one go. */
const mostWaiting = 1024 * 1024 + 512 * 1024

/** Reads a stream over a connection of its own, from a frame on. */
export async function follow(
  scheduler: Scheduler,
  reader: Life,
  server: SimulatedServer,
  run: Run,
  after: number,
  { pace, most }: Manner,
  problem: (sentence: string) => void,
): Promise<Reading> {
  const all: string[] = []
  let text = ""
  let leave = () => {}
  const left = new Promise<"gone">((resolve) => (leave = () => resolve("gone")))
  const connection = new Connection(scheduler, reader, pace, (bytes) => {
    text = takeFrames(text + bytes.toString(), all)
    if (all.length >= most) leave()
  })
  const failed = new Promise<"failed">((resolve) =>
    server.follow(run, connection.response, after, () => resolve("failed")),
  )
  if (most <= 0) leave()
  const how = await Promise.race([connection.over, failed, left, endOfLife(server)])
  if (pace !== "prompt") connection.readRest()
  connection.destroy()
  const { id } = run.facts
  if (connection.mostWaiting > mostWaiting) problem(`${id}: ${connection.mostWaiting} bytes wait for its reader`)
  // The last words to whoever is let go are no frames of the answer and have no id.
  const frames = all.filter((frame) => frame.startsWith("id: "))
  if (all.some((frame) => frame.includes(`/api/runs/${id}/events?after=${after + frames.length}`)))
    return { run, frames, outcome: "let-go" }
  if (how === "gone" || how === "closed") return { run, frames, outcome: how }
  if (how === "failed") return { run, frames: [], outcome: await run.ended }
  // All was said, and is there to come back for.
  const rest = run.outcome !== undefined && connection.writableEnded ? "let-go" : "cut"
  return { run, frames, outcome: endOf(server, run, connection) ?? rest }
}

/** Reads a whole reply over a connection of its own. */
export async function takeWhole(
  scheduler: Scheduler,
  reader: Life,
  server: SimulatedServer,
  run: Run,
  { pace, left }: { readonly pace: Pace; readonly left: Promise<unknown> },
): Promise<Reading> {
  const connection = new Connection(scheduler, reader, pace, () => {})
  server.answerWhole(run, connection.response)
  const how = await Promise.race([connection.over, left.then(() => "gone" as const), endOfLife(server)])
  connection.destroy()
  const frames = run.framesAfter(0).map((frame) => frame.toString())
  return { run, frames, outcome: how ?? endOf(server, run, connection) ?? "let-go" }
}

async function endOfLife(server: SimulatedServer): Promise<"gone" | "closed"> {
  await server.life.over
  return server.isEnding() ? "closed" : "gone"
}

/** The end of a run as its reader saw it; undefined where the connection broke before the end. */
function endOf(server: SimulatedServer, run: Run, connection: Connection): Outcome | "closed" | undefined {
  if (run.outcome !== undefined && connection.writableFinished) return run.outcome
  return server.isEnding() ? "closed" : undefined
}

/** A whole reply, or whatever is read all at once: waits for the end, unless the server dies. */
export async function waitFor(server: SimulatedServer, run: Run): Promise<Reading> {
  const outcome = await Promise.race([run.ended, server.life.over.then(() => "gone" as const)])
  return { run, frames: run.framesAfter(0).map((frame) => frame.toString()), outcome }
}

/** Adds the frames that are whole, and answers what is left. Comments keep a connection alive and are no frames. */
function takeFrames(text: string, frames: string[]): string {
  let from = 0
  for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n", from)) {
    if (text[from] !== ":") frames.push(text.slice(from, end + 2))
    from = end + 2
  }
  return text.slice(from)
}
