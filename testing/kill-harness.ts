import { randomUUID } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { fromReais, microReais } from "#core/lib/micro-reais.ts"
import { objectsOf, textOf } from "#core/providers/json.ts"
import { type Prosa, startProsa } from "../e2e/support/prosa.ts"
import { createAccessCodes } from "../server/access/access-code-store.ts"
import { readPepper } from "../server/access/pepper.ts"
import { createLedger } from "../server/ledger/ledger-store.ts"
import { type Database, openDatabase } from "../server/store/database.ts"
import { startFakeProvider } from "./fake-provider/fake-provider.ts"
import { textReply } from "./fake-provider/replies.ts"
import { every, seeded } from "./fake-provider/timing.ts"
import { hello, pagePath, readChat, type StreamedChat, unlimited } from "./gateway.ts"

export interface KillOptions {
  readonly kills: number
  /** Decides when the server dies and how long answers take. */
  readonly seed: number
  /** After each kill and start, with how many there were. */
  readonly onKill?: (kills: number) => void
}

export interface KillReport {
  /** What was lost, charged twice, or wrong in the books: a sentence each. */
  readonly problems: readonly string[]
  /** Questions that were answered to an end, and runs that were charged. */
  readonly answers: number
  readonly charged: number
  /** Answers that a kill cut, kept in part and charged for that part. */
  readonly interrupted: number
}

/** A question under its key and what its client saw last: an end, or nothing yet. */
interface Question {
  readonly text: string
  readonly key: string | undefined
  ended: StreamedChat | undefined
}

const askersWithKey = 8
const askersWithout = 2
const usage = { inputUncached: 20, output: 100 }
/** 20 tokens in and 100 out of gpt-4.1, in micro-reais. */
const wholePrice = 6_006

/**
 * A real server under load from several clients, killed at moments a seed decides and started again on the same data. In
 * the end every answer whose end a client saw, or that was charged, is read again by its key and compared; the books are
 * verified after every start.
 */
export async function killMany({ kills, seed, onKill }: KillOptions): Promise<KillReport> {
  const random = seeded(seed)
  const problems: string[] = []
  const questions: Question[] = []
  const provider = await startFakeProvider()
  provider.script((request) => {
    const question = textOf(objectsOf(request.json["messages"])[0]?.["content"]) ?? ""
    const waitMs = question.length % 3 === 0 ? 40 : 8
    return textReply(answerTo(question), { chunks: 60, timing: every(waitMs), usage })(request)
  })
  const dataDir = mkdtempSync(join(tmpdir(), "prosa-killed-"))
  const start = () => startProsa({ env: unlimited, provider: { url: provider.url }, dataDir })
  let server: Promise<Prosa> = start()
  await server
  const books = await openDatabase({ dataDir })
  const ledger = createLedger(books, { now: Date.now, newId: randomUUID })
  const code = await codeWithMoney(books, dataDir)
  let over = false

  async function ask(question: Question): Promise<StreamedChat | undefined> {
    const { url } = await server
    try {
      const response = await fetch(url + pagePath, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          authorization: `Bearer nk-${code}`,
          ...(question.key === undefined ? {} : { "idempotency-key": question.key }),
        },
        body: JSON.stringify({ ...hello, messages: [{ role: "user", content: question.text }], stream: true }),
      })
      const chat = await readChat(response)
      if (chat.status !== 200) problems.push(`${question.text}: answered ${chat.status} ${JSON.stringify(chat)}`)
      return chat.done || chat.status !== 200 ? chat : undefined
    } catch (error) {
      // The connection broke, or nobody listens: whoever kills has said already which server is next.
      if (error instanceof TypeError) return undefined
      throw error
    }
  }

  async function asker(keyed: boolean): Promise<void> {
    while (!over) {
      const text = `Pergunta ${questions.length}${"?".repeat(Math.floor(random() * 3))}`
      const question: Question = { text, key: keyed ? randomUUID() : undefined, ended: undefined }
      questions.push(question)
      do question.ended = await ask(question)
      while (question.ended === undefined && question.key !== undefined)
    }
  }

  const askers = Array.from({ length: askersWithKey + askersWithout }, (_, at) => asker(at < askersWithKey))
  for (let kill = 1; kill <= kills; kill++) {
    await delay(random() < 0.8 ? 30 + 400 * random() : 2_050 + 400 * random())
    const running = await server
    const killed = running.kill()
    server = killed.then(start)
    await server
    const { violations } = await ledger.verify()
    problems.push(...violations.map(({ invariant, detail }) => `after kill ${kill}: ${invariant}: ${detail}`))
    onKill?.(kill)
  }
  over = true
  await Promise.all(askers)

  const running = await server
  const asked = provider.requests.length
  const charges = await chargesByRun(books)
  for (const question of questions.filter(({ key }) => key !== undefined)) {
    const again = await ask(question)
    problems.push(...compare(question, again, charges))
  }
  if (provider.requests.length !== asked) problems.push("reading again asked the provider again")
  problems.push(...(await chargedTwice(books, charges)))
  for (const [run, amount] of charges) if (amount > wholePrice * 2) problems.push(`${run}: charged ${amount}`)
  const verified = (await running.admin("ledger", "verify")) as { readonly ok: boolean }
  if (!verified.ok) problems.push(`admin ledger verify: ${JSON.stringify(verified)}`)
  const held = await books.read.get<{ held: number }>("select sum(held) as held from wallet")
  if (held?.held !== 0) problems.push(`${held?.held} still held when all is over`)

  await books.close()
  await running.stop()
  await provider.close()
  rmSync(dataDir, { recursive: true })
  const ended = questions.flatMap(({ ended: chat }) => (chat ? [chat] : []))
  return {
    problems,
    answers: ended.length,
    charged: charges.size,
    interrupted: ended.filter(({ error }) => error !== undefined).length,
  }
}

