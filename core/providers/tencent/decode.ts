import { type JsonObject, numberOf, objectOf, objectsOf, textOf } from "../../lib/fields.ts"
import { providerWordsOf } from "../../gateway/provider-words.ts"
import type { MappedFailure } from "../openai/via-openai.ts"
import { freshSources, type Told } from "../new-citations.ts"

/** Hunyuan says OpenAI's things with capitals, a whole reply inside `Response` or without it, errors with status 200. */

export function chunkOf(told: Told, event: JsonObject): readonly [Told, JsonObject] {
  const answer = unwrapped(event)
  const choice = objectsOf(answer["Choices"])[0]
  const [own, annotations] = freshSources(told, sourcesIn(answer))
  const said = objectOf(choice?.["Delta"]) ?? objectOf(choice?.["Message"]) ?? {}
  return [
    own,
    { choices: [{ delta: saidIn(said, annotations), finish_reason: finishOf(choice) }], usage: usageOf(answer) },
  ]
}

export function replyOf(reply: JsonObject): JsonObject {
  const answer = unwrapped(reply)
  const choice = objectsOf(answer["Choices"])[0]
  const [, annotations] = freshSources([], sourcesIn(answer))
  const message = saidIn(objectOf(choice?.["Message"]) ?? {}, annotations)
  return { choices: [{ message, finish_reason: finishOf(choice) }], usage: usageOf(answer) }
}

/** `Error` of a refused call, `ErrorMsg` where a stream breaks off. */
export function troubleOf(json: JsonObject): MappedFailure | undefined {
  const answer = unwrapped(json)
  const error = objectOf(answer["Error"])
  if (error) {
    const code = providerWordsOf(error["Code"]) ?? ""
    if (goneCodes.has(code)) {
      return { message: providerWordsOf(error["Message"]) ?? "", code: "model_not_found", status: 404 }
    }
    return { message: providerWordsOf(error["Message"]) ?? "", ...(code && { code }), status: statusOf(code) }
  }
  const broken = objectOf(answer["ErrorMsg"])
  const message = providerWordsOf(broken?.["Msg"]) ?? ""
  const number = numberOf(broken?.["Code"])
  const isNamed = Number.isFinite(number) && number !== 0
  if (message === "" && !isNamed) return undefined
  return { message, ...(isNamed && { code: String(number) }), status: number === timedOut ? 504 : 502 }
}

/** No such model; or the whole action by which the models are asked was switched off. */
const goneCodes = new Set(["InvalidParameterValue.Model", "ActionOffline"])

/** Where a stream breaks off for want of time; 4000 is any other reason. */
const timedOut = 4001

function unwrapped(json: JsonObject): JsonObject {
  return objectOf(json["Response"]) ?? json
}

function saidIn(said: JsonObject, annotations: readonly JsonObject[]): JsonObject {
  return {
    content: said["Content"],
    reasoning_content: said["ReasoningContent"],
    annotations,
    tool_calls: objectsOf(said["ToolCalls"]).map(callOf),
  }
}

/** Pieces belong together by `Id`; a place in the list counts only without one. */
function callOf(call: JsonObject): JsonObject {
  const fn = objectOf(call["Function"])
  const id = textOf(call["Id"])
  return {
    ...(id === undefined ? { index: call["Index"] } : { id }),
    function: { name: fn?.["Name"], arguments: fn?.["Arguments"] },
  }
}

/** Empty while it runs. */
function finishOf(choice: JsonObject | undefined): string | null {
  const reason = textOf(choice?.["FinishReason"])
  return reason === "sensitive" ? "content_filter" : (reason ?? null)
}

/** Repeated with every event, the last being the fullest. */
function sourcesIn(answer: JsonObject): readonly JsonObject[] {
  return objectsOf(objectOf(answer["SearchInfo"])?.["SearchResults"]).map((found) => ({
    index: found["Index"],
    url: found["Url"],
    title: found["Title"],
  }))
}

function usageOf(answer: JsonObject): JsonObject | undefined {
  const usage = objectOf(answer["Usage"])
  return (
    usage && {
      prompt_tokens: usage["PromptTokens"],
      completion_tokens: usage["CompletionTokens"],
      prompt_tokens_details: { cached_tokens: objectOf(usage["PromptTokensDetails"])?.["CachedTokens"] },
      completion_tokens_details: { reasoning_tokens: objectOf(usage["CompletionTokensDetails"])?.["ReasoningTokens"] },
    }
  )
}

function statusOf(code: string): number {
  const [word, detail = ""] = code.split(".")
  switch (word) {
    case "AuthFailure":
      return 401
    case "UnauthorizedOperation":
      return 403
    case "FailedOperation":
      if (/Exhausted|Arrear|NotActivated|ServiceStop|Quota/.test(detail)) return 402
      return 500
    case "ResourceInsufficient":
      return 402
    case "LimitExceeded":
    case "RequestLimitExceeded":
      return 429
    case "InternalError":
      return 500
    case "ResourceUnavailable":
    case "ServiceUnavailable":
      return 503
    default:
      return /^[A-Z]/.test(code) ? 400 : 502
  }
}
