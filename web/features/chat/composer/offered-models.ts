import { providerNameOf, type ListedModel } from "#core/models/model-list.ts"
import { daysLeft, shownDays } from "#core/models/model-life.ts"
import type { GoodAt } from "#core/models/model-row.ts"
import { answersWithPicture, modelInRole } from "#core/models/played-roles.ts"
import type { Rating } from "#core/models/ratings.ts"
import { abilitiesIn, goodAtIn, ratingIn } from "../../../platform/gateway/read-model-facts.ts"
import type { ModelFacts, OfferedModel, ServerConfig } from "../../../platform/gateway/server-config.ts"

/** A line of the model list. */
export interface ModelChoice {
  readonly name: string
  readonly title: string
  readonly provider: string
  /** The user's own key pays. */
  readonly own: boolean
  /** Why it cannot be chosen. */
  readonly barred: "premium-only" | "unavailable" | "retired" | undefined
  /** Absent where it answers with a picture. */
  readonly rating: Rating | undefined
  readonly goodAt: GoodAt
  readonly abilities: readonly ShownAbility[]
  readonly pricePerMillion: OfferedModel["pricePerMillion"]
  /** The last day, `YYYY-MM-DD`, where that is near. */
  readonly leaves: string | undefined
  /** It was switched off: when, and what people call what follows. */
  readonly left: { readonly since: string | undefined; readonly next: string | undefined } | undefined
}

/** The abilities that have a picture, in the order in which they stand. */
export const shownAbilities = ["draws", "sees", "thinks", "tools", "long", "searches"] as const
export type ShownAbility = (typeof shownAbilities)[number]

/** A context of so many tokens is called long: several books. */
const longWindow = 400_000

export type OfferedBy = Pick<ServerConfig, "models" | "known" | "roles">

/** The models to choose from, each with why it cannot be: an own key opens its provider's to everybody. */
export function offeredModels(
  models: readonly ListedModel[],
  { models: offered, known, roles }: OfferedBy,
  { isFree, now }: { readonly isFree: boolean; readonly now: number },
): readonly ModelChoice[] {
  const free = modelInRole(roles, "free").model
  const titleOf = (name: string) => offered.find((one) => `${one.name}@${one.provider}` === name)?.displayName
  const listed = models.filter(({ hidden }) => !hidden)
  return listed.map((model): ModelChoice => {
    const { name, displayName, available, own } = model
    const provider = providerNameOf(model)
    const isIt = (one: ModelFacts) => one.name === name && one.provider === provider
    const told = offered.find(isIt)
    const facts = told ?? known.find(isIt)
    const { retired } = told ?? {}
    const isForFree = told?.tiers.length ? told.tiers.includes("free") : name === free
    const isForPremium = isFree && !own && !isForFree
    const days = daysLeft(facts?.off, now)
    const goodAt = goodAtIn(facts ?? { name })
    const draws = goodAt === "pictures" || answersWithPicture({ model: name, providerName: provider }, roles)
    return {
      name,
      title: displayName,
      provider,
      own,
      barred: retired ? "retired" : !available ? "unavailable" : isForPremium ? "premium-only" : undefined,
      rating: draws ? undefined : ratingIn(facts ?? { name }),
      goodAt: draws ? "pictures" : goodAt,
      abilities: abilitiesOf(facts, draws),
      pricePerMillion: own ? undefined : told?.pricePerMillion,
      leaves: days !== undefined && days >= 0 && days <= shownDays ? facts?.off : undefined,
      left: retired && { since: retired.since, next: retired.next && (titleOf(retired.next) ?? nameIn(retired.next)) },
    }
  })
}

function abilitiesOf(facts: ModelFacts | undefined, draws: boolean): readonly ShownAbility[] {
  const { tools, thinks, window = 0, searches } = abilitiesIn(facts)
  const has: Readonly<Record<ShownAbility, boolean | undefined>> = {
    draws,
    sees: facts?.canSeeImages,
    thinks: !draws && thinks,
    tools: !draws && tools !== undefined && tools !== "never",
    long: window >= longWindow,
    searches,
  }
  return shownAbilities.filter((ability) => has[ability])
}

function nameIn(model: string): string {
  return model.replace(/@[^@]*$/, "")
}
