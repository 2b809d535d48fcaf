import type { Session } from "#core/conversation/session.ts"
import { fieldsOf } from "#core/lib/fields.ts"
import { isRecordId } from "#core/lib/record-id.ts"
import { hasLocks, holdHere, unlessElsewhere } from "../platform/browser/answer-locks.ts"
import { readLocalJson, removeLocal, writeLocal } from "../platform/storage/local-storage.ts"

/*
 * Conversations that are off the list and can still be brought back. The disk has them until then, so they are noted: a page
 * that ends unheard leaves its deletions to the next one, unless somebody does something in them meanwhile.
 */

interface Deletion {
  readonly id: string
  /** Epoch milliseconds. */
  readonly at: number
  /** That of the conversation at that time. */
  readonly lastUpdate: number
}

/** Where tabs cannot tell what they hold, an undo counts as offered for so long, in ms. */
const undoneByMs = 60_000

const key = "nk-deleted"
const lockOf = (id: string): string => `deleted-${id}`

/** What has other tabs leave a deletion of this page alone, by session. */
const locks = new Map<string, () => void>()

function deletions(): readonly Deletion[] {
  const stored = readLocalJson(key)
  return Array.isArray(stored) ? stored.filter(isDeletion) : []
}

function isDeletion(value: unknown): value is Deletion {
  const { id, at, lastUpdate } = fieldsOf(value)
  return isRecordId(id) && typeof at === "number" && typeof lastUpdate === "number"
}

function store(all: readonly Deletion[]): void {
  if (all.length === 0) removeLocal(key)
  else writeLocal(key, JSON.stringify(all))
}

function isNoted(id: string): boolean {
  return deletions().some((one) => one.id === id)
}

/** Notes that a conversation was deleted and may be brought back in this page. `at`: epoch milliseconds. */
export function noteDeletion({ id, lastUpdate }: Pick<Session, "id" | "lastUpdate">, at: number): void {
  locks.get(id)?.()
  locks.set(id, holdHere(lockOf(id)))
  store([...deletions().filter((one) => one.id !== id), { id, at, lastUpdate }])
}

/**
 * Has no other page finish the deletion of a conversation that was changed since. One of this page is its own affair: it takes
 * along what still arrives.
 */
export function keepChanged(sessionIds: readonly string[]): void {
  const all = deletions()
  const left = all.filter(({ id }) => locks.has(id) || !sessionIds.includes(id))
  if (left.length < all.length) store(left)
}

/** Forgets a deletion that was undone, or is final: then once `stored` resolves to true. */
export async function forgetDeletion(id: string, stored?: () => Promise<boolean>): Promise<void> {
  if (isNoted(id)) {
    if ((await stored?.()) === false) return
    store(deletions().filter((one) => one.id !== id))
  }
  locks.get(id)?.()
  locks.delete(id)
}

/** Calls `finish` with each deletion whose page has ended by `now` (epoch milliseconds). */
export async function finishDeletions(finish: (deletion: Deletion) => void, now: number): Promise<void> {
  const over = deletions().filter(({ at }) => hasLocks() || now - at > undoneByMs)
  await Promise.all(over.map((one) => unlessElsewhere(lockOf(one.id), async () => finish(one))))
}
