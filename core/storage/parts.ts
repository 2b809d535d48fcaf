/*
 * A record is joined part by part. What its parts are is written down once for each collection: by default every field is a
 * part of its own, which the later write decides.
 */

export interface Shape {
  /** Objects inside the record whose fields are parts of their own, by path ("mask", "mask.modelConfig"). */
  readonly nested?: readonly string[]
  /** Fields that only make sense together are one part: its name, and the paths of the fields. */
  readonly together?: Readonly<Record<string, readonly string[]>>
  /** Parts that somebody wrote: of two versions written apart from each other both are kept, and the later one is shown. */
  readonly texts?: readonly string[]
  /** Which versions of a text are worth keeping beside the shown one; absent: all. */
  readonly isWorthKeeping?: (part: unknown) => boolean
  /** Numbers of which the greatest, or the least, is true whoever wrote it. */
  readonly greatest?: readonly string[]
  readonly least?: readonly string[]
  /** Parts that follow from others and are worked out again: they are carried along and never stamped. */
  readonly computed?: readonly string[]
  /** A nested object of items that are only ever added, by id; an item that is in both is joined to one. */
  readonly items?: { readonly path: string; readonly join: (a: unknown, b: unknown) => unknown }
}

/** The parts of a value by name. A part that is missing has no value. */
export type Parts = ReadonlyMap<string, unknown>

export type PartKind = "plain" | "text" | "greatest" | "least" | "computed" | "item"

export function kindOf(shape: Shape, part: string): PartKind {
  if (shape.texts?.includes(part)) return "text"
  if (shape.greatest?.includes(part)) return "greatest"
  if (shape.least?.includes(part)) return "least"
  if (shape.computed?.includes(part) || shape.nested?.includes(part)) return "computed"
  return shape.items !== undefined && part.startsWith(`${shape.items.path}.`) ? "item" : "plain"
}

export function takeApart(shape: Shape, value: object): Parts {
  const leaves = new Map<string, unknown>()
  collect(shape, "", value, leaves)
  const parts = new Map(leaves)
  for (const [name, paths] of Object.entries(shape.together ?? {})) {
    const found = paths.filter((path) => leaves.has(path))
    for (const path of found) parts.delete(path)
    if (found.length > 0) parts.set(name, Object.fromEntries(found.map((path) => [path, leaves.get(path)])))
  }
  return parts
}

function collect(shape: Shape, prefix: string, value: object, leaves: Map<string, unknown>): void {
  for (const [name, inner] of Object.entries(value) as [string, unknown][]) {
    const path = prefix + name
    if (inner === undefined) continue
    const isNested = shape.nested?.includes(path) && typeof inner === "object" && inner !== null
    // An empty one is a part, so that it is there again.
    if (isNested && !Array.isArray(inner) && Object.keys(inner).length > 0) collect(shape, `${path}.`, inner, leaves)
    else leaves.set(path, inner)
  }
}

/** The value that has these parts. */
export function putTogether(shape: Shape, parts: Parts): object {
  // The innermost first: each is then a field of the one around it.
  const nested = (shape.nested ?? []).toSorted((a, b) => b.length - a.length)
  const fields = new Map<string, Map<string, unknown>>([["", new Map()]])
  const groups = shape.together ?? {}
  const leaves = [...parts].flatMap(([name, value]): [string, unknown][] => {
    if (value === undefined) return []
    return Object.hasOwn(groups, name) ? Object.entries(value as object) : [[name, value]]
  })
  const put = (path: string, value: unknown) => {
    const around = nested.find((one) => path.startsWith(`${one}.`)) ?? ""
    const known = fields.get(around) ?? new Map<string, unknown>()
    fields.set(around, known.set(around === "" ? path : path.slice(around.length + 1), value))
  }
  for (const [path, value] of leaves) put(path, value)
  for (const path of nested) {
    const inner = fields.get(path)
    if (inner !== undefined) put(path, Object.fromEntries(inner))
  }
  return Object.fromEntries(fields.get("") ?? [])
}
