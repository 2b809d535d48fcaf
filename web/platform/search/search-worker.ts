/** Reads all conversations and answers queries, away from the page's thread. */
import { phrasesIn } from "#core/search/phrases.ts"
import { createSearchIndex } from "#core/search/search-index.ts"
import { saidIn } from "#core/conversation/message.ts"
import { readSession } from "#core/conversation/collections.ts"
import type { Session } from "#core/conversation/session.ts"
import { noteDamaged } from "../storage/damaged-rows.ts"
import { openDatabase, type MessageRow, type ProsaDatabase } from "../storage/database.ts"
import { readMessageRow } from "../storage/message-row.ts"
import { readRows, usableRows, type DamagedRow, type StoredRows } from "../storage/read-rows.ts"
import { hitsOf, titleKey, withPhrases } from "./search-hits.ts"
import type { FromSearchWorker, SearchQuery } from "./search-messages.ts"
import { openTabChannel } from "../storage/tab-channel.ts"

/** The number of results on a page. */
const pageSize = 15

/** Messages read at a time, and how often results found so far are told while the reading goes on, in ms. */
const batchSize = 1_000
const tellEveryMs = 150
/** How long after a change elsewhere the shown results follow. */
const followMs = 300

const index = createSearchIndex()
/** By conversation, what stands in the index of it: the keys, and the text of each as it was read, as a number. */
const known = new Map<string, Map<string, number>>()
const sessions = new Map<string, Session>()
const changed = new Set<string>()
let database: ProsaDatabase | undefined
let isComplete = false
let query: SearchQuery | undefined
let answering: ReturnType<typeof setTimeout> | undefined
let following: ReturnType<typeof setTimeout> | undefined

const say = (message: FromSearchWorker): void => postMessage(message)

/** A text as a number: the same text gives the same one, another nearly always another. */
function stampOf(text: string): number {
  let stamp = text.length
  for (let at = 0; at < text.length; at++) stamp = (Math.imul(stamp, 31) + text.charCodeAt(at)) | 0
  return stamp
}

function take(sessionId: string, key: string, date: number, text: string): void {
  const keys = known.get(sessionId) ?? new Map<string, number>()
  known.set(sessionId, keys)
  const stamp = stampOf(text)
  if (keys.get(key) === stamp) return
  keys.set(key, stamp)
  index.add({ key, date }, text)
}

function takeSession(session: Session): void {
  sessions.set(session.id, session)
  const key = titleKey(session.id)
  if (session.topic !== "") return take(session.id, key, session.lastUpdate, session.topic)
  // Its name was taken from it.
  if (known.get(session.id)?.delete(key)) index.remove(key)
}

/** Takes what can be used of some conversations; what cannot is put aside. */
async function takeSessions(rows: StoredRows): Promise<void> {
  // Whoever shows the list counts the messages.
  const usable = await usableRows("sessions", rows, (row) => readSession(row, async () => 0), tellDamaged)
  for (const session of usable) takeSession(session)
}

/** The same for messages. Returns the ids of those that were taken. */
async function takeMessages(rows: StoredRows): Promise<readonly string[]> {
  return (await usableRows("messages", rows, readMessageRow, tellDamaged)).map(takeMessage)
}

async function tellDamaged(damaged: readonly DamagedRow[]): Promise<void> {
  if (database === undefined || damaged.length === 0) return
  const count = await noteDamaged(database, damaged, Date.now()).catch(() => 0)
  if (count > 0) say({ type: "damaged", count })
}

function takeMessage({ id, sessionId, message }: MessageRow): string {
  // Of a conversation that cannot be shown nothing could be opened.
  if (!sessions.has(sessionId)) return id
  if (message.role !== "user" && message.role !== "assistant") return id
  const text = saidIn(message)
  if (text.trim() !== "") take(sessionId, id, message.date, text)
  return id
}

function forget(sessionId: string, keep: ReadonlySet<string> = new Set()): void {
  const keys = known.get(sessionId)
  for (const key of keys?.keys() ?? []) {
    if (keep.has(key)) continue
    keys?.delete(key)
    index.remove(key)
  }
}

/** Everything that is stored, a batch at a time; whoever waits for results hears of them as they come. */
async function readAll(from: ProsaDatabase): Promise<void> {
  await takeSessions(await readRows(from, "sessions"))
  let after: IDBKeyRange | undefined
  let toldAt = performance.now()
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- each batch begins where the one before ended
    const batch = await readRows(from, "messages", { range: after, most: batchSize })
    // oxlint-disable-next-line no-await-in-loop
    await takeMessages(batch)
    if (batch.last === undefined || batch.rows.length + batch.unreadable.length < batchSize) break
    after = IDBKeyRange.lowerBound(batch.last, true)
    if (query !== undefined && performance.now() - toldAt > tellEveryMs) {
      // oxlint-disable-next-line no-await-in-loop
      await tell()
      toldAt = performance.now()
    }
  }
  isComplete = true
}

/** Reads the conversations that this tab or another has written since; a hint has only their ids. */
async function readChanged(from: ProsaDatabase): Promise<void> {
  const ids = [...changed]
  changed.clear()
  for (const id of ids) {
    // oxlint-disable-next-line no-await-in-loop -- one conversation at a time is little memory
    const [session, rows] = await Promise.all([
      readRows(from, "sessions", { range: IDBKeyRange.only(id) }),
      readRows(from, "messages", { index: "by-session", range: IDBKeyRange.bound([id], [id, []]) }),
    ])
    // oxlint-disable-next-line no-await-in-loop
    await takeSessions(session)
    // oxlint-disable-next-line no-await-in-loop
    const taken = await takeMessages(rows)
    forget(id, new Set([titleKey(id), ...taken]))
  }
}

async function tell(): Promise<void> {
  const asked = query
  if (asked === undefined || database === undefined) return
  if (isComplete && changed.size > 0) await readChanged(database)
  const result = index.search(asked.text)
  const stored = { sessions, database }
  const keys = await withPhrases(result.keys, phrasesIn(asked.text), stored, () => query === asked)
  const page = Math.max(1, Math.min(asked.page, Math.ceil(keys.length / pageSize)))
  const from = (page - 1) * pageSize
  const hits = await hitsOf(keys.slice(from, from + pageSize), result.words, stored)
  // Another query may have come meanwhile.
  if (query !== asked) return
  say({
    type: "results",
    query: asked,
    page,
    total: keys.length,
    hits,
    isComplete,
    isSimilar: result.isSimilar && keys.length > 0,
    isWithoutData: isComplete && index.size() === 0,
  })
}

/** A database that went away in mid-search is no search any more. */
function answer(): void {
  tell().catch(() => say({ type: "failed" }))
}

addEventListener("message", ({ data }: MessageEvent<SearchQuery | undefined>) => {
  query = data
  // Of queries that came in a row only the last is answered.
  clearTimeout(answering)
  if (query === undefined) return clearTimeout(following)
  if (isComplete || index.size() > 0) answering = setTimeout(answer, 0)
})

openTabChannel().listen((hint) => {
  for (const id of hint.removedSessions) {
    sessions.delete(id)
    forget(id)
  }
  for (const id of hint.sessions) changed.add(id)
  if (query === undefined) return
  clearTimeout(following)
  following = setTimeout(answer, followMs)
})

async function start(): Promise<void> {
  database = await openDatabase(() => close())
  await readAll(database)
  await tell()
}
start().catch(() => say({ type: "failed" }))
