import { useEffect } from "react"
import { hitsIn } from "#core/search/excerpt.ts"
import { markWords, type MarkedWords } from "../../../state/marked-words.ts"
import "./search-marks.css"

const name = "search-hit"

/**
 * Marks the words that were searched for in the message they were found in, without touching its elements, and brings
 * the first of them into sight; where it stands folded, that opens. The marks go with the first key or press that is not a scroll.
 */
export default function SearchMarks({ messageId, words }: MarkedWords) {
  useEffect(() => {
    const found = new Set(words)
    const selector = `[data-message="${CSS.escape(messageId)}"]`
    const highlight = "highlights" in CSS ? new Highlight() : undefined
    if (highlight) CSS.highlights.set(name, highlight)
    let shown: Node | undefined
    let hasMoved = false
    const mark = (message: HTMLElement, part: Node) => {
      message.dataset["found"] = ""
      const ranges = rangesIn(part, found)
      for (const range of ranges) highlight?.add(range)
      const first = ranges[0]
      // If other elements replace it, as printing does with plain text, the hit is searched again.
      if (first === undefined || hasMoved || shown?.isConnected) return
      shown = first.startContainer
      unfold(shown, message)
      bringIntoSight(first, message, () => hasMoved)
    }
    // A long message comes in parts; each is looked through once.
    const look = (added: Node) => {
      if (!added.isConnected) return
      const element = added instanceof HTMLElement ? added : added.parentElement
      const around = element?.closest<HTMLElement>(selector)
      const message = around ?? element?.querySelector<HTMLElement>(selector)
      if (message) mark(message, around ? added : message)
    }
    const log = document.querySelector("[role=log]")
    if (log) look(log)
    const watch = new MutationObserver((records) => {
      for (const { type, target, addedNodes } of records) {
        if (type === "characterData") look(target)
        for (const node of addedNodes) look(node)
      }
      // The message has come, or what it is drawn with has taken the place of its plain text.
      waitForRest()
    })
    if (log) watch.observe(log, { subtree: true, childList: true, characterData: true })
    // Long content is behind a button, and the hit may be, too.
    let waiting: ReturnType<typeof setTimeout> | undefined
    const waitForRest = () => {
      if (shown?.isConnected || hasMoved) return
      waiting ??= setTimeout(showRest, drawnMs)
    }
    const showRest = () => {
      waiting = undefined
      const rest = document.querySelector<HTMLElement>(`${selector} [data-rest]`)
      if (shown?.isConnected || hasMoved || rest === null) return
      rest.click()
      waitForRest()
    }
    waitForRest()
    // The presses of this page itself are none.
    const end = ({ isTrusted }: Event) => isTrusted && markWords(undefined)
    const move = () => (hasMoved = true)
    log?.addEventListener("wheel", move, { passive: true })
    log?.addEventListener("pointerdown", move, { passive: true })
    addEventListener("keydown", end)
    log?.addEventListener("click", end)
    return () => {
      watch.disconnect()
      clearTimeout(waiting)
      log?.removeEventListener("wheel", move)
      log?.removeEventListener("pointerdown", move)
      removeEventListener("keydown", end)
      log?.removeEventListener("click", end)
      if (highlight) CSS.highlights.delete(name)
      document.querySelector<HTMLElement>("[data-found]")?.removeAttribute("data-found")
    }
  }, [messageId, words])
  return null
}

/** After this many ms a fetched message is rendered and its hit can be found. */
const drawnMs = 400

/** Opens what holds a hit and stands folded: whatever has a button that says so. */
function unfold(hit: Node, message: HTMLElement): void {
  for (let part = hit.parentElement; part !== null && part !== message; part = part.parentElement) {
    if (part.id === "") continue
    const opener = `[aria-expanded="false"][aria-controls="${CSS.escape(part.id)}"]`
    message.querySelector<HTMLElement>(opener)?.click()
  }
}

function rangesIn(part: Node, words: ReadonlySet<string>): readonly Range[] {
  const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT)
  const ranges: Range[] = []
  for (let node = part instanceof Text ? part : walker.nextNode(); node !== null; node = walker.nextNode()) {
    const hits = hitsIn(node.textContent ?? "", words)
    if (hits.length === 0 || node.parentElement?.closest("button, [role=group]")) continue
    for (const { start, end } of hits) {
      const range = document.createRange()
      range.setStart(node, start)
      range.setEnd(node, end)
      ranges.push(range)
    }
  }
  return ranges
}

/**
 * Where the message is longer than the screen, its beginning may be far from the hit. A hit far from the screen is not laid
 * out, so its element is asked first; once that is in sight, the hit itself may be further down in it, and what stands
 * around it may take its true height some frames later.
 */
function bringIntoSight(range: Range, message: HTMLElement, hasMoved: () => boolean): void {
  const box = message.closest<HTMLElement>("[role=log]")
  const element = range.startContainer.parentElement
  if (box === null || element === null) return
  scrollBoxTo(box, element.getBoundingClientRect())
  let frames = 30
  const settle = () => {
    if (hasMoved() || !range.startContainer.isConnected) return
    const hit = range.getBoundingClientRect()
    if (hit.height > 0) scrollBoxTo(box, hit)
    if (frames-- > 0) requestAnimationFrame(settle)
  }
  requestAnimationFrame(settle)
}

function scrollBoxTo(box: HTMLElement, { top, bottom }: DOMRect): void {
  const frame = box.getBoundingClientRect()
  if (top < frame.top || bottom > frame.bottom) box.scrollTop += top - frame.top - frame.height / 3
}
