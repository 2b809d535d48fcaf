import type { ChatEvent } from "#core/gateway/chat-event.ts"
import type { ChatRequest } from "#core/gateway/chat-request.ts"
import type { Content } from "#core/gateway/content.ts"
import { failureStatus } from "#core/gateway/failure-status.ts"
import type { Failure } from "#core/gateway/failure.ts"
import { clientRetryDelayMs } from "#core/gateway/retry-policy.ts"
import type { Result } from "#core/lib/result.ts"
import type { OpenAnswer } from "../../platform/gateway-client.ts"

/** A question with the place its answer will fill. */
export interface Turn {
  readonly sessionId: string
  readonly questionId: string
  readonly answerId: string
  readonly model: string
  readonly idempotencyKey: string
}

/** What a turn needs from the rest of the page; `chat-tools.ts` has the real ones. */
export interface ChatTools {
  /** Puts the question and the place for its answer into the conversation. */
  readonly openTurn: (sessionId: string, content: Content) => Turn
  /** The same for a question asked again: its answer's place is emptied. */
  readonly reopenTurn: (sessionId: string, answerId: string) => Turn | undefined
  /** Resolves when all that was said so far is on the disk. */
  readonly storeStrictly: () => Promise<void>
  /** Why the message may not even be sent. */
  readonly refusal: (turn: Turn) => Failure | undefined
  readonly requestOf: (turn: Turn) => ChatRequest
  /** Makes the turn one that can be stopped. */
  readonly begin: (turn: Turn) => RunningTurn
  readonly ask: (turn: Turn, request: ChatRequest, running: RunningTurn) => Promise<Result<OpenAnswer, Failure>>
  readonly started: (turn: Turn, runId: string) => void
  readonly arrived: (turn: Turn, events: readonly ChatEvent[]) => void
  readonly ended: (turn: Turn) => void
  readonly failed: (turn: Turn, failure: Failure) => void
  readonly nameSession: (sessionId: string) => Promise<void>
}

/** A turn on its way. */
export interface RunningTurn {
  readonly signal: AbortSignal
  /** Tells the turn its run on the server; stops it there at once if the reader has already asked for that. */
  readonly runIs: (runId: string) => void
  /** Waits before trying again, with a notice that counts down; false when stopped meanwhile. */
  readonly waitToRetry: (delayMs: number) => Promise<boolean>
  /** Whether the reader asked to stop. */
  readonly isStopped: () => boolean
  readonly over: () => void
}

/** Says something in a conversation and follows the answer to its end. */
export async function sendMessage(sessionId: string, content: Content, chat: ChatTools): Promise<void> {
  await followTurn(chat.openTurn(sessionId, content), chat)
}

/** Asks the question before an answer once more; the new answer takes the old one's place. */
export async function retryAnswer(sessionId: string, answerId: string, chat: ChatTools): Promise<void> {
  const turn = chat.reopenTurn(sessionId, answerId)
  if (turn) await followTurn(turn, chat)
}

async function followTurn(turn: Turn, chat: ChatTools): Promise<void> {
  const running = chat.begin(turn)
  try {
    const refusal = chat.refusal(turn)
    if (refusal) return chat.failed(turn, refusal)
    const request = chat.requestOf(turn)
    await chat.storeStrictly()
    const answer = await askUntilAnswered(turn, request, running, chat)
    if (!answer.ok) return chat.failed(turn, answer.error)
    await follow(turn, answer.value, running, chat)
  } finally {
    running.over()
  }
  await chat.storeStrictly()
  await chat.nameSession(turn.sessionId)
}

/** Tries again as the specification has it, always under the same key. */
async function askUntilAnswered(
  turn: Turn,
  request: ChatRequest,
  running: RunningTurn,
  chat: ChatTools,
): Promise<Result<OpenAnswer, Failure>> {
  for (let retries = 0; ; retries++) {
    const answer = await chat.ask(turn, request, running)
    if (answer.ok || answer.error.kind === "network") return answer
    const delayMs = clientRetryDelayMs({ model: turn.model, status: failureStatus(answer.error), retries })
    if (delayMs === undefined || !(await running.waitToRetry(delayMs))) return answer
  }
}

async function follow(turn: Turn, answer: OpenAnswer, running: RunningTurn, chat: ChatTools): Promise<void> {
  if (answer.runId !== undefined) {
    running.runIs(answer.runId)
    chat.started(turn, answer.runId)
  }
  for await (const events of answer.events) chat.arrived(turn, events)
  // A stopped run closes its stream like a finished one; who stopped it is known here.
  if (running.isStopped()) chat.arrived(turn, [{ type: "finish", reason: "aborted" }])
  chat.ended(turn)
}
