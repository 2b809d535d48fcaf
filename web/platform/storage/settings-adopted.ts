import { readLocal, writeLocal } from "./local-storage.ts"

const key = "nk-settings-adopted"

/** Whether this browser was looked through for the settings of the app before this one. */
export function areSettingsAdopted(): boolean {
  return readLocal(key) !== null
}

export function markSettingsAdopted(): void {
  writeLocal(key, "1")
}

const recordsKey = "nk-records-adopted"

/** Whether this browser was looked through for the chats, prompts, masks and plugins of the app before this one. */
export function areRecordsAdopted(): boolean {
  return readLocal(recordsKey) !== null
}

export function markRecordsAdopted(): void {
  writeLocal(recordsKey, "1")
}

/** NextChat's database (idb-keyval's defaults), and what it kept in `localStorage` where it had none. */
export const ancestorDatabase = "keyval-store"
const ancestorKeys =
  "app-config access-control sync chat-next-web-store prompt-store mask-store chat-next-web-plugin sd-list".split(" ")

/** Whether the app before this one stored anything here. Most never had it, and load nothing to find that out. */
export async function hasAncestorData(): Promise<boolean> {
  if (ancestorKeys.some((key) => readLocal(key) !== null)) return true
  return (await indexedDB.databases()).some(({ name }) => name === ancestorDatabase)
}
