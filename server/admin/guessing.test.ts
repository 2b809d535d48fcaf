import { afterAll, beforeAll, expect, test } from "vitest"
import { startGateway, type TestGateway } from "../../testing/gateway.ts"

const adminToken = "a-token-of-the-operator"
let gateway: TestGateway
beforeAll(async () => {
  gateway = await startGateway({ env: { ADMIN_TOKEN: adminToken, TRUSTED_PROXIES: "127.0.0.1/32" } })
})
afterAll(() => gateway.stop())

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const statusOf = async (path: string, headers: Record<string, string>) => {
  const response = await fetch(gateway.url + path, { headers })
  await response.arrayBuffer()
  return response.status
}

test("five hundred guesses at once are a few tries that wait, and refusals; right ones go on meanwhile", async () => {
  const code = await gateway.code("premium", 1)
  const admin = "/api/admin/ledger/verify"
  const guess = (path: string, prefix: string) =>
    Array.from({ length: 500 }, (_, n) =>
      statusOf(path, { ...bearer(`${prefix}${n}`), "x-forwarded-for": `2001:db8:7:${n.toString(16)}::1` }),
    )
  const atTokens = guess(admin, "a-token-like-a-guess-")
  const atCodes = guess("/v1/models", "prosa_")
  // From the very address that guesses, too: nobody is shut out by a stranger beside them.
  const guesser = { "x-forwarded-for": "2001:db8:7:1::1" }
  expect(await statusOf(admin, { ...bearer(adminToken), ...guesser })).toBe(200)
  expect(await statusOf("/v1/models", { ...bearer(code.code), ...guesser })).toBe(200)

  for (const guesses of [atTokens, atCodes]) {
    const statuses = await Promise.all(guesses)
    const waited = statuses.filter((status) => status === 401).length
    const refused = statuses.filter((status) => status === 429).length
    expect(waited + refused).toBe(500)
    expect(waited).toBeLessThanOrEqual(100)
  }
  const metrics = await (await fetch(`${gateway.url}/metrics`, { headers: bearer(adminToken) })).text()
  expect(metrics).toContain('prosa_wrong_credentials_total{kind="admin"} 500')
  expect(metrics).toContain('prosa_wrong_credentials_total{kind="code"} 500')
  const lines = gateway.prosa
    .output()
    .split("\n")
    .filter((line) => line.includes('"event":"security"'))
  expect(lines.length).toBeGreaterThan(0)
  expect(lines.length).toBeLessThanOrEqual(200)
  expect(lines.join()).not.toMatch(/a-token-like|prosa_\d/)
})
