import { isObject, objectOf, textOf, textsOf, type JsonObject } from "../../lib/fields.ts"
import type { References } from "./references.ts"
import type { NameTree } from "./name-tree.ts"
import { isFile, mayBeNull, type SchemaReader } from "./schema.ts"
import { SpecError, within } from "./spec-fault.ts"

/** How a value is written where it goes. */
export type WireStyle = "simple" | "label" | "matrix" | "form" | "space" | "pipe" | "tabs" | "deepObject" | "json"

/** A parameter of an operation, as it is sent. */
export interface WireParameter {
  /** The service's name. */
  readonly name: string
  /** The name that the model knows it by. */
  readonly property: string
  readonly in: "path" | "query" | "header"
  readonly style: WireStyle
  readonly explode: boolean
  readonly isRequired?: true
  /** Signs that have a meaning in an address are sent as they are. */
  readonly isReserved?: true
  /** Sent where the model gives none: the only value there is, or the one that a required parameter has by default. */
  readonly fallback?: unknown
  readonly names?: NameTree
  /** How one of our own services wants its values (`x-prosa-write`). */
  readonly write?: OwnWriting
}

/** OData wants texts in quotes, and PTAX dates as month, day, year; IBGE names a city `N6[…]`. */
export const ownWritings = ["odata-text", "odata-date", "ibge-city"] as const
export type OwnWriting = (typeof ownWritings)[number]

/** A parameter before it has a name for the model. */
export interface ReadParameter extends Omit<WireParameter, "property"> {
  readonly schema: JsonObject
  readonly at: string
}

/** A parameter as it is written, and where. */
interface Found {
  readonly parameter: JsonObject
  readonly at: string
}

export interface ParameterLists {
  readonly ofPath: unknown
  readonly ofOperation: unknown
  readonly at: { readonly path: string; readonly operation: string }
}

/** The parameters of an operation: its path's, and over them its own. */
export function parametersOf(references: References, lists: ParameterLists): readonly Found[] {
  const found = new Map<string, Found>()
  const add = (list: unknown, at: string) => {
    if (!Array.isArray(list)) return
    for (const [index, one] of (list as unknown[]).entries()) {
      const place = within(at, "parameters", index)
      const { value } = references.resolve(one, place)
      const name = textOf(value["name"])
      if (name !== undefined) found.set(`${String(value["in"])} ${name}`, { parameter: value, at: place })
    }
  }
  add(lists.ofPath, lists.at.path)
  add(lists.ofOperation, lists.at.operation)
  return [...found.values()]
}

/** Headers that are not a parameter's to set, as the format says. */
const foreignHeaders = ["accept", "content-type", "authorization"]
const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/

/** A parameter with its schema for the model; undefined for one that is not sent. */
export function readParameter(
  { parameter, at }: Found,
  reader: SchemaReader,
  { isBuiltin }: { readonly isBuiltin: boolean },
): ReadParameter | undefined {
  const name = textOf(parameter["name"]) ?? ""
  const place = parameter["in"]
  const isRequired = parameter["required"] === true
  if (place === "cookie") {
    if (isRequired) throw new SpecError("cookie", at)
    return undefined
  }
  // A whole query under one name, as OpenAPI 3.2 has it, cannot be made here.
  if (place === "querystring" && isRequired) throw new SpecError("media-type", at)
  if (place !== "path" && place !== "query" && place !== "header") return undefined
  if (place === "header" && (foreignHeaders.includes(name.toLowerCase()) || !headerName.test(name))) return undefined
  const content = Object.entries(objectOf(parameter["content"]) ?? {})[0]
  const written = content ? objectOf(content[1])?.["schema"] : parameter["schema"]
  const flat = reader.flat(written ?? {}, within(at, "schema"))
  if (isFile(flat)) throw new SpecError("file", at)
  const { schema, names } = reader.read(written ?? {}, within(at, "schema"))
  const description = textOf(parameter["description"])
  const shown = description === undefined ? schema : { ...schema, ...described(description, reader, at) }
  const fallback = isRequired || place === "path" ? onlyValue(flat) : undefined
  const write = isBuiltin ? ownWritings.find((one) => one === parameter["x-prosa-write"]) : undefined
  return {
    name,
    in: place,
    ...(content && isJsonMedia(content[0]) ? { style: "json" as const, explode: false } : styleOf(parameter, place)),
    ...((isRequired || place === "path") && { isRequired: true as const }),
    ...(parameter["allowReserved"] === true && { isReserved: true as const }),
    ...(fallback !== undefined && { fallback }),
    ...(names && { names }),
    ...(write && { write }),
    schema: shown,
    at,
  }
}

