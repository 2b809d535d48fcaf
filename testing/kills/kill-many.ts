import { setTimeout as delay } from "node:timers/promises"
import { seeded } from "../fake-provider/timing.ts"
import { newVisitor } from "../visitors.ts"
import { findLeftOpen, findWrongBooks } from "./books-oracle.ts"
import { findWrongCharges } from "./charges-oracle.ts"
import { type Asked, createClients, isAnswered, type Payer, seenRun, unheardWhole } from "./clients.ts"
import { createOperator } from "./operator.ts"
import type { Heard } from "./heard.ts"
import { type Question, questionOf } from "./questions.ts"
import { startScriptedProvider } from "./scripted-provider.ts"
import { dataFolder, type Mishap, openPlace } from "./servers.ts"
import { openTables, type Tables } from "./tables.ts"
import { type Loss, traceRuns } from "./trace.ts"

export interface KillOptions {
  readonly kills: number
  /** Decides when servers die, what is asked and how long answers take. */
  readonly seed: number
  /** Two servers on this PostgreSQL; absent: one on SQLite. */
  readonly databaseUrl?: string | undefined
  /** How long a key may stand undecided with a server there to decide, in ms. */
  readonly mostUndecidedMs: number
  /** After each loss of a server and the next one's start, with how many there were. */
  readonly onKill?: (kills: number) => void
}

export interface KillReport {
  /** The problems: lost or double charges, wrong prices, errors in the books; a sentence each. */
  readonly problems: readonly string[]
  /** What is known of the runs that the problems name. */
  readonly trace: readonly string[]
  /** Questions that were answered to an end; those of them that a kill cut, which are kept in part and charged for that. */
  readonly answers: number
  readonly interrupted: number
  /** Answers asked without a key and cut, that were found again by their runs' ids. */
  readonly foundAgain: number
  readonly priceChanges: number
  /** The longest that a key stood undecided with a server there to decide, in ms. */
  readonly longestUndecidedMs: number
}

const chatModel = "gpt-4.1"
const visitorsModel = "gpt-4o-mini"
const adminToken = "the-operator-of-the-kill-harness"
/** Enough for whatever a provider claims to be seen in full. */
const plenty = 900_000_000_000
/** The first balance of the poor code, which is changed from time to time. */
const little = 20_000_000

/**
 * Real servers under load, lost at moments a seed decides and started again on the same data, while an operator sets prices
 * and payments come in. Nothing of what is compared in the end comes from the servers' code: what every client heard, what
 * the provider truly counted, and the tables as they lie on disk.
 */
