import type { Database, Sql } from "../../store/database.ts"
import type { Outcome } from "./outcome.ts"
import { Run, type RunFacts } from "./run.ts"
import type { Sealer } from "./sealed.ts"
import { createStrangersKept, type StrangersBounds } from "./strangers-kept.ts"
import { decodeReply, encodeReply, type WholeReply } from "./whole-reply.ts"

/** How long an answer that nobody acknowledged is kept, in ms. */
const keptMs = 24 * 3_600_000

/** A run as it is kept. */
export interface StoredRun {
  readonly facts: RunFacts
  readonly state: "open" | "ended" | "interrupted"
  readonly acknowledged: boolean
}

/** An ended run without what it said. */
export interface EndedRun {
  readonly facts: RunFacts
  readonly outcome: Outcome
  readonly frameCount: number
}

/** How a run ends, to be kept in the transaction that settles its money. */
export interface KeptEnd {
  readonly state: "ended" | "interrupted"
  readonly outcome: Outcome
  /** Frames that were not kept yet, and the id of the first of them. */
  readonly frames: string
  readonly firstId: number
  /** The body of a whole reply. */
  readonly reply?: WholeReply | undefined
}

/**
 * The memory of runs that outlives the process: which `Idempotency-Key` meant what, how far an answer has come, how it
 * ended. Content is sealed. Only runs with a key are kept; the others end with their connection.
 */
export interface RunStore {
  /** Takes a key for a run, or tells which run has it. */
  claim(facts: RunFacts): Promise<StoredRun | undefined>
  /** Whether a key means a run of this owner. */
  knows(owner: string, key: string): Promise<boolean>
  /** Gives a key back: no trace is left of a run that never told an end. */
  unclaim(facts: RunFacts): Promise<void>
  keepFrames(sql: Sql, facts: RunFacts, firstId: number, frames: string): Promise<void>
  keepEnd(sql: Sql, facts: RunFacts, end: KeptEnd): Promise<void>
  /** The caller's ended run, by its id or key, with everything it said; undefined when there is none or it was acknowledged. */
  load(ref: string, owner: string): Promise<Run | undefined>
  /** How many bytes of it are kept, sealed. */
  keptBytes(ref: string, owner: string): Promise<number | undefined>
  /** The same without what it said. */
  glance(ref: string, owner: string): Promise<EndedRun | undefined>
  /** The caller's ended runs that were not acknowledged, newest first. */
  list(owner: string): Promise<readonly EndedRun[]>
  /** The reader has the answer: its content is erased. False when there is no such ended run. */
  acknowledge(id: string, owner: string): Promise<boolean>
  forget(sql: Sql, facts: RunFacts): Promise<void>
  /** Runs of other servers that have not told their end, and were started before an instant or whose hold's lease ended before one. */
  orphans(startedBefore: number, leaseBefore: number): Promise<readonly StoredRun[]>
  /** Keeps everybody else from ending a run until this transaction is over; false when it has ended. */
  lockOpen(sql: Sql, facts: RunFacts): Promise<boolean>
  lastFrameId(sql: Sql, facts: RunFacts): Promise<number>
  /** Erases what is older than a day, and what is kept for callers without a code beyond their bounds. */
  eraseOld(): Promise<void>
}

interface Row {
  readonly id: string
  readonly owner: string
  readonly idem_key: string
  readonly req_hash: string
  readonly model: string
  readonly state: StoredRun["state"]
  readonly started_at: number
  readonly outcome: string | null
  readonly reply: string | null
  readonly acknowledged: number
  readonly session_hint: string | null
}

interface GlanceRow extends Omit<Row, "reply" | "outcome"> {
  readonly outcome: string
  readonly frames: number | null
}

/** Frames that were kept together; null where a run has none. */
interface Piece {
  readonly first_id: number | null
  readonly content: string | null
}

const columns =
  "select id, owner, idem_key, req_hash, model, state, started_at, outcome, reply, acknowledged, session_hint from run"
