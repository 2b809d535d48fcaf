/**
 * Draws diagrams with Mermaid, in a frame without an origin (`server/http/frames.ts`): it is told what to draw, and says
 * how large it is and how it looks. What a diagram's text might do, it does in here.
 */
import type mermaid from "mermaid"
import type { FrameReply, FrameTask } from "../platform/frame-messages.ts"

/** Beside this file, under a name that carries its version. */
const address = new URL("./mermaid.esm.min.mjs", import.meta.url).href
const loaded = import(/* @vite-ignore */ address) as Promise<{ readonly default: typeof mermaid }>

const font = `system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif`
/** What a diagram's own settings may not change. */
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

addEventListener("message", (event: MessageEvent<FrameTask>) => {
  if (event.source === parent && event.data?.type === "draw") void work(event.data)
})

loaded.then(
  () => tell({ type: "ready" }),
  () => tell({ type: "failed" }),
)

function tell(reply: FrameReply): void {
  // Our page has an origin, this frame has none: it cannot name it, and the server lets no other page hold the frame.
  parent.postMessage(reply, "*")
}

/** Draws, saying all the while that it does: a page that hears nothing any more takes the frame away. */
async function work(task: FrameTask): Promise<void> {
  const sign = setInterval(() => tell({ type: "working" }), 300)
  const reply = await draw(task).catch((): FrameReply => ({ type: "failed" }))
  clearInterval(sign)
  tell(reply)
}

async function draw({ source, dark, colours }: FrameTask): Promise<FrameReply> {
  const { default: artist } = await loaded
  document.documentElement.style.colorScheme = dark ? "dark" : "light"
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
  if (!svg || !(width > 0) || !(height > 0)) return { type: "failed" }
  svg.setAttribute("width", String(width))
  svg.setAttribute("height", String(height))
  svg.style.maxWidth = ""
  return { type: "drawn", width, height, svg: new XMLSerializer().serializeToString(svg) }
}
