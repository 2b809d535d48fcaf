import { fieldsOf, parseJson } from "#core/lib/fields.ts"
import { inputTokensOf, outputTokensOf } from "../true-tokens.ts"
import { keptRates, priceAt, type Rates } from "./price-list.ts"
import type { Question } from "./questions.ts"
import type { Rows } from "./tables.ts"

/** A run as its client saw it. */
export interface SeenRun {
  readonly id: string
  readonly question: Question
  readonly payer: "code" | "visitor"
  readonly model: string
  /** It is read again in the end: by its key, or without one by its run's id. */
  readonly isKept: boolean
  /** All that can be read of it: where it is kept what is, or what came before its connection broke. */
  readonly text: string
  /** `broken`: without a key its server died, and nothing of it is kept. */
  readonly end: "done" | "interrupted" | "broken"
  /** The kind of error it ended with. */
  readonly error: string | undefined
  /** How long words were coming, in ms. */
  readonly spokenMs: number
  /** Micro-reais, where an end told what it cost. */
  readonly toldCost: number | undefined
}

export interface AuditFacts {
  readonly runs: readonly SeenRun[]
  /** By question: every run that its client was given for it. */
  readonly runsOf: ReadonlyMap<Question, ReadonlySet<string>>
  /** The payments by their references, in micro-reais. */
  readonly payments: ReadonlyMap<string, number>
  /** All rates that a model ever had, whichever server was asked. */
  readonly ratesEver: (model: string) => readonly Rates[]
  /** What codes asked for as a whole reply without a key, and heard nothing of: their server died. */
  readonly unheard: readonly Pick<SeenRun, "question" | "model">[]
}

/** Where a server dies, its estimate may be above the truth by this. */
const mostAbove = 1.05
/** … and below it by this where it is read again: what can be read was kept together with what it is worth. */
const mostBelow = 0.7
/** A provider's count of the chat format is no promise: some tokens of it are forgiven. */
const formatTokens = 8
/** An answer is noted on disk every two seconds, on a busy machine a little later. */
const surelyNotedMs = 3_500

interface Booked {
  readonly wallet: number
  readonly promo: number
  readonly lost: number
  readonly transactions: number
  /** Its server had died, or was taken for dead: it was charged by what is known of it. */
  readonly isOfCrash: boolean
}

interface HoldRow {
  readonly id: string
  readonly amount: number
  readonly price_version: string
  readonly [column: string]: string | number | null
}

/**
 * Recomputes what every run should have cost from the true tokens and the prices it was held with, and compares: a sentence
 * for each difference. Nothing here comes from the server's code.
 */
export async function findWrongCharges(rows: Rows, facts: AuditFacts): Promise<readonly string[]> {
  const problems: string[] = []
  const expect = (truth: boolean, sentence: string) => void (truth || problems.push(sentence))
  const booked = await bookedByRun(rows)
  const holds = new Map((await rows<HoldRow>("select id, amount, price_version from hold")).map((row) => [row.id, row]))
  const prices = new Map(
    (await rows<{ version: string; content: string }>("select version, content from price_version")).map((row) => [
      row.version,
      row.content,
    ]),
  )
  const ratesOfHold = (id: string, model: string): Rates | undefined => {
    const content = prices.get(holds.get(id)?.price_version ?? "")
    return content === undefined ? undefined : keptRates(content, model)
  }
  const seen = new Map(facts.runs.map((run) => [run.id, run]))

  const unheard = new Set(facts.unheard)
  for (const [id, { wallet }] of booked) {
    if (seen.has(id) || wallet === 0) continue
    // A whole reply without a key dies with its server in the moment between its charge and its first byte (docs/money.md, B21).
    const lost = [...unheard].find((asked) => isPriceOf(wallet, asked, ratesOfHold(id, asked.model)))
    expect(lost !== undefined && unheard.delete(lost), `${id}: charged ${wallet}, and nobody was given it`)
  }
  for (const run of facts.runs) {
    const money = booked.get(run.id) ?? nothing
    const hold = holds.get(run.id)
    if (run.payer === "visitor") {
      const all = facts.ratesEver(run.model)
      expect(money.wallet === 0, `${run.id}: a visitor paid`)
      problems.push(...wrongPromo(run, money, all))
      continue
    }
    expect(money.promo === 0, `${run.id}: a code's answer was given away`)
    if (run.toldCost !== undefined)
      expect(run.toldCost === money.wallet, `${run.id}: told ${run.toldCost}, charged ${money.wallet}`)
    if (hold === undefined) {
      expect(money.wallet === 0, `${run.id}: charged ${money.wallet} without a hold`)
      continue
    }
    expect(money.wallet <= hold.amount, `${run.id}: charged ${money.wallet}, held ${hold.amount}`)
    const rates = ratesOfHold(run.id, run.model)
    if (rates === undefined) problems.push(`${run.id}: the prices ${hold.price_version} of its hold are not kept`)
    else {
      expect(
        facts.ratesEver(run.model).some((known) => JSON.stringify(known) === JSON.stringify(rates)),
        `${hold.price_version}: the operator never set ${JSON.stringify(rates)}`,
      )
      problems.push(...wrongCharge(run, money, rates))
    }
  }
  for (const [question, runs] of facts.runsOf) {
    const paid = [...runs].filter((id) => (booked.get(id)?.wallet ?? 0) > 0)
    expect(paid.length <= 1, `${question.text}: charged as ${paid.join(" and ")}`)
  }
  problems.push(...(await wrongPayments(rows, facts.payments)))
  problems.push(...(await wrongDay(rows)))
  return problems
}

