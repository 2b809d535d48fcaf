/**
 * The browser's database of the vault: the secret, and how far it was read. It stands apart from that of the conversations, so that
 * no backup, export or copy after a crash can have the key in it.
 */
export const vaultDatabaseName = "prosa-vault"
/**
 * Marks in the local storage that there is a vault: a page that has none opens no database for it. It says what somebody at this browser
 * was told of it last (`VaultStanding`), or 1.
 */
export const vaultMark = "nk-vault"
