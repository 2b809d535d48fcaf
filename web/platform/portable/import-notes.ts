import { fieldsOf, textsOf } from "#core/lib/fields.ts"
import { ask } from "../storage/change-stores.ts"
import type { ProsaDatabase } from "../storage/database.ts"

/** A note of what an import brought, for the time in which it can be undone. Kept among the settings of the database. */
export interface ImportNote {
  readonly id: string
  /** Epoch milliseconds. */
  readonly at: number
  readonly sources: readonly string[]
  /** The conversations that came. */
  readonly sessions: readonly string[]
  /** The messages that came into conversations which were here. */
  readonly added: readonly (readonly [sessionId: string, messages: readonly string[]])[]
  readonly records: readonly (readonly [store: RecordStoreName, id: string])[]
  /** The stamps that the import wrote: what bears another was changed since. */
  readonly stamps: readonly string[]
}

/** Stores of records that an import may bring beside conversations. */
export type RecordStoreName = "masks" | "prompts" | "plugins"

/** Where a note lies among the settings. */
export const noteKey = (importId: string) => `import:${importId}`

/** How long an import can be undone, in ms. */
export const undoableMs = 30 * 24 * 60 * 60 * 1_000

/** Notes what an import has brought so far; notes of imports that can no longer be undone go. */
export async function noteImport(database: ProsaDatabase, note: ImportNote, now: number): Promise<void> {
  const write = database.transaction("settings", "readwrite")
  for (const old of await readNotes(write.store)) {
    if (now - old.at > undoableMs) ask(write.store.delete(noteKey(old.id)))
  }
  ask(write.store.put(note, noteKey(note.id)))
  await write.done
}

/** The imports that can be undone, the latest first. */
export async function undoableImports(database: ProsaDatabase, now: number): Promise<readonly ImportNote[]> {
  const notes = await readNotes(database.transaction("settings").store)
  return notes.filter((note) => now - note.at <= undoableMs && broughtAny(note))
}

/**
 * Hands the conversations of an import that later ones made grow on to the first of these: its file holds them whole, and without
 * their beginning what it added would follow nothing. Returns what is left of the import.
 */
export async function handedOn(database: ProsaDatabase, note: ImportNote): Promise<ImportNote> {
  const write = database.transaction("settings", "readwrite")
  const later = (await readNotes(write.store)).filter(({ at }) => at > note.at).toReversed()
  const brought = new Set(note.sessions)
  const added = new Map(note.added)
  for (const heir of later) {
    const mine = heir.added.flatMap(([id]) => (brought.has(id) || added.has(id) ? [id] : []))
    if (mine.length === 0) continue
    ask(write.store.put(heirOf(heir, { ...note, sessions: [...brought], added: [...added] }), noteKey(heir.id)))
    for (const id of mine) {
      brought.delete(id)
      added.delete(id)
    }
  }
  const left = { ...note, sessions: [...brought], added: [...added] }
  ask(write.store.put(left, noteKey(note.id)))
  await write.done
  return left
}

/** A later import with what it made grow of an earlier one, whose stamps are its own then. */
function heirOf(heir: ImportNote, { sessions, added, stamps }: ImportNote): ImportNote {
  const brought = new Set(sessions)
  const before = new Map(added)
  return {
    ...heir,
    sessions: [...heir.sessions, ...heir.added.flatMap(([id]) => (brought.has(id) ? [id] : []))],
    added: heir.added.flatMap(([id, messages]) =>
      brought.has(id) ? [] : [[id, [...(before.get(id) ?? []), ...messages]] as const],
    ),
    stamps: [...new Set([...stamps, ...heir.stamps])],
  }
}

/** Whether an import brought anything. */
export function broughtAny({ sessions, added, records }: Pick<ImportNote, "sessions" | "added" | "records">): boolean {
  return sessions.length + added.length + records.length > 0
}

/** All notes, the latest first. */
export async function readNotes(settings: {
  readonly getAll: (range: IDBKeyRange) => Promise<readonly unknown[]>
}): Promise<readonly ImportNote[]> {
  const rows = await settings.getAll(IDBKeyRange.bound("import:", "import;", false, true))
  return rows.flatMap((row) => readNote(row) ?? []).toSorted((a, b) => b.at - a.at)
}

/** A stored note; undefined for anything else. */
export function readNote(row: unknown): ImportNote | undefined {
  const { id, at, sources, sessions, added, records, stamps } = fieldsOf(row)
  if (typeof id !== "string" || typeof at !== "number") return undefined
  const stores: ReadonlySet<unknown> = new Set(["masks", "prompts", "plugins"])
  const known = (Array.isArray(records) ? (records as readonly unknown[]) : []).flatMap(
    (one): [RecordStoreName, string][] => {
      const [store, name] = Array.isArray(one) ? (one as readonly unknown[]) : []
      return stores.has(store) && typeof name === "string" ? [[store as RecordStoreName, name]] : []
    },
  )
  const grown = (Array.isArray(added) ? (added as readonly unknown[]) : []).flatMap(
    (one): [string, readonly string[]][] => {
      const [sessionId, messages] = Array.isArray(one) ? (one as readonly unknown[]) : []
      return typeof sessionId === "string" ? [[sessionId, textsOf(messages)]] : []
    },
  )
  const texts = { sources: textsOf(sources), sessions: textsOf(sessions), stamps: textsOf(stamps) }
  return { id, at, ...texts, added: grown, records: known }
}
