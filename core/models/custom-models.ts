import { homeProvider, type ProviderId, providerNamed, providerNames } from "../providers/registry.ts"

/** A model that may be listed, before prices and keys are considered. */
export interface ListableModel {
  readonly name: string
  readonly provider: ProviderId
  readonly displayName: string
  readonly available: boolean
  /**
   * The provider's name for it, where the string pins the provider and renames it: a deployment (`gpt-4o@Azure=mine`).
   */
  readonly calledAs?: string
}

/**
 * Applies a custom-models string to a list: comma separated, `+` shows a model, `-` hides one, `all` is every model
 * (`all@provider`: of that provider), `name=display` renames, `name@provider` means only that provider's. Entries apply
 * in their order. A shown model that is not in the list is added to it; without a provider it is OpenAI's.
 */
export function applyCustomModels(models: readonly ListableModel[], customModels: string): readonly ListableModel[] {
  return entriesOf(customModels).reduce(applyEntry, models)
}

/** The reason why an entry has no effect. */
export type NoEffect = "no-model" | "unknown-provider" | "hides-nothing" | "nothing-of-provider"

/**
 * The entries of a custom-models string that cannot have an effect on a list, each with its reason. An entry whose
 * effect is already in place is no mistake.
 */
export function entriesWithoutEffect(
  models: readonly ListableModel[],
  customModels: string,
): readonly { readonly entry: string; readonly why: NoEffect }[] {
  let listed = models
  return entriesOf(customModels).flatMap((entry) => {
    const before = listed
    listed = applyEntry(listed, entry)
    const why = noEffectOf(before, entry)
    return why === undefined ? [] : [{ entry, why }]
  })
}

function noEffectOf(models: readonly ListableModel[], entry: string): NoEffect | undefined {
  const { available, name, provider } = readEntry(entry)
  if (name === "") return "no-model"
  if (provider === "unknown") return "unknown-provider"
  const isOf = (model: ListableModel) => provider === undefined || model.provider === provider
  if (name === "all") return models.some(isOf) ? undefined : "nothing-of-provider"
  return available || models.some((model) => model.name === name && isOf(model)) ? undefined : "hides-nothing"
}

function entriesOf(customModels: string): readonly string[] {
  return customModels
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "")
}

/**
 * The string after one model of the list was shown or hidden. Other entries stay as they were: an entry that concerns
 * only this model is removed, and one is added only where the remaining ones have another effect.
 */
export function withModelShown(
  models: readonly ListableModel[],
  customModels: string,
  { name, provider }: Pick<ListableModel, "name" | "provider">,
  isShown: boolean,
): string {
  const own = `${name}@${providerNames[provider]}`
  const isOwn = (entry: string) => entry.replace(/^[+-]/, "").toLowerCase() === own.toLowerCase()
  const left = entriesOf(customModels).filter((entry) => !isOwn(entry))
  const found = applyCustomModels(models, left.join(",")).find(
    (model) => model.name === name && model.provider === provider,
  )
  const isSaid = (found?.available ?? false) === isShown
  return [...left, ...(isSaid ? [] : [`${isShown ? "+" : "-"}${own}`])].join(",")
}

interface Entry extends ReturnType<typeof splitModelName> {
  readonly available: boolean
  readonly displayName: string | undefined
}

function readEntry(entry: string): Entry {
  const bare = entry.replace(/^[+-]/, "")
  const [named, displayName] = cutAt(bare, bare.indexOf("="))
  return { available: !entry.startsWith("-"), displayName, ...splitModelName(named) }
}

function applyEntry(models: readonly ListableModel[], entry: string): readonly ListableModel[] {
  const { available, displayName, name, provider } = readEntry(entry)
  if (name === "" || provider === "unknown") return models
  if (name === "all") {
    const isOf = (model: ListableModel) => provider === undefined || model.provider === provider
    return models.map((model) => (isOf(model) ? { ...model, available } : model))
  }
  const renamed = displayName ? { displayName, ...(provider === undefined ? {} : { calledAs: displayName }) } : {}
  const changed = (model: ListableModel) => ({ ...model, available, ...renamed })
  const means = (model: ListableModel) => model.name === name && (provider === undefined || model.provider === provider)
  if (models.some(means)) return models.map((model) => (means(model) ? changed(model) : model))
  if (!available) return models
  return [...models, { name, provider: provider ?? homeProvider, displayName: name, available, ...renamed }]
}

/** The provider's name for a model (`gpt-4o@Azure=mine`); undefined where the string gives none. */
export function calledIn(customModels: string, name: string, provider: ProviderId): string | undefined {
  return applyCustomModels([{ name, provider, displayName: name, available: true }], customModels)[0]?.calledAs
}

/** Splits `name@provider`; the provider is the part after the last `@`, in any case. */
export function splitModelName(text: string): {
  readonly name: string
  readonly provider: ProviderId | "unknown" | undefined
} {
  const [name, provider] = cutAt(text, text.lastIndexOf("@"))
  return { name: name.trim(), provider: provider === undefined ? undefined : (providerNamed(provider) ?? "unknown") }
}

function cutAt(text: string, at: number): readonly [string, string?] {
  return at < 0 ? [text] : [text.slice(0, at).trim(), text.slice(at + 1).trim()]
}
