import { createPlaces } from "#core/lib/places.ts"
import type { Message, MessageTool } from "#core/conversation/message.ts"
import { nextRoundKey, type ReceivedTool } from "#core/conversation/tool-rounds.ts"
import type { Source } from "#core/plugins/consent.ts"
import { statusToldIn } from "#core/plugins/told-status.ts"
import {
  abandoned,
  failed,
  givenIn,
  operationOf,
  refused,
  resultRoom,
  runCall,
  toolFor,
  type ToolReply,
} from "#core/plugins/tool.ts"
import type { PageTool } from "../../../state/tools.ts"
import type { ChatDeps, OwnTurn, RunningTurn, Turn } from "./turn.ts"

/** The calls beyond the page that are under way at once: our server refuses more of one person (`callsAtOnce`). */
const callPlaces = createPlaces(4)

/** The pause before the stream begins again, and how long a tool may take, in ms. */
const restartMs = 60
const toolPatienceMs = 60_000

/**
 * Answers what a model has called, all calls at once; those that need it wait for the user's consent, however long. That a
 * call is begun is on the disk before it is, and its result before it is told: whatever happens to the page meanwhile, no
 * tool runs twice and no round is paid twice.
 */
export async function runTools(turn: Turn, running: RunningTurn, chat: ChatDeps): Promise<OwnTurn | undefined> {
  const { conversation, gateway } = chat
  const { questionId } = turn
  const answer = conversation.answerOf(turn)
  const tools = await chat.tools(turn).catch(() => undefined)
  if (questionId === undefined || answer === undefined || tools === undefined) {
    if (tools === undefined) conversation.apply(turn, { type: "answer-interrupted" })
    return undefined
  }
  const calls = answer.tools ?? []
  const before = sourcesBefore(answer, tools)
  const room = resultRoom(resultsLength(answer), calls.length, chat.isFree?.(turn))
  const told = running.runId()
  running.asksAs(undefined)
  conversation.apply(turn, { type: "tools-received", tools: calls.map((call) => receivedFor(call, tools)) })
  const isStored = await conversation.stored()
  // All of this round is here now.
  if (isStored && told !== undefined) void gateway.acknowledge(turn, told, false)

  await Promise.all(
    calls.map(async (call, index) => {
      if (call.content !== undefined) return
      const reply = call.begun ? abandoned : await runOne(call, index)
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

  async function runOne(call: MessageTool, index: number): Promise<ToolReply> {
    const { name } = call.function
    const tool = toolFor({ name, operation: call.operation }, tools ?? [])
    const title = tool?.title ?? name
    const given = givenIn(call.function)
    // Nobody is asked about a call that cannot be made.
    const trouble = given === undefined ? undefined : tool?.troubleWith?.(given)
    if (trouble !== undefined) return failed(name, trouble)
    if (tool?.reach !== undefined && given !== undefined) {
      const isAllowed = await chat.mayRun(turn, { index, title, given, reach: tool.reach, before }, running.signal)
      if (running.isStopped()) return abandoned
      if (!isAllowed) return refused
    }
    const leave = tool?.reach === undefined ? () => {} : await placeFor(running.signal)
    if (leave === undefined) return abandoned
    try {
      conversation.apply(turn, { type: "tool-begun", index })
      await conversation.stored()
      if (running.isStopped()) return abandoned
      const others = tools?.filter(({ definition }) => definition.name !== name) ?? []
      return await patiently(call.function, tool === undefined ? others : [tool], running.signal, room)
    } finally {
      leave()
    }
  }
}

/** What is kept beside a call of its tool; nothing where there is none. */
function receivedFor({ function: { name } }: MessageTool, tools: readonly PageTool[]): ReceivedTool {
  const tool = toolFor({ name }, tools)
  if (tool === undefined) return {}
  return { operation: operationOf(tool), ...(tool.title === undefined ? {} : { title: tool.title }) }
}

/** The hosts whose results the model has read in the earlier rounds of an answer. */
function sourcesBefore({ rounds = [] }: Message, tools: readonly PageTool[]): readonly Source[] {
  return rounds.flatMap((round) =>
    (round.tools ?? []).flatMap(({ function: { name }, operation, begun, isError, content }): readonly Source[] => {
      const tool = toolFor({ name, operation }, tools)
      if (!begun || content === undefined) return []
      // A tool that is gone may have been anybody's, unless the page itself had to say that there is none.
      if (tool === undefined && isError && statusToldIn(content) === undefined) return []
      if (tool === undefined) return [{ host: "", isPack: false }]
      return tool.reach === undefined ? [] : [{ host: tool.reach.host, isPack: tool.reach.isPack }]
    }),
  )
}

/** The length of all results of an answer so far, in UTF-16 units. */
function resultsLength({ rounds = [] }: Message): number {
  const results = rounds.flatMap((round) => round.tools ?? [])
  return results.reduce((sum, { content = "" }) => sum + content.length, 0)
}

/** Waits for a place among the calls under way; undefined where the answer was stopped first. */
async function placeFor(stopped: AbortSignal): Promise<(() => void) | undefined> {
  const place = callPlaces.take()
  const end = new Promise<undefined>((resolve) => {
    if (stopped.aborted) resolve(undefined)
    else stopped.addEventListener("abort", () => resolve(undefined))
  })
  const leave = await Promise.race([end, place])
  if (leave === undefined) void place.then((give) => give())
  return leave
}

/** A tool that does not reply in time is given up, and the model gets an error. A stopped one is left alone. */
async function patiently(
  call: MessageTool["function"],
  tools: readonly PageTool[],
  stopped: AbortSignal,
  room: number,
): Promise<ToolReply> {
  const own = new AbortController()
  const end = () => own.abort()
  stopped.addEventListener("abort", end)
  const timer = setTimeout(end, toolPatienceMs)
  const given = new Promise<ToolReply>((resolve) => {
    own.signal.addEventListener("abort", () => resolve(abandoned))
  })
  try {
    return await Promise.race([runCall(call, tools, own.signal, room), given])
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
