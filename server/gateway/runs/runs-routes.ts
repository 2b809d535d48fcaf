import { encodeMeta } from "#core/ledger/balance-wire.ts"
import { toReais } from "#core/lib/micro-reais.ts"
import type { Failure } from "#core/gateway/failure.ts"
import { type Authorizer, type Caller, shareOf } from "../../access/authorize.ts"
import { createAtOnce } from "../../access/at-once.ts"
import type { Config } from "../../config.ts"
import { createAddressRate, type RateLimit } from "../../http/rate-limit.ts"
import type { Refusals } from "../../http/refusals.ts"
import { steadyClock } from "../../steady-clock.ts"
import { refuse, whenGone } from "../../http/context.ts"
import { alreadyAnswered, emptyReply, jsonReply, sendReply } from "../../http/reply.ts"
import { type HttpContext, createRoutes, type Answer } from "../../http/routes.ts"
import { noRoom } from "./chat-runs.ts"
import type { KeptRuns } from "./kept-runs.ts"
import { presentWhole } from "./present-whole.ts"
import { streamRun } from "./reply-stream.ts"
import type { RunRegistry } from "./run-registry.ts"
import type { EndedRun, RunStore } from "./run-store.ts"
import { Run } from "./run.ts"

export interface RunsRoutesDeps {
  readonly authorizer: Authorizer
  readonly runs: RunRegistry
  readonly store: RunStore
  readonly keptRuns: KeptRuns
  readonly refusals: Refusals
  /** Answers an address may follow again. */
  readonly followRate: RateLimit
  /** So many questions about runs an address may ask in a minute, too; where there is no limit, none. */
  readonly config: { readonly limits: Pick<Config["limits"], "addressPerMinute"> }
  readonly now: () => number
}

/** Questions about answers from an address in a minute, where the operator's limit is lower. */
const perMinute = 600
/** Streams that are followed again, at once: of one caller, from one address, from a /48, and in all. */
const readersAtOnce = { perOwner: 64, perSubscriber: 256, perNetwork: 512, inAll: 4_096 } as const

