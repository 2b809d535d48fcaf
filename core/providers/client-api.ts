import type { ChatEvent } from "../gateway/chat-event.ts"
import type { ChatMessage } from "../gateway/chat-request.ts"
import type { Failure } from "../gateway/failure.ts"
import type { ModelAbilities } from "../gateway/model-abilities.ts"
import type { Usage } from "../gateway/usage.ts"
import type { Result } from "../lib/result.ts"
import { abilitiesOf } from "../models/abilities.ts"
import type { SseEvent } from "./adapter.ts"
import type { JsonObject } from "../lib/fields.ts"

/**
 * The gateway's half of a provider's chat API, pure as its adapter is: how a call in the provider's own shape is read,
 * written on, ended and refused. The adapter understands what the provider says; this knows what a client of that API,
 * an official SDK, expects (docs/reference/api.md).
 *
 * Frames are the provider's own and pass untouched. Only where money is told or an end is told does the gateway speak.
 */
export interface ClientApi {
  /** Whether a POST to this path below the provider's prefix is a call of this API. The path has no query. */
  isCall(path: string): boolean
  /** Of a path that this API's older clients call, the one that took its place; undefined for any other. */
  instead?(path: string): string | undefined
  /**
   * Reads a call. What is not listed is refused: an unknown field could move money (`n`, `service_tier`), keys
   * (`api_base`) or data (`store`). Inside messages unknown fields may be dropped instead, because SDK users send answers
   * back as they got them. Build it from `call-body.ts`.
   */
  read(target: CallTarget, json: unknown): Result<NativeCall, Failure>
  /** The call as it goes to the provider, without credentials. The cap is sent always: it is what makes a hold sufficient. */
  write(call: NativeCall, decided: Decided): NativeRequest
  /** Where a frame of the stream belongs. Frames that decode to a `failure` never come here: the gateway tells it. */
  place(event: SseEvent, told: readonly ChatEvent[]): FramePlace
  /** Another answer begins in the same stream: what was kept of the one before is not the last word, and goes on. */
  again?(event: SseEvent): boolean
  /**
   * The frames after the last one that was passed on, once the money is settled: the withheld frames, `_meta` where
   * this API allows it, a failure as the API's in-stream error, its end marker.
   */
  closing(kept: readonly SseEvent[], ending: StreamEnd): readonly WireFrame[]
  /** A failure as this API's error body, as its official SDK reads it. */
  failureBody(failure: SaidFailure): JsonObject
  /** Its replies hold a picture, which a client may ask for by itself (`Accept: image/*`). */
  readonly givesPictures?: true
  /** Its calls are no part of a conversation: pictures, speech, recordings. */
  readonly isMedia?: true
  /** A plain text is the whole answer; clients get it in OpenAI's shape. */
  readonly takesPlainText?: true
  /** A whole reply as a stream, for a provider that answers so where a stream was asked for; absent: passed as one frame. */
  streamOf?(reply: JsonObject, told: readonly ChatEvent[]): readonly WireFrame[]
  /** A whole reply as its client gets it, who owes at most `cap` pieces; absent: as it came. */
  rewritten?(reply: JsonObject, told: readonly ChatEvent[], cap: number): JsonObject
}

/** The target of a call: the path below the prefix, beginning with a slash, and its query without credentials. */
export interface CallTarget {
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  /** The client's headers, lower case, of those that the provider names (`clientHeaders`), such as an API version. */
  readonly headers?: Readonly<Record<string, string>>
}

/** A call in a provider's own shape, as far as the gateway must understand it. */
export interface NativeCall {
  readonly target: CallTarget
  /** As the client names it: in the body, in the path (Google, Baidu), a deployment (Azure). */
  readonly model: string
  /** The provider the client names beside the model; only on the chat path. */
  readonly providerName?: string
  /** In our own shape, for counting what they may cost; never sent on. */
  readonly messages: readonly ChatMessage[]
  /** Everything else that is billed as input (tools, schemas, a system text if it is no message), as text for counting. */
  readonly counted: string
  /** Text that may be billed as output besides the answer (a prediction), for counting. */
  readonly predicted?: string
  /** The output cap the client asks for, in tokens. */
  readonly cap?: number
  /** It was asked for as `max_completion_tokens`, which some models alone take. */
  readonly asksCompletionCap?: true
  /**
   * Priced by the piece instead of by tokens: pictures (of a size and quality), characters of speech, seconds of a recording;
   * `cap` says how many, at the most.
   */
  readonly pieces?: {
    readonly by: "picture" | "speech" | "transcription"
    readonly as: string
    /** How many pictures are handed in to be edited; each has a price besides that of the picture that is made. */
    readonly edited?: number
    /** How many it will probably be, where that is not known for certain before: no more than `cap`. */
    readonly likely?: number
  }
  /** The files of a form, sent on beside the fields of `body`. */
  readonly files?: readonly NativeFile[]
  readonly stream: boolean
  /** Usage is told to the client. OpenAI's streams tell it only when asked; most others always do. */
  readonly asksUsage: boolean
  /** The provider's own search tool may be used, at most so often; absent: no search. */
  readonly searchMost?: number
  /** The body to send on: the fields that are allowed, as they came. */
  readonly body: JsonObject
}

