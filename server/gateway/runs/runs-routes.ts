import { encodeMeta } from "#core/ledger/balance-wire.ts"
import { toReais } from "#core/lib/micro-reais.ts"
import type { Failure } from "#core/gateway/failure.ts"
import type { ChatApi } from "#core/providers/registry.ts"
import type { Authorizer, Caller } from "../../access/authorize.ts"
import { shareOf } from "./run-shares.ts"
import { withCaller } from "../../access/with-caller.ts"
import { createAtOnce } from "../../limits/at-once.ts"
import type { Config } from "../../config.ts"
import type { CallerLimits } from "../../limits/caller-limits.ts"
import type { RateLimit } from "../../limits/rate-limit.ts"
import type { Refusals } from "../../http/refusals.ts"
import { refuse, whenGone } from "../../http/context.ts"
import { alreadyAnswered, emptyReply, jsonReply, sendReply } from "../../http/reply.ts"
import { type HttpContext, createRoutes, type Handled, type Handler } from "../../http/routes.ts"
import { textsFor } from "../../http/texts.ts"
import { noRoom } from "./kept-runs.ts"
import type { KeptRuns } from "./kept-runs.ts"
import { outcomeStates } from "./outcome.ts"
import { presentWhole } from "./present-whole.ts"
import { farewell } from "./farewell.ts"
import { type Readers, streamRun } from "./reply-stream.ts"
import type { RunDirectory } from "./run-directory.ts"
import type { RunRegistry } from "./run-registry.ts"
import type { EndedRun, OpenRun, RunStore } from "./run-store.ts"
import { Run } from "./run.ts"
import type { RunFacts } from "./run-facts.ts"

export interface RunsRoutesDeps {
  readonly authorizer: Authorizer
  readonly directory: RunDirectory
  readonly runs: Pick<RunRegistry, "forget">
  readonly limits: CallerLimits
  readonly store: RunStore
  readonly keptRuns: KeptRuns
  readonly refusals: Refusals
  readonly readers: Readers
  /** The API that the client of a run used. */
  readonly apiFor: (facts: RunFacts) => ChatApi
  /** Answers an address may follow again. */
  readonly followRate: RateLimit
  /** The operator's limit of requests per address bounds questions about runs as well; 0 is no limit. */
  readonly config: { readonly limits: Pick<Config["limits"], "addressPerMinute"> }
}

/** Answers an address may follow again in a minute: far more than a house full of readers who come back. */
export const followsPerMinute = 600
/** Questions about answers from an address in a minute, where the operator's limit is lower. */
const perMinute = 600
/** Streams that are followed again, at once: of one caller, from one address, from a /48, and in all. */
export const readersAtOnce = { perOwner: 64, perSubscriber: 256, perNetwork: 512, inAll: 4_096 } as const

const notEnded: Failure = { kind: "refused", reason: "run-not-ended" }
const noSuchState: Failure = {
  kind: "invalid-request",
  message: `'read' is the state that the answer was read in: ${outcomeStates.join(", ")}`,
  param: "read",
}

