import { rmSync } from "node:fs"
import { join } from "node:path"
import type { Prosa, ProsaOptions } from "../e2e/support/prosa.ts"
import { readConfig } from "../server/config.ts"
import { createLog } from "../server/http/log.ts"
import { type ServeOptions, serve } from "../server/serve.ts"
import { newId } from "../server/store/new-id.ts"
import { tempFolder } from "./temp-folder.ts"

/**
 * The server in this process, where a test decides about time, chance and waiting. Otherwise as `startProsa`; it is
 * ended in its own time, and has no command line.
 */
export async function startProsaInProcess(
  { env = {}, provider, dataDir }: ProsaOptions = {},
  options: Partial<ServeOptions> = {},
): Promise<Prosa> {
  const folder = dataDir ?? tempFolder("prosa-data")
  const config = readConfig({
    PORT: "0",
    DATA_DIR: folder,
    ...(provider && { BASE_URL: provider.url, OPENAI_API_KEY: provider.key ?? "sk-fake" }),
    ...env,
  })
  if (!config.ok) throw new Error(config.error.join("\n"))
  const now = options.now ?? Date.now
  let output = ""
  const started = await serve(config.value, {
    now,
    newId: () => newId(now()),
    siteFolder: join(import.meta.dirname, "..", "dist"),
    log: createLog(now, (line) => void (output += line)),
    ...options,
  })
  if (!started.ok) throw new Error(started.error)
  const server = started.value
  let tellEnd: (code: number) => void = () => {}
  const ended = new Promise<number | null>((resolve) => (tellEnd = resolve))
  let stopped: Promise<void> | undefined
  async function stop(): Promise<void> {
    await server.stop(1_000)
    tellEnd(0)
    if (dataDir === undefined) rmSync(folder, { recursive: true, force: true })
  }
  return {
    url: server.url,
    dataDir: folder,
    pid: process.pid,
    output: () => output,
    ended,
    admin: () => Promise.reject(new Error("a server in process has no command line")),
    stop: () => (stopped ??= stop()),
    kill: () => Promise.reject(new Error("a server in process cannot be killed")),
  }
}
