import { afterAll, beforeAll, expect, test } from "vitest"
import { fromReais } from "#core/lib/micro-reais.ts"
import { cutAfter, endAfter, errorEventAfter, resetAfter } from "../../../testing/fake-provider/faults.ts"
import type { Script } from "../../../testing/fake-provider/fake-provider.ts"
import {
  emptyStreamReply,
  errorReply,
  htmlReply,
  jsonReply,
  textReply,
} from "../../../testing/fake-provider/replies.ts"
import {
  longQuestion,
  readChat,
  readJson,
  startGateway,
  type TestCode,
  type TestGateway,
} from "../../../testing/gateway.ts"

const providerKey = "sk-provider-key-canary-4711"
let gateway: TestGateway
let code: TestCode

beforeAll(async () => {
  gateway = await startGateway({ key: providerKey })
  code = await gateway.code("premium", 100)
})
afterAll(() => gateway.stop())

const long = "Uma resposta longa, palavra por palavra. ".repeat(20)

/** The amount that a call took from the wallet, in micro-reais, with nothing left held. */
async function taken(call: () => Promise<unknown>): Promise<number> {
  const before = await gateway.balance(code)
  await call()
  const after = await gateway.balance(code)
  expect(after.held).toBe(0)
  return before.posted - after.posted
}

async function streamed(script: Script, ask: object = {}) {
  gateway.script(script)
  return readChat(await gateway.chat(code, { ...ask, stream: true }))
}

async function whole(script: Script, ask: object = {}) {
  gateway.script(script)
  const response = await gateway.chat(code, ask)
  return { status: response.status, json: await readJson(response) }
}

test("a finished stream is charged by the provider's usage, and the balance falls by the cost it shows", async () => {
  let cost = 0
  const fell = await taken(async () => {
    const usage = { inputUncached: 1_000, inputCached: 500, output: 2_000 }
    const chat = await streamed(textReply(long, { usage }), longQuestion)
    expect(chat).toMatchObject({ status: 200, text: long, done: true })
    cost = fromReais(chat.meta!.cost)
    expect(fromReais(chat.meta!.updatedBalance)).toBe((await gateway.balance(code)).available)
    expect(chat.meta!.runId).toBe(chat.runId)
  })
  // gpt-4.1 at R$ 5.50 and a margin of 1.3: 14.30 in, 3.575 cached, 57.20 out a million.
  expect(fell).toBe(Math.ceil(1_000 * 14.3 + 500 * 3.575 + 2_000 * 57.2))
  expect(cost).toBe(fell)
})

test("T18: a whole reply costs the same to the micro as the stream of it, and carries the same balance", async () => {
  const script = textReply(long, { usage: { inputUncached: 1_237, inputCached: 511, output: 733 } })
  let shown = 0
  const inStream = await taken(() => streamed(script, longQuestion))
  const inWhole = await taken(async () => {
    const { status, json } = await whole(script, longQuestion)
    expect(status).toBe(200)
    expect(json).toMatchObject({ choices: [{ message: { content: long } }] })
    shown = fromReais(Number((json["_meta"] as { cost: number }).cost))
  })
  expect(inWhole).toBe(inStream)
  expect(shown).toBe(inWhole)
})

test.each([
  ["400 in the request", errorReply(400, "bad tool schema", { code: "invalid_schema" }), 400, "bad tool schema"],
  ["404", errorReply(404, "no such model", { code: "model_not_found" }), 404, "gpt-4.1"],
  ["429", errorReply(429, "slow down", { code: "rate_limit_exceeded" }), 429, ""],
  ["500", errorReply(500, "boom"), 500, ""],
  ["502 with a page", htmlReply(502), 502, "Erro no gateway (502)"],
  ["503", errorReply(503, "overloaded"), 503, "Serviço temporariamente indisponível (503)"],
  ["504", errorReply(504, "late"), 504, "Servidor sobrecarregado (504)"],
  ["529", errorReply(529, "overloaded"), 503, ""],
  ["a page with status 200", htmlReply(200), 502, "text/html"],
  ["JSON that is an error, with status 200", jsonReply(200, { error: { message: "broken", type: "x" } }), 502, ""],
  ["a redirect", { status: 302, headers: { location: "http://127.0.0.1:1/" }, pieces: [] }, 502, ""],
  ["an empty body", { status: 204, headers: {}, pieces: [] }, 502, ""],
] as const)("a provider's failure costs nothing, streamed or whole: %s", async (_, reply, status, text) => {
  for (const stream of [true, false]) {
    const fell = await taken(async () => {
      gateway.script(reply)
      const response = await gateway.chat(code, { stream })
      const { error } = (await response.json()) as { error: { message: string; code: string } }
      expect(response.status).toBe(status)
      expect(error.message).toContain(text)
      expect(error.code).toBeTypeOf("string")
    })
    expect(fell).toBe(0)
  }
})

test.each([
  [401, 503],
  [402, 503],
  [403, 502],
])("what a provider says of our key (%i) is a %i without a word of it", async (status, told) => {
  // A server of its own: a key that was refused is not asked again.
  const refused = await startGateway({ key: providerKey })
  const premium = await refused.code("premium", 1)
  for (const word of ["invalid_api_key", "unauthorized", "insufficient_balance", "model_not_allowed"]) {
    for (const stream of [true, false]) {
      refused.script(errorReply(status, `Incorrect API key provided: ${providerKey}`, { code: word }))
      const response = await refused.chat(premium, { stream })
      const text = await response.text()
      expect([response.status, word]).toEqual([told, word])
      expect(text).not.toContain("canary")
      expect(text).not.toContain("4711")
      expect(text).not.toContain("balance_insufficient")
    }
  }
  await refused.stop()
})

