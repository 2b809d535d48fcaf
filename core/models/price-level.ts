export type PriceLevel = 1 | 2 | 3 | 4

/** Up to these prices of an answer, in reais per million tokens, a model is of the first, second and third level. */
const bounds = [10, 45, 120] as const

/** How dear a model is, by what its answers cost: they are most of a bill. */
export function priceLevel(outputPerMillion: number): PriceLevel {
  return (1 + bounds.filter((bound) => outputPerMillion > bound).length) as PriceLevel
}
