import {
  anyObject,
  capTokens,
  either,
  flag,
  integer,
  list,
  number,
  object,
  oneOf,
  optional,
  type Read,
  record,
  tagged,
  text,
  textLike,
} from "../call-body.ts"
import { wireEfforts, wireImageTypes } from "./wire.ts"

/**
 * The body of a messages call, as far as this gateway lets it through. What is not listed is refused: faster or nearer
 * inference and an hour in the cache cost more than the price list knows, containers and other tools of the server's do
 * more than it can count, files belong to whoever has the key.
 */
const cache_control = optional(object({ type: oneOf("ephemeral"), ttl: optional(oneOf("5m")) }, "refuse"))
const citations = optional(list(anyObject))
const textBlock = object({ type: oneOf("text"), text: text(), cache_control, citations }, "drop")
const imageBlock = object(
  {
    type: oneOf("image"),
    source: tagged("type", {
      base64: object({ type: oneOf("base64"), media_type: oneOf(...wireImageTypes), data: text() }, "drop"),
      url: object({ type: oneOf("url"), url: textLike(/^https?:\/\//i, "must be an http(s) URL") }, "drop"),
    }),
    cache_control,
  },
  "drop",
)
const documentBlock = object(
  {
    type: oneOf("document"),
    source: tagged("type", {
      text: object({ type: oneOf("text"), media_type: oneOf("text/plain"), data: text() }, "drop"),
      content: object({ type: oneOf("content"), content: either(text(), list(textBlock)) }, "drop"),
    }),
    title: optional(text()),
    context: optional(text()),
    citations: optional(object({ enabled: optional(flag) }, "drop")),
    cache_control,
  },
  "drop",
)
const id = text({ most: 256 })
const resultBlock = object(
  {
    type: oneOf("tool_result"),
    tool_use_id: id,
    content: optional(either(text(), list(tagged("type", { text: textBlock, image: imageBlock })))),
    is_error: optional(flag),
    cache_control,
  },
  "drop",
)
const callBlock = object({ type: oneOf("tool_use"), id, name: id, input: anyObject, cache_control }, "drop")
/** Thoughts and searches of earlier answers go back word for word: they are signed or encrypted. */
const block = tagged("type", {
  text: textBlock,
  image: imageBlock,
  document: documentBlock,
  tool_use: callBlock,
  tool_result: resultBlock,
  thinking: anyObject,
  redacted_thinking: anyObject,
  server_tool_use: anyObject,
  web_search_tool_result: anyObject,
})

const schema = anyObject
const ownTool = object(
  {
    type: optional(oneOf("custom")),
    name: textLike(/^[\w-]{1,128}$/, "must be 1 to 128 letters, digits, _ or -"),
    description: optional(text()),
    input_schema: schema,
    strict: optional(flag),
    eager_input_streaming: optional(flag),
    cache_control,
  },
  "refuse",
)
const domains = optional(list(text({ most: 256 }), { most: 64 }))
const searchTool = object(
  {
    type: oneOf("web_search_20250305"),
    name: oneOf("web_search"),
    max_uses: optional(integer(1, 100)),
    allowed_domains: domains,
    blocked_domains: domains,
    user_location: optional(anyObject),
    cache_control,
  },
  "refuse",
)

const disable_parallel_tool_use = optional(flag)
const choice = tagged("type", {
  auto: object({ type: oneOf("auto"), disable_parallel_tool_use }, "refuse"),
  any: object({ type: oneOf("any"), disable_parallel_tool_use }, "refuse"),
  tool: object({ type: oneOf("tool"), name: text(), disable_parallel_tool_use }, "refuse"),
  none: object({ type: oneOf("none") }, "refuse"),
})
const display = optional(oneOf("summarized", "omitted"))
const thinking = tagged("type", {
  enabled: object({ type: oneOf("enabled"), budget_tokens: integer(1, 2 ** 31 - 1), display }, "refuse"),
  adaptive: object({ type: oneOf("adaptive"), display }, "refuse"),
  disabled: object({ type: oneOf("disabled") }, "refuse"),
})

export const messagesBody = object(
  {
    model: text({ least: 1, most: 128 }),
    max_tokens: capTokens,
    messages: list(
      object(
        { role: oneOf("user", "assistant", "system"), content: either(text(), list(block, { least: 1 })) },
        "drop",
      ),
      { least: 1 },
    ),
    system: optional(either(text(), list(textBlock))),
    stream: optional(flag),
    temperature: optional(number(0, 1)),
    top_p: optional(number(0, 1)),
    top_k: optional(integer(0, 100_000)),
    stop_sequences: optional(list(text(), { most: 64 })),
    metadata: optional(record(text({ most: 512 }))),
    tools: optional(list(either(searchTool, ownTool), { most: 128 })),
    tool_choice: optional(choice),
    thinking: optional(thinking),
    output_config: optional(object({ effort: optional(oneOf(...wireEfforts)), format: optional(anyObject) }, "refuse")),
    cache_control,
  },
  "refuse",
)

export type Block = Read<typeof block>
