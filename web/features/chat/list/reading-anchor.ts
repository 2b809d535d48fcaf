/** The content at a box's upper edge, as a position in its text: it remains valid when lines break anew. */
export interface ReadingAnchor {
  readonly letter: Range
  /** How far below the edge, in CSS pixels; negative where the edge cuts the line. */
  readonly offsetPx: number
}

/** From the edge to where the first line is looked for, in CSS pixels: past a gap between paragraphs. */
const lookPx = { inward: 48, down: 12 } as const

/** The letter a reader sees first; undefined where the browser cannot say, or there is none. */
export function anchorIn(box: HTMLElement): ReadingAnchor | undefined {
  const { left, right, top } = box.getBoundingClientRect()
  const isRtl = getComputedStyle(box).direction === "rtl"
  const x = isRtl ? right - lookPx.inward : left + lookPx.inward
  const letter = document.caretRangeFromPoint?.(clampToText(box, x), top + lookPx.down)
  if (!letter || !box.contains(letter.startContainer)) return undefined
  const { startContainer, startOffset } = letter
  if (startContainer instanceof Text && startOffset < startContainer.length)
    letter.setEnd(startContainer, startOffset + 1)
  else letter.selectNodeContents(startContainer)
  return { letter, offsetPx: letter.getBoundingClientRect().top - top }
}

/** Scrolls so that the letter is where it was; does nothing where it is gone. */
export function scrollToAnchor(box: HTMLElement, { letter, offsetPx }: ReadingAnchor): void {
  if (!letter.startContainer.isConnected) return
  box.scrollTop += letter.getBoundingClientRect().top - box.getBoundingClientRect().top - offsetPx
}

/** The text stands in a column of its own, in the middle of a wide box. */
function clampToText(box: HTMLElement, x: number): number {
  const column = box.firstElementChild?.getBoundingClientRect()
  return column ? Math.min(Math.max(x, column.left + lookPx.inward), column.right - lookPx.inward) : x
}
