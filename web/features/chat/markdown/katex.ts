/** KaTeX with its style sheet, in a chunk of its own. */
import "katex/dist/katex.min.css"

export { default as katex } from "katex"
