import { isObject, type JsonObject } from "../lib/fields.ts"
import { err, ok, type Result } from "../lib/result.ts"
import { wellFormed } from "../lib/well-formed.ts"
import type { NameTree } from "./openapi/schema.ts"
import type { OwnWriting, WireBody, WireField, WireParameter } from "./openapi/parameters.ts"
import type { PluginAuth } from "./plugin.ts"

/** All that is needed to call an operation. */
export interface CallShape {
  /** In capitals. */
  readonly method: string
  /** `https://host/base`, without a slash at its end. */
  readonly base: string
  readonly host: string
  /** As it is written: `/pedidos/{numero}`. */
  readonly path: string
  readonly parameters: readonly WireParameter[]
  readonly body?: WireBody
  /** The plugin's token is for this host. */
  readonly takesToken?: true
}

/** A call, ready to be sent. */
export interface PluginCall {
  readonly method: string
  /** `https://host` */
  readonly origin: string
  /** With the query, every sign as it is to be sent. */
  readonly path: string
  /** By name, in the spelling of the description. */
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** The longest address, in UTF-16 units. */
const longestPath = 16_000

/** What a call must not say of itself, whatever a description asks for. */
const ownHeaders = ["content-type", "accept", "content-length", "host", "cookie", "connection", "transfer-encoding"]

/** The call for what a model gave; the error tells the model what is missing or wrong. */
export function buildCall(shape: CallShape, given: JsonObject, auth: PluginAuth): Result<PluginCall, string> {
  const problem = (message: string): Result<PluginCall, string> => err(message)
  const query: string[] = []
  const headers: [string, string][] = []
  const places = new Map<string, string>()
  for (const parameter of shape.parameters) {
    const value = valueOf(parameter, given)
    if (value === undefined) {
      if (parameter.isRequired) return problem(`Falta o argumento obrigatório ${parameter.property}.`)
      continue
    }
    if (parameter.in === "query") query.push(...queryParts(parameter, value))
    else if (parameter.in === "path") places.set(parameter.name, pathPart(parameter, value))
    else {
      const text = plainText(parameter, value)
      if (!isHeaderValue(text)) return problem(`O argumento ${parameter.property} não cabe num cabeçalho.`)
      headers.push([parameter.name, text])
    }
  }
  const path = filledPath(shape.path, places)
  if (path === undefined) return problem("Um argumento do caminho está vazio ou tem um valor que mudaria o endereço.")

  const body = shape.body && bodyOf(shape, shape.body, given)
  if (body && !body.ok) return body
  let content = body?.value
  const proof = shape.takesToken ? proofOf(auth) : undefined
  if (proof?.place === "header") headers.push([proof.name, proof.value])
  else if (proof?.place === "query") {
    // Whatever the model has put there gives way.
    const own = `${encoded(proof.name)}=`
    for (const [index, part] of query.entries()) if (part.startsWith(own)) query[index] = ""
    query.push(own + encoded(proof.value))
  } else if (proof?.place === "body") content = withProof(content, proof, shape.method)

  const parts = query.filter((part) => part !== "")
  const whole = shape.base.replace(/^https:\/\/[^/]+/, "") + path + (parts.length > 0 ? `?${parts.join("&")}` : "")
  if (whole.length > longestPath) return problem("Os argumentos são longos demais para um endereço.")
  const serialized = content && serialize(content)
  if (serialized && !headers.some(([name]) => name.toLowerCase() === "content-type"))
    headers.push(["Content-Type", serialized.type])
  return ok({
    method: shape.method,
    origin: `https://${shape.host}`,
    path: whole === "" ? "/" : whole,
    headers: Object.fromEntries(headers),
    ...(serialized && { body: serialized.text }),
  })
}

function valueOf(
  { property, names, fallback }: Pick<WireParameter, "property" | "names" | "fallback">,
  given: JsonObject,
): unknown {
  const value = Object.hasOwn(given, property) ? given[property] : undefined
  return value === undefined || value === null ? fallback : renamed(value, names)
}

/** A value with the service's names of its properties. */
export function renamed(value: unknown, names: NameTree | undefined): unknown {
  if (names === undefined) return value
  if (Array.isArray(value)) return (value as unknown[]).map((one) => renamed(one, names.items))
  if (!isObject(value)) return value
  const { own = {}, inside = {} } = names
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      Object.hasOwn(own, name) ? own[name] : name,
      renamed(part, Object.hasOwn(inside, name) ? inside[name] : undefined),
    ]),
  )
}

// The address.

