import { type JsonObject, numberOf, objectOf, objectsOf, textOf } from "../../lib/fields.ts"
import { providerWordsOf } from "../../gateway/provider-words.ts"
import type { MappedFailure } from "../openai/via-openai.ts"
import { freshSources, type Told } from "../new-citations.ts"

/** Wenxin puts the text into `result`, the end into `is_end`, and its errors, with status 200, into `error_code`. */

export function chunkOf(told: Told, event: JsonObject): readonly [Told, JsonObject] {
  const [own, annotations] = freshSources(told, sourcesIn(event))
  const finish = event["is_end"] === true ? finishOf(event) : null
  return [own, { choices: [{ delta: said(event, annotations), finish_reason: finish }], usage: event["usage"] }]
}

export function replyOf(reply: JsonObject): JsonObject {
  const [, annotations] = freshSources([], sourcesIn(reply))
  return { choices: [{ message: said(reply, annotations), finish_reason: finishOf(reply) }], usage: reply["usage"] }
}

function said(event: JsonObject, annotations: readonly JsonObject[]): JsonObject {
  const call = objectOf(event["function_call"])
  return {
    content: event["result"],
    ...(annotations.length > 0 && { annotations }),
    // There is one call at most and it has no id; the answer's own will do.
    ...(call && { tool_calls: [{ index: 0, id: event["id"], function: call }] }),
  }
}

/** "normal" says nothing more than that it ended. */
function finishOf(event: JsonObject): string {
  if (objectOf(event["function_call"])) return "tool_calls"
  const reason = textOf(event["finish_reason"]) ?? "normal"
  return reason === "normal" && event["is_truncated"] === true ? "length" : reason
}

function sourcesIn(event: JsonObject): readonly JsonObject[] {
  return objectsOf(objectOf(event["search_info"])?.["search_results"])
}

/** Beside the number our gateway's refusals have a word. */
export function troubleOf(json: JsonObject): MappedFailure | undefined {
  const number = numberOf(json["error_code"])
  if (!Number.isSafeInteger(number)) return tokenTrouble(json)
  if (number === 0) return undefined
  // The model is the last part of the path: an endpoint that is not there is a model that is not there.
  const isGone = number === noEndpoint && json["code"] === undefined
  if (isGone) return { message: providerWordsOf(json["error_msg"]) ?? "", code: "model_not_found", status: 404 }
  return {
    message: providerWordsOf(json["error_msg"]) ?? "",
    code: providerWordsOf(json["code"]) ?? String(number),
    status: statusOf(number),
  }
}

/** "Unsupported openapi method". */
const noEndpoint = 3

/** `{error: "invalid_client", error_description}`, where the token is given out. */
function tokenTrouble(json: JsonObject): MappedFailure | undefined {
  const message = providerWordsOf(json["error_description"])
  return message === undefined ? undefined : { message, code: providerWordsOf(json["error"]), status: 401 }
}

function statusOf(code: number): number {
  switch (code) {
    case 110: // token invalid
    case 111: // token expired
    case 13: // signature and key
    case 14:
    case 15:
      return 401
    case 6:
      return 403
    case 4: // requests, of a day, at a time, in all
    case 17:
    case 18:
    case 19:
    case 336_501:
    case 336_502:
    case 336_503:
    case 336_504:
    case 336_505:
      return 429
    case 2:
    case 336_100:
      return 503
    case 1:
    case 336_000:
      return 500
    default:
      return 400
  }
}
