import { attackServer } from "./attack.ts"
import { problemsOf, reportLines } from "./report.ts"
import { stormNetworks } from "./networks.ts"

export interface AttackArguments {
  readonly seconds?: string
  readonly clients?: string
  readonly only?: string
  readonly seed?: string
}

/** `npm run simulate -- attack [--seconds 60] [--clients 200] [--only kind] [--seed 1]`: the exit code. */
export async function attackByHand(words: AttackArguments): Promise<number> {
  if (process.platform !== "linux") {
    console.error("The attack needs Linux: its clients come from many addresses of this machine.")
    return 1
  }
  const { seconds = "60", clients = "200", only = "", seed = "1" } = words
  const report = await attackServer({
    seconds: Number(seconds),
    calmSeconds: 10,
    clients: Number(clients),
    seed: Number(seed),
    only,
    onPhase: (phase) => console.log(`${new Date().toISOString().slice(11, 19)} ${phase}`),
  })
  for (const line of reportLines(report)) console.log(line)
  const problems = [...problemsOf(report), ...(only === "" ? await stormNetworks() : [])]
  for (const problem of problems) console.log(`! ${problem}`)
  console.log(problems.length === 0 ? "all doors held" : `${problems.length} promises broken`)
  return problems.length === 0 ? 0 : 1
}
