import { fieldsOf, isObject, parseJson, textOf, type JsonObject } from "../lib/fields.ts"
import { promptCollection } from "../prompts/prompt-collection.ts"
import { readPromptBackup } from "../prompts/prompt-backup.ts"
import { chatGptReader, isChatGpt, isLikeChatGpt } from "./chatgpt.ts"
import { claudeReader, isClaude, isLikeClaude } from "./claude.ts"
import { deepSeekReader, isDeepSeek } from "./deepseek.ts"
import { geminiReader, isActivity } from "./gemini.ts"
import { importedId, type EntryReader, type Outcome, type ReadingContext, type SourceName } from "./imported-chat.ts"
import type { JsonCutting, ValueKind } from "./json-cutter.ts"
import { isLibreChat, libreChatReader } from "./librechat.ts"
import {
  isMask,
  isPlainMessage,
  isNextChatSession,
  isPlainMessages,
  readMaskEntry,
  readNextChatSession,
  readPlainMessages,
} from "./nextchat-file.ts"
import { readNextChatRecords } from "./nextchat.ts"
import { isOpenWebUi, openWebUiReader } from "./open-webui.ts"

/*
 * One JSON file of any program: what it is shows in its structure, never in its name. Lists are read entry by entry; an entry
 * that cannot be read costs itself.
 */

/** Fields of an object whose lists are read entry by entry. */
const lists: ReadonlySet<string> = new Set([
  "sessions",
  "conversations",
  "chats",
  "data",
  "items",
  "results",
  "unsaved",
])
/** Objects that hold such a field. */
const holders: ReadonlySet<string> = new Set(["chat-next-web-store", "state", "stores", "nk-chat"])

/**
 * The first versions that are not understood: of a file that holds chats, of one of ours that holds a single one, of our copies, and of each of
 * NextChat's stores.
 */
const future = {
  chats: 4,
  chat: 2,
  copy: 4,
  stores: {
    "chat-next-web-store": 4,
    "nk-chat": 4,
    "mask-store": 4,
    "prompt-store": 4,
    "chat-next-web-plugin": 2,
    "app-config": 5,
    "access-control": 3,
  },
}

/** How a file is to be cut: the entries of its lists one by one, everything else whole. */
export function chooseCut(path: readonly string[], kind: ValueKind): ReturnType<JsonCutting["choose"]> {
  const last = path.at(-1)
  if (path.length === 0) return kind === "other" ? "skip" : "enter"
  if (kind === "object" && last !== undefined && holders.has(last) && path.length <= 2) return "enter"
  if (kind === "array" && last !== undefined && lists.has(last) && path.length <= 3) return "enter"
  if (kind === "array" && path[0] === "stores" && path.length === 2) return "enter"
  return "take"
}

export interface FileReader {
  readonly value: (path: readonly string[], json: string) => readonly Outcome[]
  readonly documentEnd: () => readonly Outcome[]
  readonly end: () => readonly Outcome[]
  /** Whether the shared log took entries of this file: what is in them is known at its end. */
  readonly isInLog: () => boolean
  /** Of a copy of ours: what stands beside its rows. */
  readonly copy: () => JsonObject | undefined
}

/**
 * Reads one file. `log`: the reader of Google's activity for several files, in which one day's or one conversation's entries may be; whoever
 * made it asks for its end after the last file.
 */
