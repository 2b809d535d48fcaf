import { parseExactJson } from "../lib/exact-json.ts"
import { fieldsOf, objectOf, objectsOf, textsOf, type JsonObject } from "../lib/fields.ts"
import { err, ok, type Result } from "../lib/result.ts"

/* What a person types to try an operation, as values of the types that the operation wants. */

/** How a value is typed: chosen of some, one or several, a yes or no, a line, a line for each of a list, or JSON. */
export type TypedKind = "choice" | "choices" | "boolean" | "line" | "lines" | "json"

export function typedKind(written: JsonObject): TypedKind {
  const schema = usual(written)
  const types = typesOf(schema)
  const items = usual(fieldsOf(schema["items"]))
  if (choicesOf(schema).length > 0) return "choice"
  if (types.includes("object") || objectOf(schema["properties"]) !== undefined) return "json"
  if (types.includes("array")) {
    if (types.length > 1 || ["object", "array"].some((type) => typesOf(items).includes(type))) return "json"
    return choicesOf(items).length > 0 ? "choices" : "lines"
  }
  return types.length === 1 && types[0] === "boolean" ? "boolean" : "line"
}

/** The values that one may choose, for a value or for the entries of a list. */
export function typedChoices(written: JsonObject): readonly string[] {
  const schema = usual(written)
  const own = choicesOf(schema)
  return own.length > 0 ? own : choicesOf(usual(fieldsOf(schema["items"])))
}

/** The value of what was typed. The error says what it is not. */
export function typedValue(written: JsonObject, text: string): Result<unknown, "json" | "number"> {
  const schema = usual(written)
  const types = typesOf(schema)
  switch (typedKind(schema)) {
    case "json": {
      // One that may be of several kinds is JSON where it looks like it.
      if (!/^\s*[[{]/.test(text) && types.some((type) => type !== "object" && type !== "array"))
        return ofTypes(types, text)
      const value = parseExactJson(text)
      return value === undefined ? err("json") : ok(value)
    }
    case "choices":
    case "lines": {
      const listed = text.trimStart().startsWith("[") ? parseExactJson(text) : undefined
      if (Array.isArray(listed)) return ok(listed)
      const values = linesOf(text).map((line) => ofSchema(usual(fieldsOf(schema["items"])), line))
      return values.find((value) => !value.ok) ?? ok(values.flatMap((value) => (value.ok ? [value.value] : [])))
    }
    default:
      return ofSchema(schema, text)
  }
}

/** The values of an `enum` as one reads them. One that has a list or an object among its values is typed as any other. */
function choicesOf({ enum: written }: JsonObject): readonly string[] {
  const values = Array.isArray(written) ? (written as unknown[]).filter((value) => value !== null) : []
  return values.every(isPlain) ? [...new Set(values.map(String))] : []
}

function isPlain(value: unknown): boolean {
  return ["string", "number", "boolean", "bigint"].includes(typeof value)
}

/** The value that a typed text stands for: the value of the schema's `enum` that is written like it; where there is none, one of its types. */
function ofSchema(schema: JsonObject, text: string): Result<unknown, "number"> {
  const values = Array.isArray(schema["enum"]) ? (schema["enum"] as unknown[]) : []
  const chosen = values.find((value) => isPlain(value) && String(value) === text)
  return chosen === undefined ? ofTypes(typesOf(schema), text) : ok(chosen)
}

function linesOf(text: string): readonly string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
}

function ofTypes(types: readonly string[], text: string): Result<unknown, "number"> {
  const wanted = text.trim()
  const isNumber = types.includes("number") || types.includes("integer")
  if (isNumber && /^-?\d+(\.\d+)?$/.test(wanted))
    return ok(/^-?\d{16,}$/.test(wanted) ? BigInt(wanted) : Number(wanted))
  if (types.includes("boolean") && /^(true|false)$/.test(wanted)) return ok(wanted === "true")
  return isNumber && !types.includes("string") ? err("number") : ok(text)
}

/** The types that a value may have, `null` aside: a field that is left empty is not sent. */
function typesOf(schema: JsonObject): readonly string[] {
  const type = schema["type"]
  return (Array.isArray(type) ? textsOf(type) : textsOf([type])).filter((one) => one !== "null")
}

/** Of several shapes the one that is not `null`; where there are more, what has the types of all. */
function usual(schema: JsonObject): JsonObject {
  if (typesOf(schema).length > 0) return schema
  const shapes = [...objectsOf(schema["oneOf"]), ...objectsOf(schema["anyOf"])].filter(({ type }) => type !== "null")
  if (shapes.length <= 1) return shapes[0] ?? schema
  return { type: [...new Set(shapes.flatMap(typesOf))] }
}
