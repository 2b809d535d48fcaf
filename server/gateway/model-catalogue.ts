import { freeModel } from "#core/gateway/limits.ts"
import { compressModel, defaultModels } from "#core/models/default-models.ts"
import type { PriceRow } from "#core/ledger/price.ts"
import type { Config } from "../config.ts"
import type { PriceBook } from "../ledger/price-book.ts"

/** A model this server lets people use: known, allowed by the operator and completely priced. */
export interface OfferedModel {
  readonly name: string
  readonly provider: string
  readonly price: PriceRow
  /** Shown in lists; the model of titles and summaries is not. */
  readonly listed: boolean
}

export interface ModelCatalogue {
  find(name: string): OfferedModel | undefined
  /** Listed models a tier may use, in their order. */
  forTier(tier: "premium" | "free"): readonly OfferedModel[]
  /** Models that are not offered, with what the operator can do about it. */
  readonly missing: readonly string[]
}

/** No price, no model: an answer nobody priced would be free, or worse. */
export function createModelCatalogue(config: Config, prices: PriceBook): ModelCatalogue {
  const offered = new Map<string, OfferedModel>()
  const missing: string[] = []
  const wanted = [
    ...defaultModels.filter((model) => model.available).map((model) => ({ name: model.name, listed: true })),
    { name: compressModel, listed: false },
  ]
  for (const { name, listed } of wanted) {
    if (config.disableGpt4 && isGpt4(name)) continue
    const price = prices.priceFor("openai", name)
    const known = offered.get(name)
    if (known) continue
    if (price) offered.set(name, { name, provider: "openai", price, listed })
    else missing.push(`${name} has no complete price: npm run admin -- prices set openai ${name} …`)
  }
  const listed = [...offered.values()].filter((model) => model.listed)
  return {
    find: (name) => offered.get(name),
    forTier: (tier) => (tier === "premium" ? listed : listed.filter((model) => model.name === freeModel)),
    missing,
  }
}

/** The ancestor's rule for `DISABLE_GPT4`: every gpt-4 but the mini. */
function isGpt4(name: string): boolean {
  return name.startsWith("gpt-4") && !name.startsWith("gpt-4o-mini")
}
