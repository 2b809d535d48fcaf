import type { AuxiliaryKind } from "#core/conversation/auxiliary-kind.ts"
import { patched } from "#core/gateway/ability-patch.ts"
import { imagesOf, contentText } from "#core/gateway/content.ts"
import type { Failure } from "#core/gateway/failure.ts"
import {
  freeMessageCharacters,
  freeOutputTokens,
  freeRequestCharacters,
  outputFloorTokens,
} from "#core/gateway/limits.ts"
import type { LaterTexts } from "#core/i18n/texts.ts"
import type { Ceilings } from "#core/ledger/ceiling.ts"
import { affordableOutputTokens, mostPrice } from "#core/ledger/price.ts"
import {
  measurePrompt,
  promptBound,
  promptCharacters,
  type PromptSize,
  estimateSlack,
} from "#core/ledger/prompt-bound.ts"
import { fromReais, type MicroReais } from "#core/lib/micro-reais.ts"
import { err, ok, type Result } from "#core/lib/result.ts"
import { abilitiesOf, leastEffort } from "#core/models/abilities.ts"
import { compressModel } from "#core/models/default-models.ts"
import { type ModelRow, startOf } from "#core/models/model-row.ts"
import { minimumOutputCap } from "#core/models/output-cap.ts"
import { addedForTools } from "#core/providers/gateways.ts"
import type { NativeCall } from "#core/providers/client-api.ts"
import { objectsOf } from "#core/lib/fields.ts"
import { type ChatApis, homeProvider, prefixOf } from "#core/providers/registry.ts"
import type { AuxiliaryQuota } from "../../access/auxiliary-quota.ts"
import type { Authorizer, Caller, Person } from "../../access/authorize.ts"
import type { FreeQuota } from "../../access/free-quota.ts"
import type { Wallets } from "../../access/wallets.ts"
import type { Config } from "../../config.ts"
import type { Ledger } from "../../ledger/ledger-store.ts"
import type { Billing } from "../billing/billing.ts"
import { frozen } from "../billing/money-short.ts"
import type { BeforeAsking, ChatCall, RetryAs } from "../call/chat-call.ts"
import { modelFor, type ModelRequest, type PromptFacts, providerFor, successorOf } from "../models/choose-model.ts"
import { type ModelCatalogue, namesFor, type OfferedModel } from "../models/model-catalogue.ts"
import { mostFoundBytes, searchBeforeAsking } from "../search/search-first.ts"
import type { SearchService } from "../search/search-service.ts"
import { translatedApi } from "../apis/call-api.ts"
import type { Provider, Providers } from "../providers/provider.ts"
import { chooseApi, searchMostOf } from "./choose-api.ts"
import { auxiliaryKind } from "./auxiliary-calls.ts"
import type { Asker, RunLimits } from "./run-limits.ts"
import type { Rates } from "./rates.ts"
import { billingFor, countedAs, freeEndsCountFor, recordedAs } from "./who-pays.ts"

export interface AdmissionDeps extends Rates {
  readonly config: Config
  readonly authorizer: Authorizer
  readonly catalogue: ModelCatalogue
  readonly providers: Providers
  readonly apis: ChatApis
  /** Where one is configured, the gateway searches, not the provider. */
  readonly searchService: SearchService | undefined
  readonly ledger: Ledger
  readonly wallets: Wallets
  readonly quota: FreeQuota
  readonly auxiliaryQuota: AuxiliaryQuota
  readonly runLimits: RunLimits
  readonly now: () => number
}

/** A call, and who makes it. */
export interface AdmissionRequest extends ModelRequest {
  readonly ceilings: Ceilings
  readonly texts: LaterTexts
  /** Whose run it would be. */
  readonly asker: Asker
  /** Whether the run would go on with an answer whose model has called tools. */
  readonly isLaterRound: () => Promise<boolean>
  /** In whose name an own key is taken to an address of its own. */
  readonly person: Person | undefined
}

/**
 * Decides whether a call may be made, and how. Refuses first what the tier may not have, then what the model cannot
 * take, too many answers at once; too many requests were refused before the call was read (`rates.ts`). Funds come
 * last, when the run reserves them.
 */
export function admit(deps: AdmissionDeps, ask: AdmissionRequest): Result<ChatCall, Failure> {
  const { native, caller } = ask
  const prompt = measurePrompt(native.messages, native.counted)
  const open = caller.kind === "own-key" ? withoutOurSearch(deps) : deps
  return checkAndBuildCall(open, ask, { prompt, auxiliary: auxiliaryKindOfCall(open, ask, prompt) })
}

