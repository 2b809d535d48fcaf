import type { ServerResponse } from "node:http"
import type { Turns } from "../../http/turns.ts"
import type { Outcome } from "./outcome.ts"
import type { RunKeeping } from "./run-keeping.ts"
import type { Holder } from "./run-memory.ts"
import { runShares } from "./run-shares.ts"
import type { Run } from "./run.ts"
import type { UnreadAnswer, UnreadAnswers } from "./unread-answers.ts"
import type { Watcher } from "./watchers.ts"

/** A stream that has not begun by then sends its headers, so that nobody in between gives up on it. In ms. */
const patienceMs = 8_000
/** Where the database keeps a run waiting for longer than that, it is looked at again so often, in ms. */
const againMs = 500
const pingMs = 15_000
/** Bytes that are in transit in any case are not counted. */
const leastBacklog = 64 * 1024

/** The handling of readers that do not take their data. */
export interface Readers {
  readonly unread: UnreadAnswers
  readonly keeping: RunKeeping
  /** In which what readers have missed is sent, whoever they are. */
  readonly turns: Turns
}

export interface ReplyStreamOptions {
  /** Id of the last frame the reader has. */
  readonly after?: number
  /** Whose reader it is. */
  readonly whose: Holder
  /** The last message to a reader that is disconnected, after this many frames. */
  readonly farewell: (sent: number) => Buffer
  /** Answers instead of the stream when the run fails before its first frame. */
  readonly onEarlyFailure: (run: Run) => void
  /** The reader left before the end. */
  readonly onGone?: () => void
}

/**
 * Sends a run to a reader as server-sent events, from the frame it wants to the end, as fast as it takes them; the run goes on
 * at its own pace. Who takes nothing for too long is told where the rest is. False, and nothing is sent, where the run has
 * as many readers as it may.
 */
export function streamRun(readers: Readers, run: Run, response: ServerResponse, options: ReplyStreamOptions): boolean {
  const leavePlace = run.takeReader()
  if (leavePlace === undefined) return false
  new ReplyStream(readers, run, response, { ...options, leavePlace }).begin()
  return true
}

interface ReaderOptions extends ReplyStreamOptions {
  /** Gives back the place it has among the readers of its run. */
  readonly leavePlace: () => void
}

/** One reader of a run. */
class ReplyStream implements Watcher {
  readonly #readers: Readers
  readonly #run: Run
  readonly #response: ServerResponse
  readonly #options: ReaderOptions
  /** The frames it was sent. */
  #sent: number
  #catchingUp = true
  #over = false
  #ended: Outcome | undefined
  #backlog = 0
  #unread: UnreadAnswer | undefined
  /** Until the headers are sent it waits for its patience to end; then it goes off for every ping. */
  #timer: NodeJS.Timeout
  readonly #leave: () => void

  constructor(readers: Readers, run: Run, response: ServerResponse, options: ReaderOptions) {
    this.#readers = readers
    this.#run = run
    this.#response = response
    this.#options = options
    this.#sent = options.after ?? 0
    this.#timer = setTimeout(() => this.#endPatience(), patienceMs)
    this.#leave = run.watch(this, run.frameCount)
  }

