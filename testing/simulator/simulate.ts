import { seeded } from "../fake-provider/timing.ts"
import { openWallets } from "../../server/ledger/wallet.ts"
import { findViolations } from "../../server/ledger/verify.ts"
import { isLeftOpen } from "../../server/servers/membership.ts"
import { serveFor } from "../serve-for.ts"
import { modelName } from "./ask.ts"
import { leftOpen, readBooks } from "./books.ts"
import { chancesOf } from "./chances.ts"
import type { Engine } from "./engines.ts"
import { createMachines } from "./machines.ts"
import { compare, createOracle } from "./oracle.ts"
import { createPeople } from "./people.ts"
import { createPriceHistory } from "./prices.ts"
import { createScheduler } from "./scheduler.ts"
import type { Mutation } from "./mutations.ts"
import { simulateDatabase, type Work } from "./simulated-database.ts"

/** The result of one seed; a good one has no violations and no crashes. */
export interface Verdict {
  readonly seed: number
  readonly problems: readonly string[]
  /** The steps it took, newest last. */
  readonly trace: readonly string[]
  /** Errors thrown inside the servers that were not expected. */
  readonly crashes: readonly string[]
}

const startAt = Date.UTC(2026, 10, 21, 12)
/** Whoever is alive closes what the dead left within so long, once nothing goes wrong any more, in ms. */
const peaceMs = 30_000
const nightMs = 30 * 60_000
const dayMs = 25 * 3_600_000

/** Errors that a server may log about a busy database, or about another server that took its runs over. */
const expected = /database is locked|DatabaseUnavailable|TakenOver/

/**
 * Lives through one seed: people with codes and visitors ask, leave, come back, stop and pay; servers die and start again on
 * the same database, which stands still at times; clocks and prices are set; then all is compared with a naive account of
 * it. The same seed is the same life.
 */
export async function simulate(
  seed: number,
  engine: Engine,
  { rewrite = (text) => text, flaws = {} }: Partial<Mutation> = {},
): Promise<Verdict> {
  const random = seeded(seed)
  const chances = chancesOf(random, seed)
  const real = await engine.fresh()
  const work: Work = { active: 0, paused: 0 }
  const scheduler = createScheduler({ random, startAt, quiet: () => engine.quiet(work) })
  const oracle = createOracle()
  const { standstills, troubles } = chances
  oracle.isDatabaseWell = standstills.length === 0 && troubles.busy === 0 && troubles.unheard === 0
  const prices = createPriceHistory([modelName])
  const databaseItself = scheduler.live("database")
  const databaseClock = scheduler.clock()
  let ids = 0
  const newId = () => `${seed}-${++ids}`
  await real.transaction(async (sql) => {
    for (const { id } of chances.codes) await openWallets(sql, id)
  })

  /** Looks at the real database, while nobody takes a step. */
  async function look<T>(what: () => Promise<T>): Promise<T> {
    work.active++
    try {
      return await what()
    } finally {
      work.active--
    }
  }

  const machines = createMachines({
    scheduler,
    oracle,
    chances,
    random,
    newId,
    prices,
    databaseItself,
    databaseClock,
    flaws,
    databaseFor: (life, troubles) =>
      simulateDatabase(real, scheduler, life, work, { random, troubles, itself: databaseItself }, rewrite),
    leftOpen: () => look(() => leftOpen(real)),
  })
  const people = createPeople({ scheduler, oracle, chances, random, machines, newId })

  const problems: string[] = []
  try {
    await scheduler.run(
      (async () => {
        await machines.start()
        await Promise.all([people.live(), machines.misfortunes()])
        await machines.inPeace(peaceMs)
        const left = (await look(() => leftOpen(real))).filter(({ owner }) => !machines.living().includes(owner))
        problems.push(...left.map(({ what, owner }) => `${what} is still open, ${owner} is long gone`))
        await machines.startAfresh(nightMs)
        const { charges } = await look(() => readBooks(real))
        const charged = new Set(charges.filter(({ account }) => account.startsWith("wallet:")).map(({ id }) => id))
        await people.readAgain((id) => charged.has(id))
        if (chances.dayLater) {
          await look(() => serveFor(real, dayMs))
          await machines.startAfresh(dayMs)
          await people.askForErased((id) => charged.has(id))
        }
        await machines.end()
      })(),
    )
    const violations = await real.snapshot((sql) => findViolations(sql, isLeftOpen("sqlite")))
    problems.push(...violations.map(({ invariant, detail }) => `${invariant}: ${detail}`))
    problems.push(...machines.crashes().filter((crash) => !expected.test(crash)))
    problems.push(...compare(oracle, await readBooks(real), prices))
  } catch (error) {
    problems.push(...oracle.problems, error instanceof Error ? (error.stack ?? error.message) : String(error))
  } finally {
    machines.abandon()
  }
  return { seed, problems, trace: scheduler.trace, crashes: machines.crashes() }
}
