import { isObject, type JsonObject } from "../lib/fields.ts"
import { err, ok, type Result } from "../lib/result.ts"
import type { Proof } from "./call-proof.ts"
import { encoded, textOfValue, valueOf } from "./call-values.ts"
import type { WireBody, WireParameter } from "./openapi/parameters.ts"

/* The body of a call: JSON, a form, or a text. */

export type Content =
  | { readonly kind: "json" | "form" | "multipart"; readonly media: string; readonly fields: JsonObject }
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
    return ok({ kind: "value", media, text: kind === "text" ? textOfValue(value) : JSON.stringify(value) })
  }
  const fields: [string, unknown][] = []
  for (const field of body.fields) {
    const value = valueOf(field, given)
    if (value !== undefined) fields.push([field.name, value])
    else if (field.isNeededObject) fields.push([field.name, {}])
    else if (field.isRequired) return err(`Falta o argumento obrigatório ${field.property}.`)
  }
  if (body.isOpen) fields.push(...unknownIn([...parameters, ...body.fields], given))
  const isEmpty = fields.length === 0 && !body.isRequired
  return ok(isEmpty || kind === "text" ? undefined : { kind, media, fields: Object.fromEntries(fields) })
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
      return { type: media, text: JSON.stringify(content.fields) }
    case "form": {
      const text = formParts(content.fields)
        .map(([name, value]) => `${formEncoded(name)}=${formEncoded(value)}`)
        .join("&")
      return { type: media, text }
    }
    case "multipart": {
      const parts = formParts(content.fields)
      const boundary = boundaryFor(parts)
      const text = parts
        .map(
          ([name, value]) =>
            `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"\r\n\r\n${value}\r\n`,
        )
        .join("")
      return { type: `multipart/form-data; boundary=${boundary}`, text: `${text}--${boundary}--\r\n` }
    }
  }
}

/** A list is a field for each of its values; an object is JSON. */
function formParts(fields: JsonObject): readonly (readonly [string, string])[] {
  return Object.entries(fields).flatMap(([name, value]) =>
    (Array.isArray(value) ? (value as unknown[]) : [value]).map((one) => [name, textOfValue(one)] as const),
  )
}

/** As forms of pages are sent. */
function formEncoded(text: string): string {
  return encoded(text).replaceAll("%20", "+").replaceAll("%2A", "*").replaceAll("~", "%7E")
}

function quoted(name: string): string {
  return name.replaceAll("\r", "%0D").replaceAll("\n", "%0A").replaceAll('"', "%22")
}

/** A line that stands nowhere in the parts. */
function boundaryFor(parts: readonly (readonly [string, string])[]): string {
  let boundary = "----prosa-form"
  while (parts.some(([name, value]) => value.includes(boundary) || name.includes(boundary))) boundary += "-x"
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
