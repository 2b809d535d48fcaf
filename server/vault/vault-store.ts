import type { RefusalReason } from "#core/gateway/refusal.ts"
import { err, ok, type Result } from "#core/lib/result.ts"
import { servedNow } from "../store/served-time.ts"
import { createVaultBlobs, dropBlob } from "./vault-blobs.ts"
import { createVaultLog } from "./vault-log.ts"
import { createVaultPairing } from "./vault-pairing.ts"
import { heldBy, mayMakeVault, placeOf, tierOf, vaultBytes } from "./vault-quota.ts"
import { columns, dayMs, hashOf, liveSnapshot, lock, oldestOf, type VaultRow } from "./vault-rows.ts"
import { createVaultSnapshots, dropSnapshot } from "./vault-snapshots.ts"
import type { SnapshotFacts, Vault, Vaults, VaultsDeps } from "./vaults.ts"

/** A visitor's vault that nobody used for so long is erased, in ms. */
export const idleMs = 60 * dayMs
/** The last snapshot, its log, and pictures that nothing shows any more stay so long, in ms. */
export const keptMs = 7 * dayMs
/** How long a pairing is known to be over, in ms. */
const rememberedMs = dayMs
/** An upload that was not finished by then never will be, in ms. */
const unfinishedMs = 3_600_000
/** How often the use of a vault is written down, in ms. */
const touchMs = 60_000
/** Devices that one vault remembers. */
const mostDevices = 50

const tables = ["batch", "writer", "device", "snapshot", "part", "blob", "pairing"] as const

