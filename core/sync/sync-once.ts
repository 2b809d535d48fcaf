import type { DateHabits } from "../portable/nextchat-date.ts"
import { mergeRows } from "../storage/merge.ts"
import { isSameRow, type Row } from "../storage/row.ts"
import { hashOf } from "../storage/same-value.ts"
import { joinSeen, type Seen } from "../storage/stamp.ts"
import { emptyDocument, type SyncDocument } from "./document.ts"
import { compareStates, isRemains, type Decision, type SyncState } from "./join.ts"
import type { FileTag, RemoteFile, SyncTrouble } from "./remote-file.ts"
import { readDocument } from "./read-document.ts"
import { recordKey, settingsId, type SyncRecord } from "./sync-record.ts"
import { unfamiliarIn } from "./unfamiliar.ts"
import { writeDocument } from "./write-document.ts"

/** All that a device has stored, as the sync needs it. */
export interface Replica {
  readonly readState: () => Promise<LocalState>
  /** A name of all that is stored: another one after each write. */
  readonly readMark: () => Promise<string>
  /** Joins records from elsewhere to what is stored by then. `seen` counts only once all of them are. */
  readonly apply: (records: readonly SyncRecord[], seen: Seen | undefined) => Promise<ApplyReport>
}

export interface LocalState {
  readonly records: readonly SyncRecord[]
  /** By device, up to which stamp all that was written is known here. */
  readonly seen: Seen
}

/** What became of records from elsewhere. */
export interface ApplyReport {
  /** How many conversations, messages and other records were written here. */
  readonly written: Counts
  readonly deleted: Counts
  readonly decisions: readonly Decision[]
}

export interface Counts {
  readonly sessions: number
  readonly messages: number
  readonly others: number
}

/** That a device and a file had the same, and what both were called then. */
export interface Agreement {
  readonly tag: FileTag
  readonly mark: string
}

export interface SyncParts {
  readonly replica: Replica
  /** How the last sync with this file ended. */
  readonly agreed?: Agreement | undefined
  readonly file: RemoteFile
  readonly habits: DateHabits
  /** The settings of this browser, which lie where only the page reaches. */
  readonly settings: SyncRecord
  /** The title, in the interface's language, that the file gives a conversation without one. */
  readonly unnamed: string
  readonly newNonce: () => string
  /** A broken file may be written over: the user said so. */
  readonly isReplacing: boolean
  /** This device has synced with this file before, or its user said that they belong together. */
  readonly mayJoin: boolean
  /** Waits about so long: not all devices should be back at once. */
  readonly wait: (ms: number) => Promise<void>
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
      /** Absent where the storage does not say what its file is called. */
      readonly agreed?: Agreement
    }
  | {
      readonly type: "trouble"
      readonly trouble: SyncTrouble
      /** What came before the trouble is here all the same. */
      readonly deleted: Counts
      readonly decisions: readonly Decision[]
    }

/** How often a file is read anew after another device was quicker, and after it was found broken: somebody may be writing it. */
const [mostRounds, mostReads] = [5, 5]
/** How long is waited before a file is read again, in ms. The tag of a file that is younger than a second is no condition. */
const restMs = 1_200

const none: Counts = { sessions: 0, messages: 0, others: 0 }

/**
 * One sync: the file is read, what is new in it joined to what is stored here, and what it lacks written into it. Whatever is wrong
 * with the file or the way to it changes nothing here.
 */
