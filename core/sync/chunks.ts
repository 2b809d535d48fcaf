/** The most bytes of UTF-8 in one value of the store. */
export const largestChunkBytes = 1_000_000

/**
 * Cuts a text into pieces of at most so many bytes of UTF-8, each after a space where there is one: the space stays with the earlier
 * piece, so that whoever joins them has the text again. A character is never cut.
 */
export function splitIntoChunks(text: string, most = largestChunkBytes): readonly string[] {
  const chunks: string[] = []
  let from = 0
  while (from < text.length) {
    const end = endOfChunk(text, from, most)
    chunks.push(text.slice(from, end))
    from = end
  }
  return chunks.length === 0 ? [""] : chunks
}

function endOfChunk(text: string, from: number, most: number): number {
  let bytes = 0
  let afterSpace = from
  for (let at = from; at < text.length;) {
    const code = text.codePointAt(at) ?? 0
    const width = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
    if (bytes + width > most) return afterSpace > from ? afterSpace : at
    bytes += width
    at += code > 0xffff ? 2 : 1
    if (code === 0x20) afterSpace = at
  }
  return text.length
}
