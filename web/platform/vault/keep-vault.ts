import type { Decision } from "#core/sync/join.ts"
import { decodeRecord, encodeRecord } from "#core/sync/sync-record.ts"
import { startWorker } from "../browser/start-worker.ts"
import { readLocal, writeLocal } from "../storage/local-storage.ts"
import { applySettings, settingsRecord } from "../sync/settings-record.ts"
import { vaultChannelName, type VaultStanding, type VaultWord } from "./vault-channel.ts"
import type { VaultTrouble } from "./vault-database.ts"
import { vaultMark } from "./vault-database-name.ts"
import type { FromVaultWorker, ToVaultWorker } from "./vault-worker.ts"
import workerUrl from "./vault-worker.ts?worker&url"

let worker: Worker | undefined
let words: BroadcastChannel | undefined
let decided: ((decisions: readonly Decision[]) => void) | undefined
let troubled: ((trouble: VaultTrouble) => void) | undefined

/** Has what is decided while the vault is joined, and what is wrong with it, told to somebody. */
export function hearVault(hear: typeof decided, hearTrouble: typeof troubled): void {
  decided = hear
  troubled = hearTrouble
}

/** Begins to keep the vault up to date, where this browser has one and this page does not do so yet. */
export function keepVault(): void {
  if (worker !== undefined || readLocal(vaultMark) === null || !("locks" in navigator)) return
  worker = startWorker(workerUrl, "vault")
  worker?.addEventListener("message", hear)
  worker?.addEventListener("error", endWorker)
  if (words !== undefined) return
  words = new BroadcastChannel(vaultChannelName)
  words.addEventListener("message", ({ data }: MessageEvent<VaultWord>) => {
    if (data.say === "changed") hearStanding(data.standing)
    else if (data.say === "who") tellSeen()
  })
  document.addEventListener("visibilitychange", tellSeen)
}

/** Others' changes are asked for while somebody looks at a page, whichever tab's worker asks. */
function tellSeen(): void {
  if (document.visibilityState === "visible") words?.postMessage({ say: "seen" } satisfies VaultWord)
}

/**
 * Whichever tab's worker found it, a trouble is told in one that somebody sees: once, and again where it comes back. In a hidden one it
 * waits for one of the next rounds.
 */
function hearStanding(standing: VaultStanding | undefined): void {
  const told = readLocal(vaultMark)
  if (standing === undefined || told === null || told === standing) return
  if (standing !== "well" && document.visibilityState !== "visible") return
  writeLocal(vaultMark, standing)
  if (standing !== "well") troubled?.(standing)
}

/** Settings lie where only the page reaches: the worker asks for them, and hands over those that were chosen elsewhere. */
function hear({ data, target }: MessageEvent<FromVaultWorker>): void {
  if (data.type === "wants-settings")
    (target as Worker).postMessage({ type: "settings", record: encodeRecord(settingsRecord()) } satisfies ToVaultWorker)
  else if (data.type === "came") takeFromRound(data.decisions, data.settings)
  else if (target === worker) endWorker()
}

/** What came of a round: the settings that are in the vault, as JSON, are taken over, and what was decided is told. */
export function takeFromRound(decisions: readonly Decision[], stored: unknown): void {
  const settings = decodeRecord(stored)
  if (settings?.kind === "settings" && applySettings(settings)) {
    // Other tabs hear of it by themselves.
    window.dispatchEvent(new StorageEvent("storage", { key: "nk-app-config" }))
  }
  if (decisions.length > 0) decided?.(decisions)
}

/** The next vault has a worker of its own. Until then it is still heard what another tab's finds. */
function endWorker(): void {
  worker?.terminate()
  worker = undefined
}

/** Ends it, where the vault was left. */
export function endKeepingVault(): void {
  endWorker()
  if (words === undefined) return
  words.close()
  words = undefined
  document.removeEventListener("visibilitychange", tellSeen)
}

/** Asks for a round now, of whichever tab's worker does it. */
export function syncNow(): void {
  keepVault()
  const channel = new BroadcastChannel(vaultChannelName)
  channel.postMessage({ say: "sync" } satisfies VaultWord)
  channel.close()
}
