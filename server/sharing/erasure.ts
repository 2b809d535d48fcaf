import { dayMs } from "#core/lib/days.ts"
import type { FileStore } from "../files/file-store.ts"
import type { Database, Sql } from "../store/sql.ts"
import type { SharingHeld } from "./sharing-held.ts"
import { picturesOf } from "./shared-file-row.ts"

/** What became of files that were to be erased. */
export interface Erased {
  readonly erased: number
  readonly left: readonly Left[]
}

/** A file whose bytes could not be removed. Nobody can read it any more, and each sweep tries again. */
export interface Left {
  readonly id: string
  readonly why: string
}

export interface Erasure {
  /** Rejects where its bytes could not be removed: a sweep goes on from there. */
  erase(id: string): Promise<void>
  /** One that fails holds up no other. */
  eraseAll(ids: readonly string[]): Promise<Erased>
  /** Erases what has expired, forgets what expired or was removed long ago, and ends what was begun. Rejects, in the end, where something is left. */
  sweep(): Promise<void>
}

/** How long the facts of an expired or removed file are kept, so that its address can say what happened, in ms. */
export const rememberedMs = 30 * dayMs
/** A file that was not finished by then never will be, in ms. */
const unfinishedMs = 3_600_000
/** Files that one sweep deals with, at most. */
const sweptAtOnce = 500

export interface ErasureDeps {
  readonly database: Database
  readonly files: FileStore
  readonly held: SharingHeld
  /** Epoch ms. */
  readonly now: () => number
}

/** Ends what was shared: first for its readers, then in the file store, then in the database, so that nothing is forgotten before it is gone. */
export function createErasure({ database, files, held, now }: ErasureDeps): Erasure {
  return {
    erase,
    eraseAll: (ids) => each(ids, erase),

    async sweep() {
      const at = now()
      const over = await idsWhere(`expires_at <= ? and state in ('live', 'hidden')`, [at])
      const old = await idsWhere(
        `(state in ('expired', 'removed') and expires_at <= ?) or (state = 'storing' and created_at <= ?) or state = 'erasing'`,
        [at - rememberedMs, at - unfinishedMs],
      )
      const left = [...(await each(over, expire)).left, ...(await each(old, erase)).left]
      const [first] = left
      if (first) throw new Error(`the bytes of ${left.length} shared files could not be removed: ${first.why}`)
    },
  }

  async function erase(id: string): Promise<void> {
    await database.transaction(async (sql) => {
      await letGoOfPictures(sql, id)
      await sql.run("update shared_file set state = 'erasing' where id = ?", [id])
    })
    await files.remove(id)
    await database.transaction(async (sql) => {
      await held.release(sql, id)
      await sql.run("delete from shared_report where file_id = ?", [id])
      await sql.run("delete from shared_file where id = ?", [id])
    })
  }

  /** What is over is read by nobody, also before its row says so. */
  async function expire(id: string): Promise<void> {
    await files.remove(id)
    await database.transaction(async (sql) => {
      await letGoOfPictures(sql, id)
      await sql.run("update shared_file set state = 'expired' where id = ?", [id])
      await held.release(sql, id)
    })
  }

  async function each(ids: readonly string[], work: (id: string) => Promise<void>): Promise<Erased> {
    const left: Left[] = []
    for (const id of ids) await work(id).catch((error: unknown) => left.push({ id, why: String(error) }))
    return { erased: ids.length - left.length, left }
  }

  async function idsWhere(where: string, params: readonly number[]): Promise<readonly string[]> {
    const rows = await database.read.all<{ id: string }>(
      `select id from shared_file where ${where} limit ${sweptAtOnce}`,
      params,
    )
    return rows.map(({ id }) => id)
  }

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
}
