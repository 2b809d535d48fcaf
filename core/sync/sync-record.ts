import { storedFolders, storedSessions } from "../conversation/collections.ts"
import type { Folder } from "../conversation/folder.ts"
import { fromRecord, messageShape, toRecord, type MessageRecord } from "../conversation/message-record.ts"
import type { Message } from "../conversation/message.ts"
import { readMessage } from "../conversation/read-message.ts"
import { resetStat, type Session } from "../conversation/session.ts"
import { folderShape, sessionShape } from "../conversation/shapes.ts"
import { readContent } from "../gateway/read-content.ts"
import { fieldsOf, isObject, type JsonObject } from "../lib/fields.ts"
import { isRecordId } from "../lib/record-id.ts"
import { maskCollection } from "../masks/mask-collection.ts"
import { pluginCollection } from "../plugins/plugin-collection.ts"
import { promptCollection } from "../prompts/prompt-collection.ts"
import type { Shape } from "../storage/parts.ts"
import { readSync } from "../storage/read-sync.ts"
import type { Row, Sync } from "../storage/row.ts"
import type { Stamp } from "../storage/stamp.ts"
import { isSyncedSetting } from "./synced-settings.ts"

/*
 * A record as it travels between devices. Each kind is read, field by field, by the reader of its collection, so that nothing which
 * a stranger wrote into a file reaches the storage unread; and what is a browser's own business does not travel.
 */

export const syncKinds = ["sessions", "messages", "folders", "prompts", "masks", "plugins", "settings"] as const
export type SyncKind = (typeof syncKinds)[number]

/** One record with its stamps. A row without a value is the grave of a record that was deleted. */
export interface SyncRecord {
  readonly kind: SyncKind
  readonly id: string
  /** Of a message: `MessageRecord`. Of a conversation: without what is counted from its messages. */
  readonly row: Row<object>
}

/** The name of a record among those of all kinds. */
export const recordKey = (kind: string, id: string): string => `${kind}/${id}`

/** How two states of a record of a kind are joined. */
export const syncShapes: Readonly<Record<SyncKind, Shape>> = {
  sessions: sessionShape,
  messages: messageShape,
  folders: folderShape,
  prompts: promptCollection.shape,
  masks: maskCollection.shape,
  plugins: pluginCollection.shape,
  // Each field is a part; its name is the path of a setting.
  settings: {},
}

export function isSyncKind(kind: unknown): kind is SyncKind {
  return (syncKinds as readonly unknown[]).includes(kind)
}

const versions: Readonly<Record<SyncKind, number>> = {
  sessions: storedSessions.version,
  messages: 1,
  folders: storedFolders.version,
  prompts: promptCollection.version,
  masks: maskCollection.version,
  plugins: pluginCollection.version,
  settings: 1,
}

/** Whether a later version of the page wrote a record: this one cannot read it, and could only damage it. */
export function isOfLaterPage(stored: unknown): boolean {
  const { kind, version } = fieldsOf(stored)
  if (typeof kind !== "string") return false
  return !isSyncKind(kind) || (typeof version === "number" && version > versions[kind])
}

/** The kinds of records that this page can read, each with its version: a page that reads other ones has another text here. */
export const readableKinds = syncKinds.map((kind) => `${kind} ${versions[kind]}`).join(", ")

/** Fields that are each browser's own, counted from others, or secret: they stay where they are. */
const ownFields: Readonly<Record<SyncKind, readonly string[]>> = {
  sessions: ["messageCount", "stat", "lastSummarizeIndex", "clearContextIndex", "memoryEditedAt", "temporary"],
  messages: [],
  folders: ["collapsed"],
  prompts: [],
  masks: [],
  plugins: ["authToken", "variables"],
  settings: [],
}

/** A stored row as it travels: without what stays in this browser. */
export function toTravel(kind: SyncKind, row: Row<object>): SyncRecord {
  const { id, value } = row
  if (value === undefined) return { kind, id, row }
  if (kind === "messages") return { kind, id, row: { ...row, value: withoutArriving(value as MessageRecord) } }
  const own = ownFields[kind]
  if (!own.some((name) => Object.hasOwn(value, name))) return { kind, id, row }
  const kept = Object.fromEntries(Object.entries(value).filter(([name]) => !own.includes(name)))
  return { kind, id, row: { ...row, value: kept } }
}

/**
 * A record from elsewhere, completed with what this browser has of its own: `held`, the value that is stored here. What does not
 * travel is not deleted by whoever could not send it.
 */
export function completed({ kind, row }: SyncRecord, held: object | undefined): Row<object> {
  const { value } = row
  if (value === undefined || kind === "messages" || kind === "settings") return row
  const kept = ownFields[kind].filter((name) => held !== undefined && Object.hasOwn(held, name))
  const own = Object.fromEntries(kept.map((name) => [name, fieldsOf(held)[name]]))
  const fresh =
    held !== undefined
      ? {}
      : kind === "sessions"
        ? { messageCount: 0, stat: resetStat(), lastSummarizeIndex: 0 }
        : kind === "folders"
          ? { collapsed: false }
          : {}
  return { ...row, value: { ...fresh, ...value, ...own } }
}

/**
 * An answer that is still arriving travels as an empty one with the name of its run: by that another device hears it from the
 * server. Half a text never travels.
 */
