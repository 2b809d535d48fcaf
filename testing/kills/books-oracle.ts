import type { Rows } from "./tables.ts"

/**
 * What must hold of the books at any moment, whoever is being killed, in plain SQL on the tables: a sentence for each thing
 * that does not. It knows nothing of the code that wrote them.
 */
export async function findWrongBooks(rows: Rows): Promise<readonly string[]> {
  const problems: string[] = []
  for (const query of always) {
    const found = await rows<{ wrong: string }>(`${query} limit 20`)
    problems.push(...found.map(({ wrong }) => wrong))
  }
  return problems
}

/** Everything that must be closed once no requests come any more. */
export async function findLeftOpen(rows: Rows): Promise<readonly string[]> {
  const problems: string[] = []
  for (const query of whenAllIsOver) {
    const found = await rows<{ wrong: string }>(`${query} limit 20`)
    problems.push(...found.map(({ wrong }) => wrong))
  }
  return problems
}

const moneyAccounts = [
  "wallet:%",
  "calls:%",
  "pix:clearing:%",
  "revenue:%",
  "promo:free",
  "loss:overrun",
  "loss:cancel",
  "loss:empty",
  "loss:rerouted",
  "refunds",
]

const always: readonly string[] = [
  `select 'transaction ' || txn_id || ' is out of balance by ' || sum(amount) || ' ' || unit as wrong
    from entry group by txn_id, unit having sum(amount) <> 0`,
  `select 'transaction ' || ref || ' has fewer than two lines' as wrong
    from txn where (select count(*) from entry where txn_id = txn.id) < 2`,
  `select 'line of ' || account || ': no such account' as wrong from entry
    where ${moneyAccounts.map((like) => `account not like '${like}'`).join(" and ")}`,
  `select id || ': ' || posted || ' posted, its lines come to ' ||
      coalesce((select sum(amount) from entry where account = wallet.id), 0) as wrong
    from wallet where posted <> coalesce((select sum(amount) from entry where account = wallet.id), 0)`,
  `select id || ': ' || held || ' held, its open holds come to ' ||
      coalesce((select sum(amount) from hold where state = 'open' and wallet_id = wallet.id), 0) as wrong
    from wallet where unit = 'BRL'
      and held <> coalesce((select sum(amount) from hold where state = 'open' and wallet_id = wallet.id), 0)`,
  `select id || ': overdrawn and not frozen' as wrong from wallet where frozen = 0 and posted - held < floor`,
  `select id || ': frozen, although it is covered' as wrong from wallet where frozen = 2 and posted - held >= floor`,
  `select hold.id || ': ' || state || ', and charged' as wrong
    from hold join txn on txn.ref = 'use:' || hold.id where state <> 'settled'`,
  `select hold.id || ': settled for ' || captured || ', and nothing booked' as wrong
    from hold left join txn on txn.ref = 'use:' || hold.id
    where state = 'settled' and captured > 0 and txn.id is null`,
  // The request hash of a keyed run has a path and a hash; without a key, the path alone.
  `select id || ': paid, and its answer is gone' as wrong from hold
    where req_hash like '% %' and captured > 0 and not exists (select 1 from run where run.id = hold.id)`,
  `select id || ': ended, and says no end' as wrong from run where state <> 'open' and outcome is null`,
]

const whenAllIsOver: readonly string[] = [
  `select 'hold ' || id || ' is open when all is over' as wrong from hold where state = 'open'`,
  `select 'run ' || id || ' is open when all is over' as wrong from run where state = 'open'`,
  `select id || ': ' || held || ' still held when all is over' as wrong from wallet where held <> 0`,
  `select day || ' ' || subject || ': ' || reserved || ' still set aside' as wrong from free_usage where reserved <> 0`,
  `select 'run ' || run_id || ': something is still set aside for it' as wrong from day_reserve`,
]
