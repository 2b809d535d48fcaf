import { randomUUID } from "node:crypto"
import { setTimeout as delay } from "node:timers/promises"
import type { Prosa } from "../../e2e/support/prosa.ts"
import { pagePath } from "../gateway.ts"
import type { SeenRun } from "./charges-oracle.ts"
import { type Heard, hear } from "./heard.ts"
import type { Question } from "./questions.ts"
import type { Place } from "./servers.ts"

/** The payer of a question. */
export interface Payer {
  readonly kind: "code" | "visitor"
  /** Has not always enough to ask. */
  readonly isPoor: boolean
  readonly headers: Readonly<Record<string, string>>
  readonly model: string
}

/** A question that was asked, and all that came of it. */
export interface Asked {
  readonly question: Question
  readonly payer: Payer
  readonly key: string | undefined
  /** Every run that its client was given for it. */
  readonly runs: Set<string>
  /** The part that its client received; without a key perhaps not all. */
  heard: Heard | undefined
}

export interface Clients {
  /** Somebody who asks one question after the other until told to stop; with a key, each until it is answered. */
  ask(payer: Payer, keyed: boolean): Promise<void>
  /** All ask no more when they have what they asked for last. */
  stop(): void
  /** Asks once more by its key: the answer, which must be known. */
  readAgain(asked: Asked): Promise<Heard | undefined>
  /** Comes back by its run's id for an answer that was cut: what is kept of it; undefined where nothing is. */
  comeBack(asked: Asked): Promise<Heard | undefined>
  readonly asked: readonly Asked[]
  readonly problems: readonly string[]
  /** The longest that a key stood undecided although a server was there to decide, in ms. */
  longestUndecidedMs(): number
}

export interface ClientsOptions {
  readonly places: readonly Place[]
  readonly questionOf: (number: number) => Question
  readonly random: () => number
  /** A server that was told of by nobody decides what became of a dead one's answers within so long, in ms. */
  readonly mostUndecidedMs: number
}

/** A client waits this long before it asks by its key again, in ms; and gives up this long after the last kill. */
const againMs = 200
const patienceMs = 60_000

/**
 * Refusals after which the same question may be asked again: nobody was charged, or it is not decided yet. A server that wakes
 * up to find that another has given back what was held says `server_restarted`, where nothing could be read (docs/money.md, B3).
 */
const passing = new Set([
  "already_processing",
  "balance_in_use",
  "server_restarted",
  "too_many_requests",
  "upstream_error",
])

function mayPass({ payer }: Asked, { error = "" }: Heard): boolean {
  return passing.has(error) || (payer.isPoor && error === "balance_insufficient")
}

