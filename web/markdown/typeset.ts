import { whenIdle } from "../platform/browser/when-idle.ts"
import type { setFormula } from "./katex.ts"
import { isWithinTexLimits } from "#core/markdown/tex-limits.ts"
import { speakLater } from "./spoken-formula.ts"

export interface Formula {
  readonly tex: string
  readonly display: boolean
  /** It is printed in this moment: no budget counts. */
  readonly onPaper?: boolean
}

/** Hands over a formula as it is printed, or undefined where the source must do. */
export type Typeset = (node: Node | undefined) => void

/**
 * The budget of formulas at once: time to set them, in ms, and elements, which take time for layout. Formulas beyond it
 * wait until the page is idle.
 */
const atOnce = { ms: 8, elements: 1_500 } as const

/** Formulas kept as they were printed: a chat opened again does not blink. */
const keptCap = 400

/**
 * Sets a formula in print, with KaTeX, which is loaded when the first one is met. At once where that is cheap: then the
 * formula is there in the first paint. Returns the way to say that it is not wanted any more.
 */
export function typeset(formula: Formula, done: Typeset): () => void {
  const task = { formula, done, wanted: true }
  if (set !== undefined && (formula.onPaper === true || hasRoom())) print(task)
  else {
    waiting.push(task)
    if (waiting.length === 1) begin()
  }
  return () => {
    task.wanted = false
  }
}

interface Task {
  readonly formula: Formula
  readonly done: Typeset
  wanted: boolean
}

let set: typeof setFormula | undefined
let spent = { ms: 0, elements: 0 }
const waiting: Task[] = []
/** Those whose source stands there because KaTeX could not be fetched. */
const sources: Task[] = []
const kept = new Map<string, Element | undefined>()

function hasRoom(): boolean {
  return spent.ms < atOnce.ms && spent.elements < atOnce.elements
}

async function loadKatex(): Promise<void> {
  set ??= (await import("./katex.ts")).setFormula
  waiting.push(...sources.splice(0))
}

function printWaiting(): void {
  spent = { ms: 0, elements: 0 }
  const forPaper = ({ formula }: Task) => formula.onPaper === true
  for (const task of waiting.filter(forPaper)) if (task.wanted) print(task)
  waiting.splice(0, waiting.length, ...waiting.filter((task) => !forPaper(task)))
  while (hasRoom()) {
    const task = waiting.shift()
    if (task === undefined) return
    if (task.wanted) print(task)
  }
  if (waiting.length > 0) whenIdle(printWaiting)
}

function begin(): void {
  void loadKatex().then(printWaiting, giveUp)
}

/** Without a connection the sources do until there is one, or until the next formula. */
function giveUp(): void {
  const missing = waiting.splice(0).filter(({ wanted }) => wanted)
  for (const { done } of missing) done(undefined)
  sources.push(...missing)
  addEventListener("online", again, { once: true })
}

function again(): void {
  const missing = sources.splice(0)
  if (missing.length === 0) return
  waiting.push(...missing)
  if (waiting.length === missing.length) begin()
}

function print({ formula, done }: Task): void {
  const key = keyOf(formula)
  if (spent.elements === 0) whenIdle(() => (spent = { ms: 0, elements: 0 }))
  if (!kept.has(key)) {
    const startMs = performance.now()
    kept.set(key, elementOf(formula))
    spent.ms += performance.now() - startMs
    const oldest = kept.keys().next()
    if (kept.size > keptCap && !oldest.done) kept.delete(oldest.value)
  }
  const element = kept.get(key)
  spent.elements += 1 + (element?.getElementsByTagName("*").length ?? 0)
  const copy = element?.parentNode ? (element.cloneNode(true) as Element) : element
  done(copy)
  if (copy) speakLater({ formula, element: copy, spokenOf: (wanted) => set?.(wanted, "mathml") })
}

/** A formula that KaTeX cannot read, or that would grow too large, stays as it was written. */
function elementOf(formula: Formula): Element | undefined {
  if (!isWithinTexLimits(formula.tex)) return undefined
  try {
    return set?.(formula, "html")
  } catch {
    return undefined
  }
}

function keyOf({ tex, display }: Formula): string {
  return `${display ? "d" : "i"}${tex}`
}
