/**
 * This browser's records as other devices get to know them. Any transport uses these three (a file on a WebDAV server, chunks in a
 * Redis store, the vault's log), in a worker or on the page, with a connection to the database:
 *
 * - `collectChanges(database, remote)`: what was written here since `remote` has all, every record whole with its stamps; at first
 *   everything. Once it has arrived there, `settleChanges(database, remote, mark)`.
 * - `applyRecords(database, { records, seen, from })`: joins records from elsewhere to what is stored, and says what became of
 *   them. Applying something twice, or in another order, changes nothing.
 * - `forgetRemote(database, remote)`: nothing is sent there any more.
 *
 * `encodeRecord` and `decodeRecord` (`core/sync/sync-record.ts`) are a record's JSON. Settings lie where workers do not reach:
 * their record is read and applied by `settings-record.ts`, on the page. Tabs hear of what was applied by themselves.
 */
import type { IDBPTransaction } from "idb"
import { storedFolders, storedSessions } from "#core/conversation/collections.ts"
import { marksOf } from "#core/conversation/marks.ts"
import { fromRecord, toRecord, type MessageRecord } from "#core/conversation/message-record.ts"
import type { Session } from "#core/conversation/session.ts"
import { fieldsOf } from "#core/lib/fields.ts"
import { maskCollection } from "#core/masks/mask-collection.ts"
import { pluginCollection } from "#core/plugins/plugin-collection.ts"
import { promptCollection } from "#core/prompts/prompt-collection.ts"
import { readRow, type StoredForm } from "#core/storage/collection.ts"
import { readLife, readSync } from "#core/storage/read-sync.ts"
import type { Row } from "#core/storage/row.ts"
import { joinSeen, laterStamp, nextStamp, readStamp, seenOfStrangers } from "#core/storage/stamp.ts"
import type { Seen, Stamp } from "#core/storage/stamp.ts"
import { planConversation, planRecord, type Decision, type Plan } from "#core/sync/join.ts"
import type { ApplyReport, Replica } from "#core/sync/sync-once.ts"
import {
  encodeRecord,
  decodeRecord,
  isSyncKind,
  stampsIn,
  toTravel,
  type SyncKind,
  type SyncRecord,
} from "#core/sync/sync-record.ts"
import { ask, inWhole, ofSession, remainsKey } from "../storage/change-stores.ts"
import type { MessageRow, ProsaDatabase, ProsaSchema } from "../storage/database.ts"
import { readMessageRow } from "../storage/message-row.ts"
import { openRecordChannel } from "../storage/record-channel.ts"
import { outboxNote, readPeers, remotePrefix, self } from "../storage/record-writer.ts"
import { openTabChannel } from "../storage/tab-channel.ts"

export interface Changes {
  readonly records: readonly SyncRecord[]
  /** To be settled with once the records have arrived. */
  readonly mark: Stamp | undefined
  /** By device, up to which stamp this browser knows all that was written. It goes along with the records. */
  readonly seen: Seen
}

export interface Incoming {
  readonly records: readonly SyncRecord[]
  /** What the sender knew, where the records are all of that, or the rest of it came before. */
  readonly seen?: Seen
  /** The remote they came from: it is not sent them again. */
  readonly from: string
}

/** Kinds whose rows are read whole: all but messages and settings. */
const rowKinds = ["sessions", "folders", "prompts", "masks", "plugins"] as const
type RowKind = (typeof rowKinds)[number]

const forms: Readonly<Record<RowKind, StoredForm<object>>> = {
  sessions: storedSessions,
  folders: storedFolders,
  prompts: promptCollection,
  masks: maskCollection,
  plugins: pluginCollection,
}

const readStores = [...rowKinds, "messages", "graves", "peers", "outbox"] as const
type Read = IDBPTransaction<ProsaSchema, (typeof readStores)[number][], "readonly">