const insertRun = `
  insert into run (id, owner, idem_key, req_hash, server, model, session_hint, state, started_at)
  values (?, ?, ?, ?, ?, ?, ?, 'open', ?)
  on conflict do nothing`
const findByKey = `${columns} where owner = ? and idem_key = ?`
/** A run and its frames in one statement: read one after the other, what is erased between them would look said and lost. */
const findWhole = `
  select id, owner, idem_key, req_hash, model, state, started_at, outcome, reply, acknowledged, session_hint, first_id, content
  from run left join run_frames on run_frames.run_id = run.id where (id = ? or idem_key = ?) and owner = ? order by first_id`
const glances = `
  select id, owner, idem_key, req_hash, model, state, started_at, outcome, acknowledged, session_hint,
    (select max(last_id) from run_frames where run_frames.run_id = run.id) as frames
  from run where owner = ? and acknowledged = 0 and outcome is not null`
const listOfOwner = `${glances} order by started_at desc limit 100`
const findGlance = `${glances} and (id = ? or idem_key = ?)`
const readKeptBytes = `
  select coalesce(length(reply), 0) +
    (select coalesce(sum(length(content)), 0) from run_frames where run_frames.run_id = run.id) as bytes
  from run where owner = ? and (id = ? or idem_key = ?) and acknowledged = 0 and outcome is not null`
const listOrphans = `${columns} where state = 'open' and server <> ?
  and (started_at < ? or exists (select 1 from hold where hold.id = run.id and hold.lease_until < ?))
  order by started_at limit 1000`
const findOpen = "select id from run where id = ? and state = 'open'"
const lockOpen = "update run set state = state where id = ? and state = 'open'"
const deleteRun = "delete from run where id = ?"
/** Kept again, and more of it, where it was on disk and nobody heard so. */
const insertFrames = `
  insert into run_frames (run_id, first_id, last_id, content) values (?, ?, ?, ?)
  on conflict (run_id, first_id) do update set last_id = excluded.last_id, content = excluded.content`
const readLastId = "select max(last_id) as last from run_frames where run_id = ?"
const deleteFrames = "delete from run_frames where run_id = ?"
const endRun = "update run set state = ?, ended_at = ?, outcome = ?, reply = ? where id = ? and state = 'open'"
const acknowledgeRun =
  "update run set acknowledged = 1, reply = null, stranger_bytes = 0 where id = ? and owner = ? and state <> 'open'"
const deleteOldFrames =
  "delete from run_frames where run_id in (select id from run where started_at < ? and state <> 'open')"
const deleteOldRuns = "delete from run where started_at < ? and state <> 'open'"

export interface RunStoreDeps {
  readonly database: Database
  readonly sealer: Sealer
  /** Names this server process. */
  readonly server: string
  readonly now: () => number
  /** Waited for between the pieces of a long answer that is read again, so that others have their turn. */
  readonly pause?: () => Promise<void>
  /** For tests: how much is kept for callers without a code. */
  readonly strangersBounds?: StrangersBounds
}

