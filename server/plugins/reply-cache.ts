import type { PluginAnswer } from "./call-plugin.ts"

/**
 * The most replies that are kept, the longest one, and all of them together, in bytes. The longest that is asked for again and
 * again is the list of the towns of Minas Gerais, about 380 kB.
 */
const most = { replies: 1_000, each: 512 * 1024, all: 16 * 1024 * 1024 } as const

/** Public replies that many ask for, kept in memory for as long as they stay true. */
export interface ReplyCache {
  get(key: string): PluginAnswer | undefined
  put(key: string, answer: PluginAnswer, keptMs: number): void
}

/** `steady`: a clock that nobody sets, in ms. What was not asked for longest goes first. */
export function createReplyCache(steady: () => number): ReplyCache {
  const kept = new Map<string, { readonly answer: PluginAnswer; readonly until: number }>()
  let size = 0

  function drop(key: string): void {
    size -= kept.get(key)?.answer.bytes.length ?? 0
    kept.delete(key)
  }

  return {
    get(key) {
      const found = kept.get(key)
      if (found === undefined) return undefined
      if (found.until <= steady()) {
        drop(key)
        return undefined
      }
      kept.delete(key)
      kept.set(key, found)
      return found.answer
    },
    put(key, answer, keptMs) {
      if (keptMs <= 0 || answer.isCut || answer.bytes.length > most.each) return
      drop(key)
      kept.set(key, { answer, until: steady() + keptMs })
      size += answer.bytes.length
      for (const oldest of kept.keys()) {
        if (kept.size <= most.replies && size <= most.all) break
        drop(oldest)
      }
    },
  }
}
