import type { MessageRecord } from "../conversation/message-record.ts"
import type { Marks } from "../conversation/marks.ts"
import { fieldsOf } from "../lib/fields.ts"
import { hasUnseenWords, mergeAndRescue, reviveRow, shedRow } from "../storage/life.ts"
import { mergeRows } from "../storage/merge.ts"
import { takeApart } from "../storage/parts.ts"
import { isAlive, isSameRow, otherEditions, type Row } from "../storage/row.ts"
import { deviceOf, type Seen, type Stamp } from "../storage/stamp.ts"
import { completed, recordKey, syncShapes, type SyncKind, type SyncRecord } from "./sync-record.ts"

/*
 * What becomes of records that came from another device. The join itself is `core/storage/merge.ts`; here stands what is decided
 * beyond it, all of which are ordinary writes: what died although it had words that nobody had seen lives on; what died goes with all
 * that belongs to it; a summary covers nothing that was said after it.
 */

/** Something that was decided without asking, told to the user with a way back. */
export type Decision =
  /** It was deleted elsewhere, and lives on because of words that were new. */
  | { readonly type: "kept"; readonly kind: SyncKind; readonly id: string; readonly title: string }
  /** It was deleted elsewhere, and is gone here too. */
  | { readonly type: "removed"; readonly kind: SyncKind; readonly id: string; readonly title: string }
  /** It was deleted here, and is back: another device has kept it, or brought it back. */
  | { readonly type: "returned"; readonly kind: SyncKind; readonly id: string; readonly title: string }
  /** Two wrote the same text apart from each other: both are kept. */
  | {
      readonly type: "edition"
      readonly kind: SyncKind
      readonly id: string
      readonly title: string
      readonly sessionId?: string
    }
  /** So many of its messages were deleted elsewhere, and are gone here too. */
  | {
      readonly type: "shortened"
      readonly kind: "sessions"
      readonly id: string
      readonly title: string
      readonly count: number
    }

/** What is to be written so that the records from elsewhere are here. */
export interface Plan {
  /** Rows to put: of messages the value is a `MessageRecord`. */
  readonly put: readonly SyncRecord[]
  /** Graves to put; what is stored of these records goes. */
  readonly buried: readonly SyncRecord[]
  /** Messages whose rows go with their conversation. */
  readonly dropped: readonly string[]
  /** What was here and is gone because another device deleted it. */
  readonly shed: readonly SyncRecord[]
  /** Messages of a conversation that lives on: whoever deleted it has none of them any more, and is sent all of them. */
  readonly resent: readonly string[]
  readonly decisions: readonly Decision[]
  /** Whether the plan writes with the stamp it was given. */
  readonly usesStamp: boolean
}

/** A conversation with the messages that are known of it. */
export interface Conversation {
  readonly session: Row<object> | undefined
  readonly messages: ReadonlyMap<string, Row<object>>
}

function joined(kind: SyncKind, a: Row<object> | undefined, b: Row<object> | undefined): Row<object> | undefined {
  if (a === undefined || b === undefined) return a ?? b
  return isSameRow(a, b) ? a : mergeRows(syncShapes[kind], a, b)
}

/** Joins a record that belongs to nothing else. `stamp` is greater than any that is stored or comes. */
export function planRecord(foreign: SyncRecord, local: Row<object> | undefined, stamp: Stamp): Plan {
  const { kind } = foreign
  const other = completed(foreign, local?.value)
  if (local === undefined) return planOf(isAlive(other) ? { put: [asRecord(kind, other)] } : { buried: [foreign] })
  if (isSameRow(local, other)) return planOf({})
  const { row, isRescued } = mergeAndRescue(syncShapes[kind], local, other, stamp)
  const decisions: Decision[] = [
    ...(isRescued ? [decision("kept", kind, row)] : []),
    ...(isBack(local, row) ? [decision("returned", kind, row)] : []),
    ...newEditions(kind, local, row, () => titleOf(kind, row)),
  ]
  if (isAlive(row)) {
    return planOf({ put: isSameRow(row, local) ? [] : [asRecord(kind, row)], decisions, usesStamp: isRescued })
  }
  const grave = shedRow(row)
  if (isSameRow(grave, local)) return planOf({})
  const shed = local.value === undefined ? [] : [asRecord(kind, local)]
  if (shed.length > 0) decisions.push(decision("removed", kind, local))
  return planOf({ buried: [asRecord(kind, grave)], shed, decisions })
}

