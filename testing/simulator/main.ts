/**
 * `npm run simulate -- [--seeds 100000] [--from 1] [--seed N] [--kills 1000 [--database postgres]]`: lives through seeds
 * on every core, tells those that go wrong, and with --seed shows one step by step; with --kills kills real servers instead.
 * `npm run simulate -- outage [--only "90 s"]` lets a real server live through every trouble of its PostgreSQL.
 * `npm run simulate -- sync [--seeds 10000] [--seed N]` lets devices sync with one file, and tells what they lose or revive.
 * `npm run simulate -- attack [--seconds 60] [--clients 200] [--only kind]` lets hostile clients loose on a real server.
 */
import { availableParallelism } from "node:os"
import { parseArgs } from "node:util"
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads"
import { attackByHand } from "../attack/main.ts"
import { killMany } from "../kills/kill-many.ts"
import { outagesByHand } from "../outages-by-hand.ts"
import { syncByHand } from "../sync-simulator/main.ts"
import { freshPostgres } from "../postgres.ts"
import { sqliteEngine } from "./engines.ts"
import { tell } from "./seeds.ts"
import { simulate } from "./simulate.ts"

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seeds: { type: "string", default: "100000" },
    from: { type: "string", default: "1" },
    seed: { type: "string" },
    kills: { type: "string" },
    database: { type: "string", default: "sqlite" },
    seconds: { type: "string" },
    clients: { type: "string" },
    only: { type: "string" },
  },
})

/** Every so manieth seed, from one on. */
interface Share {
  readonly from: number
  readonly to: number
  readonly step: number
}

if (isMainThread) {
  // Killed with its launcher, however that ended.
  process.once("disconnect", () => process.exit(1))
  process.exit(await main())
} else await liveThrough(workerData as Share)

function main(): Promise<number> {
  if (positionals[0] === "attack") return attackByHand(values)
  if (positionals[0] === "sync") return syncByHand(Number(values.from), Number(values.seeds), values.seed)
  if (positionals[0] === "outage") return outagesByHand(values.only ?? "")
  if (positionals.length > 0) throw new Error(`there is no simulation of "${positionals[0]}"`)
  if (values.kills !== undefined) return kill(Number(values.kills), Number(values.seed ?? 1))
  return values.seed === undefined ? liveAll(Number(values.from), Number(values.seeds)) : show(Number(values.seed))
}

async function liveThrough({ from, to, step }: Share): Promise<void> {
  const engine = await sqliteEngine()
  for (let seed = from; seed < to; seed += step) {
    const verdict = await simulate(seed, engine)
    parentPort?.postMessage(verdict.problems.length === 0 ? "" : tell(verdict))
  }
  await engine.close()
}

async function liveAll(from: number, count: number): Promise<number> {
  const startedAt = performance.now()
  const step = availableParallelism()
  let lived = 0
  let wrong = 0
  function hear(problem: string): void {
    lived++
    if (problem !== "") {
      wrong++
      console.log(problem)
    }
    if (lived % 10_000 === 0) console.log(`${lived} seeds, ${wrong} wrong`)
  }
  await Promise.all(
    Array.from({ length: step }, (_, at) => {
      const share: Share = { from: from + at, to: from + count, step }
      const worker = new Worker(new URL(import.meta.url), { workerData: share }).on("message", hear)
      return new Promise((resolve, reject) => worker.once("exit", resolve).once("error", reject))
    }),
  )
  const seconds = (performance.now() - startedAt) / 1000
  console.log(`${lived} seeds from ${from}, ${wrong} wrong, ${(lived / seconds).toFixed(0)} a second`)
  return wrong === 0 && lived === count ? 0 : 1
}

async function show(seed: number): Promise<number> {
  const engine = await sqliteEngine()
  const verdict = await simulate(seed, engine)
  await engine.close()
  for (const line of [...verdict.trace, ...verdict.crashes]) console.log(line)
  console.log(verdict.problems.length === 0 ? `seed ${seed}: as it should be` : tell(verdict))
  return verdict.problems.length === 0 ? 0 : 1
}

async function kill(kills: number, seed: number): Promise<number> {
  const { database } = values
  if (database !== "sqlite" && database !== "postgres") throw new Error(`there is no database "${database}"`)
  const postgres = database === "postgres" ? await freshPostgres() : undefined
  if (database === "postgres" && postgres === undefined) return 1
  const report = await killMany({
    kills,
    seed,
    databaseUrl: postgres?.url,
    // A lease of six seconds, and what its end is noticed and written down with.
    mostUndecidedMs: 10_000,
    onKill: (n) => n % 50 === 0 && console.log(`${n} kills`),
  })
  await postgres?.close()
  for (const line of [...report.problems, ...report.trace]) console.log(line)
  const { answers, interrupted, foundAgain, priceChanges, problems } = report
  console.log(
    `${kills} kills, ${answers} answers, ${interrupted} of them interrupted, ${foundAgain} without a key found again, ${priceChanges} price changes, a key undecided for ${Math.round(report.longestUndecidedMs)} ms at the most, ${problems.length} wrong (seed ${seed}, ${database})`,
  )
  return problems.length === 0 ? 0 : 1
}
