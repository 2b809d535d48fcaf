import { withCountedMarks } from "../conversation/marks.ts"
import { fromRecord, type MessageRecord } from "../conversation/message-record.ts"
import type { Message } from "../conversation/message.ts"
import { resetStat, type Session } from "../conversation/session.ts"
import { fieldsOf, isObject, type JsonObject } from "../lib/fields.ts"
import { nextChatSession } from "../portable/write-nextchat.ts"
import { hashOf } from "../storage/same-value.ts"
import type { Seen } from "../storage/stamp.ts"
import { createChecksum } from "./checksum.ts"
import { hashesOf, hashPrefix, type SyncDocument, type UnreadLine, version } from "./document.ts"
import type { SyncState } from "./join.ts"
import { encodeRecord, recordKey, type SyncKind, type SyncRecord } from "./sync-record.ts"
import { oursAmong } from "./unread.ts"

export interface Writing {
  readonly nonce: string
  readonly seen: Seen
  /** The title, in the interface's language, that the file gives a conversation without one. */
  readonly unnamed: string
}

/** The file of a state. `found`: what the file held before that was not ours. */
export function writeDocument(
  state: SyncState,
  { found }: Pick<SyncDocument, "found">,
  { nonce, seen, unnamed }: Writing,
): readonly string[] {
  const { conversations, others } = inConversations(state)
  const pieces: string[] = [`"chat-next-web-store":{"sessions":[`]
  let count = 0
  const { unread } = found
  const carried: unknown[] = []
  const put = (text: string) => pieces.push(count++ === 0 ? text : `,${text}`)
  for (const [id, { session, messages }] of conversations) {
    const lines = unreadLines(id, unread).filter(({ line }) => !state.has(recordKey("messages", String(line["id"]))))
    const text = session === undefined ? undefined : writeConversation(id, session, messages, { unnamed, lines })
    if (text === undefined) others.push(...[session ?? [], messages].flat())
    else {
      put(text)
      carried.push(...lines.map(({ line }) => line))
    }
  }
  for (const stored of unread.sessions) {
    if (state.has(recordKey("sessions", String(stored["id"])))) continue
    put(JSON.stringify(stored))
    carried.push(stored)
  }
  pieces.push(`],"currentSessionIndex":0,"lastUpdateTime":0},"access-control":${JSON.stringify(found.access)}`)
  const records = Object.entries(unread.records).filter(([name]) => !state.has(name))
  carried.push(...records.map(([, stored]) => stored))
  const ours = [
    ...records,
    ...others.map((record): [string, unknown] => [
      recordKey(record.kind, record.id),
      JSON.stringify(encodeRecord(record)),
    ]),
    ...Object.entries(found.hashes).map(([name, hash]): [string, unknown] => [hashPrefix + name, hash]),
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
  const untold = oursAmong(carried)
  const head = { v: version, w: nonce, len, sum: sum.end(), seen, ...(untold.length > 0 && { unread: untold }) }
  return [`{"prosa":${JSON.stringify(head)},`, ...pieces]
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

/** The messages of a conversation that could not be read, also where all of the conversation could not. */
function unreadLines(id: string, { sessions, lines }: SyncDocument["found"]["unread"]): readonly UnreadLine[] {
  const whole = sessions
    .filter((stored) => stored["id"] === id)
    .flatMap(({ messages }) => (Array.isArray(messages) ? (messages as readonly unknown[]) : []))
  return [...(lines.get(id) ?? []), ...whole.filter(isObject).map((line, at) => ({ at, line }))]
}

/** A conversation in NextChat's form, ours beside it; undefined where that would be no conversation to NextChat. */
function writeConversation(
  id: string,
  { row }: SyncRecord,
  records: readonly SyncRecord[],
  { unnamed, lines: unread }: Pick<Writing, "unnamed"> & { readonly lines: readonly UnreadLine[] },
): string | undefined {
  const placed = records
    .map(({ row: { value, sync } }) => ({ ...fromRecord(value as MessageRecord), sync }))
    .toSorted((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1))
  const messages = placed.map(({ message }) => message)
  // NextChat passes over empty ones, and an answer that is still to come is none to it.
  if (unread.length === 0 && !messages.some((one) => isSaid(one))) return undefined
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
  const said: JsonObject[] = lines.map((line, at) => {
    const { message, position, sync } = placed[at] ?? {}
    const { id: _id, content, ...rest } = fieldsOf(message)
    // A text that NextChat's own field holds already is not written a second time in ours.
    const own = content === line["content"] ? rest : { ...rest, content }
    return { ...line, prosa: { p: position, m: own, ...(sync && { s: sync }), h: hashOf(line["content"]) } }
  })
  const marks = Object.fromEntries(
    ["lastSummarizeIndex", "clearContextIndex"].flatMap((name) => {
      const count = theirs[name]
      // Each line before a mark is counted by it.
      const raised = (mark: number) => unread.reduce((sum, { at }) => (at < sum ? sum + 1 : sum), mark)
      return typeof count === "number" ? [[name, raised(count)]] : []
    }),
  )
  for (const { at, line } of unread) said.splice(at, 0, line)
  const { id: _id, ...own } = value
  const { topic, memoryPrompt, mask } = theirs
  const h = hashesOf({ topic, memoryPrompt, mask })
  return JSON.stringify({
    ...theirs,
    ...marks,
    id,
    messages: said,
    prosa: { x: own, ...(row.sync && { s: row.sync }), h },
  })
}

function isSaid({ role, content }: Message): boolean {
  return role !== "assistant" || content !== ""
}

/** Masks and prompts as NextChat has them. */
function visible(records: readonly SyncRecord[], kind: SyncKind): JsonObject {
  return Object.fromEntries(
    records.flatMap((record) =>
      record.kind === kind && record.row.value !== undefined ? [[record.id, record.row.value]] : [],
    ),
  )
}
