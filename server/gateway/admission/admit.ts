import type { RequestMeta } from "#core/gateway/chat-request.ts"
import { textOf } from "#core/gateway/content.ts"
import type { Failure } from "#core/gateway/failure.ts"
import { freeMessageCharacters, freeOutputTokens } from "#core/gateway/limits.ts"
import type { Texts } from "#core/i18n/locale.ts"
import { availableToSpend, emptyBalances } from "#core/ledger/balance.ts"
import type { Ceilings } from "#core/ledger/ceiling.ts"
import { mostPrice } from "#core/ledger/price.ts"
import { promptBound, type PromptBound } from "#core/ledger/prompt-bound.ts"
import { fromReais } from "#core/lib/micro-reais.ts"
import { err, ok, type Result } from "#core/lib/result.ts"
import { contextTokens } from "#core/models/context-tokens.ts"
import { compressModel } from "#core/models/default-models.ts"
import { minimumOutputCap, outputCap } from "#core/models/output-cap.ts"
import type { NativeCall } from "#core/providers/chat-wire.ts"
import type { ChatApi, ChatApis } from "#core/providers/registry.ts"
import type { Authorizer, Caller } from "../../access/authorize.ts"
import { addressPrefix, type FreeQuota } from "../../access/free-quota.ts"
import type { Wallets } from "../../access/wallets.ts"
import type { Config } from "../../config.ts"
import type { RateLimit, RateVerdict } from "../../http/rate-limit.ts"
import type { Ledger } from "../../ledger/ledger-store.ts"
import { billCode, billNobody, billUs, billVisitor, type Billing } from "../billing/billing.ts"
import type { ChatCall } from "../chat-call.ts"
import type { Door } from "../doors.ts"
import { modelFor, providerFor } from "../models/choose-model.ts"
import { type ModelCatalogue, namesFor, type OfferedModel } from "../models/model-catalogue.ts"
import type { ElsewhereFor } from "../providers/own-address.ts"
import { lookUpFor, mostFoundBytes, type LookedUp } from "../search/look-up.ts"
import type { SearchService } from "../search/search-service.ts"
import type { Provider, Providers } from "../upstream/provider.ts"
import { chooseApi, searchMostOf } from "./choose-api.ts"
import { freeCallKind, type FreeCallKind, type FreeCalls } from "./free-calls.ts"
import type { RunLimits } from "./run-limits.ts"

export interface AdmissionDeps {
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
  readonly freeCalls: FreeCalls
  readonly runLimits: RunLimits
  readonly codeRate: RateLimit
  readonly addressRate: RateLimit
  readonly now: () => number
}

interface Ask {
  readonly native: NativeCall
  readonly caller: Caller
  readonly door: Door
  readonly api: ChatApi
  /** Where an own key is to be used instead of at its provider's. */
  readonly elsewhere?: ElsewhereFor | undefined
  readonly meta: RequestMeta
  readonly ceilings: Ceilings
  readonly texts: Texts
  /** Told how the caller stands with its rate limits, before the call is let in or refused for them. */
  readonly onRates: (verdicts: readonly RateVerdict[]) => void
}

/**
 * May this call be made, and with what? Refuses in the order of `DESIGN.md` §6: what the tier may not have, what the
 * model cannot take, too many requests, too many answers at once. Funds come last, when the run reserves them.
 */
export function admit(deps: AdmissionDeps, ask: Ask): Result<ChatCall, Failure> {
  const { native, caller } = ask
  const prompt = promptBound(native.model, native.messages, native.counted)
  const genuine = freeCallOf(deps, ask, prompt)
  // Taken before anything is decided: without an earned one this is a call like any other.
  const free = genuine !== undefined && deps.freeCalls.take(caller.owner, genuine) ? genuine : undefined
  const call = weigh(deps, ask, { prompt, free, earnsFreeCalls: genuine === undefined && native.pieces === undefined })
  if (!call.ok && free) deps.freeCalls.giveBack(caller.owner, free)
  return call
}

interface Weight {
  readonly prompt: PromptBound
  /** The earned title or summary that this call uses up; undefined for a call that somebody pays for. */
  readonly free: FreeCallKind | undefined
  readonly earnsFreeCalls: boolean
}

