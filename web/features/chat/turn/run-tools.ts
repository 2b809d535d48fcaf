import type { MessageTool } from "#core/conversation/message.ts"
import { nextRoundKey } from "#core/conversation/tool-rounds.ts"
import { abandoned, runCall, type ToolReply } from "#core/plugins/tool.ts"
import { acknowledgeRun } from "../../../platform/run-client.ts"
import { conversationStore, dispatch, storeStrictly } from "../../../state/conversation-store.ts"
import { toolsFor, type PageTool } from "../../../state/tools.ts"
import type { OwnTurn, RunningTurn, Turn } from "./turn.ts"

/** The specification's pause before the stream begins again, and how long a tool may take, in ms. */
const restartMs = 60
const toolPatienceMs = 60_000

/**
 * Answers what a model has called, all calls at once. That a call is begun is on the disk before it is, and its result
 * before it is told: whatever happens to the page meanwhile, no tool runs twice and no round is paid twice.
 */
export async function runTools(
  turn: Turn,
  running: RunningTurn,
  headers: Readonly<Record<string, string>>,
): Promise<OwnTurn | undefined> {
  const { sessionId, answerId, questionId } = turn
  const place = { sessionId, messageId: answerId }
  const { session, question, answer } = whereOf(turn)
  if (session === undefined || question === undefined || questionId === undefined || answer === undefined)
    return undefined
  const tools = toolsFor(session, question)
  const calls = answer.tools ?? []
  const titleOf = (name: string) => tools.find(({ definition }) => definition.name === name)?.title
  const told = running.runId()
  running.asksAs(undefined)
  dispatch({ type: "tools-begun", ...place, titles: calls.map((call) => titleOf(call.function.name)) })
  const isStored = await storeStrictly()
  // All of this round is here now.
  if (isStored && told !== undefined) void acknowledgeRun(told, headers)

  await Promise.all(
    calls.map(async (call, index) => {
      if (call.content !== undefined) return
      const reply = call.begun ? abandoned : await patiently(call.function, tools, running.signal)
      if (!running.isStopped()) dispatch({ type: "tool-answered", ...place, index, reply })
    }),
  )
  if (!running.isStopped()) await pause(restartMs, running.signal)
  const answered = whereOf(turn).answer
  if (running.isStopped() || answered === undefined) {
    dispatch({ type: "answer-advanced", ...place, events: [{ type: "finish", reason: "aborted" }] })
    dispatch({ type: "answer-finished", ...place, now: Date.now() })
    return undefined
  }
  const idempotencyKey = nextRoundKey(answered)
  dispatch({ type: "round-begun", ...place, idempotencyKey })
  running.asksAs(idempotencyKey)
  const { runId: _before, ...next } = turn
  return { ...next, questionId, idempotencyKey }
}

/** A tool that does not answer is not waited for: the model is told. One that is stopped is left alone. */
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

function whereOf({ sessionId, questionId, answerId }: Turn) {
  const { sessions, messages } = conversationStore.getState()
  const named = (id: string | undefined) => messages[sessionId]?.findLast((message) => message.id === id)
  return { session: sessions[sessionId], question: named(questionId), answer: named(answerId) }
}
