import { check } from "recheck"
import { type Form, formsOf } from "./pattern-forms.ts"

/** Most ways a pattern may be tried at each place of a text, and in all, where it begins at one place. */
const mostWays = { anywhere: 2_000, anchored: 1_000_000 }

/** How long one form may take to judge, in ms: what takes longer is no pattern that a person can judge either. */
const patienceMs = 120_000

// The part that is written in JavaScript: the same on every machine, and no other process.
process.env["RECHECK_BACKEND"] ??= "pure"

/** Why a pattern may take more than a time in proportion to its text; undefined where it may not. */
export async function judgePattern(source: string, flags: string): Promise<string | undefined> {
  const { wide, narrow, factor, anchored, ways, refused } = formsOf(source, flags)
  const most = anchored ? mostWays.anchored : mostWays.anywhere
  if (refused !== undefined) return refused
  if (ways <= most) return undefined
  const trouble = await firstTrouble(wide)
  if (trouble === undefined) return undefined
  if (factor > most) return trouble
  return firstTrouble(narrow)
}

async function firstTrouble(forms: readonly Form[]): Promise<string | undefined> {
  for (const { source, flags } of forms) {
    const told = await check(source, flags, { checker: "automaton", timeout: patienceMs, recallTimeout: -1 })
    if (told.status === "vulnerable") return `${told.complexity.summary}, for instance on ${told.attack.pattern}`
    if (told.status === "unknown") return `it cannot be judged (${told.error.kind})`
  }
  return undefined
}