function isJsonMedia(media: string): boolean {
  return mediaKinds.some(({ kind, is }) => kind === "json" && is.test(media))
}

/** The parameter's own words stand before those of its type. */
function described(description: string, reader: SchemaReader, at: string): JsonObject {
  return reader.read({ description }, at).schema
}

function onlyValue(schema: JsonObject): unknown {
  const choices = schema["enum"]
  if ("const" in schema) return schema["const"]
  if (Array.isArray(choices) && choices.length === 1) return choices[0] as unknown
  return schema["default"]
}

function styleOf(
  parameter: JsonObject,
  place: WireParameter["in"],
): { readonly style: WireStyle; readonly explode: boolean } {
  const usual = place === "query" ? "form" : "simple"
  const named = textOf(parameter["style"]) ?? usual
  const style = styles[named] ?? usual
  const explode = parameter["explode"]
  return { style, explode: typeof explode === "boolean" ? explode : style === "form" || style === "deepObject" }
}

const styles: Readonly<Record<string, WireStyle | undefined>> = {
  simple: "simple",
  label: "label",
  matrix: "matrix",
  form: "form",
  spaceDelimited: "space",
  pipeDelimited: "pipe",
  tabDelimited: "tabs",
  deepObject: "deepObject",
}

/** What a call sends as its body. */
export interface WireBody {
  readonly media: string
  readonly kind: "json" | "form" | "multipart" | "text"
  /** The body is this one property of the model's, whatever it is. */
  readonly whole?: string
  /** Else it is an object of these. */
  readonly fields: readonly WireField[]
  readonly isRequired?: true
  /** What the model gives beyond the known properties goes into the body, too. */
  readonly isOpen?: true
  readonly names?: NameTree
}

export interface WireField {
  readonly name: string
  readonly property: string
  /** A required object that the model leaves out is sent empty. */
  readonly isNeededObject?: true
  /** "Nothing" is one of its values, which takes away what was there before. */
  readonly isNullable?: true
  readonly isRequired?: true
  readonly fallback?: unknown
  readonly names?: NameTree
  readonly encoding?: FieldEncoding
}

/** How a field of a form is written, where it is not as forms usually are. */
export interface FieldEncoding {
  /** The field is written as a parameter of a query with this style would be. */
  readonly style?: WireStyle
  readonly explode?: boolean
  readonly isReserved?: true
  /** The type of its part, of a form in parts. */
  readonly media?: string
}

export interface ReadBody extends Omit<WireBody, "fields" | "whole"> {
  /** The body's fields before they have names for the model; undefined where it is one value. */
  readonly fields: readonly (Omit<WireField, "property"> & { readonly schema: JsonObject })[] | undefined
  readonly schema: JsonObject
}

