import { noUsage } from "#core/gateway/usage.ts"
import { availableToSpend } from "#core/ledger/balance.ts"
import { microReais } from "#core/lib/micro-reais.ts"
import { walletOwner } from "../../ledger/wallet.ts"
import { persistently } from "../../store/database-unavailable.ts"
import type { Database, Sql } from "../../store/sql.ts"
import type { Timers } from "../../time/timers.ts"
import type { Bill } from "../billing/billing.ts"
import type { ChatCall } from "../call/chat-call.ts"
import { closeFree, type CloseFreeDeps } from "./close-free.ts"
import type { Outcome } from "./outcome.ts"
import { interruptedFrames } from "./recover.ts"
import type { RunFacts } from "./run-facts.ts"
import type { RunStore } from "./run-store.ts"
import type { Run } from "./run.ts"

export interface EndTakenOverDeps extends CloseFreeDeps {
  readonly database: Database
  readonly store: RunStore
  readonly timers: Timers
  /** Ends a run whose money another server has settled, and which that one could not end before we were back. */
  readonly closeLeft: (facts: RunFacts) => Promise<unknown>
}

type Told = Pick<ChatCall, "api" | "texts" | "stream">

/**
 * Ends a run that another server has closed: as that one left it, for what that one has charged. Nothing more is; what is
 * still held for it is given back. Where we pay, what was noted since is booked, too.
 */
export async function endTakenOver(deps: EndTakenOverDeps, run: Run, call: Told): Promise<void> {
  const { id, owner } = run.facts
  const [bill, kept] = await persistently(deps.timers, async () => {
    const closed = await deps.database.transaction((sql) => billClosed(deps, sql, id))
    if (run.keepsFrames && closed.cost > 0) await deps.closeLeft(run.facts)
    return [closed, run.keepsFrames ? await deps.store.load(id, owner) : undefined]
  })
  if (kept?.outcome !== undefined) return endFromStore(run, call, kept, kept.outcome)
  const outcome: Outcome = {
    state: "interrupted",
    usage: noUsage,
    limitedByBalance: false,
    failure: { kind: "server-restarted" },
    ...bill,
  }
  endInterrupted(run, call, outcome)
}

/** Readers of an interrupted answer may have received more than was stored, so nobody else may attach to it. */
export function endFromStore(run: Run, call: Told, kept: Run, outcome: Outcome): void {
  if (outcome.state === "interrupted") return endInterrupted(run, call, outcome)
  run.append(kept.framesAfter(run.frameCount))
  if (kept.reply !== undefined) run.keepReply(kept.reply)
  run.end(outcome)
}

function endInterrupted(run: Run, { api, texts, stream }: Told, outcome: Outcome): void {
  if (stream) run.append(run.encode(interruptedFrames(run.facts, api.clientApi, texts, outcome)))
  run.end(outcome, false)
}

async function billClosed(deps: CloseFreeDeps, sql: Sql, runId: string): Promise<Bill> {
  const books = deps.ledger.within(sql)
  const hold = await books.findHold(runId)
  if (hold === undefined) {
    await closeFree(deps, sql, runId, { kept: await books.takeFree(runId) })
    return { cost: microReais(0) }
  }
  const { codeId, purse } = walletOwner(hold.wallet_id)
  const { charged, balances } = await books.void(runId, codeId)
  await deps.counters.settleForGone(sql, { runId, cost: charged })
  return { cost: charged, balance: { ...availableToSpend(purse, balances), cost: charged, runId } }
}
