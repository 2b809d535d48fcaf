import type { RefObject } from "react"
import { fillMoments } from "#core/prompts/places.ts"
import { wordsOfLink } from "../../../platform/browser/words-of-link.ts"
import { momentWords } from "../../../platform/language/moment-words.ts"
import { createSession } from "../../../state/conversation-list.ts"
import { startConversations } from "../../../state/start-conversations.ts"
import { loadDraft } from "../../../state/drafts.ts"
import type { ComposerHandle } from "./composer.tsx"
import { pageUrl, showUrl } from "../../../platform/browser/page-address.ts"

/** Most of a link's text that is taken, in UTF-16 units. */
const longest = 20_000

/**
 * Puts the text of a link (`/chat?fill=…`), or what another app shares, into the field of a new conversation, behind what is already written there. It
 * is taken out of the address, so that a reload does not bring it again. A link never sends. `search`: the query that the page came
 * with; by now the address may be that of the open conversation.
 */
export async function fillFromLink(composer: RefObject<ComposerHandle | null>, search: string): Promise<void> {
  const url = pageUrl()
  const filled = wordsOfLink(new URLSearchParams(search)).slice(0, longest).trim()
  for (const name of ["fill", "title", "text", "url", "submit"]) url.searchParams.delete(name)
  showUrl(url)
  if (filled === "") return
  await startConversations()
  const draft = await loadDraft(createSession())
  const words = fillMoments(filled, momentWords(Date.now()))
  const whole = draft === "" ? words : `${draft}\n${words}`
  // The new conversation's field is there with the next frame.
  requestAnimationFrame(() => composer.current?.fill(whole))
}
