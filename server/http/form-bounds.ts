/** More parts than this no form of ours has. Each costs its reader time, however short it is. */
export const mostParts = 100
/** The longest head of a part, and the most that may stand before the first one, in bytes. */
export const longestPartHead = 8 * 1024

/** The boundary a form's media type names; undefined where it names none that can be searched for as it stands. */
export function boundaryOf(type: string): string | undefined {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]{1,70})"|([^;"\s]{1,70}))\s*(?:;|$)/i.exec(type) ?? []
  const boundary = quoted ?? plain ?? ""
  return /^[\w'()+,./:=?-]+$/.test(boundary) ? boundary : undefined
}

/** Whether a form has more parts, or longer heads of parts, than can be read at once. It need not be valid. */
export function isFormOutOfBounds(form: Buffer, boundary: string): boolean {
  const delimiter = Buffer.from(`--${boundary}`)
  let at = form.indexOf(delimiter)
  if (at > longestPartHead) return true
  for (let parts = 0; at !== -1; parts++) {
    const from = at + delimiter.length
    const next = form.indexOf(delimiter, from)
    const head = form.subarray(from, from + longestPartHead)
    const isHeadLong =
      head.length === longestPartHead && !head.includes("\r\n\r\n") && (next === -1 || next - from > longestPartHead)
    if (parts > mostParts || isHeadLong) return true
    at = next
  }
  return false
}
