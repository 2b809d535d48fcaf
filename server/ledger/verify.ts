import { isLeftOpen, type SqlPiece } from "../servers/membership.ts"
import type { Database, Sql, SqlValue } from "../store/sql.ts"

export interface Violation {
  /** I1 … I8 (docs/reference/money-and-runs.md). */
  readonly invariant: string
  readonly detail: string
}

export interface Verification {
  readonly ok: boolean
  /** Wallets, holds and transactions looked at. */
  readonly checked: number
  readonly violations: readonly Violation[]
}

/** Most lines told of one broken invariant. */
const linesPerInvariant = 100

/** Checks the invariants of the books in one snapshot, so that it is right while others go on writing. Repairs nothing. */
export function verify(database: Database): Promise<Verification> {
  return database.snapshot(async (sql) => {
    const violations = await findViolations(sql, isLeftOpen(database.dialect))
    return { ok: violations.length === 0, checked: await count(sql), violations }
  })
}

/** `leftOpen`: which open holds nobody closes although somebody should (`isLeftOpen`). */
export async function findViolations(sql: Sql, leftOpen: SqlPiece): Promise<readonly Violation[]> {
  const violations: Violation[] = []
  for (const { invariant, text, params } of checks(leftOpen)) {
    // SQLite works on the event loop: others get their turn between two checks.
    await new Promise((resolve) => setImmediate(resolve))
    const rows = await sql.all<{ detail: string }>(`${text} limit ${linesPerInvariant}`, params)
    violations.push(...rows.map(({ detail }) => ({ invariant, detail })))
  }
  return violations
}

interface Check {
  readonly invariant: string
  /** Selects a sentence per violation. */
  readonly text: string
  readonly params?: readonly SqlValue[]
}

function checks(leftOpen: SqlPiece): readonly Check[] {
  return [
    {
      invariant: "I1",
      text: `select 'transaction ' || txn_id || ': entries sum to ' || sum(amount) || ' ' || unit as detail
        from entry group by txn_id, unit having sum(amount) <> 0`,
    },
    {
      invariant: "I1",
      text: `select 'transaction ' || id || ' (' || ref || ') has no entries' as detail
        from txn where not exists (select 1 from entry where entry.txn_id = txn.id)`,
    },
    {
      invariant: "I2",
      text: `select wallet.id || ': posted ' || posted || ', its entries sum to ' || coalesce(folded.total, 0) as detail
        from wallet left join (select account, unit, sum(amount) as total from entry group by account, unit) folded
          on folded.account = wallet.id and folded.unit = wallet.unit
        where posted <> coalesce(folded.total, 0)`,
    },
    {
      invariant: "I2",
      text: `select account || ': entries without a wallet of that unit' as detail
        from entry where (account like 'wallet:%' or account like 'calls:%')
          and not exists (select 1 from wallet where wallet.id = entry.account and wallet.unit = entry.unit)
        group by account`,
    },
    {
      invariant: "I3",
      text: `select wallet.id || ': held ' || held || ', its open holds sum to ' || coalesce(open.total, 0) as detail
        from wallet left join (
          select wallet_id as id, sum(amount) as total from hold where state = 'open' group by wallet_id
          union all
          select calls_wallet_id as id, sum(calls) as total from hold
            where state = 'open' and calls_wallet_id is not null group by calls_wallet_id
        ) open on open.id = wallet.id
        where held <> coalesce(open.total, 0)`,
    },
    {
      invariant: "I4",
      text: `select id || ': posted ' || posted || ' - held ' || held || ' is below ' || floor as detail
        from wallet where frozen = 0 and posted - held < floor`,
    },
    {
      invariant: "I5",
      text: `select ref || ': ' || count(*) || ' usage transactions' as detail
        from txn where kind = 'use' group by ref having count(*) > 1`,
    },
    {
      invariant: "I5",
      text: `select txn.ref || ': charged while its hold is ' || hold.state as detail
        from hold join txn on txn.ref = 'use:' || hold.id where hold.state <> 'settled'`,
    },
    {
      invariant: "I6",
      text: `select 'hold ' || hold.id || ': captured ' || captured || ', absorbed ' || absorbed
          || ', booked as revenue ' || coalesce(revenue.total, 0) as detail
        from hold left join (
          select substr(txn.ref, 5) as run, sum(entry.amount) as total from txn join entry on entry.txn_id = txn.id
          where txn.kind = 'use' and entry.unit = 'BRL' and entry.account like 'revenue:%' group by substr(txn.ref, 5)
        ) revenue on revenue.run = hold.id
        where hold.state = 'settled' and captured + absorbed <> coalesce(revenue.total, 0)`,
    },
    {
      invariant: "I6",
      text: `select 'hold ' || hold.id || ': captured_calls ' || captured_calls || ', booked ' || coalesce(searches.total, 0) as detail
        from hold left join (
          select substr(txn.ref, 5) as run, sum(entry.amount) as total from txn join entry on entry.txn_id = txn.id
          where txn.kind = 'use' and entry.unit = 'CALL' and entry.account = 'revenue:search' group by substr(txn.ref, 5)
        ) searches on searches.run = hold.id
        where hold.state = 'settled' and captured_calls <> coalesce(searches.total, 0)`,
    },
    {
      invariant: "I7",
      text: `select ref || ': ' || count(*) || ' credits' as detail
        from txn where kind <> 'use' group by ref having count(*) > 1`,
    },
    {
      invariant: "I8",
      text: `select 'hold ' || id || ': open, and its server ' || owner || ' is dead' as detail
        from hold where state = 'open' and ${leftOpen.text}`,
      params: leftOpen.params(),
    },
  ]
}

async function count(sql: Sql): Promise<number> {
  const row = await sql.get<{ checked: number }>(
    "select (select count(*) from wallet) + (select count(*) from hold) + (select count(*) from txn) as checked",
  )
  return row?.checked ?? 0
}
