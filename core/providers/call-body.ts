import type { Failure } from "../gateway/failure.ts"
import { isObject } from "../lib/fields.ts"
import { err, ok, type Result } from "../lib/result.ts"

/**
 * Reads foreign JSON into typed values, one field after the other, as an allow-list: what a reader does not name is
 * refused or dropped, never passed on. Small on purpose; `core` imports no package.
 */
export type Reader<T> = (value: unknown, path: string) => T | BodyError

/** The result type of a reader. */
export type Read<R> = R extends Reader<infer T> ? T : never

/** The first thing wrong, and where. */
export class BodyError {
  readonly path: string
  readonly message: string
  readonly unknownField: boolean
  constructor(path: string, message: string, unknownField = false) {
    this.path = path
    this.message = message
    this.unknownField = unknownField
  }
}

/** Reads a whole body; a failure names the field. */
export function readBody<T>(json: unknown, reader: Reader<T>): Result<T, Failure> {
  const read = reader(json, "")
  if (!(read instanceof BodyError)) return ok(read)
  const { path, message, unknownField } = read
  if (unknownField) return err({ kind: "refused", reason: "unknown-field", param: path.slice(0, 64) })
  const where = path === "" ? "body" : path
  return err({ kind: "invalid-request", message: `${where}: ${message}`, ...(path === "" ? {} : { param: path }) })
}

export function text(limits: { readonly least?: number; readonly most?: number } = {}): Reader<string> {
  const { least = 0, most = Infinity } = limits
  return (value, path) => {
    if (typeof value !== "string") return new BodyError(path, "must be a text")
    if (value.length >= least && value.length <= most) return value
    return new BodyError(path, value.length < least ? "must not be empty" : `must have at most ${most} characters`)
  }
}

/** A text of a certain form; `must` says which, e.g. "must be an http(s) or data:image URL". */
export function textLike(pattern: RegExp, must: string): Reader<string> {
  return (value, path) => (typeof value === "string" && pattern.test(value) ? value : new BodyError(path, must))
}

export function number(least: number, most: number): Reader<number> {
  return (value, path) =>
    typeof value === "number" && value >= least && value <= most
      ? value
      : new BodyError(path, `must be a number from ${least} to ${most}`)
}

export function integer(least = Number.MIN_SAFE_INTEGER, most = Number.MAX_SAFE_INTEGER): Reader<number> {
  return (value, path) =>
    typeof value === "number" && Number.isSafeInteger(value) && value >= least && value <= most
      ? value
      : new BodyError(path, `must be a whole number from ${least} to ${most}`)
}

/** An output cap: 1 … 2³¹−1 tokens. */
export const capTokens = integer(1, 2 ** 31 - 1)

export const flag: Reader<boolean> = (value, path) =>
  typeof value === "boolean" ? value : new BodyError(path, "must be true or false")

export function oneOf<const T extends readonly (string | number | boolean)[]>(...values: T): Reader<T[number]> {
  return (value, path) =>
    values.includes(value as T[number])
      ? (value as T[number])
      : new BodyError(path, `must be one of ${values.map((known) => JSON.stringify(known)).join(", ")}`)
}

/** Deepest nesting of what nobody here reads. What is deeper, JSON's own writer cannot write. */
const deepest = 200

/** Accepts any value of bounded depth: for schemas and arguments that only the provider understands, never for a whole field of a body. */
export const anything: Reader<unknown> = (value, path) =>
  isDeeper(value, deepest) ? new BodyError(path, `must not be nested deeper than ${deepest}`) : value

/** Any JSON object. */
export const anyObject: Reader<Readonly<Record<string, unknown>>> = (value, path) => {
  if (!isObject(value)) return new BodyError(path, "must be an object")
  const read = anything(value, path)
  return read instanceof BodyError ? read : value
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1))
}

