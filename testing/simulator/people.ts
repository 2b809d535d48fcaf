import { accounts } from "#core/ledger/entry.ts"
import { microReais } from "#core/lib/micro-reais.ts"
import type { Outcome } from "../../server/gateway/runs/outcome.ts"
import { encodeReply } from "../../server/gateway/runs/whole-reply.ts"
import type { Run } from "../../server/gateway/runs/run.ts"
import { below, oneIn, pick, scriptFrom, type Chances, type Random } from "./chances.ts"
import type { Machines } from "./machines.ts"
import type { Oracle, Question } from "./oracle.ts"
import type { Scheduler } from "./scheduler.ts"
import type { SimulatedServer } from "./simulated-server.ts"

/** Those who ask, leave, come back, stop, erase and pay. They note what they saw. */
export interface People {
  /** Until everybody has done what they came for. */
  live(): Promise<void>
  /** On a server that knows only what is on disk: every answer that ended, or was paid, is read again by its key. */
  readAgain(isCharged: (runId: string) => boolean): Promise<void>
}

export interface PeopleDeps {
  readonly scheduler: Scheduler
  readonly oracle: Oracle
  readonly chances: Chances
  readonly random: Random
  readonly machines: Machines
  readonly newId: () => string
}

/** What a reader has of a run. */
interface Reading {
  readonly run: Run
  readonly frames: readonly string[]
  /** `gone`: the connection broke, or the reader left. */
  readonly outcome: Outcome | "gone"
}

