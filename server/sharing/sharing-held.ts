import type { Person } from "../access/authorize.ts"
import { hashedPlaceOf, type HashedPlace } from "../access/hashed-place.ts"
import { hmacUnder } from "../access/hmac.ts"
import type { Sql } from "../store/sql.ts"

const mib = 1024 * 1024

/** What everything that somebody shares may hold together, in bytes. By tier. */
export const heldBytes: Readonly<Record<"premium" | "free" | "visitor", number>> = {
  premium: 1024 * mib,
  free: 120 * mib,
  visitor: 40 * mib,
}
/** Visitors have as many times that at one address (an IPv4 address or a /64), in one /48, and all together. */
export const visitorsHold = { subscriber: 10, network: 40, all: 250 } as const
/** What a file is counted as at least, in bytes: each takes a row and the block of a disk, however small it is. */
const leastCounted = 4096
/** The name under which all visitors together are counted. */
const everybody = "visitors"

/** Counts what lies in the file store, from before it is there until it is gone. */
export interface SharingHeld {
  /** Whether somebody may keep nothing more, however small. */
  isFull(sql: Pick<Sql, "get">, person: Person): Promise<boolean>
  /** Counts the bytes of a file that is noted, and where it comes from; false, and the transaction is to be rolled back, where it is too much. */
  hold(sql: Sql, person: Person, id: string, bytes: number): Promise<boolean>
  /** The bytes of a file are gone. */
  release(sql: Sql, id: string): Promise<void>
}

/** `pepper`: addresses are kept as hashes under this secret only. */
export function createSharingHeld(pepper: string): SharingHeld {
  const hashed = hmacUnder(pepper)

  const placeOf = (person: Person) => hashedPlaceOf(person, { hashed, label: "sharing held address" })

  /** Under which names a person is counted, and how much each may hold. */
  function boundsOf(person: Person): readonly (readonly [subject: string, most: number])[] {
    const most = heldBytes[person.kind === "visitor" ? "visitor" : person.tier]
    const times = [1, visitorsHold.subscriber, visitorsHold.network, visitorsHold.all]
    return subjectsOf({ owner: person.owner, ...placeOf(person) }).map(([subject, at]) => [
      subject,
      most * (times[at] ?? 1),
    ])
  }

  return {
    async isFull(sql, person) {
      for (const [subject, most] of boundsOf(person)) if ((await heldBy(sql, subject)) >= most) return true
      return false
    },

    async hold(sql, person, id, bytes) {
      const held = Math.max(bytes, leastCounted)
      const { place, network } = placeOf(person)
      await sql.run("update shared_file set held = ?, place = ?, network = ? where id = ?", [held, place, network, id])
      for (const [subject, most] of boundsOf(person)) {
        await sql.run(add, [subject, held])
        if ((await heldBy(sql, subject)) > most) return false
      }
      return true
    },

    async release(sql, id) {
      const row = await sql.get<HashedPlace & { readonly owner: string; readonly held: number }>(
        "select owner, place, network, held from shared_file where id = ? for update",
        [id],
      )
      if (row === undefined || row.held === 0) return
      await sql.run("update shared_file set held = 0 where id = ?", [id])
      for (const [subject] of subjectsOf(row)) {
        await sql.run(add, [subject, -row.held])
        await sql.run("delete from shared_held where subject = ? and bytes <= 0", [subject])
      }
    },
  }
}

/**
 * The names under which a file counts, each with its place in the order owner, address, network, all. They always come in that order: two
 * calls at once never wait for each other in a circle.
 */
function subjectsOf({ owner, place, network }: HashedPlace & { readonly owner: string }) {
  const all = owner.startsWith("visitor:") ? everybody : null
  const names = [owner, place, network, all]
  return names.flatMap((name, at) => (name === null ? [] : [[name, at] as const]))
}

async function heldBy(sql: Pick<Sql, "get">, subject: string): Promise<number> {
  return (await sql.get<{ bytes: number }>("select bytes from shared_held where subject = ?", [subject]))?.bytes ?? 0
}

const add = `insert into shared_held (subject, bytes) values (?, ?)
  on conflict (subject) do update set bytes = shared_held.bytes + excluded.bytes`
