/*
 * Reads records out of a storage in which anything may lie. A record that is as it should be comes back as the very same
 * object; one with a damaged part comes back without that part and is marked; what cannot be read at all is undefined. A
 * part that is missing is no damage: an older version may not have known it.
 */

/** What was read. `isWhole`: nothing of what is stored was left out or replaced. */
export interface Read<Value> {
  readonly value: Value
  readonly isWhole: boolean
}

/** Undefined for what is no such value. */
export type Reader<Value> = (stored: unknown) => Read<Value> | undefined

/** A field that may be missing: damaged, it is left out. */
interface OptionalReader<Value> {
  readonly optional: Reader<Value>
}

/** One reader for each field; adding a field to the type without one is a type error. */
export type FieldReaders<Value> = {
  readonly [Name in keyof Value]-?: {} extends Pick<Value, Name>
    ? OptionalReader<Exclude<Value[Name], undefined>>
    : Reader<Value[Name]>
}

/** The value where it passes the check. */
export function that<Value>(check: (stored: unknown) => boolean): Reader<Value> {
  return (stored) => (check(stored) ? { value: stored as Value, isWhole: true } : undefined)
}

export const text = that<string>((stored) => typeof stored === "string")
export const flag = that<boolean>((stored) => typeof stored === "boolean")
export const truth = that<true>((stored) => stored === true)
export const amount = that<number>((stored) => Number.isFinite(stored))
/** A whole number from 0 on. */
export const count = that<number>((stored) => Number.isSafeInteger(stored) && (stored as number) >= 0)
/** Epoch milliseconds that a date can hold. */
export const time = that<number>((stored) => Number.isFinite(stored) && Math.abs(stored as number) <= 8.64e15)

/** One of a closed list. */
export function oneOf<Choice>(choices: readonly Choice[]): Reader<Choice> {
  return that((stored) => (choices as readonly unknown[]).includes(stored))
}

export function optional<Value>(reader: Reader<Value>): OptionalReader<Value> {
  return { optional: reader }
}

/** The fallback in place of what cannot be read. */
export function orElse<Value>(reader: Reader<Value>, fallback: (stored: unknown) => Value): Reader<Value> {
  return (stored) => reader(stored) ?? { value: fallback(stored), isWhole: false }
}

/** What can be read of a list. */
export function listOf<Value>(reader: Reader<Value>): Reader<readonly Value[]> {
  return (stored) => {
    if (!Array.isArray(stored)) return undefined
    const items: readonly unknown[] = stored
    const read = Array.from(items, (item) => reader(item))
    const isSame = read.every((one, index) => one !== undefined && one.value === items[index])
    const value = isSame ? (items as readonly Value[]) : read.flatMap((one) => (one === undefined ? [] : [one.value]))
    return { value, isWhole: read.every((one) => one?.isWhole === true) }
  }
}

/** An object with these fields. Fields without a reader, which a newer version may have written, stay as they are. */
export function recordOf<Value extends object>(readers: FieldReaders<Value>): Reader<Value> {
  const fields = Object.entries(readers) as [string, Reader<unknown> | OptionalReader<unknown>][]
  return (stored) => {
    if (typeof stored !== "object" || stored === null || Array.isArray(stored)) return undefined
    let mended: Record<string, unknown> | undefined
    let isWhole = true
    for (const [name, reader] of fields) {
      const value: unknown = Object.hasOwn(stored, name) ? Reflect.get(stored, name) : undefined
      const isOptional = typeof reader === "object"
      if (isOptional && value === undefined) continue
      const read = (isOptional ? reader.optional : reader)(value)
      if (read === undefined && !isOptional) return undefined
      if (value !== undefined && read?.isWhole !== true) isWhole = false
      if (read !== undefined && read.value === value) continue
      mended ??= { ...stored }
      if (read === undefined) delete mended[name]
      else mended[name] = read.value
    }
    return { value: (mended ?? stored) as Value, isWhole }
  }
}
