import type { Failure } from "#core/gateway/failure.ts"
import { failureText } from "#core/i18n/failure-text.ts"
import { joinSentences } from "#core/i18n/join-sentences.ts"
import { languageTag } from "#core/i18n/locale.ts"
import { afterFailure, isSentByItself } from "#core/speech/kept-recording.ts"
import { unlessElsewhere } from "../../../platform/browser/answer-locks.ts"
import { isOnline, onLineChange } from "../../../platform/browser/online.ts"
import { acknowledgeRun } from "../../../platform/gateway/run-client.ts"
import { fetchTranscript } from "../../../platform/gateway/transcription-client.ts"
import { currentLocale } from "../../../platform/language/language.ts"
import { chapterTexts } from "../../../platform/language/texts.ts"
import {
  forgetRecording,
  goesWithPage,
  storeAnew,
  storedRecordings,
  type StoredRecording,
} from "../../../platform/storage/recording-outbox.ts"
import { applyBalance, authHeaders, ownCall, useAccess } from "../../../state/access-store.ts"
import { hasField } from "../../../state/drafts.ts"
import { showToast } from "../../../ui/toast.tsx"
import { endOffer, offerAgain, offerFile, onceThereIsMore, readMs } from "./offers.ts"
import { onceDecided, placeOf } from "./place-of.ts"
import { showTranscribing } from "./talk.ts"
import { writerFor } from "./who-writes.ts"
import { sayDropped, writeDown } from "./write-down.ts"

/** A line that broke is tried again so often, after so many ms. */
const retriesMs = [1_000, 3_000]

/** Held by the tab that makes a recording or has it written down: of two, each would put the words into its field. */
export function lockOf(recordingId: string): string {
  return `recording-${recordingId}`
}

/** Has a recording written down. It is kept until its words are there, its maker lets it go, or its conversation is gone. */
export async function transcribe(recording: StoredRecording): Promise<void> {
  const { id, sessionId } = recording
  endOffer(id)
  const place = await placeOf(sessionId)
  if (place === "gone") return dropGone(id)
  if (place === "deleted")
    return onceDecided(sessionId, (isBack) => void (isBack ? seeTo(id, false) : forgetRecording(id)))
  if (!isOnline()) {
    transcribeOnceOnline()
    const t = chapterTexts("speech")
    return showToast({ text: goesWithPage(id) ? t.keptUntilClosed : t.waitsForLine, durationMs: 6_000 })
  }
  const heard = await ask(recording, `voice-${id}`)
  // The model that writes is gone meanwhile: what was said is still offered.
  if (heard === undefined) return offer(recording)
  if (!heard.ok) return sayNotWritten(recording, heard.error)
  const { text, balance } = heard.value
  const isKept = await writeDown(sessionId, text, false).then(
    () => true,
    () => false,
  )
  if (!isKept) return offer(recording)
  await forgetRecording(id)
  if (balance) void acknowledgeRun(balance.runId, callHeaders())
}

/** There is no field for its words any more. */
async function dropGone(id: string): Promise<void> {
  await forgetRecording(id)
  showToast({ text: chapterTexts("speech").droppedWithChat, durationMs: 8_000 })
}

/**
 * Has a recording of a temporary conversation written down. Nothing of it is stored, here or on the server: there is one try, and
 * none where its words could not be seen.
 */
export async function transcribeUnstored(recording: StoredRecording): Promise<void> {
  if (!hasField(recording.sessionId)) return sayDropped()
  const heard = isOnline() ? await ask(recording, undefined) : undefined
  if (!heard?.ok) return sayDropped(heard?.error)
  await writeDown(recording.sessionId, heard.value.text, true).catch(() => sayDropped())
}

