import type { Balance } from "#core/ledger/balance.ts"
import { accounts } from "#core/ledger/entry.ts"
import { microReais, type MicroReais } from "#core/lib/micro-reais.ts"
import { rollback } from "../store/rollback.ts"
import type { SqlPiece } from "../servers/membership.ts"
import type { Sql, SqlValue } from "../store/sql.ts"
import type { Rollback } from "../store/rollback.ts"
import { insertHold, lockWallet, readHold, readWallet, reserve } from "./ledger-statements.ts"
import { readSpent } from "./spent.ts"
import { availableIn, moneyIn, type Purse, type WalletRow } from "./wallet.ts"

export const holdStates = ["open", "settled", "void", "expired"] as const
export type HoldState = (typeof holdStates)[number]

/**
 * What calls in progress are counted with: answers; titles and summaries beside them; pictures and texts read aloud, whose
 * price is by the piece. None of them takes the place of another.
 */
export const countedAs = ["answer", "auxiliary", "piece"] as const
export type CountedAs = (typeof countedAs)[number]

/** The money and search calls to reserve before a run calls its provider. */
export interface HoldRequest {
  /** The run's id; a run holds once. */
  readonly id: string
  readonly codeId: string
  readonly purse: Purse
  /** Micro-reais, above 0. */
  readonly amount: MicroReais
  /** Search calls. */
  readonly calls?: number
  /** The prices it was computed with. */
  readonly priceVersion: string
  readonly reqHash?: string
  /** Absent: an answer. */
  readonly countedAs?: CountedAs
}

export type HoldResult =
  | { readonly outcome: "held" }
  /** The id is taken: nothing was reserved again. */
  | { readonly outcome: "duplicate"; readonly state: HoldState; readonly owner: string }
  /** `held` above 0 means that what is missing may come back when runs under way end. */
  | {
      readonly outcome: "insufficient"
      readonly unit: "BRL" | "CALL"
      readonly available: number
      readonly held: number
    }
  | { readonly outcome: "frozen" }
  | { readonly outcome: "no-wallet" }

export interface HoldRow {
  readonly id: string
  readonly wallet_id: string
  readonly calls_wallet_id: string | null
  readonly amount: number
  readonly calls: number
  readonly captured: number | null
  readonly captured_calls: number | null
  readonly absorbed: number | null
  readonly state: HoldState
  readonly owner: string
  readonly price_version: string
  readonly progress: string | null
  readonly created_at: number
}

/**
 * Reserves an amount, and search calls, or says why not. The statements leave together, in the order of the locks; what
 * they did is judged afterwards, and anything but a full success is rolled back without a trace.
 */
export async function hold(
  sql: Sql,
  request: HoldRequest,
  by: { readonly owner: string; readonly now: number },
): Promise<HoldResult | Rollback<HoldResult>> {
  const walletId = accounts.wallet(request.codeId, request.purse)
  const calls = request.calls ?? 0
  const callsWalletId = calls > 0 ? accounts.calls(request.codeId) : null
  const [inserted, money, searches] = await Promise.all([
    sql.run(insertHold, [
      request.id,
      walletId,
      callsWalletId,
      request.amount,
      calls,
      by.owner,
      request.priceVersion,
      request.reqHash ?? "",
      countedAs.indexOf(request.countedAs ?? "answer"),
      by.now,
    ]),
    sql.run(reserve, [request.amount, walletId, request.amount]),
    callsWalletId === null ? 1 : sql.run(reserve, [calls, callsWalletId, calls]),
  ])
  if (inserted === 0) return rollback(await duplicateOf(sql, request.id))
  if (money === 0) return rollback(await refusalOf(sql, walletId))
  if (searches === 0) return rollback(await refusalOf(sql, callsWalletId ?? walletId))
  return { outcome: "held" }
}

/** A reservation whose amount is decided by what is there. */
export interface PlannedHold extends Omit<HoldRequest, "amount"> {
  /** Epoch ms: the plan wants to know what was charged since. */
  readonly spentSince?: number
}

/**
 * What to reserve of a wallet; undefined for nothing. `spent`: charged since `spentSince`, else 0. `elsewhere`: pieces
 * for a piece, else answers, in progress that the wallet pays at other servers.
 */
export type PlanFor<Plan> = (wallet: Balance, spent: MicroReais, elsewhere: number) => Plan | undefined

const nothing = microReais(0)

/**
 * Looks at a wallet and reserves what `planFor` makes of it, in one step: chats that begin together see each other's
 * reservations, and none takes for itself alone what is there for all. Undefined, and nothing reserved, when the plan
 * makes nothing of what is there.
 */
export async function holdPlanned<Plan extends { readonly amount: MicroReais }>(
  sql: Sql,
  request: PlannedHold,
  planFor: PlanFor<Plan>,
  by: { readonly owner: string; readonly now: number; readonly elsewhere?: SqlPiece | undefined },
): Promise<Plan | undefined | Rollback<undefined>> {
  const wallet = accounts.wallet(request.codeId, request.purse)
  const row = await sql.get<WalletRow>(lockWallet, [wallet])
  const spent = request.spentSince === undefined ? nothing : await readSpent(sql, wallet, request.spentSince)
  const kind = countedAs.indexOf(request.countedAs === "piece" ? "piece" : "answer")
  const elsewhere =
    row && row.held > 0 && by.elsewhere ? await countOpen(sql, by.elsewhere, [by.owner, wallet, kind]) : 0
  const plan = row && planFor(moneyIn(row), spent, elsewhere)
  if (plan === undefined) return undefined
  const result = await hold(sql, { ...request, amount: plan.amount }, by)
  return "outcome" in result ? plan : rollback(undefined)
}

async function countOpen(sql: Sql, { text, params }: SqlPiece, what: readonly SqlValue[]): Promise<number> {
  const counted = await sql.get<{ open: number }>(text, [...what, ...params()])
  return counted?.open ?? 0
}

async function duplicateOf(sql: Sql, id: string): Promise<HoldResult> {
  const row = await sql.get<HoldRow>(readHold, [id])
  if (row === undefined) throw new Error(`hold ${id} is neither new nor there`)
  return { outcome: "duplicate", state: row.state, owner: row.owner }
}

/** Why a reservation found no row to change; read in the same transaction, so the figures include what this hold added. */
async function refusalOf(sql: Sql, walletId: string): Promise<HoldResult> {
  const row = await sql.get<WalletRow>(readWallet, [walletId])
  if (row === undefined) return { outcome: "no-wallet" }
  if (row.frozen !== 0) return { outcome: "frozen" }
  return { outcome: "insufficient", unit: row.unit, available: availableIn(row), held: row.held }
}
