import { patched } from "#core/gateway/ability-patch.ts"
import type { ModelAbilities } from "#core/gateway/model-abilities.ts"
import { fitPicture } from "#core/imagegen/image-dialect.ts"
import { anyPicture } from "#core/ledger/picture-price.ts"
import type { PriceRow } from "#core/ledger/price.ts"
import { abilitiesOf } from "#core/models/abilities.ts"
import { isGpt4 } from "#core/models/capabilities.ts"
import { applyCustomModels, type ListableModel, splitModelName } from "#core/models/custom-models.ts"
import { defaultModels } from "#core/models/default-models.ts"
import { follow, type Following, type Successive } from "#core/models/follow.ts"
import { mergeRows } from "#core/models/merge-rows.ts"
import { modelKey, type ModelRow } from "#core/models/model-row.ts"
import { type Role, rolePreferences } from "#core/models/roles.ts"
import type { NativeCall } from "#core/providers/chat-wire.ts"
import { type ProviderId, providerIds } from "#core/providers/registry.ts"
import type { Config } from "../../config.ts"
import type { PriceBook } from "../../ledger/price-book.ts"
import { castRoles } from "./cast-roles.ts"
import type { Alias, CatalogueState } from "./catalogue-state.ts"
import { modelDoubts } from "./model-doubts.ts"
import { indexModels } from "./model-index.ts"
import { isGone, isReached, offDay, offDayHere, type Presence, pretends, sinceDay } from "./model-presence.ts"

/** A model this server lets people use: known, allowed by the operator, completely priced and not switched off. */
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
  readonly abilities: ModelAbilities
  /** Tokens for the same text, as a share of what its maker's earlier models counted. */
  readonly tokensPerText: number
  /** Its row in the catalogue; absent: nothing is known of it but its name and price. */
  readonly row?: ModelRow
  /** The day its provider has announced to switch it off, `YYYY-MM-DD`. */
  readonly off?: string
  /** The name a caller asked for, where this model is called in its place. */
  readonly asked?: string
  /** The model that was switched off and that this one stands in for. */
  readonly standsFor?: RetiredModel
  /** The caller asks for one dated version of it. Nobody vouches that there is such a version. */
  readonly isSnapshot?: true
  /** The size and quality ("1024x1024 low") a picture is made in, where the asked one would cost more. */
  readonly picture?: string
}

/** A model that is listed and cannot be used, with what the operator can do about it. */
export interface DisabledModel {
  readonly name: string
  readonly displayName: string
  readonly provider: ProviderId
  /** The command that sets its price. */
  readonly command: string
}

/** A model that was switched off. */
export interface RetiredModel {
  readonly name: string
  readonly displayName: string
  readonly provider: ProviderId
  readonly row: ModelRow
  readonly price?: PriceRow
  /** The day it went, `YYYY-MM-DD`, as far as it is known. */
  readonly since?: string
}

export interface ModelName {
  readonly name: string
  readonly provider: ProviderId | undefined
}

