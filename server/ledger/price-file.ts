import { randomBytes } from "node:crypto"
import { readFileSync, renameSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { z } from "zod"

/** `config/prices.json`: what providers charge, and where that was read. Committed, and changed by `admin prices`. */
export const defaultPriceFile = fileURLToPath(new URL("../../config/prices.json", import.meta.url))

/** Above 0: a price of nothing is a mistake, not a gift. */
const rate = z.int().positive().max(1_000_000_000_000)
const rates = {
  /** Micro-dollars per million tokens. */
  input: rate,
  cachedInput: rate.optional(),
  cacheWrite: rate.optional(),
  output: rate,
}
const origin = {
  provider: z.string().min(1),
  model: z.string().min(1),
  /** Where the price was read. */
  source: z.string().min(1),
  /** When, `YYYY-MM-DD`. */
  date: z.iso.date(),
}

export const chatPriceSchema = z.strictObject({
  ...origin,
  ...rates,
  /** Other rates for calls whose input is longer than `inputTokens`. */
  above: z.strictObject({ inputTokens: z.int().positive(), ...rates }).optional(),
  /** Micro-dollars per web search. */
  searchCall: rate.optional(),
})
export const imagePriceSchema = z.strictObject({
  ...origin,
  /** Micro-dollars per picture, by "size quality". */
  images: z.record(z.string(), rate),
})
export const speechPriceSchema = z.strictObject({
  ...origin,
  /** Micro-dollars per million characters. */
  speech: rate,
})
export const searchPriceSchema = z.strictObject({
  ...origin,
  /** Micro-dollars per web search, for every model of the provider that has no price of its own. */
  searchCall: rate,
})

export const priceSchema = z.union([chatPriceSchema, imagePriceSchema, speechPriceSchema, searchPriceSchema])
export type ChatPrice = z.infer<typeof chatPriceSchema>
export type Price = z.infer<typeof priceSchema>

/** Only the frame is checked here: one bad row must not take the others with it. */
export const priceFileSchema = z.object({ prices: z.array(z.looseObject({ provider: z.string(), model: z.string() })) })
export type PriceFile = z.infer<typeof priceFileSchema>

export function readPriceFile(file: string = defaultPriceFile): PriceFile {
  return priceFileSchema.parse(JSON.parse(readFileSync(file, "utf8")))
}

/** Written aside and renamed, so that a server that starts meanwhile reads the old prices or the new ones. */
export function writePriceFile(prices: PriceFile, file: string = defaultPriceFile): void {
  const aside = `${file}.${randomBytes(4).toString("hex")}`
  writeFileSync(aside, `${JSON.stringify(prices, null, 2)}\n`, { flush: true })
  renameSync(aside, file)
}
