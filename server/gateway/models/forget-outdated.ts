import { modelKey, type ModelRow } from "#core/models/model-row.ts"
import { ok } from "#core/lib/result.ts"
import type { CatalogueBooks } from "./catalogue-store.ts"

/**
 * Forgets what `models refresh` took from a list before the catalogue that comes with the program was read: an update knows
 * better. The operator's own rows stay, and so do models that only a list knows.
 */
export async function forgetOutdated(store: CatalogueBooks, shipped: readonly ModelRow[]): Promise<void> {
  const readAt = new Map(shipped.map((row) => [modelKey(row.provider, row.id), row.read]))
  await store.change(async ({ refreshed }, write) => {
    for (const { provider, id, read = "" } of refreshed) {
      if (read < (readAt.get(modelKey(provider, id)) ?? "")) await write.removeRow(provider, id, "refreshed")
    }
    return ok(undefined)
  })
}
