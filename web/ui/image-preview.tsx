import { useRef, useState, type KeyboardEvent, type PointerEvent } from "react"
import { createPortal } from "react-dom"
import { texts } from "../platform/language/texts.ts"
import { IconButton } from "./button.tsx"
import buttons from "./button.module.css"
import { Fullscreen } from "./fullscreen.tsx"
import { Icon } from "./icon.tsx"
import styles from "./image-preview.module.css"
import { dragged, wholeImage, zoomed, type ImageView } from "./image-view.ts"
import { useModal } from "./use-modal.ts"

export interface ImagePreviewProps {
  readonly src: string
  /** Its description; empty where there is none. */
  readonly description: string
  /** The file's name when it is downloaded. */
  readonly fileName: string
  readonly onClose: () => void
}

const step = 1.5
/** How far a finger must pull a picture down to close it, in CSS pixels. */
const awayPx = 110

/**
 * A full-screen picture that can be zoomed by wheel, keys, fingers and buttons, and is closed by Escape or a pull down.
 */
export default function ImagePreview({ src, description, fileName, onClose }: ImagePreviewProps) {
  const { ref } = useModal(true, onClose)
  const [view, setView] = useState(wholeImage)
  const [pull, setPull] = useState(0)
  const pointers = useRef(new Map<number, { x: number; y: number }>())
  const t = texts().shell

  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.target instanceof Element && event.target.closest("button, a")) return
    event.currentTarget.setPointerCapture(event.pointerId)
    pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
  }
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const before = pointers.current.get(event.pointerId)
    if (!before) return
    const now = { x: event.clientX, y: event.clientY }
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1]
    pointers.current.set(event.pointerId, now)
    if (other) {
      const factor = distance(now, other) / Math.max(distance(before, other), 1)
      setView((known) => zoomed(known, factor, fromMiddle({ x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 })))
    } else if (view.scale > 1) {
      setView((known) => dragged(known, now.x - before.x, now.y - before.y, { x: innerWidth / 2, y: innerHeight / 2 }))
    } else if (event.pointerType !== "mouse") setPull((known) => Math.max(0, known + now.y - before.y))
  }
  const onPointerEnd = (event: PointerEvent) => {
    pointers.current.delete(event.pointerId)
    if (pull > awayPx) onClose()
    setPull(0)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const change = keys(event.key, view)
    if (!change) return
    event.preventDefault()
    setView(change)
  }

  // Rendered outside the paragraph that contains the picture.
  return createPortal(
    <dialog
      ref={ref}
      className={styles.preview}
      aria-label={description || t.imagePreview}
      onClose={onClose}
      onKeyDown={onKeyDown}
    >
      <Fullscreen className={styles.screen}>
        {(fullscreen) => (
          <>
            <div
              className={styles.stage}
              onPointerDown={onPointerDown}
              onPointerMove={onPointerMove}
              onPointerUp={onPointerEnd}
              onPointerCancel={onPointerEnd}
              onWheel={(event) =>
                setView(
                  zoomed(view, event.deltaY < 0 ? 1.15 : 1 / 1.15, fromMiddle({ x: event.clientX, y: event.clientY })),
                )
              }
              onDoubleClick={(event) =>
                setView(
                  view.scale > 1 ? wholeImage : zoomed(view, 2.5, fromMiddle({ x: event.clientX, y: event.clientY })),
                )
              }
            >
              <img
                src={src}
                alt={description || t.imagePreview}
                draggable={false}
                style={{
                  transform: `translate(${view.x}px, ${view.y + pull}px) scale(${view.scale})`,
                  opacity: 1 - Math.min(pull / 400, 0.6),
                }}
              />
            </div>
            <div className={styles.tools}>
              <IconButton
                icon="zoomOut"
                label={t.zoomOut}
                disabled={view.scale === 1}
                onClick={() => setView(zoomed(view, 1 / step))}
              />
              <IconButton icon="zoomIn" label={t.zoomIn} onClick={() => setView(zoomed(view, step))} />
              <a
                className={buttons.iconButton}
                href={src}
                download={fileName}
                aria-label={t.download}
                title={t.download}
              >
                <Icon name="download" />
              </a>
              {fullscreen}
              <IconButton icon="close" label={t.close} onClick={onClose} />
            </div>
            {description !== "" && <p className={styles.caption}>{description}</p>}
          </>
        )}
      </Fullscreen>
    </dialog>,
    document.body,
  )
}

/** The view after a key; undefined for keys without a meaning here. */
function keys(key: string, view: ImageView): ImageView | undefined {
  const room = { x: innerWidth / 2, y: innerHeight / 2 }
  switch (key) {
    case "+":
    case "=":
      return zoomed(view, step)
    case "-":
      return zoomed(view, 1 / step)
    case "0":
      return wholeImage
    case "ArrowLeft":
      return view.scale > 1 ? dragged(view, 60, 0, room) : undefined
    case "ArrowRight":
      return view.scale > 1 ? dragged(view, -60, 0, room) : undefined
    case "ArrowUp":
      return view.scale > 1 ? dragged(view, 0, 60, room) : undefined
    case "ArrowDown":
      return view.scale > 1 ? dragged(view, 0, -60, room) : undefined
    default:
      return undefined
  }
}

function fromMiddle({ x, y }: { readonly x: number; readonly y: number }) {
  return { x: x - innerWidth / 2, y: y - innerHeight / 2 }
}

function distance(
  a: { readonly x: number; readonly y: number },
  b: { readonly x: number; readonly y: number },
): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}
