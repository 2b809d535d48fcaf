import type { Failure } from "#core/gateway/failure.ts"
import { noUsage } from "#core/gateway/usage.ts"
import { microReais } from "#core/lib/micro-reais.ts"
import type { WireFrame } from "#core/providers/client-api.ts"
import { FrameBuffer } from "./frame-buffer.ts"
import type { Outcome } from "./outcome.ts"
import type { RunFacts, StopReason } from "./run-facts.ts"
import { runShares } from "./run-shares.ts"
import { skipping, type Watcher, Watchers } from "./watchers.ts"
import type { WholeReply } from "./whole-reply.ts"
import { framesFrom } from "./wire-frames.ts"

/**
 * `reserved`: money is held, the provider has not answered yet. An outcome's states are final; `interrupted` is a run
 * whose server died, closed by the next one.
 */
export type RunState = "reserved" | "streaming" | Outcome["state"]

/** Ends that are ours to make: what is billed whole is left all the same. */
const forced: readonly StopReason[] = ["shutdown", "too-long", "too-large", "taken-over"]

/** Memory of every run besides its answer, in bytes. */
const leastBytes = 8 * 1024
/** It is told in steps of so many bytes: most frames are smaller, and come by the thousand. */
const leastChange = 4 * 1024

/** On the wire. */
const shortBytes = 64 * 1024

/** The stored part of a run. */
export interface PastRun {
  readonly pieces?: Iterable<string>
  readonly reply?: WholeReply | undefined
  readonly outcome: Outcome
}

/** Hears of a run: it takes so many more bytes (or fewer); a watcher of it threw and was dropped. */
export interface RunListener {
  size(run: Run, change: number): void
  watcherFailed(run: Run, error: unknown): void
}

const nobody: RunListener = { size() {}, watcherFailed() {} }

/**
 * One answer in the making: a server object that does not depend on any connection. It keeps every frame, so that a
 * watcher who comes late, or again, sees the very same frames with the same ids.
 *
 * Frames carry ids from 1 without gaps. A whole (not streamed) reply is kept as `reply` instead.
 */
export class Run {
  #facts: RunFacts
  readonly #abort = new AbortController()
  readonly #leave: AbortController
  #frames = new FrameBuffer()
  readonly #watchers = new Watchers((error) => this.#listener.watcherFailed(this, error))
  #accepted = false
  #announced = false
  #watched = false
  #readers = 0
  #kept = 0
  #outlives = false
  #isSafeguarded = false
  #isKept = false
  #isReplay = false
  #state: RunState = "reserved"
  #stopReason: StopReason | undefined
  #outcome: Outcome | undefined
  #attachable = true
  #reply: WholeReply | undefined
  #beside = 0
  #toldBytes = 0
  readonly #longest: number
  readonly #listener: RunListener
  #ended!: (outcome: Outcome) => void
  /** Settles when the run has ended and its money is settled. Never rejects. */
  readonly ended: Promise<Outcome>