export interface ModelCatalogue {
  /** By its name, or what the provider is asked for; the first of several providers where none is named. */
  find(name: string, provider?: ProviderId): OfferedModel | undefined
  /** A model of that name that was switched off. */
  retired(name: string, provider?: ProviderId): RetiredModel | undefined
  /** What follows a retired model for whoever may have the models that `suits` says. */
  follow(
    retired: RetiredModel,
    suits: (model: OfferedModel) => boolean,
    call?: { readonly promptTokens?: number; readonly pieces?: NativeCall["pieces"] | undefined },
  ): Following<OfferedModel>
  /** The last price of a retired model; by the piece, where one is asked for. */
  priceOfRetired(retired: RetiredModel, pieces: NativeCall["pieces"]): PriceRow | undefined
  /** The name the operator wants to be called where this one is asked for, at the end of all aliases. */
  aliasOf(name: string): ModelName | undefined
  /** What a model costs, whether it is offered now or not: answers of yesterday are still to be charged. */
  priceOf(name: string, provider: ProviderId | undefined): PriceRow | undefined
  /** What is priced by the piece, as a model whose output is pieces; undefined where it has no price or is gone. */
  findPieces(name: string, provider: ProviderId, pieces: NonNullable<NativeCall["pieces"]>): OfferedModel | undefined
  /** The model is known, and disabled for want of a price. */
  disabled(name: string, provider?: ProviderId): DisabledModel | undefined
  /** Listed models a tier may use, in their order. */
  forTier(tier: "premium" | "free"): readonly OfferedModel[]
  /** Who plays a role today; undefined where nobody can. */
  role(role: Role): OfferedModel | undefined
  /** Everybody who could play it, the first choice first. */
  candidatesFor(role: Role): readonly OfferedModel[]
  /** Who writes titles and summaries beside a provider's models: who plays that role, else the provider's cheapest. */
  asideOf(provider: ProviderId): OfferedModel | undefined
  /** The row of a name a provider uses, a snapshot's included, whether the model is offered or not. */
  rowNamed(name: string, provider: ProviderId): ModelRow | undefined
  /** What a model does and accepts, as far as it is known here. */
  abilitiesOf(name: string, provider: ProviderId): ModelAbilities
  /** Every row, with the operator's fields in it. */
  readonly rows: readonly ModelRow[]
  readonly retiredModels: readonly RetiredModel[]
  readonly aliases: readonly Alias[]
  readonly unpriced: readonly DisabledModel[]
  /** Models that are not offered, with what the operator can do about it. */
  readonly missing: readonly string[]
  /** What the operator has set of models and comes to nothing, a sentence each. */
  readonly doubts: readonly string[]
}

/** What a catalogue is made of. */
export interface CatalogueSources {
  /** The rows that come with the program. */
  readonly shipped: readonly ModelRow[]
  readonly state: CatalogueState
  readonly prices: PriceBook
  /** Epoch ms. */
  readonly now: number
}

