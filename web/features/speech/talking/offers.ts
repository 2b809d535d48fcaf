import { ownBalance } from "#core/access/access-state.ts"
import { joinSentences } from "#core/i18n/join-sentences.ts"
import { saveFile } from "../../../platform/files/save-file.ts"
import { chapterTexts } from "../../../platform/language/texts.ts"
import { forgetRecording, storeRecording, type StoredRecording } from "../../../platform/storage/recording-outbox.ts"
import { useAccess, type AccessState } from "../../../state/access-store.ts"
import { offerUndo } from "../../../ui/offer-undo.ts"
import { openToast, type ToastAction } from "../../../ui/toast.tsx"

/** How long is shown that words did not come, and what can be done, in ms. */
export const readMs = 10_000

/** By recording, what takes away its offer: one is shown of each. */
const offers = new Map<string, () => void>()

/** Offers to send what is kept again, or to discard it. */
export function offerAgain(recording: StoredRecording, why: string, again: () => void): void {
  offer(recording, why, { text: chapterTexts("speech").tryAgain, onClick: again })
}

/** Offers to download what no try would have written down, or to discard it. */
export function offerFile(recording: StoredRecording, why: string): void {
  const t = chapterTexts("speech")
  const { slices, type } = recording
  const ending = type.includes("mp4") ? "m4a" : type.includes("ogg") ? "ogg" : "webm"
  const onClick = () => saveFile(`gravacao.${ending}`, new Blob([...slices], { type }))
  offer(recording, joinSentences(why, t.keptAsFile), { text: t.download, onClick })
}

function offer(recording: StoredRecording, why: string, action: ToastAction): void {
  const { id } = recording
  const t = chapterTexts("speech")
  endOffer(id)
  const end = openToast({
    text: why,
    durationMs: readMs,
    action,
    otherAction: { text: t.discard, onClick: () => discard(recording, () => offer(recording, why, action)) },
    onGone: () => offers.get(id) === end && offers.delete(id),
  })
  offers.set(id, end)
}

/** Takes the offer of a recording away: it is being written down, or gone. */
export function endOffer(id: string): void {
  offers.get(id)?.()
}

function discard(recording: StoredRecording, offerAnew: () => void): void {
  const forgotten = forgetRecording(recording.id)
  const restore = async () => {
    await forgotten
    await storeRecording(recording)
    offerAnew()
  }
  offerUndo({ text: chapterTexts("speech").discarded, onUndo: () => void restore() })
}

let isAwaited = false

/** Does something once this user has more money than before: what was refused may have been for lack of it. */
export function onceThereIsMore(act: () => void): void {
  if (isAwaited) return
  isAwaited = true
  const stop = useAccess.subscribe((now, before) => {
    if (moneyOf(now) <= moneyOf(before)) return
    stop()
    isAwaited = false
    act()
  })
}

/** Held money is part of it, so that it does not grow when an answer ends. */
function moneyOf(state: AccessState): number {
  const { premium, free } = ownBalance(state)
  return premium + free
}