/** Vaults in the database and the file store, from their making to their end; what lies in them has files of its own. */
export function createVaults(deps: VaultsDeps): Vaults {
  const { database, files, pepper, now } = deps

  /** Removes what has no row any more, after the rows: a crash between the two leaves bytes that nobody can find. */
  async function removeFiles(ids: readonly string[]): Promise<void> {
    for (const id of ids) await files.remove(id)
  }

  async function erase(id: string): Promise<void> {
    const held = await database.transaction(async (sql) => {
      const blobs = await sql.all<{ file_id: string }>("select file_id from vault_blob where vault_id = ?", [id])
      for (const table of tables) await sql.run(removals[table], [id])
      await sql.run("delete from vault where id = ?", [id])
      return blobs
    })
    await removeFiles(held.map(({ file_id }) => file_id))
  }

  return {
    ...createVaultLog(deps),
    ...createVaultSnapshots(deps),
    ...createVaultBlobs(deps),
    ...createVaultPairing(deps),

    async create(person, id, token) {
      const { owner } = person
      const tier = tierOf(person)
      const { place, network } = placeOf(person, pepper)
      const codeId = person.kind === "code" ? person.code.id : null
      const tokenHash = hashOf(token)
      return database.transaction<Result<Vault, RefusalReason>>(async (sql) => {
        const known = await sql.get<VaultRow>(lock, [id])
        if (known !== undefined) return known.token_hash === tokenHash ? ok(known) : err("no-such-vault")
        if (!(await mayMakeVault(sql, owner, { place, network }))) return err("vault-full")
        const made = await sql.run(
          `insert into vault (id, token_hash, owner, code_id, tier, place, network, last_seq, bytes, created_at, used_at, served_at)
           values (?, ?, ?, ?, ?, ?, ?, 0, 0, ?, ?, ${servedNow}) on conflict (id) do nothing`,
          [id, tokenHash, owner, codeId, tier, place, network, now(), now()],
        )
        return made === 1 ? ok({ id, owner, tier }) : err("no-such-vault")
      })
    },

    async open(id, token) {
      const row = await database.read.get<VaultRow>(`select ${columns} from vault where id = ?`, [id])
      return row !== undefined && row.token_hash === hashOf(token) ? row : undefined
    },

    async touch({ id }, device) {
      const at = now()
      const old = at - touchMs
      const own = await database.read.get<{ used_at: number }>("select used_at from vault where id = ?", [id])
      const seen =
        device === undefined
          ? undefined
          : await database.read.get<{ seen_at: number }>(
              "select seen_at from vault_device where vault_id = ? and device = ?",
              [id, device],
            )
      const isDeviceFresh = device === undefined || (seen !== undefined && seen.seen_at > old)
      if (own === undefined || (own.used_at > old && isDeviceFresh)) return
      await database.transaction(async (sql) => {
        if ((await sql.run(`update vault set used_at = ?, served_at = ${servedNow} where id = ?`, [at, id])) !== 1)
          return
        if (device === undefined) return
        await sql.run(
          `insert into vault_device (vault_id, device, seen_at) values (?, ?, ?)
           on conflict (vault_id, device) do update set seen_at = excluded.seen_at`,
          [id, device, at],
        )
        await sql.run(
          `delete from vault_device where vault_id = ? and device not in (
             select device from vault_device where vault_id = ? order by seen_at desc limit ${mostDevices})`,
          [id, id],
        )
      }, "later")
    },

    facts: ({ id, owner, tier }) =>
      database.snapshot(async (sql) => {
        const row = await sql.get<VaultRow>(`select ${columns} from vault where id = ?`, [id])
        const last = row?.last_seq ?? 0
        const log = await sql.get<{ batches: number; bytes: number }>(
          "select count(*) as batches, coalesce(sum(bytes), 0) as bytes from vault_batch where vault_id = ? and covered_at is null",
          [id],
        )
        const devices = await sql.all<{ device: string; seen_at: number }>(
          "select device, seen_at from vault_device where vault_id = ? order by seen_at desc",
          [id],
        )
        return {
          last,
          oldest: await oldestOf(sql, id, last),
          snapshot: await sql.get<SnapshotFacts>(liveSnapshot, [id]),
          batches: log?.batches ?? 0,
          logBytes: log?.bytes ?? 0,
          bytes: await heldBy(sql, owner),
          quota: vaultBytes[tier],
          devices: devices.map(({ device, seen_at }) => ({ device, seenAt: seen_at })),
        }
      }),

    remove: ({ id }) => erase(id),

    async eraseOf(codeId) {
      const own = await database.read.all<{ id: string }>("select id from vault where code_id = ?", [codeId])
      for (const { id } of own) await erase(id)
      return own.length
    },

    async sweep() {
      const at = now()
      const idle = await database.read.all<{ id: string }>(
        `select id from vault where tier = 'visitor' and used_at <= ? and served_at < ${servedNow} - ${idleMs} limit 100`,
        [at - idleMs],
      )
      for (const { id } of idle) await erase(id)
      const over = await database.read.all<{ vault_id: string; id: string }>(
        `select vault_id, id from vault_snapshot where (state = 'old' and at <= ?) or (state = 'storing' and at <= ?) limit 100`,
        [at - keptMs, at - unfinishedMs],
      )
      const blobs = await database.read.all<{ vault_id: string; name: string; file_id: string }>(
        `select vault_id, name, file_id from vault_blob where unneeded_at <= ? or (state = 'storing' and at <= ?) limit 500`,
        [at - keptMs, at - unfinishedMs],
      )
      const dropped = await database.transaction(async (sql) => {
        for (const { vault_id, id } of over) await dropSnapshot(sql, vault_id, id)
        await sql.run("delete from vault_batch where covered_at <= ?", [at - keptMs])
        await sql.run("delete from vault_pairing where expires_at <= ?", [at - rememberedMs])
        // A pairing that nobody came for is erased when its time is over.
        await sql.run("update vault_pairing set data = '' where expires_at <= ? and data <> ''", [at])
        const gone: string[] = []
        for (const { vault_id, name, file_id } of blobs) {
          // Somebody may have needed it again since it was looked at.
          const isOver = await sql.get(
            `select name from vault_blob where vault_id = ? and name = ? and file_id = ? and (unneeded_at <= ? or state = 'storing') for update`,
            [vault_id, name, file_id, at - keptMs],
          )
          if (isOver === undefined) continue
          await dropBlob(sql, vault_id, name)
          gone.push(file_id)
        }
        return gone
      })
      await removeFiles(dropped)
    },
  }
}

const removals: Readonly<Record<(typeof tables)[number], string>> = {
  batch: "delete from vault_batch where vault_id = ?",
  writer: "delete from vault_writer where vault_id = ?",
  device: "delete from vault_device where vault_id = ?",
  snapshot: "delete from vault_snapshot where vault_id = ?",
  part: "delete from vault_part where vault_id = ?",
  blob: "delete from vault_blob where vault_id = ?",
  pairing: "delete from vault_pairing where vault_id = ?",
}
