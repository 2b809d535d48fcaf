import { setTimeout as timer } from "node:timers/promises"

/** Waits so many ms, or until the signal aborts; never rejects. Tests pass one that does not take its time. */
export type Wait = (ms: number, signal?: AbortSignal) => Promise<void>

export const waitByTimer: Wait = (ms, signal) => timer(ms, undefined, signal ? { signal } : {}).catch(() => {})
