/**
 * Draws diagrams with Mermaid and shows them, in frames without an origin (`server/http/frames.ts`), so that a
 * malicious diagram is confined to them. Browsers do not cache for such frames, so one frame draws for all.
 */
import type mermaid from "mermaid"
import type { FrameReply, FrameTask } from "../platform/browser/frame-messages.ts"

/** The module beside this file; its name contains its version. Only the frame that draws loads it. */
const address = new URL("./mermaid.esm.min.mjs", import.meta.url).href
const load = () => import(/* @vite-ignore */ address) as Promise<{ readonly default: typeof mermaid }>

const font = `system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif`
/** Settings that a diagram's own configuration must not change. */
const secure = [
  "secure",
  "securityLevel",
  "startOnLoad",
  "maxTextSize",
  "maxEdges",
  "suppressErrorRendering",
  "fontFamily",
  "altFontFamily",
  "themeCSS",
  "themeVariables",
  "theme",
  "htmlLabels",
  "dompurifyConfig",
]

addEventListener("message", ({ source, data }: MessageEvent<FrameTask>) => {
  if (source !== parent) return
  if (data?.type === "draw") void work(data)
  if (data?.type === "show") show(data)
})

tell({ type: "ready" })

function tell(reply: FrameReply): void {
  // Our page has an origin, this frame has none: it cannot name it, and the server lets no other page hold the frame.
  parent.postMessage(reply, "*")
}

function show({ svg, dark }: Extract<FrameTask, { type: "show" }>): void {
  document.documentElement.style.colorScheme = dark ? "dark" : "light"
  document.body.innerHTML = svg
}

type DrawTask = Extract<FrameTask, { type: "draw" }>

/** Draws, and reports progress meanwhile: the page removes a frame that has become silent. */
async function work(task: DrawTask): Promise<void> {
  const { id } = task
  await load().catch(() => undefined)
  const sign = setInterval(() => tell({ type: "working", id }), 300)
  tell({ type: "working", id })
  // Messages are sent at the end of a task; a drawing that never ends would hold them back.
  await new Promise((resolve) => setTimeout(resolve, 20))
  const reply = await draw(task).catch((): FrameReply => ({ type: "failed", id }))
  clearInterval(sign)
  tell(reply)
}

async function draw({ id, source, dark, colours }: DrawTask): Promise<FrameReply> {
  const { default: artist } = await load()
  artist.initialize({
    startOnLoad: false,
    securityLevel: "strict",
    suppressErrorRendering: true,
    maxTextSize: 20_000,
    maxEdges: 400,
    secure,
    fontFamily: font,
    // Labels of HTML would be lost where the drawing is shown as a picture.
    htmlLabels: false,
    theme: "base",
    themeVariables: { ...colours, darkMode: dark, fontFamily: font, fontSize: "15px", dropShadow: "none" },
  })
  const { svg: markup } = await artist.render("diagram", source)
  document.body.innerHTML = markup
  const svg = document.querySelector("svg")
  const [, , width = 0, height = 0] = (svg?.getAttribute("viewBox") ?? "").split(/[\s,]+/).map(Number)
  if (!svg || !(width > 0) || !(height > 0)) return { type: "failed", id }
  svg.setAttribute("width", String(width))
  svg.setAttribute("height", String(height))
  svg.style.maxWidth = ""
  const picture = new XMLSerializer().serializeToString(svg)
  document.body.replaceChildren()
  return { type: "drawn", id, width, height, svg: picture }
}
