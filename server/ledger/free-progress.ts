import type { Sql } from "../store/sql.ts"

/** (run id, server, progress): another server that has closed it has deleted it; a late note of the first is closed once more, for the difference. */
const note = `
  insert into free_progress (run_id, server, progress) values (?, ?, ?)
  on conflict (run_id) do update set progress = excluded.progress`
const take = "delete from free_progress where run_id = ? returning progress"

/** Notes how far a run has come that holds nothing (JSON), for whoever has to close it after a crash. */
export async function noteFreeProgress(sql: Sql, runId: string, server: string, progress: string): Promise<void> {
  await sql.run(note, [runId, server, progress])
}

/** Forgets a run that is closed in the same transaction, and answers how far it had come; undefined where that was never noted. */
export async function takeFreeProgress(sql: Sql, runId: string): Promise<string | undefined> {
  return (await sql.get<{ progress: string }>(take, [runId]))?.progress
}

/** Of dead servers, as a condition says of `free_progress.server`: (…, limit); and one of them: (run id, …). */
export function freeProgressOfDead(isDead: string): { readonly list: string; readonly take: string } {
  return {
    list: `select run_id from free_progress where ${isDead} order by run_id limit ?`,
    take: `delete from free_progress where run_id = ? and ${isDead} returning progress`,
  }
}
