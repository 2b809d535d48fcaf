/** Colours code away from the page's thread: a long block takes a slow phone half a second. */
import { highlightCode } from "./highlight.ts"
import type { HighlightReply, HighlightTask } from "./highlighter.ts"

addEventListener("message", (event: MessageEvent<HighlightTask>) => {
  const { id, code, language } = event.data
  const reply = (pieces: HighlightReply["pieces"]) => postMessage({ id, pieces } satisfies HighlightReply)
  highlightCode(code, language).then(reply, () => reply(undefined))
})