export function createRunStore(deps: RunStoreDeps): RunStore {
  const { database, sealer, server, now, pause } = deps
  const strangersKept = createStrangersKept(deps.strangersBounds)

  async function keepFrames(sql: Sql, { id }: RunFacts, firstId: number, frames: string): Promise<void> {
    if (frames === "") return
    const lastId = firstId + frames.split("\n\n").length - 2
    await sql.run(insertFrames, [id, firstId, lastId, sealer.seal(frames, `${id} ${firstId}`)])
  }

  function openPiece(id: string, { first_id, content }: Piece): string {
    return content === null ? "" : sealer.open(content, `${id} ${first_id}`)
  }

  async function forget(sql: Sql, { id }: Pick<RunFacts, "id">): Promise<void> {
    await sql.run(deleteFrames, [id])
    await sql.run(deleteRun, [id])
  }

  return {
    async claim({ id, owner, key, requestHash, model, session, startedAt }) {
      if (key === undefined) return undefined
      return database.transaction(async (sql) => {
        const taken = await sql.run(insertRun, [id, owner, key, requestHash, server, model, session ?? null, startedAt])
        if (taken === 1) return undefined
        const row = await sql.get<Row>(findByKey, [owner, key])
        return row && storedRun(row)
      }, "later")
    },
    knows: async (owner, key) => (await database.read.get<Row>(findByKey, [owner, key])) !== undefined,
    async unclaim({ id, key }) {
      if (key === undefined) return
      await database.transaction(async (sql) => {
        if (await sql.get(findOpen, [id])) await forget(sql, { id })
      })
    },
    keepFrames,
    async keepEnd(sql, facts, { state, outcome, frames, firstId, reply }) {
      if (facts.key === undefined) return
      await keepFrames(sql, facts, firstId, frames)
      const sealed = reply === undefined ? null : sealer.seal(encodeReply(reply), `${facts.id} reply`)
      const ended = await sql.run(endRun, [state, now(), JSON.stringify(outcome), sealed, facts.id])
      // Its key may mean another run by now: a charge for an answer that is not kept would be a second one.
      if (ended === 0) throw new Error(`run ${facts.id} was closed by another server`)
      await strangersKept.ended(sql, facts)
    },
    async load(ref, owner) {
      const rows = await database.read.all<Row & Piece>(findWhole, [ref, ref, owner])
      const [row] = rows
      if (!row || row.outcome === null || row.acknowledged === 1) return undefined
      const { id } = row
      // A key may look like another run's id.
      const reply = row.reply === null ? undefined : decodeReply(sealer.open(row.reply, `${id} reply`))
      const own = rows.filter((piece) => piece.id === id)
      // Opened one after the other: together they are many times what is kept.
      const pieces = (function* () {
        for (const piece of own) yield openPiece(id, piece)
      })()
      const outcome = JSON.parse(row.outcome) as Outcome
      return Run.restore(storedRun(row).facts, { pieces, reply, outcome }, pause)
    },
    async keptBytes(ref, owner) {
      const row = await database.read.get<{ bytes: number | string }>(readKeptBytes, [owner, ref, ref])
      return row && Number(row.bytes)
    },
    async glance(ref, owner) {
      const rows = await database.read.all<GlanceRow>(findGlance, [owner, ref, ref])
      // A key may look like another run's id.
      const row = rows.find(({ id }) => id === ref) ?? rows[0]
      return row && endedRun(row)
    },
    list: async (owner) => (await database.read.all<GlanceRow>(listOfOwner, [owner])).map(endedRun),
    async acknowledge(id, owner) {
      return database.transaction(async (sql) => {
        const known = (await sql.run(acknowledgeRun, [id, owner])) === 1
        if (known) await sql.run(deleteFrames, [id])
        return known
      })
    },
    forget,
    orphans: async (startedBefore, leaseBefore) =>
      (await database.read.all<Row>(listOrphans, [server, startedBefore, leaseBefore])).map(storedRun),
    lockOpen: async (sql, { id }) => (await sql.run(lockOpen, [id])) === 1,
    lastFrameId: async (sql, { id }) => (await sql.get<{ last: number | null }>(readLastId, [id]))?.last ?? 0,
    async eraseOld() {
      await database.transaction(async (sql) => {
        await sql.run(deleteOldFrames, [now() - keptMs])
        await sql.run(deleteOldRuns, [now() - keptMs])
      })
      while (await database.transaction(strangersKept.erase));
    },
  }
}

function endedRun(row: GlanceRow): EndedRun {
  const outcome = JSON.parse(row.outcome) as Outcome
  return { facts: storedRun(row).facts, outcome, frameCount: row.frames ?? 0 }
}

function storedRun(row: Omit<Row, "reply">): StoredRun {
  return {
    facts: {
      id: row.id,
      owner: row.owner,
      key: row.idem_key,
      requestHash: row.req_hash,
      model: row.model,
      session: row.session_hint ?? undefined,
      startedAt: row.started_at,
    },
    state: row.state,
    acknowledged: row.acknowledged === 1,
  }
}
