import { createHash } from "node:crypto"
import type { ServerResponse } from "node:http"
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response"
import type { Failure } from "#core/gateway/failure.ts"
import { err, ok, type Result } from "#core/lib/result.ts"
import { doneMarker } from "#core/providers/sse.ts"
import type { Caller } from "../access/authorize.ts"
import { failureOfBody, presentedFor, urlOf, type HttpContext } from "../http/context.ts"
import { rateHeaders } from "../http/rate-limit.ts"
import { readJson } from "../http/read-body.ts"
import { openAiError } from "../http/present-failure.ts"
import { textsFor } from "../http/texts.ts"
import { admit, type AdmissionDeps } from "./admit.ts"
import { parseChatBody } from "./chat-body.ts"
import type { Surface } from "./closing-frames.ts"
import { streamRun } from "./reply-stream.ts"
import { runChat, type ChatCall, type RunDeps } from "./run-chat.ts"
import type { Run, RunFacts } from "./run.ts"
import type { RunRegistry } from "./run-registry.ts"
import type { StoredRun } from "./run-store.ts"

const longestBody = 10 * 1024 * 1024
const keyShape = /^[\x21-\x7e]{1,255}$/

export interface ChatRouteDeps extends AdmissionDeps, RunDeps {
  readonly runs: RunRegistry
  readonly newId: () => string
  /** A run has ended: log it, count it. */
  readonly onEnd: (run: Run, call: ChatCall, caller: Caller) => void
  /** A bug, or a database that is gone: nothing was charged, the operator must know. */
  readonly onCrash: (run: Run, error: unknown) => void
}

/** `POST …/v1/chat/completions`: one chat, streamed or whole. */
export function createChatRoute(deps: ChatRouteDeps, surface: Surface): (c: HttpContext) => Promise<Response> {
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
    const caller = await deps.authorizer.authorize(incoming, urlOf(c))
    if (!caller.ok) return caller

    const stream = body.value.stream ?? false
    const requestHash = key.value === undefined ? "" : hashOf(surface, json.value)
    const known = key.value === undefined ? undefined : deps.runs.findByKey(caller.value.owner, key.value)
    if (known && known.facts.requestHash !== requestHash) return err(keyReused)
    if (known) return ok({ run: known, stream })

    const texts = textsFor(incoming.headers["accept-language"])
    const admitted = admit(deps, {
      body: body.value,
      caller: caller.value,
      surface,
      meta: incoming.headers["x-request-meta"],
      texts,
      onRates(verdicts) {
        for (const [name, value] of rateHeaders(verdicts)) c.env.outgoing.setHeader(name, value)
      },
    })
    if (!admitted.ok) return admitted
    const run = start({ owner: caller.value.owner, key: key.value, requestHash }, admitted.value, caller.value)
    return ok({ run, stream })
  }

  function start(facts: Pick<RunFacts, "owner" | "key" | "requestHash">, call: ChatCall, caller: Caller): Run {
    const id = `run_${deps.newId()}`
    const run = deps.runs.create({ ...facts, id, model: call.model.name, startedAt: deps.now() })
    void claimAndRun(run, call, caller).catch((error: unknown) => {
      // A stream that just ends would look whole to its reader.
      if (run.begun) run.append(run.encode([JSON.stringify(openAiError(crashed, call.texts)), doneMarker]))
      deps.onCrash(run, error)
    })
    return run
  }

  async function claimAndRun(run: Run, call: ChatCall, caller: Caller): Promise<void> {
    const earlier = await deps.store.claim(run.facts)
    if (earlier) return deps.runs.become(run, await whatItWas(earlier, run.facts))
    const outcome = await runChat(deps, run, call)
    if (outcome.state === "failed" && run.frameCount === 0 && run.reply === undefined) {
      // What was refused, or failed before a word, leaves nothing to attach to: the same key may be tried again.
      deps.runs.forget(run)
      await deps.store.unclaim(run.facts)
    }
    deps.onEnd(run, call, caller)
  }

  /** A run of this key from before this process: its answer again, or why there is none to give. */
  async function whatItWas(earlier: StoredRun, facts: RunFacts): Promise<Run | Failure> {
    if (earlier.facts.requestHash !== facts.requestHash) return keyReused
    if (earlier.state === "open") return { kind: "already-processing" }
    return (await deps.store.load(earlier.facts.id, facts.owner)) ?? acknowledged
  }

  function follow(c: HttpContext, run: Run): void {
    streamRun(run, c.env.outgoing, {
      onEarlyFailure: () => sendOutcome(c, run),
      onGone: () => leave(run),
    })
  }

  async function answerWhole(c: HttpContext, run: Run): Promise<void> {
    c.env.outgoing.once("close", () => leave(run))
    await run.ended
    sendOutcome(c, run)
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

const crashed: Failure = { kind: "http", status: 500, message: "internal error" }
const keyReused: Failure = {
  kind: "http",
  status: 422,
  message: "this Idempotency-Key was used for another request",
}

const acknowledged: Failure = {
  kind: "http",
  status: 410,
  message: "the answer under this Idempotency-Key was delivered and erased",
}

function keyOf(header: string | string[] | undefined): Result<string | undefined, Failure> {
  if (header === undefined) return ok(undefined)
  if (typeof header === "string" && keyShape.test(header)) return ok(header)
  return err({ kind: "invalid-request", message: "Idempotency-Key must be 1 to 255 visible characters" })
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