function withoutArriving(record: MessageRecord): MessageRecord {
  if (record.message.streaming !== true) return record
  const { streaming: _streaming, ...message } = record.message
  const { answers, shown } = record
  const arriving = shown === undefined ? undefined : answers?.[shown]
  if (answers === undefined || shown === undefined || arriving === undefined) return { ...record, message }
  const { date, model, providerName, runId, idempotencyKey, question } = arriving
  const first = arriving.rounds?.[0]
  // Its key is that of the first round.
  const key = first?.idempotencyKey ?? idempotencyKey
  const run = runId ?? first?.runId
  const bare = {
    date,
    content: "",
    ...(model === undefined ? {} : { model }),
    ...(providerName === undefined ? {} : { providerName }),
    ...(run === undefined ? {} : { runId: run }),
    ...(key === undefined ? {} : { idempotencyKey: key }),
    ...(question === undefined ? {} : { question }),
  }
  return { ...record, message, answers: { ...answers, [shown]: bare } }
}

/** A record as JSON. */
export function encodeRecord({ kind, id, row }: SyncRecord): JsonObject {
  const { value, sync, version } = row
  const written = kind === "messages" && value !== undefined ? fromRecord(value as MessageRecord) : value
  const { id: _id, images: _images, ...rest } = fieldsOf(written)
  return {
    kind,
    id,
    ...(version === undefined ? {} : { version }),
    ...(value === undefined ? {} : { value: rest }),
    ...(sync === undefined ? {} : { sync }),
  }
}

/** A record that came from elsewhere; undefined where nothing of it can be used. It may be hostile. */
export function decodeRecord(stored: unknown): SyncRecord | undefined {
  const { kind, id, value, sync: stamps } = fieldsOf(stored)
  if (!isSyncKind(kind) || !isRecordId(id) || isOfLaterPage(stored)) return undefined
  const sync = usableSync(kind, readSync(stamps))
  if (value === undefined) {
    return sync?.life === undefined || sync.life.alive
      ? undefined
      : { kind, id, row: { id, sync: { life: sync.life } } }
  }
  const read = readValue(kind, id, value)
  if (read === undefined) return undefined
  return { kind, id, row: { id, version: versions[kind], value: read, ...(sync === undefined ? {} : { sync }) } }
}

/** The value of a record that came from elsewhere, as it is joined. */
function readValue(kind: SyncKind, id: string, value: unknown): object | undefined {
  if (!isObject(value)) return undefined
  const named = { ...value, id }
  switch (kind) {
    case "messages": {
      const { sessionId, position, message } = fieldsOf(value)
      const read = readMessage({ ...fieldsOf(message), id })?.value
      if (read === undefined || !isRecordId(sessionId)) return undefined
      return messageRecord(id, sessionId, position, read)
    }
    case "sessions": {
      const read = storedSessions.read({ messageCount: 0, stat: resetStat(), lastSummarizeIndex: 0, ...named })?.value
      return read && (toTravel(kind, { id, value: withBelievedDate(read) }).row.value as object)
    }
    case "folders":
      return withoutField(storedFolders.read({ ...named, collapsed: false })?.value, "collapsed")
    case "prompts":
      return promptCollection.read(named)?.value
    case "masks":
      return maskCollection.read(named)?.value
    case "plugins": {
      const read = pluginCollection.read(named)?.value
      return read && toTravel(kind, { id, value: read }).row.value
    }
    case "settings":
      return id === settingsId
        ? Object.fromEntries(Object.entries(value).filter(([path]) => isSyncedSetting(path)))
        : undefined
  }
}

/** The name of the one record of settings. */
export const settingsId = "app-config"

/** A message where it stands. One without a usable place stands at its time. */
export function messageRecord(id: string, sessionId: string, position: unknown, message: Message): MessageRecord {
  const { streaming: _streaming, ...said } = message
  const place = typeof position === "number" && Number.isFinite(position) ? position : said.date
  return toRecord({ id, sessionId, position: place, message: said })
}

function withoutField(folder: Folder | undefined, name: "collapsed"): object | undefined {
  if (folder === undefined) return undefined
  const { [name]: _own, ...rest } = folder
  return rest
}

/** Latest date that is believed of a conversation, in epoch milliseconds: the year 2100. Another one would stand first for ever. */
const latestDateMs = 4_102_444_800_000

function withBelievedDate(session: Session): Session {
  const { lastUpdate, mask } = session
  return lastUpdate <= latestDateMs ? session : { ...session, lastUpdate: Math.min(mask.createdAt, latestDateMs) }
}

/** Stamps whose kept versions of texts are texts of that kind: they may come to be shown. */
function usableSync(kind: SyncKind, sync: Sync | undefined): Sync | undefined {
  if (sync?.texts === undefined) return sync
  const texts = Object.fromEntries(
    Object.entries(sync.texts).map(([part, { others, ...text }]) => {
      const usable = others?.filter(({ v }) => isEdition(kind, part, v)) ?? []
      return [part, { ...text, ...(usable.length === 0 ? {} : { others: usable }) }]
    }),
  )
  return { ...sync, texts }
}

function isEdition(kind: SyncKind, part: string, v: unknown): boolean {
  switch (recordKey(kind, part)) {
    case "messages/message.content":
      return readContent(v)?.isWhole === true
    case "prompts/content":
      return typeof v === "string"
    case "sessions/memory":
      return isObject(v) && typeof v["memoryPrompt"] === "string"
    case "sessions/mask.context":
    case "masks/context":
      return Array.isArray(v) && v.every((one) => readMessage(one)?.isWhole === true)
    default:
      return false
  }
}

/** Every stamp in a record. */
export function stampsIn({ row: { sync } }: SyncRecord): readonly Stamp[] {
  if (sync === undefined) return []
  const { born, life, at, texts } = sync
  return [
    ...(born === undefined ? [] : [born]),
    ...(life === undefined ? [] : [life.c]),
    ...Object.values(at ?? {}),
    ...Object.values(texts ?? {}).flatMap(({ c, others = [] }) => [c, ...others.map((one) => one.c)]),
  ]
}
