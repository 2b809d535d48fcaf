import { fork } from "node:child_process"
import { randomUUID } from "node:crypto"
import { once } from "node:events"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { fromReais } from "#core/lib/micro-reais.ts"
import { projectNode } from "../../scripts/launcher/project-node.mjs"
import { createAccessCodes } from "../../server/access/access-code-store.ts"
import { readPepper } from "../../server/access/pepper.ts"
import { createLedger } from "../../server/ledger/ledger-store.ts"
import { openDatabase } from "../../server/store/database.ts"
import { startFakeProvider } from "../fake-provider/fake-provider.ts"
import { textReply } from "../fake-provider/replies.ts"
import { every } from "../fake-provider/timing.ts"
import { type AttackedServer, startAttackedServer } from "./attacked-server.ts"
import { bounds } from "./bounds.ts"
import type { KindReport } from "./crowd.ts"
import { type HonestAnswer, type HonestPerson, startHonestCrowd } from "./honest-clients.ts"
import type { FromHostile, ToHostile } from "./hostile-process.ts"
import { memoryOf, mostMemoryOf, type Sample, socketsOf, watchServer } from "./watch-server.ts"

export interface AttackOptions {
  /** How long the storm lasts, and the calm before it, in seconds. */
  readonly seconds: number
  readonly calmSeconds: number
  readonly clients: number
  readonly seed?: number
  /** Only kinds with this in their name. */
  readonly only?: string
  readonly onPhase?: (phase: string) => void
}

/** The measurements, in bytes and ms; `reportLines` and `problemsOf` interpret them. */
export interface AttackReport {
  readonly idleMemory: number
  readonly mostMemory: number
  readonly memoryAfter: number
  readonly socketsAfter: number
  readonly openRunsAfter: number
  readonly calmAgainMs: number
  readonly samples: readonly Sample[]
  readonly answers: readonly HonestAnswer[]
  readonly honestProblems: readonly string[]
  readonly kinds: readonly KindReport[]
  /** How often a place was reached that nobody may reach. */
  readonly reached: number
  /** Problems found in the books and in the server's log. */
  readonly serverProblems: readonly string[]
}

const root = join(import.meta.dirname, "../..")
const answer = "Tudo bem, e com você? ".repeat(10).trim()
/** The storm has so long to end, in ms. */
const endMs = 15_000

/**
 * A real server, honest people who use it, and hostile ones who join them for a while: what it does to the server's memory
 * and sockets and to the answers of the honest, and what is left of it afterwards. All traffic is on this machine.
 */
export async function attackServer(options: AttackOptions): Promise<AttackReport> {
  const { seconds, calmSeconds, clients, seed = 1, only = "", onPhase = () => {} } = options
  let phase = "calm"
  const enter = (next: string) => {
    phase = next
    onPhase(next)
  }
  const hostile = fork(join(import.meta.dirname, "hostile-process.ts"), {
    execPath: projectNode(root) ?? process.execPath,
  })
  const tell = (message: ToHostile) => void hostile.send(message)
  const [hosts] = (await once(hostile, "message")) as [FromHostile]
  if (hosts.told !== "hosts") throw new Error("the attackers have no servers")
  const provider = await startFakeProvider()
  provider.script(textReply(answer, { chunks: 20, timing: every(20), usage: { inputUncached: 20, output: 100 } }))
  const server = await startAttackedServer({
    env: {
      BASE_URL: provider.url,
      OPENAI_API_KEY: "sk-operator",
      MOONSHOT_URL: hosts.provider,
      // As many messages as honest visitors send in that time; the other budgets follow from it.
      FREE_DAILY_MESSAGES: String(Math.max(30, Math.ceil(1.5 * (seconds + calmSeconds)))),
    },
    pictures: hosts.pictures,
  })
  const books = await openBooks(server)
  const idleMemory = memoryOf(server.pid)
  enter("calm")
  const watch = watchServer(server, () => phase)
  const people = await gatherPeople(books)
  const honest = startHonestCrowd({ port: server.port, people, expected: answer, phase: () => phase })
  await delay(calmSeconds * 1_000)

  enter("storm")
  const { port, asset } = server
  tell({ do: "storm", target: { port, asset }, clients, seed, only, neighbours: sharedAddress })
  await delay(seconds * 1_000)
  const ended = once(hostile, "message", { signal: AbortSignal.timeout(endMs) })
  tell({ do: "end" })
  const [end] = (await ended) as [FromHostile]
  hostile.disconnect()

  enter("after")
  await honest.stop()
  const after = await untilCalm(server, idleMemory)
  watch.stop()
  const serverProblems = [...(await books.check()), ...wordsOfTrouble(server)]
  await books.close()
  const mostMemory = mostMemoryOf(server.pid)
  await server.stop()
  await provider.close()
  return {
    idleMemory,
    mostMemory,
    ...after,
    samples: watch.samples,
    answers: honest.answers,
    honestProblems: honest.problems,
    kinds: end.told === "end" ? end.kinds : [],
    reached: end.told === "end" ? end.reached : 0,
    serverProblems,
  }
}

