import type { IDBPTransaction } from "idb"
import { storedFolders, storedSessions } from "#core/conversation/collections.ts"
import { marksOf } from "#core/conversation/marks.ts"
import { toRecord, type MessageRecord } from "#core/conversation/message-record.ts"
import type { Session } from "#core/conversation/session.ts"
import { fieldsOf } from "#core/lib/fields.ts"
import { maskCollection } from "#core/masks/mask-collection.ts"
import { pluginCollection } from "#core/plugins/plugin-collection.ts"
import { promptCollection } from "#core/prompts/prompt-collection.ts"
import { readRow, type StoredForm } from "#core/storage/collection.ts"
import { readLife, readSync } from "#core/storage/read-sync.ts"
import type { Row } from "#core/storage/row.ts"
import { readStamp, type Seen, type Stamp } from "#core/storage/stamp.ts"
import { isSyncKind, recordKey, toTravel, type SyncKind, type SyncRecord } from "#core/sync/sync-record.ts"
import { ask, inWhole, ofSession } from "../storage/change-stores.ts"
import type { MessageRow, ProsaDatabase, ProsaSchema } from "../storage/database.ts"
import { readMessageRow } from "../storage/message-row.ts"
import { outboxNote, readPeers, remotePrefix } from "../storage/record-writer.ts"

export interface Changes {
  readonly records: readonly SyncRecord[]
  /** To be settled with once the records have arrived. */
  readonly mark: Stamp | undefined
  /** By device, up to which stamp this browser knows all that was written. It goes along with the records. */
  readonly seen: Seen
}

/** Kinds whose rows are read whole: all but messages and settings. */
export const rowKinds = ["sessions", "folders", "prompts", "masks", "plugins"] as const
export type RowKind = (typeof rowKinds)[number]

const forms: Readonly<Record<RowKind, StoredForm<object>>> = {
  sessions: storedSessions,
  folders: storedFolders,
  prompts: promptCollection,
  masks: maskCollection,
  plugins: pluginCollection,
}

export const readStores = [...rowKinds, "messages", "graves", "peers", "outbox"] as const
export type Read = IDBPTransaction<ProsaSchema, (typeof readStores)[number][], "readonly">

/** @public What was written here since a remote has all of it. */
export async function collectChanges(database: ProsaDatabase, remote: string): Promise<Changes> {
  const read: Read = database.transaction([...readStores], "readonly")
  const { clock, seen, remotes } = readPeers(await read.objectStore("peers").getAll())
  const known = remotes.find(({ name }) => name === remote)?.mark
  const records = known === undefined ? await readUnknownTo(read, remote) : await readNoted(read, remote, known)
  return {
    records,
    mark: clock.last,
    seen: { ...seen, ...(clock.last === undefined ? {} : { [clock.device]: clock.last }) },
  }
}

/** The notes of what is to be sent. Recordings that wait for their words lie in the same store, and are none. */
async function notesIn(outbox: {
  readonly getAll: () => Promise<readonly unknown[]>
}): Promise<readonly { readonly id: string; readonly at: string; readonly from?: unknown }[]> {
  const rows = await outbox.getAll()
  return rows.map(fieldsOf).flatMap(({ id, at, from }) => {
    if (typeof id !== "string" || typeof at !== "string") return []
    return [{ id, at, ...(from === undefined ? {} : { from }) }]
  })
}

/** Every record that a remote is not known to have. */
async function readUnknownTo(read: Read, remote: string): Promise<readonly SyncRecord[]> {
  const notes = await notesIn(read.objectStore("outbox"))
  const came = new Set(notes.flatMap(({ id, from }) => (from === remote ? [id] : [])))
  return (await readAll(read)).filter(({ kind, id }) => !came.has(recordKey(kind, id)))
}

/** Whether it is a conversation that was deleted once, and is alive. */
export function isLivingAgain({ kind, row }: SyncRecord): boolean {
  return kind === "sessions" && row.sync?.life?.alive === true
}

/**
 * A conversation that lives again comes before its messages, which may be in another batch: they would go with it where it is not known yet
 * that it is alive.
 */
function livingFirst(records: readonly SyncRecord[]): readonly SyncRecord[] {
  const living = records.filter(isLivingAgain)
  return living.length === 0 ? records : [...living, ...records.filter((record) => !isLivingAgain(record))]
}

