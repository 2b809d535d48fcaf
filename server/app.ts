import type { Failure } from "#core/gateway/failure.ts"
import { pathOfApp } from "#core/providers/app-paths.ts"
import { createAccessRoutes } from "./account/access-routes.ts"
import { createVisitorRoutes } from "./access/visitor-routes.ts"
import type { Access } from "./assembly/build-access.ts"
import type { Gateway } from "./assembly/build-gateway.ts"
import type { Models } from "./assembly/build-models.ts"
import type { Config } from "./config.ts"
import type { Database } from "./store/sql.ts"
import { createAnalyticsRoutes } from "./analytics/analytics-routes.ts"
import { createBillingRoutes } from "./account/billing-routes.ts"
import { createChatRoute } from "./gateway/chat-route.ts"
import { apiPrefixes } from "./gateway/apis/api-prefixes.ts"
import { createUnpricedRoutes } from "./gateway/unpriced-routes.ts"
import { createGatewayRoutes } from "./gateway/gateway-routes.ts"
import { databaseGone } from "./gateway/chat-runs.ts"
import { createRunsRoutes } from "./gateway/runs/runs-routes.ts"
import { createAppOrigins } from "./http/app-origins.ts"
import type { ReadingRoom } from "./http/reading-room.ts"
import type { BodyRoom } from "./http/body-room.ts"
import { clientAddress } from "./http/client-address.ts"
import { refuse } from "./http/context.ts"
import { createListener } from "./http/listener.ts"
import type { Log } from "./http/log.ts"
import type { Metrics } from "./http/metrics.ts"
import { jsonReply, noStore, type Reply } from "./http/reply.ts"
import {
  createRouter,
  createRoutes,
  decodePart,
  type Handled,
  type HttpContext,
  pathOf,
  type Route,
  type Router,
} from "./http/routes.ts"
import { securityHeadersFor } from "./http/security-headers.ts"
import { serviceWorkerOf } from "./http/service-worker.ts"
import { answerFromSite } from "./http/site-routes.ts"
import type { StaticSite } from "./http/static-site.ts"
import { createPluginRoutes } from "./plugins/plugin-routes.ts"
import { createImageRoutes } from "./images/image-routes.ts"
import { createStatementRoutes } from "./account/statement-routes.ts"
import type { OutageLog } from "./assembly/outage-log.ts"
import type { WhyUnavailable } from "./store/database-unavailable.ts"
import { createSharingRoutes } from "./sharing/sharing-routes.ts"
import type { SharedFiles } from "./sharing/shared-files.ts"
import { createSyncRoutes } from "./sync/sync-routes.ts"
import type { Vaults } from "./vault/vaults.ts"
import { createVaultRoutes } from "./vault/vault-routes.ts"
import { createUpdateRoutes } from "./update-routes.ts"
import { readVersion } from "./version.ts"

export interface AppParts {
  readonly config: Config
  /** Epoch ms. */
  readonly now: () => number
  readonly log: Log
  readonly metrics: Metrics
  /** Hears of what failed because of the database. */
  readonly outages: Pick<OutageLog, "counts">
  readonly bodies: BodyRoom
  readonly readingRoom: ReadingRoom
  readonly access: Access
  readonly models: Models
  readonly gateway: Gateway
  readonly database: Database
  /** What people share by links. */
  readonly shared: SharedFiles
  /** What people's devices share, sealed. */
  readonly vaults: Vaults
  readonly pepper: string
  /** The operator's commands, below `/api/admin`. */
  readonly adminRoutes: readonly Route[]
  readonly site: StaticSite
  /** Why the database is unavailable; undefined while it can be read and written. Resolves within two seconds. */
  readonly whyNotReady: () => Promise<WhyUnavailable | undefined>
}

const metricsType = { "content-type": "text/plain; version=0.0.4; charset=utf-8" } as const
const gatewayFault: Failure = { kind: "refused", reason: "gateway-fault" }
const methodsOfPage: readonly (string | undefined)[] = ["GET", "HEAD"]

