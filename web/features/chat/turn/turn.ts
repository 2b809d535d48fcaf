import type { AnswerEvent } from "#core/conversation/conversation-event.ts"
import type { Message, Queued } from "#core/conversation/message.ts"
import type { ChatRequest } from "#core/gateway/chat-request.ts"
import type { Content } from "#core/gateway/content.ts"
import type { Failure } from "#core/gateway/failure.ts"
import type { JsonObject } from "#core/lib/fields.ts"
import type { Result } from "#core/lib/result.ts"
import type { Reach, Source } from "#core/plugins/consent.ts"
import type { OpenAnswer } from "../../../platform/gateway/gateway-client.ts"
import type { PageTool } from "../../../state/tools.ts"

/** The addressee of a question: model and provider. */
export interface Addressee {
  readonly model: string
  /** The provider's name, and whether the user's own key pays. */
  readonly providerName: string
  readonly isOwn: boolean
}

/** A question with the place its answer will fill. */
export interface Turn extends Addressee {
  readonly sessionId: string
  /** Absent where only the answer is known here: it was asked on another device. */
  readonly questionId: string | undefined
  readonly answerId: string
  /** Absent for the same reason. */
  readonly idempotencyKey: string | undefined
  /** The server's name for the run, where it is known already. */
  readonly runId?: string
  /** Its question has waited for a connection so far. */
  readonly queued?: Queued
}

/** A question that can be asked: this browser has all of it. */
export type OwnTurn = Turn & { readonly questionId: string; readonly idempotencyKey: string }

/** The dependencies of a turn on the rest of the page; `chat-deps.ts` provides them. */
export interface ChatDeps {
  readonly conversation: TurnConversation
  readonly gateway: TurnGateway
  /** The tools that the model may call in a turn. Rejects where their code cannot be fetched. */
  readonly tools: (turn: Turn) => Promise<readonly PageTool[]>
  /** Whether a turn is on the free tier, whose requests are shorter. Absent: none is. */
  readonly isFree?: (turn: Turn) => boolean
  /** Whether a call of a tool may run; asks the user where that is due, and waits for them as long as it takes. */
  readonly mayRun: (turn: Turn, call: ReachingCall, signal: AbortSignal) => Promise<boolean>
  /** The questions that wait for a connection. */
  readonly queue?: {
    /** Has a question wait, behind those that do; undefined where it may not. */
    readonly wait: (turn: OwnTurn) => Promise<Queued | undefined>
    /** Has a question wait where others of its conversation are to be sent before it; undefined where none is, or it may not. */
    readonly waitBehind: (turn: OwnTurn) => Promise<Queued | undefined>
    /** Sends what waits, as far as there is a connection. */
    readonly send: () => Promise<void>
  }
  readonly after: {
    /** Called when an answer has ended, well or not; not for one that was interrupted. */
    readonly answer: (turn: Turn) => void
    /** Called when nothing of the turn is under way any more. Resolves when its conversation has its title and summary. */
    readonly turn: (turn: Turn) => Promise<void>
  }
}

/** A call that reaches beyond the page. */
export interface ReachingCall {
  /** Its place among the calls of the answer's last round. */
  readonly index: number
  readonly title: string
  readonly given: JsonObject
  readonly reach: Reach
  /** Whose results the model has read in this answer. */
  readonly before: readonly Source[]
}

/** An event of a turn's answer; the turn identifies the answer. */
export type TurnEvent = WithoutPlace<AnswerEvent>
type WithoutPlace<Event> = Event extends unknown ? Omit<Event, "sessionId" | "messageId"> : never

/** The conversation that a turn belongs to, as far as the turn has to do with it. */
export interface TurnConversation {
  /** Puts the question and the place for its answer into the conversation. */
  readonly open: (sessionId: string, content: Content) => OwnTurn
  /**
   * The same for a question asked again, perhaps in other words: its answer's place is emptied. Undefined where the
   * question is gone.
   */
  readonly reopen: (sessionId: string, answerId: string, words?: string) => OwnTurn | undefined
  /** Whether a question of the conversation waits for a connection, as its answer says; the queue knows whether it is to be sent. */
  readonly hasWaiting: (sessionId: string) => boolean
  /** The turn of an answer whose end was not seen; undefined for any other. */
  readonly unfinished: (sessionId: string, answerId: string) => Turn | undefined
  /** The answer as it stands now; undefined once it is deleted. */
  readonly answerOf: (turn: Turn) => Message | undefined
  readonly apply: (turn: Turn, event: TurnEvent) => void
  /** Resolves when all that was applied so far is on the disk; to false where the storage is in trouble. */
  readonly stored: () => Promise<boolean>
}

/** The server, as far as a turn has to do with it. Nothing here throws. */
export interface TurnGateway {
  /** The request that asks a question, with the pictures it names; the error says why it may not or cannot be sent. */
  readonly prepare: (turn: OwnTurn) => Promise<Result<ChatRequest, Failure>>
  readonly ask: (turn: OwnTurn, request: ChatRequest, watch: TurnWatch) => Promise<Result<OpenAnswer, Failure>>
  /** Follows the turn's run from its first frame; the failure `runGone` says that there is none. */
  readonly rejoin: (turn: Turn, watch: TurnWatch) => Promise<Result<OpenAnswer, Failure>>
  /** Asks the server to end a run. `run`: its id, or the key of its question. */
  readonly stop: (turn: Turn, run: string) => Promise<StopReply>
  /**
   * Tells the server that a run's answer is stored here: it erases what it kept. `isPart`: its server was taken for dead before all of
   * it was here. Resolves to whether it was kept for that, because the whole has come; nothing else waits for it.
   */
  readonly acknowledge: (turn: Turn, runId: string, isPart: boolean) => Promise<boolean>
}

/** `gone`: the server knows no such run. `unkept`: the run has no life but its connection's. */
export type StopReply = "stopped" | "gone" | "unreachable" | "unkept"

/** The signal that ends a turn's connection, and the receiver of its status. */
export interface TurnWatch {
  readonly signal: AbortSignal
  /** Shows that the connection is lost, or back. */
  readonly showLost: (lost: boolean) => void
}

/** A turn on its way. */
export interface RunningTurn extends TurnWatch {
  /** Sets the turn's run on the server; undefined where nothing of it can be read there. */
  readonly runIs: (runId: string | undefined) => void
  readonly runId: () => string | undefined
  /** Waits before trying again, with a notice that counts down; false when stopped meanwhile. */
  readonly waitToRetry: (delayMs: number) => Promise<boolean>
  /** Whether the reader asked to stop. */
  readonly isStopped: () => boolean
  /** The key it is asked under from now on; none while no run is on its way: stopping then ends it at once. */
  readonly asksAs: (idempotencyKey: string | undefined) => void
  readonly over: () => void
}
