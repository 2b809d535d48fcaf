import { createStore } from "zustand/vanilla"
import { useStore } from "zustand"
import { sharedDatabase } from "../platform/database.ts"
import type { DamagedRow } from "../platform/read-rows.ts"

/** What was found damaged since the page began, and was not known from an earlier visit. */
const newDamage = createStore<{ readonly count: number }>(() => ({ count: 0 }))

export function useNewDamage(): number {
  return useStore(newDamage, ({ count }) => count)
}

/** The reader was told. */
export function damageWasTold(): void {
  newDamage.setState({ count: 0 })
}

/** Puts damaged rows aside as they are; whoever looks is told of those that are new. Nothing waits for it. */
export function reportDamaged(damaged: readonly DamagedRow[]): void {
  if (damaged.length === 0) return
  void sharedDatabase()
    .then(async (database) => {
      const { noteDamaged } = await import("../platform/damaged-rows.ts")
      if (database) tellNewDamage(await noteDamaged(database, damaged, Date.now()))
    })
    // No room to put them aside: the rows are still where they were.
    .catch(() => tellNewDamage(damaged.length))
}

/** So many were found by somebody else, such as the search. */
export function tellNewDamage(found: number): void {
  if (found > 0) newDamage.setState(({ count }) => ({ count: count + found }))
}
