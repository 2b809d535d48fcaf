import { hearVault, keepVault } from "../platform/vault/keep-vault.ts"
import { noteDecisions } from "./auto-sync.ts"

/** Keeps the vault up to date, and notes what is decided in doing so. */
export function followVault(): void {
  hearVault(noteDecisions)
  keepVault()
}
