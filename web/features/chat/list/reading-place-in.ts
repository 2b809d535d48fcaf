import type { ReadingPlace } from "../../../state/reading-place.ts"

/** The reading position of the list: the message at its upper edge, and the part of it that is there. */
export function readingPlaceIn(box: HTMLElement): ReadingPlace | undefined {
  const topPx = box.getBoundingClientRect().top
  const group = firstBelow(box.querySelectorAll("[data-messages]"), topPx)
  const message = group && firstBelow(group.querySelectorAll<HTMLElement>("[data-message]"), topPx)
  const messageId = message?.dataset["message"]
  if (message === undefined || messageId === undefined) return undefined
  const offsetPx = message.getBoundingClientRect().top - topPx
  const parts = partsOf(message)
  const part = firstBelow(parts, topPx)
  if (part === undefined) return { messageId, offsetPx }
  const index = [...parts].indexOf(part)
  return { messageId, offsetPx, part: { index, offsetPx: part.getBoundingClientRect().top - topPx } }
}

/** Scrolls so that a place is where it was; false when its message is not in the list. */
export function scrollToPlace(box: HTMLElement, { messageId, offsetPx, part }: ReadingPlace): boolean {
  const message = box.querySelector(`[data-message="${CSS.escape(messageId)}"]`)
  if (message === null) return false
  const seen = part && partsOf(message)[part.index]
  const belowPx = (seen ?? message).getBoundingClientRect().top - box.getBoundingClientRect().top
  box.scrollTop += belowPx - (seen ? part.offsetPx : offsetPx)
  return true
}

/** The parts of a message's text, drawn or not; what is folded away in it has its own. */
function partsOf(message: Element): NodeListOf<HTMLElement> {
  return message.querySelectorAll<HTMLElement>("[data-part]:not(details [data-part])")
}

/** The first that ends below an edge; they stand one under the other. */
function firstBelow<One extends Element>(all: NodeListOf<One>, edgePx: number): One | undefined {
  let low = 0
  for (let high = all.length; low < high;) {
    const middle = (low + high) >> 1
    if ((all[middle]?.getBoundingClientRect().bottom ?? 0) > edgePx) high = middle
    else low = middle + 1
  }
  return all[low]
}
