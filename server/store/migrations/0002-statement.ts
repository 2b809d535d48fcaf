import type { Migration } from "../migrate.ts"

/** Indexes for statements and for a day's ceiling, so that they need not read everybody's books. */
export const statement: Migration = {
  number: 2,
  name: "statement",
  statements: () => [
    // Runs that cost their user nothing leave no entry in a wallet.
    "create index usage_record_free on usage_record (owner, at) where charged = 0",
    "create index hold_captured on hold (wallet_id, closed_at) where captured > 0",
  ],
}
