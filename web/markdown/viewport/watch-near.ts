/**
 * How far beyond the box things are made before the reader gets there, in CSS pixels. A group is a screenful of empty
 * messages and costs little, so it comes earlier and goes later.
 */
const marginPx = { message: 1_500, group: 4_000 } as const

type Kind = keyof typeof marginPx
type Tell = (isNear: boolean, heightPx: number) => void

const watched = new WeakMap<Element, Tell>()
/** The observers by scrolling box: a margin only applies to the observer's own root. */
const observers = new WeakMap<Element, Partial<Record<Kind, IntersectionObserver>>>()

/** Tells when an element comes near to what is seen of the message list, and when it leaves. Returns how to stop. */
export function watchNear(element: Element, kind: Kind, tell: Tell): () => void {
  const box = element.closest('[role="log"]')
  if (box === null) return () => {}
  const ofBox = observers.get(box) ?? {}
  observers.set(box, ofBox)
  const observer = (ofBox[kind] ??= new IntersectionObserver(hear, {
    root: box,
    rootMargin: `${marginPx[kind]}px 0px`,
  }))
  watched.set(element, tell)
  observer.observe(element)
  return () => {
    watched.delete(element)
    observer.unobserve(element)
  }
}

function hear(entries: readonly IntersectionObserverEntry[]): void {
  for (const { target, isIntersecting, boundingClientRect } of entries) {
    watched.get(target)?.(isIntersecting, boundingClientRect.height)
  }
}
