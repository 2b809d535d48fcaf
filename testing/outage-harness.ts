import { randomUUID } from "node:crypto"
import { readFileSync } from "node:fs"
import { setTimeout as delay } from "node:timers/promises"
import { objectsOf, textOf } from "#core/lib/fields.ts"
import { startProsa } from "../e2e/support/prosa.ts"
import { type DatabaseLine, layDatabaseLine } from "./database-line.ts"
import { textReply } from "./fake-provider/replies.ts"
import { every } from "./fake-provider/timing.ts"
import { pagePath, readChat, readJson, startGateway, type TestCode, type TestGateway } from "./gateway.ts"
import type { TestCluster } from "./postgres.ts"

/** A fault of the database while a server uses it. Returns when it works again. */
export type Trouble = (server: TestCluster, line: DatabaseLine) => Promise<void>

export interface OutageReport {
  /** The problems: lost or double payments, wrong replies, errors in the books; a sentence each. */
  readonly problems: readonly string[]
  readonly answers: number
  /** Requests that were told to come again. */
  readonly refused: number
  /** From the end of the trouble until somebody new was served, in ms. */
  readonly servedAfterMs: number
  /** The longest that `/readyz` took, in ms, and whether it told of the trouble. */
  readonly readyzMostMs: number
  readonly toldNotReady: boolean
  /** The server's highest memory, in MiB. */
  readonly mostResident: number
  /** Lines of the log about the database, and other errors and warnings. */
  readonly outageLines: readonly string[]
  readonly otherLines: readonly string[]
}

interface Question {
  readonly text: string
  readonly key: string | undefined
  readonly stream: boolean
}

const usage = { inputUncached: 20, output: 100 }
/** 20 tokens in and 100 out of gpt-4.1, in micro-reais. */
const wholePrice = 6_006
/** The value of `Retry-After`. */
const retryAfterMs = 5_000
const pepper = "a pepper that outlives its database, of enough characters"
/** How each asker asks: under a key or not, as a stream or whole. */
const askers = [
  ...Array.from({ length: 5 }, () => ({ keyed: true, stream: true })),
  ...Array.from({ length: 2 }, () => ({ keyed: true, stream: false })),
  ...Array.from({ length: 2 }, () => ({ keyed: false, stream: true })),
  { keyed: false, stream: false },
]

/**
 * A real server process on a real PostgreSQL, ten clients who ask without a pause, and some trouble of the database in the
 * middle of it. In the end every answer must have been told whole, once, and paid once, and the books must be closed.
 */
export async function liveThrough(cluster: TestCluster, trouble: Trouble): Promise<OutageReport> {
  const line = await layDatabaseLine(cluster.url)
  const before = await readBooks(cluster).catch(() => undefined)
  const gateway = await startGateway({
    databaseUrl: cluster.url,
    pepper,
    env: { ACCESS_PEPPER: pepper, DATABASE_URL: line.url },
    start: startProsa,
  })
  const code = await gateway.code("premium", 1_000)
  gateway.script((request) => {
    const question = textOf(objectsOf(request.json["messages"])[0]?.["content"]) ?? ""
    return textReply(answerTo(question), { chunks: 40, timing: every(40), usage })(request)
  })
  const problems: string[] = []
  const answered: Question[] = []
  let [refused, readyzMostMs, mostResident, toldNotReady, isOver] = [0, 0, 0, false, false]

  async function asker({ keyed, stream }: (typeof askers)[number], at: number): Promise<void> {
    for (let n = 0; !isOver; n++) {
      const question = { text: `Pergunta ${at}.${n}`, key: keyed ? randomUUID() : undefined, stream }
      // A client with a key retries as it was told to; the others press on.
      while (!(await ask(question)) && !isOver) await delay(keyed ? retryAfterMs : 100)
    }
  }

  /** False where it was told to come again. */
  async function ask(question: Question): Promise<boolean> {
    try {
      const said = await answerOf(gateway, code, question)
      if (said.status === 503) refused += 1
      else if (said.text === answerTo(question.text) && said.cost === wholePrice) answered.push(question)
      else problems.push(`${question.text} ${question.stream ? "" : "(whole) "}was answered ${JSON.stringify(said)}`)
      return said.status !== 503
    } catch (error) {
      problems.push(`${question.text}: ${describe(error)}`)
      return true
    }
  }

  async function watch(): Promise<void> {
    while (!isOver) {
      const askedAt = performance.now()
      const reply = await fetch(`${gateway.url}/readyz`).catch(() => undefined)
      readyzMostMs = Math.max(readyzMostMs, performance.now() - askedAt)
      toldNotReady ||= reply?.status === 503
      mostResident = Math.max(mostResident, residentOf(gateway.prosa.pid))
      await delay(200)
    }
  }

  const working = [...askers.map(asker), watch()]
  const saidBefore = gateway.prosa.output().length
  await delay(2_500)
  await trouble(cluster, line)
  const backAt = performance.now()
  while ((await listStatus(gateway, code)) !== 200 && performance.now() - backAt < 60_000) await delay(20)
  const servedAfterMs = performance.now() - backAt
  await delay(retryAfterMs + 2_000)
  isOver = true
  await Promise.all(working)
  const died = await Promise.race([gateway.prosa.ended, delay(10, "alive")])
  if (died !== "alive") problems.push(`the server ended (${died}): ${gateway.prosa.output().slice(-2_000)}`)
  const books = await readBooks(cluster)
  const expected = {
    charged: (before?.charged ?? 0) + answered.length,
    paid: (before?.paid ?? 0) + answered.length * wholePrice,
    open: 0,
    held: 0,
    runs: 0,
    drifted: 0,
  }
  for (const name of Object.keys(expected) as (keyof Books)[])
    if (books[name] !== expected[name]) problems.push(`books: ${name} is ${books[name]}, not ${expected[name]}`)
  for (const question of answered.filter(({ key }) => key !== undefined).slice(-30)) {
    const again = await answerOf(gateway, code, question)
    if (again.text !== answerTo(question.text)) problems.push(`${question.text} read again: ${JSON.stringify(again)}`)
  }
  const lines = gateway.prosa.output().slice(saidBefore).split("\n")
  await gateway.stop().catch((error: unknown) => problems.push(describe(error)))
  await line.close()
  const told = lines.filter((text) => /"level":"(error|warn)"|"database-back"/.test(text))
  return {
    problems,
    answers: answered.length,
    refused,
    servedAfterMs,
    readyzMostMs,
    toldNotReady,
    mostResident,
    outageLines: told.filter((text) => text.includes('"event":"database-')),
    otherLines: told.filter((text) => !text.includes('"event":"database-')),
  }
}

