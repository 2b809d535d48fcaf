import { saidIn } from "#core/conversation/message.ts"
import type { Session } from "#core/conversation/session.ts"
import { foldText } from "#core/lib/fold-text.ts"
import { excerptOf, withoutSigns, type ExcerptPart } from "#core/search/excerpt.ts"
import { holdsPhrases } from "#core/search/phrases.ts"
import type { MessageRow, ProsaDatabase } from "../storage/database.ts"
import { readMessages } from "../storage/read-rows.ts"
import type { SearchHit } from "./search-messages.ts"

/** Access to the texts, of which the index has only the words. */
export interface StoredTexts {
  readonly sessions: ReadonlyMap<string, Session>
  readonly database: ProsaDatabase
}

const titleMark = "title "

/** The key of a conversation's title in the index; a message has its id as key. */
export function titleKey(sessionId: string): string {
  return titleMark + sessionId
}

/** The conversation whose title a key means; undefined for a message's. */
function titledBy(key: string): string | undefined {
  return key.startsWith(titleMark) ? key.slice(titleMark.length) : undefined
}

/** Messages looked through for phrases at a time. */
const batchSize = 1_000

/** The texts that contain the query's phrases, among those with all its words. They are read one by one, until the query is outdated. */
export async function withPhrases(
  keys: readonly string[],
  phrases: readonly string[],
  { sessions, database }: StoredTexts,
  isWaited: () => boolean,
): Promise<readonly string[]> {
  if (phrases.length === 0) return keys
  const kept: string[] = []
  for (let at = 0; at < keys.length && isWaited(); at += batchSize) {
    const batch = keys.slice(at, at + batchSize)
    // oxlint-disable-next-line no-await-in-loop -- a batch at a time is little memory
    const rows = await readMessages(database, batch)
    for (const [index, key] of batch.entries()) {
      const sessionId = titledBy(key)
      const row = rows[index]
      const text = sessionId === undefined ? row && saidIn(row.message) : sessions.get(sessionId)?.topic
      if (holdsPhrases(text ?? "", phrases)) kept.push(key)
    }
  }
  return kept
}

/** Builds the results of found texts, without those that were deleted meanwhile. `words`: the found words, folded. */
export async function hitsOf(
  keys: readonly string[],
  words: ReadonlySet<string>,
  { sessions, database }: StoredTexts,
): Promise<readonly SearchHit[]> {
  const rows = await readMessages(database, keys)
  return keys.flatMap((key, index) => {
    const sessionId = titledBy(key)
    const row = rows[index]
    const hit = row && messageHit(row, sessions.get(row.sessionId)?.topic ?? "", words)
    return (sessionId === undefined ? hit : titleHit(sessions.get(sessionId), words)) ?? []
  })
}

function titleHit(session: Session | undefined, words: ReadonlySet<string>): SearchHit | undefined {
  if (session === undefined) return undefined
  const { id, topic, lastUpdate } = session
  return { sessionId: id, topic, role: "system", date: lastUpdate, excerpt: excerptOf(topic, words), words: [] }
}

/** A hit beyond this place in a long message is found and opened, but its words are not shown in the list. In UTF-16 units. */
const farthestRead = 200_000

function messageHit({ message, sessionId }: MessageRow, topic: string, words: ReadonlySet<string>): SearchHit {
  const text = saidIn(message).slice(0, farthestRead)
  const excerpt = excerptOf(message.role === "assistant" ? withoutSigns(text) : text, words)
  return {
    sessionId,
    messageId: message.id,
    topic,
    role: message.role,
    ...(message.model === undefined ? {} : { model: message.model }),
    date: message.date,
    excerpt,
    words: markedIn(excerpt, words),
  }
}

/** Most words that are marked in a message. */
const mostWords = 200

/** Of all words that begin like the query's, those that this message is shown for: the page needs no list of thousands. */
function markedIn(excerpt: readonly ExcerptPart[], words: ReadonlySet<string>): readonly string[] {
  const seen = excerpt.filter(({ isHit }) => isHit).map(({ text }) => foldText(text))
  return words.size <= mostWords ? [...words] : [...new Set(seen)]
}
