import { newSessionModel, type Place, type Tier } from "../access/shown-tier.ts"
import { manifestOf, providerNames, type ProviderId } from "../providers/registry.ts"
import { splitModelName } from "./custom-models.ts"
import type { RetiredModel } from "./model-change.ts"
import { isLiteral, modelInRole, type PlayedRoles } from "./played-roles.ts"

export interface ModelWithProvider {
  readonly model: string
  readonly providerName: string
}

export interface NewModelSource {
  /** The model that the user chose for new conversations; undefined if they chose none. */
  readonly chosen: ModelWithProvider | undefined
  /** The provider whose own key new conversations use. */
  readonly ownProvider: ProviderId | undefined
  /** Known models of providers that only own keys can call; each provider's preferred model first. */
  readonly known: readonly { readonly name: string; readonly provider: string }[]
  /**
   * The operator's default, as `model@provider`; empty for none. Used where the server does not report who plays the
   * role.
   */
  readonly serversDefault: string
  readonly roles: PlayedRoles
  /** By `name@Provider`. */
  readonly retired: Readonly<Record<string, RetiredModel>>
  /** The server's list, for finding a model's provider; empty until it is known. */
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

/**
 * The model that a new conversation begins with. Tier and place restrict it, but not for users who pay with an own key.
 */
export function newModelOf(source: NewModelSource): ModelWithProvider {
  const { ownProvider, serversDefault, roles, listed } = source
  const ownModel = ownProvider && ownModelOf(ownProvider, source)
  if (ownModel) return ownModel
  const chosen = stillThere(source)
  const { name, provider } = splitModelName(roles.default ?? serversDefault)
  const offered = listed.filter(({ available }) => available !== false)
  const isOffered = (asked: string) => listed.length === 0 || offered.some((one) => one.name === asked)
  // An unusable default would make every new conversation begin with a refusal.
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
 * The user's choice, as long as it is available. If it is the built-in default it follows the role as soon as its last
 * day is known; a model that was switched off is replaced by its successor, or else by the role's model.
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
 * The chosen model if it belongs to that provider, else the provider's preferred one; none of a provider that does not
 * chat. The models of a user's own Azure are unknown: the usual name is requested.
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
    (manifestOf[provider].hasDeployments ? modelInRole(roles, "default").model : undefined)
  return model === undefined ? undefined : { model, providerName }
}
