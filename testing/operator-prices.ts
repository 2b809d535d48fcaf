import { createPriceOperations, type PriceOperations } from "../server/admin/price-operations.ts"
import { createCatalogueStore } from "../server/gateway/models/catalogue-store.ts"
import { readModelFile } from "../server/gateway/models/model-file.ts"
import { openDatabase } from "../server/store/database.ts"

/** Prices as an operator sets them beside a running server: by another process on the same data. */
export async function operatorPrices({
  dataDir,
  databaseUrl,
}: {
  readonly dataDir: string
  readonly databaseUrl?: string | undefined
}): Promise<PriceOperations & { close(): Promise<void> }> {
  const database = await openDatabase({ dataDir, databaseUrl })
  const prices = createPriceOperations({
    exchange: { fxBrlPerUsd: "5.50", margin: "1.3" },
    now: Date.now,
    store: createCatalogueStore(database),
    shipped: readModelFile(),
  })
  return { ...prices, close: () => database.close() }
}
