/** From a box to its button, and to the edge of the screen, in CSS pixels. */
const gapPx = 6
const edgePx = 8

/** Rectangles and sizes in CSS pixels, as the browser measures them. */
export interface Beside {
  readonly anchor: {
    readonly left: number
    readonly right: number
    readonly top: number
    readonly bottom: number
  }
  readonly box: { readonly width: number; readonly height: number }
  readonly screen: { readonly width: number; readonly height: number }
  /** The page reads from right to left. */
  readonly isRtl: boolean
}

/** Where a box stands below its button, or above it where there is no room; never beyond the start of the screen. */
export function placeFor({ anchor, box, screen, isRtl }: Beside): { readonly left: number; readonly top: number } {
  // It grows from the button's near edge towards the middle of the screen.
  const fromStart = isRtl ? anchor.right - box.width : anchor.left
  const fromEnd = isRtl ? anchor.left : anchor.right - box.width
  const middle = (anchor.left + anchor.right) / 2
  const wished = middle > screen.width / 2 !== isRtl ? fromEnd : fromStart
  const hasRoomBelow = anchor.bottom + gapPx + box.height <= screen.height - edgePx
  return {
    left: Math.max(edgePx, Math.min(wished, screen.width - box.width - edgePx)),
    top: Math.max(edgePx, hasRoomBelow ? anchor.bottom + gapPx : anchor.top - gapPx - box.height),
  }
}

/** Puts a fixed box beside its button. */
export function placeBeside(box: HTMLElement, button: HTMLElement): void {
  const { left, top } = placeFor({
    anchor: button.getBoundingClientRect(),
    box: { width: box.offsetWidth, height: box.offsetHeight },
    screen: { width: innerWidth, height: innerHeight },
    isRtl: getComputedStyle(button).direction === "rtl",
  })
  box.style.left = `${left}px`
  box.style.top = `${top}px`
}
