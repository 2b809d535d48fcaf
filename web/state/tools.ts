import type { Message } from "#core/conversation/message.ts"
import type { Session } from "#core/conversation/session.ts"
import type { Tool } from "#core/plugins/tool.ts"
import { clockTool } from "./clock-tool.ts"

export type PageTool = Tool<AbortSignal>

/** Names the tools a model may call to answer a question in a conversation. */
export type ToolSource = (session: Session, question: Message) => readonly PageTool[]

/** The sources of tools; of two tools with one name, the first wins. */
const sources: readonly ToolSource[] = [clockTool]

/** The tools that are sent with a question; without any, the request has no tools field. */
export function toolsFor(session: Session, question: Message): readonly PageTool[] {
  const named = new Map<string, PageTool>()
  for (const tool of sources.flatMap((source) => source(session, question))) {
    if (!named.has(tool.definition.name)) named.set(tool.definition.name, tool)
  }
  return [...named.values()]
}
