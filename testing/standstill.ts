import { expect } from "vitest"
import { startGateway, type TestGateway, type TestGatewayOptions } from "./gateway.ts"
import { startProsaInProcess } from "./prosa-in-process.ts"

/** A server whose clock a test sets ahead, so that readers have stood still for as long as it likes. */
export interface StandstillGateway extends TestGateway {
  /** Lets time pass until so many more readers were let go. */
  untilLetGo(readers?: number): Promise<void>
  /** Lets so many ms pass. */
  pass(ms: number): void
}

const metricsToken = "token-for-figures"
/** A little more than a reader may stand still, in ms. */
const standstillMs = 31_000

export async function startStandstillGateway(options: TestGatewayOptions = {}): Promise<StandstillGateway> {
  let ahead = 0
  const gateway = await startGateway({
    ...options,
    env: { METRICS_TOKEN: metricsToken, ...options.env },
    start: (started) => startProsaInProcess(started, { now: () => Date.now() + ahead }),
  })
  const lettingGo = async () => {
    const headers = { authorization: `Bearer ${metricsToken}` }
    const text = await (await fetch(`${gateway.url}/metrics`, { headers })).text()
    return Number(/^prosa_refused_total\{why="unread"\} (\d+)$/m.exec(text)?.[1] ?? 0)
  }
  return {
    ...gateway,
    pass: (ms) => void (ahead += ms),
    async untilLetGo(readers = 1) {
      const before = await lettingGo()
      const later = async () => {
        const now = await lettingGo()
        if (now < before + readers) ahead += standstillMs
        return now
      }
      await expect.poll(later, { interval: 1_200, timeout: 15_000 }).toBeGreaterThanOrEqual(before + readers)
    },
  }
}
