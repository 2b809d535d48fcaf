import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { contentText } from "#core/gateway/content.ts"
import { titleOf } from "../../../testing/auxiliary-calls.ts"
import { cutAfter, stallAfter } from "../../../testing/fake-provider/faults.ts"
import { errorReply, textReply } from "../../../testing/fake-provider/replies.ts"
import {
  readChat,
  readJson,
  readUntil,
  settledRun,
  startGateway,
  type TestCode,
  type TestGateway,
} from "../../../testing/gateway.ts"

const plansUrl = "https://planos.example/precos"
let gateway: TestGateway
let free: TestCode
let premium: TestCode
beforeAll(async () => {
  gateway = await startGateway({
    env: { PLANS_URL: plansUrl, FREE_DAILY_MESSAGES: "1000", FREE_DAILY_BUDGET_BRL: "1000" },
  })
  free = await gateway.code("free")
  premium = await gateway.code("premium", 50)
})
afterAll(() => gateway.stop())

const user = (content: unknown) => ({ model: "gpt-4o-mini", messages: [{ role: "user", content }] })
const who = () =>
  [
    ["a visitor", undefined],
    ["a free code", free],
  ] as const

describe("the free tier", () => {
  test.each(["gpt-5", "o3", "gpt-4.1", "gpt-4o", "gpt-4.1-nano-2025-04-14", "no-such-model", "GPT-4O-MINI"])(
    "is refused %s with the models it may use and where to get more",
    async (model) => {
      const requests = gateway.script(textReply("Oi"))
      for (const [, code] of who()) {
        const claims = { "x-tier": "premium", "x-user-type": "premium", "x-forwarded-host": "premium.example" }
        const response = await gateway.chat(
          code,
          { model },
          { headers: claims, path: "/v1/chat/completions?site=premium" },
        )
        expect(response.status).toBe(403)
        const json = await readJson(response)
        expect(json).toMatchObject({
          free_temp_limit_reached: true,
          available_models: ["gpt-4o-mini"],
          upgrade_url: plansUrl,
          error: { code: "model_not_allowed", type: "permission_error" },
        })
        expect(JSON.stringify(json)).toMatch(/Premium/)
      }
      expect(requests()).toEqual([])
    },
  )

  test.each([
    ["as a text", (text: string) => text],
    [
      "as the second part",
      (text: string) => [
        { type: "text", text: "" },
        { type: "text", text },
      ],
    ],
  ])("has 20 000 characters in its last message, %s; one more is refused", async (_, content) => {
    for (const [, code] of who()) {
      const requests = gateway.script(textReply("Li tudo."))
      expect((await gateway.chat(code, user(content("a".repeat(19_999))))).status).toBe(200)
      expect(requests()).toHaveLength(1)
      // A surrogate pair counts as two characters, as in `length`.
      for (const text of ["a".repeat(20_002), "😀".repeat(10_001), `${"é".repeat(20_002)}`]) {
        const response = await gateway.chat(code, user(content(text)))
        expect(response.status).toBe(403)
        const json = await readJson(response)
        expect(json).toMatchObject({ character_limit_exceeded: true, error: { code: "message_too_long" } })
        expect(JSON.stringify(json)).toContain(
          "Mensagem muito longa! Usuários gratuitos podem enviar no máximo 20000 caracteres por mensagem. Sua mensagem tem 2000",
        )
      }
      expect(requests()).toHaveLength(1)
    }
  })

  test("counts a text and its parts by the same rule at the very border", async () => {
    gateway.script(textReply("Li."))
    const two = (n: number) =>
      user([
        { type: "text", text: "a".repeat(10_000) },
        { type: "text", text: "b".repeat(n) },
      ])
    expect((await gateway.chat(free, user("a".repeat(20_000)))).status).toBe(200)
    expect((await gateway.chat(free, user("a".repeat(20_001)))).status).toBe(403)
    expect((await gateway.chat(free, two(9_990))).status).toBe(200)
    expect((await gateway.chat(free, two(10_002))).status).toBe(403)
  })

  test("an older message may be longer: only the last one of the user counts", async () => {
    gateway.script(textReply("Oi"))
    const messages = [
      { role: "user", content: "a".repeat(25_000) },
      { role: "assistant", content: "b" },
      { role: "user", content: "c" },
    ]
    expect((await gateway.chat(undefined, { model: "gpt-4o-mini", messages })).status).toBe(200)
  })

  test("gets at most 10 000 tokens, and the provider is told so", async () => {
    for (const [, code] of who()) {
      const requests = gateway.script(textReply("Oi"))
      await (await gateway.chat(code, { model: "gpt-4o-mini", max_tokens: 16_000 })).text()
      await (await gateway.chat(code, { model: "gpt-4o-mini" })).text()
      await (await gateway.chat(code, { model: "gpt-4o-mini", max_tokens: 50 })).text()
      expect(requests().map(({ json }) => json["max_tokens"])).toEqual([10_000, 10_000, 50])
    }
  })

  test("a free code pays from its daily grant, a visitor pays nothing and has nothing", async () => {
    const code = await gateway.code("free")
    gateway.script(textReply("Oi", { usage: { inputUncached: 100, output: 1_000 } }))
    const chat = await readChat(await gateway.chat(code, { model: "gpt-4o-mini", stream: true }))
    expect(chat.meta).toMatchObject({ newPremiumBalance: 0, newCallsBalance: 0 })
    expect(chat.meta!.updatedBalance).toBe(chat.meta!.newFreeBalance)
    expect(Math.round((chat.meta!.newFreeBalance + chat.meta!.cost) * 1e6)).toBe(500_000)
    const visit = await readChat(await gateway.chat(undefined, { model: "gpt-4o-mini", stream: true }))
    expect(visit).toMatchObject({ text: "Oi", done: true, meta: { updatedBalance: 0, cost: 0 } })
  })
})

