import { graveRecord, isLivingAgain, messageRow, rowKinds, storedRow } from "./collect-changes.ts"
import type { IDBPTransaction } from "idb"
import { fromRecord, type MessageRecord } from "#core/conversation/message-record.ts"
import { fieldsOf } from "#core/lib/fields.ts"
import { isSameRow, type Row } from "#core/storage/row.ts"
import { joinSeen, laterStamp, nextStamp, notAhead, readStamp, seenOfStrangers } from "#core/storage/stamp.ts"
import type { Seen, Stamp } from "#core/storage/stamp.ts"
import { planConversation, planRecord, type Decision, type Plan } from "#core/sync/join.ts"
import type { ApplyReport } from "#core/sync/sync-once.ts"
import { encodeRecord, recordKey, stampsIn, toTravel, type SyncKind, type SyncRecord } from "#core/sync/sync-record.ts"
import { ask, inWhole, ofSession, remainsKey } from "../storage/change-stores.ts"
import type { ProsaDatabase, ProsaSchema } from "../storage/database.ts"
import { readMessageRow } from "../storage/message-row.ts"
import { openRecordChannel } from "../storage/record-channel.ts"
import { outboxNote, readPeers, self, type Remote } from "../storage/record-writer.ts"
import { openTabChannel, type TabChannel } from "../storage/tab-channel.ts"

export interface Incoming {
  readonly records: readonly SyncRecord[]
  /** What the sender knew, where the records are all of that, or the rest of it came before. */
  readonly seen?: Seen
  /** The remote they came from: it is not sent them again. */
  readonly from: string
}

const appliedStores = [...rowKinds, "messages", "graves", "peers", "outbox", "kept", "settings"] as const
type Write = IDBPTransaction<ProsaSchema, (typeof appliedStores)[number][], "readwrite">

/** Conversations that are joined in one transaction: the page's own writes come between two. */
const conversationsAtOnce = 40
/** The tabs are told of what was written this often, in ms: each of them reads it anew. */
const tellEveryMs = 500

interface Planned {
  readonly plan: Plan
  /** Graves that were looked for and are not there: nothing has to be removed in their places. */
  readonly ungraved: ReadonlySet<string>
  /** The records of this browser that the plan was made from, as they were before it. */
  readonly known: readonly SyncRecord[]
}

export async function applyRecords(database: ProsaDatabase, { records, seen, from }: Incoming): Promise<ApplyReport> {
  const counts = {
    written: { sessions: 0, messages: 0, others: 0 },
    deleted: { sessions: 0, messages: 0, others: 0 },
  }
  const decisions: Decision[] = []
  const came = new Map(records.map((record) => [recordKey(record.kind, record.id), record.row]))
  const told = { sessions: new Set<string>(), removed: new Set<string>(), folders: false, kinds: new Set<string>() }
  const { conversations, others } = await grouped(database, records)
  const pieces: ((write: Write, stamp: Stamp) => Promise<Planned>)[] = [
    ...others.map((record) => (write: Write, stamp: Stamp) => planOther(write, record, stamp)),
    ...[...conversations].map(
      ([id, part]) =>
        (write: Write, stamp: Stamp) =>
          planOne(write, id, part, stamp),
    ),
  ]
  // What is written here from then on is later than all of it.
  const latest = records.reduce<Stamp | undefined>((last, one) => laterStamp(last, latestIn(one)), undefined)
  let toldAt = Date.now()
  try {
    for (let at = 0; at < pieces.length; at += conversationsAtOnce) {
      // oxlint-disable-next-line no-await-in-loop -- one batch after the other
      for (const plan of await write(pieces.slice(at, at + conversationsAtOnce))) note(plan)
      if (Date.now() - toldAt < tellEveryMs) continue
      tell()
      toldAt = Date.now()
    }
  } finally {
    tell()
  }
  await noteSeen(database, joinSeen(seen ?? {}, seenOfStrangers(records.flatMap(stampsIn), Date.now())))
  return { ...counts, decisions }

  /** Plans and performs what belongs together. No two pieces are about one record, so all are read at once. */
  function write(batch: typeof pieces): Promise<readonly Plan[]> {
    const stores: Write = database.transaction([...appliedStores], "readwrite")
    return inWhole(stores, async () => {
      const { clock, remotes } = readPeers(await stores.objectStore("peers").getAll())
      const last = laterStamp(latest, clock.last)
      const stamp = nextStamp({ device: clock.device, ...(last === undefined ? {} : { last }) }, Date.now())
      const planned = await Promise.all(batch.map((piece) => piece(stores, stamp)))
      for (const one of planned) perform(stores, one, { stamp, from, remotes, came })
      const plans = planned.map(({ plan }) => plan)
      if (plans.some(isSomething))
        ask(stores.objectStore("peers").put({ name: self, device: clock.device, last: stamp }))
      return plans
    })
  }

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
      tabs().tell({ sessions, removedSessions, folders: told.folders })
    for (const kind of told.kinds) recordChannel(kind).tell()
    told.sessions.clear()
    told.removed.clear()
    told.kinds.clear()
    told.folders = false
  }
}

let tabChannel: TabChannel | undefined
const recordChannels = new Map<string, ReturnType<typeof openRecordChannel>>()

/** The lines to all tabs are opened once: each holds a place in the browser until its thread ends. */
function tabs(): TabChannel {
  return (tabChannel ??= openTabChannel())
}

