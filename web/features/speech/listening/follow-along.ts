import "./follow-along.css"

const name = "listened"
/** So many letters tell a sentence from others. */
const tellingLetters = 24
const fewestLetters = 8

/**
 * Washes the sentence that is being read in its message, without touching its elements. What is read differs from what is
 * written (amounts, formulas, code), so a sentence is found by its first letters, after the one before; what is not found is
 * not washed.
 */
export function followAlong(messageId: string): {
  readonly show: (sentence: string) => void
  readonly clear: () => void
} {
  const highlight = "highlights" in CSS ? new Highlight() : undefined
  if (highlight) CSS.highlights.set(name, highlight)
  let from = 0
  return {
    show(sentence) {
      highlight?.clear()
      const message = document.querySelector(`[data-message="${CSS.escape(messageId)}"]`)
      if (!highlight || !message) return
      const written = lettersIn(message)
      const wanted = lettersOf(sentence)
      const start = placeOf(wanted, written.letters, from)
      if (start === undefined) return
      const tail = wanted.slice(-fewestLetters)
      const last = written.letters.indexOf(tail, start + Math.max(0, wanted.length - tail.length * 3))
      const isNear = last !== -1 && last - start < wanted.length * 1.5
      const end = isNear ? last + tail.length : Math.min(written.letters.length, start + wanted.length)
      from = end
      const range = document.createRange()
      const [first, final] = [written.placeOf(start), written.placeOf(end - 1)]
      if (first === undefined || final === undefined) return
      range.setStart(first.node, first.offset)
      range.setEnd(final.node, final.offset + 1)
      highlight.add(range)
    },
    clear() {
      if (highlight) CSS.highlights.delete(name)
    },
  }
}

function placeOf(wanted: string, letters: string, from: number): number | undefined {
  for (let size = Math.min(tellingLetters, wanted.length); size >= Math.min(fewestLetters, wanted.length); size -= 8) {
    if (size <= 0) return undefined
    const after = letters.indexOf(wanted.slice(0, size), from)
    if (after !== -1) return after
  }
  return undefined
}

function lettersOf(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, "").toLowerCase()
}

/** The letters of a message as they stand on the page, and where each of them is. */
function lettersIn(message: Element) {
  const walker = document.createTreeWalker(message, NodeFilter.SHOW_TEXT, (node) =>
    node.parentElement?.closest("button, [role=group], [role=status], .katex-mathml, pre")
      ? NodeFilter.FILTER_REJECT
      : NodeFilter.FILTER_ACCEPT,
  )
  const nodes: { readonly node: Node; readonly start: number; readonly text: string }[] = []
  let letters = ""
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = node.textContent ?? ""
    const own = lettersOf(text)
    if (own === "") continue
    nodes.push({ node, start: letters.length, text })
    letters += own
  }
  return {
    letters,
    placeOf(index: number) {
      const found = nodes.findLast(({ start }) => start <= index)
      if (found === undefined) return undefined
      let left = index - found.start
      let offset = 0
      for (const character of found.text) {
        const size = lettersOf(character).length
        if (left < size) return { node: found.node, offset }
        left -= size
        offset += character.length
      }
      return undefined
    },
  }
}
