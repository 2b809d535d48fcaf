import { isObject, type JsonObject } from "../lib/fields.ts"
import { wellFormed } from "../lib/well-formed.ts"
import { encoded, listOf, textOfJson, textOfValue } from "./call-values.ts"
import { isPlainPath } from "./plain-path.ts"
import type { OwnWriting, WireParameter } from "./openapi/parameters.ts"

/* The address of a call: its path and its query, every sign as it is to be sent. */

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

/**
 * The path with its places filled; undefined where one would be empty, or would lead to another folder. Some descriptions tell
 * operations at one address apart by what they write behind a `#`, which no server is ever sent.
 */
export function filledPath(path: string, places: ReadonlyMap<string, string>): string | undefined {
  const [address = ""] = path.split("#", 1)
  const [before = "", ...fixed] = address.split("?")
  const steps = before.split("/").map((step) => {
    const filled = withPlaces(step, places)
    return filled !== undefined && isPlainPath(filled) ? filled : undefined
  })
  // Some write what is always asked for behind the path.
  const query = fixed.length === 0 ? "" : withPlaces(fixed.join("?"), places)
  if (steps.includes(undefined) || query === undefined) return undefined
  return steps.join("/") + (query === "" ? "" : `?${query}`)
}

function withPlaces(text: string, places: ReadonlyMap<string, string>): string | undefined {
  if (!text.includes("{")) return encodedLiteral(text)
  let isFilled = true
  const filled = text
    .split(/(\{[^{}/]{1,200}\})/)
    .map((part) => {
      if (!part.startsWith("{") || !part.endsWith("}")) return encodedLiteral(part)
      const value = places.get(part.slice(1, -1))
      if (value === undefined || value === "") isFilled = false
      return value ?? ""
    })
    .join("")
  return isFilled ? filled : undefined
}

/** What is written in a path is sent as it is, but for signs that no address may bear. */
function encodedLiteral(text: string): string {
  return encodeURI(wellFormed(text))
    .replaceAll(/%25(?=[0-9A-Fa-f]{2})/g, "%")
    .replaceAll("#", "%23")
    .replaceAll("?", "%3F")
}

export function pathPart(parameter: WireParameter, value: unknown): string {
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
      return encoded(textOfJson(value))
    default:
      return pairs.join(",")
  }
}

export type QueryParameter = Pick<WireParameter, "name" | "style" | "explode" | "isReserved" | "write">

export function queryParts(parameter: QueryParameter, value: unknown): readonly string[] {
  const { style, explode, isReserved } = parameter
  const write = isReserved ? encodedReserved : encoded
  const name = encodedName(parameter.name)
  const of = (one: unknown) => write(ownWritten(parameter, one))
  if (style === "json") return [`${name}=${encoded(textOfJson(value))}`]
  if (style === "deepObject") return deepParts(name, value, of)
  if (isObject(value)) {
    return explode ? pairsOf(value, "=", write) : [`${name}=${pairsOf(value, ",", write).join(",")}`]
  }
  if (!Array.isArray(value)) return [`${name}=${of(value)}`]
  const texts = (value as unknown[]).map(of)
  if (style === "form" && explode) return texts.map((text) => `${name}=${text}`)
  if (texts.length === 0) return []
  return [`${name}=${texts.join(separators[style] ?? ",")}`]
}

const separators: Readonly<Partial<Record<WireParameter["style"], string>>> = { space: "%20", pipe: "%7C", tabs: "%09" }

/**
 * A value in brackets, as PHP, Rails, Stripe and `qs` read it: `a[b]=1`, a list as `a[]=1`, a list of objects with the place of
 * each, as `a[0][b]=1`, without which nobody could tell where the next one begins.
 */
function deepParts(name: string, value: unknown, of: (value: unknown) => string): readonly string[] {
  const isInside = (part: unknown) => isObject(part) || Array.isArray(part)
  const parts = (key: string, part: unknown) =>
    part === undefined || part === null ? [] : deepParts(`${name}${encoded(`[${key}]`)}`, part, of)
  if (isObject(value)) return Object.entries(value).flatMap(([key, part]) => parts(key, part))
  if (!Array.isArray(value)) return [`${name}=${of(value)}`]
  return (value as unknown[]).flatMap((part, at) => parts(isInside(part) ? String(at) : "", part))
}

function pairsOf(value: JsonObject, sign: string, write: (text: string) => string): readonly string[] {
  return Object.entries(value).flatMap(([key, part]) =>
    part === undefined || part === null ? [] : [`${encoded(key)}${sign}${write(textOfValue(part))}`],
  )
}

export function plainText(parameter: WireParameter, value: unknown): string {
  if (parameter.style === "json") return textOfJson(value)
  if (isObject(value)) return pairsOf(value, parameter.explode ? "=" : ",", (text) => text).join(",")
  return listOf(value).map(textOfValue).join(",")
}

function ownWritten({ write }: Pick<WireParameter, "write">, value: unknown): string {
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
