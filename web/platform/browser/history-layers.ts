/**
 * Windows above the page, as places in the browser's history: on a phone the back button closes the topmost one and only
 * then leaves the page. Each open window has an entry of its own; how many are below an entry stands in its state.
 */
interface Layer {
  readonly close: () => void
}

const layers: Layer[] = []
/** A step back that was asked for and has not arrived. Browsers may not take it; then, after a while, the page goes on. */
let isReturning = false
let giveUp: ReturnType<typeof setTimeout> | undefined
const patienceMs = 400
let isPlanned = false
/** The entry the browser stands on was one of a window that is not open: a reload closed it, or a step forward led there. */
let isLeftOver = false
const waiting: (() => void)[] = []
/** What takes the address of a closed window out of the entries that a step back leads to. */
const forgetting: (() => void)[] = []

/** Phones, by width; elsewhere the back button concerns pages. */
const phone = "(max-width: 768px)"

/** Says that a window has opened, and how the back button closes it. Returns what to call when it has closed otherwise. */
export function openLayer(close: () => void): () => void {
  if (!matchMedia(phone).matches) return () => {}
  const layer = { close }
  layers.push(layer)
  // Whose entry it was, it is this window's now.
  isLeftOver = false
  planToSettle()
  return () => {
    const at = layers.indexOf(layer)
    if (at < 0) return
    layers.splice(at, 1)
    planToSettle()
  }
}

/** Whether the entry the browser stands on is that of a window, open or not: what is opened next may take its place. */
export function isLayerOnTop(): boolean {
  return entryDepth() > 0
}

/** Whether it is that of an open one, so that closing it leads to the entry below. */
export function isWindowOnTop(): boolean {
  return isLayerOnTop() && !isLeftOver
}

/** Does something when no step back is under way, which would be taken from wherever the page is then. */
export function whenSettled(action: () => void): void {
  if (isReturning) waiting.push(action)
  else action()
}

/**
 * Takes something out of the entry below the windows as soon as a step back has arrived there, before the page reads its
 * address. For a window that has an address, and closes by itself: that step leads to where it was opened.
 */
export function forgetBelow(forget: () => void): void {
  forgetting.push(forget)
}

/** Something with an address opens: what is below is not to be touched for the sake of one that closed before. */
export function forgetNothing(): void {
  forgetting.length = 0
}

/** Listens to the back button; called once. */
export function watchHistory(): void {
  // A reload closes every window. Those with an address open again, and find their entries as they left them.
  isLeftOver = isLayerOnTop()
  addEventListener("popstate", () => {
    // First of all: a window that closes with this step may have its own.
    if (entryDepth() === 0) for (const forget of forgetting.splice(0)) forget()
    if (isReturning) return returned()
    while (layers.length > entryDepth()) layers.pop()?.close()
    isLeftOver = entryDepth() > layers.length
  })
}

/** The page goes on, from where a step back has led or, where it did not arrive, from where it is. */
function returned(): void {
  clearTimeout(giveUp)
  isReturning = false
  for (const action of waiting.splice(0)) action()
  settle()
}

/** One window often closes as the next one opens: what is left of it is seen when both have. */
function planToSettle(): void {
  if (isPlanned) return
  isPlanned = true
  queueMicrotask(() => {
    isPlanned = false
    settle()
  })
}

function settle(): void {
  if (isReturning) return
  const depth = entryDepth()
  if (depth > layers.length) {
    isReturning = true
    giveUp = setTimeout(() => {
      history.replaceState(null, "")
      returned()
    }, patienceMs)
    history.go(layers.length - depth)
  }
  for (let next = depth + 1; next <= layers.length; next += 1) history.pushState({ layer: next }, "")
}

function entryDepth(): number {
  const state: unknown = history.state
  return typeof state === "object" && state !== null && "layer" in state && typeof state.layer === "number"
    ? state.layer
    : 0
}
