import { useEffect } from "react"
import { hitsIn } from "#core/search/excerpt.ts"
import { markWords, type MarkedWords } from "../../../state/marked-words.ts"
import "./search-marks.css"

const name = "search-hit"

/**
 * Marks the words that were searched for in the message they were found in, without touching its elements, and brings
 * the first of them into sight. The marks go with the first key or press that is not a scroll.
 */
export default function SearchMarks({ messageId, words }: MarkedWords) {
  useEffect(() => {
    const found = new Set(words)
    let isShown = false
    const mark = () => {
      const message = document.querySelector<HTMLElement>(`[data-message="${CSS.escape(messageId)}"]`)
      if (message === null) return
      message.dataset["found"] = ""
      const ranges = rangesIn(message, found)
      if ("highlights" in CSS) CSS.highlights.set(name, new Highlight(...ranges))
      const first = ranges[0]
      if (isShown || first === undefined) return
      isShown = true
      bringIntoSight(first, message)
    }
    mark()
    const log = document.querySelector("[role=log]")
    const watch = new MutationObserver(mark)
    if (log) watch.observe(log, { subtree: true, childList: true, characterData: true })
    const end = () => markWords(undefined)
    addEventListener("keydown", end)
    log?.addEventListener("click", end)
    return () => {
      watch.disconnect()
      removeEventListener("keydown", end)
      log?.removeEventListener("click", end)
      if ("highlights" in CSS) CSS.highlights.delete(name)
      document.querySelector<HTMLElement>("[data-found]")?.removeAttribute("data-found")
    }
  }, [messageId, words])
  return null
}

function rangesIn(message: HTMLElement, words: ReadonlySet<string>): readonly Range[] {
  const walker = document.createTreeWalker(message, NodeFilter.SHOW_TEXT)
  const ranges: Range[] = []
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node.parentElement?.closest("button, [role=group]")) continue
    for (const { start, end } of hitsIn(node.textContent ?? "", words)) {
      const range = document.createRange()
      range.setStart(node, start)
      range.setEnd(node, end)
      ranges.push(range)
    }
  }
  return ranges
}

/** Where the message is longer than the screen, its beginning may be far from the hit. */
function bringIntoSight(range: Range, message: HTMLElement): void {
  const box = message.closest<HTMLElement>("[role=log]")
  if (box === null) return
  const at = range.getBoundingClientRect()
  const frame = box.getBoundingClientRect()
  if (at.top >= frame.top && at.bottom <= frame.bottom) return
  box.scrollTop += at.top - frame.top - frame.height / 3
}
