import type { Vaults, VaultsDeps } from "./vaults.ts"

/** How long a pairing waits for the other device, in ms. */
export const pairingMs = 5 * 60_000

/** Secrets on their way to another device: sealed, for one reader. */
export function createVaultPairing({ database, now }: VaultsDeps): Pick<Vaults, "offer" | "takeOffer"> {
  return {
    async offer({ id: vaultId }, id, data) {
      const made = await database.transaction((sql) =>
        sql.run(
          "insert into vault_pairing (id, vault_id, data, expires_at) values (?, ?, ?, ?) on conflict (id) do nothing",
          [id, vaultId, data, now() + pairingMs],
        ),
      )
      return made === 1
    },

    takeOffer: (id) =>
      database.transaction(async (sql) => {
        const row = await sql.get<{ data: string; expires_at: number }>(
          "select data, expires_at from vault_pairing where id = ? for update",
          [id],
        )
        if (row === undefined) return undefined
        if (row.data === "" || row.expires_at <= now()) return "over" as const
        await sql.run("update vault_pairing set data = '' where id = ?", [id])
        return { data: row.data }
      }),
  }
}
