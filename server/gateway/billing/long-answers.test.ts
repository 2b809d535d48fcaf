import { randomBytes } from "node:crypto"
import { afterAll, beforeAll, expect, test } from "vitest"
import { textReply } from "../../../testing/fake-provider/replies.ts"
import { readChat, startGateway, type TestGateway } from "../../../testing/gateway.ts"
import { countProcessorTime } from "../../../testing/processor-time.ts"
import { startProsaInProcess } from "../../../testing/prosa-in-process.ts"

/** Words that no vocabulary has, as dear to count as a text can be. */
const text = randomBytes(3 * 1024 * 1024).toString("base64")
/** Counting its tokens would take the processor more than ten seconds; passing it on takes about one. In ms. */
const countedMs = 6_000

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startGateway({ start: startProsaInProcess })
})
afterAll(() => gateway.stop())

test("an answer of megabytes without a count, by an own key, is passed on and not counted word by word", async () => {
  gateway.script((request) => {
    const reply = textReply(text, { chunks: 400 })(request)
    const pieces = reply.pieces.filter((piece) => !("send" in piece) || !Buffer.from(piece.send).includes('"usage":{'))
    return { ...reply, pieces }
  })
  const spentMs = countProcessorTime()
  const chat = await gateway
    .chat(undefined, { stream: true }, { headers: { authorization: "Bearer sk-of-my-own" } })
    .then(readChat)
  expect(chat.text).toBe(text)
  expect(spentMs()).toBeLessThan(countedMs)
})