/** Builds the listener for every request, with all routes. Each handler decides who may call it, never the shape of a path. */
export function createApp(parts: AppParts) {
  const { config, now, log, metrics, outages, bodies, readingRoom, access, models, gateway, database } = parts
  const { authorizer, operator, quota, visitorIds, wallets, wrongCodes } = access
  const { accepting, limits, refusals, codeRate, addressRate, followRate } = gateway
  const rates = { codeRate, addressRate, followRate }
  const site = createRoutes()
  site.get(
    "/metrics",
    operator.metrics(() => ({ status: 200, headers: { ...noStore, ...metricsType }, body: metrics.text() })),
  )
  site.get("/healthz", () => jsonReply({ ok: true }))
  site.get("/readyz", async () => {
    const reason = accepting() ? await parts.whyNotReady() : "draining"
    return reason === undefined ? jsonReply({ ready: true }) : jsonReply({ ready: false, reason }, { status: 503 })
  })
  const always = securityHeadersFor(config)
  const serviceWorker = serviceWorkerOf({ site: parts.site, pageHeaders: always, isOn: config.serviceWorker })
  if (serviceWorker !== undefined) {
    site.get("/service-worker.js", (c) => serviceWorker(String(c.incoming.headers["accept-encoding"] ?? "")))
  }

  // Particular routes precede a prefix that matches every path below it.
  const router = createRouter([
    ...createUnpricedRoutes(gateway),
    ...createBillingRoutes(gateway),
    ...apiPrefixes.flatMap((prefix) => {
      const handle = createChatRoute(gateway, prefix)
      return prefix.paths.map((path): Route => ({ method: "POST", path, handle }))
    }),
    ...createRunsRoutes(gateway),
    ...createStatementRoutes({ authorizer, database, followRate, now }),
    ...createAccessRoutes({ config, authorizer, wallets, wrongCodes, runLimits: gateway.runLimits, refusals, limits }),
    ...createVisitorRoutes({ config, visitorIds, quota, limits }),
    ...createImageRoutes({ config, authorizer, quota, limits, ...(gateway.egress && { egress: gateway.egress }) }),
    ...createSharingRoutes({
      authorizer,
      shared: parts.shared,
      config,
      limits,
      readingRoom,
      log,
      pepper: parts.pepper,
    }),
    ...createPluginRoutes({
      config,
      authorizer,
      quota,
      limits,
      log,
      version: readVersion().tag.replace(/^v/, ""),
      steady: () => performance.now(),
      otherwise: answerAlias,
      ...(gateway.egress && { egress: gateway.egress }),
    }),
    ...createSyncRoutes({
      config,
      authorizer,
      limits,
      steady: () => performance.now(),
      ...(gateway.egress && { egress: gateway.egress }),
    }),
    ...createVaultRoutes({ authorizer, vaults: parts.vaults, config, limits, readingRoom, log }),
    ...createUpdateRoutes({ updateUrl: config.updateUrl, version: readVersion(), now }),
    ...createAnalyticsRoutes({ config, limits }),
    ...createGatewayRoutes({
      ...rates,
      config,
      authorizer,
      refusals,
      limits,
      quota,
      catalogue: models.catalogue,
      providers: models.providers,
      apis: gateway.apis,
      log,
      now,
    }),
    ...parts.adminRoutes.map((route) => ({
      ...route,
      path: `/api/admin${route.path}`,
      handle: operator.admin(route.handle),
    })),
    ...site.all,
  ])

  /** `/api/proxy/openai/…` is another name of `/api/openai/…`, which builds for applications ask for. */
  function answerAlias(c: HttpContext): Handled | Promise<Handled> {
    const { incoming } = c
    const path = pathOfApp(incoming.url ?? "/")
    if (path === undefined) return refuse(c, { kind: "refused", reason: "no-such-route" })
    incoming.url = path
    const found = router.find(incoming.method ?? "GET", pathOf(incoming.url))
    const there: HttpContext = {
      incoming,
      outgoing: c.outgoing,
      address: c.address,
      isFromOurPage: c.isFromOurPage,
      body: c.body,
      bodies: c.bodies,
      url: new URL(incoming.url, "http://localhost"),
      param: (name) => decodePart(found?.params[name] ?? ""),
    }
    return found === undefined ? answerUnknown({ files: parts.site, config }, router, there) : found.handle(there)
  }

  return createListener({
    router,
    addressOf: (incoming) => clientAddress(incoming, config.trustedProxies),
    bodies,
    // A kept connection would bring its next request here, too; a new one finds the next server.
    headers: () => (accepting() ? always : { ...always, connection: "close" }),
    pages: createAppOrigins(config.appOrigins),
    otherwise: (c) => answerUnknown({ files: parts.site, config }, router, c),
    onCrash(c, error) {
      const path = pathOf(c.incoming.url ?? "/")
      if (outages.counts("requests", error)) return refuse(c, databaseGone, shapeAt(path))
      const { message, stack } = error instanceof Error ? error : { message: String(error), stack: "" }
      log.error("crash", { route: path.slice(0, 100), error: message, stack })
      return refuse(c, gatewayFault, shapeAt(path))
    },
  })
}

/** A page, a file of it, the app's own 404; for everything else JSON: 405 where another method would have worked, else 404. */
function answerUnknown(
  { files, config: { publicUrl, appOrigins } }: { readonly files: StaticSite; readonly config: Config },
  router: Router,
  c: HttpContext,
): Reply {
  const path = pathOf(c.incoming.url ?? "/")
  const acceptEncoding = String(c.incoming.headers["accept-encoding"] ?? "")
  const dest = c.incoming.headers["sec-fetch-dest"]
  const fetchDest = typeof dest === "string" ? dest : undefined
  const site = answerFromSite(files, path, { acceptEncoding, fetchDest, publicUrl, appOrigins })
  if (site && methodsOfPage.includes(c.incoming.method)) return site
  const allowed = site?.status === 200 ? ["GET", "HEAD"] : router.methodsAt(path)
  const shape = shapeAt(path)
  if (allowed.length === 0) return refuse(c, { kind: "refused", reason: "no-such-route" }, shape)
  const reply = refuse(c, { kind: "refused", reason: "method-not-allowed" }, shape)
  return { ...reply, headers: { ...reply.headers, allow: allowed.join(", ") } }
}

/** A provider's prefix refuses in its API's own words. */
function shapeAt(path: string): Parameters<typeof refuse>[2] {
  return apiPrefixes.find(({ surface }) => path.startsWith(`${surface}/`))?.apis[0]?.clientApi ?? "own"
}
