import { inputTokens, type UsageUnit, usageWithin } from "#core/gateway/usage.ts"
import { priceOf } from "#core/ledger/price.ts"
import type { ProviderId } from "#core/providers/registry.ts"
import { usageOfWhole } from "../billing/charge-run.ts"
import type { Meter } from "../billing/meter.ts"
import { estimatePrompt, GrowingTokens } from "../billing/estimate-tokens.ts"
import type { ChatCall } from "../call/chat-call.ts"
import type { OfferedModel } from "../models/model-catalogue.ts"
import { isReadable } from "./readable.ts"
import type { Run } from "./run.ts"

/** How far a run had come, for whoever has to close it after a crash; kept as JSON. In tokens, never much above the truth. */
export interface Progress {
  readonly model: string
  /** Whose; the same name may stand with several. */
  readonly provider?: ProviderId
  /** The name its caller asked for, where this model is called in its place. */
  readonly asked?: string
  /** The model that has answered in its place, where that is another with a price of its own. */
  readonly rerouted?: string
  /** Of the prices that this model is called at. */
  readonly priceVersion?: string
  readonly input: number
  /** Input beside that, where the provider has told of it: read from its cache, and written to it. */
  readonly cached?: number
  readonly cacheWrite?: number
  /** 0 as long as nobody has anything to read. */
  readonly output: number
  /** The price in micro-reais of what has not come, and is billed whether it does or not: a picture, speech. */
  readonly billedWhole?: number
  /** How many pieces that is, and of what. */
  readonly pieces?: number
  readonly unit?: UsageUnit
}

interface Called {
  readonly model: OfferedModel
  readonly rerouted?: string | undefined
}

/** Follows a run and says how far it has come. */
export class ProgressNotes {
  readonly #call: ChatCall
  readonly #meter: Meter
  readonly #called: () => Called
  #answer: GrowingTokens | undefined
  #pieces = 0
  #prompt: Promise<number> | undefined
  #noted = false

  /**
   * `called` tells the model that is asked now, which after a refusal may be another than before, and the one that answers in
   * its place, where that is another with a price of its own.
   */
  constructor(call: ChatCall, meter: Meter, called: () => Called) {
    this.#call = call
    this.#meter = meter
    this.#called = called
  }

  /** Counts what has come since the last note; of Latin script it is weighed, which costs next to nothing. One call at a time. */
  async now(run: Pick<Run, "frameCount">): Promise<Progress> {
    const { model, rerouted } = this.#called()
    const { name, provider, asked, priceVersion } = model
    const head = {
      model: name,
      provider,
      priceVersion,
      ...(asked === undefined ? {} : { asked }),
      ...(rerouted === undefined ? {} : { rerouted }),
    }
    const { allOrNothing = false } = this.#call
    const isAnswered = isReadable(run, this.#meter)
    if (!isAnswered && !allOrNothing) return { ...head, input: 0, output: 0 }
    this.#noted = true
    if (!isAnswered) return { ...head, input: 0, output: 0, ...this.#whole(model) }
    this.#answer ??= new GrowingTokens()
    const said = this.#meter.outputText(this.#pieces)
    this.#pieces = this.#meter.outputPieces()
    const output = await this.#answer.add(said)
    return { ...head, ...(await this.#input()), output }
  }

  /** Whether there was anything to note yet. */
  hasNoted(): boolean {
    return this.#noted
  }

  #whole({ price }: OfferedModel): Pick<Progress, "billedWhole" | "pieces" | "unit"> {
    const usage = usageOfWhole(this.#call)
    return { billedWhole: priceOf(usage, price), pieces: usage.output, ...(usage.unit && { unit: usage.unit }) }
  }

  async #input(): Promise<Pick<Progress, "input" | "cached" | "cacheWrite">> {
    const told = this.#meter.usage()
    if (told === undefined || inputTokens(told) === 0)
      return { input: await (this.#prompt ??= estimatePrompt(this.#call)) }
    const { inputUncached, inputCached, cacheWrite } = usageWithin(told, {
      input: this.#call.promptMost,
      output: told.output,
      searches: told.searchCalls,
    })
    return { input: inputUncached, cached: inputCached, cacheWrite }
  }
}
