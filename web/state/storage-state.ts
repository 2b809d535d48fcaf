import { useStore } from "zustand"
import { createStore } from "zustand/vanilla"

/** Where things stand with the storage. `full` and `unavailable`: the chat goes on in memory. `outdated`: a newer page runs in another tab. */
export type StorageState = "opening" | "ready" | "full" | "failing" | "unavailable" | "outdated"

export const storageStore = createStore<{ readonly state: StorageState }>(() => ({ state: "opening" }))

export function useStorageState(): StorageState {
  return useStore(storageStore, ({ state }) => state)
}

/** It works again, or goes on working. */
export function wroteWell(): void {
  const { state } = storageStore.getState()
  if (state === "full" || state === "failing") storageStore.setState({ state: "ready" })
}

/** Something could not be written or read: the screen says so, whatever it was. */
export function reportStorage(trouble: unknown): void {
  if (storageStore.getState().state === "outdated") return
  const isFull = trouble instanceof DOMException && trouble.name === "QuotaExceededError"
  storageStore.setState({ state: isFull ? "full" : "failing" })
}
