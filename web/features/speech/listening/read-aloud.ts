import { ownBalance } from "#core/access/access-state.ts"
import type { Failure } from "#core/gateway/failure.ts"
import { failureText } from "#core/i18n/failure-text.ts"
import { joinSentences } from "#core/i18n/join-sentences.ts"
import { languageTag } from "#core/i18n/locale.ts"
import type { MicroReais } from "#core/lib/micro-reais.ts"
import { costOfPieces, costOfReading, type PaidVoices } from "#core/speech/effective-engine.ts"
import { piecesOfText, sentencesOf } from "#core/speech/pieces.ts"
import { playSound, soundElement, unlockSound } from "../../../platform/browser/sound-player.ts"
import { currentLocale } from "../../../platform/language/language.ts"
import { formatMoney } from "../../../platform/language/money.ts"
import { chapterTexts, texts } from "../../../platform/language/texts.ts"
import { readLocal, writeLocal } from "../../../platform/storage/local-storage.ts"
import { useAccess } from "../../../state/access-store.ts"
import { useConfig } from "../../../state/config-store.ts"
import type { MessageShown } from "../../../state/contributions.ts"
import { isNeverStored } from "../../../state/conversation-list.ts"
import { conversationStore } from "../../../state/conversation-store.ts"
import { askToConfirm } from "../../../ui/confirm.tsx"
import { showToast } from "../../../ui/toast.tsx"
import { deviceVoices, saidInOneGo, sayPart, usualPace, voiceFor } from "./device-voice.ts"
import { followAlong } from "./follow-along.ts"
import { changeListening, listening, listeningRate, listeningRates } from "./listening.ts"
import { showToLockScreen, tellLockScreen } from "./media-session.ts"
import { forgetSound, soundOf, textOfReading, unheardOf } from "./paid-sound.ts"
import { chosenVoices, whoReads } from "./who-reads.ts"

/** A reading under way, and what the bar and the keys of a headset do with it. */
interface Reading {
  readonly sessionId: string
  readonly messageId: string
  readonly stop: AbortController
  readonly wash: ReturnType<typeof followAlong>
  /** Set by whoever speaks. */
  pause: () => void
  resume: () => void
}

let current: Reading | undefined

const consentKey = "nk-speech-paid"

/**
 * Reads an answer aloud; asked for the one that is being read, it stops. `isAsked`: by a press, not by itself: then a question
 * about the price may come first.
 */
export async function readAloud({ sessionId, message }: MessageShown, { isAsked }: { readonly isAsked: boolean }) {
  const before = listening.get()
  const isThis = before?.messageId === message.id && before.phase !== "refused"
  stopReading()
  if (isThis && isAsked) return
  if (isAsked) unlockSound()
  const t = chapterTexts("speech")
  const text = textOfReading(message)
  if (text === "") return isAsked ? showToast({ text: t.nothingToRead }) : undefined
  const stop = new AbortController()
  const reading: Reading = {
    sessionId,
    messageId: message.id,
    stop,
    wash: followAlong(message.id),
    pause() {},
    resume() {},
  }
  current = reading
  const chosen = chosenVoices()
  const unheard = chosen && (await unheardOf(message, chosen))
  if (stop.signal.aborted) return
  const usual = whoReads(true, unheard)
  // A paid voice begins at once: browsers take their time to list those of a device.
  const voices = usual.by === "paid" ? [] : await deviceVoices()
  if (stop.signal.aborted) return
  const reader = usual.by === "paid" ? usual : whoReads(voices.length > 0, unheard)
  const by = reader.by === "paid" ? "paid" : "device"
  const of = text.length / usualPace
  listening.set({ sessionId, messageId: message.id, phase: "loading", by, at: 0, of })
  if (reader.by === "nobody") {
    stopReading()
    const isTooDear = reader.why === "no-balance" && chosen && unheard
    const why = isTooDear ? joinSentences(tooDear(costOfPieces(unheard, chosen)), t.noVoice) : t.noVoice
    return showToast({ text: why, durationMs: 6_000 })
  }
  if (reader.by === "paid" && unheard?.length !== 0 && !(await mayCost(reader.voices, isAsked))) return
  if (stop.signal.aborted) return
  if (reader.by === "paid" && useAccess.getState().config.pretend) showToast({ text: t.simulated })
  await onlyHere(reading, async () => {
    showToLockScreen(topicOf(sessionId), { pause, resume, stop: stopReading })
    if (reader.by === "device") return readByDevice(reading, text, voices)
    const left = await readPaid(reading, text, reader.voices, !isNeverStored(sessionId))
    if (left !== undefined) await readOn(reading, left)
  })
  if (current === reading) stopReading()
}

