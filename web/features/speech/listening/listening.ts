import { createEmitter } from "../../../ui/emitter.ts"

/** An answer that is being read aloud. One is at a time, in all tabs. */
export interface Listening {
  readonly sessionId: string
  readonly messageId: string
  /** `refused`: the browser plays nothing before a press. */
  readonly phase: "loading" | "playing" | "paused" | "refused"
  readonly by: "paid" | "device"
  /** How far it is and how long it will take, in seconds; of what is not here yet, by its length. */
  readonly at: number
  readonly of: number
}

export const listening = createEmitter<Listening | undefined>(undefined)

/** How fast it is played; 1 is the voice's own pace. */
export const listeningRate = createEmitter(1)

export const listeningRates = [0.75, 1, 1.25, 1.5, 2] as const

export function changeListening(changes: Partial<Listening>): void {
  const now = listening.get()
  if (now !== undefined) listening.set({ ...now, ...changes })
}
