import type { ServerResponse } from "node:http"
import type { Failure } from "#core/gateway/failure.ts"
import { microReais } from "#core/lib/micro-reais.ts"
import { err, type Result } from "#core/lib/result.ts"
import { textsFor } from "../../server/http/texts.ts"
import { createDayCounters } from "../../server/access/day-counters.ts"
import { createFreeQuota } from "../../server/access/free-quota.ts"
import { createWallets } from "../../server/access/wallets.ts"
import { createChatRuns } from "../../server/gateway/chat-runs.ts"
import { createCrashedRuns } from "../../server/gateway/runs/crashed-runs.ts"
import { createDetachedRuns } from "../../server/gateway/runs/detached-runs.ts"
import { createCatalogueStore } from "../../server/gateway/models/catalogue-store.ts"
import { restarting } from "../../server/gateway/decide-end.ts"
import { loneKey } from "../../server/gateway/providers/provider-keys.ts"
import { leaveRun } from "../../server/gateway/runs/leave-run.ts"
import { closeOrphan, recover } from "../../server/gateway/runs/recover.ts"
import { farewell } from "../../server/gateway/runs/farewell.ts"
import { type Readers, streamRun } from "../../server/gateway/runs/reply-stream.ts"
import { createRunKeeping, type RunKeeping } from "../../server/gateway/runs/run-keeping.ts"
import { createUnreadAnswers } from "../../server/gateway/runs/unread-answers.ts"
import { createRetries } from "../../server/gateway/providers/retries.ts"
import type { ModelNews } from "../../server/gateway/models/model-news.ts"
import type { Provider } from "../../server/gateway/providers/provider.ts"
import type { Run } from "../../server/gateway/runs/run.ts"
import { createRunRegistry } from "../../server/gateway/runs/run-registry.ts"
import { createKeptRuns } from "../../server/gateway/runs/kept-runs.ts"
import { createRunStore } from "../../server/gateway/runs/run-store.ts"
import { createSealer, type Sealer } from "../../server/gateway/runs/encryption.ts"
import { loadTokenCounter } from "../../server/gateway/billing/token-counter.ts"
import type { Upstream } from "../../server/outbound/upstream.ts"
import { createSteppedLedger, type SteppedLedger } from "../ledger/stepped-ledger.ts"
import { beatMs, joinAlone, joinOthers } from "../../server/servers/membership.ts"
import { sqlClock } from "../sql-clock.ts"
import type { Database } from "../../server/store/sql.ts"
import { createServedTime } from "../../server/store/served-time.ts"
import { pageClientApi } from "#core/providers/openai/client-api.ts"
import { type SimulatedCall, apiFor, callOf } from "./ask.ts"
import type { PriceHistory } from "./prices.ts"
import type { Clock, Life, Scheduler } from "./scheduler.ts"

/** One server process: the real run engine and the real books, without HTTP around them. */
export interface SimulatedServer {
  readonly life: Life
  readonly ledger: SteppedLedger
  /** `POST …/chat/completions`, as far as the run. */
  chat(ask: SimulatedCall): Result<Run, Failure>
  /** Writes a run to a connection as a stream; `onFailed` where it fails before there is anything to stream. */
  follow(run: Run, response: ServerResponse, after: number, onFailed: () => void): void
  /** `GET /api/runs/{id}` and its stop. */
  find(id: string, owner: string): Promise<Run | undefined>
  /** `DELETE /api/runs/{id}`. */
  acknowledge(run: Run): Promise<void>
  /** Takes the operator's prices over, if there are others. */
  lookAtPrices(): Promise<void>
  /** The same as a whole reply. */
  answerWhole(run: Run, response: ServerResponse): void
  /** It was told to stop. */
  isEnding(): boolean
  /**
   * SIGTERM: begins nothing new, and waits for what is under way, and until it is read; after so many ms that is ended, and
   * kept where it was not read.
   */
  terminate(patienceMs: number): Promise<void>
  /** The errors in its log. */
  readonly crashes: readonly string[]
}

export const dailyGrant = microReais(500_000)
/** Models neither come nor go in a life. */
const modelNews: ModelNews = { refused: () => false, learned() {}, rerouted: () => undefined }
const pepper = "a secret of the simulation"
/** Packs at once: work on other threads takes real time, while the simulated time goes on. */
const sealer: Sealer = {
  ...createSealer(pepper),
  sealLong: async (bytes, about) => createSealer(pepper).seal(bytes, about),
}

// Modules that a server loads lazily are loaded before a life begins: loading takes real time, and a life takes none.
await loadTokenCounter()

