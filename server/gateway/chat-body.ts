import { z } from "zod"
import type { ChatMessage } from "#core/gateway/chat-request.ts"
import type { Failure } from "#core/gateway/failure.ts"
import { reasoningEfforts, verbosities } from "#core/gateway/chat-request.ts"
import { err, ok, type Result } from "#core/lib/result.ts"

/**
 * The body of a chat call in OpenAI's shape, as far as this gateway lets it through (`CONTRACT.md` §4). What is not
 * listed is refused: an unknown field could move money (`n`, `service_tier`), keys (`api_base`) or data (`store`).
 * Inside messages unknown fields are dropped instead, because SDK users send answers back as they got them.
 */
const tokens = z
  .int()
  .min(1)
  .max(2 ** 31 - 1)
const penalty = z.number().min(-2).max(2)

const textPart = z.object({ type: z.literal("text"), text: z.string() })
const imagePart = z.object({
  type: z.literal("image_url"),
  image_url: z.object({
    url: z.string().regex(/^(https?:\/\/|data:image\/[a-z0-9.+-]+;base64,)/i, "must be an http(s) or data:image URL"),
    detail: z.enum(["auto", "low", "high"]).optional(),
  }),
})
const refusalPart = z.object({ type: z.literal("refusal"), refusal: z.string() })
const part = z.discriminatedUnion("type", [textPart, imagePart])
const predicted = z.union([z.string(), z.array(textPart).min(1)])
const content = z.union([z.string(), z.array(part).min(1)])

const toolCall = z.object({
  id: z.string().max(256),
  type: z.literal("function"),
  function: z.object({ name: z.string().max(256), arguments: z.string() }),
})

const message = z.discriminatedUnion("role", [
  z.object({ role: z.enum(["system", "developer", "user"]), content, name: z.string().max(256).optional() }),
  z.object({
    role: z.literal("assistant"),
    content: z.union([z.string(), z.array(z.discriminatedUnion("type", [textPart, refusalPart])).min(1)]).nullish(),
    refusal: z.string().nullish(),
    tool_calls: z.array(toolCall).max(128).optional(),
    name: z.string().max(256).optional(),
  }),
  z.object({ role: z.literal("tool"), content, tool_call_id: z.string().max(256) }),
])

const tool = z.object({
  type: z.literal("function"),
  function: z.object({
    name: z.string().regex(/^[\w-]{1,64}$/, "must be 1 to 64 letters, digits, _ or -"),
    description: z.string().optional(),
    parameters: z.record(z.string(), z.unknown()).optional(),
    strict: z.boolean().nullish(),
  }),
})

const chatBody = z.strictObject({
  model: z.string().min(1).max(128),
  messages: z.array(message).min(1),
  stream: z.boolean().nullish(),
  stream_options: z
    .object({ include_usage: z.boolean().nullish(), include_obfuscation: z.boolean().nullish() })
    .nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  presence_penalty: penalty.nullish(),
  frequency_penalty: penalty.nullish(),
  max_tokens: tokens.nullish(),
  max_completion_tokens: tokens.nullish(),
  n: z.literal(1).nullish(),
  reasoning_effort: z.enum(reasoningEfforts).nullish(),
  verbosity: z.enum(verbosities).nullish(),
  user: z.string().max(512).optional(),
  seed: z.int().nullish(),
  stop: z.union([z.string(), z.array(z.string()).min(1).max(4)]).nullish(),
  response_format: z
    .discriminatedUnion("type", [
      z.object({ type: z.enum(["text", "json_object"]) }),
      z.object({ type: z.literal("json_schema"), json_schema: z.record(z.string(), z.unknown()) }),
    ])
    .optional(),
  tools: z.array(tool).max(128).optional(),
  tool_choice: z
    .union([
      z.enum(["none", "auto", "required"]),
      z.object({ type: z.literal("function"), function: z.object({ name: z.string() }) }),
    ])
    .optional(),
  parallel_tool_calls: z.boolean().optional(),
  logprobs: z.boolean().nullish(),
  top_logprobs: z.int().min(0).max(20).nullish(),
  logit_bias: z.record(z.string(), z.number().min(-100).max(100)).nullish(),
  metadata: z.record(z.string(), z.string().max(512)).nullish(),
  prediction: z.object({ type: z.literal("content"), content: predicted }).nullish(),
  // The specification's own fields, meant for the gateway: never sent on.
  providerName: z.string().max(64).optional(),
  enable_web_search: z.boolean().nullish(),
  max_web_search_calls: z.int().min(0).max(10).nullish(),
})

