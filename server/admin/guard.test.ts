import { request } from "node:http"
import { BlockList } from "node:net"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { serveRoutes } from "../../testing/serve-routes.ts"
import { createWrongCodes } from "../access/wrong-codes.ts"
import { createOperatorGuard } from "./guard.ts"

let served: Awaited<ReturnType<typeof serveRoutes>>
const adminToken = "a-token-of-the-operator"
const metricsToken = "a-token-for-the-figures"
const waits: number[] = []
const wrong: string[] = []

beforeAll(async () => {
  const handle = () => ({ status: 200, headers: {}, body: "in" })
  const wrongTokens = createWrongCodes(
    () => 0,
    async (ms) => void waits.push(ms),
    (address) => void wrong.push(address),
  )
  const guard = createOperatorGuard({ adminToken, metricsToken, trustedProxies: new BlockList(), wrongTokens })
  served = await serveRoutes([
    { method: "GET", path: "/admin", handle: guard.admin(handle) },
    { method: "GET", path: "/metrics", handle: guard.metrics(handle) },
  ])
})
afterAll(() => served.stop())
beforeEach(() => {
  waits.length = 0
  wrong.length = 0
})

/** By Node's own client, which sends any `Host` it is told. */
function ask(path: string, headers: Record<string, string> = {}) {
  const { port } = new URL(served.url)
  return new Promise<{ status: number | undefined; connection: string | undefined }>((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, path, headers }, (reply) => {
      const said = { status: reply.statusCode, connection: reply.headers.connection }
      reply.resume().once("end", () => resolve(said))
    })
    sent.once("error", reject).end()
  })
}
const withToken = (token: string) => ({ authorization: `Bearer ${token}` })

describe("without a token nobody is let in, and nothing is counted as a guess:", () => {
  test.each([
    ["this machine", { host: "localhost:3000" }],
    ["this machine by number", { host: "127.0.0.1" }],
    ["what claims to come from here", { host: "localhost", "x-forwarded-for": "127.0.0.1", "x-real-ip": "127.0.0.1" }],
    ["a page of our own", { host: "localhost", origin: "http://localhost:3000", "sec-fetch-site": "same-origin" }],
    ["another scheme", { authorization: `Basic ${adminToken}` }],
    ["no token behind the scheme", { authorization: "Bearer " }],
    ["the token at another place", { "x-api-key": adminToken }],
  ])("%s", async (_, headers: Record<string, string>) => {
    for (const path of ["/admin", "/metrics", `/admin?key=${adminToken}`])
      expect(await ask(path, headers)).toMatchObject({ status: 401 })
    expect(wrong).toEqual([])
  })
})

test("the admin token opens everything, the metrics' token the metrics alone", async () => {
  expect(await ask("/admin", withToken(adminToken))).toMatchObject({ status: 200 })
  expect(await ask("/metrics", withToken(adminToken))).toMatchObject({ status: 200 })
  expect(await ask("/metrics", withToken(metricsToken))).toMatchObject({ status: 200 })
  expect(await ask("/admin", withToken(metricsToken))).toMatchObject({ status: 401 })
  for (const near of [adminToken.slice(0, -1), `${adminToken}x`, adminToken.toUpperCase()])
    expect(await ask("/admin", withToken(near))).toMatchObject({ status: 401 })
})

test("wrong tokens wait longer each, then are refused with their connection; a right one never waits", async () => {
  const guesses = []
  for (let n = 0; n < 200; n++) guesses.push(await ask("/admin", withToken(`a-guess-${n}`)))
  expect(guesses.at(-1)).toEqual({ status: 429, connection: "close" })
  expect(waits.length).toBeLessThanOrEqual(100)
  expect(waits.every((ms, n) => n === 0 || ms >= (waits[n - 1] ?? 0))).toBe(true)
  expect(waits.at(-1)).toBe(5_000)
  expect(wrong).toHaveLength(200)
  const waited = waits.length
  expect(await ask("/admin", withToken(adminToken))).toMatchObject({ status: 200 })
  expect(waits).toHaveLength(waited)
})
