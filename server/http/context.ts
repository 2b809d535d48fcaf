import type { HttpBindings } from "@hono/node-server"
import type { Context } from "hono"
import type { Failure } from "#core/gateway/failure.ts"
import { openAiWire } from "#core/providers/openai/chat-wire.ts"
import { presentFailure, presentWireFailure, type FailureShape, type PresentedFailure } from "./present-failure.ts"
import type { BodyTrouble } from "./read-body.ts"
import { textsFor } from "./texts.ts"

/** A request as Hono hands it over, with Node's own request and response beneath. */
export type HttpContext = Context<{ Bindings: HttpBindings }>

/** How a route spells its errors: in our own shape, in OpenAI's, or in that of another provider. */
export type ErrorShape = "own" | "openai" | FailureShape

/** Answers a failure in the shape and language the caller understands. */
export function refuse(c: HttpContext, failure: Failure, shape: ErrorShape = "own"): Response {
  const presented = presentedFor(c, failure, shape)
  return Response.json(presented.json, { status: presented.status, headers: { ...noStore, ...presented.headers } })
}

export function presentedFor(c: HttpContext, failure: Failure, shape: ErrorShape): PresentedFailure {
  const texts = textsFor(c.env.incoming.headers["accept-language"])
  if (shape === "own") return presentFailure(failure, texts)
  return presentWireFailure(failure, texts, shape === "openai" ? openAiWire : shape)
}

/** The URL of a request; its host is never used. */
export function urlOf(c: HttpContext): URL {
  return new URL(c.env.incoming.url ?? "/", "http://localhost")
}

export const noStore = { "cache-control": "no-store" } as const

/** What is wrong with a body, as a failure with its status. */
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
    case "aborted":
      return { kind: "network" }
  }
}
