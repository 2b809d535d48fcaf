import { fieldsOf, type JsonObject } from "../lib/fields.ts"
import { hashOf } from "../storage/same-value.ts"
import type { Seen } from "../storage/stamp.ts"
import type { SyncState } from "./join.ts"
import { recordKey, type SyncRecord, toTravel } from "./sync-record.ts"

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
  /**
   * Who wrote it knew all of each device up to this stamp; absent where NextChat wrote it last, and where something of ours cannot be
   * read that its writer could read: then whoever reads it does not know all of that.
   */
  readonly seen: Seen | undefined
  /** The name of this very write. */
  readonly nonce: string | undefined
  /** What is not ours, to be written again as it was found. */
  readonly found: Found
  /** Conversations, messages and other entries that could not be read. */
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
  /** What could not be read, as it was found, as far as it is kept: this page may be too old for it. */
  readonly unread: Unread
}

export interface Unread {
  readonly sessions: readonly JsonObject[]
  /** By conversation, its messages. */
  readonly lines: ReadonlyMap<string, readonly UnreadLine[]>
  /** By name, what stands among the records without a place of their own. */
  readonly records: JsonObject
}

/** A message that could not be read, and its place among those of its conversation. */
export interface UnreadLine {
  readonly at: number
  readonly line: JsonObject
}

const nothingFound: Found = {
  access: {},
  config: {},
  masks: {},
  prompts: {},
  hashes: {},
  unread: { sessions: [], lines: new Map(), records: {} },
}

/** A file where there is none. */
export const emptyDocument: SyncDocument = {
  state: new Map(),
  seen: {},
  nonce: undefined,
  found: nothingFound,
  skipped: 0,
}

/** The version of what is ours in the file. */
export const version = 1

/** Where what is summed up begins: NextChat's own first key. */
export const firstKey = `,"chat-next-web-store":`

/** The names under which `app-config.prosa` has something besides records; the last one in files of before. */
export const [hashPrefix, horizonName] = ["nextchat:", "horizon"]

/** The name of the write that a file's beginning tells; undefined where NextChat wrote it, or nobody did. */
export function nonceIn(beginning: string): string | undefined {
  return /^\{"prosa":\{"v":\d{1,4},"w":"([\w-]{1,64})"/.exec(beginning)?.[1]
}

/** By the parts of a conversation that NextChat can change, the hash of what it has there. */
export function hashesOf(session: JsonObject): Readonly<Record<string, string>> {
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

/** A state without what does not travel, by the names of its records. */
export function travelling(records: readonly SyncRecord[]): SyncState {
  return new Map(records.map(({ kind, id, row }) => [recordKey(kind, id), toTravel(kind, row)]))
}
