import { createServer, request, type ClientRequest, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { RefusalCause } from "../../http/refusals.ts"
import type { Holder } from "./run-memory.ts"
import { createUnreadAnswers } from "./unread-answers.ts"

const MiB = 1024 * 1024
const long = Buffer.alloc(16 * MiB)

const server = createServer((_, response) => arrive(response))
let arrive: (response: ServerResponse) => void = () => {}
const clients: ClientRequest[] = []
beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)))
afterAll(() => {
  for (const client of clients) client.destroy()
  server.close()
})

/** A response whose reader reads nothing until it is told to. */
async function openResponse(): Promise<{ readonly response: ServerResponse; readonly read: () => void }> {
  const { port } = server.address() as AddressInfo
  const arrived = new Promise<ServerResponse>((resolve) => (arrive = resolve))
  let read = () => {}
  const client = request({ port, host: "127.0.0.1", agent: false }, (reply) => {
    reply.on("error", () => {})
    read = () => void reply.resume()
  })
  client.on("error", () => {})
  client.end()
  clients.push(client)
  const response = await arrived
  response.flushHeaders()
  await new Promise<void>((resolve) => client.once("response", () => resolve()))
  return { response, read: () => read() }
}

function setUp(most?: number) {
  let at = 0
  const refused: RefusalCause[] = []
  const refusals = { count: (why: RefusalCause) => void refused.push(why), tell() {} }
  const unread = createUnreadAnswers({ now: () => at, refusals, ...(most === undefined ? {} : { most }) })
  const pass = (ms: number) => {
    at += ms
    unread.look()
  }
  return { unread, refused, pass }
}

const someCode = (owner: string): Holder => ({ owner: `code:${owner}`, address: "203.0.113.1", share: "code" })

test("who takes nothing for half a minute is let go; who goes on taking is not", async () => {
  const { unread, refused, pass } = setUp()
  const [slow, deaf] = [await openResponse(), await openResponse()]
  const letGo: string[] = []
  for (const [name, { response }] of Object.entries({ slow, deaf })) {
    response.write(long)
    unread.wait(someCode(name), response, 1, () => void letGo.push(name))
  }
  pass(29_000)
  slow.read()
  const { socket } = slow.response
  await expect.poll(() => socket?.writableLength).toBe(0)
  pass(2_000)
  expect([letGo, refused]).toEqual([["deaf"], ["unread"]])
  pass(29_000)
  expect(letGo).toEqual(["deaf"])
})

test("what a share keeps is bounded, and what all do: whoever has taken nothing for longest goes first", async () => {
  const { unread, pass } = setUp(100 * MiB)
  const letGo: string[] = []
  const wait = async (name: string, whose: Holder, size: number) => {
    const { response } = await openResponse()
    pass(1_000)
    return unread.wait(whose, response, size * MiB, () => void letGo.push(name))
  }
  await wait("a1", someCode("a"), 30)
  await wait("a2", someCode("a"), 30)
  expect(letGo).toEqual([])
  await wait("a3", someCode("a"), 30)
  expect([letGo, unread.bytes()]).toEqual([["a1"], 60 * MiB])
  const visitor = (at: number): Holder => ({ owner: `visitor:${at}`, address: `198.51.100.${at}`, share: "visitor" })
  for (let at = 1; at <= 3; at++) await wait(`v${at}`, visitor(at), 16)
  expect([letGo, unread.bytes()]).toEqual([["a1", "a2"], 78 * MiB])
  // Read answers free space; growing ones take it.
  const b = await wait("b", someCode("b"), 10)
  b.over()
  const c = await wait("c", someCode("c"), 0)
  c.resize(40 * MiB)
  expect([letGo, unread.bytes()]).toEqual([["a1", "a2", "a3"], 88 * MiB])
  b.over()
  expect(unread.bytes()).toBe(88 * MiB)
})

test("a reply that is let go ends with its connection, and one that is sent is forgotten", async () => {
  const { unread, refused, pass } = setUp()
  const [sent, deaf] = [await openResponse(), await openResponse()]
  for (const { response } of [sent, deaf]) {
    unread.bound(someCode("a"), response, long.length)
    response.end(long)
  }
  sent.read()
  await expect.poll(() => sent.response.closed).toBe(true)
  expect(unread.bytes()).toBe(long.length)
  pass(31_000)
  await expect.poll(() => deaf.response.closed).toBe(true)
  expect([unread.bytes(), deaf.response.writableFinished, refused]).toEqual([0, false, ["unread"]])
})
