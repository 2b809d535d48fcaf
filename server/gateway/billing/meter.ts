import type { ChatEvent, FinishReason, WebSearch } from "#core/gateway/chat-event.ts"
import type { Failure } from "#core/gateway/failure.ts"
import { type Usage, usageTogether } from "#core/gateway/usage.ts"
import { failureOfProvider } from "../upstream/provider-failure.ts"

/** What is known of an answer while it arrives: enough to charge it, whatever way it ends. Holds the text until then. */
export interface Meter {
  readonly events: (events: readonly ChatEvent[]) => void
  /** What came of a tool call that broke off: nothing to use, but billed. */
  readonly unfinished: (text: string) => void
  readonly fail: (failure: Failure) => void
  /** The failure there is, in other words. */
  readonly retell: (failure: Failure) => void
  /** Another attempt is made, or its failure told in other words: nothing counts of one that never began to answer. */
  readonly restart: (failure?: Failure) => void
  /** The provider's own record: the last one it sent, of each of the answers in one stream. */
  readonly usage: () => Usage | undefined
  readonly failure: () => Failure | undefined
  readonly finish: () => FinishReason | undefined
  /** The answer is ended where its cap is, although its provider goes on. */
  readonly cut: () => void
  readonly wasCut: () => boolean
  /** Everything the provider bills as output: text, reasoning, tool calls; from the piece of that number on. */
  readonly outputText: (from?: number) => string
  readonly outputPieces: () => number
  /** False of an answer so long that its text was let go. */
  readonly isTextKept: () => boolean
  readonly outputBytes: () => number
  /** Web searches that were completed. */
  readonly searches: () => number
  /** Something a user could see came: text, a tool call, an image. */
  readonly sawAnswer: () => boolean
  readonly sawAnything: () => boolean
  readonly firstOutputAt: () => number | undefined
  /** The answer says which model it is of. */
  readonly answeredBy: (model: string | undefined) => void
  readonly model: () => string | undefined
}

export interface MeterOptions {
  /** Of an answer longer than this the text is not kept, only counted; in bytes. */
  readonly mostText?: number
  /** So many bytes more of text are kept (fewer, where it is negative). */
  readonly onText?: (bytes: number) => void
}

/** What a piece of text takes besides its characters, in bytes. */
const perPiece = 40

/** `secrets` of ours that no failure may repeat. */
export function createMeter(
  now: () => number,
  secrets: readonly string[],
  { mostText = Infinity, onText = () => {} }: MeterOptions = {},
): Meter {
  const output: string[] = []
  const searches = new Set<string>()
  let answered = false
  let saw = false
  let kept = 0
  let forgotten = false
  let bytes = 0
  let usage: Usage | undefined
  // Some streams hold several answers, one after the other: each tells a usage of its own, and all are paid.
  let past: Usage | undefined
  let isOver = false
  let afterEnd: Usage | undefined
  let isUncounted = false
  let failure: Failure | undefined
  let finish: FinishReason | undefined
  let cut = false
  let firstOutputAt: number | undefined
  let model: string | undefined

  function produced(text: string, visible: boolean): void {
    if (text === "") return
    firstOutputAt ??= now()
    if (isOver) beginAnother()
    isUncounted = true
    const size = Buffer.byteLength(text)
    bytes += size
    answered ||= visible
    saw = true
    if (forgotten) return
    output.push(text)
    kept += size + perPiece
    onText(size + perPiece)
    if (bytes <= mostText) return
    forgotten = true
    output.length = 0
    onText(-kept)
  }

  function beginAnother(): void {
    if (usage) past = past ? usageTogether(past, usage) : usage
    usage = afterEnd
    afterEnd = undefined
    isOver = false
  }

  /** Most providers count before the end or just after it; the last count holds. */
  function counted(told: Usage): void {
    isUncounted = false
    if (isOver) afterEnd = told
    else usage = told
  }

  function ended(reason: FinishReason): void {
    if (isOver && afterEnd) beginAnother()
    isOver = true
    finish ??= reason
  }

  function usageSoFar(): Usage | undefined {
    const last = afterEnd ?? usage
    if (past === undefined) return last
    // Of what is not counted yet we count all ourselves.
    return last ? usageTogether(past, last) : isUncounted ? undefined : past
  }

  function searched({ id, status, page }: WebSearch): void {
    if (status === "completed" && page === undefined) searches.add(id)
  }

  function fail(trouble: Failure): void {
    failure ??= failureOfProvider(trouble, secrets)
  }

  return {
    events(events) {
      for (const event of events) {
        if (event.type === "text-delta") produced(event.text, event.text.trim() !== "")
        else if (event.type === "reasoning-delta") produced(event.text, false)
        else if (event.type === "tool-call") produced(`${event.call.name}${event.call.arguments}`, true)
        else if (event.type === "image") produced(" ", true)
        else if (event.type === "usage") counted(event.usage)
        else if (event.type === "web-search") searched(event.search)
        else if (event.type === "finish") ended(event.reason)
        else if (event.type === "failure") fail(event.failure)
      }
    },
    unfinished: (text) => produced(text, true),
    fail,
    retell: (trouble) => void (failure = failureOfProvider(trouble, secrets)),
    restart(instead) {
      usage = past = afterEnd = undefined
      isOver = isUncounted = false
      finish = undefined
      model = undefined
      failure = instead
    },
    usage: usageSoFar,
    failure: () => failure,
    finish: () => finish,
    cut() {
      cut = true
      finish = "length"
    },
    wasCut: () => cut,
    outputText: (from = 0) => (from === 0 ? output : output.slice(from)).join(""),
    outputPieces: () => output.length,
    outputBytes: () => bytes,
    searches: () => searches.size,
    sawAnswer: () => answered,
    isTextKept: () => !forgotten,
    sawAnything: () => saw,
    firstOutputAt: () => firstOutputAt,
    answeredBy: (name) => void (model ??= name),
    model: () => model,
  }
}
