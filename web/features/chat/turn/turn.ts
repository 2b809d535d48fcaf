import type { ChatEvent } from "#core/gateway/chat-event.ts"
import type { ChatRequest } from "#core/gateway/chat-request.ts"
import type { Content } from "#core/gateway/content.ts"
import type { Failure } from "#core/gateway/failure.ts"
import type { Result } from "#core/lib/result.ts"
import type { OpenAnswer } from "../../../platform/gateway-client.ts"

/** A question with the place its answer will fill. */
export interface Turn {
  readonly sessionId: string
  /** Absent where only the answer is known here: it was asked on another device. */
  readonly questionId: string | undefined
  readonly answerId: string
  readonly model: string
  /** Who is asked for that model, by name; whether with the user's own key. */
  readonly providerName: string
  readonly isOwn: boolean
  /** Absent for the same reason. */
  readonly idempotencyKey: string | undefined
  /** The server's name for the run, where it is known already. */
  readonly runId?: string
}

/** A question that can be asked: this browser has all of it. */
export type OwnTurn = Turn & { readonly questionId: string; readonly idempotencyKey: string }

/** What a turn needs from the rest of the page; `chat-deps.ts` has the real ones. */
export interface ChatDeps {
  /** Puts the question and the place for its answer into the conversation. */
  readonly openTurn: (sessionId: string, content: Content) => OwnTurn
  /** The same for a question asked again, perhaps in other words: its answer's place is emptied. */
  readonly reopenTurn: (sessionId: string, answerId: string, words?: string) => OwnTurn | undefined
  /** The turn of an answer whose end was not seen; undefined for any other. */
  readonly unfinishedTurn: (sessionId: string, answerId: string) => Turn | undefined
  /** Resolves when all that was said so far is on the disk. */
  readonly storeStrictly: () => Promise<unknown>
  /** Why the message may not even be sent. */
  readonly refusal: (turn: OwnTurn) => Failure | undefined
  /** With the pictures it names, out of the browser's store; undefined where the code for them could not be fetched. */
  readonly requestOf: (turn: OwnTurn) => ChatRequest | Promise<ChatRequest | undefined>
  /** Makes the turn one that can be stopped. */
  readonly begin: (turn: Turn) => RunningTurn
  readonly ask: (turn: OwnTurn, request: ChatRequest, running: RunningTurn) => Promise<Result<OpenAnswer, Failure>>
  /** Follows the turn's run from its first frame; an `http` failure of status 404 says that there is none. */
  readonly rejoin: (turn: Turn, running: RunningTurn) => Promise<Result<OpenAnswer, Failure>>
  /** The question itself, if it is so recent that asking it by ourselves is what its writer expects. */
  readonly askable: (turn: Turn) => OwnTurn | undefined
  /** How much of the answer's text is here, in UTF-16 units. */
  readonly textLength: (turn: Turn) => number
  readonly started: (turn: Turn, runId: string) => void
  readonly resumed: (turn: Turn) => void
  readonly replayed: (turn: Turn, events: readonly ChatEvent[]) => void
  readonly arrived: (turn: Turn, events: readonly ChatEvent[]) => void
  /** Whether the model waits for what it called. */
  readonly callsTools: (turn: Turn) => boolean
  /** Runs what the model called and keeps what came of it: the turn in which it goes on, none when stopped meanwhile. */
  readonly runTools: (turn: Turn, running: RunningTurn) => Promise<OwnTurn | undefined>
  readonly ended: (turn: Turn) => void
  readonly failed: (turn: Turn, failure: Failure) => void
  readonly interrupted: (turn: Turn) => void
  /** Stores the answer for good and tells the server that it is here, or that nobody wants it any more. */
  readonly acknowledge: (turn: Turn, runId: string | undefined) => Promise<void>
  /** Gives the conversation its title and its summary, where they are due. */
  readonly remember: (sessionId: string) => Promise<void>
}

/** A turn on its way. */
export interface RunningTurn {
  readonly signal: AbortSignal
  /** Tells the turn its run on the server. */
  readonly runIs: (runId: string) => void
  readonly runId: () => string | undefined
  /** Waits before trying again, with a notice that counts down; false when stopped meanwhile. */
  readonly waitToRetry: (delayMs: number) => Promise<boolean>
  /** Says that the connection is lost, or back. */
  readonly showLost: (lost: boolean) => void
  /** Whether the reader asked to stop. */
  readonly isStopped: () => boolean
  /** The key it is asked under from now on; none while no run is on its way: stopping then ends it at once. */
  readonly asksAs: (idempotencyKey: string | undefined) => void
  readonly over: () => void
}
