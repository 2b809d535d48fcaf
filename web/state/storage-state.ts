import { useStore } from "zustand"
import { createStore } from "zustand/vanilla"

/**
 * The state of the storage. `late`: it is opening, and has taken long. `full` and `unavailable`: the chat continues in memory. `outdated`: a newer page runs in
 * another tab.
 */
export type StorageState = "opening" | "late" | "ready" | "full" | "failing" | "unavailable" | "outdated"

export const storageStore = createStore<{ readonly state: StorageState }>(() => ({ state: "opening" }))

export function useStorageState(): StorageState {
  return useStore(storageStore, ({ state }) => state)
}

/** Whether it is not known yet what is stored. */
export function isOpening({ state }: { readonly state: StorageState }): boolean {
  return state === "opening" || state === "late"
}

/** How long a question is held up by the storage, in ms: it goes on without one that does not answer. */
const patienceMs = 5_000

/** What the storage does for a question, or `otherwise` where that takes too long. One that is late already is not waited for. */
export function inTime<Value>(done: Promise<Value>, otherwise: Value): Promise<Value> {
  const ms = storageStore.getState().state === "late" ? 0 : patienceMs
  const late = new Promise<Value>((resolve) => {
    setTimeout(resolve, ms, otherwise)
  })
  return Promise.race([done, late])
}

/** Records that the storage takes long to open, or is kept from it. */
export function openingIsLate(): void {
  if (storageStore.getState().state === "opening") storageStore.setState({ state: "late" })
}

/** Records that the storage is open. Trouble that was met meanwhile stays. */
export function openedWell(): void {
  if (isOpening(storageStore.getState())) storageStore.setState({ state: "ready" })
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
