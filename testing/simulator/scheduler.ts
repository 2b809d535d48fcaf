import type { Timers } from "../../server/time/timers.ts"

/** A process that can die. What waits on its behalf then waits for ever, except what asked to be told. */
export interface Life {
  readonly name: string
  readonly alive: boolean
  /** Resolves when it dies: connections to it break. */
  readonly over: Promise<void>
}

interface MutableLife extends Life {
  alive: boolean
  frozenUntil: number
  readonly end: () => void
}

/** Something that waits for its turn. */
interface Waiting {
  readonly life: Life
  /** Somebody else without whom it cannot go on: a database that stands still. */
  readonly on: Life | undefined
  readonly what: string
  readonly go: () => void
  readonly die: ((reason: Error) => void) | undefined
}

interface Alarm {
  at: number
  readonly life: Life
  readonly act: () => void
}

/** A clock that people read and set, of one machine. */
export interface Clock {
  /** Epoch ms. */
  now(): number
  /** As when it is set by hand; alarms go on as before. */
  jump(ms: number): void
}

export interface Turn {
  /** It is told when its process dies, else nobody hears of it again. */
  readonly orDie?: boolean
  readonly on?: Life
}

/** Thrown where a transaction of a dead process is to be undone. */
export class Died extends Error {}

/**
 * Decides by chance, from a seed, what continues next: one waiting step at a time, with a time of its own that moves to
 * the next alarm when it likes. Everything that waits in a simulation waits here, so the same seed gives the same run.
 */
export interface Scheduler extends Timers {
  /** Time as it truly passes, in epoch ms. */
  now(): number
  clock(): Clock
  live(name: string): Life
  kill(life: Life): void
  /** Nothing of it goes on for so long: a process that swaps, or whose machine was put to sleep. */
  freeze(life: Life, ms: number): void
  /** Waits for its turn. */
  turn(life: Life, what: string, how?: Turn): Promise<void>
  sleep(life: Life, ms: number): Promise<void>
  timersOf(life: Life): Timers
  /** Runs until the promise settles. Throws when nothing can go on, or it goes on for too long. */
  run(whole: Promise<unknown>): Promise<void>
  /** The trace of steps, newest last. */
  readonly trace: readonly string[]
}

/** A seed that takes more steps than this has gone astray. */
const mostSteps = 60_000
/** Nothing to do for so long, and still no end: nobody will come back. */
const mostIdle = 500
/** How often, of ten thousand, time goes on although something could be done: a slow machine. */
const hurry = 600

export interface SchedulerOptions {
  readonly random: () => number
  readonly startAt: number
  /** False while something of the real world (a database at work) is still to come back. */
  readonly quiet: () => boolean
}

export function createScheduler({ random, startAt, quiet }: SchedulerOptions): Scheduler {
  let waiting: Waiting[] = []
  let alarms: Alarm[] = []
  let at = startAt
  const trace: string[] = []

  const pick = (n: number) => Math.floor(random() * n)
  const isAwake = (life: Life | undefined) => life === undefined || (life as MutableLife).frozenUntil <= at

  async function settle(): Promise<void> {
    do await new Promise((resolve) => setImmediate(resolve))
    while (!quiet())
  }

  function step(): boolean {
    const soonest = alarms.reduce<Alarm | undefined>(
      (first, alarm) => (first && first.at <= alarm.at ? first : alarm),
      undefined,
    )
    const awake = waiting.filter(({ life, on }) => isAwake(life) && isAwake(on))
    const wait = awake.length === 0 || random() * 10_000 < hurry
    if (soonest && wait) {
      alarms = alarms.filter((alarm) => alarm !== soonest)
      at = Math.max(at, soonest.at)
      soonest.act()
      return true
    }
    const next = awake[pick(awake.length)]
    if (next === undefined) return false
    waiting = waiting.filter((other) => other !== next)
    trace.push(`${at - startAt} ${next.life.name}: ${next.what}`)
    next.go()
    return true
  }

  function alarm(life: Life, ms: number, act: () => void): () => void {
    if (!life.alive) return () => {}
    const mine: Alarm = { at: at + Math.max(0, ms), life, act }
    alarms.push(mine)
    return () => void (alarms = alarms.filter((other) => other !== mine))
  }

  function timersOf(life: Life): Timers {
    return {
      after: (ms, act) => alarm(life, ms, act),
      every(ms, act) {
        let cancel = () => {}
        const again = () => {
          cancel = alarm(life, ms, () => {
            again()
            act()
          })
        }
        again()
        return () => cancel()
      },
    }
  }

  const world: MutableLife = { name: "world", alive: true, frozenUntil: 0, over: new Promise(() => {}), end() {} }

  return {
    ...timersOf(world),
    timersOf,
    trace,
    now: () => at,
    clock() {
      let skew = 0
      return { now: () => at + skew, jump: (ms) => void (skew += ms) }
    },
    live(name) {
      let end = () => {}
      const over = new Promise<void>((resolve) => (end = resolve))
      return { name, alive: true, frozenUntil: 0, over, end: () => end() } satisfies MutableLife
    },
    kill(life) {
      const mine = life as MutableLife
      mine.alive = false
      const died = waiting.filter((one) => one.life === life)
      waiting = waiting.filter((one) => one.life !== life)
      alarms = alarms.filter((one) => one.life !== life)
      trace.push(`${at - startAt} ${life.name}: dies`)
      mine.end()
      for (const { die } of died) die?.(new Died(life.name))
    },
    freeze(life, ms) {
      const until = at + ms
      trace.push(`${at - startAt} ${life.name}: stands still for ${ms} ms`)
      ;(life as MutableLife).frozenUntil = until
      alarms = alarms.map((one) => (one.life === life ? Object.assign(one, { at: Math.max(one.at, until) }) : one))
      alarm(world, ms, () => {})
    },
    turn(life, what, { orDie = false, on } = {}) {
      if (!life.alive) return orDie ? Promise.reject(new Died(life.name)) : new Promise(() => {})
      return new Promise((go, die) => void waiting.push({ life, on, what, go, die: orDie ? die : undefined }))
    },
    sleep: (life, ms) => new Promise((resolve) => void alarm(life, ms, resolve)),
    async run(whole) {
      let over: { error?: unknown } | undefined
      whole.then(
        () => (over = {}),
        (error: unknown) => (over = { error }),
      )
      for (let steps = 0, idle = 0; ; steps++) {
        await settle()
        if (over) break
        if (steps > mostSteps) throw new Error(`no end after ${steps} steps`)
        idle = step() ? 0 : idle + 1
        if (idle > mostIdle) throw new Error("everybody waits for ever")
      }
      if ("error" in over) throw over.error
    },
  }
}
