import { fieldsOf, type JsonObject } from "#core/lib/fields.ts"
import { joinFields, stampFields, type FieldsShape } from "#core/storage/field-stamps.ts"
import { newId } from "../browser/new-id.ts"
import { readLocalJson, writeLocal } from "./local-storage.ts"

/** A record of settings in `localStorage`, and where the stamps of its fields lie. */
export interface LocalRecord extends FieldsShape {
  readonly key: string
  readonly clocksKey: string
  readonly version: number
  /** The fields that have stamps; absent: all. */
  readonly stamped?: (path: string) => boolean
}

/**
 * Saves what this tab changed of a record, joined to what is stored by now: other tabs may have changed other fields a moment
 * ago. `stored`: what is there, in the current form. Returns the record.
 */
export function changeLocalRecord(
  { key, clocksKey, version, stamped = () => true, ...shape }: LocalRecord,
  stored: JsonObject,
  before: JsonObject,
  after: JsonObject,
): JsonObject {
  const { value, changed } = joinFields(stored, before, after, shape)
  writeLocal(key, JSON.stringify({ state: value, version }))
  const paths = changed.filter(stamped)
  if (paths.length > 0) {
    const stamps = stampFields(readLocalJson(clocksKey), paths, Date.now(), () => newId().slice(0, 10))
    writeLocal(clocksKey, JSON.stringify(stamps))
  }
  return value
}

/** The fields of a record as they are stored. */
export function storedFields(key: string): JsonObject {
  return fieldsOf(fieldsOf(readLocalJson(key))["state"])
}