export async function syncOnce(parts: SyncParts): Promise<SyncOutcome> {
  const { replica, file, settings, unnamed, newNonce, wait, agreed } = parts
  const nothing = { type: "synced", up: none, deleted: none, decisions: [], skipped: 0, settings: undefined } as const
  const settingsMark = hashOf([settings.row.sync, settings.row.value])
  const markNow = async () => `${settingsMark} ${await replica.readMark()}`
  let [down, deleted, mayJoin] = [none, none, parts.mayJoin]
  const decisions: Decision[] = []
  const failed = (trouble: SyncTrouble): SyncOutcome => ({ type: "trouble", trouble, deleted, decisions })
  for (let round = 0; round < mostRounds; round++) {
    if (round > 0) await wait(restMs)
    const isAgreed = round === 0 && agreed !== undefined && agreed.mark === (await markNow())
    const read = await readRemote(parts, isAgreed ? agreed.tag : undefined)
    if (read.type === "trouble") return failed(read.trouble)
    if (read.type === "unchanged") return { ...nothing, down: none, ...(agreed === undefined ? {} : { agreed }) }
    const { document, tag } = read
    const foundSettings = document.state.get(recordKey("settings", settingsId))
    // Changes that this device writes after this moment are not part of what both sides agree on.
    let mark = await markNow()
    let local = await replica.readState()
    const foreign = new Map([...document.state].filter(([, { kind }]) => kind !== "settings"))
    const before = stateOf(local.records)
    const unfamiliar = mayJoin ? undefined : unfamiliarIn(before, foreign)
    if (unfamiliar !== undefined) return failed({ kind: "unfamiliar", ...unfamiliar })
    let differing = compareStates(before, foreign)
    if (differing.down.length === 0) {
      // Nothing comes: what was read a moment ago is still what is written.
      if (document.seen !== undefined) await replica.apply([], document.seen)
      local = { ...local, seen: joinSeen(local.seen, document.seen ?? {}) }
    } else {
      mayJoin = true
      const report = await replica.apply(differing.down, document.seen)
      down = plus(down, report.written)
      deleted = plus(deleted, report.deleted)
      decisions.push(...report.decisions)
      mark = await markNow()
      local = await replica.readState()
      differing = compareStates(stateOf(local.records), foreign)
    }
    const state = new Map(stateOf(local.records))
    const joined = joinSettings(settings, foundSettings)
    if (joined !== undefined) state.set(recordKey("settings", settingsId), joined)
    const isChosen = joined !== undefined && (foundSettings === undefined || !isSameRow(joined.row, foundSettings.row))
    const up = isChosen ? [...differing.up, joined] : differing.up
    // Something may need to be joined a second time: then nothing is agreed on yet.
    const isWhole = differing.down.length === 0
    const { skipped } = document
    const outcome: SyncOutcome = {
      type: "synced",
      up: countsOf(up),
      down,
      deleted,
      decisions,
      skipped,
      settings: foundSettings,
    }
    if (up.length === 0) return { ...outcome, ...(isWhole ? agreement(tag, mark) : {}) }
    const nonce = newNonce()
    const writing = { nonce, seen: local.seen, unnamed }
    const written = await file.write(writeDocument(state, document, writing), nonce, tag)
    if (written.type === "trouble") return failed(written.trouble)
    if (written.type === "written") return { ...outcome, ...(isWhole ? agreement(written.tag, mark) : {}) }
  }
  return failed({ kind: "busy" })
}

function agreement(tag: FileTag | undefined, mark: string): { readonly agreed?: Agreement } {
  return tag?.etag === undefined ? {} : { agreed: { tag, mark } }
}

type RemoteRead =
  | { readonly type: "document"; readonly document: SyncDocument; readonly tag: FileTag }
  | { readonly type: "unchanged" }
  | { readonly type: "trouble"; readonly trouble: SyncTrouble }

/** The file, read again a few times where it is broken: another device may be in the middle of writing it. */
async function readRemote(
  { file, habits, isReplacing, wait }: SyncParts,
  known: FileTag | undefined,
): Promise<RemoteRead> {
  let trouble: SyncTrouble = { kind: "damaged" }
  let brokenTag: string | undefined
  let brokenReads = 0
  for (let read = 0; read < mostReads; read++) {
    if (read > 0) await wait(restMs * read)
    const found = await file.read(known)
    if (found.type === "trouble" && found.trouble.kind === "busy") {
      trouble = found.trouble
      continue
    }
    if (found.type === "trouble" || found.type === "unchanged") return found
    if (found.type === "absent") return { type: "document", document: emptyDocument, tag: found.tag }
    const document = readDocument(found.text, habits)
    if (document.ok) return { type: "document", document: document.value, tag: found.tag }
    trouble = { kind: document.error }
    const isBroken = ["empty", "unreadable", "damaged"].includes(document.error)
    if (!isBroken) return { type: "trouble", trouble }
    brokenReads += 1
    if (isReplacing && brokenReads === 2) return { type: "document", document: emptyDocument, tag: found.tag }
    // The very same file twice: nobody is in the middle of writing it.
    const etag = file.isTagOfWrite === true ? undefined : found.tag.etag
    if (etag !== undefined && etag === brokenTag) break
    brokenTag = etag
    // A page that asks for a login.
    if (/^\s*<(!doctype|html)/i.test(found.text.slice(0, 200))) break
  }
  return { type: "trouble", trouble }
}

function joinSettings(own: SyncRecord, found: SyncRecord | undefined): SyncRecord | undefined {
  const hasOwn = Object.keys(own.row.value ?? {}).length > 0
  if (found === undefined) return hasOwn ? own : undefined
  const row: Row<object> = hasOwn ? mergeRows({}, own.row, found.row) : found.row
  return { ...found, row }
}

/** All records by their names, but for the messages of a conversation that was deleted a moment ago: they are still to go. */
function stateOf(records: readonly SyncRecord[]): SyncState {
  const all = new Map(records.map((record) => [recordKey(record.kind, record.id), record]))
  return new Map([...all].filter(([, record]) => !isRemains(record, all)))
}

function countsOf(records: readonly SyncRecord[]): Counts {
  const of = (kind: string) => records.filter((record) => record.kind === kind && record.row.value !== undefined).length
  const [sessions, messages] = [of("sessions"), of("messages")]
  return { sessions, messages, others: records.length - sessions - messages }
}

function plus(a: Counts, b: Counts): Counts {
  return { sessions: a.sessions + b.sessions, messages: a.messages + b.messages, others: a.others + b.others }
}
