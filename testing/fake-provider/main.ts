import { parseArgs } from "node:util"
import { providerNamed } from "#core/providers/registry.ts"
import { startFakeProvider } from "./fake-provider.ts"
import { createFastServer, fastDefaults } from "./fast-server.ts"
import { readScript } from "./script-file.ts"
import { scriptModels } from "./scripted-models.ts"
import { todaysOpenAi, todayNoon } from "./todays-openai.ts"

/**
 * The fake provider in a process of its own, for benchmarks:
 * `node testing/fake-provider/main.ts --port 41000 [--chunks 20] [--characters 24] [--first-ms 0] [--between-ms 0] [--stamped]`;
 * or with models that come and go (`scripted-models.ts`), to try the product by hand:
 * `… --models today|FILE [--provider openai] [--clock 2026-11-22T12:00:00Z]`. `today` is OpenAI as it is on 22 November 2026;
 * a file holds a list of `ScriptedModel` with dates as texts. The clock goes on from the instant it is set to; each request
 * for a model is printed.
 * Prints one line of JSON with its port when it listens; ends with its parent (stdin closes) or by a signal.
 */
const { values } = parseArgs({
  options: {
    port: { type: "string", default: "0" },
    chunks: { type: "string", default: String(fastDefaults.chunks) },
    characters: { type: "string", default: String(fastDefaults.characters) },
    "first-ms": { type: "string", default: "0" },
    "between-ms": { type: "string", default: "0" },
    stamped: { type: "boolean", default: false },
    models: { type: "string" },
    provider: { type: "string", default: "openai" },
    clock: { type: "string" },
    "with-parent": { type: "boolean", default: false },
  },
})

const end = values.models === undefined ? serveFast() : await serveModels(values.models)
process.once("SIGTERM", end)
process.once("SIGINT", end)
if (values["with-parent"]) process.stdin.resume().once("end", end)

function serveFast(): () => void {
  const server = createFastServer({
    chunks: Number(values.chunks),
    characters: Number(values.characters),
    firstMs: Number(values["first-ms"]),
    betweenMs: Number(values["between-ms"]),
    stamped: values.stamped,
  })
  server.keepAliveTimeout = 60_000
  server.listen(Number(values.port), "127.0.0.1", () => {
    const address = server.address()
    tellPort(typeof address === "object" ? address?.port : undefined)
  })
  return () => {
    server.closeAllConnections()
    server.close(() => process.exit(0))
  }
}

async function serveModels(which: string): Promise<() => void> {
  const provider = providerNamed(values.provider)
  if (provider === undefined) throw new Error(`no provider is called "${values.provider}"`)
  const begin = values.clock === undefined ? (which === "today" ? todayNoon : Date.now()) : Date.parse(values.clock)
  if (Number.isNaN(begin)) throw new Error("--clock must be an instant as 2026-11-22T12:00:00Z")
  const startedAt = Date.now()
  const now = () => begin + Date.now() - startedAt
  const models = scriptModels(which === "today" ? todaysOpenAi() : readScript(which), { provider, now })
  const fake = await startFakeProvider({ port: Number(values.port) })
  fake.script(async (request) => {
    const before = models.asked.length
    const { reply } = models
    const replied = typeof reply === "function" ? await reply(request) : reply
    for (const { model, path, status, refused = "" } of models.asked.slice(before)) {
      process.stdout.write(`${JSON.stringify({ model, path, status, refused })}\n`)
    }
    return replied
  })
  tellPort(fake.port)
  return () => void fake.close().then(() => process.exit(0))
}

function tellPort(port: number | undefined): void {
  process.stdout.write(`${JSON.stringify({ port })}\n`)
}
