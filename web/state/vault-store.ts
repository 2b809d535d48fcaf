import { create } from "zustand"
import type { Invitation } from "#core/vault/batch-body.ts"
import { vaultChannelName } from "../platform/vault/vault-channel.ts"
import { type OpenVault, readVault } from "../platform/vault/vault-database.ts"
import { authHeaders, knowVisitor } from "./access-store.ts"
import { followVault } from "./vault-news.ts"

/** What of the vault is open above the settings. */
export type VaultDialog = { readonly kind: "vault" } | { readonly kind: "invited"; readonly invitation: Invitation }

interface VaultScreen {
  /** Undefined until it was looked for; null: this browser has none. */
  readonly vault: OpenVault | null | undefined
  readonly dialog: VaultDialog | undefined
}

export const useVault = create<VaultScreen>()(() => ({ vault: undefined, dialog: undefined }))

export function openVaultDialog(dialog: VaultDialog): void {
  useVault.setState({ dialog })
}

export function closeVaultDialog(): void {
  useVault.setState({ dialog: undefined })
}

/** Reads again what is known of this browser's vault. Where that fails it stays as it was: a vault that cannot be read is not none. */
export async function refreshVault(): Promise<void> {
  await readVault().then(
    (vault) => useVault.setState({ vault: vault ?? null }),
    () => undefined,
  )
}

/** Follows what the worker finds, as long as somebody looks. Returns how to stop. */
export function watchVault(): () => void {
  followVault()
  void refreshVault()
  const channel = new BroadcastChannel(vaultChannelName)
  channel.addEventListener("message", () => void refreshVault())
  return () => channel.close()
}

/** In whose name a vault is made: the code's, or the visitor's, who gets an id where there is none yet. */
export async function makerHeaders(): Promise<Readonly<Record<string, string>>> {
  await knowVisitor()
  return authHeaders()
}
