import type { Verdict } from "./simulate.ts"

export interface Seeds {
  readonly from: number
  readonly count: number
}

/** Lives through seeds one after another; what was wrong with the first that went wrong, and how to see it again. */
export async function firstFailure(
  { from, count }: Seeds,
  live: (seed: number) => Promise<Verdict>,
): Promise<string | undefined> {
  for (let seed = from; seed < from + count; seed++) {
    const verdict = await live(seed)
    if (verdict.problems.length > 0) return tell(verdict)
  }
  return undefined
}

export function tell({ seed, problems }: Verdict): string {
  return `seed ${seed}: ${problems.join("\n  ")}\n  again: npm run simulate -- --seed ${seed}`
}
