import { dispatch } from "../../state/conversation-store.ts"
import styles from "./row-drag.module.css"

/** How far a mouse moves before a press becomes a drag, and a finger before it becomes a scroll, in CSS pixels. */
const mouseSlackPx = 6
const fingerSlackPx = 10
/** How long a finger rests before it takes the row along. */
const longPressMs = 350
/** Near its edges the list scrolls. */
const edgePx = 48
const scrollStepPx = 9

type Target =
  | { readonly kind: "beside"; readonly besideId: string; readonly side: "before" | "after"; readonly element: Element }
  | { readonly kind: "folder"; readonly folderId: string; readonly element: Element }
  | { readonly kind: "pinned"; readonly element: Element }

/** Follows a press on a row: it may become a drag, which moves the chat beside another one, into a folder, or among the pinned. */
export function beginRowDrag(start: PointerEvent, row: HTMLElement, list: HTMLElement): void {
  const sessionId = row.dataset["chat"] ?? ""
  const isTouch = start.pointerType === "touch"
  const watching = new AbortController()
  const { signal } = watching
  let drag: Drag | undefined

  const begin = () => {
    drag ??= openDrag(row, list, start)
  }
  const timer = isTouch ? setTimeout(begin, longPressMs) : undefined
  const end = (drop: boolean) => {
    clearTimeout(timer)
    watching.abort()
    const target = drag?.close()
    if (drag === undefined) return
    // The press that ends a drag opens nothing.
    const swallow = new AbortController()
    window.addEventListener("click", (event) => (event.preventDefault(), event.stopPropagation()), {
      capture: true,
      signal: swallow.signal,
    })
    setTimeout(() => swallow.abort(), 50)
    if (drop && target) put(sessionId, target)
  }

  window.addEventListener(
    "pointermove",
    (event) => {
      // Let go where the page could not see it.
      if (!isTouch && event.buttons === 0) return end(false)
      const far = Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY)
      if (drag === undefined && isTouch && far > fingerSlackPx) return end(false)
      if (drag === undefined && !isTouch && far > mouseSlackPx) begin()
      drag?.follow(event.clientX, event.clientY)
    },
    { signal },
  )
  window.addEventListener("pointerup", () => end(true), { signal })
  window.addEventListener("pointercancel", () => end(false), { signal })
  window.addEventListener("keydown", (event) => event.key === "Escape" && end(false), { signal, capture: true })
  window.addEventListener("contextmenu", (event) => isTouch && event.preventDefault(), { signal })
}

interface Drag {
  readonly follow: (x: number, y: number) => void
  /** Cleans up; returns where the row was last. */
  readonly close: () => Target | undefined
}

function openDrag(row: HTMLElement, list: HTMLElement, start: PointerEvent): Drag {
  const box = row.getBoundingClientRect()
  const ghost = row.cloneNode(true) as HTMLElement
  ghost.removeAttribute("data-chat")
  ghost.classList.add(styles["ghost"] ?? "")
  ghost.style.inlineSize = `${box.width}px`
  const line = document.createElement("div")
  line.className = styles["line"] ?? ""
  // Inside a drawer only what is in the same dialog is above it.
  const layer = row.closest("dialog") ?? document.body
  layer.append(ghost, line)
  row.classList.add(styles["taken"] ?? "")
  list.dataset["dragging"] = ""
  navigator.vibrate?.(10)

  let at = { x: start.clientX, y: start.clientY }
  let target: Target | undefined
  let frame = 0
  const show = () => {
    target?.element.classList.remove(styles["into"] ?? "")
    target = targetAt(at.x, at.y, list, row)
    line.hidden = target?.kind !== "beside"
    if (target?.kind === "beside") {
      const { left, width, top, bottom } = target.element.getBoundingClientRect()
      line.style.transform = `translate(${left}px, ${(target.side === "before" ? top : bottom) - 1}px)`
      line.style.inlineSize = `${width}px`
    } else target?.element.classList.add(styles["into"] ?? "")
    ghost.style.transform = `translate(${box.left + (at.x - start.clientX) / 3}px, ${box.top + at.y - start.clientY}px)`
  }
  const scroll = () => {
    const { top, bottom } = list.getBoundingClientRect()
    const step = at.y < top + edgePx ? -scrollStepPx : at.y > bottom - edgePx ? scrollStepPx : 0
    if (step !== 0) {
      list.scrollTop += step
      show()
    }
    frame = requestAnimationFrame(scroll)
  }
  show()
  scroll()

  return {
    follow: (x, y) => {
      at = { x, y }
      show()
    },
    close: () => {
      cancelAnimationFrame(frame)
      ghost.remove()
      line.remove()
      row.classList.remove(styles["taken"] ?? "")
      target?.element.classList.remove(styles["into"] ?? "")
      delete list.dataset["dragging"]
      return target
    },
  }
}

function targetAt(x: number, y: number, list: HTMLElement, dragged: HTMLElement): Target | undefined {
  const box = list.getBoundingClientRect()
  const inside = Math.min(Math.max(x, box.left + 12), box.right - 12)
  const under = document.elementsFromPoint(inside, y).find((element) => list.contains(element))
  const element = under?.closest<HTMLElement>("[data-chat], [data-folder], [data-section]")
  const row = element ?? under?.querySelector<HTMLElement>("[data-chat], [data-folder], [data-section]")
  if (!row || row === dragged || !list.contains(row)) return undefined
  const { chat, folder, section } = row.dataset
  if (folder !== undefined) return { kind: "folder", folderId: folder, element: row }
  if (section === "pinned") return { kind: "pinned", element: row }
  if (section !== undefined) {
    const first = row.closest("li, [data-index]")?.nextElementSibling?.querySelector<HTMLElement>("[data-chat]")
    if (!first || first === dragged) return undefined
    return { kind: "beside", besideId: first.dataset["chat"] ?? "", side: "before", element: first }
  }
  const { top, height } = row.getBoundingClientRect()
  return { kind: "beside", besideId: chat ?? "", side: y < top + height / 2 ? "before" : "after", element: row }
}

function put(sessionId: string, target: Target): void {
  switch (target.kind) {
    case "beside":
      return dispatch({ type: "session-moved", sessionId, side: target.side, besideId: target.besideId })
    case "folder":
      return dispatch({ type: "session-filed", sessionId, folderId: target.folderId })
    case "pinned":
      return dispatch({ type: "session-pinned", sessionId, pinned: true })
  }
}
