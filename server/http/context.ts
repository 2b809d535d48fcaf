import type { Failure } from "#core/gateway/failure.ts"
import { openAiClientApi } from "#core/providers/openai/client-api.ts"
import { presentFailure, presentWireFailure, type FailureShape, type PresentedFailure } from "./present-failure.ts"
import type { BodyTrouble } from "./read-body.ts"
import { textsFor } from "./texts.ts"
import { jsonReply, type Reply } from "./reply.ts"
import type { HttpContext } from "./routes.ts"

/** How a route spells its errors: in our own shape, in OpenAI's, or in that of another provider. */
export type ErrorShape = "own" | "openai" | FailureShape

/** Answers a failure in the shape and language the caller understands. */
export function refuse(c: HttpContext, failure: Failure, shape: ErrorShape = "own"): Reply {
  const presented = presentedFor(c, failure, shape)
  return jsonReply(presented.json, presented)
}

function presentedFor(c: HttpContext, failure: Failure, shape: ErrorShape): PresentedFailure {
  const texts = textsFor(c.incoming.headers["accept-language"])
  if (shape === "own") return presentFailure(failure, texts)
  return presentWireFailure(failure, texts, shape === "openai" ? openAiClientApi : shape)
}

/** Calls once whoever asked is gone, or has all of the reply; at once where they are gone already. */
export function whenGone({ outgoing }: Pick<HttpContext, "outgoing">, call: () => void): void {
  if (outgoing.destroyed) call()
  else outgoing.on("close", call)
}

/** Maps a problem with a body to a failure. */
export function failureOfBody(trouble: BodyTrouble): Failure {
  switch (trouble) {
    case "too-large":
      return { kind: "refused", reason: "body-too-large" }
    case "bad-type":
      return { kind: "refused", reason: "not-json-type" }
    case "bad-encoding":
      return { kind: "refused", reason: "encoded-body" }
    case "bad-utf8":
      return { kind: "refused", reason: "bad-utf8" }
    case "bad-json":
      return { kind: "refused", reason: "bad-json" }
    case "slow-body":
      return { kind: "refused", reason: "body-too-slow", retryAfterMs: 1_000 }
    case "no-room":
      return { kind: "refused", reason: "no-room", retryAfterMs: 5_000 }
    case "aborted":
      return { kind: "network" }
  }
}