function weigh(deps: AdmissionDeps, ask: Ask, weight: Weight): Result<ChatCall, Failure> {
  const { native, caller } = ask
  const { prompt, free, earnsFreeCalls } = weight
  const model = modelFor(deps, ask, free !== undefined)
  if (!model.ok) return model
  const provider = providerFor(deps, ask, model.value)
  if (!provider.ok) return provider
  if (caller.tier === "free") {
    const characters = lastUserCharacters(native.messages)
    if (characters > freeMessageCharacters) {
      return err({ kind: "message-too-long", characters, limit: freeMessageCharacters })
    }
  }
  if (prompt.likely * estimateSlack > contextTokens(model.value.name)) {
    const message = `the messages are about ${prompt.likely} tokens long, the model takes ${contextTokens(model.value.name)}`
    return err({ kind: "context-length-exceeded", message })
  }
  const slow = tooManyRequests(deps, ask)
  if (slow) return err(slow)
  if (free === undefined && deps.runLimits.reached(caller.owner, caller.tier))
    return err({ kind: "already-processing" })
  if (caller.kind === "code" && caller.code.frozen)
    return err({ kind: "insufficient-balance", balance: nothingToSpend })

  const api = chooseApi(deps, ask, model.value, provider.value)
  if (api.refusal) return err(api.refusal)
  const searchMost = searchMostOf(deps, ask, model.value, provider.value)
  const lookUp = searchMost === undefined ? undefined : lookUpOf(deps, ask, model.value, provider.value)
  const foundMost = lookUp ? mostFoundBytes : 0
  return ok({
    surface: ask.door.surface,
    api,
    model: model.value,
    messages: native.messages,
    counted: native.counted,
    stream: native.stream,
    asksUsage: native.asksUsage,
    tier: caller.tier,
    promptLikely: prompt.likely,
    promptMost: prompt.most + foundMost,
    predictedMost: native.predicted === undefined ? 0 : promptBound(native.model, [], native.predicted).most,
    cap: capFor(native, caller, model.value),
    allOrNothing: native.pieces !== undefined,
    searchMost: lookUp ? 1 : searchMost,
    lookUp,
    earnsFreeCalls,
    isAside: free !== undefined,
    billing: billingFor(deps, ask, free),
    provider: provider.value,
    ...(provider.value.pretend === true ? { shown: shownRefusals(deps, model.value) } : {}),
    texts: ask.texts,
  })
}

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
function lookUpOf(
  { searchService, apis }: AdmissionDeps,
  { native, api, door }: Ask,
  model: OfferedModel,
  { pretend = false }: Provider,
): ((signal: AbortSignal) => Promise<LookedUp>) | undefined {
  const speaking = apis[model.provider]?.[0]
  if (searchService === undefined || pretend || speaking === undefined) return undefined
  if (!door.takesAll || api.searches === true) return undefined
  return lookUpFor(searchService, native, { adapter: speaking.adapter, wire: api.wire, provider: model.provider })
}

function freeCallOf(deps: AdmissionDeps, ask: Ask, prompt: PromptBound): FreeCallKind | undefined {
  const { native, caller, meta } = ask
  if (caller.kind === "own-key") return undefined
  const isAside = () => {
    const model = modelFor(deps, ask, true)
    if (!model.ok || deps.catalogue.asideOf(model.value.provider) !== model.value) return false
    const { name, price } = model.value
    return name === compressModel || mostPrice(prompt.likely, native.cap ?? Infinity, price) <= dearestFreeCall
  }
  return freeCallKind(native, { meta, isAside }, prompt)
}

/** What a title or summary by another model than the specification's may cost us at the most (0068). */
const dearestFreeCall = fromReais(0.05)

/** Of a frozen code, whatever is on it. */
const nothingToSpend = availableToSpend("premium", emptyBalances)

/** The estimate may be this far below the truth; what may not fit is refused before it costs anything. */
const estimateSlack = 1.1

function lastUserCharacters(messages: ChatCall["messages"]): number {
  const last = messages.findLast((message) => message.role === "user")
  return last === undefined ? 0 : textOf(last.content).length
}

function tooManyRequests(deps: AdmissionDeps, { caller, onRates }: Ask): Failure | undefined {
  const verdicts = [deps.addressRate.check(addressPrefix(caller.address))]
  if (caller.kind === "code" || caller.kind === "operator") verdicts.push(deps.codeRate.check(caller.owner))
  onRates(verdicts)
  const refused = verdicts.find((verdict) => !verdict.allowed)
  if (refused) return { kind: "too-many-requests", retryAfterMs: refused.retryAfterMs }
  return deps.runLimits.isFull() ? { kind: "too-many-requests", retryAfterMs: fullRetryMs } : undefined
}

/** When to come back to a server that has no room for another answer. */
const fullRetryMs = 10_000

/**
 * The lowest of what the model can, the client wants and the tier may. In tokens. What a model nobody here knows can write
 * is for its provider to say, where the caller's own key pays.
 */
function capFor(native: NativeCall, caller: Caller, model: OfferedModel): number {
  if (native.pieces) return native.cap ?? 1
  const most = outputCap(model.name)
  if (caller.kind === "own-key" && most === minimumOutputCap) return native.cap ?? most
  const tier = caller.tier === "free" ? freeOutputTokens : Infinity
  return Math.min(most, native.cap ?? Infinity, tier)
}

function billingFor(deps: AdmissionDeps, { caller, ceilings }: Ask, free: FreeCallKind | undefined): Billing {
  const { ledger, wallets, quota, catalogue, config, now } = deps
  switch (caller.kind) {
    case "code":
      if (free !== undefined) return billUs(ledger)
      return billCode(caller, { ledger, wallets, upgradeUrl: config.upgradeUrl, ceilings, now })
    case "operator":
      return billUs(ledger)
    case "own-key":
      return billNobody
    case "visitor": {
      const availableModels = namesFor(catalogue, "free")
      const upgrade = { upgradeUrl: config.upgradeUrl }
      return billVisitor(caller, {
        ledger,
        quota,
        countsAsMessage: free === undefined,
        refusal: { kind: "free-limit-reached", availableModels, ...upgrade },
      })
    }
  }
}