export function createClients({ places, questionOf, random, mostUndecidedMs }: ClientsOptions): Clients {
  const all: Asked[] = []
  const problems: string[] = []
  let over = false
  let endedAt = Infinity
  let longest = 0

  async function send(server: Prosa, { question, payer, key }: Asked): Promise<Heard | undefined> {
    let response: Response
    try {
      response = await fetch(server.url + pagePath, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          ...payer.headers,
          ...(key === undefined ? {} : { "idempotency-key": key }),
        },
        body: JSON.stringify({
          model: payer.model,
          messages: [{ role: "user", content: question.text }],
          stream: question.stream,
        }),
      })
    } catch {
      // Nobody listens, or nobody does any more: nothing was heard.
      return undefined
    }
    return hear(response)
  }

  async function askOnce(asked: Asked): Promise<Heard | undefined> {
    const place = places[Math.floor(random() * places.length)]!
    const server = await place.server()
    const heard = await send(server, asked)
    if (heard === undefined) return undefined
    if (heard.runId !== "") asked.runs.add(heard.runId)
    const { text } = asked.question
    if (!heard.isWhole && heard.status === 200 && place.isDraining(server.url))
      problems.push(`${text}: cut by a server that was told to stop`)
    if (!asked.question.answer.startsWith(heard.text)) problems.push(`${text}: says what the provider did not`)
    problems.push(...heard.misnumbered.map((wrong) => `${text}: ${wrong}`))
    return heard
  }

  async function askUntilAnswered(asked: Asked): Promise<void> {
    let undecidedSince: number | undefined
    let undecidedAt = 0
    let cutOff: string | undefined
    let last = "nothing was heard"
    while (performance.now() < endedAt + patienceMs) {
      const askedAt = performance.now()
      const heard = await askOnce(asked)
      const isRefused = heard !== undefined && heard.status !== 200 && !mayPass(asked, heard)
      if (heard !== undefined) last = `${heard.status} ${heard.error}`
      if (heard?.error === "already_processing") {
        // A server that slept may say after it woke how things stood before it fell asleep.
        undecidedAt = askedAt
        undecidedSince ??= performance.now()
      } else {
        // An unseen run may have been the beginning of another one.
        if (heard !== undefined && undecidedSince !== undefined) decided(asked, undecidedSince, undecidedAt)
        undecidedSince = undefined
      }
      if (isRefused) problems.push(`${asked.question.text}: refused with ${heard.status} ${heard.error}`)
      // Cut off for nothing, it may be asked again; where it is the same that comes, it is kept like that.
      const isAnswer = heard?.isWhole === true && heard.status === 200
      if (isAnswer && (heard.error === undefined || (heard.cost ?? 0) > 0 || heard.runId === cutOff))
        asked.heard = heard
      cutOff = heard?.runId
      if (asked.heard || isRefused) return
      if (asked.key === undefined) {
        if (heard?.status === 200) asked.heard = heard
        return
      }
      await delay(againMs)
    }
    problems.push(`${asked.question.text}: no answer within ${patienceMs} ms of the last kill, at last ${last}`)
  }

  /** A key may be undecided while its server lives; after that only until another had time enough to see to it. */
  function decided({ question }: Asked, undecidedSince: number, undecidedAt: number): void {
    const living = places.map((place) => place.aliveSince()).filter((since) => since !== undefined)
    const couldDecide = Math.max(undecidedSince, Math.min(...living))
    const late = undecidedAt - couldDecide
    longest = Math.max(longest, late)
    if (late > mostUndecidedMs + question.waitMs * 60 + againMs)
      problems.push(`${question.text}: its key stood undecided for ${Math.round(late)} ms`)
  }

  return {
    asked: all,
    problems,
    longestUndecidedMs: () => longest,
    stop() {
      over = true
      endedAt = performance.now()
    },
    async ask(payer, keyed) {
      while (!over) {
        const asked: Asked = {
          question: questionOf(all.length),
          payer,
          key: keyed ? randomUUID() : undefined,
          runs: new Set(),
          heard: undefined,
        }
        all.push(asked)
        await askUntilAnswered(asked)
      }
    },
    readAgain: askOnce,
    async comeBack({ question, payer, heard }) {
      if (heard === undefined || heard.runId === "") return undefined
      const { url } = await places[0]!.server()
      const kept = await hear(await fetch(`${url}/api/runs/${heard.runId}/events`, { headers: payer.headers }))
      if (kept.status === 404) return undefined
      if (kept.status !== 200 || !kept.isWhole)
        problems.push(`${heard.runId} is kept, and read as ${kept.status} ${kept.error}`)
      if (!question.answer.startsWith(kept.text)) problems.push(`${heard.runId} is kept as its provider did not say it`)
      return { ...kept, runId: heard.runId }
    },
  }
}

/** Whether its client has all of an answer. */
export function isAnswered({ heard }: Asked): boolean {
  return heard?.isWhole === true && heard.error === undefined
}

/**
 * A client's view of its run, for comparison with the books; undefined where it saw nothing. `kept`: what it found when it
 * came back without a key.
 */
export function seenRun({ question, payer, key, heard: first }: Asked, kept: Heard | undefined): SeenRun | undefined {
  const heard = kept ?? first
  if (heard === undefined || heard.runId === "") return undefined
  return {
    id: heard.runId,
    question,
    payer: payer.kind,
    model: payer.model,
    isKept: key !== undefined || kept !== undefined,
    text: heard.text,
    end: !heard.isWhole ? "broken" : heard.error === undefined ? "done" : "interrupted",
    error: heard.error,
    spokenMs: heard.spokenMs,
    toldCost: heard.cost,
  }
}

/** A whole reply that a code asked for without a key, and of which its client heard nothing. */
export function unheardWhole({ question, payer, key, heard }: Asked): readonly Pick<SeenRun, "question" | "model">[] {
  if (payer.kind !== "code" || key !== undefined || question.stream || heard !== undefined) return []
  return [{ question, model: payer.model }]
}
