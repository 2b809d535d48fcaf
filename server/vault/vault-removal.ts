import type { Sql } from "../store/sql.ts"
import { addBytes } from "./vault-rows.ts"
import type { VaultsDeps } from "./vaults.ts"

/*
 * A picture ends in three steps: its row is set aside under the name of its file, where nobody finds it and the same picture may come again;
 * its file is removed; its row is. A file that could not be removed keeps its row, and each sweep tries again.
 */

/** So many failures in a row mean that the file store is away: nothing more is tried this time. */
const mostInARow = 3
/** Rows set aside earlier that one sweep looks at, whichever they are. */
const mostTriedAgain = 1_000

/** A picture by its row. */
export interface BlobRow {
  readonly vault_id: string
  readonly name: string
  readonly file_id: string
}

type AsideRow = Pick<BlobRow, "vault_id" | "file_id">

/** Removes files of pictures whose rows are aside. */
export interface Removal {
  /** One that fails holds up no other. */
  remove(aside: readonly AsideRow[]): Promise<void>
  /** The same with those that earlier sweeps left. */
  tryAgain(): Promise<void>
  /** How many files could not be removed. */
  left(): number
  /** Rejects where something is left. */
  check(): void
}

/** Sets a picture's row aside: it counts against its vault no more, since the same picture may come again. */
export async function setAside(sql: Sql, { vault_id, name }: BlobRow): Promise<void> {
  const row = await sql.get<{ bytes: number }>("select bytes from vault_blob where vault_id = ? and name = ?", [
    vault_id,
    name,
  ])
  await sql.run(addBytes, [-(row?.bytes ?? 0), vault_id])
  await sql.run(toAside, [vault_id, name])
}

/** Removes a file that no row of a picture names any more. */
export async function removeStray(deps: Pick<VaultsDeps, "database" | "files">, row: AsideRow): Promise<void> {
  await deps.database.transaction((sql) => sql.run(strayAside, [row.vault_id, row.file_id, row.file_id]))
  await startRemoval(deps).remove([row])
}

async function dropBlob(sql: Sql, vaultId: string, name: string): Promise<void> {
  const row = await sql.get<{ bytes: number }>("select bytes from vault_blob where vault_id = ? and name = ?", [
    vaultId,
    name,
  ])
  await sql.run("delete from vault_blob where vault_id = ? and name = ?", [vaultId, name])
  await sql.run(addBytes, [-(row?.bytes ?? 0), vaultId])
}

/** Begins one sweep's, or one upload's, or one erasure's, removing. */
export function startRemoval({ database, files }: Pick<VaultsDeps, "database" | "files">): Removal {
  let left = 0
  let inARow = 0
  let why = ""

  async function remove(aside: readonly AsideRow[]): Promise<void> {
    const gone: AsideRow[] = []
    for (const row of aside) {
      if (inARow >= mostInARow) break
      try {
        await files.remove(row.file_id)
        gone.push(row)
        inARow = 0
      } catch (error) {
        why = String(error)
        inARow += 1
      }
    }
    left += aside.length - gone.length
    // One vault after the other, and the vault before its pictures: whoever waits for two of them waits in no circle.
    for (const vaultId of new Set(gone.map(({ vault_id }) => vault_id))) {
      const rows = gone.filter(({ vault_id }) => vault_id === vaultId)
      // oxlint-disable-next-line no-await-in-loop -- see above
      await database.transaction(async (sql) => {
        await sql.get(lockVault, [vaultId])
        for (const { file_id } of rows) {
          // Another server may have come first.
          if ((await sql.get(lockAside, [vaultId, file_id])) !== undefined) await dropBlob(sql, vaultId, file_id)
        }
      })
    }
  }

  return {
    remove,
    tryAgain: async () => remove(await database.read.all<AsideRow>(someAside)),
    left: () => left,
    check() {
      if (left > 0) throw new Error(`the bytes of ${left} pictures of vaults could not be removed yet: ${why}`)
    },
  }
}

/** Of a picture that is not aside: the name of one that is, is that of its file. */
export const isInPlace = "name <> file_id"
const toAside = `update vault_blob set name = file_id, state = 'storing', at = 0, unneeded_at = null, bytes = 0
  where vault_id = ? and name = ?`
const strayAside = `insert into vault_blob (vault_id, name, file_id, state, bytes, at) values (?, ?, ?, 'storing', 0, 0)
  on conflict do nothing`
const isAside = "state = 'storing' and at = 0 and name = file_id"
const lockVault = "select id from vault where id = ? for update"
const lockAside = `select name from vault_blob where vault_id = ? and name = ? and ${isAside} for update`
// In no order: files that can never be removed are not always the first ones.
const someAside = `select vault_id, file_id from vault_blob where ${isAside} order by random() limit ${mostTriedAgain}`
