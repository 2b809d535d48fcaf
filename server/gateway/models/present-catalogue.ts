import { dayMs } from "#core/lib/days.ts"
import type { ModelAbilities } from "#core/gateway/model-abilities.ts"
import { microReais, toReais } from "#core/lib/micro-reais.ts"
import { abilitiesOf } from "#core/models/abilities.ts"
import { isDearer, percentDearer } from "#core/models/follow.ts"
import { daysLeft, leavingDays, shownDays } from "#core/models/model-life.ts"
import { type ModelRow, startOf } from "#core/models/model-row.ts"
import { roles } from "#core/models/roles.ts"
import { manifestOf, type ProviderId, providerIds, providerNames } from "#core/providers/registry.ts"
import {
  comparable,
  type DisabledModel,
  type ModelCatalogue,
  type OfferedModel,
  type RetiredModel,
} from "./model-catalogue.ts"

interface Showing {
  /** Epoch ms. */
  readonly now: number
  readonly isReached: (provider: ProviderId) => boolean
  /** Its models can search the web. */
  readonly searches: (provider: ProviderId) => boolean
}

/**
 * Presents the models for the page (`POST /api/config`): who plays which role, which may be chosen, which are gone and
 * who succeeds them.
 */
export function presentCatalogue(catalogue: ModelCatalogue, { now, isReached, searches }: Showing) {
  const players = roles.flatMap((role) => {
    const player = catalogue.role(role)
    return player ? [[role, fullName(player)]] : []
  })
  const auxiliaries = providerIds.flatMap((id) => {
    const auxiliary = catalogue.auxiliaryModel(id)
    return auxiliary ? [[providerNames[id], fullName(auxiliary)]] : []
  })
  const gone = catalogue.retiredModels.filter(({ row }) => row.kind === "chat")
  const retired = gone.map((model) => [fullName(model), presentRetired(model, catalogue)] as const)
  return {
    roles: Object.fromEntries(players),
    compressModels: Object.fromEntries(auxiliaries),
    models: [
      ...catalogue.forTier("premium").map((model) => presentOffer(model, catalogue, { now, searches })),
      ...presentPainter(catalogue),
      ...catalogue.unpriced.map(presentDisabled),
      ...gone.filter((model) => isShown(model, now)).map((model) => presentGone(model, catalogue)),
    ],
    retired: Object.fromEntries(retired),
    aliases: Object.fromEntries(catalogue.aliases.flatMap(({ asked }) => presentAlias(asked, catalogue))),
    known: catalogue.rows
      .filter((row) => row.kind === "chat" && row.unreached === undefined && !isReached(row.provider))
      .filter(({ life }) => life?.gone !== true)
      .map((row) => presentKnown(row, now)),
  }
}

/** Prices in reais per million tokens. */
function presentOffer(
  model: OfferedModel,
  catalogue: ModelCatalogue,
  { now, searches }: Pick<Showing, "now" | "searches">,
) {
  const { name, provider, abilities, price, tokensPerText, off } = model
  const isFree = catalogue.forTier("free").some((one) => one.name === name && one.provider === provider)
  return {
    name,
    displayName: model.displayName,
    provider: providerNames[provider],
    available: true,
    tiers: isFree ? ["free", "premium"] : ["premium"],
    canSeeImages: abilities.seesImages,
    makesImages: abilities.makesImages,
    pricePerMillion: {
      input: toReais(microReais(price.inputPerMillion)),
      cached: toReais(microReais(price.cachedPerMillion)),
      output: toReais(microReais(price.outputPerMillion)),
    },
    outputCap: abilities.outputMost,
    ...(tokensPerText === 1 ? {} : { tokensPerText }),
    ...presentFacts(model.row, abilities, searches(provider)),
    ...(isNear(off, now) ? { off } : {}),
  }
}

/** Who plays the role of pictures can be chosen for a chat, too, where its provider draws from a message by itself. */
function presentPainter(catalogue: ModelCatalogue) {
  const player = catalogue.role("image")
  if (player === undefined) return []
  const { pictures, hasDeployments } = manifestOf[player.provider]
  if (pictures === undefined || hasDeployments) return []
  const { name, displayName, provider, row, abilities } = player
  const facts = presentFacts(row, abilities)
  return [
    {
      name,
      displayName,
      provider: providerNames[provider],
      available: true,
      tiers: ["premium"],
      makesImages: true,
      canSeeImages: false,
      ...facts,
    },
  ]
}

