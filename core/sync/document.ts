import { withCountedMarks } from "../conversation/marks.ts"
import { fromRecord, toRecord, type MessageRecord } from "../conversation/message-record.ts"
import type { Message } from "../conversation/message.ts"
import { readMessage } from "../conversation/read-message.ts"
import { resetStat, type Session } from "../conversation/session.ts"
import { sessionShape } from "../conversation/shapes.ts"
import { fieldsOf, isObject, parseJson, type JsonObject } from "../lib/fields.ts"
import { isRecordId } from "../lib/record-id.ts"
import { err, ok, type Result } from "../lib/result.ts"
import { readNextChatDate, type DateHabits } from "../portable/nextchat-date.ts"
import { readNextChatChats, readNextChatRecords } from "../portable/nextchat.ts"
import { nextChatSession } from "../portable/write-nextchat.ts"
import { readSync } from "../storage/read-sync.ts"
import { firstText } from "../storage/register.ts"
import type { Sync, TextStamps } from "../storage/row.ts"
import { hashOf } from "../storage/same-value.ts"
import { deviceOf, readStamp, strangersStamp, type Seen, type Stamp } from "../storage/stamp.ts"
import { createChecksum } from "./checksum.ts"
import { latestOf, type SyncState } from "./join.ts"
import {
  decodeRecord,
  encodeRecord,
  messageRecord,
  recordKey,
  stampsIn,
  toTravel,
  type SyncKind,
  type SyncRecord,
} from "./sync-record.ts"

/*
 * The file in a person's own storage. NextChat may read and write it too, so it is one of its backups, and our data stands where
 * NextChat keeps what it does not know: beside a message and a conversation (`prosa`), and in `app-config`, whose `prosa` has a text
 * for each record that has no place of its own. A text, because NextChat joins objects field by field, and half of one record with
 * half of another would be neither. What stands at the top it drops: by that we know that it wrote the file.
 */

/** Why a file is not used. Nothing is changed anywhere then. */
export type DocumentTrouble =
  /** It has no bytes. */
  | "empty"
  /** It is no JSON: cut off, or the page of somebody who wants a login. */
  | "unreadable"
  /** It is JSON, and no backup. */
  | "stranger"
  /** It is ours and not as it was written. */
  | "damaged"
  /** A later version of the page wrote it. */
  | "future"

/** What stands in such a file. */
export interface SyncDocument {
  readonly state: SyncState
  /** Who wrote it knew all of each device up to this stamp; absent where NextChat wrote it last. */
  readonly seen: Seen | undefined
  /** The name of this very write. */
  readonly nonce: string | undefined
  /** What is not ours, to be written again as it was found. */
  readonly found: Found
  /** The latest deletion that is not known any more to whoever wrote it. */
  readonly horizon: Stamp | undefined
  /** Entries that could not be read. */
  readonly skipped: number
}

interface Found {
  readonly access: JsonObject
  readonly config: JsonObject
  /** The same of the masks and prompts that NextChat has; read into `state`, and kept as they are. */
  readonly masks: JsonObject
  readonly prompts: JsonObject
  /** By record, hashes of what NextChat had of it when it was read. */
  readonly hashes: Readonly<Record<string, string>>
}

const nothingFound: Found = { access: {}, config: {}, masks: {}, prompts: {}, hashes: {} }

/** A file where there is none. */
export const emptyDocument: SyncDocument = {
  state: new Map(),
  seen: {},
  nonce: undefined,
  found: nothingFound,
  horizon: undefined,
  skipped: 0,
}

const version = 1
const firstKey = `,"chat-next-web-store":`
/** The names under which `app-config.prosa` has something besides records. */
const [hashPrefix, horizonName] = ["nextchat:", "horizon"]

export interface Writing {
  readonly nonce: string
  readonly seen: Seen
  /** What a chat without a title is called in the interface's language. */
  readonly unnamed: string
  readonly horizon?: Stamp | undefined
}