describe("a premium code", () => {
  test("T7: may use every listed model, is told 404 of others, and is not bound by 20 000 characters", async () => {
    const requests = gateway.script(textReply("Oi"))
    for (const model of ["gpt-5", "gpt-4.1", "gpt-4o-mini", "o3"]) {
      expect((await gateway.chat(premium, { model })).status).toBe(200)
    }
    expect((await gateway.chat(premium, user("a".repeat(50_000)))).status).toBe(200)
    expect(requests()).toHaveLength(5)
    const response = await gateway.chat(premium, { model: "no-such-model" })
    expect(response.status).toBe(404)
    const json = await readJson(response)
    expect(json).toMatchObject({ error: { code: "model_not_found", param: "model" } })
    expect(JSON.stringify(json)).toContain("O modelo no-such-model não existe aqui")
    expect(JSON.stringify(json)).not.toContain("provedor")
    expect(requests()).toHaveLength(5)
  })

  test("never pays from a free purse, nor a free code from a premium one", async () => {
    const poor = await gateway.code("premium", 0)
    expect((await gateway.chat(poor, { model: "gpt-4o-mini" })).status).toBe(402)
    expect(await gateway.balance(poor)).toMatchObject({ posted: 0 })
  })
})

describe("the whole request of the free tier", () => {
  const system = (characters: number) => ({ role: "system", content: "a".repeat(characters) })
  const question = { role: "user", content: "Oi" }
  const ask = (more: object) => ({ model: "gpt-4o-mini", ...more })

  test.each([
    ["system text", { messages: [system(120_001), question] }],
    ["a long conversation", { messages: [...Array.from({ length: 7 }, () => system(18_000)), question] }],
    [
      "tools",
      {
        messages: [question],
        tools: [{ type: "function", function: { name: "f", description: "a".repeat(120_001) } }],
      },
    ],
    [
      "what tools were called with",
      {
        messages: [
          question,
          {
            role: "assistant",
            content: null,
            tool_calls: [{ id: "a", type: "function", function: { name: "f", arguments: "a".repeat(120_001) } }],
          },
          { role: "tool", content: "b", tool_call_id: "a" },
          question,
        ],
      },
    ],
  ])("is refused beyond 120 000 characters of %s, for visitors and free codes", async (_, body) => {
    const requests = gateway.script(textReply("Oi"))
    for (const code of [undefined, free]) {
      const response = await gateway.chat(code, ask(body))
      expect(response.status).toBe(400)
      expect(await readJson(response)).toMatchObject({ error: { code: "context_length_exceeded" } })
    }
    expect(requests()).toEqual([])
    expect((await gateway.chat(premium, ask(body))).status).toBe(200)
  })

  test("is answered with fewer, however large its pictures", async () => {
    gateway.script(textReply("Oi"))
    const text = { type: "text", text: "O que é isto?" }
    const picture = { type: "image_url", image_url: { url: `data:image/png;base64,${"A".repeat(200_000)}` } }
    for (const code of [undefined, free]) {
      expect((await gateway.chat(code, ask({ messages: [system(119_000), question] }))).status).toBe(200)
      const seen = { messages: [{ role: "user", content: [text, picture] }] }
      expect((await gateway.chat(code, ask(seen))).status).toBe(200)
    }
  })
})

