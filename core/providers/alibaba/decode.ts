import { mostCalls } from "../answer-limits.ts"
import { type JsonObject, indexOf, objectOf, objectsOf, textOf } from "../../lib/fields.ts"
import { providerWordsOf } from "../../gateway/provider-words.ts"
import type { MappedFailure } from "../openai/via-openai.ts"
import { freshSources, type Told } from "../new-citations.ts"
import { type CumulativeText, grow, noTextYet } from "./cumulative-text.ts"

/**
 * DashScope puts OpenAI's choices under `output`, or in its old form a bare `output.text`; what it sends of a text may be
 * a piece or all there is so far. Until the end its finish reason is the text "null".
 */
export interface DashScopeStream {
  readonly growth: CumulativeText
  readonly told: Told
}

export const newStream: DashScopeStream = { growth: noTextYet, told: [] }

export function chunkOf(own: DashScopeStream, event: JsonObject): readonly [DashScopeStream, JsonObject] {
  if (isOpenAis(event)) return [own, event]
  const { said, finish } = choiceOf(event)
  const calls = objectsOf(said["tool_calls"]).filter((call, at) => (indexOf(call["index"]) ?? at) < mostCalls)
  const arrived = {
    reasoning: textOf(said["reasoning_content"]) ?? "",
    text: plainText(said["content"]),
    ...Object.fromEntries(calls.map((call, at) => [callName(call, at), argumentsOf(call)])),
  }
  const tokens = indexOf(objectOf(event["usage"])?.["output_tokens"]) ?? 0
  const [growth, fresh] = grow(own.growth, arrived, tokens, finish !== undefined)
  const [told, annotations] = freshSources(own.told, sourcesIn(event))
  const heads = calls.map((call, at) => ({
    ...call,
    index: indexOf(call["index"]) ?? at,
    function: { name: objectOf(call["function"])?.["name"] },
  }))
  const delta = { ...deltaOf(fresh, heads), annotations }
  return [
    growth === own.growth && told === own.told ? own : { growth, told },
    {
      choices: [{ delta, finish_reason: finish ?? null }],
      usage: usageOf(event),
      ...imagesIn(said["content"]),
      ...(own.told.length === 0 && searched(annotations)),
    },
  ]
}

/** The text that is still withheld when a stream breaks off. */
export function lastChunk({ growth }: DashScopeStream): JsonObject {
  const [, fresh] = grow(growth, {}, 0, true)
  return { choices: [{ delta: deltaOf(fresh, []), finish_reason: null }] }
}

/** The calls' names first, then what is new of their arguments. */
function deltaOf(fresh: Readonly<Record<string, string>>, heads: readonly JsonObject[]): JsonObject {
  const more = Object.entries(fresh).flatMap(([name, text]) =>
    name.startsWith(callPrefix) ? { index: Number(name.slice(callPrefix.length)), function: { arguments: text } } : [],
  )
  return { reasoning_content: fresh["reasoning"], content: fresh["text"], tool_calls: [...heads, ...more] }
}

const callPrefix = "call "

function callName(call: JsonObject, at: number): string {
  return `${callPrefix}${indexOf(call["index"]) ?? at}`
}

function argumentsOf(call: JsonObject): string {
  return textOf(objectOf(call["function"])?.["arguments"]) ?? ""
}

export function replyOf(reply: JsonObject): JsonObject {
  if (isOpenAis(reply)) return reply
  const { said, finish } = choiceOf(reply)
  const [, annotations] = freshSources([], sourcesIn(reply))
  const message = { ...said, content: plainText(said["content"]), annotations }
  return {
    choices: [{ message, finish_reason: finish ?? null }],
    usage: usageOf(reply),
    ...imagesIn(said["content"]),
    ...searched(annotations),
  }
}

/** `{code, message, request_id}`; a good answer may carry both as empty texts. */
export function troubleOf(json: JsonObject): MappedFailure | undefined {
  const code = providerWordsOf(json["code"])
  if (code === undefined || objectOf(json["output"])) return undefined
  const message = providerWordsOf(json["message"]) ?? ""
  if (saysGone(code, message)) return { message, code: "model_not_found", status: 404 }
  return { message, code, status: statusOf(code) }
}

/** Its interfaces have three codes for a model that is unknown, gone, or not served in this region. */
function saysGone(code: string, message: string): boolean {
  if (code === "ModelNotFound") return true
  return (code === "NotFound" || code === "InvalidParameter") && /^model not exist/i.test(message)
}

/** DashScope's compatible mode. */
function isOpenAis(answer: JsonObject): boolean {
  return Array.isArray(answer["choices"])
}

function choiceOf(answer: JsonObject): { readonly said: JsonObject; readonly finish: string | undefined } {
  const output = objectOf(answer["output"]) ?? {}
  const choice = objectsOf(output["choices"])[0]
  const said = objectOf(choice?.["message"]) ?? { content: output["text"] }
  const finish = textOf(choice?.["finish_reason"]) ?? textOf(output["finish_reason"])
  return { said, finish: finish === "null" ? undefined : finish }
}

/** A text, or the texts of a multimodal list. */
function plainText(content: unknown): string {
  if (typeof content === "string") return content
  return objectsOf(content)
    .map((part) => textOf(part["text"]) ?? "")
    .join("")
}

/** The pictures of a multimodal list, by their addresses. */
function imagesIn(content: unknown): JsonObject {
  const urls = objectsOf(content).flatMap((part) => textOf(part["image"]) ?? [])
  return urls.length === 0 ? {} : { data: urls.map((url) => ({ url })) }
}

function sourcesIn(answer: JsonObject): readonly JsonObject[] {
  return objectsOf(objectOf(objectOf(answer["output"])?.["search_info"])?.["search_results"])
}

/** Where there are sources, one search was made; it is asked for by name and has a price. */
function searched(sources: readonly JsonObject[]): JsonObject {
  if (sources.length === 0) return {}
  return { output: [{ type: "web_search_call", id: "search", status: "completed", action: { type: "search" } }] }
}

/** Its own names are those of OpenAI's newer interface, its details have two. */
function usageOf(answer: JsonObject): JsonObject | undefined {
  const usage = objectOf(answer["usage"])
  return (
    usage && {
      ...usage,
      prompt_tokens_details: usage["prompt_tokens_details"] ?? usage["input_tokens_details"],
      completion_tokens_details: usage["output_tokens_details"],
    }
  )
}

function statusOf(code: string): number {
  const word = code.split(".")[0]
  switch (word) {
    case "InvalidApiKey":
      return 401
    case "Arrearage":
      return 402
    case "AccessDenied":
      return 403
    case "NotFound":
      return 404
    case "RequestTimeOut":
      return 408
    case "Throttling":
      return 429
    case "InvalidParameter":
    case "InvalidURL":
    case "DataInspectionFailed":
    case "data_inspection_failed":
      return 400
    case "InternalError":
      return 500
    default:
      return 502
  }
}
