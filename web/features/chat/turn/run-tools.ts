import type { MessageTool } from "#core/conversation/message.ts"
import { nextRoundKey } from "#core/conversation/tool-rounds.ts"
import { abandoned, runCall, type ToolReply } from "#core/plugins/tool.ts"
import type { PageTool } from "../../../state/tools.ts"
import type { ChatDeps, OwnTurn, RunningTurn, Turn } from "./turn.ts"

/** The pause before the stream begins again, and how long a tool may take, in ms. */
const restartMs = 60
const toolPatienceMs = 60_000

/**
 * Answers what a model has called, all calls at once. That a call is begun is on the disk before it is, and its result
 * before it is told: whatever happens to the page meanwhile, no tool runs twice and no round is paid twice.
 */
export async function runTools(turn: Turn, running: RunningTurn, chat: ChatDeps): Promise<OwnTurn | undefined> {
  const { conversation, gateway } = chat
  const { questionId } = turn
  const answer = conversation.answerOf(turn)
  if (questionId === undefined || answer === undefined) return undefined
  const tools = chat.tools(turn)
  const calls = answer.tools ?? []
  const titleOf = (name: string) => tools.find(({ definition }) => definition.name === name)?.title
  const told = running.runId()
  running.asksAs(undefined)
  conversation.apply(turn, { type: "tools-begun", titles: calls.map((call) => titleOf(call.function.name)) })
  const isStored = await conversation.stored()
  // All of this round is here now.
  if (isStored && told !== undefined) gateway.acknowledge(turn, told)

  await Promise.all(
    calls.map(async (call, index) => {
      if (call.content !== undefined) return
      const reply = call.begun ? abandoned : await patiently(call.function, tools, running.signal)
      if (!running.isStopped()) conversation.apply(turn, { type: "tool-answered", index, reply })
    }),
  )
  if (!running.isStopped()) await pause(restartMs, running.signal)
  const answered = conversation.answerOf(turn)
  if (running.isStopped() || answered === undefined) {
    conversation.apply(turn, { type: "answer-advanced", events: [{ type: "finish", reason: "aborted" }] })
    conversation.apply(turn, { type: "answer-finished", now: Date.now() })
    return undefined
  }
  const idempotencyKey = nextRoundKey(answered)
  conversation.apply(turn, { type: "round-begun", idempotencyKey })
  running.asksAs(idempotencyKey)
  const { runId: _before, ...next } = turn
  return { ...next, questionId, idempotencyKey }
}

/** A tool that does not reply in time is given up, and the model gets an error. A stopped one is left alone. */
async function patiently(
  call: MessageTool["function"],
  tools: readonly PageTool[],
  stopped: AbortSignal,
): Promise<ToolReply> {
  const own = new AbortController()
  const end = () => own.abort()
  stopped.addEventListener("abort", end)
  const timer = setTimeout(end, toolPatienceMs)
  const given = new Promise<ToolReply>((resolve) => {
    own.signal.addEventListener("abort", () => resolve(abandoned))
  })
  try {
    return await Promise.race([runCall(call, tools, own.signal), given])
  } finally {
    clearTimeout(timer)
    stopped.removeEventListener("abort", end)
  }
}

function pause(durationMs: number, stopped: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, durationMs)
    stopped.addEventListener("abort", () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
