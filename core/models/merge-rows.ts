import { modelKey, type ModelRow } from "./model-row.ts"

/** What an operator says of a model: some fields of its row, or a whole new one. */
export type RowFields = Pick<ModelRow, "provider" | "id"> & Partial<ModelRow>

/**
 * The catalogue that comes with the program, with the operator's fields on top: they win field by field, inside `takes` and
 * `life` too. A model that only the operator knows is a row of its own, a chat model called by its id unless they say more.
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

/** Some fields of a row on top of others. */
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
