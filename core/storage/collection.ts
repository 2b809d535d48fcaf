import { fieldsOf } from "../lib/fields.ts"
import { isRecordId } from "../lib/record-id.ts"
import type { Read, Reader } from "../lib/stored-shape.ts"
import type { Shape } from "./parts.ts"
import type { Row } from "./row.ts"

/** How the records of a kind are stored. */
export interface StoredForm<Value extends object> {
  /** Counted up when the stored shape changes; a row says which one it was written in. */
  readonly version: number
  readonly read: Reader<Value>
  /** Brings a stored value to the current version. Rows from before there were versions have version 0. */
  readonly migrate?: (stored: unknown, version: number) => unknown
}

/** A kind of records that is saved: where its rows lie, how they are stored, and how two states of a record are joined. */
export interface Collection<Value extends object> extends StoredForm<Value> {
  /** The name of its store, and of its kind wherever records of several kinds are kept. */
  readonly name: string
  readonly shape: Shape
}

/**
 * The record in a stored row; undefined where it cannot be used. A row from before there were stamps is the bare value. What
 * is stored beside the value is taken as it is: only the storage writes it.
 */
export function readRow<Value extends object>(
  { version, read, migrate }: StoredForm<Value>,
  stored: unknown,
): Read<Row<Value> & { readonly value: Value }> | undefined {
  const fields = fieldsOf(stored)
  const isRow = typeof fields["value"] === "object"
  const from = typeof fields["version"] === "number" ? fields["version"] : 0
  const value = isRow ? fields["value"] : stored
  const found = read(from < version && migrate !== undefined ? migrate(value, from) : value)
  if (found === undefined) return undefined
  const id = isRow ? fields["id"] : fieldsOf(found.value)["id"]
  if (!isRecordId(id)) return undefined
  const row = isRow ? (stored as Row<Value>) : { id }
  // An unchanged row is returned as it is, without a copy: there may be thousands.
  const isSame = row.value === found.value && from === version
  return {
    value: isSame ? (row as Row<Value> & { value: Value }) : { ...row, version, value: found.value },
    isWhole: found.isWhole,
  }
}
