import { createHash } from "node:crypto"
import type { ServerResponse } from "node:http"
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response"
import type { Failure } from "#core/gateway/failure.ts"
import { err, ok, type Result } from "#core/lib/result.ts"
import type { Caller } from "../access/authorize.ts"
import { failureOfBody, presentedFor, urlOf, type HttpContext } from "../http/context.ts"
import { rateHeaders } from "../http/rate-limit.ts"
import { readJson } from "../http/read-body.ts"
import { textsFor } from "../http/texts.ts"
import { admit, type AdmissionDeps } from "./admit.ts"
import { parseCeilings } from "./ceilings.ts"
import { parseChatBody } from "./chat-body.ts"
import { parseRequestMeta } from "./free-calls.ts"
import { createChatRuns, type ChatRunsDeps } from "./chat-runs.ts"
import type { Surface } from "./closing-frames.ts"
import { streamRun } from "./reply-stream.ts"
import type { ChatCall } from "./chat-call.ts"
import type { Run } from "./run.ts"

const longestBody = 10 * 1024 * 1024
const keyShape = /^[\x21-\x7e]{1,255}$/

export interface ChatRouteDeps extends AdmissionDeps, ChatRunsDeps {
  /** A run has ended: log it, count it. */
  readonly onEnd: (run: Run, call: ChatCall, caller: Caller) => void
}

/** `POST …/v1/chat/completions`: one chat, streamed or whole. */
export function createChatRoute(deps: ChatRouteDeps, surface: Surface): (c: HttpContext) => Promise<Response> {
  const chatRuns = createChatRuns(deps)

  return async (c) => {
    const found = await findOrStart(c)
    if (!found.ok) sendFailure(c, found.error)
    else if (found.value.stream) follow(c, found.value.run)
    else await answerWhole(c, found.value.run)
    return RESPONSE_ALREADY_SENT
  }

  /** The run this request is about: a new one, or the one its `Idempotency-Key` names already. */
  async function findOrStart(c: HttpContext): Promise<Result<{ run: Run; stream: boolean }, Failure>> {
    const { incoming } = c.env
    const json = await readJson(incoming, longestBody)
    if (!json.ok) return err(failureOfBody(json.error))
    const body = parseChatBody(json.value)
    if (!body.ok) return body
    const key = keyOf(incoming.headers["idempotency-key"])
    if (!key.ok) return key
    const ceilings = parseCeilings(incoming.headers)
    if (!ceilings.ok) return ceilings
    const caller = await deps.authorizer.authorize(incoming, urlOf(c))
    if (!caller.ok) return caller

    const stream = body.value.stream ?? false
    const requestHash = key.value === undefined ? "" : hashOf(surface, json.value)
    const meta = parseRequestMeta(incoming.headers["x-request-meta"])
    const asked = { owner: caller.value.owner, key: key.value, requestHash, session: meta.session }
    const known = chatRuns.known(asked)
    if (known?.ok && known.value.outcome) c.env.outgoing.setHeader("idempotent-replay", "true")
    if (known) return known.ok ? ok({ run: known.value, stream }) : known

    const texts = textsFor(incoming.headers["accept-language"])
    const admitted = admit(deps, {
      body: body.value,
      caller: caller.value,
      surface,
      meta,
      ceilings: ceilings.value,
      texts,
      onRates(verdicts) {
        for (const [name, value] of rateHeaders(verdicts)) c.env.outgoing.setHeader(name, value)
      },
    })
    if (!admitted.ok) return admitted
    const call = admitted.value
    const run = chatRuns.start(asked, call, (ended) => deps.onEnd(ended, call, caller.value))
    return ok({ run, stream })
  }

  function follow(c: HttpContext, run: Run): void {
    streamRun(run, c.env.outgoing, {
      onEarlyFailure: () => sendOutcome(c, run),
      onGone: () => leave(run),
    })
  }

  async function answerWhole(c: HttpContext, run: Run): Promise<void> {
    const unwatch = run.watch({ frames() {}, end: () => sendOutcome(c, run) })
    c.env.outgoing.once("close", () => {
      unwatch()
      leave(run)
    })
    await run.ended
  }

  /** A run without a key belongs to its connection. */
  function leave(run: Run): void {
    if (run.facts.key === undefined) run.stop("client-gone")
  }

  function sendOutcome(c: HttpContext, run: Run): void {
    const failure = run.outcome?.failure
    if (run.reply !== undefined && (failure === undefined || failure.kind === "empty-answer")) {
      sendJson(c.env.outgoing, 200, { "x-run-id": run.facts.id }, run.reply)
    } else sendFailure(c, failure ?? { kind: "upstream-cut" }, run.facts.id)
  }

  function sendFailure(c: HttpContext, failure: Failure, runId?: string): void {
    const presented = presentedFor(c, failure, "openai")
    const headers = runId === undefined ? presented.headers : { ...presented.headers, "x-run-id": runId }
    sendJson(c.env.outgoing, presented.status, headers, JSON.stringify(presented.json))
  }
}

function keyOf(header: string | string[] | undefined): Result<string | undefined, Failure> {
  if (header === undefined) return ok(undefined)
  if (typeof header === "string" && keyShape.test(header)) return ok(header)
  return err({ kind: "refused", reason: "bad-idempotency-key" })
}

function hashOf(surface: Surface, json: unknown): string {
  return createHash("sha256").update(surface).update(JSON.stringify(json)).digest("base64url")
}

function sendJson(response: ServerResponse, status: number, headers: Record<string, string>, json: string): void {
  if (response.headersSent || response.destroyed) return
  response.writeHead(status, {
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
    ...headers,
  })
  response.end(json)
}
