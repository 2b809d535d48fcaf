import { mostKept } from "./answer-limits.ts"
import { type JsonObject, jsonOf } from "../lib/fields.ts"

/** The sources that were told already: providers repeat their search's results with every event. */
export type Told = readonly string[]

/** The results of a search that were not told before, as OpenAI's annotations. Pages found twice have two numbers. */
export function freshSources(told: Told, found: readonly JsonObject[]): readonly [Told, readonly JsonObject[]] {
  if (told.length >= mostKept || found.length === 0) return [told, []]
  const known = new Set(told)
  const fresh = found.slice(0, mostKept).filter((result) => {
    if (known.size >= mostKept) return false
    const name = nameOf(result)
    if (known.has(name)) return false
    known.add(name)
    return true
  })
  if (fresh.length === 0) return [told, []]
  return [[...known], fresh.map(({ url, title }) => ({ type: "url_citation", url, title }))]
}

function nameOf({ index, url }: JsonObject): string {
  return jsonOf([index, url])
}
