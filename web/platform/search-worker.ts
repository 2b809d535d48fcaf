/** Reads all conversations and answers queries, away from the page's thread. */
import { excerptOf, withoutSigns, type ExcerptPart } from "#core/search/excerpt.ts"
import { foldText } from "#core/lib/fold-text.ts"
import { holdsPhrases, phrasesIn } from "#core/search/phrases.ts"
import { createSearchIndex, type SearchResult } from "#core/search/search-index.ts"
import { saidIn, type Message } from "#core/conversation/message.ts"
import type { Session } from "#core/conversation/session.ts"
import { openDatabase, type MessageRow, type ProsaDatabase } from "./database.ts"
import { openTabChannel } from "./tab-channel.ts"

/** The specification's size of a page. */
const pageSize = 15

export interface SearchQuery {
  readonly text: string
  /** From 1. */
  readonly page: number
}

/** A message, or the title of a conversation, that was found. */
export interface SearchHit {
  readonly sessionId: string
  /** Absent where the title was found. */
  readonly messageId?: string
  readonly topic: string
  readonly role: Message["role"]
  readonly model?: string
  /** Epoch milliseconds. */
  readonly date: number
  readonly excerpt: readonly ExcerptPart[]
  /** What to mark in the whole message: the found words, folded. */
  readonly words: readonly string[]
}

export type FromSearchWorker =
  | {
      readonly type: "results"
      readonly query: SearchQuery
      /** The page that is shown: of fewer than were asked for, the last. */
      readonly page: number
      readonly total: number
      readonly hits: readonly SearchHit[]
      /** All conversations have been read. */
      readonly isComplete: boolean
      readonly isSimilar: boolean
      /** There is nothing to search at all. */
      readonly isWithoutData: boolean
    }
  | { readonly type: "failed" }

/** Messages read at a time, and how often results found so far are told while the reading goes on, in ms. */
const batchSize = 1_000
const tellEveryMs = 150
/** How long after a change elsewhere the shown results follow. */
const followMs = 300
const titleKey = "title "

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
  const key = titleKey + session.id
  if (session.topic !== "") return take(session.id, key, session.lastUpdate, session.topic)
  // Its name was taken from it.
  if (known.get(session.id)?.delete(key)) index.remove(key)
}

function takeMessage({ sessionId, message }: MessageRow): void {
  if (message.role !== "user" && message.role !== "assistant") return
  const text = saidIn(message)
  if (text.trim() !== "") take(sessionId, message.id, message.date, text)
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
  for (const session of await from.getAll("sessions")) takeSession(session)
  let after: IDBKeyRange | undefined
  let toldAt = performance.now()
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- each batch begins where the one before ended
    const rows = await from.getAll("messages", after, batchSize)
    for (const row of rows) takeMessage(row)
    const last = rows.at(-1)
    if (last === undefined || rows.length < batchSize) break
    after = IDBKeyRange.lowerBound(last.id, true)
    if (query !== undefined && performance.now() - toldAt > tellEveryMs) {
      // oxlint-disable-next-line no-await-in-loop
      await tell()
      toldAt = performance.now()
    }
  }
  isComplete = true
}

/** What was written since: by this tab or another, a conversation's name is all that is told. */
async function readChanged(from: ProsaDatabase): Promise<void> {
  const ids = [...changed]
  changed.clear()
  for (const id of ids) {
    // oxlint-disable-next-line no-await-in-loop -- one conversation at a time is little memory
    const [session, rows] = await Promise.all([
      from.get("sessions", id),
      from.getAllFromIndex("messages", "by-session", IDBKeyRange.bound([id, -Infinity], [id, Infinity])),
    ])
    forget(id, new Set([titleKey + id, ...rows.map((row) => row.id)]))
    if (session) takeSession(session)
    for (const row of rows) takeMessage(row)
  }
}

