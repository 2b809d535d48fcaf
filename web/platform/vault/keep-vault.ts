import { startWorker } from "../browser/start-worker.ts"
import { readLocal } from "../storage/local-storage.ts"
import { vaultChannelName, type VaultWord } from "./vault-channel.ts"
import { vaultMark } from "./vault-database-name.ts"
import workerUrl from "./vault-worker.ts?worker&url"

let worker: Worker | undefined

/** Begins to keep the vault up to date, where this browser has one; once a page. */
export function keepVault(): void {
  if (worker !== undefined || readLocal(vaultMark) === null || !("locks" in navigator)) return
  worker = startWorker(workerUrl, "vault")
}

/** Ends it, where the vault was left. */
export function endKeepingVault(): void {
  worker?.terminate()
  worker = undefined
}

/** Asks for a round now, of whichever tab's worker does it. */
export function syncNow(): void {
  keepVault()
  const channel = new BroadcastChannel(vaultChannelName)
  channel.postMessage({ say: "sync" } satisfies VaultWord)
  channel.close()
}
