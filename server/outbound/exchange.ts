import type { Agent, Dispatcher } from "undici"
import type { UpstreamOptions, UpstreamReply } from "./upstream.ts"

/**
 * The other side was not reached, does not speak the protocol, or left. Whatever the client for it throws ends up here
 * as `cause`, so that it is no bug of ours, however it is called there.
 */
export class ConnectionFault extends Error {
  constructor(cause: unknown) {
    super("the exchange was not brought to its end", { cause })
  }
}

type Unread = Pick<UpstreamOptions, "onUnread" | "mostUnread" | "onCrumbs">

/** A piece below this size is a crumb, and counts as so many bytes among what is unread. */
const crumbBytes = 64
const crumbWeight = 512

/**
 * One request to a provider: answers once the reply has begun, its body follows as it comes. `onUnread` hears of every byte
 * that waits to be read, and again (negative) when it does no more; with `mostUnread` a provider that is further ahead is
 * held back. Aborting the signal, or leaving the body early, closes the connection. Rejects, and its body throws, with a
 * `ConnectionFault`.
 */
export function exchange(
  agent: Agent,
  request: Dispatcher.DispatchOptions,
  signal: AbortSignal,
  unread: Unread = {},
): Promise<UpstreamReply> {
  return new Promise((resolve, reject) => {
    agent.dispatch(request, new Exchange({ resolve, reject }, signal, unread))
  })
}

/**
 * A question as bytes. Undici keeps them until the answer has ended, which may be minutes: they have no place in the pool
 * that Node shares among things of a moment, where each would keep 64 KiB.
 */
export function questionBytes(body: string | Uint8Array): Buffer {
  if (typeof body !== "string") return Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(body))
  bytes.write(body)
  return bytes
}

interface Promised {
  readonly resolve: (reply: UpstreamReply) => void
  readonly reject: (fault: ConnectionFault) => void
}

/**
 * One request under way, and the pieces of its reply between whoever brings them and whoever reads them. It does not keep
 * the request: its reply may come for minutes.
 */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #promised: Promised
  readonly #signal: AbortSignal
  readonly #onUnread: Unread["onUnread"]
  readonly #mostUnread: number
  readonly #onCrumbs: Unread["onCrumbs"]
  #controller: Dispatcher.DispatchController | undefined
  #waiting: Buffer[] = []
  #unread = 0
  #crumbs = 0
  #end: { readonly error: Error | undefined } | undefined
  #wake: (() => void) | undefined
  readonly #leave = () =>
    this.#controller?.abort(new Error("the reply is not wanted any more", { cause: this.#signal.reason }))

  constructor(promised: Promised, signal: AbortSignal, { onUnread, mostUnread = Infinity, onCrumbs }: Unread) {
    this.#promised = promised
    this.#signal = signal
    this.#onUnread = onUnread
    this.#mostUnread = mostUnread
    this.#onCrumbs = onCrumbs
    signal.addEventListener("abort", this.#leave)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#signal.aborted) this.#leave()
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: UpstreamReply["headers"]): void {
    if (status >= 200) this.#promised.resolve({ status, headers, body: this.#read() })
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#waiting.push(chunk)
    this.#unread += chunk.length
    if (chunk.length < crumbBytes) this.#crumbs += 1
    this.#wake?.()
    this.#onUnread?.(chunk.length)
    if (this.#unread + this.#crumbs * crumbWeight > this.#mostUnread) controller.pause()
  }

  onResponseEnd(): void {
    this.#over(undefined)
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    const fault = new ConnectionFault(error)
    this.#over(fault)
    this.#promised.reject(fault)
  }

  #over(error: ConnectionFault | undefined): void {
    this.#signal.removeEventListener("abort", this.#leave)
    this.#end = { error }
    this.#wake?.()
  }

  /** Yields the data since the last read in one piece. */
  async *#read(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        const crumbs = this.#crumbs
        const pieces = this.#take()
        const [first] = pieces
        if (first) {
          yield pieces.length === 1 ? first : Buffer.concat(pieces)
          const turn = crumbs > 0 ? this.#onCrumbs?.(crumbs) : undefined
          if (turn) await turn
        } else if (!this.#end) await new Promise<void>((resolve) => (this.#wake = resolve))
        else if (this.#end.error) throw this.#end.error
        else return
      }
    } finally {
      this.#take()
      // The reader goes before the end.
      if (!this.#end) this.#leave()
    }
  }

  #take(): readonly Buffer[] {
    const pieces = this.#waiting
    if (pieces.length === 0) return pieces
    this.#waiting = []
    this.#onUnread?.(-this.#unread)
    this.#unread = 0
    this.#crumbs = 0
    if (this.#controller?.paused === true) this.#controller.resume()
    return pieces
  }
}
