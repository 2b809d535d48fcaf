import { microReais, type MicroReais } from "../lib/micro-reais.ts"

/** Reais per million tokens, as the server lists them. */
export interface TokenPrices {
  readonly input: number
  readonly output: number
}

/** A message of typical length, in tokens. */
const usual = { input: 500, output: 400 }

/** The price of a message of typical length, for comparing models. */
export function usualCost(prices: TokenPrices): MicroReais {
  return microReais(Math.round(usual.input * prices.input + usual.output * prices.output))
}
