import { accounts } from "#core/ledger/entry.ts"
import { microReais } from "#core/lib/micro-reais.ts"
import type { Outcome } from "../../server/gateway/runs/outcome.ts"
import type { Run } from "../../server/gateway/runs/run.ts"
import { below, oneIn, pick, scriptFrom, type Chances, type Random } from "./chances.ts"
import type { Machines } from "./machines.ts"
import type { Oracle, Question } from "./oracle.ts"
import { follow, type Manner, type Reading, takeWhole, waitFor } from "./following.ts"
import { noteEnd } from "./reading.ts"
import type { Scheduler } from "./scheduler.ts"
import type { SimulatedServer } from "./simulated-server.ts"

/** Those who ask, leave, come back, stop, erase and pay. They note what they saw. */
export interface People {
  /** Until everybody has done what they came for. */
  live(): Promise<void>
  /** On a server that knows only what is on disk: every answer that ended, or was paid, is read again by its key. */
  readAgain(isCharged: (runId: string) => boolean): Promise<void>
  /** A day later, when answers are erased: what was paid under a key is not paid again. */
  askForErased(isCharged: (runId: string) => boolean): Promise<void>
}

export interface PeopleDeps {
  readonly scheduler: Scheduler
  readonly oracle: Oracle
  readonly chances: Chances
  readonly random: Random
  readonly machines: Machines
  readonly newId: () => string
}

