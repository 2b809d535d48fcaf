/** KaTeX with its style sheet, in a chunk of its own. */
import katex from "katex"
import "katex/dist/katex.min.css"
import type { Formula } from "./typeset.ts"

/**
 * A formula as nodes, never as HTML: for the eye (`html`), or for screen readers (`mathml`). Throws where KaTeX cannot read
 * it.
 */
export function setFormula({ tex, display }: Formula, output: "html" | "mathml"): Element | undefined {
  const box = document.createElement("span")
  katex.render(tex, box, {
    output,
    displayMode: display,
    throwOnError: true,
    strict: false,
    trust: false,
    maxExpand: 300,
    maxSize: 20,
    // Its own writes a style attribute, which the page's policy refuses.
    macros: { "\\pmb": "\\boldsymbol{#1}" },
  })
  const element = box.firstElementChild ?? undefined
  element?.remove()
  return element
}