/** Joins a conversation with what another device has of it: messages live and die with it. */
export function planConversation(id: string, local: Conversation, foreign: Conversation, stamp: Stamp): Plan {
  const theirs = foreign.session && completed({ kind: "sessions", id, row: foreign.session }, local.session?.value)
  let session = joined("sessions", local.session, theirs)
  let [usesStamp, isRevived] = [false, false]
  const decisions: Decision[] = []
  const title = () => titleOf("sessions", session ?? { id })

  const messages = new Map<string, Row<object>>()
  for (const messageId of new Set([...local.messages.keys(), ...foreign.messages.keys()])) {
    const [own, other] = [local.messages.get(messageId), foreign.messages.get(messageId)]
    let row = joined("messages", own, other)
    if (row === undefined) continue
    if (isDeadUnseen("messages", row)) {
      row = reviveRow(row, stamp)
      usesStamp = true
      decisions.push({ type: "kept", kind: "sessions", id, title: title() })
    }
    messages.set(messageId, row)
  }

  const death = session !== undefined && !isAlive(session) ? session.sync?.life : undefined
  if (session !== undefined && death !== undefined) {
    const isSpokenIn =
      hasUnseenWords(syncShapes.sessions, session, death) ||
      [...messages.values()].some((row) => isAlive(row) && hasUnseenWords(syncShapes.messages, row, death))
    if (!isSpokenIn) return planOf({ ...burial(session, local, messages), usesStamp: false })
    if (session.value !== undefined) {
      session = reviveRow(session, stamp)
      usesStamp = true
      isRevived = true
      decisions.push({ type: "kept", kind: "sessions", id, title: title() })
    }
  }

  const [put, buried, shed]: [SyncRecord[], SyncRecord[], SyncRecord[]] = [[], [], []]
  for (const [messageId, row] of messages) {
    const own = local.messages.get(messageId)
    if (isAlive(row)) {
      if (isSameRow(row, own)) continue
      put.push(asRecord("messages", row))
      if (own !== undefined) decisions.push(...newEditions("messages", own, row, title, id))
    } else {
      const grave = shedRow(row)
      if (isSameRow(grave, own)) continue
      buried.push(asRecord("messages", grave))
      if (own?.value !== undefined) shed.push(asRecord("messages", own))
    }
  }
  if (session?.value !== undefined && isAlive(session)) {
    const marked = withMarkBefore(session, [...messages.values()].filter(isAlive), stamp)
    if (marked !== session) usesStamp = true
    const living = [...messages.values()].filter(isAlive).length
    const counted: Row<object> = { ...marked, value: { ...marked.value, messageCount: living } }
    if (!isSameRow(counted, local.session)) put.push(asRecord("sessions", counted))
    if (!isRevived && isBack(local.session, counted)) decisions.push(decision("returned", "sessions", counted))
    if (local.session !== undefined) decisions.push(...newEditions("sessions", local.session, counted, title, id))
  }
  if (shed.length > 0) decisions.push({ type: "shortened", kind: "sessions", id, title: title(), count: shed.length })
  const resent = isRevived ? [...messages].flatMap(([messageId, row]) => (isAlive(row) ? [messageId] : [])) : []
  return planOf({ put, buried, shed, resent, decisions: onlyOnce(decisions), usesStamp })
}

/** A conversation that is dead goes with its messages, which need no graves: they are under its own. */
function burial(session: Row<object>, local: Conversation, messages: ReadonlyMap<string, Row<object>>): Partial<Plan> {
  const grave = shedRow(session)
  const stored = [...local.messages].flatMap(([id, row]) => (row.value === undefined ? [] : [id]))
  const wasHere = local.session?.value !== undefined
  const graves = [...messages].flatMap(([id, row]) =>
    isAlive(row) || isSameRow(shedRow(row), local.messages.get(id)) ? [] : [asRecord("messages", shedRow(row))],
  )
  return {
    buried: [...(isSameRow(grave, local.session) ? [] : [asRecord("sessions", grave)]), ...graves],
    dropped: stored,
    shed: wasHere
      ? [
          ...(local.session === undefined ? [] : [asRecord("sessions", local.session)]),
          ...[...local.messages.values()].flatMap((row) =>
            row.value === undefined ? [] : [asRecord("messages", row)],
          ),
        ]
      : [],
    decisions: wasHere && local.session !== undefined ? [decision("removed", "sessions", local.session)] : [],
  }
}

/** Whether a record that was dead here is alive. */
function isBack(before: Row<object> | undefined, after: Row<object>): boolean {
  return before !== undefined && !isAlive(before) && isAlive(after)
}

/** Whether a record is dead although it has words that nobody who deleted it had seen. */
function isDeadUnseen(kind: SyncKind, row: Row<object>): boolean {
  const life = row.sync?.life
  return life?.alive === false && hasUnseenWords(syncShapes[kind], row, life)
}

/** A summary does not cover what was said after it was made, by a device that did not know of it: the mark moves before that. */
function withMarkBefore(session: Row<object>, messages: readonly Row<object>[], stamp: Stamp): Row<object> {
  const marks: Marks = fieldsOf(session.value)["marks"] ?? {}
  const { sync } = session
  const made = sync?.texts?.["memory"]?.c ?? sync?.born
  if (marks.summarized === undefined || made === undefined) return session
  const covered = marks.summarized
  const later = messages.flatMap(({ value, sync: stamps }) => {
    const { position } = value as MessageRecord
    return position <= covered && stamps?.born !== undefined && stamps.born > made ? [position] : []
  })
  if (later.length === 0) return session
  const before = messages
    .map(({ value }) => (value as MessageRecord).position)
    .filter((position) => position < Math.min(...later))
  const summarized = before.length === 0 ? 0 : Math.max(...before)
  const texts = {
    ...sync?.texts,
    memory: { c: stamp, seen: { ...sync?.texts?.["memory"]?.seen, ...seenOf(made, stamp) } },
  }
  return { ...session, value: { ...session.value, marks: { ...marks, summarized } }, sync: { ...sync, texts } }
}

