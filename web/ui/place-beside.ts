/** From a box to its button, and to the edge of the screen, in CSS pixels. */
const gapPx = 6
const edgePx = 8

/** Puts a fixed box below its button, or above it where there is no room; never off the screen. */
export function placeBeside(box: HTMLElement, button: HTMLElement): void {
  const anchor = button.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = box
  const rtl = getComputedStyle(button).direction === "rtl"
  // It grows from the button's near edge towards the middle of the screen.
  const fromStart = rtl ? anchor.right - width : anchor.left
  const fromEnd = rtl ? anchor.left : anchor.right - width
  const wished = anchor.left + anchor.width / 2 > innerWidth / 2 !== rtl ? fromEnd : fromStart
  const below = anchor.bottom + gapPx + height <= innerHeight - edgePx
  box.style.left = `${Math.max(edgePx, Math.min(wished, innerWidth - width - edgePx))}px`
  box.style.top = `${Math.max(edgePx, below ? anchor.bottom + gapPx : anchor.top - gapPx - height)}px`
}
