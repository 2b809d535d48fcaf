/** The books: reserve, charge once, give back, credit. One transaction per operation; what moves is in the files beside. */
import type { Balances } from "#core/ledger/balance.ts"
import { microReais, type MicroReais } from "#core/lib/micro-reais.ts"
import { type Membership, outsider } from "../servers/membership.ts"
import { rethrown, unlessDamaged } from "../store/database-unavailable.ts"
import type { Database, Sql } from "../store/sql.ts"
import { credit, creditCalls, grantDaily, mayGrant, type Credit, type CreditResult, type DailyGrant } from "./credit.ts"
import { bookFree, bookFreeAtLeast, type FreeRun } from "./free-booking.ts"
import { freeProgressOfDead, noteFreeProgress, takeFreeProgress } from "./free-progress.ts"
import { holdPlanned, type HoldRow, type PlanFor, type PlannedHold } from "./hold.ts"
import {
  countElsewhere,
  freezeWallet,
  holdsOfDead,
  readHold,
  takeHoldOfDead,
  thawWallet,
  writeProgress,
} from "./ledger-statements.ts"
import { paidFor } from "./paid.ts"
import { release } from "./release.ts"
import { refusalOf, settle, type Settlement, type SettleResult } from "./settle.ts"
import { exportEntries, type ExportedEntry } from "./export-entries.ts"
import { verify, type Verification } from "./verify.ts"
import { readBalances, walletOwner, type Purse } from "./wallet.ts"

export interface LedgerOptions {
  /** Epoch ms. */
  readonly now: () => number
  readonly newId: () => string
  /** Owns the holds it makes: one is closed by its owner, or by a sweep once that is dead. Absent: nobody who sweeps. */
  readonly server?: Membership
}

const sweepBatch = 200

/** Decides what a dead owner's hold is worth: a settlement from its last progress, or nothing. Reads with the `sql` it is given only. */
export type SweepDecision = (hold: HoldRow, sql: Sql) => Promise<Omit<Settlement, "id"> | undefined>

/** Something of a dead server cannot be closed. */
export type OnDamaged = (error: unknown) => void

export interface Ledger {
  /**
   * Reserves an amount before a provider is called, planned from what is in the wallet at that moment. Returns the plan once it
   * is reserved. `planFor` may be asked more than once.
   */
  holdPlanned<Plan extends { readonly amount: MicroReais }>(
    request: PlannedHold,
    planFor: PlanFor<Plan>,
  ): Promise<Plan | undefined>
  /** Gives a reservation back. False when the hold is closed already or not ours. */
  void(runId: string): Promise<boolean>
  /**
   * Closes the holds of dead servers: each is settled as `decide` says, else expired. Answers how many of each. One that cannot be
   * closed is told (`onDamaged`) and left as it is; the others are closed all the same.
   */
  sweep(decide?: SweepDecision, onDamaged?: OnDamaged): Promise<{ readonly settled: number; readonly expired: number }>
  /** Has the runs of dead servers closed that hold nothing, in the same way. Answers how many. */
  sweepFree(
    close: (sql: Sql, runId: string, progress: string) => Promise<unknown>,
    onDamaged?: OnDamaged,
  ): Promise<number>
  /** The endings of a run inside a transaction of the caller's, which stores what belongs to them. */
  within(sql: Sql): LedgerEndings
  balances(codeId: string): Promise<Balances>
  credit(what: Credit): Promise<CreditResult>
  creditCalls(what: { codeId: string; calls: number; ref: string; meta?: object }): Promise<CreditResult>
  /** Micro-reais granted now; 0 when the day's grant is given or nothing is missing. */
  grantDaily(what: DailyGrant): Promise<number>
  /** Freezes or thaws one wallet; a thawed wallet that is overdrawn stays frozen. */
  freezeWallet(walletId: string, frozen: boolean): Promise<void>
  verify(): Promise<Verification>
  exportEntries(): AsyncIterable<ExportedEntry>
}

export interface LedgerEndings {
  /** Charges a run, once, and says what is left of each wallet. */
  settle(settlement: Settlement, codeId: string): Promise<SettleResult & { readonly balances: Balances }>
  /** `charged`: what the run was charged by somebody else before, who took us for dead; else 0. */
  void(runId: string, codeId: string): Promise<{ readonly charged: MicroReais; readonly balances: Balances }>
  bookFree(run: FreeRun): Promise<boolean>
  /** The same of a run whose end is not known. */
  bookFreeAtLeast(run: FreeRun): Promise<boolean>
  /** Notes how far a run has come (JSON), for the sweep after a crash. False when its hold is no longer ours. */
  progress(runId: string, progress: string): Promise<boolean>
  /** The same of a run that holds nothing, because we pay for it. */
  noteFree(runId: string, progress: string): Promise<void>
  /** Forgets that, because its end is told in the same transaction; answers what was noted last. */
  takeFree(runId: string): Promise<string | undefined>
  findHold(runId: string): Promise<HoldRow | undefined>
  /** Makes the open hold of a dead server ours, so that nobody else closes it; undefined where there is none. */
  takeOver(runId: string): Promise<HoldRow | undefined>
  /** Closes a hold that was taken over: charged what it is worth, or given back. */
  closeTaken(hold: HoldRow, worth: Omit<Settlement, "id"> | undefined): Promise<ClosedHold>
  /** How a closed hold was closed. */
  closed(hold: HoldRow): Promise<ClosedHold>
}

