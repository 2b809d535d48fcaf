import type { ChatMessage } from "../../gateway/chat-request.ts"
import { type Content, type ImagePart, contentText } from "../../gateway/content.ts"
import { objectOf, parseJson } from "../../lib/fields.ts"
import { type WireBlock, type WireImageSource, wireImageTypes, type WireTurn } from "./wire.ts"

/** The placeholder for an empty turn. */
const filler = ";"

/**
 * A conversation as Claude takes it: turns of user and assistant in alternation, the first of them the user's. System
 * texts are the user's; where two turns of one side follow each other, ";" is put between them, and before an answer
 * nobody asked for. Turns without content are left out, results of one turn's calls stand in one.
 */
export function encodeTurns(messages: readonly ChatMessage[]): readonly WireTurn[] {
  const turns: WireTurn[] = []
  let results: WireBlock[] | undefined
  for (const message of messages) {
    if (message.role === "tool") {
      const result = resultOf(message)
      if (results) results.push(result)
      else {
        results = [result]
        add(turns, { role: "user", content: results })
      }
      continue
    }
    const content = message.role === "assistant" ? answerOf(message) : contentOf(message.content)
    if (content.length === 0) continue
    results = undefined
    add(turns, { role: message.role === "assistant" ? "assistant" : "user", content })
  }
  return turns
}

function add(turns: WireTurn[], turn: WireTurn): void {
  const before = turns.at(-1)?.role ?? "assistant"
  if (before === turn.role) turns.push({ role: turn.role === "user" ? "assistant" : "user", content: filler })
  turns.push(turn)
}

/** A plain text stays one; among images it is a block. */
function contentOf(content: Content | null): string | readonly WireBlock[] {
  if (content === null || typeof content === "string") return (content ?? "").trim() === "" ? "" : (content ?? "")
  const blocks = content.flatMap((part): WireBlock[] => {
    if (part.type === "image_url") return [{ type: "image", source: sourceOf(part) }]
    return part.text.trim() === "" ? [] : [{ type: "text", text: part.text }]
  })
  return blocks.every(({ type }) => type === "text") ? contentOf(contentText(content)) : blocks
}

function answerOf({ content, tool_calls = [] }: ChatMessage): string | readonly WireBlock[] {
  const said = contentOf(contentText(content))
  if (tool_calls.length === 0) return said
  const text: readonly WireBlock[] =
    typeof said === "string" ? (said === "" ? [] : [{ type: "text", text: said }]) : said
  return [
    ...text,
    ...tool_calls.map((call) => ({
      type: "tool_use" as const,
      id: call.id,
      name: call.name,
      input: objectOf(parseJson(call.arguments)) ?? {},
    })),
  ]
}

function resultOf({ content, tool_call_id = "" }: ChatMessage): WireBlock {
  return { type: "tool_result", tool_use_id: tool_call_id, content: contentText(content) }
}

/** Data goes as data; an address, or data of a kind that is not taken as such, as it stands. */
function sourceOf({ image_url: { url } }: ImagePart): WireImageSource {
  const [, type, data] = /^data:([^;,]+);base64,(.*)$/s.exec(url) ?? []
  const known = wireImageTypes.find((known) => known === type?.toLowerCase())
  if (data !== undefined) return { type: "base64", media_type: known ?? "image/jpeg", data }
  return { type: "url", url }
}