export type ChatBody = z.infer<typeof chatBody>

/** What the provider gets of a body as it came; the gateway adds model, messages, stream and cap itself. */
const sentOn = [
  "temperature",
  "top_p",
  "presence_penalty",
  "frequency_penalty",
  "reasoning_effort",
  "verbosity",
  "user",
  "seed",
  "stop",
  "response_format",
  "tools",
  "tool_choice",
  "parallel_tool_calls",
  "logprobs",
  "top_logprobs",
  "logit_bias",
  "metadata",
  "prediction",
] as const satisfies readonly (keyof ChatBody)[]

/** Parses unknown JSON to a chat body; the failure names the first thing wrong. */
export function parseChatBody(json: unknown): Result<ChatBody, Failure> {
  const parsed = chatBody.safeParse(json)
  if (parsed.success) return ok(parsed.data)
  const issue = parsed.error.issues[0]
  if (issue?.code === "unrecognized_keys") {
    const [key = ""] = issue.keys
    return err({ kind: "refused", reason: "unknown-field", param: key.slice(0, 64) })
  }
  const path = issue?.path.join(".") ?? ""
  const message = `${path === "" ? "body" : path}: ${issue?.message ?? "not a chat request"}`
  return err({ kind: "invalid-request", message, ...(path === "" ? {} : { param: path }) })
}

/** The settings to send on, without the fields the gateway decides and without nulls. */
export function settingsSentOn(body: ChatBody): Record<string, unknown> {
  const settings: Record<string, unknown> = {}
  for (const name of sentOn) if (body[name] != null) settings[name] = body[name]
  return settings
}

/** The output cap the client asks for, in tokens: the lower of the two fields. */
export function requestedCap(body: ChatBody): number | undefined {
  const caps = [body.max_tokens, body.max_completion_tokens].filter((cap) => cap != null)
  return caps.length === 0 ? undefined : Math.min(...caps)
}

/** The messages in the project's own shape, for counting. */
export function messagesOf(body: ChatBody): ChatMessage[] {
  return body.messages.map((sent): ChatMessage => {
    if (sent.role === "assistant") {
      const text =
        typeof sent.content === "string"
          ? sent.content
          : (sent.content ?? []).map((p) => (p.type === "text" ? p.text : p.refusal)).join("\n")
      const calls = sent.tool_calls?.map(({ id, function: f }) => ({ id, name: f.name, arguments: f.arguments }))
      const said = sent.refusal == null ? text : `${text}\n${sent.refusal}`
      return { role: "assistant", content: said, ...nameOf(sent), ...(calls ? { tool_calls: calls } : {}) }
    }
    const parts = typeof sent.content === "string" ? sent.content : sent.content.map(withoutUndefined)
    if (sent.role === "tool") return { role: "tool", content: parts, tool_call_id: sent.tool_call_id }
    return { role: sent.role, content: parts, ...nameOf(sent) }
  })
}

function nameOf({ name }: { readonly name?: string | undefined }) {
  return name === undefined ? {} : { name }
}

type Part = z.infer<typeof part>
function withoutUndefined(sent: Part) {
  if (sent.type === "text") return sent
  const { url, detail } = sent.image_url
  return { type: "image_url" as const, image_url: { url, ...(detail ? { detail } : {}) } }
}