export async function killMany({
  kills,
  seed,
  databaseUrl,
  mostUndecidedMs,
  onKill,
}: KillOptions): Promise<KillReport> {
  const random = seeded(seed)
  const questions = new Map<number, Question>()
  const question = (number: number): Question => {
    const known = questions.get(number) ?? questionOf(seed, number)
    questions.set(number, known)
    return known
  }
  const provider = await startScriptedProvider(question)
  const operator = createOperator(adminToken)
  const folders = (databaseUrl === undefined ? [0] : [0, 1]).map(dataFolder)
  const places = folders.map(({ path }) =>
    openPlace(path, { providerUrl: provider.url, databaseUrl, adminToken, exchange: operator.exchange(() => 1) }),
  )
  const anyServer = () => places[Math.floor(random() * places.length)]!.server()
  const first = await places[0]!.server()
  await Promise.all(places.map((place) => place.server()))
  const tables = await openTables(folders[0]!.path, databaseUrl)
  const problems: string[] = []

  await operator.setPrices(first, chatModel, random)
  await operator.setPrices(first, visitorsModel, random)
  // Servers look for new prices every second.
  await delay(2_000)
  const rich = await operator.createCode(first)
  const poor = await operator.createCode(first)
  await operator.pay(() => places[0]!.server(), rich.id, plenty)
  await operator.pay(() => places[0]!.server(), poor.id, little)
  const by = ({ code }: { readonly code: string }) => ({ authorization: `Bearer nk-${code}` })
  const ofRich: Payer = { kind: "code", isPoor: false, model: chatModel, headers: by(rich) }
  const ofPoor: Payer = { kind: "code", isPoor: true, model: chatModel, headers: by(poor) }
  const headers = { "x-visitor": await newVisitor(first.url) }
  const visitor: Payer = { kind: "visitor", isPoor: false, model: visitorsModel, headers }

  const clients = createClients({ places, questionOf: question, random, mostUndecidedMs })
  const askers = [
    ...Array.from({ length: databaseUrl === undefined ? 8 : 16 }, () => clients.ask(ofRich, true)),
    ...Array.from({ length: 3 }, () => clients.ask(ofRich, false)),
    clients.ask(ofPoor, true),
    clients.ask(ofPoor, false),
    clients.ask(visitor, true),
    clients.ask(visitor, false),
  ]
  const errands: Promise<unknown>[] = []
  const losses: Loss[] = []
  let priceChanges = 0
  let victim = 0
  for (let kill = 1; kill <= kills; kill++) {
    await untilAsked(() => provider.requests.length)
    await delay(random() < 0.8 ? 30 + 400 * random() : 2_050 + 400 * random())
    if (random() < 0.1) {
      priceChanges++
      errands.push(operator.setPrices(await anyServer(), random() < 0.7 ? chatModel : visitorsModel, random))
    }
    if (random() < 0.2) errands.push(operator.pay(anyServer, poor.id, little * (random() < 0.3 ? -2 : 1)))
    // One of two lives on for a while: it has to close what the other left.
    if (random() < 0.1) victim = (victim + 1) % places.length
    const how = mishap(random(), places.length)
    const at = Date.now()
    await places[victim]!.lose(how, operator.exchange(random))
    losses.push({ place: victim, how, at, until: Date.now() })
    const wrong = await tables.snapshot(findWrongBooks)
    problems.push(...wrong.map((sentence) => `after ${kill} (${how}): ${sentence}`))
    onKill?.(kill)
  }
  clients.stop()
  // Payments taken back may have left it far below nothing, and what it asked last is to be answered.
  errands.push(operator.pay(anyServer, poor.id, plenty))
  await Promise.all([...askers, ...errands])

  problems.push(...(await untilNothingIsOpen(tables)))
  problems.push(...(await readAllAgain(clients.asked, clients.readAgain, () => provider.requests.length)))
  const kept = new Map<Asked, Heard | undefined>()
  for (const asked of clients.asked)
    if (asked.key === undefined && !isAnswered(asked)) kept.set(asked, await clients.comeBack(asked))
  const facts = {
    runs: clients.asked.flatMap((asked) => seenRun(asked, kept.get(asked)) ?? []),
    runsOf: new Map(clients.asked.map((asked) => [asked.question, asked.runs])),
    payments: operator.payments,
    ratesEver: operator.ratesEver,
    unheard: clients.asked.flatMap(unheardWhole),
  }
  problems.push(...(await tables.snapshot(findWrongBooks)))
  problems.push(...(await tables.snapshot((rows) => findWrongCharges(rows, facts))))
  const verified = (await (await places[0]!.server()).admin("ledger", "verify")) as { readonly ok: boolean }
  if (!verified.ok) problems.push(`the servers' own check of the books disagrees: ${JSON.stringify(verified)}`)

  const all = [...clients.problems, ...problems]
  const trace = await tables.snapshot((rows) => traceRuns(rows, all, facts.runs, losses))
  await tables.close()
  for (const place of places) await place.stop()
  await provider.close()
  for (const folder of folders) folder.remove()
  return {
    problems: all,
    trace,
    answers: facts.runs.filter(({ end }) => end !== "broken").length,
    interrupted: facts.runs.filter(({ end }) => end === "interrupted").length,
    foundAgain: [...kept.values()].filter((found) => found !== undefined).length,
    priceChanges,
    longestUndecidedMs: clients.longestUndecidedMs(),
  }
}

/** Waits until a server is at work again, if only for a while: on a slow machine it would else always be lost with nothing begun. */
async function untilAsked(requests: () => number): Promise<void> {
  const before = requests()
  for (const deadline = performance.now() + 3_000; requests() === before && performance.now() < deadline;)
    await delay(10)
}

/** Only where another server takes over is it worth anything to put one to sleep. */
function mishap(luck: number, servers: number): Mishap {
  if (luck < 0.8) return "kill"
  if (luck < 0.92) return "stop"
  return luck < 0.96 || servers === 1 ? "stop-then-kill" : "sleep"
}

/** Waits until living servers have closed the dead ones' work: ten seconds, and a margin for a busy machine. */
async function untilNothingIsOpen(tables: Tables): Promise<readonly string[]> {
  for (const deadline = performance.now() + 20_000; ;) {
    const open = await tables.snapshot(findLeftOpen)
    if (open.length === 0 || performance.now() > deadline) return open
    await delay(500)
  }
}

function nameOf({ runId, status, error = "whole", cost }: Heard): string {
  return `${runId} (${status}, ${error}, ${cost})`
}

/** Every answer whose end a client saw is there by its key, byte for byte, and its provider is not asked again. */
async function readAllAgain(
  all: readonly Asked[],
  readAgain: (asked: Asked) => ReturnType<ReturnType<typeof createClients>["readAgain"]>,
  requests: () => number,
): Promise<readonly string[]> {
  const problems: string[] = []
  const before = requests()
  for (const asked of all) {
    const { question, key, heard } = asked
    if (key === undefined) continue
    if (heard === undefined || heard.status !== 200) continue
    const again = await readAgain(asked)
    if (again?.runId !== heard.runId || again.content !== heard.content)
      problems.push(
        `${question.text}: ${nameOf(heard)} in the end, read again it is ${again === undefined ? "nothing" : nameOf(again)}`,
      )
    if (heard.error === undefined && heard.text !== question.answer) problems.push(`${question.text}: not whole`)
  }
  const asked = requests() - before
  return asked === 0 ? problems : [...problems, `reading again asked the provider ${asked} times`]
}
