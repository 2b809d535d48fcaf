import { dayMs } from "#core/lib/days.ts"
import type { Database } from "../../store/sql.ts"
import { servedNow } from "../../store/served-time.ts"

/** How long an answer that nobody acknowledged is kept, and the key of one that was paid, in ms. */
const answerKeptMs = dayMs
const spentKeptMs = 30 * dayMs

const readServed = `select ${servedNow} as served`
/** Ended so long ago by both clocks; what ended far in the future was noted by a clock that was wrong. (served, before, after) */
const isOld = "served_at <= ? and (ended_at <= ? or ended_at > ?)"
/** Money or searches left a wallet for it. */
const isPaid = `exists (
  select 1 from hold join txn on txn.ref in ('use:' || hold.id, 'end:' || hold.id)
  join entry on entry.txn_id = txn.id and entry.account in (hold.wallet_id, hold.calls_wallet_id)
  where hold.id = run.id)`
const noteSpent = `
  insert into spent_key (owner, idem_key, req_hash, run_id, model, at, served_at)
  select owner, idem_key, req_hash, id, model, started_at, served_at from run where idem_key <> id and ${isOld} and ${isPaid}
  on conflict do nothing`
const deleteFrames = `delete from run_frames where run_id in (select id from run where ${isOld})`
const deleteRuns = `delete from run where ${isOld}`
const deleteSpent = "delete from spent_key where served_at <= ? and (at <= ? or at > ?)"

/** True of a key that is not spent. (owner, key) */
export const isUnspent = "not exists (select 1 from spent_key where owner = ? and idem_key = ?)"

/** As of a run whose answer is erased. (owner, key) */
export const findSpent = `
  select run_id as id, owner, idem_key, req_hash, model, 'ended' as state, at as started_at, null as outcome,
    null as reply, 1 as acknowledged, null as session_hint
  from spent_key where owner = ? and idem_key = ?`

/**
 * Erases answers a day after their end. Of one that was paid its key stays known for a month: asked again it is refused, not
 * paid again. It is noted before its run goes, not with it: who claims it in between must find the one or the other.
 */
export async function eraseOldRuns(database: Pick<Database, "read" | "transaction">, now: number): Promise<void> {
  const served = (await database.read.get<{ served: number }>(readServed))?.served ?? 0
  const olderThan = (ageMs: number) => [served - ageMs, now - ageMs, now + ageMs]
  const old = olderThan(answerKeptMs)
  await database.transaction((sql) => sql.run(noteSpent, old))
  await database.transaction(async (sql) => {
    await sql.run(deleteFrames, old)
    await sql.run(deleteRuns, old)
    await sql.run(deleteSpent, olderThan(spentKeptMs))
  })
}
