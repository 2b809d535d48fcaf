/** The beginning of a body, and whether there is more of it. */
export interface ReplyBody {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly isCut: boolean
}

/** Reads so many bytes of a body at most. The rest is not fetched. */
export async function readAtMost({ body }: Response, most: number): Promise<ReplyBody> {
  if (body === null) return { bytes: new Uint8Array(), isCut: false }
  const reader = body.getReader()
  const pieces: Uint8Array[] = []
  let size = 0
  while (size <= most) {
    // oxlint-disable-next-line no-await-in-loop -- one piece after the other
    const { done, value } = await reader.read()
    if (done) break
    pieces.push(value)
    size += value.length
  }
  const isCut = size > most
  // A body that was read to its end has nothing left to be cancelled.
  if (isCut) void reader.cancel().catch(() => {})
  const bytes = new Uint8Array(isCut ? most : size)
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece.subarray(0, bytes.length - at), at)
    at += piece.length
  }
  return { bytes, isCut }
}
