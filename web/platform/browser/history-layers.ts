import { entryDepth, entryWith } from "./history-entry.ts"

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
/** A step back is given up after so many turns of a timer, each of so many ms: where a page has much to do, the turns are late as the step is. */
const patientTurns = 20
const turnMs = 50
/** The entry the browser stands on was one of a window that is not open: a reload closed it, or a step forward led there. */
let isLeftOver = false
/** Where a reload has closed windows: the page's own entry, below theirs, has the same address and looks the same. */
let reloaded: string | undefined
const waiting: (() => void)[] = []
/** What the page's own entry, below the windows, is owed: it is that of something else by now. */
let owed: (() => void) | undefined

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

/**
 * Changes the page's own entry. Where open windows stand above it, that waits for the step back that closing them makes, and comes
 * before the page reads the address there; of several changes the last one counts.
 */
export function changePage(change: () => void): void {
  if (isLayerOnTop() && !isLeftOver) owed = change
  else {
    owed = undefined
    change()
  }
}

/** Something with an address opens: the entry below is not to be changed for the sake of what was closed before. */
export function changeNothing(): void {
  owed = undefined
}

/** Whether the page's own entry, below open windows, waits for a change: until then no entry says what is shown. */
export function isPageOwed(): boolean {
  return owed !== undefined && isLayerOnTop()
}

/**
 * Steps down to the page's own entry where that waits for a change, because a window opens something else: `whenSettled` goes on
 * there, after the change.
 */
export function stepDownToOwed(): boolean {
  if (!isPageOwed()) return false
  stepBack(entryDepth())
  return true
}

/** Does something when no step back is under way, which would be taken from wherever the page is then. */
export function whenSettled(action: () => void): void {
  if (isReturning) waiting.push(action)
  else action()
}

/** Listens to the back button; called once. */
export function watchHistory(): void {
  // A reload closes every window. Those with an address open again, and find their entries as they left them.
  isLeftOver = isLayerOnTop()
  if (isLeftOver) reloaded = location.href
  addEventListener("replaceState", () => (reloaded = undefined))
  addEventListener("popstate", () => {
    const wasReturning = isReturning
    const isNoStep = isLeftOver && reloaded === location.href
    reloaded = undefined
    isReturning = false
    clearTimeout(giveUp)
    // First of all: a window that closes with this step may owe something, too.
    if (!isLayerOnTop()) {
      const change = owed
      owed = undefined
      change?.()
    }
    if (wasReturning) return goOn()
    while (layers.length > entryDepth()) layers.pop()?.close()
    isLeftOver = entryDepth() > layers.length
    // Whoever goes back from a window that a reload has closed would see nothing happen.
    if (isNoStep) stepBack(entryDepth() + 1)
  })
}

/** The page goes on, from where a step back has led or, where it did not arrive, from where it is. */
function goOn(): void {
  while (!isReturning && waiting.length > 0) waiting.shift()?.()
  settle()
}

/** One window often closes as the next one opens: what is left of it is seen when both have. */
function planToSettle(): void {
  queueMicrotask(settle)
}

function settle(): void {
  if (isReturning) return
  const depth = entryDepth()
  if (depth > layers.length) stepBack(depth - layers.length)
  for (let next = depth + 1; next <= layers.length; next += 1) history.pushState(entryWith({ layer: next }), "")
}

/** Goes back; `whenSettled` waits until the page has arrived there. */
export function stepBack(entries: number): void {
  isReturning = true
  beGivenUpIn(patientTurns)
  history.go(-entries)
}

/** Has the step that is under way given up after some turns. */
function beGivenUpIn(turns: number): void {
  giveUp = setTimeout(() => {
    if (turns > 1) return beGivenUpIn(turns - 1)
    isReturning = false
    history.replaceState(entryWith({ layer: undefined }), "")
    // The step may come late; then it is made there, too.
    owed?.()
    goOn()
  }, turnMs)
}
