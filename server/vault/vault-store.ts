import { createHash, randomBytes } from "node:crypto"
import type { RefusalReason } from "#core/gateway/refusal.ts"
import { err, ok, type Result } from "#core/lib/result.ts"
import { noBatch, readHead } from "#core/vault/envelope.ts"
import type { Person } from "../access/authorize.ts"
import type { FileStore } from "../files/file-store.ts"
import { rollback } from "../store/rollback.ts"
import { servedNow } from "../store/served-time.ts"
import type { Database, Sql } from "../store/sql.ts"
import { fits, heldBy, mayMakeVault, placeOf, tierOf, vaultBytes, type VaultTier } from "./vault-quota.ts"

/** A vault whose token was right. */
export interface Vault {
  readonly id: string
  readonly owner: string
  readonly tier: VaultTier
}

/** A snapshot that holds what all batches up to a number say. */
export interface SnapshotFacts {
  readonly id: string
  readonly upto: number
  readonly parts: number
  readonly bytes: number
}

export interface VaultFacts {
  /** The number of the last batch; 0: there was none yet. */
  readonly last: number
  /** Whoever has read less than the batch before this one has to begin with the snapshot. */
  readonly oldest: number
  readonly snapshot: SnapshotFacts | undefined
  /** Batches behind the snapshot, and their bytes. */
  readonly batches: number
  readonly logBytes: number
  /** What all vaults of the owner hold, and may hold. */
  readonly bytes: number
  readonly quota: number
  readonly devices: readonly { readonly device: string; readonly seenAt: number }[]
}

/** A batch in the log; `data` is its bytes in base64. */
export interface LoggedBatch {
  readonly seq: number
  readonly at: number
  readonly data: string
}

export interface VaultLog {
  readonly last: number
  readonly oldest: number
  readonly snapshot: SnapshotFacts | undefined
  readonly batches: readonly LoggedBatch[]
}

/** Why a batch is refused, and where its writer's chain stands. */
export interface OutOfStep {
  readonly reason: "vault-out-of-step"
  /** The number that the chain's next batch has, and what it names as the one before. */
  readonly next: number
  readonly previous: string
}

export type Appended = Result<number, OutOfStep | { readonly reason: "bad-vault-request" | "vault-full" }>

export interface Vaults {
  /** Makes a vault, or finds it made with the same token. */
  create(person: Person, id: string, token: string): Promise<Result<Vault, RefusalReason>>
  /** The vault of that id, where the token is its own. */
  open(id: string, token: string): Promise<Vault | undefined>
  /** Notes that a device, or nobody in particular, has used it; at most every few minutes. */
  touch(vault: Vault, device: string | undefined): Promise<void>
  facts(vault: Vault): Promise<VaultFacts>
  append(vault: Vault, bytes: Uint8Array): Promise<Appended>
  /** Batches after a number, as many as one reply may have. */
  log(vault: Vault, after: number): Promise<VaultLog>
  putPart(vault: Vault, snapshotId: string, number: number, bytes: Uint8Array): Promise<RefusalReason | undefined>
  part(vault: Vault, snapshotId: string, number: number): Promise<Buffer | undefined>
  /** Makes a snapshot the vault's; `keep`: the pictures that are still needed, where that is known. */
  seal(vault: Vault, snapshot: NewSnapshot): Promise<RefusalReason | undefined>
  putBlob(vault: Vault, name: string, bytes: Uint8Array): Promise<RefusalReason | undefined>
  blob(vault: Vault, name: string): Promise<Buffer | undefined>
  hasBlobs(vault: Vault, names: readonly string[]): Promise<readonly string[]>
  remove(vault: Vault): Promise<void>
  /** Keeps a sealed secret for one reader; false where the id is taken. */
  offer(vault: Vault, id: string, data: string): Promise<boolean>
  /** Gives it to whoever comes first. `over`: somebody had it, or its time has passed. */
  takeOffer(id: string): Promise<{ readonly data: string } | "over" | undefined>
  /** Everything that a code has stored goes; the number of vaults. */
  eraseOf(codeId: string): Promise<number>
  sweep(): Promise<void>
}

export interface NewSnapshot {
  readonly id: string
  readonly upto: number
  readonly parts: number
  readonly keep?: readonly string[] | undefined
}

const dayMs = 86_400_000
/** A visitor's vault that nobody used for so long is erased, in ms. */
export const idleMs = 60 * dayMs
/** The last snapshot, its log, and pictures that nothing shows any more stay so long, in ms. */
export const keptMs = 7 * dayMs
/** How long a pairing waits for the other device, and how long after that it is known to be over, in ms. */
export const pairingMs = 5 * 60_000
const rememberedMs = dayMs
/** An upload that was not finished by then never will be, in ms. */
const unfinishedMs = 3_600_000
/** How often the use of a vault is written down, in ms. */
const touchMs = 60_000
/** Batches of one reply: so many, and bytes, whichever comes first. */
const mostBatches = 500
const mostBytes = 1024 * 1024
/** Devices and chains that one vault remembers. */
const mostDevices = 50
const mostWriters = 1_000

