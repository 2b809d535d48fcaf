import { isGpt4 } from "#core/models/capabilities.ts"
import { freeModel } from "#core/gateway/limits.ts"
import { applyCustomModels, type ListableModel } from "#core/models/custom-models.ts"
import { compressModel, defaultModels } from "#core/models/default-models.ts"
import { modelsOf } from "#core/models/provider-models.ts"
import type { PriceRow } from "#core/ledger/price.ts"
import type { NativeCall } from "#core/providers/chat-wire.ts"
import { type ProviderId, providerIds } from "#core/providers/registry.ts"
import type { Config } from "../../config.ts"
import type { PriceBook } from "../../ledger/price-book.ts"
import { modelDoubts } from "./model-doubts.ts"

/** A model this server lets people use: known, allowed by the operator and completely priced. */
export interface OfferedModel {
  readonly name: string
  readonly displayName: string
  readonly provider: ProviderId
  /** What the provider is asked for: the name, or the deployment an operator gave it (`name@Azure=deployment`). */
  readonly askedAs: string
  readonly price: PriceRow
  /** Of the prices this one was read from; every hold keeps it. */
  readonly priceVersion: string
  /** Shown in lists; the model of titles and summaries need not be. */
  readonly listed: boolean
}

/** A model that is listed and cannot be used, with what the operator can do about it. */
export interface DisabledModel {
  readonly name: string
  readonly displayName: string
  readonly provider: ProviderId
  /** The command that sets its price. */
  readonly command: string
}

export interface ModelCatalogue {
  /** By its name, or what the provider is asked for; the first of several providers where none is named. */
  find(name: string, provider?: ProviderId): OfferedModel | undefined
  /** What a model costs, whether it is offered now or not: answers of yesterday are still to be charged. */
  priceOf(name: string, provider: ProviderId | undefined): PriceRow | undefined
  /** What is priced by the piece, as a model whose output is pieces; undefined where it has no price. */
  findPieces(name: string, provider: ProviderId, pieces: NonNullable<NativeCall["pieces"]>): OfferedModel | undefined
  /** The model is known, and disabled for want of a price. */
  disabled(name: string, provider?: ProviderId): DisabledModel | undefined
  /** Listed models a tier may use, in their order. */
  forTier(tier: "premium" | "free"): readonly OfferedModel[]
  /** Who writes titles and summaries beside a provider's models: the specification's model; where that is not offered, the provider's cheapest. */
  asideOf(provider: ProviderId): OfferedModel | undefined
  readonly unpriced: readonly DisabledModel[]
  /** Models that are not offered, with what the operator can do about it. */
  readonly missing: readonly string[]
  /** What the operator has set of models and comes to nothing, a sentence each. */
  readonly doubts: readonly string[]
}

