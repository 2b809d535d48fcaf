import { fieldsOf, isObject, type JsonObject, parseJson } from "../lib/fields.ts"
import { isRecordId } from "../lib/record-id.ts"
import { err, ok, type Result } from "../lib/result.ts"
import type { DateHabits } from "../portable/nextchat-date.ts"
import { readNextChatRecords } from "../portable/nextchat.ts"
import { hashOf } from "../storage/same-value.ts"
import { readStamp, type Seen, strangersStamp } from "../storage/stamp.ts"
import { createChecksum } from "./checksum.ts"
import {
  type DocumentTrouble,
  firstKey,
  hashPrefix,
  horizonName,
  type SyncDocument,
  type UnreadLine,
  version,
} from "./document.ts"
import type { SyncState } from "./join.ts"
import { readConversation } from "./read-conversation.ts"
import { decodeRecord, isOfLaterPage, recordKey, type SyncRecord } from "./sync-record.ts"
import { keptUnread, oursAmong } from "./unread.ts"

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
    const parts = readParts(json, chats["sessions"], fieldsOf(config), fieldsOf(access), head, habits)
    return parts === "future" ? err("future") : ok(parts)
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
): SyncDocument | "future" {
  const state = new Map<string, SyncRecord>()
  const hashes: Record<string, string> = {}
  const add = (record: SyncRecord) => state.set(recordKey(record.kind, record.id), record)
  const unread: JsonObject[] = []
  const lines = new Map<string, readonly UnreadLine[]>()
  const records: Record<string, string> = {}
  let strange = 0
  const { prosa: own, ...theirConfig } = config
  for (const [name, stored] of Object.entries(fieldsOf(own))) {
    if (name === horizonName) continue
    if (name.startsWith(hashPrefix) && typeof stored === "string") hashes[name.slice(hashPrefix.length)] = stored
    else {
      const record = typeof stored === "string" ? parseJson(stored) : undefined
      if (isOfLaterPage(record)) return "future"
      const read = decodeRecord(record)
      if (read !== undefined) add(read)
      else {
        strange += 1
        // Ours are texts.
        if (typeof stored === "string") records[name] = stored
      }
    }
  }
  for (const one of sessions) {
    const stored = fieldsOf(one)
    const read = readConversation(stored, habits, hashes)
    if (read === undefined) {
      if (!isEmptyOfStrangers(stored)) unread.push(stored)
      continue
    }
    for (const record of read.records) add(withGrave(record, state))
    if (read.unread.length === 0) continue
    const id = String(stored["id"])
    lines.set(id, [...(lines.get(id) ?? []), ...read.unread])
  }
  const [maskStore, promptStore] = [fieldsOf(json["mask-store"]), fieldsOf(json["prompt-store"])]
  const [masks, prompts] = [fieldsOf(maskStore["masks"]), fieldsOf(promptStore["prompts"])]
  for (const record of [...readMasks(maskStore, habits), ...readPrompts(prompts)]) {
    if (!state.has(recordKey(record.kind, record.id))) add(record)
  }
  const { w } = head
  const entries = [...unread, ...[...lines.values()].flat().map(({ line }) => line)]
  // What its writer could not read either is no part of what that knew.
  const untold = Array.isArray(head["unread"]) ? (head["unread"] as readonly unknown[]) : []
  const isLacking = oursAmong([...entries, ...Object.values(records)]).some((one) => !untold.includes(one))
  const notOurs = (all: JsonObject, kind: string) =>
    Object.fromEntries(Object.entries(all).filter(([id]) => !state.has(recordKey(kind, id)) && isRecordId(id)))
  return {
    state,
    seen: head["v"] === undefined || isLacking ? undefined : readSeen(head["seen"]),
    nonce: typeof w === "string" ? w : undefined,
    found: {
      access,
      config: theirConfig,
      masks: notOurs(masks, "masks"),
      prompts: notOurs(prompts, "prompts"),
      hashes,
      unread: keptUnread({ sessions: unread, lines, records }),
    },
    skipped: entries.length + strange,
  }
}

/** A chat of NextChat in which nothing was said: it passes over such ones, too. */
function isEmptyOfStrangers({ prosa, messages }: JsonObject): boolean {
  return prosa === undefined && (messages === undefined || (Array.isArray(messages) && messages.length === 0))
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
