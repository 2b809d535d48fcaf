import { exactJson } from "../lib/exact-json.ts"
import { isObject, type JsonObject } from "../lib/fields.ts"
import { wellFormed } from "../lib/well-formed.ts"
import type { WireParameter } from "./openapi/parameters.ts"
import type { NameTree } from "./openapi/name-tree.ts"

/* What a model gave, as its service names and spells it. */

export function valueOf(
  { property, names, fallback }: Pick<WireParameter, "property" | "names" | "fallback">,
  given: JsonObject,
): unknown {
  const value = Object.hasOwn(given, property) ? given[property] : undefined
  return value === undefined || value === null ? fallback : renamed(value, names)
}

/** A value with the service's names of its properties. */
function renamed(value: unknown, names: NameTree | undefined): unknown {
  if (names === undefined) return value
  if (Array.isArray(value)) return (value as unknown[]).map((one) => renamed(one, names.items))
  if (!isObject(value)) return value
  const { own = {}, inside = {}, extra } = names
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      Object.hasOwn(own, name) ? own[name] : name,
      renamed(part, Object.hasOwn(inside, name) ? inside[name] : extra),
    ]),
  )
}

/** Only letters, digits and `-._~` stay as they are. */
export function encoded(text: string): string {
  return encodeURIComponent(wellFormed(text)).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [value]
}

export function textOfValue(value: unknown): string {
  return typeof value === "string" ? value : textOfJson(value)
}

/** A value as JSON; empty where it has none. */
export function textOfJson(value: unknown): string {
  return exactJson(value) ?? ""
}