test("our key that a provider repeats in any other error is masked", async () => {
  for (const stream of [true, false]) {
    gateway.script(errorReply(400, `The key ${providerKey} may not use this`))
    const text = await (await gateway.chat(code, { stream })).text()
    expect(text).not.toContain("canary")
  }
  gateway.script({ ...htmlReply(200), pieces: [{ send: Buffer.from(`Authorization: Bearer ${providerKey}`) }] })
  expect(await (await gateway.chat(code)).text()).not.toContain("canary")
  gateway.script(errorEventAfter(textReply(long), 500, `key ${providerKey}`))
  expect(await (await gateway.chat(code, { stream: true })).text()).not.toContain("canary")
})

test("no connection to the provider is a 502 and costs nothing", async () => {
  const fell = await taken(async () => {
    const { status, json } = await whole(resetAfter(textReply(long), 0))
    expect(status).toBe(502)
    expect(json).toMatchObject({ error: { code: "upstream_cut_uncharged" } })
  })
  expect(fell).toBe(0)
})

test("T12: an answer with nothing to see costs nothing: an empty stream, blanks, an empty text", async () => {
  const silent = [
    emptyStreamReply(),
    textReply(""),
    textReply("  \n ", { usage: { output: 900 } }),
    textReply("", { finish: "length", usage: { output: 4_000, reasoning: 4_000 } }),
  ]
  for (const reply of silent) {
    const fell = await taken(async () => {
      const chat = await streamed(reply)
      if (chat.status === 200) expect(chat.done).toBe(true)
      if (chat.meta) expect(chat.meta.cost).toBe(0)
    })
    expect(fell).toBe(0)
  }
  expect(await taken(() => whole(textReply("", { usage: { output: 500 } })))).toBe(0)
})

test("answers with nothing to see are free up to R$ 1,00 an hour of who asks, then paid by what is told", async () => {
  const often = await gateway.code("premium", 10)
  // A word to stop at: the whole prompt is billed to us.
  const silent = async () => {
    gateway.script(textReply("", { usage: { output: 4_000, reasoning: 4_000 } }))
    const { posted } = await gateway.balance(often)
    const chat = await readChat(await gateway.chat(often, { stream: true, stop: ["S"] }))
    return { chat, cost: posted - (await gateway.balance(often)).posted }
  }
  let ended = await silent()
  let given = 0
  while (ended.cost === 0 && given < 100) {
    expect(ended.chat).toMatchObject({ text: "", meta: { cost: 0 } })
    given += 1
    ended = await silent()
  }
  expect(ended.cost).toBe(fromReais(ended.chat.meta!.cost))
  expect(ended.chat).toMatchObject({ error: { code: "upstream_cut" } })
  expect(given).toBe(Math.floor(1_000_000 / ended.cost))
  // Another caller's are their own.
  expect(await taken(() => streamed(textReply("", { usage: { output: 4_000 } })))).toBe(0)
})

test("T12: a stream cut before 16 tokens costs nothing and says that it broke", async () => {
  const fell = await taken(async () => {
    const chat = await streamed(cutAfter(textReply(long, { chunks: 200 }), 1_000))
    expect(chat.text.length).toBeGreaterThan(0)
    expect(chat.error).toMatchObject({ code: "upstream_cut_uncharged" })
    expect(chat).toMatchObject({ status: 200, done: true, meta: { cost: 0 } })
  })
  expect(fell).toBe(0)
})

test.each([
  ["cut", cutAfter],
  ["reset", resetAfter],
  ["closed without a word", endAfter],
] as const)("a stream %s later is charged for what was delivered, not more", async (_, fault) => {
  const full = await taken(() => streamed(textReply(long)))
  const fell = await taken(async () => {
    const chat = await streamed(fault(textReply(long, { chunks: 100 }), 10_000))
    expect(chat.error).toMatchObject({ code: "upstream_cut" })
    expect(chat.text.length).toBeGreaterThan(100)
    expect(chat.text.length).toBeLessThan(long.length)
    const delivered = chat.text.length / 4
    expect(fromReais(chat.meta!.cost)).toBeGreaterThan(delivered * 0.5 * 57.2)
    expect(fromReais(chat.meta!.cost)).toBeLessThan(delivered * 1.5 * 57.2 + 1_000)
  })
  expect(fell).toBeGreaterThan(0)
  expect(fell).toBeLessThan(full)
})

test("T11: an error event inside a stream ends it, and its text is never billed", async () => {
  const essay = "erro ".repeat(4_000)
  const few = await taken(async () => {
    const chat = await streamed(errorEventAfter(textReply(long, { chunks: 200 }), 600, essay))
    expect(chat).toMatchObject({ status: 200, done: true, meta: { cost: 0 } })
    expect(chat.error).toMatchObject({ code: "upstream_error" })
  })
  expect(few).toBe(0)
  const some = await taken(() => streamed(errorEventAfter(textReply(long, { chunks: 100 }), 10_000, essay)))
  expect(some).toBeGreaterThan(0)
  expect(some).toBeLessThan(500 * 57.2)
})

test("a whole reply cut in the middle costs nothing", async () => {
  const fell = await taken(async () => {
    const { status, json } = await whole(cutAfter(textReply(long), 200))
    expect(status).toBe(502)
    expect(json).toMatchObject({ error: { code: "upstream_cut_uncharged" } })
  })
  expect(fell).toBe(0)
})

test("the log never holds the provider's key", () => {
  expect(gateway.prosa.output()).not.toContain("canary")
})
