import { ok, type Result } from "#core/lib/result.ts"
import type { ModelRow } from "#core/models/model-row.ts"
import { createAdminRoutes } from "./admin/admin-routes.ts"
import { createOperations } from "./admin/operations.ts"
import { createShareOperations } from "./admin/share-operations.ts"
import { createApp } from "./app.ts"
import { buildAccess } from "./assembly/build-access.ts"
import { buildGateway } from "./assembly/build-gateway.ts"
import { buildModels, type Models } from "./assembly/build-models.ts"
import { buildRuns } from "./assembly/build-runs.ts"
import { startChores } from "./assembly/chores.ts"
import { drain } from "./assembly/drain.ts"
import { showGauges } from "./assembly/gauges.ts"
import { type Data, openData } from "./assembly/open-data.ts"
import { createOutageLog } from "./assembly/outage-log.ts"
import { serverChores } from "./assembly/server-chores.ts"
import type { Config } from "./config.ts"
import { createBodyRoom } from "./http/body-room.ts"
import { createReadingRoom } from "./http/reading-room.ts"
import { isTrusted } from "./http/client-address.ts"
import { listen } from "./http/listen.ts"
import type { Log } from "./http/log.ts"
import { createMetrics } from "./http/metrics.ts"
import { createRefusals } from "./http/refusals.ts"
import { securityHeadersFor } from "./http/security-headers.ts"
import { loadStaticSite } from "./http/static-site.ts"
import { createBookFigures } from "./ledger/book-figures.ts"
import { checkBooks } from "./ledger/hourly-check.ts"
import { createMemoryLimits } from "./limits/caller-limits.ts"
import type { EgressRules } from "./outbound/egress-guard.ts"
import type { StartFacts } from "./start-screen.ts"
import { steadyClock } from "./time/steady-clock.ts"
import { openFileStore } from "./files/file-store.ts"
import { openSharedFiles } from "./sharing/open-shared-files.ts"
import { createVaults } from "./vault/vault-store.ts"
import { type Wait, waitByTimer } from "./time/wait.ts"

export interface ServeOptions {
  readonly now: () => number
  /** How long something lasts, by a clock that nobody sets, in ms; absent: as far as `now` can tell. */
  readonly steady?: () => number
  readonly newId: () => string
  /** The built page. */
  readonly siteFolder: string
  readonly log: Log
  /** What the configuration was read from; absent: the environment of this process. */
  readonly environment?: Readonly<Record<string, string | undefined>>
  /** For tests: chance, waiting, and how long a provider may be silent, in ms. */
  readonly random?: () => number
  readonly wait?: Wait
  readonly longestSilenceMs?: number
  /** For tests: another catalogue than the one that comes with the program. */
  readonly models?: readonly ModelRow[]
  /** For tests: which strangers' addresses may be called. */
  readonly egress?: EgressRules
}

export interface RunningServer {
  /** Where it listens. */
  readonly url: string
  readonly facts: StartFacts
  /**
   * Finishes what is under way and waits until it is read, for about `drainMs` at the most; then settles, keeps what was not
   * read, and closes.
   */
  stop(drainMs: number): Promise<void>
}

/**
 * The whole server on a configuration: data, money, gateway, page. The database is migrated before it listens, and what an
 * earlier server on the same folder left is closed; on a shared database, seconds later. An error is a sentence for the operator.
 */
export async function serve(config: Config, options: ServeOptions): Promise<Result<RunningServer, string>> {
  const { now, newId, log, random = Math.random, wait = waitByTimer, egress } = options
  const steady = options.steady ?? steadyClock(now)
  const opened = await openData(config, options)
  if (!opened.ok) return opened
  const data = opened.value
  const { database, databaseState, ledger, codes, privacy } = data
  for (const why of privacy.closed) log.warn("data-closed", { why })
  for (const why of privacy.warnings) log.warn("data-open", { why })
  const outages = createOutageLog({ outage: databaseState.outage, log, now: steady })
  const onFailed = (what: string) => (error: unknown) => {
    if (!outages.counts(what, error)) log.error(what, { error: String(error) })
  }

  const metrics = createMetrics()
  const refusals = createRefusals({ metrics, log })
  const bodies = createBodyRoom({ now: steady, refusals })
  const readingRoom = createReadingRoom({ now: steady, refusals })
  const access = buildAccess(config, data, { now, steady, wait, random, log, metrics })
  const built = await buildModels(config, database, {
    ...options,
    random,
    wait,
    onListsFailed: onFailed("model-lists"),
  })
  if (!built.ok) {
    await data.close()
    return built
  }
  const models = built.value
  const runs = buildRuns(data, { now, steady, log, refusals, counters: access.counters, onFailed })
  await runs.tidyUp()
  await runs.forgetOld()

  let accepting = true
  let [brokenInvariants, checkedAt] = [0, steady()]
  const common = { config, data, access, models, runs, metrics, refusals, log, outages, now, steady, newId, egress }
  const limits = createMemoryLimits(steady)
  const shared = await openSharedFiles(config, { database, pepper: data.pepper, now })
  const vaults = createVaults({ database, files: await openFileStore(config), pepper: data.pepper, now })
  const gateway = buildGateway({ ...common, limits, accepting: () => accepting, onFailed })
  const bookFigures = createBookFigures(database, metrics, { now, steady })
  showGauges(metrics, {
    databaseState,
    runs,
    bodies,
    brokenInvariants: () => brokenInvariants,
    uncheckedMs: () => steady() - checkedAt,
  })

  const listening = await listen(
    {
      host: config.host,
      port: config.port,
      headers: securityHeadersFor(config),
      now: steady,
      refusals,
      isProxy: (address) => isTrusted(config.trustedProxies, address),
    },
    createApp({
      config,
      now,
      log,
      metrics,
      outages,
      bodies,
      readingRoom,
      access,
      models,
      gateway,
      database,
      adminRoutes: createAdminRoutes(
        createOperations({ database, ledger, codes, now }),
        models.priceOperations,
        models.operations,
        createShareOperations(shared, vaults, codes),
      ),
      shared,
      vaults,
      pepper: data.pepper,
      site: loadStaticSite(options.siteFolder, config.publicUrl),
      whyNotReady: databaseState.check,
    }),
  )
  if (!listening.ok) {
    await data.close()
    return listening
  }
  const { connections, url } = listening.value
  metrics.gauge("prosa_connections", "Open connections.", connections.count)
  const stopChores = startChores(
    serverChores({
      ...common,
      connections,
      bodies,
      readingRoom,
      shared,
      vaults,
      bookFigures,
      answers: gateway.answers,
      async checkBooks() {
        brokenInvariants = (await checkBooks(config, { ledger, log, environment: options.environment })).violations
          .length
        checkedAt = steady()
      },
    }),
    (name, error) => onFailed(name)(error),
  )

  return ok({
    url,
    facts: await startFacts(url, data, models),
    async stop(drainMs) {
      accepting = false
      await drain(listening.value, runs, { drainMs, log })
      stopChores()
      access.wrongCredentials.report()
      refusals.tell()
      await data.close()
    },
  })
}

async function startFacts(
  url: string,
  { database, privacy, adminToken }: Data,
  { catalogue, providers }: Models,
): Promise<StartFacts> {
  const counted = await database.read.get<{ codes: number }>("select count(*) as codes from access_code")
  return {
    url,
    pretend: providers.pretend,
    offeredModels: catalogue.forTier("premium").length,
    unpricedModels: catalogue.unpriced.length,
    warnings: [...privacy.warnings, ...catalogue.warnings],
    adminTokenFile: adminToken.file,
    codes: counted?.codes ?? 0,
  }
}
