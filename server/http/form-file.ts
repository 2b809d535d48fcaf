const headEnds = "\r\n\r\n"

/**
 * The bytes of the file that a form has under a name, where they lie in the form: nothing is copied, whatever it is. Undefined where it
 * has none. The form is one within bounds (`isFormOutOfBounds`).
 */
export function fileIn(form: Buffer, boundary: string, field: string): Buffer | undefined {
  const delimiter = `--${boundary}`
  for (let at = form.indexOf(delimiter); at !== -1;) {
    const from = at + delimiter.length
    const headEnd = form.indexOf(headEnds, from)
    // A delimiter begins a line; the signs in a file are none.
    const next = form.indexOf(`\r\n${delimiter}`, from)
    if (headEnd === -1 || next === -1) return undefined
    if (headEnd < next && isFileOf(form.toString("latin1", from, headEnd), field))
      return form.subarray(headEnd + headEnds.length, Math.max(headEnd + headEnds.length, next))
    at = next + 2
  }
  return undefined
}

function isFileOf(head: string, field: string): boolean {
  const line = head.split("\r\n").find((one) => /^content-disposition:\s*form-data\s*;/i.test(one)) ?? ""
  const values = line.split(";").map((value) => value.trim())
  return values.includes(`name="${field}"`) && values.some((value) => /^filename\*?=/.test(value))
}