/** Every record of one view. */
export async function readAll(read: Read): Promise<readonly SyncRecord[]> {
  const [messages, graves, ...others] = await Promise.all([
    read.objectStore("messages").getAll(),
    read.objectStore("graves").getAll(),
    ...rowKinds.map((kind) => read.objectStore(kind).getAll() as Promise<readonly unknown[]>),
  ])
  const said = new Map<string, number[]>()
  const records: SyncRecord[] = []
  for (const stored of messages) {
    const row = readMessageRow(stored)?.value
    if (row === undefined) continue
    const positions = said.get(row.sessionId)
    if (positions === undefined) said.set(row.sessionId, [row.position])
    else positions.push(row.position)
    records.push(toTravel("messages", messageRow(row)))
  }
  for (const [at, kind] of rowKinds.entries()) {
    for (const stored of others[at] ?? []) {
      const row = storedRow(kind, stored)
      if (row === undefined) continue
      if (kind === "sessions") {
        const positions = said.get(row.id)
        // A chat in which nothing was said, and of which nobody wrote anything, is worth nothing to anybody else.
        if (positions === undefined && row.sync === undefined) continue
        records.push(toTravel(kind, withStoredMarks(row, positions ?? [])))
      } else records.push(toTravel(kind, row))
    }
  }
  for (const grave of graves) records.push(...(graveRecord(grave) ?? []))
  return livingFirst(records)
}

/** The records that were noted since a stamp, as they are now. */
async function readNoted(read: Read, remote: string, since: Stamp): Promise<readonly SyncRecord[]> {
  const notes = await notesIn(read.objectStore("outbox"))
  const found = await Promise.all(
    notes.map(async ({ id, at, from }): Promise<readonly SyncRecord[]> =>
      from === remote || at <= since ? [] : readNamed(read, id),
    ),
  )
  return livingFirst(found.flat())
}

/** @public Whether a record, by its `recordKey`, is here and alive. */
export async function isStored(database: ProsaDatabase, key: string): Promise<boolean> {
  const [kind, id] = kindAndId(key)
  if (!isSyncKind(kind) || kind === "settings") return false
  return (await database.getKey(kind, id)) !== undefined
}

/** @public Records by their `recordKey`, as they are now; those that are not here any more are left out. */
export async function readRecords(database: ProsaDatabase, keys: readonly string[]): Promise<readonly SyncRecord[]> {
  const read: Read = database.transaction([...readStores], "readonly")
  return (await Promise.all(keys.map((key) => readNamed(read, key)))).flat()
}

async function readNamed(read: Read, name: string): Promise<readonly SyncRecord[]> {
  const [kind, id] = kindAndId(name)
  return isSyncKind(kind) ? readOne(read, kind, id) : []
}

/** The two parts of a `recordKey`; the first may be anything. */
function kindAndId(key: string): readonly [kind: string, id: string] {
  const slash = key.indexOf("/")
  return [key.slice(0, slash), key.slice(slash + 1)]
}

async function readOne(read: Read, kind: SyncKind, id: string): Promise<readonly SyncRecord[]> {
  if (kind === "settings") return []
  const [stored, grave]: [unknown, unknown] = await Promise.all([
    read.objectStore(kind).get(id),
    read.objectStore("graves").get([kind, id]),
  ])
  if (stored === undefined) return graveRecord(grave) ?? []
  if (kind === "messages") {
    const row = readMessageRow(stored)?.value
    return row === undefined ? [] : [toTravel(kind, messageRow(row))]
  }
  const row = storedRow(kind, stored)
  if (row === undefined) return []
  if (kind !== "sessions") return [toTravel(kind, row)]
  const said = await read.objectStore("messages").index("by-session").getAllKeys(ofSession(id))
  const positions = await Promise.all(
    said.map(async (key) => (await read.objectStore("messages").get(key))?.position ?? 0),
  )
  return [toTravel(kind, withStoredMarks(row, positions))]
}

/** @public All that was written up to a stamp has arrived at a remote. Notes that no remote needs any more go. */
export async function settleChanges(database: ProsaDatabase, remote: string, mark: Stamp | undefined): Promise<void> {
  if (mark === undefined) return
  const write = database.transaction(["peers", "outbox"], "readwrite")
  await inWhole(write, async () => {
    const peers = write.objectStore("peers")
    const { remotes } = readPeers(await peers.getAll())
    // A copy was restored meanwhile: what is here now was not sent.
    if (!remotes.some(({ name }) => name === remote)) return
    ask(peers.put({ name: remotePrefix + remote, device: "", last: mark }))
    const marks = [mark, ...remotes.filter(({ name }) => name !== remote).map((one) => one.mark ?? "")]
    const least = marks.reduce((a, b) => (a < b ? a : b))
    const outbox = write.objectStore("outbox")
    for (const { id, at } of await notesIn(outbox)) if (at <= least) ask(outbox.delete(id))
  })
}

