import type { FrameReply, FrameTask } from "../../../platform/frame-messages.ts"
import { texts } from "../../../platform/texts.ts"
import { whenKeysRest } from "../../../platform/when-idle.ts"
import { diagramColours } from "./diagram-colours.ts"

/** A diagram as it was drawn, in CSS pixels. */
export interface Drawing {
  readonly width: number
  readonly height: number
  readonly svg: string
}

/** How long the frame may take to load, to say so once it has, to load Mermaid, to draw, and to say nothing while it draws, in ms. */
const patience = { load: 20_000, ready: 2_000, draw: 15_000, silence: 1_800 } as const
/** Largest drawing that is believed, in CSS pixels and characters. */
const most = { side: 8_000, svg: 2_000_000 } as const
/** Drawings kept, so that a chat opened again shows them at once. */
const keptCap = 60

const kept = new Map<string, Promise<Drawing | undefined>>()
let frame: HTMLIFrameElement | undefined
let listening: Promise<boolean> | undefined
let lastId = 0
let turn: Promise<unknown> = Promise.resolve()

/**
 * Draws a diagram in a frame out of sight that has no origin, one after the other and none while somebody types (a frame may
 * share the page's thread); undefined where it cannot be drawn. A frame that does not answer in time is taken away, whatever
 * it is doing, and the next diagram gets a new one.
 */
export function drawDiagram(source: string, dark: boolean): Promise<Drawing | undefined> {
  const key = `${dark ? "d" : "l"}${source}`
  const known = kept.get(key)
  if (known) return known
  const attempt = turn.then(() => new Promise<void>(whenKeysRest)).then(() => inFrame(source, dark))
  turn = attempt
  const drawing = attempt.then((reply) => {
    // Nobody was there to draw it, as without a connection: asked again, it is tried again.
    if (reply === "absent" && kept.get(key) === drawing) kept.delete(key)
    return typeof reply === "string" ? undefined : believed(reply)
  })
  kept.set(key, drawing)
  const oldest = kept.keys().next()
  if (kept.size > keptCap && !oldest.done) kept.delete(oldest.value)
  return drawing
}

type Answer = FrameReply | "silent" | "absent"

async function inFrame(source: string, dark: boolean): Promise<Answer> {
  const target = openFrame()
  if (!(await listening)) {
    closeFrame()
    return "absent"
  }
  const id = (lastId += 1)
  const answer = hear(target, id)
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
  made.src = "/frames/mermaid.html"
  frame = made
  listening = new Promise((resolve) => {
    const end = (isReady: boolean) => {
      stop()
      resolve(isReady)
    }
    const stop = onReply(made, ({ type }) => type === "ready" && end(true))
    setTimeout(() => end(false), patience.load)
    // Whatever was to be loaded has come or has failed.
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
function hear(target: HTMLIFrameElement, id: number): Promise<Answer> {
  return new Promise((resolve) => {
    const startMs = performance.now()
    let lastSign: number | undefined
    const end = (answer: Answer) => {
      clearInterval(timer)
      stop()
      resolve(answer)
    }
    const stop = onReply(target, (reply) => {
      if (reply.type === "ready" || reply.id !== id) return
      lastSign = performance.now()
      if (reply.type !== "working") end(reply)
    })
    const timer = setInterval(() => {
      const now = performance.now()
      // Nobody's clock is to be trusted in a tab that is not looked at.
      if (document.hidden) return void (lastSign &&= now)
      const isSilent = lastSign !== undefined && now - lastSign > patience.silence
      if (lastSign === undefined ? now - startMs > patience.load : isSilent || now - startMs > patience.draw) {
        end(lastSign === undefined ? "absent" : "silent")
      }
    }, 200)
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
