import { reasoningEfforts, verbosities } from "../../gateway/chat-request.ts"
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

/**
 * The body of a chat call in OpenAI's shape, as far as this gateway accepts it (docs/reference/api.md); the servers
 * that speak like OpenAI share it. What is not listed is refused.
 */
export const imageUrl = textLike(
  /^(https?:\/\/|data:image\/[a-z0-9.+-]+;base64,)/i,
  "must be an http(s) or data:image URL",
)
const textPart = object({ type: oneOf("text"), text: text() }, "drop")
const imagePart = object(
  {
    type: oneOf("image_url"),
    image_url: object({ url: imageUrl, detail: optional(oneOf("auto", "low", "high")) }, "drop"),
  },
  "drop",
)
const refusalPart = object({ type: oneOf("refusal"), refusal: text() }, "drop")
const content = either(text(), list(tagged("type", { text: textPart, image_url: imagePart }), { least: 1 }))

const callFields = {
  id: text({ most: 256 }),
  type: oneOf("function"),
  function: object({ name: text({ most: 256 }), arguments: text() }, "drop"),
} as const
export const toolCall = object(callFields, "drop")
/** With the signature of who made the call; it goes on only to them (`call-signature.ts`). */
const signedCall = object({ ...callFields, extra_content: optional(anyObject) }, "drop")
const name = optional(text({ most: 256 }))
const spoken = object({ role: oneOf("system", "developer", "user"), content, name }, "drop")
const answered = object(
  {
    role: oneOf("assistant"),
    content: optional(either(text(), list(tagged("type", { text: textPart, refusal: refusalPart }), { least: 1 }))),
    refusal: optional(text()),
    reasoning_content: optional(text()),
    tool_calls: optional(list(signedCall, { most: 128 })),
    name,
  },
  "drop",
)
const toolResult = object({ role: oneOf("tool"), content, tool_call_id: text({ most: 256 }), name }, "drop")
const message = tagged("role", {
  system: spoken,
  developer: spoken,
  user: spoken,
  assistant: answered,
  tool: toolResult,
})

export const functionTool = object(
  {
    type: oneOf("function"),
    function: object(
      {
        name: textLike(/^[\w-]{1,64}$/, "must be 1 to 64 letters, digits, _ or -"),
        description: optional(text()),
        parameters: optional(anyObject),
        strict: optional(flag),
      },
      "drop",
    ),
  },
  "drop",
)
const schema = object({ type: oneOf("json_schema"), json_schema: anyObject }, "drop")
const plainFormat = object({ type: oneOf("text", "json_object") }, "drop")
const penalty = optional(number(-2, 2))

export const chatFields = {
  model: text({ least: 1, most: 128 }),
  messages: list(message, { least: 1 }),
  stream: optional(flag),
  stream_options: optional(object({ include_usage: optional(flag), include_obfuscation: optional(flag) }, "drop")),
  temperature: optional(number(0, 2)),
  top_p: optional(number(0, 1)),
  presence_penalty: penalty,
  frequency_penalty: penalty,
  max_tokens: optional(capTokens),
  max_completion_tokens: optional(capTokens),
  n: optional(oneOf(1)),
  reasoning_effort: optional(oneOf(...reasoningEfforts)),
  verbosity: optional(oneOf(...verbosities)),
  user: optional(text({ most: 512 })),
  seed: optional(integer()),
  stop: optional(either(text(), list(text(), { least: 1, most: 4 }))),
  response_format: optional(tagged("type", { text: plainFormat, json_object: plainFormat, json_schema: schema })),
  tools: optional(list(functionTool, { most: 128 })),
  tool_choice: optional(
    either(
      oneOf("none", "auto", "required"),
      object({ type: oneOf("function"), function: object({ name: text() }, "drop") }, "drop"),
    ),
  ),
  parallel_tool_calls: optional(flag),
  logprobs: optional(flag),
  top_logprobs: optional(integer(0, 20)),
  logit_bias: optional(record(number(-100, 100))),
  metadata: optional(record(text({ most: 512 }))),
  prediction: optional(
    object({ type: oneOf("content"), content: either(text(), list(textPart, { least: 1 })) }, "drop"),
  ),
} as const

/** The body of a chat call, for every provider. */
export const chatBody = object(chatFields, "refuse")
export type ChatBody = Read<typeof chatBody>

/** The body of the chat path, with the fields for the gateway, which are never sent on. */
export const chatPathBody = object(
  {
    ...chatFields,
    providerName: optional(text({ most: 64 })),
    enable_web_search: optional(flag),
    max_web_search_calls: optional(integer(0, 10)),
  },
  "refuse",
)
