import type { Message } from "#core/conversation/message.ts"
import type { ExcerptPart } from "#core/search/excerpt.ts"

/** What the page asks of the search. */
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

/** What the search tells the page. */
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
  /** So many damaged rows were put aside that nobody knew of. */
  | { readonly type: "damaged"; readonly count: number }
  | { readonly type: "failed" }