/** No price, no model: an answer nobody priced would be free, or worse. */
export function createModelCatalogue(
  config: Config,
  { shipped, state, prices, now }: CatalogueSources,
): ModelCatalogue {
  const presences = presencesOf(shipped, state)
  const rowOf = (name: string, provider: ProviderId) => presences.get(modelKey(provider, name))?.row
  const offered = new Map<string, OfferedModel>()
  /** All that could be offered, whether the operator lists it or not: titles may be written by one that is not. */
  const sellable = new Map<string, OfferedModel>()
  const unpriced = new Map<string, DisabledModel>()
  const retired = new Map<string, RetiredModel>()

  for (const [key, presence] of presences) {
    const { provider, id, name } = presence.row
    if (!isReached(config, provider) || !isGone(config, presence)) continue
    const price = prices.priceFor(provider, id)
    const since = sinceDay(config, presence, now)
    retired.set(key, {
      name: id,
      displayName: name,
      provider,
      row: presence.row,
      ...(price && { price }),
      ...(since !== undefined && { since }),
    })
  }

  const known = listable(config, [...presences.values()], retired)
  const wanted = applyCustomModels(known, config.customModels)
  const shown = new Set<ListableModel>(wanted.filter(({ available }) => available))
  for (const model of [...wanted, ...known]) {
    const { name, provider, displayName } = model
    const key = modelKey(provider, name)
    const isAllowed = isReached(config, provider) && !(config.disableGpt4 && isGpt4(name))
    if (!isAllowed || retired.has(key)) continue
    const price = prices.priceFor(provider, name)
    if (price === undefined && shown.has(model))
      unpriced.set(key, { name, displayName, provider, command: priceCommand(provider, name) })
    if (price === undefined || sellable.has(key)) continue
    const made = offer(model, price, shown.has(model))
    sellable.set(key, made)
    if (made.listed) offered.set(key, made)
  }

  function offer(
    { name, provider, displayName, calledAs }: Omit<ListableModel, "available">,
    price: PriceRow,
    listed: boolean,
  ): OfferedModel {
    const presence = presences.get(modelKey(provider, name))
    const off = presence && offDay(config, presence)
    return {
      name,
      displayName,
      provider,
      askedAs: (named.has(provider) ? calledAs : undefined) ?? presence?.row.calledAs ?? name,
      price,
      priceVersion: prices.version,
      listed,
      abilities: abilities(name, provider),
      tokensPerText: presence?.row.tokensPerText ?? 1,
      ...(presence && { row: presence.row }),
      ...(off !== undefined && { off }),
    }
  }

  function abilities(name: string, provider: ProviderId): ModelAbilities {
    const presence = presences.get(modelKey(provider, name))
    return patched(abilitiesOf(name, presence?.row), presence?.found?.learned?.patch)
  }

  /** A model whose output is pieces: one costs as much as a million tokens would, divided by a million. */
  function offerPieces(provider: ProviderId, name: string, each: number): OfferedModel {
    const price = { ...noRates, outputPerMillion: each }
    return offer({ name, provider, displayName: rowOf(name, provider)?.name ?? name }, price, false)
  }

  /** Who makes pictures or speech, at its dearest price: who only asks who plays the role has not chosen a size yet. */
  function findMedia(kind: "image" | "speech", name: string, provider?: ProviderId): OfferedModel | undefined {
    for (const { row } of presences.values()) {
      const isIt = row.kind === kind && row.id === name && (provider === undefined || row.provider === provider)
      if (!isIt || !isReached(config, row.provider) || retired.has(modelKey(row.provider, name))) continue
      const pictures = Object.values(prices.imagePricesFor(row.provider, name) ?? {})
      const each = kind === "image" ? Math.max(0, ...pictures) : (prices.speechPriceFor(row.provider, name) ?? 0)
      if (each > 0) return offerPieces(row.provider, name, each)
    }
    return undefined
  }

  const index = { offered: indexModels(offered), sellable: indexModels(sellable), retired: indexModels(retired) }
  const { players, candidates, free } = castRoles({
    wanted: config.roles,
    now,
    offDay({ provider, name }) {
      const presence = presences.get(modelKey(provider, name))
      return presence && offDayHere(config, presence)
    },
    find(role, name, provider) {
      if (role === "image" || role === "speech") return findMedia(role, name, provider)
      return (role === "compress" ? index.sellable : index.offered).find(name, provider)
    },
  })

  function find(name: string, provider?: ProviderId): OfferedModel | undefined {
    const aside = players.get("compress")
    const isAside = aside?.name === name && (provider ?? aside.provider) === aside.provider
    const exact = index.offered.find(name, provider) ?? (isAside ? aside : undefined)
    const snapshot = exact ? undefined : index.offered.findDated(name, provider)
    return exact ?? (snapshot && { ...snapshot, askedAs: name, isSnapshot: true })
  }

  function candidateOf(key: string, pieces: NativeCall["pieces"], most: number | undefined): Candidate | undefined {
    const dead = retired.get(key)
    if (dead) return deadCandidate(dead, pieces)
    const row = presences.get(key)?.row
    const model = row?.kind === "image" || row?.kind === "speech" ? media(row, pieces, most) : offered.get(key)
    return model && { ...model, key, gone: false, successors: [], model }
  }

  /**
   * A model of pictures or speech at what is asked of it; at its dearest where nothing is asked yet. A picture that would
   * cost more than `most` each is made in the best quality that does not, if there is one.
   */
  function media(
    { kind, id, provider }: ModelRow,
    pieces: NativeCall["pieces"],
    most?: number,
  ): OfferedModel | undefined {
    if (kind !== "image" && kind !== "speech") return undefined
    if (pieces === undefined) return findMedia(kind, id, provider)
    const asked = findPieces(id, provider, pieces)
    if (most === undefined || pieces.by !== "picture" || (asked && asked.price.outputPerMillion <= most)) return asked
    for (const as of lesserPictures(id, pieces.as)) {
      const lesser = findPieces(id, provider, { ...pieces, as })
      if (lesser && lesser.price.outputPerMillion <= most) return { ...lesser, picture: as }
    }
    return asked
  }

  function findPieces(name: string, provider: ProviderId, pieces: Pieces): OfferedModel | undefined {
    if (!isReached(config, provider) || retired.has(modelKey(provider, name))) return undefined
    const each = priceOfPiece(name, provider, pieces)
    return each === undefined ? undefined : offerPieces(provider, name, each)
  }

  function priceOfPiece(name: string, provider: ProviderId, { by, as }: Pieces): number | undefined {
    if (by === "speech") return prices.speechPriceFor(provider, name)
    const pictures = prices.imagePricesFor(provider, name) ?? {}
    return pictures[pictureOf(name, as)] ?? pictures[anyPicture]
  }

  function priceOfRetired({ name, provider, price }: RetiredModel, pieces: NativeCall["pieces"]): PriceRow | undefined {
    const each = pieces && priceOfPiece(name, provider, pieces)
    return each === undefined ? price : { ...noRates, outputPerMillion: each }
  }

  function deadCandidate({ name, provider, row, ...dead }: RetiredModel, pieces: NativeCall["pieces"]): Candidate {
    const price = priceOfRetired({ name, provider, row, ...dead }, pieces)
    const successors = (row.life?.successors ?? []).flatMap((successor) => {
      const said = splitModelName(successor)
      return said.provider === "unknown" ? [] : [modelKey(said.provider ?? provider, said.name)]
    })
    return { key: modelKey(provider, name), gone: true, successors, price, tokensPerText: row.tokensPerText ?? 1 }
  }

  const listed = [...offered.values()]
  const rowsByName = indexModels(
    new Map([...presences].map(([key, { row }]) => [key, { name: row.id, provider: row.provider, row }] as const)),
  )
  return {
    find,
    retired: (name, provider) => index.retired.find(name, provider) ?? index.retired.findDated(name, provider),
    follow(model, suits, { promptTokens, pieces } = {}) {
      const isSuited = (one: Candidate) => one.model !== undefined && suits(one.model)
      const dead = deadCandidate(model, pieces)
      const find = (key: string) => candidateOf(key, pieces, dead.price?.outputPerMillion)
      const { next, dearer } = follow(dead, find, isSuited, promptTokens)
      return { ...(next?.model && { next: next.model }), ...(dearer?.model && { dearer: dearer.model }) }
    },
    priceOfRetired,
    aliasOf(name) {
      let called: ModelName | undefined
      // A circle is refused where it would be closed; no chain is longer than all aliases together.
      for (let steps = 0; steps <= state.aliases.length; steps++) {
        const from = called?.name ?? name
        const alias = called?.provider === undefined ? state.aliases.find(({ asked }) => asked === from) : undefined
        if (alias === undefined) break
        const said = splitModelName(alias.called)
        if (said.provider === "unknown") return undefined
        called = { name: said.name, provider: said.provider }
      }
      return called
    },
    priceOf: (name, provider = "openai") => prices.priceFor(provider, name),
    findPieces,
    disabled: indexModels(unpriced).find,
    forTier: (tier) => (tier === "premium" ? listed : free),
    role: (role) => players.get(role),
    candidatesFor: (role) => candidates.get(role) ?? [],
    asideOf: (provider) => players.get("compress") ?? cheapest(listed.filter((model) => model.provider === provider)),
    rowNamed(name, provider) {
      return (rowsByName.find(name, provider) ?? rowsByName.findDated(name, provider))?.row
    },
    abilitiesOf: abilities,
    rows: [...presences.values()].map(({ row }) => row),
    retiredModels: [...retired.values()],
    aliases: state.aliases,
    unpriced: [...unpriced.values()],
    missing: [...unpriced.values()].map(
      ({ name, provider, command }) => `${name} (${provider}) has no complete price: ${command}`,
    ),
    doubts: modelDoubts(config, { known, wanted, find, disabled: indexModels(unpriced).find, players }),
  }
}

