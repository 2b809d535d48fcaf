/** What a picture is not cut through: a line of text, a picture. In CSS pixels from the beginning of what is drawn. */
export interface Uncut {
  readonly top: number
  readonly bottom: number
}

/** Widest room that is left above a line with which a picture begins. */
const roomAbovePx = 8

/** Where a card that is higher than one picture is cut: the ends of its pictures, each between two lines where it has such a place in its lower half. */
export function cutsOf(heightPx: number, highestPx: number, lines: readonly Uncut[]): readonly number[] {
  const cuts: number[] = []
  let from = 0
  while (heightPx - from > highestPx) {
    from = cutAbove(from + highestPx, from + highestPx / 2, lines)
    cuts.push(from)
  }
  return [...cuts, heightPx]
}

function cutAbove(lowest: number, highest: number, lines: readonly Uncut[]): number {
  let cut = lowest
  for (;;) {
    const at = cut
    const crossed = lines.filter(({ top, bottom }) => top < at && bottom > at)
    if (crossed.length === 0) break
    cut = crossed.reduce((least, { top }) => Math.min(least, top), at)
    if (cut < highest) return lowest
  }
  const above = lines.reduce((most, { bottom }) => (bottom <= cut ? Math.max(most, bottom) : most), highest)
  return Math.floor(cut - Math.min(roomAbovePx, (cut - above) / 2))
}

/** The lines and pictures of some elements, from the beginning of the first one, which is drawn at `topPx`. */
export function uncutIn(elements: readonly Element[], topPx: number): readonly Uncut[] {
  const origin = (elements[0]?.getBoundingClientRect().top ?? 0) - topPx
  const rects = elements.flatMap((element) => {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    const found: DOMRect[] = [...element.querySelectorAll("img, svg")].map((one) => one.getBoundingClientRect())
    const range = document.createRange()
    while (texts.nextNode() !== null) {
      range.selectNodeContents(texts.currentNode)
      found.push(...range.getClientRects())
    }
    return found
  })
  return rects
    .filter(({ height }) => height > 0)
    .map(({ top, bottom }) => ({ top: top - origin, bottom: bottom - origin }))
}
