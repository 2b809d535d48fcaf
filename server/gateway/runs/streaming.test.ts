import { afterAll, beforeAll, expect, test } from "vitest"
import type { FakeReply } from "../../../testing/fake-provider/reply.ts"
import { sliced, slowHeaders } from "../../../testing/fake-provider/faults.ts"
import { errorReply, textReply } from "../../../testing/fake-provider/replies.ts"
import { readChat, startGateway, type TestCode, type TestGateway } from "../../../testing/gateway.ts"

let gateway: TestGateway
let code: TestCode
beforeAll(async () => {
  gateway = await startGateway()
  code = await gateway.code("premium", 100)
})
afterAll(() => gateway.stop())

const text = "Ação, coração, 😀 e 👩‍👩‍👧: tudo inteiro. ".repeat(5)
const eventStream = { "content-type": "text/event-stream" }
const chunk = (content: string) =>
  JSON.stringify({
    id: "c",
    object: "chat.completion.chunk",
    created: 1,
    model: "gpt-4.1",
    choices: [{ index: 0, delta: { content }, finish_reason: null }],
  })
const finish = JSON.stringify({
  ...(JSON.parse(chunk("")) as object),
  choices: [{ index: 0, delta: {}, finish_reason: "stop" }],
})

function bytes(body: string | Uint8Array): FakeReply {
  return { status: 200, headers: eventStream, pieces: [{ send: Buffer.from(body) }] }
}

test.each([1, 2, 3, 7])("a stream in slices of %i bytes, characters cut in two, is the same text", async (size) => {
  gateway.script(sliced(textReply(text, { chunks: 12 }), size))
  const chat = await readChat(await gateway.chat(code, { stream: true }))
  expect(chat).toMatchObject({ text, done: true, error: undefined })
})

test("the responses API has ids for who may come back, and none for its SDK", async () => {
  const said = { id: "r", model: "gpt-4.1", status: "completed" }
  const event = (type: string, more: object) => `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`
  const events = [
    event("response.output_text.delta", { output_index: 0, content_index: 0, delta: "Oi." }),
    event("response.completed", { response: { ...said, output: [], usage: { input_tokens: 5, output_tokens: 2 } } }),
  ]
  const ask = async (headers: Record<string, string>) => {
    gateway.script(bytes(events.join("")))
    const body = { input: "Oi", messages: undefined, stream: true }
    const reply = await gateway.chat(code, body, { path: "/v1/responses", headers })
    return (await reply.text()).match(/^id: /gm) ?? []
  }
  expect(await ask({})).toEqual([])
  expect((await ask({ "idempotency-key": "responses-1" })).length).toBeGreaterThan(1)
})

test.each([
  ["CR LF", (data: readonly string[]) => data.map((d) => `data: ${d}\r\n\r\n`).join("")],
  ["CR", (data: readonly string[]) => data.map((d) => `data: ${d}\r\r`).join("")],
  ["no space behind data:", (data: readonly string[]) => data.map((d) => `data:${d}\n\n`).join("")],
  ["a byte order mark", (data: readonly string[]) => `\ufeff${data.map((d) => `data: ${d}\n\n`).join("")}`],
  [
    "comments, ids and names",
    (data: readonly string[]) => data.map((d) => `: hi\nid: 77\nevent: message\ndata: ${d}\n\n`).join(""),
  ],
  ["no blank line at the end", (data: readonly string[]) => data.map((d) => `data: ${d}`).join("\n\n")],
])("a stream with %s is the same text, with ids of our own", async (_, encode) => {
  gateway.script(bytes(encode([chunk("Olá, "), chunk("mundo"), finish, "[DONE]"])))
  const chat = await readChat(await gateway.chat(code, { stream: true }))
  expect(chat).toMatchObject({ text: "Olá, mundo", done: true })
  expect(chat.ids).toEqual(chat.ids.map((_id, at) => String(at + 1)))
})

test("an event that does not end is cut, and memory stays", async () => {
  const line = Buffer.concat([
    Buffer.from(`data: ${chunk("Até aqui, tudo bem. ").slice(0, -2)}`),
    Buffer.alloc(20_000_000, 97),
  ])
  gateway.script(bytes(Buffer.concat([Buffer.from(`data: ${chunk("Até aqui ")}\n\n`), line])))
  const chat = await readChat(await gateway.chat(code, { stream: true }))
  expect(chat.text).toBe("Até aqui ")
  expect(chat).toMatchObject({ done: true, error: { code: "upstream_cut_uncharged" }, meta: { cost: 0 } })
  expect((await gateway.balance(code)).held).toBe(0)
  expect((await fetch(`${gateway.url}/healthz`)).status).toBe(200)
})

test("a million comments are no answer and no trouble, and neither are the empty events of hidden tokens", async () => {
  gateway.script(
    bytes(
      `${"data: {}\n\n".repeat(50_000)}${": ping\n\n".repeat(1_000_000)}data: ${chunk("Oi")}\n\ndata: ${finish}\n\ndata: [DONE]\n\n`,
    ),
  )
  const chat = await readChat(await gateway.chat(code, { stream: true }))
  expect(chat).toMatchObject({ text: "Oi", done: true })
})

test("what a provider sends after [DONE], and a second finish, change nothing", async () => {
  gateway.script(
    bytes([chunk("Oi"), finish, finish, "[DONE]", chunk("mais"), "[DONE]"].map((d) => `data: ${d}\n\n`).join("")),
  )
  const chat = await readChat(await gateway.chat(code, { stream: true }))
  expect(chat).toMatchObject({ text: "Oi", done: true })
})

test("a stream that takes long to begin says so, and tells a later failure inside", async () => {
  gateway.script(slowHeaders(errorReply(500, "boom"), 8_300))
  const before = await gateway.balance(code)
  const response = await gateway.chat(code, { stream: true })
  expect([response.status, response.headers.get("x-run-id")]).toEqual([200, expect.stringMatching(/^run_/)])
  const raw = response.clone() as Response
  const chat = await readChat(response)
  expect(await raw.text()).toMatch(/^: ping\n\n/)
  expect(chat).toMatchObject({ text: "", done: true, error: { code: "upstream_error" } })
  expect(await gateway.balance(code)).toEqual(before)
})
