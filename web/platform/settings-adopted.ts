import { readLocal, writeLocal } from "./local-storage.ts"

const key = "nk-settings-adopted"

/** Whether this browser was looked through for the settings of the app before this one. */
export function areSettingsAdopted(): boolean {
  return readLocal(key) !== null
}

export function markSettingsAdopted(): void {
  writeLocal(key, "1")
}
