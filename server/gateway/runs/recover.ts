import { noUsage, type Usage } from "#core/gateway/usage.ts"
import type { Texts } from "#core/i18n/locale.ts"
import { availableToSpend } from "#core/ledger/balance.ts"
import { priceOf } from "#core/ledger/price.ts"
import { microReais } from "#core/lib/micro-reais.ts"
import type { ChatWire, WireFrame } from "#core/providers/chat-wire.ts"
import type { ProviderId } from "#core/providers/registry.ts"
import type { HoldRow } from "../../ledger/hold.ts"
import { type Ledger, leaseMs, type SweepDecision } from "../../ledger/ledger-store.ts"
import { type PriceBook, priceBookOf } from "../../ledger/price-book.ts"
import type { Database, Sql } from "../../store/database.ts"
import type { Bill } from "../billing/billing.ts"
import { keptPrices } from "../models/catalogue-store.ts"
import type { ModelCatalogue } from "../models/model-catalogue.ts"
import type { Progress } from "./checkpoint.ts"
import { closingFrames } from "./closing-frames.ts"
import type { Outcome } from "./outcome.ts"
import type { RunStore } from "./run-store.ts"
import { framesFrom, type RunFacts } from "./run.ts"

/**
 * Where other servers share the database, a run has lost its own when it is older than a run gets, or when its lease has not
 * been renewed for as long again: a server that only stood still may come back until then. In ms.
 */
const longestRunMs = 20 * 60_000
const longestStandstillMs = leaseMs

export interface OrphanDeps {
  readonly database: Database
  readonly ledger: Ledger
  readonly store: RunStore
  readonly catalogue: Pick<ModelCatalogue, "priceOf">
  /** What the client of a run spoke. */
  readonly wireFor: (facts: RunFacts) => ChatWire
  readonly texts: Texts
}

export interface RecoverDeps extends OrphanDeps {
  readonly now: () => number
  /** What leases are counted by. */
  readonly leaseNow: () => number
  /** No other server is alive on this data. */
  readonly onlyOneAlive: boolean
}

/**
 * Closes what dead servers left open, at start before anybody is answered and from time to time: runs that were kept are charged for the part that
 * is on disk and told as interrupted, other holds by their last checkpoint; what had produced nothing costs nothing
 * (`GATEWAY.md` §4.5, "our crash"). Answers how many of each were closed.
 */
export async function recover(deps: RecoverDeps): Promise<{ readonly runs: number; readonly holds: number }> {
  const startedBefore = deps.onlyOneAlive ? deps.now() : deps.now() - longestRunMs
  const orphans = await deps.store.orphans(startedBefore, deps.leaseNow() - longestStandstillMs)
  for (const orphan of orphans) await closeOrphan(deps, orphan.facts)
  const swept = await deps.ledger.sweep({ onlyOneAlive: deps.onlyOneAlive, decide: worthOf(deps.catalogue) })
  return { runs: orphans.length, holds: swept.settled + swept.expired }
}

/**
 * What a dead owner's hold is worth: its last checkpoint at the prices it was held with, never above the hold; nothing
 * where nothing was delivered. A hold from before prices were kept is charged at today's.
 */
export function worthOf(catalogue: Pick<ModelCatalogue, "priceOf">): SweepDecision {
  const books = new Map<string, PriceBook | undefined>()
  async function bookOf(sql: Sql, version: string): Promise<PriceBook | undefined> {
    if (!books.has(version)) {
      const kept = await keptPrices(sql, version)
      books.set(version, kept === undefined ? undefined : priceBookOf(kept))
    }
    return books.get(version)
  }
  return async (hold, sql) => {
    const worth = usageAt(hold)
    if (!worth) return undefined
    const { model, provider, usage, asked } = worth
    const book = await bookOf(sql, hold.price_version)
    const price = book?.priceFor(provider ?? "openai", model) ?? catalogue.priceOf(model, provider)
    if (!price) return undefined
    const cost = microReais(Math.min(priceOf(usage, price), hold.amount))
    return { model, cost, meta: { ...asked, usage, priceVersion: hold.price_version, ending: "crash" } }
  }
}

/** Ends a run whose server does not, as interrupted, with what is on disk; where that is nothing, its key is free again. */
export async function closeOrphan(deps: OrphanDeps, facts: RunFacts): Promise<void> {
  await deps.database.transaction(async (sql) => {
    if (!(await deps.store.lockOpen(sql, facts))) return
    const kept = await deps.store.lastFrameId(sql, facts)
    if (kept === 0) return deps.store.forget(sql, facts)
    const { usage, ...bill } = await billOrphan(deps, sql, facts.id)
    const outcome: Outcome = {
      state: "interrupted",
      usage,
      limitedByBalance: false,
      failure: { kind: "server-restarted" },
      ...bill,
    }
    const closing = interruptedFrames(facts, deps.wireFor(facts), deps.texts, outcome)
    const frames = framesFrom(kept + 1, closing).join("")
    await deps.store.keepEnd(sql, facts, { state: "interrupted", outcome, frames, firstId: kept + 1 })
  })
}

/** What follows the last frame of a run that another server ended. */
export function interruptedFrames(
  { id, model, startedAt }: RunFacts,
  wire: ChatWire,
  texts: Texts,
  outcome: Outcome,
): readonly WireFrame[] {
  const head = { id, object: "chat.completion.chunk", created: Math.floor(startedAt / 1000), model }
  return closingFrames({ wire, asksUsage: false, texts }, { first: { data: JSON.stringify(head) } }, outcome)
}

async function billOrphan(deps: OrphanDeps, sql: Sql, runId: string): Promise<Bill & { readonly usage: Usage }> {
  const books = deps.ledger.within(sql)
  const hold = await books.findHold(runId)
  if (!hold) return { usage: noUsage, cost: microReais(0) }
  const { charged, purse, balances } = await books.closeForDead(hold, await worthOf(deps.catalogue)(hold, sql))
  const cost = microReais(charged)
  const balance = { ...availableToSpend(purse, balances), cost, runId }
  return { usage: usageAt(hold)?.usage ?? noUsage, cost, balance }
}

interface Worth {
  readonly model: string
  readonly provider: ProviderId | undefined
  readonly usage: Usage
  /** For the entry: `{ asked }`, where another model was asked for. */
  readonly asked: { readonly asked?: string }
}

function usageAt(hold: HoldRow): Worth | undefined {
  if (hold.progress === null) return undefined
  const { model, provider, asked, input, output } = JSON.parse(hold.progress) as Progress
  if (output === 0) return undefined
  const usage: Usage = { ...noUsage, inputUncached: input, output, source: "estimated" }
  return { model, provider, usage, asked: asked === undefined ? {} : { asked } }
}
