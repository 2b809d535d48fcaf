import {
  idle,
  type Recording,
  recordingAfter,
  type RecordingEffect,
  type RecordingEvent,
} from "#core/speech/recording.ts"
import { withChapters } from "../../../platform/language/texts.ts"
import { sayPartMissing } from "../../../ui/lazy-part.tsx"
import { talking } from "./talking.ts"

/** How often the time and the level are drawn anew, in ms. */
const tickMs = 100
let ticking: ReturnType<typeof setInterval> | undefined

/** The code that hears and writes is fetched with the first press. */
export async function loadTalk() {
  return withChapters(import("./voice-input.ts"), "errors", "speech")
}

/** Something happened to the microphone's button, or to the microphone. */
export function talk(event: RecordingEvent, sessionId = talking.get().sessionId): void {
  const before = talking.get()
  if (before.isTranscribing) return
  const { recording, effects } = recordingAfter(before.recording, event)
  talking.set({ sessionId, recording, isTranscribing: false, now: Date.now() })
  tickWhile(recording)
  for (const effect of effects) act(effect, sessionId)
}

function act(effect: RecordingEffect, sessionId: string): void {
  void loadTalk().then(
    ({ doEffect }) => doEffect(effect, sessionId),
    () => {
      sayPartMissing()
      talk({ type: "refused" })
    },
  )
}

function tickWhile({ phase }: Recording): void {
  if (phase === "idle") {
    clearInterval(ticking)
    ticking = undefined
  } else ticking ??= setInterval(() => talk({ type: "ticked", at: Date.now() }), tickMs)
}

/** Shows that the words of a recording are waited for. */
export function showTranscribing(isTranscribing: boolean): void {
  talking.set({ ...talking.get(), recording: idle, isTranscribing })
}
