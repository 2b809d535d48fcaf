import { useEffect, useEffectEvent, useRef, useState } from "react"
import type { FrameTask } from "../../../platform/frame-messages.ts"
import { texts } from "../../../platform/texts.ts"
import { useIsDark } from "../../../ui/use-is-dark.ts"
import { drawDiagram, onReply, type Drawing } from "./diagram-artist.ts"
import styles from "./diagram.module.css"

/** How small a drawing may be shown on a narrow screen, so that it can be read; then it scrolls. */
const smallestScale = 0.7

export interface DiagramFrameProps {
  readonly source: string
  readonly onDrawn: (drawing: Drawing) => void
  readonly onFailed: () => void
}

/** The frame that shows a diagram: no origin, no network, no way to this page but messages. */
export function DiagramFrame({ source, onDrawn, onFailed }: DiagramFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const isDark = useIsDark()
  const [isReady, setReady] = useState(false)
  const [drawing, setDrawing] = useState<Drawing>()
  const tell = useEffectEvent((drawn: Drawing | undefined) => {
    if (drawn === undefined) return onFailed()
    setDrawing(drawn)
    onDrawn(drawn)
  })

  useEffect(
    () => (frame.current ? onReply(frame.current, ({ type }) => type === "ready" && setReady(true)) : undefined),
    [],
  )

  useEffect(() => {
    let wanted = true
    void drawDiagram(source, isDark).then((drawn) => wanted && tell(drawn))
    return () => {
      wanted = false
    }
  }, [source, isDark])

  useEffect(() => {
    if (!isReady || !drawing) return
    const task: FrameTask = { type: "show", svg: drawing.svg, dark: isDark }
    // It has no origin that could be named.
    frame.current?.contentWindow?.postMessage(task, "*")
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
