import { dayMs } from "#core/lib/days.ts"
import { randomBytes } from "node:crypto"
import { setImmediate as nextTurn } from "node:timers/promises"
import type { RefusalReason } from "#core/gateway/refusal.ts"
import type { Database } from "../store/sql.ts"
import { countedBytes, fits, mostBlobs } from "./vault-quota.ts"
import { type BlobRow, isInPlace, removeStray, setAside, startRemoval } from "./vault-removal.ts"
import { addBytes, lock } from "./vault-rows.ts"
import type { Vaults, VaultsDeps } from "./vaults.ts"

/** The pictures of a vault, sealed, in the file store. */
export function createVaultBlobs(deps: VaultsDeps): Pick<Vaults, "putBlob" | "blob" | "hasBlobs"> {
  const { database, files, now } = deps

  return {
    async putBlob(vault, name, bytes) {
      const counted = countedBytes(bytes.length)
      const fileId = randomBytes(16).toString("base64url")
      let unfinished: BlobRow | undefined
      const taken = await database.transaction<RefusalReason | "known" | undefined>(async (sql) => {
        unfinished = undefined
        if ((await sql.get(lock, [vault.id])) === undefined) return "no-such-vault"
        const known = await sql.get<BlobRow & { state: string }>(
          "select vault_id, name, file_id, state from vault_blob where vault_id = ? and name = ?",
          [vault.id, name],
        )
        if (known?.state === "live") {
          await sql.run("update vault_blob set unneeded_at = null where vault_id = ? and name = ?", [vault.id, name])
          return "known"
        }
        if (!(await fits(sql, vault, counted))) return "vault-full"
        const held = await sql.get<{ blobs: number }>(countOf, [vault.id])
        if (known === undefined && (held?.blobs ?? 0) >= mostBlobs) return "vault-full"
        // A name never changes what it stands for, so one that was not finished may as well be this one.
        if (known !== undefined) await setAside(sql, known)
        unfinished = known
        await sql.run(
          "insert into vault_blob (vault_id, name, file_id, state, bytes, at) values (?, ?, ?, 'storing', ?, ?)",
          [vault.id, name, fileId, counted, now()],
        )
        await sql.run(addBytes, [counted, vault.id])
        return undefined
      })
      if (taken !== undefined) return taken === "known" ? undefined : taken
      if (unfinished !== undefined) await startRemoval(deps).remove([unfinished])
      await files.put(fileId, bytes)
      const isThere = await database.transaction((sql) =>
        sql.run("update vault_blob set state = 'live' where vault_id = ? and name = ? and file_id = ?", [
          vault.id,
          name,
          fileId,
        ]),
      )
      // The vault was erased, or another upload of the same took its place.
      if (isThere !== 1) await removeStray(deps, { vault_id: vault.id, file_id: fileId })
      return undefined
    },

    async blob({ id }, name, hasRoom) {
      const row = await database.read.get<{ file_id: string; bytes: number; state: string }>(
        "select file_id, bytes, state from vault_blob where vault_id = ? and name = ? and state in ('live', 'lost')",
        [id, name],
      )
      if (row === undefined) return undefined
      if (!hasRoom(row.bytes)) return "no-room"
      const bytes = await files.get(row.file_id)
      const found = bytes === undefined ? "lost" : "live"
      if (row.state !== found) await database.transaction((sql) => sql.run(noteState, [found, id, name, row.file_id]))
      // A device may have it, or another server in a folder of its own: whoever asks for it waits, and does not take it for gone.
      if (bytes === undefined) throw new Error(`a picture of a vault is not in the store of files: ${row.file_id}`)
      return bytes
    },

    async hasBlobs({ id }, names) {
      const asked = [...new Set(names)]
      const held = asked.length > portion ? await database.read.get<{ blobs: number }>(countOf, [id]) : undefined
      const isShorter = held !== undefined && held.blobs <= asked.length
      const known = isShorter ? await liveOf(database, id) : await knownAmong(database, id, asked)
      return names.filter((name) => known.has(name))
    },
  }
}

/** The pictures of a vault by their names: a vault has fewer, mostly, than may be asked about. */
async function liveOf(database: Database, vaultId: string): Promise<ReadonlySet<string>> {
  const live = new Set<string>()
  let last: string | undefined = ""
  while (last !== undefined) {
    const page: readonly { readonly name: string }[] = await database.read.all(nextLive, [vaultId, last])
    for (const { name } of page) live.add(name)
    last = page.length < namesAtOnce ? undefined : page.at(-1)?.name
    if (last !== undefined) await nextTurn()
  }
  return live
}

async function knownAmong(database: Database, vaultId: string, names: readonly string[]): Promise<ReadonlySet<string>> {
  const known = new Set<string>()
  for (let at = 0; at < names.length; at += portion) {
    if (at > 0) await nextTurn()
    // A statement has one text, however many names are left.
    const some = Array.from({ length: portion }, (_, place) => names[at + place] ?? "")
    for (const { name } of await database.read.all<{ name: string }>(knownOf, [vaultId, ...some])) known.add(name)
  }
  return known
}

/** Pictures that one statement looks for, and that one transaction looks at: nobody waits for those of a whole vault. */
const portion = 200
/** Names that one statement reads of a vault's list. */
const namesAtOnce = 1_000
const countOf = `select count(*) as blobs from vault_blob where vault_id = ? and ${isInPlace}`
const isLive = "vault_id = ? and state = 'live' and unneeded_at is null"
/** One whose file is not in the store counts as lacking, so that whoever has it sends it again. It is noted when it is asked for. */
const noteState = `update vault_blob set state = ?
  where vault_id = ? and name = ? and file_id = ? and state in ('live', 'lost')`
const nextLive = `select name from vault_blob where ${isLive} and name > ? order by name limit ${namesAtOnce}`
const knownOf = `select name from vault_blob
  where ${isLive} and name in (${Array.from({ length: portion }, () => "?").join(", ")})`
const nextOf = `select name, unneeded_at, at, state from vault_blob where vault_id = ? and name > ? order by name limit ${portion}`

interface HeldBlob {
  readonly name: string
  readonly unneeded_at: number | null
  readonly at: number
  readonly state: string
}

/**
 * Notes which pictures nothing shows any more; those that are needed again are not. Where that ends in the middle, more is kept than need be,
 * and the next snapshot names again what it needs.
 */
export async function noteUnneeded(
  database: Database,
  vaultId: string,
  keep: ReadonlySet<string>,
  at: number,
): Promise<void> {
  let last: string | undefined = ""
  while (last !== undefined) {
    const after: string = last
    last = await database.transaction(async (sql) => {
      if ((await sql.get(lock, [vaultId])) === undefined) return undefined
      const held = await sql.all<HeldBlob>(nextOf, [vaultId, after])
      for (const blob of held) {
        const isKept = keep.has(blob.name)
        // One that came a moment ago may belong to a message that the snapshot does not know yet.
        const isNew = !isKept && blob.at > at - dayMs
        if (blob.state === "storing" || isKept === (blob.unneeded_at === null) || isNew) continue
        await sql.run("update vault_blob set unneeded_at = ? where vault_id = ? and name = ?", [
          isKept ? null : at,
          vaultId,
          blob.name,
        ])
      }
      return held.length < portion ? undefined : held.at(-1)?.name
    }, "later")
  }
}
