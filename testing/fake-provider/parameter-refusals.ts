import type { CapField, Sampling, ToolUse } from "#core/gateway/model-abilities.ts"
import { jsonOf, type JsonObject, objectOf, objectsOf } from "#core/lib/fields.ts"
import type { ProviderId } from "#core/providers/registry.ts"
import { jsonReply } from "./replies.ts"
import type { FakeReply } from "./reply.ts"

/** A field that is refused: whatever it holds, or what is not among the values. A dot leads into an object. */
export type Refused = string | { readonly field: string; readonly values: readonly string[] }

/** The options that a scripted model accepts. An absent field is not checked. */
export interface Accepted {
  readonly refuses?: readonly Refused[] | undefined
  /** Least first; empty: no effort at all. */
  readonly efforts?: readonly string[] | undefined
  readonly sampling?: Sampling | undefined
  readonly tools?: ToolUse | undefined
  readonly forcedTool?: boolean | undefined
  readonly verbosity?: boolean | undefined
  /** The only name under which it takes a cap. */
  readonly capField?: CapField | undefined
  readonly outputMost?: number | undefined
  /** It sees no images. */
  readonly blind?: boolean | undefined
  /** Takes what the gpt-image family takes of a picture. */
  readonly pictureOptions?: "gpt-image" | undefined
}

interface Call {
  readonly model: string
  readonly path: string
  readonly json: JsonObject
}

/** The first thing of a request that the model refuses, in its provider's words; undefined where it takes all of it. */
export function refusedParameter(provider: ProviderId, accepted: Accepted, call: Call): FakeReply | undefined {
  if (call.path.includes("/images/")) return refusedPicture(accepted, call)
  switch (provider) {
    case "anthropic":
      return refusedByAnthropic(accepted, call)
    case "google":
      return refusedByGoogle(accepted, call)
    case "moonshot":
      return refusedByMoonshot(accepted, call)
    default:
      return refusedByOpenAi(accepted, call)
  }
}

const samplingFields = ["temperature", "top_p", "presence_penalty", "frequency_penalty"] as const

function refusedByOpenAi(accepted: Accepted, { model, path, json }: Call): FakeReply | undefined {
  const { efforts, sampling, tools, verbosity, capField, outputMost } = accepted
  const responses = path.endsWith("/responses")
  const effortField = responses ? "reasoning.effort" : "reasoning_effort"
  const effort = at(json, effortField)

  const otherCap = capField === "max_tokens" ? "max_completion_tokens" : "max_tokens"
  if (!responses && capField !== undefined && otherCap in json) {
    const words = `Unsupported parameter: '${otherCap}' is not supported with this model. Use '${capField}' instead.`
    return openAiRefusal(words, otherCap, "unsupported_parameter")
  }
  const cap = Number(json["max_completion_tokens"] ?? json["max_tokens"] ?? json["max_output_tokens"] ?? 0)
  if (outputMost !== undefined && cap > outputMost) {
    const words = `max_tokens is too large: ${cap}. This model supports at most ${outputMost} completion tokens, whereas you provided ${cap}.`
    return openAiRefusal(words, "max_tokens", "invalid_value")
  }
  if (effort !== undefined && efforts?.length === 0) {
    return openAiRefusal(`Unrecognized request argument supplied: ${effortField}`, null, null)
  }
  if (effort !== undefined && efforts !== undefined && !efforts.includes(effort)) {
    const opening = responses
      ? `Unsupported value: '${effort}' is not supported with the '${model}' model.`
      : `Unsupported value: 'reasoning_effort' does not support '${effort}' with this model.`
    return openAiRefusal(`${opening} Supported values are: ${listed(efforts)}.`, effortField, "unsupported_value")
  }
  const mayVary = sampling !== "never" && (sampling !== "effort-none" || effort === "none")
  if (sampling !== undefined && !mayVary) {
    const field = samplingFields.find((name) => name in json && !(name === "temperature" && json[name] === 1))
    if (field === "temperature") {
      const words = `Unsupported value: 'temperature' does not support ${String(json[field])} with this model. Only the default (1) value is supported.`
      return openAiRefusal(words, field, "unsupported_value")
    }
    if (field !== undefined) return unsupported(field)
  }
  const functions = objectsOf(json["tools"]).filter(({ type }) => type === "function")
  if (functions.length > 0 && tools === "never") return unsupported("tools")
  if (functions.length > 0 && !responses && tools !== undefined && tools !== "always") {
    const opening = `Function tools with reasoning_effort are not supported for ${model} in /v1/chat/completions.`
    if (tools === "responses") {
      return openAiRefusal(`${opening} Please use /v1/responses instead.`, "reasoning_effort", null)
    }
    if (effort !== "none") {
      const way = "To use function tools, use /v1/responses or set reasoning_effort to 'none'."
      return openAiRefusal(`${opening} ${way}`, "reasoning_effort", null)
    }
  }
  const said = at(json, responses ? "text.verbosity" : "verbosity")
  if (said !== undefined && verbosity === false) {
    return openAiRefusal("Unrecognized request argument supplied: verbosity", null, null)
  }
  if (accepted.blind && hasImage(json)) {
    const words = "Invalid content type. image_url is only supported by certain models."
    return openAiRefusal(words, "messages.[0].content.[0].type", null)
  }
  return refusedAnyway(accepted, json)
}

