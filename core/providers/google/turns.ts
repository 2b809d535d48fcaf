import type { ChatMessage, ToolCall } from "../../gateway/chat-request.ts"
import { type Content, type ImagePart, contentText } from "../../gateway/content.ts"
import { objectOf, parseJson } from "../../lib/fields.ts"
import type { WirePart, WireTurn } from "./wire.ts"

/**
 * A conversation as Gemini takes it: the assistant is `model`, everybody else `user`; neighbours of one role become one
 * turn of all their parts. Empty texts are refused there and left out, turns of nothing else too. The first turn is the
 * user's: an answer nobody asked for gets ";" before it, as with Claude.
 */
export function encodeTurns(messages: readonly ChatMessage[]): readonly WireTurn[] {
  const turns: { role: WireTurn["role"]; parts: WirePart[] }[] = []
  for (const [index, message] of messages.entries()) {
    const role = message.role === "assistant" ? "model" : "user"
    const parts = message.role === "tool" ? [responseOf(message, messages.slice(0, index))] : partsOf(message)
    if (parts.length === 0) continue
    const last = turns.at(-1)
    if (last?.role === role) for (const part of parts) last.parts.push(part)
    else turns.push({ role, parts: [...parts] })
  }
  return turns[0]?.role === "model" ? [{ role: "user", parts: [{ text: ";" }] }, ...turns] : turns
}

function partsOf({ content, tool_calls = [] }: ChatMessage): readonly WirePart[] {
  return [...contentParts(content), ...tool_calls.map(callPart)]
}

function contentParts(content: Content | null): readonly WirePart[] {
  const parts =
    content === null ? [] : typeof content === "string" ? [{ type: "text", text: content } as const] : content
  return parts.flatMap((part): WirePart[] => {
    if (part.type === "image_url") return [imagePart(part)]
    return part.text.trim() === "" ? [] : [{ text: part.text }]
  })
}

/** Data goes as data. An image at an address is fetched by Google itself. */
function imagePart({ image_url: { url } }: ImagePart): WirePart {
  const [, mime_type, data] = /^data:([^;,]+);base64,(.*)$/s.exec(url) ?? []
  if (mime_type !== undefined && data !== undefined) return { inline_data: { mime_type, data } }
  return { file_data: { mime_type: typeByName(url), file_uri: url } }
}

function typeByName(url: string): string {
  const ending = /\.(png|webp|gif|avif|heic|heif)(?:[?#]|$)/i.exec(url)?.[1]?.toLowerCase()
  return `image/${ending ?? "jpeg"}`
}

/** Newer models refuse a call without the signature that came with it. */
function callPart({ name, arguments: json, signature }: ToolCall): WirePart {
  return {
    functionCall: { name, args: objectOf(parseJson(json)) ?? {} },
    ...(signature !== undefined && { thoughtSignature: signature }),
  }
}

/** A result belongs to its call by the function's name, and must be an object. */
function responseOf({ content, name, tool_call_id }: ChatMessage, before: readonly ChatMessage[]): WirePart {
  const calls = before.flatMap(({ tool_calls = [] }) => tool_calls)
  const called = calls.findLast(({ id }) => id === tool_call_id)?.name ?? name ?? ""
  const text = contentText(content)
  return { functionResponse: { name: called, response: objectOf(parseJson(text)) ?? { result: text } } }
}
