export type PriceLevel = 1 | 2 | 3 | 4

/** Upper bounds of the first, second and third price level, in reais per million output tokens. */
const bounds = [10, 45, 120] as const

/** The price level of a model by its output price, which is most of a bill. */
export function priceLevel(outputPerMillion: number): PriceLevel {
  return (1 + bounds.filter((bound) => outputPerMillion > bound).length) as PriceLevel
}