/** What the answer read again says otherwise than the first time, or than the provider and the books. */
function compare({ text, ended }: Question, again: StreamedChat | undefined, charges: Charges): readonly string[] {
  if (!ended || !again) return [`${text}: no end`]
  const told = fromReais(again.meta?.cost ?? 0)
  const whole = answerTo(text)
  return [
    ...(JSON.stringify(again) === JSON.stringify(ended) ? [] : [`${text}: read again it is another answer`]),
    ...(whole.startsWith(again.text) ? [] : [`${text}: says what the provider did not`]),
    ...(again.error !== undefined || (again.text === whole && told === wholePrice) ? [] : [`${text}: not whole`]),
    ...(told === (charges.get(again.runId) ?? 0) ? [] : [`${text}: told ${told}, charged ${charges.get(again.runId)}`]),
    ...again.ids.flatMap((id, at) => (id === String(at + 1) ? [] : [`${text}: frame ${at + 1} has id ${id}`])),
  ]
}

function answerTo(question: string): string {
  return `${question} `.repeat(60)
}

async function codeWithMoney(books: Database, dataDir: string): Promise<string> {
  const codes = createAccessCodes(books, readPepper({ dataDir }))
  const made = await books.transaction((sql) => codes.create(sql, { kind: "premium" }))
  const ledger = createLedger(books, { now: Date.now, newId: randomUUID })
  await ledger.credit({ codeId: made.id, purse: "premium", amount: microReais(1e12), ref: randomUUID() })
  return made.code
}

type Charges = ReadonlyMap<string, number>

async function chargesByRun(books: Database): Promise<Charges> {
  const rows = await books.read.all<{ ref: string; amount: number }>(
    "select ref, -amount as amount from txn join entry on txn_id = txn.id where kind = 'use' and account like 'wallet:%'",
  )
  return new Map(rows.map(({ ref, amount }) => [ref.slice("use:".length), amount]))
}

/** Keys under which more than one run was charged, runs with a key that have no end, and charges for answers that are gone. */
async function chargedTwice(books: Database, charges: Charges): Promise<readonly string[]> {
  const runs = await books.read.all<{ id: string; idem_key: string; state: string }>(
    "select id, idem_key, state from run",
  )
  const problems: string[] = []
  const byKey = new Map<string, string>()
  for (const { id, idem_key: key, state } of runs) {
    if (state === "open") problems.push(`${id} is open when all is over`)
    if (!charges.has(id)) continue
    if (byKey.has(key)) problems.push(`${key}: charged as ${byKey.get(key)} and ${id}`)
    byKey.set(key, id)
  }
  const paid = await books.read.all<{ id: string }>("select id from hold where req_hash <> '' and captured > 0")
  for (const { id } of paid) if (!runs.some((run) => run.id === id)) problems.push(`${id}: paid and gone`)
  return problems
}
