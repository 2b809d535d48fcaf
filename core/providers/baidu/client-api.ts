import type { ChatMessage } from "../../gateway/chat-request.ts"
import type { Usage } from "../../gateway/usage.ts"
import { ok } from "../../lib/result.ts"
import { fitSettings } from "../../models/fit-settings.ts"
import { abilitiesDecided, type ClientApi, type SaidFailure, withFields } from "../client-api.ts"
import {
  anyObject,
  capTokens,
  flag,
  list,
  number,
  object,
  oneOf,
  optional,
  type Read,
  readBody,
  tagged,
  text,
  textLike,
} from "../call-body.ts"
import { closingEvents } from "../stream-end.ts"
import { type JsonObject, objectOf, parseJson } from "../../lib/fields.ts"
import { encodeUsage } from "../openai/encode-events.ts"
import { withoutRefused } from "../refused-fields.ts"
import { cappedTokens, chatPath, modelOfEndpoint } from "./encode-request.ts"

const functionCall = object({ name: text({ most: 256 }), arguments: text() }, "drop")
const name = optional(text({ most: 256 }))
const message = tagged("role", {
  user: object({ role: oneOf("user"), content: text(), name }, "drop"),
  assistant: object(
    { role: oneOf("assistant"), content: optional(text()), name, function_call: optional(functionCall) },
    "drop",
  ),
  function: object({ role: oneOf("function"), content: text(), name }, "drop"),
})
type Message = Read<typeof message>

const chatBody = object(
  {
    messages: list(message, { least: 1 }),
    stream: optional(flag),
    temperature: optional(number(0, 1)),
    top_p: optional(number(0, 1)),
    penalty_score: optional(number(1, 2)),
    system: optional(text()),
    stop: optional(list(text(), { most: 4 })),
    max_output_tokens: optional(capTokens),
    disable_search: optional(flag),
    enable_citation: optional(flag),
    response_format: optional(oneOf("text", "json_object")),
    functions: optional(
      list(
        object(
          {
            name: textLike(/^[\w-]{1,64}$/, "must be 1 to 64 letters, digits, _ or -"),
            description: text(),
            parameters: anyObject,
            responses: optional(anyObject),
            examples: optional(list(list(message))),
          },
          "drop",
        ),
        { most: 128 },
      ),
    ),
    tool_choice: optional(object({ type: oneOf("function"), function: object({ name: text() }, "drop") }, "drop")),
    user_id: optional(text({ most: 512 })),
  },
  "refuse",
)

const prefix = "/rpc/2.0/ai_custom/v1/wenxinworkshop/chat/"

/** Wenxin's chat as its clients call it: the model stands in the path. */
export const baiduClientApi: ClientApi = {
  isCall: (path) => path.startsWith(prefix) && /^[\w.%-]+$/.test(path.slice(prefix.length)),
  read(target, json) {
    const read = readBody(json, chatBody)
    if (!read.ok) return read
    const { max_output_tokens: cap, stream = false, ...body } = read.value
    const { messages, ...settings } = body
    return ok({
      target,
      model: modelOfEndpoint(decoded(target.path.slice(prefix.length))),
      messages: messages.map(spokenOf),
      counted: JSON.stringify(settings),
      ...(cap === undefined ? {} : { cap }),
      stream,
      asksUsage: true,
      body,
    })
  },
  write({ body, stream }, decided) {
    const abilities = abilitiesDecided(decided)
    const settings = decided.fits ? withoutRefused(fitSettings(body, abilities), abilities) : body
    return {
      path: chatPath(decided.model),
      body: { ...settings, stream, max_output_tokens: cappedTokens(decided.cap, abilities) },
    }
  },
  place: ({ data }) => (objectOf(parseJson(data))?.["is_end"] === true ? "keep" : "pass"),
  closing: (kept, ending) =>
    closingEvents(kept, ending, {
      echo,
      cutting,
      failing: (said) => ({ data: JSON.stringify(withFields(failureBody(said), said)) }),
    }),
  failureBody,
}

function spokenOf(sent: Message): ChatMessage {
  if (sent.role === "user") return { role: "user", content: sent.content }
  if (sent.role === "function") return { role: "tool", content: sent.content, tool_call_id: sent.name ?? "" }
  const call = sent.function_call
  return { role: "assistant", content: sent.content ?? "", ...(call && { tool_calls: [{ id: "", ...call }] }) }
}

function decoded(endpoint: string): string {
  try {
    return decodeURIComponent(endpoint)
  } catch {
    return endpoint
  }
}

function echo(last: JsonObject | undefined): JsonObject {
  const { function_call: _, search_info: _sources, ...rest } = last ?? {}
  return { ...rest, is_end: true, result: "" }
}

function cutting(last: JsonObject | undefined, usage: Usage): JsonObject {
  return { ...echo(last), is_truncated: true, finish_reason: "length", usage: encodeUsage(usage) }
}

/** Its numbers where it has one for the trouble; our word beside it. */
function failureBody({ status, message, code }: SaidFailure): JsonObject {
  return { error_code: numberOf(status), error_msg: message, code }
}

function numberOf(status: number): number {
  if (status === 401) return 110
  if (status === 402 || status === 403) return 6
  if (status === 404) return 3
  if (status === 429) return 18
  return status < 500 ? 336_003 : 336_000
}
