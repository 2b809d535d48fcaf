import { encodeMeta } from "#core/ledger/balance-wire.ts"
import { toReais } from "#core/lib/micro-reais.ts"
import type { Authorizer, Caller } from "../../access/authorize.ts"
import { refuse } from "../../http/context.ts"
import { alreadyAnswered, emptyReply, jsonReply, sendReply } from "../../http/reply.ts"
import { type HttpContext, createRoutes, type Answer } from "../../http/routes.ts"
import { presentWhole } from "./present-whole.ts"
import { runShares } from "./run-shares.ts"
import { streamRun } from "./reply-stream.ts"
import type { RunRegistry } from "./run-registry.ts"
import type { RunStore } from "./run-store.ts"
import type { Run } from "./run.ts"

export interface RunsRoutesDeps {
  readonly authorizer: Authorizer
  readonly runs: RunRegistry
  readonly store: RunStore
}

/** A caller's runs: list, look, follow again, stop, acknowledge. Somebody else's run does not exist. */
export function createRunsRoutes(deps: RunsRoutesDeps) {
  const { authorizer, runs, store } = deps
  const routes = createRoutes()

  routes.get("/api/runs", async (c) => {
    const who = await authorizer.authorize(c.incoming, c.url)
    if (!who.ok) return refuse(c, who.error)
    return jsonReply({ runs: await listRuns(who.value.owner) })
  })

  routes.get("/api/runs/:id", (c) => withRun(c, (run) => jsonReply(presentRun(run))))

  routes.get("/api/runs/:id/events", (c) =>
    withRun(c, (run) => {
      const said = String(c.incoming.headers["last-event-id"] ?? "") || c.url.searchParams.get("after") || "0"
      const after = Number(said)
      // Not everything that Number reads is an id of ours: "1e1", "0x5".
      if (!/^\d+$/.test(said) || !Number.isSafeInteger(after)) {
        return refuse(c, { kind: "refused", reason: "bad-frame-id", param: "after" })
      }
      if (run.reply !== undefined) return presentWhole(run.reply)
      if (run.watchers >= runShares[run.facts.share ?? "code"].readers) {
        return refuse(c, { kind: "too-many-requests", retryAfterMs: 10_000 })
      }
      streamRun(run, c.outgoing, {
        after,
        onEarlyFailure(failed) {
          const failure = failed.outcome?.failure
          if (failure) sendReply(c.outgoing, refuse(c, failure, "openai"))
        },
      })
      return alreadyAnswered
    }),
  )

  routes.post("/api/runs/:id/stop", (c) =>
    withRun(c, async (run) => {
      run.stop("stop")
      await run.ended
      return jsonReply(presentRun(run))
    }),
  )

  routes.delete("/api/runs/:id", (c) =>
    withRun(c, async (run) => {
      if (run.outcome === undefined) {
        return refuse(c, { kind: "refused", reason: "run-not-ended" })
      }
      runs.forget(run)
      await store.acknowledge(run.facts.id, run.facts.owner)
      return emptyReply
    }),
  )

  return routes.all

  /**
   * In this process, by its id or by the `Idempotency-Key` it was asked under (a reader who wants to stop may not have heard
   * of the id yet); or kept from an earlier one.
   */
  async function findRun(id: string, owner: string): Promise<Run | undefined> {
    return runs.find(id, owner) ?? runs.findByKey(owner, id) ?? (await store.load(id, owner))
  }

  /** Runs at an address of the caller's own are those of the person who stands behind the key. */
  async function ofPerson(c: HttpContext, caller: Caller): Promise<Run | undefined> {
    if (caller.kind !== "own-key") return undefined
    const person = await authorizer.person(c.incoming, caller)
    return person.ok ? findRun(c.param("id"), person.value.owner) : undefined
  }

  async function listRuns(owner: string) {
    const here = runs.list(owner)
    const kept = (await store.list(owner)).filter(({ facts }) => !here.some((run) => run.facts.id === facts.id))
    const loaded = await Promise.all(kept.map(({ facts }) => store.load(facts.id, owner)))
    return [...here, ...loaded.filter((run) => run !== undefined)].map(presentRun)
  }

  async function withRun(c: HttpContext, answer: (run: Run) => Answer | Promise<Answer>): Promise<Answer> {
    const who = await authorizer.authorize(c.incoming, c.url)
    if (!who.ok) return refuse(c, who.error)
    const run = (await findRun(c.param("id"), who.value.owner)) ?? (await ofPerson(c, who.value))
    return run ? answer(run) : refuse(c, { kind: "refused", reason: "no-such-run" })
  }
}

/** A run as JSON: what it is, how far it is, and once settled what it used and cost (in reais). */
function presentRun(run: Run) {
  const { outcome } = run
  return {
    id: run.facts.id,
    model: run.facts.model,
    state: run.state,
    started: run.facts.startedAt,
    ...(run.facts.session === undefined ? {} : { session: run.facts.session }),
    resumable: run.keepsFrames,
    frames: run.frameCount,
    ...(outcome === undefined && { watched: !run.isAlone }),
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
