import type { AsideKind } from "#core/conversation/aside-shape.ts"
import { patched } from "#core/gateway/ability-patch.ts"
import { imagesOf, textOf } from "#core/gateway/content.ts"
import type { Failure } from "#core/gateway/failure.ts"
import {
  freeMessageCharacters,
  freeOutputTokens,
  freeRequestCharacters,
  outputFloorTokens,
} from "#core/gateway/limits.ts"
import type { Texts } from "#core/i18n/locale.ts"
import { availableToSpend, emptyBalances } from "#core/ledger/balance.ts"
import type { Ceilings } from "#core/ledger/ceiling.ts"
import { affordableOutputTokens, mostPrice } from "#core/ledger/price.ts"
import { promptBound, promptCharacters, type PromptBound } from "#core/ledger/prompt-bound.ts"
import { fromReais, type MicroReais } from "#core/lib/micro-reais.ts"
import { err, ok, type Result } from "#core/lib/result.ts"
import { abilitiesOf, leastEffort } from "#core/models/abilities.ts"
import { compressModel } from "#core/models/default-models.ts"
import { type ModelRow, startOf } from "#core/models/model-row.ts"
import { minimumOutputCap } from "#core/models/output-cap.ts"
import type { NativeCall } from "#core/providers/chat-wire.ts"
import { type ChatApis, prefixOf } from "#core/providers/registry.ts"
import type { AsideQuota } from "../../access/aside-quota.ts"
import type { Authorizer, Caller } from "../../access/authorize.ts"
import type { FreeQuota } from "../../access/free-quota.ts"
import type { Wallets } from "../../access/wallets.ts"
import type { Config } from "../../config.ts"
import { addressSteps } from "../../http/address-steps.ts"
import type { Ledger } from "../../ledger/ledger-store.ts"
import { billAside } from "../billing/bill-aside.ts"
import { billCode, billNobody, billUs, billVisitor, type Billing } from "../billing/billing.ts"
import type { BeforeAsking, ChatCall, RetryAs } from "../chat-call.ts"
import { modelFor, type ModelRequest, type PromptFacts, providerFor, successorOf } from "../models/choose-model.ts"
import { type ModelCatalogue, namesFor, type OfferedModel } from "../models/model-catalogue.ts"
import { mostFoundBytes, searchBeforeAsking } from "../search/look-up.ts"
import type { SearchService } from "../search/search-service.ts"
import { translatedApi } from "../upstream/call-api.ts"
import type { Provider, Providers } from "../upstream/provider.ts"
import { chooseApi, searchMostOf } from "./choose-api.ts"
import { asideKind } from "./asides.ts"
import type { Asker, RunLimits } from "./run-limits.ts"
import type { Rates } from "./rates.ts"

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
  readonly asides: AsideQuota
  readonly runLimits: RunLimits
  readonly now: () => number
}

interface Ask extends ModelRequest {
  readonly ceilings: Ceilings
  readonly texts: Texts
  /** Whose run it would be. */
  readonly asker: Asker
}

/**
 * May this call be made, and with what? Refuses in the order of `DESIGN.md` §6: what the tier may not have, what the
 * model cannot take, too many answers at once; too many requests were refused before the call was read (`rates.ts`). Funds
 * come last, when the run reserves them.
 */
export function admit(deps: AdmissionDeps, ask: Ask): Result<ChatCall, Failure> {
  const { native } = ask
  const prompt = promptBound(native.model, native.messages, native.counted)
  return checkAndBuildCall(deps, ask, { prompt, aside: asideOf(deps, ask, prompt) })
}

interface CallFacts {
  readonly prompt: PromptBound
  /** What the call is beside a conversation; undefined for a message. */
  readonly aside: AsideKind | undefined
}

function checkAndBuildCall(deps: AdmissionDeps, ask: Ask, facts: CallFacts): Result<ChatCall, Failure> {
  const { native, caller } = ask
  const { prompt, aside } = facts
  const model = modelFor(deps, ask, promptFacts(native, facts))
  if (!model.ok) return model
  const tooLong = caller.tier === "free" ? tooLongForFree(native) : undefined
  if (tooLong) return err(tooLong)
  const likely = Math.ceil(prompt.likely * model.value.tokensPerText)
  const { inputMost } = model.value.abilities
  if (likely * estimateSlack > inputMost) {
    const message = `the messages are about ${likely} tokens long, the model takes ${inputMost}`
    return err({ kind: "context-length-exceeded", message })
  }
  const full = deps.runLimits.noRoomFor(ask.asker)
  if (full) return err(full)
  const { owner } = ask.asker
  const isBusy = aside === undefined ? deps.runLimits.reached(owner, caller.tier) : deps.runLimits.asidesReached(owner)
  if (isBusy) return err({ kind: "already-processing" })
  if (caller.kind === "code" && caller.code.frozen)
    return err({ kind: "insufficient-balance", balance: nothingToSpend })
  const search = deps.searchService && searchBeforeAsking(deps.searchService, native)
  return buildCall(deps, ask, { ...facts, find: search, billing: billingFor(deps, ask, aside) }, model.value)
}

