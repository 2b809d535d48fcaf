import type { PriceRow } from "#core/ledger/price.ts"
import type { Outcome } from "../../server/gateway/runs/outcome.ts"
import type { Run } from "../../server/gateway/runs/run.ts"
import { inputTokensOf, outputTokensOf } from "../true-tokens.ts"
import { type SimulatedCall, picturePrice } from "./ask.ts"
import type { Books } from "./books.ts"
import type { PriceHistory } from "./prices.ts"
import type { Script } from "./scripts.ts"

/**
 * The naive account of what happened, kept by those who looked on: plain objects, no ledger, no guards. What the books say
 * is held against it.
 */
export interface Oracle {
  /** Payments in and out of a wallet, by reference: each counts once, however often it was sent. */
  readonly payments: Map<string, { readonly wallet: string; readonly amount: number }>
  readonly questions: Map<string, Question>
  /** The reported cost of pictures and speech, by hold. */
  readonly fixed: Map<string, { readonly amount: number; readonly cost: number; told: number | undefined }>
  /** Which server began a run; and those that died, were told to stop, or stood still for long. */
  readonly begunBy: Map<string, string>
  readonly troubled: Set<string>
  /** Those that stood still. */
  readonly stoodStill: Set<string>
  /** It never stands still, and refuses nothing. */
  isDatabaseWell: boolean
  /** Those that were told to stop, and did as they should. */
  readonly endedWell: Set<string>
  readonly problems: string[]
}

export interface Question {
  readonly ask: SimulatedCall
  readonly script: Script
  /** By run: what its reader was told at the end. */
  readonly told: Map<string, Told>
  /** Every run that anybody was given for this question. */
  readonly runs: Set<string>
  /** The run without a key whose reader was let go, and which is to be kept for it. */
  letGo?: Run
  acknowledged: boolean
}

export interface Told {
  readonly outcome: Outcome
  readonly frames: string
  readonly words: string
  readonly reply: string | undefined
  readonly attachable: boolean
}

/** Where a server dies, its count may be above the truth by this, and some tokens of the chat's format. */
const mostAbove = 1.05
const formatTokens = 8
/** Answers that broke off below 16 tokens may be uncharged; an estimate by bytes may be a third below the truth. */
const fewestSurelyCharged = 24

export function createOracle(): Oracle {
  return {
    payments: new Map(),
    questions: new Map(),
    fixed: new Map(),
    begunBy: new Map(),
    troubled: new Set(),
    stoodStill: new Set(),
    isDatabaseWell: true,
    endedWell: new Set(),
    problems: [],
  }
}

/** The price of a usage in micro-reais, by schoolbook arithmetic. */
export function schoolbookPrice(
  { input, cached = 0, output }: { readonly input: number; readonly cached?: number; readonly output: number },
  { inputPerMillion, cachedPerMillion, outputPerMillion }: PriceRow,
): number {
  return Math.ceil((input * inputPerMillion + cached * cachedPerMillion + output * outputPerMillion) / 1_000_000)
}

