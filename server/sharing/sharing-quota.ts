import { dayMs } from "#core/lib/days.ts"
import type { Person } from "../access/authorize.ts"
import { hmacUnder } from "../access/hmac.ts"
import { addressSteps } from "../limits/address-steps.ts"
import type { Database, Sql } from "../store/sql.ts"
import { dayInBrazil } from "../time/day-in-brazil.ts"
import type { SharedKind } from "./shared-file-row.ts"

/** How much somebody may share in a day (America/Sao_Paulo): files of each kind, and bytes of all kinds together. */
export interface DailyShare {
  readonly share: number
  readonly artifact: number
  readonly upload: number
  readonly bytes: number
}

const mib = 1024 * 1024

/** By tier. Who removes something again has shared it all the same. */
export const dailyShares: Readonly<Record<"premium" | "free" | "visitor", DailyShare>> = {
  premium: { share: 50, artifact: 50, upload: 300, bytes: 300 * mib },
  free: { share: 10, artifact: 10, upload: 60, bytes: 60 * mib },
  visitor: { share: 3, artifact: 3, upload: 20, bytes: 20 * mib },
}
/** Visitors have as many times that at one address (an IPv4 address or a /64), in one /48, and all together. */
export const visitorsAt = { subscriber: 5, network: 20, all: 200 } as const
/** The name under which all visitors together are counted. */
const everybody = "visitors"
/** Days for which the counts are kept. */
const keptDays = 7

export interface SharingQuota {
  /** Counts one more file; false, and the transaction is to be rolled back, where somebody has shared too much today. */
  take(sql: Sql, person: Person, kind: SharedKind, bytes: number): Promise<boolean>
  /**
   * Counts a file that was not kept, for its maker and their address: making it has cost the server the same. What all visitors may
   * share together does not become less by it.
   */
  countRefused(sql: Sql, person: Person, kind: SharedKind): Promise<void>
  /** Whether somebody may share nothing more of a kind today, however small. */
  isSpent(person: Person, kind: SharedKind): Promise<boolean>
  /** Forgets the counts of days gone by. */
  forgetOld(): Promise<void>
}

interface Subject {
  readonly name: string
  readonly times: number
}

export interface SharingQuotaDeps {
  readonly database: Database
  /** Owners and addresses are kept as hashes under this secret only. */
  readonly pepper: string
  /** Epoch ms. */
  readonly now: () => number
}

export function createSharingQuota({ database, pepper, now }: SharingQuotaDeps): SharingQuota {
  const hashed = hmacUnder(pepper)

  /** Under which names a person is counted, always in the same order: two calls at once never wait for each other in a circle. */
  function subjectsOf({ kind, owner, address }: Person): readonly Subject[] {
    const own = { name: owner, times: 1 }
    if (kind !== "visitor") return [own]
    const steps = addressSteps(address).map((step, at) => ({
      name: `address ${step}`,
      times: at === 0 ? visitorsAt.subscriber : visitorsAt.network,
    }))
    return [own, ...steps, { name: everybody, times: visitorsAt.all }]
  }

  const mostOf = (person: Person) => dailyShares[person.kind === "visitor" ? "visitor" : person.tier]
  const ofKind = (kind: SharedKind, name: string) => hashed(`sharing ${kind} ${name}`)

  return {
    async isSpent(person, kind) {
      const day = dayInBrazil(now())
      for (const { name, times } of subjectsOf(person)) {
        const counted = await database.read.get<{ files: number }>(
          "select files from shared_day where day = ? and subject = ?",
          [day, ofKind(kind, name)],
        )
        if (counted !== undefined && counted.files >= mostOf(person)[kind] * times) return true
      }
      return false
    },

    async take(sql, person, kind, bytes) {
      const most = mostOf(person)
      const day = dayInBrazil(now())
      for (const { name, times } of subjectsOf(person)) {
        const counted = [
          { subject: ofKind(kind, name), files: 1, bytes: 0, most: most[kind] * times },
          { subject: hashed(`sharing bytes ${name}`), files: 0, bytes, most: most.bytes * times },
        ]
        for (const { subject, files, bytes: more, most: limit } of counted) {
          await sql.run(addToDay, [day, subject, files, more])
          const now = await sql.get<{ files: number; bytes: number }>(
            "select files, bytes from shared_day where day = ? and subject = ?",
            [day, subject],
          )
          if (now === undefined || now.files > limit || now.bytes > limit) return false
        }
      }
      return true
    },

    async countRefused(sql, person, kind) {
      const day = dayInBrazil(now())
      const counted = subjectsOf(person).filter(({ name }) => name !== everybody)
      for (const { name } of counted) await sql.run(addToDay, [day, ofKind(kind, name), 1, 0])
    },

    async forgetOld() {
      const oldest = dayInBrazil(now() - keptDays * dayMs)
      await database.transaction((sql) => sql.run("delete from shared_day where day < ?", [oldest]))
    },
  }
}

const addToDay = `insert into shared_day (day, subject, files, bytes) values (?, ?, ?, ?)
  on conflict (day, subject) do update set files = shared_day.files + excluded.files, bytes = shared_day.bytes + excluded.bytes`
