import { err, ok, type Result } from "#core/lib/result.ts"
import type { ModelRow } from "#core/models/model-row.ts"
import type { ProviderId } from "#core/providers/registry.ts"
import { createModelOperations, type ModelOperations } from "../admin/model-operations.ts"
import { createPriceOperations, type PriceOperations } from "../admin/price-operations.ts"
import type { Config } from "../config.ts"
import { createCatalogueStore } from "../gateway/models/catalogue-store.ts"
import { forgetOutdated } from "../gateway/models/forget-outdated.ts"
import { importFiles } from "../gateway/models/import-files.ts"
import { createLiveCatalogue, type LiveCatalogue } from "../gateway/models/live-catalogue.ts"
import { readModelFile } from "../gateway/models/model-file.ts"
import { isReached } from "../gateway/models/model-presence.ts"
import { fetchProviderList } from "../gateway/models/provider-lists.ts"
import { readSource } from "../gateway/models/read-source.ts"
import { createProviders, type Providers } from "../gateway/providers/provider.ts"
import type { Log } from "../http/log.ts"
import type { EgressRules } from "../outbound/egress-guard.ts"
import type { Database } from "../store/sql.ts"
import { type Wait, waitByTimer } from "../time/wait.ts"

/** Which models there are, who answers them, and what the operator may say of both. */
export interface Models extends Pick<LiveCatalogue, "catalogue" | "news" | "look" | "tellNews"> {
  readonly providers: Providers
  readonly operations: ModelOperations
  readonly priceOperations: PriceOperations
  /** Asks providers which models they list, where the operator wants that; the one named, or all. */
  lookAtLists(provider?: ProviderId): Promise<void>
}

export interface ModelsOptions {
  /** Epoch ms. */
  readonly now: () => number
  /** In [0, 1). */
  readonly random: () => number
  readonly wait: Wait
  readonly log: Log
  /** For tests: how long a provider may be silent, in ms; another catalogue; which strangers' addresses may be called. */
  readonly longestSilenceMs?: number | undefined
  readonly models?: readonly ModelRow[] | undefined
  readonly egress?: EgressRules | undefined
  /** Lists could not be looked at. */
  readonly onListsFailed: (error: unknown) => void
}

/** The longest a start waits for the providers' lists of models, in ms; they are read to the end all the same. */
const firstLookMs = 1_500
/** A provider's list is looked at because of refused calls at most once in so long, in ms. */
const mostOftenListMs = 60_000

/** Reads the catalogue of the program, of files and of the database, and makes one of them. An error is a sentence for the operator. */
export async function buildModels(
  config: Config,
  database: Database,
  options: ModelsOptions,
): Promise<Result<Models, string>> {
  const { now, random, wait, log, onListsFailed } = options
  let shipped: readonly ModelRow[]
  try {
    shipped = options.models ?? readModelFile()
  } catch (error) {
    return err(error instanceof Error ? error.message : String(error))
  }
  const store = createCatalogueStore(database)
  await forgetOutdated(store, shipped)
  const imported = await importFiles(store, config.dataDir, () => shipped)
  for (const why of imported.news) log.info("models-imported", { why })
  for (const why of imported.problems) log.warn("models-not-imported", { why })
  const providers = createProviders(config, { now, random, wait, log, longestSilenceMs: options.longestSilenceMs })
  const live = await createLiveCatalogue({
    config,
    store,
    shipped,
    now,
    log,
    onRefused: ({ provider }) => lookAtListOf(provider),
    onRevived: ({ provider, id }) => providers.ours(provider)?.keys.forgetLacking(id),
  })
  const { catalogue, news, look, tellNews } = live
  const operations = createModelOperations({
    config,
    store,
    shipped,
    now,
    readSource: (from) => readSource(from, options.egress),
    fetchList: (provider) => fetchProviderList(providers, provider),
    onChange: look,
  })
  const priceOperations = createPriceOperations({
    exchange: config,
    now,
    store,
    shipped,
    isReached: (provider) => isReached(config, provider),
    onChange: look,
  })

  async function lookAtLists(provider?: ProviderId): Promise<void> {
    if (!config.modelsWatch) return
    for (const why of await operations.watch(provider)) log.warn("model-list", { why })
  }

  // Anybody's call can be refused: their number must not become one of lists.
  const listLookedAt = new Map<ProviderId, number>()
  function lookAtListOf(provider: ProviderId): void {
    if (now() - (listLookedAt.get(provider) ?? -Infinity) < mostOftenListMs) return
    listLookedAt.set(provider, now())
    void lookAtLists(provider).catch(onListsFailed)
  }

  if (config.modelsWatch) await Promise.race([lookAtLists().catch(onListsFailed), waitByTimer(firstLookMs)])
  for (const why of catalogue.missing) log.warn("model-disabled", { why })
  tellNews()
  return ok({ catalogue, news, look, tellNews, providers, operations, priceOperations, lookAtLists })
}
