import { idle, type Recording } from "#core/speech/recording.ts"
import { createEmitter } from "../../../ui/emitter.ts"

/** What is being said into the microphone, or written down. One is at a time. */
export interface Talking {
  readonly sessionId: string
  readonly recording: Recording
  /** Its words are waited for. */
  readonly isTranscribing: boolean
  /** Epoch milliseconds. */
  readonly now: number
}

export const talking = createEmitter<Talking>({ sessionId: "", recording: idle, isTranscribing: false, now: 0 })
