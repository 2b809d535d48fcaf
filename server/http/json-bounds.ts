/** Deeper than this nothing that we know is nested: what walks through it would run out of stack. */
export const deepest = 500
/** More values than this are no request of anybody's; to read each of them takes time, however short the text. */
export const mostValues = 100_000

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c

/** Whether a JSON text is nested too deeply, or of too many values, to be read at once. It need not be valid. */
export function boundBroken(json: Uint8Array): "depth" | "values" | undefined {
  if (json.length <= deepest) return undefined
  let depth = 0
  let values = 0
  for (let at = 0; at < json.length; at++) {
    const byte = json[at]
    if (byte === quote) {
      for (at++; at < json.length && json[at] !== quote; at++) if (json[at] === backslash) at++
    } else if (byte === 0x5b || byte === 0x7b) {
      if (++depth > deepest) return "depth"
      values += 1
    } else if (byte === 0x5d || byte === 0x7d) depth -= 1
    else if (byte === comma) values += 1
    if (values > mostValues) return "values"
  }
  return undefined
}
