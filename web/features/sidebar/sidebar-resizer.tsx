import { useRef, useState, type KeyboardEvent, type PointerEvent } from "react"
import { sidebarWidthAfterDrag, sidebarWidthPx } from "#core/settings/app-config.ts"
import { texts } from "../../platform/language/texts.ts"
import { useConfig } from "../../state/config-store.ts"
import styles from "./sidebar-resizer.module.css"

/** How often a drag is looked at, and what is still a click; in ms. */
const throttleMs = 20
const clickMs = 300
/** How far an arrow key moves the edge, in CSS pixels. */
const stepPx = 10

interface Drag {
  readonly startX: number
  readonly startWidth: number
  readonly startedAt: number
  lookedAt: number
}

/** The sidebar's edge: dragged, clicked to toggle between wide and narrow, or moved by the arrow keys. */
export default function SidebarResizer() {
  const t = texts().shell
  const width = useConfig((state) => state.sidebarWidth)
  const change = useConfig((state) => state.change)
  const drag = useRef<Drag>(undefined)
  const [isDragging, setDragging] = useState(false)
  const isRightToLeft = () => document.documentElement.dir === "rtl"
  const toggle = () =>
    change({ sidebarWidth: width < sidebarWidthPx.narrowBelow ? sidebarWidthPx.default : sidebarWidthPx.narrow })

  const begin = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { startX: event.clientX, startWidth: width, startedAt: event.timeStamp, lookedAt: 0 }
    setDragging(true)
  }
  const move = (event: PointerEvent) => {
    const { current } = drag
    if (current === undefined || event.timeStamp - current.lookedAt < throttleMs) return
    current.lookedAt = event.timeStamp
    const moved = (event.clientX - current.startX) * (isRightToLeft() ? -1 : 1)
    if (moved !== 0) showWidth(sidebarWidthAfterDrag(current.startWidth + moved))
  }
  const end = (event: PointerEvent) => {
    const { current } = drag
    if (current === undefined) return
    drag.current = undefined
    setDragging(false)
    const moved = (event.clientX - current.startX) * (isRightToLeft() ? -1 : 1)
    if (event.timeStamp - current.startedAt < clickMs) toggle()
    else change({ sidebarWidth: sidebarWidthAfterDrag(current.startWidth + moved) })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const next = widthAfterKey(event.key, width, isRightToLeft())
    if (next === undefined) return
    event.preventDefault()
    if (next === "toggle") toggle()
    else change({ sidebarWidth: next })
  }
  return (
    // A separator that can be moved is a widget (WAI-ARIA 1.2), whatever the rule thinks.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={t.resizeSidebar}
      aria-valuenow={width}
      aria-valuemin={sidebarWidthPx.narrow}
      aria-valuemax={sidebarWidthPx.most}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      title={t.resizeSidebar}
      className={styles.resizer}
      data-dragging={isDragging || undefined}
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      onKeyDown={onKeyDown}
    />
  )
}

/** Puts the width where the page's layout reads it; without going through the settings, which a drag would write fifty times a second. */
export function showWidth(widthPx: number): void {
  document.documentElement.style.setProperty("--sidebar", `${widthPx}px`)
}

/** The width after a key; the arrow that points away from the sidebar widens it. */
function widthAfterKey(key: string, width: number, isRightToLeft: boolean): number | "toggle" | undefined {
  const wider = isRightToLeft ? "ArrowLeft" : "ArrowRight"
  const narrower = isRightToLeft ? "ArrowRight" : "ArrowLeft"
  switch (key) {
    case wider:
      return width < sidebarWidthPx.narrowBelow
        ? sidebarWidthPx.narrowBelow
        : Math.min(width + stepPx, sidebarWidthPx.most)
    case narrower:
      return sidebarWidthAfterDrag(width - stepPx)
    case "Home":
      return sidebarWidthPx.narrow
    case "End":
      return sidebarWidthPx.most
    case "Enter":
    case " ":
      return "toggle"
    default:
      return undefined
  }
}
