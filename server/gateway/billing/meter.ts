import type { ChatEvent, FinishReason, WebSearch } from "#core/gateway/chat-event.ts"
import { type Usage, usageTogether } from "#core/gateway/usage.ts"

export interface MeterOptions {
  /** The text of a longer answer is only counted, not kept. In bytes. */
  readonly mostText?: number
  /** Called with the change in bytes of kept text; negative when text is let go. */
  readonly onText?: (bytes: number) => void
}

/** Memory of a piece of text besides its characters, in bytes. */
const perPiece = 40

/** Measures an answer while it arrives, so that it can be charged however it ends. Holds the text until then. */
export class Meter {
  readonly #now: () => number
  readonly #mostText: number
  readonly #onText: ((bytes: number) => void) | undefined
  readonly #output: string[] = []
  /** The web searches that were completed, by their ids; most answers have none. */
  #searches: Set<string> | undefined
  #answered = false
  #saw = false
  #kept = 0
  #forgotten = false
  #bytes = 0
  #usage: Usage | undefined
  // Some streams hold several answers, one after the other: each tells a usage of its own, and all are paid.
  #past: Usage | undefined
  #isOver = false
  #afterEnd: Usage | undefined
  #isUncounted = false
  #finish: FinishReason | undefined
  #cut = false
  #firstOutputAt: number | undefined
  #model: string | undefined

  constructor(now: () => number, { mostText = Infinity, onText }: MeterOptions = {}) {
    this.#now = now
    this.#mostText = mostText
    this.#onText = onText
  }

  events(events: readonly ChatEvent[]): void {
    for (const event of events) {
      if (event.type === "text-delta") this.#produced(event.text, event.text.trim() !== "")
      else if (event.type === "reasoning-delta") this.#produced(event.text, false)
      else if (event.type === "tool-call") this.#produced(`${event.call.name}${event.call.arguments}`, true)
      else if (event.type === "image") this.#produced(" ", true)
      else if (event.type === "usage") this.#counted(event.usage)
      else if (event.type === "web-search") this.#searched(event.search)
      else if (event.type === "finish") this.#ended(event.reason)
    }
  }

  /** The text of a tool call that broke off: useless, but billed. `isTold`: its reader has seen it arrive. */
  unfinished(text: string, isTold: boolean): void {
    this.#produced(text, isTold)
  }

  /** Forgets an attempt that never began to answer. */
  resetAttempt(): void {
    this.#usage = this.#past = this.#afterEnd = undefined
    this.#isOver = this.#isUncounted = false
    this.#finish = undefined
    this.#model = undefined
  }

  /** The provider's own record: the last one it sent, of each of the answers in one stream. */
  usage(): Usage | undefined {
    const last = this.#afterEnd ?? this.#usage
    if (this.#past === undefined) return last
    // Of what is not counted yet we count all ourselves.
    return last ? usageTogether(this.#past, last) : this.#isUncounted ? undefined : this.#past
  }

  /** That record was told before all was said, and no end has been told: it counts what was said until then. */
  isUsageEarly(): boolean {
    return this.#isUncounted && !this.#isOver && !this.#cut
  }

  finish(): FinishReason | undefined {
    return this.#finish
  }

  /** The answer is ended where its cap is, although its provider goes on. */
  cut(): void {
    this.#cut = true
    this.#finish = "length"
  }

  wasCut(): boolean {
    return this.#cut
  }

  /** Everything the provider bills as output: text, reasoning, tool calls; from the piece of that number on. */
  outputText(from = 0): string {
    return (from === 0 ? this.#output : this.#output.slice(from)).join("")
  }

  outputPieces(): number {
    return this.#output.length
  }

  /** False of an answer so long that its text was let go. */
  isTextKept(): boolean {
    return !this.#forgotten
  }

  outputBytes(): number {
    return this.#bytes
  }

  /** Web searches that were completed. */
  searches(): number {
    return this.#searches?.size ?? 0
  }

  /** Something a user could see came: text, a tool call, an image. */
  sawAnswer(): boolean {
    return this.#answered
  }

  sawAnything(): boolean {
    return this.#saw
  }

  firstOutputAt(): number | undefined {
    return this.#firstOutputAt
  }

  /** The answer says which model it is of. */
  answeredBy(model: string | undefined): void {
    this.#model ??= model
  }

  model(): string | undefined {
    return this.#model
  }

  #produced(text: string, visible: boolean): void {
    if (text === "") return
    this.#firstOutputAt ??= this.#now()
    if (this.#isOver) this.#beginAnother()
    this.#isUncounted = true
    const size = Buffer.byteLength(text)
    this.#bytes += size
    this.#answered ||= visible
    this.#saw = true
    if (this.#forgotten) return
    this.#output.push(text)
    this.#kept += size + perPiece
    this.#onText?.(size + perPiece)
    if (this.#bytes <= this.#mostText) return
    this.#forgotten = true
    this.#output.length = 0
    this.#onText?.(-this.#kept)
  }

  #beginAnother(): void {
    if (this.#usage) this.#past = this.#past ? usageTogether(this.#past, this.#usage) : this.#usage
    this.#usage = this.#afterEnd
    this.#afterEnd = undefined
    this.#isOver = false
  }

  /** Most providers count before the end or just after it; the last count holds. */
  #counted(told: Usage): void {
    this.#isUncounted = false
    if (this.#isOver) this.#afterEnd = told
    else this.#usage = told
  }

  #ended(reason: FinishReason): void {
    if (this.#isOver && this.#afterEnd) this.#beginAnother()
    this.#isOver = true
    this.#finish ??= reason
  }

  #searched({ id, status, page }: WebSearch): void {
    if (status === "completed" && page === undefined) (this.#searches ??= new Set()).add(id)
  }
}