const nothing: Booked = { wallet: 0, promo: 0, lost: 0, transactions: 0, isOfCrash: false }

/** The bookings of each run, in all transactions that name it. */
async function bookedByRun(rows: Rows): Promise<ReadonlyMap<string, Booked>> {
  const lines = await rows<{ ref: string; account: string; amount: number; meta: string }>(
    "select ref, account, amount, meta from txn join entry on entry.txn_id = txn.id where kind = 'use' and unit = 'BRL'",
  )
  const booked = new Map<string, Booked>()
  const refs = new Map<string, Set<string>>()
  for (const { ref, account, amount, meta } of lines) {
    const id = ref.slice(ref.lastIndexOf(":") + 1)
    const before = booked.get(id) ?? nothing
    const named = refs.get(id) ?? new Set()
    refs.set(id, named.add(ref))
    booked.set(id, {
      wallet: before.wallet - (account.startsWith("wallet:") ? amount : 0),
      promo: before.promo - (account === "promo:free" ? amount : 0),
      lost: before.lost - (account.startsWith("loss:") ? amount : 0),
      transactions: named.size,
      isOfCrash: before.isOfCrash || fieldsOf(parseJson(meta))["ending"] === "crash",
    })
  }
  return booked
}

function wrongCharge(run: SeenRun, booked: Booked, rates: Rates): readonly string[] {
  const { wallet, lost, transactions, isOfCrash } = booked
  const { question, text } = run
  // Without a key, the last words of a stream die with its server in the moment between its charge and them (docs/money.md, B21).
  const isCutBehindCharge = run.end === "broken" && !run.isKept && wallet > 0 && !isOfCrash
  const end = isCutBehindCharge ? "done" : run.end
  const problems: string[] = []
  const expect = (truth: boolean, sentence: string) => void (truth || problems.push(`${run.id}: ${sentence}`))
  const whole = priceAt(rates, question.truth)
  const isAbsurd = question.usage === "absurd" || question.usage === "absurd-cached"
  expect(transactions <= 2, `${transactions} transactions`)
  expect(isAbsurd || lost === 0, `${lost} lost`)
  const most = question.usage === "missing" ? priceAt(rates, withFormat(question)) : whole
  if (end === "done" && !isAbsurd)
    expect(wallet >= whole && wallet <= most, `done for ${whole}, charged ${wallet} (${question.usage})`)
  if (end === "done" && isAbsurd) {
    const mostOfAll = priceAt(dearest(rates), { input: mostInput(question), output: question.truth.output })
    expect(wallet <= mostOfAll, `charged ${wallet} for what its provider claims; all it can be is ${mostOfAll}`)
    expect(wallet >= priceAt(rates, { input: 0, output: question.truth.output }), `charged only ${wallet}`)
  }
  if (end !== "done") {
    const read = outputTokensOf(text)
    const truth = priceAt(rates, { input: question.truth.input, output: read })
    const mostOfIt = priceAt(rates, { input: question.truth.input + formatTokens, output: read }) * mostAbove
    expect(wallet === 0 || read > 0, `${end}: charged ${wallet} for nothing`)
    expect(
      wallet <= mostOfIt,
      `${end}: charged ${wallet}, what can be read is worth ${truth} (${shareOf(wallet, truth)})`,
    )
    // Where nothing is kept its last note is up to two seconds old; its reader hears of it from a server that slept and woke up.
    const least = run.isKept ? truth * mostBelow : run.spokenMs > surelyNotedMs ? 1 : 0
    if (end === "interrupted" && read > 16)
      expect(wallet >= least, `${end}: charged ${wallet}, what can be read is worth ${truth}`)
  }
  return problems
}

