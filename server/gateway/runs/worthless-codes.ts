import type { AccessCodes } from "../../access/access-code-store.ts"
import type { RunRegistry } from "./run-registry.ts"

/** How often the codes of answers in progress are looked at, in ms: well within the five seconds that are promised. */
export const worthlessCodesMs = 2_000

/**
 * Ends the answers of codes that were frozen, rotated or charged back since they began, whichever process did it: one query,
 * and none while no code has an answer in progress. They are charged as by Stop. Call it every `worthlessCodesMs`.
 */
export function createWorthlessCodes(
  runs: Pick<RunRegistry, "open">,
  codes: Pick<AccessCodes, "standing">,
): () => Promise<void> {
  return async () => {
    const open = runs.open().filter((run) => run.facts.account !== undefined && run.stopReason === undefined)
    if (open.length === 0) return
    const ids = [...new Set(open.flatMap(({ facts }) => facts.account?.id ?? []))]
    const standing = new Map((await codes.standing(ids)).map((one) => [one.id, one] as const))
    for (const run of open) {
      const { account } = run.facts
      const now = account && standing.get(account.id)
      if (account === undefined || (now?.frozen === false && now.fingerprint === account.fingerprint)) continue
      run.stop(now?.frozen === true ? "frozen" : "rotated")
    }
  }
}
