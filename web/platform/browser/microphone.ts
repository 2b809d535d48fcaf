/** A microphone that is recorded. */
export interface Microphone {
  readonly type: string
  /** How loud it is now, from 0 to 1. */
  readonly level: () => number
  /** Ends it; resolves once the last slice is there. The microphone is let go in any case. */
  readonly stop: () => Promise<void>
}

export interface MicrophoneEvents {
  /** A second of sound. */
  readonly onSlice: (slice: Blob) => void
  /** It was taken away: a call came in, or it was unplugged. */
  readonly onLost: () => void
}

/** Why there is no microphone: it is forbidden, taken by another program or a call, or not there. */
export type WhyNoMicrophone = "denied" | "busy" | "missing"

/** There is no microphone to record. */
export class NoMicrophone extends Error {
  readonly why: WhyNoMicrophone
  constructor(why: WhyNoMicrophone) {
    super("no microphone")
    this.why = why
  }
}

/** By the names that browsers give; Firefox says of one that its system refuses that it was aborted. */
function whyIn(error: unknown): WhyNoMicrophone {
  const name = error instanceof DOMException ? error.name : ""
  if (name === "NotAllowedError") return "denied"
  return name === "NotReadableError" || name === "AbortError" ? "busy" : "missing"
}

/** How much sound is handed over at a time, in ms, and how much room a second of it takes, in bits. */
const sliceMs = 1_000
const bitsPerSecond = 24_000

export function canRecord(): boolean {
  return typeof MediaRecorder === "function" && navigator.mediaDevices?.getUserMedia !== undefined
}

/** Safari says that it knows WebM, and writes what others cannot read: its own container goes first there. */
function containers(): readonly string[] {
  const webm = ["audio/webm;codecs=opus", "audio/webm"]
  const mp4 = ["audio/mp4"]
  const isSafari = /^((?!chrome|android|crios|fxios).)*safari/i.test(navigator.userAgent)
  return isSafari ? [...mp4, ...webm] : [...webm, ...mp4]
}

/** Asks for the microphone and records it. Throws `NoMicrophone`. */
export async function openMicrophone({ onSlice, onLost }: MicrophoneEvents): Promise<Microphone> {
  let stream: MediaStream
  try {
    const audio = { channelCount: 1, echoCancellation: true, noiseSuppression: true }
    stream = await navigator.mediaDevices.getUserMedia({ audio })
  } catch (error) {
    throw new NoMicrophone(whyIn(error))
  }
  const endTracks = () => stream.getTracks().forEach((track) => track.stop())
  const mimeType = containers().find((type) => MediaRecorder.isTypeSupported(type))
  let recorder: MediaRecorder
  try {
    recorder = startRecorder(stream, mimeType, onSlice)
  } catch {
    // It is open already, and nobody would record it.
    endTracks()
    throw new NoMicrophone("missing")
  }
  let isOver = false
  for (const track of stream.getTracks()) track.onended = () => !isOver && onLost()
  const meter = createMeter(stream)
  return {
    type: (recorder.mimeType || mimeType || "").split(";")[0] ?? "",
    level: meter.level,
    stop: () =>
      new Promise((resolve) => {
        isOver = true
        const letGo = () => {
          endTracks()
          meter.close()
          resolve()
        }
        if (recorder.state === "inactive") return letGo()
        recorder.onstop = letGo
        recorder.stop()
      }),
  }
}

function startRecorder(
  stream: MediaStream,
  mimeType: string | undefined,
  onSlice: MicrophoneEvents["onSlice"],
): MediaRecorder {
  const recorder = new MediaRecorder(stream, {
    audioBitsPerSecond: bitsPerSecond,
    ...(mimeType !== undefined && { mimeType }),
  })
  recorder.ondataavailable = ({ data }) => {
    if (data.size > 0) onSlice(data)
  }
  recorder.start(sliceMs)
  return recorder
}

function createMeter(stream: MediaStream) {
  try {
    const context = new AudioContext()
    const analyser = context.createAnalyser()
    analyser.fftSize = 512
    context.createMediaStreamSource(stream).connect(analyser)
    const samples = new Uint8Array(analyser.fftSize)
    return {
      level() {
        analyser.getByteTimeDomainData(samples)
        const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample - 128)), 0)
        return Math.min(1, loudest / 64)
      },
      close: () => void context.close().catch(() => undefined),
    }
  } catch {
    return { level: () => 0, close() {} }
  }
}
