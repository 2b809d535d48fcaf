import { freeModel } from "#core/gateway/limits.ts"
import { isGpt4 } from "#core/models/capabilities.ts"
import { entriesWithoutEffect, type ListableModel, type NoEffect, splitModelName } from "#core/models/custom-models.ts"
import { assertNever } from "#core/lib/assert-never.ts"
import { keyNames } from "#core/providers/key-names.ts"
import { type ProviderId, providerNames } from "#core/providers/registry.ts"
import type { Config } from "../../config.ts"
import type { ModelCatalogue } from "./model-catalogue.ts"

interface Listing extends Pick<ModelCatalogue, "find" | "disabled"> {
  /** Before `CUSTOM_MODELS`, and after it. */
  readonly known: readonly ListableModel[]
  readonly wanted: readonly ListableModel[]
}

/** What `CUSTOM_MODELS` and `DEFAULT_MODEL` ask for and do not get, or leave nobody with, a sentence each: a slip must be seen, and ends no start. */
export function modelDoubts(config: Config, listing: Listing): readonly string[] {
  const { customModels, defaultModel, disableGpt4 } = config
  const slips = entriesWithoutEffect(listing.known, customModels).map(
    ({ entry, why }) => `CUSTOM_MODELS: "${entry}" ${inWords(why)}`,
  )
  // What was known is reached. What the string adds may be of a provider that is not.
  const added = listing.wanted.slice(listing.known.length).filter(({ available }) => available)
  const unmet = added.flatMap(({ name, provider }) => {
    if (listing.find(name, provider) || listing.disabled(name, provider)) return []
    return [`CUSTOM_MODELS: ${name} is not offered: ${disableGpt4 && isGpt4(name) ? gpt4 : keyless(provider)}`]
  })
  const free = listing.find(freeModel) ? [] : [`${freeModel} is not offered: visitors and free codes have no model`]
  return [...slips, ...unmet, ...ofDefault(), ...free]

  function ofDefault(): readonly string[] {
    if (defaultModel === "") return []
    const { name, provider } = splitModelName(defaultModel)
    const told = (why: string) => [`DEFAULT_MODEL: "${defaultModel}" ${why}; new conversations begin without it`]
    if (provider === "unknown") return told(inWords("unknown-provider"))
    if (listing.find(name, provider)) return []
    const unpriced = listing.disabled(name, provider)
    if (unpriced) return told(`has no complete price (${unpriced.command})`)
    return told(disableGpt4 && isGpt4(name) ? `is not offered: ${gpt4}` : "is no model that is offered here")
  }
}

const gpt4 = "DISABLE_GPT4 is set"

function keyless(provider: ProviderId): string {
  return `${providerNames[provider]} has no key (${keyNames[provider]})`
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