/** Everything the books say that the naive account does not, one sentence each. */
export function compare(oracle: Oracle, books: Books, prices: PriceHistory): readonly string[] {
  const problems = [...oracle.problems]
  const expect = (truth: boolean, sentence: string) => void (truth || problems.push(sentence))
  const money = books.charges.filter(({ account }) => account.startsWith("wallet:"))
  const charges = sumsById(money)
  // Once, and once more where an end corrects what a sweep had charged.
  expect(new Set(money.map(({ ref }) => ref)).size === money.length, "a run was charged twice")
  const losses = sumsById(books.charges.filter(({ account }) => account.startsWith("loss:")))
  const promos = sumsById(books.charges.filter(({ account }) => account === "promo:free"))
  const holds = new Map(books.holds.map((hold) => [hold.id, hold]))

  for (const wallet of books.wallets) {
    let balance = 0
    for (const payment of oracle.payments.values()) if (payment.wallet === wallet.id) balance += payment.amount
    for (const grant of books.grants) if (grant.wallet === wallet.id) balance += grant.amount
    for (const charge of books.charges) if (charge.account === wallet.id) balance -= charge.amount
    expect(wallet.posted === balance, `${wallet.id}: ${wallet.posted} in the books, ${balance} by hand`)
    expect(wallet.held === 0, `${wallet.id}: ${wallet.held} still held when all is over`)
    expect(wallet.frozen === 0 || wallet.posted < 0, `${wallet.id}: frozen with ${wallet.posted} in it`)
  }
  for (const hold of books.holds) expect(hold.state !== "open", `${hold.id} is open when all is over`)
  const inAll = [...promos.values()].reduce((sum, cost) => sum + cost, 0)
  expect(books.day.spent === inAll, `the visitors' day counts ${books.day.spent}, the books ${inAll}`)
  const gifts = [...promos.values()].filter((cost) => cost > 0).length
  expect(books.day.reserved === 0, `${books.day.reserved} of the visitors' day still set aside`)
  expect(books.day.open === 0, `${books.day.open} answers that we pay are open when all is over`)
  expect(
    books.day.messages === gifts,
    `the visitors' day counts ${books.day.messages} messages, the books have ${gifts} gifts`,
  )

  const lossesByAccount = sumsById(
    books.charges
      .filter(({ account }) => account.startsWith("loss:"))
      .map(({ id, account, amount }) => ({ id: `${account} of ${id}`, amount })),
  )
  for (const [what, lost] of lossesByAccount) expect(lost >= 0, `${what}: ${-lost} more was given back than lost`)

  const stoodStill = (id: string) => oracle.troubled.has(oracle.begunBy.get(id) ?? "")
  for (const question of oracle.questions.values()) {
    const { ask, script, told, runs, acknowledged } = question
    if (ask.isPicture) {
      const borne = (id: string) => (charges.get(id) ?? 0) + (losses.get(id) ?? 0) + (promos.get(id) ?? 0)
      problems.push(...wrongPicture(question, { charges, borne, holds, prices, oracle }))
      continue
    }
    if (ask.kind === "visitor") {
      problems.push(...wrongForVisitor(question, { charges, promos, prices, stoodStill }))
      continue
    }
    const charged = [...runs].filter((id) => (charges.get(id) ?? 0) > 0)
    expect(ask.key === undefined || charged.length <= 1, `${ask.question}: charged as ${charged.join(" and ")}`)
    if (script.asked === 0) expect(charged.length === 0, `${ask.question}: charged, and nobody was asked`)
    for (const id of charged) {
      const hold = holds.get(id)
      expect((charges.get(id) ?? 0) <= (hold?.amount ?? 0), `${id}: charged ${charges.get(id)}, held ${hold?.amount}`)
      expect((promos.get(id) ?? 0) === 0, `${id}: charged, and given away`)
    }
    for (const [id, end] of told) {
      const cost = charges.get(id) ?? 0
      const { state, failure } = end.outcome
      // Its reader was told that it was interrupted, and meant to erase it; it was whole before that came through.
      if (state === "interrupted" && acknowledged && cost !== end.outcome.cost) continue
      expect(end.outcome.cost === cost, `${id} (${state}): told ${end.outcome.cost}, charged ${cost}`)
      if (state === "failed" && failure?.kind === "empty-answer") expect(cost === 0, `${id}: empty, charged`)
      const price = prices.of(holds.get(id)?.version ?? "")
      if (price === undefined) expect(cost === 0, `${id}: charged at a price that is not known`)
      else if (state === "done")
        problems.push(
          ...wrongWhenDone(
            id,
            question,
            { cost, lost: losses.get(id) ?? 0, price, purseWasEmpty: () => purseWasEmpty(id, books) },
            stoodStill(id),
          ),
        )
      else if (state === "interrupted")
        problems.push(...wrongWhenInterrupted(id, question, { cost, price, words: end.words }))
      else problems.push(...wrongWhenBrokenOff(id, question, { cost, price, words: end.words }, stoodStill(id)))
    }
  }
  for (const [id, { cost, told }] of oracle.fixed) {
    const charged = charges.get(id) ?? 0
    if (told !== undefined) expect(charged === told, `${id}: told ${told}, charged ${charged}`)
    expect(charged <= cost, `${id}: charged ${charged} for ${cost}`)
  }
  return problems
}

/**
 * A picture costs its price or nothing, whoever bears it: who has it pays, and what its provider bills and nobody has is a
 * loss, or was given away.
 */
