import type { Queued } from "#core/conversation/message.ts"
import { callsTools } from "#core/conversation/tool-rounds.ts"
import { contentText, type Content } from "#core/gateway/content.ts"
import { failureStatus } from "#core/gateway/failure-status.ts"
import { type Failure, isRunGone } from "#core/gateway/failure.ts"
import { clientRetryDelayMs } from "#core/gateway/retry-policy.ts"
import type { OpenAnswer } from "../../../platform/gateway/gateway-client.ts"
import { replayed } from "./replayed.ts"
import { beginTurn } from "./running-turns.ts"
import { askable, isPart, isUnfinished } from "./turn-conversation.ts"
import type { ChatDeps, OwnTurn, RunningTurn, Turn } from "./turn.ts"

/**
 * Says something in a conversation and follows the answer to its end. Where questions of the conversation wait for a connection,
 * they were asked before: this one waits behind them, and all are tried.
 */
export async function sendMessage(sessionId: string, content: Content, chat: ChatDeps): Promise<void> {
  const isBehind = chat.conversation.hasWaiting(sessionId)
  const turn = chat.conversation.open(sessionId, content)
  if (isBehind && (await lineUp(turn, chat))) return chat.queue?.send()
  await inTurn(turn, chat, (running) => ask(turn, running, chat))
}

/**
 * An answer once more. One whose end was not seen may be there or still be made: it is fetched. Any other question is asked
 * again; the new answer takes the old one's place.
 */
export async function retryAnswer(sessionId: string, answerId: string, chat: ChatDeps): Promise<void> {
  if (await resumeTurn(sessionId, answerId, chat)) return
  const turn = chat.conversation.reopen(sessionId, answerId)
  if (turn) await inTurn(turn, chat, (running) => ask(turn, running, chat))
}

/** Asks an answer's question again in other words. What was answered before is kept as a version, with its own question. */
export async function askInOtherWords(
  sessionId: string,
  answerId: string,
  words: string,
  chat: ChatDeps,
): Promise<void> {
  const turn = chat.conversation.reopen(sessionId, answerId, words)
  if (turn) await inTurn(turn, chat, (running) => ask(turn, running, chat))
}

/**
 * Follows an answer whose end was not seen: after a reload, a crash, or in place of a tab that closed. False when the
 * server has no such answer; what had arrived is then kept as it is.
 */
export async function resumeTurn(sessionId: string, answerId: string, chat: ChatDeps): Promise<boolean> {
  const turn = chat.conversation.unfinished(sessionId, answerId)
  return turn === undefined ? false : inTurn(turn, chat, (running) => rejoin(turn, running, chat))
}

/**
 * Asks a question that has waited for a connection, in its place and under its key. `queued`: how it waits on, where there is none
 * yet.
 */
export async function sendQueued(sessionId: string, answerId: string, queued: Queued, chat: ChatDeps): Promise<void> {
  const turn = chat.conversation.unfinished(sessionId, answerId)
  const { questionId, idempotencyKey } = turn ?? {}
  if (turn === undefined || questionId === undefined || idempotencyKey === undefined) return
  const own = { ...turn, questionId, idempotencyKey, queued }
  chat.conversation.apply(own, { type: "answer-resumed" })
  await inTurn(own, chat, (running) => ask(own, running, chat))
}

/** Has a new question wait for a connection without trying to send it; false where it waits behind none, or may not wait. */
async function lineUp(turn: OwnTurn, chat: ChatDeps): Promise<boolean> {
  const running = beginTurn(turn, (run) => chat.gateway.stop(turn, run))
  try {
    const queued = await chat.queue?.waitBehind(turn)
    const failure: Failure = { kind: "network", unreached: true }
    if (queued) chat.conversation.apply(turn, { type: "answer-failed", failure, now: Date.now(), queued })
    return queued !== undefined
  } finally {
    running.over()
  }
}

