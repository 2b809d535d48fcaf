import { newSessionModel, type Place, type Tier } from "../access/tier.ts"
import { providerNames, type ProviderId } from "../providers/registry.ts"
import { splitModelName } from "./custom-models.ts"
import { defaultModel } from "./default-models.ts"
import { openAi } from "./model.ts"
import { modelsOf } from "./provider-models.ts"

export interface ModelWithProvider {
  readonly model: string
  readonly providerName: string
}

export interface NewModelSource {
  /** What the user set as the model of new conversations; undefined while they chose none. */
  readonly chosen: ModelWithProvider | undefined
  /** The provider whose own key new conversations use. */
  readonly ownProvider: ProviderId | undefined
  /** The operator's, as `model@provider`; empty for none. */
  readonly serversDefault: string
  /** The server's list, for finding a model's provider; empty while nothing is known of it. */
  readonly listed: readonly { readonly name: string; readonly provider: string; readonly available?: boolean }[]
  readonly tier: Tier
  readonly place: Place
}

/** The model a new conversation begins with. What tier and place decide, they decide: not for those who pay with a key of their own. */
export function newModelOf({
  chosen,
  ownProvider,
  serversDefault,
  listed,
  ...user
}: NewModelSource): ModelWithProvider {
  const ownModel = ownProvider && ownModelOf(ownProvider, chosen)
  if (ownModel) return ownModel
  const { name, provider } = splitModelName(serversDefault)
  const offered = listed.filter(({ available }) => available !== false)
  const isOffered = (asked: string) => listed.length === 0 || offered.some((one) => one.name === asked)
  // A default that nobody can use would make every new conversation begin with a refusal.
  const foremost = isOffered(defaultModel) ? undefined : offered[0]?.name
  const wished = chosen?.model ?? (name !== "" && isOffered(name) ? name : foremost)
  const model = newSessionModel(user.tier, user.place, wished)
  const named = provider === undefined || provider === "unknown" ? undefined : providerNames[provider]
  const offering = listed.filter((one) => one.name === model).map((one) => one.provider)
  const preferred = chosen ? chosen.providerName : named
  if (preferred !== undefined && model === wished && (offering.length === 0 || offering.includes(preferred))) {
    return { model, providerName: preferred }
  }
  return { model, providerName: offering[0] ?? openAi.providerName }
}

/** The chosen model where it is that provider's, else its foremost; none of a provider that does not chat. */
function ownModelOf(provider: ProviderId, chosen: ModelWithProvider | undefined): ModelWithProvider | undefined {
  const providerName = providerNames[provider]
  if (chosen?.providerName === providerName) return { model: chosen.model, providerName }
  const model = modelsOf(provider)[0]
  return model === undefined ? undefined : { model, providerName }
}