/** The charge of a closed hold, and the balances of its owner's wallets. */
export interface ClosedHold {
  readonly charged: number
  readonly purse: Purse
  readonly balances: Balances
}

export function createLedger(database: Database, { now, newId, server = outsider(newId()) }: LedgerOptions): Ledger {
  const owner = server.id
  const isDead = server.isDead("hold.owner")
  const listOfDead = holdsOfDead(isDead.text)
  const takeOne = takeHoldOfDead(isDead.text)
  // Where nobody else shares the data, the answers in progress are all here, and counted here.
  const elsewhere = server.isAlone ? undefined : { ...isDead, text: countElsewhere(isDead.text) }
  const isFreeDead = server.isDead("free_progress.server")
  const freeOfDead = freeProgressOfDead(isFreeDead.text)

  async function sweepOne(id: string, decide: SweepDecision): Promise<"settled" | "expired" | undefined> {
    return database.transaction(async (sql) => {
      const books = within(sql)
      const row = await books.takeOver(id)
      if (row === undefined) return undefined
      const worth = await decide(row, sql)
      await books.closeTaken(row, worth)
      return worth === undefined ? "expired" : "settled"
    })
  }

  async function closedFor(sql: Sql, { wallet_id }: HoldRow, charged: number): Promise<ClosedHold> {
    const { codeId, purse } = walletOwner(wallet_id)
    return { charged, purse, balances: await readBalances(sql, codeId) }
  }

  const by = () => ({ owner, now: now() })

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
    bookFreeAtLeast: (run) => bookFreeAtLeast(sql, run, now()),
    progress: async (runId, progress) => (await sql.run(writeProgress, [progress, runId, owner])) === 1,
    noteFree: (runId, progress) => noteFreeProgress(sql, runId, owner, progress),
    takeFree: (runId) => takeFreeProgress(sql, runId),
    findHold: (runId) => sql.get<HoldRow>(readHold, [runId]),
    takeOver: (runId) => sql.get<HoldRow>(takeOne, [owner, runId, ...isDead.params()]),
    async closeTaken(row, worth) {
      if (worth === undefined) {
        await release(sql, row.id, "expired", owner, now())
        return closedFor(sql, row, 0)
      }
      const result = await settle(sql, { ...worth, id: row.id }, owner, now())
      return closedFor(sql, row, "charged" in result ? result.charged : 0)
    },
    closed: async (row) => closedFor(sql, row, (await paidFor(sql, row)).money),
  })

  return {
    // A power cut may undo a hold: its run and key vanish with it, nobody has seen its answer, and nothing is charged (0064).
    holdPlanned: (request, planFor) =>
      database.transaction((sql) => holdPlanned(sql, request, planFor, { ...by(), elsewhere }), "later"),
    within,
    void: (runId) => database.transaction((sql) => release(sql, runId, "void", owner, now())),
    async sweep(decide = async () => undefined, onDamaged = rethrown) {
      const closed = { settled: 0, expired: 0 }
      for (;;) {
        const dead = await database.read.all<{ id: string }>(listOfDead, [...isDead.params(), sweepBatch])
        const outcomes = await Promise.all(dead.map(({ id }) => unlessDamaged(sweepOne(id, decide), onDamaged)))
        for (const outcome of outcomes) if (outcome !== undefined) closed[outcome]++
        if (dead.length < sweepBatch || outcomes.every((outcome) => outcome === undefined)) return closed
      }
    },
    async sweepFree(close, onDamaged = rethrown) {
      let closed = 0
      for (;;) {
        const dead = await database.read.all<{ run_id: string }>(freeOfDead.list, [...isFreeDead.params(), sweepBatch])
        let taken = 0
        for (const { run_id: id } of dead) {
          const closing = database.transaction(async (sql) => {
            const row = await sql.get<{ progress: string }>(freeOfDead.take, [id, ...isFreeDead.params()])
            if (row === undefined) return false
            await close(sql, id, row.progress)
            return true
          })
          if (await unlessDamaged(closing, onDamaged)) taken++
        }
        closed += taken
        if (dead.length < sweepBatch || taken === 0) return closed
      }
    },
    balances: (codeId) => readBalances(database.read, codeId),
    credit: (what) => database.transaction((sql) => credit(sql, what, now())),
    creditCalls: (what) => database.transaction((sql) => creditCalls(sql, what, now())),
    async grantDaily(what) {
      if (!(await mayGrant(database.read, what))) return 0
      return (await database.transaction((sql) => grantDaily(sql, what, now()))).granted
    },
    async freezeWallet(walletId, frozen) {
      await database.transaction((sql) => sql.run(frozen ? freezeWallet : thawWallet, [walletId]))
    },
    verify: () => verify(database),
    exportEntries: () => exportEntries(database.read),
  }
}
