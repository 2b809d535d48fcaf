import { whenIdle } from "../platform/browser/when-idle.ts"
import type { Formula } from "./typeset.ts"

/** How long no formula must have been printed before their other halves are made, in ms. */
const restMs = 1_000

interface Task {
  readonly formula: Formula
  readonly element: Element
  readonly spokenOf: (formula: Formula) => Element | undefined
}

const waiting: Task[] = []
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * A printed formula is for the eye. Its MathML, which screen readers read, takes half as many elements again: it is made
 * once no more formulas arrive, one for each idle moment. Until then the formula goes by its source.
 */
export function speakLater(task: Task): void {
  const { element, formula } = task
  if (element.querySelector("math")) return
  element.role = "math"
  element.ariaLabel = formula.tex
  waiting.push(task)
  clearTimeout(timer)
  timer = setTimeout(() => whenIdle(speakNext), restMs)
}

function speakNext(): void {
  const task = waiting.pop()
  if (task?.element.isConnected) speak(task)
  if (waiting.length > 0) whenIdle(speakNext)
}

function speak({ formula, element, spokenOf }: Task): void {
  const spoken = spokenOf(formula)
  if (spoken === undefined) return
  spoken.className = "katex-mathml"
  element.querySelector(".katex-html")?.before(spoken)
  element.role = null
  element.ariaLabel = null
}
