import type { ChatEvent } from "../gateway/chat-event.ts"
import type { AnswerOptions, ChatRequest } from "../gateway/chat-request.ts"
import type { Failure } from "../gateway/failure.ts"
import type { ModelAbilities } from "../gateway/model-abilities.ts"

/**
 * A provider, as a pair of pure maps: what we ask into its HTTP shape, what it answers into our events. Nothing here
 * fetches, waits or reads a clock. Bytes are the caller's: it decodes them as a stream of UTF-8, splits them into SSE
 * events, decides by `content-type` whether an answer is a stream, a JSON reply or plain text, and feeds the pieces in.
 *
 * A stream is read by `start`, `decodeEvent` for each event and `decodeEnd` once when the connection closes, however it
 * closed. Both readings of an answer end in exactly one `finish` or `failure`. A `usage` event is a running total: the
 * last one counts, they are never added up, and it may (rarely) come after the ending.
 */
export interface Adapter<State> {
  /** The name the product shows and prices are kept under, e.g. "OpenAI". */
  readonly provider: string
  encodeChat(request: ChatRequest, credentials: Credentials): HttpShape
  /**
   * The failure of an incomplete own configuration, returned before anything is sent; absent: a key is all it needs.
   */
  incomplete?(credentials: Credentials): Failure | undefined
  /**
   * The first requested option that this provider cannot express; absent: it can express all. Without the model's
   * abilities, only what every model of the provider can do is counted.
   */
  unsupportedOption?(options: AnswerOptions, abilities?: ModelAbilities): string | undefined
  /** Its API has no word for an output cap: only who listens can end an answer there. */
  readonly uncapped?: true
  start(): State
  decodeEvent(state: State, event: SseEvent): readonly [State, readonly ChatEvent[]]
  /** The stream was closed. Without a done marker this distinguishes a finished answer from one that was cut. */
  decodeEnd(state: State): readonly ChatEvent[]
  /** The text of incomplete tool calls, which produced no event: the provider bills it when a stream breaks off. */
  unfinished(state: State): string
  /** A whole reply (status 200, JSON). */
  decodeReply(json: unknown): readonly ChatEvent[]
  /** An answer with another status, its body as text. Never throws, whatever the body. */
  decodeFailure(status: number, body: string): Failure
}

/**
 * The credentials of the account that pays the provider. Without a key no header is sent (our own gateway accepts
 * visitors without one).
 */
export interface Credentials {
  readonly apiKey?: string
  /** The second half of a key that has two (Baidu, Tencent, iFlytek); `apiKey` is then its id. */
  readonly secretKey?: string
  readonly organization?: string
  /** The provider's base address where an own one is configured. */
  readonly baseUrl?: string
  /** Azure's `api-version`, Anthropic's `anthropic-version`; absent: the default version. */
  readonly apiVersion?: string
  /** Azure: what the operator called the model; absent: its own name. */
  readonly deployment?: string
}

/** An HTTP request without its host: `path` begins with a slash and is put behind the provider's base address. */
export interface HttpShape {
  readonly method: "POST" | "GET"
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** One event of a server-sent stream, as `eventsource-parser` hands it out. */
export interface SseEvent {
  readonly event?: string | undefined
  readonly data: string
  readonly id?: string | undefined
}