export interface NativeFile {
  /** The field of the form that it stands in. */
  readonly field: string
  readonly name: string
  readonly type: string
  readonly bytes: Uint8Array
}

/** The gateway's decisions about a call. */
export interface Decided {
  /** The name the provider knows the model by. */
  readonly model: string
  /** The model behind a name that does not tell it (an Azure deployment); it determines the abilities. */
  readonly deploymentOf?: string
  /** Output cap in tokens; never above what the client asked for. */
  readonly cap: number
  /** The most web searches the provider may make; absent where the call does not search. */
  readonly searchMost?: number
  /** The version of the API the operator has configured (Azure, Anthropic); what the client names goes first. */
  readonly version?: string
  /** The model's abilities, where more is known of them than its name suggests. */
  readonly abilities?: ModelAbilities
  /**
   * The caller's own settings (sampling, effort, verbosity, a forced tool) are made to fit the model: the caller did not
   * choose this model, or does not know what it accepts. Else they stay as they came.
   */
  readonly fits?: boolean
}

/** The abilities of a decided call's model. */
export function abilitiesDecided({ abilities, deploymentOf, model }: Decided): ModelAbilities {
  return abilities ?? abilitiesOf(deploymentOf ?? model)
}

/** A request without host and credentials. */
export interface NativeRequest {
  /** With its query, beginning with a slash; put behind the provider's base address. */
  readonly path: string
  /** Lower case, besides `content-type: application/json`, which the gateway adds. */
  readonly headers?: Readonly<Record<string, string>>
  readonly body: JsonObject
}

/**
 * `pass`: on to the reader as it came. `keep`: withheld until the money is settled, then handed to `closing`; whatever
 * tells an end belongs here. `end`: the provider's end marker, dropped; nothing of the answer follows.
 */
export type FramePlace = "pass" | "keep" | "end"

/** One server-sent event to write: its name where the API names its events, and its payload. */
export interface WireFrame {
  readonly event?: string
  readonly data: string
}

/** The facts about the end of a stream. */
export interface StreamEnd {
  /** The first frame that was passed on, for APIs whose every frame repeats a head; absent when there was none. */
  readonly first?: SseEvent | undefined
  readonly asksUsage: boolean
  /** The balance and the cost, JSON as `_meta` carries it; absent for calls nobody is charged for. */
  readonly meta?: JsonObject | undefined
  /** The gateway ended the answer at its cap, after this frame: the provider has not told an end, nor the whole usage. */
  readonly cut?: { readonly after: SseEvent | undefined; readonly usage: Usage } | undefined
  /** The answer broke off, or never came. */
  readonly failure?: SaidFailure | undefined
}

/** A failure in words. */
export interface SaidFailure {
  /** HTTP status, also where it is told inside a stream. */
  readonly status: number
  /** In the reader's language. */
  readonly message: string
  /** The provider's own text; "" where it sent none. Absent: the failure is not the provider's. */
  readonly providerWords?: string | undefined
  /** Our stable name of it, or the provider's own `code`. */
  readonly code: string
  readonly param?: string | undefined
  /** What programs and the page read of it, as fields beside the error: amounts, links. */
  readonly fields?: JsonObject | undefined
}

/** The body of a failure as an API spells it, with our own fields beside, as well in a stream as in the place of a reply. */
export function withFields(body: JsonObject, { fields }: SaidFailure): JsonObject {
  return fields === undefined ? body : { ...body, ...fields }
}

/** Adds a field to the text of a JSON object, leaving every other byte as it came. */
export function withField(json: string, name: string, value: unknown): string {
  const before = json.slice(0, json.lastIndexOf("}"))
  const comma = before.trimEnd().endsWith("{") ? "" : ","
  return `${before}${comma}${JSON.stringify(name)}:${JSON.stringify(value)}}`
}