/** @public What was written here since a remote has all of it. */
export async function collectChanges(database: ProsaDatabase, remote: string): Promise<Changes> {
  const read: Read = database.transaction([...readStores], "readonly")
  const { clock, seen, remotes } = readPeers(await read.objectStore("peers").getAll())
  const known = remotes.find(({ name }) => name === remote)?.mark
  const records = known === undefined ? await readAll(read) : await readNoted(read, remote, known)
  return {
    records,
    mark: clock.last,
    seen: { ...seen, ...(clock.last === undefined ? {} : { [clock.device]: clock.last }) },
  }
}

/** The records of this browser for the sync with a file: all of them, in one view. */
export function fileReplica(database: ProsaDatabase): Replica {
  return {
    async readState() {
      const horizon = readStamp(await database.get("settings", "horizon"))
      const read: Read = database.transaction([...readStores], "readonly")
      const { clock, seen } = readPeers(await read.objectStore("peers").getAll())
      const own = clock.last === undefined ? {} : { [clock.device]: clock.last }
      return { records: await readAll(read), seen: { ...seen, ...own }, horizon }
    },
    apply: (records, seen) =>
      applyRecords(database, { records, ...(seen === undefined ? {} : { seen }), from: "file" }),
  }
}

async function readAll(read: Read): Promise<readonly SyncRecord[]> {
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
  return records
}

/** The records that were noted since a stamp, as they are now. */
async function readNoted(read: Read, remote: string, since: Stamp): Promise<readonly SyncRecord[]> {
  const notes: readonly unknown[] = await read.objectStore("outbox").getAll()
  const found = await Promise.all(
    notes.map(async (note): Promise<readonly SyncRecord[]> => {
      const { id: name, at, from } = fieldsOf(note)
      if (typeof name !== "string" || from === remote || String(at) <= since) return []
      const slash = name.indexOf("/")
      const [kind, id] = [name.slice(0, slash), name.slice(slash + 1)]
      return isSyncKind(kind) ? readOne(read, kind, id) : []
    }),
  )
  return found.flat()
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
    ask(peers.put({ name: remotePrefix + remote, device: "", last: mark }))
    const marks = [mark, ...remotes.filter(({ name }) => name !== remote).map((one) => one.mark ?? "")]
    const least = marks.reduce((a, b) => (a < b ? a : b))
    for (const note of await write.objectStore("outbox").getAll()) {
      const { id, at } = fieldsOf(note)
      if (String(at) <= least) ask(write.objectStore("outbox").delete(String(id)))
    }
  })
}

/** @public Nothing is sent to a remote any more, or it has lost what it had: it is sent everything anew. */
export async function forgetRemote(database: ProsaDatabase, remote: string): Promise<void> {
  await database.delete("peers", remotePrefix + remote)
}

function messageRow(row: MessageRow): Row<MessageRecord> {
  const sync = readSync(row.sync)
  return { id: row.id, value: toRecord(row), ...(sync === undefined ? {} : { sync }) }
}

