import { homeProvider, providerNamed, providerNames, type ProviderId } from "../providers/registry.ts"
import { isGpt4 } from "./capabilities.ts"
import { applyCustomModels, type ListableModel } from "./custom-models.ts"

/** A model in the selector. */
export interface ListedModel extends ListableModel {
  /** The user's own key pays for it. */
  readonly own: boolean
  /**
   * The custom-models string hides it, so it is not listed at all; a model that is only unavailable is listed as such.
   */
  readonly hidden: boolean
}

/** The facts about a model of the server's list that this list needs. */
export interface ServersModel {
  readonly name: string
  readonly displayName: string
  readonly provider: string
  readonly available: boolean
  /** It was switched off, for own keys as well. */
  readonly retired?: object
}

export type KnownModel = Omit<ServersModel, "available" | "retired">

export interface ModelListRules {
  /** The providers whose own keys are in use. */
  readonly inUse: readonly ProviderId[]
  readonly customModels: string
  /** Known models of providers that only own keys can call; each provider's preferred model first. */
  readonly known: readonly KnownModel[]
  /** The operator's `disableGPT4`. */
  readonly noGpt4?: boolean
}

/**
 * The models to choose from: the server's, those of the providers whose own keys are in use, and those that the user's
 * custom-models string shows, hides and renames. A model of a provider with an own key is called with that key.
 */
export function listModels(
  servers: readonly ServersModel[],
  { inUse, customModels, known: ofOwnKeys, noGpt4 = false }: ModelListRules,
): readonly ListedModel[] {
  const known = servers.map(({ name, displayName, provider, available, retired }): ListableModel => {
    const id = providerNamed(provider) ?? homeProvider
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
  // The effect of the string by itself, whatever the server has.
  const said = applyCustomModels(
    all.map((model) => ({ ...model, available: true })),
    customModels,
  )
  const listed = applyCustomModels(all, customModels).map((model, at) => ({
    ...model,
    own: inUse.includes(model.provider),
    hidden: said[at]?.available === false,
  }))
  // A model added by the string stands with its provider's others.
  const providers = new Set(listed.map(({ provider }) => provider))
  return [...providers].flatMap((id) => listed.filter(({ provider }) => provider === id))
}

/** The name of a provider as the model list shows it. */
export function providerNameOf({ provider }: Pick<ListedModel, "provider">): string {
  return providerNames[provider]
}
