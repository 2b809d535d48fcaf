import { createHash, randomBytes } from "node:crypto"
import type { Person } from "../access/authorize.ts"
import type { FileStore } from "../files/file-store.ts"
import { rollback } from "../store/rollback.ts"
import type { Database, Sql } from "../store/sql.ts"
import { createModeration, type Moderation } from "./moderation.ts"
import { fileOf, isWithheld, picturesOf, rowOf, type SharedFile, type SharedKind } from "./shared-file-row.ts"
import type { SharingQuota } from "./sharing-quota.ts"

export interface NewSharedFile {
  readonly kind: SharedKind
  readonly type: string
  readonly bytes: Uint8Array
  /** How long it can be read, in ms. */
  readonly lifeMs: number
  /** The ids of the uploads that it shows. They live as long as it does; those of somebody else are not touched. */
  readonly pictures?: readonly string[]
}

/** What its maker is given: the token removes it without a credential, and is told only here. */
export interface Created {
  readonly id: string
  readonly deleteToken: string
  /** Epoch ms. */
  readonly expiresAt: number
}

/** Who asks for a removal: the owner, or whoever has the token. */
export interface RemovalProof {
  readonly owner?: string | undefined
  readonly deleteToken?: string | undefined
}

export interface SharedFiles {
  /** Whether somebody has shared so much of a kind today that nothing more of it will be kept. */
  isSpent(person: Person, kind: SharedKind): Promise<boolean>
  /** Keeps a file; undefined where its maker has shared too much today. Rejects, and keeps nothing, where the store cannot be reached. */
  create(person: Person, file: NewSharedFile): Promise<Created | undefined>
  /**
   * The facts of a file of that kind, in whatever state; undefined where there is none, or nobody could ever read it. A picture
   * is hidden, too, where everything that shows it is hidden or taken down.
   */
  find(kind: SharedKind, id: string): Promise<SharedFile | undefined>
  /** Its bytes; undefined where they are erased. */
  read(id: string): Promise<Buffer | undefined>
  /** Removes it; false where there is none, or its maker is somebody else. */
  remove(kind: SharedKind, id: string, proof: RemovalProof): Promise<boolean>
  /** Notes that somebody at a place reported it; the third place hides it, unless the operator has looked at it before. */
  report(id: string, report: { readonly place: string; readonly reason: string }): Promise<void>
  /** Everything that code has shared goes; the number of files. */
  eraseOf(codeId: string): Promise<number>
  /** Erases what has expired, forgets what expired or was removed long ago, and clears away what was never finished. */
  sweep(): Promise<void>
  /** For the operator. */
  readonly moderation: Moderation
}

/** Reports from so many places hide a file until the operator has looked. */
export const reportsThatHide = 3
/** How long the facts of an expired or removed file are kept, so that its address can say what happened, in ms. */
export const rememberedMs = 30 * 86_400_000
/** A file that was not finished by then never will be, in ms. */
const unfinishedMs = 3_600_000
/** Files that one sweep deals with, at most. */
const sweptAtOnce = 500

export interface SharedFilesDeps {
  readonly database: Database
  readonly files: FileStore
  readonly quota: SharingQuota
  /** Epoch ms. */
  readonly now: () => number
}

