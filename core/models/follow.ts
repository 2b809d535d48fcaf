import type { PriceRow, TokenRates } from "../ledger/price.ts"

/** The facts about a model that decide who succeeds it. */
export interface Successive {
  readonly key: string
  /** The model is known to be switched off. */
  readonly gone: boolean
  /** The keys of its successors, the first choice first. */
  readonly successors: readonly string[]
  /** Absent: the model cannot be sold. */
  readonly price?: PriceRow | undefined
  readonly tokensPerText: number
}

/** The successors of a model that was switched off. */
export interface Following<M> {
  /** The first suitable successor that is not dearer. */
  readonly next?: M
  /** Where there is no such successor: the first suitable one that is dearer, which needs consent. */
  readonly dearer?: M
}

/** Longer chains of successors are not followed; this also ends a cycle. */
const longestChain = 5

/**
 * Finds the successor of a model that was switched off: its successors in their order, and in place of one that is gone
 * itself, that one's successors. `suits` tells whether the caller may use a model and whether it accepts the request.
 * `promptTokens` decides which rates are compared.
 */
export function follow<M extends Successive>(
  asked: M,
  find: (key: string) => M | undefined,
  suits: (model: M) => boolean,
  promptTokens = 0,
): Following<M> {
  const living = livingAfter(asked, find).filter((model) => model.price !== undefined && suits(model))
  const next = living.find((model) => !isDearer(model, asked, promptTokens))
  const dearer = living[0]
  return next ? { next } : dearer ? { dearer } : {}
}

/** The living successors of a model, each once, in order of preference. */
function livingAfter<M extends Successive>(
  asked: M,
  find: (key: string) => M | undefined,
  seen: ReadonlySet<string> = new Set([asked.key]),
): readonly M[] {
  if (seen.size > longestChain) return []
  const found: M[] = []
  for (const key of asked.successors) {
    const model = seen.has(key) ? undefined : find(key)
    if (model === undefined) continue
    const after = model.gone ? livingAfter(model, find, new Set([...seen, key])) : [model]
    found.push(...after.filter((one) => !found.includes(one)))
  }
  return found
}

/**
 * Whether a text may cost more with one model than with another: some rate, times the tokens it counts for the same
 * text, is above the other's. A model without a price counts as dearer than any.
 */
export function isDearer(model: Successive, than: Successive, promptTokens = 0): boolean {
  if (model.price === undefined || than.price === undefined) return true
  const [rates, others] = [ratesAt(model.price, promptTokens), ratesAt(than.price, promptTokens)]
  const factor = model.tokensPerText / than.tokensPerText
  return rateNames.some((name) => rates[name] * factor > others[name])
}

const rateNames = ["inputPerMillion", "cachedPerMillion", "cacheWritePerMillion", "outputPerMillion"] as const

function ratesAt(row: PriceRow, promptTokens: number): TokenRates {
  return row.above !== undefined && promptTokens > row.above.inputTokens ? row.above : row
}

/** How much more a typical question costs with one model than with another, in whole percent, 0 or more. */
export function percentDearer(model: Successive, than: Successive): number {
  if (model.price === undefined || than.price === undefined) return 0
  const cost = ({ price, tokensPerText }: Successive) =>
    tokensPerText *
    (usualQuestion.inputUncached * (price?.inputPerMillion ?? 0) +
      usualQuestion.output * (price?.outputPerMillion ?? 0))
  return Math.max(0, Math.ceil(((cost(model) - cost(than)) / cost(than)) * 100))
}

/** A typical question: the tokens of a question with some history, and of its answer. */
const usualQuestion = { inputUncached: 1_500, output: 500 }
