import { Agent, request as httpRequest } from "node:http"
import { randomUUID } from "node:crypto"
import { setTimeout as delay } from "node:timers/promises"
import { pagePath } from "./chat-request.ts"

/** One who only wants an answer: behind an address, with a code or as a visitor. */
export interface HonestPerson {
  readonly address: string
  /** The code, or nothing for a visitor, who gets an id from the server. */
  readonly code?: string
}

/** How long an answer took, in ms, and which phase it began in. */
export interface HonestAnswer {
  readonly phase: string
  readonly firstMs: number
  readonly wholeMs: number
}

export interface HonestCrowd {
  readonly answers: readonly HonestAnswer[]
  /** Problems of honest clients: a refusal, a cut answer, a missing receipt. */
  readonly problems: readonly string[]
  /** Lets everybody read to the end. */
  stop(): Promise<void>
}

export interface HonestOptions {
  readonly port: number
  readonly people: readonly HonestPerson[]
  /** The provider's whole answer. */
  readonly expected: string
  readonly phase: () => string
}

/** Between an answer and the next question, in ms. */
const thinkMs = { "holder of a code": 250, visitor: 1_000 }
const longestMs = 60_000

/** Lets people ask, read, and ask again. */
export function startHonestCrowd(options: HonestOptions): HonestCrowd {
  const answers: HonestAnswer[] = []
  const problems: string[] = []
  const over = new AbortController()
  const lives = options.people.map((person) => live(person).catch((error: unknown) => problems.push(String(error))))

  async function live(person: HonestPerson): Promise<void> {
    const agent = new Agent({ keepAlive: true, localAddress: person.address, maxSockets: 4 })
    const ask = (asked: Asked) => askOnce(options.port, agent, asked)
    const credential = await introduce(person, ask)
    while (!over.signal.aborted) {
      const phase = options.phase()
      const key = randomUUID()
      const asked: Asked = {
        method: "POST",
        path: pagePath,
        headers: { "content-type": "application/json", "idempotency-key": key, ...credential },
        body: JSON.stringify({
          model: person.code === undefined ? "gpt-4o-mini" : "gpt-4.1",
          messages: [{ role: "user", content: "Oi, tudo bem?" }],
          stream: true,
        }),
      }
      const heard = await ask(asked)
      const problem = problemOf(heard, person, options.expected)
      if (problem === undefined) answers.push({ phase, firstMs: heard.firstMs, wholeMs: heard.wholeMs })
      else problems.push(`${phase}: a ${kindOf(person)}: ${problem}`)
      await delay(thinkMs[kindOf(person)], undefined, { signal: over.signal }).catch(() => {})
    }
    agent.destroy()
  }

  return {
    answers,
    problems,
    async stop() {
      over.abort()
      await Promise.all(lives)
    },
  }
}

function kindOf({ code }: HonestPerson): keyof typeof thinkMs {
  return code === undefined ? "visitor" : "holder of a code"
}

/** As the page does it: a code is sent as it is, a visitor is issued an id. */
async function introduce(
  { code }: HonestPerson,
  ask: (asked: Asked) => Promise<Heard>,
): Promise<Readonly<Record<string, string>>> {
  if (code !== undefined) return { authorization: `Bearer nk-${code}` }
  const headers = { "content-type": "application/json" }
  const { status, text } = await ask({ method: "POST", path: "/api/visitor", headers, body: "{}" })
  if (status !== 200) throw new Error(`no id for a visitor: ${status} ${text.slice(0, 200)}`)
  return { "x-visitor": (JSON.parse(text) as { readonly id: string }).id }
}

function problemOf({ status, text, broken }: Heard, { code }: HonestPerson, expected: string): string | undefined {
  if (status !== 200) return `answered ${status} ${broken ?? ""} ${text.slice(0, 300)}`
  const frames = text.split("\n\n").flatMap((frame) => /^data: (\{.*\})$/m.exec(frame)?.[1] ?? [])
  const chunks = frames.map((frame) => JSON.parse(frame) as Chunk)
  const said = chunks.map(({ choices }) => choices?.[0]?.delta?.content ?? "").join("")
  if (said !== expected) return `said otherwise: ${broken ?? ""} ${text.slice(-300)}`
  if (code !== undefined && !chunks.some(({ _meta }) => (_meta?.cost ?? 0) > 0)) return "no receipt"
  return undefined
}

interface Chunk {
  readonly choices?: readonly { readonly delta?: { readonly content?: string } }[]
  readonly _meta?: { readonly cost?: number }
}

interface Asked {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

interface Heard {
  readonly status: number
  readonly text: string
  /** From the question to the first word of an event, and to the end. */
  readonly firstMs: number
  readonly wholeMs: number
  readonly broken?: string
}

/** Once more where a kept connection had just been closed, as browsers do. */
async function askOnce(port: number, agent: Agent, asked: Asked): Promise<Heard> {
  const heard = await exchange(port, agent, asked)
  return heard.status === 0 && heard.broken === "reused" ? exchange(port, agent, asked) : heard
}

function exchange(port: number, agent: Agent, { method, path, headers, body }: Asked): Promise<Heard> {
  const begun = performance.now()
  return new Promise((resolve) => {
    let text = ""
    let status = 0
    let firstMs = 0
    const end = (broken?: string) =>
      resolve({
        status,
        text,
        firstMs,
        wholeMs: performance.now() - begun,
        ...(broken === undefined ? {} : { broken }),
      })
    const request = httpRequest({ port, host: "127.0.0.1", agent, method, path, headers, timeout: longestMs })
    request.once("timeout", () => request.destroy(new Error("silence")))
    request.once("error", (error) => end(request.reusedSocket ? "reused" : error.message))
    request.once("response", (response) => {
      status = response.statusCode ?? 0
      response.setEncoding("utf8").on("data", (part: string) => {
        text += part
        if (firstMs === 0 && text.includes('"content":"')) firstMs = performance.now() - begun
      })
      response.once("end", () => end())
      response.once("error", (error) => end(error.message))
    })
    request.end(body)
  })
}
