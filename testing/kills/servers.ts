import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { type Prosa, startProsa } from "../../e2e/support/prosa.ts"
import { unlimited } from "../gateway.ts"
import type { SetExchange } from "./price-list.ts"

/** How a server is lost: at once, told to stop, told to stop and then at once, or put to sleep for longer than its lease. */
export type Mishap = "kill" | "stop" | "stop-then-kill" | "sleep"

/** A place where a server runs; when it is lost another starts there within a second or two. */
export interface Place {
  /** The one that runs there, or is about to. */
  readonly server: () => Promise<Prosa>
  /** When it answered first, or woke up (`performance.now()`); undefined while none runs there. */
  readonly aliveSince: () => number | undefined
  /** The server that was told to stop must end what it has begun: until then nobody's connection may break. */
  readonly isDraining: (url: string) => boolean
  lose(how: Mishap, exchange: SetExchange): Promise<void>
  stop(): Promise<void>
}

export interface PlaceOptions {
  readonly providerUrl: string
  readonly databaseUrl: string | undefined
  readonly adminToken: string
  readonly exchange: SetExchange
}

/** Longer than a server lets its answers end after SIGTERM: it is cut off by nobody but itself. */
const drainMs = 180_000
/** Longer than any lease. */
const sleepMs = 9_000
const pepper = "a pepper that all servers of a harness know"

/** A folder for a server's data that `remove` deletes. */
export function dataFolder(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), "prosa-killed-"))
  return { path, remove: () => rmSync(path, { recursive: true }) }
}

export function openPlace(dataDir: string, options: PlaceOptions): Place {
  const { providerUrl, databaseUrl, adminToken } = options
  let aliveSince: number | undefined
  let draining: string | undefined
  let server = start(options.exchange)

  async function start({ fx, margin }: SetExchange): Promise<Prosa> {
    const env = {
      ...unlimited,
      // A server that has slept finds connections that its provider has closed meanwhile; it asks again, as ours do.
      UPSTREAM_RETRIES: "2",
      ACCESS_PEPPER: pepper,
      ADMIN_TOKEN: adminToken,
      FX_BRL_PER_USD: fx,
      MARGIN: margin,
      FREE_DAILY_MESSAGES: "1000000",
      FREE_DAILY_BUDGET_BRL: "1000000",
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    }
    const started = await startProsa({ env, provider: { url: providerUrl }, dataDir })
    aliveSince = performance.now()
    return started
  }

  async function end(running: Prosa, how: Exclude<Mishap, "sleep">): Promise<void> {
    aliveSince = undefined
    if (how === "kill") return running.kill()
    if (how === "stop-then-kill") {
      const stopped = running.stop()
      await delay(150)
      await running.kill()
      return stopped
    }
    draining = running.url
    await running.stop(drainMs)
  }

  return {
    server: () => server,
    aliveSince: () => aliveSince,
    isDraining: (url) => url === draining,
    async lose(how, exchange) {
      const running = await server
      if (how === "sleep") {
        aliveSince = undefined
        process.kill(running.pid, "SIGSTOP")
        await delay(sleepMs)
        process.kill(running.pid, "SIGCONT")
        aliveSince = performance.now()
        return
      }
      // Requests meanwhile wait for the next server.
      server = end(running, how).then(() => start(exchange))
      await server
    },
    stop: async () => (await server).stop(),
  }
}