/** A caller's runs: list, look, follow again, stop, acknowledge. Somebody else's run does not exist. */
export function createRunsRoutes(deps: RunsRoutesDeps) {
  const { authorizer, directory, runs, store, keptRuns, refusals } = deps
  const { addressPerMinute } = deps.config.limits
  const looksPerMinute = addressPerMinute === 0 ? 0 : Math.max(addressPerMinute, perMinute)
  const looks = deps.limits.addressRate("run-question", looksPerMinute)
  const readers = createAtOnce(readersAtOnce)
  const routes = createRoutes()

  routes.get(
    "/api/runs",
    paced(withCaller(authorizer, async (_c, { owner }) => jsonReply({ runs: await listRuns(owner) }))),
  )

  const look = (_c: HttpContext, run: Run | EndedRun | OpenRun) => jsonReply(presentRun(run, deps.apiFor))
  routes.get("/api/runs/:id", withRun(look, look))

  // Whoever is told to wait comes back, until that server has ended it, or is found dead.
  const wait = (c: HttpContext) => refuse(c, { kind: "already-processing" })
  routes.get("/api/runs/:id/events", paced(withRun(follow, wait), deps.followRate))

  const stop = withRun(async (_c, run) => {
    if (run instanceof Run) {
      run.stop("stop")
      // A run that is billed whole is not cut: it ends by itself, and its reader sees it then.
      if (run.facts.isBilledWhole !== true) await run.ended
    }
    return jsonReply(presentRun(run, deps.apiFor))
  })
  routes.post("/api/runs/:id/stop", stop)

  const acknowledge = withRun(
    async (c, run) => {
      const said = c.url.searchParams.get("read")
      const read = outcomeStates.find((state) => state === said)
      if (said !== null && read === undefined) return refuse(c, noSuchState)
      if (run.outcome === undefined) return refuse(c, notEnded)
      // Who has a part is asked after on disk first: this server may not know that the whole took the place of that.
      if (read === "interrupted" && (await store.acknowledge(run.facts.id, run.facts.owner, read)) === "replaced") {
        return refuse(c, { kind: "refused", reason: "answer-completed" })
      }
      if (run instanceof Run) {
        runs.forget(run)
        await deps.readers.keeping.drop(run)
      }
      await store.acknowledge(run.facts.id, run.facts.owner)
      return emptyReply
    },
    (c) => refuse(c, notEnded),
  )
  routes.delete("/api/runs/:id", acknowledge)

  return routes.all

  async function follow(c: HttpContext, found: Run | EndedRun, whose: Caller): Promise<Handled> {
    const said = String(c.incoming.headers["last-event-id"] ?? "") || c.url.searchParams.get("after") || "0"
    const after = Number(said)
    // Not everything that Number reads is an id of ours: "1e1", "0x5".
    if (!/^\d+$/.test(said) || !Number.isSafeInteger(after)) {
      return refuse(c, { kind: "refused", reason: "bad-frame-id", param: "after" })
    }
    const run = found instanceof Run ? found : await openFor(c, found, whose)
    if (!(run instanceof Run)) return refuse(c, run)
    const holder = { owner: run.facts.owner, address: whose.address, share: shareOf(whose) }
    if (run.reply === undefined) {
      const leave = readers.take(whose)
      if (leave === undefined) return refuse(c, noRoom)
      whenGone(c, leave)
      if (run.facts.isWhole === true) await untilEnded(c, run)
    }
    if (run.reply !== undefined) {
      deps.readers.unread.bound(holder, c.outgoing, run.reply.bytes.length)
      return presentWhole(run.reply, run.outcome)
    }
    const texts = textsFor(c.incoming.headers["accept-language"])
    const isRead = streamRun(deps.readers, run, c.outgoing, {
      after,
      whose: holder,
      farewell: (sent) => farewell(deps.apiFor(run.facts).clientApi, texts, run.facts, sent),
      onEarlyFailure(failed) {
        const failure = failed.outcome?.failure
        if (failure) sendReply(c.outgoing, refuse(c, failure, "openai"))
      },
    })
    return isRead ? alreadyAnswered : refuse(c, noRoom)
  }

  /** A picture or a text read aloud has no frames to follow: it comes whole. */
  async function untilEnded(c: HttpContext, run: Run): Promise<void> {
    whenGone(c, run.watch({ frames() {}, replaced() {}, end() {} }, run.frameCount))
    await run.ended
  }

  /**
   * In this process, by its id or by the `Idempotency-Key` it was asked under (a reader who wants to stop may not have heard
   * of the id yet), or on its way to the disk; or kept there.
   */
  async function findRun(id: string, owner: string): Promise<Run | EndedRun | OpenRun | undefined> {
    const going = (await directory.find(id, owner)) ?? (await directory.findByKey(owner, id))
    const here = going ?? deps.readers.keeping.find(id, owner)
    return here ?? (await store.glance(id, owner))
  }

  /** Loads the answer of an ended run into memory until its reader is gone. */
  async function openFor(c: HttpContext, { facts }: EndedRun, whose: Caller): Promise<Run | Failure> {
    const share = shareOf(whose)
    const opened = await keptRuns.open(facts.id, { owner: facts.owner, address: whose.address, share })
    if (opened === undefined) return { kind: "refused", reason: "no-such-run" }
    if (opened === "no-room") return noRoom
    whenGone(c, opened.leave)
    return opened.run
  }

  /** Runs at an address of the caller's own are those of the person who stands behind the key. */
  async function ofPerson(c: HttpContext, caller: Caller): Promise<Run | EndedRun | OpenRun | undefined> {
    if (caller.kind !== "own-key") return undefined
    const person = await authorizer.person(c.incoming, caller)
    return person.ok ? findRun(c.param("id"), person.value.owner) : undefined
  }

  /** Counts the request of its address, before anything is looked up. */
  function paced(handle: Handler, rate = looks): Handler {
    return async (c) => {
      const { allowed, retryAfterMs } = await rate.check(c.address)
      if (allowed) return handle(c)
      refusals.count("rate")
      return refuse(c, { kind: "too-many-requests", retryAfterMs })
    }
  }

  async function listRuns(owner: string) {
    const here = await directory.list(owner)
    const kept = (await store.list(owner)).filter(({ facts }) => !here.some((run) => run.facts.id === facts.id))
    return [...here, ...kept].map((run) => presentRun(run, deps.apiFor))
  }

  /**
   * A handler for a run of the caller's, or of the person who stands behind their key. `elsewhere`: for one that another server is at;
   * absent: it is not found.
   */
  function withRun(
    handle: (c: HttpContext, run: Run | EndedRun, whose: Caller) => Handled | Promise<Handled>,
    elsewhere?: (c: HttpContext, run: OpenRun) => Handled,
  ): Handler {
    const ofCaller = withCaller(authorizer, async (c, caller) => {
      const run = (await findRun(c.param("id"), caller.owner)) ?? (await ofPerson(c, caller))
      if (run instanceof Run || run?.outcome !== undefined) return handle(c, run, caller)
      return run && elsewhere ? elsewhere(c, run) : refuse(c, { kind: "refused", reason: "no-such-run" })
    })
    return paced(ofCaller)
  }
}

