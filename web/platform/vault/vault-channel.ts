/** What is said between the tabs and the worker that keeps the vault up to date. */
export const vaultChannelName = "nk-vault"
export type VaultWord = { readonly say: "sync" } | { readonly say: "changed" }
