/** The books: reserve, charge once, give back, credit. One transaction per operation; what moves is in the files beside. */
import type { Balances } from "#core/ledger/balance.ts"
import { microReais, type MicroReais } from "#core/lib/micro-reais.ts"
import type { Database, Sql } from "../store/database.ts"
import { credit, creditCalls, grantDaily, mayGrant, type Credit, type CreditResult, type DailyGrant } from "./credit.ts"
import { bookFree, type FreeRun } from "./free-booking.ts"
import {
  hold,
  holdPlanned,
  type HoldRequest,
  type HoldResult,
  type HoldRow,
  type PlanFor,
  type PlannedHold,
} from "./hold.ts"
import {
  extendLeases,
  freezeWallet,
  holdsOfOthers,
  holdsPastLease,
  readHold,
  thawWallet,
  writeProgress,
} from "./ledger-statements.ts"
import { release } from "./release.ts"
import { refusalOf, settle, type Settlement, type SettleResult } from "./settle.ts"
import { exportEntries, type ExportedEntry } from "./export-entries.ts"
import { verify, type Verification } from "./verify.ts"
import { readBalances, walletOwner, type Purse } from "./wallet.ts"

export interface LedgerOptions {
  /** Epoch ms. */
  readonly now: () => number
  /** What leases are counted by; absent: `now`. Epoch ms. */
  readonly leaseNow?: () => number
  readonly newId: () => string
  /** Names this process in its holds; by default a new id. A hold is closed by its owner, or by a sweep once its lease is over. */
  readonly owner?: string
}

/** How long a hold stays its owner's without a word from it. */
export const leaseMs = 60_000
const sweepBatch = 200

/** Decides what a dead owner's hold is worth: a settlement from its last progress, or nothing. Reads with the `sql` it is given only. */
export type SweepDecision = (hold: HoldRow, sql: Sql) => Promise<Omit<Settlement, "id"> | undefined>

export interface Ledger {
  readonly owner: string
  /** Reserves before a provider is called. */
  hold(request: HoldRequest): Promise<HoldResult>
  /** The same, of an amount planned from what is in the wallet at that moment; the plan, once reserved. `planFor` may be asked more than once. */
  holdPlanned<Plan extends { readonly amount: MicroReais }>(
    request: PlannedHold,
    planFor: PlanFor<Plan>,
  ): Promise<Plan | undefined>
  /** Charges a run, once, and says what is left of each wallet. */
  settle(settlement: Settlement, codeId: string): Promise<SettleResult & { readonly balances: Balances }>
  /** Gives a reservation back. False when the hold is closed already or not ours. */
  void(runId: string): Promise<boolean>
  /** Keeps this process's open holds alive; call it every quarter of a lease. Answers how many there are. */
  extendLeases(): Promise<number>
  /** Notes how far a run has come (JSON), for the sweep after a crash. False when the hold is no longer ours. */
  progress(runId: string, progress: string): Promise<boolean>
  /**
   * Closes holds whose owner is gone: those past their lease, or with `onlyOneAlive` all that are not ours. Each is settled
   * as `decide` says, else expired. Answers how many of each.
   */
  sweep(options?: {
    readonly onlyOneAlive?: boolean
    readonly decide?: SweepDecision
  }): Promise<{ readonly settled: number; readonly expired: number }>
  /** The endings of a run inside a transaction of the caller's, which stores what belongs to them. */
  within(sql: Sql): LedgerEndings
  balances(codeId: string): Promise<Balances>
  credit(what: Credit): Promise<CreditResult>
  creditCalls(what: { codeId: string; calls: number; ref: string; meta?: object }): Promise<CreditResult>
  /** Micro-reais granted now; 0 when the day's grant is given or nothing is missing. */
  grantDaily(what: DailyGrant): Promise<number>
  bookFree(run: FreeRun): Promise<boolean>
  /** Freezes or thaws one wallet; a thawed wallet that is overdrawn stays frozen. */
  freezeWallet(walletId: string, frozen: boolean): Promise<void>
  verify(): Promise<Verification>
  exportEntries(): AsyncIterable<ExportedEntry>
}

export interface LedgerEndings {
  settle(settlement: Settlement, codeId: string): Promise<SettleResult & { readonly balances: Balances }>
  /** `charged`: what the run was charged by somebody else before, where its lease had been lost; else 0. */
  void(runId: string, codeId: string): Promise<{ readonly charged: MicroReais; readonly balances: Balances }>
  bookFree(run: FreeRun): Promise<boolean>
  /** Notes how far a run has come (JSON). False when its hold is no longer ours. */
  progress(runId: string, progress: string): Promise<boolean>
  findHold(runId: string): Promise<HoldRow | undefined>
  /** Closes the hold of a dead server: charged what it is worth, or given back. Says whose it was and what is left. */
  closeForDead(hold: HoldRow, worth: Omit<Settlement, "id"> | undefined): Promise<ClosedForDead>
}

