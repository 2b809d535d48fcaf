import type { Database } from "../../server/store/sql.ts"

/** The books at the end of a life. */
export interface Books {
  readonly holds: readonly {
    readonly id: string
    readonly wallet: string
    readonly amount: number
    readonly state: string
    readonly version: string
  }[]
  readonly wallets: readonly {
    readonly id: string
    readonly posted: number
    readonly held: number
    readonly frozen: number
  }[]
  readonly grants: readonly { readonly wallet: string; readonly amount: number }[]
  /** The amounts that left wallets for a run, that were given away, and that were lost. */
  readonly charges: readonly {
    readonly id: string
    readonly ref: string
    readonly account: string
    readonly amount: number
  }[]
  /**
   * By run, what its wallet had in it right after the run's last charge. Where a sweep had closed a run's hold before the run ended, the
   * end charges no more than the wallet has: under `end:` if the sweep had charged for a part, else under `use:`.
   */
  readonly leftByEnds: ReadonlyMap<string, number>
  /** Of all visitors together. */
  readonly day: {
    readonly spent: number
    readonly reserved: number
    /** Of each visitor, all together. */
    readonly messages: number
    /** Answers that are still set aside for, or noted. */
    readonly open: number
  }
}

export async function readBooks({ read }: Database): Promise<Books> {
  const [holds, wallets, grants, charges, ends, day] = await Promise.all([
    read.all<Books["holds"][number]>(
      "select id, wallet_id as wallet, amount, state, price_version as version from hold",
    ),
    read.all<Books["wallets"][number]>("select id, posted, held, frozen from wallet"),
    read.all<Books["grants"][number]>(
      "select account as wallet, amount from entry join txn on txn.id = txn_id where kind = 'grant' and account like 'wallet:%'",
    ),
    read.all<{ ref: string; account: string; amount: number }>(
      `select ref, account, -amount as amount from entry join txn on txn.id = txn_id
        where kind = 'use' and (account like 'wallet:%' or account like 'calls:%' or account = 'promo:free' or account like 'loss:%')
          and unit = (case when account like 'calls:%' then 'CALL' else 'BRL' end)`,
    ),
    read.all<{ ref: string; left: number }>(
      `select ref, (select sum(amount) from entry where entry.account = hold.wallet_id and entry.txn_id <= txn.id) as left
        from txn join hold on txn.ref in ('use:' || hold.id, 'end:' || hold.id) order by txn.id`,
    ),
    read.get<Record<keyof Books["day"], number | null>>(
      `select sum(case when subject like 'everyone%' then spent end) as spent, sum(reserved) as reserved,
        sum(case when subject like 'visitor%' then messages end) as messages,
        (select count(*) from day_reserve) + (select count(*) from free_progress) as open
      from free_usage`,
    ),
  ])
  return {
    holds,
    wallets,
    grants,
    charges: charges.map((line) => ({ ...line, id: idOf(line.ref) })),
    leftByEnds: new Map(ends.map(({ ref, left }) => [idOf(ref), Number(left)])),
    day: {
      spent: Number(day?.spent ?? 0),
      reserved: Number(day?.reserved ?? 0),
      messages: Number(day?.messages ?? 0),
      open: Number(day?.open ?? 0),
    },
  }
}

/** The run of a transaction's reference. */
const idOf = (ref: string): string => ref.slice(ref.lastIndexOf(":") + 1)

export interface LeftOpen {
  /** "the hold of run_1", "run_1". */
  readonly what: string
  /** The server that it belongs to. */
  readonly owner: string
}

/** Holds and runs that nobody has closed. */
export async function leftOpen({ read }: Database): Promise<readonly LeftOpen[]> {
  const holds = await read.all<{ id: string; owner: string }>("select id, owner from hold where state = 'open'")
  const runs = await read.all<{ id: string; owner: string }>("select id, server as owner from run where state = 'open'")
  return [
    ...holds.map(({ id, owner }) => ({ what: `the hold of ${id}`, owner })),
    ...runs.map(({ id, owner }) => ({ what: id, owner })),
  ]
}