/** The search service is paid by the operator, and an own key is any word: it searches with its provider's tool, or not at all. */
function withoutOurSearch(deps: AdmissionDeps): AdmissionDeps {
  return { ...deps, searchService: undefined }
}

interface CallFacts {
  readonly prompt: PromptSize
  /** Whether the call is for a title or a summary; undefined for a message. */
  readonly auxiliary: AuxiliaryKind | undefined
}

function checkAndBuildCall(deps: AdmissionDeps, ask: AdmissionRequest, facts: CallFacts): Result<ChatCall, Failure> {
  const { native, caller } = ask
  const { prompt, auxiliary } = facts
  const model = modelFor(deps, ask, promptFacts(native, facts))
  if (!model.ok) return model
  const tooLong = caller.tier === "free" ? tooLongForFree(native) : undefined
  if (tooLong) return err(tooLong)
  const { likely } = promptBound(prompt, model.value)
  const { inputMost } = model.value.abilities
  // A prompt that probably exceeds the model's context is refused before it costs anything.
  if (likely * estimateSlack > inputMost) {
    const message = `the messages are about ${likely} tokens long, the model takes ${inputMost}`
    return err({ kind: "context-length-exceeded", message })
  }
  const full = deps.runLimits.noRoomFor(ask.asker)
  if (full) return err(full)
  if (deps.runLimits.reached(ask.asker.owner, caller.tier, countedAs(native, auxiliary)))
    return err({ kind: "already-processing" })
  if (caller.kind === "code" && caller.code.frozen) return err(frozen(deps.config))
  const provider = providerFor(deps, ask, model.value)
  if (!provider.ok) return provider
  const search = deps.searchService && searchBeforeAsking(deps.searchService, native)
  const billing = billingFor(deps, ask, { ...facts, provider: provider.value })
  return buildCall(deps, ask, { ...facts, find: search, billing }, model.value)
}

interface CallParts extends CallFacts {
  readonly find: BeforeAsking["find"] | undefined
  readonly billing: Billing
  /** The most that all may cost where this model stands in for another: what that one would have been held for. */
  readonly budget?: MicroReais
  readonly wereToolsRefused?: boolean
}

/** The call as it is put to one model; `retryAs` puts the same call to another, or otherwise. */
function buildCall(
  deps: AdmissionDeps,
  ask: AdmissionRequest,
  parts: CallParts,
  model: OfferedModel,
): Result<ChatCall, Failure> {
  const { caller, prefix } = ask
  const { prompt, auxiliary, wereToolsRefused = false } = parts
  const native = inPicture(withoutNewThoughts(deps, ask, model, auxiliary !== undefined), model)
  const provider = providerFor(deps, ask, model)
  if (!provider.ok) return provider
  const api = chooseApi(deps, { ...ask, native, wereToolsRefused }, model, provider.value)
  if (api.refusal) return err(api.refusal)
  const searchMost = searchMostOf(deps, ask, model, provider.value)
  const search = searchMost === undefined ? undefined : beforeAsking(deps, ask, parts.find, model, provider.value)
  const tools = addedForTools(model.provider, objectsOf(native.body["tools"]).length)
  const bound = promptBound(prompt, model)
  const promptMost = bound.most + (search ? mostFoundBytes : 0) + tools
  const predictedMost =
    native.predicted === undefined ? 0 : promptBound(measurePrompt([], native.predicted), model).most
  const asked = capFor(native, caller, model)
  const isBound = auxiliary === undefined && native.pieces === undefined
  const budget = parts.budget ?? (isBound ? budgetOf(native, caller, model, { prompt, predictedMost }) : undefined)
  const affordable = budget && affordableOutputTokens(budget, promptMost, model.price) - predictedMost
  const cap = affordable === undefined ? asked : Math.min(asked, affordable)
  if (cap < Math.min(asked, outputFloorTokens)) return err({ kind: "model-retired", model: model.asked ?? model.name })
  const isOurs = caller.kind !== "own-key"
  const call: ChatCall = {
    surface: prefix.surface,
    api,
    model,
    messages: native.messages,
    counted: native.counted,
    stream: native.stream,
    asksUsage: native.asksUsage,
    tier: caller.tier,
    promptLikely: bound.likely,
    promptMost,
    predictedMost,
    cap,
    allOrNothing: native.pieces !== undefined,
    likelyPieces: native.pieces?.likely,
    unit: native.pieces && unitOf[native.pieces.by],
    searchMost: search ? 1 : searchMost,
    search,
    fits: isOurs && (prefix.surface === pageSurface || model.asked !== undefined),
    countedAs: countedAs(native, auxiliary),
    recordedAs: recordedAs(caller),
    freeEndsCountFor: freeEndsCountFor(caller),
    billing: parts.billing,
    provider: provider.value,
    shown: provider.value.pretend === true ? shownRefusals(deps, model) : undefined,
    texts: ask.texts,
    retryAs: isOurs
      ? retriesOf(deps, ask, budget ? { ...parts, budget } : parts, { model, promptMost, predictedMost })
      : undefined,
  }
  return ok(call)
}