/** Ways of a server that are wrong, one by one. */
export interface Flaws {
  /** Charges all that the provider reports, plausible or not. */
  readonly chargesAllThatIsTold?: true
  /** Charges what it has counted itself as if it had reached its cap. */
  readonly chargesTheCap?: true
  /** Says that it lives, and judges others, by its machine's clock. */
  readonly beatsByOwnClock?: true
  readonly saysNoFarewell?: true
  /** Takes every connection for one that has sent everything. */
  readonly looksAtNoBacklog?: true
  readonly keepsNothingUnread?: true
  readonly endsBeforeItIsRead?: true
  readonly endsBeforeItIsSettled?: true
  /** Leaves a picture as it leaves a text, whose provider stops then. */
  readonly takesPicturesForText?: true
}

/** After the patience of a server that ends: for what is to be said, in ms. */
const lastWordsMs = 1_000

export interface ServerOptions {
  readonly scheduler: Scheduler
  readonly life: Life
  readonly database: Database
  readonly upstream: Upstream
  readonly random: () => number
  readonly newId: () => string
  readonly prices: PriceHistory
  /** Its machine's. */
  readonly clock: Clock
  readonly databaseClock: Clock
  /** The daily budget of all visitors together, in micro-reais. */
  readonly visitorsBudget: number
  /** No other server is alive on the data. */
  readonly onlyOneAlive: boolean
  readonly flaws: Flaws
}

