import { indexOf, type JsonObject, jsonOf, objectOf, objectsOf, textOf, textsOf } from "../../lib/fields.ts"

/** Deeper than any schema a person wrote; what lies below is dropped. */
const deepest = 24
/**
 * What all references may add, as a share of the schema's own length: parts that refer to each other many times over come
 * to no end, and money was held for the schema as it was sent.
 */
const mostAdded = 3

/**
 * A JSON schema in the words Gemini knows; others (`$schema`, `additionalProperties`, …) make it answer 400 and are dropped.
 * A list of types becomes one that may be null, `const` a list of one, `oneOf` and `allOf` the nearest there is. A part
 * that is referred to (`#/$defs/…`) stands where it is wanted; inside itself, or where it becomes too much, it is an outline.
 */
export function encodeSchema(whole: JsonObject): JsonObject {
  const outlines = new Map<JsonObject, JsonObject>()
  let left: number | undefined
  /** What was too long to be added is counted, too: measuring it takes time. */
  const isAffordable = (part: JsonObject): boolean => {
    left ??= jsonOf(whole).length * mostAdded
    if (left > 0) left -= jsonOf(part).length
    return left > 0
  }
  const encode = (given: JsonObject, depth: number, open: readonly JsonObject[]): JsonObject => {
    if (depth > deepest) return {}
    const { $ref, ...beside } = given
    const name = textOf($ref)
    if (name === undefined) return encodePart(given, (part) => encode(part, depth + 1, open))
    const part = partAt(whole, name)
    if (!open.includes(part) && isAffordable(part)) return encode({ ...part, ...beside }, depth + 1, [...open, part])
    const outline = outlines.get(part) ?? outlineOf(part)
    outlines.set(part, outline)
    return { ...outline, ...kept(beside) }
  }
  return encode(whole, 0, [])
}

function encodePart(schema: JsonObject, inner: (part: JsonObject) => JsonObject): JsonObject {
  const choices = objectsOf(schema["anyOf"] ?? schema["oneOf"])
  const others = choices.filter(({ type }) => type !== "null")
  const values = valuesOf(schema)
  const type = typeOf(schema)
  const nullable = isNullable(schema) || others.length < choices.length
  const words = type === undefined || type === "string" ? textsOf(values).filter((word) => word !== "") : []
  const properties = objectOf(schema["properties"])
  const required = textsOf(schema["required"])
  // What may be null and is one thing else, as Python's tools write it, is that thing.
  const same = [...objectsOf(schema["allOf"]), ...(others.length === 1 ? others : [])]
  return withKnownNames(
    [
      ...same.map(inner),
      {
        ...(type !== undefined && { type }),
        ...(nullable && { nullable }),
        ...kept(schema),
        ...(words.length > 0 ? { type: "string", enum: words } : inWords(schema, values)),
        ...(others.length > 1 && { anyOf: others.map(inner) }),
        ...(type === "array" && { items: itemsOf(membersOf(schema).map(inner)) }),
        ...(properties && {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, part]) => [name, inner(objectOf(part) ?? {})]),
          ),
        }),
        ...(required.length > 0 && { required }),
      },
    ].reduce(joined),
  )
}

/** The part that a reference within the schema points at; a part of another schema is not known. */
function partAt(whole: JsonObject, pointer: string): JsonObject {
  if (pointer !== "#" && !pointer.startsWith("#/")) return nothing
  const steps = pointer.split("/").slice(1)
  const found = steps.reduce<JsonObject | undefined>((part, step) => {
    const name = step.replaceAll("~1", "/").replaceAll("~0", "~")
    return part && Object.hasOwn(part, name) ? objectOf(part[name]) : undefined
  }, whole)
  return found ?? nothing
}

const nothing: JsonObject = {}

/** What a part is, without what is in it and said of it. */
function outlineOf(schema: JsonObject): JsonObject {
  const type = typeOf(schema)
  return {
    ...(type !== undefined && { type }),
    ...(isNullable(schema) && { nullable: true }),
    ...(type === "array" && { items: itemsOf([]) }),
  }
}

function typesOf({ type }: JsonObject): readonly string[] {
  return typeof type === "string" ? [type] : textsOf(type)
}

/** The type that a schema names, or that follows from what else it says. */
function typeOf(schema: JsonObject): string | undefined {
  const named = typesOf(schema).find((name) => name !== "null" && name !== "")
  if (named !== undefined) return named
  if (objectOf(schema["properties"])) return "object"
  if ((schema["items"] ?? schema["prefixItems"]) !== undefined) return "array"
  const value = valuesOf(schema)[0]
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number"
  return typeof value === "boolean" ? "boolean" : undefined
}

function isNullable(schema: JsonObject): boolean {
  const { enum: values } = schema
  return (
    schema["nullable"] === true || typesOf(schema).includes("null") || (Array.isArray(values) && values.includes(null))
  )
}

/** The only values allowed, apart from null. */
function valuesOf(schema: JsonObject): readonly unknown[] {
  const values: readonly unknown[] = Array.isArray(schema["enum"])
    ? schema["enum"]
    : "const" in schema
      ? [schema["const"]]
      : []
  return values.filter((value) => value !== null)
}

/** Gemini lists texts only; other values that are allowed are told in words. */
function inWords({ description }: JsonObject, values: readonly unknown[]): JsonObject {
  if (values.length === 0) return {}
  const allowed = `One of: ${values.map(jsonOf).join(", ")}.`
  return { description: [textOf(description), allowed].filter((text) => text !== undefined).join(" ") }
}

/** What may stand in a list; of a list with a schema for each place, all of these. */
function membersOf({ prefixItems, items }: JsonObject): readonly JsonObject[] {
  const places = prefixItems ?? items
  return objectsOf(Array.isArray(places) ? places : [places])
}

/** Gemini refuses a list that does not say what is in it: texts can say anything. */
function itemsOf(members: readonly JsonObject[]): JsonObject {
  const different = [...new Map(members.map((member) => [jsonOf(member), member])).values()]
  if (different.length > 1) return { anyOf: different }
  const [only = {}] = different
  return only["type"] === undefined && only["anyOf"] === undefined ? { ...only, type: "string" } : only
}

/** Two schemas that hold at once; of a word that both have, the later one's. */
function joined(one: JsonObject, other: JsonObject): JsonObject {
  const properties = { ...objectOf(one["properties"]), ...objectOf(other["properties"]) }
  const required = [...new Set([...textsOf(one["required"]), ...textsOf(other["required"])])]
  return {
    ...one,
    ...other,
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required }),
  }
}

/** Gemini refuses a schema that requires what it does not describe. */
function withKnownNames({ required, ...schema }: JsonObject): JsonObject {
  const properties = objectOf(schema["properties"]) ?? {}
  const known = textsOf(required).filter((name) => Object.hasOwn(properties, name))
  return known.length > 0 ? { ...schema, required: known } : schema
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