/** No price, no model: an answer nobody priced would be free, or worse. */
export function createModelCatalogue(config: Config, prices: PriceBook): ModelCatalogue {
  const offered = new Map<string, OfferedModel>()
  const unpriced = new Map<string, DisabledModel>()
  const priceVersion = prices.version
  const known = providerIds.filter((id) => isReached(config, id)).flatMap((id) => builtIn(config, id))
  const wanted = applyCustomModels(known, config.customModels)

  function add(
    { name, provider, displayName, calledAs = name }: Omit<ListableModel, "available">,
    listed: boolean,
  ): void {
    const price = prices.priceFor(provider, name)
    const key = keyOf(name, provider)
    const askedAs = named.has(provider) ? calledAs : name
    if (price) offered.set(key, { name, displayName, provider, askedAs, price, priceVersion, listed })
    else unpriced.set(key, { name, displayName, provider, command: priceCommand(provider, name) })
  }

  const allowed = (name: string, provider: ProviderId) =>
    isReached(config, provider) && !(config.disableGpt4 && isGpt4(name))
  for (const model of wanted) {
    if (model.available && allowed(model.name, model.provider)) add(model, true)
  }
  if (!offered.has(keyOf(compressModel, "openai")) && allowed(compressModel, "openai")) {
    add({ name: compressModel, provider: "openai", displayName: compressModel }, false)
  }
  const listed = [...offered.values()].filter((model) => model.listed)
  const usualAside = offered.get(keyOf(compressModel, "openai"))

  function among<M extends OfferedModel | DisabledModel>(models: ReadonlyMap<string, M>) {
    return (name: string, provider?: ProviderId): M | undefined => {
      if (provider !== undefined) {
        const exact = models.get(keyOf(name, provider))
        return exact ?? [...models.values()].find((model) => model.provider === provider && askedAs(model) === name)
      }
      return models.get(keyOf(name, "openai")) ?? [...models.values()].find((model) => model.name === name)
    }
  }

  const find = (name: string, provider?: ProviderId) => among(offered)(name, provider) ?? dated(name, among(offered))
  return {
    find,
    priceOf: (name, provider = "openai") => prices.priceFor(provider, name),
    findPieces(name, provider, { by, as }) {
      const pictures = by === "picture" ? prices.imagePricesFor(provider, name) : undefined
      const each = by === "picture" ? (pictures?.[as] ?? pictures?.["any"]) : prices.speechPriceFor(provider, name)
      if (each === undefined || !isReached(config, provider)) return undefined
      const price = { inputPerMillion: 0, cachedPerMillion: 0, cacheWritePerMillion: 0, outputPerMillion: each }
      return { name, displayName: name, provider, askedAs: name, price, priceVersion, listed: false }
    },
    disabled: among(unpriced),
    forTier: (tier) => (tier === "premium" ? listed : listed.filter((model) => model.name === freeModel)),
    asideOf: (provider) => usualAside ?? cheapest(listed.filter((model) => model.provider === provider)),
    unpriced: [...unpriced.values()],
    missing: [...unpriced.values()].map(
      ({ name, provider, command }) => `${name} (${provider}) has no complete price: ${command}`,
    ),
    doubts: modelDoubts(config, { known, wanted, find, disabled: among(unpriced) }),
  }
}

/** What a tier may ask for, each name once, however many providers have it. */
export function namesFor(catalogue: Pick<ModelCatalogue, "forTier">, tier: "premium" | "free"): readonly string[] {
  return [...new Set(catalogue.forTier(tier).map(({ name }) => name))]
}

/** By what a summary takes: much to read, little to write. */
function cheapest(models: readonly OfferedModel[]): OfferedModel | undefined {
  const costOf = ({ price }: OfferedModel) => 4 * price.inputPerMillion + price.outputPerMillion
  return models.toSorted((a, b) => costOf(a) - costOf(b))[0]
}

/** Claude's models have names with a date, too, at the same price: `claude-sonnet-4-5-20250929`. */
function dated(
  name: string,
  find: (name: string, provider: ProviderId) => OfferedModel | undefined,
): OfferedModel | undefined {
  const plain = /^(claude-.+)-20\d{6}$/.exec(name)?.[1]
  if (plain === undefined) return undefined
  const known = ["", "-0", "-latest"].map((ending) => find(plain + ending, "anthropic")).find((model) => model)
  return known && { ...known, askedAs: name }
}

/** Providers whose models an operator calls as they please; a name given to one of theirs is what they are asked for by. */
const named: ReadonlySet<ProviderId> = new Set(["azure", "bytedance"])

function askedAs(model: OfferedModel | DisabledModel): string {
  return "askedAs" in model ? model.askedAs : model.displayName
}

/** Whether its models can be used at all: it has a key, or the pretend model answers in its name. */
export function isReached(config: Config, provider: ProviderId): boolean {
  if (config.providers[provider].keys.length > 0) return config.providers[provider].baseUrl !== undefined
  return provider === "openai" && (config.pretendModel === "on" || (config.pretendModel === "auto" && hasNoKey(config)))
}

function hasNoKey(config: Config): boolean {
  return providerIds.every((id) => config.providers[id].keys.length === 0)
}

function builtIn(config: Config, provider: ProviderId): ListableModel[] {
  // The pretend model answers under the names of the built-in list only.
  const pretend = provider === "openai" && (config.pretendModel === "on" || hasNoKey(config))
  const names = pretend ? defaultModels.map(({ name }) => name) : modelsOf(provider)
  return names.map((name) => ({ name, provider, displayName: name, available: true }))
}

function priceCommand(provider: ProviderId, name: string): string {
  return `npm run admin -- prices set ${provider} ${name} --input USD --output USD`
}

function keyOf(name: string, provider: ProviderId): string {
  return `${name}@${provider}`
}
