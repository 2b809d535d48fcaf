/** `npm run simulate -- --seeds 100000 [--seed N]`: lives through seeds and stops at the first that goes wrong. */
import { parseArgs } from "node:util"
import { sqliteEngine } from "./engines.ts"
import { simulate } from "./simulate.ts"

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "2000" },
    seed: { type: "string" },
    from: { type: "string", default: "1" },
  },
})

const engine = await sqliteEngine()
const first = Number(values.seed ?? values.from)
const count = values.seed === undefined ? Number(values.seeds) : 1
const startedAt = performance.now()
let steps = 0
let failed = 0
for (let seed = first; seed < first + count; seed++) {
  const { problems, trace, crashes } = await simulate(seed, engine)
  steps += trace.length
  if (values.seed !== undefined) console.log([...trace, ...crashes].join("\n"))
  if (problems.length > 0) {
    failed++
    console.log(`seed ${seed}: ${problems.join("\n  ")}`)
  }
}
await engine.close()
const seconds = (performance.now() - startedAt) / 1000
console.log(`${count} seeds, ${failed} wrong, ${steps} steps, ${(count / seconds).toFixed(0)} seeds/s`)
