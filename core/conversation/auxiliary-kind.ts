import type { ChatMessage } from "../gateway/chat-request.ts"
import { isSummaryPrompt } from "./summary.ts"
import { isTitlePrompt, longestTitleExcerpt } from "./title.ts"

/** An auxiliary call for a conversation; its output is free of charge within limits (0084). */
export type AuxiliaryKind = "title" | "summary"

/** The roles of the messages that a request for a title or a summary is made of. */
const speakers: readonly ChatMessage["role"][] = ["user", "assistant", "system"]

/**
 * Recognizes an auxiliary call by its content: the messages of a conversation and, as the last one, exactly one of our
 * own requests for a title or a summary. Undefined for anything else.
 */
export function auxiliaryKindOf(messages: readonly ChatMessage[]): AuxiliaryKind | undefined {
  const kind = kindOfRequest(messages.at(-1))
  const said = messages.slice(0, -1)
  if (kind === undefined || said.length === 0) return undefined
  if (!said.every((message) => speakers.includes(message.role) && isPlain(message))) return undefined
  const characters = said.reduce((sum, { content }) => sum + (content?.length ?? 0), 0)
  return kind === "title" && characters > longestTitleExcerpt ? undefined : kind
}

function kindOfRequest(request: ChatMessage | undefined): AuxiliaryKind | undefined {
  if (request === undefined || typeof request.content !== "string" || !isPlain(request)) return undefined
  if (request.role === "system" && isSummaryPrompt(request.content)) return "summary"
  return request.role === "user" && isTitlePrompt(request.content) ? "title" : undefined
}

/** Whether a message is plain text without a name or tool calls. */
function isPlain({ content, name, tool_calls, tool_call_id }: ChatMessage): boolean {
  return typeof content === "string" && name === undefined && tool_calls === undefined && tool_call_id === undefined
}
