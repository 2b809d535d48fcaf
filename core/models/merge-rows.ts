import { modelKey, type ModelRow } from "./model-row.ts"

/** An operator's statement about a model: some fields of its row, or a whole new row. */
export type RowFields = Pick<ModelRow, "provider" | "id"> & Partial<ModelRow>

/**
 * Merges the shipped catalogue with the operator's fields, which win field by field, inside `takes` and `life` too. A
 * model that only the operator knows becomes a row of its own: a chat model named by its id unless the operator says
 * otherwise.
 */
export function mergeRows(shipped: readonly ModelRow[], own: readonly RowFields[]): readonly ModelRow[] {
  const rows = new Map(shipped.map((row) => [modelKey(row.provider, row.id), row]))
  for (const fields of own) {
    const key = modelKey(fields.provider, fields.id)
    const before = rows.get(key) ?? newRow(fields)
    rows.set(key, mergeFields(before, fields))
  }
  return [...rows.values()]
}

/** Puts some fields of a row on top of others. */
export function mergeFields<Row extends RowFields>(before: Row, fields: RowFields): Row {
  return {
    ...before,
    ...fields,
    ...(before.takes || fields.takes ? { takes: { ...before.takes, ...fields.takes } } : {}),
    ...(before.life || fields.life ? { life: { ...before.life, ...fields.life } } : {}),
  }
}

function newRow({ provider, id }: RowFields): ModelRow {
  return { provider, id, name: id, kind: "chat", source: "operator", read: "" }
}