function seenOf(...stamps: readonly Stamp[]): Seen {
  return Object.fromEntries(stamps.map((stamp) => [deviceOf(stamp), stamp]))
}

function planOf(parts: Partial<Plan>): Plan {
  return { put: [], buried: [], dropped: [], shed: [], resent: [], decisions: [], usesStamp: false, ...parts }
}

function asRecord(kind: SyncKind, row: Row<object>): SyncRecord {
  return { kind, id: row.id, row }
}

function decision(type: "kept" | "removed" | "returned", kind: SyncKind, row: Row<object>): Decision {
  return { type, kind, id: row.id, title: titleOf(kind, row) }
}

function newEditions(
  kind: SyncKind,
  before: Row<object>,
  after: Row<object>,
  title: () => string,
  sessionId?: string,
): readonly Decision[] {
  const shape = syncShapes[kind]
  const editions = ({ value = {}, sync }: Row<object>, part: string) =>
    sync?.texts === undefined ? 0 : otherEditions(sync, part, takeApart(shape, value).get(part)).length
  const grown = (shape.texts ?? []).some((part) => editions(after, part) > editions(before, part))
  if (!grown) return []
  const where = kind === "messages" && sessionId !== undefined ? { sessionId } : {}
  return [{ type: "edition", kind, id: after.id, title: title(), ...where }]
}

/** What a record is called; empty where it has no name. */
export function titleOf(kind: SyncKind, { value }: Row<object>): string {
  const { topic, name, title } = fieldsOf(value)
  const text = kind === "sessions" ? topic : kind === "folders" || kind === "masks" ? name : title
  return typeof text === "string" ? text : ""
}

function onlyOnce(decisions: readonly Decision[]): readonly Decision[] {
  return [...new Map(decisions.map((one) => [`${one.type} ${recordKey(one.kind, one.id)}`, one])).values()]
}

/** All that one device has, by `recordKey`. */
export type SyncState = ReadonlyMap<string, SyncRecord>

/** What two states have that the other one lacks. */
export interface Difference {
  /** Records from elsewhere that are not here as they are there. */
  readonly down: readonly SyncRecord[]
  /** Records that are to be written there. */
  readonly up: readonly SyncRecord[]
}

export function compareStates(local: SyncState, foreign: SyncState): Difference {
  const [down, up]: [SyncRecord[], SyncRecord[]] = [[], []]
  for (const [key, theirs] of foreign) {
    const own = local.get(key)
    if (own === undefined) {
      down.push(theirs)
      // Its text is to go from there, too.
      if (isRemains(theirs, local)) up.push(asRecord(theirs.kind, { id: theirs.id }))
      continue
    }
    if (isSameRow(own.row, theirs.row)) continue
    const row = mergeRows(syncShapes[theirs.kind], own.row, theirs.row)
    // A record that is dead needs no content.
    const whole = isAlive(row) ? row : shedRow(row)
    if (!isSameRow(whole, own.row) || isDeadUnseen(theirs.kind, row)) down.push(theirs)
    if (!isSameRow(whole, theirs.row)) up.push(asRecord(theirs.kind, whole))
  }
  for (const [key, own] of local) if (!foreign.has(key)) up.push(own)
  down.push(...conversationsOf(down, local, foreign))
  return { down, up }
}

/** Whether a record is a message of a conversation that is dead in a state, without words that nobody who deleted it had seen. */
export function isRemains({ kind, row }: SyncRecord, state: SyncState): boolean {
  if (kind !== "messages" || row.value === undefined) return false
  const life = state.get(recordKey("sessions", (row.value as MessageRecord).sessionId))?.row.sync?.life
  return life?.alive === false && !hasUnseenWords(syncShapes.messages, row, life)
}

/** The conversations of messages that come into one which is dead here: what it was is needed where it lives again. */
function conversationsOf(down: readonly SyncRecord[], local: SyncState, foreign: SyncState): readonly SyncRecord[] {
  const known = new Set(down.map(({ kind, id }) => recordKey(kind, id)))
  return down.flatMap(({ kind, row }) => {
    if (kind !== "messages" || row.value === undefined) return []
    const key = recordKey("sessions", (row.value as MessageRecord).sessionId)
    const theirs = foreign.get(key)
    if (known.has(key) || theirs === undefined || local.get(key)?.row.value !== undefined) return []
    known.add(key)
    return [theirs]
  })
}
