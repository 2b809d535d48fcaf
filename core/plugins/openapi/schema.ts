import { isObject, objectOf, objectsOf, textOf, textsOf, type JsonObject } from "../../lib/fields.ts"
import { openNamePlace, type NamePlace, type NameTree } from "./name-tree.ts"
import { together } from "./joined-schemas.ts"
import type { References } from "./references.ts"
import { SpecError, within } from "./spec-fault.ts"

/** How much of a schema is kept: large ones are tried again with less. */
export interface SchemaDetail {
  /** How often one reference may stand inside itself. */
  readonly recursion: number
  /** How many objects and lists may stand inside each other. */
  readonly nesting: number
  /** The longest description of a property, in UTF-16 units. */
  readonly description: number
}

/** From everything to hardly anything. */
export const schemaDetails: readonly SchemaDetail[] = [
  { recursion: 6, nesting: 40, description: 1_000 },
  { recursion: 2, nesting: 12, description: 1_000 },
  { recursion: 1, nesting: 6, description: 300 },
  { recursion: 1, nesting: 4, description: 120 },
  { recursion: 1, nesting: 3, description: 60 },
  { recursion: 1, nesting: 2, description: 40 },
  { recursion: 1, nesting: 1, description: 0 },
  { recursion: 1, nesting: 0, description: 0 },
]

/** The most parts of a schema; more is tried again with less detail. */
const mostParts = 3_000

/** The most schemas that are joined for one operation. */
const mostJoins = 20_000

/** A schema has more parts than a definition may take. */
export class SchemaTooLarge extends Error {}

export interface ModelSchema {
  readonly schema: JsonObject
  readonly names?: NameTree
}

/** A part of a schema. The names of its properties are kept by its place. */
interface ReadPart {
  readonly schema: JsonObject
  /** The service fills it, and takes none. */
  readonly isReadOnly?: true
}

/** Reads a part that stands behind some steps in a schema. */
type ReadInner = (place: NamePlace, part: unknown, ...steps: readonly (string | number)[]) => ReadPart

/** Turns the schemas of one operation into what models understand. */
export interface SchemaReader {
  readonly read: (schema: unknown, at: string) => ModelSchema
  /** A schema with its reference followed and its `allOf` joined, as it is written. */
  readonly flat: (schema: unknown, at: string) => JsonObject
}

/** A schema without its `$ref`. */
function besideReference(schema: unknown): JsonObject {
  const { $ref: _, ...beside } = objectOf(schema) ?? {}
  return beside
}

export function createSchemaReader(references: References, detail: SchemaDetail): SchemaReader {
  let parts = 0
  let joins = 0

  function flat(schema: unknown, at: string): JsonObject {
    return joined(schema, at, []).value
  }

  /**
   * Follows the reference and joins `allOf`; `stack` are the references that led here, and leads further. `held`: references
   * whose schemas hold already. In a web of schemas that join each other one is reached by more ways than could be walked.
   */
  function joined(
    schema: unknown,
    at: string,
    stack: readonly string[],
    held = new Set<string>(),
  ): { readonly value: JsonObject; readonly stack: readonly string[]; readonly isCut: boolean } {
    if (++joins > mostJoins) throw new SchemaTooLarge()
    // A schema that is left empty, as YAML does with a name alone, takes anything.
    const { value, through } = references.resolve(schema ?? {}, at)
    const further = [...stack, ...through]
    const isCut = through.some((one) => further.filter((other) => other === one).length > detail.recursion)
    // The schema behind the reference is joined already; the fields beside the reference are not.
    if (!isCut && through.some((one) => held.has(one))) return joined(besideReference(schema), at, further, held)
    for (const one of through) held.add(one)
    const all = value["allOf"]
    if (isCut || !Array.isArray(all)) return { value, stack: further, isCut }
    const { allOf: _, ...rest } = value
    let whole: JsonObject = {}
    for (const [index, part] of (all as unknown[]).entries()) {
      const one = joined(part, within(at, "allOf", index), further, held)
      if (!one.isCut) whole = together(whole, one.value)
    }
    return { value: together(whole, rest), stack: further, isCut }
  }

  function read(schema: unknown, at: string, stack: readonly string[], place: NamePlace, depth = 0): ReadPart {
    if (++parts > mostParts) throw new SchemaTooLarge()
    if (schema === true || schema === undefined || schema === null) return { schema: {} }
    const { value, stack: further, isCut } = joined(schema, at, stack)
    const type = typeOf(value)
    const isReadOnly = value["readOnly"] === true && { isReadOnly: true as const }
    if (isCut || depth > detail.nesting) return { schema: { ...withType(type), ...description(value) }, ...isReadOnly }
    const inner: ReadInner = (where, part, ...steps) => read(part, within(at, ...steps), further, where, depth + 1)

    const object = isObject(value["properties"]) ? properties(value, inner, place) : undefined
    const items = kinds(type).includes("array") || "items" in value ? itemsOf(value, inner, place) : undefined
    const choices = choicesOf(value, inner, place)
    const extra = value["additionalProperties"]
    const others = isObject(extra) && !object ? inner(place.extra(), extra, "additionalProperties") : undefined
    const result: JsonObject = {
      ...withType(object && type === undefined ? "object" : type),
      ...description(value),
      ...plainFields(value),
      ...(object && { properties: object.properties }),
      ...(object && object.required.length > 0 && { required: object.required }),
      ...(items && { items: items.schema }),
      ...Object.fromEntries(choices.map(({ key, parts }) => [key, parts.map((part) => part.schema)])),
      ...(extra === false && object && { additionalProperties: false }),
      ...(others && { additionalProperties: others.schema }),
    }
    return { schema: result, ...isReadOnly }
  }

  function properties(value: JsonObject, inner: ReadInner, place: NamePlace) {
    const known = new Map<string, string>()
    const found = Object.entries(objectOf(value["properties"]) ?? {}).flatMap(
      ([name, part]): [string, JsonObject][] => {
        // A property whose schema is `false` takes no value at all, and one that is read-only is not sent: neither is offered.
        if (part === false) return []
        const read = inner(place.property(name), part, "properties", name)
        if (read.isReadOnly) return []
        const mapped = place.nameOf(name)
        known.set(name, mapped)
        return [[mapped, read.schema]]
      },
    )
    const required = textsOf(value["required"]).flatMap((name) => known.get(name) ?? [])
    return { properties: Object.fromEntries(found), required: [...new Set(required)] }
  }

  function description(value: JsonObject): JsonObject {
    const text = textOf(value["description"])?.trim() ?? ""
    if (text === "" || detail.description === 0) return {}
    return { description: shortened(text, detail.description) }
  }

  function whole(schema: unknown, at: string): ModelSchema {
    const place = openNamePlace()
    const { schema: shown } = read(schema, at, [], place)
    const names = place.names()
    return { schema: shown, ...(names && { names }) }
  }

  return { read: whole, flat }
}

