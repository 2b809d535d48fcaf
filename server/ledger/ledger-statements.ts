/**
 * Every statement that moves money, the same text on SQLite and PostgreSQL (0002). A guard stands in the `WHERE` of the
 * update it protects: PostgreSQL checks it again once the row is locked, SQLite has one writer. Locks are taken in one
 * order (an existing hold, then the money wallet, then the calls wallet), so no two operations wait for each other. A
 * new hold may be inserted under the lock of its wallet, because no other operation knows it yet.
 */

/** (id, unit) */
export const openWallet = "insert into wallet (id, unit) values (?, ?) on conflict (id) do nothing"

/** (id, wallet_id, calls_wallet_id, amount, calls, owner, price_version, req_hash, is_aside, created_at) */
export const insertHold = `
  insert into hold (id, wallet_id, calls_wallet_id, amount, calls, owner, price_version, req_hash, is_aside, created_at)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict (id) do nothing`

/** Reserves when so much is available. (amount, wallet id, amount) */
export const reserve = `
  update wallet set held = held + ?, ver = ver + 1
  where id = ? and frozen = 0 and posted - held - floor >= ?`

/** (id) */
export const readWallet = "select id, unit, posted, held, floor, frozen from wallet where id = ?"

/** Reads a wallet that nobody else changes until this transaction ends. (id) */
export const lockWallet = "select id, unit, posted, held, floor, frozen from wallet where id = ? for update"

/**
 * Calls of one kind in progress of a wallet at other servers that live. Read after the wallet is locked: whoever holds for one
 * more waits for the lock, and counts this one. `is_aside` is the place of the kind in `countedAs`. (owner, wallet id, kind,
 * and what `isDead` takes)
 */
export const countElsewhere = (isDead: string) => `
  select count(*) as open from server join hold on hold.owner = server.id
  where hold.state = 'open' and hold.owner <> ? and hold.wallet_id = ? and hold.is_aside = ? and not (${isDead})`

/** (premium, free, calls) */
export const readWallets = "select id, unit, posted, held, floor, frozen from wallet where id in (?, ?, ?)"

const holdColumns = `
  id, wallet_id, calls_wallet_id, amount, calls, captured, captured_calls, absorbed, state, owner, price_version,
  progress, created_at`

/** (id) */
export const readHold = `select ${holdColumns} from hold where id = ?`

/** Closes an open hold of this owner, once. (captured, captured_calls, absorbed, closed_at, id, owner) */
export const settleHold = `
  update hold set state = 'settled', captured = ?, captured_calls = ?, absorbed = ?, closed_at = ?
  where id = ? and state = 'open' and owner = ?
  returning wallet_id, calls_wallet_id, amount, calls`

/** The late path: the hold was given back, its money is spent otherwise. (captured, captured_calls, absorbed, closed_at, owner, id) */
export const settleClosedHold = `
  update hold set state = 'settled', captured = ?, captured_calls = ?, absorbed = ?, closed_at = ?, owner = ?
  where id = ? and state in ('void', 'expired')
  returning wallet_id, calls_wallet_id, amount, calls`

/** Makes a hold that was settled for somebody taken for dead their own again. (owner, id, owner) */
export const takeSettledHold = `
  update hold set owner = ? where id = ? and state = 'settled' and owner <> ? returning ${holdColumns}`

/** (captured, captured_calls, absorbed, id) */
export const correctSettledHold = "update hold set captured = ?, captured_calls = ?, absorbed = ? where id = ?"

/** (state: void or expired, closed_at, id, owner) */
export const releaseHold = `
  update hold set state = ?, closed_at = ?
  where id = ? and state = 'open' and owner = ?
  returning wallet_id, calls_wallet_id, amount, calls`

/**
 * Gives a reservation back and takes what was used, at most the reservation: always safe. A wallet that a chargeback had
 * overdrawn (2) opens again where that covers it. (reserved, taken, reserved, taken, id)
 */
export const capture = `
  update wallet set held = held - ?, posted = posted - ?, ver = ver + 1,
    frozen = case when frozen = 2 and posted - held + ? - ? >= floor then 0 else frozen end
  where id = ?`

/** The same when more is taken than was reserved: only out of what is available. (reserved, taken, id, reserved, taken) */
export const captureBeyond = `
  update wallet set held = held - ?, posted = posted - ?, ver = ver + 1
  where id = ? and frozen = 0 and posted - (held - ?) - ? >= floor`

/** (kind, ref, at, event_at, meta); no row when the reference is known. */
export const insertTxn = `
  insert into txn (kind, ref, at, event_at, meta) values (?, ?, ?, ?, ?)
  on conflict (ref) do nothing
  returning id`

/** (txn_id, seq, account, unit, amount) times the number of lines. */
export function insertEntries(lines: number): string {
  const row = "(?, ?, ?, ?, ?)"
  return `insert into entry (txn_id, seq, account, unit, amount) values ${Array.from({ length: lines }, () => row).join(", ")}`
}

/** The lines of the transaction with this reference. (ref) */
export const readTxnEntries = `
  select entry.account, entry.unit, entry.amount
  from txn join entry on entry.txn_id = txn.id
  where txn.ref = ? order by entry.seq`

/** (ref) */
export const findTxn = "select id from txn where ref = ?"

/**
 * Money in, or taken back by a chargeback, which may overdraw: then the wallet is frozen (2) until it is covered.
 * (amount, floor test amount, id, amount, amount)
 */
export const post = `
  update wallet set posted = posted + ?, ver = ver + 1,
    frozen = case when frozen = 1 then 1 when posted + ? - held < floor then 2 else 0 end
  where id = ? and posted + ? between -9007199254740991 and 9007199254740991`

/** Takes out of what is available or not at all. (amount, id, amount) */
export const withdraw = `
  update wallet set posted = posted - ?, ver = ver + 1
  where id = ? and posted - held - floor >= ?`

/** Locks a wallet that is below its target and says how far it is. (id, target) */
export const lockBelow = `
  update wallet set ver = ver + 1
  where id = ? and frozen = 0 and posted < ?
  returning posted`

/** (progress, id, owner) */
export const writeProgress = "update hold set progress = ? where id = ? and state = 'open' and owner = ?"

/** Open holds of dead servers. (params of `isDead`, limit) */
export function holdsOfDead(isDead: string): string {
  return `select id from hold where state = 'open' and ${isDead} order by id limit ?`
}

/** Makes the open hold of a dead server one's own. (owner, id, params of `isDead`) */
export function takeHoldOfDead(isDead: string): string {
  return `update hold set owner = ? where id = ? and state = 'open' and ${isDead} returning ${holdColumns}`
}

/** (frozen, id, id): by hand; a thaw leaves an overdrawn wallet frozen (2). */
export const freezeWallet = "update wallet set frozen = 1, ver = ver + 1 where id = ?"
export const thawWallet = `
  update wallet set frozen = case when posted - held < floor then 2 else 0 end, ver = ver + 1 where id = ?`
