/**
 * The one audio element of the page. An iPhone plays only what a press began, and remembers the element that it was: every sound
 * comes from this one.
 */
let element: HTMLAudioElement | undefined
let isUnlocked = false

export function soundElement(): HTMLAudioElement {
  return (element ??= new Audio())
}

/** Plays a moment of silence in the course of a press, so that a sound that comes later is allowed. */
export function unlockSound(): void {
  const audio = soundElement()
  if (isUnlocked || !audio.paused) return
  give(audio, silence())
  void audio.play().then(
    () => (isUnlocked = true),
    () => undefined,
  )
}

let given: string | undefined

/** The element may read a sound again as long as it has it: the address of one goes when the next is there. */
function give(audio: HTMLAudioElement, sound: Blob): void {
  const before = given
  given = URL.createObjectURL(sound)
  audio.src = given
  if (before !== undefined) URL.revokeObjectURL(before)
}

/** How a sound ended: by itself, by `signal`, or because the browser cannot play it. */
export type SoundEnd = "ended" | "stopped" | "broken"

export interface SoundEvents {
  /** The browser wants a press first; the sound begins when `play()` of the element is called in one. */
  readonly onRefused: () => void
  readonly onPlaying: () => void
  /** In seconds of the sound. */
  readonly onTime: (at: number, of: number) => void
}

/** Plays a sound to its end. */
export function playSound(blob: Blob, rate: number, signal: AbortSignal, events: SoundEvents): Promise<SoundEnd> {
  const audio = soundElement()
  return new Promise((resolve) => {
    const end = (how: SoundEnd) => {
      if (how !== "ended") audio.pause()
      audio.onended = audio.onerror = audio.ontimeupdate = audio.onplaying = null
      signal.removeEventListener("abort", stop)
      resolve(how)
    }
    const stop = () => end("stopped")
    if (signal.aborted) return stop()
    signal.addEventListener("abort", stop)
    audio.onended = () => end("ended")
    audio.onerror = () => end("broken")
    audio.onplaying = events.onPlaying
    audio.ontimeupdate = () => {
      if (Number.isFinite(audio.duration)) events.onTime(audio.currentTime, audio.duration)
    }
    give(audio, blob)
    audio.playbackRate = rate
    audio.play().catch((error: unknown) => {
      if (error instanceof DOMException && error.name === "NotAllowedError") events.onRefused()
      // An element that gets another sound meanwhile has no error of its own; one that cannot play this has told `onerror`.
    })
  })
}

/** A twentieth of a second of nothing, as a WAV file: 8 kHz, one channel, 8 bits. */
function silence(): Blob {
  const samples = 400
  const bytes = new Uint8Array(44 + samples).fill(128, 44)
  const view = new DataView(bytes.buffer)
  const word = (at: number, text: string) => [...text].forEach((letter, i) => (bytes[at + i] = letter.charCodeAt(0)))
  word(0, "RIFF")
  view.setUint32(4, 36 + samples, true)
  word(8, "WAVEfmt ")
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, 8_000, true)
  view.setUint32(28, 8_000, true)
  view.setUint16(32, 1, true)
  view.setUint16(34, 8, true)
  word(36, "data")
  view.setUint32(40, samples, true)
  return new Blob([bytes], { type: "audio/wav" })
}
