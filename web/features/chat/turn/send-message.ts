import type { Content } from "#core/gateway/content.ts"
import { failureStatus } from "#core/gateway/failure-status.ts"
import type { Failure } from "#core/gateway/failure.ts"
import { clientRetryDelayMs } from "#core/gateway/retry-policy.ts"
import type { OpenAnswer } from "../../../platform/gateway-client.ts"
import { replayed } from "./replayed.ts"
import type { ChatDeps, OwnTurn, RunningTurn, Turn } from "./turn.ts"

/** Says something in a conversation and follows the answer to its end. */
export async function sendMessage(sessionId: string, content: Content, chat: ChatDeps): Promise<void> {
  const turn = chat.openTurn(sessionId, content)
  await inTurn(turn, chat, (running) => ask(turn, running, chat))
}

/**
 * An answer once more. One whose end was not seen may be there or still be made: it is fetched. Any other question is asked
 * again; the new answer takes the old one's place.
 */
export async function retryAnswer(sessionId: string, answerId: string, chat: ChatDeps): Promise<void> {
  if (await resumeAnswer(sessionId, answerId, chat)) return
  const turn = chat.reopenTurn(sessionId, answerId)
  if (turn) await inTurn(turn, chat, (running) => ask(turn, running, chat))
}

/** Asks an answer's question again in other words. What was answered before is kept as a version, with its own question. */
export async function askInOtherWords(
  sessionId: string,
  answerId: string,
  words: string,
  chat: ChatDeps,
): Promise<void> {
  const turn = chat.reopenTurn(sessionId, answerId, words)
  if (turn) await inTurn(turn, chat, (running) => ask(turn, running, chat))
}

/**
 * Follows an answer whose end was not seen: after a reload, a crash, or in place of a tab that closed. False when the
 * server has no such answer; what had arrived is then kept as it is.
 */
export async function resumeAnswer(sessionId: string, answerId: string, chat: ChatDeps): Promise<boolean> {
  const turn = chat.unfinishedTurn(sessionId, answerId)
  return turn === undefined ? false : inTurn(turn, chat, (running) => rejoin(turn, running, chat))
}

/** What every turn begins and ends with. */
async function inTurn<Said>(turn: Turn, chat: ChatDeps, go: (running: RunningTurn) => Promise<Said>): Promise<Said> {
  const running = chat.begin(turn)
  let said: Said
  try {
    said = await go(running)
    const last = await withTools(turn, running, chat)
    await chat.acknowledge(last, running.runId())
  } finally {
    running.over()
  }
  await chat.remember(turn.sessionId)
  return said
}

/** While the model calls tools, it is asked on with what came of them: each time a run of its own. Returns the last. */
async function withTools(turn: Turn, running: RunningTurn, chat: ChatDeps): Promise<Turn> {
  if (!chat.callsTools(turn)) return turn
  const next = await chat.runTools(turn, running)
  if (next === undefined) return turn
  await ask(next, running, chat)
  return withTools(next, running, chat)
}

/** Asks until there is an answer, as the specification has it, always under the same key. */
async function ask(turn: OwnTurn, running: RunningTurn, chat: ChatDeps): Promise<void> {
  const refusal = chat.refusal(turn)
  if (refusal) return chat.failed(turn, refusal)
  const request = await chat.requestOf(turn)
  if (request === undefined) return close(turn, { kind: "network", unreached: true }, chat)
  await chat.storeStrictly()
  for (let retries = 0; ; retries++) {
    const answer = await chat.ask(turn, request, running)
    const failure = answer.ok ? await follow(turn, answer.value, running, chat) : answer.error
    if (failure === undefined) return
    // Its server died before it had kept or charged a word: under the same key it is asked for anew.
    if (answer.ok && isGone(failure) && chat.textLength(turn) === 0 && retries < mostLost) continue
    const status = failureStatus(failure)
    const isFinal = failure.kind === "network" || chat.textLength(turn) > 0
    const delayMs = isFinal ? undefined : clientRetryDelayMs({ model: turn.model, status, retries })
    if (delayMs === undefined || !(await running.waitToRetry(delayMs))) return close(turn, failure, chat)
  }
}

/** So many servers in a row may die under an answer before that is told. */
const mostLost = 3

async function rejoin(turn: Turn, running: RunningTurn, chat: ChatDeps): Promise<boolean> {
  chat.resumed(turn)
  if (chat.callsTools(turn)) return true
  const answer = await chat.rejoin(turn, running)
  if (answer.ok) {
    const events = replayed(answer.value.events, {
      known: chat.textLength(turn),
      take: (replay) => chat.replayed(turn, replay),
    })
    const failure = await follow(turn, { ...answer.value, events }, running, chat)
    if (failure) close(turn, failure, chat)
    return true
  }
  const askable = isGone(answer.error) && chat.textLength(turn) === 0 ? chat.askable(turn) : undefined
  if (askable) await ask(askable, running, chat)
  else chat.interrupted(turn)
  return askable !== undefined || answer.error.kind === "network"
}

/** Follows an answer to its end. What went wrong is returned, everything else is told. */
async function follow(
  turn: Turn,
  answer: OpenAnswer,
  running: RunningTurn,
  chat: ChatDeps,
): Promise<Failure | undefined> {
  if (answer.runId !== undefined) {
    running.runIs(answer.runId)
    chat.started(turn, answer.runId)
  }
  let failure: Failure | undefined
  for await (const events of answer.events) {
    failure = events.find((event) => event.type === "failure")?.failure ?? failure
    const arrived = events.filter((event) => event.type !== "failure")
    if (arrived.length > 0) chat.arrived(turn, arrived)
  }
  // A stopped run closes its stream like a finished one; who stopped it is known here.
  if (running.isStopped()) chat.arrived(turn, [{ type: "finish", reason: "aborted" }])
  else if (failure) return failure
  if (!chat.callsTools(turn)) chat.ended(turn)
  return undefined
}

/** The server knows no such run: it was erased, or its server died before it had kept anything of it. */
function isGone(failure: Failure): boolean {
  return failure.kind === "http" && failure.status === 404
}

/** A connection or a run lost for good leaves an answer interrupted: what arrived is kept, and the rest can be fetched. */
function close(turn: Turn, failure: Failure, chat: ChatDeps): void {
  if ((failure.kind === "network" || isGone(failure)) && chat.textLength(turn) > 0) chat.interrupted(turn)
  else chat.failed(turn, failure)
}
