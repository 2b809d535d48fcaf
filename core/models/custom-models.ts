import { type ProviderId, providerNamed, providerNames } from "../providers/registry.ts"

/** A model as it may be listed, before prices and keys have their say. */
export interface ListableModel {
  readonly name: string
  readonly provider: ProviderId
  readonly displayName: string
  readonly available: boolean
  /** What its provider knows it by, where a string pins the provider and renames it: a deployment (`gpt-4o@Azure=mine`). */
  readonly calledAs?: string
}

/**
 * Applies a custom-models string (specification §5) to a list: comma separated, `+` shows a model, `-` hides one, `all`
 * is every model (`all@provider`: of that provider), `name=display` renames, `name@provider` means that provider's only.
 * Entries count in their order. What is shown and not in the list is added to it; without a provider it is OpenAI's.
 */
export function applyCustomModels(models: readonly ListableModel[], customModels: string): readonly ListableModel[] {
  return entriesOf(customModels).reduce(applyEntry, models)
}

/** Why an entry changes nothing. */
export type NoEffect = "no-model" | "unknown-provider" | "hides-nothing" | "nothing-of-provider"

/** The entries of a custom-models string that can do nothing to a list, each with its reason; one that asks for what is so already is no mistake. */
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
 * The string after one model of the list was shown or hidden in it. All others stay as they were: an entry that means this
 * model alone is taken out, and one is added only where what is left does not say it.
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
  return [...models, { name, provider: provider ?? "openai", displayName: name, available, ...renamed }]
}

/** What the string says a provider knows its model by (`gpt-4o@Azure=mine`); undefined where it says nothing of that. */
export function calledIn(customModels: string, name: string, provider: ProviderId): string | undefined {
  return applyCustomModels([{ name, provider, displayName: name, available: true }], customModels)[0]?.calledAs
}

/** `name@provider` in its two parts; the provider is what stands behind the last `@`, in any case. */
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