/** Ends what is being read. What was asked for ahead is paid, arrives and is kept. */
export function stopReading(): void {
  current?.stop.abort()
  current?.wash.clear()
  current = undefined
  showToLockScreen(undefined)
  if (listening.get() !== undefined) listening.set(undefined)
}

export function pause(): void {
  current?.pause()
  changeListening({ phase: "paused" })
  tellLockScreen("paused")
}

export function resume(): void {
  changeListening({ phase: "playing" })
  tellLockScreen("playing")
  current?.resume()
}

/** Whether something waits only for a press. */
export function canResume(): boolean {
  return current !== undefined
}

/** The next of the speeds. What is playing takes it at once; nothing is asked for again. */
export function changeRate(): void {
  const at = listeningRates.findIndex((rate) => rate === listeningRate.get())
  const rate = listeningRates[(at + 1) % listeningRates.length] ?? 1
  listeningRate.set(rate)
  soundElement().playbackRate = rate
}

function tooDear(price: MicroReais): string {
  const { premium } = ownBalance(useAccess.getState())
  return chapterTexts("speech").tooDear(formatMoney(price), formatMoney(premium))
}

/** The first reading that costs is asked about, once in this browser. */
async function mayCost(voices: PaidVoices, isAsked: boolean): Promise<boolean> {
  if (voices.perMillion === undefined || readLocal(consentKey) !== null) return true
  if (!isAsked) {
    // Nothing that costs begins by itself before it was agreed to once: a press asks.
    current = undefined
    changeListening({ phase: "refused" })
    return false
  }
  const t = chapterTexts("speech")
  const price = formatMoney(costOfReading(1_000, voices))
  const yes = await askToConfirm({ text: t.firstPaid(price), confirm: t.listenForMoney })
  if (yes) writeLocal(consentKey, String(Date.now()))
  else stopReading()
  return yes
}

/** The next piece is asked for when the one that is heard has so many seconds left: voices take a few for a piece of a minute. */
const aheadSeconds = 20

/** Resolves to what a voice that failed has left, and why; undefined where it came to the end, or was stopped. */
async function readPaid(
  reading: Reading,
  text: string,
  voices: PaidVoices,
  isKeyed: boolean,
): Promise<Left | undefined> {
  const { signal } = reading.stop
  const pieces = piecesOfText(text)
  const lengths: number[] = []
  const audio = soundElement()
  let isHeld = false
  reading.pause = () => {
    isHeld = true
    audio.pause()
  }
  reading.resume = () => {
    isHeld = false
    void audio.play().catch(() => undefined)
  }
  const order = (at: number) => soundOf(reading, pieces[at] ?? "", at, voices, isKeyed)
  const ordered = new Map<number, ReturnType<typeof order>>()
  for (const [at, piece] of pieces.entries()) {
    // oxlint-disable-next-line no-await-in-loop -- one piece is heard after the other
    const spoken = await (ordered.get(at) ?? order(at))
    ordered.clear()
    if (signal.aborted) return undefined
    const left = pieces.slice(at).join(" ")
    if (!spoken.ok) return { why: spoken.error, text: left }
    const orderNext = () => {
      if (at + 1 < pieces.length && !ordered.has(at + 1)) ordered.set(at + 1, order(at + 1))
    }
    const before = lengths.reduce((sum, seconds) => sum + seconds, 0)
    const rest = pieces.slice(at + 1).join(" ").length / usualPace
    const sentences = sentencesOf(piece)
    let shown = -1
    // oxlint-disable-next-line no-await-in-loop -- likewise
    const how = await playSound(spoken.value, listeningRate.get(), signal, {
      onRefused: () => changeListening({ phase: "refused" }),
      // Held before it was there, it does not begin.
      onPlaying: () => {
        // The first piece is short: what comes behind it is made at once.
        if (at === 0) orderNext()
        if (isHeld) return audio.pause()
        if (!Number.isFinite(audio.duration)) orderNext()
        changeListening({ phase: "playing" })
      },
      onTime(now, of) {
        // While one ends, the next is made: who stops before has not paid for it.
        if (of - now <= aheadSeconds * listeningRate.get()) orderNext()
        lengths[at] = of
        changeListening({ at: before + now, of: before + of + rest })
        const sentence = sentenceAt(sentences, piece.length * (now / of))
        if (sentence !== shown) reading.wash.show(sentences[(shown = sentence)] ?? "")
      },
    })
    if (how === "broken") {
      void forgetSound(piece, voices)
      return { why: "broken", text: left }
    }
    if (how === "stopped") return undefined
  }
  return undefined
}