async function tell(): Promise<void> {
  const asked = query
  if (asked === undefined || database === undefined) return
  if (isComplete && changed.size > 0) await readChanged(database)
  const result = index.search(asked.text)
  const keys = await withPhrases(result.keys, asked, database)
  const page = Math.max(1, Math.min(asked.page, Math.ceil(keys.length / pageSize)))
  const from = (page - 1) * pageSize
  const stored = database.transaction("messages").store
  const hits = await Promise.all(keys.slice(from, from + pageSize).map((key) => hitOf(key, result, stored)))
  // Another query may have come meanwhile.
  if (query !== asked) return
  say({
    type: "results",
    query: asked,
    page,
    total: keys.length,
    hits: hits.flatMap((hit) => hit ?? []),
    isComplete,
    isSimilar: result.isSimilar && keys.length > 0,
    isWithoutData: isComplete && index.size() === 0,
  })
}

/** Of the texts with all words of a query, those that have its phrases: they are read for it, as long as it is the last query. */
async function withPhrases(
  keys: readonly string[],
  asked: SearchQuery,
  from: ProsaDatabase,
): Promise<readonly string[]> {
  const phrases = phrasesIn(asked.text)
  if (phrases.length === 0) return keys
  const kept: string[] = []
  for (let at = 0; at < keys.length && query === asked; at += batchSize) {
    const stored = from.transaction("messages").store
    const texts = keys.slice(at, at + batchSize).map(async (key) => {
      if (key.startsWith(titleKey)) return { key, text: sessions.get(key.slice(titleKey.length))?.topic ?? "" }
      const row = await stored.get(key)
      return { key, text: row ? saidIn(row.message) : "" }
    })
    // oxlint-disable-next-line no-await-in-loop -- a batch at a time is little memory
    for (const { key, text } of await Promise.all(texts)) if (holdsPhrases(text, phrases)) kept.push(key)
  }
  return kept
}

async function hitOf(
  key: string,
  { words }: SearchResult,
  stored: { readonly get: (id: string) => Promise<MessageRow | undefined> },
): Promise<SearchHit | undefined> {
  if (key.startsWith(titleKey)) {
    const session = sessions.get(key.slice(titleKey.length))
    if (session === undefined) return undefined
    const { id, topic, lastUpdate } = session
    return { sessionId: id, topic, role: "system", date: lastUpdate, excerpt: excerptOf(topic, words), words: [] }
  }
  const row = await stored.get(key)
  if (row === undefined) return undefined
  const { message, sessionId } = row
  const text = saidIn(message).slice(0, farthestRead)
  const excerpt = excerptOf(message.role === "assistant" ? withoutSigns(text) : text, words)
  return {
    sessionId,
    messageId: message.id,
    topic: sessions.get(sessionId)?.topic ?? "",
    role: message.role,
    ...(message.model === undefined ? {} : { model: message.model }),
    date: message.date,
    excerpt,
    words: wordsOf(excerpt, words),
  }
}

/** Of all words that begin like the query's, those that this message is shown for: the page needs no list of thousands. */
function wordsOf(excerpt: readonly ExcerptPart[], words: ReadonlySet<string>): readonly string[] {
  const seen = excerpt.filter(({ isHit }) => isHit).map(({ text }) => foldText(text))
  return words.size <= mostWords ? [...words] : [...new Set(seen)]
}
const mostWords = 200

/** Of a longer message, a hit beyond this is found and opened, but not shown in the list. In UTF-16 units. */
const farthestRead = 200_000

addEventListener("message", ({ data }: MessageEvent<SearchQuery | undefined>) => {
  query = data
  // Of queries that came in a row only the last is answered.
  clearTimeout(answering)
  if (query === undefined) return clearTimeout(following)
  if (isComplete || index.size() > 0) answering = setTimeout(() => void tell(), 0)
})

openTabChannel().listen((hint) => {
  for (const id of hint.removedSessions) {
    sessions.delete(id)
    forget(id)
  }
  for (const id of hint.sessions) changed.add(id)
  if (query === undefined) return
  clearTimeout(following)
  following = setTimeout(() => void tell(), followMs)
})

async function start(): Promise<void> {
  database = await openDatabase(() => close())
  await readAll(database)
  await tell()
}
start().catch(() => say({ type: "failed" }))
