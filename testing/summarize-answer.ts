import type { ChatEvent, Citation, FinishReason, GeneratedImage, WebSearch } from "#core/gateway/chat-event.ts"
import type { ToolCall } from "#core/gateway/chat-request.ts"
import type { Failure } from "#core/gateway/failure.ts"
import type { Usage } from "#core/gateway/usage.ts"

/** An answer as its reader has it in the end. */
export interface AnswerSummary {
  readonly text: string
  readonly reasoning: string
  readonly calls: readonly ToolCall[]
  readonly citations: readonly Citation[]
  /** Each search as it was told last. */
  readonly searches: readonly WebSearch[]
  readonly images: readonly GeneratedImage[]
  /** The last one told. */
  readonly usage: Usage | undefined
  readonly finish: FinishReason | undefined
  readonly failure: Failure | undefined
  /** How many `finish` and `failure` events there were: always 1. */
  readonly endings: number
}

export function summarizeAnswer(events: readonly ChatEvent[]): AnswerSummary {
  const of = <Type extends ChatEvent["type"]>(type: Type) =>
    events.filter((event): event is Extract<ChatEvent, { readonly type: Type }> => event.type === type)
  return {
    text: of("text-delta")
      .map((event) => event.text)
      .join(""),
    reasoning: of("reasoning-delta")
      .map((event) => event.text)
      .join(""),
    calls: of("tool-call").map((event) => event.call),
    citations: of("citation").map((event) => event.citation),
    searches: [...new Map(of("web-search").map(({ search }) => [search.id, search])).values()],
    images: of("image").map((event) => event.image),
    usage: of("usage").at(-1)?.usage,
    finish: of("finish").at(-1)?.reason,
    failure: of("failure").at(-1)?.failure,
    endings: of("finish").length + of("failure").length,
  }
}
