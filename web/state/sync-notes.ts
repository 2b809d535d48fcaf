import { create } from "zustand"
import { fieldsOf } from "#core/lib/fields.ts"
import type { Decision } from "#core/sync/join.ts"
import type { SyncTrouble } from "#core/sync/remote-file.ts"
import type { Counts } from "#core/sync/sync-once.ts"
import { newId } from "../platform/browser/new-id.ts"
import { onLocalChange, readLocalJson, writeLocal } from "../platform/storage/local-storage.ts"

/* What the last sync left to be told. All tabs share it, whichever of them synced, and whatever with: a storage or a vault. */

/** How the last sync ended. */
export type SyncEnd =
  | {
      readonly type: "synced"
      readonly at: number
      readonly up: Counts
      readonly down: Counts
      readonly deleted: Counts
      readonly skipped: number
      /** Whether the storage has told what its file is called, so that it says in a few bytes that there is nothing new. */
      readonly isCheap?: boolean | undefined
    }
  | { readonly type: "failed"; readonly at: number; readonly trouble: SyncTrouble | { readonly kind: "worker" } }

/** So many records were deleted elsewhere: one note for all of them, as each stands in the list of what can be brought back. */
interface ManyRemoved {
  readonly type: "many-removed"
  readonly kind: Decision["kind"]
  readonly id: string
  readonly title: string
  readonly count: number
}

/** Something that a sync decided, until the user has seen to it. */
export type Noted = (Decision | ManyRemoved) & { readonly noteId: string; readonly at: number }

export interface SyncRun {
  readonly isRunning: boolean
  readonly end: SyncEnd | undefined
  /** The latest first. */
  readonly noted: readonly Noted[]
}

type StoredRun = Pick<SyncRun, "end" | "noted">

const key = "nk-sync-notes"
const notedTypes = [
  "kept",
  "removed",
  "edition",
  "shortened",
  "returned",
  "many-removed",
] satisfies readonly Noted["type"][]
/** Types that every page knows. One of before the others fails on them, and leaves out a note without a type. */
const firstTypes: readonly string[] = ["kept", "removed", "edition"] satisfies readonly Noted["type"][]
/** Decisions that are remembered. */
const mostNoted = 50
/** Deletions of one sync that are each noted. */
const mostRemoved = 5
/** Types of which nothing but the note says anything. What was deleted, or came back, stands in a list. */
const heldTypes: readonly string[] = ["kept", "edition"] satisfies readonly Noted["type"][]

export const useSyncRun = create<SyncRun>()(() => ({ isRunning: false, ...storedRun() }))
onLocalChange(key, () => useSyncRun.setState(storedRun()))

/** What the last sync of any tab left to be told. */
function storedRun(): StoredRun {
  const { end, noted } = fieldsOf(readLocalJson(key))
  const isEnd = typeof fieldsOf(end)["at"] === "number" && ["synced", "failed"].includes(String(fieldsOf(end)["type"]))
  const list = Array.isArray(noted) ? (noted as readonly unknown[]) : []
  return {
    end: isEnd ? (end as SyncEnd) : undefined,
    noted: list.flatMap((one) => readNoted(one) ?? []),
  }
}

/** A stored note; undefined for one of a type that this page does not know. */
function readNoted(stored: unknown): Noted | undefined {
  const { newType, ...fields } = fieldsOf(stored)
  const note = { ...fields, type: notedTypes.find((type) => type === (newType ?? fields["type"])) }
  const isWhole =
    note.type !== undefined &&
    ["noteId", "kind", "id", "title"].every((name) => typeof fields[name] === "string") &&
    (!["shortened", "many-removed"].includes(note.type) || typeof fields["count"] === "number")
  return isWhole ? (note as unknown as Noted) : undefined
}

function writeNoted({ type, ...fields }: Noted): object {
  return { ...fields, ...(firstTypes.includes(type) ? { type } : { newType: type }) }
}

/** Changes what is stored of it, which another tab may have changed a moment ago. */
export function changeRun(change: (stored: StoredRun) => Partial<StoredRun>): void {
  const before = storedRun()
  const run = { ...before, ...change(before) }
  writeLocal(key, JSON.stringify({ ...run, noted: run.noted.map(writeNoted) }))
  useSyncRun.setState(run)
}

/** The user has seen to what was decided. */
export function dropNoted(noteId: string): void {
  changeRun(({ noted }) => ({ noted: noted.filter((one) => one.noteId !== noteId) }))
}

/** Notes what was decided, the latest first. Returns the notes. */
export function noteAll(decisions: readonly Decision[]): readonly Noted[] {
  const at = Date.now()
  const fresh = withRemovedAsOne(decisions).map((one): Noted => ({ ...one, at, noteId: newId() }))
  if (fresh.length > 0) changeRun(({ noted }) => ({ noted: mostOf([...fresh, ...noted.filter(isTrueStill(fresh))]) }))
  return fresh
}

function withRemovedAsOne(decisions: readonly Decision[]): readonly (Decision | ManyRemoved)[] {
  const removed = decisions.filter(({ type }) => type === "removed")
  if (removed.length <= mostRemoved) return decisions
  const many: ManyRemoved = { type: "many-removed", kind: "sessions", id: "", title: "", count: removed.length }
  return [...decisions.filter(({ type }) => type !== "removed"), many]
}

/** What is alive again was not deleted. */
function isTrueStill(fresh: readonly Noted[]): (noted: Noted) => boolean {
  const living = new Set(fresh.flatMap(({ type, kind, id }) => (type === "returned" ? [`${kind}/${id}`] : [])))
  return ({ type, kind, id }) => type !== "removed" || !living.has(`${kind}/${id}`)
}

/** As many as are remembered: what stands elsewhere, too, gives way first. */
function mostOf(noted: readonly Noted[]): readonly Noted[] {
  const isHeld = ({ type }: Noted) => heldTypes.includes(type)
  const room = mostNoted - noted.filter(isHeld).length
  let others = 0
  return noted.filter((one) => isHeld(one) || (others += 1) <= room).slice(0, mostNoted)
}
