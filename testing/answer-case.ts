import type { Citation, FinishReason } from "#core/gateway/chat-event.ts"
import type { ToolCall } from "#core/gateway/chat-request.ts"
import type { Failure } from "#core/gateway/failure.ts"
import type { WireFile } from "./wire-file.ts"

/** The expected result of a file. A field that is absent here must be absent from the answer, too. */
export interface AnswerCase {
  readonly file: WireFile
  /** Which answer, from 0, where a file holds several, each from its opening event on; absent: the file is one answer. */
  readonly part?: number
  /** Of error bodies; the others were 200. */
  readonly status?: number
  readonly text?: string | LongText
  readonly reasoning?: string | LongText
  readonly calls?: readonly ToolCall[]
  /** The sources, or how many there are. */
  readonly citations?: readonly Citation[] | number
  readonly finish?: FinishReason
  /** The provider's own numbers, before any clamping of parts to their whole. */
  readonly usage?: {
    /** Prompt tokens, those read from the cache included. */
    readonly in: number
    readonly cached: number
    readonly out: number
    readonly reasoning: number
    /** Prompt tokens written to the cache, which are counted beside `in`. */
    readonly written?: number
    readonly searches?: number
  }
  readonly failure?: Failure
}

/** A text described by its first and last 28 UTF-16 units and its length. */
export interface LongText {
  readonly first: string
  readonly last: string
  readonly length: number
}

/** The files that hold one good answer each. */
export function goodAnswers(cases: readonly AnswerCase[]): readonly WireFile[] {
  return cases
    .filter(({ status, failure, part }) => status === undefined && failure === undefined && part === undefined)
    .map(({ file }) => file)
}
