import type { Sql } from "../../store/sql.ts"
import type { RunFacts } from "./run-facts.ts"

/**
 * Limits the stored answers of callers without a code, in bytes in the database: an own key is any word, and a visitor
 * is anybody, so they must not fill a disk. Answers of codes are paid for, and never erased for this.
 */
export interface StrangersKept {
  /** Weighs a run that has just ended, in the same transaction, and makes room: its owner's oldest go first. */
  ended(sql: Sql, facts: Pick<RunFacts, "id" | "owner">): Promise<void>
  /** Erases the oldest of all that is beyond the bounds; answers whether there is more to erase. */
  erase(sql: Sql): Promise<boolean>
}

export interface StrangersBounds {
  readonly perOwner: number
  readonly inAll: number
}

const MiB = 1024 * 1024
export const strangersBounds: StrangersBounds = { perOwner: 32 * MiB, inAll: 512 * MiB }
/** Answers that one transaction erases at the most: others wait for it. */
const mostAtOnce = 100

const weigh = `update run set stranger_bytes = coalesce(octet_length(reply), 0) +
  (select coalesce(sum(octet_length(content)), 0) from run_frames where run_id = run.id) where id = ?`
const readWeight = "select stranger_bytes as bytes from run where id = ?"
const readOfOwner = "select coalesce(sum(stranger_bytes), 0) as bytes from run where owner = ? and stranger_bytes > 0"
const readOfAll = "select coalesce(sum(stranger_bytes), 0) as bytes from run where stranger_bytes > 0"
const oldest = `order by ended_at, id limit ${mostAtOnce}`
const listOfOwner = `select id, stranger_bytes as bytes from run where owner = ? and stranger_bytes > 0 ${oldest}`
const listOfAll = `select id, stranger_bytes as bytes from run where stranger_bytes > 0 ${oldest}`
/** As when its reader has it: its key is known, and says so. */
const eraseReply = "update run set acknowledged = 1, reply = null, stranger_bytes = 0 where id = ?"
const eraseFrames = "delete from run_frames where run_id = ?"

interface Weight {
  readonly bytes: number
}

export function createStrangersKept(bounds: StrangersBounds = strangersBounds): StrangersKept {
  /** Never less than what this server knows of; summed up again where that would be too much, and by every `erase`. */
  let inAll = 0

  /** Erases the oldest of a list until so many bytes are free; answers how many are not. */
  async function free(sql: Sql, bytes: number, list: readonly (Weight & { readonly id: string })[]): Promise<number> {
    let left = bytes
    for (const { id, bytes: its } of list) {
      if (left <= 0) break
      await sql.run(eraseReply, [id])
      await sql.run(eraseFrames, [id])
      left -= its
    }
    return left
  }

  async function erase(sql: Sql): Promise<boolean> {
    inAll = (await sql.get<Weight>(readOfAll))?.bytes ?? 0
    const beyond = inAll - bounds.inAll
    if (beyond <= 0) return false
    const left = await free(sql, beyond, await sql.all(listOfAll))
    inAll = bounds.inAll + Math.max(0, left)
    return left > 0
  }

  return {
    erase,
    async ended(sql, { id, owner }) {
      if (!isStranger(owner)) return
      await sql.run(weigh, [id])
      inAll += (await sql.get<Weight>(readWeight, [id]))?.bytes ?? 0
      const beyond = ((await sql.get<Weight>(readOfOwner, [owner]))?.bytes ?? 0) - bounds.perOwner
      if (beyond > 0) await free(sql, beyond, await sql.all(listOfOwner, [owner]))
      if (inAll > bounds.inAll) await erase(sql)
    },
  }
}

/** Whether a run belongs to nobody with a code. */
export function isStranger(owner: string): boolean {
  return owner.startsWith("key:") || owner.startsWith("visitor:")
}
