import { sentencesOf } from "#core/speech/pieces.ts"
import type { SoundEvents } from "../../../platform/browser/sound-player.ts"

/** How long is waited for a browser's list of voices, in ms. */
const voicesMs = 1_500
/** Voices of a network fall silent after some 14 s: what is said in one go is shorter. In characters. */
const longestSaid = 200
/** A voice that has not begun, or not ended in so long beyond what its text takes, is given up, in ms. */
const patienceMs = 5_000
/** The usual pace, in characters a second. */
export const usualPace = 14

/** The device's voices, once the browser knows them; empty where it has none. */
export async function deviceVoices(): Promise<readonly SpeechSynthesisVoice[]> {
  if (!("speechSynthesis" in globalThis)) return []
  const now = speechSynthesis.getVoices()
  if (now.length > 0) return now
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      speechSynthesis.removeEventListener?.("voiceschanged", done)
      resolve(speechSynthesis.getVoices())
    }
    const timer = setTimeout(done, voicesMs)
    speechSynthesis.addEventListener?.("voiceschanged", done)
  })
}

/** The voice for a language (`pt-BR`): of the very tag, else of the language; one that lies on the device goes first. */
export function voiceFor(voices: readonly SpeechSynthesisVoice[], tag: string): SpeechSynthesisVoice | undefined {
  const nameOf = ({ lang }: SpeechSynthesisVoice) => lang.replace("_", "-").toLowerCase()
  const language = tag.split("-")[0]?.toLowerCase() ?? ""
  const exact = voices.filter((voice) => nameOf(voice) === tag.toLowerCase())
  const near = voices.filter((voice) => nameOf(voice).split("-")[0] === language)
  const best = (some: readonly SpeechSynthesisVoice[]) => some.find(({ localService }) => localService) ?? some[0]
  return best(exact) ?? best(near)
}

/** A text in parts of whole sentences that a voice says in one go. */
export function saidInOneGo(text: string): readonly string[] {
  const parts: string[] = []
  for (const sentence of sentencesOf(text)) {
    for (const part of atBlanks(sentence)) {
      const last = parts.at(-1)
      if (last !== undefined && last.length + part.length < longestSaid) parts[parts.length - 1] = `${last} ${part}`
      else parts.push(part)
    }
  }
  return parts
}

function atBlanks(sentence: string): readonly string[] {
  const parts: string[] = []
  let rest = sentence
  while (rest.length > longestSaid) {
    const blank = rest.lastIndexOf(" ", longestSaid)
    const end = blank > 0 ? blank : longestSaid
    parts.push(rest.slice(0, end))
    rest = rest.slice(end).trim()
  }
  return [...parts, rest]
}

/** Says a text. Resolves to "silent" where the voice does not begin or never ends. */
export function sayPart(
  text: string,
  {
    voice,
    tag,
    rate,
  }: { readonly voice: SpeechSynthesisVoice | undefined; readonly tag: string; readonly rate: number },
  signal: AbortSignal,
  events: Pick<SoundEvents, "onPlaying" | "onRefused">,
): Promise<"ended" | "stopped" | "silent"> {
  const said = new SpeechSynthesisUtterance(text)
  said.lang = voice?.lang ?? tag
  if (voice) said.voice = voice
  said.rate = rate
  return new Promise((resolve) => {
    const end = (how: "ended" | "stopped" | "silent") => {
      clearTimeout(watchdog)
      signal.removeEventListener("abort", stop)
      said.onend = said.onerror = said.onstart = null
      if (how !== "ended") speechSynthesis.cancel()
      resolve(how)
    }
    const stop = () => end("stopped")
    const takesMs = (text.length / usualPace / rate) * 1_000
    let watchdog = setTimeout(() => end("silent"), patienceMs)
    said.onstart = () => {
      clearTimeout(watchdog)
      watchdog = setTimeout(() => end("silent"), takesMs * 2 + patienceMs)
      events.onPlaying()
    }
    said.onend = () => end("ended")
    said.onerror = ({ error }) => {
      if (error === "not-allowed") events.onRefused()
      end(error === "canceled" || error === "interrupted" || error === "not-allowed" ? "stopped" : "silent")
    }
    if (signal.aborted) return stop()
    signal.addEventListener("abort", stop)
    speechSynthesis.speak(said)
  })
}
