/** A sheet closes when it is drawn down this far, in CSS pixels, or let go of faster than this, in CSS pixels a millisecond. */
const farPx = 96
const fast = 0.6

/** Up to this width windows are sheets at the lower edge; the style sheets use the same. */
const phone = "(max-width: 768px)"

/** Lets a finger draw an open sheet down to close it, except where the content under the finger can itself be drawn down. */
export function watchSheetSwipe(sheet: HTMLElement, onClose: () => void): () => void {
  let from: { readonly x: number; readonly y: number; readonly at: number } | undefined
  let drawnPx = 0
  const begin = ({ touches, target, timeStamp }: TouchEvent) => {
    const [touch] = touches
    const isFree = touches.length === 1 && target instanceof Element && matchMedia(phone).matches
    from =
      touch && isFree && !scrollsUp(target, sheet) ? { x: touch.clientX, y: touch.clientY, at: timeStamp } : undefined
  }
  const move = (event: TouchEvent) => {
    const [touch] = event.touches
    if (from === undefined || touch === undefined) return
    const down = touch.clientY - from.y
    if (drawnPx === 0 && Math.abs(touch.clientX - from.x) > Math.max(down, 0)) from = undefined
    if (from === undefined || (down <= 0 && drawnPx === 0)) return
    event.preventDefault()
    drawnPx = Math.max(down, 0)
    sheet.style.translate = `0 ${drawnPx}px`
  }
  const end = ({ timeStamp }: TouchEvent) => {
    const isGone = from !== undefined && (drawnPx > farPx || drawnPx / Math.max(timeStamp - from.at, 1) > fast)
    from = undefined
    if (drawnPx === 0) return
    drawnPx = 0
    if (isGone) return onClose()
    sheet.style.translate = ""
  }
  sheet.addEventListener("touchstart", begin, { passive: true })
  sheet.addEventListener("touchmove", move, { passive: false })
  for (const ending of ["touchend", "touchcancel"] as const) sheet.addEventListener(ending, end)
  return () => {
    sheet.removeEventListener("touchstart", begin)
    sheet.removeEventListener("touchmove", move)
    for (const ending of ["touchend", "touchcancel"] as const) sheet.removeEventListener(ending, end)
  }
}

/** Whether a finger moving down belongs to what is under it: a field, a slider, or a box that is not at its upper end. */
function scrollsUp(target: Element, sheet: Element): boolean {
  if (target.closest("input, textarea, select, [role=slider]")) return true
  for (let box: Element | null = target; box !== null && box !== sheet; box = box.parentElement) {
    if (box.scrollTop > 0) return true
  }
  return false
}
