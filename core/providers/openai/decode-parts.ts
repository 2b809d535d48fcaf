import type { ChatEvent, Citation, FinishReason, WebSearch } from "../../gateway/chat-event.ts"
import { tokenCount, usageFromTotals } from "../../gateway/usage.ts"
import { decodeMeta } from "../../ledger/balance-wire.ts"
import { indexOf, type JsonObject, jsonOf, objectOf, objectsOf, textOf, textsOf } from "../../lib/fields.ts"

/** The pieces a streamed chunk and a whole reply have in common. */

/** The events of a delta or a message: reasoning, text, refusal (as text, because it is the answer), sources. */
export function contentEvents(said: JsonObject): readonly ChatEvent[] {
  const events: ChatEvent[] = []
  const reasoning = textOf(said["reasoning_content"]) ?? textOf(said["reasoning"])
  if (reasoning) events.push({ type: "reasoning-delta", text: reasoning })
  // Of an answer that is spoken, what it says.
  const text = plainText(said["content"]) ?? textOf(objectOf(said["audio"])?.["transcript"])
  if (text) events.push({ type: "text-delta", text })
  const refusal = textOf(said["refusal"])
  if (refusal) events.push({ type: "text-delta", text: refusal })
  for (const citation of citationsIn(said)) events.push({ type: "citation", citation })
  return events
}

/** The calls of a delta or a message; under the name of before there were several, one. */
export function callsIn(said: JsonObject): readonly JsonObject[] {
  const calls = objectsOf(said["tool_calls"])
  const only = objectOf(said["function_call"])
  return calls.length > 0 || !only ? calls : [{ index: 0, function: only }]
}

/** A call's arguments, or a piece of them, as the model wrote them; some compatible servers have parsed them. */
export function argumentsOf(fn: JsonObject | undefined): string {
  const given = fn?.["arguments"]
  return textOf(given) ?? (objectOf(given) ? jsonOf(given) : "")
}

/** An answer that calls waits for what it called, also where the provider says that it simply stopped. */
export function reasonWith(called: boolean, reason: FinishReason | undefined): FinishReason | undefined {
  return called && reason === "stop" ? "tool-calls" : reason
}

/** A text, or the texts of a list of parts as some compatible servers send it. */
function plainText(content: unknown): string | undefined {
  if (!Array.isArray(content)) return textOf(content)
  const texts = objectsOf(content).map((part) => textOf(part["text"]) ?? "")
  return textOf(texts.join(""))
}

/** The url citations of a delta, a message or an output part: nested as in chat, or flat as in responses. */
export function citationsIn(said: JsonObject): readonly Citation[] {
  return objectsOf(said["annotations"]).flatMap((annotation) => {
    if (annotation["type"] !== "url_citation") return []
    const citation = objectOf(annotation["url_citation"]) ?? annotation
    const url = textOf(citation["url"])
    if (!url) return []
    const start = indexOf(citation["start_index"])
    const end = indexOf(citation["end_index"])
    return {
      url,
      title: textOf(citation["title"]) ?? "",
      ...(start !== undefined && { start }),
      ...(end !== undefined && { end }),
    }
  })
}

/** Searches, images and the balance, which our gateway's answers may carry beside the choices. */
export function extraEvents(answer: JsonObject): readonly ChatEvent[] {
  const events: ChatEvent[] = []
  for (const item of objectsOf(answer["output"])) {
    const search = searchIn(item)
    if (search && objectOf(item["action"])) events.push({ type: "web-search", search })
  }
  for (const image of objectsOf(answer["data"])) {
    const url = textOf(image["url"])
    const b64 = textOf(image["b64_json"])
    if (url ?? b64) events.push({ type: "image", image: { ...(url && { url }), ...(b64 && { b64 }) } })
  }
  const balance = answer["_meta"] === undefined ? undefined : decodeMeta(answer["_meta"])
  if (balance) events.push({ type: "balance", balance })
  return events
}

/** The usage of a chunk or reply; none while it is null. Some servers (Moonshot) put it into the choice. */
export function usageEvents(answer: JsonObject, searchCalls: number): readonly ChatEvent[] {
  const usage = objectOf(answer["usage"]) ?? objectOf(objectsOf(answer["choices"])[0]?.["usage"])
  if (!usage) return []
  const promptDetails = objectOf(usage["prompt_tokens_details"])
  const reasoning = objectOf(usage["completion_tokens_details"])?.["reasoning_tokens"]
  return [
    {
      type: "usage",
      usage: usageFromTotals({
        prompt: usage["prompt_tokens"] ?? usage["input_tokens"],
        cached: promptDetails?.["cached_tokens"] ?? usage["cached_tokens"],
        written: promptDetails?.["cache_write_tokens"],
        completion: tokenCount(usage["completion_tokens"] ?? usage["output_tokens"]) + thoughtBeside(usage, reasoning),
        reasoning,
        searchCalls,
      }),
    },
  ]
}

/**
 * The reasoning tokens, where the total shows that they are not part of the completion; xAI's models count so, at
 * Azure, too.
 */
function thoughtBeside(usage: JsonObject, reasoning: unknown): number {
  const said = [usage["prompt_tokens"], usage["completion_tokens"], reasoning].map(tokenCount)
  const sum = said.reduce((all, count) => all + count, 0)
  return usage["total_tokens"] === sum ? tokenCount(reasoning) : 0
}

/** An output item as a search of the web; undefined for other items. */
export function searchIn(item: JsonObject): WebSearch | undefined {
  const action = objectOf(item["action"])
  const id = textOf(item["id"])
  if (item["type"] !== "web_search_call" || !id) return undefined
  const query = textOf(action?.["query"]) ?? textsOf(action?.["queries"])[0]
  const status = item["status"] === "completed" || item["status"] === "failed" ? item["status"] : "searching"
  const looks = action !== undefined && action["type"] !== "search"
  return { id, status, ...(query && { query }), ...(looks && { page: textOf(action["url"]) ?? "" }) }
}

/** The ids of the web searches an answer says were completed. */
export function searchCallIds(answer: JsonObject): readonly string[] {
  return objectsOf(answer["output"]).flatMap((item) => {
    const search = searchIn(item)
    return search?.status === "completed" && search.page === undefined ? search.id : []
  })
}

/** Undefined while running; a reason we do not know is a plain stop. */
export function finishReason(value: unknown): FinishReason | undefined {
  switch (value) {
    case "length":
      return "length"
    case "tool_calls":
    case "function_call":
      return "tool-calls"
    case "content_filter":
      return "content-filter"
    default:
      return textOf(value) === undefined ? undefined : "stop"
  }
}

/** The last event of an answer. Nothing at all is a failure even when the provider calls it finished. */
export function ending(reason: FinishReason | undefined, answered: boolean): ChatEvent {
  if (!answered && (reason === "stop" || reason === undefined)) {
    return { type: "failure", failure: { kind: "empty-answer" } }
  }
  if (reason === undefined) return { type: "failure", failure: { kind: "upstream-cut" } }
  return { type: "finish", reason }
}
