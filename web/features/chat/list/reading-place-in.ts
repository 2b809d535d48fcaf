import type { ReadingPlace } from "../../../state/reading-place.ts"

/** What the reader sees first in the list: the message at its upper edge. */
export function readingPlaceIn(box: HTMLElement): ReadingPlace | undefined {
  const topPx = box.getBoundingClientRect().top
  const group = firstBelow(box.querySelectorAll("[data-messages]"), topPx)
  const message = group && firstBelow(group.querySelectorAll<HTMLElement>("[data-message]"), topPx)
  const messageId = message?.dataset["message"]
  if (message === undefined || messageId === undefined) return undefined
  return { messageId, offsetPx: message.getBoundingClientRect().top - topPx }
}

/** Scrolls so that a place is where it was; false when its message is not in the list. */
export function scrollToPlace(box: HTMLElement, { messageId, offsetPx }: ReadingPlace): boolean {
  const message = box.querySelector(`[data-message="${CSS.escape(messageId)}"]`)
  if (message === null) return false
  box.scrollTop += message.getBoundingClientRect().top - box.getBoundingClientRect().top - offsetPx
  return true
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
