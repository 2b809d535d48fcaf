import { type Recording, recordingAfter, type RecordingEffect, type RecordingEvent } from "#core/speech/recording.ts"
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

/** The code that sees to recordings that wait is fetched where there are any. */
export async function loadTranscribing() {
  return withChapters(import("./transcribe.ts"), "errors", "speech")
}

/** Something happened to the microphone's button, or to the microphone. */
export function talk(event: RecordingEvent, sessionId = talking.get().sessionId): void {
  const before = talking.get()
  // Words of another conversation may still be waited for.
  if (before.isTranscribing && before.sessionId === sessionId) return
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

/** Shows that a conversation waits for the words of a recording, or does so no more; a recording under way stays in sight. */
export function showTranscribing(sessionId: string, isTranscribing: boolean): void {
  const now = talking.get()
  if (now.recording.phase !== "idle" || (!isTranscribing && now.sessionId !== sessionId)) return
  talking.set({ ...now, sessionId, isTranscribing })
}
