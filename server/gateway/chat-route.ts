import { createHash } from "node:crypto"
import type { IncomingHttpHeaders, IncomingMessage } from "node:http"
import type { Failure } from "#core/gateway/failure.ts"
import { err, ok, type Result } from "#core/lib/result.ts"
import type { CallTarget } from "#core/providers/chat-wire.ts"
import type { ChatApi } from "#core/providers/registry.ts"
import { type Caller, isKnown, shareOf } from "../access/authorize.ts"
import { failureOfBody, refuse, whenGone } from "../http/context.ts"
import { rateHeaders } from "../http/rate-limit.ts"
import { isLong, readJson, readTextForm } from "../http/read-body.ts"
import { othersTurn } from "../http/turns.ts"
import type { Refusals } from "../http/refusals.ts"
import { alreadyAnswered, type Reply, sendReply } from "../http/reply.ts"
import type { Handler, HttpContext } from "../http/routes.ts"
import { textsFor } from "../http/texts.ts"
import { admit, type AdmissionDeps } from "./admission/admit.ts"
import { parseCeilings } from "./admission/ceilings.ts"
import { parseRequestMeta } from "./admission/asides.ts"
import { checkRates, hasCode } from "./admission/rates.ts"
import type { ChatCall } from "./chat-call.ts"
import type { Door } from "./doors.ts"
import { pathAt } from "./path-at.ts"
import { ownAddress, type OwnAddressDeps, ownCall } from "./providers/own-address.ts"
import { restarting } from "./run-chat.ts"
import { type Asked, createChatRuns, type ChatRunsDeps, noRoom } from "./runs/chat-runs.ts"
import { replayHeaders, streamRun } from "./runs/reply-stream.ts"
import { presentWhole } from "./runs/present-whole.ts"
import type { Run, RunFacts } from "./runs/run.ts"
import type { WholeReply } from "./runs/whole-reply.ts"
import { pictureIn } from "./upstream/picture.ts"

const longestBody = 10 * 1024 * 1024
const longestForm = 256 * 1024
const notAForm: Failure = {
  kind: "invalid-request",
  message: "content-type: must be multipart/form-data, of texts only",
}
const keyShape = /^[\x21-\x7e]{1,255}$/

export interface ChatRouteDeps extends AdmissionDeps, ChatRunsDeps, OwnAddressDeps {
  readonly refusals: Refusals
  /** False once the server is draining: what it has begun it ends, nothing new is begun. */
  readonly accepting: () => boolean
  /** A run has ended: log it, count it. */
  readonly onEnd: (run: Run, call: ChatCall, caller: Caller) => void
}

