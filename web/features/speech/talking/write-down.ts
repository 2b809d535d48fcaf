import type { Failure } from "#core/gateway/failure.ts"
import { failureText } from "#core/i18n/failure-text.ts"
import { joinSentences } from "#core/i18n/join-sentences.ts"
import { chapterTexts } from "../../../platform/language/texts.ts"
import { focusField } from "../../../state/composer-focus.ts"
import { addToDraft, hasField } from "../../../state/drafts.ts"
import { showToast } from "../../../ui/toast.tsx"

/**
 * Puts words into the message field, behind what stands there; nothing is sent. Where the field is gone, into the draft; a
 * temporary conversation has none. Rejects where the words could not be kept.
 */
export async function writeDown(sessionId: string, text: string, isTemporary: boolean): Promise<void> {
  const t = chapterTexts("speech")
  if (text === "") return showToast({ text: joinSentences(t.nothingHeard, chapterTexts("errors").nothingCharged) })
  if (isTemporary && !hasField(sessionId)) return sayDropped()
  const goOn = keepCaret()
  const isSeen = await addToDraft(sessionId, text)
  if (isSeen) goOn()
  showToast({ text: isSeen ? t.transcribed : t.transcribedThere, ...(!isSeen && { durationMs: 6_000 }) })
}

/** Of a temporary conversation a recording goes with its failure. */
export function sayDropped(failure?: Failure): void {
  const { dropped } = chapterTexts("speech")
  const text = failure ? joinSentences(failureText(failure, chapterTexts("errors")), dropped) : dropped
  showToast({ text, durationMs: 8_000 })
}

/**
 * Called before words are put behind what is written. Returns how to go on: whoever is writing stays where they are, else the
 * field gets the focus.
 */
function keepCaret(): () => void {
  const before = document.activeElement
  const isWriting = before instanceof HTMLInputElement || before instanceof HTMLTextAreaElement
  if (!isWriting || before.value === "") return focusField
  const { value, selectionStart, selectionEnd } = before
  return () =>
    requestAnimationFrame(() => {
      if (before.value !== value) before.setSelectionRange(selectionStart, selectionEnd)
    })
}
