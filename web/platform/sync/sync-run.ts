import type { DateHabits } from "#core/portable/nextchat-date.ts"
import { readStamp } from "#core/storage/stamp.ts"
import { compareStates, type Decision, type SyncState } from "#core/sync/join.ts"
import {
  emptyDocument,
  readDocument,
  writeDocument,
  type DocumentTrouble,
  type SyncDocument,
} from "#core/sync/document.ts"
import { recordKey, settingsId, type SyncRecord } from "#core/sync/sync-record.ts"
import { mergeRows } from "#core/storage/merge.ts"
import type { Row } from "#core/storage/row.ts"
import type { ProsaDatabase } from "../storage/database.ts"
import type { FileTag, FileTrouble, RemoteFile } from "./remote-file.ts"
import { applyRecords, readState, stateOf, sweepKept } from "./replica.ts"

export interface SyncParts {
  readonly database: ProsaDatabase
  readonly file: RemoteFile
  readonly habits: DateHabits
  /** The settings of this browser, which lie where only the page reaches. */
  readonly settings: SyncRecord
  /** What a chat without a title is called in the interface's language. */
  readonly unnamed: string
  readonly newNonce: () => string
  /** A broken file may be written over: the user said so. */
  readonly isReplacing: boolean
  readonly wait: (ms: number) => Promise<void>
}

export interface Counts {
  readonly sessions: number
  readonly messages: number
  readonly others: number
}

export type SyncOutcome =
  | {
      readonly type: "synced"
      readonly up: Counts
      readonly down: Counts
      readonly deleted: Counts
      readonly decisions: readonly Decision[]
      /** Entries of the file that could not be read. */
      readonly skipped: number
      /** The settings as they are in the file; the page takes them over. */
      readonly settings: SyncRecord | undefined
    }
  | { readonly type: "trouble"; readonly trouble: SyncTrouble }

export type SyncTrouble = FileTrouble | { readonly kind: DocumentTrouble }

/** How often a file is read anew after another device was quicker, and after it was found broken: somebody may be writing it. */
const [mostRounds, mostReads] = [5, 5]
/** How long is waited before a file is read again, in ms. A tag of a file that is younger than a second is no condition. */
const restMs = 1_200

/**
 * One sync: the file is read, what is new in it joined to what is stored here, and what it lacks written into it. Whatever is wrong
 * with the file or the way to it changes nothing here.
 */
export async function syncOnce(parts: SyncParts): Promise<SyncOutcome> {
  const { database, file, settings, unnamed, newNonce, wait } = parts
  const none: Counts = { sessions: 0, messages: 0, others: 0 }
  let [down, deleted, skipped] = [none, none, 0]
  const decisions: Decision[] = []
  let foundSettings: SyncRecord | undefined
  await sweepKept(database, Date.now())
  for (let round = 0; round < mostRounds; round++) {
    if (round > 0) await wait(restMs * (1 + Math.random()))
    const read = await readRemote(parts)
    if (read.type === "trouble") return read
    const { document, tag } = read
    skipped = document.skipped
    foundSettings = document.state.get(recordKey("settings", settingsId)) ?? foundSettings
    let local = await readState(database)
    const first = compareStates(stateOf(local.records), withoutSettings(document.state))
    if (first.down.length > 0) {
      const seen = document.seen === undefined ? {} : { seen: document.seen }
      const report = await applyRecords(database, { records: first.down, ...seen, from: "file" })
      down = plus(down, report.written)
      deleted = plus(deleted, report.deleted)
      decisions.push(...report.decisions)
      local = await readState(database)
    } else if (document.seen !== undefined) {
      await applyRecords(database, { records: [], seen: document.seen, from: "file" })
      local = await readState(database)
    }
    const state = new Map(stateOf(local.records))
    const joined = joinSettings(settings, foundSettings)
    if (joined !== undefined) state.set(recordKey("settings", settingsId), joined)
    const { up } = compareStates(state, document.state)
    const outcome: SyncOutcome = {
      type: "synced",
      up: countsOf(up),
      down,
      deleted,
      decisions,
      skipped,
      settings: foundSettings,
    }
    if (up.length === 0) return outcome
    const nonce = newNonce()
    const horizon = readStamp(await database.get("settings", "horizon")) ?? document.horizon
    const text = writeDocument(state, document, { nonce, seen: local.seen, unnamed, horizon })
    const written = await file.write(text, nonce, tag)
    if (written.type === "trouble") return written
    if (written.type === "written") return outcome
  }
  return { type: "trouble", trouble: { kind: "busy" } }
}

type RemoteRead =
  | { readonly type: "document"; readonly document: SyncDocument; readonly tag: FileTag }
  | { readonly type: "trouble"; readonly trouble: SyncTrouble }

/** The file, read again a few times where it is broken: another device may be in the middle of writing it. */
async function readRemote({ file, habits, isReplacing, wait }: SyncParts): Promise<RemoteRead> {
  let trouble: SyncTrouble = { kind: "damaged" }
  for (let read = 0; read < mostReads; read++) {
    if (read > 0) await wait(restMs * read)
    const found = await file.read()
    if (found.type === "trouble") return found
    if (found.type === "absent") return { type: "document", document: emptyDocument, tag: found.tag }
    const document = readDocument(found.text, habits)
    if (document.ok) return { type: "document", document: document.value, tag: found.tag }
    trouble = { kind: document.error }
    const isBroken = ["empty", "unreadable", "damaged"].includes(document.error)
    if (!isBroken) return { type: "trouble", trouble }
    if (isReplacing && read === 1) return { type: "document", document: emptyDocument, tag: found.tag }
    // A page that asks for a login, and not a file in the middle of being written.
    if (/^\s*<(!doctype|html)/i.test(found.text)) break
  }
  return { type: "trouble", trouble }
}

function withoutSettings(state: SyncState): SyncState {
  return new Map([...state].filter(([, { kind }]) => kind !== "settings"))
}

function joinSettings(own: SyncRecord, found: SyncRecord | undefined): SyncRecord | undefined {
  const hasOwn = Object.keys(own.row.value ?? {}).length > 0
  if (found === undefined) return hasOwn ? own : undefined
  const row: Row<object> = hasOwn ? mergeRows({}, own.row, found.row) : found.row
  return { ...found, row }
}

function countsOf(records: readonly SyncRecord[]): Counts {
  const of = (kind: string) => records.filter((record) => record.kind === kind && record.row.value !== undefined).length
  const [sessions, messages] = [of("sessions"), of("messages")]
  return { sessions, messages, others: records.length - sessions - messages }
}

function plus(a: Counts, b: Counts): Counts {
  return { sessions: a.sessions + b.sessions, messages: a.messages + b.messages, others: a.others + b.others }
}
