import { useEffect, useEffectEvent, useRef, useState } from "react"
import type { FrameTask } from "../platform/browser/frame-messages.ts"
import { texts } from "../platform/language/texts.ts"
import { useIsDark } from "../ui/use-is-dark.ts"
import { drawDiagram, onReply, type Drawing, type Drawn } from "./diagram-artist.ts"
import { watchNear } from "./viewport/watch-near.ts"
import styles from "./diagram.module.css"
import { atServer } from "../platform/gateway/server-address.ts"

/** So much smaller than drawn, a diagram can still be read; below that it can be brought closer, and then scrolls. */
export const readableScale = 0.7

export interface DiagramFrameProps {
  readonly source: string
  /** It is as large as it can be read, and scrolls; otherwise it is as wide as there is room. */
  readonly isClose: boolean
  readonly onDrawn: (drawing: Drawing) => void
  readonly onFailed: (why: "wrong" | "missed") => void
}

/** The frame that shows a diagram: no origin, no network, no way to this page but messages. */
export function DiagramFrame({ source, isClose, onDrawn, onFailed }: DiagramFrameProps) {
  const box = useRef<HTMLDivElement>(null)
  const isDark = useIsDark()
  const [isNear, setNear] = useState(true)
  const [drawing, setDrawing] = useState<Drawing>()
  const tell = useEffectEvent((drawn: Drawn) => {
    if (typeof drawn === "string") return onFailed(drawn)
    setDrawing(drawn)
    onDrawn(drawn)
  })

  // A frame is a page of its own: one the reader has left goes, and leaves its place.
  useEffect(() => (box.current ? watchNear(box.current, "message", setNear) : undefined), [])

  useEffect(() => {
    let wanted = true
    void drawDiagram(source, isDark).then((drawn) => wanted && tell(drawn))
    return () => {
      wanted = false
    }
  }, [source, isDark])

  const size = drawing && {
    aspectRatio: `${drawing.width} / ${drawing.height}`,
    inlineSize: `${drawing.width}px`,
    minInlineSize: isClose ? `${drawing.width * readableScale}px` : undefined,
  }
  return (
    <div ref={box} className={styles.diagramBox} data-sideways>
      <div className={styles.diagramPlace} style={size}>
        {isNear && <ShowingFrame drawing={drawing} isDark={isDark} />}
      </div>
    </div>
  )
}

function ShowingFrame({ drawing, isDark }: { readonly drawing: Drawing | undefined; readonly isDark: boolean }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [isReady, setReady] = useState(false)

  useEffect(
    () => (frame.current ? onReply(frame.current, ({ type }) => type === "ready" && setReady(true)) : undefined),
    [],
  )

  useEffect(() => {
    if (!isReady || !drawing) return
    const task: FrameTask = { type: "show", svg: drawing.svg, dark: isDark }
    // It has no origin that could be named.
    frame.current?.contentWindow?.postMessage(task, "*")
  }, [isReady, drawing, isDark])

  return (
    <iframe
      ref={frame}
      className={styles.diagramFrame}
      title={texts().chat.diagram}
      src={atServer("/frames/mermaid.html")}
      sandbox="allow-scripts"
      referrerPolicy="no-referrer"
      tabIndex={-1}
    />
  )
}