function storedRow(kind: RowKind, stored: unknown): Row<object> | undefined {
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

function graveRecord(stored: unknown): readonly SyncRecord[] | undefined {
  const { kind, id, life } = fieldsOf(stored)
  const read = readLife(life)
  if (!isSyncKind(kind) || typeof id !== "string" || read === undefined || read.alive) return undefined
  return [{ kind, id, row: { id, sync: { life: read } } }]
}

const appliedStores = [
  ...rowKinds,
  "messages",
  "graves",
  "peers",
  "outbox",
  "kept",
  "settings",
  "drafts",
  "attachments",
] as const
type Write = IDBPTransaction<ProsaSchema, (typeof appliedStores)[number][], "readwrite">

/** Conversations that are joined in one transaction: the page's own writes come between two. */
const conversationsAtOnce = 25

/** How long what was deleted elsewhere can be taken back, in ms. */
export const keptMs = 30 * 24 * 60 * 60 * 1_000

export async function applyRecords(database: ProsaDatabase, { records, seen, from }: Incoming): Promise<ApplyReport> {
  const counts = {
    written: { sessions: 0, messages: 0, others: 0 },
    deleted: { sessions: 0, messages: 0, others: 0 },
  }
  const decisions: Decision[] = []
  const told = { sessions: new Set<string>(), removed: new Set<string>(), folders: false, kinds: new Set<string>() }
  const { conversations, others } = await grouped(database, records)
  const pieces: ((write: Write, stamp: Stamp) => Promise<Plan>)[] = [
    ...others.map((record) => (write: Write, stamp: Stamp) => planOther(write, record, stamp)),
    ...[...conversations].map(
      ([id, part]) =>
        (write: Write, stamp: Stamp) =>
          planOne(write, id, part, stamp),
    ),
  ]
  for (let at = 0; at < pieces.length; at += conversationsAtOnce) {
    const write: Write = database.transaction([...appliedStores], "readwrite")
    const batch = pieces.slice(at, at + conversationsAtOnce)
    // oxlint-disable-next-line no-await-in-loop -- one batch after the other
    const plans = await inWhole(write, async () => {
      const { clock, remotes } = readPeers(await write.objectStore("peers").getAll())
      // The clock moves with what is written: from then on, every write here is later than all of it.
      const last = records.reduce<Stamp | undefined>(
        (latest, record) => laterStamp(latest, latestIn(record)),
        clock.last,
      )
      const stamp = nextStamp({ device: clock.device, ...(last === undefined ? {} : { last }) }, Date.now())
      const made: Plan[] = []
      for (const piece of batch) {
        // oxlint-disable-next-line no-await-in-loop -- all in one transaction
        const plan = await piece(write, stamp)
        perform(write, plan, { stamp, from, remotes: remotes.map(({ name }) => name) })
        made.push(plan)
      }
      if (made.some(isSomething)) ask(write.objectStore("peers").put({ name: self, device: clock.device, last: stamp }))
      return made
    })
    for (const plan of plans) note(plan)
    tell()
  }
  await noteSeen(database, joinSeen(seen ?? {}, seenOfStrangers(records.flatMap(stampsIn))))
  return { ...counts, decisions }

  function note(plan: Plan): void {
    decisions.push(...plan.decisions)
    for (const { kind, id, row } of plan.put) {
      counts.written[countOf(kind)] += 1
      if (kind === "sessions") told.sessions.add(id)
      else if (kind === "messages") told.sessions.add((row.value as MessageRecord).sessionId)
      else if (kind === "folders") told.folders = true
      else told.kinds.add(kind)
    }
    for (const { kind, id, row } of plan.shed) {
      counts.deleted[countOf(kind)] += 1
      if (kind === "messages") told.sessions.add((row.value as MessageRecord).sessionId)
      else if (kind === "sessions") told.removed.add(id)
    }
    for (const { kind } of plan.buried) {
      if (kind === "folders") told.folders = true
      else if (kind !== "messages" && kind !== "sessions") told.kinds.add(kind)
    }
  }

  function tell(): void {
    const [sessions, removedSessions] = [[...told.sessions].filter((id) => !told.removed.has(id)), [...told.removed]]
    if (sessions.length + removedSessions.length > 0 || told.folders)
      openTabChannel().tell({ sessions, removedSessions, folders: told.folders })
    for (const kind of told.kinds) openRecordChannel(kind, () => {}).tell()
    told.sessions.clear()
    told.removed.clear()
    told.kinds.clear()
    told.folders = false
  }
}

function countOf(kind: SyncKind): "sessions" | "messages" | "others" {
  return kind === "sessions" || kind === "messages" ? kind : "others"
}

function isSomething({ put, buried, dropped }: Plan): boolean {
  return put.length + buried.length + dropped.length > 0
}

function latestIn(record: SyncRecord): Stamp | undefined {
  return stampsIn(record).reduce<Stamp | undefined>((last, one) => laterStamp(last, one), undefined)
}

interface ConversationPart {
  session?: Row<object>
  readonly messages: Map<string, Row<object>>
}

/** Records by the conversation that they belong to. A grave of a message says nothing of it: its row here does. */
async function grouped(database: ProsaDatabase, records: readonly SyncRecord[]) {
  const conversations = new Map<string, ConversationPart>()
  const others: SyncRecord[] = []
  const part = (id: string): ConversationPart => {
    const known = conversations.get(id) ?? { messages: new Map<string, Row<object>>() }
    conversations.set(id, known)
    return known
  }
  const graves = records.filter(({ kind, row }) => kind === "messages" && row.value === undefined)
  const read = database.transaction("messages")
  const places = await Promise.all(graves.map(({ id }) => read.store.get(id)))
  for (const record of records) {
    const { kind, id, row } = record
    if (kind === "sessions") part(id).session = row
    else if (kind === "messages" && row.value !== undefined)
      part((row.value as MessageRecord).sessionId).messages.set(id, row)
    else if (kind !== "messages" && kind !== "settings") others.push(record)
  }
  for (const [at, record] of graves.entries()) {
    const sessionId: unknown = fieldsOf(places[at])["sessionId"]
    if (typeof sessionId === "string") part(sessionId).messages.set(record.id, record.row)
    else others.push(record)
  }
  return { conversations, others }
}

async function graveRow(write: Write, kind: string, id: string): Promise<Row<object> | undefined> {
  return graveRecord(await write.objectStore("graves").get([kind, id]))?.[0]?.row
}

async function planOther(write: Write, record: SyncRecord, stamp: Stamp): Promise<Plan> {
  const { kind, id } = record
  const stored: unknown = kind === "settings" ? undefined : await write.objectStore(kind).get(id)
  const row = stored === undefined || kind === "messages" || kind === "settings" ? undefined : storedRow(kind, stored)
  return planRecord(record, row ?? (await graveRow(write, kind, id)), stamp)
}

async function planOne(write: Write, id: string, foreign: ConversationPart, stamp: Stamp): Promise<Plan> {
  const [stored, grave, said]: [unknown, Row<object> | undefined, readonly unknown[]] = await Promise.all([
    write.objectStore("sessions").get(id),
    graveRow(write, "sessions", id),
    write.objectStore("messages").index("by-session").getAll(ofSession(id)),
  ])
  // The rest of a conversation that was deleted here a moment ago is still being removed.
  const isRemains = stored === undefined && grave !== undefined
  const messages = new Map<string, Row<object>>()
  for (const one of isRemains ? [] : said) {
    const row = readMessageRow(one)?.value
    if (row !== undefined) messages.set(row.id, messageRow(row))
  }
  const missing = [...foreign.messages.keys()].filter((messageId) => !messages.has(messageId))
  const graves = await Promise.all(missing.map((messageId) => graveRow(write, "messages", messageId)))
  for (const [at, messageId] of missing.entries()) {
    const row = graves[at]
    if (row !== undefined) messages.set(messageId, row)
  }
  const session = stored === undefined ? grave : (storedRow("sessions", stored) ?? grave)
  return planConversation(id, { session, messages }, { session: foreign.session, messages: foreign.messages }, stamp)
}

interface Performing {
  readonly stamp: Stamp
  readonly from: string
  readonly remotes: readonly string[]
}

function perform(write: Write, plan: Plan, { stamp, from, remotes }: Performing): void {
  const outbox = (kind: string, id: string) => {
    // What was written here in joining is to be sent to everybody; what came, to the others.
    if (plan.usesStamp && remotes.length > 0) ask(write.objectStore("outbox").put(outboxNote(kind, id, stamp)))
    else if (remotes.some((name) => name !== from))
      ask(write.objectStore("outbox").put(outboxNote(kind, id, stamp, from)))
  }
  for (const { kind, id, row } of plan.put) {
    if (kind === "settings") continue
    if (kind === "messages") {
      const placed = fromRecord(row.value as MessageRecord)
      ask(write.objectStore("messages").put({ ...placed, ...(row.sync === undefined ? {} : { sync: row.sync }) }))
    } else ask(write.objectStore(kind).put(row as never))
    ask(write.objectStore("graves").delete([kind, id]))
    if (kind === "sessions") ask(write.objectStore("settings").delete(remainsKey(id)))
    outbox(kind, id)
  }
  for (const { kind, id, row } of plan.buried) {
    const { life } = row.sync ?? {}
    if (kind === "settings" || life === undefined) continue
    ask(write.objectStore(kind).delete(id))
    ask(write.objectStore("graves").put({ kind, id, life }))
    outbox(kind, id)
    if (kind !== "sessions") continue
    ask(write.objectStore("drafts").delete(id))
    ask(write.objectStore("attachments").delete(id))
  }
  for (const id of plan.resent) outbox("messages", id)
  for (const id of plan.dropped) ask(write.objectStore("messages").delete(id))
  if (plan.shed.length > 0) keep(write, plan.shed)
}

/** What another device deleted lies here for a while, in case somebody wants it back. */
function keep(write: Write, shed: readonly SyncRecord[]): void {
  const whole = shed.find(({ kind }) => kind === "sessions")
  const at = Date.now()
  if (whole !== undefined) {
    const records = shed.map(encodeRecord)
    ask(write.objectStore("kept").put({ kind: "sessions", id: whole.id, at, records } as never))
    return
  }
  for (const record of shed)
    ask(
      write.objectStore("kept").put({ kind: record.kind, id: record.id, at, records: [encodeRecord(record)] } as never),
    )
}

/** Brings back what another device deleted, as an ordinary write. False where it is not kept any more. */
export async function restoreKept(database: ProsaDatabase, kind: string, id: string): Promise<boolean> {
  const entry: unknown = await database.get("kept", [kind, id])
  const stored = fieldsOf(entry)["records"]
  const records = Array.isArray(stored) ? stored.flatMap((one: unknown) => decodeRecord(one) ?? []) : []
  if (records.length === 0) return false
  const { clock } = readPeers(await database.getAll("peers"))
  const stamp = nextStamp(clock, Date.now())
  const revived = records.map(({ row, ...record }): SyncRecord => {
    return { ...record, row: { ...row, sync: { ...row.sync, life: { alive: true, c: stamp } } } }
  })
  await applyRecords(database, { records: revived, from: "" })
  await database.delete("kept", [kind, id])
  return true
}

/** Lets go of what was kept long enough. */
export async function sweepKept(database: ProsaDatabase, now: number): Promise<void> {
  const write = database.transaction("kept", "readwrite")
  for (const entry of await write.store.getAll()) {
    const { at } = fieldsOf(entry)
    if (typeof at === "number" && now - at > keptMs) ask(write.store.delete([entry.kind, entry.id]))
  }
  await write.done
}

/** The clocks of other devices move only once all that they knew is here. */
async function noteSeen(database: ProsaDatabase, seen: Seen): Promise<void> {
  if (Object.keys(seen).length === 0) return
  const write = database.transaction("peers", "readwrite")
  await inWhole(write, async () => {
    const known = readPeers(await write.store.getAll())
    let last = known.clock.last
    for (const [device, stored] of Object.entries(seen)) {
      const stamp = readStamp(stored)
      const isDevice = /^[\w-]{8,64}$/.test(device) && device !== known.clock.device
      if (stamp === undefined || !isDevice) continue
      last = laterStamp(last, stamp)
      const before = Object.hasOwn(known.seen, device) ? known.seen[device] : undefined
      if (before === undefined || before < stamp) ask(write.store.put({ name: device, device, last: stamp }))
    }
    if (last !== undefined && last !== known.clock.last)
      ask(write.store.put({ name: self, device: known.clock.device, last }))
  })
}
