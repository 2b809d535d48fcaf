import { randomBytes } from "node:crypto"
import { afterAll, beforeAll, expect, test } from "vitest"
import { textReply } from "../../../testing/fake-provider/replies.ts"
import { readChat, startGateway, type TestGateway } from "../../../testing/gateway.ts"

/** Words that no vocabulary has, as dear to count as a text can be. */
const text = randomBytes(3 * 1024 * 1024).toString("base64")
/** Counting it took a minute, in which nobody was answered. */
const standstillMs = 3_000

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startGateway()
})
afterAll(() => gateway.stop())

test("an answer of megabytes without a count, by an own key, holds nobody up", { timeout: 120_000 }, async () => {
  gateway.script((request) => {
    const reply = textReply(text, { chunks: 400 })(request)
    const pieces = reply.pieces.filter((piece) => !("send" in piece) || !Buffer.from(piece.send).includes('"usage":{'))
    return { ...reply, pieces }
  })
  const ended = gateway
    .chat(undefined, { stream: true }, { headers: { authorization: "Bearer sk-of-my-own" } })
    .then(readChat)
  let longestMs = 0
  let over = false
  void ended.finally(() => (over = true))
  while (!over) {
    const asked = performance.now()
    await (await fetch(`${gateway.url}/healthz`)).text()
    longestMs = Math.max(longestMs, performance.now() - asked)
  }
  const chat = await ended
  expect(chat.text).toBe(text)
  expect(longestMs).toBeLessThan(standstillMs)
})
