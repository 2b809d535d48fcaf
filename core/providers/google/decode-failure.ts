import type { Failure } from "../../gateway/failure.ts"
import { cutObject, failureObject } from "../failure-body.ts"
import { type JsonObject, objectOf, objectsOf, textOf } from "../../lib/fields.ts"
import { keyRestMs } from "../../gateway/key-choice.ts"
import { providerWordsOf } from "../../gateway/provider-words.ts"
import { goneWhere, type Upstream } from "../model-gone.ts"
import * as openAi from "../openai/decode-failure.ts"

/**
 * `{error: {code, message, status, details}}`, in a list of one where `alt=sse` was not asked for, or what our own gateway
 * says in that shape. The word in `status` becomes the type, the reason in `details` the code: a wrong key is told by
 * status 400 and nothing but the reason "API_KEY_INVALID".
 */
export function decodeFailure(status: number, body: string): Failure {
  const said = failureObject(body)
  return said ? failureOf(said, status) : openAi.decodeFailure(status, body)
}

/** The failure in an event or reply of status 200; undefined where there is none. */
export function failureIn(said: JsonObject): Failure | undefined {
  return blocked(said) ?? (openAi.failureIn(said) && failureOf(said, undefined))
}

/** An SSE event named "error", whatever its data. */
export function decodeErrorEvent(data: string): Failure {
  const json = failureObject(data)
  return json ? failureOf(json, undefined) : openAi.decodeErrorEvent(data)
}

/** The prompt was refused: there is no candidate, and the failure has a fixed text. */
function blocked(said: JsonObject): Failure | undefined {
  const reason = providerWordsOf(objectOf(said["promptFeedback"])?.["blockReason"])
  if (reason === undefined || objectsOf(said["candidates"]).length > 0) return undefined
  return { kind: "upstream", status: 400, message: `Message is being blocked for reason: ${reason}`, code: reason }
}

function failureOf(told: JsonObject, given: number | undefined): Failure {
  const body = cutObject(told)
  const error = objectOf(body["error"])
  if (!error) return openAi.failureFrom(body, given)
  // Google's `code` is a status; the word our gateway calls its refusals by stands outside.
  const { code: status, ...rest } = error
  const failure = openAi.failureFrom(
    { ...body, error: rest },
    given ?? (typeof status === "number" ? status : undefined),
  )
  if (failure.kind !== "upstream") return failure
  const type = textOf(error["status"])
  const details = objectsOf(error["details"])
  const reason = details.flatMap((detail) => textOf(detail["reason"]) ?? [])[0]
  const code = reason ?? failure.code ?? type
  const [retryAfterMs] = details.flatMap((detail) => waitMs(detail["retryDelay"]) ?? [])
  const more = { ...(type && { type }), ...(code && { code }), ...(retryAfterMs !== undefined && { retryAfterMs }) }
  return goneWhere({ ...failure, ...more }, saysGone)
}

/** Google has no `Retry-After`: a detail says it, as in "37s" or "0.85s". In ms, as far as any key rests. */
function waitMs(delay: unknown): number | undefined {
  const seconds = /^(\d{1,9}(?:\.\d{1,9})?)s$/.exec(textOf(delay) ?? "")?.[1]
  return seconds === undefined ? undefined : keyRestMs("busy", Math.ceil(Number(seconds) * 1_000))
}

/**
 * Unknown or gone: "models/X is not found for API version …"; closed to this key's project: "This model models/X is no
 * longer available to new users". A wrong path has another message.
 */
function saysGone({ status, message }: Upstream): boolean {
  if (status !== 404 && status !== 400) return false
  return /^(?:this model )?models\/\S{1,200} is (?:not found for API version|no longer available)/i.test(message)
}
