import type { Membership } from "../../servers/membership.ts"
import type { Database, Sql } from "../../store/sql.ts"
import { servedNow } from "../../store/served-time.ts"
import { replyWithMeta } from "./closing-frames.ts"
import { eraseOldRuns, findSpent, isUnspent } from "./old-runs.ts"
import type { Outcome } from "./outcome.ts"
import { Run } from "./run.ts"
import type { RunFacts } from "./run-facts.ts"
import type { Sealer } from "./encryption.ts"
import { createStrangersKept, type StrangersBounds } from "./strangers-kept.ts"
import { TakenOver } from "./taken-over.ts"
import { decodeReply, encodeReply, isKeptBare, type WholeReply } from "./whole-reply.ts"

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

/**
 * What became of a reader's word that it has an answer. `erased`: its content. `replaced`: nothing, for the reader has a part that the
 * whole has taken the place of. `nothing`: there is no such ended run.
 */
export type Acknowledged = "erased" | "replaced" | "nothing"

/** A run that has told no end yet, as far as it is kept. */
export interface OpenRun extends Omit<EndedRun, "outcome"> {
  readonly outcome?: undefined
}

/** How a run ends, to be kept in the transaction that settles its money. */
export interface KeptEnd {
  readonly state: "ended" | "interrupted"
  readonly outcome: Outcome
  /** Frames that were not kept yet, and the id of the first of them. */
  readonly frames: string
  readonly firstId: number
  /** The body of a whole reply; a text is one that was sealed before (`sealReply`). */
  readonly reply?: WholeReply | string | undefined
}

/**
 * The memory of runs that outlives the process: which `Idempotency-Key` meant what, how far an answer has come, how it
 * ended. Content is sealed. Runs with a key are kept; the others end with their connection, but for those whose reader was
 * let go by us: they are kept under their own id, as if that were their key.
 */