export function fileReader(context: ReadingContext, log?: EntryReader): FileReader {
  const readers = new Map<SourceName, EntryReader>()
  let isInLog = false
  let kind: SourceName | "masks" | undefined
  /** Entries that say nothing of what they are, until another one does. */
  let unknown: { readonly title?: string }[] = []
  let rest = new Map<string, unknown>()
  /** Messages that a file lists without a conversation around them: they are one. */
  let bare: JsonObject[] = []
  let sawSessions = false
  /** Entries of a list of the current text were read. */
  let sawEntries = false
  let copy: JsonObject | undefined

  const readerOf = (source: SourceName, make: (known: ReadingContext) => EntryReader) => {
    kind = source
    const reader = readers.get(source) ?? make(context)
    readers.set(source, reader)
    return reader
  }
  const takeEntry = (entry: unknown): readonly Outcome[] => {
    if (Array.isArray(entry) && isPlainMessages({ messages: entry })) {
      kind = "messages"
      return readPlainMessages({ messages: entry }, context)
    }
    if (!isObject(entry)) {
      unknown.push({})
      return []
    }
    if (isDeepSeek(entry)) return readerOf("deepseek", deepSeekReader).take(entry)
    if (isChatGpt(entry) || (kind === "chatgpt" && isLikeChatGpt(entry)))
      return readerOf("chatgpt", chatGptReader).take(entry)
    if (isClaude(entry) || (kind === "claude" && isLikeClaude(entry)))
      return readerOf("claude", claudeReader).take(entry)
    if (isActivity(entry)) {
      if (log === undefined) return readerOf("gemini", geminiReader).take(entry)
      kind = "gemini"
      isInLog = true
      return log.take(entry)
    }
    if (isOpenWebUi(entry)) return readerOf("open-webui", openWebUiReader).take(entry)
    if (isNextChatSession(entry)) {
      kind = "nextchat"
      return readNextChatSession(entry, context)
    }
    if (isLibreChat(entry)) return readerOf("librechat", libreChatReader).take(entry)
    if (isPlainMessages(entry)) {
      kind = "messages"
      return readPlainMessages(entry, context)
    }
    if (isPlainMessage(entry)) {
      kind ??= "messages"
      bare.push(entry)
      return []
    }
    if (isMask(entry)) {
      kind = "masks"
      return readMaskEntry(entry, context)
    }
    const title = textOf(entry["title"]) ?? textOf(entry["name"])
    if (isLikeChatGpt(entry)) kind ??= "chatgpt"
    if (isLikeClaude(entry)) kind ??= "claude"
    unknown.push(title === undefined ? {} : { title })
    return []
  }
  const carefully = (read: () => readonly Outcome[], title?: string): readonly Outcome[] => {
    try {
      return read()
    } catch {
      // Nested deeper than the engine goes, or stranger than anybody thought of.
      return [{ kind: "skipped", reason: "damaged", ...(title === undefined ? {} : { title }) }]
    }
  }

  return {
    value(path, json) {
      const value = parseJson(json)
      if (path[0] === "stores" && path.length === 3) return [{ kind: "row", store: path[1] ?? "", row: value }]
      if (path[0] === "unsaved") return carefully(() => readUnsaved(value))
      if (path.at(-1) === "*") {
        sawEntries = true
        if (path.at(-2) === "sessions") {
          sawSessions = true
          kind = "nextchat"
          const entry = fieldsOf(value)
          return carefully(() => readNextChatSession(entry, context), textOf(entry["topic"]))
        }
        if (value === undefined) {
          unknown.push({})
          return []
        }
        return carefully(() => takeEntry(value))
      }
      rest.set(path.join("/"), value)
      return []
    },

    documentEnd() {
      const found = rest
      const isEntry = !sawEntries
      rest = new Map()
      sawEntries = false
      if (found.size === 0) return []
      const whole: JsonObject = Object.fromEntries(found)
      // Records that were put aside as damaged bear a kind, and cannot be restored.
      if (whole["product"] === "prosa" && whole["kind"] === undefined) {
        copy = whole
        const { version } = whole
        return typeof version === "number" && version >= future.copy ? [{ kind: "future" }] : []
      }
      const ours = fieldsOf(whole["prosa"])
      const isFrom = (version: unknown, first: number) => typeof version === "number" && version >= first
      const isFuture =
        (sawSessions && (isFrom(whole["version"], future.chats) || isFrom(ours["v"], future.chats))) ||
        (Array.isArray(ours["messages"]) && isFrom(ours["v"], future.chat))
      if (isFuture || hasFutureStore(whole)) return [{ kind: "future" }]
      if (sawSessions || isBackup(whole)) {
        const beside = carefully(() => readStores(whole, context))
        if (beside.length > 0 || sawSessions) {
          kind = "nextchat"
          return beside
        }
      }
      return isEntry ? carefully(() => takeEntry(whole)) : []
    },

    end() {
      const messages = bare
      bare = []
      const late = [
        ...[...readers.values()].flatMap((reader) => carefully(reader.end)),
        ...(messages.length > 0 ? carefully(() => readPlainMessages({ messages }, context)) : []),
      ]
      // A file in which nothing was recognised is no file of conversations, and none of its entries was to come.
      if (kind === undefined) return late
      const damaged = unknown.map((entry): Outcome => ({ kind: "skipped", reason: "damaged", ...entry }))
      unknown = []
      return [...late, ...damaged]
    },

    isInLog: () => isInLog,
    copy: () => copy,
  }
}

