import { cutWords } from "../gateway/provider-words.ts"
import { type JsonObject, objectOf, parseJson } from "../lib/fields.ts"

/**
 * Longest body of a failure that is read as JSON, in characters. Of a longer one, the beginning of the text is passed
 * on.
 */
const longestBody = 65_536
/** Deepest nesting, and most fields or items of one value, that a failure may have: the rest is left out. */
const deepest = 8
const mostItems = 1_000

/**
 * Parses the body of a failure and cuts every text in it: decoders try patterns on nothing else. Google puts its object
 * into a list of one. Undefined where the body is no JSON object.
 */
export function failureObject(body: string): JsonObject | undefined {
  const json = failureJson(body)
  return objectOf(Array.isArray(json) ? json[0] : json)
}

/** The same for whatever JSON the body is. */
export function failureJson(body: string): unknown {
  return body.length > longestBody ? undefined : cutTexts(parseJson(body))
}

/** An object that describes a failure, with every text in it cut. */
export function cutObject(said: JsonObject): JsonObject {
  return objectOf(cutTexts(said)) ?? {}
}

function cutTexts(value: unknown, levels = deepest): unknown {
  if (typeof value === "string") return cutWords(value)
  if (typeof value !== "object" || value === null) return value
  if (levels === 0) return undefined
  if (Array.isArray(value)) return value.slice(0, mostItems).map((item) => cutTexts(item, levels - 1))
  const fields = Object.entries(value).slice(0, mostItems)
  return Object.fromEntries(fields.map(([name, inner]) => [cutWords(name), cutTexts(inner, levels - 1)]))
}
