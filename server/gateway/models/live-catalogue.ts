import { catalogueProblems } from "#core/models/check-catalogue.ts"
import { mergeRows } from "#core/models/merge-rows.ts"
import type { ModelRow } from "#core/models/model-row.ts"
import type { Config } from "../../config.ts"
import type { Log } from "../../http/log.ts"
import { loadPriceBook } from "../../ledger/price-book.ts"
import type { CatalogueState, CatalogueStore } from "./catalogue-state.ts"
import { createModelCatalogue, isReached, type ModelCatalogue } from "./model-catalogue.ts"

/** The catalogue as it is now: a price that is set while the server runs holds from the next call on. */
export interface LiveCatalogue {
  readonly catalogue: ModelCatalogue
  /** Reads again where something has changed, or another day has begun. What cannot be read is told, and what was read stays. */
  look(): Promise<void>
}

export interface LiveCatalogueOptions {
  readonly config: Config
  readonly store: CatalogueStore
  /** The catalogue that comes with the program. */
  readonly shipped: readonly ModelRow[]
  /** Epoch ms. */
  readonly now: () => number
  readonly log: Log
}

const dayMs = 86_400_000

export async function createLiveCatalogue(options: LiveCatalogueOptions): Promise<LiveCatalogue> {
  const { config, store, shipped, now, log } = options
  let told: ReadonlySet<string> = new Set()
  let readVersion = -1
  let readDay = -1
  let current = await read(await store.read())

  async function read(state: CatalogueState): Promise<ModelCatalogue> {
    const at = now()
    const rows = mergeRows(shipped, state.rows)
    const prices = loadPriceBook(rows, config, at)
    // Before anything is held with them.
    await store.keepPrices(prices.version, prices.toJson())
    const read = createModelCatalogue(config, prices)
    const reached = new Set<string>(rows.map(({ provider }) => provider).filter((id) => isReached(config, id)))
    const unusable = prices.problems.filter(({ provider }) => reached.has(provider)).map(({ message }) => message)
    tell("price-unusable", unusable)
    tell("catalogue-doubtful", catalogueProblems(rows, state.aliases))
    tell("setting-without-effect", read.doubts)
    told = new Set([...unusable, ...catalogueProblems(rows, state.aliases), ...read.doubts])
    readVersion = state.version
    readDay = Math.floor(at / dayMs)
    return read
  }

  function tell(event: string, sentences: readonly string[]): void {
    for (const why of sentences) if (!told.has(why)) log.warn(event, { why })
  }

  return {
    catalogue: {
      find: (...asked) => current.find(...asked),
      priceOf: (...asked) => current.priceOf(...asked),
      findPieces: (...asked) => current.findPieces(...asked),
      disabled: (...asked) => current.disabled(...asked),
      forTier: (tier) => current.forTier(tier),
      asideOf: (provider) => current.asideOf(provider),
      get unpriced() {
        return current.unpriced
      },
      get missing() {
        return current.missing
      },
      get doubts() {
        return current.doubts
      },
    },
    async look() {
      try {
        const isSame = (await store.version()) === readVersion && Math.floor(now() / dayMs) === readDay
        if (isSame) return
        current = await read(await store.read())
        log.info("models-read", { version: readVersion, models: current.forTier("premium").length })
      } catch (error) {
        log.error("models-unreadable", { error: String(error) })
      }
    },
  }
}
