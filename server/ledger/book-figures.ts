import { accounts } from "#core/ledger/entry.ts"
import type { Metrics } from "../http/metrics.ts"
import type { Database } from "../store/sql.ts"

/** The metrics of the books, for all servers that share them. */
export interface BookFigures {
  /** Reads them anew; a few rows each time, whatever the books hold. Call it every `figuresMs`. */
  refresh(): Promise<void>
}

/** The greatest age of the figures, in ms. */
export const figuresMs = 5_000
/** A transaction that was begun so long ago is in the books, or never will be; in ms. */
const surelyCommittedMs = 60_000
/** For the first look, which cannot wait: one with so many after it is in the books. */
const manyTransactions = 10_000

const lossAccounts = [accounts.lossOverrun, accounts.lossCancel, accounts.lossEmpty, accounts.lossRerouted] as const

const readHolds =
  "select count(*) as holds, sum(amount) as held, min(created_at) as oldest from hold where state = 'open'"
const findNewest = "select max(id) as id from txn"
/** (up to this transaction, after this one, accounts …) */
const readLosses = `
  select account, sum(-amount) as later, sum(case when txn_id <= ? then -amount else 0 end) as sure
  from entry where txn_id > ? and account in (${lossAccounts.map(() => "?").join(", ")}) and unit = 'BRL'
  group by account`

interface Held {
  readonly holds: number
  readonly held: number | null
  readonly oldest: number | null
}

/**
 * Gauges of what is held, and losses by account. Those are summed up from where they were summed up before; transactions
 * that commit out of their order are waited for first. `now`: epoch ms; `steady`: for how long, in ms.
 */
export function createBookFigures(
  database: Pick<Database, "read">,
  metrics: Metrics,
  { now, steady }: { readonly now: () => number; readonly steady: () => number },
): BookFigures {
  let open: Held = { holds: 0, held: 0, oldest: null }
  /** All losses up to a transaction, by account. */
  let sure = { upTo: 0, losses: new Map<string, number>() }
  /** The newest transaction when it was looked for. */
  let newest: { readonly id: number; readonly at: number } | undefined
  const told = new Map<string, number>()

  metrics.gauge("prosa_open_holds", "Reservations for answers in progress, of all servers.", () => open.holds)
  metrics.gauge("prosa_held_microreais", "What they hold together.", () => open.held ?? 0)
  metrics.gauge("prosa_oldest_hold_seconds", "Age of the oldest of them.", () =>
    open.oldest === null ? 0 : Math.max(0, (now() - open.oldest) / 1000),
  )

  async function readNewest(): Promise<number> {
    return (await database.read.get<{ id: number | null }>(findNewest))?.id ?? 0
  }

  async function refreshLosses(): Promise<void> {
    newest ??= { id: (await readNewest()) - manyTransactions, at: -Infinity }
    const rows = await database.read.all<{ account: string; later: number; sure: number }>(readLosses, [
      newest.id,
      sure.upTo,
      ...lossAccounts,
    ])
    const before = (account: string) => sure.losses.get(account) ?? 0
    const row = (of: string) => rows.find(({ account }) => account === of)
    for (const account of lossAccounts) {
      const total = before(account) + (row(account)?.later ?? 0)
      const more = Math.max(0, total - (told.get(account) ?? 0))
      metrics.count("prosa_loss_microreais_total", "What we bore ourselves.", { account }, more)
      told.set(account, (told.get(account) ?? 0) + more)
    }
    if (steady() - newest.at < surelyCommittedMs) return
    const losses = new Map(lossAccounts.map((account) => [account, before(account) + (row(account)?.sure ?? 0)]))
    sure = { upTo: newest.id, losses }
    newest = { id: await readNewest(), at: steady() }
  }

  return {
    async refresh() {
      open = (await database.read.get<Held>(readHolds)) ?? open
      await refreshLosses()
    },
  }
}
