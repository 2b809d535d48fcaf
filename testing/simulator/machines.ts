import type { Database } from "../../server/store/database.ts"
import { below, oneIn, pick, type Chances, type Random } from "./chances.ts"
import type { Oracle } from "./oracle.ts"
import type { Life, Scheduler } from "./scheduler.ts"
import { scriptedUpstream } from "./scripts.ts"
import type { Troubles } from "./simulated-database.ts"
import { bootServer, type SimulatedServer } from "./simulated-server.ts"

/** The servers of a simulation: they start, die, are put to sleep, and start again. */
export interface Machines {
  start(): Promise<void>
  /** One that answers now, as a load balancer finds it. */
  any(): SimulatedServer | undefined
  /** Deaths, sleeps and clocks set wrong, as many as the seed has in store. */
  misfortunes(): Promise<void>
  /** All die, time goes by, and one starts that knows to be alone, without further trouble. */
  startAfresh(): Promise<void>
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
  readonly databaseFor: (life: Life, troubles: Omit<Troubles, "random">) => Database
}

/** Starts in a row that fail by simulated trouble alone are fewer. */
const mostBoots = 10

export function createMachines(deps: MachinesDeps): Machines {
  const { scheduler, oracle, chances, random } = deps
  const operator = scheduler.live("operator")
  const running: (SimulatedServer | undefined)[] = []
  const lives = new Set<Life>()
  const crashes: (readonly string[])[] = []
  let boots = 0

  function scriptOf(question: string) {
    const found = oracle.questions.get(question)
    if (!found) throw new Error(`nobody asked "${question}"`)
    return found.script
  }

  /** Starts one, again if need be, as a supervisor does. */
  async function boot(slot: number, onlyOneAlive: boolean, troubles = chances.troubles): Promise<void> {
    for (let tries = 1; ; tries++) {
      const life = scheduler.live(`server${++boots}`)
      lives.add(life)
      try {
        const server = await bootServer({
          scheduler,
          life,
          database: deps.databaseFor(life, troubles),
          upstream: scriptedUpstream(scheduler, life, scriptOf),
          random,
          newId: deps.newId,
          onlyOneAlive,
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
    // Some are told to stop first, and some die before they are done with that.
    if (oneIn(random, 4)) await Promise.race([server.drain(), scheduler.sleep(operator, 2_000), server.life.over])
    kill(server.life)
    await scheduler.sleep(operator, pick(random, [0, 500, 20_000]))
    await boot(slot, chances.servers === 1)
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
      for (let at = 0; at < chances.freezes; at++) {
        await aWhile()
        const server = running[0]
        if (server) scheduler.freeze(server.life, pick(random, [5_000, 80_000]))
      }
      for (const seconds of chances.jumps) {
        await aWhile()
        scheduler.jump(seconds * 1_000)
      }
      for (let at = 0; at < chances.deaths; at++) {
        await aWhile()
        await loseOne(below(random, chances.servers))
      }
    },
    async startAfresh() {
      for (const life of lives) kill(life)
      running.length = 0
      await scheduler.sleep(operator, 30 * 60_000)
      await boot(0, true, { pauses: 0, busy: 0, unheard: 0 })
    },
    async end() {
      await running[0]?.drain()
      this.abandon()
    },
    abandon() {
      for (const life of lives) kill(life)
    },
    crashes: () => crashes.flat(),
  }
}