const unitOf = { picture: "picture", speech: "character", transcription: "second" } as const

/** What is held for a call, apart from its answer. */
type Held = Pick<ChatCall, "model" | "promptMost" | "predictedMost">

function retriesOf(
  deps: AdmissionDeps,
  ask: AdmissionRequest,
  parts: CallParts,
  { model, promptMost, predictedMost }: Held,
): RetryAs {
  return {
    fitted(patch) {
      const abilities = patched(model.abilities, patch)
      const wereToolsRefused = parts.wereToolsRefused === true || patch.tools === "responses"
      const again = buildCall(deps, ask, { ...parts, wereToolsRefused }, { ...model, abilities })
      return again.ok ? again.value : undefined
    },
    successor(cap, refused) {
      const isDue = model.off !== undefined && startOf(model.off) <= deps.now()
      const retired = { ...model, row: model.row ?? unknownRow(model), ...(isDue && { since: model.off }) }
      const next = successorOf(deps, ask, retired, { ...promptFacts(ask.native, parts), refused })
      // The refusal names the model that was asked for, not the one that was to stand in for it.
      if (!next.ok && next.error.kind === "model-retired" && model.asked)
        return err({ ...next.error, model: model.asked })
      if (!next.ok) return next
      // Bound by what is held, which was held at the price of the model before; a title is on us, up to what one may cost.
      const held = mostPrice(promptMost, cap + (predictedMost ?? 0), model.price)
      const most = parts.budget === undefined || parts.budget > held ? held : parts.budget
      const budget = parts.auxiliary === undefined ? most : dearestAuxiliaryCall
      return buildCall(
        deps,
        ask,
        { ...parts, budget, wereToolsRefused: false },
        { ...next.value, asked: model.asked ?? model.name },
      )
    },
  }
}

/**
 * Whoever asked a model that does not think pays for no thoughts of what stands in for it, and a title's few words are not
 * spent on them: where the caller names no effort, it is the least there is.
 */
function withoutNewThoughts(
  { catalogue }: AdmissionDeps,
  { native, api, prefix }: AdmissionRequest,
  model: OfferedModel,
  isAuxiliary: boolean,
): NativeCall {
  const effort = leastEffort(model.abilities)
  const isChat = prefix.takesAll && api === prefix.apis[0]
  if (effort === undefined || !isChat || native.body["reasoning_effort"] != null) return native
  const before = model.standsFor ?? (model.asked === undefined ? undefined : catalogue.find(model.asked))
  const thought = before === undefined || abilitiesOf(before.name, before.row).thinks
  return isAuxiliary || !thought ? { ...native, body: { ...native.body, reasoning_effort: effort } } : native
}

/** A picture in the size and quality that the model is called in, where that is not as it was asked for. */
function inPicture(native: NativeCall, { picture }: OfferedModel): NativeCall {
  const [size, quality] = picture?.split(" ") ?? []
  return picture === undefined ? native : { ...native, body: { ...native.body, size, quality } }
}

/** Nothing is known of such a model but its name, and so not what follows it. */
function unknownRow({ name, provider }: OfferedModel): ModelRow {
  return { provider, id: name, name, kind: "chat", source: "", read: "" }
}

/** The highest price of the call at the model that was asked for, where that one is switched off and another answers for it. */
function budgetOf(
  native: NativeCall,
  caller: Caller,
  { standsFor }: OfferedModel,
  { prompt, predictedMost }: { readonly prompt: PromptSize; readonly predictedMost: number },
): MicroReais | undefined {
  if (standsFor?.price === undefined) return undefined
  const { name, row, price } = standsFor
  const promptMost = promptBound(prompt, { name, tokensPerText: row.tokensPerText ?? 1 }).most
  const cap = capFor(native, caller, { abilities: abilitiesOf(name, row) })
  return mostPrice(promptMost, cap + predictedMost, price)
}

