/*
 * Reads values of which nobody knows what they are: JSON of a provider, of a client, of another version, out of a storage
 * that anybody may have damaged. Nothing is trusted, nothing throws. What is named `…Of` gives the value where it has the
 * wanted type, else undefined (or an empty list); what is named `read…` gives a fallback instead.
 */

export type JsonObject = Readonly<Record<string, unknown>>

/** The parsed text; undefined when it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The value as JSON; "{}" where it has none. */
export function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? "{}"
  } catch {
    return "{}" // nested deeper than the engine goes
  }
}

export function objectOf(value: unknown): JsonObject | undefined {
  return isObject(value) ? value : undefined
}

/** Whether a value has fields: it is neither a list nor null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

/** The objects in a list; an empty list when the value is no list. A list of objects alone is returned without a copy, because every chunk of a stream passes here. */
export function objectsOf(value: unknown): readonly JsonObject[] {
  if (!Array.isArray(value)) return none
  return value.every(isObject) ? value : value.filter(isObject)
}

const none: readonly JsonObject[] = []

/** A text that is not empty. */
export function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined
}

/** The texts in a list; an empty list when the value is no list. */
export function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : []
}

/** An integer ≥ 0. */
export function indexOf(value: unknown): number | undefined {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : undefined
}

/** A number, also one written as text; NaN for anything else. */
export function numberOf(value: unknown): number {
  return typeof value === "number" ? value : Number(textOf(value) ?? NaN)
}

/** The fields of an object; none where the value is something else. */
export function fieldsOf(value: unknown): JsonObject {
  return isObject(value) ? value : {}
}

export function readFlag(value: unknown, fallback: boolean): boolean {
  return typeof value === "boolean" ? value : fallback
}

/** A text of at most `most` characters. */
export function readText(value: unknown, fallback: string, most = 2_000): string {
  return typeof value === "string" && value.length <= most ? value : fallback
}

/** One of a closed list. */
export function readChoice<Choice extends string>(
  value: unknown,
  choices: readonly Choice[],
  fallback: Choice,
): Choice {
  return choices.find((choice) => choice === value) ?? fallback
}

/** A number from `least` to `most`, whole where asked for. */
export function readNumber(
  value: unknown,
  fallback: number,
  { least, most, whole = false }: { readonly least: number; readonly most: number; readonly whole?: boolean },
): number {
  if (typeof value !== "number" || !(value >= least && value <= most)) return fallback
  return whole ? Math.floor(value) : value
}
