import { createStore } from "zustand/vanilla"
import { useStore } from "zustand"
import { sharedDatabase } from "../platform/storage/database.ts"
import type { DamagedRow } from "../platform/storage/read-rows.ts"

/** How many damaged rows were found since the page began that were unknown before. */
const newDamage = createStore<{ readonly count: number }>(() => ({ count: 0 }))

export function useNewDamage(): number {
  return useStore(newDamage, ({ count }) => count)
}

/** The user has seen the notice. */
export function damageWasTold(): void {
  newDamage.setState({ count: 0 })
}

/** Saves copies of damaged rows, unchanged, and reports the new ones to the user. Nothing waits for this. */
export function reportDamaged(damaged: readonly DamagedRow[]): void {
  if (damaged.length === 0) return
  void sharedDatabase()
    .then(async (database) => {
      const { noteDamaged } = await import("../platform/storage/damaged-rows.ts")
      if (database) tellNewDamage(await noteDamaged(database, damaged, Date.now()))
    })
    // There is no room for the copies: the rows are still in their place.
    .catch(() => tellNewDamage(damaged.length))
}

/** Reports damaged rows that another part, such as the search, has found. */
export function tellNewDamage(found: number): void {
  if (found > 0) newDamage.setState(({ count }) => ({ count: count + found }))
}
