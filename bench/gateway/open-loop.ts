import { setImmediate as yieldToEvents, setTimeout as delay } from "node:timers/promises"
import { type Connection, nowNs, openConnection, type Reply } from "./connection.ts"

export interface Arm {
  readonly port: number
  readonly request: Buffer
  /** Receives each piece of a reply's body; made anew for each request. */
  readonly onBody?: () => (text: string) => void
}

export interface ArmResult {
  /** From the intended send time to the whole reply, ms. */
  readonly latenciesMs: number[]
  /** From the intended send time to the first byte of the body, ms. */
  readonly firstTextsMs: number[]
  failures: number
}

/** Sleeping is only exact to a millisecond; the last stretch is spent watching the clock. */
const watchNs = 1.3e6

/**
 * Sends by the clock, whatever comes back, to each arm in turn: the same load in the same seconds, so that what disturbs
 * one disturbs the other. Latency counts from when a request should have left.
 * @param rate requests per second to each arm
 */
export async function openLoop(
  arms: readonly Arm[],
  { rate, seconds }: { readonly rate: number; readonly seconds: number },
): Promise<{ readonly results: readonly ArmResult[]; readonly latenessMs: readonly number[] }> {
  const results: ArmResult[] = arms.map(() => ({ latenciesMs: [], firstTextsMs: [], failures: 0 }))
  const idle: Connection[][] = arms.map(() => [])
  const underWay: Promise<void>[] = []
  const latenessMs: number[] = []
  const stepNs = 1e9 / (rate * arms.length)
  const startNs = nowNs() + 20e6

  async function send(arm: number, intendedNs: number): Promise<void> {
    const result = results[arm]
    const target = arms[arm]
    if (result === undefined || target === undefined) return
    let connection: Connection | undefined
    try {
      connection = takeOpen(idle[arm] ?? []) ?? (await openConnection(target.port))
      const reply: Reply = await connection.exchange(target.request, target.onBody?.())
      if (reply.status !== 200) throw new Error(`status ${reply.status}`)
      result.latenciesMs.push((reply.endNs - intendedNs) / 1e6)
      result.firstTextsMs.push((reply.firstBodyNs - intendedNs) / 1e6)
      idle[arm]?.push(connection)
    } catch {
      result.failures++
      connection?.close()
    }
  }

  for (let n = 0; n < rate * arms.length * seconds; n++) {
    const intendedNs = startNs + n * stepNs
    const sleepMs = Math.floor((intendedNs - nowNs() - watchNs) / 1e6)
    if (sleepMs > 0) await delay(sleepMs)
    while (nowNs() < intendedNs) await yieldToEvents()
    latenessMs.push((nowNs() - intendedNs) / 1e6)
    underWay.push(send(n % arms.length, intendedNs))
  }
  await Promise.all(underWay)
  for (const connection of idle.flat()) connection.close()
  return { results, latenessMs }
}

function takeOpen(idle: Connection[]): Connection | undefined {
  let connection = idle.pop()
  while (connection && !connection.isOpen()) connection = idle.pop()
  return connection
}
