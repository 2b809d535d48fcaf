import type { AnswerOptions, ChatMessage, ChatRequest, ToolDefinition } from "../../gateway/chat-request.ts"
import { type Content, imagesOf, contentText } from "../../gateway/content.ts"
import { abilitiesFor } from "../../models/abilities.ts"
import { fitSettings } from "../../models/fit-settings.ts"
import type { Credentials, HttpShape } from "../adapter.ts"
import { firstUnsupported } from "../answer-options.ts"
import { jsonShape, pairBearer } from "../http-shape.ts"
import { encodeToolCalls } from "../openai/encode-request.ts"
import { withoutRefused } from "../refused-fields.ts"
import { pascalCased, type PascalCased } from "./pascal-case-fields.ts"

/** Hunyuan's chat. The signature is not made here: it needs the secret and the clock, so our gateway signs. */
export function encodeChat(request: ChatRequest, credentials: Credentials): HttpShape {
  return jsonShape("/", encodeBody(request), request.config.stream, { ...actionHeaders, ...pairBearer(credentials) })
}

/** The called action; the address has no path. */
export const actionHeaders = { "x-tc-action": "ChatCompletions", "x-tc-version": "2023-09-01" } as const

interface PlainBody {
  readonly model: string
  readonly messages: readonly PlainMessage[]
  readonly stream: boolean
  readonly temperature?: number
  readonly top_p?: number
  readonly tools?: readonly PlainTool[]
  readonly stop?: readonly string[]
  readonly seed?: number
}

interface PlainMessage {
  readonly role: "system" | "user" | "assistant" | "tool"
  readonly content?: string
  readonly contents?: readonly PlainPart[]
  readonly tool_calls?: readonly {
    readonly id: string
    readonly type: "function"
    readonly function: { readonly name: string; readonly arguments: string }
  }[]
  readonly tool_call_id?: string
}

type PlainPart =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image_url"; readonly image_url: { readonly url: string } }

interface PlainTool {
  readonly type: "function"
  readonly function: { readonly name: string; readonly description?: string; readonly parameters: string }
}

export type WireBody = PascalCased<PlainBody>

export function encodeBody(request: ChatRequest): WireBody {
  const { messages, tools = [], asked = {} } = request
  const abilities = abilitiesFor(request)
  const { model, stream, temperature, top_p } = fitSettings(request.config, abilities)
  const body: PlainBody = {
    model,
    messages: ordered(messages).map(encodeMessage),
    stream,
    ...(temperature !== undefined && { temperature }),
    ...(top_p !== undefined && { top_p }),
    ...(tools.length > 0 && abilities.tools !== "never" && { tools: tools.map(encodeTool) }),
    ...(asked.stop && { stop: asked.stop }),
    ...(asked.seed !== undefined && { seed: asked.seed }),
  }
  return withoutRefused(pascalCased(body), abilities)
}

export function unsupportedOption(options: AnswerOptions): string | undefined {
  return firstUnsupported(options, ["stop", "seed"])
}

/** At most so many messages are taken: the instructions and the newest. */
const mostMessages = 40

/** The user text before an assistant that speaks first: the user must begin, with a non-empty text. */
const filler = ";"

/**
 * A system message stands first or is the user's. Neighbours of one side become one message, because sides must
 * alternate; what says nothing is left out, because it is refused.
 */
function ordered(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  const turns = messages
    .map((message, index): ChatMessage =>
      isInstruction(message) ? { ...message, role: index === 0 ? "system" : "user" } : message,
    )
    .filter((message) => saysSomething(message))
    .reduce<readonly ChatMessage[]>(joined, [])
  const system = turns[0]?.role === "system" ? turns.slice(0, 1) : []
  const said = turns.slice(system.length)
  const begun: readonly ChatMessage[] =
    said[0]?.role === "assistant" ? [{ role: "user", content: filler }, ...said] : said
  if (system.length + begun.length <= mostMessages) return [...system, ...begun]
  const newest = begun.slice(system.length - mostMessages)
  const start = newest.findIndex((turn) => turn.role === "user")
  return [...system, ...newest.slice(Math.max(start, 0))]
}

function joined(before: readonly ChatMessage[], message: ChatMessage): readonly ChatMessage[] {
  const last = before.at(-1)
  const alike = last?.role === message.role && (message.role === "user" || message.role === "assistant")
  if (!last || !alike || last.tool_calls || message.tool_calls) return [...before, message]
  return [...before.slice(0, -1), { ...last, content: together(last.content, message.content) }]
}

function together(first: Content | null, second: Content | null): Content {
  const text = [contentText(first), contentText(second)].filter((part) => part !== "").join("\n\n")
  const images = [...imagesOf(first), ...imagesOf(second)]
  if (images.length === 0) return text
  return text === "" ? images : [{ type: "text", text }, ...images]
}

function isInstruction(message: ChatMessage): boolean {
  return message.role === "system" || message.role === "developer"
}

function saysSomething(message: ChatMessage): boolean {
  return (
    contentText(message.content).trim() !== "" ||
    imagesOf(message.content).length > 0 ||
    message.tool_calls !== undefined ||
    message.role === "tool"
  )
}

function encodeMessage(message: ChatMessage): PlainMessage {
  const role = message.role === "developer" ? "system" : message.role
  return {
    role,
    ...contentOf(message.content),
    ...encodeToolCalls(message),
    ...(message.role === "tool" && { tool_call_id: message.tool_call_id ?? "" }),
  }
}

/** Parts go into `Contents`, a plain text into `Content`. */
function contentOf(content: Content | null): Pick<PlainMessage, "content" | "contents"> {
  if (content === null || typeof content === "string") return { content: content ?? "" }
  if (imagesOf(content).length === 0) return { content: contentText(content) }
  return {
    contents: content.map((part) =>
      part.type === "text" ? part : { type: "image_url", image_url: { url: part.image_url.url } },
    ),
  }
}

/** The schema travels as text, so that its names stay as they are. */
function encodeTool(tool: ToolDefinition): PlainTool {
  return {
    type: "function",
    function: {
      name: tool.name,
      ...(tool.description !== undefined && { description: tool.description }),
      parameters: JSON.stringify(tool.parameters ?? { type: "object", properties: {} }),
    },
  }
}
