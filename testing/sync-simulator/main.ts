import { simulate } from "./simulate.ts"

/** Histories that are lived through where nobody says how many. */
const usualSeeds = 10_000

/** Lives through many histories, or tells one of them step by step. Resolves to the exit code. */
export async function syncByHand(from: number, seeds: number, only: string | undefined): Promise<number> {
  if (only !== undefined) {
    const { steps, problems } = await simulate(Number(only))
    process.stdout.write(`${[...steps, ...problems].join("\n")}\n`)
    return problems.length === 0 ? 0 : 1
  }
  const to = from + (seeds === 100_000 ? usualSeeds : seeds)
  let bad = 0
  for (let seed = from; seed < to; seed++) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const { problems } = await simulate(seed)
    if (problems.length === 0) continue
    bad += 1
    process.stdout.write(`seed ${seed}: ${problems.join("; ")}\n`)
  }
  process.stdout.write(`${to - from} histories, ${bad} of them with problems\n`)
  return bad === 0 ? 0 : 1
}
