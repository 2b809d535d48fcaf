import { afterAll, beforeAll, expect } from "vitest"
import { microReais } from "#core/lib/micro-reais.ts"
import { isLeftOpen, joinOthers, type Membership } from "../../server/servers/membership.ts"
import { sqlClock } from "../sql-clock.ts"
import { openDatabase, type DatabaseOptions } from "../../server/store/database.ts"
import { rollback } from "../../server/store/rollback.ts"
import type { Database } from "../../server/store/sql.ts"
import { createSteppedLedger, type SteppedLedger } from "./stepped-ledger.ts"
import { findViolations } from "../../server/ledger/verify.ts"
import { openWallets } from "../../server/ledger/wallet.ts"

export const start = Date.UTC(2026, 10, 21, 12)
export const real = (reais: number) => microReais(reais * 1_000_000)
export const times = (n: number) => Array.from({ length: n }, (_, index) => index)

/** Books that two servers share, for the tests of one engine; open while those run. */
export class Books {
  /** How the database is opened. */
  readonly options: DatabaseOptions | undefined
  /** Epoch ms, as both servers are told. */
  clock = start
  database!: Database
  other!: Database
  ledger!: SteppedLedger
  /** The same books, as the other server keeps them. */
  elsewhere!: SteppedLedger
  servers!: readonly [Membership, Membership]
  #ids = 0

  constructor(options: DatabaseOptions | undefined) {
    this.options = options
    beforeAll(async () => {
      if (options !== undefined) await this.#open(options)
    })
    afterAll(async () => {
      await this.database.close()
      await this.other.close()
    })
  }

  async #open(options: DatabaseOptions): Promise<void> {
    const { newId, now } = this
    this.database = await openDatabase(options)
    this.other = await openDatabase(options)
    const server = await joinOthers(this.database, { id: newId(), clock: sqlClock(now) })
    const another = await joinOthers(this.other, { id: newId(), clock: sqlClock(now) })
    this.servers = [server, another]
    this.ledger = createSteppedLedger(this.database, { now, newId, server })
    this.elsewhere = createSteppedLedger(this.other, { now, newId, server: another })
  }

  readonly newId = () => `id-${++this.#ids}`
  readonly now = () => this.clock

  /** A new code's wallets, with so much in them. */
  readonly code = async (reais = 0, calls = 0): Promise<string> => {
    const codeId = this.newId()
    const { ledger } = this
    await this.database.transaction((sql) => openWallets(sql, codeId))
    if (reais > 0) await ledger.credit({ codeId, purse: "premium", amount: real(reais), ref: this.newId() })
    if (calls > 0) await ledger.creditCalls({ codeId, calls, ref: this.newId() })
    return codeId
  }

  readonly ask = (codeId: string, reais: number, more: { id?: string; calls?: number } = {}) => ({
    id: this.newId(),
    codeId,
    purse: "premium" as const,
    amount: real(reais),
    priceVersion: "v1",
    ...more,
  })

  readonly cost = (id: string, reais: number, calls = 0) => ({ id, model: "gpt-5", cost: real(reais), calls })
  readonly premium = async (codeId: string) => (await this.ledger.balances(codeId)).premium
  readonly verified = async () => expect(await this.ledger.verify()).toMatchObject({ ok: true, violations: [] })

  /** Goes on by so many seconds, in which these servers are heard. */
  readonly goOn = async (seconds: number, heard: readonly Membership[]): Promise<void> => {
    for (let second = 0; second < seconds; second++) {
      this.clock += 1_000
      for (const server of heard) await server.beat()
    }
  }
}

/** The violations that `verify` finds of a damage, which is undone afterwards. */
export async function damaged(database: Database, damage: string, now: () => number): Promise<readonly string[]> {
  return database.transaction(async (sql) => {
    await sql.run(damage)
    const leftOpen = isLeftOpen(database.dialect, sqlClock(now))
    return rollback((await findViolations(sql, leftOpen)).map(({ invariant }) => invariant))
  })
}
