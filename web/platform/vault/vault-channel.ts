import type { VaultTrouble } from "./vault-database.ts"

/** What is said between the tabs and the worker that keeps the vault up to date. */
export const vaultChannelName = "nk-vault"
export type VaultWord =
  | { readonly say: "sync" }
  /** Whether somebody looks at a page is asked, and said. */
  | { readonly say: "who" | "seen" }
  /** A round has ended. `standing`: how the vault is since, absent where that is not known, or passes by itself. */
  | { readonly say: "changed"; readonly standing?: VaultStanding | undefined }

export type VaultStanding = VaultTrouble | "well"

/**
 * How a vault is after a round, by its trouble and by that of the round before. What befalls this device once is over with the next round, as
 * a rule: a connection to its storage that was closed.
 */
export function standingOf(
  trouble: VaultTrouble | undefined,
  before: VaultTrouble | undefined,
): VaultStanding | undefined {
  const passes = trouble === "offline" || trouble === "busy" || (trouble === "local" && before !== "local")
  return passes ? undefined : (trouble ?? "well")
}