/** The file of a state. `found`: what the file held before that was not ours. */
export function writeDocument(
  state: SyncState,
  { found }: Pick<SyncDocument, "found">,
  { nonce, seen, unnamed, horizon }: Writing,
): readonly string[] {
  const { conversations, others } = inConversations(state)
  const pieces: string[] = [`"chat-next-web-store":{"sessions":[`]
  let count = 0
  for (const [id, { session, messages }] of conversations) {
    const text = session === undefined ? undefined : writeConversation(id, session, messages, unnamed)
    if (text === undefined) others.push(...[session ?? [], messages].flat())
    else pieces.push(count++ === 0 ? text : `,${text}`)
  }
  pieces.push(`],"currentSessionIndex":0,"lastUpdateTime":0},"access-control":${JSON.stringify(found.access)}`)
  const ours = [
    ...others.map((record): [string, string] => [
      recordKey(record.kind, record.id),
      JSON.stringify(encodeRecord(record)),
    ]),
    ...Object.entries(found.hashes).map(([name, hash]): [string, string] => [hashPrefix + name, hash]),
    ...(horizon === undefined ? [] : [[horizonName, horizon] as [string, string]]),
  ]
  const prosa = Object.fromEntries(ours)
  pieces.push(`,"app-config":${JSON.stringify({ ...found.config, prosa })}`)
  const masks = { ...found.masks, ...visible(others, "masks") }
  const prompts = { ...found.prompts, ...visible(others, "prompts") }
  pieces.push(`,"mask-store":${JSON.stringify({ masks })}`)
  pieces.push(`,"prompt-store":${JSON.stringify({ counter: Object.keys(prompts).length, prompts })}}`)
  const sum = createChecksum()
  let len = 0
  for (const piece of pieces) {
    sum.add(piece)
    len += piece.length
  }
  const head = { v: version, w: nonce, len, sum: sum.end(), seen }
  return [`{"prosa":${JSON.stringify(head)},`, ...pieces]
}

