import { join } from "node:path"
import { cannotStart } from "./store/cannot-start.ts"
import { environmentWithDotEnv, readConfig } from "./config.ts"
import { createLineWriter } from "./http/line-writer.ts"
import { createLog } from "./http/log.ts"
import { startIsOver } from "./memory.ts"
import { serve } from "./serve.ts"
import { startScreen } from "./start-screen.ts"
import { makeDataFolder } from "./store/data-folder.ts"
import { newId } from "./store/new-id.ts"

/** How long answers under way may go on after a signal, and after whoever started us is gone; in ms. */
const drainMs = 120_000
const orphanDrainMs = 3_000
/** Signals this close together are one: a terminal and a launcher both send the same Ctrl-C. */
const sameSignalMs = 2_000

// Files created from here on are readable by this user only, including those of the database.
process.umask(0o077)

const environment = environmentWithDotEnv(process.env)
const config = readConfig(environment)
if (!config.ok) fail(...config.error.map((line) => `configuration: ${line}`))

try {
  makeDataFolder(config.value.dataDir)
} catch (error) {
  fail(`configuration: DATA_DIR ${config.value.dataDir} cannot be made: ${error instanceof Error ? error.message : ""}`)
}
const lines = createLineWriter(process.stdout)
process.on("exit", lines.flush)
const log = createLog(Date.now, lines.write)
const server = await serve(config.value, {
  environment,
  now: Date.now,
  steady: () => performance.now(),
  newId: () => newId(Date.now()),
  siteFolder: join(import.meta.dirname, "..", "dist"),
  log,
}).catch((error: unknown) => fail(cannotStart(config.value, error) ?? `could not start: ${stackOf(error)}`))
if (!server.ok) fail(server.error)
const running = server.value
log.info("listening", {
  url: running.url,
  pretend: running.facts.pretend,
  database: config.value.databaseUrl ? "postgresql" : "sqlite",
})

// Beside the log, which is for programs.
console.error(startScreen(config.value, running.facts))

startIsOver()

let stoppingSince: number | undefined
function stop(patienceMs: number): void {
  if (stoppingSince !== undefined) {
    if (Date.now() - stoppingSince > sameSignalMs) process.exit(1)
    return
  }
  stoppingSince = Date.now()
  log.info("stopping")
  void running.stop(patienceMs).then(
    () => process.exit(0),
    (error: unknown) => fail(`could not stop cleanly: ${String(error)}`),
  )
}
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => stop(drainMs))
process.on("disconnect", () => stop(orphanDrainMs))

function fail(...lines: readonly string[]): never {
  for (const line of lines) console.error(line)
  process.exit(1)
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