/** Where half of those with a code live, and the first of each kind of hostile clients that may. */
const sharedAddress = "127.0.0.2"
/** Ten visitors behind one address: nobody of them is refused because of the others. */
const visitorsAddress = "127.0.0.3"

async function gatherPeople(books: Books): Promise<readonly HonestPerson[]> {
  const holders = Array.from({ length: 10 }, async (_, at): Promise<HonestPerson> => {
    const address = at < 5 ? sharedAddress : `127.0.0.${10 + at}`
    return { address, code: await books.codeWithMoney() }
  })
  const visitors = Array.from({ length: 10 }, () => ({ address: visitorsAddress }))
  return [...(await Promise.all(holders)), ...visitors]
}

interface Books {
  codeWithMoney(): Promise<string>
  /** Returns the problems at the end. */
  check(): Promise<readonly string[]>
  close(): Promise<void>
}

async function openBooks({ dataDir }: AttackedServer): Promise<Books> {
  const database = await openDatabase({ dataDir })
  const codes = createAccessCodes(database, readPepper({ dataDir }))
  const ledger = createLedger(database, { now: Date.now, newId: randomUUID })
  return {
    async codeWithMoney() {
      const made = await database.transaction((sql) => codes.create(sql, { kind: "premium" }))
      await ledger.credit({ codeId: made.id, purse: "premium", amount: fromReais(100), ref: randomUUID() })
      return made.code
    },
    async check() {
      const { violations } = await ledger.verify()
      const held = await database.read.get<{ held: number }>("select sum(held) as held from wallet")
      return [
        ...violations.map(({ invariant, detail }) => `the books: ${invariant}: ${detail}`),
        ...(Number(held?.held ?? 0) === 0 ? [] : [`${held?.held} micro-reais are still held`]),
      ]
    },
    close: () => database.close(),
  }
}

/** Waits until nothing of the storm is left, and tells what is left of it if that takes too long. */
async function untilCalm(server: AttackedServer, idleMemory: number) {
  const begun = performance.now()
  for (;;) {
    const state = {
      memoryAfter: memoryOf(server.pid),
      socketsAfter: socketsOf(server.pid),
      openRunsAfter: await openRuns(server),
      calmAgainMs: performance.now() - begun,
    }
    const isCalm = state.openRunsAfter === 0 && state.memoryAfter <= idleMemory + bounds.memoryAfter
    if (isCalm || state.calmAgainMs > bounds.calmAgainMs || server.end() !== undefined) return state
    await delay(100)
  }
}

async function openRuns({ port, adminToken }: AttackedServer): Promise<number> {
  const headers = { authorization: `Bearer ${adminToken}` }
  const reply = await fetch(`http://127.0.0.1:${port}/metrics`, { headers }).catch(() => undefined)
  return Number(/^prosa_open_runs (\d+)$/m.exec((await reply?.text()) ?? "")?.[1] ?? NaN)
}

/** Faults that the server itself has logged, and how it ended if it did. */
function wordsOfTrouble(server: AttackedServer): readonly string[] {
  const crashes = server
    .output()
    .split("\n")
    .filter((line) => /"event":"(crash|run-crashed)"|^(Uncaught|FATAL)|RangeError|TypeError/.test(line))
  const ended = server.end()
  return [
    ...(ended === undefined ? [] : [`the server ended: ${ended}: ${server.output().slice(-1_000)}`]),
    ...(crashes.length === 0
      ? []
      : [`${crashes.length} faults of ours in the log, the first: ${crashes[0]?.slice(0, 1_000)}`]),
  ]
}