/** The script's refusals of single fields, in OpenAI's words. */
function refusedAnyway({ refuses = [] }: Accepted, json: JsonObject): FakeReply | undefined {
  for (const refused of refuses) {
    const field = typeof refused === "string" ? refused : refused.field
    const value = at(json, field)
    if (value === undefined) continue
    if (typeof refused === "string") return unsupported(field)
    if (refused.values.includes(value)) continue
    const words = `Unsupported value: '${field}' does not support '${value}' with this model. Supported values are: ${listed(refused.values)}.`
    return openAiRefusal(words, field, "unsupported_value")
  }
  return undefined
}

/** Pictures are refused one field at a time, as they stand here. */
function refusedPicture({ pictureOptions, refuses = [] }: Accepted, { json }: Call): FakeReply | undefined {
  if (pictureOptions === undefined) return refusedAnyway({ refuses }, json)
  for (const field of ["response_format", "style"]) {
    if (field in json) return openAiRefusal(`Unknown parameter: '${field}'.`, field, "unknown_parameter")
  }
  const choices = {
    quality: ["low", "medium", "high", "auto"],
    size: ["1024x1024", "1024x1536", "1536x1024", "auto"],
  }
  for (const [field, values] of Object.entries(choices)) {
    const value = at(json, field)
    if (value === undefined || values.includes(value)) continue
    const words = `Invalid value: '${value}'. Supported values are: ${listed(values)}.`
    return openAiRefusal(words, field, "invalid_value")
  }
  return refusedAnyway({ refuses }, json)
}

function refusedByAnthropic({ sampling, efforts, forcedTool, refuses = [] }: Accepted, { json }: Call) {
  const refusal = (message: string) =>
    jsonReply(400, { type: "error", error: { type: "invalid_request_error", message }, request_id: "req_fake" })
  const given = ["temperature", "top_p", "top_k"].filter((name) => name in json && json[name] !== 1)
  if (sampling === "never" && given[0] !== undefined) return refusal(`\`${given[0]}\` is deprecated for this model.`)
  if (sampling === "one" && "temperature" in json && "top_p" in json) {
    return refusal("`temperature` and `top_p` cannot both be specified for this model. Please use only one.")
  }
  const thinking = objectOf(json["thinking"])?.["type"]
  if (efforts !== undefined && efforts.length > 0 && thinking === "enabled") {
    return refusal(
      '"thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.',
    )
  }
  if (efforts?.length === 0 && thinking === "adaptive") {
    return refusal("adaptive thinking is not supported on this model")
  }
  const effort = at(json, "output_config.effort")
  if (effort !== undefined && efforts !== undefined && !efforts.includes(effort)) {
    return refusal(`"output_config.effort" value "${effort}" is not supported for this model`)
  }
  const forced = objectOf(json["tool_choice"])?.["type"]
  if (forcedTool === false && (forced === "tool" || forced === "any")) {
    return refusal('tool_choice: type "tool" and "any" are not supported for this model.')
  }
  const extra = refuses.map((one) => (typeof one === "string" ? one : one.field)).find((field) => at(json, field))
  return extra === undefined ? undefined : refusal(`${extra}: Extra inputs are not permitted`)
}

function refusedByGoogle({ efforts, refuses = [] }: Accepted, { json }: Call): FakeReply | undefined {
  const refusal = (message: string) => jsonReply(400, { error: { code: 400, message, status: "INVALID_ARGUMENT" } })
  const level = at(json, "generationConfig.thinkingConfig.thinkingLevel")
  if (level !== undefined && efforts?.length === 0) return refusal("Thinking level is not supported for this model.")
  if (level !== undefined && efforts !== undefined && !efforts.includes(level.toLowerCase())) {
    return refusal(`Thinking level is unsupported: THINKING_LEVEL_${level.toUpperCase()}`)
  }
  const extra = refuses.map((one) => (typeof one === "string" ? one : one.field)).find((field) => at(json, field))
  if (extra === undefined) return undefined
  return refusal(`Invalid JSON payload received. Unknown name "${extra}": Cannot find field.`)
}

function refusedByMoonshot(accepted: Accepted, call: Call): FakeReply | undefined {
  const { temperature } = call.json
  if (accepted.sampling === "never" && temperature !== undefined && temperature !== 1) {
    const message = "invalid temperature: only 1 is allowed for this model"
    return jsonReply(400, { error: { message, type: "invalid_request_error" } })
  }
  return refusedByOpenAi({ ...accepted, sampling: undefined }, call)
}

function unsupported(field: string): FakeReply {
  return openAiRefusal(
    `Unsupported parameter: '${field}' is not supported with this model.`,
    field,
    "unsupported_parameter",
  )
}

function openAiRefusal(message: string, param: string | null, code: string | null): FakeReply {
  return jsonReply(400, { error: { message, type: "invalid_request_error", param, code } })
}

/** "'low', 'medium', and 'high'." */
function listed(values: readonly string[]): string {
  const quoted = values.map((value) => `'${value}'`)
  if (quoted.length < 3) return quoted.join(" and ")
  return `${quoted.slice(0, -1).join(", ")}, and ${quoted.at(-1) ?? ""}`
}

/** The value of a field as a text; undefined where it is missing. A dot leads into an object. */
function at(json: JsonObject, path: string): string | undefined {
  let value: unknown = json
  for (const name of path.split(".")) value = objectOf(value)?.[name]
  if (value === undefined || value === null) return undefined
  return typeof value === "string" ? value : jsonOf(value)
}

function hasImage(json: JsonObject): boolean {
  return /"(image_url|input_image)"/.test(JSON.stringify(json["messages"] ?? json["input"] ?? null))
}
