import { type MessageRecord, toRecord } from "../conversation/message-record.ts"
import { type Message, wholeContent } from "../conversation/message.ts"
import { readMessage } from "../conversation/read-message.ts"
import type { Session } from "../conversation/session.ts"
import { sessionShape } from "../conversation/shapes.ts"
import type { Content } from "../gateway/content.ts"
import { readContent } from "../gateway/read-content.ts"
import { fieldsOf, isObject, type JsonObject, parseJson } from "../lib/fields.ts"
import { isRecordId } from "../lib/record-id.ts"
import { type DateHabits, readNextChatDate } from "../portable/nextchat-date.ts"
import { readNextChatChats } from "../portable/nextchat.ts"
import { readSync } from "../storage/read-sync.ts"
import { firstText } from "../storage/register.ts"
import type { Sync, TextStamps } from "../storage/row.ts"
import { hashOf, isSameValue } from "../storage/same-value.ts"
import { deviceOf, latestOf, type Stamp, strangersStamp } from "../storage/stamp.ts"
import { hashesOf, type UnreadLine } from "./document.ts"
import { editedContent } from "./edited-content.ts"
import { decodeRecord, encodeRecord, messageRecord, recordKey, stampsIn, type SyncRecord } from "./sync-record.ts"

/** A conversation in the file, ours or NextChat's: its records, and the messages that cannot be read; undefined where it cannot. */
export function readConversation(
  stored: JsonObject,
  habits: DateHabits,
  hashes: Record<string, string>,
): { readonly records: readonly SyncRecord[]; readonly unread: readonly UnreadLine[] } | undefined {
  const { id, prosa, messages: lines } = stored
  if (!isRecordId(id) || !Array.isArray(lines)) return undefined
  const ours = fieldsOf(prosa)
  const session = prosa === undefined ? strangersSession(stored, habits, hashes) : ourSession(id, stored, ours, habits)
  if (session === undefined) return undefined
  const records: SyncRecord[] = [session]
  const unread: UnreadLine[] = []
  let last = 0
  for (const line of lines.filter(isObject)) {
    const record = readLine({ id, habits, hashes }, line, last)
    if (record === undefined) {
      unread.push({ at: records.length - 1 + unread.length, line })
      continue
    }
    last = (record.row.value as MessageRecord).position
    records.push(record)
  }
  return { records, unread }
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

/** The clock of a text over which NextChat wrote. It shows no other editions, so those are still offered. */
function writtenOver({ seen, others }: Pick<TextStamps, "seen" | "others">, stamp: Stamp): TextStamps {
  return { c: stamp, seen: { ...seen, [deviceOf(stamp)]: stamp }, ...(others === undefined ? {} : { others }) }
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
    texts[part] = writtenOver(before, stamp)
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

/** The conversation whose messages are read, and what they are read with. */
interface Reading {
  readonly id: string
  readonly habits: DateHabits
  readonly hashes: Record<string, string>
}

/** A message in the file: ours, ours with an edit of NextChat's, or NextChat's. */
function readLine(reading: Reading, line: JsonObject, last: number): SyncRecord | undefined {
  const { id, prosa, content } = line
  const { id: sessionId } = reading
  if (!isRecordId(id)) return undefined
  if (prosa === undefined) return strangersLine(reading, line, last)
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
  const theirs = readContent(content)?.value
  if (written === undefined || !isEdited || theirs === undefined) return written
  const stamp = strangersStamp(0, hashOf(content), latestOf(stampsIn(written)))
  return editedLine(written, isHere ? theirs : editedContent(wholeContent(read), theirs), read, stamp)
}

function editedLine(record: SyncRecord, content: Content, read: Message, stamp: Stamp): SyncRecord {
  const { row } = record
  const value = row.value as MessageRecord
  const sync: Sync = row.sync ?? {}
  if (read.role !== "assistant") {
    const before = sync.texts?.["message.content"] ?? firstText(read.content, sync.born)
    const texts = { ...sync.texts, "message.content": writtenOver(before, stamp) }
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
  const isKnown = !isSameValue(shown.content, content)
  const answers = { ...others, ...(isKnown ? { [value.shown ?? ""]: shown } : {}), ...added.answers }
  const next: MessageRecord = { ...value, answers, ...(added.shown === undefined ? {} : { shown: added.shown }) }
  return { ...record, row: { ...row, value: next, sync: { ...sync, at: { ...sync.at, shown: stamp } } } }
}

/** Latest date that is believed of a message, in epoch milliseconds: the year 2100. */
const latestDateMs = 4_102_444_800_000

/**
 * A message of NextChat's own. What was made of it first is noted, and holds: how its date is read differs from browser to browser,
 * and other words at the same date are an edit.
 */
function strangersLine(
  { id: sessionId, habits, hashes }: Reading,
  line: JsonObject,
  last: number,
): SyncRecord | undefined {
  const { id, role, content, isError, model, tools, date, streaming } = line
  if (!isRecordId(id)) return undefined
  const name = recordKey("messages", id)
  const noted = fieldsOf(parseJson(hashes[name] ?? ""))
  const dated = typeof noted["d"] === "number" ? noted["d"] : readNextChatDate(date, habits)
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
  const hash = hashOf(content)
  const known = readSync(noted["s"])
  const sync =
    known?.born === undefined
      ? { born: strangersStamp(read.date, hash) }
      : noted["h"] === hash
        ? known
        : strangersEdit(known, known.born, read, hash)
  hashes[name] = JSON.stringify({ h: hash, d: read.date, s: sync })
  const value = messageRecord(id, sessionId, read.date, read)
  return { kind: "messages", id, row: { id, version: 1, value, sync } }
}

/** The stamps of a message of NextChat's own after it was edited there. */
function strangersEdit(sync: Sync, born: Stamp, { role, content }: Message, hash: string): Sync {
  const last = latestOf([born, sync.at?.["shown"], sync.texts?.["message.content"]?.c].flatMap((one) => one ?? []))
  const stamp = strangersStamp(0, hash, last)
  if (role === "assistant") return { ...sync, at: { ...sync.at, shown: stamp } }
  const before = sync.texts?.["message.content"] ?? firstText(content, born)
  return { ...sync, texts: { ...sync.texts, "message.content": writtenOver(before, stamp) } }
}