/** A run as JSON: what it is, how far it is, and once settled what it used and cost (in reais). */
function presentRun(run: Run | EndedRun | OpenRun, apiFor: RunsRoutesDeps["apiFor"]) {
  const { outcome } = run
  const here = run instanceof Run ? run : undefined
  return {
    id: run.facts.id,
    model: run.facts.model,
    state: here?.state ?? outcome?.state ?? "streaming",
    started: run.facts.startedAt,
    ...(run.facts.session === undefined ? {} : { session: run.facts.session }),
    resumable: here?.keepsFrames ?? true,
    // A page looks for the conversation of each answer; a picture, a sound and a transcript have none.
    ...(apiFor(run.facts).clientApi.isMedia === true && { media: true }),
    ...(run.facts.key === undefined && { keyless: true }),
    frames: run.frameCount,
    ...(here && outcome === undefined && { watched: !here.isAlone }),
    ...(outcome && {
      usage: outcome.usage,
      cost: toReais(outcome.cost),
      limitedByBalance: outcome.limitedByBalance,
      ...(outcome.promptCharged === true ? { promptCharged: true } : {}),
      ...(outcome.balance ? { _meta: encodeMeta(outcome.balance) } : {}),
      ...(outcome.failure ? { failure: outcome.failure.kind } : {}),
    }),
  }
}
