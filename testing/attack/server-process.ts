import { environmentWithDotEnv, readConfig } from "../../server/config.ts"
import { createLineWriter } from "../../server/http/line-writer.ts"
import { createLog } from "../../server/http/log.ts"
import { startIsOver } from "../../server/memory.ts"
import { isPublicAddress } from "../../server/outbound/public-address.ts"
import { serve } from "../../server/serve.ts"
import { newId } from "../../server/store/new-id.ts"

// The server as `server/main.ts` starts it, with a page of the harness's and one foreign address on this machine: it
// tells its parent the port, and ends with it.
const config = readConfig(environmentWithDotEnv(process.env))
if (!config.ok) throw new Error(config.error.join("\n"))
const [address, port = ""] = (process.env["ATTACKED_PICTURES"] ?? "").split(":")
const lines = createLineWriter(process.stdout)
process.on("exit", lines.flush)
const server = await serve(config.value, {
  now: Date.now,
  newId: () => newId(Date.now()),
  siteFolder: process.env["ATTACKED_SITE"] ?? "",
  log: createLog(Date.now, lines.write),
  egress: {
    isAllowed: (asked) => asked === address || isPublicAddress(asked),
    ports: ["", "80", "443", port],
  },
})
if (!server.ok) throw new Error(server.error)
const running = server.value
startIsOver()
const stop = () => void running.stop(3_000).then(() => process.exit(0))
process.once("SIGTERM", stop)
process.once("disconnect", stop)
process.send?.({ port: Number(new URL(running.url).port) })
