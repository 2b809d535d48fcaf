import type { Queued } from "#core/conversation/message.ts"
import { readLocalJson, writeLocal } from "../../../platform/storage/local-storage.ts"

/** An answer whose question waits for a connection. */
export interface Waiting {
  readonly sessionId: string
  readonly answerId: string
  /** The question's message; earlier pages did not note it. */
  readonly questionId?: string
  /** How it waited until a page tried to send it; absent before the first try. */
  readonly queued?: Queued
}

/** The messages that wait for a connection, in the order in which they are sent. */
const key = "nk-queue"

export function waiting(): readonly Waiting[] {
  const stored = readLocalJson(key)
  return Array.isArray(stored) ? stored.filter(isWaiting) : []
}

function isWaiting(value: unknown): value is Waiting {
  return typeof value === "object" && value !== null && "sessionId" in value && "answerId" in value
}

/** Has one more wait: as the last, but before those of `later`, the answers that stand behind it in its conversation. */
export function addWaiting(one: Waiting, later: ReadonlySet<string>): void {
  const all = waiting()
  if (all.some(({ answerId }) => answerId === one.answerId)) return
  const next = all.findIndex(({ sessionId, answerId }) => sessionId === one.sessionId && later.has(answerId))
  store(next === -1 ? [...all, one] : all.toSpliced(next, 0, one))
}

/** Notes how one waits, for whoever puts it back after a try: also another tab. */
export function noteTry(answerId: string, queued: Queued): void {
  store(waiting().map((one) => (one.answerId === answerId ? { ...one, queued } : one)))
}

export function removeWaiting(answerId: string): void {
  store(waiting().filter((one) => one.answerId !== answerId))
}

function store(all: readonly Waiting[]): void {
  writeLocal(key, JSON.stringify(all))
}
