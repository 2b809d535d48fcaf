import { freeModel } from "#core/gateway/limits.ts"
import { defaultModels } from "#core/models/default-models.ts"
import { ratingOf } from "#core/models/ratings.ts"
import type { OfferedModel } from "../../platform/server-config.ts"

/** A line of the model list. */
export interface ModelChoice {
  readonly name: string
  readonly title: string
  readonly provider: string
  /** Why it cannot be chosen. */
  readonly barred: "premium-only" | "unavailable" | undefined
  /** 1 to 5. */
  readonly reasoning: number
  readonly speed: number
  readonly pricePerMillion: OfferedModel["pricePerMillion"]
}

/** The models to choose from: the server's list, or the built-in one before the server has been heard. */
export function offeredModels(listed: readonly OfferedModel[], isFree: boolean): readonly ModelChoice[] {
  const models: readonly Pick<OfferedModel, "name" | "displayName" | "provider" | "available" | "pricePerMillion">[] =
    listed.length > 0
      ? listed
      : defaultModels.map(({ name, available, provider }) => ({
          name,
          displayName: name,
          provider: provider.providerName,
          available,
        }))
  return models.map(({ name, displayName, provider, available, pricePerMillion }) => ({
    name,
    title: displayName,
    provider,
    pricePerMillion,
    barred: !available ? "unavailable" : isFree && name !== freeModel ? "premium-only" : undefined,
    ...ratingOf(name),
  }))
}
