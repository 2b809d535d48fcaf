import { failureText } from "#core/i18n/failure-text.ts"
import { joinSentences } from "#core/i18n/join-sentences.ts"
import { languageTag } from "#core/i18n/locale.ts"
import type { Failure } from "#core/gateway/failure.ts"
import type { RecordingEffect } from "#core/speech/recording.ts"
import { holdHere, unlessElsewhere } from "../../../platform/browser/answer-locks.ts"
import { openMicrophone, type Microphone, NoMicrophone } from "../../../platform/browser/microphone.ts"
import { newId } from "../../../platform/browser/new-id.ts"
import { isOnline, onLineChange } from "../../../platform/browser/online.ts"
import { isRecognisedHere, recognise, type Recognising } from "../../../platform/browser/speech-recognition.ts"
import { acknowledgeRun } from "../../../platform/gateway/run-client.ts"
import { fetchTranscript } from "../../../platform/gateway/transcription-client.ts"
import { currentLocale } from "../../../platform/language/language.ts"
import { chapterTexts } from "../../../platform/language/texts.ts"
import { readLocal, writeLocal } from "../../../platform/storage/local-storage.ts"
import {
  forgetRecording,
  storedRecordings,
  storeRecording,
  type StoredRecording,
} from "../../../platform/storage/recording-outbox.ts"
import { applyBalance, authHeaders, ownCall, useAccess } from "../../../state/access-store.ts"
import { focusField } from "../../../state/composer-focus.ts"
import { conversationStore } from "../../../state/conversation-store.ts"
import { addToDraft } from "../../../state/drafts.ts"
import { askToConfirm } from "../../../ui/confirm.tsx"
import { showToast } from "../../../ui/toast.tsx"
import { stopReading } from "../listening/read-aloud.ts"
import { showTranscribing, talk } from "./talk.ts"
import { noteDeaf, writerFor } from "./who-writes.ts"

/** A recording under way. */
interface Take {
  readonly id: string
  readonly sessionId: string
  readonly slices: Blob[]
  microphone?: Microphone
  recognising?: Recognising
  isOver: boolean
  /** Lets others write down what was stored of it. */
  readonly letGo: () => void
}

let take: Take | undefined

const consentKey = "nk-voice-consent"
/** A line that broke is tried again so often, after so many ms. */
const retriesMs = [1_000, 3_000]

/** How loud it is now, from 0 to 1. */
export function levelNow(): number {
  return take?.microphone?.level() ?? 0
}

/** Does what the press on the microphone comes to. */
export function doEffect(effect: RecordingEffect, sessionId: string): void {
  const t = chapterTexts("speech")
  switch (effect) {
    case "open":
      return void open(sessionId)
    case "begin":
      return
    case "keep":
      return void keep()
    case "drop":
      return void drop()
    case "say-hold":
      return showToast({ text: t.holdToTalk })
    case "say-soon-over":
      return showToast({ text: t.soonOver })
    case "say-locked":
      return showToast({ text: t.locked })
  }
}

async function open(sessionId: string): Promise<void> {
  const t = chapterTexts("speech")
  stopReading()
  const id = newId()
  const mine: Take = { id, sessionId, slices: [], isOver: false, letGo: holdHere(lockOf(id)) }
  take = mine
  const writer = writerFor(useAccess.getState())
  if (writer?.by !== "model") return recogniseInto(mine)
  try {
    const microphone = await openMicrophone({
      onSlice(slice) {
        mine.slices.push(slice)
        if (!mine.isOver) void storeRecording({ ...storedOf(mine), type: mine.microphone?.type ?? slice.type })
      },
      onLost: () => talk({ type: "interrupted" }),
    })
    mine.microphone = microphone
    if (mine.isOver) return void microphone.stop()
    talk({ type: "opened", at: Date.now() })
  } catch (error) {
    mine.letGo()
    if (mine.isOver) return
    talk({ type: "refused" })
    const isDenied = error instanceof NoMicrophone && error.isDenied
    showToast({ text: isDenied ? t.denied : t.noMicrophone, durationMs: 8_000 })
  }
}

/** Without a model the browser writes, if it can: on the device, or after one consent at its maker's. */
async function recogniseInto(mine: Take): Promise<void> {
  const t = chapterTexts("speech")
  const lang = languageTag(currentLocale())
  const isLocal = await isRecognisedHere(lang)
  if (mine.isOver) return
  if (!isLocal && readLocal(consentKey) === null) {
    // A finger that holds would be in the way of the answer: it begins with the next press.
    talk({ type: "cancelled" })
    if (await askToConfirm({ text: t.vendorConsent, confirm: t.allow })) writeLocal(consentKey, String(Date.now()))
    return
  }
  const begun = await recognise(lang, isLocal, () => talk({ type: "interrupted" }))
  if (typeof begun === "string") {
    mine.letGo()
    if (mine.isOver) return
    talk({ type: "refused" })
    if (begun === "silent") noteDeaf()
    return showToast({ text: begun === "denied" ? t.denied : t.noRecognition, durationMs: 8_000 })
  }
  mine.recognising = begun
  if (mine.isOver) return begun.abort()
  talk({ type: "opened", at: Date.now() })
}

