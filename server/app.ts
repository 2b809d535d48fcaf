import type { Failure } from "#core/gateway/failure.ts"
import { createAccessRoutes } from "./access/access-routes.ts"
import { createVisitorRoutes, type VisitorRoutesDeps } from "./access/visitor-routes.ts"
import type { WrongCodes } from "./access/wrong-codes.ts"
import type { OperatorGuard } from "./admin/guard.ts"
import { createAnalyticsRoutes } from "./analytics/analytics-routes.ts"
import { createBillingRoutes } from "./gateway/billing/billing-routes.ts"
import { createChatRoute, type ChatRouteDeps } from "./gateway/chat-route.ts"
import { doors } from "./gateway/doors.ts"
import { createFreeRoutes } from "./gateway/free-routes.ts"
import { createGatewayRoutes } from "./gateway/gateway-routes.ts"
import { databaseGone } from "./gateway/runs/chat-runs.ts"
import { createRunsRoutes } from "./gateway/runs/runs-routes.ts"
import type { BodyRoom } from "./http/body-room.ts"
import { clientAddress } from "./http/client-address.ts"
import { refuse } from "./http/context.ts"
import { createListener } from "./http/listener.ts"
import type { Log } from "./http/log.ts"
import type { Metrics } from "./http/metrics.ts"
import { jsonReply, noStore, type Reply } from "./http/reply.ts"
import { createRouter, createRoutes, type HttpContext, pathOf, type Route, type Router } from "./http/routes.ts"
import { securityHeaders } from "./http/security-headers.ts"
import { answerFromSite } from "./http/site-routes.ts"
import type { StaticSite } from "./http/static-site.ts"
import { createImageRoutes } from "./images/image-routes.ts"
import { createStatementRoutes } from "./ledger/statement-routes.ts"
import { DatabaseUnavailable } from "./store/database-unavailable.ts"
import { createUpdateRoutes } from "./update-routes.ts"
import { readVersion } from "./version.ts"

export interface AppDeps extends ChatRouteDeps, VisitorRoutesDeps {
  readonly wrongCodes: WrongCodes
  readonly site: StaticSite
  readonly log: Log
  /** Rejects when the database does not answer. */
  readonly ping: () => Promise<void>
  readonly metrics: Metrics
  /** Who may read the figures and use the operator's commands. */
  readonly operator: OperatorGuard
  readonly bodies: BodyRoom
  /** The operator's commands, below `/api/admin`. */
  readonly adminRoutes: readonly Route[]
}

const metricsType = { "content-type": "text/plain; version=0.0.4; charset=utf-8" } as const
const gatewayFault: Failure = { kind: "refused", reason: "gateway-fault" }
const methodsOfPage: readonly (string | undefined)[] = ["GET", "HEAD"]

/** What Node's server calls for every request: all routes. Who may call is decided inside each handler, never by the shape of a path. */
export function createApp(deps: AppDeps) {
  const { operator } = deps
  const site = createRoutes()
  site.get(
    "/metrics",
    operator.metrics(() => ({ status: 200, headers: { ...noStore, ...metricsType }, body: deps.metrics.text() })),
  )
  site.get("/healthz", () => jsonReply({ ok: true }))
  site.get("/readyz", async () => {
    const ready =
      deps.accepting() &&
      (await deps.ping().then(
        () => true,
        () => false,
      ))
    return jsonReply({ ready }, { status: ready ? 200 : 503 })
  })

  // What is more particular stands before a prefix that takes everything.
  const router = createRouter([
    ...createFreeRoutes(deps),
    ...createBillingRoutes(deps),
    ...doors.flatMap((door) => {
      const handle = createChatRoute(deps, door)
      return door.paths.map((path): Route => ({ method: "POST", path, handle }))
    }),
    ...createRunsRoutes(deps),
    ...createStatementRoutes(deps),
    ...createAccessRoutes(deps),
    ...createVisitorRoutes(deps),
    ...createImageRoutes(deps),
    ...createUpdateRoutes({ updateUrl: deps.config.updateUrl, version: readVersion(), now: deps.now }),
    ...createAnalyticsRoutes(deps),
    ...createGatewayRoutes(deps),
    ...deps.adminRoutes.map((route) => ({
      ...route,
      path: `/api/admin${route.path}`,
      handle: operator.admin(route.handle),
    })),
    ...site.all,
  ])

  return createListener({
    router,
    addressOf: (incoming) => clientAddress(incoming, deps.config.trustedProxies),
    bodies: deps.bodies,
    // A kept connection would bring its next request here, too; a new one finds the next server.
    headers: () => (deps.accepting() ? securityHeaders : { ...securityHeaders, connection: "close" }),
    otherwise: (c) => answerUnknown(deps, router, c),
    onCrash(c, error) {
      const { message, stack } = error instanceof Error ? error : { message: String(error), stack: "" }
      deps.log.error("crash", { route: pathOf(c.incoming.url ?? "").slice(0, 100), error: message, stack })
      const failure = error instanceof DatabaseUnavailable ? databaseGone : gatewayFault
      return refuse(c, failure, shapeAt(pathOf(c.incoming.url ?? "/")))
    },
  })
}

/** A page, a file of it, the app's own 404; for everything else JSON: 405 where another method would have worked, else 404. */
function answerUnknown(deps: AppDeps, router: Router, c: HttpContext): Reply {
  const path = pathOf(c.incoming.url ?? "/")
  const site = answerFromSite(deps.site, path, String(c.incoming.headers["accept-encoding"] ?? ""))
  if (site && methodsOfPage.includes(c.incoming.method)) return site
  const allowed = site?.status === 200 ? ["GET", "HEAD"] : router.methodsAt(path)
  const shape = shapeAt(path)
  if (allowed.length === 0) return refuse(c, { kind: "refused", reason: "no-such-route" }, shape)
  const reply = refuse(c, { kind: "refused", reason: "method-not-allowed" }, shape)
  return { ...reply, headers: { ...reply.headers, allow: allowed.join(", ") } }
}

/** A provider's prefix refuses in its API's own words. */
function shapeAt(path: string): Parameters<typeof refuse>[2] {
  return doors.find(({ surface }) => path.startsWith(`${surface}/`))?.apis[0]?.wire ?? "own"
}
