import type { Message } from "../conversation/message.ts"
import type { Session } from "../conversation/session.ts"
import type { ContentPart } from "../gateway/content.ts"
import type { JsonObject } from "../lib/fields.ts"
import { hashOf } from "../storage/same-value.ts"
import type { DateHabits } from "./nextchat-date.ts"
import type { NextChatRecord } from "./nextchat.ts"

/** The programs whose exports are read. */
export type SourceName =
  | "chatgpt"
  | "deepseek"
  | "claude"
  | "gemini"
  | "nextchat"
  | "open-webui"
  | "librechat"
  | "markdown"
  | "prosa"
  | "messages"

/** A conversation of another program as one of ours; its settings are the reader's own. */
export interface ImportedChat {
  /** The same for the same conversation of the same program, so that a second import finds it. */
  readonly id: string
  /** Empty where it had none and nothing was asked in it. */
  readonly title: string
  /** Epoch milliseconds. */
  readonly createdAt: number
  readonly updatedAt: number
  /** Oldest first. Pictures stand in them by `pictureAddress` until they are found. */
  readonly messages: readonly Message[]
  /** Preset messages, sent before the others. */
  readonly context: readonly Message[]
  /** The copy of a conversation that branched: which one, from 2 on. */
  readonly branch?: number
  /** Who wrote the questions, where several people did: each stands before its words. */
  readonly names?: readonly string[]
  /** Where a conversation brings more than its messages: its settings, summary and marks. */
  readonly session?: Session
  /** What was left out on purpose: hidden messages, instructions, branches beyond the most that are kept. */
  readonly leftOut: number
  /** Of a conversation that has several lines: how the ids of this one were made. */
  readonly line?: ChatLine
}

/** What the ids of one line of a conversation are made of, so that it can take another line's place. */
export interface ChatLine {
  readonly source: SourceName
  readonly sourceId: string
  /** By message, what only it has in its id. */
  readonly keys: readonly (readonly string[])[]
  /** What the first line would be told by, if this one stood in its place. */
  readonly beside?: string
}

/** Why something of a file did not come. */
export type SkipReason = "empty" | "known" | "damaged" | "activity" | "unsupported" | "double"

/** What became of one entry of a file. */
export type Outcome =
  | { readonly kind: "chats"; readonly source: SourceName; readonly chats: readonly ImportedChat[] }
  | {
      readonly kind: "records"
      readonly store: "masks" | "prompts" | "plugins"
      readonly records: readonly NextChatRecord[]
    }
  /** Settings, addresses and keys: shown, and taken over only where the reader says so. */
  | { readonly kind: "settings"; readonly store: "app-config" | "access-control"; readonly value: JsonObject }
  /** A row of a copy of ours, as it was stored. */
  | { readonly kind: "row"; readonly store: string; readonly row: unknown }
  | { readonly kind: "skipped"; readonly reason: SkipReason; readonly title?: string }
  /** The file was written by a version to come: nothing of it may be taken. */
  | { readonly kind: "future" }

/** What a reader knows beside the file: the browser's habits, since dates may be texts for people. */
export interface ReadingContext extends DateHabits {
  /** Epoch milliseconds, for what bears no date at all. */
  readonly now: number
}

/** Reads one kind of entries, one after the other. */
export interface EntryReader {
  readonly take: (entry: unknown) => readonly Outcome[]
  /** After the last one: what could only be put together then. */
  readonly end: () => readonly Outcome[]
}

/** An id of ours for something of another program's: the same one at every import. */
export function importedId(...names: readonly (string | number | undefined)[]): string {
  return `imp-${hashOf(names)}`
}

/** Whether an id was made by `importedId`: those of messages that were written here are not. */
export function isImportedId(id: string): boolean {
  return id.startsWith("imp-")
}

const pictureScheme = "import-picture:"

/** Stands in a message for a picture that lies in the file under a name. */
export function pictureAddress(name: string): string {
  return `${pictureScheme}${name}`
}

/** The name of a picture in the file; undefined for any other address. */
export function pictureName(address: string): string | undefined {
  return address.startsWith(pictureScheme) ? address.slice(pictureScheme.length) : undefined
}

const fileScheme = "import-file:"

/** Stands in a message for the text of a file that may lie in the export under a name. */
export function textBeside(name: string): string {
  return `${fileScheme}${name}`
}

/** The name in the export of the file that a part of a message waits for; undefined for any other part. */
export function fileBeside(part: ContentPart): string | undefined {
  const isWaiting = part.type === "text" && part.file !== undefined && part.text.startsWith(fileScheme)
  return isWaiting ? part.text.slice(fileScheme.length) : undefined
}

/** Longest title that is taken over, in characters. */
const longestTitle = 300

export function titleOf(title: unknown, firstWords: string): string {
  const given = typeof title === "string" ? title.trim() : ""
  if (given !== "") return given.slice(0, longestTitle)
  const words = firstWords.trim().replace(/\s+/g, " ")
  return words.length > 60 ? `${words.slice(0, 60).replace(/\s\S*$/, "")}…` : words
}

/** A point in time in epoch milliseconds, as programs write it: seconds, milliseconds, microseconds, or ISO 8601. */
export function timeOf(value: unknown, { parseIso }: Pick<DateHabits, "parseIso">): number | undefined {
  if (typeof value === "number" || (typeof value === "string" && /^\d{9,17}(\.\d{0,9})?$/.test(value))) {
    const number = Number(value)
    if (!Number.isFinite(number) || number <= 0) return undefined
    return number < 1e11 ? Math.round(number * 1_000) : number < 1e14 ? Math.round(number) : Math.round(number / 1_000)
  }
  if (typeof value === "string" && value.length <= 100 && /^\d{4}-\d\d-\d\d/.test(value)) {
    const time = parseIso(value)
    return Number.isFinite(time) ? time : undefined
  }
  // A database's own dump: {"$date": …}.
  if (typeof value === "object" && value !== null && "$date" in value) return timeOf(value.$date, { parseIso })
  return undefined
}
