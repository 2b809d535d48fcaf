import { type AbilityPatch, patchesTogether } from "#core/gateway/ability-patch.ts"
import type { Failure } from "#core/gateway/failure.ts"
import { type HealedApi, healingOf } from "#core/gateway/healing.ts"
import type { ModelAbilities } from "#core/gateway/model-abilities.ts"
import { gatewayOf } from "#core/providers/gateways.ts"
import { responsesAdapter } from "#core/providers/openai/responses/adapter.ts"
import type { Meter } from "../billing/meter.ts"
import type { ChatCall } from "../call/chat-call.ts"
import type { OfferedModel } from "../models/model-catalogue.ts"
import type { ModelNews } from "../models/model-news.ts"
import type { Provider } from "../providers/provider.ts"
import type { Run } from "../runs/run.ts"
import { translateToOpenAi } from "./translate-to-openai.ts"

/** A refused call is made to fit at most so often. */
const mostFittings = 3
/** A refused call is put to another model at most so often. */
const mostSuccessors = 3

export interface PutCallOptions {
  readonly run: Run
  readonly meter: Meter
  readonly modelNews: ModelNews
  /** Hears of the model that is called instead of the one before. */
  readonly onModel: (model: OfferedModel) => void
}

/** The provider has no such model; so many of the operator's keys were told so of late. */
interface Refusal {
  readonly model: OfferedModel
  readonly provider: Provider
  readonly keysTold: number
}

interface Put {
  readonly call: ChatCall
  /** The output cap that is held for, in tokens. */
  readonly cap: number
}

/** Whether a call goes on, put in another way or once more; `failure`: what kept it from being answered, if that is known. */
export interface Onward {
  readonly goesOn: boolean
  readonly failure?: Failure | undefined
}

/** `cap`: the output cap that is held for, in tokens. */
export async function putCall(admitted: ChatCall, cap: number, options: PutCallOptions): Promise<PutCall> {
  return new PutCall({ call: await withSearch(options.run, admitted, options.meter), cap }, options)
}

/** A call as it is put to its provider, and how else it may be put after a refusal. */
export class PutCall {
  readonly #options: PutCallOptions
  #now: Put
  #learned: AbilityPatch | undefined
  #fittings = 0
  #successors = 0
  #refusals: readonly Refusal[] = []

  constructor(first: Put, options: PutCallOptions) {
    this.#now = first
    this.#options = options
  }

  now(): Put {
    return this.#now
  }

  /** Changes the call so that it fits the model, as its refusal says; false where it says nothing we could change. */
  async makeFit(failure: Failure): Promise<boolean> {
    const { run, meter } = this.#options
    const { call } = this.#now
    const learned = this.#learned
    const patch = this.#fittings < mostFittings ? healingOf(failure, abilitiesAsPut(call), apiOf(call)) : undefined
    // A field that was changed once and refused again is not changed back.
    const isAgain = patch && Object.keys(patch).some((field) => learned !== undefined && field in learned)
    // What was known of its tools before was left aside for a reason.
    const isKnown = patch?.tools !== undefined && patch.tools === call.model.abilities.tools
    const isOurs = (!isKnown && (call.fits || call.api.translated)) || isCapOnly(patch)
    if (patch === undefined || isAgain || call.retryAs === undefined) return false
    const fitted = call.retryAs.fitted(patch)
    // A program's tools go to another API, as they are, or its provider's refusal is passed on.
    if (!isOurs && !(isToolsOnly(patch) && fitted?.api.translated === true)) return false
    this.#fittings += 1
    this.#learned = patchesTogether(learned, patch)
    meter.resetAttempt()
    this.#now = { ...this.#now, call: await withSearch(run, fitted ?? call, meter, call) }
    return true
  }

  /** Remembers that the provider has no such model; so many of the operator's keys were told so of late. */
  refused(keysTold: number): void {
    const { model, provider } = this.#now.call
    this.#refusals = [...this.#refusals, { model, provider, keysTold }]
  }

  /** Puts the call to what follows its model. */
  async goOn(): Promise<Onward> {
    const { run, meter, onModel } = this.#options
    const { call: before, cap } = this.#now
    const names = new Set(this.#refusals.map(({ model }) => model.name))
    const next = this.#successors < mostSuccessors ? before.retryAs?.successor(cap, names) : undefined
    if (next === undefined) return { goesOn: false }
    meter.resetAttempt()
    if (!next.ok) return { goesOn: false, failure: next.error }
    this.#successors += 1
    const call = await withSearch(run, next.value, meter, before)
    this.#now = { call, cap: call.cap }
    onModel(call.model)
    this.#learned = undefined
    return { goesOn: true }
  }

  /** An answer came: the refusals before it were meant, and the changes were good for something. */
  answered(): void {
    const { modelNews } = this.#options
    for (const { model, keysTold } of this.#refusals) modelNews.refused(model, { keysTold, isConfirmed: true })
    const { model, provider, fits } = this.#now.call
    const { tools, ...rest } = this.#learned ?? {}
    // Which APIs a compatible server has says nothing of the model, and a program's call is put there as it is written.
    const isKept = tools !== undefined && (fits || provider.isHome === true)
    const learned = isKept ? this.#learned : rest
    if (learned !== undefined && Object.keys(learned).length > 0 && !model.isSnapshot) modelNews.learned(model, learned)
  }

  /** No answer came: one key's word says little of a model, and the next call asks again. */
  unanswered(): void {
    for (const { model, provider, keysTold } of this.#refusals) {
      const isBelieved = this.#options.modelNews.refused(model, { keysTold, isConfirmed: false })
      if (!isBelieved) provider.keys.forgetLacking(model.name)
    }
  }
}

/** Which of a provider's APIs the call is put to. */
function apiOf({ api, provider }: ChatCall): HealedApi {
  if (!gatewayOf[provider.id].refusesAsOpenAi) return "other"
  return api.adapter === responsesAdapter ? "responses" : "chat"
}

/** What the refused call took its model for: tools were put to a chat, perhaps, whatever is known of the model. */
function abilitiesAsPut({ model: { abilities } }: ChatCall): ModelAbilities {
  return abilities.tools === "responses" ? { ...abilities, tools: "always" } : abilities
}

function isToolsOnly(patch: AbilityPatch): boolean {
  return Object.keys(patch).every((field) => field === "tools")
}

/** The output cap is always ours to spell, whoever wrote the rest. */
function isCapOnly(patch: AbilityPatch | undefined): boolean {
  return patch !== undefined && Object.keys(patch).every((field) => field === "capField")
}

/**
 * The call with what a search of ours has found, which is told at once; the call as it is where none is asked for. `before`:
 * the same call in an earlier way, whose search was told already.
 */
async function withSearch(run: Run, call: ChatCall, meter: Meter, before?: ChatCall): Promise<ChatCall> {
  if (call.search === undefined) return call
  const { events, native } = await call.search.find(run.signal)
  if (before?.found === undefined) {
    meter.events(events)
    if (call.stream) run.append(run.encode(translateToOpenAi(run.facts, call.model.name).tell(events)))
  }
  return { ...call, api: call.search.apiFor(native), found: events }
}
