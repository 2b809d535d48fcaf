import { type Failure, type ModelRetiredFailure, providerWords, type ShownPrice } from "#core/gateway/failure.ts"
import { failureCode, failureStatus } from "#core/gateway/failure-status.ts"
import { failureText } from "#core/i18n/failure-text.ts"
import { joinSentences } from "#core/i18n/join-sentences.ts"
import type { LaterTexts } from "#core/i18n/texts.ts"
import { type ClientApi, type SaidFailure, withFields } from "#core/providers/client-api.ts"
import { toReais } from "#core/lib/micro-reais.ts"
import { presentAvailable } from "#core/ledger/balance-wire.ts"
import { presentShort, sayShort } from "./say-short.ts"

/** A failure as HTTP: its status, headers and the fields beside `error` (docs/reference/api.md, "Errors"). */
export interface PresentedFailure {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly json: Readonly<Record<string, unknown>>
}

/** For our own routes: `{error: <text>, code: <stable word>, …}`. */
export function presentFailure(failure: Failure, texts: LaterTexts): PresentedFailure {
  const error = wireText(failure, texts)
  return presented(failure, { error, code: failureCode(failure), ...fieldsOf(failure) })
}

/** How a provider's API spells its errors. */
export type FailureShape = Pick<ClientApi, "failureBody">

/** For provider prefixes: the API's own error body, with the gateway's fields beside it; in a stream it says the same. */
export function presentWireFailure(failure: Failure, texts: LaterTexts, shape: FailureShape): PresentedFailure {
  const said = sayFailure(failure, texts)
  return presented(failure, withFields(shape.failureBody(said), said))
}

/** A failure with its text, for any error shape. */
export function sayFailure(failure: Failure, texts: LaterTexts): SaidFailure {
  const param = failure.kind === "model-not-found" ? "model" : "param" in failure ? failure.param : undefined
  const code = failure.kind === "upstream" && failure.code !== undefined ? failure.code : failureCode(failure)
  const fields = fieldsOf(failure)
  const said = { status: failureStatus(failure), message: wireText(failure, texts), code, param, fields }
  const isProviders = failure.kind === "upstream" || failure.kind === "upstream-cut"
  return isProviders ? { ...said, providerWords: providerWords(failure) ?? "" } : said
}

/** The error text. Clients look for some of these sentences; all others are the page's. */
function wireText(failure: Failure, texts: LaterTexts): string {
  if ("short" in failure && failure.short !== undefined) return sayShort(failure.short, texts)
  if (failure.kind === "already-processing") return texts.errors.alreadyProcessingShort
  const text = failureText(failure, texts.errors)
  // A provider's reply that is no answer is never charged.
  return failure.kind === "not-json" ? joinSentences(text, texts.errors.nothingCharged) : text
}

function presented(failure: Failure, json: Record<string, unknown>): PresentedFailure {
  const wait = "retryAfterMs" in failure ? failure.retryAfterMs : undefined
  const headers = wait === undefined ? {} : { "retry-after": String(Math.max(1, Math.ceil(wait / 1000))) }
  return { status: failureStatus(failure), headers, json }
}

/** The fields beside the error, for the kinds that have some. */
function fieldsOf(failure: Failure): Record<string, unknown> {
  switch (failure.kind) {
    case "insufficient-balance":
      return {
        balance_insufficient: true,
        ...(failure.balance ? presentAvailable(failure.balance) : {}),
        ...(failure.short ? presentShort(failure.short) : {}),
        ...upgrade(failure),
      }
    case "balance-in-use":
      return failure.short ? presentShort(failure.short) : {}
    case "cost-ceiling":
      return {
        cost_ceiling: failure.per,
        ceiling: toReais(failure.ceiling),
        needed: toReais(failure.needed),
        ...(failure.spent === undefined ? {} : { spent_today: toReais(failure.spent) }),
      }
    case "model-not-allowed":
      // Only the free tier gets this: an upgrade would allow the model.
      return { free_temp_limit_reached: true, available_models: failure.availableModels, ...upgrade(failure) }
    case "free-limit-reached":
      return { free_temp_limit_reached: true, available_models: failure.availableModels, ...upgrade(failure) }
    case "model-not-found":
      return { unknown_model: failure.model }
    case "model-retired":
      return {
        retired_model: failure.model,
        ...(failure.since === undefined ? {} : { retired_since: failure.since }),
        ...presentPrice(failure.price),
        ...(failure.successor === undefined ? {} : { successor: presentSuccessor(failure.successor) }),
      }
    case "message-too-long":
      return { character_limit_exceeded: true }
    default:
      return {}
  }
}

function presentSuccessor({ model, provider, price }: NonNullable<ModelRetiredFailure["successor"]>) {
  return { model, provider, ...presentPrice(price) }
}

function presentPrice(price: ShownPrice | undefined): Record<string, unknown> {
  if (price === undefined) return {}
  return "each" in price ? { price_each: price.each } : { price_per_million: price }
}

function upgrade(failure: { readonly upgradeUrl?: string }): Record<string, unknown> {
  return failure.upgradeUrl === undefined ? {} : { upgrade_url: failure.upgradeUrl }
}
