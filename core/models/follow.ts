import type { PriceRow, TokenRates } from "../ledger/price.ts"

/** A model as far as it matters for who follows whom. */
export interface Successive {
  readonly key: string
  /** It is known to be switched off. */
  readonly gone: boolean
  /** Keys of what follows it, the first choice first. */
  readonly successors: readonly string[]
  /** Absent: it cannot be sold. */
  readonly price?: PriceRow | undefined
  readonly tokensPerText: number
}

/** What follows a model that was switched off. */
export interface Following<M> {
  /** The first that may take its place and is not dearer. */
  readonly next?: M
  /** Where there is none: the first that may take its place and is dearer, for whoever agrees to it. */
  readonly dearer?: M
}

/** A chain of successors longer than this leads nowhere; it ends a circle, too. */
const longestChain = 5

/**
 * Looks for what follows a model that was switched off: its successors in their order, and in the place of one that is gone
 * itself, what follows that. `suits` is whether the caller may have it and it can take what is asked. A prompt of
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

/** The living ones behind a model, each once, in the order in which they may take its place. */
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
 * Whether a text may cost more with one model than with another: some rate, times the tokens it counts for the same text,
 * is above the other's. A model without a price is dearer than any.
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

/** How much more a usual question costs with one model than with another, in whole percent, 0 or more. */
export function percentDearer(model: Successive, than: Successive): number {
  if (model.price === undefined || than.price === undefined) return 0
  const cost = ({ price, tokensPerText }: Successive) =>
    tokensPerText *
    (usualQuestion.inputUncached * (price?.inputPerMillion ?? 0) +
      usualQuestion.output * (price?.outputPerMillion ?? 0))
  return Math.max(0, Math.ceil(((cost(model) - cost(than)) / cost(than)) * 100))
}

/** Tokens of a question with some history, and of its answer. */
const usualQuestion = { inputUncached: 1_500, output: 500 }