/** A chat at one of our prefixes, streamed or whole: `POST …/v1/chat/completions`, `…/v1/messages` and their kind. */
export function createChatRoute(deps: ChatRouteDeps, door: Door): Handler {
  const chatRuns = createChatRuns(deps)
  const usual = door.apis[0]

  return async (c) => {
    const url = c.url
    const path = pathAt(door, url.pathname)
    const api = door.apis.find(({ wire }) => wire.isCall(path))
    if (api === undefined) return refuse(c, noSuchCall(path, usual), usual?.wire ?? "own")
    const found = await findOrStart(c, api, { path, query: queryOf(url), headers: apiHeaders(c.incoming.headers) })
    if (!found.ok) return refuse(c, found.error, api.wire)
    const { run } = found.value
    whenGone(c, () => chatRuns.left(run))
    if (found.value.stream) follow(c, api, run)
    else await answerWhole(c, api, run)
    return alreadyAnswered
  }

  /**
   * The run this request is about: a new one, or the one its `Idempotency-Key` names already. Who calls, and whether they
   * call too often, is decided from the headers, before a byte of the body is read.
   */
  async function findOrStart(
    c: HttpContext,
    api: ChatApi,
    target: CallTarget,
  ): Promise<Result<{ run: Run; stream: boolean }, Failure>> {
    const { incoming } = c
    const caller = await deps.authorizer.authorize(incoming, c.url)
    if (!caller.ok) {
      deps.refusals.count("credential")
      return caller
    }
    const own = await ownCall(deps.authorizer, incoming, caller.value)
    if (!own.ok) {
      deps.refusals.count("credential")
      return own
    }
    const key = keyOf(incoming.headers["idempotency-key"])
    if (!key.ok) return key
    const ceilings = parseCeilings(incoming.headers)
    if (!ceilings.ok) return ceilings
    const { owner } = own.value
    // Without an id there is nobody to replay an answer to: the run belongs to its connection, as without a key.
    const runKey = isKnown(caller.value) ? key.value : undefined
    const slow = await tooOften(c, caller.value, owner, runKey)
    if (slow) {
      deps.refusals.count("rate")
      return err(slow)
    }

    const json = await readCall(c, api, caller.value)
    if (!json.ok) return json
    // A body of megabytes is worked on in steps, between which everybody else has their turn.
    const rest = isLong(c) ? othersTurn : undefined
    await rest?.()
    const native = api.wire.read(target, json.value)
    if (!native.ok) return native
    await rest?.()
    const { stream } = native.value
    const requestHash = runKey === undefined ? "" : `${c.url.pathname} ${hashOf(target, json.value)}`
    const meta = parseRequestMeta(incoming.headers["x-request-meta"])
    const asked = {
      ...roomOf(caller.value),
      owner,
      requestBytes: c.body.size(),
      key: runKey,
      requestHash,
      session: meta.session,
      bare: isBare(incoming, key.value),
    }
    await rest?.()
    const earlier = attach(c, asked)
    if (earlier) return earlier.ok ? ok({ run: earlier.value, stream }) : earlier
    if (!deps.accepting()) return err(restarting)
    const elsewhere = await ownAddress(deps, own.value)
    if (!elsewhere.ok) return elsewhere
    const run =
      attach(c, asked) ??
      start(asked, {
        native: native.value,
        caller: caller.value,
        door,
        api,
        elsewhere: elsewhere.value?.at,
        asker: { ...asked, tier: caller.value.tier },
        takesDearer: incoming.headers["x-prosa-successor"] === "any",
        ceilings: ceilings.value,
        texts: textsFor(incoming.headers["accept-language"]),
      })
    return run.ok ? ok({ run: run.value, stream }) : run
  }

  function attach(c: HttpContext, asked: Asked): Result<Run, Failure> | undefined {
    const known = chatRuns.known(asked)
    if (known?.ok && known.value.outcome) c.outgoing.setHeader("idempotent-replay", "true")
    return known
  }

  /** Nothing waits between what is looked at and what is begun: two requests never pass one limit, nor begin one key twice. */
  function start(asked: Asked, ask: Parameters<typeof admit>[1]): Result<Run, Failure> {
    const admitted = admit(deps, ask)
    if (!admitted.ok) return admitted
    const call = admitted.value
    return ok(chatRuns.start(asked, call, (ended) => deps.onEnd(ended, call, ask.caller)))
  }

  /** Counts the request. One that comes back for an answer it has asked for already counts as one who follows it. */
  async function tooOften(
    c: HttpContext,
    caller: Caller,
    owner: string,
    key: string | undefined,
  ): Promise<Failure | undefined> {
    if (key !== undefined && deps.runs.findByKey(owner, key) !== undefined) {
      const { allowed, retryAfterMs } = deps.followRate.check(caller.address)
      return allowed ? undefined : { kind: "too-many-requests", retryAfterMs }
    }
    const { verdicts, failure } = checkRates(deps, caller)
    for (const [name, value] of rateHeaders(verdicts)) c.outgoing.setHeader(name, value)
    if (failure === undefined || key === undefined || !hasCode(caller)) return failure
    return (await deps.store.knows(owner, key)) ? undefined : failure
  }

  async function readCall(c: HttpContext, api: ChatApi, caller: Caller): Promise<Result<unknown, Failure>> {
    const sender = hasCode(caller) ? { owner: caller.owner } : c
    const json =
      api.takesForms === true ? await readTextForm(c, longestForm, sender) : await readJson(c, longestBody, sender)
    if (json.ok) return json
    return err(api.takesForms === true && json.error === "bad-type" ? notAForm : failureOfBody(json.error))
  }

  function follow(c: HttpContext, api: ChatApi, run: Run): void {
    const isRead = streamRun(run, c.outgoing, {
      onEarlyFailure: () => sendOutcome(c, api, run),
      onGone: () => leave(run),
    })
    if (!isRead) sendReply(c.outgoing, refuse(c, noRoom, api.wire))
  }

  async function answerWhole(c: HttpContext, api: ChatApi, run: Run): Promise<void> {
    const unwatch = run.watch({ frames() {}, replaced() {}, end() {} }, run.frameCount)
    whenGone(c, () => {
      unwatch()
      leave(run)
    })
    await run.ended
    sendOutcome(c, api, run)
  }

  /** A run without a key belongs to its connection. */
  function leave(run: Run): void {
    if (run.facts.key === undefined) run.stop("client-gone")
  }

  /** Our own prefixes number every frame; elsewhere only for who may come back, and never for Google's SDK, which reads nothing but data. */
  function isBare({ headers }: IncomingMessage, key: string | undefined): boolean {
    if (door.takesAll) return false
    if (String(headers["x-goog-api-client"] ?? "").includes("google-genai-sdk")) return true
    return key === undefined && headers["x-visitor"] === undefined
  }

  function sendOutcome(c: HttpContext, api: ChatApi, run: Run): void {
    const failure = run.outcome?.failure
    const isWhole = failure === undefined || failure.kind === "empty-answer"
    const wantsPicture = api.takesForms === true && (c.incoming.headers.accept ?? "").startsWith("image/")
    const reply =
      run.reply !== undefined && isWhole
        ? replyOf(run.reply, wantsPicture)
        : refuse(c, failure ?? { kind: "upstream-cut" }, api.wire)
    sendReply(c.outgoing, { ...reply, headers: { ...reply.headers, "x-run-id": run.facts.id, ...replayHeaders(run) } })
  }
}

