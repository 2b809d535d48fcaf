import type { ChatEvent } from "../gateway/chat-event.ts"
import { noUsage } from "../gateway/usage.ts"
import type { CallTarget, ClientApi, NativeCall } from "./client-api.ts"

/** Calls for pictures and speech: never streamed, priced by the piece, and held, kept and told as any answer is. */
export const neverStreamed: Pick<ClientApi, "place" | "closing" | "isMedia"> = {
  place: () => "pass",
  closing: () => [],
  isMedia: true,
}

/** A call that is priced by the piece; `count`: how many pieces it asks for. */
export function piecesOf(
  target: CallTarget,
  model: string,
  pieces: NonNullable<NativeCall["pieces"]>,
  count: number,
  body: NativeCall["body"],
): NativeCall {
  return { target, model, pieces, cap: count, messages: [], counted: "", stream: false, asksUsage: true, body }
}

/** Pictures in replies, counted: where the price is by the piece, `output` is pieces. */
export function pictureEvents(pictures: readonly ChatEvent[]): readonly ChatEvent[] {
  if (pictures.length === 0) return [{ type: "failure", failure: { kind: "empty-answer" } }]
  const usage = { ...noUsage, unit: "picture", output: pictures.length } as const
  return [...pictures, { type: "usage", usage }, { type: "finish", reason: "stop" }]
}
