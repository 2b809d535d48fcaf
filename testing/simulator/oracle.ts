import type { Outcome } from "../../server/gateway/runs/outcome.ts"
import { model, type Ask } from "./simulated-server.ts"
import type { Script } from "./scripts.ts"

/**
 * The naive account of what happened, kept by those who looked on: plain objects, no ledger, no guards. What the books say
 * is held against it.
 */
export interface Oracle {
  /** Payments in and out of a wallet, by reference: each counts once, however often it was sent. */
  readonly payments: Map<string, { readonly wallet: string; readonly amount: number }>
  readonly questions: Map<string, Question>
  /** What pictures and speech cost, as told: by hold. */
  readonly fixed: Map<string, { readonly amount: number; readonly cost: number; told: number | undefined }>
  readonly problems: string[]
}

export interface Question {
  readonly ask: Ask
  readonly script: Script
  /** By run: what its reader was told at the end. */
  readonly told: Map<string, Told>
  /** Every run that anybody was given for this question. */
  readonly runs: Set<string>
  acknowledged: boolean
}

export interface Told {
  readonly outcome: Outcome
  readonly frames: string
  readonly reply: string | undefined
  readonly attachable: boolean
}

/** What the books say when all is over. */
export interface Books {
  readonly holds: readonly { readonly id: string; readonly amount: number; readonly state: string }[]
  readonly wallets: readonly { readonly id: string; readonly posted: number; readonly held: number }[]
  readonly grants: readonly { readonly wallet: string; readonly amount: number }[]
  /** What left a wallet for a run, in money and in calls. */
  readonly charges: readonly { readonly id: string; readonly wallet: string; readonly amount: number }[]
}

export function createOracle(): Oracle {
  return { payments: new Map(), questions: new Map(), fixed: new Map(), problems: [] }
}

/** What the script's own usage costs, in micro-reais, by arithmetic of the schoolbook. */
export function schoolbookPrice({ input, output }: Pick<Script, "input" | "output">): number {
  return Math.ceil((input * model.price.inputPerMillion + output * model.price.outputPerMillion) / 1_000_000)
}

/** Everything the books say that the naive account does not, one sentence each. `calm`: no lease was ever lost. */
export function compare(oracle: Oracle, books: Books, calm: boolean): readonly string[] {
  const problems = [...oracle.problems]
  const expect = (truth: boolean, sentence: string) => void (truth || problems.push(sentence))
  const money = books.charges.filter(({ wallet }) => wallet.startsWith("wallet:"))
  const charges = new Map(money.map((charge) => [charge.id, charge.amount]))
  const holds = new Map(books.holds.map((hold) => [hold.id, hold]))

  for (const wallet of books.wallets) {
    let balance = 0
    for (const payment of oracle.payments.values()) if (payment.wallet === wallet.id) balance += payment.amount
    for (const grant of books.grants) if (grant.wallet === wallet.id) balance += grant.amount
    for (const charge of books.charges) if (charge.wallet === wallet.id) balance -= charge.amount
    expect(wallet.posted === balance, `${wallet.id}: ${wallet.posted} in the books, ${balance} by hand`)
    expect(wallet.held === 0, `${wallet.id}: ${wallet.held} still held when all is over`)
  }
  for (const hold of books.holds) expect(hold.state !== "open", `${hold.id} is open when all is over`)
  expect(charges.size === money.length, "a run was charged twice")

  for (const { ask, script, told, runs } of oracle.questions.values()) {
    const charged = [...runs].filter((id) => (charges.get(id) ?? 0) > 0)
    expect(ask.key === undefined || charged.length <= 1, `${ask.question}: charged as ${charged.join(" and ")}`)
    if (script.asked === 0) expect(charged.length === 0, `${ask.question}: charged, and nobody was asked`)
    for (const id of charged) {
      const most = Math.max(holds.get(id)?.amount ?? 0, schoolbookPrice(script))
      expect((charges.get(id) ?? 0) <= most, `${id}: charged above its hold and its price`)
    }
    for (const [id, { outcome }] of told) {
      const cost = charges.get(id) ?? 0
      expect(outcome.cost === cost, `${id} (${outcome.state}): told ${outcome.cost}, charged ${cost}`)
      if (outcome.state === "failed" && outcome.failure?.kind === "empty-answer")
        expect(cost === 0, `${id}: empty, charged`)
      if (outcome.state === "done") {
        // What a provider counts beyond the cap it was given is not its user's to pay.
        const { input, output, cap } = script
        const price = isUsageHeard(ask, script) ? schoolbookPrice({ input, output: Math.min(output, cap) }) : undefined
        const amount = holds.get(id)?.amount ?? 0
        // Where a lease was lost the sweep has charged by its own estimate, which is told.
        if (price !== undefined && calm)
          expect(cost === price || (cost < price && cost >= amount), `${id}: done for ${price}, charged ${cost}`)
        if (price === undefined) expect(cost > 0 || !calm, `${id}: done, without usage, and not charged`)
      }
    }
  }
  for (const [id, { cost, told }] of oracle.fixed) {
    const charged = charges.get(id) ?? 0
    if (told !== undefined) expect(charged === told, `${id}: told ${told}, charged ${charged}`)
    expect(charged <= cost, `${id}: charged ${charged} for ${cost}`)
  }
  return problems
}

/** What a provider says long after it said that it was done, nobody waits for. */
function isUsageHeard(ask: Ask, { usage, gapMs }: Script): boolean {
  return usage !== "missing" && !(ask.stream && usage === "after-done" && gapMs > 250)
}
