import type { IncomingHttpHeaders, IncomingMessage } from "node:http"
import type { Failure } from "#core/gateway/failure.ts"
import { err, ok, type Result } from "#core/lib/result.ts"
import { gatewayOf } from "#core/providers/gateways.ts"
import type { CallTarget } from "#core/providers/client-api.ts"
import type { ChatApi } from "#core/providers/registry.ts"
import { type Caller, isKnown } from "../access/authorize.ts"
import type { Config } from "../config.ts"
import { shareOf } from "./runs/run-shares.ts"
import { refuse, whenGone } from "../http/context.ts"
import type { Refusals } from "../http/refusals.ts"
import { alreadyAnswered, type Reply, sendReply } from "../http/reply.ts"
import type { Handler, HttpContext } from "../http/routes.ts"
import { textsFor } from "../http/texts.ts"
import type { AdmissionDeps, AdmissionRequest } from "./admission/admission.ts"
import { admit } from "./admission/admit.ts"
import { isLaterRound } from "./admission/later-round.ts"
import { whoAsks } from "./admission/who-asks.ts"
import type { ChatCall } from "./call/chat-call.ts"
import type { ApiPrefix } from "./apis/api-prefixes.ts"
import { pathAt } from "./apis/path-at.ts"
import { ownAddress, type OwnAddressDeps } from "./providers/own-address.ts"
import { readCall } from "./read-call.ts"
import { restarting } from "./decide-end.ts"
import { type RunRequest, createChatRuns, type ChatRunsDeps } from "./chat-runs.ts"
import { noRoom } from "./runs/kept-runs.ts"
import { farewell } from "./runs/farewell.ts"
import { type Readers, replayHeaders, streamRun } from "./runs/reply-stream.ts"
import { leaveRun } from "./runs/leave-run.ts"
import { presentWhole } from "./runs/present-whole.ts"
import type { RunDirectory } from "./runs/run-directory.ts"
import type { Outcome } from "./runs/outcome.ts"
import type { Run } from "./runs/run.ts"
import type { RunFacts } from "./runs/run-facts.ts"
import type { WholeReply } from "./runs/whole-reply.ts"
import { pictureIn } from "./upstream/picture.ts"

export interface ChatRouteDeps extends AdmissionDeps, ChatRunsDeps, OwnAddressDeps {
  readonly config: Config
  readonly refusals: Refusals
  readonly directory: RunDirectory
  readonly readers: Readers
  /** False once the server is draining: what it has begun it ends, nothing new is begun. */
  readonly accepting: () => boolean
  /** A run has ended: log it, count it. */
  readonly onEnd: (run: Run, call: ChatCall, caller: Caller) => void
}

/** The run a request is about, and whether it wants it as a stream. */
interface Found {
  readonly run: Run
  readonly stream: boolean
}

function found(run: Result<Run, Failure>, stream: boolean): Result<Found, Failure> {
  return run.ok ? ok({ run: run.value, stream }) : run
}