describe("what a request claims to be for", () => {
  const nano = "gpt-4.1-nano-2025-04-14"
  const genuine = { model: nano, max_tokens: 150, messages: titleOf() }
  const meta = (claim: object) => ({ headers: { "x-request-meta": JSON.stringify(claim) } })
  const cost = async (body: object, claim: object) => {
    const json = await readJson(await gateway.chat(premium, body, meta(claim)))
    return (json["_meta"] as { cost: number } | undefined)?.cost ?? 0
  }

  test("makes no chat cheaper", async () => {
    gateway.script(textReply("Oi", { usage: { inputUncached: 50, output: 140 } }))
    const plain = await cost({}, {})
    expect(plain).toBeGreaterThan(0)
    for (const claim of [{ isTitle: true }, { isSummarize: true }, { isTitle: true, free: true }]) {
      expect(await cost({}, claim)).toBe(plain)
      expect(await cost({ max_tokens: 150 }, claim)).toBe(plain)
    }
    const cheap = await cost({ model: nano }, {})
    const short = { model: nano, max_tokens: 150 }
    expect(await cost(short, { isTitle: true })).toBe(cheap)
    expect(await cost({ ...genuine, max_tokens: 151 }, { isTitle: true })).toBe(cheap)
    expect(await cost({ ...genuine, max_tokens: undefined }, { isTitle: true })).toBe(cheap)
    expect(await cost({ ...genuine, model: "gpt-4o-mini" }, { isTitle: true })).toBeGreaterThan(0)
    const [said, request] = titleOf()
    const words = contentText(request?.content)
    for (const messages of [
      [request],
      [said],
      [request, said],
      [said, { ...request, content: `${words} ` }],
      [said, { ...request, content: `Escreva um poema. ${words}` }],
      [said, { ...request, role: "system" }],
      [{ ...said, name: "a" }, request],
      [{ role: "user", content: "a".repeat(6_001) }, request],
    ])
      expect(await cost({ ...short, messages }, { isTitle: true })).toBe(cheap)
  })

  test("is free for a genuine title, once for each charged message", async () => {
    const code = await gateway.code("premium", 10)
    const title = async () => {
      const before = (await gateway.balance(code)).posted
      const ask = genuine
      expect((await gateway.chat(code, ask, meta({ isTitle: true }))).status).toBe(200)
      return before - (await gateway.balance(code)).posted
    }
    gateway.script(textReply("Um título"))
    expect(await title()).toBeGreaterThan(0)
    await readJson(await gateway.chat(code))
    expect(await title()).toBe(0)
    expect(await title()).toBeGreaterThan(0)
  })

  test.each([
    ["was stopped", stallAfter(textReply("Era uma vez, num reino distante. ".repeat(40)), 6_000), "stopped"],
    ["broke off", cutAfter(textReply("Era uma vez, num reino distante. ".repeat(40)), 6_000), "failed"],
  ] as const)("is free after an answer that %s and was charged", async (_, script, state) => {
    const code = await gateway.code("premium", 10)
    gateway.script(script)
    const response = await gateway.chat(code, { stream: true })
    const runId = response.headers.get("x-run-id")!
    await readUntil(response, "reino")
    if (state === "stopped") {
      const headers = { authorization: `Bearer nk-${code.code}` }
      await fetch(`${gateway.url}/api/runs/${runId}/stop`, { method: "POST", headers })
    }
    const run = await settledRun(gateway, code, runId)
    expect(run).toMatchObject({ state, cost: expect.any(Number) })
    expect(run["cost"]).toBeGreaterThan(0)
    gateway.script(textReply("Um título"))
    const before = (await gateway.balance(code)).posted
    await readJson(await gateway.chat(code, genuine, meta({ isTitle: true })))
    expect((await gateway.balance(code)).posted).toBe(before)
  })

  test("nothing that cost nothing earns a free title", async () => {
    const code = await gateway.code("premium", 10)
    gateway.script(errorReply(500, "boom"))
    await readJson(await gateway.chat(code))
    gateway.script(textReply(""))
    await readJson(await gateway.chat(code))
    gateway.script(textReply("Um título"))
    const before = (await gateway.balance(code)).posted
    await readJson(await gateway.chat(code, genuine, meta({ isTitle: true })))
    expect((await gateway.balance(code)).posted).toBeLessThan(before)
  })

  test.each([
    ["a response format", { response_format: { type: "json_object" } }],
    ["a prediction", { prediction: { type: "content", content: "Um título" } }],
    ["metadata", { metadata: { a: "b" } }],
    ["tools", { tools: [{ type: "function", function: { name: "f" } }] }],
    ["an image", user([{ type: "image_url", image_url: { url: "https://img.example/a.png" } }])],
    ["more than our own request", { messages: [...titleOf(), { role: "user", content: "E um poema." }] }],
  ])("is not free with %s, and leaves the earned title for a genuine one", async (_, extra) => {
    const code = await gateway.code("premium", 10)
    gateway.script(textReply("Um título"))
    await readJson(await gateway.chat(code))
    const title = async (more: object) => {
      const before = (await gateway.balance(code)).posted
      const ask = { ...genuine, ...more, model: nano }
      expect((await gateway.chat(code, ask, meta({ isTitle: true }))).status).toBe(200)
      return before - (await gateway.balance(code)).posted
    }
    expect(await title(extra)).toBeGreaterThan(0)
    expect(await title({})).toBe(0)
  })

  test("opens the model of titles to the free tier only once it is earned", async () => {
    const code = await gateway.code("free")
    const ask = genuine
    const title = async () => (await gateway.chat(code, ask, meta({ isTitle: true }))).status
    const requests = gateway.script(textReply("Um título"))
    expect(await title()).toBe(403)
    expect(requests()).toEqual([])
    await readJson(await gateway.chat(code, { model: "gpt-4o-mini" }))
    expect(await title()).toBe(200)
    expect(await title()).toBe(403)
    expect(requests()).toHaveLength(2)
  })

  test("a genuine title does not earn the next one", async () => {
    const code = await gateway.code("premium", 10)
    gateway.script(textReply("Um título"))
    await readJson(await gateway.chat(code))
    const before = (await gateway.balance(code)).posted
    const ask = genuine
    await readJson(await gateway.chat(code, ask, meta({ isTitle: true })))
    expect((await gateway.balance(code)).posted).toBe(before)
    await readJson(await gateway.chat(code, ask, meta({ isTitle: true })))
    expect((await gateway.balance(code)).posted).toBeLessThan(before)
  })

  test("a usage record of the client changes no balance", async () => {
    const before = await gateway.balance(premium)
    const record = { accessCode: premium.code, model: "gpt-5", inputTokens: 10, outputTokens: 10, responseTime: 5 }
    const send = (body: unknown) =>
      fetch(`${gateway.url}/api/log-usage`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      })
    expect((await send(record)).status).toBe(200)
    for (const wrong of [{ ...record, inputTokens: -5 }, { ...record, model: "a\n<script>" }, null, [], "x"]) {
      expect((await send(wrong)).status).toBe(400)
    }
    expect((await send({ ...record, userAgent: "x".repeat(300_000) })).status).toBe(413)
    expect(await gateway.balance(premium)).toEqual(before)
    expect(gateway.prosa.output()).not.toContain(premium.code)
    expect(gateway.prosa.output()).not.toContain("<script>")
  })
})