function promptFacts({ model, messages }: NativeCall, { prompt, auxiliary }: CallFacts): PromptFacts {
  const hasImages = messages.some(({ content }) => imagesOf(content).length > 0)
  // Whom it is put to is not known yet; models count pictures in their own ways, each by its name.
  const { likely } = promptBound(prompt, { name: model, tokensPerText: 1 })
  return { promptTokens: likely, hasImages, isAuxiliary: auxiliary !== undefined }
}

/** The page's own prefix. */
const pageSurface = prefixOf(homeProvider)

/** Asked for an error 402 or 403, the pretend model shows what the gateway says of an empty purse and of a model out of reach. */
function shownRefusals({ catalogue, config: { upgradeUrl } }: AdmissionDeps, { name }: OfferedModel) {
  const availableModels = namesFor(catalogue, "free")
  // None of those that are within reach: with one of them, it shows another.
  const model = availableModels.includes(name) ? "gpt-5" : name
  return {
    402: { kind: "insufficient-balance", upgradeUrl },
    403: { kind: "model-not-allowed", model, availableModels, upgradeUrl },
  } as const
}

/** How the gateway searches before the provider is asked; undefined where it does not. */
function beforeAsking(
  { apis }: AdmissionDeps,
  { api, prefix }: AdmissionRequest,
  find: BeforeAsking["find"] | undefined,
  model: OfferedModel,
  { pretend = false }: Provider,
): BeforeAsking | undefined {
  const speaking = apis[model.provider]?.[0]
  if (find === undefined || pretend || speaking === undefined) return undefined
  if (!prefix.takesAll || api.searches === true) return undefined
  return { find, apiFor: (native) => translatedApi(speaking.adapter, api.clientApi, native, model) }
}

function auxiliaryKindOfCall(
  deps: AdmissionDeps,
  ask: AdmissionRequest,
  prompt: PromptSize,
): AuxiliaryKind | undefined {
  const { native, caller } = ask
  if (caller.kind === "own-key") return undefined
  /** The model that would write it, where that is who writes titles here and it costs us little. */
  const writer = () => {
    const model = modelFor(deps, ask, { ...promptFacts(native, { prompt, auxiliary: undefined }), isAuxiliary: true })
    if (!model.ok) return undefined
    const { name, provider, price } = model.value
    const usual = deps.catalogue.auxiliaryModel(provider)
    if (usual?.name !== name || usual.provider !== provider) return undefined
    const isCheap =
      name === compressModel ||
      (native.cap !== undefined &&
        mostPrice(promptBound(prompt, model.value).likely, native.cap, price) <= dearestAuxiliaryCall)
    return isCheap ? model.value.abilities : undefined
  }
  return auxiliaryKind(native, writer, prompt)
}

/** The most that a title or summary may cost us when it is not written by the original model (0068). */
const dearestAuxiliaryCall = fromReais(0.05)

/** The last message of a free caller has a fixed limit, and the whole request is limited by what we pay. */
function tooLongForFree({ messages, counted }: NativeCall): Failure | undefined {
  const characters = lastUserCharacters(messages)
  if (characters > freeMessageCharacters) {
    return { kind: "message-too-long", characters, limit: freeMessageCharacters }
  }
  const all = promptCharacters(messages, counted)
  if (all <= freeRequestCharacters) return undefined
  const message = `the request has ${all} characters of text, the free tier takes ${freeRequestCharacters}`
  return { kind: "context-length-exceeded", message }
}

function lastUserCharacters(messages: ChatCall["messages"]): number {
  const last = messages.findLast((message) => message.role === "user")
  return last === undefined ? 0 : contentText(last.content).length
}

/**
 * The lowest of what the model can, the client wants and the tier may. In tokens. What a model nobody here knows can write
 * is for its provider to say, where the caller's own key pays.
 */
function capFor(native: NativeCall, caller: Caller, { abilities }: Pick<OfferedModel, "abilities">): number {
  if (native.pieces) return native.cap ?? 1
  const most = abilities.outputMost
  if (caller.kind === "own-key" && most === minimumOutputCap) return native.cap ?? most
  const tier = caller.tier === "free" ? freeOutputTokens : Infinity
  return Math.min(most, native.cap ?? Infinity, tier)
}
