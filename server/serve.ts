import { pt } from "#core/i18n/locales/pt.ts"
import { err, ok, type Result } from "#core/lib/result.ts"
import type { ModelRow } from "#core/models/model-row.ts"
import type { ProviderId } from "#core/providers/registry.ts"
import { createAsideQuota } from "./access/aside-quota.ts"
import { createAuthorizer } from "./access/authorize.ts"
import { createDayCounters } from "./access/day-counters.ts"
import { createFreeQuota } from "./access/free-quota.ts"
import { createVisitorIds } from "./access/visitor-id.ts"
import { createWallets } from "./access/wallets.ts"
import { createWrongCodes } from "./access/wrong-codes.ts"
import { createWrongCredentials } from "./access/wrong-credentials.ts"
import { createAdminRoutes } from "./admin/admin-routes.ts"
import { createOperatorGuard } from "./admin/guard.ts"
import { createModelOperations } from "./admin/model-operations.ts"
import { createOperations } from "./admin/operations.ts"
import { createPriceOperations } from "./admin/price-operations.ts"
import { createApp } from "./app.ts"
import { startChores } from "./chores.ts"
import type { Config } from "./config.ts"
import { createRunLimits } from "./gateway/admission/run-limits.ts"
import { chatApis, wireFor } from "./gateway/doors.ts"
import { createCatalogueStore } from "./gateway/models/catalogue-store.ts"
import { forgetOutdated } from "./gateway/models/forget-outdated.ts"
import { importFiles } from "./gateway/models/import-files.ts"
import { createLiveCatalogue } from "./gateway/models/live-catalogue.ts"
import { isReached } from "./gateway/models/model-presence.ts"
import { readModelFile } from "./gateway/models/model-file.ts"
import { fetchProviderList } from "./gateway/models/provider-lists.ts"
import { readSource } from "./gateway/models/read-source.ts"
import { createCrashedRuns } from "./gateway/runs/crashed-runs.ts"
import { createDetachedRuns } from "./gateway/runs/detached-runs.ts"
import { createEarlyStops } from "./gateway/runs/early-stops.ts"
import { createOwnerInLog } from "./gateway/runs/owner-in-log.ts"
import { recover } from "./gateway/runs/recover.ts"
import { logRun } from "./gateway/runs/run-log.ts"
import { createRunMemory } from "./gateway/runs/run-memory.ts"
import { measureRun } from "./gateway/runs/run-metrics.ts"
import { createRunRegistry } from "./gateway/runs/run-registry.ts"
import { createRunStore } from "./gateway/runs/run-store.ts"
import { createKeptRuns } from "./gateway/runs/kept-runs.ts"
import { createWorthlessCodes, worthlessCodesMs } from "./gateway/runs/worthless-codes.ts"
import { createSealer } from "./gateway/runs/sealed.ts"
import { createSearchService } from "./gateway/search/search-service.ts"
import { createProviders } from "./gateway/upstream/provider.ts"
import { createBodyRoom } from "./http/body-room.ts"
import { isTrusted } from "./http/client-address.ts"
import type { EgressRules } from "./http/egress-guard.ts"
import { listen } from "./http/listen.ts"
import type { Log } from "./http/log.ts"
import { createMetrics } from "./http/metrics.ts"
import { createAddressRate, createRateLimit } from "./http/rate-limit.ts"
import { createRefusals } from "./http/refusals.ts"
import { securityHeaders } from "./http/security-headers.ts"
import { loadStaticSite } from "./http/static-site.ts"
import { ownTurn } from "./http/turns.ts"
import { checkBooks } from "./ledger/hourly-check.ts"
import { leaseMs } from "./ledger/ledger-store.ts"
import { forgetOldRecords } from "./ledger/usage-records.ts"
import { createRest } from "./memory.ts"
import { openData } from "./open-data.ts"
import type { StartFacts } from "./start-screen.ts"
import { steadyClock } from "./steady-clock.ts"
import { realTimers } from "./timers.ts"
import { type Wait, waitByTimer } from "./wait.ts"

export interface ServeOptions {
  readonly now: () => number
  readonly newId: () => string
  /** The built page. */
  readonly siteFolder: string
  readonly log: Log
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
  /** Finishes what is under way, for at most `drainMs`, then settles and closes. */
  stop(drainMs: number): Promise<void>
}

const sweepMs = 15_000
const detachedMs = 5_000
const checkMs = 3_600_000
const restMs = 1_000
const minuteMs = 60_000
/** Answers an address may follow again in a minute: far more than a house full of readers who come back. */
const followsPerMinute = 600
const dayMs = 86_400_000
/** The longest a start waits for the providers' lists of models, in ms; they are read to the end all the same. */
const firstLookMs = 1_500
/** A provider's list is looked at because of refused calls at most once in so long, in ms. */
const mostOftenListMs = 60_000

/**
 * The whole server on a configuration: data, money, gateway, page. The database is migrated and the holds of dead servers
 * are closed before it listens. An error is a sentence for the operator.
 */
