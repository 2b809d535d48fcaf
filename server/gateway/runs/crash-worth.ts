import { noUsage, type Usage, usageUnitOf } from "#core/gateway/usage.ts"
import { fewestTokensWorthCharging } from "#core/ledger/charge.ts"
import { type PriceRow, priceOf } from "#core/ledger/price.ts"
import { fieldsOf, parseJson } from "#core/lib/fields.ts"
import { homeProvider } from "#core/providers/registry.ts"
import { type MicroReais, microReais } from "#core/lib/micro-reais.ts"
import type { HoldRow } from "../../ledger/hold.ts"
import { type PriceBook, priceBookOf } from "../../ledger/price-book.ts"
import type { Sql } from "../../store/sql.ts"
import { keptPrices } from "../models/catalogue-store.ts"
import type { Progress } from "./progress.ts"

/** Looks up what was charged for a model at a version of the prices; undefined where the version was not kept. */
export type PricesAt = (sql: Sql, progress: Progress, version: string) => Promise<PriceRow | undefined>

/** The versions that holds were made with, each read once. */
export function createPricesAt(): PricesAt {
  const books = new Map<string, PriceBook>()
  return async (sql, { provider = homeProvider, model }, version) => {
    const kept = books.has(version) ? undefined : await keptPrices(sql, version)
    const book = kept === undefined ? undefined : unlessSenseless(() => priceBookOf(kept))
    if (book !== undefined) books.set(version, book)
    return books.get(version)?.priceFor(provider, model)
  }
}

/**
 * What a dead owner's hold is worth: what its last checkpoint would have cost at a failed end, at the prices it was called at, and never
 * above the hold; nothing where too little was delivered. Where those prices are not known any more, it is given back: today's may
 * be dearer. `output`: so many tokens of the answer are on disk, where they were counted.
 */
export async function worthOfHold(
  pricesAt: PricesAt,
  sql: Sql,
  hold: HoldRow,
  output?: number,
): Promise<CrashWorth | undefined> {
  const progress = readProgress(hold.progress)
  const lost = lostWhole(progress, hold.price_version)
  if (lost !== undefined)
    return { ...lost, cost: microReais(0), absorbed: { account: "loss:cancel", amount: lost.cost } }
  if (progress === undefined || (output ?? progress.output) < fewestTokensWorthCharging) return undefined
  const worth = await worthOfProgress(pricesAt, sql, progress, { output, heldAt: hold.price_version })
  if (worth === undefined) return undefined
  const { asked, answered = asked } = worth.costs
  return { ...worth, cost: microReais(Math.min(asked, answered, hold.amount)) }
}

/** The same of an answer that its user does not pay: its provider bills the model that it has answered with. */
export async function worthForUs(
  pricesAt: PricesAt,
  sql: Sql,
  progress: Progress,
  output?: number,
): Promise<CrashWorth | undefined> {
  const lost = lostWhole(progress, "")
  if (lost !== undefined) return lost
  const worth = await worthOfProgress(pricesAt, sql, progress, { output, heldAt: "" })
  return worth && { ...worth, cost: worth.costs.answered ?? worth.costs.asked }
}

/** The charge, or the operator's cost, of an answer whose server died. */
export interface CrashWorth {
  readonly model: string
  readonly cost: MicroReais
  /** Ours: its provider bills it, and nobody has it. */
  readonly absorbed?: { readonly account: "loss:cancel"; readonly amount: MicroReais }
  readonly meta: {
    readonly usage: Usage
    readonly priceVersion: string
    readonly ending: "crash"
    readonly asked?: string
  }
}

/** What a picture or a speech costs us that had not come yet; undefined for all else. */
function lostWhole(progress: Progress | undefined, heldAt: string): CrashWorth | undefined {
  if (progress?.billedWhole === undefined) return undefined
  const { model, asked, billedWhole, pieces = 0, unit, priceVersion = heldAt } = progress
  const usage: Usage = { ...noUsage, unit: usageUnitOf(unit), output: pieces, source: "estimated" }
  const meta = { ...(asked === undefined ? {} : { asked }), usage, priceVersion, ending: "crash" } as const
  return { model, cost: microReais(billedWhole), meta }
}

interface Costs {
  /** By the model that was asked. */
  readonly asked: MicroReais
  /** By the one that has answered in its place, where that is another with a price of its own. */
  readonly answered?: MicroReais
}

/** `heldAt`: the prices of a progress that does not name its own. */
async function worthOfProgress(
  pricesAt: PricesAt,
  sql: Sql,
  progress: Progress,
  { output, heldAt }: { readonly output: number | undefined; readonly heldAt: string },
): Promise<(Omit<CrashWorth, "cost"> & { readonly costs: Costs }) | undefined> {
  const usage = usageAt(progress, output)
  if (usage === undefined) return undefined
  const { model, asked, rerouted, priceVersion = heldAt } = progress
  const price = await pricesAt(sql, progress, priceVersion)
  if (price === undefined) return undefined
  const other = rerouted === undefined ? undefined : await pricesAt(sql, { ...progress, model: rerouted }, priceVersion)
  const costs = unlessSenseless(() => ({
    asked: priceOf(usage, price),
    ...(other && { answered: priceOf(usage, other) }),
  }))
  return (
    costs && { model, costs, meta: { ...(asked === undefined ? {} : { asked }), usage, priceVersion, ending: "crash" } }
  )
}

/** Prices that are damaged are not known any more: what was held at them is given back. */
function unlessSenseless<Value>(read: () => Value): Value | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** How far a run had come; undefined where that was never noted, or does not read any more: nothing is charged for it. */
export function readProgress(kept: string | null): Progress | undefined {
  const progress = kept === null ? {} : fieldsOf(parseJson(kept))
  const { model, input, output, cached = 0, cacheWrite = 0, billedWhole = 0, pieces = 0 } = progress
  const isRead = typeof model === "string" && [input, output, cached, cacheWrite, billedWhole, pieces].every(isCount)
  return isRead ? (progress as unknown as Progress) : undefined
}

const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0

/** The usage until a checkpoint; undefined where nothing was delivered. */
export function usageAt(
  { input, cached = 0, cacheWrite = 0, output: weighed }: Progress,
  output = weighed,
): Usage | undefined {
  if (weighed === 0 || output === 0) return undefined
  return { ...noUsage, inputUncached: input, inputCached: cached, cacheWrite, output, source: "estimated" }
}