type Pieces = NonNullable<NativeCall["pieces"]>

const noRates = { inputPerMillion: 0, cachedPerMillion: 0, cacheWritePerMillion: 0, outputPerMillion: 0 }

/** The price name of a picture ("1024x1024 standard") in the words of the model that makes it. */
function pictureOf(model: string, as: string): string {
  const [size, quality] = as.split(" ")
  if (size === undefined || quality === undefined) return as
  const picture = fitPicture({ size, quality }, model)
  return `${picture.size} ${picture.quality}`
}

/** The same picture in lower qualities, the best first. */
function lesserPictures(model: string, as: string): readonly string[] {
  const [size = "", quality = ""] = pictureOf(model, as).split(" ")
  const at = gptImageQualities.indexOf(quality)
  return at <= 0
    ? []
    : gptImageQualities
        .slice(0, at)
        .toReversed()
        .map((lower) => `${size} ${lower}`)
}

/** Lowest first. */
const gptImageQualities: readonly string[] = ["low", "medium", "high", "xhigh", "max"]

interface Candidate extends Successive {
  /** Absent: it is gone. */
  readonly model?: OfferedModel
}

/** A model, as far as it is compared with another that may follow it. */
export function comparable(
  model: Pick<OfferedModel, "name" | "provider" | "row"> & Partial<Pick<OfferedModel, "price">>,
) {
  const tokensPerText = model.row?.tokensPerText ?? 1
  return { key: modelKey(model.provider, model.name), gone: false, successors: [], price: model.price, tokensPerText }
}