function wrongPicture(
  { ask, script, told, runs }: Question,
  {
    charges,
    borne,
    holds,
    prices,
    oracle,
  }: {
    readonly charges: ReadonlyMap<string, number>
    /** What all together bear of a run. */
    readonly borne: (id: string) => number
    readonly holds: ReadonlyMap<string, Books["holds"][number]>
    readonly prices: PriceHistory
    readonly oracle: Oracle
  },
): readonly string[] {
  const problems: string[] = []
  const expect = (truth: boolean, sentence: string) => void (truth || problems.push(sentence))
  const paid = [...runs].filter((id) => (charges.get(id) ?? 0) > 0)
  expect(ask.key === undefined || paid.length <= 1, `${ask.question}: charged as ${paid.join(" and ")}`)
  const priceAt = (price: PriceRow) => schoolbookPrice({ input: 0, output: 1 }, picturePrice(price))
  for (const id of runs) {
    const hold = holds.get(id)
    const price = prices.of(hold?.version ?? "")
    const each = ask.kind === "visitor" ? prices.all().map(priceAt) : price === undefined ? [] : [priceAt(price)]
    expect([0, ...each].includes(borne(id)), `${id}: a picture of ${each.join(" or ")}, of which ${borne(id)} is borne`)
  }
  // They have begun to come long after it was noted that they would, in a database that is well.
  const isNoted = script.gapMs >= 400 && oracle.isDatabaseWell && oracle.stoodStill.size === 0
  const borneOf = [...runs].filter((id) => borne(id) > 0).length
  if (isNoted && script.end !== "error-event")
    expect(borneOf >= script.begun, `${ask.question}: ${script.begun} pictures are billed, ${borneOf} of them borne`)
  for (const [id, { outcome, words, attachable }] of told) {
    const cost = charges.get(id) ?? 0
    expect(outcome.cost === cost || !attachable, `${id} (${outcome.state}): told ${outcome.cost}, charged ${cost}`)
    expect(words !== "" || cost === 0, `${id}: ${cost} for no picture`)
    expect(words === "" || borne(id) > 0, `${id}: a picture for nothing`)
  }
  return problems
}

interface Charged {
  readonly cost: number
  readonly price: PriceRow
}

/**
 * Whether the end of a run found its hold swept and took all there was: what its wallet had afterwards is nothing, or
 * exactly what other answers held just then. Which of them did, the clocks of several servers cannot tell.
 */
function purseWasEmpty(id: string, { leftByEnds, holds }: Books): boolean {
  const left = leftByEnds.get(id)
  if (left === undefined) return false
  const wallet = holds.find((hold) => hold.id === id)?.wallet
  const others = holds.filter((hold) => hold.wallet === wallet && hold.id !== id)
  let sums: readonly number[] = [0]
  for (const { amount } of others) {
    const more = sums.map((sum) => sum + amount).filter((sum) => sum <= left)
    sums = [...new Set([...sums, ...more])]
  }
  return left <= 0 || sums.includes(left)
}

function wrongWhenDone(
  id: string,
  { ask, script }: Question,
  { cost, lost, price, purseWasEmpty }: Charged & { lost: number; purseWasEmpty: () => boolean },
  stoodStill: boolean,
) {
  const problems: string[] = []
  const expect = (truth: boolean, sentence: string) => void (truth || problems.push(sentence))
  if (!isUsageHeard(ask, script, stoodStill)) {
    expect(cost > 0, `${id}: done, without usage, and not charged`)
    const most = mostByCount(ask, script, price)
    expect(cost <= most, `${id}: done, without usage, charged ${cost} for what is worth at most ${most}`)
    return problems
  }
  // The user pays neither output beyond the cap nor input that was never sent.
  const output = Math.min(script.output, script.cap)
  const { input, cached } = script
  if (input + cached <= mostInput(ask)) {
    const whole = schoolbookPrice({ input, cached, output }, price)
    // The rest of it is lost, which is looked at below.
    expect(cost === whole || (cost < whole && purseWasEmpty()), `${id}: done for ${whole}, charged ${cost}`)
  } else {
    const most = schoolbookPrice({ input: mostInput(ask), output }, dearest(price))
    expect(cost <= most, `${id}: charged ${cost} for what its provider claims; all it can be is ${most}`)
  }
  const claimed = schoolbookPrice(script, price)
  expect(cost + lost === claimed, `${id}: its provider claims ${claimed}, ${cost} is charged and ${lost} lost`)
  return problems
}

/**
 * Stopped, or failed: until its end is told our providers count nothing, so that what was said is worth what anybody counts. All
 * of it may have been counted.
 */
function wrongWhenBrokenOff(
  id: string,
  { ask, script }: Question,
  { cost, price, words }: Charged & { words: string },
  stoodStill: boolean,
): readonly string[] {
  const isAllSaid = words === script.pieces.join("")
  const most = isAllSaid ? mostByCount(ask, script, price) : schoolbookPrice(countOf(ask, words), price)
  const isWorthIt = !stoodStill && outputTokensOf(words) >= fewestSurelyCharged
  return [
    ...(cost > most ? [`${id}: broken off, charged ${cost}, what was said is worth at most ${most}`] : []),
    ...(cost === 0 && isWorthIt ? [`${id}: broken off, and what was said is not charged`] : []),
  ]
}

