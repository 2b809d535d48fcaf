import { parseArgs } from "node:util"
import { createFastServer, fastDefaults } from "./fast-server.ts"

/**
 * The fake provider in a process of its own, for benchmarks:
 * `node testing/fake-provider/main.ts --port 41000 [--chunks 20] [--characters 24] [--first-ms 0] [--between-ms 0] [--stamped]`.
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
    "with-parent": { type: "boolean", default: false },
  },
})

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
  process.stdout.write(`${JSON.stringify({ port: typeof address === "object" ? address?.port : undefined })}\n`)
})

function end(): void {
  server.closeAllConnections()
  server.close(() => process.exit(0))
}
process.once("SIGTERM", end)
process.once("SIGINT", end)
if (values["with-parent"]) process.stdin.resume().once("end", end)