async function answerOf(
  gateway: TestGateway,
  code: TestCode,
  { text, key, stream }: Question,
): Promise<{ readonly status: number; readonly text: string; readonly cost: number; readonly error?: unknown }> {
  const body = { stream, messages: [{ role: "user", content: text }] }
  const headers = key === undefined ? {} : { "idempotency-key": key }
  const response = await gateway.chat(code, body, { headers, path: pagePath })
  if (stream) {
    const chat = await readChat(response)
    const cost = Math.round((chat.meta?.cost ?? 0) * 1e6)
    // After a long wait the error comes inside the stream.
    const status = chat.text === "" && chat.error?.["code"] === "upstream_error" ? 503 : chat.status
    return { status, text: chat.text, cost, ...(chat.error && { error: chat.error }) }
  }
  const json = await readJson(response)
  const message = objectsOf(json["choices"])[0]?.["message"] as { readonly content?: string } | undefined
  const meta = json["_meta"] as { readonly cost?: number } | undefined
  const cost = Math.round((meta?.cost ?? 0) * 1e6)
  return { status: response.status, text: message?.content ?? "", cost, ...(response.ok ? {} : { error: json }) }
}

async function listStatus(gateway: TestGateway, code: TestCode): Promise<number> {
  const headers = { authorization: `Bearer nk-${code.code}` }
  const reply = await fetch(`${gateway.url}/api/runs`, { headers, signal: AbortSignal.timeout(30_000) }).catch(
    () => undefined,
  )
  return reply?.status ?? 0
}

interface Books {
  /** Runs that were charged, and what left the wallets for them, in micro-reais. */
  readonly charged: number
  readonly paid: number
  /** Holds and runs that are open, money that is held, wallets that are not the sum of their entries. */
  readonly open: number
  readonly held: number
  readonly runs: number
  readonly drifted: number
}

/** From the tables, not by the ledger's own account of them. */
async function readBooks(cluster: TestCluster): Promise<Books> {
  const [row = {}] = await cluster.ask(`
    select (select count(*) from txn where kind = 'use') as charged,
      (select coalesce(-sum(amount), 0) from entry join txn on txn.id = txn_id
        where kind = 'use' and account like 'wallet:%') as paid,
      (select count(*) from hold where state = 'open') as open,
      (select coalesce(sum(held), 0) from wallet) as held,
      (select count(*) from run where state = 'open') as runs,
      (select count(*) from (select account, sum(amount) as sum from entry group by account) a
        join wallet on wallet.id = a.account where a.sum <> wallet.posted) as drifted`)
  const { charged, paid, open, held, runs, drifted } = row
  return {
    charged: Number(charged),
    paid: Number(paid),
    open: Number(open),
    held: Number(held),
    runs: Number(runs),
    drifted: Number(drifted),
  }
}

function answerTo(question: string): string {
  return `${question} `.repeat(40)
}

function residentOf(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

/** Of a broken fetch, why it broke. */
function describe(error: unknown): string {
  const why = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : ""
  return `${String(error)}${why}`
}
