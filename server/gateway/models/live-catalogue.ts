import type { Config } from "../../config.ts"
import type { Log } from "../../http/log.ts"
import { loadPriceBook } from "../../ledger/price-book.ts"
import { pricesChangedAt, type PriceFiles, readPrices } from "../../ledger/price-file.ts"
import { createModelCatalogue, type ModelCatalogue } from "./model-catalogue.ts"

/** The catalogue by the prices as they are now: a price that is set while the server runs holds from the next call on. */
export interface LiveCatalogue {
  readonly catalogue: ModelCatalogue
  /** Reads the prices again where a file has changed. What cannot be read is told, and the prices stay. */
  look(): void
}

/** Throws where the prices cannot be read: no server starts without. */
export function createLiveCatalogue(config: Config, files: PriceFiles, log: Log): LiveCatalogue {
  let told: ReadonlySet<string> = new Set()
  let readAt = pricesChangedAt(files)
  let current = read()

  function read(): ModelCatalogue {
    const prices = loadPriceBook(readPrices(files), config)
    for (const { message } of prices.problems) log.warn("price-unusable", { why: message })
    const read = createModelCatalogue(config, prices)
    const news = read.doubts.filter((why) => !told.has(why))
    for (const why of news) log.warn("setting-without-effect", { why })
    told = new Set(read.doubts)
    return read
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
    look() {
      const changedAt = pricesChangedAt(files)
      if (changedAt === readAt) return
      readAt = changedAt
      try {
        current = read()
        log.info("prices-read", { models: current.forTier("premium").length })
      } catch (error) {
        log.error("prices-unreadable", { error: String(error) })
      }
    },
  }
}
