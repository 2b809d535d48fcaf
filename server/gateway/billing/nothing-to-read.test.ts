import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { noUsage } from "#core/gateway/usage.ts"
import type { FakeReply, Piece } from "../../../testing/fake-provider/reply.ts"
import type { RecordedRequest } from "../../../testing/fake-provider/fake-provider.ts"
import { answerReply, jsonReply } from "../../../testing/fake-provider/replies.ts"
import {
  pagePath,
  readChat,
  readJson,
  startGateway,
  type TestCode,
  type TestGateway,
} from "../../../testing/gateway.ts"

/** Nobody pays for what nobody was told, and no key that was paid for is free again. */

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startGateway({
    envFor: ({ url }) => ({
      ANTHROPIC_API_KEY: "sk-ant-of-ours",
      ANTHROPIC_URL: url,
      GOOGLE_API_KEY: "AIzaTest",
      GOOGLE_URL: url,
    }),
  })
})
afterAll(() => gateway.stop())

const tools = [{ type: "function", function: { name: "escrever", parameters: { type: "object" } } }]
const ask = {
  model: "claude-opus-5",
  stream: true,
  stream_options: { include_usage: true },
  max_tokens: 4_000,
  tools,
}
const call = { id: "call_1", name: "escrever", arguments: JSON.stringify({ texto: "palavra ".repeat(400) }) }
const usage = { ...noUsage, inputUncached: 200, output: 900 }
const wholeCall = answerReply([
  { type: "tool-call", index: 0, call },
  { type: "usage", usage },
  { type: "finish", reason: "tool-calls" },
])
/** Claude's call, of which the last piece does not come. */
const halfCall =
  (end: Piece) =>
  (request: RecordedRequest): FakeReply => {
    const reply = wholeCall(request)
    const closed = reply.pieces.findIndex((piece) => "send" in piece && String(piece.send).includes("block_stop"))
    return { ...reply, pieces: [...reply.pieces.slice(0, closed), end] }
  }

const spentOf = async (code: TestCode) => {
  const { posted, held } = await gateway.balance(code)
  expect(held).toBe(0)
  return 20_000_000 - posted
}

describe.each([
  ["the page", pagePath],
  ["an SDK", "/v1/chat/completions"],
])("%s", (_, path) => {
  test("half a tool call that its reader saw nothing of costs them nothing, and its key may be tried again", async () => {
    const code = await gateway.code("premium", 20)
    const options = { path, headers: { "idempotency-key": crypto.randomUUID() } }
    const lost = await gateway.booked("loss:empty")
    const requests = gateway.script([halfCall({ end: "cut" }), wholeCall])
    const broken = await gateway.chat(code, ask, options)
    expect([broken.status, await broken.text()]).toEqual([502, expect.stringContaining("upstream_cut_uncharged")])
    expect(await spentOf(code)).toBe(0)
    // A provider bills what it has said.
    expect(await gateway.booked("loss:empty")).toBeLessThan(lost - 10_000)
    const again = await readChat(await gateway.chat(code, ask, options))
    expect(again).toMatchObject({ status: 200, done: true, error: undefined })
    expect(requests()).toHaveLength(2)
    expect(await spentOf(code)).toBe(again.meta!.cost * 1e6)
    expect(again.meta!.cost).toBeGreaterThan(0)
  })

  test("a Stop in the middle of it costs nothing either", async () => {
    const code = await gateway.code("premium", 20)
    const requests = gateway.script(halfCall({ end: "stall" }))
    const leave = new AbortController()
    const reply = gateway.chat(code, ask, { path, signal: leave.signal })
    await expect.poll(() => requests().length, { interval: 5 }).toBe(1)
    leave.abort()
    await expect(reply).rejects.toThrow("abort")
    await expect.poll(async () => (await gateway.balance(code)).held, { interval: 5 }).toBe(0)
    expect(await spentOf(code)).toBe(0)
  })
})

test("a whole reply that is a failure, too, is told as that and costs nothing, streamed or not", async () => {
  const piece = { candidates: [{ content: { role: "model", parts: [{ text: "Uma resposta. ".repeat(60) }] } }] }
  const error = { error: { code: 500, message: "broken", status: "INTERNAL" } }
  for (const stream of [true, false]) {
    const code = await gateway.code("premium", 20)
    const headers = { "idempotency-key": crypto.randomUUID() }
    const requests = gateway.script(jsonReply(200, [piece, error]))
    for (const times of [1, 2]) {
      const reply = await gateway.chat(code, { model: "gemini-2.5-flash", stream }, { headers })
      const told = await readJson(reply)
      expect(reply.status).toBeGreaterThanOrEqual(500)
      expect(told["error"]).toBeDefined()
      expect(await spentOf(code)).toBe(0)
      expect(requests()).toHaveLength(times)
    }
  }
})