/** A chat at one of our prefixes, streamed or whole: `POST …/v1/chat/completions`, `…/v1/messages` and their kind. */
export function createChatRoute(deps: ChatRouteDeps, prefix: ApiPrefix): Handler {
  const chatRuns = createChatRuns(deps)
  const usual = prefix.apis[0]

  return async (c) => {
    const url = c.url
    const path = pathAt(prefix, url.pathname)
    const api = prefix.apis.find(({ clientApi }) => clientApi.isCall(path))
    if (api === undefined) return refuse(c, noSuchCall(path, usual), usual?.clientApi ?? "own")
    const asked = await findOrStart(c, api, { path, query: queryOf(url), headers: clientHeaders(c.incoming.headers) })
    if (!asked.ok) return refuse(c, asked.error, api.clientApi)
    const { run, stream } = asked.value
    if (run.facts.key !== undefined) whenGone(c, () => chatRuns.left(run))
    if (stream) follow(c, api, run)
    else await answerWhole(c, api, run)
    return alreadyAnswered
  }

  /** The run this request is about: a new one, or the one its `Idempotency-Key` names already. */
  async function findOrStart(c: HttpContext, api: ChatApi, target: CallTarget): Promise<Result<Found, Failure>> {
    const { headers } = c.incoming
    const asking = await whoAsks(deps, c)
    if (!asking.ok) return asking
    const { caller, own, key, ceilings, session } = asking.value
    const call = await readCall(c, { api, target, caller, isKeyed: key !== undefined })
    if (!call.ok) return call
    const { native, requestHash } = call.value
    const { stream } = native
    const who = { ...roomOf(caller), owner: own.owner, requestBytes: c.body.size() }
    const asked = { ...who, key, isNobodys: !isKnown(caller), requestHash, session, bare: isBare(c.incoming, api) }

    const earlier = attach(c, asked)
    if (earlier) return found(earlier, stream)
    if (!deps.accepting()) return err(restarting)
    const elsewhere = own.instead === undefined ? ok(undefined) : await ownAddress(deps, c, own)
    if (!elsewhere.ok) return elsewhere
    const ask: AdmissionRequest = {
      native,
      caller,
      prefix,
      api,
      elsewhere: elsewhere.value?.at,
      person: elsewhere.value?.person,
      asker: { ...asked, tier: caller.tier },
      isLaterRound: () => isLaterRound(deps.store, asked, deps.now()),
      takesDearer: headers["x-prosa-successor"] === "any",
      ceilings,
      texts: textsFor(headers["accept-language"]),
    }
    // Whoever asked under the same key meanwhile has begun it.
    return found(attach(c, asked) ?? start(asked, ask), stream)
  }

  function attach(c: HttpContext, asked: RunRequest): Result<Run, Failure> | undefined {
    const known = chatRuns.known(asked)
    if (known?.ok && known.value.outcome) c.outgoing.setHeader("idempotent-replay", "true")
    return known
  }

  /** Nothing waits between what is looked at and what is begun: two requests never pass one limit, nor begin one key twice. */
  function start(asked: RunRequest, ask: AdmissionRequest): Result<Run, Failure> {
    const admitted = admit(deps, ask)
    if (!admitted.ok) return admitted
    const call = admitted.value
    return ok(chatRuns.start(asked, call, (ended) => deps.onEnd(ended, call, ask.caller)))
  }

  function follow(c: HttpContext, api: ChatApi, run: Run): void {
    const texts = textsFor(c.incoming.headers["accept-language"])
    const isRead = streamRun(deps.readers, run, c.outgoing, {
      whose: run.facts,
      farewell: (sent) => farewell(api.clientApi, texts, run.facts, sent),
      onEarlyFailure: () => sendOutcome(c, api, run),
      onGone: () => leaveRun(run, deps.readers.keeping),
    })
    if (!isRead) sendReply(c.outgoing, refuse(c, noRoom, api.clientApi))
  }

  async function answerWhole(c: HttpContext, api: ChatApi, run: Run): Promise<void> {
    const unwatch = run.watch({ frames() {}, replaced() {}, end() {} }, run.frameCount)
    whenGone(c, () => {
      unwatch()
      if (run.outcome === undefined) leaveRun(run, deps.readers.keeping)
      else if (!c.outgoing.writableFinished) deps.readers.keeping.keep(run)
    })
    await run.ended
    sendOutcome(c, api, run)
    // A reply that is paid, and whose place a failure takes (its code is frozen), is there for its owner afterwards.
    if (run.outcome?.failure !== undefined && run.reply !== undefined && run.outcome.cost > 0)
      deps.readers.keeping.keep(run)
    if (c.outgoing.writableLength > 0 || run.keepsFrames) deps.readers.keeping.whileUnread(run, c.outgoing)
  }

  /** The headers that the API's wires see. */
  function clientHeaders(headers: IncomingHttpHeaders): Readonly<Record<string, string>> {
    const chosen: Record<string, string> = {}
    for (const name of gatewayOf[prefix.provider].clientHeaders ?? []) {
      const value = headers[name]
      if (typeof value === "string" && value.length <= 512) chosen[name] = value
    }
    return chosen
  }

  /** OpenAI's chat numbers every frame; elsewhere only for who may come back, and never for clients that read nothing but data. */
  function isBare({ headers }: IncomingMessage, api: ChatApi): boolean {
    if (prefix.takesAll && api === usual) return false
    if (gatewayOf[prefix.provider].readsDataOnly?.(headers)) return true
    return headers["idempotency-key"] === undefined && headers["x-visitor"] === undefined
  }

  function sendOutcome(c: HttpContext, api: ChatApi, run: Run): void {
    const failure = run.outcome?.failure
    const isWhole = failure === undefined || failure.kind === "empty-answer"
    const wantsPicture = api.clientApi.givesPictures === true && (c.incoming.headers.accept ?? "").startsWith("image/")
    const reply =
      run.reply !== undefined && isWhole
        ? replyOf(run.reply, run.outcome, wantsPicture)
        : refuse(c, failure ?? { kind: "upstream-cut" }, api.clientApi)
    if (reply.body instanceof Uint8Array) deps.readers.unread.bound(run.facts, c.outgoing, reply.body.length)
    sendReply(c.outgoing, { ...reply, headers: { ...reply.headers, "x-run-id": run.facts.id, ...replayHeaders(run) } })
  }
}

function noSuchCall(path: string, usual: ChatApi | undefined): Failure {
  const instead = usual?.clientApi.instead?.(path)
  if (instead === undefined) return { kind: "refused", reason: "no-such-route" }
  return { kind: "invalid-request", message: `${path} is not served here, call ${instead}` }
}

/** The query without credentials. */
function queryOf(url: URL): CallTarget["query"] {
  if (url.search === "") return {}
  return Object.fromEntries([...url.searchParams].filter(([name]) => name !== "key" && name !== "access_token"))
}

/** `wantsPicture`: a picture is asked for as such, without the JSON around it. */
function replyOf(reply: WholeReply, outcome: Outcome | undefined, wantsPicture: boolean): Reply {
  const picture = wantsPicture && reply.kind === "json" ? pictureIn(reply.bytes.toString()) : undefined
  if (picture === undefined) return presentWhole(reply, outcome)
  const { bytes, type, seed } = picture
  const told = presentWhole({ kind: "file", bytes, type }, outcome)
  return { ...told, headers: { ...told.headers, ...(seed !== undefined && { "x-picture-seed": String(seed) }) } }
}

/** Whose room a run of this caller takes. */
function roomOf(caller: Caller): Pick<RunFacts, "share" | "address" | "account"> {
  const room = { share: shareOf(caller), address: caller.address }
  if (caller.kind !== "code") return room
  return { ...room, account: { id: caller.code.id, fingerprint: caller.code.fingerprint } }
}