export function list<T>(
  of: Reader<T>,
  { least = 0, most = Infinity }: { readonly least?: number; readonly most?: number } = {},
): Reader<readonly T[]> {
  return (value, path) => {
    if (!Array.isArray(value)) return new BodyError(path, "must be a list")
    if (value.length < least)
      return new BodyError(path, least === 1 ? "must not be empty" : `must have at least ${least}`)
    if (value.length > most) return new BodyError(path, `must have at most ${most}`)
    const items: T[] = []
    for (let at = 0; at < value.length; at++) {
      const read = of(value[at], `${path}.${at}`)
      if (read instanceof BodyError) return read
      items.push(read)
    }
    return items
  }
}

/** An object with values of one kind under any name. */
export function record<T>(of: Reader<T>): Reader<Readonly<Record<string, T>>> {
  return (value, path) => {
    if (!isObject(value)) return new BodyError(path, "must be an object")
    const read: Record<string, T> = {}
    for (const [name, item] of Object.entries(value)) {
      const made = of(item, below(path, name))
      if (made instanceof BodyError) return made
      read[name] = made
    }
    return read
  }
}

const missing: unique symbol = Symbol("may be missing")
/** A field that may be absent or null; then it is absent from what is read. */
export type Optional<T> = Reader<T> & { readonly [missing]: true }

export function optional<T>(reader: Reader<T>): Optional<T> {
  return Object.assign((value: unknown, path: string) => reader(value, path), { [missing]: true as const })
}

type Fields = Readonly<Record<string, Reader<unknown>>>
type OptionalName<F extends Fields> = { [K in keyof F]: F[K] extends Optional<unknown> ? K : never }[keyof F]
/** The result type of an object's readers. */
export type ReadFields<F extends Fields> = {
  readonly [K in Exclude<keyof F, OptionalName<F>>]: Read<F[K]>
} & { readonly [K in OptionalName<F>]?: Read<F[K]> }

/** An object with these fields. `others`: what happens to fields that are not named. */
export function object<F extends Fields>(fields: F, others: "refuse" | "drop"): Reader<ReadFields<F>> {
  const named = Object.entries(fields)
  return (value, path) => {
    if (!isObject(value)) return new BodyError(path, "must be an object")
    if (others === "refuse") {
      for (const name of Object.keys(value))
        if (!Object.hasOwn(fields, name)) return new BodyError(below(path, name), "", true)
    }
    const read: Record<string, unknown> = {}
    for (const [name, reader] of named) {
      const given = Object.hasOwn(value, name) ? value[name] : undefined
      if (given == null && missing in reader) continue
      const made =
        given === undefined ? new BodyError(below(path, name), "is missing") : reader(given, below(path, name))
      if (made instanceof BodyError) return made
      read[name] = made
    }
    return read as ReadFields<F>
  }
}

/** The first of several readers that takes the value; else what the last one said. */
export function either<R extends readonly Reader<unknown>[]>(...readers: R): Reader<Read<R[number]>> {
  return (value, path) => {
    let trouble = new BodyError(path, "cannot be read")
    for (const reader of readers) {
      const read = reader(value, path)
      if (!(read instanceof BodyError)) return read as Read<R[number]>
      trouble = read
    }
    return trouble
  }
}

/** One of several kinds of object, told apart by the text in one field. */
export function tagged<R extends Readonly<Record<string, Reader<unknown>>>>(
  tag: string,
  kinds: R,
): Reader<Read<R[keyof R]>> {
  return (value, path) => {
    if (!isObject(value)) return new BodyError(path, "must be an object")
    const kind = Object.hasOwn(value, tag) ? value[tag] : undefined
    const reader = typeof kind === "string" && Object.hasOwn(kinds, kind) ? kinds[kind] : undefined
    if (reader === undefined) return new BodyError(below(path, tag), `must be one of ${Object.keys(kinds).join(", ")}`)
    return reader(value, path) as Read<R[keyof R]> | BodyError
  }
}

function below(path: string, name: string): string {
  return path === "" ? name : `${path}.${name}`
}
