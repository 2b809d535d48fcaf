import { patched } from "#core/gateway/ability-patch.ts"
import type { ModelAbilities } from "#core/gateway/model-abilities.ts"
import type { PriceRow } from "#core/ledger/price.ts"
import { abilitiesOf } from "#core/models/abilities.ts"
import { isGpt4 } from "#core/models/capabilities.ts"
import { applyCustomModels, type ListableModel, splitModelName } from "#core/models/custom-models.ts"
import { follow, type Successive } from "#core/models/follow.ts"
import { modelKey, type ModelRow } from "#core/models/model-row.ts"
import type { NativeCall } from "#core/providers/client-api.ts"
import { gatewayOf } from "#core/providers/gateways.ts"
import { homeProvider, type ProviderId } from "#core/providers/registry.ts"
import type { Config } from "../../config.ts"
import type { PriceBook } from "../../ledger/price-book.ts"
import { castRoles } from "./cast-roles.ts"
import type { CatalogueState } from "./catalogue-state.ts"
import { listable } from "./listable-models.ts"
import type { DisabledModel, ModelCatalogue, ModelName, OfferedModel, RetiredModel } from "./model-catalogue.ts"
import { configWarnings } from "./config-warnings.ts"
import { indexModels } from "./model-index.ts"
import { isGone, isReached, isRowReached, offDay, offDayHere, presencesOf, sinceDay } from "./model-presence.ts"
import { lesserPictures, noRates, picturePrices, type Pieces, priceOfPiece } from "./piece-prices.ts"

/** The sources from which a catalogue is made. */
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
    if (!isRowReached(config, presence.row) || !isGone(config, presence)) continue
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
      askedAs: (gatewayOf[provider].takesGivenNames ? calledAs : undefined) ?? presence?.row.calledAs ?? name,
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
      if (!isIt || !isRowReached(config, row) || retired.has(modelKey(row.provider, name))) continue
      const pictures = Object.values(picturePrices(prices, row.provider, name))
      const dearest = pictures.length === 0 ? undefined : Math.max(...pictures)
      const each = kind === "image" ? dearest : prices.speechPriceFor(row.provider, name)
      if (each !== undefined) return offerPieces(row.provider, name, each)
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
    const auxiliary = players.get("compress")
    const isAuxiliary = auxiliary?.name === name && (provider ?? auxiliary.provider) === auxiliary.provider
    const exact = index.offered.find(name, provider) ?? (isAuxiliary ? auxiliary : undefined)
    const snapshot = exact ? undefined : index.offered.findDated(name, provider)
    return exact ?? (snapshot && { ...snapshot, askedAs: name, isSnapshot: true })
  }

  function candidateOf(key: string, pieces: NativeCall["pieces"], most: number | undefined): Candidate | undefined {
    const dead = retired.get(key)
    if (dead) return deadCandidate(dead, pieces)
    const row = presences.get(key)?.row
    const isMedia = row?.kind === "image" || row?.kind === "speech" || row?.kind === "transcription"
    const model = row && isMedia ? media(row, pieces, most) : offered.get(key)
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
    if (pieces === undefined) return kind === "image" || kind === "speech" ? findMedia(kind, id, provider) : undefined
    const asked = findPieces(id, provider, pieces)
    if (most === undefined || pieces.by !== "picture" || (asked && asked.price.outputPerMillion <= most)) return asked
    for (const as of lesserPictures(id, pieces.as)) {
      const lesser = findPieces(id, provider, { ...pieces, as })
      if (lesser && lesser.price.outputPerMillion <= most) return { ...lesser, picture: as }
    }
    return asked
  }

  function findPieces(name: string, provider: ProviderId, pieces: Pieces): OfferedModel | undefined {
    const kind = pieces.by === "picture" ? "image" : pieces.by
    if (!isRowReached(config, { provider, kind, id: name }) || retired.has(modelKey(provider, name))) return undefined
    const each = priceOfPiece(prices, { name, provider }, pieces)
    return each === undefined ? undefined : offerPieces(provider, name, each)
  }

  function priceOfRetired({ name, provider, price }: RetiredModel, pieces: NativeCall["pieces"]): PriceRow | undefined {
    const each = pieces && priceOfPiece(prices, { name, provider }, pieces)
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
    priceOf: (name, provider = homeProvider) => prices.priceFor(provider, name),
    findPieces,
    disabled: indexModels(unpriced).find,
    forTier: (tier) => (tier === "premium" ? listed : free),
    role: (role) => players.get(role),
    candidatesFor: (role) => candidates.get(role) ?? [],
    auxiliaryModel: (provider) =>
      players.get("compress") ?? cheapest(listed.filter((model) => model.provider === provider)),
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
    warnings: configWarnings(config, { known, wanted, find, disabled: indexModels(unpriced).find, players }),
  }
}

interface Candidate extends Successive {
  /** Absent: it is gone. */
  readonly model?: OfferedModel
}

/** By what a summary takes: much to read, little to write. */
function cheapest(models: readonly OfferedModel[]): OfferedModel | undefined {
  const costOf = ({ price }: OfferedModel) => 4 * price.inputPerMillion + price.outputPerMillion
  return models.toSorted((a, b) => costOf(a) - costOf(b))[0]
}

function priceCommand(provider: ProviderId, name: string): string {
  return `npm run admin -- prices set ${provider} ${name} --input USD --output USD`
}