interface CallParts extends CallFacts {
  readonly find: BeforeAsking["find"] | undefined
  readonly billing: Billing
  /** The most that all may cost where this model stands in for another: what that one would have been held for. */
  readonly budget?: MicroReais
}

/** The call as it is put to one model; `retryAs` puts the same call to another, or otherwise. */
function buildCall(deps: AdmissionDeps, ask: Ask, parts: CallParts, model: OfferedModel): Result<ChatCall, Failure> {
  const { caller, door } = ask
  const { prompt, aside } = parts
  const native = inPicture(withoutNewThoughts(deps, ask, model, aside !== undefined), model)
  const provider = providerFor(deps, ask, model)
  if (!provider.ok) return provider
  const api = chooseApi(deps, { ...ask, native }, model, provider.value)
  if (api.refusal) return err(api.refusal)
  const searchMost = searchMostOf(deps, ask, model, provider.value)
  const search = searchMost === undefined ? undefined : beforeAsking(deps, ask, parts.find, model, provider.value)
  const promptMost = Math.ceil(prompt.most * model.tokensPerText) + (search ? mostFoundBytes : 0)
  const predictedMost = native.predicted === undefined ? 0 : promptBound(native.model, [], native.predicted).most
  const asked = capFor(native, caller, model)
  const isBound = aside === undefined && native.pieces === undefined
  const budget = parts.budget ?? (isBound ? budgetOf(native, caller, model, { prompt, predictedMost }) : undefined)
  const affordable = budget && affordableOutputTokens(budget, promptMost, model.price) - predictedMost
  const cap = affordable === undefined ? asked : Math.min(asked, affordable)
  if (cap < Math.min(asked, outputFloorTokens)) return err({ kind: "model-retired", model: model.asked ?? model.name })
  const isOurs = caller.kind !== "own-key"
  const call: ChatCall = {
    surface: door.surface,
    api,
    model,
    messages: native.messages,
    counted: native.counted,
    stream: native.stream,
    asksUsage: native.asksUsage,
    tier: caller.tier,
    promptLikely: Math.ceil(prompt.likely * model.tokensPerText),
    promptMost,
    predictedMost,
    cap,
    allOrNothing: native.pieces !== undefined,
    searchMost: search ? 1 : searchMost,
    search,
    fits: isOurs && (door.surface === pageSurface || model.asked !== undefined),
    isAside: aside !== undefined,
    recordedAs: recordedAs(caller),
    stopsCountFor: stopsCountFor(caller),
    billing: parts.billing,
    provider: provider.value,
    ...(provider.value.pretend === true ? { shown: shownRefusals(deps, model) } : {}),
    texts: ask.texts,
  }
  return ok(isOurs ? { ...call, retryAs: retriesOf(deps, ask, { ...parts, ...(budget && { budget }) }, call) } : call)
}

function retriesOf(deps: AdmissionDeps, ask: Ask, parts: CallParts, call: ChatCall): RetryAs {
  const { model } = call
  return {
    fitted(patch) {
      const abilities = patched(model.abilities, patch)
      const again = buildCall(deps, ask, parts, { ...model, abilities })
      return again.ok ? again.value : call
    },
    successor(cap, refused) {
      const isDue = model.off !== undefined && startOf(model.off) <= deps.now()
      const retired = { ...model, row: model.row ?? unknownRow(model), ...(isDue && { since: model.off }) }
      const next = successorOf(deps, ask, retired, { ...promptFacts(ask.native, parts), refused })
      // Whatever stood in for it, the caller hears of the model they have asked for.
      if (!next.ok && next.error.kind === "model-retired" && model.asked)
        return err({ ...next.error, model: model.asked })
      if (!next.ok) return next
      // Bound by what is held, which was held at the price of the model before; a title is on us, up to what one may cost.
      const held = mostPrice(call.promptMost, cap + (call.predictedMost ?? 0), model.price)
      const most = parts.budget === undefined || parts.budget > held ? held : parts.budget
      const budget = parts.aside === undefined ? most : dearestAside
      return buildCall(deps, ask, { ...parts, budget }, { ...next.value, asked: model.asked ?? model.name })
    },
  }
}

/**
 * Whoever asked a model that does not think pays for no thoughts of what stands in for it, and a title's few words are not
 * spent on them: where the caller names no effort, it is the least there is.
 */
