import type { OwnCall } from "#core/access/own-access.ts"
import type { Drawing } from "#core/imagegen/drawing.ts"
import { askerMark } from "#core/imagegen/drawing-asker.ts"
import { afterRequest, givenUp, isOpen, nextStep, sent, type DrawingOutcome } from "#core/imagegen/drawing-queue.ts"
import { pathOfDrawing } from "#core/imagegen/drawing-request.ts"
import { providerNames } from "#core/providers/registry.ts"
import { afterOthers } from "../platform/browser/answer-locks.ts"
import { isOnline, onLineChange } from "../platform/browser/online.ts"
import { askForPicture } from "../platform/gateway/picture-client.ts"
import { acknowledgeRun, type Headers } from "../platform/gateway/run-client.ts"
import { keepGenerated, NoPicture } from "../platform/images/generated-image.ts"
import { applyBalance, authHeaders, knowVisitor, ownCall, selectIsCharged, useAccess } from "./access-store.ts"
import { ceilingsAsHeaders } from "./ceiling-headers.ts"
import { drawings } from "./drawing-store.ts"
import { noteOpenDrawings } from "./open-drawings.ts"
import { reportStorage } from "./storage-state.ts"

let isRunning = false
let isWantedAgain = false
let wake = () => {}
/** How many requests were lost in a row. */
let losses = 0
const requests = new Map<string, AbortController>()

/**
 * Works through the drawings that wait or were sent: one at a time, in one tab of this browser. Returns at once where the
 * queue is at work already; it then looks again before it rests.
 */
export function runDrawingQueue(): void {
  isWantedAgain = true
  wake()
  if (isRunning) return
  isRunning = true
  void work().finally(() => {
    isRunning = false
    if (isWantedAgain) runDrawingQueue()
  })
}

/** The drawing was deleted: its reply is waited for no more. What was sent is made and charged all the same. */
export function forgetRequest(id: string): void {
  requests.get(id)?.abort()
}

async function work(): Promise<void> {
  isWantedAgain = false
  try {
    // A tab that is closed leaves its drawings to the next one.
    await afterOthers("images", drawAll)
  } catch (trouble) {
    reportStorage(trouble)
    setTimeout(runDrawingQueue, storagePauseMs)
  }
}

/** Draws until nothing is left to be drawn. */
async function drawAll(): Promise<void> {
  for (;;) {
    await drawings.load()
    if (all().some(isOpen)) await knowVisitor()
    const step = nextStep(all(), Date.now(), (drawing) => askingFor(drawing).as)
    noteOpenDrawings(step.do !== "rest")
    if (step.do === "rest") return
    const { drawing } = step
    if (step.do === "give-up") await drawings.save(givenUp(drawing), drawing)
    else {
      const pauseMs = await send(drawing, askingFor(drawing))
      if (pauseMs > 0) await pause(pauseMs)
    }
  }
}

/** By whom a drawing is asked for, and how. */
interface Asking {
  readonly accessCode: string
  readonly isOwn: boolean
  readonly credentials: Headers
  readonly headers: Headers
  readonly as: string
}

/** As a drawing would be asked for now: another code may be entered at any time. */
function askingFor({ provider }: Drawing): Asking {
  const { accessCode } = useAccess.getState()
  const payer = ownCall(providerNames[provider])
  const own = typeof payer === "object" ? payer : undefined
  const credentials = authHeaders(own)
  const headers = { ...credentials, ...(own === undefined ? ceilings() : elsewhere(own)) }
  return { accessCode, isOwn: own !== undefined, credentials, headers, as: askerMark(headers) }
}

/** Sends a drawing and stores what comes of it. Resolves to how long to wait before the next request, in ms. */
async function send(before: Drawing, { accessCode, isOwn, credentials, headers, as }: Asking): Promise<number> {
  const drawing = sent(before, Date.now(), as)
  await drawings.save(drawing, before)
  const request = new AbortController()
  requests.set(drawing.id, request)
  const { provider, body, key } = drawing
  const path = pathOfDrawing(drawing)
  const reply = await askForPicture({ provider, path, body, key, headers, signal: request.signal })
  requests.delete(drawing.id)
  // It was deleted while it was drawn.
  if (request.signal.aborted) return 0
  if (reply === "lost") return ended(before, drawing, { kind: "lost" })
  if ("failure" in reply) return ended(before, drawing, { kind: "failed", failure: reply.failure })
  const { balance } = "unread" in reply ? reply.unread : reply.picture
  if (balance && !isOwn) applyBalance(balance, accessCode)
  if ("unread" in reply) return ended(before, drawing, { kind: "unread" })
  const { blob, runId, seed } = reply.picture
  const kept = await keepGenerated(blob, { withThumbnail: true }).catch(unkept)
  if ("kind" in kept) return ended(before, drawing, kept)
  const pauseMs = await ended(before, drawing, {
    kind: "picture",
    ...kept,
    ...(runId !== undefined && { runId }),
    ...(seed !== undefined && { seed }),
    ...(balance && { cost: balance.cost }),
    ...(balance?.redirected && { redirected: balance.redirected }),
  })
  if (runId !== undefined) void acknowledgeRun(runId, credentials)
  return pauseMs
}

/** Why a picture that came is not on this device. */
function unkept(trouble: unknown) {
  return { kind: trouble instanceof NoPicture ? "unread" : "not-stored" } as const
}

/** The user's ceilings, which the server keeps: a picture is a message of its own. */
function ceilings(): Headers {
  return selectIsCharged(useAccess.getState()) ? ceilingsAsHeaders() : {}
}

/** Where an own key's calls go, if not to its provider's address. */
function elsewhere({ credentials: { baseUrl } }: OwnCall): Headers {
  return baseUrl === undefined ? {} : { "X-Base-URL": baseUrl }
}

/** Stores what came of a request for a drawing, which was another before it was sent. */
async function ended(before: Drawing, drawing: Drawing, outcome: DrawingOutcome): Promise<number> {
  const after = afterRequest({ before, drawing, losses }, outcome)
  losses = outcome.kind === "lost" ? losses + 1 : 0
  // Deleted meanwhile: it does not come back.
  if (!all().some(({ id }) => id === drawing.id)) return 0
  await drawings.save(after.drawing, drawing)
  return after.pauseMs
}

function all(): readonly Drawing[] {
  return drawings.use.getState().records.map(({ value }) => value)
}

/** Waits, but no longer than until the connection is back or somebody asks for another picture. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      stopListening()
      wake = () => {}
      resolve()
    }
    const timer = setTimeout(done, isOnline() ? ms : Math.max(ms, offlineMs))
    const stopListening = onLineChange(done)
    wake = done
  })
}

/** How long a queue leaves alone a storage that fails, in ms: there may be room again, or another tab goes on. */
const storagePauseMs = 60_000

/** How often a queue without a connection tries nevertheless, in ms: browsers are often wrong about it. */
const offlineMs = 30_000
