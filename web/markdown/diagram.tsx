import { useContext, useEffect, useRef, useState, type RefObject } from "react"
import { texts } from "../platform/language/texts.ts"
import { IconButton } from "../ui/button.tsx"
import { classNames } from "../ui/class-names.ts"
import { useNearInTurn } from "./viewport/use-near-screen.ts"
import { CodeActions } from "./code-actions.tsx"
import { CodeBlock } from "./code-block.tsx"
import { finishedDrawing, type Drawing } from "./diagram-artist.ts"
import { OnPaper } from "./on-paper.ts"
import { DiagramFrame, readableScale } from "./diagram-frame.tsx"
import { lazyPart } from "../ui/lazy-part.tsx"
import code from "./code-block.module.css"
import styles from "./diagram.module.css"
import more from "./more.module.css"

const ImagePreview = lazyPart(() => import("../ui/image-preview.tsx"))

/** A Mermaid diagram: its text until the reader comes near and the page is idle, for each drawing is a frame of its own. */
export function Diagram({ source }: { readonly source: string }) {
  const place = useRef<HTMLDivElement>(null)
  const isNear = useNearInTurn(place)
  if (useContext(OnPaper)) return <PaperDiagram source={source} />
  return (
    <div ref={place} tabIndex={-1}>
      {isNear ? (
        <NearDiagram source={source} place={place} />
      ) : (
        <CodeBlock code={source} language="mermaid" open={false} />
      )}
    </div>
  )
}

/**
 * A drawing as a picture, which can neither run nor load anything; its text where it has not been drawn. Paper is made at
 * once: only a picture that is its own address is there in time.
 */
function PaperDiagram({ source }: { readonly source: string }) {
  const drawing = finishedDrawing(source)
  if (drawing === undefined) return <CodeBlock code={source} language="mermaid" open />
  const { svg, width, height, dark } = drawing
  return (
    <img
      className={classNames(styles.diagramOnPaper, dark && styles.diagramInNegative)}
      src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
      alt={source}
      width={width}
      height={height}
    />
  )
}

interface NearDiagramProps {
  readonly source: string
  readonly place: RefObject<HTMLElement | null>
}

/** Its text stands in its place until it is drawn, where it cannot be, and on request. */
function NearDiagram({ source, place }: NearDiagramProps) {
  const t = texts().chat
  const [drawing, setDrawing] = useState<Drawing>()
  const [failure, setFailure] = useState<"wrong" | "missed">()
  const [showsSource, setShowsSource] = useState(false)
  const [picture, setPicture] = useState<string>()
  const [isClose, setClose] = useState(false)
  useEffect(() => () => URL.revokeObjectURL(picture ?? ""), [picture])
  const widthPx = useWidth(place)
  if (failure !== undefined) {
    const again = () => {
      // The button goes, and whoever pressed it stays where it was.
      place.current?.focus({ preventScroll: true })
      setFailure(undefined)
    }
    return (
      <>
        <p className={styles.diagramTrouble}>{t.diagramFailed}</p>
        {failure === "missed" && (
          <button type="button" className={more.more} onClick={again}>
            {t.showDiagram}
          </button>
        )}
        <CodeBlock code={source} language="mermaid" open={false} />
      </>
    )
  }
  const isDrawn = drawing !== undefined
  const showWhole = () => setPicture(drawing && pictureOf(drawing))
  return (
    <>
      <figure
        className={classNames(styles.diagram, (!isDrawn || showsSource) && styles.diagramAside)}
        aria-hidden={!isDrawn || showsSource}
        data-copied-as={source}
      >
        <figcaption className={code.codeHead} data-uncopied>
          <span>{t.diagram}</span>
          <IconButton size="small" icon="code" label={t.showDiagramSource} onClick={() => setShowsSource(true)} />
          <CodeActions code={source} language="mermaid" />
          {isDrawn && drawing.width * readableScale > widthPx && (
            <IconButton
              size="small"
              icon={isClose ? "zoomOut" : "zoomIn"}
              label={isClose ? texts().shell.zoomOut : texts().shell.zoomIn}
              aria-pressed={isClose}
              onClick={() => setClose(!isClose)}
            />
          )}
          <IconButton size="small" icon="maximise" label={t.fullScreen} onClick={showWhole} />
        </figcaption>
        {/* A tap on the drawing is a shortcut for the button above. */}
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events */}
        <div onClick={showWhole}>
          <DiagramFrame source={source} isClose={isClose} onDrawn={setDrawing} onFailed={setFailure} />
        </div>
      </figure>
      {picture !== undefined && (
        <ImagePreview
          onMissing={() => setPicture(undefined)}
          src={picture}
          description={t.diagram}
          fileName={`${t.diagram.toLowerCase()}.svg`}
          onClose={() => setPicture(undefined)}
        />
      )}
      {isDrawn && showsSource ? (
        <>
          <CodeBlock code={source} language="mermaid" open={false} />
          <button type="button" className={more.more} onClick={() => setShowsSource(false)}>
            {t.showDiagram}
          </button>
        </>
      ) : (
        !isDrawn && <CodeBlock code={source} language="mermaid" open={false} />
      )}
    </>
  )
}

/** How wide an element is, in CSS pixels; 0 until it is laid out. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [widthPx, setWidthPx] = useState(0)
  useEffect(() => {
    const measured = element.current
    if (measured === null) return
    const watch = new ResizeObserver(() => setWidthPx(measured.clientWidth))
    watch.observe(measured)
    return () => watch.disconnect()
  }, [element])
  return widthPx
}

/** An address under which a drawing is a picture. */
function pictureOf({ svg }: Drawing): string {
  return URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }))
}