/** What a tier may ask for, each name once, however many providers have it. */
export function namesFor(catalogue: Pick<ModelCatalogue, "forTier">, tier: "premium" | "free"): readonly string[] {
  return [...new Set(catalogue.forTier(tier).map(({ name }) => name))]
}

/** Every model with what is known of it, by its key. */
export function presencesOf(shipped: readonly ModelRow[], state: CatalogueState): ReadonlyMap<string, Presence> {
  const own = new Map(state.own.map((row) => [modelKey(row.provider, row.id), row]))
  const findings = new Map(state.findings.map((finding) => [modelKey(finding.provider, finding.id), finding]))
  return new Map(
    mergeRows(shipped, state.rows).map((row) => {
      const key = modelKey(row.provider, row.id)
      return [key, { row, own: own.get(key), found: findings.get(key) }]
    }),
  )
}

/** The chat models of the providers that are reached, the specification's own first, in its order. */
function listable(
  config: Config,
  presences: readonly Presence[],
  retired: ReadonlyMap<string, RetiredModel>,
): readonly ListableModel[] {
  const first = defaultModels.map(({ name }) => name)
  const placeOf = (id: string) => (first.includes(id) ? first.indexOf(id) : first.length)
  return providerIds
    .filter((provider) => isReached(config, provider))
    .flatMap((provider) =>
      presences
        .filter(({ row }) => row.provider === provider && row.kind === "chat" && row.unreached === undefined)
        .filter(
          ({ row }) => !retired.has(modelKey(provider, row.id)) && (!isPretend(config, provider) || inDemo.has(row.id)),
        )
        .toSorted((one, other) => placeOf(one.row.id) - placeOf(other.row.id))
        .map(({ row }) => ({ name: row.id, provider, displayName: displayNameOf(row), available: true })),
    )
}

/** The specification shows its models by the names they are called by. */
function displayNameOf({ id, name }: ModelRow): string {
  return defaultModels.some((model) => model.name === id) ? id : name
}

/** The demonstration answers under the names that the product itself needs, and those of the specification. */
const inDemo: ReadonlySet<string> = new Set([
  ...defaultModels.map(({ name }) => name),
  ...Object.values(rolePreferences).flat(),
])

function isPretend(config: Config, provider: ProviderId): boolean {
  return provider === "openai" && pretends(config)
}

/** By what a summary takes: much to read, little to write. */
function cheapest(models: readonly OfferedModel[]): OfferedModel | undefined {
  const costOf = ({ price }: OfferedModel) => 4 * price.inputPerMillion + price.outputPerMillion
  return models.toSorted((a, b) => costOf(a) - costOf(b))[0]
}

/** Providers whose models an operator calls as they please; a name given to one of theirs is what they are asked for by. */
const named: ReadonlySet<ProviderId> = new Set(["azure", "bytedance"])

function priceCommand(provider: ProviderId, name: string): string {
  return `npm run admin -- prices set ${provider} ${name} --input USD --output USD`
}
