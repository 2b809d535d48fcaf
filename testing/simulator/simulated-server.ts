import type { Failure } from "#core/gateway/failure.ts"
import { pt } from "#core/i18n/locales/pt.ts"
import { promptBound } from "#core/ledger/prompt-bound.ts"
import { microReais } from "#core/lib/micro-reais.ts"
import type { Result } from "#core/lib/result.ts"
import { abilitiesOf } from "#core/models/abilities.ts"
import type { Adapter } from "#core/providers/adapter.ts"
import type { NativeCall } from "#core/providers/chat-wire.ts"
import { openAiAdapter } from "#core/providers/openai/adapter.ts"
import { pageWire } from "#core/providers/openai/chat-wire.ts"
import { createWallets } from "../../server/access/wallets.ts"
import { billCode } from "../../server/gateway/billing/billing.ts"
import { createChatRuns } from "../../server/gateway/runs/chat-runs.ts"
import { createCrashedRuns } from "../../server/gateway/runs/crashed-runs.ts"
import { createDetachedRuns } from "../../server/gateway/runs/detached-runs.ts"
import type { OfferedModel } from "../../server/gateway/models/model-catalogue.ts"
import { loneKey } from "../../server/gateway/upstream/provider-keys.ts"
import { recover } from "../../server/gateway/runs/recover.ts"
import { createRetries } from "../../server/gateway/upstream/retries.ts"
import type { ModelNews } from "../../server/gateway/upstream/ask-provider.ts"
import { nativeApi } from "../../server/gateway/upstream/call-api.ts"
import type { ChatCall } from "../../server/gateway/chat-call.ts"
import type { Provider } from "../../server/gateway/upstream/provider.ts"
import type { Run } from "../../server/gateway/runs/run.ts"
import { createRunRegistry } from "../../server/gateway/runs/run-registry.ts"
import { createKeptRuns } from "../../server/gateway/runs/kept-runs.ts"
import { createRunStore } from "../../server/gateway/runs/run-store.ts"
import { createSealer } from "../../server/gateway/runs/sealed.ts"
import { loadTokenCounter } from "../../server/gateway/billing/token-counter.ts"
import type { Upstream } from "../../server/gateway/upstream/upstream.ts"
import { createLedger, leaseMs, type Ledger } from "../../server/ledger/ledger-store.ts"
import type { Database } from "../../server/store/database.ts"
import type { Life, Scheduler } from "./scheduler.ts"

/** A question, as a client asks it, perhaps again and again. */
export interface Ask {
  readonly question: string
  readonly codeId: string
  readonly kind: "premium" | "free"
  readonly key: string | undefined
  readonly stream: boolean
  readonly cap: number
}

/** One server process: the real run engine and the real books, without HTTP around them. */
export interface SimulatedServer {
  readonly life: Life
  readonly ledger: Ledger
  /** `POST …/chat/completions`, as far as the run. */
  chat(ask: Ask): Result<Run, Failure>
  /** `GET /api/runs/{id}` and its stop. */
  find(id: string, owner: string): Promise<Run | undefined>
  /** `DELETE /api/runs/{id}`. */
  acknowledge(run: Run): Promise<void>
  /** SIGTERM whose time is up: ends what is under way, and waits for its settlement. */
  drain(): Promise<void>
  /** What its log would say. */
  readonly crashes: readonly string[]
}

export const model: OfferedModel = {
  name: "gpt-4.1",
  displayName: "gpt-4.1",
  askedAs: "gpt-4.1",
  provider: "openai",
  price: {
    inputPerMillion: 14_300_000,
    cachedPerMillion: 3_575_000,
    cacheWritePerMillion: 14_300_000,
    outputPerMillion: 57_200_000,
  },
  priceVersion: "simulated",
  listed: true,
  abilities: abilitiesOf("gpt-4.1"),
  tokensPerText: 1,
}

export const dailyGrant = microReais(500_000)
const catalogue = { priceOf: () => model.price }
/** Models neither come nor go in a life. */
const modelNews: ModelNews = { refused: () => false, learned() {}, rerouted: () => undefined }
const wireFor = () => pageWire
const sealer = createSealer("a secret of the simulation")

// What a server loads when it first needs it is there before a life begins: loading takes real time, and a life none.
await loadTokenCounter()

