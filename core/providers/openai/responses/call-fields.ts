import { reasoningEfforts } from "../../../gateway/chat-request.ts"
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
} from "../../call-body.ts"
import { imageUrl } from "../call-fields.ts"

/**
 * The body of a responses call, as far as this gateway lets it through. What is not listed is refused: nothing is kept at
 * OpenAI (`store`, `background`, `conversation`, `previous_response_id`), nothing is read from there that belongs to the
 * key (files, prompts), and tools that have prices of their own are none of the list.
 */
const inputText = object({ type: oneOf("input_text"), text: text() }, "drop")
const inputImage = object(
  { type: oneOf("input_image"), image_url: imageUrl, detail: optional(oneOf("auto", "low", "high")) },
  "drop",
)
const saidText = object({ type: oneOf("output_text"), text: text() }, "drop")
const refusal = object({ type: oneOf("refusal"), refusal: text() }, "drop")
const part = tagged("type", { input_text: inputText, input_image: inputImage, output_text: saidText, refusal })
const id = text({ most: 256 })

const message = object(
  {
    role: oneOf("user", "assistant", "system", "developer"),
    content: either(text(), list(part)),
  },
  "drop",
)
const item = either(
  message,
  tagged("type", {
    function_call: object({ type: oneOf("function_call"), call_id: id, name: id, arguments: text() }, "drop"),
    function_call_output: object(
      {
        type: oneOf("function_call_output"),
        call_id: id,
        output: either(text(), list(tagged("type", { input_text: inputText, input_image: inputImage }))),
      },
      "drop",
    ),
    // Searches and reasoning are sent back with the answer; only encrypted reasoning can be reused.
    web_search_call: object({ type: oneOf("web_search_call") }, "drop"),
    reasoning: object(
      { type: oneOf("reasoning"), summary: optional(list(anyObject)), encrypted_content: optional(text()) },
      "drop",
    ),
  }),
)

const tool = tagged("type", {
  function: object(
    {
      type: oneOf("function"),
      name: text({ least: 1, most: 128 }),
      description: optional(text()),
      parameters: optional(anyObject),
      strict: optional(flag),
    },
    "drop",
  ),
  web_search: searchTool("web_search"),
  web_search_preview: searchTool("web_search_preview"),
})

function searchTool<const Type extends string>(type: Type) {
  return object(
    {
      type: oneOf(type),
      search_context_size: optional(oneOf("low", "medium", "high")),
      user_location: optional(anyObject),
      filters: optional(anyObject),
    },
    "refuse",
  )
}

export const responsesBody = object(
  {
    model: text({ least: 1, most: 128 }),
    input: either(text({ least: 1 }), list(item, { least: 1 })),
    instructions: optional(text()),
    stream: optional(flag),
    stream_options: optional(object({ include_obfuscation: optional(flag) }, "drop")),
    max_output_tokens: optional(capTokens),
    temperature: optional(number(0, 2)),
    top_p: optional(number(0, 1)),
    reasoning: optional(
      object(
        {
          effort: optional(oneOf(...reasoningEfforts)),
          summary: optional(oneOf("auto", "concise", "detailed")),
        },
        "refuse",
      ),
    ),
    text: optional(
      object({ format: optional(anyObject), verbosity: optional(oneOf("low", "medium", "high")) }, "refuse"),
    ),
    tools: optional(list(tool, { most: 128 })),
    tool_choice: optional(either(oneOf("none", "auto", "required"), anyObject)),
    max_tool_calls: optional(integer(1, 100)),
    parallel_tool_calls: optional(flag),
    store: optional(oneOf(false)),
    include: optional(
      list(oneOf("reasoning.encrypted_content", "message.output_text.logprobs", "web_search_call.action.sources"), {
        most: 8,
      }),
    ),
    top_logprobs: optional(integer(0, 20)),
    metadata: optional(record(text({ most: 512 }))),
    user: optional(text({ most: 512 })),
    safety_identifier: optional(text({ most: 512 })),
    prompt_cache_key: optional(text({ most: 512 })),
    truncation: optional(oneOf("auto", "disabled")),
  },
  "refuse",
)

export type Item = Read<typeof item>
export type Part = Read<typeof part>
