import { cutWords } from "../gateway/provider-words.ts"

/** Looks into foreign JSON: each gives the value when it has the wanted type, else undefined. Nothing is trusted, nothing throws. */

export type JsonObject = Readonly<Record<string, unknown>>

export function objectOf(value: unknown): JsonObject | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined
}

/** The objects of a list; an empty list when it is none. */
export function objectsOf(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.map(objectOf).filter((item) => item !== undefined) : []
}

/** A text that is not empty. */
export function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined
}

/** What a provider says in few words (a message, a code, a reason), cut; undefined where it says none. */
export function wordsOf(value: unknown): string | undefined {
  const said = textOf(value)
  return said === undefined ? undefined : cutWords(said)
}

/** The texts of a list; an empty list when it is none. */
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

/** The value as JSON; "{}" where it has none. */
export function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? "{}"
  } catch {
    return "{}" // nested deeper than the engine goes
  }
}

/** The parsed text; undefined when it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
