import type { Database } from "../../server/store/sql.ts"
import type { LeftOpen } from "./books.ts"
import { below, oneIn, pick, type Chances, type Random } from "./chances.ts"
import type { Oracle } from "./oracle.ts"
import type { PriceHistory } from "./prices.ts"
import type { Clock, Life, Scheduler } from "./scheduler.ts"
import { scriptedUpstream } from "./scripts.ts"
import type { Troubles } from "./simulated-database.ts"
import { bootServer, type Flaws, type SimulatedServer } from "./simulated-server.ts"

/** The servers of a simulation: they start, die, are put to sleep, and start again. */
export interface Machines {
  start(): Promise<void>
  /** One that answers now, as a load balancer finds it. */
  any(): SimulatedServer | undefined
  /** Deaths, sleeps, clocks set wrong, a database that stands still and new prices, as many as the seed has in store. */
  misfortunes(): Promise<void>
  /** Nothing goes wrong for so long, in ms. */
  inPeace(ms: number): Promise<void>
  /** Names of those that live. */
  living(): readonly string[]
  /** All die, time goes by, and one starts that knows to be alone, without further trouble. */
  startAfresh(afterMs: number): Promise<void>
  /** The last one ends as it should. */
  end(): Promise<void>
  /** Lets go of everything, whatever state it is in. */
  abandon(): void
  crashes(): readonly string[]
}

export interface MachinesDeps {
  readonly scheduler: Scheduler
  readonly oracle: Oracle
  readonly chances: Chances
  readonly random: Random
  readonly newId: () => string
  readonly prices: PriceHistory
  /** The database as one that stands still now and then, and its clock. */
  readonly databaseItself: Life
  readonly databaseClock: Clock
  /** The flaws of every server. */
  readonly flaws: Flaws
  readonly databaseFor: (life: Life, troubles: () => Troubles) => Database
  readonly leftOpen: () => Promise<readonly LeftOpen[]>
}

/** Starts in a row that fail by simulated trouble alone are fewer. */
const mostBoots = 10
const noTroubles = { pauses: 0, busy: 0, unheard: 0 }

