import type { Failure } from "../gateway/failure.ts"
import type { MicroReais } from "../lib/micro-reais.ts"
import type { Drawing } from "./drawing.ts"

/** The server forgets a key after a day: a request that is older than this, in ms, is never sent again, or it might be paid twice. */
export const keyKeptMs = 23 * 3_600_000

/** What the queue does next. */
export type QueueStep =
  | { readonly do: "send"; readonly drawing: Drawing }
  /** It was sent so long ago that nobody can tell any more how it ended. */
  | { readonly do: "give-up"; readonly drawing: Drawing }
  | { readonly do: "rest" }

/** The next step: what was sent before a reload goes first, then whoever has waited longest. `now` in epoch ms. */
export function nextStep(drawings: readonly Drawing[], now: number): QueueStep {
  const inOrder = drawings.toSorted((a, b) => a.createdAt - b.createdAt)
  const running = inOrder.filter(({ status }) => status === "running")
  const tooOld = running.find(({ sentAt = 0 }) => now - sentAt > keyKeptMs)
  if (tooOld) return { do: "give-up", drawing: tooOld }
  const next = running[0] ?? inOrder.find(({ status }) => status === "waiting")
  return next ? { do: "send", drawing: next } : { do: "rest" }
}

/** What came of a request. */
export type DrawingOutcome =
  | {
      readonly kind: "picture"
      /** References into the store (`nk-image:…`). */
      readonly image: string
      readonly thumbnail?: string
      readonly seed?: number
      readonly cost?: MicroReais
    }
  | { readonly kind: "failed"; readonly failure: Failure }
  /** No reply came: it may have been received. */
  | { readonly kind: "lost" }

/** How long the queue waits before it asks again, where nothing says better; in ms. */
const pauseMs = 3_000

/** A drawing as it goes on after a request, and how long the queue waits before the next one, in ms. */
export function afterRequest(
  drawing: Drawing,
  outcome: DrawingOutcome,
): { readonly drawing: Drawing; readonly pauseMs: number } {
  const { failure: _failure, ...rest } = drawing
  if (outcome.kind === "lost") return { drawing: { ...rest, status: "running" }, pauseMs }
  if (outcome.kind === "failed") {
    const { failure } = outcome
    const wait = waitFor(failure)
    if (wait !== undefined) return { drawing: { ...rest, status: "waiting", sentAt: undefined }, pauseMs: wait }
    return { drawing: { ...rest, status: "error", failure }, pauseMs: 0 }
  }
  const { image, thumbnail, seed, cost } = outcome
  return {
    drawing: {
      ...rest,
      status: "success",
      image,
      ...(thumbnail !== undefined && { thumbnail }),
      ...(seed !== undefined && { seed }),
      ...(cost !== undefined && { cost }),
    },
    pauseMs: 0,
  }
}

/** How long to wait before the same is asked again, in ms; undefined where it is refused for good. */
function waitFor(failure: Failure): number | undefined {
  if (failure.kind === "already-processing" || failure.kind === "balance-in-use") return pauseMs
  if (failure.kind === "too-many-requests") return Math.max(1_000, failure.retryAfterMs ?? pauseMs)
  return undefined
}

/** A drawing as it is sent: from now on it may be drawn and charged, whatever becomes of the line. */
export function sent(drawing: Drawing, now: number): Drawing {
  return { ...drawing, status: "running", sentAt: drawing.sentAt ?? now }
}

/** A drawing that nobody can tell any more how it ended. */
export function givenUp(drawing: Drawing): Drawing {
  return { ...drawing, status: "error", failure: { kind: "network" } }
}

/** The same picture asked for anew, under a key of its own. `seed`: the one of the picture before, where it is to be kept. */
export function askedAgain(
  drawing: Drawing,
  { id, key, now }: { readonly id: string; readonly key: string; readonly now: number },
): Drawing {
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