  begin(): void {
    this.#catchUp()
    this.#response.on("drain", () => this.#weigh())
    if (this.#response.destroyed) this.#gone()
    else this.#response.on("close", () => this.#gone())
  }

  frames(frames: readonly Buffer[]): void {
    if (this.#catchingUp) return
    if (this.#run.frameCount - frames.length !== this.#sent) return this.#catchUp()
    const { longestBacklog } = runShares[this.#run.facts.share ?? "code"]
    if (this.#response.writableLength > longestBacklog) return this.#waitForReader()
    this.#sent = this.#run.frameCount
    this.#sendHead()
    this.#response.write(frames.length === 1 && frames[0] ? frames[0] : Buffer.concat(frames))
    this.#weigh()
  }

  replaced(): void {
    if (!this.#catchingUp) this.#catchUp()
  }

  end(outcome: Outcome): void {
    this.#ended = outcome
    this.#unread?.resize(this.#run.bytes)
    if (!this.#catchingUp) return this.#close(outcome)
    this.#readers.keeping.whileUnread(this.#run, this.#response)
  }

  /** A run may still be refused, or turn out to be an earlier one with another id: then there is nothing yet to be told. */
  #endPatience(): void {
    if (this.#run.isAccepted) this.#sendHead()
    else this.#timer = setTimeout(() => this.#endPatience(), againMs)
  }

  #sendHead(): void {
    if (this.#response.headersSent) return
    clearTimeout(this.#timer)
    this.#response.writeHead(200, {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
      "x-run-id": this.#run.facts.id,
      ...replayHeaders(this.#run),
    })
    this.#response.flushHeaders()
    this.#timer = setInterval(() => this.#beat(), pingMs)
    if (this.#run.frameCount > 0) return
    this.#run.announce()
    if (!this.#over) this.#response.write(pingFrame)
  }

  /** Sends a sign of life to a reader that has taken everything; for any other, checks whether it goes on taking. */
  #beat(): void {
    if (this.#over || this.#catchingUp) return
    if (this.#response.writableLength > 0) return this.#watchReader()
    this.#readerCaughtUp()
    this.#response.write(pingFrame)
  }

  #watchReader(): void {
    const bytes = this.#ended ? this.#run.bytes : 0
    this.#unread ??= this.#readers.unread.wait(this.#options.whose, this.#response, bytes, () => this.#letGo())
  }

  #readerCaughtUp(): void {
    this.#unread?.over()
    this.#unread = undefined
  }

  /** Bytes that the reader has not taken count as the run's. */
  #weigh(): void {
    const { destroyed, writableLength } = this.#response
    this.#count(destroyed || writableLength < leastBacklog ? 0 : writableLength)
  }

  #count(waiting: number): void {
    if (waiting !== this.#backlog) this.#run.hold(waiting - this.#backlog)
    this.#backlog = waiting
  }

  #finish(): void {
    this.#over = true
    clearTimeout(this.#timer)
    this.#unread?.over()
  }

  #close(outcome: Outcome): void {
    const failedEarly = outcome.failure !== undefined && !this.#response.headersSent
    this.#finish()
    if (failedEarly) return this.#options.onEarlyFailure(this.#run)
    this.#sendHead()
    this.#finish()
    this.#endWith()
  }

  /** Says no more than this. What is on its way then may be taken as late as any other answer. */
  #endWith(lastWords?: Buffer): void {
    const response = this.#response
    response.end(lastWords)
    if (response.writableLength <= leastBacklog && !this.#run.keepsFrames) return
    this.#readers.unread.bound(this.#options.whose, response, response.writableLength)
    if (this.#run.outcome !== undefined) this.#readers.keeping.whileUnread(this.#run, response)
  }

  /** Sends the missed frames as fast as the reader takes them, a little in each turn; then new ones. */
  #catchUp(): void {
    if (this.#over) return
    this.#catchingUp = this.#sent < this.#run.frameCount
    if (this.#catchingUp) return this.#readers.turns.inTurn(() => this.#sendNext())
    this.#readerCaughtUp()
    if (this.#ended) this.#close(this.#ended)
  }

  #sendNext(): void {
    if (this.#over || this.#response.destroyed) return
    const missed = this.#run.nextFrames(this.#sent)
    this.#sent += missed.length
    this.#sendHead()
    const isTaken = this.#response.write(Buffer.concat(missed))
    this.#weigh()
    if (isTaken) this.#catchUp()
    else this.#waitForReader()
  }

  #waitForReader(): void {
    this.#catchingUp = true
    this.#response.once("drain", () => this.#catchUp())
    this.#watchReader()
  }

  /** The unread bytes of the connection come before the last message; a reader that reads on receives it. */
  #letGo(): void {
    this.#finish()
    this.#leave()
    this.#count(0)
    if (!this.#readers.keeping.letGo(this.#run, this.#response)) this.#run.stop("client-gone")
    this.#endWith(this.#options.farewell(this.#sent))
  }

  #gone(): void {
    this.#weigh()
    const left = !this.#over
    this.#finish()
    this.#leave()
    this.#options.leavePlace()
    if (this.#run.outcome !== undefined) {
      if (!this.#response.writableFinished) this.#readers.keeping.keep(this.#run)
    } else if (left) this.#options.onGone?.()
  }
}

const pingFrame = Buffer.from(": ping\n\n")

/** Told of an answer whose key was used before. */
export function replayHeaders(run: Run): Readonly<Record<string, string>> {
  return run.isReplay ? { "idempotent-replay": "true" } : {}
}