  constructor(facts: RunFacts, listener: RunListener = nobody) {
    this.#facts = facts
    this.#listener = listener
    this.#leave = facts.isBilledWhole === true ? new AbortController() : this.#abort
    this.#beside = leastBytes + (facts.requestBytes ?? 0)
    this.#longest = runShares[facts.share ?? "code"].longestAnswer
    this.ended = new Promise((resolve) => (this.#ended = resolve))
  }

  get facts(): RunFacts {
    return this.#facts
  }
  get state(): RunState {
    return this.#state
  }
  get outcome(): Outcome | undefined {
    return this.#outcome
  }
  get stopReason(): StopReason | undefined {
    return this.#stopReason
  }
  /** Its key means this run; false once it ended with nothing to show, so that the key may be tried again. */
  get attachable(): boolean {
    return this.#attachable
  }
  /** The body of a whole reply, once there. */
  get reply(): WholeReply | undefined {
    return this.#reply
  }
  /** Aborted when the run is stopped: nothing more is begun for it. */
  get signal(): AbortSignal {
    return this.#abort.signal
  }
  /** Aborted when its provider is to be left in the middle of an answer: with `signal`, unless the answer is billed whole. */
  get callSignal(): AbortSignal {
    return this.#leave.signal
  }

  /** Its memory, in bytes. */
  get bytes(): number {
    return this.#beside + this.#frames.bytes + (this.#reply?.bytes.length ?? 0)
  }
  /** So many bytes more are held for it elsewhere until it ends (fewer, where it is negative): what its provider has said and nobody has read yet. */
  hold(bytes: number): void {
    if (this.#outcome !== undefined) return
    this.#beside += bytes
    this.#tellSize()
  }
  /** Keeps the answer in as little memory as can be. */
  pack(): void {
    this.#frames.pack()
    this.#tellSize()
  }
  #tellSize(): void {
    if (this.#outcome !== undefined) return
    const change = this.bytes - this.#toldBytes
    if (change < leastChange && change > -leastChange) return
    this.#toldBytes += change
    this.#listener.size(this, change)
  }
  /** Tells its size for the first time. */
  enter(): void {
    this.#tellSize()
  }
  /** How many frames are on disk. */
  get keptFrames(): number {
    return this.#kept
  }
  /** So many more frames are on disk. */
  kept(more: number): void {
    this.#kept += more
  }
  get frameCount(): number {
    return this.#frames.length
  }

  /**
   * Ends the run from our side; the provider's connection is closed at once. What is billed whole is waited for, as long as
   * we can. The first reason is the one that is told.
   */
  stop(reason: StopReason): void {
    if (this.#outcome !== undefined) return
    this.#stopReason ??= reason
    this.#abort.abort()
    if (forced.includes(reason)) this.#leave.abort()
  }

  /** True when this run replays an earlier one with the same Idempotency-Key, which this server did not have in memory. */
  get isReplay(): boolean {
    return this.#isReplay
  }

  /** Somebody watched once and nobody does now. */
  get isAlone(): boolean {
    return this.#watched && this.#watchers.size === 0
  }

  /** Its key is its own, and what it may cost is held: it will not be refused any more, nor become an earlier run. */
  accept(): void {
    this.#accepted = true
  }
  /** Whether its readers may be told its id. */
  get isAccepted(): boolean {
    return this.#accepted || this.#outcome !== undefined
  }

  /** A reader was told that a stream is coming, so a failure has to be told inside it. */
  announce(): void {
    this.#announced = true
  }
  get begun(): boolean {
    return this.#announced || this.#frames.length > 0
  }

  /** The next frames, not yet part of the answer. */
  encode(fresh: readonly WireFrame[]): readonly Buffer[] {
    const first = this.#facts.bare === true ? undefined : this.#frames.length + 1
    return framesFrom(first, fresh).map((frame) => this.#frames.bytesOf(frame))
  }

  /** Adds the next frames to the answer and shows them to everybody who watches. */
  append(fresh: readonly Buffer[]): void {
    if (fresh.length === 0) return
    if (this.#outcome === undefined) this.#state = "streaming"
    this.#frames.push(fresh)
    if (this.#frames.rawBytes > this.#longest) this.stop("too-large")
    this.#tellSize()
    this.#watchers.frames(fresh)
  }

  /**
   * Takes one of the places of those who read its stream, and answers how to leave it; undefined when all are taken. A short
   * answer that has ended is given at once, and takes none.
   */
  takeReader(): (() => void) | undefined {
    if (this.#outcome !== undefined && this.#frames.rawBytes <= shortBytes) return () => {}
    if (this.#readers >= runShares[this.#facts.share ?? "code"].readers) return undefined
    this.#readers += 1
    return () => void (this.#readers -= 1)
  }

  /** It is kept as it comes, for readers who come back: it has a key, its reader was let go by us, or its server is told to end. */
  get keepsFrames(): boolean {
    return this.goesOnAlone || this.#isSafeguarded
  }
  /** It does not end with its connection. */
  get goesOnAlone(): boolean {
    return this.facts.key !== undefined || this.#outlives
  }
  /** Its server may be killed before its reader has it all: from now on it is kept as if it had a key, until that is known. */
  safeguard(): void {
    this.#isSafeguarded = true
  }
  /** It has no key and does not end with its connection all the same. */
  outlive(): void {
    this.#outlives = true
  }
  /** Nothing of it is kept any more: its reader has it all in the end, or there is nothing to have. */
  leaveNothing(): void {
    this.#outlives = this.#isSafeguarded = false
  }
  /** Its end is on disk. */
  get isKept(): boolean {
    return this.#isKept
  }
  endIsKept(): void {
    this.#isKept = true
  }

  /** The frames after an id, as they go over the wire; the first so many bytes of them, where that is given. */
  framesAfter(id: number, mostBytes?: number): readonly Buffer[] {
    return this.#frames.after(id, mostBytes)
  }

  /** The next frames after an id, as many as can be had without much work; none when there are no more. */
  nextFrames(id: number): readonly Buffer[] {
    return this.#frames.next(id)
  }

  /** Keeps the body of a whole reply; watchers get it with the end. */
  keepReply(reply: WholeReply): void {
    this.#reply = reply
    this.#tellSize()
  }

  /** The run is over and settled. */
  end(outcome: Outcome, attachable = true): void {
    if (this.#outcome !== undefined) return
    this.#outcome = outcome
    this.#attachable = attachable
    this.#state = outcome.state
    this.#beside = 0
    this.#listener.size(this, -this.#toldBytes)
    this.#toldBytes = 0
    this.#watchers.end(outcome)
    this.#ended(outcome)
  }

  /**
   * A run of the past, as it was kept: its frames as they went over the wire, in pieces of whole frames, or its whole reply,
   * and its end. `pause` is waited for between the pieces.
   */
  static async restore(
    facts: RunFacts,
    { pieces = [], reply, outcome }: PastRun,
    pause?: () => Promise<void>,
  ): Promise<Run> {
    const run = new Run(facts)
    for (const piece of pieces) {
      const frames = piece.split(/(?<=\n\n)/).filter((frame) => frame !== "")
      run.append(frames.map((frame) => Buffer.from(frame)))
      await pause?.()
    }
    if (reply !== undefined) run.keepReply(reply)
    run.outlive()
    run.endIsKept()
    run.end(outcome)
    return run
  }

  /** Becomes a run of the past, for those who watch it already: the same key was used before. */
  adopt(earlier: Run): void {
    this.#facts = earlier.facts
    this.#isReplay = true
    this.#frames = earlier.#frames
    this.#tellSize()
    this.#watchers.replaced((watcher) => showInstead(watcher, this))
    if (earlier.reply !== undefined) this.keepReply(earlier.reply)
    if (earlier.outcome) this.end(earlier.outcome)
  }

  /** Ends a run that was refused: nothing was held, nothing is owed. */
  refuse(failure: Failure): void {
    this.end({ state: "failed", usage: noUsage, cost: microReais(0), failure, limitedByBalance: false }, false)
  }

  /** Ends a run whose handling broke; what it holds is for the server to give back, where no other has charged it. */
  crash(failure: Failure): void {
    this.#abort.abort()
    this.#leave.abort()
    this.refuse(failure)
  }

  /**
   * Shows the watcher every frame after the given id, then what comes, then the end. Returns how to leave. It may be ahead of
   * us: where servers share the data, another one has shown it an end that we wrote and were not told of yet.
   */
  watch(reader: Watcher, afterId = 0): () => void {
    this.#watched = true
    const watcher = afterId > this.#frames.length ? skipping(afterId - this.#frames.length, reader) : reader
    const missed = this.framesAfter(afterId)
    if (missed.length > 0) watcher.frames(missed)
    if (this.#outcome !== undefined) {
      watcher.end(this.#outcome)
      return () => {}
    }
    return this.#watchers.add(watcher)
  }
}

/** Another run stands in the place of the one that was watched. */
function showInstead(watcher: Watcher, run: Run): void {
  if (watcher.replaced) return watcher.replaced()
  for (let at = 0; at < run.frameCount;) {
    const some = run.nextFrames(at)
    at += some.length
    watcher.frames(some)
  }
}
