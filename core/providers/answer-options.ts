import type { AnswerOptions, SchemaFormat } from "../gateway/chat-request.ts"
import type { ModelAbilities } from "../gateway/model-abilities.ts"
import { type JsonObject, objectOf, objectsOf, textOf, textsOf } from "../lib/fields.ts"

type Field = keyof AnswerOptions

/** Reads the options of an answer from a body in OpenAI's shape. A value that equals the default is no option. */
export function readAnswerOptions(body: JsonObject): AnswerOptions {
  const { stop, seed, top_logprobs, tool_choice: choice } = body
  const format = objectOf(body["response_format"])
  const json_schema = schemaFormat(objectOf(format?.["json_schema"]))
  const stops = typeof stop === "string" ? [stop] : textsOf(stop)
  const bias = objectOf(body["logit_bias"]) as AnswerOptions["logit_bias"]
  const named = textOf(objectOf(objectOf(choice)?.["function"])?.["name"])
  const hasTools = objectsOf(body["tools"]).length > 0
  return {
    ...(stops.length > 0 && { stop: stops }),
    ...(typeof seed === "number" && { seed }),
    ...(format?.["type"] === "json_object" && { response_format: { type: "json_object" } }),
    ...(json_schema !== undefined && { response_format: { type: "json_schema", json_schema } }),
    ...(bias !== undefined && Object.keys(bias).length > 0 && { logit_bias: bias }),
    ...(body["logprobs"] === true && { logprobs: true }),
    ...(typeof top_logprobs === "number" && { top_logprobs }),
    ...(choice === "required" && { tool_choice: choice }),
    ...(named !== undefined && { tool_choice: { name: named } }),
    ...(body["parallel_tool_calls"] === false && hasTools && { parallel_tool_calls: false }),
  }
}

function schemaFormat(given: JsonObject | undefined): SchemaFormat | undefined {
  if (given === undefined) return undefined
  const description = textOf(given["description"])
  const schema = objectOf(given["schema"])
  return {
    name: textOf(given["name"]) ?? "answer",
    ...(description !== undefined && { description }),
    ...(schema !== undefined && { schema }),
    ...(typeof given["strict"] === "boolean" && { strict: given["strict"] }),
  }
}

/** Adapts the options of an answer to its model: where no tool may be forced, the model chooses itself (`auto`). */
export function fitAnswerOptions(
  { tool_choice, parallel_tool_calls, ...asked }: AnswerOptions,
  { tools, forcedTool }: Pick<ModelAbilities, "tools" | "forcedTool">,
): AnswerOptions {
  if (tools === "never") return asked
  return {
    ...asked,
    ...(tool_choice !== undefined && forcedTool && { tool_choice }),
    ...(parallel_tool_calls !== undefined && { parallel_tool_calls }),
  }
}

/** The first requested option that is not among those a provider knows. */
export function firstUnsupported(options: AnswerOptions, known: readonly Field[]): Field | undefined {
  return (Object.keys(options) as Field[]).find((field) => options[field] !== undefined && !known.includes(field))
}

/** The schema an answer must have. */
export function answerSchema({ response_format: format }: AnswerOptions): JsonObject | undefined {
  return format?.type === "json_schema" ? format.json_schema.schema : undefined
}