export function createMachines(deps: MachinesDeps): Machines {
  const { scheduler, oracle, chances, random, prices, databaseItself, databaseClock } = deps
  const operator = scheduler.live("operator")
  const clocks = chances.clocksApart.map((seconds) => {
    const clock = scheduler.clock()
    clock.jump(seconds * 1_000)
    return clock
  })
  const running: (SimulatedServer | undefined)[] = []
  const lives = new Set<Life>()
  const crashes: (readonly string[])[] = []
  let boots = 0
  let isPeace = false

  function scriptOf(question: string) {
    const found = oracle.questions.get(question)
    if (!found) throw new Error(`nobody asked "${question}"`)
    return found.script
  }

  /** Starts one, again if need be, as a supervisor does. */
  async function boot(slot: number, onlyOneAlive: boolean): Promise<void> {
    for (let tries = 1; ; tries++) {
      const life = scheduler.live(`server${++boots}`)
      lives.add(life)
      try {
        const server = await bootServer({
          scheduler,
          life,
          database: deps.databaseFor(life, () => (isPeace ? noTroubles : chances.troubles)),
          upstream: scriptedUpstream(scheduler, life, scriptOf),
          random,
          newId: deps.newId,
          prices,
          clock: clocks[slot]!,
          databaseClock,
          visitorsBudget: chances.visitorsBudget,
          onlyOneAlive,
          flaws: deps.flaws,
        })
        crashes.push(server.crashes)
        running[slot] = server
        return
      } catch (error) {
        crashes.push([String(error)])
        kill(life)
        if (tries === mostBoots) throw new Error(`a server does not start: ${String(error)}`, { cause: error })
        await scheduler.sleep(operator, 1_000)
      }
    }
  }

  function kill(life: Life): void {
    lives.delete(life)
    oracle.troubled.add(life.name)
    scheduler.kill(life)
  }

  /** Lets some steps of others pass, so that what comes next comes at any moment of their work. */
  async function aWhile(): Promise<void> {
    await scheduler.sleep(operator, below(random, 6_000))
    for (let turns = below(random, 12); turns > 0; turns--) await scheduler.turn(operator, "waits")
  }

  async function loseOne(slot: number): Promise<void> {
    const server = running[slot]
    if (!server) return
    running[slot] = undefined
    if (oneIn(random, 3)) await terminate(server)
    kill(server.life)
    await scheduler.sleep(operator, pick(random, [0, 500, 20_000]))
    await boot(slot, chances.servers === 1)
  }

  /** Told to stop: some are given time for what they have begun, some none, and some die before they are done with that. */
  async function terminate(server: SimulatedServer): Promise<void> {
    oracle.troubled.add(server.life.name)
    const ended = server.terminate(pick(random, [0, 1_000, 120_000])).then(() => true)
    const isWell = await Promise.race([
      ended,
      scheduler.sleep(operator, pick(random, [300, 3_000, 150_000])),
      server.life.over,
    ])
    // Where the database failed, what broke is given back by the next one.
    if (isWell !== true || chances.troubles.busy > 0) return
    oracle.endedWell.add(server.life.name)
    for (const { what, owner } of await deps.leftOpen())
      if (owner === server.life.name && what.startsWith("the hold of run_"))
        oracle.problems.push(`${what} is open, although ${owner} has ended well`)
  }

  async function setClock(): Promise<void> {
    for (const { whose, seconds, mendedAfterMs } of chances.jumps) {
      await aWhile()
      const own = clocks[below(random, chances.servers)]!
      const jumping = whose === "all" ? [...clocks, databaseClock] : [whose === "one" ? own : databaseClock]
      for (const clock of jumping) clock.jump(seconds * 1_000)
      if (mendedAfterMs === undefined) continue
      await scheduler.sleep(operator, mendedAfterMs)
      for (const clock of jumping) clock.jump(-seconds * 1_000)
    }
  }

  async function lookAtPrices(server: SimulatedServer): Promise<void> {
    await scheduler.turn(server.life, "looks at the prices")
    await server.lookAtPrices().catch(() => {})
  }

  async function setPrices(): Promise<void> {
    for (const times of chances.priceChanges) {
      await aWhile()
      prices.set(times)
      const up = running.filter((server) => server !== undefined)
      await Promise.all(up.map((server) => Promise.race([lookAtPrices(server), server.life.over])))
    }
  }

  return {
    async start() {
      for (let slot = 0; slot < chances.servers; slot++) await boot(slot, chances.servers === 1)
    },
    any() {
      const up = running.filter((server) => server !== undefined)
      return up.length === 0 ? undefined : pick(random, up)
    },
    async misfortunes() {
      const prices = setPrices()
      for (const ms of chances.standstills) {
        await aWhile()
        scheduler.freeze(databaseItself, ms)
      }
      for (const ms of chances.freezes) {
        await aWhile()
        const server = running[0]
        if (!server) continue
        oracle.troubled.add(server.life.name)
        oracle.stoodStill.add(server.life.name)
        scheduler.freeze(server.life, ms)
      }
      await setClock()
      for (let at = 0; at < chances.deaths; at++) {
        await aWhile()
        await loseOne(below(random, chances.servers))
      }
      await prices
    },
    async inPeace(ms) {
      isPeace = true
      await scheduler.sleep(operator, ms)
    },
    living: () => [...lives].map(({ name }) => name),
    async startAfresh(afterMs) {
      isPeace = true
      for (const life of lives) kill(life)
      running.length = 0
      await scheduler.sleep(operator, afterMs)
      await boot(0, true)
    },
    async end() {
      await running[0]?.terminate(0)
      this.abandon()
    },
    abandon() {
      for (const life of lives) kill(life)
    },
    crashes: () => crashes.flat(),
  }
}
