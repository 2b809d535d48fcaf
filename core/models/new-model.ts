import { newSessionModel, type Place, type Tier } from "../access/tier.ts"
import { providerNames, type ProviderId } from "../providers/registry.ts"
import { splitModelName } from "./custom-models.ts"
import type { RetiredModel } from "./model-change.ts"
import { isLiteral, modelInRole, type PlayedRoles } from "./played-roles.ts"

export interface ModelWithProvider {
  readonly model: string
  readonly providerName: string
}

export interface NewModelSource {
  /** What the user set as the model of new conversations; undefined while they chose none. */
  readonly chosen: ModelWithProvider | undefined
  /** The provider whose own key new conversations use. */
  readonly ownProvider: ProviderId | undefined
  /** The models known of providers that only own keys can ask; each provider's foremost first. */
  readonly known: readonly { readonly name: string; readonly provider: string }[]
  /** The operator's, as `model@provider`; empty for none. Counts where the server does not tell who plays the role. */
  readonly serversDefault: string
  readonly roles: PlayedRoles
  /** By `name@Provider`. */
  readonly retired: Readonly<Record<string, RetiredModel>>
  /** The server's list, for finding a model's provider; empty while nothing is known of it. */
  readonly listed: readonly ListedRow[]
  readonly tier: Tier
  readonly place: Place
}

interface ListedRow {
  readonly name: string
  readonly provider: string
  readonly available?: boolean
  /** The announced last day. */
  readonly off?: string
  /** It was switched off. */
  readonly retired?: object
}

/** The model a new conversation begins with. What tier and place decide, they decide: not for those who pay with a key of their own. */
export function newModelOf(source: NewModelSource): ModelWithProvider {
  const { ownProvider, serversDefault, roles, listed } = source
  const ownModel = ownProvider && ownModelOf(ownProvider, source)
  if (ownModel) return ownModel
  const chosen = stillThere(source)
  const { name, provider } = splitModelName(roles.default ?? serversDefault)
  const offered = listed.filter(({ available }) => available !== false)
  const isOffered = (asked: string) => listed.length === 0 || offered.some((one) => one.name === asked)
  // A default that nobody can use would make every new conversation begin with a refusal.
  const foremost = isOffered(modelInRole(roles, "default").model) ? undefined : offered[0]?.name
  const wished = chosen?.model ?? (name !== "" && isOffered(name) ? name : foremost)
  const free = modelInRole(roles, "free")
  const model = newSessionModel(source.tier, source.place, wished, free.model)
  const named = provider === undefined || provider === "unknown" ? undefined : providerNames[provider]
  const offering = listed.filter((one) => one.name === model).map((one) => one.provider)
  const preferred = model !== wished ? undefined : chosen ? chosen.providerName : named
  const fits = (providerName: string) => offering.length === 0 || offering.includes(providerName)
  if (preferred !== undefined && fits(preferred)) return { model, providerName: preferred }
  if (model === free.model && fits(free.providerName)) return free
  return { model, providerName: offering[0] ?? modelInRole({}, "default").providerName }
}

/**
 * The user's choice, where it still is one. The specification's own default follows the role as soon as its last day is
 * known, and a model that was switched off is followed by the next, or else by the role's.
 */
function stillThere({ chosen, roles, retired, listed }: NewModelSource): ModelWithProvider | undefined {
  if (chosen === undefined) return undefined
  const { model, providerName } = chosen
  const row = listed.find((one) => one.name === model && one.provider === providerName)
  const isLasting = row !== undefined && row.available !== false && row.off === undefined
  if (isLiteral(chosen, "default") && roles.default !== undefined && !isLasting) return undefined
  const key = `${model}@${providerName}`
  const gone = Object.hasOwn(retired, key) ? retired[key] : undefined
  if (gone === undefined) return chosen
  const { next } = gone
  const isListed = listed.some(({ name, provider }) => name === next?.name && provider === next.provider)
  return next && isListed ? { model: next.name, providerName: next.provider } : undefined
}

/**
 * The chosen model where it is that provider's, else its foremost; none of a provider that does not chat. At one's own
 * Azure nobody knows what there is: the usual name is asked for.
 */
function ownModelOf(
  provider: ProviderId,
  { chosen, known, listed, roles }: NewModelSource,
): ModelWithProvider | undefined {
  const providerName = providerNames[provider]
  if (chosen?.providerName === providerName) return { model: chosen.model, providerName }
  const there = listed.filter(({ retired }) => retired === undefined)
  const model =
    [...there, ...known].find((one) => one.provider === providerName)?.name ??
    (provider === "azure" ? modelInRole(roles, "default").model : undefined)
  return model === undefined ? undefined : { model, providerName }
}
