/**
 * A recording of the user's voice, from the press on the microphone to its end. `held`: a finger is on the button; `open`: a
 * press began it, and another ends it.
 */
export type Recording =
  | { readonly phase: "idle" }
  /** A finger has just touched the button. */
  | { readonly phase: "touched"; readonly at: number }
  /** The microphone is asked for. */
  | { readonly phase: "opening"; readonly how: "held" | "open"; readonly isReleased: boolean }
  | {
      readonly phase: "recording"
      readonly how: "held" | "locked" | "open"
      /** Epoch milliseconds, as all instants here. */
      readonly since: number
      readonly isWarned: boolean
      /** How far the finger has slid towards cancelling and locking, 0 to 1. */
      readonly slid: number
      readonly raised: number
    }

export type RecordingEvent =
  | { readonly type: "touched" | "released" | "ticked" | "opened"; readonly at: number }
  /** By a mouse, a key or a screen reader: begins, or ends and keeps. */
  | { readonly type: "pressed"; readonly at: number }
  /** From where it touched, in pixels: towards the beginning of the line, and up. */
  | { readonly type: "slid"; readonly back: number; readonly up: number }
  /** The touch was taken away, by a window of the browser or by a scroll. */
  | { readonly type: "lost" }
  /** Another button stands for the one that was touched, and hears nothing of the finger. */
  | { readonly type: "moved" }
  | { readonly type: "refused" | "cancelled" | "interrupted" }

/** What is to be done: the microphone opened; the recording begun, kept, thrown away; something said. */
export type RecordingEffect = "open" | "begin" | "keep" | "drop" | "say-hold" | "say-soon-over" | "say-locked"

export interface RecordingStep {
  readonly recording: Recording
  readonly effects: readonly RecordingEffect[]
}

export const idle: Recording = { phase: "idle" }

/** How long a finger must hold before anything is recorded, and what is recorded be, in ms. */
export const holdMs = 250
const shortestMs = 700
/** A recording is warned about and ended after so long, in ms. */
const warnMs = 270_000
export const longestMs = 300_000
/** How far a finger slides to cancel and to lock, in pixels. */
const cancelPx = 80
const lockPx = 60

/** The next state of a recording, and what is to be done. */
export function recordingAfter(recording: Recording, event: RecordingEvent): RecordingStep {
  switch (recording.phase) {
    case "idle":
      return begun(event)
    case "touched":
      return whileTouched(recording.at, event)
    case "opening":
      return whileOpening(recording, event)
    case "recording":
      return whileRecording(recording, event)
  }
}

function begun(event: RecordingEvent): RecordingStep {
  if (event.type === "touched") return { recording: { phase: "touched", at: event.at }, effects: [] }
  if (event.type === "pressed")
    return { recording: { phase: "opening", how: "open", isReleased: false }, effects: ["open"] }
  // The microphone came after it was no longer wanted.
  return { recording: idle, effects: event.type === "opened" ? ["drop"] : [] }
}

function whileTouched(at: number, event: RecordingEvent): RecordingStep {
  if (event.type === "ticked" && event.at - at >= holdMs)
    return { recording: { phase: "opening", how: "held", isReleased: false }, effects: ["open"] }
  if (event.type === "released") return over("say-hold")
  if (["lost", "moved", "cancelled", "interrupted"].includes(event.type)) return over()
  return { recording: { phase: "touched", at }, effects: [] }
}

function whileOpening(recording: Extract<Recording, { phase: "opening" }>, event: RecordingEvent): RecordingStep {
  if (event.type === "opened") {
    // Held while the browser asked: nobody talks to a window, so it begins with the next press.
    if (recording.isReleased) return over("drop", "say-hold")
    const { how } = recording
    const begun = { phase: "recording", how, since: event.at, isWarned: false, slid: 0, raised: 0 } as const
    return { recording: begun, effects: ["begin"] }
  }
  if (event.type === "refused") return over()
  if (event.type === "cancelled" || event.type === "interrupted" || event.type === "pressed") return over("drop")
  if (event.type === "moved") return { recording: { ...recording, how: "open" }, effects: [] }
  if (recording.how === "held" && (event.type === "released" || event.type === "lost"))
    return { recording: { ...recording, isReleased: true }, effects: [] }
  return { recording, effects: [] }
}

function whileRecording(recording: Extract<Recording, { phase: "recording" }>, event: RecordingEvent): RecordingStep {
  const { how, since } = recording
  switch (event.type) {
    case "pressed":
      return how === "held" ? { recording, effects: [] } : over("keep")
    case "released":
      if (how !== "held") return { recording, effects: [] }
      return event.at - since < shortestMs ? over("drop", "say-hold") : over("keep")
    case "slid": {
      if (how !== "held") return { recording, effects: [] }
      if (event.back >= cancelPx) return over("drop")
      if (event.up >= lockPx)
        return { recording: { ...recording, how: "locked", slid: 0, raised: 0 }, effects: ["say-locked"] }
      const part = (pixels: number, of: number) => Math.min(1, Math.max(0, pixels / of))
      const moved = { slid: part(event.back, cancelPx), raised: part(event.up, lockPx) }
      return { recording: { ...recording, ...moved }, effects: [] }
    }
    case "lost":
    case "moved":
      // The finger is gone and what was said is there: it goes on as if it were locked.
      return how === "held"
        ? { recording: { ...recording, how: "locked", slid: 0, raised: 0 }, effects: [] }
        : { recording, effects: [] }
    case "cancelled":
      return over("drop")
    case "interrupted":
      return over("keep")
    case "ticked":
      if (event.at - since >= longestMs) return over("keep")
      if (event.at - since >= warnMs && !recording.isWarned)
        return { recording: { ...recording, isWarned: true }, effects: ["say-soon-over"] }
      return { recording, effects: [] }
    default:
      return { recording, effects: [] }
  }
}

function over(...effects: readonly RecordingEffect[]): RecordingStep {
  return { recording: idle, effects }
}
