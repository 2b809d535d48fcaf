/*
 * JSON whose whole numbers keep all their digits. Identifiers of services are often larger than 2^53, where a number of the
 * language has no room for the last digits: such a number is a `bigint` here.
 */

/** Stands before the digits of a number while it is a text: a sign that no text has, as it has no meaning of its own. */
const mark = "\ue000"

// Linear: the text is valid JSON where this is used, so that every string ends.
const tokens = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g

/** The parsed text; undefined when it is not JSON. */
export function parseExactJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    if (!/\d{16}/.test(text)) return value
    const marked = text.replaceAll(tokens, (token) => (isLarge(token) ? `"${mark}${token}"` : token))
    return marked === text ? value : (JSON.parse(marked, (_name, part: unknown) => unmarked(part)) as unknown)
  } catch {
    return undefined
  }
}

function isLarge(token: string): boolean {
  return /^-?\d{16,400}$/.test(token) && !Number.isSafeInteger(Number(token))
}

function unmarked(value: unknown): unknown {
  return typeof value === "string" && /^\ue000-?\d{16,400}$/.test(value) ? BigInt(value.slice(mark.length)) : value
}

/** The value as JSON; undefined where it has none. Throws where it is nested deeper than the engine goes. */
export function exactJson(value: unknown, indent?: number): string | undefined {
  let hasLarge = false
  const text = JSON.stringify(
    value,
    (_name, part: unknown) => {
      if (typeof part !== "bigint") return part
      hasLarge = true
      return mark + String(part)
    },
    indent,
  ) as string | undefined
  // A quote inside of a string has a backslash before it, and none of these signs.
  return hasLarge ? text?.replaceAll(/(^|[[,:\s])"\ue000(-?\d+)"/g, "$1$2") : text
}
