// `npm run bench [-- --quick] [--peers] [gateway|ledger|web|web/stream …]`: measures what was promised and fails when a "must" is missed.
import { writeFileSync } from "node:fs"
import { cpus } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { gateway } from "./gateway/gateway.ts"
import { renderBeside } from "./gateway/beside.ts"
import { peers } from "./gateway/peers.ts"
import { ledger } from "./ledger.ts"
import { judge, type Measure, renderTable, type Suite } from "./measure.ts"
import { web } from "./web/web.ts"

const suites: Readonly<Record<string, Suite>> = { ledger, gateway, web }

const { values, positionals } = parseArgs({
  options: { quick: { type: "boolean", default: false }, peers: { type: "boolean", default: false } },
  allowPositionals: true,
})
/** `web/stream` is a part of the suite `web`. */
const asked = positionals.map((word) => word.split("/", 2))
for (const [name = ""] of asked) {
  if (suites[name]) continue
  console.error(`There is no suite "${name}"; there are: ${Object.keys(suites).join(", ")}.`)
  process.exit(64)
}

process.once("disconnect", () => process.exit(1))
const own = Object.entries(suites).filter(([name]) => asked.length === 0 || asked.some(([suite]) => suite === name))
const wanted: readonly (readonly [string, Suite])[] = values.peers ? [...own, ["peers", peers]] : own
const results: Record<string, readonly Measure[]> = {}
for (const [name, suite] of wanted) {
  try {
    const parts = asked.flatMap(([from, part]) => (from === name && part !== undefined ? [part] : []))
    results[name] = await suite({ quick: values.quick, parts, say: (line) => console.error(line) })
  } catch (error) {
    console.error(error)
    results[name] = [{ name: `${name} could not be measured`, unit: "", value: Number.NaN, must: 0 }]
  }
  console.log(`\n${name}\n${renderTable(results[name])}\n`)
}

if (values.peers) {
  const { gateway: ours = [], peers: theirs = [] } = results
  console.log(`\nbeside Portkey (and Portkey without its 25 ms sleep before a stream)\n${renderBeside(ours, theirs)}`)
  console.log(
    "\nPortkey looks up no code, counts and bills nothing, keeps no answer; ours does all of it in what is measured.",
  )
}
console.log("\nThe server has a core to itself; the load and the fake provider share the other. Every request is paid:")
console.log("code looked up, limits, hold, settle with a synced commit, log. Times on shared machines vary by a fifth.")

const all = Object.values(results).flat()
writeFileSync(join(import.meta.dirname, "results.json"), `${JSON.stringify(report(), undefined, 2)}\n`)
const missed = all.filter((measure) => judge(measure) === "missed")
if (missed.length > 0) console.log(`\nMissed: ${missed.map(({ name }) => name).join("; ")}.`)
process.exit(missed.length > 0 ? 1 : 0)

function report() {
  return {
    at: new Date().toISOString(),
    quick: values.quick,
    machine: { processor: cpus()[0]?.model, cores: cpus().length, node: process.version },
    results: Object.fromEntries(
      Object.entries(results).map(([name, measures]) => [
        name,
        measures.map((measure) => ({ ...measure, verdict: judge(measure) })),
      ]),
    ),
  }
}
