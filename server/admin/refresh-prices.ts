import { execFileSync } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { isDeepStrictEqual } from "node:util"
import { type DatedPrice, type ModelRow, priceAt, type TokenPrice } from "#core/models/model-row.ts"
import { gatewayOf } from "#core/providers/gateways.ts"
import { parseModelFile, shippedModelFile } from "../gateway/models/model-file.ts"

export interface Refreshed {
  /** "provider model" of the rows whose price changed. */
  readonly changed: readonly string[]
  /** Rows whose price was read in the package once, and has none there now; they stay as they are. */
  readonly missing: readonly string[]
}

/**
 * For developers: renews the prices of `config/models.json` from the price package. Only rows whose first source is the
 * package (`gp`) are looked at, and of those only the price that holds today; what was read elsewhere stays.
 */
export async function refreshShippedPrices(file: string, today: Date): Promise<Refreshed> {
  const json = JSON.parse(readFileSync(file, "utf8")) as { models: ModelRow[] }
  const { rows, ...refreshed } = await refreshRows(json.models, today)
  if (refreshed.changed.length === 0) return refreshed
  const content = { ...json, models: rows }
  const check = parseModelFile(content)
  if (!check.ok) throw new Error(`the price package would break ${file}: ${check.error}`)
  writeFileSync(file, asFormatted(content))
  return refreshed
}

export async function refreshRows(
  models: readonly ModelRow[],
  today: Date,
): Promise<Refreshed & { readonly rows: readonly ModelRow[] }> {
  const changed: string[] = []
  const missing: string[] = []
  const rows: ModelRow[] = []
  for (const row of models) {
    const name = gatewayOf[row.provider].pricePackageName
    const before = priceAt(row, today.getTime())
    if (name === undefined || before === undefined || !row.source.startsWith("gp") || !("input" in before)) {
      rows.push(row)
      continue
    }
    const price = await packagePrice(name, row.id, today)
    if (price === undefined) missing.push(`${row.provider} ${row.id}`)
    const after = price && renewed(before, price)
    if (after === undefined || isDeepStrictEqual(before, after)) {
      rows.push(row)
      continue
    }
    changed.push(`${row.provider} ${row.id}`)
    const prices = (row.prices ?? []).map((one): DatedPrice => (one === before ? after : one))
    rows.push({ ...row, prices, read: today.toISOString().slice(0, 10) })
  }
  return { rows, changed, missing }
}

/** The package's rates, begun when the known ones did. Sources differ by a token about where dearer rates begin; then ours stays. */
function renewed({ from, currency, above }: TokenPrice, price: TokenPrice): TokenPrice {
  const isNear = above && price.above && Math.abs(above.inputTokens - price.above.inputTokens) <= 1
  return {
    ...(from === undefined ? {} : { from }),
    ...(currency === undefined ? {} : { currency }),
    ...price,
    ...(isNear && price.above ? { above: { ...price.above, inputTokens: above.inputTokens } } : {}),
  }
}

/** In the form of the repository, by its formatter. */
function asFormatted(json: object): string {
  const formatter = fileURLToPath(new URL("../../node_modules/oxfmt/bin/oxfmt", import.meta.url))
  return execFileSync(process.execPath, [formatter, "--stdin-filepath", shippedModelFile], {
    input: JSON.stringify(json),
    encoding: "utf8",
  })
}

async function packagePrice(provider: string, model: string, at: Date): Promise<TokenPrice | undefined> {
  const { calcPrice } = await import("@pydantic/genai-prices")
  const found = calcPrice({ input_tokens: 1, output_tokens: 1 }, model, { providerId: provider, timestamp: at })
  if (found === null) return undefined
  const price = found.model_price
  const [input, cachedInput, cacheWrite, output] = [
    ratesOf(price["input_mtok"]),
    ratesOf(price["cache_read_mtok"]),
    ratesOf(price["cache_write_mtok"]),
    ratesOf(price["output_mtok"]),
  ]
  if (!input || !output) return undefined
  const starts = new Set([input, cachedInput, cacheWrite, output].flatMap((rate) => rate?.starts ?? []))
  const searches = price["web_searches_kcount"]
  const row: TokenPrice = {
    input: input.base,
    ...(cachedInput ? { cachedInput: cachedInput.base } : {}),
    ...(cacheWrite ? { cacheWrite: cacheWrite.base } : {}),
    output: output.base,
    ...(starts.size > 0
      ? {
          above: {
            inputTokens: Math.min(...starts),
            input: input.last,
            ...(cachedInput ? { cachedInput: cachedInput.last } : {}),
            ...(cacheWrite ? { cacheWrite: cacheWrite.last } : {}),
            output: output.last,
          },
        }
      : {}),
    ...(typeof searches === "number" ? { searchCall: microDollars(searches / 1_000) } : {}),
  }
  // One threshold is all a row can say; a model with more of them, or with a price of nothing, is left out.
  if (starts.size > 1) return undefined
  const { above, ...rates } = row
  return [...Object.values(rates), ...Object.values(above ?? {})].every((rate) => rate > 0) ? row : undefined
}

/** A price of the package (dollars per million, perhaps in steps by input length) in micro-dollars. */
function ratesOf(
  price: unknown,
): { readonly base: number; readonly last: number; readonly starts: readonly number[] } | undefined {
  if (typeof price === "number") return { base: microDollars(price), last: microDollars(price), starts: [] }
  if (typeof price !== "object" || price === null || !("base" in price) || !("tiers" in price)) return undefined
  const { base, tiers } = price as {
    readonly base: number
    readonly tiers: readonly { start: number; price: number }[]
  }
  const last = tiers.at(-1)?.price ?? base
  return { base: microDollars(base), last: microDollars(last), starts: tiers.map(({ start }) => start) }
}

/** Exact for prices with up to 6 decimals; a float's last digits are rounded away. */
function microDollars(dollars: number): number {
  return Math.round(dollars * 1_000_000)
}