/** What a paid voice has left. `broken`: there is sound, perhaps paid for, that this browser cannot play. */
interface Left {
  readonly why: Failure | "broken"
  readonly text: string
}

/** Where a paid voice fails, the device's goes on, if it has one; it is said why. */
async function readOn(reading: Reading, { why, text }: Left): Promise<void> {
  const voices = await deviceVoices()
  if (reading.stop.signal.aborted) return
  const reason = whyFailed(why)
  if (voices.length === 0) return showToast({ text: reason, durationMs: 8_000 })
  showToast({ text: joinSentences(reason, chapterTexts("speech").readsOn), durationMs: 8_000 })
  changeListening({ phase: "loading", by: "device" })
  await readByDevice(reading, text, voices)
}

/** Which sentence a place in a text belongs to, as if all letters took as long. */
function sentenceAt(sentences: readonly string[], place: number): number {
  let end = 0
  const at = sentences.findIndex((sentence) => (end += sentence.length + 1) > place)
  return at === -1 ? sentences.length - 1 : at
}

async function readByDevice(reading: Reading, text: string, voices: readonly SpeechSynthesisVoice[]): Promise<void> {
  const { signal } = reading.stop
  const tag = languageTag(currentLocale())
  const voice = voiceFor(voices, tag)
  const parts = saidInOneGo(text)
  const { speed } = useConfig.getState().ttsConfig
  // A voice before this one may have read a part already.
  let said = listening.get()?.at ?? 0
  const all = said + parts.join(" ").length / usualPace
  let silences = 0
  let isHeard = false
  for (let at = 0; at < parts.length;) {
    const part = parts[at] ?? ""
    const held = new AbortController()
    let goOn: () => void = () => {}
    let isHeld = false
    // Not every device can pause a voice: it is ended, and its part said again.
    reading.pause = () => {
      isHeld = true
      held.abort()
    }
    const resumed = new Promise<void>((resolve) => (goOn = resolve))
    reading.resume = () => goOn()
    signal.addEventListener("abort", () => {
      held.abort()
      goOn()
    })
    reading.wash.show(part)
    // oxlint-disable-next-line no-await-in-loop -- one part is said after the other
    const how = await sayPart(part, { voice, tag, rate: listeningRate.get() * speed }, held.signal, {
      onPlaying: () => {
        isHeard = true
        changeListening({ phase: "playing", at: said, of: all })
      },
      onRefused: () => {
        isHeld = true
        changeListening({ phase: "refused" })
      },
    })
    if (signal.aborted) return
    if (isHeld) {
      // oxlint-disable-next-line no-await-in-loop -- until somebody goes on
      await resumed
      if (signal.aborted) return
      continue
    }
    if (how === "stopped") return
    silences = how === "silent" ? silences + 1 : 0
    said += part.length / usualPace
    changeListening({ at: said, of: all })
    at += 1
    const isOver = silences > 1 || (!isHeard && at === parts.length)
    if (isOver) return showToast({ text: chapterTexts("speech").noVoice, durationMs: 6_000 })
  }
}

/** Two tabs never speak at once: who begins takes the word. */
async function onlyHere(reading: Reading, read: () => Promise<void>): Promise<void> {
  if (!("locks" in navigator)) return read()
  try {
    await navigator.locks.request("nk-listening", { steal: true }, read)
  } catch {
    if (current === reading) stopReading()
  }
}

function whyFailed(failure: Failure | "broken"): string {
  const t = chapterTexts("speech")
  const errors = chapterTexts("errors")
  if (failure === "broken") return t.unplayable
  const isNone = failure.kind === "not-json" || failure.kind === "empty-answer"
  return isNone ? joinSentences(t.failed, errors.nothingCharged) : failureText(failure, errors)
}

function topicOf(sessionId: string): string {
  return conversationStore.getState().sessions[sessionId]?.topic || texts().shell.newConversation
}