/** Only letters, digits and `-._~` stay as they are. */
function encoded(text: string): string {
  return encodeURIComponent(wellFormed(text)).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/** The name of a parameter keeps what an address may bear there: services that are asked for `$top` may not know `%24top`. */
function encodedName(name: string): string {
  return encoded(name).replaceAll("%24", "$").replaceAll("%40", "@")
}

/** A value whose signs of an address keep their meaning. */
function encodedReserved(text: string): string {
  return encodeURI(wellFormed(text))
    .replaceAll("#", "%23")
    .replaceAll("&", "%26")
    .replaceAll("%5B", "[")
    .replaceAll("%5D", "]")
}

/** The path with its places filled; undefined where one would be empty, or would lead to another folder. */
function filledPath(path: string, places: ReadonlyMap<string, string>): string | undefined {
  const steps = path.split("/").map((step) => {
    if (!step.includes("{")) return encodedLiteral(step)
    let isFilled = true
    const filled = step
      .split(/(\{[^{}/]{1,200}\})/)
      .map((part) => {
        if (!part.startsWith("{") || !part.endsWith("}")) return encodedLiteral(part)
        const value = places.get(part.slice(1, -1))
        if (value === undefined || value === "") isFilled = false
        return value ?? ""
      })
      .join("")
    return isFilled && filled !== "." && filled !== ".." ? filled : undefined
  })
  return steps.includes(undefined) ? undefined : steps.join("/")
}

/** What is written in a path is sent as it is, but for signs that no address may bear. */
function encodedLiteral(text: string): string {
  return encodeURI(wellFormed(text))
    .replaceAll(/%25(?=[0-9A-Fa-f]{2})/g, "%")
    .replaceAll("#", "%23")
    .replaceAll("?", "%3F")
}

function pathPart(parameter: WireParameter, value: unknown): string {
  const { style, explode, name } = parameter
  const texts = listOf(value).map((one) => encoded(ownWritten(parameter, one)))
  const pairs = isObject(value) ? pairsOf(value, explode ? "=" : ",", encoded) : texts
  switch (style) {
    case "label":
      return `.${pairs.join(explode ? "." : ",")}`
    case "matrix":
      if (isObject(value))
        return explode ? pairs.map((pair) => `;${pair}`).join("") : `;${encoded(name)}=${pairs.join(",")}`
      return explode
        ? texts.map((text) => `;${encoded(name)}=${text}`).join("")
        : `;${encoded(name)}=${texts.join(",")}`
    case "json":
      return encoded(JSON.stringify(value))
    default:
      return pairs.join(",")
  }
}

function queryParts(parameter: WireParameter, value: unknown): readonly string[] {
  const { style, explode, isReserved } = parameter
  const write = isReserved ? encodedReserved : encoded
  const name = encodedName(parameter.name)
  const of = (one: unknown) => write(ownWritten(parameter, one))
  if (style === "json") return [`${name}=${encoded(JSON.stringify(value))}`]
  if (isObject(value)) {
    if (style === "deepObject") return deepParts(name, value, of)
    return explode ? pairsOf(value, "=", write) : [`${name}=${pairsOf(value, ",", write).join(",")}`]
  }
  if (!Array.isArray(value)) return [`${name}=${of(value)}`]
  const texts = (value as unknown[]).map(of)
  if (style === "deepObject" || (style === "form" && explode)) return texts.map((text) => `${name}=${text}`)
  if (texts.length === 0) return []
  return [`${name}=${texts.join(separators[style] ?? ",")}`]
}

const separators: Readonly<Partial<Record<WireParameter["style"], string>>> = { space: "%20", pipe: "%7C", tabs: "%09" }

function deepParts(name: string, value: JsonObject, of: (value: unknown) => string): readonly string[] {
  return Object.entries(value).flatMap(([key, part]) => {
    const inner = `${name}${encoded(`[${key}]`)}`
    if (part === undefined || part === null) return []
    if (isObject(part)) return deepParts(inner, part, of)
    return listOf(part).map((one) => `${inner}=${of(one)}`)
  })
}

function pairsOf(value: JsonObject, sign: string, write: (text: string) => string): readonly string[] {
  return Object.entries(value).flatMap(([key, part]) =>
    part === undefined || part === null ? [] : [`${encoded(key)}${sign}${write(textOfValue(part))}`],
  )
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [value]
}

function textOfValue(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "")
}

