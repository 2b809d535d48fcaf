import type { MicroReais } from "../lib/micro-reais.ts"
import { priceOfUnits } from "./price.ts"

/**
 * The price of reading a text aloud, at micro-reais per million characters: Unicode code points, so an emoji is one.
 */
export function priceOfSpeech(text: string, perMillion: number): MicroReais {
  return priceOfUnits(charactersIn(text), perMillion)
}

/** The characters speech is billed by. */
export function charactersIn(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}