/** Starts as `serve` does: what dead servers left is closed before anybody is answered. */
export async function bootServer(options: ServerOptions): Promise<SimulatedServer> {
  const { scheduler, life, database, upstream, random, newId, prices, onlyOneAlive, flaws } = options
  const { now } = options.clock
  const timers = scheduler.timersOf(life)
  const crashes: string[] = []
  const note = (error: unknown) => void crashes.push(error instanceof Error ? (error.stack ?? "") : String(error))
  const server = onlyOneAlive
    ? await joinAlone(database, life.name)
    : await joinOthers(database, {
        id: life.name,
        clock: sqlClock((flaws.beatsByOwnClock ? options.clock : options.databaseClock).now),
      })
  if (!onlyOneAlive) void beat()
  const ledger = createSteppedLedger(database, { now, newId, server })
  const store = createRunStore({ database, sealer, server, now })
  const runs = createRunRegistry(now)
  const books = createCatalogueStore(database)
  let priced = prices.current()
  const counters = createDayCounters(database, now, server, random)
  const orphans = { database, ledger, counters, store, apiFor, texts: textsFor(undefined), onDamaged: note }
  const crashedRuns = createCrashedRuns({ runs, steady: scheduler.now, ...orphans })
  const quota = createFreeQuota(database, counters, {
    dailyMessages: 1_000,
    dailyBudget: microReais(options.visitorsBudget),
    pepper,
  })
  const servedTime = createServedTime(database, scheduler.now)
  const closeDead = async () => {
    await recover(orphans)
    await counters.sweep()
    await server.forgetDead()
  }
  const tidyUp = async () => {
    await servedTime.advance()
    await crashedRuns.giveBack()
    await closeDead()
    await store.eraseOld()
  }
  await books.keepPrices(priced.version, priced.content)
  await tidyUp()

  const lookForDead = async () => ((await server.anyDead()) ? closeDead() : undefined)
  if (!onlyOneAlive) timers.every(2_000, () => void lookForDead().catch(note))
  const readers: Readers = {
    unread: createUnreadAnswers({ now: scheduler.now, refusals: { count() {}, tell() {} } }),
    keeping: keepingOf(flaws, createRunKeeping({ database, store, timers, onFailed: note })),
    turns: {
      inTurn: (work) => void scheduler.turn(life, "sends").then(work),
      ownTurn: () => scheduler.turn(life, "goes on"),
    },
  }
  timers.every(1_000, () => readers.unread.look())
  timers.every(5_000, createDetachedRuns(runs, scheduler.now))
  timers.every(15_000, () => void tidyUp().catch(note))

  const wallets = createWallets(ledger, { dailyGrant, now })
  const provider: Provider = {
    id: "openai",
    upstream,
    sign: (request) => request,
    secrets: [],
    // One that never rests: what providers do to keys is proved elsewhere.
    keys: { ...loneKey("sk-simulated"), ours: true },
    retries: createRetries({ most: 2, now, random, wait: (ms) => scheduler.sleep(life, ms) }),
  }
  const chatRuns = createChatRuns({
    database,
    ledger,
    counters,
    store,
    keptRuns: createKeptRuns(store),
    runs,
    freeEnds: { stops: { take: () => true }, empties: { take: () => true } },
    modelNews,
    links: { upgradeUrl: "", supportUrl: undefined },
    now,
    timers,
    newId,
    onCheckpointFailed: note,
    giveBackOf: crashedRuns.giveBackOf,
    closeLeft: (facts) => closeOrphan(orphans, facts),
    onCrash(run, error) {
      note(error)
      crashedRuns.add(run)
      void crashedRuns.giveBack().catch(note)
    },
  })
  let accepting = true
  const connections = new Set<ServerResponse>()

  function hold(response: ServerResponse): ServerResponse {
    connections.add(response)
    response.once("close", () => connections.delete(response))
    return flaws.looksAtNoBacklog ? withoutBacklog(response) : response
  }

  function leave(run: Run): void {
    if (life.alive) leaveRun(run, readers.keeping)
  }

  /** One beat after the other, as a server makes them. */
  async function beat(): Promise<void> {
    for (;;) {
      await scheduler.sleep(life, beatMs)
      await server.beat().catch(note)
    }
  }

  return {
    life,
    ledger,
    crashes,
    chat(ask) {
      const asked = { owner: ask.owner, key: ask.key, requestHash: ask.question }
      const known = chatRuns.known(asked)
      if (known) return known
      if (!accepting) return err(restarting)
      const call = callOf(ask, { priced, provider, ledger, wallets, quota, now, flaws })
      return { ok: true, value: chatRuns.start(asked, call, () => {}) }
    },
    follow(run, response, after, onFailed) {
      const isRead = streamRun(readers, run, hold(response), {
        after,
        whose: run.facts,
        farewell: (sent) =>
          flaws.saysNoFarewell ? Buffer.alloc(0) : farewell(pageClientApi, textsFor(undefined), run.facts, sent),
        onEarlyFailure: onFailed,
        onGone: () => leave(run),
      })
      if (!isRead) onFailed()
    },
    answerWhole(run, response) {
      hold(response)
      const unwatch = run.watch({ frames() {}, replaced() {}, end() {} }, run.frameCount)
      response.once("close", () => {
        unwatch()
        if (run.outcome === undefined) leave(run)
        else if (life.alive && !response.writableFinished) readers.keeping.keep(run)
      })
      void run.ended.then(() => {
        if (!life.alive || response.destroyed) return
        const { unread, keeping } = readers
        const bytes = run.reply?.kind === "json" ? Buffer.from(run.reply.bytes) : Buffer.from("{}")
        unread.bound(run.facts, response, bytes.length)
        response.end(bytes)
        if (response.writableLength > 0 || run.keepsFrames) keeping.whileUnread(run, response)
      })
    },
    isEnding: () => !accepting,
    find: async (id, owner) => runs.find(id, owner) ?? (await store.load(id, owner)),
    async acknowledge(run) {
      runs.forget(run)
      await readers.keeping.drop(run)
      await store.acknowledge(run.facts.id, run.facts.owner)
    },
    async lookAtPrices() {
      const next = prices.current()
      await books.keepPrices(next.version, next.content)
      priced = next
    },
    async terminate(patienceMs) {
      accepting = false
      readers.keeping.keepAtOnce(runs.open())
      const cancel = timers.after(patienceMs, () => runs.open().forEach((run) => run.stop("shutdown")))
      const drained = scheduler.sleep(life, patienceMs + lastWordsMs)
      if (!flaws.endsBeforeItIsSettled) await Promise.all(runs.open().map((run) => run.ended))
      cancel()
      if (!flaws.endsBeforeItIsRead) {
        const taken = [...connections].map((response) => new Promise((resolve) => response.once("close", resolve)))
        await Promise.race([Promise.all(taken), drained])
        for (const response of connections) response.destroy()
        await readers.keeping.settled()
      }
      await server.leave().catch(note)
    },
  }
}

/** As if nobody were ever behind. */
function withoutBacklog(response: ServerResponse): ServerResponse {
  return new Proxy(response, {
    get(of, name) {
      if (name === "writableLength") return 0
      if (name === "write") return (bytes: Buffer) => of.write(bytes) || true
      const value: unknown = Reflect.get(of, name, of)
      return typeof value === "function" ? (value.bind(of) as unknown) : value
    },
  })
}

/** Since several ways lead to an answer that is kept, a server that is wrong in this has none of those in question. */
function keepingOf({ keepsNothingUnread, endsBeforeItIsRead }: Flaws, keeping: RunKeeping): RunKeeping {
  const keepAtOnce = () => {}
  if (keepsNothingUnread)
    return { ...keeping, keep: (run) => run.facts.isNobodys !== true, whileUnread: () => {}, keepAtOnce }
  return endsBeforeItIsRead ? { ...keeping, keepAtOnce } : keeping
}
