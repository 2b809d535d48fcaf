/** The operator's operations, the same for the command line and for `/api/admin`. Amounts in the results are reais. */
import { dayMs } from "#core/lib/days.ts"
import { bareAccessCode } from "#core/access/access-code.ts"
import { toReais, microReais, type MicroReais } from "#core/lib/micro-reais.ts"
import { err, ok, type Result } from "#core/lib/result.ts"
import type { AccessCode, AccessCodes } from "../access/access-code-store.ts"
import { credit, creditCalls, type CreditResult } from "../ledger/credit.ts"
import type { Ledger } from "../ledger/ledger-store.ts"
import type { ExportedEntry } from "../ledger/export-entries.ts"
import { usageSince } from "../ledger/usage-records.ts"
import type { Verification } from "../ledger/verify.ts"
import { availableIn, moneyIn, readWalletRows, type WalletRow, whyFrozen } from "../ledger/wallet.ts"
import type { Database, Sql } from "../store/sql.ts"
import type { Rollback } from "../store/rollback.ts"

/** Why an operation was not done, as a sentence for the operator. */
export interface Refusal {
  readonly kind: "not-found" | "conflict" | "invalid"
  readonly message: string
}

export interface CreateCodes {
  readonly kind: "premium" | "free"
  readonly credit: MicroReais
  readonly calls: number
  readonly label: string
  readonly count: number
}

/** A code is returned once, here; only its hash is stored. */
export interface CreatedCode {
  readonly code: string
  readonly id: string
  readonly kind: "premium" | "free"
  readonly credit: number
  readonly calls: number
  readonly label: string
}

export interface CodeView {
  readonly id: string
  readonly kind: "premium" | "free"
  readonly label: string
  /** By its operator; a wallet may be shut although its code is not. */
  readonly frozen: boolean
  /** ISO 8601. */
  readonly created: string
  readonly premium: ShownWallet
  readonly free: ShownWallet
  readonly calls: ShownWallet
}

/** In reais; of search calls, how many. */
export interface WalletView {
  readonly posted: number
  readonly held: number
  readonly available: number
}

export interface ShownWallet extends WalletView {
  /** Why nothing can be spent from it; null while something can. `books`: a check found them wrong, and nobody has unfrozen it. */
  readonly frozen: "operator" | "books" | "overdrawn" | null
}

export interface CreditView {
  /** `already`: the same reference was booked before; nothing changed. */
  readonly outcome: "credited" | "already"
  readonly id: string
  readonly ref: string
  readonly balance: WalletView
}

export interface UsageView {
  /** ISO 8601. */
  readonly since: string
  /** `ModelUsage`, with its amounts in reais. */
  readonly models: readonly {
    readonly model: string
    /** Requests that cost something. */
    readonly runs: number
    readonly revenue: number
    readonly paid: number
    readonly free: number
    readonly lost: number
    readonly inputTokens: number
    readonly outputTokens: number
    readonly searchCalls: number
  }[]
}

/** Most codes made at once. */
export const mostCodes = 1_000

export interface Operations {
  createCodes(what: CreateCodes): Promise<{ readonly codes: readonly CreatedCode[] }>
  /** `account` is a code, with or without `nk-`, or an account's id. */
  showCode(account: string): Promise<Result<CodeView, Refusal>>
  setFrozen(account: string, frozen: boolean): Promise<Result<CodeView, Refusal>>
  rotateCode(account: string): Promise<Result<{ readonly code: string; readonly id: string }, Refusal>>
  /** Below 0 takes money back, which may overdraw and then freezes the wallet. */
  credit(account: string, amount: MicroReais, ref: string): Promise<Result<CreditView, Refusal>>
  creditCalls(account: string, calls: number, ref: string): Promise<Result<CreditView, Refusal>>
  verify(): Promise<Verification>
  exportEntries(): AsyncIterable<ExportedEntry>
  usage(days: number): Promise<UsageView>
}

export interface OperationsDeps {
  readonly database: Database
  readonly ledger: Ledger
  readonly codes: AccessCodes
  /** Epoch ms. */
  readonly now: () => number
}

