import { fieldsOf, type JsonObject } from "../lib/fields.ts"
import { isSameValue } from "./same-value.ts"
import { nextStamp, readStamp, type Clock, type Stamp } from "./stamp.ts"

/*
 * A record of settings that is small, one of its kind, and read before anything else: its fields are joined by themselves, and
 * their stamps lie beside it, with a clock of their own.
 */

/** How the fields of a record of settings are joined. */
export interface FieldsShape {
  /** Objects in it whose fields are settings of their own. */
  readonly nested?: readonly string[]
  /** Fields that only make sense together, by path: where one of them was changed, all of them are the writer's. */
  readonly together?: readonly (readonly string[])[]
}

/**
 * What is stored, with the fields that a writer changed from `before` to `after`; others' changes stay. `changed` names those
 * fields by path.
 */
export function joinFields(
  stored: JsonObject,
  before: JsonObject,
  after: JsonObject,
  { nested = [], together = [] }: FieldsShape = {},
): { readonly value: JsonObject; readonly changed: readonly string[] } {
  const value: Record<string, unknown> = { ...after, ...stored }
  const changed: string[] = []
  const isChanged = (name: string) => !Object.is(before[name], after[name])
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, own] = [before[name], after[name]]
    if (nested.includes(name)) {
      const groups = together.map((paths) =>
        paths.filter((path) => path.startsWith(`${name}.`)).map((path) => path.slice(name.length + 1)),
      )
      const inner = joinFields(fieldsOf(value[name]), fieldsOf(old), fieldsOf(own), { together: groups })
      // The very object where it says the same, so that whoever shows it need not look again.
      value[name] = isSameValue(inner.value, old) ? old : inner.value
      changed.push(...inner.changed.map((path) => `${name}.${path}`))
    } else if (isChanged(name) || together.some((group) => group.includes(name) && group.some(isChanged))) {
      value[name] = own
      changed.push(name)
    }
  }
  return { value, changed }
}

/** The stamps of a record's fields, by path, and the clock that made them. */
export interface FieldStamps extends Clock {
  readonly at: Readonly<Record<string, Stamp>>
}

/** The stamps after some fields were written. `newDevice` names the clock where there is none yet. */
export function stampFields(
  stored: unknown,
  changed: readonly string[],
  nowMs: number,
  newDevice: () => string,
): FieldStamps {
  const { device: name, last, at } = fieldsOf(stored)
  const device = typeof name === "string" && /^[\w-]{8,64}$/.test(name) ? name : newDevice()
  const seen = readStamp(last)
  const stamp = nextStamp({ device, ...(seen === undefined ? {} : { last: seen }) }, nowMs)
  const known = Object.entries(fieldsOf(at)).flatMap(([path, one]): [string, Stamp][] => {
    const read = readStamp(one)
    return read === undefined ? [] : [[path, read]]
  })
  const own = changed.map((path): [string, Stamp] => [path, stamp])
  return { device, last: stamp, at: Object.fromEntries([...known, ...own]) }
}
