import { createServer } from "node:http"
import { afterAll, beforeAll, expect, test } from "vitest"
import { type FakeProvider, startFakeProvider } from "../../testing/fake-provider/fake-provider.ts"
import { cutAfter, slowHeaders, stallAfter } from "../../testing/fake-provider/faults.ts"
import { textReply } from "../../testing/fake-provider/replies.ts"
import { questionBytes } from "./exchange.ts"
import { createHttpUpstream, failureOfUpstream, type Upstream, type UpstreamReply } from "./upstream.ts"
import { readText } from "./bounded-reads.ts"

let provider: FakeProvider
let upstream: Upstream
beforeAll(async () => {
  provider = await startFakeProvider()
  upstream = createHttpUpstream(provider.url)
})
afterAll(() => provider.close())

const shape = { path: "/v1/chat/completions", headers: { "content-type": "application/json" }, body: '{"stream":true}' }
/** Short, for a test; the client below has no finer clock than about a second. */
const patienceMs = 100

function ask(): Promise<UpstreamReply> {
  return upstream(shape, { signal: new AbortController().signal, patienceMs })
}

async function failureOf(call: () => Promise<unknown>) {
  const error: unknown = await call().then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  return failureOfUpstream(error)
}

test("a question keeps no more memory than its own while its answer comes", () => {
  const bytes = questionBytes('{"said":"olá"}')
  expect([bytes.toString(), bytes.buffer.byteLength]).toEqual(['{"said":"olá"}', 15])
})

test("a provider that does not begin in time has timed out, and its connection is closed", async () => {
  provider.script(slowHeaders(textReply("Oi"), 60_000))
  expect(await failureOf(ask)).toEqual({ kind: "upstream-timeout" })
  expect(await provider.requests.at(-1)!.ended).toMatchObject({ finished: false })
})

test("a provider that goes quiet in the middle has timed out, too", async () => {
  provider.script(stallAfter(textReply("Oi"), 100))
  const reply = await ask()
  expect(await failureOf(() => readText(reply.body, 1_000_000))).toEqual({ kind: "upstream-timeout" })
})

test("a provider that breaks off is told from one that is not there", async () => {
  provider.script(cutAfter(textReply("Oi"), 100))
  const reply = await ask()
  expect(await failureOf(() => readText(reply.body, 1_000_000))).toEqual({ kind: "upstream-cut" })
  const nowhere = createHttpUpstream("http://127.0.0.1:1")
  const call = () => nowhere(shape, { signal: new AbortController().signal })
  expect(await failureOf(call)).toMatchObject({ kind: "upstream", status: 502 })
})

test("a bug of ours is no provider's failure", () => {
  expect(() => failureOfUpstream(new TypeError("undefined is not a function"))).toThrow(TypeError)
})

test("a provider that sends crumbs is held back at each few of them, and its reader told how many there were", async () => {
  const crumbs = 20_000
  const server = createServer((_request, response) => {
    response.socket?.setNoDelay(false)
    response.socket?.cork()
    for (let at = 0; at < crumbs; at++) response.write("a")
    response.end()
    response.socket?.uncork()
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  const port = typeof address === "object" ? address?.port : undefined
  const told: number[] = []
  const onCrumbs = (more: number) => {
    told.push(more)
    return Promise.resolve()
  }
  const options = { signal: new AbortController().signal, mostUnread: 64 * 1024, onCrumbs }
  const reply = await createHttpUpstream(`http://127.0.0.1:${port}`)(shape, options)
  expect(await readText(reply.body, 1_000_000)).toBe("a".repeat(crumbs))
  expect(told.reduce((sum, more) => sum + more, 0)).toBe(crumbs)
  expect(Math.max(...told)).toBeLessThan(200)
  server.close()
})