/** @public Some of what was collected has arrived: where the rest of it does not, that much is not sent again. */
export async function settleSome(
  database: ProsaDatabase,
  remote: string,
  { records, mark }: Pick<Changes, "records" | "mark">,
): Promise<void> {
  if (mark === undefined) return
  const write = database.transaction(["peers", "outbox"], "readwrite")
  await inWhole(write, async () => {
    // A copy was restored meanwhile: what is here now was not sent.
    if ((await write.objectStore("peers").getKey(remotePrefix + remote)) === undefined) return
    const notes = write.objectStore("outbox")
    for (const { kind, id } of records) {
      const at = readStamp(fieldsOf(await notes.get(recordKey(kind, id)))["at"]) ?? mark
      // It was written once more meanwhile.
      if (at <= mark) ask(notes.put(outboxNote(kind, id, at, remote)))
    }
  })
}

/**
 * Whether this browser and a remote have met, and nothing was lost since: a copy that is restored, and a database that is new, know
 * of no remote.
 */
export async function hasMet(database: ProsaDatabase, remote: string): Promise<boolean> {
  return (await database.getKey("peers", remotePrefix + remote)) !== undefined
}

/**
 * @public This browser begins with a remote, or goes on with its beginning: from now on what comes from there is noted, so that the
 * first time it is sent only what it lacks. Others of its kind, which it has left, count no more;
 * nor does what was known of this one, where it had been left, too, or where a copy was restored since, which leaves the notes.
 */
export async function beginWithRemote(database: ProsaDatabase, remote: string, kind: string): Promise<void> {
  const { remotes } = readPeers(await database.getAll("peers"))
  for (const { name } of remotes)
    if (name.startsWith(kind) && name !== remote) await database.delete("peers", remotePrefix + name)
  const isGoingOn = remotes.some(({ name, mark }) => name === remote && mark === undefined)
  if (!isGoingOn) await beginAnew(database, remote, () => true)
}

/**
 * @public A remote has lost what it had, or somebody misses some of it: it is sent everything anew. Where a copy was restored meanwhile, the
 * remote stays unknown: what it has is yet to be read.
 */
export async function forgetRemote(database: ProsaDatabase, remote: string): Promise<void> {
  await beginAnew(database, remote, (isKnown) => isKnown)
}

async function beginAnew(
  database: ProsaDatabase,
  remote: string,
  isRight: (isKnown: boolean) => boolean,
): Promise<void> {
  const write = database.transaction(["peers", "outbox"], "readwrite")
  await inWhole(write, async () => {
    const { remotes } = readPeers(await write.objectStore("peers").getAll())
    if (!isRight(remotes.some(({ name }) => name === remote))) return
    ask(write.objectStore("peers").put({ name: remotePrefix + remote, device: "" }))
    // Whoever is sent everything needs no notes; one that stayed would keep what comes unchanged from being known there.
    const isNeeded = remotes.some(({ name }) => name !== remote)
    const outbox = write.objectStore("outbox")
    for (const { from, ...rest } of await notesIn(outbox)) {
      if (!isNeeded) ask(outbox.delete(rest.id))
      else if (from === remote) ask(outbox.put(rest))
    }
  })
}

export function messageRow(row: MessageRow): Row<MessageRecord> {
  const sync = readSync(row.sync)
  return { id: row.id, value: toRecord(row), ...(sync === undefined ? {} : { sync }) }
}

export function storedRow(kind: RowKind, stored: unknown): Row<object> | undefined {
  const read = readRow(forms[kind], stored)?.value
  if (read === undefined) return undefined
  const { id, value, version } = read
  const sync = readSync(read.sync)
  return { id, value, ...(version === undefined ? {} : { version }), ...(sync === undefined ? {} : { sync }) }
}

/** A row from before marks had places says only how many messages they cover. */
function withStoredMarks(row: Row<object>, positions: readonly number[]): Row<object> {
  const session = row.value as Session
  const marks =
    session.marks ??
    marksOf(
      session,
      positions.toSorted((a, b) => a - b),
    )
  return session.marks !== undefined || Object.keys(marks).length === 0 ? row : { ...row, value: { ...session, marks } }
}

export function graveRecord(stored: unknown): readonly SyncRecord[] | undefined {
  const { kind, id, life } = fieldsOf(stored)
  const read = readLife(life)
  if (!isSyncKind(kind) || typeof id !== "string" || read === undefined || read.alive) return undefined
  return [{ kind, id, row: { id, sync: { life: read } } }]
}
