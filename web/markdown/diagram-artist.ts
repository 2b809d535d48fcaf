import type { FrameReply, FrameTask } from "../platform/browser/frame-messages.ts"
import { texts } from "../platform/language/texts.ts"
import { whenKeysRest } from "../platform/browser/when-idle.ts"
import { diagramColours } from "./diagram-colours.ts"
import { atServer } from "../platform/gateway/server-address.ts"

/** A diagram as it was drawn, in CSS pixels. */
export interface Drawing {
  readonly width: number
  readonly height: number
  readonly svg: string
}

/** Without a drawing: its text is "wrong", or the frame was not there in time or fell silent, and may do better another time. */
export type Drawn = Drawing | "wrong" | "missed"

/** How long the frame may take to load, to say so once it has, to load Mermaid and to draw, in ms. */
const patience = { load: 20_000, ready: 2_000, draw: 20_000 } as const
/** How long it may say nothing while it draws, in ms: the first time, and once those that waited behind it have been drawn. */
const silence = { first: 1_800, last: 8_000 } as const
/** How often the page looks, in ms. What it misses by more, it was busy itself, and the frame's word may be waiting. */
const lookMs = 200
/** Largest drawing that is believed, in CSS pixels and characters. */
const most = { side: 8_000, svg: 2_000_000 } as const
/** Drawings kept, so that a chat opened again shows them at once. */
const keptCap = 60

const kept = new Map<string, Promise<Drawn>>()
/** The last drawing of each text, for what cannot wait. */
const finished = new Map<string, Drawing & { readonly dark: boolean }>()
let frame: HTMLIFrameElement | undefined
let listening: Promise<boolean> | undefined
let lastId = 0
let turn: Promise<unknown> = Promise.resolve()

/**
 * Draws a diagram in a frame out of sight that has no origin, one after the other and none while somebody types (a frame may
 * share the page's thread). A frame that does not answer in time is taken away, whatever it is doing, and the next diagram
 * gets a new one; what was silent, as on a slow phone, comes last and may take longer.
 */
export function drawDiagram(source: string, dark: boolean): Promise<Drawn> {
  const key = `${dark ? "d" : "l"}${source}`
  const known = kept.get(key)
  if (known) return known
  const drawing = drawTwice(source, dark).then((drawn) => {
    // Asked again, it is tried again.
    if (drawn === "missed" && kept.get(key) === drawing) kept.delete(key)
    if (typeof drawn !== "string") finished.set(source, { ...drawn, dark })
    dropOldest(finished)
    return drawn
  })
  kept.set(key, drawing)
  dropOldest(kept)
  return drawing
}

/** The drawing of a text that has been drawn already, in the colours it was last drawn in. */
export function finishedDrawing(source: string): (Drawing & { readonly dark: boolean }) | undefined {
  return finished.get(source)
}

function dropOldest(map: Map<string, unknown>): void {
  const oldest = map.keys().next()
  if (map.size > keptCap && !oldest.done) map.delete(oldest.value)
}

async function drawTwice(source: string, dark: boolean): Promise<Drawn> {
  const first = await inTurn(() => inFrame(source, dark, silence.first))
  const reply = first === "silent" ? await inTurn(() => inFrame(source, dark, silence.last)) : first
  return typeof reply === "string" ? "missed" : (believed(reply) ?? "wrong")
}

function inTurn(draw: () => Promise<FrameResult>): Promise<FrameResult> {
  const attempt = turn.then(() => new Promise<void>(whenKeysRest)).then(draw)
  turn = attempt
  return attempt
}

type FrameResult = FrameReply | "silent" | "absent"

async function inFrame(source: string, dark: boolean, silenceMs: number): Promise<FrameResult> {
  const target = openFrame()
  if (!(await listening)) {
    closeFrame()
    return "absent"
  }
  const id = (lastId += 1)
  const answer = hear(target, id, silenceMs)
  const task: FrameTask = { type: "draw", id, source, dark, colours: diagramColours(dark) }
  // It has no origin that could be named.
  target.contentWindow?.postMessage(task, "*")
  const reply = await answer
  if (typeof reply === "string") closeFrame()
  return reply
}

function openFrame(): HTMLIFrameElement {
  if (frame?.isConnected) return frame
  const made = document.createElement("iframe")
  made.sandbox.add("allow-scripts")
  made.referrerPolicy = "no-referrer"
  made.title = texts().chat.diagram
  made.tabIndex = -1
  made.ariaHidden = "true"
  Object.assign(made.style, {
    position: "fixed",
    insetBlockStart: "0",
    insetInlineStart: "-2000px",
    inlineSize: "900px",
    blockSize: "700px",
    border: "0",
    visibility: "hidden",
  })
  made.src = atServer("/frames/mermaid.html")
  frame = made
  listening = new Promise((resolve) => {
    const end = (isReady: boolean) => {
      stop()
      resolve(isReady)
    }
    const stop = onReply(made, ({ type }) => type === "ready" && end(true))
    setTimeout(() => end(false), patience.load)
    // Every resource has loaded or failed.
    made.addEventListener("load", () => setTimeout(() => end(false), patience.ready))
  })
  document.body.append(made)
  return made
}

function closeFrame(): void {
  frame?.remove()
  frame = undefined
}

/** The frame's answer to a task; "silent" when it stops telling that it works, "absent" when it never began. */
function hear(target: HTMLIFrameElement, id: number, silenceMs: number): Promise<FrameResult> {
  return new Promise((resolve) => {
    let lookedAt = performance.now()
    let waitedMs = 0
    /** Since it last said something; undefined: it never has. */
    let silentMs: number | undefined
    const end = (answer: FrameResult) => {
      clearInterval(timer)
      stop()
      resolve(answer)
    }
    const stop = onReply(target, (reply) => {
      if (reply.type === "ready" || reply.id !== id) return
      silentMs = 0
      if (reply.type !== "working") end(reply)
    })
    const timer = setInterval(() => {
      const now = performance.now()
      const passedMs = Math.min(now - lookedAt, 2 * lookMs)
      lookedAt = now
      // Timers of a hidden tab are slowed down, so they cannot be trusted.
      if (document.hidden) return
      waitedMs += passedMs
      if (silentMs === undefined) return void (waitedMs > patience.load && end("absent"))
      silentMs += passedMs
      if (silentMs > silenceMs || waitedMs > patience.draw) end("silent")
    }, lookMs)
  })
}

/** Listens to one frame. Returns the way to stop. */
export function onReply(target: HTMLIFrameElement, hear: (reply: FrameReply) => void): () => void {
  const onMessage = ({ source, origin, data }: MessageEvent<FrameReply | null>) => {
    if (source === target.contentWindow && origin === "null" && typeof data === "object" && data) hear(data)
  }
  addEventListener("message", onMessage)
  return () => removeEventListener("message", onMessage)
}

function believed(reply: FrameReply): Drawing | undefined {
  if (reply.type !== "drawn") return undefined
  const { width, height, svg } = reply
  const isSide = (side: unknown) => typeof side === "number" && side > 0 && side < most.side
  return isSide(width) && isSide(height) && typeof svg === "string" && svg.length <= most.svg
    ? { width, height, svg }
    : undefined
}
