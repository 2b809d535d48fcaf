import type { ServerResponse } from "node:http"
import { inTurn } from "../../http/turns.ts"
import type { Outcome } from "./outcome.ts"
import { runShares } from "./run-shares.ts"
import type { Run } from "./run.ts"

/** A stream that has not begun by then sends its headers, so that nobody in between gives up on it. In ms. */
const patienceMs = 8_000
const pingMs = 15_000
/** What is on its way in any case is not counted, in bytes. */
const leastBacklog = 64 * 1024
/** Who takes nothing of what it missed for so many ms is let go. */
const longestStandstillMs = 60_000

export interface ReplyStreamOptions {
  /** Id of the last frame the reader has. */
  readonly after?: number
  /** Answers instead of the stream when the run fails before its first frame. */
  readonly onEarlyFailure: (run: Run) => void
  /** The reader left before the end. */
  readonly onGone?: () => void
}

/**
 * Sends a run to a reader as server-sent events, from the frame it wants to the end. False, and nothing is sent, where it has
 * as many readers as it may.
 */
export function streamRun(run: Run, response: ServerResponse, options: ReplyStreamOptions): boolean {
  const place = run.takeReader()
  if (place === undefined) return false
  const leavePlace = place
  const { longestBacklog } = runShares[run.facts.share ?? "code"]
  let over = false
  let backlog = 0
  let ping: NodeJS.Timeout | undefined
  let standstill: NodeJS.Timeout | undefined
  const late = setTimeout(begin, patienceMs)

  function begin(): void {
    clearTimeout(late)
    if (response.headersSent) return
    response.writeHead(200, {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
      "x-run-id": run.facts.id,
      ...replayHeaders(run),
    })
    response.flushHeaders()
    ping = setInterval(() => write(pingFrame), pingMs)
    if (run.frameCount > 0) return
    run.announce()
    write(pingFrame)
  }

  function write(bytes: Buffer): void {
    if (over || response.writableEnded) return
    if (response.writableLength > longestBacklog) response.destroy()
    else response.write(bytes)
    weigh()
  }

  /** What its reader has not taken counts as the run's. */
  function weigh(): void {
    const waiting = response.destroyed || response.writableLength < leastBacklog ? 0 : response.writableLength
    if (waiting !== backlog) run.hold(waiting - backlog)
    backlog = waiting
  }

  function finish(): void {
    over = true
    clearTimeout(late)
    clearTimeout(standstill)
    clearInterval(ping)
  }

  function close(outcome: Outcome): void {
    const failedEarly = outcome.failure !== undefined && !response.headersSent
    finish()
    if (failedEarly) return options.onEarlyFailure(run)
    begin()
    finish()
    response.end()
  }

  let sent = options.after ?? 0
  let catchingUp = true
  let ended: Outcome | undefined
  const leave = run.watch(
    {
      frames(frames) {
        if (catchingUp) return
        if (run.frameCount - frames.length !== sent) return catchUp()
        sent = run.frameCount
        begin()
        write(frames.length === 1 && frames[0] ? frames[0] : Buffer.concat(frames))
      },
      replaced() {
        if (!catchingUp) catchUp()
      },
      end(outcome) {
        ended = outcome
        if (!catchingUp) close(outcome)
      },
    },
    run.frameCount,
  )

  /** What it missed is sent as fast as it takes it, a little in each turn; then what comes. */
  function catchUp(): void {
    clearTimeout(standstill)
    catchingUp = sent < run.frameCount
    if (catchingUp) inTurn(sendNext)
    else if (ended) close(ended)
  }

  function sendNext(): void {
    if (over || response.destroyed) return
    const missed = run.nextFrames(sent)
    sent += missed.length
    begin()
    const isTaken = response.write(Buffer.concat(missed))
    weigh()
    if (isTaken) return catchUp()
    standstill = setTimeout(() => response.destroy(), longestStandstillMs)
    response.once("drain", catchUp)
  }

  function gone(): void {
    weigh()
    const early = !over
    finish()
    leave()
    leavePlace()
    if (early) options.onGone?.()
  }

  catchUp()
  response.on("drain", weigh)
  if (response.destroyed) gone()
  else response.once("close", gone)
  return true
}

const pingFrame = Buffer.from(": ping\n\n")

/** Told of an answer whose key was used before. */
export function replayHeaders(run: Run): Readonly<Record<string, string>> {
  return run.isReplay ? { "idempotent-replay": "true" } : {}
}
