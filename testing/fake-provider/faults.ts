import type { FakeReply, Piece } from "./reply.ts"
import type { ScriptedReply } from "./fake-provider.ts"

/** Ways for a reply to go wrong: each takes a reply and gives a worse one. Bytes are counted in the body. */

/** The client waits this long for the headers. */
export function slowHeaders(reply: ScriptedReply, ms: number): ScriptedReply {
  return spoil(reply, (whole) => ({ ...whole, headersAfterMs: ms }))
}

/** Closed in mid-body after so many bytes, which may be inside a character. */
export function cutAfter(reply: ScriptedReply, bytes: number): ScriptedReply {
  return spoil(reply, (whole) => ({ ...whole, pieces: [...firstBytes(whole.pieces, bytes), { end: "cut" }] }))
}

/** Reset (RST) in mid-body after so many bytes. */
export function resetAfter(reply: ScriptedReply, bytes: number): ScriptedReply {
  return spoil(reply, (whole) => ({ ...whole, pieces: [...firstBytes(whole.pieces, bytes), { end: "reset" }] }))
}

/** Silent after so many bytes, the connection left open. */
export function stallAfter(reply: ScriptedReply, bytes: number): ScriptedReply {
  return spoil(reply, (whole) => ({ ...whole, pieces: [...firstBytes(whole.pieces, bytes), { end: "stall" }] }))
}

/** Ended well, as far as HTTP can tell, after so many bytes: a done marker never comes. */
export function endAfter(reply: ScriptedReply, bytes: number): ScriptedReply {
  return spoil(reply, (whole) => ({ ...whole, pieces: firstBytes(whole.pieces, bytes) }))
}

/** An error event after so many bytes of a stream, then the end. */
export function errorEventAfter(reply: ScriptedReply, bytes: number, message: string): ScriptedReply {
  const error = JSON.stringify({ error: { message, type: "server_error", param: null, code: null } })
  return spoil(reply, (whole) => ({
    ...whole,
    pieces: [...firstBytes(whole.pieces, bytes), { send: Buffer.from(`\n\ndata: ${error}\n\n`) }],
  }))
}

/** The same bytes in writes of `size`. Every write leaves on its own: the server has no delay on its sockets. */
export function sliced(reply: ScriptedReply, size: number): ScriptedReply {
  return spoil(reply, (whole) => ({
    ...whole,
    pieces: whole.pieces.flatMap((piece): readonly Piece[] => {
      if (!("send" in piece)) return [piece]
      return Array.from({ length: Math.ceil(piece.send.length / size) }, (_, at) => ({
        send: piece.send.subarray(at * size, (at + 1) * size),
      }))
    }),
  }))
}

function spoil(reply: ScriptedReply, how: (whole: FakeReply) => FakeReply): ScriptedReply {
  return typeof reply === "function" ? async (request) => how(await reply(request)) : how(reply)
}

function firstBytes(pieces: readonly Piece[], bytes: number): readonly Piece[] {
  let left = bytes
  return pieces.flatMap((piece): readonly Piece[] => {
    if (left <= 0) return []
    if (!("send" in piece)) return [piece]
    const send = piece.send.subarray(0, left)
    left -= send.length
    return [{ send }]
  })
}
