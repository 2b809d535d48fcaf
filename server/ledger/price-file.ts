import { randomBytes } from "node:crypto"
import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { z } from "zod"
import { makeDataFolder } from "../store/data-folder.ts"

/** `config/prices.json`: what providers charge, and where that was read. Comes with the program; `prices refresh` changes it. */
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

/** Where prices stand: those that come with the program, and the operator's own beside the data (`prices set`). */
export interface PriceFiles {
  readonly own: string
  /** Absent: `config/prices.json`. */
  readonly common?: string | undefined
}

export function priceFilesOf({ dataDir }: { readonly dataDir: string }): PriceFiles {
  return { own: join(dataDir, "prices.json") }
}

/** All prices; where the operator has one of their own, it is the one that holds. Throws a sentence that names the file. */
export function readPrices({ own, common }: PriceFiles): PriceFile {
  const theirs = readOwnPrices(own).prices
  const isSet = (row: Named) => theirs.some((set) => isSameModel(set, row))
  return { prices: [...readPriceFile(common).prices.filter((row) => !isSet(row)), ...theirs] }
}

/** The operator's own prices; none where nothing was set. */
export function readOwnPrices(file: string): PriceFile {
  if (!existsSync(file)) return { prices: [] }
  try {
    return readPriceFile(file)
  } catch (error) {
    throw new Error(`${file} cannot be read as prices`, { cause: error })
  }
}

type Named = { readonly provider: string; readonly model: string }

export function isSameModel(one: Named, other: Named): boolean {
  return one.provider === other.provider && one.model === other.model
}

/** Another text whenever one of the files is another. */
export function pricesChangedAt({ own, common = defaultPriceFile }: PriceFiles): string {
  return [own, common]
    .map((file) => {
      const found = statSync(file, { throwIfNoEntry: false })
      return found ? `${found.ino} ${found.mtimeMs} ${found.size}` : "none"
    })
    .join(", ")
}

/** Written aside and renamed, so that a server that starts meanwhile reads the old prices or the new ones. */
export function writePriceFile(prices: PriceFile, file: string = defaultPriceFile): void {
  makeDataFolder(dirname(file))
  const aside = `${file}.${randomBytes(4).toString("hex")}`
  writeFileSync(aside, `${JSON.stringify(prices, null, 2)}\n`, { flush: true })
  renameSync(aside, file)
}