function withoutNewThoughts(
  { catalogue }: AdmissionDeps,
  { native, api, door }: Ask,
  model: OfferedModel,
  isAuxiliary: boolean,
): NativeCall {
  const effort = leastEffort(model.abilities)
  const isChat = door.takesAll && api === door.apis[0]
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

/** What the model that was asked for would have been held for, where one that was switched off is stood in for. */
function budgetOf(
  native: NativeCall,
  caller: Caller,
  { standsFor }: OfferedModel,
  { prompt, predictedMost }: { readonly prompt: PromptBound; readonly predictedMost: number },
): MicroReais | undefined {
  if (standsFor?.price === undefined) return undefined
  const { name, row, price } = standsFor
  const promptMost = Math.ceil(prompt.most * (row.tokensPerText ?? 1))
  const cap = capFor(native, caller, { abilities: abilitiesOf(name, row) })
  return mostPrice(promptMost, cap + predictedMost, price)
}

function promptFacts({ messages }: NativeCall, { prompt, aside }: CallFacts): PromptFacts {
  const hasImages = messages.some(({ content }) => imagesOf(content).length > 0)
  return { promptTokens: prompt.likely, hasImages, isAuxiliary: aside !== undefined }
}

/** The page's own prefix. */
const pageSurface = prefixOf("openai")

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
  { api, door }: Ask,
  find: BeforeAsking["find"] | undefined,
  { provider }: OfferedModel,
  { pretend = false }: Provider,
): BeforeAsking | undefined {
  const speaking = apis[provider]?.[0]
  if (find === undefined || pretend || speaking === undefined) return undefined
  if (!door.takesAll || api.searches === true) return undefined
  return { find, apiFor: (native) => translatedApi(speaking.adapter, api.wire, native, provider) }
}

function asideOf(deps: AdmissionDeps, ask: Ask, prompt: PromptBound): AsideKind | undefined {
  const { native, caller } = ask
  if (caller.kind === "own-key") return undefined
  /** The model that would write it, where that is who writes titles here and it costs us little. */
  const writer = () => {
    const model = modelFor(deps, ask, { ...promptFacts(native, { prompt, aside: undefined }), isAuxiliary: true })
    if (!model.ok) return undefined
    const { name, provider, price } = model.value
    const usual = deps.catalogue.asideOf(provider)
    if (usual?.name !== name || usual.provider !== provider) return undefined
    const isCheap =
      name === compressModel ||
      (native.cap !== undefined && mostPrice(prompt.likely, native.cap, price) <= dearestAside)
    return isCheap ? model.value.abilities : undefined
  }
  return asideKind(native, writer, prompt)
}

/** What a title or summary by another model than the specification's may cost us at the most (0068). */
const dearestAside = fromReais(0.05)

/** Of a frozen code, whatever is on it. */
const nothingToSpend = availableToSpend("premium", emptyBalances)

/** The estimate may be this far below the truth; what may not fit is refused before it costs anything. */
const estimateSlack = 1.1

/** The last message is bound by the specification, and all that goes along with it by what we pay (`DESIGN.md` §15). */
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
  return last === undefined ? 0 : textOf(last.content).length
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

function billingFor(deps: AdmissionDeps, { caller, ceilings, native }: Ask, aside: AsideKind | undefined): Billing {
  const { ledger, wallets, quota, asides, catalogue, config, now } = deps
  const availableModels = namesFor(catalogue, "free")
  const { upgradeUrl } = config
  const refusal: Failure = { kind: "model-not-allowed", model: native.model, availableModels, upgradeUrl }
  switch (caller.kind) {
    case "code": {
      const paid = billCode(caller, { ledger, wallets, upgradeUrl, ceilings, now })
      if (aside === undefined) return paid
      const otherwise = caller.tier === "premium" ? paid : undefined
      return billAside(caller, { kind: aside, ledger, asides, otherwise, refusal })
    }
    case "operator":
      return billUs(ledger)
    case "own-key":
      return billNobody
    case "visitor": {
      if (aside !== undefined) return billAside(caller, { kind: aside, ledger, asides, otherwise: undefined, refusal })
      return billVisitor(caller, {
        ledger,
        quota,
        refusal: { kind: "free-limit-reached", availableModels, upgradeUrl },
      })
    }
  }
}

/** Records outlive the day by more than a year: those who came without a code leave no name in them. */
function recordedAs(caller: Caller): string {
  if (caller.kind === "visitor") return "visitor"
  return caller.kind === "own-key" ? "key" : caller.owner
}

/** An id costs nothing to come by, an address does. What an own key pays is not ours to count. */
function stopsCountFor(caller: Caller): readonly string[] {
  if (caller.kind === "own-key") return []
  return caller.kind === "visitor" ? addressSteps(caller.address) : [caller.owner]
}