/** The body of an operation; undefined where it has none. */
export function readBody(
  references: References,
  written: unknown,
  reader: SchemaReader,
  at: string,
): ReadBody | undefined {
  if (written === undefined || written === null) return undefined
  const { value } = references.resolve(written, at)
  const content = Object.entries(objectOf(value["content"]) ?? {})
  if (content.length === 0) return undefined
  const possible = mediaKinds.flatMap(({ kind, is }) =>
    content.flatMap(([media, entry]) => (is.test(media) ? [{ kind, media, entry }] : [])),
  )
  // Of several kinds of JSON the plain one: the others are often patches, or versions of their own.
  const chosen = possible.find(({ media }) => /^application\/json\s*(;|$)/i.test(media)) ?? possible[0]
  if (chosen === undefined) throw new SpecError("media-type", within(at, "content", content[0]?.[0] ?? ""))
  const { kind, media, entry } = chosen
  const place = within(at, "content", media, "schema")
  const schema = objectOf(entry)?.["schema"] ?? {}
  const encodings = kind === "form" || kind === "multipart" ? objectOf(objectOf(entry)?.["encoding"]) : undefined
  const flat = reader.flat(schema, place)
  const whole = reader.read(schema, place)
  const common = {
    kind,
    media: kind === "json" && media.includes("*") ? "application/json" : (media.split(";")[0] ?? media).trim(),
    ...(value["required"] === true && { isRequired: true as const }),
    schema: whole.schema,
  }
  const properties = objectOf(flat["properties"])
  const isChoice = ["oneOf", "anyOf", "allOf"].some((key) => Array.isArray(flat[key]))
  if (kind === "text" || properties === undefined || isChoice) {
    if (isFile(flat)) throw new SpecError("file", place)
    return { ...common, fields: undefined, ...(whole.names && { names: whole.names }) }
  }
  const required = new Set(textsOf(flat["required"]))
  const fields = Object.entries(properties).flatMap(([name, part]) => {
    const spot = within(place, "properties", name)
    if (part === false) return []
    const own = reader.flat(part, spot)
    if (own["readOnly"] === true) return []
    const isList = own["type"] === "array" && isObject(own["items"])
    if (isFile(own) || (isList && isFile(reader.flat(own["items"], within(spot, "items"))))) {
      if (required.has(name)) throw new SpecError("file", spot)
      return []
    }
    const { schema: shown, names } = reader.read(part, spot)
    const isNeeded = required.has(name)
    const fallback = isNeeded ? onlyValue(own) : undefined
    return [
      {
        name,
        schema: shown,
        ...(isNeeded && { isRequired: true as const }),
        ...(isNeeded && isObjectSchema(own) && { isNeededObject: true as const }),
        ...(mayBeNull(own) && { isNullable: true as const }),
        ...(fallback !== undefined && { fallback }),
        ...(names && { names }),
        ...encodingOf(encodings, name),
      },
    ]
  })
  const extra = flat["additionalProperties"]
  return { ...common, fields, ...((extra === true || isObject(extra)) && { isOpen: true as const }) }
}

function encodingOf(encodings: JsonObject | undefined, name: string): { readonly encoding?: FieldEncoding } {
  const written = encodings && Object.hasOwn(encodings, name) ? objectOf(encodings[name]) : undefined
  if (written === undefined) return {}
  const isStyled = ["style", "explode", "allowReserved"].some((field) => field in written)
  const media = textOf(written["contentType"])?.trim()
  const encoding: FieldEncoding = {
    ...(isStyled && styleOf(written, "query")),
    ...(written["allowReserved"] === true && { isReserved: true }),
    // Several types, or a kind of types, are a choice that is nobody's to make here.
    ...(media !== undefined && /^[\w.+-]+\/[\w.+-]+$/.test(media) && { media }),
  }
  return Object.keys(encoding).length === 0 ? {} : { encoding }
}

const mediaKinds = [
  { kind: "json", is: /^(application\/([\w.+-]+\+)?json|\*\/\*|application\/\*)\s*(;|$)/i },
  { kind: "form", is: /^application\/x-www-form-urlencoded\s*(;|$)/i },
  { kind: "multipart", is: /^multipart\/form-data\s*(;|$)/i },
  { kind: "text", is: /^text\/[\w.+-]+\s*(;|$)/i },
] as const

function isObjectSchema(schema: JsonObject): boolean {
  return schema["type"] === "object" || (schema["type"] === undefined && isObject(schema["properties"]))
}
