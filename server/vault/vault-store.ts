import type { RefusalReason } from "#core/gateway/refusal.ts"
import { err, ok, type Result } from "#core/lib/result.ts"
import { servedNow } from "../store/served-time.ts"
import { createVaultBlobs } from "./vault-blobs.ts"
import { createVaultEnds } from "./vault-ends.ts"
import { createVaultLog } from "./vault-log.ts"
import { createVaultPairing } from "./vault-pairing.ts"
import { heldBy, mayMakeVault, placeOf, tierOf, vaultBytes } from "./vault-quota.ts"
import { startRemoval } from "./vault-removal.ts"
import { columns, hashOf, liveSnapshot, lock, oldestOf, type VaultRow } from "./vault-rows.ts"
import { createVaultSnapshots } from "./vault-snapshots.ts"
import type { SnapshotFacts, Vault, Vaults, VaultsDeps } from "./vaults.ts"

/** How often the use of a vault is written down, in ms. */
const touchMs = 60_000
/** Devices that one vault remembers. */
const mostDevices = 50

/** Vaults in the database and the file store, from their making to their end; what lies in them has files of its own. */
export function createVaults(deps: VaultsDeps): Vaults {
  const { database, pepper, now } = deps

  const ends = createVaultEnds(deps)

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

    async touch({ id }, { device, isUse }) {
      const at = now()
      const old = at - touchMs
      const own = await database.read.get<{ used_at: number; frozen: number }>(useOf, [id])
      const seen =
        device === undefined
          ? undefined
          : await database.read.get<{ seen_at: number }>(
              "select seen_at from vault_device where vault_id = ? and device = ?",
              [id, device],
            )
      const isUsed = isUse && own?.frozen === 0 && own.used_at <= old
      const isSeen = device !== undefined && (seen?.seen_at ?? 0) <= old
      if (own === undefined || (!isUsed && !isSeen)) return
      await database.transaction(async (sql) => {
        if ((await sql.get(lock, [id])) === undefined) return
        if (isUsed) await sql.run(`update vault set used_at = ?, served_at = ${servedNow} where id = ?`, [at, id])
        if (!isSeen) return
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
        const snapshot = await sql.get<SnapshotFacts>(liveSnapshot, [id])
        const devices = await sql.all<{ device: string; seen_at: number }>(
          "select device, seen_at from vault_device where vault_id = ? order by seen_at desc",
          [id],
        )
        return {
          last,
          oldest: await oldestOf(sql, id, last),
          snapshot,
          batches: last - (snapshot?.upto ?? 0),
          logBytes: row?.log_bytes ?? 0,
          bytes: await heldBy(sql, owner),
          quota: vaultBytes[tier],
          devices: devices.map(({ device, seen_at }) => ({ device, seenAt: seen_at })),
        }
      }),

    remove: ({ id }) => ends.erase(id, startRemoval(deps)),

    async eraseOf(codeId) {
      const own = await database.read.all<{ id: string }>("select id from vault where code_id = ?", [codeId])
      const removal = startRemoval(deps)
      for (const { id } of own) await ends.erase(id, removal)
      return { vaults: own.length, left: removal.left() }
    },

    sweep: ends.sweep,
  }
}

const useOf = `select vault.used_at, coalesce(access_code.frozen, 0) as frozen from vault
  left join access_code on access_code.id = vault.code_id where vault.id = ?`
