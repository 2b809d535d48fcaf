import { createHash, randomBytes } from "node:crypto"
import type { Failure } from "#core/gateway/failure.ts"
import { err, ok, type Result } from "#core/lib/result.ts"
import type { Person } from "../access/authorize.ts"
import type { FileStore } from "../files/file-store.ts"
import { rollback } from "../store/rollback.ts"
import type { Database, Sql } from "../store/sql.ts"
import { createErasure, type Erased } from "./erasure.ts"
import { createModeration, type Moderation } from "./moderation.ts"
import { fileOf, isWithheld, rowOf, type SharedFile, type SharedKind, type SharedState } from "./shared-file-row.ts"
import type { SharingHeld } from "./sharing-held.ts"
import type { SharingQuota } from "./sharing-quota.ts"
import { tooMuchHeld, tooMuchToday } from "./sharing-refusals.ts"

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
  /** Whether somebody has shared so much of a kind today that nothing more of it will be made. */
  isSpent(person: Person, kind: SharedKind): Promise<boolean>
  /** Whether what somebody shares holds so much together that nothing more will be kept. */
  isFull(person: Person): Promise<boolean>
  /** Whether the file store has room for more. */
  hasRoom(): Promise<boolean>
  /** Counts what was sent, and refused for what it is, as made: looking at it has cost the server the same. */
  countRefused(person: Person, kind: SharedKind): Promise<void>
  /** Counts a link that another service keeps; false where its maker has had too many today. */
  countElsewhere(person: Person): Promise<boolean>
  /** Keeps a file; an error where its maker has shared too much, today or in all. Rejects, and keeps nothing, where the store cannot be reached. */
  create(person: Person, file: NewSharedFile): Promise<Result<Created, Failure>>
  /**
   * The facts of a file of that kind, in whatever state; undefined where there is none, or nobody could ever read it. A picture
   * is hidden, too, where everything that shows it is hidden or taken down.
   */
  find(kind: SharedKind, id: string): Promise<SharedFile | undefined>
  /** Its bytes; undefined where they are erased. */
  read(id: string): Promise<Buffer | undefined>
  /** Removes it; false where there is none, or its maker is somebody else. Rejects where its bytes could not be removed yet; nobody reads it any more. */
  remove(kind: SharedKind, id: string, proof: RemovalProof): Promise<boolean>
  /** Notes that somebody at a place reported it; the third place hides it, unless the operator has looked at it before. */
  report(id: string, report: { readonly place: string; readonly reason: string }): Promise<void>
  /** Everything that code has shared goes. */
  eraseOf(codeId: string): Promise<Erased>
  /** Erases what has expired, forgets what expired or was removed long ago, and clears away what was never finished. Rejects where something is left. */
  sweep(): Promise<void>
  /** For the operator. */
  readonly moderation: Moderation
}

/** Reports from so many places hide a file until the operator has looked. */
export const reportsThatHide = 3
export interface SharedFilesDeps {
  readonly database: Database
  readonly files: FileStore
  readonly quota: SharingQuota
  readonly held: SharingHeld
  /** Epoch ms. */
  readonly now: () => number
}

export function createSharedFiles({ database, files, quota, held, now }: SharedFilesDeps): SharedFiles {
  const erasure = createErasure({ database, files, held, now })
  const countRefused = (person: Person, kind: SharedKind) =>
    database.transaction((sql) => quota.countRefused(sql, person, kind))

  return {
    isSpent: quota.isSpent,
    isFull: (person) => held.isFull(database.read, person),

    hasRoom: () => files.hasRoom(),
    countRefused,

    countElsewhere: (person) =>
      database.transaction(async (sql) => (await quota.take(sql, person, "share", 0)) || rollback(false)),

    async create(person, { kind, type, bytes, lifeMs, pictures = [] }) {
      const [id, deleteToken] = [newSharedId(), newSharedId()]
      const at = now()
      const expiresAt = at + lifeMs
      const codeId = person.kind === "code" ? person.code.id : null
      const refused = await database.transaction<Failure | undefined>(async (sql) => {
        if (!(await quota.take(sql, person, kind, bytes.length))) return rollback(tooMuchToday)
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
        return (await held.hold(sql, person, id, bytes.length)) ? undefined : rollback(tooMuchHeld)
      })
      if (refused !== undefined) {
        await countRefused(person, kind)
        return err(refused)
      }
      await files.put(id, bytes)
      const isThere = await database.transaction(async (sql) => {
        const stored = await sql.run("update shared_file set state = 'live' where id = ? and state = 'storing'", [id])
        if (stored !== 1) return false
        for (const picture of pictures)
          await keepPicture(sql, { share: id, picture, owner: person.owner, expiresAt, at })
        return true
      })
      if (!isThere) {
        await files.remove(id)
        throw new Error("a file was erased while it was being stored")
      }
      return ok({ id, deleteToken, expiresAt })
    },

    async find(kind, id) {
      const row = await rowOf(database.read, id)
      if (row === undefined || row.kind !== kind || !isKnown(row.state)) return undefined
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
      await erasure.erase(id)
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
      return erasure.eraseAll(own.map(({ id }) => id))
    },

    moderation: createModeration(database, now),

    async sweep() {
      await quota.forgetOld()
      await erasure.sweep()
    },
  }
}

/** Whether a file in that state is one to the world: not before its bytes are there, nor once they are being removed. */
function isKnown(state: SharedState): boolean {
  return state !== "storing" && state !== "erasing"
}

interface ShownPicture {
  readonly share: string
  readonly picture: string
  readonly owner: string
  readonly expiresAt: number
  /** Now, in epoch ms. */
  readonly at: number
}

/** A picture that is over, or was taken down, or is withheld with what shows it, is not brought back by a conversation. */
async function keepPicture(sql: Sql, { share, picture, owner, expiresAt, at }: ShownPicture): Promise<void> {
  if (await isWithheld(sql, picture)) return
  const isTheirs = await sql.run(
    `update shared_file set expires_at = case when expires_at < ? then ? else expires_at end
     where id = ? and kind = 'upload' and owner = ? and state = 'live' and expires_at > ?`,
    [expiresAt, expiresAt, picture, owner, at],
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