interface VaultRow {
  readonly id: string
  readonly owner: string
  readonly tier: VaultTier
  readonly token_hash: string
  readonly last_seq: number
  readonly bytes: number
}

const columns = "id, owner, tier, token_hash, last_seq, bytes"
const lock = `select ${columns} from vault where id = ? for update`
const liveSnapshot = "select id, upto, parts, bytes from vault_snapshot where vault_id = ? and state = 'live'"
const addBytes = "update vault set bytes = bytes + ? where id = ?"
const tables = ["batch", "writer", "device", "snapshot", "part", "blob", "pairing"] as const

export interface VaultsDeps {
  readonly database: Database
  readonly files: FileStore
  /** Places of visitors are kept as hashes under this secret only. */
  readonly pepper: string
  /** Epoch ms. */
  readonly now: () => number
}

export function createVaults({ database, files, pepper, now }: VaultsDeps): Vaults {
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

  async function oldestOf(sql: Sql, vaultId: string, last: number): Promise<number> {
    const row = await sql.get<{ seq: number | null }>("select min(seq) as seq from vault_batch where vault_id = ?", [
      vaultId,
    ])
    return row?.seq ?? last + 1
  }

  async function dropSnapshot(sql: Sql, vaultId: string, snapshotId: string): Promise<void> {
    await sql.run("delete from vault_part where vault_id = ? and snapshot_id = ?", [vaultId, snapshotId])
    await sql.run("delete from vault_snapshot where vault_id = ? and id = ?", [vaultId, snapshotId])
  }

  return {
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

    async append({ id }, bytes) {
      const head = readHead(bytes)
      if (head === undefined) return err({ reason: "bad-vault-request" })
      const hash = hashOf(bytes)
      const data = Buffer.from(bytes).toString("base64")
      return database.transaction<Appended>(async (sql) => {
        const vault = await sql.get<VaultRow>(lock, [id])
        if (vault === undefined) return err({ reason: "bad-vault-request" })
        const again = await sql.get<{ seq: number; hash: string }>(
          "select seq, hash from vault_batch where vault_id = ? and batch_id = ?",
          [id, head.batch],
        )
        // Its reply was lost on the way: it is told again, and nothing is written twice.
        if (again?.hash === hash) return ok(again.seq)
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
        if (!(await fits(sql, vault, bytes.length))) return err({ reason: "vault-full" })
        const seq = vault.last_seq + 1
        await sql.run("update vault set last_seq = ?, bytes = bytes + ? where id = ?", [seq, bytes.length, id])
        await sql.run(
          "insert into vault_batch (vault_id, seq, batch_id, hash, bytes, data, at) values (?, ?, ?, ?, ?, ?, ?)",
          [id, seq, head.batch, hash, bytes.length, data, now()],
        )
        await sql.run(
          `insert into vault_writer (vault_id, writer, number, hash) values (?, ?, ?, ?)
           on conflict (vault_id, writer) do update set number = excluded.number, hash = excluded.hash`,
          [id, head.writer, head.number, hash],
        )
        return ok(seq)
      })
    },

    log: ({ id }, after) =>
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
        return {
          last,
          oldest: await oldestOf(sql, id, last),
          snapshot: await sql.get<SnapshotFacts>(liveSnapshot, [id]),
          batches: await sql.all<LoggedBatch>(
            "select seq, at, data from vault_batch where vault_id = ? and seq > ? and seq <= ? order by seq",
            [id, after, upto],
          ),
        }
      }),

    async putPart({ id, tier }, snapshotId, number, bytes) {
      const data = Buffer.from(bytes).toString("base64")
      return database.transaction<RefusalReason | undefined>(async (sql) => {
        if ((await sql.get(lock, [id])) === undefined) return "no-such-vault"
        const known = await sql.get<{ state: string }>(
          "select state from vault_snapshot where vault_id = ? and id = ?",
          [id, snapshotId],
        )
        if (known !== undefined && known.state !== "storing") return "vault-superseded"
        if (known === undefined) {
          // One is uploaded at a time: whoever begins later wins.
          const others = await sql.all<{ id: string }>(
            "select id from vault_snapshot where vault_id = ? and state = 'storing'",
            [id],
          )
          for (const other of others) await dropSnapshot(sql, id, other.id)
          await sql.run(
            "insert into vault_snapshot (vault_id, id, state, upto, parts, bytes, at) values (?, ?, 'storing', 0, 0, 0, ?)",
            [id, snapshotId, now()],
          )
        }
        await sql.run("delete from vault_part where vault_id = ? and snapshot_id = ? and number = ?", [
          id,
          snapshotId,
          number,
        ])
        const held = await sql.get<{ bytes: number }>(sumOfParts, [id, snapshotId])
        if ((held?.bytes ?? 0) + bytes.length > vaultBytes[tier]) return rollback<RefusalReason>("vault-full")
        await sql.run("insert into vault_part (vault_id, snapshot_id, number, bytes, data) values (?, ?, ?, ?, ?)", [
          id,
          snapshotId,
          number,
          bytes.length,
          data,
        ])
        return undefined
      })
    },

    async part({ id }, snapshotId, number) {
      const row = await database.read.get<{ data: string }>(
        "select data from vault_part where vault_id = ? and snapshot_id = ? and number = ?",
        [id, snapshotId, number],
      )
      return row && Buffer.from(row.data, "base64")
    },

    async seal({ id, owner, tier }, { id: snapshotId, upto, parts, keep }) {
      return database.transaction<RefusalReason | undefined>(async (sql) => {
        const vault = await sql.get<VaultRow>(lock, [id])
        if (vault === undefined) return "no-such-vault"
        const before = await sql.get<SnapshotFacts>(liveSnapshot, [id])
        // Its reply was lost on the way.
        if (before?.id === snapshotId) return undefined
        if (upto > vault.last_seq) return "bad-vault-request"
        if (before !== undefined && upto <= before.upto) return "vault-superseded"
        const held = await sql.get<{ parts: number; bytes: number }>(sumOfParts, [id, snapshotId])
        const isWhole = held?.parts === parts && (await isStoring(sql, id, snapshotId))
        if (!isWhole) return "vault-superseded"
        const covered = await sql.get<{ bytes: number }>(
          "select coalesce(sum(bytes), 0) as bytes from vault_batch where vault_id = ? and seq <= ? and covered_at is null",
          [id, upto],
        )
        const more = held.bytes - (before?.bytes ?? 0) - (covered?.bytes ?? 0)
        if (more > 0 && !(await fits(sql, { owner, tier }, more))) return "vault-full"
        // The one before the last has no use any more, nor have the batches that it was kept with.
        const old = await sql.all<{ id: string }>(
          "select id from vault_snapshot where vault_id = ? and state = 'old'",
          [id],
        )
        for (const one of old) await dropSnapshot(sql, id, one.id)
        await sql.run("delete from vault_batch where vault_id = ? and covered_at is not null", [id])
        await sql.run("update vault_snapshot set state = 'old', at = ? where vault_id = ? and state = 'live'", [
          now(),
          id,
        ])
        await sql.run(
          "update vault_snapshot set state = 'live', upto = ?, parts = ?, bytes = ?, at = ? where vault_id = ? and id = ?",
          [upto, parts, held.bytes, now(), id, snapshotId],
        )
        await sql.run("update vault_batch set covered_at = ? where vault_id = ? and seq <= ?", [now(), id, upto])
        await sql.run(addBytes, [more, id])
        if (keep !== undefined) await noteUnneeded(sql, id, new Set(keep), now())
        return undefined
      })
    },

    async putBlob(vault, name, bytes) {
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
        if (!(await fits(sql, vault, bytes.length))) return "vault-full"
        // A name never changes what it stands for, so one that was not finished may as well be this one.
        if (known !== undefined) await dropBlob(sql, vault.id, name)
        await sql.run(
          "insert into vault_blob (vault_id, name, file_id, state, bytes, at) values (?, ?, ?, 'storing', ?, ?)",
          [vault.id, name, fileId, bytes.length, now()],
        )
        await sql.run(addBytes, [bytes.length, vault.id])
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

    async blob({ id }, name) {
      const row = await database.read.get<{ file_id: string }>(
        "select file_id from vault_blob where vault_id = ? and name = ? and state = 'live'",
        [id, name],
      )
      return row && files.get(row.file_id)
    },

    async hasBlobs({ id }, names) {
      const live = await database.read.all<{ name: string }>(
        "select name from vault_blob where vault_id = ? and state = 'live' and unneeded_at is null",
        [id],
      )
      const known = new Set(live.map(({ name }) => name))
      return names.filter((name) => known.has(name))
    },

    remove: ({ id }) => erase(id),

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
const sumOfParts =
  "select count(*) as parts, coalesce(sum(bytes), 0) as bytes from vault_part where vault_id = ? and snapshot_id = ?"

async function countOfWriters(sql: Sql, vaultId: string): Promise<number> {
  const row = await sql.get<{ writers: number }>("select count(*) as writers from vault_writer where vault_id = ?", [
    vaultId,
  ])
  return row?.writers ?? 0
}

async function isStoring(sql: Sql, vaultId: string, snapshotId: string): Promise<boolean> {
  const row = await sql.get<{ state: string }>("select state from vault_snapshot where vault_id = ? and id = ?", [
    vaultId,
    snapshotId,
  ])
  return row?.state === "storing"
}

async function dropBlob(sql: Sql, vaultId: string, name: string): Promise<void> {
  const row = await sql.get<{ bytes: number }>("select bytes from vault_blob where vault_id = ? and name = ?", [
    vaultId,
    name,
  ])
  await sql.run("delete from vault_blob where vault_id = ? and name = ?", [vaultId, name])
  await sql.run(addBytes, [-(row?.bytes ?? 0), vaultId])
}

async function noteUnneeded(sql: Sql, vaultId: string, keep: ReadonlySet<string>, at: number): Promise<void> {
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

function hashOf(value: string | Uint8Array): string {
  return createHash("sha256").update(value).digest("base64url")
}
