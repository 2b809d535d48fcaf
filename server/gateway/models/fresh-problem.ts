import { catalogueProblems } from "#core/models/check-catalogue.ts"
import { mergeRows, type RowFields } from "#core/models/merge-rows.ts"
import type { ModelRow } from "#core/models/model-row.ts"
import type { Alias, CatalogueState } from "./catalogue-state.ts"

/** A mistake that a change would bring into the catalogue, as a sentence; one that was in it before blocks nothing. */
export function freshProblem(
  shipped: readonly ModelRow[],
  state: Pick<CatalogueState, "rows" | "aliases">,
  after: { readonly rows?: readonly RowFields[]; readonly aliases?: readonly Alias[] },
): string | undefined {
  const before = new Set(catalogueProblems(mergeRows(shipped, state.rows), state.aliases))
  const problems = catalogueProblems(mergeRows(shipped, after.rows ?? state.rows), after.aliases ?? state.aliases)
  return problems.find((problem) => !before.has(problem))
}
