import { request } from "node:http"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { jsonReply, textReply } from "../../testing/fake-provider/replies.ts"
import type { RecordedRequest } from "../../testing/fake-provider/fake-provider.ts"
import { startGateway, type TestCode, type TestGateway } from "../../testing/gateway.ts"
import { startProsaInProcess } from "../../testing/prosa-in-process.ts"

let gateway: TestGateway
let code: TestCode

beforeAll(async () => {
  // The connections to providers measure silence in ticks of a timer that lives as long as they do: it must be one of these.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"], shouldAdvanceTime: true })
  gateway = await startGateway({ start: startProsaInProcess })
  code = await gateway.code("premium", 10)
})
afterAll(async () => {
  vi.useRealTimers()
  await gateway.stop()
})

const pathOf = { picture: "/v1/images/generations", chat: "/v1/chat/completions" } as const

/** The status of a reply, however long it takes: `fetch` has a patience of its own. */
function statusOf(url: string, body: object): Promise<number | undefined> {
  const headers = { "content-type": "application/json", authorization: `Bearer nk-${code.code}` }
  return new Promise((resolve, reject) => {
    const asking = request(url, { method: "POST", headers }, (reply) => {
      reply.resume().once("end", () => resolve(reply.statusCode))
    })
    asking.once("error", reject).end(JSON.stringify(body))
  })
}

/** What becomes of a call whose provider says nothing for so long, and what it has cost in micro-reais. */
async function afterSilence(kind: keyof typeof pathOf, model: string, silenceMs: number) {
  let speak = () => {}
  const silence = new Promise<void>((resolve) => (speak = resolve))
  const requests = gateway.script(async (request: RecordedRequest) => {
    await silence
    if (kind === "chat") return textReply("Olá")(request)
    return jsonReply(200, { created: 1, data: [{ b64_json: "iVBORw0KGgo=" }] })
  })
  const before = await gateway.balance(code)
  const asked = kind === "chat" ? { messages: [{ role: "user", content: "Oi" }] } : { prompt: "um gato" }
  const reply = statusOf(gateway.url + pathOf[kind], { model, ...asked })
  await vi.waitFor(() => expect(requests()).toHaveLength(1), { timeout: 30_000 })
  await vi.advanceTimersByTimeAsync(silenceMs)
  speak()
  const status = await reply
  const { posted, held } = await gateway.balance(code)
  expect(held).toBe(0)
  return { status, cost: before.posted - posted }
}

test("a picture may take its provider two minutes, and more than five not; a chat without thoughts may take one", async () => {
  expect(await afterSilence("picture", "dall-e-3", 120_000)).toEqual({ status: 200, cost: 286_000 })
  expect(await afterSilence("picture", "dall-e-3", 310_000)).toEqual({ status: 504, cost: 0 })
  expect(await afterSilence("chat", "gpt-4.1", 70_000)).toEqual({ status: 504, cost: 0 })
})
