import type { Failure, ShownPrice } from "#core/gateway/failure.ts"
import { type PriceRow, priceOfUnits } from "#core/ledger/price.ts"
import { microReais, toReais } from "#core/lib/micro-reais.ts"
import { err, ok, type Result } from "#core/lib/result.ts"
import { imageDefaults } from "#core/imagegen/image-choices.ts"
import { splitModelName } from "#core/models/custom-models.ts"
import { rolePreferences } from "#core/models/roles.ts"
import type { NativeCall } from "#core/providers/client-api.ts"
import { keyNames } from "#core/providers/gateways.ts"
import { stability } from "#core/providers/stability/provider.ts"
import { isDrawnByForm } from "#core/providers/stability/from-images-api.ts"
import {
  homeProvider,
  manifestOf,
  type ChatApi,
  type ProviderId,
  providerIds,
  providerNamed,
  providerNames,
} from "#core/providers/registry.ts"
import { edgeModel } from "#core/speech/speech-choices.ts"
import type { Caller } from "../../access/authorize.ts"
import type { ApiPrefix } from "../apis/api-prefixes.ts"
import type { ElsewhereFor } from "../providers/own-address.ts"
import type { Provider, Providers } from "../providers/provider.ts"
import { type ModelCatalogue, namesFor, type OfferedModel, type RetiredModel } from "./model-catalogue.ts"

interface Choosing {
  readonly config: { readonly upgradeUrl: string }
  readonly catalogue: ModelCatalogue
  readonly providers: Providers
}

/** A call, as far as it matters for which model answers it. */
export interface ModelRequest {
  readonly native: NativeCall
  readonly caller: Caller
  readonly prefix: ApiPrefix
  readonly api: ChatApi
  /** Where an own key is to be used instead of at its provider's. */
  readonly elsewhere?: ElsewhereFor | undefined
  /** The caller agrees to a dearer successor of a model that was switched off (`X-Prosa-Successor: any`). */
  readonly takesDearer: boolean
}

/** The requirements on a model that stands in for another. */
export interface PromptFacts {
  /** Tokens, as estimated. */
  readonly promptTokens: number
  readonly hasImages: boolean
  /** An earned title or summary, which may have its model whatever the tier. */
  readonly isAuxiliary: boolean
  /** Names that were asked in vain for this call. */
  readonly refused?: ReadonlySet<string>
}

/**
 * The model that answers a call, if its caller may have it: the operator's alias, the model itself, or what follows it where
 * it was switched off (0081).
 */
export function modelFor(deps: Choosing, request: ModelRequest, prompt: PromptFacts): Result<OfferedModel, Failure> {
  const { native, caller, prefix } = request
  const { catalogue } = deps
  const asked = askedFor(request)
  // The name of a model goes into addresses, records and logs.
  if (asked === undefined || controls.test(asked.name)) return err({ kind: "model-not-found", model: native.model })
  const { name, provider } = asked
  const { pieces } = native
  const named = (name: string, provider?: ProviderId) =>
    pieces
      ? catalogue.findPieces(name, provider ?? whoDraws(request, name) ?? prefix.provider, pieces)
      : catalogue.find(name, provider)
  const found = named(name, provider)
  // A caller with an own key pays the provider: permissions and names are a matter between the two.
  if (caller.kind === "own-key") {
    return ok(found ? { ...found, name, askedAs: name } : unknownModel(deps, name, provider ?? prefix.provider))
  }
  const alias = catalogue.aliasOf(name)
  const called = alias && named(alias.name, alias.provider)
  if (called && !canBeTold(request, called)) return err({ kind: "model-not-found", model: native.model })
  const model = called ? { ...called, asked: name } : alias ? undefined : found
  if (model) return mayHave(deps, request, model, prompt) ? ok(model) : err(notAllowed(deps, request))
  const gone = alias ?? { name, provider }
  const retired = catalogue.retired(gone.name, gone.provider ?? (pieces ? prefix.provider : undefined))
  // The successor of an image model makes images and does not chat.
  const isChat = retired?.row.kind === "chat"
  if (retired === undefined || (pieces === undefined && !isChat))
    return err(whyNone(deps, request, pieces ? gone : asked))
  const next = successorOf(deps, request, retired, prompt)
  // The caller's own word for it: an alias, or one dated version.
  return next.ok ? ok({ ...next.value, asked: name }) : next
}

