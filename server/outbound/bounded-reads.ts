const utf8 = new TextDecoder()

/** The whole of a body as text; at most `limitBytes`, the rest is not waited for. `onBytes` is called with the size of each stored piece. */
export async function readText(
  bytes: AsyncIterable<Uint8Array>,
  limitBytes: number,
  onBytes?: (bytes: number) => void,
): Promise<string> {
  const pieces = await readPast(bytes, limitBytes, onBytes)
  const [only] = pieces
  const whole = only !== undefined && pieces.length === 1 ? only : Buffer.concat(pieces)
  return utf8.decode(whole.length > limitBytes ? whole.subarray(0, limitBytes) : whole)
}

/** The whole of a body; longer than `limitBytes` it is an error with code `ERR_EVENT_TOO_LONG`. */
export async function readBytes(
  bytes: AsyncIterable<Uint8Array>,
  limitBytes: number,
  onBytes: (bytes: number) => void,
): Promise<Buffer> {
  const whole = Buffer.concat(await readPast(bytes, limitBytes, onBytes))
  if (whole.length > limitBytes) throw Object.assign(new Error("a file without end"), { code: "ERR_EVENT_TOO_LONG" })
  return whole
}

/** The pieces of a body to its end, or to the one with which it is longer than `limitBytes`. */
async function readPast(
  bytes: AsyncIterable<Uint8Array>,
  limitBytes: number,
  onBytes: (bytes: number) => void = () => {},
): Promise<readonly Uint8Array[]> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of bytes) {
    pieces.push(piece)
    size += piece.length
    onBytes(piece.length)
    if (size > limitBytes) break
  }
  return pieces
}
