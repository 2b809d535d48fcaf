import { indexOf, type JsonObject, objectOf, objectsOf, textOf, textsOf } from "../../lib/fields.ts"

/** Deeper than any schema a person wrote; what lies below is dropped. */
const deepest = 24

/**
 * A JSON schema in the words Gemini knows; others (`$schema`, `additionalProperties`, …) make it answer 400 and are dropped.
 * A list of types becomes one that may be null, `const` a list of one, `oneOf` and `allOf` the nearest there is.
 */
export function encodeSchema(schema: JsonObject, depth = 0): JsonObject {
  if (depth > deepest) return {}
  const inner = (value: unknown) => objectsOf(value).map((one) => encodeSchema(one, depth + 1))
  const types = Array.isArray(schema["type"]) ? textsOf(schema["type"]) : [textOf(schema["type"])]
  const type = types.find((name) => name !== "null" && name !== undefined)
  const nullable = schema["nullable"] === true || types.includes("null")
  const values = Array.isArray(schema["enum"]) ? schema["enum"] : "const" in schema ? [schema["const"]] : []
  const words = type === undefined || type === "string" ? textsOf(values) : []
  const choices = inner(schema["anyOf"] ?? schema["oneOf"])
  const properties = objectOf(schema["properties"])
  const names = properties ? Object.keys(properties) : []
  const items = objectOf(schema["items"])
  const known = new Set(names)
  const required = textsOf(schema["required"]).filter((name) => known.has(name))
  const whole = inner(schema["allOf"])
  return {
    ...Object.assign({}, ...whole),
    ...(type !== undefined && { type }),
    ...(nullable && { nullable }),
    ...kept(schema),
    ...(words.length > 0 && { type: "string", enum: words }),
    ...(choices.length > 0 && { anyOf: choices }),
    ...(items && { items: encodeSchema(items, depth + 1) }),
    ...(properties && {
      properties: Object.fromEntries(
        names.map((name) => [name, encodeSchema(objectOf(properties[name]) ?? {}, depth + 1)]),
      ),
    }),
    ...(required.length > 0 && { required }),
  }
}

const texts = ["title", "description", "pattern"] as const
const sizes = ["minItems", "maxItems", "minLength", "maxLength", "minProperties", "maxProperties"] as const
const bounds = ["minimum", "maximum"] as const
const formats = ["enum", "date-time", "float", "double", "int32", "int64"]

function kept(schema: JsonObject): JsonObject {
  const of = (names: readonly string[], good: (value: unknown) => boolean) =>
    Object.fromEntries(names.flatMap((name) => (good(schema[name]) ? [[name, schema[name]]] : [])))
  return {
    ...of(texts, (value) => textOf(value) !== undefined),
    ...of(sizes, (value) => indexOf(value) !== undefined),
    ...of(bounds, (value) => typeof value === "number"),
    ...of(["format"], (value) => typeof value === "string" && formats.includes(value)),
  }
}