/** The name of the write that a file's beginning tells; undefined where NextChat wrote it, or nobody did. */
export function nonceIn(beginning: string): string | undefined {
  return /^\{"prosa":\{"v":\d{1,4},"w":"([\w-]{1,64})"/.exec(beginning)?.[1]
}

interface WrittenConversation {
  readonly session?: SyncRecord
  readonly messages: readonly SyncRecord[]
}

function inConversations(state: SyncState) {
  const conversations = new Map<string, { session?: SyncRecord; messages: SyncRecord[] }>()
  const others: SyncRecord[] = []
  const of = (id: string) => {
    const known = conversations.get(id) ?? { messages: [] }
    conversations.set(id, known)
    return known
  }
  for (const record of state.values()) {
    const { kind, id, row } = record
    if (row.value === undefined || (kind !== "sessions" && kind !== "messages")) others.push(record)
    else if (kind === "sessions") of(id).session = record
    else of((row.value as MessageRecord).sessionId).messages.push(record)
  }
  return { conversations: conversations as ReadonlyMap<string, WrittenConversation>, others }
}

/** A conversation in NextChat's form, ours beside it; undefined where that would be no conversation to NextChat. */
function writeConversation(
  id: string,
  { row }: SyncRecord,
  records: readonly SyncRecord[],
  unnamed: string,
): string | undefined {
  const placed = records
    .map(({ row: { value, sync } }) => ({ ...fromRecord(value as MessageRecord), sync }))
    .toSorted((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1))
  const messages = placed.map(({ message }) => message)
  // NextChat passes over empty ones, and an answer that is still to come is none to it.
  if (!messages.some((one) => isSaid(one))) return undefined
  const positions = placed.map(({ position }) => position)
  const value = row.value as Session
  const whole: Session = {
    ...value,
    messageCount: messages.length,
    stat: resetStat(),
    lastSummarizeIndex: 0,
  }
  const theirs = fieldsOf(nextChatSession(withCountedMarks(whole, positions), messages, unnamed))
  const lines = theirs["messages"] as readonly JsonObject[]
  const said = lines.map((line, at) => {
    const { message, position, sync } = placed[at] ?? {}
    const { id: _id, content, ...rest } = fieldsOf(message)
    // What NextChat has too is not written twice.
    const own = content === line["content"] ? rest : { ...rest, content }
    return { ...line, prosa: { p: position, m: own, ...(sync && { s: sync }), h: hashOf(line["content"]) } }
  })
  const { id: _id, ...own } = value
  const { topic, memoryPrompt, mask } = theirs
  const h = hashesOf({ topic, memoryPrompt, mask })
  return JSON.stringify({ ...theirs, id, messages: said, prosa: { x: own, ...(row.sync && { s: row.sync }), h } })
}

function isSaid({ role, content }: Message): boolean {
  return role !== "assistant" || content !== ""
}

/** By the parts of a conversation that NextChat can change, the hash of what it has there. */
function hashesOf(session: JsonObject): Readonly<Record<string, string>> {
  const { context, ...mask } = fieldsOf(session["mask"])
  const words = (Array.isArray(context) ? context : []).map((one) => [fieldsOf(one)["role"], fieldsOf(one)["content"]])
  const { prosa: _prosa, ...plain } = mask
  return {
    topic: hashOf(session["topic"]),
    memory: hashOf(session["memoryPrompt"]),
    mask: hashOf(plain),
    context: hashOf(words),
  }
}

/** Masks and prompts as NextChat has them. */
function visible(records: readonly SyncRecord[], kind: SyncKind): JsonObject {
  return Object.fromEntries(
    records.flatMap((record) =>
      record.kind === kind && record.row.value !== undefined ? [[record.id, record.row.value]] : [],
    ),
  )
}

/** Reads a file that may be anything. */
export function readDocument(text: string, habits: DateHabits): Result<SyncDocument, DocumentTrouble> {
  if (text.trim() === "") return err("empty")
  const json = parseJson(text)
  if (json === undefined) return err("unreadable")
  if (!isObject(json) || Object.keys(json).length === 0) return err("stranger")
  const { prosa, "chat-next-web-store": chats, "app-config": config, "access-control": access } = json
  if (!isObject(chats) || !Array.isArray(chats["sessions"])) return err("stranger")
  const head = fieldsOf(prosa)
  if (prosa !== undefined) {
    if (typeof head["v"] === "number" && head["v"] > version) return err("future")
    if (!isAsWritten(text, head)) return err("damaged")
  }
  try {
    return ok(readParts(json, chats["sessions"], fieldsOf(config), fieldsOf(access), head, habits))
  } catch {
    // Nested deeper than the engine goes.
    return err("damaged")
  }
}

function isAsWritten(text: string, { len, sum }: JsonObject): boolean {
  const at = text.indexOf(firstKey) + 1
  if (at === 0 || text.length - at !== len) return false
  const checksum = createChecksum()
  checksum.add(text.slice(at))
  return checksum.end() === sum
}

function readParts(
  json: JsonObject,
  sessions: readonly unknown[],
  config: JsonObject,
  access: JsonObject,
  head: JsonObject,
  habits: DateHabits,
): SyncDocument {
  const state = new Map<string, SyncRecord>()
  const hashes: Record<string, string> = {}
  let skipped = 0
  const add = (record: SyncRecord | undefined) => {
    if (record === undefined) skipped += 1
    else state.set(recordKey(record.kind, record.id), record)
  }
  const { prosa: own, ...theirConfig } = config
  let horizon: Stamp | undefined
  for (const [name, stored] of Object.entries(fieldsOf(own))) {
    if (name === horizonName) horizon = readStamp(stored)
    else if (name.startsWith(hashPrefix) && typeof stored === "string") hashes[name.slice(hashPrefix.length)] = stored
    else add(typeof stored === "string" ? decodeRecord(parseJson(stored)) : undefined)
  }
  for (const stored of sessions) {
    const records = readConversation(fieldsOf(stored), habits, hashes)
    if (records.length === 0) skipped += 1
    for (const record of records) state.set(recordKey(record.kind, record.id), withGrave(record, state))
  }
  const [maskStore, promptStore] = [fieldsOf(json["mask-store"]), fieldsOf(json["prompt-store"])]
  const [masks, prompts] = [fieldsOf(maskStore["masks"]), fieldsOf(promptStore["prompts"])]
  for (const record of [...readMasks(maskStore, habits), ...readPrompts(prompts)]) {
    if (!state.has(recordKey(record.kind, record.id))) add(record)
  }
  const { w } = head
  const notOurs = (all: JsonObject, kind: string) =>
    Object.fromEntries(Object.entries(all).filter(([id]) => !state.has(recordKey(kind, id)) && isRecordId(id)))
  return {
    state,
    seen: head["v"] === undefined ? undefined : readSeen(head["seen"]),
    nonce: typeof w === "string" ? w : undefined,
    found: {
      access,
      config: theirConfig,
      masks: notOurs(masks, "masks"),
      prompts: notOurs(prompts, "prompts"),
      hashes,
    },
    horizon,
    skipped,
  }
}

/** NextChat brings back what it has: a record that the same file calls dead keeps its grave. */
function withGrave(record: SyncRecord, state: SyncState): SyncRecord {
  const grave = state.get(recordKey(record.kind, record.id))?.row.sync?.life
  const { row } = record
  const own = row.sync?.life?.c ?? row.sync?.born ?? ""
  return grave === undefined || own > grave.c
    ? record
    : { ...record, row: { ...row, sync: { ...row.sync, life: grave } } }
}

function readSeen(stored: unknown): Seen {
  return Object.fromEntries(
    Object.entries(fieldsOf(stored)).flatMap(([device, one]) => {
      const stamp = readStamp(one)
      return stamp === undefined || !/^[\w-]{8,64}$/.test(device) ? [] : [[device, stamp]]
    }),
  )
}

function readConversation(
  stored: JsonObject,
  habits: DateHabits,
  hashes: Record<string, string>,
): readonly SyncRecord[] {
  const { id, prosa, messages: lines } = stored
  if (!isRecordId(id) || !Array.isArray(lines)) return []
  const ours = fieldsOf(prosa)
  const session = prosa === undefined ? strangersSession(stored, habits, hashes) : ourSession(id, stored, ours, habits)
  if (session === undefined) return []
  const records: SyncRecord[] = [session]
  let last = 0
  for (const line of lines as readonly unknown[]) {
    const record = readLine(id, fieldsOf(line), habits, last)
    if (record === undefined) continue
    last = (record.row.value as MessageRecord).position
    records.push(record)
  }
  return records
}

/** A conversation that we wrote, with what NextChat changed of it since. */
function ourSession(id: string, stored: JsonObject, ours: JsonObject, habits: DateHabits): SyncRecord | undefined {
  const record = decodeRecord({ kind: "sessions", id, version: 1, value: ours["x"], sync: ours["s"] })
  if (record?.row.value === undefined) return undefined
  const noted = fieldsOf(ours["h"])
  const found = hashesOf(stored)
  const changed = Object.keys(found).filter((part) => typeof noted[part] === "string" && noted[part] !== found[part])
  if (changed.length === 0) return record
  return edited(record, stored, changed, habits)
}

/** A conversation of NextChat's own. Its birth is the same however often it is read; what changed since is stamped by its date. */
function strangersSession(
  stored: JsonObject,
  habits: DateHabits,
  hashes: Record<string, string>,
): SyncRecord | undefined {
  const [chat] = readNextChatChats({ sessions: [stored] }, { ...habits, newId: () => "" })
  if (chat === undefined) return undefined
  const { session, messages } = chat
  const name = recordKey("sessions", session.id)
  const found = hashesOf(stored)
  const noted = fieldsOf(parseJson(hashes[name] ?? ""))
  const isKnown = hashes[name] !== undefined
  hashes[name] = JSON.stringify(found)
  const positions = messages.map(({ date }) => date)
  const covered = positions[session.lastSummarizeIndex - 1]
  const value = { ...session, ...(covered === undefined ? {} : { marks: { summarized: covered } }) }
  const born = strangersStamp(messages[0]?.date ?? session.lastUpdate, hashOf(session.id))
  const record = decodeRecord({ kind: "sessions", id: session.id, version: 1, value, sync: { born } })
  if (record === undefined) return undefined
  const changed = Object.keys(found).filter((part) => isKnown && noted[part] !== found[part])
  return changed.length === 0 ? record : edited(record, stored, changed, habits)
}

/** A record with what NextChat wrote in it since it was stamped. */
function edited(record: SyncRecord, stored: JsonObject, changed: readonly string[], habits: DateHabits): SyncRecord {
  const [chat] = readNextChatChats({ sessions: [stored] }, { ...habits, newId: () => "" })
  if (chat === undefined) return record
  const { value: held, sync = {} } = record.row
  const session = held as Session
  const noted = latestOf(stampsIn(record))
  const stamp = strangersStamp(
    chat.session.lastUpdate,
    hashOf([changed.map((part) => fieldsOf(stored)[part]), stored["topic"], stored["memoryPrompt"], stored["mask"]]),
    noted,
  )
  const at: Record<string, Stamp> = { ...sync.at }
  const texts: Record<string, TextStamps> = { ...sync.texts }
  let value: Session = session
  const text = (part: string) => {
    const before = texts[part] ?? { c: sync.born, seen: firstText("", sync.born).seen }
    texts[part] = { c: stamp, seen: { ...before.seen, [deviceOf(stamp)]: stamp } }
  }
  if (changed.includes("topic")) {
    value = { ...value, topic: chat.session.topic }
    at["topic"] = stamp
  }
  if (changed.includes("memory")) {
    value = { ...value, memoryPrompt: chat.session.memoryPrompt }
    text("memory")
  }
  if (changed.includes("context")) {
    value = { ...value, mask: { ...value.mask, context: chat.session.mask.context } }
    text("mask.context")
  }
  if (changed.includes("mask")) {
    const { context: _context, createdAt: _created, ...mask } = chat.session.mask
    value = { ...value, mask: { ...value.mask, ...mask } }
    for (const name of Object.keys(mask)) if (name !== "modelConfig") at[`mask.${name}`] = stamp
    for (const name of Object.keys(mask.modelConfig)) at[`mask.modelConfig.${name}`] = stamp
    for (const name of ["mask.model", "mask.compressModel"]) at[name] = stamp
    for (const path of Object.values(sessionShape.together ?? {}).flat()) delete at[path]
  }
  const written = Object.keys(texts).length === 0 ? {} : { texts }
  const stamps = Object.keys(at).length === 0 ? {} : { at }
  return { ...record, row: { ...record.row, value, sync: { ...sync, ...stamps, ...written } } }
}

/** A message in the file: ours, ours with an edit of NextChat's, or NextChat's. */
function readLine(sessionId: string, line: JsonObject, habits: DateHabits, last: number): SyncRecord | undefined {
  const { id, prosa, content } = line
  if (!isRecordId(id)) return undefined
  if (prosa === undefined) return strangersLine(sessionId, line, habits, last)
  const { p, m, s, h } = fieldsOf(prosa)
  const own = fieldsOf(m)
  const isEdited = typeof h === "string" && hashOf(content) !== h
  const isHere = own["content"] === undefined
  // Where the words of ours were NextChat's too, and it has others by now, ours are known only to those who have them.
  const read = readMessage({ ...own, content: isHere ? content : own["content"], id })?.value
  if (read === undefined) return undefined
  const sync = readSync(s)
  const written = decodeRecord({
    ...encodeRecord({ kind: "messages", id, row: { id, value: messageRecord(id, sessionId, p, read) } }),
    ...(sync === undefined ? {} : { sync }),
  })
  if (written === undefined || !isEdited || typeof content !== "string") return written
  return editedLine(written, content, read)
}

function editedLine(record: SyncRecord, content: string, read: Message): SyncRecord {
  const { row } = record
  const value = row.value as MessageRecord
  const noted = latestOf(stampsIn(record))
  const stamp = strangersStamp(0, hashOf(content), noted)
  const sync: Sync = row.sync ?? {}
  if (read.role !== "assistant") {
    const before = sync.texts?.["message.content"]?.seen ?? firstText(read.content, sync.born).seen
    const texts = {
      ...sync.texts,
      "message.content": { c: stamp, seen: { ...before, [deviceOf(stamp)]: stamp } },
    }
    return {
      ...record,
      row: { ...row, value: { ...value, message: { ...value.message, content } }, sync: { ...sync, texts } },
    }
  }
  // Answers are a set: what somebody made of one is another.
  const { [value.shown ?? ""]: shown, ...others } = value.answers ?? {}
  if (shown === undefined) return record
  const { runId: _run, idempotencyKey: _key, rounds: _rounds, cost: _cost, usage: _usage, ...rest } = shown
  const added = toRecord({
    id: record.id,
    sessionId: value.sessionId,
    position: value.position,
    message: { ...rest, id: record.id, role: "assistant", content },
  })
  const isKnown = shown.content !== content
  const answers = { ...others, ...(isKnown ? { [value.shown ?? ""]: shown } : {}), ...added.answers }
  const next: MessageRecord = { ...value, answers, ...(added.shown === undefined ? {} : { shown: added.shown }) }
  return { ...record, row: { ...row, value: next, sync: { ...sync, at: { ...sync.at, shown: stamp } } } }
}

/** Latest date that is believed of a message, in epoch milliseconds: the year 2100. */
const latestDateMs = 4_102_444_800_000

function strangersLine(sessionId: string, line: JsonObject, habits: DateHabits, last: number): SyncRecord | undefined {
  const { id, role, content, isError, model, tools, date, streaming } = line
  if (!isRecordId(id)) return undefined
  const dated = readNextChatDate(date, habits)
  const isBelieved = dated !== undefined && dated > 0 && dated < latestDateMs
  const read = readMessage({
    id,
    date: isBelieved ? dated : last + 1,
    role,
    content,
    ...(streaming === true ? { interrupted: true } : {}),
    ...(isError === true ? { isError } : {}),
    ...(typeof model === "string" ? { model } : {}),
    ...(tools === undefined ? {} : { tools }),
  })?.value
  if (read === undefined) return undefined
  const born = strangersStamp(read.date, hashOf(content))
  const value = messageRecord(id, sessionId, read.date, read)
  return { kind: "messages", id, row: { id, version: 1, value, sync: { born } } }
}

function readMasks(store: JsonObject, habits: DateHabits): readonly SyncRecord[] {
  return readNextChatRecords(store, "masks", 1, { ...habits, newId: () => "" }).flatMap(({ id, value }) =>
    strangers("masks", id, value),
  )
}

function readPrompts(prompts: JsonObject): readonly SyncRecord[] {
  return Object.entries(prompts).flatMap(([id, stored]) =>
    fieldsOf(stored)["isUser"] === false ? [] : strangers("prompts", id, fieldsOf(stored)),
  )
}

function strangers(kind: "masks" | "prompts", id: string, value: object): readonly SyncRecord[] {
  const { createdAt } = fieldsOf(value)
  const born = strangersStamp(typeof createdAt === "number" ? createdAt : 0, hashOf(value))
  const record = decodeRecord({ kind, id, value, sync: { born } })
  return record === undefined ? [] : [record]
}

/** A state without what does not travel, by the names of its records. */
export function travelling(records: readonly SyncRecord[]): SyncState {
  return new Map(records.map(({ kind, id, row }) => [recordKey(kind, id), toTravel(kind, row)]))
}
