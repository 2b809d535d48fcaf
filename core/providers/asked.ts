import type { AskedOfAnswer, SchemaFormat } from "../gateway/chat-request.ts"
import type { ModelAbilities } from "../gateway/model-abilities.ts"
import { type JsonObject, objectOf, objectsOf, textOf, textsOf } from "./json.ts"

type Field = keyof AskedOfAnswer

/** What a body in OpenAI's shape asks of the answer. What says no more than the default asks for nothing. */
export function readAsked(body: JsonObject): AskedOfAnswer {
  const { stop, seed, top_logprobs, tool_choice: choice } = body
  const format = objectOf(body["response_format"])
  const json_schema = schemaFormat(objectOf(format?.["json_schema"]))
  const stops = typeof stop === "string" ? [stop] : textsOf(stop)
  const bias = objectOf(body["logit_bias"]) as AskedOfAnswer["logit_bias"]
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

/** What is asked of an answer, as the model accepts it: where no tool may be forced it chooses itself (`auto`). */
export function fitAsked(
  { tool_choice, parallel_tool_calls, ...asked }: AskedOfAnswer,
  { tools, forcedTool }: Pick<ModelAbilities, "tools" | "forcedTool">,
): AskedOfAnswer {
  if (tools === "never") return asked
  return {
    ...asked,
    ...(tool_choice !== undefined && forcedTool && { tool_choice }),
    ...(parallel_tool_calls !== undefined && { parallel_tool_calls }),
  }
}

/** The first field that is asked for and not among those a provider knows. */
export function lacking(asked: AskedOfAnswer, known: readonly Field[]): Field | undefined {
  return (Object.keys(asked) as Field[]).find((field) => asked[field] !== undefined && !known.includes(field))
}

/** The schema an answer must have. */
export function answerSchema({ response_format: format }: AskedOfAnswer): JsonObject | undefined {
  return format?.type === "json_schema" ? format.json_schema.schema : undefined
}
