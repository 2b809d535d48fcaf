import { setTimeout as delay } from "node:timers/promises"
import pg from "pg"
import type { Trouble } from "./outage-harness.ts"

const seconds = 1_000

/** Ends processes that serve connections, those in mid-transaction first, again and again for some seconds. */
const endBackends =
  (how: (server: Parameters<Trouble>[0], pid: number) => unknown, times: number): Trouble =>
  async (server) => {
    for (let n = 0; n < times; n++) {
      const [row] = await server.ask(
        `select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()
         order by xact_start is null, random() limit 1`,
      )
      if (row) await how(server, Number(row["pid"]))
      await delay(50)
    }
  }

const stoppedFor =
  (ms: number): Trouble =>
  async (server) => {
    await server.stop()
    await delay(ms)
    await server.start()
  }

const standsStillFor =
  (ms: number): Trouble =>
  async (server) => {
    server.pause()
    await delay(ms)
    server.resume()
  }

/** Nobody says that a connection is over: bytes are swallowed. */
const hangsFor =
  (ms: number): Trouble =>
  async (_, line) => {
    line.hang()
    await delay(ms)
    line.mend()
  }

const readOnlyFor =
  (ms: number): Trouble =>
  async (server) => {
    const set = async (to: string) => {
      await server.ask(`alter system set default_transaction_read_only = ${to}`)
      await server.ask("select pg_reload_conf()")
    }
    await set("on")
    await delay(ms)
    await set("off")
  }

/** Others have taken every connection there is when the server needs new ones. */
const crowdedFor =
  (ms: number): Trouble =>
  async (server, line) => {
    const others: pg.Client[] = []
    const takeAll = async () => {
      for (;;) {
        const other = new pg.Client({ connectionString: server.url })
        try {
          await other.connect()
        } catch {
          return
        }
        others.push(other.on("error", () => {}))
      }
    }
    await takeAll()
    line.cut()
    await delay(20)
    await takeAll()
    line.mend()
    await delay(ms)
    await Promise.all(others.map((other) => other.end()))
  }

const killed: Trouble = async (server) => {
  await server.kill()
  await server.start()
}

/** The faults of the test. */
export const shortTroubles: Readonly<Record<string, Trouble>> = {
  "connections ended in mid-transaction": endBackends(
    (server, pid) => server.ask(`select pg_terminate_backend(${pid})`),
    40,
  ),
  "a restart": (server) => server.restart(),
  "a standstill of 12 s": standsStillFor(12 * seconds),
}

/** The rest, which takes its time. */
export const longTroubles: Readonly<Record<string, Trouble>> = {
  ...shortTroubles,
  "a kill of the whole server": killed,
  "a kill of a process in mid-transaction": endBackends((server, pid) => server.killBackend(pid), 3),
  "ten restarts": async (server) => {
    for (let n = 0; n < 10; n++) await server.restart()
  },
  "read only for 8 s": readOnlyFor(8 * seconds),
  "no connection left for 10 s": crowdedFor(10 * seconds),
  "away for 90 s": stoppedFor(90 * seconds),
  "a standstill of 60 s": standsStillFor(60 * seconds),
  "a standstill of 150 s": standsStillFor(150 * seconds),
  "a line that hangs for 20 s": hangsFor(20 * seconds),
  "a line that hangs for 60 s": hangsFor(60 * seconds),
}