async function drop(): Promise<void> {
  const mine = take
  take = undefined
  if (mine === undefined) return
  mine.isOver = true
  mine.recognising?.abort()
  await mine.microphone?.stop()
  await forgetRecording(mine.id)
  mine.letGo()
}

async function keep(): Promise<void> {
  const mine = take
  take = undefined
  if (mine === undefined) return
  showTranscribing(mine.sessionId, true)
  try {
    if (mine.recognising) return await writeDown(mine.sessionId, await mine.recognising.stop())
    await mine.microphone?.stop()
    mine.isOver = true
    const stored = storedOf(mine)
    await storeRecording(stored)
    await transcribe(stored)
  } finally {
    mine.letGo()
    showTranscribing(mine.sessionId, false)
  }
}

function storedOf({ id, sessionId, slices, microphone }: Take): StoredRecording {
  return { id, sessionId, slices: [...slices], type: microphone?.type ?? "" }
}

/** Held by the tab that makes a recording or has it written down: of two, each would put the words into its field. */
function lockOf(recordingId: string): string {
  return `recording-${recordingId}`
}

/** Has a recording written down. It is kept until its words are there or its maker lets it go. */
async function transcribe(recording: StoredRecording): Promise<void> {
  const t = chapterTexts("speech")
  const writer = writerFor(useAccess.getState())
  if (!isOnline()) {
    transcribeOnceOnline()
    return showToast({ text: t.waitsForLine, durationMs: 6_000 })
  }
  if (writer?.by !== "model") return
  const own = ownCall("OpenAI")
  const headers = authHeaders(typeof own === "object" ? own : undefined)
  const { sessionId } = recording
  const isTemporary = conversationStore.getState().sessions[sessionId]?.temporary === true
  const told = isTemporary ? headers : { ...headers, "X-Request-Meta": JSON.stringify({ session: sessionId }) }
  const { accessCode } = useAccess.getState()
  const sound = new Blob([...recording.slices], { type: recording.type })
  const language = languageTag(currentLocale()).split("-")[0] ?? "pt"
  const ask = () => fetchTranscript({ model: writer.model, language, sound }, told, `voice-${recording.id}`)
  let heard = await ask()
  for (const ms of retriesMs) {
    if (heard.ok || !isLineOf(heard.error)) break
    // oxlint-disable-next-line no-await-in-loop -- one try after the other, under one key
    await new Promise((resolve) => setTimeout(resolve, ms))
    // oxlint-disable-next-line no-await-in-loop -- likewise
    heard = await ask()
  }
  if (!heard.ok) return sayKept(recording, heard.error)
  const { text, balance } = heard.value
  if (balance) applyBalance(balance, accessCode)
  await writeDown(recording.sessionId, text)
  await forgetRecording(recording.id)
  if (balance) void acknowledgeRun(balance.runId, headers)
}

/** The line broke, or the server is still at it: the same key may be sent again. */
function isLineOf({ kind }: Failure): boolean {
  return kind === "network" || kind === "already-processing" || kind === "not-json"
}

function sayKept(recording: StoredRecording, failure: Failure): void {
  const t = chapterTexts("speech")
  if (isLineOf(failure)) transcribeOnceOnline()
  const isEmpty = failure.kind === "invalid-request"
  if (isEmpty) void forgetRecording(recording.id)
  const why = isLineOf(failure) ? t.transcribeFailed : failureText(failure, chapterTexts("errors"))
  showToast({
    text: why,
    durationMs: 10_000,
    ...(!isEmpty && { action: { text: t.tryAgain, onClick: () => void again(recording) } }),
  })
}

async function again({ id, sessionId }: StoredRecording): Promise<void> {
  showTranscribing(sessionId, true)
  await transcribeIfKept(id).finally(() => showTranscribing(sessionId, false))
}

/** Has a recording written down if it is still kept: another tab, or a new connection, may have brought its words meanwhile. */
function transcribeIfKept(id: string): Promise<void> {
  return unlessElsewhere(lockOf(id), async () => {
    const recording = (await storedRecordings()).find((stored) => stored.id === id)
    if (recording !== undefined && recording.slices.length > 0) await transcribe(recording)
  })
}

/** Has written down what waits from before: from this page, or from one that was closed. */
export async function transcribeStored(): Promise<void> {
  if (!isOnline()) return transcribeOnceOnline()
  for (const { id } of await storedRecordings()) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other, in the order they were spoken
    await transcribeIfKept(id)
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

/** Puts words into the message field, behind what stands there; nothing is sent. Where the field is gone, into the draft. */
async function writeDown(sessionId: string, text: string): Promise<void> {
  const t = chapterTexts("speech")
  if (text === "") return showToast({ text: joinSentences(t.nothingHeard, chapterTexts("errors").nothingCharged) })
  const goOn = keepCaret()
  if (!(await addToDraft(sessionId, text))) return
  goOn()
  showToast({ text: t.transcribed })
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
