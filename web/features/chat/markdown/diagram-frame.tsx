import { useEffect, useEffectEvent, useRef, useState } from "react"
import { texts } from "../../../platform/texts.ts"
import { useIsDark } from "../../../ui/use-is-dark.ts"
import type { FrameReply, FrameTask } from "../../../platform/frame-messages.ts"
import { diagramColours } from "./diagram-colours.ts"
import styles from "./markdown.module.css"

/** A diagram as it was drawn, in CSS pixels. */
export interface Drawing {
  readonly width: number
  readonly height: number
  /** Makes an address under which it is a picture; whoever asks gives it back (`URL.revokeObjectURL`). */
  readonly picture: () => string
}

/** How long a frame may take to load Mermaid, to draw, and to say nothing while it draws, in ms. */
const patience = { load: 20_000, draw: 15_000, silence: 1_800 } as const
/** How small a drawing may be shown on a narrow screen, so that it can be read; then it scrolls. */
const smallestScale = 0.7
/** Largest drawing that is believed, in CSS pixels and characters. */
const most = { side: 8_000, svg: 2_000_000 } as const

export interface DiagramFrameProps {
  readonly source: string
  readonly onDrawn: (drawing: Drawing) => void
  readonly onFailed: () => void
}

/**
 * The frame that draws a diagram: no origin, no network, no way to this page but messages, which are believed within
 * bounds. One that does not answer in time is taken away, whatever it is doing.
 */
export function DiagramFrame({ source, onDrawn, onFailed }: DiagramFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const isDark = useIsDark()
  const [isReady, setReady] = useState(false)
  const [drawing, setDrawing] = useState<Drawing>()
  const lastSign = useRef(0)

  const hear = useEffectEvent((reply: FrameReply) => {
    lastSign.current = performance.now()
    if (reply.type === "working") return
    if (reply.type === "ready") return setReady(true)
    const drawn = reply.type === "drawn" ? drawingOf(reply) : undefined
    if (drawn === undefined) return onFailed()
    setDrawing(drawn)
    onDrawn(drawn)
  })
  const fail = useEffectEvent(onFailed)

  useEffect(() => {
    const onMessage = ({ source: sender, origin, data }: MessageEvent<FrameReply>) => {
      if (sender === frame.current?.contentWindow && origin === "null" && typeof data === "object") hear(data)
    }
    addEventListener("message", onMessage)
    return () => removeEventListener("message", onMessage)
  }, [])

  useEffect(() => {
    if (!isReady) return
    const task: FrameTask = { type: "draw", source, dark: isDark, colours: diagramColours(isDark) }
    setDrawing(undefined)
    // It has no origin that could be named.
    frame.current?.contentWindow?.postMessage(task, "*")
  }, [isReady, source, isDark])

  useEffect(() => {
    if (drawing) return
    const startMs = performance.now()
    lastSign.current = startMs
    const timer = setInterval(() => {
      // Nobody's clock is to be trusted in a tab that is not looked at.
      if (document.hidden) return void (lastSign.current = performance.now())
      const now = performance.now()
      const isSilent = isReady && now - lastSign.current > patience.silence
      if (isSilent || now - startMs > (isReady ? patience.draw : patience.load)) fail()
    }, 200)
    return () => clearInterval(timer)
  }, [isReady, drawing, isDark])

  const size = drawing && {
    aspectRatio: `${drawing.width} / ${drawing.height}`,
    inlineSize: `${drawing.width}px`,
    minInlineSize: `${drawing.width * smallestScale}px`,
  }
  return (
    <div className={styles.diagramBox}>
      <iframe
        ref={frame}
        className={styles.diagramFrame}
        title={texts().chat.diagram}
        src="/frames/mermaid.html"
        sandbox="allow-scripts"
        referrerPolicy="no-referrer"
        tabIndex={-1}
        style={size}
      />
    </div>
  )
}

function drawingOf({ width, height, svg }: Extract<FrameReply, { type: "drawn" }>): Drawing | undefined {
  const isSide = (side: unknown) => typeof side === "number" && side > 0 && side < most.side
  if (!isSide(width) || !isSide(height) || typeof svg !== "string" || svg.length > most.svg) return undefined
  return { width, height, picture: () => URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" })) }
}
