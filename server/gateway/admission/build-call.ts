import { patched } from "#core/gateway/ability-patch.ts"
import type { Failure } from "#core/gateway/failure.ts"
import { freeOutputTokens, outputFloorTokens } from "#core/gateway/limits.ts"
import { affordableOutputTokens, mostPrice } from "#core/ledger/price.ts"
import { measurePrompt, promptBound, type PromptSize } from "#core/ledger/prompt-bound.ts"
import type { MicroReais } from "#core/lib/micro-reais.ts"
import { err, ok, type Result } from "#core/lib/result.ts"
import { abilitiesOf, leastEffort } from "#core/models/abilities.ts"
import { type ModelRow, startOf } from "#core/models/model-row.ts"
import { minimumOutputCap } from "#core/models/output-cap.ts"
import { addedForTools } from "#core/providers/gateways.ts"
import type { NativeCall } from "#core/providers/client-api.ts"
import { objectsOf } from "#core/lib/fields.ts"
import { homeProvider, prefixOf } from "#core/providers/registry.ts"
import type { Caller } from "../../access/authorize.ts"
import type { Billing } from "../billing/billing.ts"
import type { BeforeAsking, ChatCall, RetryAs } from "../call/chat-call.ts"
import { providerFor, successorOf } from "../models/choose-model.ts"
import { namesFor, type OfferedModel } from "../models/model-catalogue.ts"
import { mostFoundBytes } from "../search/search-first.ts"
import { translatedApi } from "../apis/call-api.ts"
import type { Provider } from "../providers/provider.ts"
import { chooseApi, searchMostOf } from "./choose-api.ts"
import { countedAs, freeEndsCountFor, recordedAs } from "./who-pays.ts"
import type { AdmissionDeps, AdmissionRequest } from "./admission.ts"
import { type CallFacts, promptFacts } from "./call-facts.ts"
import { dearestAuxiliaryCall } from "./auxiliary-kind-of-call.ts"

/** The call as it is put to one model; `retryAs` puts the same call to another, or otherwise. */
export function buildCall(
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

interface CallParts extends CallFacts {
  readonly find: BeforeAsking["find"] | undefined
  readonly billing: Billing
  /** The most that all may cost where this model stands in for another: what that one would have been held for. */
  readonly budget?: MicroReais
  readonly wereToolsRefused?: boolean
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
