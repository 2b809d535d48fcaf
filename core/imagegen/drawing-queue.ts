import type { Redirection } from "../gateway/chat-event.ts"
import type { Failure } from "../gateway/failure.ts"
import type { MicroReais } from "../lib/micro-reais.ts"
import type { Drawing } from "./drawing.ts"

/** The server forgets a key after a day: a request that is older than this, in ms, is never sent again, or it might be paid twice. */
export const keyKeptMs = 23 * 3_600_000

/** What the queue does next. */
export type QueueStep =
  | { readonly do: "send"; readonly drawing: Drawing }
  /** Nobody can tell any more how it ended: it was sent too long ago, or as somebody else. */
  | { readonly do: "give-up"; readonly drawing: Drawing }
  | { readonly do: "rest" }

/**
 * The next step: what was sent before a reload goes first, then whoever has waited longest. `now` in epoch ms; `askerOf`: as
 * whom a drawing would be sent by now (`askerMark`).
 */
export function nextStep(drawings: readonly Drawing[], now: number, askerOf: (drawing: Drawing) => string): QueueStep {
  const open = drawings.filter(isOpen).toSorted((a, b) => a.createdAt - b.createdAt)
  const past = open.find((drawing) => isForgotten(drawing, now) || isAnothers(drawing, askerOf))
  if (past) return { do: "give-up", drawing: past }
  const next = open.find(({ status }) => status === "running") ?? open[0]
  return next ? { do: "send", drawing: next } : { do: "rest" }
}

/** Whether its picture is still to come. */
export function isOpen({ status }: Drawing): boolean {
  return status === "waiting" || status === "running"
}

function isForgotten({ status, sentAt = status === "running" ? 0 : undefined }: Drawing, now: number): boolean {
  return sentAt !== undefined && now - sentAt > keyKeptMs
}

/** Keys belong to whoever sent them: under the same key, somebody else would be drawn and charged another picture. */
function isAnothers(drawing: Drawing, askerOf: (drawing: Drawing) => string): boolean {
  return drawing.sentAs !== undefined && drawing.sentAs !== askerOf(drawing)
}

/** What came of a request. */
export type DrawingOutcome =
  | {
      readonly kind: "picture"
      /** References into the store (`nk-image:…`). */
      readonly image: string
      readonly thumbnail?: string
      readonly runId?: string
      readonly seed?: number
      readonly cost?: MicroReais
      readonly redirected?: Redirection
    }
  | { readonly kind: "failed"; readonly failure: Failure }
  /** It was drawn and paid, and there was no room for it on this device. */
  | { readonly kind: "not-stored" }
  /** It was drawn and paid, and what came is no picture to this browser, or lies where it could not be fetched. */
  | { readonly kind: "unread" }
  /** No reply of the server's came: it may have been received. */
  | { readonly kind: "lost" }

/** A request as it was made. */
export interface DrawingRequest {
  /** The drawing as it was before it was sent, and as it was sent (`sent`). */
  readonly before: Drawing
  readonly drawing: Drawing
  /** How many requests before this one were lost in a row. */
  readonly losses: number
}

/** How long the queue waits before it asks again, where nothing says better; after a loss each time twice as long. In ms. */
const pauseMs = 3_000
const longestPauseMs = 60_000

/** A drawing as it goes on after a request, and how long the queue waits before the next one, in ms. */
export function afterRequest(
  { before, drawing, losses }: DrawingRequest,
  outcome: DrawingOutcome,
): { readonly drawing: Drawing; readonly pauseMs: number } {
  const { failure: earlier, ...rest } = drawing
  switch (outcome.kind) {
    case "lost":
      return { drawing, pauseMs: Math.min(pauseMs * 2 ** losses, longestPauseMs) }
    case "not-stored":
      return { drawing: { ...rest, status: "error", failure: { kind: "not-stored" } }, pauseMs: 0 }
    case "unread": {
      const kind = earlier?.kind === "unread" ? "unusable" : "unread"
      return { drawing: { ...rest, status: "error", failure: { kind } }, pauseMs: 0 }
    }
    case "failed": {
      const { failure } = outcome
      const wait = waitFor(failure)
      // Nothing was begun by this request; by one before it, whose reply was lost, it may have been.
      if (wait !== undefined) return { drawing: before, pauseMs: wait }
      return { drawing: { ...rest, status: "error", failure }, pauseMs: 0 }
    }
    case "picture": {
      const { kind: _kind, ...picture } = outcome
      return { drawing: { ...rest, status: "success", ...picture }, pauseMs: 0 }
    }
  }
}

/** How long to wait before the same is asked again, in ms; undefined where it is refused for good. */
function waitFor(failure: Failure): number | undefined {
  switch (failure.kind) {
    case "already-processing":
      return pauseMs
    case "balance-in-use":
    case "too-many-requests":
      return Math.max(1_000, failure.retryAfterMs ?? pauseMs)
    case "refused":
      return failure.reason === "no-room" ? (failure.retryAfterMs ?? pauseMs) : undefined
    case "upstream":
      return failure.status === 503 ? soon(failure.retryAfterMs) : undefined
    default:
      return undefined
  }
}

/** Our server says that it restarts, or has no database for a moment, and a provider that it will be back; one that is away for long is not waited for. */
function soon(retryAfterMs = Infinity): number | undefined {
  return retryAfterMs > longestPauseMs ? undefined : retryAfterMs
}

/** A drawing as it is sent: from now on it may be drawn and charged, whatever becomes of the line. `as`: whose it then is (`askerMark`). */
export function sent(drawing: Drawing, now: number, as: string): Drawing {
  return { ...drawing, status: "running", sentAt: drawing.sentAt ?? now, sentAs: as }
}

/** A drawing that nobody can tell any more how it ended. */
export function givenUp(drawing: Drawing): Drawing {
  return { ...drawing, status: "error", failure: { kind: "network" } }
}

/**
 * The same picture asked for anew, under a key of its own; one that was paid and not stored is asked for under its old key,
 * which brings it again. One that could not be read keeps its failure meanwhile: a second time tells that its key is of no use.
 */
export function askedAgain(
  drawing: Drawing,
  { id, key, now }: { readonly id: string; readonly key: string; readonly now: number },
): Drawing {
  if (drawing.failure?.kind === "unread") return { ...drawing, status: "waiting" }
  if (drawing.failure?.kind === "not-stored") {
    const { failure: _failure, ...rest } = drawing
    return { ...rest, status: "waiting" }
  }
  const { provider, model, version, params, body } = drawing
  const isError = drawing.status === "error"
  return {
    id: isError ? drawing.id : id,
    createdAt: isError ? drawing.createdAt : now,
    provider,
    model,
    ...(version !== undefined && { version }),
    params,
    body,
    key,
    status: "waiting",
  }
}
