import { Hono } from "hono"
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response"
import type { HttpBindings } from "@hono/node-server"
import { encodeMeta } from "#core/ledger/balance-wire.ts"
import { toReais } from "#core/lib/micro-reais.ts"
import type { Authorizer, Caller } from "../access/authorize.ts"
import { noStore, presentedFor, refuse, urlOf, type HttpContext } from "../http/context.ts"
import { streamRun } from "./reply-stream.ts"
import type { Run } from "./run.ts"
import type { RunRegistry } from "./run-registry.ts"

/** A caller's runs: list, look, follow again, stop, acknowledge. Somebody else's run does not exist. */
export function createRunsRoutes(deps: { readonly authorizer: Authorizer; readonly runs: RunRegistry }) {
  const { authorizer, runs } = deps
  const routes = new Hono<{ Bindings: HttpBindings }>()
  const caller = (c: HttpContext) => authorizer.authorize(c.env.incoming, urlOf(c))

  routes.get("/api/runs", async (c) => {
    const who = await caller(c)
    if (!who.ok) return refuse(c, who.error)
    return Response.json({ runs: runs.list(who.value.owner).map(presentRun) }, { headers: noStore })
  })

  routes.get("/api/runs/:id", (c) => withRun(c, (run) => Response.json(presentRun(run), { headers: noStore })))

  routes.get("/api/runs/:id/events", (c) =>
    withRun(c, (run) => {
      const after = Number(c.req.header("last-event-id") ?? urlOf(c).searchParams.get("after") ?? 0)
      if (!Number.isSafeInteger(after) || after < 0) {
        return refuse(c, { kind: "invalid-request", message: "after must be a frame's id", param: "after" })
      }
      streamRun(run, c.env.outgoing, {
        after,
        onEarlyFailure(failed) {
          const failure = failed.outcome?.failure
          if (!failure) return
          const presented = presentedFor(c, failure, "openai")
          c.env.outgoing.writeHead(presented.status, { "content-type": "application/json", ...presented.headers })
          c.env.outgoing.end(JSON.stringify(presented.json))
        },
      })
      return RESPONSE_ALREADY_SENT
    }),
  )

  routes.post("/api/runs/:id/stop", (c) =>
    withRun(c, async (run) => {
      run.stop("stop")
      await run.ended
      return Response.json(presentRun(run), { headers: noStore })
    }),
  )

  routes.delete("/api/runs/:id", (c) =>
    withRun(c, (run) => {
      if (run.outcome === undefined) {
        return refuse(c, { kind: "invalid-request", message: "the run has not ended: stop it first" })
      }
      runs.forget(run)
      return new Response(null, { status: 204, headers: noStore })
    }),
  )

  return routes

  async function withRun(
    c: HttpContext,
    answer: (run: Run, who: Caller) => Response | Promise<Response>,
  ): Promise<Response> {
    const who = await caller(c)
    if (!who.ok) return refuse(c, who.error)
    const run = runs.find(c.req.param("id") ?? "", who.value.owner)
    return run ? answer(run, who.value) : refuse(c, { kind: "http", status: 404, message: "no such run" })
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
    frames: run.frameCount,
    ...(outcome && {
      usage: outcome.usage,
      cost: toReais(outcome.cost),
      limitedByBalance: outcome.limitedByBalance,
      ...(outcome.balance ? { _meta: encodeMeta(outcome.balance) } : {}),
      ...(outcome.failure ? { failure: outcome.failure.kind } : {}),
    }),
  }
}
