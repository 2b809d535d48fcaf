import { hold, type HoldRequest, type HoldResult } from "../../server/ledger/hold.ts"
import { createLedger, type Ledger, type LedgerEndings, type LedgerOptions } from "../../server/ledger/ledger-store.ts"
import { outsider } from "../../server/servers/membership.ts"
import type { Database } from "../../server/store/sql.ts"

/** The books with steps that the server takes only as parts of larger transactions, each in a transaction of its own. */
export interface SteppedLedger extends Ledger, Pick<LedgerEndings, "settle" | "progress" | "bookFree"> {
  /** Reserves a fixed amount, or says why not. */
  hold(request: HoldRequest): Promise<HoldResult>
}

export function createSteppedLedger(
  database: Database,
  { now, newId, server = outsider(newId()) }: LedgerOptions,
): SteppedLedger {
  const ledger = createLedger(database, { now, newId, server })
  return {
    ...ledger,
    hold: (request) => database.transaction((sql) => hold(sql, request, { owner: server.id, now: now() }), "later"),
    settle: (settlement, codeId) => database.transaction((sql) => ledger.within(sql).settle(settlement, codeId)),
    progress: (runId, progress) => database.transaction((sql) => ledger.within(sql).progress(runId, progress)),
    bookFree: (run) => database.transaction((sql) => ledger.within(sql).bookFree(run)),
  }
}