export function createPeople({ scheduler, oracle, chances, random, machines, newId }: PeopleDeps): People {
  const crowd = scheduler.live("people")
  const problem = (sentence: string) => void oracle.problems.push(sentence)
  const sleep = (ms: number) => scheduler.sleep(crowd, ms)
  const network = () => scheduler.turn(crowd, "network")

  function newQuestion(): Question {
    const question = `Pergunta ${newId()}`
    const { visitors, codes } = chances
    const keyed = !oneIn(random, chances.isSluggish ? 2 : 4)
    const who =
      visitors.length > 0 && oneIn(random, 2)
        ? { id: pick(random, visitors), kind: "visitor" as const }
        : pick(random, codes)
    const isPicture = chances.draws && oneIn(random, 2)
    const ask = {
      question,
      owner: who.id,
      kind: who.kind,
      key: keyed ? `key-${question}` : undefined,
      isPicture,
      stream: !oneIn(random, 4) && !isPicture,
      cap: pick(random, [600, 4_000, 32_768]),
    }
    const made: Question = {
      ask,
      script: scriptFrom(random, question, chances),
      told: new Map(),
      runs: new Set(),
      acknowledged: false,
    }
    oracle.questions.set(question, made)
    return made
  }

  /** One person with one question, until it is answered or they give up. */
  async function ask(question: Question): Promise<void> {
    let seen: { readonly id: string; readonly frames: readonly string[] } | undefined
    for (let tries = 0; tries < 10; tries++) {
      await network()
      const server = machines.any()
      if (server && !oneIn(random, 12)) {
        const started = server.chat(question.ask)
        if (!started.ok) {
          if (started.error.kind !== "upstream")
            return problem(`${question.ask.question}: its own key is taken for another body`)
          await sleep(500)
          continue
        }
        if (oneIn(random, 8)) askOtherwise(server, question)
        if (oneIn(random, 6)) void stopSoon(server, started.value)
        question.runs.add(started.value.facts.id)
        if (!oracle.begunBy.has(started.value.facts.id)) oracle.begunBy.set(started.value.facts.id, server.life.name)
        const from = seen?.id === started.value.facts.id ? seen.frames.length : 0
        const reading = await read(server, started.value, question.ask.stream, from)
        const { run, outcome } = reading
        question.runs.add(run.facts.id)
        // From the beginning, as a client that asks by its key gets it; or what comes after what it has.
        const had = from === 0 ? [] : (seen?.frames ?? [])
        seen = { id: run.facts.id, frames: [...had, ...reading.frames] }
        if (outcome === "cut") problem(`${run.facts.id}: its reader was cut off without a word`)
        if (outcome === "gone" && question.ask.key === undefined) return run.stop("client-gone")
        if (question.ask.key === undefined && (outcome === "let-go" || outcome === "closed"))
          return comeBack(question, run, () => outcome === "let-go" || oracle.endedWell.has(server.life.name))
        if (typeof outcome !== "string") {
          heard(question, run, outcome, seen.frames)
          const again = outcome.failure !== undefined && !run.attachable
          if (question.ask.key !== undefined && run.attachable && oneIn(random, 4)) return erase(server, question, run)
          if (
            !again ||
            outcome.failure.kind === "insufficient-balance" ||
            outcome.failure.kind === "free-limit-reached"
          )
            return
        }
      }
      if (question.ask.key === undefined) return
      await sleep(pick(random, [0, 500, 5_000]))
    }
  }

  /** An end while all goes on: nobody is told that an answer broke off whose server is well. */
  function heard(question: Question, run: Run, outcome: Outcome, frames: readonly string[]): void {
    noteEnd(question, run, outcome, frames, problem)
    const server = oracle.begunBy.get(run.facts.id) ?? ""
    if (outcome.state === "interrupted" && !oracle.troubled.has(server))
      problem(`${run.facts.id}: interrupted, and nothing is wrong with ${server}`)
  }

  /** Most read as it comes and stay; some leave, some are slow, and some do not read at all. */
  function mannerOf(): Manner {
    const most = oneIn(random, 3) ? below(random, 6) : Infinity
    const isPrompt = most < Infinity || !oneIn(random, chances.isSluggish ? 2 : 8)
    return { most, pace: isPrompt ? "prompt" : pick(random, ["slow", "never"]) }
  }

  /** Of those who ask for a whole reply some do not wait for it. */
  async function read(server: SimulatedServer, run: Run, stream: boolean, from: number): Promise<Reading> {
    const manner = mannerOf()
    if (stream) return follow(scheduler, crowd, server, run, from, manner, problem)
    const left = oneIn(random, 6) ? sleep(below(random, 3_000)) : new Promise<never>(() => {})
    return takeWhole(scheduler, crowd, server, run, { pace: manner.pace, left })
  }

  /** Without a key, whoever was let go has the run's id alone. `isKept`: what came to something must be there. */
  async function comeBack(question: Question, run: Run, isKept: () => boolean): Promise<void> {
    const { id } = run.facts
    if (isKept()) question.letGo = run
    for (let tries = 0; tries < 20; tries++) {
      await sleep(5_000)
      const server = machines.any()
      const found =
        server && (await Promise.race([server.find(id, question.ask.owner).catch(() => {}), server.life.over]))
      if (server === undefined || !found) continue
      const { outcome, frames } = await waitFor(server, found)
      if (typeof outcome !== "string") return heard(question, found, outcome, frames)
    }
    const { deaths, troubles } = chances
    const isSafe = run.outcome !== undefined && oracle.endedWell.has(oracle.begunBy.get(id) ?? "")
    if (run.attachable && isKept() && (deaths === 0 || isSafe) && troubles.busy === 0)
      problem(`${id}: its reader was let go and cannot find it`)
  }

  async function readAll(server: SimulatedServer, run: Run, stream: boolean): Promise<Reading> {
    if (!stream) return waitFor(server, run)
    return follow(scheduler, crowd, server, run, 0, { pace: "prompt", most: Infinity }, problem)
  }

  function askOtherwise(server: SimulatedServer, { ask: asked }: Question): void {
    if (asked.key === undefined) return
    const other = server.chat({ ...asked, question: `${asked.question}?` })
    if (other.ok) problem(`${asked.question}: another body under its key was taken`)
  }

  async function stopSoon(server: SimulatedServer, run: Run): Promise<void> {
    await sleep(below(random, 3_000))
    await network()
    if (!server.life.alive) return
    const found = await Promise.race([
      server.find(run.facts.id, run.facts.owner).catch(() => undefined),
      server.life.over,
    ])
    if (found) found.stop("stop")
  }

  async function erase(server: SimulatedServer, question: Question, run: Run): Promise<void> {
    await network()
    if (!server.life.alive) return
    question.acknowledged = true
    await Promise.race([server.acknowledge(run).catch(() => {}), server.life.over])
  }

  /** Sends a payment until somebody says that it is in, sometimes twice at once, as payment providers do. */
  async function pay(codeId: string, purse: "premium" | "free" | "calls", amount: number): Promise<void> {
    const ref = newId()
    const send = ({ ledger }: SimulatedServer) =>
      purse === "calls"
        ? ledger.creditCalls({ codeId, calls: amount, ref })
        : ledger.credit({ codeId, purse, amount: microReais(amount), ref })
    for (;;) {
      await network()
      const server = machines.any()
      if (server) {
        const sent = Array.from({ length: oneIn(random, 3) ? 3 : 1 }, () =>
          send(server).then(
            ({ outcome }) => outcome,
            () => undefined,
          ),
        )
        const answers = await Promise.race([Promise.all(sent), server.life.over])
        if (answers?.some((answer) => answer === "credited" || answer === "already")) break
      }
      await sleep(1_000)
    }
    const wallet = purse === "calls" ? accounts.calls(codeId) : accounts.wallet(codeId, purse)
    oracle.payments.set(ref, { wallet, amount })
  }

  /** A picture, a speech: its price is known beforehand, and it may need searches. */
  async function buyFixed(): Promise<void> {
    const server = machines.any()
    if (!server) return
    const { id: codeId, kind } = pick(random, chances.codes)
    const id = `fixed-${newId()}`
    const amount = 1 + below(random, 200_000)
    const calls = oneIn(random, 3) ? 1 : 0
    const cost = oneIn(random, 6) ? amount * 2 : below(random, amount + 1)
    oracle.fixed.set(id, { amount, cost, told: undefined })
    const trade = async () => {
      const held = await server.ledger.hold({
        id,
        codeId,
        purse: kind,
        amount: microReais(amount),
        calls,
        priceVersion: "v",
      })
      if (held.outcome !== "held") return
      await sleep(below(random, 4_000))
      if (oneIn(random, 4)) return void (await server.ledger.void(id))
      const settled = await server.ledger.settle({ id, model: "dall-e-3", cost: microReais(cost), calls }, codeId)
      if ("charged" in settled) oracle.fixed.set(id, { amount, cost, told: settled.charged })
      // The answer was lost on the way, or so they think.
      if (oneIn(random, 2)) await server.ledger.settle({ id, model: "dall-e-3", cost: microReais(cost), calls }, codeId)
      if (oneIn(random, 2)) await server.ledger.void(id)
    }
    await Promise.race([trade().catch(() => {}), server.life.over])
  }

  async function person(): Promise<void> {
    for (let errands = 1 + below(random, 3); errands > 0; errands--) {
      await sleep(below(random, 2_000))
      const errand = below(random, 10)
      const { id: codeId, kind: purse } = pick(random, chances.codes)
      if (errand === 0) await pay(codeId, purse, pick(random, [50_000, 1_000_000]))
      else if (errand === 1) await pay(codeId, purse, -pick(random, [10_000, 400_000]))
      else if (errand === 3) await pay(codeId, "calls", 1 + below(random, 3))
      else if (errand === 2) await buyFixed()
      else await askTogether(newQuestion())
    }
  }

  /** Sometimes from two tabs at once. */
  async function askTogether(question: Question): Promise<void> {
    const tabs = question.ask.key !== undefined && oneIn(random, 4) ? 2 : 1
    await Promise.all(Array.from({ length: tabs }, () => ask(question)))
  }

  return {
    async live() {
      for (const { id, kind, credit } of chances.codes) if (credit > 0) await pay(id, kind, credit)
      await Promise.all(Array.from({ length: chances.people }, person))
    },
    async readAgain(isCharged) {
      const server = machines.any()
      if (!server) return problem("no server at the end")
      for (const question of oracle.questions.values()) {
        const { ask: asked, script, told, runs, letGo } = question
        const isCalm = chances.deaths === 0 && chances.troubles.busy === 0
        if (letGo?.outcome !== undefined && letGo.attachable && isCalm) {
          const found = await server.find(letGo.facts.id, asked.owner)
          if (found === undefined) problem(`${letGo.facts.id}: its reader was let go, and it is not on disk`)
        }
        if (asked.key === undefined || question.acknowledged) continue
        const ended = [...told.values()].some(({ attachable }) => attachable)
        if (!ended && ![...runs].some(isCharged)) continue
        const before = script.asked
        const started = server.chat(asked)
        if (!started.ok) problem(`${asked.question}: its key is taken at the end`)
        else {
          const { run, outcome, frames } = await readAll(server, started.value, asked.stream)
          if (typeof outcome === "string") problem(`${asked.question}: no end at the end`)
          else if (!runs.has(run.facts.id)) problem(`${asked.question}: at the end it is another run`)
          else noteEnd(question, run, outcome, frames, problem, true)
        }
        if (script.asked !== before) problem(`${asked.question}: read again, the provider was asked again`)
      }
    },
    async askForErased(isCharged) {
      const server = machines.any()
      if (!server) return problem("no server a day later")
      for (const { ask: asked, script, runs } of oracle.questions.values()) {
        if (asked.key === undefined || asked.kind === "visitor" || ![...runs].some(isCharged)) continue
        const before = script.asked
        const started = server.chat(asked)
        if (started.ok) await waitFor(server, started.value)
        if (script.asked !== before) problem(`${asked.question}: paid, erased, and the provider was asked again`)
      }
    },
  }
}
