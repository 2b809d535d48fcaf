import { request } from "node:http"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { serveRoutes } from "../../testing/serve-routes.ts"
import { operatorOnly } from "./guard.ts"

let served: Awaited<ReturnType<typeof serveRoutes>>
const token = "a-token-of-the-operator"

beforeAll(async () => {
  const handle = () => ({ status: 200, headers: {}, body: "in" })
  served = await serveRoutes([
    { method: "GET", path: "/open", handle: operatorOnly(undefined)(handle) },
    { method: "GET", path: "/closed", handle: operatorOnly(token)(handle) },
  ])
})
afterAll(() => served.stop())

/** By Node's own client, which sends any `Host` it is told. */
function statusOf(path: string, headers: Record<string, string>): Promise<number | undefined> {
  const { port } = new URL(served.url)
  return new Promise((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, path, headers }, (reply) => {
      reply.resume().once("end", () => resolve(reply.statusCode))
    })
    sent.once("error", reject).end()
  })
}

describe("without a token", () => {
  test.each(["localhost:3000", "127.0.0.1", "[::1]:3000"])("this machine is let in as %s", async (host) => {
    expect(await statusOf("/open", { host })).toBe(200)
  })

  test.each([
    ["a page on another site", { origin: "https://evil.example" }],
    ["a page on this machine", { "sec-fetch-site": "same-origin" }],
    ["a page whose name was made to point here", { host: "evil.example:3000" }],
    ["a name that only begins like ours", { host: "localhost.evil.example" }],
    ["what came through a proxy", { "x-forwarded-for": "203.0.113.7" }],
    ["what came through another proxy", { "x-real-ip": "203.0.113.7" }],
  ])("%s is not", async (_, headers: Record<string, string>) => {
    expect(await statusOf("/open", { host: "localhost", ...headers })).toBe(401)
  })
})

test("with a token nothing else counts", async () => {
  expect(await statusOf("/closed", { host: "localhost" })).toBe(401)
  expect(await statusOf("/closed", { authorization: "Bearer a-token-of-the-other" })).toBe(401)
  expect(await statusOf("/closed", { authorization: `Bearer ${token}` })).toBe(200)
})
