import { seeded } from "../fake-provider/timing.ts"
import { openWallets } from "../../server/ledger/wallet.ts"
import { findViolations } from "../../server/ledger/verify.ts"
import type { Engine } from "./engines.ts"
import { compare, createOracle, type Books } from "./oracle.ts"
import { createPeople } from "./people.ts"
import { createScheduler } from "./scheduler.ts"
import { simulateDatabase, type Rewrite, type Work } from "./simulated-database.ts"
import { createMachines } from "./machines.ts"
import { chancesOf } from "./chances.ts"
import type { Database } from "../../server/store/database.ts"

/** What came of one seed: nothing to say of a good one. */
export interface Verdict {
  readonly seed: number
  readonly problems: readonly string[]
  /** The steps it took, newest last. */
  readonly trace: readonly string[]
  /** What broke inside the servers: an error that nobody meant to happen, or one that was simulated. */
  readonly crashes: readonly string[]
}

const startAt = Date.UTC(2026, 10, 21, 12)

/**
 * Lives through one seed: people with codes ask, leave, come back, stop and pay; servers die and start again on the same
 * database; then all is compared with a naive account of it. The same seed is the same life.
 */
export async function simulate(seed: number, engine: Engine, rewrite: Rewrite = (text) => text): Promise<Verdict> {
  const random = seeded(seed)
  const chances = chancesOf(random)
  const real = await engine.fresh()
  const work: Work = { active: 0, paused: 0 }
  const scheduler = createScheduler({ random, startAt, quiet: () => engine.quiet(work) })
  const oracle = createOracle()
  let ids = 0
  const newId = () => `${seed}-${++ids}`
  await real.transaction(async (sql) => {
    for (const { id } of chances.codes) await openWallets(sql, id)
  })

  const machines = createMachines({
    scheduler,
    oracle,
    chances,
    random,
    newId,
    databaseFor: (life, troubles) => simulateDatabase(real, scheduler, life, work, { random, ...troubles }, rewrite),
  })
  const people = createPeople({ scheduler, oracle, chances, random, machines, newId })

  const problems: string[] = []
  try {
    await scheduler.run(
      (async () => {
        await machines.start()
        await Promise.all([people.live(), machines.misfortunes()])
        await machines.startAfresh()
        const charged = new Set((await readBooks(real)).charges.map(({ id }) => id))
        await people.readAgain((id) => charged.has(id))
        await machines.end()
      })(),
    )
    const now = scheduler.now()
    const violations = await real.snapshot((sql) => findViolations(sql, now))
    problems.push(...violations.map(({ invariant, detail }) => `${invariant}: ${detail}`))
    problems.push(...compare(oracle, await readBooks(real), chances.calm))
  } catch (error) {
    problems.push(...oracle.problems, error instanceof Error ? (error.stack ?? error.message) : String(error))
  } finally {
    machines.abandon()
  }
  return { seed, problems, trace: scheduler.trace, crashes: machines.crashes() }
}

async function readBooks({ read }: Database): Promise<Books> {
  const [holds, wallets, grants, charges] = await Promise.all([
    read.all<Books["holds"][number]>("select id, amount, state from hold"),
    read.all<Books["wallets"][number]>("select id, posted, held from wallet"),
    read.all<Books["grants"][number]>(
      "select account as wallet, amount from entry join txn on txn.id = txn_id where kind = 'grant' and account like 'wallet:%'",
    ),
    read.all<{ ref: string; wallet: string; amount: number }>(
      "select ref, account as wallet, -amount as amount from entry join txn on txn.id = txn_id where kind = 'use' and (account like 'wallet:%' or account like 'calls:%')",
    ),
  ])
  return { holds, wallets, grants, charges: charges.map((line) => ({ ...line, id: line.ref.slice("use:".length) })) }
}
