import type { ChatEvent } from "#core/gateway/chat-event.ts"
import type { ChatRequest } from "#core/gateway/chat-request.ts"
import type { Failure } from "#core/gateway/failure.ts"
import { err, ok, type Result } from "#core/lib/result.ts"
import { openAiAdapter } from "#core/providers/openai/adapter.ts"
import { readAnswer } from "./event-stream.ts"

/** Our own server's prefix for the OpenAI-shaped gateway. */
const gatewayPrefix = "/api/openai"

export interface ChatCall {
  readonly request: ChatRequest
  /** Who asks (`authHeaders`). */
  readonly headers: Readonly<Record<string, string>>
  /** One per user message, the same for each of its retries: it is charged once. */
  readonly idempotencyKey?: string
  readonly signal: AbortSignal
}

export interface OpenAnswer {
  /** The server's name for the run behind this answer; absent when the server has none. */
  readonly runId: string | undefined
  /** Bunches of events; they end in exactly one `finish` or `failure`. A lost connection is a failure of kind `network`. */
  readonly events: AsyncIterable<readonly ChatEvent[]>
}

/** Asks a model, in the thread it is called in. The error is what the server answered instead; an abort is a `finish`, not an error. */
export async function callGateway(call: ChatCall): Promise<Result<OpenAnswer, Failure>> {
  const shape = openAiAdapter.encodeChat(call.request, {})
  const { meta } = call.request
  let response: Response
  try {
    response = await fetch(gatewayPrefix + shape.path, {
      method: shape.method,
      headers: {
        ...shape.headers,
        ...call.headers,
        ...(call.idempotencyKey === undefined ? {} : { "Idempotency-Key": call.idempotencyKey }),
        ...(meta === undefined ? {} : { "X-Request-Meta": JSON.stringify(meta) }),
      },
      body: shape.body ?? null,
      signal: call.signal,
    })
    if (!response.ok) {
      return err(openAiAdapter.decodeFailure(response.status, await response.text()))
    }
  } catch {
    if (call.signal.aborted) return ok({ runId: undefined, events: aborted() })
    return err({ kind: "network" })
  }
  return ok({
    runId: response.headers.get("X-Run-Id") ?? undefined,
    events: watched(readAnswer(response, openAiAdapter), call.signal),
  })
}

/** Turns the end of a connection into an ending of the answer. */
async function* watched(
  bunches: AsyncIterable<readonly ChatEvent[]>,
  signal: AbortSignal,
): AsyncGenerator<readonly ChatEvent[]> {
  let ended = false
  try {
    for await (const events of bunches) {
      ended ||= events.some(({ type }) => type === "finish" || type === "failure")
      yield events
    }
  } catch {
    if (ended) return
    yield [signal.aborted ? { type: "finish", reason: "aborted" } : { type: "failure", failure: { kind: "network" } }]
  }
}

async function* aborted(): AsyncGenerator<readonly ChatEvent[]> {
  yield [{ type: "finish", reason: "aborted" }]
}
