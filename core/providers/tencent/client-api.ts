import type { ChatMessage } from "../../gateway/chat-request.ts"
import type { Content } from "../../gateway/content.ts"
import { inputTokens, totalTokens, type Usage } from "../../gateway/usage.ts"
import type { ModelAbilities } from "../../gateway/model-abilities.ts"
import { err, ok } from "../../lib/result.ts"
import { fitSettings } from "../../models/fit-settings.ts"
import { abilitiesDecided, type ClientApi, type SaidFailure, type WireFrame, withFields } from "../client-api.ts"
import { closingEvents } from "../stream-end.ts"
import {
  either,
  flag,
  integer,
  list,
  number,
  object,
  oneOf,
  optional,
  type Read,
  readBody,
  tagged,
  text,
} from "../call-body.ts"
import { type JsonObject, objectOf, objectsOf, parseJson, textOf } from "../../lib/fields.ts"
import { imageUrl } from "../openai/call-fields.ts"
import { withoutRefused } from "../refused-fields.ts"
import { pascalCased } from "./pascal-case-fields.ts"
import { actionHeaders } from "./encode-request.ts"

const call = object(
  {
    Id: text({ most: 256 }),
    Type: oneOf("function"),
    Function: object({ Name: text({ most: 256 }), Arguments: text() }, "drop"),
  },
  "drop",
)
const part = tagged("Type", {
  text: object({ Type: oneOf("text"), Text: text() }, "drop"),
  image_url: object({ Type: oneOf("image_url"), ImageUrl: object({ Url: imageUrl }, "drop") }, "drop"),
})
const message = object(
  {
    Role: oneOf("system", "user", "assistant", "tool"),
    Content: optional(text()),
    Contents: optional(list(part)),
    ToolCallId: optional(text({ most: 256 })),
    ToolCalls: optional(list(call, { most: 128 })),
  },
  "drop",
)
type Message = Read<typeof message>

const chatBody = object(
  {
    Model: text({ least: 1, most: 128 }),
    Messages: list(message, { least: 1, most: 40 }),
    Stream: optional(flag),
    StreamModeration: optional(flag),
    Temperature: optional(number(0, 2)),
    TopP: optional(number(0, 1)),
    Seed: optional(integer()),
    Stop: optional(list(text(), { most: 4 })),
    Tools: optional(
      list(
        object(
          {
            Type: oneOf("function"),
            Function: object({ Name: text({ most: 256 }), Description: optional(text()), Parameters: text() }, "drop"),
          },
          "drop",
        ),
        { most: 128 },
      ),
    ),
    ToolChoice: optional(either(oneOf("none", "auto", "custom"))),
    CustomTool: optional(
      object({ Type: oneOf("function"), Function: object({ Name: text({ most: 256 }) }, "drop") }, "drop"),
    ),
    EnableEnhancement: optional(flag),
    SearchInfo: optional(flag),
    Citation: optional(flag),
    EnableThinking: optional(flag),
  },
  "refuse",
)

/** Hunyuan's chat as its clients call it: no path, the action in a header. It has no field for a cap. */
export const tencentClientApi: ClientApi = {
  isCall: (path) => path === "/" || path === "",
  read(target, json) {
    const action = target.headers?.["x-tc-action"] ?? actionHeaders["x-tc-action"]
    if (action !== actionHeaders["x-tc-action"]) {
      return err({ kind: "invalid-request", message: `x-tc-action must be ${actionHeaders["x-tc-action"]}` })
    }
    const read = readBody(json, chatBody)
    if (!read.ok) return read
    const { Model: model, Stream: stream = false, ...body } = read.value
    const { Messages: messages, ...settings } = body
    const counted = JSON.stringify(settings)
    return ok({ target, model, messages: messages.map(spokenOf), counted, stream, asksUsage: true, body })
  },
  write({ body, stream }, decided) {
    const settings = decided.fits ? fitBody(body, abilitiesDecided(decided)) : body
    return { path: "/", headers: actionHeaders, body: { ...settings, Model: decided.model, Stream: stream } }
  },
  place: ({ data }) => (finished(objectOf(parseJson(data))) ? "keep" : "pass"),
  closing: (kept, ending) => closingEvents(kept, ending, { echo, cutting, failing }),
  failureBody: (said) => ({ Response: { Error: errorOf(said), RequestId: "" } }),
}

function fitBody({ Temperature, TopP, ...rest }: JsonObject, abilities: ModelAbilities): JsonObject {
  const sampling = fitSettings({ temperature: Temperature, top_p: TopP }, abilities)
  return withoutRefused({ ...rest, ...pascalCased(sampling) }, abilities)
}

function finished(answer: JsonObject | undefined): boolean {
  return objectsOf(answer?.["Choices"]).some((choice) => textOf(choice["FinishReason"]) !== undefined)
}

function spokenOf(sent: Message): ChatMessage {
  const content: Content =
    sent.Contents?.map((item) =>
      item.Type === "text"
        ? { type: "text", text: item.Text }
        : { type: "image_url", image_url: { url: item.ImageUrl.Url } },
    ) ??
    sent.Content ??
    ""
  const calls = sent.ToolCalls?.map((made) => ({
    id: made.Id,
    name: made.Function.Name,
    arguments: made.Function.Arguments,
  }))
  return {
    role: sent.Role,
    content,
    ...(calls && { tool_calls: calls }),
    ...(sent.ToolCallId !== undefined && { tool_call_id: sent.ToolCallId }),
  }
}

function echo(last: JsonObject | undefined): JsonObject {
  const { SearchInfo: _, ...rest } = last ?? {}
  const reason = textOf(objectsOf(last?.["Choices"])[0]?.["FinishReason"]) ?? "stop"
  return { ...rest, Choices: [{ FinishReason: reason, Delta: { Role: "assistant", Content: "" } }] }
}

function cutting(last: JsonObject | undefined, usage: Usage): JsonObject {
  return {
    ...echo({ ...last, Choices: [{ FinishReason: "length" }] }),
    Usage: {
      PromptTokens: inputTokens(usage),
      CompletionTokens: usage.output,
      TotalTokens: totalTokens(usage),
    },
  }
}

/** The number is its own for trouble in mid-stream; our word stands in the error a refused call would have. */
function failing(said: SaidFailure): WireFrame {
  const number = said.status === 504 ? 4001 : 4000
  const body = { ErrorMsg: { Msg: said.message, Code: number }, Error: errorOf(said) }
  return { data: JSON.stringify(withFields(body, said)) }
}

function errorOf({ message, code }: SaidFailure): JsonObject {
  return { Code: code, Message: message }
}