const backupKeys = ["mask-store", "prompt-store", "app-config", "access-control", "chat-next-web-store"]

function isBackup(whole: JsonObject): boolean {
  return backupKeys.some((key) => key in whole)
}

/** A store of NextChat, which may be a text of JSON. */
function storeIn(whole: JsonObject, key: string): JsonObject {
  return fieldsOf(typeof whole[key] === "string" ? parseJson(whole[key]) : whole[key])
}

/** Whether a store bears a version to come, in its envelope. Of one that was cut into its entries it stands apart. */
function hasFutureStore(whole: JsonObject): boolean {
  return Object.entries(future.stores).some(([key, first]) => {
    const version = storeIn(whole, key)["version"] ?? whole[`${key}/version`]
    return typeof version === "number" && version >= first
  })
}

/** What a backup of NextChat holds beside its chats. A store may be in its envelope. */
function readStores(whole: JsonObject, context: ReadingContext): readonly Outcome[] {
  const stateOf = (key: string): JsonObject => {
    const fields = storeIn(whole, key)
    return isObject(fields["state"]) ? fields["state"] : fields
  }
  const outcomes: Outcome[] = []
  const add = (
    store: "masks" | "prompts" | "plugins",
    records: readonly { id: string; version: number; value: object }[],
  ) => {
    if (records.length > 0) outcomes.push({ kind: "records", store, records })
  }
  const chats =
    typeof whole["chat-next-web-store"] === "string" ? stateOf("chat-next-web-store")["sessions"] : undefined
  for (const session of Array.isArray(chats) ? (chats as readonly unknown[]) : []) {
    outcomes.push(...readNextChatSession(fieldsOf(session), context))
  }
  let made = 0
  const newId = () => importedId("record", (made += 1))
  const source = { ...context, newId }
  add("masks", readNextChatRecords(stateOf("mask-store"), "masks", 3.1, source))
  add("plugins", readNextChatRecords(stateOf("chat-next-web-plugin"), "plugins", 1, source))
  const prompts = readPromptBackup(stateOf("prompt-store"), promptCollection.version, newId)
  add(
    "prompts",
    prompts.map((value) => ({ id: value.id, version: promptCollection.version, value })),
  )
  for (const store of ["app-config", "access-control"] as const) {
    const value = stateOf(store)
    if (Object.keys(value).length > 0) outcomes.push({ kind: "settings", store, value })
  }
  return outcomes
}

/** A conversation that could not be stored when a copy was made: it is in the copy's memory only. */
function readUnsaved(value: unknown): readonly Outcome[] {
  const { session, messages } = fieldsOf(value)
  const { id } = fieldsOf(session)
  if (typeof id !== "string" || !Array.isArray(messages)) return [{ kind: "skipped", reason: "damaged" }]
  const placed = (messages as readonly unknown[]).map((message, at): Outcome => {
    const row = { id: fieldsOf(message)["id"], sessionId: id, position: fieldsOf(message)["date"] ?? at, message }
    return { kind: "row", store: "messages", row }
  })
  return [{ kind: "row", store: "sessions", row: { id, value: session } }, ...placed]
}