export function createOperations({ database, ledger, codes, now }: OperationsDeps): Operations {
  async function find(account: string): Promise<Result<AccessCode, Refusal>> {
    const found = (await codes.find(bareAccessCode(account))) ?? (await codes.byId(account.trim()))
    return found ? ok(found) : err({ kind: "not-found", message: "no such code" })
  }

  async function view(code: AccessCode): Promise<CodeView> {
    const { premium, free, calls } = await readWalletRows(database.read, code.id)
    return {
      id: code.id,
      kind: code.kind,
      label: code.label,
      frozen: code.frozen,
      created: new Date(code.createdAt).toISOString(),
      premium: shown(premium, code),
      free: shown(free, code),
      calls: shown(calls, code),
    }
  }

  async function createOne(sql: Sql, what: CreateCodes): Promise<CreatedCode> {
    const { id, code } = await codes.create(sql, what)
    const given = { codeId: id, ref: `code:${id}`, meta: { reason: "code create" } }
    if (what.credit > 0) expectCredited(await credit(sql, { ...given, purse: what.kind, amount: what.credit }, now()))
    if (what.calls > 0) expectCredited(await creditCalls(sql, { ...given, calls: what.calls }, now()))
    return { code, id, kind: what.kind, credit: toReais(what.credit), calls: what.calls, label: what.label }
  }

  return {
    async createCodes(what) {
      const made = await database.transaction(async (sql) => {
        const list: CreatedCode[] = []
        for (let i = 0; i < what.count; i++) list.push(await createOne(sql, what))
        return list
      })
      return { codes: made }
    },

    async showCode(account) {
      const code = await find(account)
      return code.ok ? ok(await view(code.value)) : code
    },

    async setFrozen(account, frozen) {
      const code = await find(account)
      if (!code.ok) return code
      await codes.setFrozen(code.value.id, frozen)
      return ok(await view({ ...code.value, frozen }))
    },

    async rotateCode(account) {
      const code = await find(account)
      return code.ok ? ok({ code: await codes.rotate(code.value.id), id: code.value.id }) : code
    },

    async credit(account, amount, ref) {
      const code = await find(account)
      if (!code.ok) return code
      const { id, kind } = code.value
      const meta = { reason: "credit" }
      // Nothing is no line of the books, and no mistake either.
      const { outcome } =
        amount === 0
          ? ({ outcome: "credited" } as const)
          : await ledger.credit({ codeId: id, purse: kind, amount, ref, meta })
      if (outcome !== "credited" && outcome !== "already") return err(refusalOf(outcome, ref))
      return ok({ outcome, id, ref, balance: inReais((await ledger.balances(id))[kind]) })
    },

    async creditCalls(account, calls, ref) {
      const code = await find(account)
      if (!code.ok) return code
      const { id } = code.value
      const { outcome } = await ledger.creditCalls({ codeId: id, calls, ref, meta: { reason: "calls" } })
      if (outcome !== "credited" && outcome !== "already") return err(refusalOf(outcome, ref))
      return ok({ outcome, id, ref, balance: (await ledger.balances(id)).calls })
    },

    verify: () => ledger.verify(),
    exportEntries: () => ledger.exportEntries(),

    async usage(days) {
      const since = now() - days * dayMs
      const models = await usageSince(database, since)
      return {
        since: new Date(since).toISOString(),
        models: models.map((row) => ({
          ...row,
          revenue: toReais(microReais(row.revenue)),
          paid: toReais(microReais(row.paid)),
          free: toReais(microReais(row.free)),
          lost: toReais(microReais(row.lost)),
        })),
      }
    },
  }
}

function shown(row: WalletRow | undefined, code: AccessCode): ShownWallet {
  if (row === undefined) return { posted: 0, held: 0, available: 0, frozen: null }
  const { posted, held } = row
  const amounts = row.unit === "BRL" ? inReais(moneyIn(row)) : { posted, held, available: availableIn(row) }
  const why = whyFrozen(row)
  return { ...amounts, frozen: why === "by-hand" ? (code.frozen ? "operator" : "books") : (why ?? null) }
}

function inReais(balance: { readonly posted: MicroReais; readonly held: MicroReais; readonly available: MicroReais }) {
  return { posted: toReais(balance.posted), held: toReais(balance.held), available: toReais(balance.available) }
}

function refusalOf(outcome: Exclude<CreditResult["outcome"], "credited" | "already">, ref: string): Refusal {
  switch (outcome) {
    case "conflict":
      return { kind: "conflict", message: `reference ${ref} is in the books with another amount or for another code` }
    case "insufficient":
      return { kind: "conflict", message: "there are not so many unused calls to take back" }
    case "too-much":
      return { kind: "invalid", message: "the balance would be more than R$ 9 billion" }
    case "no-wallet":
      return { kind: "not-found", message: "this code has no wallet" }
  }
}

function expectCredited(result: CreditResult | Rollback<CreditResult>): void {
  if (!("outcome" in result) || result.outcome !== "credited")
    throw new Error(`a new code could not be credited: ${JSON.stringify(result)}`)
}
