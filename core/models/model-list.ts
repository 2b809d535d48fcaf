import { providerNamed, providerNames, type ProviderId } from "../providers/registry.ts"
import { isGpt4 } from "./capabilities.ts"
import { applyCustomModels, type ListableModel } from "./custom-models.ts"

/** A model somebody may choose. */
export interface ListedModel extends ListableModel {
  /** The user's own key pays. */
  readonly own: boolean
  /** The custom-models string hides it: it is not listed at all, where one that is only unavailable says so. */
  readonly hidden: boolean
}

/** A model of the server's list, as far as it matters here. */
export interface ServersModel {
  readonly name: string
  readonly displayName: string
  readonly provider: string
  readonly available: boolean
  /** It was switched off: an own key has it no more than ours. */
  readonly retired?: object
}

export type KnownModel = Omit<ServersModel, "available" | "retired">

export interface ModelListRules {
  /** The providers whose own keys are in use. */
  readonly inUse: readonly ProviderId[]
  readonly customModels: string
  /** The models known of providers that only own keys can ask; each provider's foremost first. */
  readonly known: readonly KnownModel[]
  /** The operator's `disableGPT4`. */
  readonly noGpt4?: boolean
}

/**
 * The models to choose from: the server's, those of the providers whose own keys are in use, and what the user's own
 * custom-models string shows, hides and renames. A provider's model with an own key is asked with that key.
 */
export function listModels(
  servers: readonly ServersModel[],
  { inUse, customModels, known: ofOwnKeys, noGpt4 = false }: ModelListRules,
): readonly ListedModel[] {
  const known = servers.map(({ name, displayName, provider, available, retired }): ListableModel => {
    const id = providerNamed(provider) ?? "openai"
    return {
      name,
      displayName,
      provider: id,
      available: available || (retired === undefined && inUse.includes(id) && !(noGpt4 && isGpt4(name))),
    }
  })
  const has = (provider: ProviderId, name: string) =>
    known.some((model) => model.provider === provider && model.name === name)
  const owns = inUse.flatMap((provider) =>
    ofOwnKeys
      .filter((model) => providerNamed(model.provider) === provider && !has(provider, model.name))
      .filter(({ name }) => !(noGpt4 && isGpt4(name)))
      .map(({ name, displayName }): ListableModel => ({ name, displayName, provider, available: true })),
  )
  const all = [...known, ...owns]
  // What the string says by itself, whatever the server has.
  const said = applyCustomModels(
    all.map((model) => ({ ...model, available: true })),
    customModels,
  )
  const listed = applyCustomModels(all, customModels).map((model, at) => ({
    ...model,
    own: inUse.includes(model.provider),
    hidden: said[at]?.available === false,
  }))
  // What a string has added stands with its provider's others.
  const providers = new Set(listed.map(({ provider }) => provider))
  return [...providers].flatMap((id) => listed.filter(({ provider }) => provider === id))
}

/** The name of a provider as the model list shows it. */
export function providerNameOf({ provider }: Pick<ListedModel, "provider">): string {
  return providerNames[provider]
}
