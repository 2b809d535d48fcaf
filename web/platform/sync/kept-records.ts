import { applyRecords } from "./apply-records.ts"
import { rowKinds } from "./collect-changes.ts"
import { fromRecord, type MessageRecord } from "#core/conversation/message-record.ts"
import { contentText } from "#core/gateway/content.ts"
import { fieldsOf } from "#core/lib/fields.ts"
import { nextStamp } from "#core/storage/stamp.ts"
import { timeOfSweep } from "#core/storage/sweep-time.ts"
import { titleOf } from "#core/sync/join.ts"
import { decodeRecord, type SyncKind, type SyncRecord } from "#core/sync/sync-record.ts"
import { ask, inWhole } from "../storage/change-stores.ts"
import type { ProsaDatabase } from "../storage/database.ts"
import { readPeers } from "../storage/record-writer.ts"

/** How long what was deleted elsewhere can be taken back, in ms. */
export const keptMs = 30 * 24 * 60 * 60 * 1_000

/** Something that another device deleted, as a list shows it. */
export interface KeptRecord {
  readonly kind: Exclude<SyncKind, "settings">
  readonly id: string
  /** When it was deleted here, and until when it can be had back, in epoch ms. */
  readonly at: number
  readonly until: number
  /** What it is called, a message by its conversation; may be empty. */
  readonly title: string
  /** The beginning of a message, and of a conversation without a title. */
  readonly words: string
  /** The conversation that it is, or is part of. */
  readonly sessionId?: string
}

const listedStores = ["kept", ...rowKinds, "messages"] as const

/** Characters of a message that a list has. */
const mostWords = 200

/** All that can be brought back, what was deleted last before the others. What is all here again, as another device kept it, needs no way back. */
export async function listKept(database: ProsaDatabase): Promise<readonly KeptRecord[]> {
  const read = database.transaction([...listedStores])
  const [stored, living] = await Promise.all([
    read.objectStore("kept").getAll() as Promise<readonly unknown[]>,
    read.objectStore("sessions").getAll() as Promise<readonly unknown[]>,
  ])
  // A row from before there were versions is the bare conversation.
  const topics = new Map(living.map(fieldsOf).map((row) => [row["id"], fieldsOf(row["value"] ?? row)["topic"]]))
  const isHere = async ({ kind, id }: SyncRecord) =>
    kind !== "settings" && (await read.objectStore(kind).getKey(id)) !== undefined
  const found = await Promise.all(
    stored.map(async (entry) => {
      const [{ kind, id, at }, records] = [fieldsOf(entry), recordsOf(entry)]
      const record = records.find((one) => one.kind === kind && one.id === id)
      if (record === undefined || typeof at !== "number") return []
      return (await Promise.all(records.map(isHere))).includes(false) ? [{ at, record, records }] : []
    }),
  )
  const entries = found.flat()
  for (const { record } of entries)
    if (record.kind === "sessions") topics.set(record.id, titleOf(record.kind, record.row))
  return entries
    .flatMap(({ at, record, records }): readonly KeptRecord[] => {
      const { kind, id, row } = record
      if (kind === "settings") return []
      const common = { kind, id, at, until: at + keptMs }
      if (kind === "messages") {
        const { sessionId } = row.value as MessageRecord
        const topic = topics.get(sessionId)
        // Of a conversation that was deleted here, nothing was to be left.
        if (!topics.has(sessionId)) return []
        return [{ ...common, sessionId, title: typeof topic === "string" ? topic : "", words: beginningOf(record) }]
      }
      const title = titleOf(kind, row)
      const first = title === "" ? records.find((one) => one.kind === "messages") : undefined
      const words = first === undefined ? "" : beginningOf(first)
      return [{ ...common, title, words, ...(kind === "sessions" ? { sessionId: id } : {}) }]
    })
    .toSorted((a, b) => b.at - a.at)
}

function beginningOf({ row }: SyncRecord): string {
  const { message } = fromRecord(row.value as MessageRecord)
  return contentText(message.content).trim().slice(0, mostWords)
}

function recordsOf(entry: unknown): readonly SyncRecord[] {
  const { records } = fieldsOf(entry)
  return Array.isArray(records) ? records.flatMap((one: unknown) => decodeRecord(one) ?? []) : []
}

/**
 * Brings back what another device deleted, as an ordinary write; a message with its conversation, where that was deleted, too. False
 * where it cannot be had any more: then what is kept of it stays.
 */
export async function restoreKept(database: ProsaDatabase, kind: string, id: string): Promise<boolean> {
  const own = recordsOf(await database.get("kept", [kind, id]))
  const record = own.find((one) => one.kind === kind && one.id === id)
  if (record === undefined || record.kind === "settings") return false
  const home = record.kind === "messages" ? (record.row.value as MessageRecord).sessionId : undefined
  const isHomeless = home !== undefined && (await database.getKey("sessions", home)) === undefined
  const around = isHomeless ? recordsOf(await database.get("kept", ["sessions", home])) : []
  if (isHomeless && around.length === 0) return false
  const { clock } = readPeers(await database.getAll("peers"))
  const stamp = nextStamp(clock, Date.now())
  const revived = [...around, ...own].map(({ row, ...rest }): SyncRecord => {
    return { ...rest, row: { ...row, sync: { ...row.sync, life: { alive: true, c: stamp } } } }
  })
  await applyRecords(database, { records: revived, from: "" })
  if ((await database.getKey(record.kind, id)) === undefined) return false
  await database.delete("kept", [kind, id])
  if (isHomeless) await database.delete("kept", ["sessions", home])
  return true
}

/** A single row of the settings: when it was looked last for what was kept long enough, in epoch ms. */
const sweptRow = "kept-swept"

/** Lets go of what was kept long enough, and of what was still to be sent in such a conversation. */
export async function sweepKept(database: ProsaDatabase, now: number): Promise<void> {
  const time = timeOfSweep(await database.get("settings", sweptRow), now)
  if (time === undefined) return
  const write = database.transaction(["kept", "sessions", "drafts", "attachments", "settings"], "readwrite")
  await inWhole(write, async () => {
    ask(write.objectStore("settings").put(now, sweptRow))
    const kept = write.objectStore("kept")
    for (const { kind, id, ...entry } of await kept.getAll()) {
      const { at } = fieldsOf(entry)
      if (typeof at !== "number" || time - at <= keptMs) continue
      ask(kept.delete([kind, id]))
      // It may live again, though nobody brought it back here.
      if (kind !== "sessions" || (await write.objectStore("sessions").getKey(id)) !== undefined) continue
      for (const name of ["drafts", "attachments"] as const) ask(write.objectStore(name).delete(id))
    }
  })
}