export async function serve(config: Config, options: ServeOptions): Promise<Result<RunningServer, string>> {
  const { now, newId, log, random = Math.random, wait = waitByTimer } = options
  const opened = await openData(config, options)
  if (!opened.ok) return opened
  const { database, ledger, leaseClock, codes, pepper, adminToken, privacy, single, close } = opened.value
  for (const why of privacy.closed) log.warn("data-closed", { why })
  for (const why of privacy.doubts) log.warn("data-open", { why })
  const steady = steadyClock(now)
  const metrics = createMetrics()
  const wrongCredentials = createWrongCredentials(log, metrics)
  const wrongCodes = createWrongCodes(steady, wait, wrongCredentials.of("code"))
  const operator = createOperatorGuard({
    adminToken: adminToken.token,
    metricsToken: config.metricsToken,
    trustedProxies: config.trustedProxies,
    wrongTokens: createWrongCodes(steady, wait, wrongCredentials.of("admin")),
  })
  let shipped: readonly ModelRow[]
  try {
    shipped = options.models ?? readModelFile()
  } catch (error) {
    await close()
    return err(error instanceof Error ? error.message : String(error))
  }
  const catalogueStore = createCatalogueStore(database)
  await forgetOutdated(catalogueStore, shipped)
  const imported = await importFiles(catalogueStore, config.dataDir, () => shipped)
  for (const why of imported.news) log.info("models-imported", { why })
  for (const why of imported.problems) log.warn("models-not-imported", { why })
  const providers = createProviders(config, { now, random, wait, log, longestSilenceMs: options.longestSilenceMs })
  const models = await createLiveCatalogue({
    config,
    store: catalogueStore,
    shipped,
    now,
    log,
    onRefused: ({ provider }) => lookAtListOf(provider),
    onRevived: ({ provider, id }) => providers.ours(provider)?.keys.forgetLacking(id),
  })
  const { catalogue } = models
  const modelOperations = createModelOperations({
    config,
    store: catalogueStore,
    shipped,
    now,
    readSource: (from) => readSource(from, options.egress),
    fetchList: (provider) => fetchProviderList(providers, provider),
    onChange: models.look,
  })
  const lookAtLists = async (provider?: ProviderId) => {
    if (!config.modelsWatch) return
    for (const why of await modelOperations.watch(provider)) log.warn("model-list", { why })
  }
  // Anybody's call can be refused: their number must not become one of lists.
  const listLookedAt = new Map<ProviderId, number>()
  const lookAtListOf = (provider: ProviderId) => {
    if (now() - (listLookedAt.get(provider) ?? -Infinity) < mostOftenListMs) return
    listLookedAt.set(provider, now())
    void lookAtLists(provider).catch(warn("model-lists"))
  }
  if (config.modelsWatch) await Promise.race([lookAtLists().catch(warn("model-lists")), waitByTimer(firstLookMs)])
  for (const why of catalogue.missing) log.warn("model-disabled", { why })
  models.tellNews()
  const store = createRunStore({ database, sealer: createSealer(pepper), server: ledger.owner, now, pause: ownTurn })
  const runs = createRunRegistry(now, {
    onWatcherFailed: (run, error) => log.error("watcher", { run: run.facts.id, error: String(error) }),
  })
  const runMemory = createRunMemory(runs)
  const keptRuns = createKeptRuns(store)
  const crashedRuns = createCrashedRuns({ runs, database, ledger, store, catalogue, wireFor, texts: pt })
  const counters = createDayCounters(database, now)
  const quota = createFreeQuota(database, counters, {
    dailyMessages: config.limits.freeDailyMessages,
    dailyBudget: config.limits.freeDailyBudget,
    pepper,
  })
  const visitorIds = createVisitorIds({ pepper, now })
  const tidyUp = async () => {
    await leaseClock.adjust()
    await crashedRuns.giveBack()
    const leaseNow = leaseClock.now
    await recover({ database, ledger, store, catalogue, wireFor, texts: pt, now, leaseNow, onlyOneAlive: single })
    await store.eraseOld()
    await counters.sweep()
  }
  const forgetOld = async () => {
    await counters.forgetOld()
    await forgetOldRecords(database, now())
  }
  const extendLeases = async () => {
    await leaseClock.adjust()
    await ledger.extendLeases()
  }
  await tidyUp()
  await forgetOld()

  const refusals = createRefusals({ metrics, log })
  const bodies = createBodyRoom({ now: steady, refusals })
  let brokenInvariants = 0
  metrics.gauge("prosa_open_runs", "Answers in progress.", () => runs.open().length)
  metrics.gauge("prosa_run_bytes", "Memory that answers take.", () => runMemory.bytes())
  metrics.gauge("prosa_body_bytes", "Memory that bodies on their way take.", bodies.bytes)
  metrics.gauge("prosa_broken_invariants", "Violations at the last check of the books.", () => brokenInvariants)
  metrics.gauge("process_resident_memory_bytes", "Resident memory.", () => process.memoryUsage.rss())
  const ownerInLog = createOwnerInLog(now)
  let accepting = true
  let answers = 0

  const answer = createApp({
    config,
    now,
    earlyStops: createEarlyStops(steady),
    timers: realTimers,
    newId,
    log,
    ledger,
    catalogue,
    modelNews: models.news,
    providers,
    apis: chatApis,
    ...(options.egress === undefined ? {} : { egress: options.egress }),
    searchService: createSearchService(config.search),
    runs,
    authorizer: createAuthorizer(config, { codes, wrongCodes, visitorIds, pepper }),
    visitorIds,
    asides: createAsideQuota({ database, counters, quota, pepper, now }),
    wallets: createWallets(ledger, { dailyGrant: config.limits.freeDailyGrant, now }),
    quota,
    database,
    store,
    keptRuns,
    onCheckpointFailed: warn("checkpoint"),
    runLimits: createRunLimits(config.limits, runs, runMemory),
    codeRate: createRateLimit(config.limits.codePerMinute, steady),
    addressRate: createAddressRate(config.limits.addressPerMinute, steady),
    followRate: createAddressRate(config.limits.addressPerMinute === 0 ? 0 : followsPerMinute, steady),
    wrongCodes,
    operator,
    adminRoutes: createAdminRoutes(
      createOperations({ database, ledger, codes, now }),
      createPriceOperations({
        exchange: config,
        now,
        store: catalogueStore,
        shipped,
        isReached: (provider) => isReached(config, provider),
        onChange: models.look,
      }),
      modelOperations,
    ),
    site: loadStaticSite(options.siteFolder, config.publicUrl),
    metrics,
    refusals,
    bodies,
    accepting: () => accepting,
    ping: async () => void (await database.read.get("select 1 as one")),
    onEnd(run, call, caller) {
      answers += 1
      // A word that no provider knows either may have been a guess at one of the operator's.
      if (config.operatorCodes.length > 0 && run.outcome?.failure?.kind === "own-key-refused")
        void wrongCodes.slow(caller.address)
      logRun({ log, now, ownerInLog }, run, call, caller)
      measureRun(metrics, now(), run, call)
    },
    onCrash(run, error) {
      log.error("run-crashed", {
        run: run.facts.id,
        error: String(error),
        stack: error instanceof Error ? error.stack : "",
      })
      crashedRuns.add(run)
      void crashedRuns.giveBack().catch(warn("give-back"))
    },
  })

  const listening = await listen(
    {
      host: config.host,
      port: config.port,
      headers: securityHeaders,
      now: steady,
      refusals,
      isProxy: (address) => isTrusted(config.trustedProxies, address),
    },
    answer,
  )
  if (!listening.ok) {
    await close()
    return listening
  }
  const { server, connections, url } = listening.value
  metrics.gauge("prosa_connections", "Open connections.", connections.count)

  const rest = createRest()
  const stopChores = startChores(
    [
      { name: "leases", everyMs: leaseMs / 4, run: extendLeases },
      { name: "detached", everyMs: detachedMs, run: createDetachedRuns(runs, steady) },
      { name: "sweep", everyMs: sweepMs, run: tidyUp },
      {
        name: "check",
        everyMs: checkMs,
        run: async () => void (brokenInvariants = (await checkBooks({ ledger, log })).violations.length),
      },
      { name: "wrong-credentials", everyMs: minuteMs, run: wrongCredentials.report },
      { name: "run-memory", everyMs: restMs, run: () => runMemory.look() },
      { name: "connections", everyMs: restMs, run: connections.look },
      { name: "bodies", everyMs: restMs, run: bodies.look },
      { name: "refusals", everyMs: minuteMs, run: refusals.tell },
      { name: "worthless-codes", everyMs: worthlessCodesMs, run: createWorthlessCodes(runs, codes) },
      { name: "models", everyMs: restMs, run: models.look },
      { name: "model-lists", everyMs: dayMs, run: () => lookAtLists() },
      { name: "old-records", everyMs: dayMs, run: forgetOld },
      { name: "model-news", everyMs: dayMs, run: models.tellNews },
      { name: "rest", everyMs: restMs, run: () => rest(answers, runs.open().length) },
    ],
    (name, error) => warn(name)(error),
  )

  return ok({
    url,
    facts: {
      url,
      pretend: providers.pretend,
      offeredModels: catalogue.forTier("premium").length,
      unpricedModels: catalogue.unpriced.length,
      doubts: [...privacy.doubts, ...catalogue.doubts],
      adminTokenFile: adminToken.file,
      codes: (await database.read.get<{ codes: number }>("select count(*) as codes from access_code"))?.codes ?? 0,
    },
    async stop(drainMs) {
      accepting = false
      server.close()
      server.closeIdleConnections()
      const deadline = setTimeout(() => runs.open().forEach((run) => run.stop("shutdown")), drainMs)
      await Promise.all(runs.open().map((run) => run.ended))
      clearTimeout(deadline)
      stopChores()
      wrongCredentials.report()
      refusals.tell()
      server.closeAllConnections()
      await close()
    },
  })

  function warn(what: string) {
    return (error: unknown) => log.error(what, { error: String(error) })
  }
}
