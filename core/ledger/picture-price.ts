import type { MicroReais } from "../lib/micro-reais.ts"
import { type ImagePrices, priceOfUnits } from "./price.ts"

/** The properties of a picture that decide its price. */
export interface Picture {
  readonly size?: string | undefined
  readonly quality?: string | undefined
}

/** The name of one price for all pictures of a model, whatever their size (Stability). */
export const anyPicture = "any"

/** The name of the price of each picture that is handed in to be edited; a model without one draws from words alone. */
export const editedPicture = "edited"

/**
 * The price of `count` pictures by size and quality; the defaults of the images API are 1024×1024 and standard.
 * Undefined where the price list has none: such a picture is not made.
 */
export function priceOfPictures(
  { size = "1024x1024", quality = "standard" }: Picture,
  prices: ImagePrices,
  count = 1,
): MicroReais | undefined {
  const name = `${size} ${quality}`
  const each = Object.hasOwn(prices, name) ? prices[name] : prices[anyPicture]
  return each === undefined ? undefined : priceOfUnits(count, each)
}