function countOf({ question }: SimulatedCall, words: string) {
  return { input: inputTokensOf([question]) + formatTokens, output: outputTokensOf(words) }
}

/** Of a whole answer, by whoever counted it: ourselves, or its provider as far as that can be true. */
function mostByCount(ask: SimulatedCall, { pieces, input, cached, output, cap }: Script, price: PriceRow): number {
  const counted = countOf(ask, pieces.join(""))
  const most = {
    input: Math.max(counted.input, Math.min(input + cached, mostInput(ask))),
    output: Math.max(counted.output, Math.min(output, cap)),
  }
  return schoolbookPrice(most, dearest(price))
}

/** No more than what can be read is worth. */
function wrongWhenInterrupted(id: string, question: Question, { cost, price, words }: Charged & { words: string }) {
  const most = mostWhenInterrupted(question, words, price)
  return cost > most ? [`${id}: interrupted, charged ${cost}, what can be read is worth at most ${most}`] : []
}

/** Its provider may have told of its input before it broke off: all of that which can be true counts. */
function mostWhenInterrupted({ ask, script }: Question, words: string, price: PriceRow): number {
  const counted = countOf(ask, words)
  const told = Math.min(script.input + script.cached, mostInput(ask))
  const most = { ...counted, input: Math.max(counted.input, told) }
  return schoolbookPrice(most, dearest(price)) * mostAbove
}

/** Bytes, which no count of tokens can be above; what the chat's format may add, and a model's own words before every prompt. */
function mostInput({ question }: SimulatedCall): number {
  return Buffer.byteLength(question) + 8 + 16 + 80
}

function dearest(price: PriceRow): PriceRow {
  return { ...price, inputPerMillion: Math.max(price.inputPerMillion, price.cachedPerMillion) }
}

/** A visitor pays nothing; what an answer cost us is booked once, whatever way it ended. */
function wrongForVisitor(
  question: Question,
  {
    charges,
    promos,
    prices,
    stoodStill,
  }: {
    readonly charges: ReadonlyMap<string, number>
    readonly promos: ReadonlyMap<string, number>
    readonly prices: PriceHistory
    readonly stoodStill: (id: string) => boolean
  },
): readonly string[] {
  const { ask, script, told, runs } = question
  const problems: string[] = []
  const expect = (truth: boolean, sentence: string) => void (truth || problems.push(sentence))
  // One that broke on our side is booked, too, and its key is free again.
  const booked = [...told].filter(([id, { attachable }]) => attachable && (promos.get(id) ?? 0) > 0).map(([id]) => id)
  expect(
    [...runs].every((id) => !charges.has(id)),
    `${ask.question}: a visitor was charged`,
  )
  expect(ask.key === undefined || booked.length <= 1, `${ask.question}: booked as ${booked.join(" and ")}`)
  for (const [id, { outcome, words }] of told) {
    const promo = promos.get(id) ?? 0
    expect(outcome.cost === 0, `${id}: a visitor was told a cost of ${outcome.cost}`)
    if (outcome.state === "interrupted") {
      // Its server was taken for dead and came back: what it had heard meanwhile nobody reads, and we are billed for it.
      const mostOf = (price: PriceRow) =>
        stoodStill(id) ? mostByCount(ask, script, price) * mostAbove : mostWhenInterrupted(question, words, price)
      const most = Math.max(...prices.all().map(mostOf))
      expect(promo <= most, `${id}: interrupted, booked ${promo}, what cost us something is worth at most ${most}`)
      const isWorthIt = outputTokensOf(words) >= fewestSurelyCharged
      expect(promo > 0 || !isWorthIt, `${id}: a visitor can read it, and nothing is booked`)
    }
    if (outcome.state !== "done" || !isUsageHeard(ask, script, stoodStill(id))) continue
    expect(promo > 0, `${id}: a visitor's answer, and nothing is booked`)
    if (script.input + script.cached > mostInput(ask) || script.output > script.cap) continue
    const wholes = prices.all().map((price) => schoolbookPrice(script, price))
    expect(wholes.includes(promo), `${id}: a visitor's answer of ${wholes.join(" or ")}, booked ${promo}`)
  }
  return problems
}

function sumsById(lines: readonly { readonly id: string; readonly amount: number }[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>()
  for (const { id, amount } of lines) sums.set(id, (sums.get(id) ?? 0) + amount)
  return sums
}

/** What a provider says long after it said that it was done, nobody waits for; nor who stood still meanwhile. */
function isUsageHeard(ask: SimulatedCall, { usage, gapMs }: Script, stoodStill: boolean): boolean {
  return usage !== "missing" && !(ask.stream && usage === "after-done" && (gapMs > 250 || stoodStill))
}
