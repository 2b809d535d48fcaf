import type { MessageShown } from "../../../state/contributions.ts"
import { withChapters } from "../../../platform/language/texts.ts"
import { unlockSound } from "../../../platform/browser/sound-player.ts"
import { sayPartMissing } from "../../../ui/lazy-part.tsx"

/** The code that reads is fetched once an answer can be heard, in an idle moment, or with the first reading. */
export async function loadReading() {
  return withChapters(import("./read-aloud.ts"), "errors", "speech")
}

/** What hearing costs depends on what is said: the code that knows is fetched when the price is wanted. */
export async function loadPrice() {
  return withChapters(import("./paid-sound.ts"), "speech")
}

/** Reads an answer aloud, or stops reading it. `isAsked`: by a press. */
export async function listen(shown: MessageShown, how: { readonly isAsked: boolean }): Promise<void> {
  // Before anything is waited for: only in a press may an iPhone begin to play.
  if (how.isAsked) unlockSound()
  const code = await loadReading().catch(sayPartMissing)
  await code?.readAloud(shown, how)
}
