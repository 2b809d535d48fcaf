import type { Message } from "#core/conversation/message.ts"
import type { Session } from "#core/conversation/session.ts"
import type { Tool } from "#core/plugins/tool.ts"
import { brazilTools } from "./brazil-tools.ts"
import { clockTool } from "./clock-tool.ts"
import { pluginTools } from "./plugin-tools.ts"

export type PageTool = Tool<AbortSignal>

/** Names the tools a model may call to answer a question in a conversation. */
export type ToolSource = (session: Session, question: Message) => readonly PageTool[] | Promise<readonly PageTool[]>

/** The sources of tools; of two tools with one name, the first wins. */
const sources: readonly ToolSource[] = [clockTool, brazilTools, pluginTools]

/** The most tools that go with a question, and the most that their definitions may take, in UTF-16 units. */
export const mostTools = 64
export const mostDefinitions = 48_000

/** The tools that are sent with a question; without any, the request has no tools field. */
export async function toolsFor(session: Session, question: Message): Promise<readonly PageTool[]> {
  return fitting(await allToolsFor(session, question))
}

/** All tools that a question could have, also those for which there is no room. */
export async function allToolsFor(session: Session, question: Message): Promise<readonly PageTool[]> {
  const named = new Map<string, PageTool>()
  for (const tools of await Promise.all(sources.map(async (source) => source(session, question)))) {
    for (const tool of tools) if (!named.has(tool.definition.name)) named.set(tool.definition.name, tool)
  }
  return [...named.values()]
}

/** As many of the tools, in their order, as a question may have. */
export function fitting(tools: readonly PageTool[]): readonly PageTool[] {
  let size = 0
  return tools.slice(0, mostTools).filter((tool) => (size += definitionSize(tool)) <= mostDefinitions)
}

/** What a tool adds to each question, in UTF-16 units. */
export function definitionSize({ definition }: Pick<PageTool, "definition">): number {
  return JSON.stringify(definition).length
}