/** Whether an amount is the price of the whole answer to a question. */
function isPriceOf(amount: number, { question }: Pick<SeenRun, "question">, rates: Rates | undefined): boolean {
  if (rates === undefined || question.usage === "absurd" || question.usage === "absurd-cached") return false
  const whole = priceAt(rates, question.truth)
  return question.usage === "true"
    ? amount === whole
    : amount >= whole && amount <= priceAt(rates, withFormat(question))
}

/** Bytes, which no count of tokens can be above; what the chat's format and our settings may add, and a model's own words before every prompt. */
function mostInput({ text }: Question): number {
  return Buffer.byteLength(text) + 8 + 16 + 32 + 80
}

function dearest(rates: Rates): Rates {
  const input = Math.max(rates.input, rates.cached)
  return { ...rates, input, cached: input }
}

/** An answer to a visitor costs us, once, what it came to; a crash does not make it free to book. */
function wrongPromo(run: SeenRun, { promo, transactions }: Booked, rates: readonly Rates[]): readonly string[] {
  const { question, end, spokenMs } = run
  const problems: string[] = []
  const expect = (truth: boolean, sentence: string) => void (truth || problems.push(`${run.id}: ${sentence}`))
  // The second is the end of an answer that another server had closed meanwhile: up or down to what it came to.
  expect(transactions <= 2, `${transactions} transactions for a visitor`)
  const wholes = rates.map((each) => priceAt(each, question.truth))
  if (end === "done" && question.usage === "true")
    expect(wholes.includes(promo), `a visitor's answer: booked ${promo}, none of ${wholes.join(", ")}`)
  if (end === "done") expect(promo > 0, "a visitor's answer, and nothing is booked")
  if (end !== "done") {
    const most = Math.max(...rates.map((each) => priceAt(each, withFormat(question)))) * mostAbove
    expect(promo <= most, `a visitor's answer that broke off: booked ${promo}, the whole is ${most}`)
    if (spokenMs > surelyNotedMs)
      expect(
        promo > 0,
        `a visitor heard ${Math.round(spokenMs)} ms of it (${run.text.length} signs), and nothing is booked`,
      )
  }
  return problems
}

function withFormat({ text, truth }: Question) {
  return { input: inputTokensOf([text]) + formatTokens, output: truth.output }
}

async function wrongPayments(rows: Rows, payments: ReadonlyMap<string, number>): Promise<readonly string[]> {
  const lines = await rows<{ ref: string; amount: number }>(
    "select ref, amount from txn join entry on entry.txn_id = txn.id where kind = 'credit' and account like 'wallet:%'",
  )
  const wrong: string[] = []
  for (const [sent, amount] of payments) {
    const found = lines.filter(({ ref }) => ref.endsWith(`:${sent}`) || ref === sent)
    if (found.length !== 1 || found[0]?.amount !== amount)
      wrong.push(`payment ${sent} of ${amount}: in the books as ${JSON.stringify(found)}`)
  }
  const others = lines.length - payments.size
  return others > 0 ? [...wrong, `${others} payments in the books that nobody sent`] : wrong
}

/** Checks that the day's spending of all visitors equals their bookings. */
async function wrongDay(rows: Rows): Promise<readonly string[]> {
  const [spent] = await rows<{ spent: number | null }>(
    "select sum(spent) as spent from free_usage where subject like 'everyone%'",
  )
  const [promo] = await rows<{ promo: number | null }>(
    "select -sum(amount) as promo from txn join entry on entry.txn_id = txn.id where kind = 'use' and account = 'promo:free'",
  )
  const [day, books] = [spent?.spent ?? 0, promo?.promo ?? 0]
  return day === books ? [] : [`the visitors' day counts ${day}, the books ${books}`]
}

function shareOf(one: number, other: number): string {
  return other === 0 ? "of nothing" : `${Math.round((one / other) * 100)} %`
}
