import { noUsage, type Usage } from "#core/gateway/usage.ts"
import type { LaterTexts } from "#core/i18n/texts.ts"
import { availableToSpend } from "#core/ledger/balance.ts"
import { microReais } from "#core/lib/micro-reais.ts"
import type { ClientApi, WireFrame } from "#core/providers/client-api.ts"
import type { ChatApi } from "#core/providers/registry.ts"
import { unlessDamaged } from "../../store/database-unavailable.ts"
import { rollback } from "../../store/rollback.ts"
import type { HoldRow } from "../../ledger/hold.ts"
import type { Database, Sql } from "../../store/sql.ts"
import type { Bill } from "../billing/billing.ts"
import { closeFree, type CloseFreeDeps } from "./close-free.ts"
import { closingFrames } from "./closing-frames.ts"
import { createKeptCounter, type KeptCounter } from "./count-kept.ts"
import { createPricesAt, type PricesAt, readProgress, usageAt, worthOfHold } from "./crash-worth.ts"
import type { Outcome } from "./outcome.ts"
import { recordFreeCrash } from "./record-crash.ts"
import type { RunStore } from "./run-store.ts"
import { framesFrom } from "./wire-frames.ts"
import type { RunFacts } from "./run-facts.ts"

export interface OrphanDeps extends CloseFreeDeps {
  readonly database: Database
  readonly store: RunStore
  /** The API that the client of a run used. */
  readonly apiFor: (facts: RunFacts) => ChatApi
  readonly texts: LaterTexts
  /** Something kept of a dead server's answer is damaged, or its closing failed; all else is closed. */
  readonly onDamaged: (error: unknown) => void
}

/**
 * Closes what dead servers left open, at start before anybody is answered and from time to time: runs that were kept
 * are charged for the part that is on disk and told as interrupted, other holds by their last checkpoint; what had
 * produced nothing costs nothing (docs/money.md). Returns how many of each were closed.
 */
export async function recover(deps: OrphanDeps): Promise<{ readonly runs: number; readonly holds: number }> {
  const means = createMeans()
  let runs = 0
  for (;;) {
    const orphans = await deps.store.orphans()
    let closed = 0
    for (const { facts } of orphans) {
      if (await unlessDamaged(closeOrphan(deps, facts, deps.store.takeOver, means), deps.onDamaged)) closed++
    }
    runs += closed
    if (closed === 0) break
  }
  const { pricesAt } = means
  const swept = await deps.ledger.sweep((hold, sql) => worthRecorded(pricesAt, sql, hold), deps.onDamaged)
  await deps.ledger.sweepFree((sql, id, kept) => closeFree(deps, sql, id, { kept, pricesAt }), deps.onDamaged)
  return { runs, holds: swept.settled + swept.expired }
}

/** Shared by the runs that are closed together: the remaining work of counting, and the price books already read. */
interface Means {
  readonly countKept: KeptCounter
  readonly pricesAt: PricesAt
}

function createMeans(): Means {
  return { countKept: createKeptCounter(), pricesAt: createPricesAt() }
}

/**
 * Ends a run whose server does not, as interrupted, with what is on disk; where that is nothing, its key is free again.
 * `lock` keeps everybody else from ending it. False, and nothing is done, where that failed, or where its server woke up.
 */
export async function closeOrphan(
  deps: OrphanDeps,
  facts: RunFacts,
  lock: RunStore["lockOpen"] = deps.store.lockOpen,
  { countKept, pricesAt }: Means = createMeans(),
): Promise<boolean> {
  const { adapter, clientApi } = deps.apiFor(facts)
  const counted = await unlessDamaged(countPieces(), deps.onDamaged)
  return deps.database.transaction(async (sql) => {
    if (!(await lock(sql, facts))) return false
    const kept = await deps.store.lastFrameId(sql, facts)
    if (kept === 0) {
      await deps.store.forget(sql, facts)
      return true
    }
    // Words that its server kept after they were counted are charged by what it noted with them.
    const output = counted?.lastId === kept ? counted.output : undefined
    const billed = await billOrphan({ ...deps, pricesAt }, sql, facts.id, output)
    if (billed === undefined) return rollback(false)
    const { usage, ...bill } = billed
    const outcome: Outcome = {
      state: "interrupted",
      usage,
      limitedByBalance: false,
      failure: { kind: "server-restarted" },
      ...bill,
    }
    const closing = interruptedFrames(facts, clientApi, deps.texts, outcome)
    const frames = framesFrom(kept + 1, closing).join("")
    await deps.store.keepEnd(sql, facts, { state: "interrupted", outcome, frames, firstId: kept + 1 })
    return true
  })

  async function countPieces() {
    const { pieces, lastId } = await deps.store.keptPieces(facts)
    return { output: await countKept(pieces, adapter), lastId }
  }
}

/** The frames that end the stream of a run that another server ended. */
export function interruptedFrames(
  { id, model, startedAt }: RunFacts,
  clientApi: ClientApi,
  texts: LaterTexts,
  outcome: Outcome,
): readonly WireFrame[] {
  const head = { id, object: "chat.completion.chunk", created: Math.floor(startedAt / 1000), model }
  return closingFrames({ clientApi, asksUsage: false, texts }, { first: { data: JSON.stringify(head) } }, outcome)
}

/**
 * Charges a run for what it had come to, or answers what it was charged before. Undefined where money is held for it by a server
 * that was dead when the run was taken, and lives now that its hold is.
 */
async function billOrphan(
  deps: OrphanDeps & Pick<Means, "pricesAt">,
  sql: Sql,
  runId: string,
  output: number | undefined,
): Promise<(Bill & { readonly usage: Usage }) | undefined> {
  const books = deps.ledger.within(sql)
  const taken = await books.takeOver(runId)
  const hold = taken ?? (await books.findHold(runId))
  if (hold === undefined) {
    const usage = await closeFree(deps, sql, runId, {
      kept: await books.takeFree(runId),
      output,
      pricesAt: deps.pricesAt,
    })
    return { usage, cost: microReais(0) }
  }
  if (taken === undefined && hold.state === "open") return undefined
  const { charged, purse, balances } =
    taken === undefined
      ? await books.closed(hold)
      : await books.closeTaken(taken, await worthRecorded(deps.pricesAt, sql, taken, output))
  const cost = microReais(charged)
  const balance = { ...availableToSpend(purse, balances), cost, runId }
  const progress = readProgress(hold.progress)
  return { usage: (progress && usageAt(progress, output)) ?? noUsage, cost, balance }
}

/** What a dead owner's hold is worth; where that is nothing, the statement has a line that says so. */
async function worthRecorded(pricesAt: PricesAt, sql: Sql, hold: HoldRow, output?: number) {
  const worth = await worthOfHold(pricesAt, sql, hold, output)
  await recordFreeCrash(sql, hold, worth)
  return worth
}
