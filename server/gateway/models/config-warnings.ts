import { assertNever } from "#core/lib/assert-never.ts"
import { isGpt4 } from "#core/models/capabilities.ts"
import { entriesWithoutEffect, type ListableModel, type NoEffect, splitModelName } from "#core/models/custom-models.ts"
import { type Role, roles, roleSettings } from "#core/models/roles.ts"
import { gatewayOf, keyNames } from "#core/providers/gateways.ts"
import { type ProviderId, providerIds, providerNames } from "#core/providers/registry.ts"
import type { Config } from "../../config.ts"
import type { ModelCatalogue, OfferedModel } from "./model-catalogue.ts"

interface Listing extends Pick<ModelCatalogue, "find" | "disabled"> {
  /** Before `CUSTOM_MODELS`, and after it. */
  readonly known: readonly ListableModel[]
  readonly wanted: readonly ListableModel[]
  readonly players: ReadonlyMap<Role, OfferedModel>
}

/**
 * Entries of `CUSTOM_MODELS` and of the roles' settings that have no effect, or that leave a role without a model, a
 * sentence each: a mistake must be visible, but does not prevent the start.
 */
export function configWarnings(config: Config, listing: Listing): readonly string[] {
  const { customModels, disableGpt4 } = config
  const slips = entriesWithoutEffect(listing.known, customModels).map(
    ({ entry, why }) => `CUSTOM_MODELS: "${entry}" ${inWords(why)}`,
  )
  // The known models are reached. An added one may belong to a provider that is not.
  const added = listing.wanted.slice(listing.known.length).filter(({ available }) => available)
  const unmet = added.flatMap(({ name, provider }) => {
    if (listing.find(name, provider) || listing.disabled(name, provider)) return []
    return [`CUSTOM_MODELS: ${name} is not offered: ${disableGpt4 && isGpt4(name) ? gpt4 : keyless(provider)}`]
  })
  const free = listing.players.has("free")
    ? []
    : ["no model plays the free role: visitors and free codes have no model"]
  return [...unreached(config), ...slips, ...unmet, ...roles.flatMap(ofRole), ...free]

  /** The operator's choice for a role that cannot play it. */
  function ofRole(role: Role): readonly string[] {
    const instead = listing.players.get(role)?.name ?? "nobody"
    return config.roles[role].flatMap((wanted) => {
      const { name, provider } = splitModelName(wanted)
      const told = (why: string) => [`${roleSettings[role]}: "${wanted}" ${why}; ${instead} plays that role`]
      if (provider === "unknown") return told(inWords("unknown-provider"))
      if (role === "image" || role === "speech") return instead === name ? [] : told("is not offered, or has no price")
      if (listing.find(name, provider)) return []
      const unpriced = listing.disabled(name, provider)
      if (unpriced) return told(`has no complete price (${unpriced.command})`)
      return told(disableGpt4 && isGpt4(name) ? `is not offered: ${gpt4}` : "is no model that is offered here")
    })
  }
}

/** Keys of providers that nobody can ask: their address is each operator's own, and is not told. */
function unreached({ providers }: Config): readonly string[] {
  return providerIds
    .filter((id) => providers[id].keys.length > 0 && providers[id].baseUrl === undefined)
    .map((id) => `${gatewayOf[id].settings.url} must be set: without it no model of ${providerNames[id]} is offered`)
}

const gpt4 = "DISABLE_GPT4 is set"

function keyless(provider: ProviderId): string {
  return `${providerNames[provider]} has no key (${keyNames(provider)})`
}

function inWords(why: NoEffect): string {
  switch (why) {
    case "no-model":
      return "names no model"
    case "unknown-provider":
      return `names a provider nobody knows (known: ${Object.values(providerNames).join(", ")})`
    case "hides-nothing":
      return "hides nothing: no such model is listed"
    case "nothing-of-provider":
      return "changes nothing: no model of that provider is listed"
    default:
      return assertNever(why)
  }
}