function recordChannel(kind: string): ReturnType<typeof openRecordChannel> {
  const channel = recordChannels.get(kind) ?? openRecordChannel(kind, () => {})
  recordChannels.set(kind, channel)
  return channel
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

async function planOther(write: Write, record: SyncRecord, stamp: Stamp): Promise<Planned> {
  const { kind, id } = record
  const stored: unknown = kind === "settings" ? undefined : await write.objectStore(kind).get(id)
  const row = stored === undefined || kind === "messages" || kind === "settings" ? undefined : storedRow(kind, stored)
  const local = row ?? (await graveRow(write, kind, id))
  return {
    plan: planRecord(record, local, stamp),
    ungraved: new Set(),
    known: local ? [{ kind, id, row: local }] : [],
  }
}

async function planOne(write: Write, id: string, foreign: ConversationPart, stamp: Stamp): Promise<Planned> {
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
  const ungraved = new Set(grave === undefined ? [recordKey("sessions", id)] : [])
  for (const [at, messageId] of missing.entries()) {
    const row = graves[at]
    if (row === undefined) ungraved.add(recordKey("messages", messageId))
    else messages.set(messageId, row)
  }
  const session = stored === undefined ? grave : (storedRow("sessions", stored) ?? grave)
  const theirs = { session: foreign.session, messages: foreign.messages }
  const known: readonly SyncRecord[] = [
    ...(session === undefined ? [] : [{ kind: "sessions" as const, id, row: session }]),
    ...[...messages].map(([messageId, row]) => ({ kind: "messages" as const, id: messageId, row })),
  ]
  return { plan: planConversation(id, { session, messages }, theirs, stamp), ungraved, known }
}

interface Performing {
  readonly stamp: Stamp
  readonly from: string
  readonly remotes: readonly Remote[]
  /** The rows that came from elsewhere, by their `recordKey`. */
  readonly came: ReadonlyMap<string, Row<object>>
}

function perform(write: Write, { plan, ungraved, known }: Planned, { stamp, from, remotes, came }: Performing): void {
  const others = remotes.some(({ name }) => name !== from)
  // Where nothing was sent yet, what came unchanged is told from what was here before.
  const isNew = remotes.some(({ name, mark }) => name === from && mark === undefined)
  /** A change made here that is still to be sent stays one that goes to everybody. */
  const noteCame = async (kind: SyncKind, id: string) => {
    const notes = write.objectStore("outbox")
    const note: unknown = await notes.get(recordKey(kind, id))
    const isOwn = note !== undefined && fieldsOf(note)["from"] !== from
    await notes.put(outboxNote(kind, id, stamp, isOwn ? undefined : from))
  }
  const isAsItCame = (kind: SyncKind, id: string, row: Row<object>) =>
    isSameRow(toTravel(kind, row).row, came.get(recordKey(kind, id)))
  const outbox = (kind: SyncKind, id: string, row?: Row<object>) => {
    // What was written here in joining is to be sent to everybody; what came, to the others.
    if (plan.usesStamp && remotes.length > 0) ask(write.objectStore("outbox").put(outboxNote(kind, id, stamp)))
    else if (others || (isNew && row !== undefined && isAsItCame(kind, id, row))) ask(noteCame(kind, id))
  }
  // Who has deleted a conversation has none of its messages: where it lives again here, they are sent with it.
  const livesAgain = known.some(isLivingAgain)
  for (const { kind, id, row } of isNew ? known : [])
    if (!(livesAgain && kind === "messages") && isAsItCame(kind, id, row)) ask(noteCame(kind, id))
  for (const { kind, id, row } of plan.put) {
    if (kind === "settings") continue
    if (kind === "messages") {
      const placed = fromRecord(row.value as MessageRecord)
      ask(write.objectStore("messages").put({ ...placed, ...(row.sync === undefined ? {} : { sync: row.sync }) }))
    } else ask(write.objectStore(kind).put(row as never))
    if (!ungraved.has(recordKey(kind, id))) ask(write.objectStore("graves").delete([kind, id]))
    if (kind === "sessions") ask(write.objectStore("settings").delete(remainsKey(id)))
    outbox(kind, id, row)
  }
  for (const { kind, id, row } of plan.buried) {
    const { life } = row.sync ?? {}
    if (kind === "settings" || life === undefined) continue
    ask(write.objectStore(kind).delete(id))
    ask(write.objectStore("graves").put({ kind, id, life }))
    // What was still to be sent in a conversation stays for as long as that is kept: it comes back with it.
    outbox(kind, id, row)
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

/** The clocks of other devices move only once all that they knew is here. */
async function noteSeen(database: ProsaDatabase, seen: Seen): Promise<void> {
  if (Object.keys(seen).length === 0) return
  const write = database.transaction("peers", "readwrite")
  await inWhole(write, async () => {
    const rows: readonly unknown[] = await write.store.getAll()
    const known = readPeers(rows)
    const stored = new Map(rows.map(fieldsOf).map(({ name, last: kept }) => [name, kept]))
    let last = known.clock.last
    // What was taken over from a clock that is fast is put right, too.
    for (const [device, claimed] of Object.entries(notAhead(joinSeen(known.seen, seen), Date.now()))) {
      const stamp = readStamp(claimed)
      const isDevice = /^[\w-]{8,64}$/.test(device) && device !== known.clock.device
      if (stamp === undefined || !isDevice) continue
      last = laterStamp(last, stamp)
      if (stored.get(device) !== stamp) ask(write.store.put({ name: device, device, last: stamp }))
    }
    if (last !== undefined && last !== known.clock.last)
      ask(write.store.put({ name: self, device: known.clock.device, last }))
  })
}
