import type { Database } from "../store/sql.ts"
import { columns, fileOf, picturesOf, rowOf, type Row, type SharedFile, type SharedState } from "./shared-file-row.ts"

/** A file as the operator sees it. */
export interface ModeratedFile extends SharedFile {
  readonly reports: readonly { readonly reason: string; readonly at: number }[]
  /** The ids of the pictures that it shows. */
  readonly pictures: readonly string[]
}

export interface Moderation {
  /** The newest files in a state, reported ones first; at most 200. */
  list(state: SharedState | "reported"): Promise<readonly (SharedFile & { readonly reportCount: number })[]>
  show(id: string): Promise<ModeratedFile | undefined>
  /** Nobody can read it any more, nor pictures that nothing else shows; false where there is no such file. */
  takeDown(id: string): Promise<boolean>
  /** It can be read again, and reports no longer hide it; false where there is no such file, or its bytes are erased. */
  restore(id: string): Promise<boolean>
}

/** What the operator sees of shared files, and decides about them. */
export function createModeration(database: Database, now: () => number): Moderation {
  return {
    async list(state) {
      const [where, params] = state === "reported" ? ["state in ('live', 'hidden')", []] : ["state = ?", [state]]
      const rows = await database.read.all<Row & { readonly report_count: number }>(
        `select ${columns}, (select count(*) from shared_report where file_id = id) as report_count
         from shared_file where ${where} order by report_count desc, created_at desc limit 200`,
        params,
      )
      const listed = rows.map((row) => ({ ...fileOf(row, now()), reportCount: row.report_count }))
      return state === "reported" ? listed.filter(({ reportCount }) => reportCount > 0) : listed
    },
    async show(id) {
      const row = await rowOf(database.read, id)
      if (row === undefined) return undefined
      const reports = await database.read.all<{ reason: string; at: number }>(
        "select reason, at from shared_report where file_id = ? order by at",
        [id],
      )
      return { ...fileOf(row, now()), reports, pictures: await picturesOf(database.read, id) }
    },
    takeDown: (id) => changeState("state = 'removed'", id, "state in ('live', 'hidden', 'removed')"),
    async restore(id) {
      if (!(await changeState("state = 'live'", id, "state in ('hidden', 'removed')"))) return false
      await database.transaction((sql) => sql.run("delete from shared_report where file_id = ?", [id]))
      return true
    },
  }

  async function changeState(set: string, id: string, where: string): Promise<boolean> {
    const changed = await database.transaction((sql) =>
      sql.run(`update shared_file set ${set}, reviewed_at = ? where id = ? and ${where} and expires_at > ?`, [
        now(),
        id,
        now(),
      ]),
    )
    return changed === 1
  }
}