/** A caller's runs: list, look, follow again, stop, acknowledge. Somebody else's run does not exist. */
export function createRunsRoutes(deps: RunsRoutesDeps) {
  const { authorizer, runs, store, keptRuns, refusals } = deps
  const { addressPerMinute } = deps.config.limits
  const clock = steadyClock(deps.now)
  const looks = createAddressRate(addressPerMinute === 0 ? 0 : Math.max(addressPerMinute, perMinute), clock)
  const readers = createAtOnce(readersAtOnce)
  const routes = createRoutes()

  routes.get("/api/runs", async (c) => {
    const slow = tooOften(c)
    if (slow) return refuse(c, slow)
    const who = await authorizer.authorize(c.incoming, c.url)
    if (!who.ok) return refuse(c, who.error)
    return jsonReply({ runs: await listRuns(who.value.owner) })
  })

  routes.get("/api/runs/:id", (c) => withRun(c, (run) => jsonReply(presentRun(run))))

  routes.get("/api/runs/:id/events", (c) => {
    const slow = tooOften(c, deps.followRate)
    if (slow) return refuse(c, slow)
    return withRun(c, async (found, whose) => {
      const said = String(c.incoming.headers["last-event-id"] ?? "") || c.url.searchParams.get("after") || "0"
      const after = Number(said)
      // Not everything that Number reads is an id of ours: "1e1", "0x5".
      if (!/^\d+$/.test(said) || !Number.isSafeInteger(after)) {
        return refuse(c, { kind: "refused", reason: "bad-frame-id", param: "after" })
      }
      const run = found instanceof Run ? found : await openFor(c, found, whose)
      if (!(run instanceof Run)) return refuse(c, run)
      if (run.reply !== undefined) return presentWhole(run.reply)
      const leave = readers.take(whose)
      if (leave === undefined) return refuse(c, noRoom)
      whenGone(c, leave)
      const isRead = streamRun(run, c.outgoing, {
        after,
        onEarlyFailure(failed) {
          const failure = failed.outcome?.failure
          if (failure) sendReply(c.outgoing, refuse(c, failure, "openai"))
        },
      })
      return isRead ? alreadyAnswered : refuse(c, noRoom)
    })
  })

  routes.post("/api/runs/:id/stop", (c) =>
    withRun(c, async (run) => {
      if (run instanceof Run) {
        run.stop("stop")
        await run.ended
      }
      return jsonReply(presentRun(run))
    }),
  )

  routes.delete("/api/runs/:id", (c) =>
    withRun(c, async (run) => {
      if (run.outcome === undefined) {
        return refuse(c, { kind: "refused", reason: "run-not-ended" })
      }
      if (run instanceof Run) runs.forget(run)
      await store.acknowledge(run.facts.id, run.facts.owner)
      return emptyReply
    }),
  )

  return routes.all

  /**
   * In this process, by its id or by the `Idempotency-Key` it was asked under (a reader who wants to stop may not have heard
   * of the id yet); or kept from an earlier one.
   */
  async function findRun(id: string, owner: string): Promise<Run | EndedRun | undefined> {
    return runs.find(id, owner) ?? runs.findByKey(owner, id) ?? (await store.glance(id, owner))
  }

  /** What an ended run said, in memory until its reader is gone. */
  async function openFor(c: HttpContext, { facts }: EndedRun, whose: Caller): Promise<Run | Failure> {
    const share = shareOf(whose)
    const opened = await keptRuns.open(facts.id, { owner: facts.owner, address: whose.address, share })
    if (opened === undefined) return { kind: "refused", reason: "no-such-run" }
    if (opened === "no-room") return noRoom
    whenGone(c, opened.leave)
    return opened.run
  }

  /** Runs at an address of the caller's own are those of the person who stands behind the key. */
  async function ofPerson(c: HttpContext, caller: Caller): Promise<Run | EndedRun | undefined> {
    if (caller.kind !== "own-key") return undefined
    const person = await authorizer.person(c.incoming, caller)
    return person.ok ? findRun(c.param("id"), person.value.owner) : undefined
  }

  /** Counts the request of its address, before anything is looked up. */
  function tooOften({ address }: HttpContext, rate = looks): Failure | undefined {
    const { allowed, retryAfterMs } = rate.check(address)
    if (allowed) return undefined
    refusals.count("rate")
    return { kind: "too-many-requests", retryAfterMs }
  }

  async function listRuns(owner: string) {
    const here = runs.list(owner)
    const kept = (await store.list(owner)).filter(({ facts }) => !here.some((run) => run.facts.id === facts.id))
    return [...here, ...kept].map(presentRun)
  }

  async function withRun(
    c: HttpContext,
    answer: (run: Run | EndedRun, whose: Caller) => Answer | Promise<Answer>,
  ): Promise<Answer> {
    const slow = tooOften(c)
    if (slow) return refuse(c, slow)
    const who = await authorizer.authorize(c.incoming, c.url)
    if (!who.ok) return refuse(c, who.error)
    const run = (await findRun(c.param("id"), who.value.owner)) ?? (await ofPerson(c, who.value))
    return run ? answer(run, who.value) : refuse(c, { kind: "refused", reason: "no-such-run" })
  }
}

/** A run as JSON: what it is, how far it is, and once settled what it used and cost (in reais). */
function presentRun(run: Run | EndedRun) {
  const { outcome } = run
  const here = run instanceof Run ? run : undefined
  return {
    id: run.facts.id,
    model: run.facts.model,
    state: here?.state ?? outcome?.state,
    started: run.facts.startedAt,
    ...(run.facts.session === undefined ? {} : { session: run.facts.session }),
    resumable: here?.keepsFrames ?? true,
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
