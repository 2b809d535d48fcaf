/** A sheet closes when it is drawn down this far, in CSS pixels, or let go of faster than this, in CSS pixels a millisecond. */
const farPx = 96
const fast = 0.6

/** Up to this width windows are sheets at the lower edge; the style sheets use the same. */
const phone = "(max-width: 768px)"

/** How long a sheet takes to leave, in ms. */
const leaveMs = 120

/**
 * Lets a finger draw an open sheet down to close it, except where the content under the finger can itself be drawn down. The
 * function that ends this is called as the sheet closes, and lets it be seen to leave.
 */
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
    // React takes it out of the page after this; before the next paint it is back, as a picture that nothing can be done with.
    queueMicrotask(() => leave(sheet))
  }
}

/** Shows how a sheet that is closed goes down, above everything and out of everybody's way. */
function leave(sheet: HTMLElement): void {
  const isSeen = matchMedia(phone).matches && !matchMedia("(prefers-reduced-motion: reduce)").matches
  if (sheet.isConnected || !isSeen || sheet.hasAttribute("data-covered") || typeof sheet.showPopover !== "function")
    return
  sheet.removeAttribute("open")
  sheet.inert = true
  sheet.ariaHidden = "true"
  sheet.dataset["leaving"] = ""
  sheet.popover = "manual"
  document.body.append(sheet)
  sheet.showPopover()
  const gone = sheet.animate({ translate: "0 100%" }, { duration: leaveMs, easing: "ease-in", fill: "forwards" })
  gone.onfinish = () => sheet.remove()
}

/** Whether a finger moving down belongs to what is under it: a field, a slider, or a box that is not at its upper end. */
function scrollsUp(target: Element, sheet: Element): boolean {
  if (target.closest("input, textarea, select, [role=slider]")) return true
  for (let box: Element | null = target; box !== null && box !== sheet; box = box.parentElement) {
    if (box.scrollTop > 0) return true
  }
  return false
}
