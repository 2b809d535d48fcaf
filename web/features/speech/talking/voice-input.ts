import { languageTag } from "#core/i18n/locale.ts"
import type { RecordingEffect } from "#core/speech/recording.ts"
import { holdHere } from "../../../platform/browser/answer-locks.ts"
import { openMicrophone, type Microphone, NoMicrophone } from "../../../platform/browser/microphone.ts"
import { newId } from "../../../platform/browser/new-id.ts"
import { isRecognisedHere, recognise, type Recognising } from "../../../platform/browser/speech-recognition.ts"
import { currentLocale } from "../../../platform/language/language.ts"
import { chapterTexts } from "../../../platform/language/texts.ts"
import { readLocal, writeLocal } from "../../../platform/storage/local-storage.ts"
import { forgetRecording, storeRecording, type StoredRecording } from "../../../platform/storage/recording-outbox.ts"
import { useAccess } from "../../../state/access-store.ts"
import { conversationStore } from "../../../state/conversation-store.ts"
import { presentId } from "../../../state/given-way.ts"
import { startConversations } from "../../../state/start-conversations.ts"
import { askToConfirm } from "../../../ui/confirm.tsx"
import { showToast } from "../../../ui/toast.tsx"
import { stopReading } from "../listening/read-aloud.ts"
import { showTranscribing, talk } from "./talk.ts"
import { lockOf, transcribe, transcribeUnstored } from "./transcribe.ts"
import { noteDeaf, writerFor } from "./who-writes.ts"
import { sayDropped, writeDown } from "./write-down.ts"

/** A recording under way. */
interface Take {
  readonly id: string
  readonly sessionId: string
  /** Its conversation is never stored, and neither is what is said in it. */
  readonly isTemporary: boolean
  readonly slices: Blob[]
  /** Epoch milliseconds. */
  readonly at: number
  microphone?: Microphone
  recognising?: Recognising
  isOver: boolean
  /** Lets others write down what was stored of it. */
  readonly letGo: () => void
}

let take: Take | undefined

const consentKey = "nk-voice-consent"

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
  const isTemporary = conversationStore.getState().sessions[sessionId]?.temporary === true
  const letGo = holdHere(lockOf(id))
  const mine: Take = { id, sessionId, isTemporary, slices: [], at: Date.now(), isOver: false, letGo }
  take = mine
  const writer = writerFor(useAccess.getState())
  if (writer?.by !== "model") return recogniseInto(mine)
  try {
    const microphone = await openMicrophone({
      onSlice(slice) {
        mine.slices.push(slice)
        if (!mine.isTemporary) void storeSoFar(mine, slice.type)
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
    const why = error instanceof NoMicrophone ? error.why : "missing"
    showToast({ text: { denied: t.denied, busy: t.microphoneBusy, missing: t.noMicrophone }[why], durationMs: 8_000 })
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
  showTranscribing(presentId(mine.sessionId), true)
  try {
    if (mine.recognising) {
      const words = await mine.recognising.stop()
      return await writeDown(mine.sessionId, words, mine.isTemporary).catch(() => sayDropped())
    }
    await mine.microphone?.stop()
    mine.isOver = true
    await startConversations()
    const stored = storedOf(mine)
    showTranscribing(stored.sessionId, true)
    if (mine.isTemporary) return await transcribeUnstored(stored)
    await storeRecording(stored)
    await transcribe(stored)
  } finally {
    mine.letGo()
    showTranscribing(presentId(mine.sessionId), false)
  }
}

/** Until the storage is open it is not known in which conversation this is said. */
async function storeSoFar(mine: Take, type: string): Promise<void> {
  await startConversations()
  if (!mine.isOver) await storeRecording({ ...storedOf(mine), type: mine.microphone?.type ?? type })
}

function storedOf({ id, sessionId, slices, at, microphone }: Take): StoredRecording {
  return {
    id,
    sessionId: presentId(sessionId),
    at,
    isRefused: false,
    slices: [...slices],
    type: microphone?.type ?? "",
  }
}