/** A text of at most `most` UTF-16 units. */
export function shortened(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).trimEnd()}…`
}

/** OpenAI refuses a list that does not say what is in it. Of a list with a schema for each place, the first is for all. */
function itemsOf(value: JsonObject, inner: ReadInner, place: NamePlace): ReadPart {
  const items = value["items"]
  const first: unknown = Array.isArray(items) ? items[0] : items
  return first === undefined || typeof first === "boolean" ? { schema: {} } : inner(place.items(), first, "items")
}

/** The alternatives of a schema. An `allOf` that is left when its parts were joined is of several lists of them. */
function choicesOf(
  value: JsonObject,
  inner: ReadInner,
  place: NamePlace,
): readonly { readonly key: string; readonly parts: readonly ReadPart[] }[] {
  return (["anyOf", "oneOf", "allOf"] as const).flatMap((key) => {
    const parts = value[key]
    if (!Array.isArray(parts) || parts.length === 0) return []
    const read = (parts as unknown[]).map((part, index) => inner(place, part, key, index))
    // Until version 3.0 "nothing" was a mark beside the alternatives; since then it is one of them.
    const isNullToo = key !== "allOf" && value["nullable"] === true && !read.some(({ schema }) => mayBeNull(schema))
    return [{ key, parts: isNullToo ? [...read, { schema: { type: "null" } }] : read }]
  })
}

const kept = [
  "format",
  "pattern",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "uniqueItems",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "const",
  "default",
] as const

function plainFields(value: JsonObject): JsonObject {
  const fields = Object.fromEntries(kept.flatMap((key) => (key in value ? [[key, value[key]]] : [])))
  const choices = value["enum"]
  return {
    ...bounded(fields),
    ...(Array.isArray(choices) && choices.length > 0 && { enum: choices as readonly unknown[] }),
  }
}

/** Until version 3.0 an exclusive bound is a yes beside the bound; since then it is the bound. */
function bounded(fields: JsonObject): JsonObject {
  const { exclusiveMinimum, exclusiveMaximum, minimum, maximum, ...rest } = fields
  return {
    ...rest,
    ...bound("minimum", "exclusiveMinimum", minimum, exclusiveMinimum),
    ...bound("maximum", "exclusiveMaximum", maximum, exclusiveMaximum),
  }
}

function bound(name: string, exclusiveName: string, value: unknown, exclusive: unknown): JsonObject {
  if (exclusive === true) return typeof value === "number" ? { [exclusiveName]: value } : {}
  return {
    ...(typeof value === "number" && { [name]: value }),
    ...(typeof exclusive === "number" && { [exclusiveName]: exclusive }),
  }
}

type Type = string | readonly string[] | undefined

/** The type of a schema; one that may be null has both in a list. */
function typeOf(value: JsonObject): Type {
  const type = value["type"]
  const known = (Array.isArray(type) ? textsOf(type) : typeof type === "string" ? [type] : []).filter(isType)
  const all = value["nullable"] === true && known.length > 0 && !known.includes("null") ? [...known, "null"] : known
  return all.length <= 1 ? all[0] : all
}

const types = ["string", "number", "integer", "boolean", "array", "object", "null"]

function isType(type: string): boolean {
  return types.includes(type)
}

function kinds(type: Type): readonly string[] {
  return typeof type === "string" ? [type] : (type ?? [])
}

function withType(type: Type): JsonObject {
  return type === undefined ? {} : { type }
}

/** Whether "nothing" is a value of a schema. */
export function mayBeNull(schema: JsonObject): boolean {
  const alternatives = ["anyOf", "oneOf"].flatMap((key) => objectsOf(schema[key]))
  return schema["nullable"] === true || [schema, ...alternatives].some((one) => kinds(typeOf(one)).includes("null"))
}

/** Whether a schema is of a file or of bytes, which no model can write. */
export function isFile(schema: JsonObject): boolean {
  if (schema["type"] === "file") return true
  const isText = kinds(typeOf(schema)).includes("string")
  // Since 3.1 bytes are a text with a media type, and no encoding that would make it one of letters.
  const isBytes = typeof schema["contentMediaType"] === "string" && schema["contentEncoding"] === undefined
  return isText ? schema["format"] === "binary" || isBytes : isBytes && schema["type"] === undefined
}

/** Throws where a definition cannot be made small enough. */
export function tooLarge(at: string): never {
  throw new SpecError("definition-too-large", at)
}
