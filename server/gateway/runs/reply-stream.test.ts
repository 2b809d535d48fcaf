import { createServer, get, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest"
import type { Failure } from "#core/gateway/failure.ts"
import { noUsage } from "#core/gateway/usage.ts"
import { microReais } from "#core/lib/micro-reais.ts"
import { createTurns } from "../../http/turns.ts"
import { streamRun } from "./reply-stream.ts"
import { createUnreadAnswers } from "./unread-answers.ts"
import { Run } from "./run.ts"

const server = createServer((_, response) => arrive(response))
let arrive: (response: ServerResponse) => void = () => {}
beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)))
afterAll(() => void server.close())
afterEach(() => void vi.useRealTimers())

const done = { state: "done", usage: noUsage, cost: microReais(7), limitedByBalance: false } as const
const facts = (id: string) => ({
  id,
  owner: "code:a",
  key: "k",
  requestHash: "h",
  model: "gpt-5",
  startedAt: 0,
})

/** A run that is read by a client, and how its reader hears that it failed before it had begun. */
async function readRun() {
  vi.useFakeTimers({ toFake: ["setTimeout", "setInterval", "clearTimeout", "clearInterval"] })
  const run = new Run(facts("run_new"))
  const { port } = server.address() as AddressInfo
  const arrived = new Promise<ServerResponse>((resolve) => (arrive = resolve))
  const head = new Promise<IncomingMessage>((resolve) => get({ port, host: "127.0.0.1", agent: false }, resolve))
  const response = await arrived
  const refusals = { count() {}, tell() {} }
  const keep = () => false
  const keeping = {
    keep,
    letGo: keep,
    whileUnread() {},
    keepAtOnce() {},
    find: () => undefined,
    drop: async () => {},
  }
  const readers = {
    unread: createUnreadAnswers({ now: () => 0, refusals }),
    keeping: { ...keeping, settled: async () => {} },
    turns: createTurns(),
  }
  streamRun(readers, run, response, {
    whose: run.facts,
    farewell: () => Buffer.from(""),
    onEarlyFailure: ({ outcome }) => void response.writeHead(402).end(outcome?.failure?.kind),
  })
  return { run, response, head }
}

async function textOf(reply: IncomingMessage): Promise<string> {
  return Buffer.concat(await reply.toArray()).toString()
}

test("a stream that waits for its provider says so, with its id", async () => {
  const { run, head } = await readRun()
  run.accept()
  vi.advanceTimersByTime(8_000)
  expect((await head).headers["x-run-id"]).toBe("run_new")
  expect(run.begun).toBe(true)
  run.end(done)
  expect(await textOf(await head)).toBe(": ping\n\n")
})

test("a run whose key is not looked up yet is told by no id, and by that of an earlier one in the end", async () => {
  const { run, response, head } = await readRun()
  vi.advanceTimersByTime(60_000)
  expect(response.headersSent).toBe(false)
  run.adopt(await Run.restore(facts("run_earlier"), { pieces: ["id: 1\ndata: a\n\n"], outcome: done }))
  expect((await head).headers["x-run-id"]).toBe("run_earlier")
  expect(await textOf(await head)).toBe("id: 1\ndata: a\n\n")
})

test("a run that is refused late is refused with its status all the same", async () => {
  const { run, head } = await readRun()
  vi.advanceTimersByTime(60_000)
  const refusal: Failure = { kind: "already-processing" }
  run.refuse(refusal)
  expect((await head).statusCode).toBe(402)
  expect(await textOf(await head)).toBe("already-processing")
})