export interface RunStore {
  /** Takes a key for a run, or tells which run has it. */
  claim(facts: RunFacts): Promise<StoredRun | undefined>
  /** Whether a key means a run of this owner. */
  knows(owner: string, key: string): Promise<boolean>
  /** Whether the run of a key ended in calls of tools, no earlier than `since` (epoch ms). */
  calledTools(owner: string, key: string, since: number): Promise<boolean>
  /** Gives a key back: no trace is left of a run that never told an end. */
  unclaim(sql: Sql, facts: RunFacts): Promise<void>
  /** Makes a place for a run that has no key; done again, it changes nothing. */
  enter(sql: Sql, facts: RunFacts): Promise<void>
  /** Seals a whole reply beside everybody else's work, for `keepEnd`. */
  sealReply(facts: RunFacts, reply: WholeReply, as?: { readonly isBare: boolean }): Promise<string>
  keepFrames(sql: Sql, facts: RunFacts, firstId: number, frames: string): Promise<void>
  /**
   * Keeps an end. Where another server had taken this one for dead and told the run as interrupted, the whole takes the place
   * of that; where it had given back its key, that is taken again while it is free. Throws `TakenOver` where it cannot: nobody
   * could read it.
   */
  keepEnd(sql: Sql, facts: RunFacts, end: KeptEnd): Promise<void>
  /** The caller's ended run, by its id or key, with everything it said; undefined when there is none or it was acknowledged. */
  load(ref: string, owner: string): Promise<Run | undefined>
  /** How many bytes of it are kept, sealed. */
  keptBytes(ref: string, owner: string): Promise<number | undefined>
  /** The same without what it said; or the caller's run that has told no end yet: some server is at it, or was. */
  glance(ref: string, owner: string): Promise<EndedRun | OpenRun | undefined>
  /** The caller's ended runs that were not acknowledged, newest first. */
  list(owner: string): Promise<readonly EndedRun[]>
  /**
   * The reader has the answer: its content is erased. Where they read it as `interrupted`, that is all they have: the whole is
   * left alone if it has taken the place of that meanwhile.
   */
  acknowledge(id: string, owner: string, read?: Outcome["state"]): Promise<Acknowledged>
  forget(sql: Sql, facts: RunFacts): Promise<void>
  /** Runs of dead servers that have not told their end; a thousand of them, where there are more. */
  orphans(): Promise<readonly StoredRun[]>
  /** As `lockOpen`, of the run of a dead server; false, too, when that is not dead after all. */
  takeOver(sql: Sql, facts: RunFacts): Promise<boolean>
  /** Keeps everybody else from ending a run until this transaction is over; false when it has ended. */
  lockOpen(sql: Sql, facts: RunFacts): Promise<boolean>
  lastFrameId(sql: Sql, facts: RunFacts): Promise<number>
  /** The stored frames of a run, in pieces of whole frames, and the id of the last one. */
  keptPieces(facts: RunFacts): Promise<{ readonly pieces: readonly string[]; readonly lastId: number }>
  /**
   * Erases what ended more than a day ago, and what is kept for callers without a code beyond their bounds. Of a paid answer
   * its key stays known for a month.
   */
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
  select ?, ?, ?, ?, ?, ?, ?, 'open', ? where ${isUnspent}
  on conflict do nothing`
const findEnding = "select outcome from run where owner = ? and idem_key = ? and state = 'ended' and ended_at >= ?"
const findByKey = `${columns} where owner = ? and idem_key = ?`
/** A run and its frames in one statement: read one after the other, what is erased between them would look said and lost. */
const findWhole = `
  select id, owner, idem_key, req_hash, model, state, started_at, outcome, reply, acknowledged, session_hint, first_id, content
  from run left join run_frames on run_frames.run_id = run.id where (id = ? or idem_key = ?) and owner = ? order by first_id`
const looks = `
  select id, owner, idem_key, req_hash, model, state, started_at, outcome, acknowledged, session_hint,
    (select max(last_id) from run_frames where run_frames.run_id = run.id) as frames
  from run where owner = ? and acknowledged = 0`
const listOfOwner = `${looks} and outcome is not null order by started_at desc limit 100`
const findGlance = `${looks} and (id = ? or idem_key = ?)`
const readKeptBytes = `
  select coalesce(length(reply), 0) +
    (select coalesce(sum(length(content)), 0) from run_frames where run_frames.run_id = run.id) as bytes
  from run where owner = ? and (id = ? or idem_key = ?) and acknowledged = 0 and outcome is not null`
const lockOpen = "update run set state = state where id = ? and state = 'open'"
const deleteRun = "delete from run where id = ?"
/** Kept again, and more of it, where it was on disk and nobody heard so. */
const insertFrames = `
  insert into run_frames (run_id, first_id, last_id, content) values (?, ?, ?, ?)
  on conflict (run_id, first_id) do update set last_id = excluded.last_id, content = excluded.content`
const readLastId = "select max(last_id) as last from run_frames where run_id = ?"
const readPieces = "select first_id, last_id, content from run_frames where run_id = ? order by first_id"
const deleteFrames = "delete from run_frames where run_id = ?"
const endRun = `
  update run set state = ?, ended_at = ?, outcome = ?, reply = ?, served_at = ${servedNow} where id = ? and state = 'open'`
/** (state, ended_at, outcome, reply, id): unless its reader has what was kept before, and is done with it. */
const endInterrupted = `
  update run set state = ?, ended_at = ?, outcome = ?, reply = ?, served_at = ${servedNow}
  where id = ? and state = 'interrupted' and acknowledged = 0`
/**
 * How a run has ended, and stays until this transaction is over. It asks for no state: PostgreSQL would not wait for a change of the
 * state that another transaction is about to commit. (id, owner)
 */
const lockEnd = "select outcome from run where id = ? and owner = ? and acknowledged = 0 for update"
const deleteFramesFrom = "delete from run_frames where run_id = ? and first_id >= ?"
const acknowledgeRun =
  "update run set acknowledged = 1, reply = null, stranger_bytes = 0 where id = ? and owner = ? and state <> 'open'"

export interface RunStoreDeps {
  readonly database: Database
  readonly sealer: Sealer
  /** Which server this is, and who is dead. */
  readonly server: Pick<Membership, "id" | "isDead">
  readonly now: () => number
  /** Waited for between the pieces of a long answer that is read again, so that others have their turn. */
  readonly pause?: () => Promise<void>
  /** For tests: how much is kept for callers without a code. */
  readonly strangersBounds?: StrangersBounds
}

export function createRunStore(deps: RunStoreDeps): RunStore {
  const { database, sealer, server, now, pause } = deps
  const strangersKept = createStrangersKept(deps.strangersBounds)
  const isDead = server.isDead("run.server")
  const listOrphans = `${columns} where state = 'open' and ${isDead.text} order by started_at limit 1000`
  const takeOrphan = `update run set server = ? where id = ? and state = 'open' and ${isDead.text}`

  async function keepFrames(sql: Sql, { id }: RunFacts, firstId: number, frames: string): Promise<void> {
    if (frames === "") return
    const lastId = firstId + frames.split("\n\n").length - 2
    await sql.run(insertFrames, [id, firstId, lastId, sealer.seal(frames, `${id} ${firstId}`)])
  }

  function openPiece(id: string, { first_id, content }: Piece): string {
    return content === null ? "" : sealer.open(content, `${id} ${first_id}`)
  }

  function sealed(id: string, reply: KeptEnd["reply"]): string | null {
    if (typeof reply === "string") return reply
    return reply === undefined ? null : sealer.seal(encodeReply(reply), `${id} reply`)
  }

  async function insert(sql: Sql, { id, owner, key = id, requestHash, model, session, startedAt }: RunFacts) {
    return sql.run(insertRun, [id, owner, key, requestHash, server.id, model, session ?? null, startedAt, owner, key])
  }

  async function forget(sql: Sql, { id }: Pick<RunFacts, "id">): Promise<void> {
    await sql.run(deleteFrames, [id])
    await sql.run(deleteRun, [id])
  }

  return {
    async claim(facts) {
      const { owner, key } = facts
      if (key === undefined) return undefined
      return database.transaction(async (sql) => {
        for (;;) {
          if ((await insert(sql, facts)) === 1) return undefined
          const known = (await sql.get<Row>(findByKey, [owner, key])) ?? (await sql.get<Row>(findSpent, [owner, key]))
          // The run that stood in its way was given back between the two statements: the key is free.
          if (known !== undefined) return storedRun(known)
        }
      }, "later")
    },
    knows: async (owner, key) => (await database.read.get<Row>(findByKey, [owner, key])) !== undefined,
    async calledTools(owner, key, since) {
      const row = await database.read.get<Pick<GlanceRow, "outcome">>(findEnding, [owner, key, since])
      return row !== undefined && (JSON.parse(row.outcome) as Outcome).calledTools === true
    },
    async unclaim(sql, { id }) {
      if ((await sql.run(lockOpen, [id])) === 1) await forget(sql, { id })
    },
    async enter(sql, facts) {
      if (facts.key === undefined) await insert(sql, facts)
    },
    sealReply: ({ id }, reply, as) => sealer.sealLong(encodeReply(reply, as), `${id} reply`),
    keepFrames,
    async keepEnd(sql, facts, { state, outcome, frames, firstId, reply }) {
      const content = sealed(facts.id, reply)
      const endOf = (what: Outcome) => [state, now(), JSON.stringify(what), content, facts.id]
      const isEnded = async () => (await sql.run(endRun, endOf(outcome))) === 1
      if (!(await isEnded())) {
        const isReplaced = (await sql.run(endInterrupted, endOf({ ...outcome, replacedPart: true }))) === 1
        if (isReplaced) await sql.run(deleteFramesFrom, [facts.id, firstId])
        else {
          // Its key may mean another run by now: a charge for an answer that is not kept would be a second one.
          const isBack = firstId === 1 && (await insert(sql, facts)) === 1 && (await isEnded())
          if (!isBack) throw new TakenOver(facts.id)
        }
      }
      await keepFrames(sql, facts, firstId, frames)
      await strangersKept.ended(sql, facts)
    },
    async load(ref, owner) {
      const rows = await database.read.all<Row & Piece>(findWhole, [ref, ref, owner])
      // A key may look like another run's id.
      const row = rows.find(({ id }) => id === ref) ?? rows[0]
      if (!row || row.outcome === null || row.acknowledged === 1) return undefined
      const { id } = row
      const outcome = JSON.parse(row.outcome) as Outcome
      const reply = row.reply === null ? undefined : openReply(sealer.open(row.reply, `${id} reply`), outcome)
      const own = rows.filter((piece) => piece.id === id)
      // Opened one after the other: together they are many times what is kept.
      const pieces = (function* () {
        for (const piece of own) yield openPiece(id, piece)
      })()
      return Run.restore(storedRun(row).facts, { pieces, reply, outcome }, pause)
    },
    async keptBytes(ref, owner) {
      const row = await database.read.get<{ bytes: number | string }>(readKeptBytes, [owner, ref, ref])
      return row && Number(row.bytes)
    },
    async glance(ref, owner) {
      const rows = await database.read.all<Omit<GlanceRow, "outcome"> & Pick<Row, "outcome">>(findGlance, [
        owner,
        ref,
        ref,
      ])
      // A key may look like another run's id.
      const row = rows.find(({ id }) => id === ref) ?? rows[0]
      if (row === undefined) return undefined
      const { outcome } = row
      return outcome === null ? openRun(row) : endedRun({ ...row, outcome })
    },
    list: async (owner) => (await database.read.all<GlanceRow>(listOfOwner, [owner])).map(endedRun),
    async acknowledge(id, owner, read) {
      return database.transaction(async (sql) => {
        if (read === "interrupted") {
          const { outcome = null } = (await sql.get<Pick<Row, "outcome">>(lockEnd, [id, owner])) ?? {}
          if (outcome !== null && (JSON.parse(outcome) as Outcome).replacedPart === true) return "replaced"
        }
        if ((await sql.run(acknowledgeRun, [id, owner])) !== 1) return "nothing"
        await sql.run(deleteFrames, [id])
        return "erased"
      })
    },
    forget,
    orphans: async () => (await database.read.all<Row>(listOrphans, isDead.params())).map(storedRun),
    takeOver: async (sql, { id }) => (await sql.run(takeOrphan, [server.id, id, ...isDead.params()])) === 1,
    lockOpen: async (sql, { id }) => (await sql.run(lockOpen, [id])) === 1,
    lastFrameId: async (sql, { id }) => (await sql.get<{ last: number | null }>(readLastId, [id]))?.last ?? 0,
    async keptPieces({ id }) {
      const pieces = await database.read.all<Piece & { readonly last_id: number }>(readPieces, [id])
      return { pieces: pieces.map((piece) => openPiece(id, piece)), lastId: pieces.at(-1)?.last_id ?? 0 }
    },
    async eraseOld() {
      await eraseOldRuns(database, now())
      while (await database.transaction(strangersKept.erase));
    },
  }
}

/** A kept reply as its reader has it. */
function openReply(kept: string, outcome: Outcome): WholeReply {
  const reply = decodeReply(kept)
  return isKeptBare(kept) ? replyWithMeta(reply, outcome) : reply
}

function endedRun(row: GlanceRow): EndedRun {
  return { ...openRun(row), outcome: JSON.parse(row.outcome) as Outcome }
}

function openRun(row: Omit<GlanceRow, "outcome">): OpenRun {
  return { facts: storedRun(row).facts, frameCount: row.frames ?? 0 }
}

function storedRun(row: Omit<Row, "reply" | "outcome">): StoredRun {
  return {
    facts: {
      id: row.id,
      owner: row.owner,
      key: row.idem_key === row.id ? undefined : row.idem_key,
      requestHash: row.req_hash,
      model: row.model,
      session: row.session_hint ?? undefined,
      startedAt: row.started_at,
    },
    state: row.state,
    acknowledged: row.acknowledged === 1,
  }
}
