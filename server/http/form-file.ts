import { longestPartHead } from "./form-bounds.ts"

const headEnds = "\r\n\r\n"

/**
 * The bytes of the file that a form has under a name, where they lie in the form: nothing is copied, whatever it is. Undefined where it
 * has none. The form is one within bounds (`isFormOutOfBounds`).
 */
export function fileIn(form: Buffer, boundary: string, field: string): Buffer | undefined {
  const delimiter = `--${boundary}`
  for (let at = form.indexOf(delimiter); at !== -1;) {
    const from = at + delimiter.length
    // A delimiter begins a line; the signs in a file are none.
    const next = form.indexOf(`\r\n${delimiter}`, from)
    if (next === -1) return undefined
    const headEnd = headEndIn(form, from, next)
    if (headEnd !== undefined && isFileOf(form.toString("latin1", from, headEnd), field))
      return form.subarray(headEnd + headEnds.length, Math.max(headEnd + headEnds.length, next))
    at = next + 2
  }
  return undefined
}

/** Where the head of a part ends, which is not searched for beyond the part, nor beyond the longest head. */
function headEndIn(form: Buffer, from: number, next: number): number | undefined {
  // The line break before the next delimiter may be the last one of the head.
  const searched = form.subarray(from, Math.min(next + 2, from + longestPartHead))
  const length = searched.indexOf(headEnds)
  return length === -1 ? undefined : from + length
}

function isFileOf(head: string, field: string): boolean {
  const line = head.split("\r\n").find((one) => /^content-disposition:\s*form-data\s*;/i.test(one)) ?? ""
  const values = line.split(";").map((value) => value.trim())
  return values.includes(`name="${field}"`) && values.some((value) => /^filename\*?=/.test(value))
}
