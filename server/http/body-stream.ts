import { hasBody } from "./arriving-body.ts"
import type { HttpContext } from "./routes.ts"

/** The sender has left in the middle of a body, or it is longer than it may be. */
export class BodyCut extends Error {
  readonly isTooLong: boolean
  constructor(isTooLong: boolean) {
    super(isTooLong ? "the body is too long" : "the sender has left")
    this.isTooLong = isTooLong
  }
}

/**
 * The pieces of a request's body as they come; undefined where it has none. The sender waits while a piece is worked on, so
 * that hardly more than one is ever held. Throws a `BodyCut`, also as soon as there are more than `limitBytes`.
 */
export function bodyStream(
  { incoming, outgoing, body }: Pick<HttpContext, "incoming" | "outgoing" | "body">,
  limitBytes: number,
): AsyncIterable<Uint8Array> | undefined {
  if (!hasBody(incoming)) return undefined
  return pieces()

  async function* pieces(): AsyncGenerator<Uint8Array> {
    let wake: () => void = () => {}
    let state: "coming" | "ended" | "broken" = "coming"
    const over = (how: typeof state) => {
      state = how
      wake()
    }
    if (incoming.headers.expect !== undefined) outgoing.writeContinue()
    body.read({
      onBytes() {
        incoming.pause()
        wake()
      },
      onEnd: () => over("ended"),
      onBroken: () => over("broken"),
    })
    for (;;) {
      const piece = body.take()
      if (body.size() > limitBytes) throw new BodyCut(true)
      if (piece.length > 0) yield piece
      else if (stateNow() === "broken") throw new BodyCut(false)
      else if (stateNow() === "ended") return
      else
        await new Promise<void>((resolve) => {
          wake = resolve
          incoming.resume()
        })
    }

    /** It changes while this waits, which the type of the variable does not show. */
    function stateNow(): typeof state {
      return state
    }
  }
}
