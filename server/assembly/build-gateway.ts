import type { Config } from "../config.ts"
import { createRunLimits } from "../gateway/admission/run-limits.ts"
import { apiFor, chatApis } from "../gateway/apis/api-prefixes.ts"
import type { ChatRouteDeps } from "../gateway/chat-route.ts"
import { createOwnerInLog } from "../gateway/runs/owner-in-log.ts"
import { logRun } from "../gateway/runs/run-log.ts"
import { measureRun } from "../gateway/runs/run-metrics.ts"
import { followsPerMinute, type RunsRoutesDeps } from "../gateway/runs/runs-routes.ts"
import { createSearchService } from "../gateway/search/search-service.ts"
import type { Log } from "../http/log.ts"
import type { Metrics } from "../http/metrics.ts"
import type { Refusals } from "../http/refusals.ts"
import type { CallerLimits } from "../limits/caller-limits.ts"
import type { EgressRules } from "../outbound/egress-guard.ts"
import { realTimers } from "../time/timers.ts"
import type { Access } from "./build-access.ts"
import type { Models } from "./build-models.ts"
import type { Runs } from "./build-runs.ts"
import type { Data } from "./open-data.ts"
import type { OutageLog } from "./outage-log.ts"

/** The parts that the routes of calls and of runs need. */
export interface Gateway extends ChatRouteDeps, Pick<RunsRoutesDeps, "apiFor" | "directory" | "limits"> {
  /** How many answers have ended since the start. */
  readonly answers: () => number
}

export interface GatewayParts {
  readonly config: Config
  readonly data: Data
  readonly access: Access
  readonly models: Models
  readonly runs: Runs
  readonly metrics: Metrics
  readonly refusals: Refusals
  readonly log: Log
  readonly outages: OutageLog
  /** Epoch ms. */
  readonly now: () => number
  readonly limits: CallerLimits
  readonly newId: () => string
  /** False once the server is draining. */
  readonly accepting: () => boolean
  /** Work in the background failed: what it was, and why. */
  readonly onFailed: (what: string) => (error: unknown) => void
  /** For tests: which strangers' addresses may be called. */
  readonly egress?: EgressRules | undefined
}

export function buildGateway(parts: GatewayParts): Gateway {
  const { config, data, access, models, now, limits, newId, log, metrics, outages, refusals, accepting, onFailed } =
    parts
  const { runs, store, memory, keptRuns, crashedRuns, closeLeft, readers } = parts.runs
  const { codePerMinute, addressPerMinute } = config.limits
  const ownerInLog = createOwnerInLog(now)
  let answers = 0
  return {
    config,
    now,
    newId,
    timers: realTimers,
    database: data.database,
    ledger: data.ledger,
    authorizer: access.authorizer,
    counters: access.counters,
    quota: access.quota,
    auxiliaryQuota: access.auxiliaryQuota,
    wallets: access.wallets,
    catalogue: models.catalogue,
    modelNews: models.news,
    providers: models.providers,
    apis: chatApis,
    apiFor,
    ...(parts.egress === undefined ? {} : { egress: parts.egress }),
    searchService: createSearchService(config.search),
    runs,
    directory: runs,
    store,
    keptRuns,
    readers,
    giveBackOf: crashedRuns.giveBackOf,
    closeLeft,
    onCheckpointFailed: onFailed("checkpoint"),
    limits,
    freeEnds: limits.freeEnds,
    links: config,
    runLimits: createRunLimits(config.limits, runs, memory),
    codeRate: limits.rate("code", codePerMinute),
    addressRate: limits.addressRate("address", addressPerMinute),
    followRate: limits.addressRate("follow", addressPerMinute === 0 ? 0 : followsPerMinute),
    refusals,
    accepting,
    answers: () => answers,
    onEnd(run, call, caller) {
      answers += 1
      measureRun(metrics, now(), run, call)
      const said = run.outcome?.attempts?.map((attempt) => attempt.said) ?? []
      if (caller.kind === "own-key" && said.includes(200)) access.authorizer.accepted(caller)
      // Anybody may bring any word for a key: they are counted, and fill no log.
      if (caller.kind === "own-key" && (said.at(-1) === 401 || said.at(-1) === 403)) {
        access.authorizer.refused(caller)
        return refusals.count("own-key")
      }
      logRun({ log, now, ownerInLog }, run, call, caller)
    },
    onCrash(run, error, isOnDisk) {
      if (!outages.counts("answers", error)) {
        log.error("run-crashed", {
          run: run.facts.id,
          error: String(error),
          stack: error instanceof Error ? error.stack : "",
        })
      }
      // In an outage this is every request that comes.
      if (!isOnDisk) return runs.forget(run)
      crashedRuns.add(run)
      return crashedRuns.giveBack().catch(onFailed("give-back"))
    },
  }
}