/** Asks the model that writes; undefined where there is none. With a key, again while the line is bad. */
async function ask({ sessionId, slices, type }: StoredRecording, key: string | undefined) {
  const writer = writerFor(useAccess.getState())
  if (writer?.by !== "model") return undefined
  const headers = callHeaders()
  const told = key === undefined ? headers : { ...headers, "X-Request-Meta": JSON.stringify({ session: sessionId }) }
  const { accessCode } = useAccess.getState()
  const sound = new Blob([...slices], { type })
  const language = languageTag(currentLocale()).split("-")[0] ?? "pt"
  const fetchWords = () => fetchTranscript({ model: writer.model, language, sound }, told, key)
  let heard = await fetchWords()
  for (const ms of key === undefined ? [] : retriesMs) {
    if (heard.ok || afterFailure(heard.error) !== "again") break
    // oxlint-disable-next-line no-await-in-loop -- one try after the other, under one key
    await new Promise((resolve) => setTimeout(resolve, ms))
    // oxlint-disable-next-line no-await-in-loop -- likewise
    heard = await fetchWords()
  }
  if (heard.ok && heard.value.balance) applyBalance(heard.value.balance, accessCode)
  return heard
}

function callHeaders() {
  const own = ownCall("OpenAI")
  return authHeaders(typeof own === "object" ? own : undefined)
}

async function sayNotWritten(recording: StoredRecording, failure: Failure): Promise<void> {
  const then = afterFailure(failure)
  const reason = failureText(failure, chapterTexts("errors"))
  if (then === "again") transcribeOnceOnline()
  const kept: StoredRecording = { ...recording, isRefused: recording.isRefused || then !== "again" }
  const isKept = then !== "forget" && (await storeAnew(kept))
  if (isKept && then === "hand-over") return offerFile(kept, reason)
  if (isKept) return offer(kept, then === "again" ? undefined : reason)
  await forgetRecording(recording.id)
  showToast({ text: reason, durationMs: readMs })
}

/**
 * What is kept is sent again or discarded by a press; what was refused is offered anew when there may be money for it. `why`: where
 * it was not just the line.
 */
function offer(recording: StoredRecording, why?: string): void {
  if (recording.isRefused) onceThereIsMore(() => void transcribeStored())
  const t = chapterTexts("speech")
  const { id } = recording
  const kept = goesWithPage(id) ? t.keptUntilClosed : t.transcribeFailed
  const text = goesWithPage(id) && why !== undefined ? joinSentences(why, kept) : (why ?? kept)
  offerAgain(recording, text, () => void again(recording))
}

async function again(recording: StoredRecording): Promise<void> {
  const { id, sessionId } = recording
  showTranscribing(sessionId, true)
  await seeTo(id, true, recording).finally(() => showTranscribing(sessionId, false))
}

/**
 * Has a recording written down if it is still kept: another tab, or a new connection, may have brought its words meanwhile. Unless
 * somebody `isAsking`, one that is old or was refused is only offered. `inMemory`: for where nothing can be stored.
 */
function seeTo(id: string, isAsking: boolean, inMemory?: StoredRecording): Promise<void> {
  return unlessElsewhere(lockOf(id), async () => {
    const stored = await storedRecordings()
    const recording = stored?.find((one) => one.id === id) ?? (stored === undefined ? inMemory : undefined)
    if (recording === undefined || recording.slices.length === 0) return
    if (isAsking || isSentByItself(recording, Date.now())) return transcribe(recording)
    if ((await placeOf(recording.sessionId)) === "gone") return dropGone(id)
    offer(recording)
  })
}

/** Sees to what waits from before: from this page, or from one that was closed. */
export async function transcribeStored(): Promise<void> {
  if (!isOnline()) return transcribeOnceOnline()
  for (const { id } of (await storedRecordings()) ?? []) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other, in the order they were spoken
    await seeTo(id, false)
  }
}

let isAwaited = false

/** Has what waits written down when the browser is online again. */
function transcribeOnceOnline(): void {
  if (isAwaited) return
  isAwaited = true
  const stopListening = onLineChange(() => {
    if (!isOnline()) return
    stopListening()
    isAwaited = false
    void transcribeStored()
  })
}
