/** How the bytes at the start of a file are written. Programs for the desktop have written UTF-16, and older ones one byte a letter. */
export function textEncodingOf(head: Uint8Array): "utf-8" | "utf-16le" | "utf-16be" | "windows-1252" {
  const [a = 0, b = 0, c = 0, d = 0] = head
  if (a === 0xff && b === 0xfe) return "utf-16le"
  if (a === 0xfe && b === 0xff) return "utf-16be"
  if (a !== 0 && b === 0 && c !== 0 && d === 0) return "utf-16le"
  if (a === 0 && b !== 0 && c === 0 && d !== 0) return "utf-16be"
  return isOneByteALetter(head) ? "windows-1252" : "utf-8"
}

/** Whether no letter beyond ASCII is written as UTF-8 has it. Where some are and others not, it is UTF-8 that was damaged. */
function isOneByteALetter(head: Uint8Array): boolean {
  try {
    // The last letter may be cut.
    new TextDecoder("utf-8", { fatal: true }).decode(head, { stream: true })
    return false
  } catch {
    const text = new TextDecoder("utf-8").decode(head)
    return ![...text].some((letter) => letter > "\u{7f}" && letter !== "\u{fffd}")
  }
}

/** The bytes of a list of their numbers, as NextChat's application wrote files once; undefined where it is none. */
export function bytesOfList(text: string): Uint8Array<ArrayBuffer> | undefined {
  const numbers = text.replace(/^\s*\[|\]\s*$/g, "").split(",")
  const bytes = new Uint8Array(numbers.length)
  for (const [at, one] of numbers.entries()) {
    const number = Number(one)
    if (!Number.isInteger(number) || number < 0 || number > 255 || one.trim() === "") return undefined
    bytes[at] = number
  }
  return bytes
}
