import type { ChatMessage } from "../gateway/chat-request.ts"
import { contentText } from "../gateway/content.ts"
import { noUsage, type Usage, usageTogether } from "../gateway/usage.ts"
import { microReais, type MicroReais } from "../lib/micro-reais.ts"
import type { ToolReply } from "../plugins/tool.ts"
import type { Message, MessageTool } from "./message.ts"

/**
 * An answer for which tools were called is made in rounds: each is a run of its own, with the model's text, its calls
 * and their results. The message itself is the last round; the earlier rounds are kept in order.
 */
export type AnswerRound = Pick<
  Message,
  | "content"
  | "reasoning"
  | "reasoningMs"
  | "tools"
  | "citations"
  | "searches"
  | "usage"
  | "cost"
  | "runId"
  | "idempotencyKey"
>

/** The part of a message that a run produced: its last round, an earlier one, or one of a version. */
export function madeBy(
  message: Message,
  runId: string,
): Pick<Message, "runId" | "idempotencyKey" | "failure"> | undefined {
  const { before = [], after = [] } = message.versions ?? {}
  return [message, ...before, ...after]
    .flatMap((version) => [version, ...(version.rounds ?? [])])
    .find((made) => made.runId === runId)
}

/** The most rounds in a row in which a model's calls are executed. */
export const mostRounds = 8

/** Whether the model is waiting for the results of its calls. */
export function callsTools({ finish, tools = [], rounds = [] }: Message): boolean {
  return finish === "tool-calls" && tools.length > 0 && rounds.length < mostRounds
}

/** The tool that a call is received for. */
export type ReceivedTool = Pick<MessageTool, "title" | "operation">

/** Marks all calls as received: the run that made them is over, and from now on the page sees to them. */
export function receiveTools(answer: Message, known: readonly ReceivedTool[]): Message {
  // A call that was received before keeps the operation it was received with: its name may mean another plugin's by now.
  const tools = answer.tools?.map((tool, index): MessageTool => ({ ...known[index], ...tool, received: true }))
  return tools ? { ...answer, tools } : answer
}

/** Marks a call as started, so that it is not started a second time. One that waits for the user's consent is not. */
export function beginTool(answer: Message, index: number): Message {
  const tool = answer.tools?.[index]
  if (tool === undefined || tool.content !== undefined) return answer
  return { ...answer, tools: answer.tools?.with(index, { ...tool, begun: true }) ?? [] }
}

/** Stores the result of a call; a second result is ignored. */
export function answerTool(answer: Message, index: number, { content, isError, refused }: ToolReply): Message {
  const tool = answer.tools?.[index]
  if (tool === undefined || tool.content !== undefined) return answer
  const answered: MessageTool = {
    ...tool,
    content,
    ...(isError ? { isError, errorMsg: content } : {}),
    ...(refused ? { refused } : {}),
  }
  return { ...answer, tools: answer.tools?.with(index, answered) ?? [] }
}

/** Moves the finished round to the earlier ones and begins the next under a key of its own. */
export function beginRound(answer: Message, idempotencyKey: string): Message {
  const { reasoning, reasoningFrom: _from, reasoningMs, tools, citations, searches, usage, cost, ...rest } = answer
  const { content, runId, idempotencyKey: key, finish: _finish, rounds = [], ...bare } = rest
  const round: AnswerRound = {
    content,
    ...(reasoning === undefined ? {} : { reasoning }),
    ...(reasoningMs === undefined ? {} : { reasoningMs }),
    ...(tools === undefined ? {} : { tools }),
    ...(citations === undefined ? {} : { citations }),
    ...(searches === undefined ? {} : { searches }),
    ...(usage === undefined ? {} : { usage }),
    ...(cost === undefined ? {} : { cost }),
    ...(runId === undefined ? {} : { runId }),
    ...(key === undefined ? {} : { idempotencyKey: key }),
  }
  return { ...bare, content: "", rounds: [...rounds, round], idempotencyKey }
}

/**
 * The key of the next round, derived from the message's key, so that it is the same when it is asked again after a
 * reload.
 */
export function nextRoundKey({ idempotencyKey = "", rounds = [] }: Message): string {
  const first = rounds[0]?.idempotencyKey ?? idempotencyKey
  return `${first}.${rounds.length + 2}`
}

/** The rounds as messages for the model: text and calls with their signatures, and each call's result. */
export function roundMessages(rounds: readonly AnswerRound[] = []): readonly ChatMessage[] {
  return rounds.flatMap(({ content, tools = [] }, round): ChatMessage[] => {
    const idOf = (tool: MessageTool, index: number) => tool.id || `call_${round}_${index}`
    return [
      {
        role: "assistant",
        content: contentText(content),
        tool_calls: tools.map((tool, index) => ({
          id: idOf(tool, index),
          ...tool.function,
          ...(tool.signature === undefined ? {} : { signature: tool.signature }),
        })),
      },
      ...tools.map((tool, index): ChatMessage => {
        const name = tool.function.name
        return { role: "tool", content: tool.content ?? "", tool_call_id: idOf(tool, index), name }
      }),
    ]
  })
}

/** The cost of an answer in all its rounds; undefined where nothing is known of it. */
export function costOf({ cost, rounds = [] }: Message): MicroReais | undefined {
  const costs = [...rounds.map((round) => round.cost), cost].filter((one) => one !== undefined)
  return costs.length === 0 ? undefined : microReais(costs.reduce((sum, one) => sum + one, 0))
}

/** The usage of an answer in all its rounds. */
export function usageOf({ usage, rounds = [] }: Message): Usage | undefined {
  const all = [...rounds.map((round) => round.usage), usage].filter((one) => one !== undefined)
  return all.length <= 1 ? all[0] : all.reduce(usageTogether, noUsage)
}
