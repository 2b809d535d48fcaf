import { freeModel } from "#core/gateway/limits.ts"
import { providerNameOf, type ListedModel } from "#core/models/model-list.ts"
import { ratingOf } from "#core/models/ratings.ts"
import type { OfferedModel } from "../../../platform/server-config.ts"

/** A line of the model list. */
export interface ModelChoice {
  readonly name: string
  readonly title: string
  readonly provider: string
  /** The user's own key pays. */
  readonly own: boolean
  /** Why it cannot be chosen. */
  readonly barred: "premium-only" | "unavailable" | undefined
  /** 1 to 5. */
  readonly reasoning: number
  readonly speed: number
  readonly pricePerMillion: OfferedModel["pricePerMillion"]
}

/** The models to choose from, each with why it cannot be: an own key opens its provider's to everybody. */
export function offeredModels(
  models: readonly ListedModel[],
  prices: readonly OfferedModel[],
  isFree: boolean,
): readonly ModelChoice[] {
  const listed = models.filter(({ hidden }) => !hidden)
  return listed.map((model) => {
    const { name, displayName, available, own } = model
    const provider = providerNameOf(model)
    const priced = prices.find((one) => one.name === name && one.provider === provider)
    return {
      name,
      title: displayName,
      provider,
      own,
      pricePerMillion: own ? undefined : priced?.pricePerMillion,
      barred: !available ? "unavailable" : isFree && !own && name !== freeModel ? "premium-only" : undefined,
      ...ratingOf(name),
    }
  })
}