/** The successor of a model that was switched off, for this caller and this prompt. */
export function successorOf(
  deps: Choosing,
  request: ModelRequest,
  retired: RetiredModel,
  prompt: PromptFacts,
): Result<OfferedModel, Failure> {
  const { catalogue } = deps
  const { name } = retired
  const { caller, native } = request
  const { pieces } = native
  const { promptTokens, hasImages, isAuxiliary, refused } = prompt
  const standIn = (model: OfferedModel) => ok({ ...model, asked: name, standsFor: retired })
  const canTake = (model: OfferedModel) => {
    if (model.name === name || refused?.has(model.name) === true || !canBeTold(request, model)) return false
    const { abilities, tokensPerText } = model
    return (
      pieces !== undefined ||
      ((!hasImages || abilities.seesImages) && promptTokens * tokensPerText <= abilities.inputMost)
    )
  }
  // A title costs its user nothing: whoever else can play the role writes it, at our cost.
  const writer = isAuxiliary ? catalogue.candidatesFor("compress").find(canTake) : undefined
  if (writer) return standIn(writer)
  const suits = (model: OfferedModel) => mayHave(deps, request, model, prompt) && canTake(model)
  const { next, dearer } = catalogue.follow(retired, suits, { promptTokens, pieces })
  const agreed = next ?? (request.takesDearer || deps.providers.pretend ? dearer : undefined)
  if (agreed) return standIn(agreed)
  if (caller.tier === "free") {
    // The free tier has one model, and nothing of its own to pay: it follows the role.
    const players = catalogue.candidatesFor("free")
    const isFree = rolePreferences.free.includes(name) || players.some((player) => player.name === name)
    const player = isFree ? players.find(canTake) : undefined
    if (player) return standIn(player)
    if (dearer === undefined) return err(notAllowed(deps, request))
  }
  return err({
    kind: "model-retired",
    model: name,
    ...(retired.since === undefined ? {} : { since: retired.since }),
    ...optionalPrice(catalogue.priceOfRetired(retired, pieces), pieces),
    ...(dearer && {
      successor: {
        model: dearer.name,
        provider: providerNames[dearer.provider],
        ...optionalPrice(dearer.price, pieces),
      },
    }),
  })
}

function mayHave(
  { catalogue, providers }: Choosing,
  { caller, native }: ModelRequest,
  model: OfferedModel,
  { isAuxiliary }: PromptFacts,
): boolean {
  if (caller.tier === "premium" || isAuxiliary) return true
  // The demonstration's pictures and sounds cost nobody anything (0225).
  if (native.pieces && providers.pretend) return true
  return catalogue.forTier("free").some(({ name, provider }) => name === model.name && provider === model.provider)
}

/** Only chats and pictures are translated: what is asked in a provider's other interfaces, that provider answers. */
function canBeTold(request: ModelRequest, { provider, name }: OfferedModel): boolean {
  const { prefix, api } = request
  if (provider === prefix.provider || (prefix.takesAll && api === prefix.apis[0])) return true
  return provider === whoDraws(request, name)
}

/**
 * The provider whose pictures may be asked for in the words of another's images API, by the name of its model; undefined for
 * every other call. An own key stays with the provider that it belongs to.
 */
function whoDraws({ prefix, native, caller }: ModelRequest, name: string): ProviderId | undefined {
  const { by, edited = 0 } = native.pieces ?? {}
  const isAsked = prefix.takesAll && by === "picture" && edited === 0 && caller.kind !== "own-key"
  return isAsked && isDrawnByForm(name) ? stability.id : undefined
}

function notAllowed({ catalogue, config }: Choosing, { native, caller }: ModelRequest): Failure {
  const availableModels = namesFor(catalogue, caller.tier)
  return { kind: "model-not-allowed", model: native.model, availableModels, upgradeUrl: config.upgradeUrl }
}

/** Why nobody here answers to a name. */
function whyNone(deps: Choosing, request: ModelRequest, { name, provider }: NamedModel): Failure {
  const { native, caller, prefix } = request
  const { pieces } = native
  if (provider !== undefined && deps.providers.ours(provider) === undefined) {
    return { kind: "refused", reason: "no-provider-key", param: keyNames(provider) }
  }
  if (caller.tier === "free") return notAllowed(deps, request)
  const unreached = provider === undefined ? unreachedProviderOf(deps, name) : undefined
  if (unreached) return { kind: "refused", reason: "no-provider-key", param: keyNames(unreached) }
  if (pieces?.by === "speech" && name === edgeModel && deps.providers.speech(name) === undefined)
    return { kind: "refused", reason: "no-provider-key", param: "AZURE_SPEECH_KEY, EDGE_TTS" }
  if (pieces?.edited !== undefined && drawsFromWords(deps, { name, provider: provider ?? prefix.provider }, pieces))
    return { kind: "refused", reason: "words-only" }
  const otherwise = pieces && whyNoPicture(deps, { name, provider: provider ?? prefix.provider }, pieces, prefix)
  if (otherwise) return otherwise
  if (pieces) {
    // A model's prices of pictures are set all at once.
    const price = pieces.edited === undefined ? "USD" : '"SIZE QUALITY=USD, edited=USD"'
    const command = `npm run admin -- prices set ${provider ?? prefix.provider} ${name} --${pieces.by} ${price}`
    return { kind: "refused", reason: "model-unpriced", param: command }
  }
  const disabled = deps.catalogue.disabled(name, provider)
  if (disabled) return { kind: "refused", reason: "model-unpriced", param: disabled.command }
  return { kind: "model-not-found", model: native.model }
}

/**
 * What a caller can mend where a picture is asked for in the words of the images API: the model makes none, or none in this size
 * and quality. Undefined where an operator could price what is asked.
 */
