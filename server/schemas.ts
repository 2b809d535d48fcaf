import * as v from "valibot"

// Parts of the schemas that read what comes from outside (the environment, files, bodies, providers' lists).

/** A whole number from `least` to `most`. */
export function wholeNumber(least: number, most: number) {
  return v.pipe(v.number(), v.safeInteger("must be a whole number"), v.minValue(least), v.maxValue(most))
}

/** Valibot takes a list for an object. */
const noList = v.custom<object>((value) => !Array.isArray(value), "must be an object")

/** An object with these fields; what else it has is left out. */
export function object<Entries extends v.ObjectEntries>(entries: Entries) {
  return v.pipe(noList, v.object(entries))
}

/** Values under names. */
export function named<Name extends v.GenericSchema<string, string>, Value extends v.GenericSchema>(
  name: Name,
  value: Value,
) {
  return v.pipe(noList, v.record(name, value))
}

/** An object in which an unknown field is a slip, and refused. */
export function strict<Entries extends v.ObjectEntries>(entries: Entries) {
  const message: v.ErrorMessage<v.StrictObjectIssue> = ({ expected, received }) => {
    if (expected === "never") return "is no field that is known here"
    return received === "undefined" ? "must be there" : "must be an object"
  }
  return v.pipe(noList, v.strictObject(entries, message))
}

/** A text of `least` to `most` UTF-16 units. */
export function text(least: number, most: number) {
  return v.pipe(v.string(), v.minLength(least), v.maxLength(most))
}

/** A day of the calendar, such as 2026-05-01. */
export const isoDay = v.pipe(v.string(), v.check(isDay, "must be a day such as 2026-05-01"))

/** An absolute address of http or https; `message` is for whoever wrote it. */
export function webAddress(message: string) {
  return v.pipe(v.string(), v.trim(), v.check(isWebAddress, message))
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const at = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text)
}
