import type { Failure } from "#core/gateway/failure.ts"
import { addressPrefix } from "../limits/address-steps.ts"
import { hmacUnder } from "./hmac.ts"
import type { WrongCodes } from "./wrong-codes.ts"

/** Words that are remembered with who brought them; the one that was not brought for longest goes first. */
const mostWords = 20_000

/**
 * Guards the words of `CODE`, which people choose. Any other word may be a key of somebody's own, and a guess: what tells the
 * two apart is not what is done with it but whether its address has brought it before, for a word that was answered once
 * tells nothing new. So a new one is a try, counted before anything is answered, and its address waits for it as for a wrong
 * code; once a provider takes it for a key it was none.
 */
export interface WordGuesses {
  /** Whether a word is compared with those of `CODE`: not where too many were tried, or the right one would be told apart. */
  mayLook(word: string, address: string): boolean
  /** A word was one of them: its address is let in with it from now on, whatever its neighbours try. */
  letIn(word: string, address: string): void
  /** It was none of them. Passes when it has waited, where it is new; a failure, where there were too many. */
  attempt(word: string, address: string): Promise<Failure | undefined>
  /** A provider takes it for a key. */
  accepted(word: string, address: string): void
  /** A request with it is over: that nobody took it for a key is told, once. */
  over(word: string, address: string): void
}

interface Brought {
  readonly tried: Promise<Failure | undefined>
  /** Whether what it is has been said: a word of `CODE`, a key, or a guess that was told. */
  what: "unknown" | "guess" | "fine"
}

const passed = Promise.resolve(undefined)

export function createWordGuesses(wrongCodes: WrongCodes, pepper: string): WordGuesses {
  const brought = new Map<string, Brought>()
  const digest = hmacUnder(pepper)
  const nameOf = (word: string, address: string) => digest(`word\0${addressPrefix(address)}\0${word}`)

  function remember(name: string, entry: Brought): void {
    brought.delete(name)
    brought.set(name, entry)
    const oldest = brought.keys().next().value
    if (brought.size > mostWords && oldest !== undefined) brought.delete(oldest)
  }

  return {
    mayLook: (word, address) => !wrongCodes.refuses(address) || brought.has(nameOf(word, address)),
    letIn: (word, address) => remember(nameOf(word, address), { tried: passed, what: "fine" }),
    async attempt(word, address) {
      const name = nameOf(word, address)
      const entry = brought.get(name) ?? { tried: wrongCodes.attempt(address), what: "unknown" }
      remember(name, entry)
      const tooMany = await entry.tried
      if (tooMany === undefined || brought.get(name) !== entry) return tooMany
      brought.delete(name)
      wrongCodes.tell(address)
      return tooMany
    },
    accepted(word, address) {
      const entry = brought.get(nameOf(word, address))
      if (entry === undefined || entry.what === "fine") return
      entry.what = "fine"
      wrongCodes.giveBack(address)
    },
    over(word, address) {
      const entry = brought.get(nameOf(word, address))
      if (entry?.what !== "unknown") return
      entry.what = "guess"
      wrongCodes.tell(address)
    },
  }
}