function whyNoPicture(
  { catalogue }: Choosing,
  { name, provider }: { readonly name: string; readonly provider: ProviderId },
  { by, as, edited }: NonNullable<NativeCall["pieces"]>,
  prefix: ApiPrefix,
): Failure | undefined {
  if (by !== "picture" || edited !== undefined || !prefix.takesAll || isDrawnByForm(name)) return undefined
  const rows = catalogue.rows.filter(({ id }) => id === name)
  const isOffered = (asked: string) => catalogue.findPieces(name, provider, { by, as: asked }) !== undefined
  const { size: usualSize, quality: usualQuality } = imageDefaults
  if (isOffered(`${usualSize} ${usualQuality}`)) {
    const [size = "", quality = ""] = as.split(" ")
    const [field, asked] = isOffered(`${size} ${usualQuality}`) ? ["quality", quality] : ["size", size]
    return { kind: "invalid-request", message: `${field}: ${name} is not offered in "${asked}" here`, param: field }
  }
  if (rows.some(({ kind }) => kind === "image")) return undefined
  if (rows.length === 0) return { kind: "model-not-found", model: name }
  return { kind: "invalid-request", message: `model: ${name} makes no pictures`, param: "model" }
}

/** Whether a model makes pictures of this kind, but of words alone. */
function drawsFromWords(
  { catalogue }: Choosing,
  { name, provider }: { readonly name: string; readonly provider: ProviderId },
  { by, as }: NonNullable<NativeCall["pieces"]>,
): boolean {
  return isDrawnByForm(name) || catalogue.findPieces(name, provider, { by, as }) !== undefined
}

/** The provider without a key that a model is known to be of. */
function unreachedProviderOf({ providers, catalogue }: Choosing, name: string): ProviderId | undefined {
  const homes = catalogue.rows.filter((row) => row.id === name && row.kind === "chat").map(({ provider }) => provider)
  const home = providerIds.find((id) => homes.includes(id))
  return home !== undefined && providers.ours(home) === undefined ? home : undefined
}

/** The model and, where the prefix or the caller names one, its provider; undefined where that is nobody. */
function askedFor(request: ModelRequest): NamedModel | undefined {
  const {
    prefix,
    api,
    native: { model, providerName },
    caller,
  } = request
  if (!prefix.takesAll) return { name: model, provider: prefix.provider }
  const { name, provider } = namedIn(model, providerName)
  // A key belongs to one provider, and is not tried at others: the one that is named, or whose prefix it came to.
  const isUnnamed = provider === undefined || (provider === "unknown" && providerName === undefined)
  if (caller.kind === "own-key" && isUnnamed) return { name: model, provider: prefix.provider }
  // Who asks for responses or speech asks the provider they are of.
  if (api !== prefix.apis[0]) {
    const home = whoDraws(request, name) ?? prefix.provider
    return provider === undefined || provider === home ? { name, provider: home } : undefined
  }
  if (provider === "unknown") return providerName === undefined ? { name: model, provider: undefined } : undefined
  return { name, provider }
}

const controls = /\p{Cc}/u

interface NamedModel {
  readonly name: string
  readonly provider: ProviderId | undefined
}

function namedIn(model: string, providerName: string | undefined): ReturnType<typeof splitModelName> {
  if (providerName === undefined) return splitModelName(model)
  return { name: model, provider: providerNamed(providerName) ?? "unknown" }
}

function unknownModel({ catalogue }: Choosing, name: string, provider: ProviderId): OfferedModel {
  const abilities = catalogue.abilitiesOf(name, provider)
  const naming = { name, displayName: name, provider, askedAs: name }
  return { ...naming, price: unpriced, priceVersion: "", listed: false, abilities, tokensPerText: 1 }
}

/** Chooses the provider's account: the operator's, or the caller's own. */
export function providerFor(
  deps: Choosing,
  { caller, elsewhere, native }: ModelRequest,
  model: OfferedModel,
): Result<Provider, Failure> {
  const id = model.provider
  const isReadAloud = native.pieces?.by === "speech" && id === homeProvider
  const provider =
    caller.kind === "own-key"
      ? deps.providers.withKey(id, caller.key, elsewhere?.(id))
      : ((isReadAloud ? deps.providers.speech(model.name) : undefined) ?? deps.providers.ours(id))
  if (provider) return ok(provider)
  const { incomplete } = manifestOf[id]
  if (incomplete && caller.kind === "own-key") return err({ kind: "refused", reason: incomplete })
  return err({ kind: "refused", reason: "no-provider-key", param: keyNames(id) })
}

function optionalPrice(price: PriceRow | undefined, pieces: NativeCall["pieces"]): { readonly price?: ShownPrice } {
  if (price === undefined) return {}
  const { inputPerMillion: input, outputPerMillion: output } = price
  if (pieces) return { price: { each: toReais(priceOfUnits(1, output)) } }
  return { price: { input: toReais(microReais(input)), output: toReais(microReais(output)) } }
}

/** For calls that nobody pays us for. */
const unpriced: PriceRow = { inputPerMillion: 0, cachedPerMillion: 0, cacheWritePerMillion: 0, outputPerMillion: 0 }