export function createPeople({ scheduler, oracle, chances, random, machines, newId }: PeopleDeps): People {
  const crowd = scheduler.live("people")
  const problem = (sentence: string) => void oracle.problems.push(sentence)
  const sleep = (ms: number) => scheduler.sleep(crowd, ms)
  const network = () => scheduler.turn(crowd, "network")

  /** Watches a run until its end, until its server dies, or for so many frames. */
  async function watch(server: SimulatedServer, run: Run, after: number, most: number): Promise<Reading> {
    const frames: string[] = []
    let leave = () => {}
    const left = new Promise<"gone">((resolve) => {
      const enough = () => frames.length >= most && resolve("gone")
      leave = run.watch(
        {
          frames(fresh) {
            for (const frame of fresh) frames.push(frame.toString())
            enough()
          },
          end: () => {},
        },
        after,
      )
      enough()
    })
    const outcome = await Promise.race([run.ended, server.life.over.then(() => "gone" as const), left])
    leave()
    return { run, frames, outcome }
  }

  function newQuestion(): Question {
    const question = `Pergunta ${newId()}`
    const code = pick(random, chances.codes)
    const keyed = !oneIn(random, 4)
    const ask = {
      question,
      codeId: code.id,
      kind: code.kind,
      key: keyed ? `key-${question}` : undefined,
      stream: !oneIn(random, 4),
      cap: pick(random, [600, 4_000, 32_768]),
    }
    const made: Question = {
      ask,
      script: scriptFrom(random, question),
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
        if (!started.ok) return problem(`${question.ask.question}: its own key is taken for another body`)
        if (oneIn(random, 8)) askOtherwise(server, question)
        if (oneIn(random, 6)) void stopSoon(server, started.value)
        question.runs.add(started.value.facts.id)
        const from = seen?.id === started.value.facts.id ? seen.frames.length : 0
        const reading = await watch(server, started.value, from, oneIn(random, 3) ? below(random, 6) : Infinity)
        const { run, outcome } = reading
        question.runs.add(run.facts.id)
        // From the beginning, as a client that asks by its key gets it; or what comes after what it has.
        const had = from === 0 ? [] : (seen?.frames ?? [])
        seen = { id: run.facts.id, frames: [...had, ...reading.frames] }
        if (outcome === "gone" && question.ask.key === undefined) {
          run.stop("client-gone")
          return
        }
        if (outcome !== "gone") {
          noteEnd(question, run, outcome, seen.frames)
          const again = outcome.failure !== undefined && !run.attachable
          if (question.ask.key !== undefined && run.attachable && oneIn(random, 4)) return erase(server, question, run)
          if (!again || outcome.failure.kind === "insufficient-balance") return
        }
      }
      if (question.ask.key === undefined) return
      await sleep(pick(random, [0, 500, 5_000]))
    }
  }

  function noteEnd(question: Question, run: Run, outcome: Outcome, frames: readonly string[]): void {
    const all = run.framesAfter(0).map((frame) => frame.toString())
    const text = all.join("")
    const { id } = run.facts
    // It stood still for so long that another server closed its run: who has heard that end is right, whatever comes here.
    const endedElsewhere = isFaultOfOurs(outcome) && frames.slice(0, -1).some((frame) => frame.endsWith("[DONE]\n\n"))
    if (outcome.state !== "interrupted" && question.ask.stream && !endedElsewhere && frames.join("") !== text)
      problem(`${id}: its reader has other frames than it`)
    all.forEach(
      (frame, at) => frame.startsWith(`id: ${at + 1}\n`) || problem(`${id}: frame ${at + 1} is ${frame.slice(0, 9)}`),
    )
    checkWords(question, run, outcome, text)
    // A fault of ours says nothing of what is on disk.
    if (isFaultOfOurs(outcome)) return
    const earlier = question.told.get(id)
    // Whose server stood still while another closed its run may have more words than were kept; what it cost is one.
    if (outcome.state === "interrupted" && !run.attachable) {
      if (earlier && earlier.outcome.cost !== outcome.cost)
        problem(`${id}: interrupted for ${outcome.cost}, elsewhere for ${earlier.outcome.cost}`)
      return
    }
    const told = { outcome, frames: text, reply: run.reply && encodeReply(run.reply), attachable: run.attachable }
    if (
      earlier?.attachable &&
      (earlier.frames !== text || earlier.reply !== told.reply || earlier.outcome.cost !== outcome.cost)
    )
      problem(
        `${id}: read again it is another answer: ${earlier.outcome.state} for ${earlier.outcome.cost}, then ${outcome.state} for ${outcome.cost}`,
      )
    question.told.set(id, told)
  }

  /** No word is lost or twice: what is there is the provider's text, or the beginning of it. */
  function checkWords({ ask: { stream }, script }: Question, run: Run, outcome: Outcome, frames: string): void {
    const words = stream ? textOfFrames(frames) : textOfReply(run.reply?.kind === "json" ? run.reply.json : undefined)
    const whole = script.pieces.join("")
    if (!whole.startsWith(words)) problem(`${run.facts.id}: says what the provider did not`)
    if (outcome.state === "done" && words !== whole)
      problem(`${run.facts.id}: done with ${words.length} of ${whole.length}`)
    if (outcome.state === "done" && stream && !frames.endsWith("data: [DONE]\n\n"))
      problem(`${run.facts.id}: no [DONE]`)
    if (outcome.cost > 0 && words === "") problem(`${run.facts.id}: ${outcome.cost} for nothing`)
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
        const { ask: asked, script, told, runs } = question
        if (asked.key === undefined || question.acknowledged) continue
        const ended = [...told.values()].some(({ attachable }) => attachable)
        if (!ended && ![...runs].some(isCharged)) continue
        const before = script.asked
        const started = server.chat(asked)
        if (!started.ok) problem(`${asked.question}: its key is taken at the end`)
        else {
          const { run, outcome, frames } = await watch(server, started.value, 0, Infinity)
          if (outcome === "gone") problem(`${asked.question}: no end at the end`)
          else if (!runs.has(run.facts.id)) problem(`${asked.question}: at the end it is another run`)
          else noteEnd(question, run, outcome, frames)
        }
        if (script.asked !== before) problem(`${asked.question}: read again, the provider was asked again`)
      }
    },
  }
}

function isFaultOfOurs({ failure }: Outcome): boolean {
  return failure?.kind === "refused" && failure.reason === "run-broken"
}

function textOfFrames(frames: string): string {
  return [...frames.matchAll(/^data: (\{.*\})$/gm)].map(([, json = ""]) => contentOf(json, "delta")).join("")
}

function textOfReply(reply: string | undefined): string {
  return reply === undefined ? "" : contentOf(reply, "message")
}

function contentOf(json: string, where: "delta" | "message"): string {
  const { choices = [] } = JSON.parse(json) as { choices?: { [name in typeof where]?: { content?: string } }[] }
  return choices[0]?.[where]?.content ?? ""
}