export interface ClosedForDead {
  readonly charged: number
  readonly purse: Purse
  readonly balances: Balances
}

export function createLedger(
  database: Database,
  { now, leaseNow = now, newId, owner = newId() }: LedgerOptions,
): Ledger {
  async function sweepOne(row: HoldRow, decide: SweepDecision): Promise<"settled" | "expired" | undefined> {
    return database.transaction(async (sql) => {
      const worth = await decide(row, sql)
      if (worth === undefined) return (await release(sql, row.id, "expired", row.owner, now())) ? "expired" : undefined
      const { outcome } = await settle(sql, { ...worth, id: row.id }, row.owner, now())
      return outcome === "settled" ? "settled" : undefined
    })
  }

  async function chargeForDead(sql: Sql, row: HoldRow, worth: Omit<Settlement, "id">): Promise<number> {
    const result = await settle(sql, { ...worth, id: row.id }, row.owner, now())
    return "charged" in result ? result.charged : 0
  }

  const lease = () => ({ owner, until: leaseNow() + leaseMs, now: now() })

  const within = (sql: Sql): LedgerEndings => ({
    async settle(settlement, codeId) {
      const result = await settle(sql, settlement, owner, now())
      return { ...result, balances: await readBalances(sql, codeId) }
    },
    async void(runId, codeId) {
      const before = (await release(sql, runId, "void", owner, now())) ? undefined : await refusalOf(sql, runId)
      const charged = before && "charged" in before ? before.charged : microReais(0)
      return { charged, balances: await readBalances(sql, codeId) }
    },
    bookFree: (run) => bookFree(sql, run, now()),
    progress: async (runId, progress) => (await sql.run(writeProgress, [progress, runId, owner])) === 1,
    findHold: (runId) => sql.get<HoldRow>(readHold, [runId]),
    async closeForDead(row, worth) {
      const charged = worth === undefined ? 0 : await chargeForDead(sql, row, worth)
      if (worth === undefined) await release(sql, row.id, "expired", row.owner, now())
      const { codeId, purse } = walletOwner(row.wallet_id)
      return { charged, purse, balances: await readBalances(sql, codeId) }
    },
  })

  return {
    owner,
    // What a power cut undoes was not told to anybody: the run, its key and its hold go together, and its answer is free.
    hold: (request) => database.transaction((sql) => hold(sql, request, lease()), "later"),
    holdPlanned: (request, planFor) =>
      database.transaction((sql) => holdPlanned(sql, request, planFor, lease()), "later"),
    settle: (settlement, codeId) => database.transaction((sql) => within(sql).settle(settlement, codeId)),
    within,
    void: (runId) => database.transaction((sql) => release(sql, runId, "void", owner, now())),
    extendLeases: () => database.transaction((sql) => sql.run(extendLeases, [leaseNow() + leaseMs, owner])),
    progress: (runId, progress) => database.transaction((sql) => within(sql).progress(runId, progress)),
    async sweep({ onlyOneAlive = false, decide = async () => undefined } = {}) {
      const closed = { settled: 0, expired: 0 }
      for (;;) {
        const dead = onlyOneAlive
          ? await database.read.all<HoldRow>(holdsOfOthers, [owner, sweepBatch])
          : await database.read.all<HoldRow>(holdsPastLease, [leaseNow(), sweepBatch])
        const outcomes = await Promise.all(dead.map((row) => sweepOne(row, decide)))
        for (const outcome of outcomes) if (outcome !== undefined) closed[outcome]++
        if (dead.length < sweepBatch || outcomes.every((outcome) => outcome === undefined)) return closed
      }
    },
    balances: (codeId) => readBalances(database.read, codeId),
    credit: (what) => database.transaction((sql) => credit(sql, what, now())),
    creditCalls: (what) => database.transaction((sql) => creditCalls(sql, what, now())),
    async grantDaily(what) {
      if (!(await mayGrant(database.read, what))) return 0
      return (await database.transaction((sql) => grantDaily(sql, what, now()))).granted
    },
    bookFree: (run) => database.transaction((sql) => bookFree(sql, run, now())),
    async freezeWallet(walletId, frozen) {
      await database.transaction((sql) => sql.run(frozen ? freezeWallet : thawWallet, [walletId]))
    },
    verify: () => verify(database, leaseNow()),
    exportEntries: () => exportEntries(database.read),
  }
}
