import type { PriceRow } from "#core/ledger/price.ts"

/** Prices as an operator has set them, under the version that holds are made with. */
export interface PriceSet {
  readonly version: string
  readonly price: PriceRow
  /** As a database keeps it. */
  readonly content: string
}

/** All prices that ever held, the last one now. Servers take it over one after the other, each when it looks. */
export interface PriceHistory {
  current(): PriceSet
  /** The operator sets others. */
  set(times: number): void
  /** The prices of a version, by the operator's own notes. */
  of(version: string): PriceRow | undefined
  all(): readonly PriceRow[]
}

/** Micro-reais for a million tokens. */
const first: PriceRow = {
  inputPerMillion: 14_300_000,
  cachedPerMillion: 3_575_000,
  cacheWritePerMillion: 14_300_000,
  outputPerMillion: 57_200_000,
}

/** One price for all the models that are asked. */
export function createPriceHistory(models: readonly string[]): PriceHistory {
  const history = [setOf(first, 1)]

  function setOf(price: PriceRow, number: number): PriceSet {
    const rows = models.map((model) => [`openai ${model}`, price])
    return { version: `v${number}`, price, content: JSON.stringify({ rows, images: [], speeches: [], searches: [] }) }
  }

  return {
    current: () => history.at(-1)!,
    set(times) {
      const scaled = Object.entries(history.at(-1)!.price).map(([name, rate]) => [
        name,
        Math.ceil(Number(rate) * times),
      ])
      history.push(setOf(Object.fromEntries(scaled) as unknown as PriceRow, history.length + 1))
    },
    of: (version) => history.find((one) => one.version === version)?.price,
    all: () => history.map(({ price }) => price),
  }
}
