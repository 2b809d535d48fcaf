import { isObject, type JsonObject } from "../lib/fields.ts"
import { err, ok, type Result } from "../lib/result.ts"
import type { Proof } from "./call-proof.ts"
import { queryParts } from "./call-address.ts"
import { encoded, textOfJson, textOfValue, valueOf } from "./call-values.ts"
import type { FieldEncoding, WireBody, WireParameter, WireStyle } from "./openapi/parameters.ts"

/* The body of a call: JSON, a form, or a text. */

export type Content =
  | {
      readonly kind: "json" | "form" | "multipart"
      readonly media: string
      readonly fields: JsonObject
      /** How fields of a form are written, by their name; as usual where absent. */
      readonly encodings?: ReadonlyMap<string, FieldEncoding>
    }
  | { readonly kind: "value"; readonly media: string; readonly text: string }

export function bodyOf(
  parameters: readonly WireParameter[],
  body: WireBody,
  given: JsonObject,
): Result<Content | undefined, string> {
  const { kind, media, whole } = body
  if (whole !== undefined) {
    const value = valueOf({ property: whole, ...(body.names && { names: body.names }) }, given)
    if (value === undefined) {
      return body.isRequired ? err(`Falta o argumento obrigatório ${whole}.`) : ok(undefined)
    }
    if (kind !== "text" && isObject(value)) return ok({ kind, media, fields: value })
    return ok({ kind: "value", media, text: kind === "text" ? textOfValue(value) : textOfJson(value) })
  }
  const fields: [string, unknown][] = []
  for (const field of body.fields) {
    const value = valueOf(field, given)
    if (value !== undefined) fields.push([field.name, value])
    else if (field.isNullable && kind === "json" && given[field.property] === null) fields.push([field.name, null])
    else if (field.isNeededObject) fields.push([field.name, {}])
    else if (field.isRequired) return err(`Falta o argumento obrigatório ${field.property}.`)
  }
  if (body.isOpen) fields.push(...unknownIn([...parameters, ...body.fields], given))
  const isEmpty = fields.length === 0 && !body.isRequired
  if (isEmpty || kind === "text") return ok(undefined)
  const encodings = new Map(body.fields.flatMap(({ name, encoding }) => (encoding ? [[name, encoding] as const] : [])))
  return ok({ kind, media, fields: Object.fromEntries(fields), encodings })
}

/** What was given beside all that is named. */
function unknownIn(named: readonly { readonly property: string }[], given: JsonObject): readonly [string, unknown][] {
  const known = new Set(named.map(({ property }) => property))
  return Object.entries(given).filter(([name]) => !known.has(name))
}

export function serialize(content: Content): { readonly type: string; readonly text: string } {
  const { kind, media } = content
  switch (kind) {
    case "value":
      return { type: media, text: content.text }
    case "json":
      return { type: media, text: textOfJson(content.fields) }
    case "form": {
      const text = Object.entries(content.fields)
        .flatMap(([name, value]) => formPairs(name, value, content.encodings?.get(name)))
        .join("&")
      return { type: media, text }
    }
    case "multipart": {
      const parts = Object.entries(content.fields).flatMap(([name, value]) =>
        formParts(name, value, content.encodings?.get(name)),
      )
      const boundary = boundaryFor(parts)
      const text = parts
        .map(({ name, value, type }) => {
          const head = `Content-Disposition: form-data; name="${quoted(name)}"`
          return `--${boundary}\r\n${head}${type === undefined ? "" : `\r\nContent-Type: ${type}`}\r\n\r\n${value}\r\n`
        })
        .join("")
      return { type: `multipart/form-data; boundary=${boundary}`, text: `${text}--${boundary}--\r\n` }
    }
  }
}

/** A field of a form: a list is a field for each of its values, an object is JSON, unless its encoding says otherwise. */
function formPairs(name: string, value: unknown, encoding: FieldEncoding = {}): readonly string[] {
  const { style, explode = true, isReserved, media } = encoding
  if (style !== undefined) {
    const parameter = { name, style, explode, ...(isReserved && { isReserved }) }
    return queryParts(parameter, value).map((part) => part.replaceAll("%20", "+"))
  }
  const all = Array.isArray(value) && !isJson(media) ? (value as unknown[]) : [value]
  return all.map((one) => `${formEncoded(name)}=${formEncoded(textOfValue(one))}`)
}

interface FormPart {
  readonly name: string
  readonly value: string
  readonly type?: string
}

/** The parts of a field. One that is an object is JSON, and says so. */
function formParts(name: string, value: unknown, encoding: FieldEncoding = {}): readonly FormPart[] {
  const { style, explode = true, media } = encoding
  const isList = Array.isArray(value) && !isJson(media)
  if (isList && style !== undefined && !explode)
    return [{ name, value: (value as unknown[]).map(textOfValue).join(separators[style] ?? ",") }]
  return (isList ? (value as unknown[]) : [value]).map((one) => {
    const type = media ?? (typeof one === "object" && one !== null ? "application/json" : undefined)
    return { name, value: textOfValue(one), ...(type !== undefined && { type }) }
  })
}

const separators: Readonly<Partial<Record<WireStyle, string>>> = { space: " ", pipe: "|", tabs: "\t" }

function isJson(media: string | undefined): boolean {
  return media !== undefined && /^application\/(?:[\w.+-]+\+)?json$/i.test(media)
}

/** As forms of pages are sent. */
function formEncoded(text: string): string {
  return encoded(text).replaceAll("%20", "+").replaceAll("%2A", "*").replaceAll("~", "%7E")
}

function quoted(name: string): string {
  return name.replaceAll("\r", "%0D").replaceAll("\n", "%0A").replaceAll('"', "%22")
}

/** A line that stands nowhere in the parts. */
function boundaryFor(parts: readonly FormPart[]): string {
  let boundary = "----prosa-form"
  while (parts.some(({ name, value }) => value.includes(boundary) || name.includes(boundary))) boundary += "-x"
  return boundary
}

/** Where there is no body yet, one is made of the proof alone, for methods that have a body. */
export function withProof(content: Content | undefined, { name, value }: Proof, method: string): Content | undefined {
  if (content === undefined) {
    return method === "GET" || method === "HEAD"
      ? undefined
      : { kind: "json", media: "application/json", fields: Object.fromEntries([[name, value]]) }
  }
  if (content.kind === "value") return content
  return { ...content, fields: Object.fromEntries([...Object.entries(content.fields), [name, value]]) }
}