/** The common beginning and end of every turn. */
async function inTurn<Said>(turn: Turn, chat: ChatDeps, go: (running: RunningTurn) => Promise<Said>): Promise<Said> {
  const running = beginTurn(turn, (run) => chat.gateway.stop(turn, run))
  let said: Said
  try {
    said = await go(running)
    const last = await withTools(turn, running, chat)
    const isMoreThere = await acknowledge(last, running.runId(), chat)
    // Meanwhile it may have been stopped, or asked again.
    const isLatest = chat.conversation.answerOf(last)?.idempotencyKey === last.idempotencyKey
    if (isMoreThere && isLatest && !running.isStopped()) await fetchWhole(last, running, chat)
  } finally {
    running.over()
  }
  await chat.after.turn(turn)
  return said
}

/**
 * Stores the answer for good, and has the server erase its own copy once it is stored here. Answers whether the server has kept that,
 * because only a part of it is here; `isFinal`: what is here is all that there will be.
 */
async function acknowledge(
  turn: Turn,
  runId: string | undefined,
  { conversation, gateway }: ChatDeps,
  isFinal = false,
): Promise<boolean> {
  const isStored = await conversation.stored()
  const answer = conversation.answerOf(turn)
  // Only the device that asked has it erased: another one may still want the answer.
  if (!isStored || runId === undefined || turn.idempotencyKey === undefined || (answer && isUnfinished(answer))) {
    return false
  }
  const hasPart = !isFinal && answer !== undefined && isPart(answer)
  const isMoreThere = gateway.acknowledge(turn, runId, hasPart)
  return hasPart && isMoreThere
}

/** Fetches an answer whose server was taken for dead, and has ended it after all. */
async function fetchWhole(turn: Turn, running: RunningTurn, chat: ChatDeps): Promise<void> {
  if (!(await rejoin(turn, running, chat))) return
  const last = await withTools(turn, running, chat)
  await acknowledge(last, running.runId(), chat, last === turn)
}

/** While the model calls tools, it is asked on with what came of them: each time a run of its own. Returns the last. */
async function withTools(turn: Turn, running: RunningTurn, chat: ChatDeps): Promise<Turn> {
  if (!(await waitsForTools(turn, chat))) return turn
  const code = await import("./run-tools.ts").catch(() => undefined)
  if (code === undefined) chat.conversation.apply(turn, { type: "answer-interrupted" })
  const next = await code?.runTools(turn, running, chat)
  if (next === undefined) return turn
  await ask(next, running, chat)
  return withTools(next, running, chat)
}

/** Whether the model waits for what it called. Where it cannot be known which tools there are, it waits. */
async function waitsForTools(turn: Turn, { conversation, tools }: ChatDeps): Promise<boolean> {
  const answer = conversation.answerOf(turn)
  if (answer?.streaming !== true || !callsTools(answer)) return false
  return tools(turn).then(
    ({ length }) => length > 0,
    () => true,
  )
}

/** Asks until there is an answer, always under the same key (0013). */
async function ask(turn: OwnTurn, running: RunningTurn, chat: ChatDeps): Promise<void> {
  const prepared = await chat.gateway.prepare(turn)
  if (!prepared.ok) return closeOrQueue(turn, prepared.error, chat)
  await chat.conversation.stored()
  // It may have been deleted or taken back meanwhile.
  if (chat.conversation.answerOf(turn)?.streaming !== true) return
  let [lost, retries] = [0, 0]
  for (;;) {
    const answer = await chat.gateway.ask(turn, prepared.value, running)
    const failure = answer.ok ? await follow(turn, answer.value, running, chat) : answer.error
    if (failure === undefined) return
    // Its run may be under way at another server: nobody has read what that will say, and it is not to be erased.
    if (!answer.ok || isRunGone(failure)) running.runIs(undefined)
    // Its server died before it had kept or charged a word: under the same key it is asked for anew.
    if (answer.ok && isRunGone(failure) && !hasText(turn, chat) && lost++ < mostLost) continue
    const status = failureStatus(failure)
    const isFinal = failure.kind === "network" || hasText(turn, chat)
    const delayMs = isFinal ? undefined : clientRetryDelayMs({ model: turn.model, status, retries: retries++ })
    if (delayMs === undefined || !(await running.waitToRetry(delayMs))) return closeOrQueue(turn, failure, chat)
  }
}

