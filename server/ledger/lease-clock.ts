import type { Database } from "../store/database.ts"

/** What leases are counted by: the clock of the database, for servers that share one need not agree on the time. */
export interface LeaseClock {
  /** Epoch ms. */
  readonly now: () => number
  /** Reads the database's clock again; to be called before leases are extended or judged. */
  adjust(): Promise<void>
}

const readClock = "select (extract(epoch from clock_timestamp()) * 1000)::bigint as at"

/** The database's own clock where there are several servers; with SQLite there is one, and its clock is the only one. */
export async function createLeaseClock(
  database: Pick<Database, "dialect" | "read">,
  now: () => number,
): Promise<LeaseClock> {
  if (database.dialect === "sqlite") return { now, adjust: async () => {} }
  /** How far this server's clock is behind the database's, in ms. */
  let behind = 0
  async function adjust(): Promise<void> {
    const asked = now()
    const row = await database.read.get<{ at: number }>(readClock)
    if (row) behind = row.at - Math.round((asked + now()) / 2)
  }
  await adjust()
  return { now: () => now() + behind, adjust }
}
