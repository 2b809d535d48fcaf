import { useStore } from "zustand"
import { createStore } from "zustand/vanilla"

/**
 * The state of the storage. `full` and `unavailable`: the chat continues in memory. `outdated`: a newer page runs in
 * another tab.
 */
export type StorageState = "opening" | "ready" | "full" | "failing" | "unavailable" | "outdated"

export const storageStore = createStore<{ readonly state: StorageState }>(() => ({ state: "opening" }))

export function useStorageState(): StorageState {
  return useStore(storageStore, ({ state }) => state)
}

/** Records a successful write. */
export function wroteWell(): void {
  const { state } = storageStore.getState()
  if (state === "full" || state === "failing") storageStore.setState({ state: "ready" })
}

/** Records a failed read or write, so that the screen shows it. */
export function reportStorage(trouble: unknown): void {
  if (storageStore.getState().state === "outdated") return
  const isFull = trouble instanceof DOMException && trouble.name === "QuotaExceededError"
  storageStore.setState({ state: isFull ? "full" : "failing" })
}
