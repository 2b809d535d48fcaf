import { err, ok } from "#core/lib/result.ts"
import { noBatch, readHead } from "#core/vault/envelope.ts"
import type { Sql } from "../store/sql.ts"
import { countedBatch, fits } from "./vault-quota.ts"
import { columns, hashOf, liveSnapshot, lock, oldestOf, type VaultRow } from "./vault-rows.ts"
import type { Appended, LoggedBatch, SnapshotFacts, Vaults, VaultsDeps } from "./vaults.ts"

/** Batches of one reply: so many, and bytes, whichever comes first. */
const mostBatches = 500
const mostBytes = 1024 * 1024
/** Chains that one vault remembers. */
const mostWriters = 1_000

/** The log of a vault: each batch gets its number, and none comes twice or out of its writer's order. */
export function createVaultLog({ database, now }: VaultsDeps): Pick<Vaults, "append" | "log"> {
  return {
    async append({ id }, bytes) {
      const head = readHead(bytes)
      if (head === undefined) return err({ reason: "bad-vault-request" })
      const hash = hashOf(bytes)
      const data = Buffer.from(bytes).toString("base64")
      return database.transaction<Appended>(async (sql) => {
        const vault = await sql.get<VaultRow>(lock, [id])
        if (vault === undefined) return err({ reason: "bad-vault-request" })
        const again = await sql.get<StoredBatch>(
          "select seq, hash, at from vault_batch where vault_id = ? and batch_id = ?",
          [id, head.batch],
        )
        // Its reply was lost on the way: it is told again, and nothing is written twice.
        if (again?.hash === hash) return ok({ seq: again.seq, mark: markOf(again) })
        const chain = await sql.get<{ number: number; hash: string }>(
          "select number, hash from vault_writer where vault_id = ? and writer = ?",
          [id, head.writer],
        )
        const next = (chain?.number ?? -1) + 1
        const previous = chain?.hash ?? noBatch
        if (again !== undefined || head.number !== next || head.previous !== previous) {
          return err({ reason: "vault-out-of-step", next, previous })
        }
        if (chain === undefined && (await countOfWriters(sql, id)) >= mostWriters) return err({ reason: "vault-full" })
        const counted = countedBatch(bytes.length)
        if (!(await fits(sql, vault, counted))) return err({ reason: "vault-full" })
        const [seq, at] = [vault.last_seq + 1, now()]
        await sql.run("update vault set last_seq = ?, bytes = bytes + ?, log_bytes = log_bytes + ? where id = ?", [
          seq,
          counted,
          counted,
          id,
        ])
        await sql.run(
          "insert into vault_batch (vault_id, seq, batch_id, hash, bytes, data, at) values (?, ?, ?, ?, ?, ?, ?)",
          [id, seq, head.batch, hash, counted, data, at],
        )
        await sql.run(
          `insert into vault_writer (vault_id, writer, number, hash) values (?, ?, ?, ?)
           on conflict (vault_id, writer) do update set number = excluded.number, hash = excluded.hash`,
          [id, head.writer, head.number, hash],
        )
        return ok({ seq, mark: markOf({ hash, at }) })
      })
    },

    log: ({ id }, after, hasRoom) =>
      database.snapshot(async (sql) => {
        const row = await sql.get<VaultRow>(`select ${columns} from vault where id = ?`, [id])
        const last = row?.last_seq ?? 0
        const sizes = await sql.all<{ seq: number; bytes: number }>(
          `select seq, bytes from vault_batch where vault_id = ? and seq > ? order by seq limit ${mostBatches}`,
          [id, after],
        )
        let held = 0
        // One at least, however large it is.
        const sent = sizes.filter(({ bytes }, at) => (held += bytes) <= mostBytes || at === 0)
        const upto = sent.at(-1)?.seq ?? after
        if (!hasRoom(sent.reduce((sum, { bytes }) => sum + bytes, 0))) return "no-room"
        const before = await sql.get<StoredBatch>(
          "select seq, hash, at from vault_batch where vault_id = ? and seq = ?",
          [id, after],
        )
        const batches = await sql.all<StoredBatch & { readonly data: string }>(
          "select seq, hash, at, data from vault_batch where vault_id = ? and seq > ? and seq <= ? order by seq",
          [id, after, upto],
        )
        return {
          last,
          oldest: await oldestOf(sql, id, last),
          snapshot: await sql.get<SnapshotFacts>(liveSnapshot, [id]),
          mark: before && markOf(before),
          batches: batches.map(({ hash, ...batch }): LoggedBatch => ({
            ...batch,
            mark: markOf({ hash, at: batch.at }),
          })),
        }
      }),
  }
}

interface StoredBatch {
  readonly seq: number
  readonly hash: string
  readonly at: number
}

/**
 * The name of a place in the log (`core/vault/history.ts`): after a backup came back, another batch at the same number has another one, and
 * so has the same batch that came once more.
 */
function markOf({ hash, at }: Pick<StoredBatch, "hash" | "at">): string {
  return hashOf(`${hash} ${at}`).slice(0, 16)
}

async function countOfWriters(sql: Sql, vaultId: string): Promise<number> {
  const row = await sql.get<{ writers: number }>("select count(*) as writers from vault_writer where vault_id = ?", [
    vaultId,
  ])
  return row?.writers ?? 0
}
