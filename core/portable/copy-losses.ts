/** How many rows a copy of ours should have, and has not. `noted`: by store, as its manifest says; `read`: those that were found. */
export function missingRows(
  stores: readonly string[],
  noted: Readonly<Record<string, unknown>>,
  read: ReadonlyMap<string, number>,
): number {
  return stores.reduce((sum, store) => {
    const count = noted[store]
    return sum + (typeof count === "number" && count > 0 ? Math.max(0, count - (read.get(store) ?? 0)) : 0)
  }, 0)
}
