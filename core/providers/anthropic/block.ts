import type { WebSearch } from "../../gateway/chat-event.ts"
import type { ToolCall } from "../../gateway/chat-request.ts"
import { mostKept } from "../answer-limits.ts"
import { type JsonObject, jsonOf, objectOf, objectsOf, textOf } from "../../lib/fields.ts"

/** A content block while its pieces arrive, as far as something of it waits for its end. */
export interface Block {
  readonly index: number
  readonly type: "text" | "tool_use" | "web_search"
  readonly id: string
  readonly name: string
  /** The input as it was written so far. */
  readonly json: string
  /** The input where it came whole with the block. */
  readonly input: JsonObject | undefined
  /** Length of the answer's text before this block, in UTF-16 units. */
  readonly start: number
  readonly cited: readonly JsonObject[]
}

/** The block a `content_block_start` opens; undefined for those that hold nothing back. */
export function openBlock(index: number, content: JsonObject, start: number): Block | undefined {
  const type = content["type"]
  const search = type === "server_tool_use" && content["name"] === "web_search"
  if (type !== "text" && type !== "tool_use" && !search) return undefined
  return {
    index,
    type: search ? "web_search" : type === "text" ? "text" : "tool_use",
    id: textOf(content["id"]) ?? "",
    name: textOf(content["name"]) ?? "",
    json: "",
    input: objectOf(content["input"]),
    start,
    cited: objectsOf(content["citations"]).slice(0, mostKept),
  }
}

/** The call a block came to; a call without arguments has an empty text on the wire and is `{}`. */
export function callOf({ id, name, json, input }: Block): ToolCall {
  return { id, name, arguments: json || jsonOf(input) }
}

/** The end of a search: its results, or an error object in their place. */
export function searchResult(content: JsonObject): WebSearch | undefined {
  if (content["type"] !== "web_search_tool_result") return undefined
  const status = Array.isArray(content["content"]) ? "completed" : "failed"
  return { id: textOf(content["tool_use_id"]) ?? "", status }
}