export function createSharedFiles({ database, files, quota, now }: SharedFilesDeps): SharedFiles {
  /** Pictures that no conversation shows any more go with the one that showed them last. */
  async function letGoOfPictures(sql: Sql, shareId: string): Promise<void> {
    const shown = await picturesOf(sql, shareId)
    await sql.run("delete from shared_picture where share_id = ?", [shareId])
    for (const picture of shown) {
      await sql.run(
        `update shared_file set expires_at = ? where id = ? and expires_at > ?
         and not exists (select 1 from shared_picture where picture_id = ?)`,
        [now(), picture, now(), picture],
      )
    }
  }

  async function forget(sql: Sql, id: string): Promise<void> {
    await letGoOfPictures(sql, id)
    await sql.run("delete from shared_report where file_id = ?", [id])
    await sql.run("delete from shared_file where id = ?", [id])
  }

  /** Removes the row before the bytes: a crash between the two leaves bytes that nobody can find, never an address without any. */
  async function erase(id: string): Promise<void> {
    await database.transaction((sql) => forget(sql, id))
    await files.remove(id)
  }

  return {
    isSpent: quota.isSpent,

    async create(person, { kind, type, bytes, lifeMs, pictures = [] }) {
      const [id, deleteToken] = [newSharedId(), newSharedId()]
      const at = now()
      const expiresAt = at + lifeMs
      const codeId = person.kind === "code" ? person.code.id : null
      const taken = await database.transaction(async (sql) => {
        if (!(await quota.take(sql, person, kind, bytes.length))) return rollback(false)
        const values = [
          id,
          kind,
          person.owner,
          codeId,
          type,
          bytes.length,
          hashOf(deleteToken),
          "storing",
          at,
          expiresAt,
        ]
        await sql.run(
          `insert into shared_file (id, kind, owner, code_id, type, bytes, delete_hash, state, created_at, expires_at)
           values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
          values,
        )
        return true
      })
      if (!taken) {
        await database.transaction((sql) => quota.countRefused(sql, person, kind))
        return undefined
      }
      await files.put(id, bytes)
      await database.transaction(async (sql) => {
        await sql.run("update shared_file set state = 'live' where id = ?", [id])
        for (const picture of pictures) await keepPicture(sql, { share: id, picture, owner: person.owner, expiresAt })
      })
      return { id, deleteToken, expiresAt }
    },

    async find(kind, id) {
      const row = await rowOf(database.read, id)
      if (row === undefined || row.kind !== kind || row.state === "storing") return undefined
      const file = fileOf(row, now())
      const isHidden = file.state === "live" && kind === "upload" && (await isWithheld(database.read, id))
      return isHidden ? { ...file, state: "hidden" } : file
    },

    read: (id) => files.get(id),

    async remove(kind, id, { owner, deleteToken }) {
      const row = await rowOf(database.read, id)
      if (row === undefined || row.kind !== kind) return false
      const isOwners = owner !== undefined && row.owner === owner
      const isProven = deleteToken !== undefined && hashOf(deleteToken) === row.delete_hash
      if (!isOwners && !isProven) return false
      await erase(id)
      return true
    },

    async report(id, { place, reason }) {
      const row = await rowOf(database.read, id)
      if (row === undefined || row.state !== "live") return
      await database.transaction(async (sql) => {
        await sql.run(
          "insert into shared_report (file_id, place, reason, at) values (?, ?, ?, ?) on conflict (file_id, place) do nothing",
          [id, place, reason, now()],
        )
        await sql.run(
          `update shared_file set state = 'hidden' where id = ? and state = 'live' and reviewed_at is null
           and (select count(*) from shared_report where file_id = ?) >= ?`,
          [id, id, reportsThatHide],
        )
      })
    },

    async eraseOf(codeId) {
      const own = await database.read.all<{ id: string }>("select id from shared_file where code_id = ?", [codeId])
      for (const { id } of own) await erase(id)
      return own.length
    },

    moderation: createModeration(database, now),

    async sweep() {
      const at = now()
      const over = await database.read.all<{ id: string }>(
        `select id from shared_file where expires_at <= ? and state in ('live', 'hidden') limit ${sweptAtOnce}`,
        [at],
      )
      for (const { id } of over) {
        await database.transaction(async (sql) => {
          await letGoOfPictures(sql, id)
          await sql.run("update shared_file set state = 'expired' where id = ?", [id])
        })
        await files.remove(id)
      }
      const old = await database.read.all<{ id: string }>(
        `select id from shared_file where (state in ('expired', 'removed') and expires_at <= ?)
         or (state = 'storing' and created_at <= ?) limit ${sweptAtOnce}`,
        [at - rememberedMs, at - unfinishedMs],
      )
      for (const { id } of old) await erase(id)
      await quota.forgetOld()
    },
  }
}

interface ShownPicture {
  readonly share: string
  readonly picture: string
  readonly owner: string
  readonly expiresAt: number
}

async function keepPicture(sql: Sql, { share, picture, owner, expiresAt }: ShownPicture): Promise<void> {
  const isTheirs = await sql.run(
    `update shared_file set expires_at = case when expires_at < ? then ? else expires_at end
     where id = ? and kind = 'upload' and owner = ?`,
    [expiresAt, expiresAt, picture, owner],
  )
  if (isTheirs !== 1) return
  await sql.run(
    "insert into shared_picture (share_id, picture_id) values (?, ?) on conflict (share_id, picture_id) do nothing",
    [share, picture],
  )
}

/** 128 random bits: nobody finds a file by guessing. */
function newSharedId(): string {
  return randomBytes(16).toString("base64url")
}

function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("base64url")
}