/** Listed, so that the operator sees it, with the command that would enable it. */
function presentDisabled({ name, displayName, provider, command }: DisabledModel) {
  return { name, displayName, provider: providerNames[provider], available: false, tiers: [], enableWith: command }
}

/** Listed in grey for a while, so that nobody wonders where it is. */
function presentGone(model: RetiredModel, catalogue: ModelCatalogue) {
  const { name, displayName, provider, row, since } = model
  const { next, dearer } = catalogue.follow(model, () => true)
  const after = next ?? dearer
  return {
    name,
    displayName,
    provider: providerNames[provider],
    available: false,
    tiers: [],
    ...presentFacts(row, abilitiesOf(name, row)),
    retired: { ...(since === undefined ? {} : { since }), ...(after ? { next: fullName(after) } : {}) },
  }
}

function presentRetired(model: RetiredModel, catalogue: ModelCatalogue) {
  const { next, dearer } = catalogue.follow(model, () => true)
  const asked = comparable(model)
  return {
    displayName: model.displayName,
    ...(model.since === undefined ? {} : { since: model.since }),
    ...(next ? { next: { ...presentName(next), cheaper: isDearer(asked, comparable(next)) } } : {}),
    ...(dearer ? { dearer: { ...presentName(dearer), percent: percentDearer(comparable(dearer), asked) } } : {}),
  }
}

function presentAlias(asked: string, catalogue: ModelCatalogue) {
  const target = catalogue.aliasOf(asked)
  const called = target && catalogue.find(target.name, target.provider)
  if (called === undefined) return []
  const original = catalogue.find(asked) ?? catalogue.retired(asked)
  const percent = original ? percentDearer(comparable(called), comparable(original)) : 0
  return [[asked, { ...presentName(called), ...(percent > 0 ? { percent } : {}) }] as const]
}

/** A model of a provider that only an own key reaches; such a call has no price here. */
function presentKnown(row: ModelRow, now: number) {
  const { id: name, name: displayName, provider, life } = row
  return {
    provider: providerNames[provider],
    name,
    displayName,
    canSeeImages: abilitiesOf(name, row).seesImages,
    ...presentUnguessed(name, row),
    ...(isNear(life?.off, now) ? { off: life?.off } : {}),
  }
}

/** The same, but for what its name says by itself: the page guesses as well as we do, and has less to load. */
function presentUnguessed(name: string, row: ModelRow) {
  const { abilities, ...facts } = presentFacts(row, abilitiesOf(name, row))
  const guessed = presentFacts(row, abilitiesOf(name)).abilities
  return JSON.stringify(abilities) === JSON.stringify(guessed) ? facts : { abilities, ...facts }
}

/** Presents a model's facts for the page: what it shows and what it may request. */
function presentFacts(row: ModelRow | undefined, abilities: ModelAbilities, canSearch = false) {
  const { efforts, sampling, verbosity, tools, forcedTool, thinks, structured } = abilities
  const { window, outputMost, seesImages } = abilities
  return {
    abilities: {
      efforts,
      sampling,
      verbosity,
      tools,
      forcedTool,
      thinks,
      structured,
      window,
      outputMost,
      seesImages,
      ...(canSearch && { searches: true }),
    },
    ...(row?.rating && { rating: row.rating }),
    ...(row?.goodAt && { goodAt: row.goodAt }),
  }
}

function presentName({ name, displayName, provider, row }: OfferedModel) {
  return { name, displayName: row?.name ?? displayName, provider: providerNames[provider] }
}

function isNear(off: string | null | undefined, now: number): boolean {
  return (daysLeft(off, now) ?? Infinity) <= leavingDays
}

function isShown({ since }: RetiredModel, now: number): boolean {
  return since !== undefined && now - startOf(since) <= (shownDays + 1) * dayMs
}

function fullName({ name, provider }: { readonly name: string; readonly provider: ProviderId }): string {
  return `${name}@${providerNames[provider]}`
}
