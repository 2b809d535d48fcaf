import { objectOf, textsOf, type JsonObject } from "../../lib/fields.ts"
import { canonicalText } from "../../storage/same-value.ts"

/**
 * Two schemas that both hold, as one: their properties side by side, what is required of either. A property that both have must
 * be as both say, and so must a value that both give alternatives for: these stay in an `allOf`. Of two lists of values only those
 * in both are left.
 */
export function together(a: JsonObject, b: JsonObject): JsonObject {
  const required = [...new Set([...textsOf(a["required"]), ...textsOf(b["required"])])]
  const inA = objectOf(a["properties"])
  const inB = objectOf(b["properties"])
  const twice = (["anyOf", "oneOf"] as const).filter((key) => key in a && key in b && a[key] !== b[key])
  const unions = [
    ...listIn(a["allOf"]),
    ...listIn(b["allOf"]),
    ...twice.flatMap((key) => [{ [key]: a[key] }, { [key]: b[key] }]),
  ]
  const whole = Object.entries({ ...a, ...b }).filter(([key]) => !twice.some((one) => one === key))
  const values = valuesOf(listIn(a["enum"]), listIn(b["enum"]))
  return {
    ...Object.fromEntries(whole),
    ...(values.length > 0 && { enum: values }),
    ...((inA || inB) && { properties: propertiesOf(inA ?? {}, inB ?? {}) }),
    ...(required.length > 0 && { required }),
    ...(unions.length > 0 && { allOf: unions }),
  }
}

/** Where no value is in both, nothing would do: the later list stands, since models take none without a value. */
function valuesOf(a: readonly unknown[], b: readonly unknown[]): readonly unknown[] {
  if (a.length === 0 || b.length === 0) return [...a, ...b]
  const inA = new Set(a.map(canonicalText))
  const both = b.filter((value) => inA.has(canonicalText(value)))
  return both.length > 0 ? both : b
}

function propertiesOf(a: JsonObject, b: JsonObject): JsonObject {
  const joined = Object.entries(b).map(([name, part]): [string, unknown] => [
    name,
    Object.hasOwn(a, name) ? bothOf(a[name], part) : part,
  ])
  return Object.fromEntries([...Object.entries(a), ...joined])
}

/** The schema of a property that two schemas have. */
function bothOf(a: unknown, b: unknown): unknown {
  if (a === false || b === false) return false
  if (isAnything(a) || isSame(a, b)) return b
  if (isAnything(b)) return a
  const { allOf, ...rest } = objectOf(a) ?? {}
  // One that many have is a list of many, and no list in a list.
  return { allOf: [...(Array.isArray(allOf) && Object.keys(rest).length === 0 ? listIn(allOf) : [a]), b] }
}

function isAnything(schema: unknown): boolean {
  return (
    schema === true || schema === undefined || schema === null || Object.keys(objectOf(schema) ?? { a: 1 }).length === 0
  )
}

function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true
  const { $ref, ...beside } = objectOf(a) ?? {}
  const other = objectOf(b) ?? {}
  return typeof $ref === "string" && $ref === other["$ref"] && Object.keys({ ...beside, ...other }).length === 1
}

function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : []
}
