import { randomBytes } from "node:crypto"
import type { RefusalReason } from "#core/gateway/refusal.ts"
import type { Sql } from "../store/sql.ts"
import { countedBytes, fits } from "./vault-quota.ts"
import { addBytes, dayMs, lock } from "./vault-rows.ts"
import type { Vaults, VaultsDeps } from "./vaults.ts"

/** The pictures of a vault, sealed, in the file store. */
export function createVaultBlobs({ database, files, now }: VaultsDeps): Pick<Vaults, "putBlob" | "blob" | "hasBlobs"> {
  return {
    async putBlob(vault, name, bytes) {
      const counted = countedBytes(bytes.length)
      const fileId = randomBytes(16).toString("base64url")
      const taken = await database.transaction<RefusalReason | "known" | undefined>(async (sql) => {
        if ((await sql.get(lock, [vault.id])) === undefined) return "no-such-vault"
        const known = await sql.get<{ state: string }>("select state from vault_blob where vault_id = ? and name = ?", [
          vault.id,
          name,
        ])
        if (known?.state === "live") {
          await sql.run("update vault_blob set unneeded_at = null where vault_id = ? and name = ?", [vault.id, name])
          return "known"
        }
        if (!(await fits(sql, vault, counted))) return "vault-full"
        // A name never changes what it stands for, so one that was not finished may as well be this one.
        if (known !== undefined) await dropBlob(sql, vault.id, name)
        await sql.run(
          "insert into vault_blob (vault_id, name, file_id, state, bytes, at) values (?, ?, ?, 'storing', ?, ?)",
          [vault.id, name, fileId, counted, now()],
        )
        await sql.run(addBytes, [counted, vault.id])
        return undefined
      })
      if (taken !== undefined) return taken === "known" ? undefined : taken
      await files.put(fileId, bytes)
      const isThere = await database.transaction((sql) =>
        sql.run("update vault_blob set state = 'live' where vault_id = ? and name = ? and file_id = ?", [
          vault.id,
          name,
          fileId,
        ]),
      )
      // The vault was erased, or another upload of the same took its place.
      if (isThere !== 1) await files.remove(fileId)
      return undefined
    },

    async blob({ id }, name, hasRoom) {
      const row = await database.read.get<{ file_id: string; bytes: number }>(
        "select file_id, bytes from vault_blob where vault_id = ? and name = ? and state = 'live'",
        [id, name],
      )
      if (row === undefined) return undefined
      return hasRoom(row.bytes) ? files.get(row.file_id) : "no-room"
    },

    async hasBlobs({ id }, names) {
      const live = await database.read.all<{ name: string }>(
        "select name from vault_blob where vault_id = ? and state = 'live' and unneeded_at is null",
        [id],
      )
      const known = new Set(live.map(({ name }) => name))
      return names.filter((name) => known.has(name))
    },
  }
}

export async function dropBlob(sql: Sql, vaultId: string, name: string): Promise<void> {
  const row = await sql.get<{ bytes: number }>("select bytes from vault_blob where vault_id = ? and name = ?", [
    vaultId,
    name,
  ])
  await sql.run("delete from vault_blob where vault_id = ? and name = ?", [vaultId, name])
  await sql.run(addBytes, [-(row?.bytes ?? 0), vaultId])
}

/** Notes which pictures nothing shows any more; those that are needed again are not. */
export async function noteUnneeded(sql: Sql, vaultId: string, keep: ReadonlySet<string>, at: number): Promise<void> {
  const held = await sql.all<{ name: string; unneeded_at: number | null; at: number }>(
    "select name, unneeded_at, at from vault_blob where vault_id = ? and state = 'live'",
    [vaultId],
  )
  for (const blob of held) {
    const isKept = keep.has(blob.name)
    // One that came a moment ago may belong to a message that the snapshot does not know yet.
    if (isKept === (blob.unneeded_at === null) || (!isKept && blob.at > at - dayMs)) continue
    await sql.run("update vault_blob set unneeded_at = ? where vault_id = ? and name = ?", [
      isKept ? null : at,
      vaultId,
      blob.name,
    ])
  }
}