function noSuchCall(path: string, usual: ChatApi | undefined): Failure {
  const instead = usual?.wire.instead?.(path)
  if (instead === undefined) return { kind: "refused", reason: "no-such-route" }
  return { kind: "invalid-request", message: `${path} is not served here, call ${instead}` }
}

function keyOf(header: string | string[] | undefined): Result<string | undefined, Failure> {
  if (header === undefined) return ok(undefined)
  if (typeof header === "string" && keyShape.test(header)) return ok(header)
  return err({ kind: "refused", reason: "bad-idempotency-key" })
}

function hashOf({ path, query }: CallTarget, json: unknown): string {
  return createHash("sha256")
    .update(path)
    .update(JSON.stringify([query, json]))
    .digest("base64url")
}

/** The query without credentials. */
function queryOf({ search, searchParams }: URL): CallTarget["query"] {
  if (search === "") return {}
  return Object.fromEntries([...searchParams].filter(([name]) => name !== "key" && name !== "access_token"))
}

/** The headers with which clients choose versions of an API. */
function apiHeaders(headers: IncomingHttpHeaders): Readonly<Record<string, string>> {
  const chosen: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (
      /^(anthropic-|x-tc-action$|x-dashscope-sse$|accept$)/.test(name) &&
      typeof value === "string" &&
      value.length <= 512
    )
      chosen[name] = value
  }
  return chosen
}

/** `wantsPicture`: a picture is asked for as such, without the JSON around it. */
function replyOf(reply: WholeReply, wantsPicture: boolean): Reply {
  const picture = wantsPicture && reply.kind === "json" ? pictureIn(reply.json) : undefined
  return presentWhole(picture ? { kind: "file", ...picture } : reply)
}

/** Whose room a run of this caller takes. */
function roomOf(caller: Caller): Pick<RunFacts, "share" | "address" | "account"> {
  const room = { share: shareOf(caller), address: caller.address }
  if (caller.kind !== "code") return room
  return { ...room, account: { id: caller.code.id, fingerprint: caller.code.fingerprint } }
}
