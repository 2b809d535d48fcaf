import { fieldsOf, isObject } from "#core/lib/fields.ts"
import { blobOfData } from "./found-assets.ts"

/** A row of a copy as it was stored: what JSON has no word for stands in it as an object with one field (`docs/copy-format.md`). */
export function decodeRow(row: unknown): unknown {
  return decode(row, "", 0)
}

/** How deep a row is followed: ours are ten deep. */
const deepest = 200

function decode(value: unknown, name: string, depth: number): unknown {
  if (depth > deepest) return undefined
  // A picture of an older copy stands in its row.
  if (name === "blob" && typeof value === "string") return blobOfData(value)
  if (Array.isArray(value)) return value.map((part) => decode(part, "", depth + 1))
  if (!isObject(value)) return value
  const [[key, inner] = ["", undefined], ...more] = Object.entries(value)
  if (more.length === 0 && key.startsWith("$")) return special(key, inner, depth)
  return Object.fromEntries(Object.entries(value).map(([field, part]) => [field, decode(part, field, depth + 1)]))
}

function special(key: string, inner: unknown, depth: number): unknown {
  switch (key) {
    case "$number":
      return Number(inner)
    case "$date":
      return typeof inner === "string" ? new Date(inner) : undefined
    case "$map":
      return new Map(
        (Array.isArray(inner) ? inner : []).map((pair): [unknown, unknown] => {
          const [name, value]: readonly unknown[] = Array.isArray(pair) ? pair : []
          return [decode(name, "", depth + 1), decode(value, "", depth + 1)]
        }),
      )
    case "$set":
      return new Set((Array.isArray(inner) ? inner : []).map((part) => decode(part, "", depth + 1)))
    case "$file":
      return undefined
    default:
      return Object.keys(fieldsOf(inner)).length === 0 ? undefined : { [key]: inner }
  }
}