export interface ServerOptions {
  readonly scheduler: Scheduler
  readonly life: Life
  readonly database: Database
  readonly upstream: Upstream
  readonly random: () => number
  readonly newId: () => string
  /** No other server is alive on the data. */
  readonly onlyOneAlive: boolean
}

/** Starts as `serve` does: what dead servers left is closed before anybody is answered. */
export async function bootServer(options: ServerOptions): Promise<SimulatedServer> {
  const { scheduler, life, database, upstream, random, newId, onlyOneAlive } = options
  const now = scheduler.now
  const timers = scheduler.timersOf(life)
  const crashes: string[] = []
  const ledger = createLedger(database, { now, newId, owner: life.name })
  const store = createRunStore({ database, sealer, server: life.name, now })
  const runs = createRunRegistry(now)
  const crashedRuns = createCrashedRuns({ runs, database, ledger, store, catalogue, wireFor, texts: pt })
  const tidyUp = async () => {
    await crashedRuns.giveBack()
    await recover({ database, ledger, store, catalogue, wireFor, texts: pt, now, leaseNow: now, onlyOneAlive })
    await store.eraseOld()
  }
  await tidyUp()

  const note = (error: unknown) => void crashes.push(error instanceof Error ? (error.stack ?? "") : String(error))
  timers.every(leaseMs / 4, () => void ledger.extendLeases().catch(note))
  timers.every(5_000, createDetachedRuns(runs, now))
  timers.every(15_000, () => void tidyUp().catch(note))

  const wallets = createWallets(ledger, { dailyGrant, now })
  const provider: Provider = {
    id: "openai",
    upstream,
    sign: (request) => request,
    secrets: [],
    keys: loneKey("sk-simulated"),
    retries: createRetries({ most: 2, now, random, wait: (ms) => scheduler.sleep(life, ms) }),
  }
  const chatRuns = createChatRuns({
    database,
    ledger,
    store,
    keptRuns: createKeptRuns(store),
    runs,
    earlyStops: { tooMany: () => false },
    modelNews,
    now,
    timers,
    newId,
    onCheckpointFailed: note,
    onCrash(run, error) {
      note(error)
      crashedRuns.add(run)
      void crashedRuns.giveBack().catch(note)
    },
  })

  function callFor(ask: Ask): ChatCall {
    const messages = [{ role: "user" as const, content: ask.question }]
    const bound = promptBound(model.name, messages)
    const native: NativeCall = {
      target: { path: "/v1/chat/completions", query: {} },
      model: model.name,
      messages,
      counted: "",
      stream: ask.stream,
      asksUsage: true,
      body: { messages },
    }
    const code = { id: ask.codeId, kind: ask.kind, frozen: false, label: "", createdAt: 0, fingerprint: "" }
    const caller = { kind: "code", tier: ask.kind, owner: ask.codeId, code, address: "" } as const
    return {
      surface: "/api/openai",
      api: nativeApi({ adapter: openAiAdapter as Adapter<unknown>, wire: pageWire }, native),
      model,
      messages,
      counted: "",
      stream: ask.stream,
      asksUsage: true,
      fits: true,
      tier: ask.kind,
      promptLikely: bound.likely,
      promptMost: bound.most,
      cap: ask.cap,
      isAside: false,
      recordedAs: ask.codeId,
      stopsCountFor: [ask.codeId],
      billing: billCode(caller, { ledger, wallets, upgradeUrl: "", ceilings: {}, now }),
      provider,
      texts: pt,
    }
  }

  return {
    life,
    ledger,
    crashes,
    chat(ask) {
      const asked = { owner: ask.codeId, key: ask.key, requestHash: ask.question }
      const known = chatRuns.known(asked)
      return known ?? { ok: true, value: chatRuns.start(asked, callFor(ask), () => {}) }
    },
    find: async (id, owner) => runs.find(id, owner) ?? (await store.load(id, owner)),
    async acknowledge(run) {
      runs.forget(run)
      await store.acknowledge(run.facts.id, run.facts.owner)
    },
    async drain() {
      for (const run of runs.open()) run.stop("shutdown")
      await Promise.all(runs.open().map((run) => run.ended))
    },
  }
}
