import { saidIn, type Message } from "#core/conversation/message.ts"
import type { Failure } from "#core/gateway/failure.ts"
import { charactersIn } from "#core/ledger/speech-price.ts"
import { ok, type Result } from "#core/lib/result.ts"
import { type PaidVoices } from "#core/speech/effective-engine.ts"
import { piecesOfText } from "#core/speech/pieces.ts"
import { spokenText } from "#core/speech/spoken-text.ts"
import { speechVoices, voicesOf } from "#core/speech/voices.ts"
import { acknowledgeRun } from "../../../platform/gateway/run-client.ts"
import { fetchSpeech } from "../../../platform/gateway/speech-client.ts"
import { currentLocale } from "../../../platform/language/language.ts"
import { chapterTexts } from "../../../platform/language/texts.ts"
import { deleteSound, hasSound, noteHeard, storedSound, storeSound } from "../../../platform/storage/sound-cache.ts"
import { applyBalance, authHeaders, ownCall, useAccess } from "../../../state/access-store.ts"
import { useConfig } from "../../../state/config-store.ts"
import { isReadByOwnKey } from "./who-reads.ts"

/** What was heard and is not stored, by its name: of temporary conversations, or for want of room. It goes with the page. */
const unstored = new Map<string, Blob>()

/** What of an answer is still to be paid: the length of each piece that does not lie in this browser, in characters. */
export async function unheardOf(message: Message, voices: PaidVoices): Promise<readonly number[]> {
  const pieces = piecesOfText(textOfReading(message)).map(async (piece) =>
    (await isHeard(keyOf(piece, voices))) ? [] : [charactersIn(piece)],
  )
  return (await Promise.all(pieces)).flat()
}

async function isHeard(said: string): Promise<boolean> {
  return unstored.has(said) || hasSound(said)
}

/** What is said of an answer; empty where there is nothing to read. */
export function textOfReading(message: Message): string {
  return spokenText(saidIn(message), chapterTexts("speech").spoken, currentLocale())
}

/**
 * A piece as sound: from this browser where it was heard before, else it is made and paid. Without a key nothing of it is stored, here
 * or on the server.
 */
export async function soundOf(
  { sessionId, messageId }: { readonly sessionId: string; readonly messageId: string },
  text: string,
  at: number,
  voices: PaidVoices,
  isKeyed: boolean,
): Promise<Result<Blob, Failure>> {
  const { model, engine } = voices
  const { voice, speed } = saidBy(voices)
  const said = keyOf(text, voices)
  const stored = unstored.get(said) ?? (await storedSound(said))
  if (stored) return ok(stored)
  const own = isReadByOwnKey(engine) ? ownCall("OpenAI") : undefined
  const headers = authHeaders(typeof own === "object" ? own : undefined)
  // The statement puts what was read beside its conversation; of a temporary one nothing is told.
  const told = isKeyed ? { ...headers, "X-Request-Meta": JSON.stringify({ session: sessionId }) } : headers
  const { accessCode } = useAccess.getState()
  for (let time = 0; ; time++) {
    const key = isKeyed ? `speech-${messageId}-${at}-${said}-${time}` : undefined
    // oxlint-disable-next-line no-await-in-loop -- a key whose answer was erased is followed by the next
    const spoken = await fetchSpeech({ model, input: text, voice, speed }, told, key)
    const isErased = !spoken.ok && spoken.error.kind === "refused" && spoken.error.reason === "answer-erased"
    if (isErased && time < 9) continue
    if (!spoken.ok) return spoken
    const { sound, balance } = spoken.value
    if (balance) {
      applyBalance(balance, accessCode)
      // Noted while it is heard already.
      if (isKeyed) void noteHeard(messageId, charactersIn(text), balance.cost)
    }
    if (!isKeyed) {
      unstored.set(said, sound)
      return ok(sound)
    }
    void storeSound(said, sound).then((isStored) => {
      // Where there is no room it lasts as long as the page, and on the server as long as its key.
      if (!isStored) unstored.set(said, sound)
      else if (balance) void acknowledgeRun(balance.runId, headers)
    })
    return ok(sound)
  }
}

/** Forgets a piece that cannot be played, so that it is asked for anew the next time. */
export async function forgetSound(text: string, voices: PaidVoices): Promise<void> {
  const said = keyOf(text, voices)
  unstored.delete(said)
  await deleteSound(said)
}

/** The name of a piece as this voice says it, under which it lies in this browser. */
function keyOf(text: string, voices: PaidVoices): string {
  const { voice, speed } = saidBy(voices)
  return hashOf([text, voices.model, voice, speed].join("\n"))
}

function saidBy({ engine }: PaidVoices): { readonly voice: string; readonly speed: number } {
  const { voice, speed } = useConfig.getState().ttsConfig
  return { voice: voiceOfEngine(engine, voice), speed }
}

/** A voice of another engine says nothing to this one: its usual one is taken. */
function voiceOfEngine(engine: PaidVoices["engine"], stored: string): string {
  const isOpenAi = (speechVoices as readonly string[]).includes(stored)
  if (engine === "OpenAI-TTS") return isOpenAi ? stored : speechVoices[0]
  const { edgeTTSVoiceName } = useAccess.getState().config
  return isOpenAi || stored === "" ? (voicesOf(engine, currentLocale(), edgeTTSVoiceName)[0] ?? stored) : stored
}

/** A short name of a text (two runs of FNV-1a): it tells sounds apart, and guards nothing. */
function hashOf(text: string): string {
  const run = (seed: number) => {
    let hash = seed
    for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
    return (hash >>> 0).toString(36)
  }
  return `${run(0x811c9dc5)}${run(0x7ee3623b)}${text.length.toString(36)}`
}
