import { askedIn, eachWord, isUnspaced, type Word } from "./fold.ts"
import { withoutMarks } from "./marks.ts"
import { isSimilar } from "./similar.ts"

/** An entry of the index. */
export interface Found {
  readonly key: string
  /** Epoch milliseconds. */
  readonly date: number
}

export interface SearchResult {
  /** Best first: whole words before beginnings of words, and the latest first among equals. */
  readonly keys: readonly string[]
  /** The matched words, folded, for highlighting. */
  readonly words: ReadonlySet<string>
  /** No text contains these exact words; the results contain similar ones. */
  readonly isSimilar: boolean
}

/** An index of all texts by their words. */
export interface SearchIndex {
  /** Adds a text; it replaces an older one with the same key. */
  readonly add: (found: Found, text: string) => void
  readonly remove: (key: string) => void
  /**
   * The texts that contain every word of the query, as a whole word or as its beginning; case and accents are ignored,
   * signs at a word are not.
   */
  readonly search: (query: string) => SearchResult
  readonly size: () => number
}

/**
 * Texts are numbered as they come; for each word stands the list of the numbers that have it. A removed text keeps its
 * number and is skipped. 20 000 messages are indexed in about a second, and a query takes milliseconds, which is why
 * this is not a library (0030).
 */
export function createSearchIndex(): SearchIndex {
  const texts: (Found | undefined)[] = []
  const numbers = new Map<string, number>()
  const lists = new Map<string, number[]>()
  const byFirstLetter = new Map<string, string[]>()
  let latestFirst: readonly number[] | undefined

  const note = (word: string, number: number) => {
    const list = lists.get(word)
    if (list !== undefined) {
      if (list[list.length - 1] !== number) list.push(number)
      return
    }
    lists.set(word, [number])
    const first = word.charAt(0)
    const others = byFirstLetter.get(first)
    if (others === undefined) byFirstLetter.set(first, [word])
    else others.push(word)
  }

  const remove = (key: string) => {
    const number = numbers.get(key)
    if (number === undefined) return
    texts[number] = undefined
    numbers.delete(key)
    latestFirst = undefined
  }

  /** Numbers from the latest text to the oldest, so that results need no sorting. */
  const inOrder = () => {
    latestFirst ??= [...numbers.values()].sort((a, b) => (texts[b]?.date ?? 0) - (texts[a]?.date ?? 0))
    return latestFirst
  }

  /** The texts that match each group of words, rated; `match` rates a word from 0 (no match) to 2. */
  const collect = (groups: readonly ReadonlyMap<string, 1 | 2>[]): SearchResult["keys"] => {
    const matched = new Uint8Array(texts.length)
    const scores = new Uint8Array(texts.length)
    const best = new Uint8Array(texts.length)
    for (const [at, group] of groups.entries()) {
      best.fill(0)
      for (const [word, rate] of group) {
        for (const number of lists.get(word) ?? []) if ((best[number] ?? 0) < rate) best[number] = rate
      }
      for (let number = 0; number < best.length; number++) {
        const rate = best[number] ?? 0
        if (rate === 0 || matched[number] !== at) continue
        matched[number] = at + 1
        scores[number] = (scores[number] ?? 0) + rate
      }
    }
    const byScore: string[][] = []
    for (const number of inOrder()) {
      const text = texts[number]
      if (text === undefined || matched[number] !== groups.length) continue
      const score = scores[number] ?? 0
      ;(byScore[score] ??= []).push(text.key)
    }
    return byScore.reverse().flatMap((keys) => keys ?? [])
  }

  const beginningWith = (word: string) => {
    const group = new Map<string, 1 | 2>()
    if (isUnspaced(word)) return lists.has(word) ? group.set(word, 2) : group
    for (const candidate of byFirstLetter.get(word.charAt(0)) ?? []) {
      if (candidate.startsWith(word)) group.set(candidate, candidate.length === word.length ? 2 : 1)
    }
    return group
  }

  const similarTo = (word: string) => {
    const group = beginningWith(word)
    const plain = withoutMarks(word)
    // Where no text has the signs, the word alone may have been meant.
    if (plain !== word && lists.has(plain)) group.set(plain, 1)
    for (const candidate of lists.keys()) {
      if (!group.has(candidate) && isSimilar(plain, candidate)) group.set(candidate, 1)
    }
    return group
  }

  return {
    add: (found, text) => {
      remove(found.key)
      const number = texts.length
      texts.push(found)
      numbers.set(found.key, number)
      latestFirst = undefined
      eachWord(text, (word) => note(word, number))
    },
    remove,
    search: (query) => {
      const find = (asked: readonly Word[], group: (word: string) => ReadonlyMap<string, 1 | 2>) => {
        const groups = [...new Set(asked.slice(0, mostWords).map(({ folded }) => folded))].map(group)
        return {
          keys: groups.length === 0 ? [] : collect(groups),
          words: new Set(groups.flatMap((one) => [...one.keys()])),
        }
      }
      const strict = find(askedIn(query), beginningWith)
      if (strict.keys.length > 0) return { ...strict, isSimilar: false }
      const loose = find(askedIn(query, { pairs: false }), similarTo)
      return { ...loose, isSimilar: loose.keys.length > 0 }
    },
    size: () => numbers.size,
  }
}

/** Further words of a query are ignored. */
const mostWords = 30
