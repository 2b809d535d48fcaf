import type { Message } from "#core/conversation/message.ts"
import type { ExcerptPart } from "#core/search/excerpt.ts"

/** A query of the page to the search worker. */
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
  /** The words to highlight in the whole message, folded. */
  readonly words: readonly string[]
}

/** A message of the search worker to the page. */
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
  /** How many newly found damaged rows were put aside. */
  | { readonly type: "damaged"; readonly count: number }
  | { readonly type: "failed" }
