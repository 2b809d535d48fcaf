import { isObject, type JsonObject } from "./fields.ts"

/*
 * Reads records out of a storage that may hold anything. A valid record is returned as the very same object; one with a
 * damaged part is returned without that part and is marked; an unreadable one is undefined. A missing part is no
 * damage: an older version may not have known it.
 */

/** The value read. `isWhole`: nothing of the stored record was left out or replaced. */
export interface Read<Value> {
  readonly value: Value
  readonly isWhole: boolean
}

/** Returns undefined for anything that is no such value. */
export interface Reader<Value> {
  (stored: unknown): Read<Value> | undefined
  /**
   * Whether the stored value is right as it stands, so that reading it would give the very same, whole. Of thousands of stored
   * records nearly all are, and this tells so without making an object for each of their fields.
   */
  readonly accepts?: (stored: unknown) => boolean
}

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

/** Reads what is accepted as it stands; `mend` reads anything else. */
export function readerOf<Value>(
  accepts: (stored: unknown) => boolean,
  mend: (stored: unknown) => Read<Value> | undefined,
): Reader<Value> {
  const read = (stored: unknown) => (accepts(stored) ? { value: stored as Value, isWhole: true } : mend(stored))
  return Object.assign(read, { accepts })
}

/** Whether a reader accepts a value as it stands. */
function acceptsOf(reader: Reader<unknown>): (stored: unknown) => boolean {
  return (
    reader.accepts ??
    ((stored) => {
      const read = reader(stored)
      return read?.isWhole === true && read.value === stored
    })
  )
}

/** Reads a value that passes the check. */
export function that<Value>(check: (stored: unknown) => boolean): Reader<Value> {
  return readerOf(check, () => undefined)
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

/** Reads the fallback in place of an unreadable value. */
export function orElse<Value>(reader: Reader<Value>, fallback: (stored: unknown) => Value): Reader<Value> {
  return readerOf(acceptsOf(reader), (stored) => reader(stored) ?? { value: fallback(stored), isWhole: false })
}

/** Reads with the second reader what the first one cannot read. */
export function eitherOf<Value>(first: Reader<Value>, second: Reader<Value>): Reader<Value> {
  return readerOf(acceptsOf(first), (stored) => first(stored) ?? second(stored))
}

/** Reads the readable members of a list. */
export function listOf<Value>(reader: Reader<Value>): Reader<readonly Value[]> {
  const accepts = acceptsOf(reader)
  // `some` and `every` pass over the holes of a list; `find` does not.
  const isList = (stored: unknown) => Array.isArray(stored) && stored.findIndex((item) => !accepts(item)) === -1
  return readerOf(isList, (stored) => {
    if (!Array.isArray(stored)) return undefined
    const items: readonly unknown[] = stored
    const read = Array.from(items, (item) => reader(item))
    const isSame = read.every((one, index) => one !== undefined && one.value === items[index])
    const value = isSame ? (items as readonly Value[]) : read.flatMap((one) => (one === undefined ? [] : [one.value]))
    return { value, isWhole: read.every((one) => one?.isWhole === true) }
  })
}

/**
 * Reads an object with these fields. Fields without a reader, which a newer version may have written, are kept as they
 * are.
 */
export function recordOf<Value extends object>(readers: FieldReaders<Value>): Reader<Value> {
  const fields = Object.entries(readers) as [string, Reader<unknown> | OptionalReader<unknown>][]
  const checks = fields.map(([name, reader]) => ({
    name,
    isOptional: typeof reader === "object",
    accepts: acceptsOf(typeof reader === "object" ? reader.optional : reader),
  }))
  const accepts = (stored: unknown) => {
    if (!isPlain(stored)) return false
    for (const { name, isOptional, accepts: acceptsField } of checks) {
      const value = stored[name]
      if (!(isOptional && value === undefined) && !acceptsField(value)) return false
    }
    return true
  }
  return readerOf(accepts, (stored) => {
    if (!isObject(stored)) return undefined
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
  })
}

/** Whether an object inherits nothing but what every object does, so that its fields can be read without asking whose they are. */
function isPlain(stored: unknown): stored is JsonObject {
  return isObject(stored) && Object.getPrototypeOf(stored) === Object.prototype
}
