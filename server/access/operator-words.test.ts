import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { startGateway, type TestGateway } from "../../testing/gateway.ts"

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startGateway({ env: { NEED_CODE: "1", CODE: "senha1733-da-casa" } })
})
afterAll(() => gateway.stop())

describe("a word of the operator's is not guessed", () => {
  test.each(["/v1/models", "/api/statement", "/api/image?url=x"])(
    "by asking %s as if it were a key of one's own",
    async (path) => {
      const guess = (word: string) => fetch(gateway.url + path, { headers: { authorization: `Bearer ${word}` } })
      const replies = await Promise.all(Array.from({ length: 300 }, (_, at) => guess(`palpite-${at}`)))
      const statuses = replies.map(({ status }) => status)
      // Some wait before they hear no, the rest are turned away.
      expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(120)
      expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(180)
      expect([401, 429]).toEqual(expect.arrayContaining([...new Set(statuses)]))
    },
  )

  test("and its holder is let in all the while", async () => {
    const reply = await fetch(`${gateway.url}/v1/models`, { headers: { authorization: "Bearer senha1733-da-casa" } })
    expect(reply.status).toBe(200)
  })
})
