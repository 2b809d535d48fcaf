import type { Failure } from "../gateway/failure.ts"
import { err, ok, type Result } from "../lib/result.ts"

/** A file of a form. */
export interface FormFile {
  readonly name: string
  readonly bytes: Uint8Array
}

/** A field of a form: a text, or a file. */
export type FormField = readonly [name: string, value: string | FormFile]

/** The fields that a form may have: its texts with the most characters of each, its files with the most of each name. */
export interface FormBounds {
  readonly texts: Readonly<Record<string, number>>
  readonly files: Readonly<Record<string, number>>
}

/** A form by the names of its fields. */
export interface SortedForm {
  readonly texts: Readonly<Record<string, string>>
  readonly files: Readonly<Record<string, readonly FormFile[]>>
}

/** Sorts a form by an allow-list, as `call-body.ts` does JSON: a field that is not listed is refused, and so is a text that comes twice. */
export function sortForm(fields: readonly FormField[], bounds: FormBounds): Result<SortedForm, Failure> {
  const texts = new Map<string, string>()
  const files = new Map<string, readonly FormFile[]>()
  for (const [name, value] of fields) {
    if (typeof value === "string") {
      if (!Object.hasOwn(bounds.texts, name)) return unknownField(name)
      if (texts.has(name)) return wrongField(name, "must be one")
      texts.set(name, value)
      continue
    }
    if (!Object.hasOwn(bounds.files, name)) return unknownField(name)
    const sameName = [...(files.get(name) ?? []), value]
    const most = bounds.files[name] ?? 0
    if (sameName.length > most) return wrongField(name, most === 1 ? "must be one" : `must be at most ${most}`)
    files.set(name, sameName)
  }
  for (const [name, value] of texts)
    if (value === "" || value.length > (bounds.texts[name] ?? 0)) return wrongField(name, "is empty or too long")
  return ok({ texts: Object.fromEntries(texts), files: Object.fromEntries(files) })
}

export function wrongField(param: string, what: string): Result<never, Failure> {
  return err({ kind: "invalid-request", message: `${param}: ${what}`, param })
}

function unknownField(name: string): Result<never, Failure> {
  return err({ kind: "refused", reason: "unknown-field", param: name.slice(0, 64) })
}
