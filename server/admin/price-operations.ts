import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import type { Exchange } from "#core/ledger/exchange.ts"
import { microReais, toReais } from "#core/lib/micro-reais.ts"
import { err, ok, type Result } from "#core/lib/result.ts"
import { providerIds } from "#core/providers/registry.ts"
import { loadPriceBook, type PriceProblem } from "../ledger/price-book.ts"
import { anyPicture } from "#core/ledger/picture-price.ts"
import {
  chatPriceSchema,
  isSameModel,
  type PriceFiles,
  priceSchema,
  readOwnPrices,
  readPriceFile,
  readPrices,
  writePriceFile,
  type ChatPrice,
  type Price,
} from "../ledger/price-file.ts"
import type { Refusal } from "./operations.ts"
import { refreshPrices } from "./refresh-prices.ts"

/** One line of the price list: what a user pays, in reais. */
export interface PriceView {
  readonly provider: string
  readonly model: string
  /** Reais per unit, by what is counted: "input", "cached" and "output" per million tokens, "speech" per million characters, a picture's size, "search" per call. */
  readonly reais: Readonly<Record<string, number>>
  readonly source: string
  readonly date: string
}

export interface PriceListView {
  readonly version: string
  readonly fxBrlPerUsd: string
  readonly margin: string
  readonly prices: readonly PriceView[]
  /** Models that are disabled for want of a price, each with how to set it. */
  readonly problems: readonly PriceProblem[]
}

/** A price in whole micro-dollars per million tokens; `searchCall` per call. */
export type NewPrice = Pick<ChatPrice, "provider" | "model" | "input" | "output" | "source"> &
  Partial<Pick<ChatPrice, "cachedInput" | "cacheWrite" | "searchCall">>

/** A price in whole micro-dollars, by the picture or per million characters. */
export interface NewPiecePrice {
  readonly provider: string
  readonly model: string
  readonly by: "picture" | "speech"
  readonly each: number
  readonly source: string
}

/** The prices, read and changed. A running server takes the operator's own from its next call on. */
export interface PriceOperations {
  list(): PriceListView
  set(price: NewPrice): Result<{ readonly price: ChatPrice }, Refusal>
  /** What is priced by the piece: pictures of any size, or speech per million characters. */
  setPiece(price: NewPiecePrice): Result<{ readonly price: Price }, Refusal>
  refresh(): Promise<Result<{ readonly changed: readonly string[]; readonly missing: readonly string[] }, Refusal>>
}

export function createPriceOperations(options: {
  readonly exchange: Exchange
  readonly now: () => number
  readonly files: PriceFiles
  /** Prices were changed. */
  readonly onChange?: () => void
}): PriceOperations {
  const { now, files, onChange = () => {} } = options
  // Only these two: whoever calls may pass its whole configuration, which is full of secrets.
  const exchange: Exchange = { fxBrlPerUsd: options.exchange.fxBrlPerUsd, margin: options.exchange.margin }
  function write(price: Price): void {
    const own = readOwnPrices(files.own).prices
    const known = own.findIndex((row) => isSameModel(row, price))
    writePriceFile({ prices: known < 0 ? [...own, price] : own.with(known, price) }, files.own)
    onChange()
  }

  return {
    list() {
      const content = readPrices(files)
      const book = loadPriceBook(content, exchange)
      const prices = content.prices.flatMap((row) => {
        const { provider, model } = row
        const reais = reaisOf(book.priceFor(provider, model), book.imagePricesFor(provider, model), {
          speech: book.speechPriceFor(provider, model),
          search: book.searchPriceFor(provider, model),
        })
        const origin = { source: String(row["source"]), date: String(row["date"]) }
        return Object.keys(reais).length === 0 ? [] : [{ provider, model, reais, ...origin }]
      })
      return { version: book.version, ...exchange, prices, problems: book.problems }
    },

    set(price) {
      const unknown = unknownProvider(price.provider)
      if (unknown) return err(unknown)
      const parsed = chatPriceSchema.safeParse({ ...price, date: isoDate(now()) })
      if (!parsed.success) {
        const field = parsed.error.issues[0]?.path.join(".") ?? ""
        return err({ kind: "invalid", message: `a price must be above 0 in whole micro-dollars: ${field}` })
      }
      write(parsed.data)
      return ok({ price: parsed.data })
    },

    setPiece({ by, each, ...row }) {
      const unknown = unknownProvider(row.provider)
      if (unknown) return err(unknown)
      const what = by === "picture" ? { images: { [anyPicture]: each } } : { speech: each }
      const parsed = priceSchema.safeParse({ ...row, ...what, date: isoDate(now()) })
      if (!parsed.success) return err({ kind: "invalid", message: "a price must be above 0 in whole micro-dollars" })
      write(parsed.data)
      return ok({ price: parsed.data })
    },

    async refresh() {
      const packageVersion = priceVersion()
      if (packageVersion === undefined)
        return err({ kind: "not-found", message: "the price package is not installed: npm install --include=dev" })
      const today = new Date(now())
      const {
        file: content,
        changed,
        missing,
      } = await refreshPrices(readPriceFile(files.common), { today, packageVersion })
      if (changed.length > 0) writePriceFile(content, files.common)
      onChange()
      return ok({ changed, missing })
    },
  }
}

function reaisOf(
  row: ReturnType<ReturnType<typeof loadPriceBook>["priceFor"]>,
  images: Readonly<Record<string, number>> | undefined,
  { speech, search }: { readonly speech: number | undefined; readonly search: number | undefined },
): Readonly<Record<string, number>> {
  const each = (perMillion: number) => toReais(microReais(Math.ceil(perMillion / 1_000_000)))
  return {
    ...(row && {
      input: toReais(microReais(row.inputPerMillion)),
      cached: toReais(microReais(row.cachedPerMillion)),
      output: toReais(microReais(row.outputPerMillion)),
    }),
    ...Object.fromEntries(Object.entries(images ?? {}).map(([size, perMillion]) => [size, each(perMillion)])),
    ...(speech === undefined ? {} : { speech: toReais(microReais(speech)) }),
    ...(search === undefined ? {} : { search: each(search) }),
  }
}

/** The installed version of the price package; it is a development dependency. */
function priceVersion(): string | undefined {
  try {
    const entry = createRequire(import.meta.url).resolve("@pydantic/genai-prices")
    const manifest: unknown = JSON.parse(readFileSync(new URL("../package.json", `file://${entry}`), "utf8"))
    return typeof manifest === "object" && manifest !== null && "version" in manifest
      ? String(manifest.version)
      : undefined
  } catch {
    return undefined
  }
}

function isoDate(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}

/** A price under a name that nobody has would never be used, and nobody told. */
function unknownProvider(name: string): Refusal | undefined {
  if (providerIds.some((id) => id === name)) return undefined
  return { kind: "invalid", message: `there is no provider "${name}": it must be one of ${providerIds.join(", ")}` }
}
