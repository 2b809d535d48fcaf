import { randomUUID } from "node:crypto"
import { objectOf, objectsOf, parseJson, textOf, type JsonObject } from "#core/lib/fields.ts"
import { fromReais, type MicroReais } from "#core/lib/micro-reais.ts"
import { type Prosa, startProsa } from "../e2e/support/prosa.ts"
import { createAccessCodes } from "../server/access/access-code-store.ts"
import { readPepper } from "../server/access/pepper.ts"
import { createLedger } from "../server/ledger/ledger-store.ts"
import { openDatabase } from "../server/store/database.ts"
import { splitEvents } from "./read-stream.ts"
import {
  type FakeProvider,
  type RecordedRequest,
  type Script,
  startFakeProvider,
} from "./fake-provider/fake-provider.ts"

/** A real server on its own data, in front of a scripted provider, with the operator's hand on its books. */
export interface TestGateway {
  readonly url: string
  readonly prosa: Prosa
  readonly provider: FakeProvider
  /** A new code with so much on it. */
  code(kind: "premium" | "free", reais?: number): Promise<TestCode>
  /** More search calls on a code. */
  credit(code: TestCode, more: { readonly calls: number }): Promise<void>
  freeze(code: TestCode): Promise<void>
  /** How many frames of a run are on disk. */
  keptFrames(runId: string): Promise<number>
  /** The books' balance of a code's paying wallet, in whole micro-reais. */
  balance(
    code: TestCode,
  ): Promise<{ readonly posted: MicroReais; readonly held: MicroReais; readonly available: MicroReais }>
  /** How many rows a table has. */
  rows(table: string): Promise<number>
  /** Changes what is stored, behind the server's back. */
  change(statement: string): Promise<void>
  /** The sum of an account in the books, in micro-reais or calls. */
  booked(account: string): Promise<number>
  /** A chat: `hello` unless told otherwise. */
  chat(code: TestCode | undefined, body?: object, options?: ChatOptions): Promise<Response>
  /** Scripts the provider; the answer tells the requests that reached it since. */
  script(script: Script): () => readonly RecordedRequest[]
  /** Ends everything; throws when the books do not verify. */
  stop(): Promise<void>
}

export interface TestCode {
  readonly code: string
  readonly id: string
  readonly kind: "premium" | "free"
}

export interface ChatOptions {
  readonly path?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Another server on the same books. */
  readonly server?: string
  readonly signal?: AbortSignal
}

export interface TestGatewayOptions {
  readonly env?: Readonly<Record<string, string>>
  /** More of it, where it names the fake provider's address. */
  readonly envFor?: (provider: FakeProvider) => Readonly<Record<string, string>>
  readonly key?: string
  /** The pretend model answers; the provider stands unused beside it. */
  readonly pretend?: boolean
  readonly databaseUrl?: string
  /** The pepper of `env`, where it names one. */
  readonly pepper?: string
  /** How the server is started: as a process of its own, unless told otherwise. */
  readonly start?: typeof startProsa
}

/** No limits that a fast test would run into, and one attempt for each call: what is scripted is what is heard. */
export const unlimited = {
  LIMIT_CODE_PER_MINUTE: "0",
  LIMIT_ADDRESS_PER_MINUTE: "0",
  LIMIT_OPEN_RUNS_PREMIUM: "0",
  LIMIT_OPEN_RUNS_FREE: "0",
  UPSTREAM_RETRIES: "0",
  UPSTREAM_BREAKER: "0",
  // The provider gets only the requested calls.
  MODELS_WATCH: "0",
}

export const hello = { model: "gpt-4.1", messages: [{ role: "user", content: "Oi, tudo bem?" }] }

/** A question of up to 5 400 tokens, for answers whose provider counts so many. */
export const longQuestion = { messages: [{ role: "user", content: "palavra ".repeat(1_500) }] }

/** The page's own prefix; `/v1/chat/completions` is the one for SDKs. */
export const pagePath = "/api/openai/v1/chat/completions"

