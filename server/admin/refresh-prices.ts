import { modelsOf } from "#core/models/provider-models.ts"
import { chatPriceSchema, type ChatPrice, type PriceFile } from "../ledger/price-file.ts"

/** The providers the price package knows, and their names there. */
const providers = [
  ["openai", "openai"],
  ["azure", "azure"],
  ["anthropic", "anthropic"],
  ["google", "google"],
  ["moonshot", "moonshotai"],
] as const
const packageName = "@pydantic/genai-prices"

export interface Refreshed {
  readonly file: PriceFile
  /** "provider model" of the rows that came or changed. */
  readonly changed: readonly string[]
  /** Models the package has no usable price for; they are left as they are, or out. */
  readonly missing: readonly string[]
}

/**
 * Reads our models' prices from the price package. Only rows that came from it are replaced: what was set by hand, or
 * comes from elsewhere, stays. A price it does not know is left out, never guessed.
 */
export async function refreshPrices(
  file: PriceFile,
  { today, packageVersion }: { readonly today: Date; readonly packageVersion: string },
): Promise<Refreshed> {
  const source = `${packageName} ${packageVersion}`
  const date = today.toISOString().slice(0, 10)
  const rows = new Map(file.prices.map((row) => [`${row.provider} ${row.model}`, row]))
  const changed: string[] = []
  const missing: string[] = []
  for (const [provider, nameInPackage] of providers) {
    for (const model of modelsOf(provider)) {
      const key = `${provider} ${model}`
      const known = rows.get(key)
      const setByHand = known !== undefined && !String(known["source"]).startsWith(packageName)
      if (setByHand) continue
      const price = await packagePrice(nameInPackage, model, today)
      if (price === undefined) {
        missing.push(key)
        continue
      }
      const row: ChatPrice = { provider, model, ...price, source, date }
      if (known !== undefined && sameRates(known, row)) continue
      rows.set(key, row)
      changed.push(key)
    }
  }
  return { file: { ...file, prices: [...rows.values()] }, changed, missing }
}

async function packagePrice(
  provider: string,
  model: string,
  at: Date,
): Promise<Omit<ChatPrice, "provider" | "model" | "source" | "date"> | undefined> {
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
  const row = {
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
  const whole = { provider, model, ...row, source: packageName, date: at.toISOString().slice(0, 10) }
  return chatPriceSchema.safeParse(whole).success ? row : undefined
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

function sameRates(known: object, row: ChatPrice): boolean {
  const rates = (price: object) => JSON.stringify({ ...price, source: "", date: "" })
  return rates(known) === rates(row)
}
