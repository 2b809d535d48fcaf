import { type JsonObject, numberOf, objectOf, objectsOf, parseJson } from "../../lib/fields.ts"
import { providerWordsOf } from "../../gateway/provider-words.ts"
import type { MappedFailure } from "../openai/via-openai.ts"

/**
 * Spark speaks as OpenAI does, except: no finish reason, `code` and `message` in every event, a function call as one object
 * where the switch is off, and the sources of a search as calls of a delta whose role is "tool".
 */

/** Whether the usage has come, which stands on the last event only. */
export interface Counted {
  readonly counted: boolean
}

export function chunkOf(own: Counted, event: JsonObject): readonly [Counted, JsonObject] {
  const usage = objectOf(event["usage"])
  return [usage && !own.counted ? { counted: true } : own, withChoice(event, "delta")]
}

export function replyOf(reply: JsonObject): JsonObject {
  return withChoice(reply, "message")
}

/** `{code: 10013, message, sid}`, also with status 200. Those with an `error` are OpenAI's; our gateway's have words as codes. */
export function troubleOf(json: JsonObject): MappedFailure | undefined {
  const error = objectOf(json["error"])
  const number = numberOf(error?.["code"] ?? json["code"])
  const message = providerWordsOf(error?.["message"]) ?? providerWordsOf(json["message"]) ?? ""
  if (!Number.isSafeInteger(number) || number < 1_000) return undefined
  const isGone = number === badParameter && /^invalid param model\b/i.test(message)
  if (isGone) return { message, code: "model_not_found", type: providerWordsOf(error?.["type"]), status: 404 }
  const code = number === tooManyTokens ? "context_length_exceeded" : String(number)
  return { message, code, type: providerWordsOf(error?.["type"]), status: statusOf(number) }
}

const tooManyTokens = 10_907
const badParameter = 10_005

function statusOf(code: number): number {
  switch (code) {
    case 10_016: // no licence, or its quota is used up
    case 11_200:
      return 403
    case 10_007: // the same user's last request is still being answered
    case 11_201: // of a day, of a second, at a time
    case 11_202:
    case 11_203:
      return 429
    case badParameter:
    case 10_013: // what was asked or answered is not allowed
    case 10_014:
    case 10_019:
    case 10_021:
    case tooManyTokens:
    case 10_163:
      return 400
    default:
      return 502
  }
}

function withChoice(json: JsonObject, part: "delta" | "message"): JsonObject {
  const choice = objectsOf(json["choices"])[0]
  const said = objectOf(choice?.[part])
  if (!said) return json
  return { ...json, choices: [{ ...choice, [part]: withCalls(said) }] }
}

function withCalls(said: JsonObject): JsonObject {
  const given = said["tool_calls"]
  const calls = Array.isArray(given) ? objectsOf(given) : objectsOf([given])
  const functions = calls.filter((call) => objectOf(call["function"]) !== undefined)
  const { tool_calls: _, ...rest } = said
  const annotations = calls.flatMap((call) => sourcesOf(objectOf(call["web_search"])))
  return {
    ...rest,
    ...(said["role"] !== "tool" && functions.length > 0 && { tool_calls: functions }),
    ...(annotations.length > 0 && { annotations }),
  }
}

/** The pages a search found: a list, or a list written as text. */
function sourcesOf(search: JsonObject | undefined): readonly JsonObject[] {
  const outputs = search?.["outputs"]
  const found = objectsOf(typeof outputs === "string" ? parseJson(outputs) : outputs)
  return found.map(({ url, title }) => ({ type: "url_citation", url, title }))
}
