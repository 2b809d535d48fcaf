import { Hono } from "hono"
import type { HttpBindings } from "@hono/node-server"
import { createAccessRoutes } from "./access/access-routes.ts"
import { createAnalyticsRoutes } from "./analytics/analytics-routes.ts"
import { operatorOnly } from "./admin/guard.ts"
import { createChatRoute, type ChatRouteDeps } from "./gateway/chat-route.ts"
import { createBillingRoutes } from "./gateway/billing/billing-routes.ts"
import { doors } from "./gateway/doors.ts"
import { createFreeRoutes } from "./gateway/free-routes.ts"
import { createGatewayRoutes } from "./gateway/gateway-routes.ts"
import { createRunsRoutes } from "./gateway/runs/runs-routes.ts"
import { createStatementRoutes } from "./ledger/statement-routes.ts"
import { createImageRoutes } from "./images/image-routes.ts"
import type { WrongCodes } from "./access/wrong-codes.ts"
import { noStore, refuse, type HttpContext } from "./http/context.ts"
import type { Log } from "./http/log.ts"
import type { Metrics } from "./http/metrics.ts"
import { securityHeaders } from "./http/security-headers.ts"
import { createUpdateRoutes } from "./update-routes.ts"
import { readVersion } from "./version.ts"
import { answerFromSite } from "./http/site-routes.ts"
import type { StaticSite } from "./http/static-site.ts"

export interface AppDeps extends ChatRouteDeps {
  readonly wrongCodes: WrongCodes
  readonly site: StaticSite
  readonly log: Log
  /** Rejects when the database does not answer. */
  readonly ping: () => Promise<void>
  readonly metrics: Metrics
  readonly adminRoutes: Hono<{ Bindings: HttpBindings }>
}

const metricsType = { "content-type": "text/plain; version=0.0.4; charset=utf-8" } as const
const methodsOfPage = new Set(["GET", "HEAD"])

/** Every route of the server. Who may call is decided inside each handler, never by the shape of a path. */
export function createApp(deps: AppDeps) {
  const app = new Hono<{ Bindings: HttpBindings }>()

  app.use(async (c, next) => {
    // Set on Node's own response, so that replies that are written past Hono carry them too.
    for (const [name, value] of Object.entries(securityHeaders)) c.env.outgoing.setHeader(name, value)
    // A kept connection would bring its next request here, too; a new one finds the next server.
    if (!deps.accepting()) c.env.outgoing.setHeader("connection", "close")
    await next()
  })

  app.route("/", createFreeRoutes(deps))
  app.route("/", createBillingRoutes(deps))
  for (const door of doors) {
    const route = createChatRoute(deps, door)
    for (const path of door.paths) app.post(path, route)
  }
  app.route("/", createRunsRoutes(deps))
  app.route("/", createStatementRoutes(deps))
  app.route("/", createAccessRoutes(deps))
  app.route("/", createImageRoutes(deps))
  app.route("/", createUpdateRoutes({ updateUrl: deps.config.updateUrl, version: readVersion(), now: deps.now }))
  app.route("/", createAnalyticsRoutes(deps))
  app.route("/", createGatewayRoutes(deps))
  app.use("/api/admin/*", operatorOnly(deps.config.adminToken))
  app.route("/api/admin", deps.adminRoutes)

  app.use("/metrics", operatorOnly(deps.config.adminToken))
  app.get("/metrics", () => new Response(deps.metrics.text(), { headers: { ...noStore, ...metricsType } }))
  app.get("/healthz", () => Response.json({ ok: true }, { headers: noStore }))
  app.get("/readyz", async () => {
    const ready =
      deps.accepting() &&
      (await deps.ping().then(
        () => true,
        () => false,
      ))
    return Response.json({ ready }, { status: ready ? 200 : 503, headers: noStore })
  })

  app.notFound((c) => answerUnknown(deps, app, c))
  app.onError((error, c) => {
    deps.log.error("crash", { route: c.req.path.slice(0, 100), error: error.message, stack: error.stack })
    return refuse(c, { kind: "refused", reason: "gateway-fault" })
  })
  return app
}

/** A page, a file of it, the app's own 404; for everything else JSON: 405 where another method would have worked, else 404. */
function answerUnknown(deps: AppDeps, app: Hono<{ Bindings: HttpBindings }>, c: HttpContext): Response {
  const { method, path } = c.req
  const site = answerFromSite(deps.site, path, c.req.header("accept-encoding") ?? "")
  if (site && methodsOfPage.has(method)) {
    return new Response(method === "HEAD" ? null : new Uint8Array(site.body), {
      status: site.status,
      headers: { ...site.headers, "content-length": String(site.body.length) },
    })
  }
  const allowed = site?.status === 200 ? ["GET", "HEAD"] : methodsFor(app, path)
  const shape = shapeAt(path)
  if (allowed.length === 0) return refuse(c, { kind: "refused", reason: "no-such-route" }, shape)
  const reply = refuse(c, { kind: "refused", reason: "method-not-allowed" }, shape)
  reply.headers.set("allow", allowed.join(", "))
  return reply
}

/** A provider's prefix refuses in its API's own words. */
function shapeAt(path: string): Parameters<typeof refuse>[2] {
  return doors.find(({ surface }) => path.startsWith(`${surface}/`))?.apis[0]?.wire ?? "own"
}

function methodsFor(app: Hono<{ Bindings: HttpBindings }>, path: string): string[] {
  const methods = ["GET", "POST", "DELETE", "PUT"]
  return methods.filter((method) => app.router.match(method, path)[0].some(([handler]) => isRoute(handler)))
}

function isRoute(handler: unknown): boolean {
  return Array.isArray(handler) && typeof handler[1] === "object" && handler[1] !== null && "method" in handler[1]
    ? handler[1].method !== "ALL"
    : false
}