/** How often a run may vanish before the user sees an error. */
const mostLost = 3

async function rejoin(turn: Turn, running: RunningTurn, chat: ChatDeps): Promise<boolean> {
  const { conversation, gateway } = chat
  const refused = conversation.answerOf(turn)
  // What was refused for having too many under way is asked again as any other: by the model, and for the price, of now.
  const mayAsk = refused === undefined || isUnfinished(refused)
  conversation.apply(turn, { type: "answer-resumed" })
  if (await waitsForTools(turn, chat)) return true
  const answer = await gateway.rejoin(turn, running)
  if (answer.ok) {
    const events = replayed(answer.value.events, {
      known: textLength(turn, chat),
      take: (replay) => conversation.apply(turn, { type: "answer-replayed", events: replay }),
    })
    const failure = await follow(turn, { ...answer.value, events }, running, chat)
    if (failure && isRunGone(failure)) running.runIs(undefined)
    if (failure) close(turn, failure, chat)
    return true
  }
  const askedAt = conversation.answerOf(turn)?.date ?? 0
  const question = hasText(turn, chat) || !mayAsk ? undefined : askable(turn, askedAt, Date.now())
  const isUnreached = answer.error.kind === "network"
  if (question && isRunGone(answer.error)) await ask(question, running, chat)
  else if (question && isUnreached) await closeOrQueue(question, answer.error, chat)
  else conversation.apply(turn, { type: "answer-interrupted" })
  return isUnreached || (question !== undefined && isRunGone(answer.error))
}

/** Follows an answer to its end. A failure is returned, everything else goes into the conversation. */
async function follow(
  turn: Turn,
  answer: OpenAnswer,
  running: RunningTurn,
  chat: ChatDeps,
): Promise<Failure | undefined> {
  const { apply } = chat.conversation
  if (answer.runId !== undefined) {
    running.runIs(answer.runId)
    apply(turn, { type: "answer-started", runId: answer.runId })
  }
  let failure: Failure | undefined
  for await (const events of answer.events) {
    failure = events.find((event) => event.type === "failure")?.failure ?? failure
    const arrived = events.filter((event) => event.type !== "failure")
    if (arrived.length > 0) apply(turn, { type: "answer-advanced", events: arrived, now: Date.now() })
  }
  // A stopped run closes its stream like a finished one; who stopped it is known here.
  if (running.isStopped()) {
    apply(turn, { type: "answer-advanced", events: [{ type: "finish", reason: "aborted" }], now: Date.now() })
  } else if (failure) return failure
  if (!(await waitsForTools(turn, chat))) {
    apply(turn, { type: "answer-finished", now: Date.now() })
    chat.after.answer(turn)
  }
  return undefined
}

/** A question that found no connection at all waits for one. */
async function closeOrQueue(turn: OwnTurn, failure: Failure, chat: ChatDeps): Promise<void> {
  const wasUnreached = failure.kind === "network" && failure.unreached === true && !hasText(turn, chat)
  const rounds = chat.conversation.answerOf(turn)?.rounds ?? []
  const queued = wasUnreached && rounds.length === 0 ? await chat.queue?.wait(turn) : undefined
  if (queued === undefined) return close(turn, failure, chat)
  chat.conversation.apply(turn, { type: "answer-failed", failure, now: Date.now(), queued })
}

/** A connection or a run lost for good leaves an answer interrupted: what arrived is kept, and the rest can be fetched. */
function close(turn: Turn, failure: Failure, chat: ChatDeps): void {
  if ((failure.kind === "network" || isRunGone(failure)) && hasText(turn, chat)) {
    chat.conversation.apply(turn, { type: "answer-interrupted" })
    return
  }
  chat.conversation.apply(turn, { type: "answer-failed", failure, now: Date.now() })
  chat.after.answer(turn)
}

function hasText(turn: Turn, chat: ChatDeps): boolean {
  return textLength(turn, chat) > 0
}

/** How much of the answer's text is here, in UTF-16 units. */
function textLength(turn: Turn, { conversation }: ChatDeps): number {
  return contentText(conversation.answerOf(turn)?.content ?? "").length
}