export async function startGateway(options: TestGatewayOptions = {}): Promise<TestGateway> {
  const { env = {}, envFor = () => ({}), key, pretend = false, databaseUrl, pepper, start = startProsa } = options
  const provider = await startFakeProvider()
  const prosa = await start({
    env: {
      ...unlimited,
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
      ...env,
      ...envFor(provider),
    },
    ...(pretend ? {} : { provider: { url: provider.url, ...(key === undefined ? {} : { key }) } }),
  })
  // A second process on the same books, as the admin command line is one.
  const database = await openDatabase({ dataDir: prosa.dataDir, databaseUrl })
  const codes = createAccessCodes(database, readPepper({ dataDir: prosa.dataDir, accessPepper: pepper }))
  const ledger = createLedger(database, { now: Date.now, newId: randomUUID })

  return {
    url: prosa.url,
    prosa,
    provider,
    async code(kind, reais = 0) {
      const made = await database.transaction((sql) => codes.create(sql, { kind }))
      if (reais > 0) {
        await ledger.credit({ codeId: made.id, purse: kind, amount: fromReais(reais), ref: randomUUID() })
      }
      return { code: made.code, id: made.id, kind }
    },
    credit: async ({ id }, { calls }) => void (await ledger.creditCalls({ codeId: id, calls, ref: randomUUID() })),
    async keptFrames(runId) {
      const query = "select max(last_id) as last from run_frames where run_id = ?"
      return (await database.read.get<{ last: number | null }>(query, [runId]))?.last ?? 0
    },
    freeze: ({ id }) => codes.setFrozen(id, true),
    balance: async ({ id, kind }) => (await ledger.balances(id))[kind],
    rows: async (table) =>
      Number((await database.read.get<{ rows: number | string }>(`select count(*) as rows from ${table}`))?.rows),
    change: (statement) => database.transaction(async (sql) => void (await sql.run(statement))),
    async booked(account) {
      const row = await database.read.get<{ sum: number | string | null }>(
        "select sum(amount) as sum from entry where account = ?",
        [account],
      )
      return Number(row?.sum ?? 0)
    },
    chat(code, body = {}, { path = pagePath, headers = {}, server = prosa.url, signal } = {}) {
      return fetch(server + path, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "accept-language": "pt-BR",
          ...(code === undefined ? {} : { authorization: `Bearer nk-${code.code}` }),
          ...headers,
        },
        body: JSON.stringify({ ...hello, ...body }),
        ...(signal ? { signal } : {}),
      })
    },
    script(script) {
      provider.script(script)
      const from = provider.requests.length
      return () => provider.requests.slice(from)
    },
    async stop() {
      const books = await ledger.verify()
      await database.close()
      // First, so that a run that waits for it ends.
      await provider.close()
      await prosa.stop()
      if (!books.ok) throw new Error(`the books are wrong: ${JSON.stringify(books.violations)}`)
    },
  }
}

/** The content of a streamed chat, read to its end. */
export interface StreamedChat {
  readonly status: number
  readonly runId: string
  /** The SSE ids in their order. */
  readonly ids: readonly (string | undefined)[]
  /** The payloads behind `data:`. */
  readonly payloads: readonly string[]
  readonly chunks: readonly JsonObject[]
  readonly text: string
  readonly meta: Meta | undefined
  readonly usage: JsonObject | undefined
  readonly error: JsonObject | undefined
  readonly done: boolean
}

export interface Meta {
  readonly updatedBalance: number
  readonly newPremiumBalance: number
  readonly newFreeBalance: number
  readonly newCallsBalance: number
  readonly cost: number
  readonly runId: string
}

export async function readChat(response: Response): Promise<StreamedChat> {
  const events = splitEvents([new Uint8Array(await response.arrayBuffer())])
  const payloads = events.map((event) => event.data)
  const chunks = payloads.flatMap((payload): JsonObject[] => {
    const chunk = objectOf(parseJson(payload))
    return chunk ? [chunk] : []
  })
  const choices = chunks.map((chunk) => objectsOf(chunk["choices"])[0])
  const last = (name: string) => objectOf(chunks.findLast((chunk) => objectOf(chunk[name]))?.[name])
  return {
    status: response.status,
    runId: response.headers.get("x-run-id") ?? "",
    ids: events.map((event) => event.id),
    payloads,
    chunks,
    text: choices.map((choice) => textOf(objectOf(choice?.["delta"])?.["content"]) ?? "").join(""),
    meta: last("_meta") as Meta | undefined,
    usage: last("usage"),
    error: last("error"),
    done: payloads.at(-1) === "[DONE]",
  }
}

/** Reads a stream until the text has appeared, and leaves the rest unread. */
export async function readUntil(response: Response, text: string): Promise<ReadableStreamDefaultReader<Uint8Array>> {
  const reader = response.body!.getReader()
  const decoder = new TextDecoder()
  for (let seen = ""; !seen.includes(text);) {
    const { done, value } = await reader.read()
    if (done) throw new Error(`the stream ended without "${text}": ${seen}`)
    seen += decoder.decode(value, { stream: true })
  }
  return reader
}

/** A reply's JSON object. */
export async function readJson(response: Response): Promise<JsonObject> {
  return objectOf(await response.json()) ?? {}
}

/** The run's own account, once it has ended: asks again until then, at most for so long. */
export async function settledRun(gateway: TestGateway, code: TestCode | undefined, runId: string): Promise<JsonObject> {
  const headers = code === undefined ? {} : { authorization: `Bearer nk-${code.code}` }
  for (const deadline = Date.now() + 5_000; ;) {
    const run = await readJson(await fetch(`${gateway.url}/api/runs/${runId}`, { headers }))
    if (["done", "failed", "stopped"].includes(String(run["state"]))) return run
    if (Date.now() > deadline) throw new Error(`run ${runId} did not end: ${JSON.stringify(run)}`)
  }
}
