import { hasBody } from "./arriving-body.ts"
import type { BodySender, LetGo } from "./body-room.ts"
import type { HttpContext } from "./routes.ts"

/** Why a body does not come to its end: it is longer than it may be, or its sender has left or sends nothing more. */
type CutBecause = "too-large" | "aborted" | LetGo

export class BodyCut extends Error {
  readonly why: CutBecause
  constructor(why: CutBecause) {
    super(`the body was cut: ${why}`)
    this.why = why
  }
}

/**
 * The pieces of a request's body as they come; undefined where it has none. The sender waits while a piece is worked on, so
 * that hardly more than one is ever held, and the server waits for the sender no longer than for that of any other body. Throws a `BodyCut`,
 * also as soon as there are more than `limitBytes`.
 */
export function bodyStream(
  { incoming, outgoing, body, bodies }: Pick<HttpContext, "incoming" | "outgoing" | "body" | "bodies">,
  limitBytes: number,
  sender: BodySender,
): AsyncIterable<Uint8Array> | undefined {
  if (!hasBody(incoming)) return undefined
  return pieces()

  async function* pieces(): AsyncGenerator<Uint8Array> {
    let wake: () => void = () => {}
    let state: "coming" | "ended" | "aborted" | LetGo = "coming"
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
      onBroken: () => over("aborted"),
    })
    for (;;) {
      const piece = body.take()
      if (body.size() > limitBytes) throw new BodyCut("too-large")
      if (piece.length > 0) yield piece
      else {
        const now = stateNow()
        if (now === "ended") return
        if (now !== "coming") throw new BodyCut(now)
        const place = bodies.enter(sender, over)
        await new Promise<void>((resolve) => {
          wake = resolve
          incoming.resume()
        })
        place.leave()
      }
    }

    /** It changes while this waits, which the type of the variable does not show. */
    function stateNow(): typeof state {
      return state
    }
  }
}
