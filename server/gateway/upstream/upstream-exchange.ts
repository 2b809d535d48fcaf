import type { Agent, Dispatcher } from "undici"
import type { UpstreamOptions, UpstreamReply } from "./upstream.ts"

type Unread = Pick<UpstreamOptions, "onUnread" | "mostUnread">

/**
 * One request to a provider: answers once the reply has begun, its body follows as it comes. `onUnread` hears of every byte
 * that waits to be read, and again (negative) when it does no more; with `mostUnread` a provider that is further ahead is
 * held back. Aborting the signal, or leaving the body early, closes the connection.
 */
export function exchange(
  agent: Agent,
  request: Dispatcher.DispatchOptions,
  signal: AbortSignal,
  { onUnread = () => {}, mostUnread = Infinity }: Unread = {},
): Promise<UpstreamReply> {
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | undefined
    const body = createBody(onUnread, (unread) => {
      if (unread > mostUnread) controller?.pause()
      else if (controller?.paused === true) controller.resume()
    })
    const leave = () => controller?.abort(new Error("the reply is not wanted any more", { cause: signal.reason }))

    function over(error?: Error): void {
      signal.removeEventListener("abort", leave)
      body.end(error)
      if (error) reject(error)
    }

    signal.addEventListener("abort", leave)
    agent.dispatch(request, {
      onRequestStart(started) {
        controller = started
        if (signal.aborted) leave()
      },
      onResponseStart(_controller, status, headers) {
        if (status >= 200) resolve({ status, headers, body: body.read(leave) })
      },
      onResponseData: (_controller, chunk) => body.add(chunk),
      onResponseEnd: () => over(),
      onResponseError: (_controller, error) => over(error),
    })
  })
}

/** The pieces of a body between whoever brings them and whoever reads them. */
function createBody(onUnread: (bytes: number) => void, onBacklog: (unread: number) => void) {
  let waiting: Buffer[] = []
  let unread = 0
  let end: { readonly error: Error | undefined } | undefined
  let wake = () => {}
  const taken = () => {
    if (unread > 0) onUnread(-unread)
    unread = 0
    onBacklog(unread)
  }

  return {
    add(chunk: Buffer): void {
      waiting.push(chunk)
      unread += chunk.length
      wake()
      onUnread(chunk.length)
      onBacklog(unread)
    },
    end(error?: Error): void {
      end = { error }
      wake()
    },
    /** What came since the last look in one piece. `leave` is called when the reader goes before the end. */
    async *read(leave: () => void): AsyncGenerator<Uint8Array> {
      try {
        for (;;) {
          const [first, ...more] = waiting
          waiting = []
          taken()
          if (first) yield more.length === 0 ? first : Buffer.concat([first, ...more])
          else if (!end) await new Promise<void>((resolve) => (wake = resolve))
          else if (end.error) throw end.error
          else return
        }
      } finally {
        waiting = []
        taken()
        if (!end) leave()
      }
    },
  }
}