function plainText(parameter: WireParameter, value: unknown): string {
  if (parameter.style === "json") return JSON.stringify(value)
  if (isObject(value)) return pairsOf(value, parameter.explode ? "=" : ",", (text) => text).join(",")
  return listOf(value).map(textOfValue).join(",")
}

function ownWritten({ write }: WireParameter, value: unknown): string {
  const text = textOfValue(value)
  return write === undefined ? text : ownWriting(write, text)
}

/** OData doubles a quote inside quotes; PTAX wants `MM-DD-AAAA` for what everybody else writes `AAAA-MM-DD`. */
function ownWriting(write: OwnWriting, text: string): string {
  if (write === "ibge-city") return `N6[${text}]`
  const date = /^(\d{4})-(\d{2})-(\d{2})/.exec(text)
  const written = write === "odata-date" && date ? `${date[2]}-${date[3]}-${date[1]}` : text
  return `'${written.replaceAll("'", "''")}'`
}

// The body.

type Content =
  | { readonly kind: "json" | "form" | "multipart"; readonly media: string; readonly fields: JsonObject }
  | { readonly kind: "value"; readonly media: string; readonly text: string }

function bodyOf(shape: CallShape, body: WireBody, given: JsonObject): Result<Content | undefined, string> {
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
  if (body.isOpen) fields.push(...unknownIn(shape, body.fields, given))
  const isEmpty = fields.length === 0 && !body.isRequired
  return ok(isEmpty || kind === "text" ? undefined : { kind, media, fields: Object.fromEntries(fields) })
}

function unknownIn(shape: CallShape, fields: readonly WireField[], given: JsonObject): readonly [string, unknown][] {
  const known = new Set([...shape.parameters, ...fields].map(({ property }) => property))
  return Object.entries(given).filter(([name]) => !known.has(name))
}

function serialize(content: Content): { readonly type: string; readonly text: string } {
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

// Who calls.

interface Proof {
  readonly place: "header" | "query" | "body"
  readonly name: string
  readonly value: string
}

function proofOf({
  authType,
  authToken = "",
  authHeader = "",
  authLocation = "header",
}: PluginAuth): Proof | undefined {
  if (authType === "none" || authToken === "") return undefined
  const value = authType === "basic" ? `Basic ${authToken}` : authType === "bearer" ? `Bearer ${authToken}` : authToken
  const name = authType === "custom" && authHeader !== "" ? authHeader : "Authorization"
  return { place: authLocation, name, value }
}

/** Where there is no body yet, one is made of the proof alone, for methods that have a body. */
function withProof(content: Content | undefined, { name, value }: Proof, method: string): Content | undefined {
  if (content === undefined) {
    return method === "GET" || method === "HEAD"
      ? undefined
      : { kind: "json", media: "application/json", fields: Object.fromEntries([[name, value]]) }
  }
  if (content.kind === "value") return content
  return { ...content, fields: Object.fromEntries([...Object.entries(content.fields), [name, value]]) }
}

/** Whether a text may be a header's value: Latin letters and signs in one line. */
export function isHeaderValue(text: string): boolean {
  return /^[\t\x20-\x7e\xa0-\xff]*$/.test(text)
}

/** Whether a text may be a header's name, and one that a call may set. */
export function isHeaderName(name: string): boolean {
  return /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/.test(name) && !ownHeaders.includes(name.toLowerCase())
}

/** The words of `basic` as they are kept and sent: `user:password` is encoded, what is encoded already stays. */
export function basicToken(typed: string): string {
  if (!typed.includes(":")) return typed
  let binary = ""
  for (const code of utf8(typed)) binary += String.fromCharCode(code)
  return base64(binary)
}

function utf8(text: string): readonly number[] {
  return [...encodeURIComponent(wellFormed(text)).matchAll(/%([0-9A-F]{2})|[^%]/g)].map(([sign, code]) =>
    code === undefined ? sign.charCodeAt(0) : Number.parseInt(code, 16),
  )
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

/** `core` has no `btoa`. */
function base64(binary: string): string {
  let text = ""
  for (let at = 0; at < binary.length; at += 3) {
    const [a = 0, b, c] = [0, 1, 2].map((step) =>
      at + step < binary.length ? binary.charCodeAt(at + step) : undefined,
    )
    const bits = (a << 16) | ((b ?? 0) << 8) | (c ?? 0)
    text += alphabet.charAt(bits >> 18) + alphabet.charAt((bits >> 12) & 63)
    text += b === undefined ? "=" : alphabet.charAt((bits >> 6) & 63)
    text += c === undefined ? "=" : alphabet.charAt(bits & 63)
  }
  return text
}
