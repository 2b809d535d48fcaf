import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { noUsage } from "#core/gateway/usage.ts"
import { objectsOf, objectOf } from "#core/lib/fields.ts"
import { answerReply, fileReply, jsonReply, textReply } from "../../../testing/fake-provider/replies.ts"
import {
  readChat,
  readJson,
  readUntil,
  startGateway,
  type TestCode,
  type TestGateway,
} from "../../../testing/gateway.ts"
import { recordings } from "../../../testing/recordings.ts"
import { fixture } from "../../../testing/wire-file.ts"

let gateway: TestGateway
let code: TestCode

beforeAll(async () => {
  gateway = await startGateway({
    envFor: ({ url }) => ({
      ANTHROPIC_API_KEY: "sk-ant-of-ours",
      ANTHROPIC_URL: url,
      GOOGLE_API_KEY: "google-key-of-ours",
      GOOGLE_URL: url,
      MOONSHOT_API_KEY: "moon-key-of-ours",
      MOONSHOT_URL: url,
    }),
  })
  code = await gateway.code("premium", 100)
  await gateway.credit(code, { calls: 30 })
})
afterAll(() => gateway.stop())

const searching = (model: string, most = 3) => ({
  model,
  stream: true,
  enable_web_search: true,
  max_web_search_calls: most,
  stream_options: { include_usage: true },
})
const callsOf = async (of = code) => {
  const reply = await fetch(`${gateway.url}/api/getBalance`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ accessCode: of.code }),
  })
  return Number((await readJson(reply))["saldo_chamadas"])
}

test("a search without an answer ends as an empty answer does, and costs nothing", async () => {
  gateway.script(
    answerReply([
      { type: "web-search", search: { id: "a", status: "completed", query: "x" } },
      { type: "usage", usage: { ...noUsage, inputUncached: 20, searchCalls: 1 } },
      { type: "finish", reason: "stop" },
    ]),
  )
  for (const model of ["gpt-5", "claude-sonnet-4-6"]) {
    const before = await callsOf()
    const chat = await readChat(await gateway.chat(code, searching(model)))
    const reasons = chat.chunks.map((chunk) => objectsOf(chunk["choices"])[0]?.["finish_reason"])
    expect(reasons.filter((reason) => typeof reason === "string")).toEqual(["stop"])
    expect(chat).toMatchObject({ status: 200, text: "", done: true, meta: { cost: 0 } })
    expect(await callsOf()).toBe(before)
  }
})

const found = { type: "web-search", search: { id: "a", status: "completed", query: "x" } } as const

test("what a search finds is paid as its provider counts it, as far as one search can find", async () => {
  const charged = async (inputUncached: number, searchCalls: number) => {
    gateway.script(
      answerReply([
        found,
        { type: "text-delta", text: "Está aqui." },
        { type: "usage", usage: { ...noUsage, inputUncached, output: 40, searchCalls } },
        { type: "finish", reason: "stop" },
      ]),
    )
    const chat = await readChat(await gateway.chat(code, searching("claude-sonnet-4-6")))
    return Math.round((chat.meta?.cost ?? 0) * 1e6)
  }
  const priceOf = (input: number) => Math.ceil((input * 3 + 40 * 15) * 7.15)
  // As it was recorded.
  expect(await charged(15_665, 1)).toBe(priceOf(15_665))
  expect(await charged(50_000_000, 1)).toBeLessThan(priceOf(40_000))
  // Three were allowed, whatever is claimed.
  expect(await charged(50_000_000, 500)).toBeLessThan(priceOf(120_000))
})

test.each(["gpt-5", "claude-sonnet-4-6"])(
  "no more searches are taken for %s than were held, though some were bought meanwhile",
  async (model) => {
    const one = await gateway.code("premium", 10)
    await gateway.credit(one, { calls: 1 })
    gateway.script(async (request) => {
      await gateway.credit(one, { calls: 5 })
      return answerReply([
        ...["a", "b", "c"].map((id) => ({ ...found, search: { ...found.search, id } })),
        { type: "text-delta", text: "Está aqui." },
        { type: "usage", usage: { ...noUsage, inputUncached: 20, output: 40, searchCalls: 3 } },
        { type: "finish", reason: "stop" },
      ])(request)
    })
    expect((await readChat(await gateway.chat(one, searching(model, 5)))).text).toBe("Está aqui.")
    expect(await callsOf(one)).toBe(5)
  },
)

test.each(["gpt-5", "claude-sonnet-4-6"])(
  "who stops %s after it has searched pays the search, and no tokens",
  async (model) => {
    gateway.script((request) => {
      const reply = answerReply([found])(request)
      return { ...reply, pieces: [...reply.pieces, { end: "stall" }] }
    })
    const [calls, { posted }] = [await callsOf(), await gateway.balance(code)]
    const reply = await gateway.chat(code, searching(model))
    await readUntil(reply, '"completed"')
    const headers = { authorization: `Bearer nk-${code.code}` }
    const stop = `${gateway.url}/api/runs/${reply.headers.get("x-run-id")}/stop`
    const stopped = await readJson(await fetch(stop, { method: "POST", headers }))
    expect(stopped).toMatchObject({ state: "stopped", cost: 0, usage: { searchCalls: 1 } })
    expect(calls - (await callsOf())).toBe(1)
    expect(await gateway.balance(code)).toMatchObject({ posted, held: 0 })
  },
)

const openAi = { model: "gpt-5", path: /^\/v1\/responses$/, searches: 2, tool: "web_search" }
const anthropic = { model: "claude-sonnet-4-6", path: /^\/v1\/messages$/, searches: 1, tool: "web_search_20250305" }
const searched = [
  { ...openAi, file: fixture("openai/responses-web-search.sse"), characters: 239, sources: 3 },
  { ...anthropic, file: fixture("anthropic/web-search.sse"), characters: 91, sources: 3 },
  ...recordings("openai/responses-web-search.chunks.txt").map((file) => ({
    ...openAi,
    file,
    characters: 3645,
    sources: 12,
  })),
  ...recordings("anthropic/web-search.chunks.txt").map((file) => ({
    ...anthropic,
    file,
    characters: 2402,
    sources: 14,
  })),
]

describe("a chat that searches the web", () => {
  test.each(searched)(
    "T25: uses $model's own tool, cites its sources, debits what was done: $file.name",
    async (row) => {
      const { path, searches, tool } = row
      const requests = gateway.script(fileReply(row.file))
      const before = await callsOf()
      const chat = await readChat(await gateway.chat(code, searching(row.model)))
      expect(chat.status).toBe(200)
      expect(chat.done).toBe(true)
      const [asked] = requests()
      expect(asked?.path).toMatch(path)
      expect(objectsOf(asked?.json["tools"]).map(({ type }) => type)).toEqual([tool])
      expect(chat.text).toHaveLength(row.characters)
      const annotations = chat.chunks.flatMap((chunk) =>
        objectsOf(objectOf(objectsOf(chunk["choices"])[0]?.["delta"])?.["annotations"]),
      )
      expect(annotations).toHaveLength(row.sources)
      expect(annotations[0]).toMatchObject({
        type: "url_citation",
        url_citation: { url: expect.stringMatching(/^http/) },
      })
      const items = chat.chunks.flatMap((chunk) => objectsOf(chunk["output"]))
      expect(items).toContainEqual(expect.objectContaining({ type: "web_search_call", status: "completed" }))
      expect(before - (await callsOf())).toBe(searches)
      expect(chat.meta?.newCallsBalance).toBe(await callsOf())
    },
  )

  const grounded = [
    { file: fixture("google/grounding.json"), text: "A praia é própria para banho. Há previsão de ressaca." },
    ...recordings("google/grounding.json").map((file) => ({
      file,
      text: "The latest stable version of Ruby is 4.0.6.",
    })),
  ]
  test.each(grounded)("is answered whole, too, with sources in the message: $file.name", async ({ file, text }) => {
    const requests = gateway.script(fileReply(file))
    const before = await callsOf()
    const reply = await readJson(await gateway.chat(code, { ...searching("gemini-2.5-flash"), stream: false }))
    expect(requests()[0]?.path).toBe("/v1beta/models/gemini-2.5-flash:generateContent")
    const [choice] = objectsOf(reply["choices"])
    const message = objectOf(choice?.["message"])
    expect(message?.["content"]).toBe(text)
    expect(objectsOf(message?.["annotations"]).length).toBeGreaterThan(0)
    expect(before - (await callsOf())).toBeGreaterThan(0)
    expect(reply["_meta"]).toMatchObject({ newCallsBalance: await callsOf() })
  })

  test("is refused without search calls, and with fewer of them asks for fewer", async () => {
    const poor = await gateway.code("premium", 10)
    const requests = gateway.script(fileReply(fixture("anthropic/web-search.sse")))
    const refused = await gateway.chat(poor, searching("claude-sonnet-4-6"))
    expect(refused.status).toBe(402)
    expect(await readJson(refused)).toMatchObject({ error: { code: "no_search_calls" } })
    expect(requests()).toHaveLength(0)
    await gateway.credit(poor, { calls: 1 })
    expect((await readChat(await gateway.chat(poor, searching("claude-sonnet-4-6", 5)))).done).toBe(true)
    expect(objectsOf(requests()[0]?.json["tools"])[0]?.["max_uses"]).toBe(1)
    expect(await callsOf(poor)).toBe(0)
  })

  test("answers without a search where a provider has no tool for it, and debits none", async () => {
    gateway.script(textReply("Sem pesquisa"))
    const before = await callsOf()
    const chat = await readChat(await gateway.chat(code, searching("moonshot-v1-8k")))
    expect(chat.text).toBe("Sem pesquisa")
    expect(await callsOf()).toBe(before)
  })
})

test("search-status is true only where somebody can search", async () => {
  const ask = async (url: string) => readJson(await fetch(`${url}/api/search-status`))
  expect(await ask(gateway.url)).toEqual({ enableSearch: true })
  const without = await startGateway({
    pretend: true,
    envFor: ({ url }) => ({ MOONSHOT_API_KEY: "moon-key", MOONSHOT_URL: url }),
  })
  expect(await ask(without.url)).toEqual({ enableSearch: false })
  await without.stop()
})

describe.each(["searxng", "brave"] as const)("a search service: %s", (kind) => {
  const pages = [
    { url: "https://a.example/1", title: "Primeira", content: "Notícia um" },
    { url: "javascript:alert(1)", title: "Nenhuma", content: "" },
    { url: "https://b.example/2", title: "Segunda", content: "Notícia dois" },
  ]
  const found =
    kind === "searxng"
      ? { results: pages }
      : { web: { results: pages.map(({ content, ...page }) => ({ ...page, description: content })) } }
  let own: TestGateway
  let mine: TestCode
  beforeAll(async () => {
    own = await startGateway({
      envFor: ({ url }) => ({ SEARCH_PROVIDER: kind, SEARCH_URL: url, SEARCH_API_KEY: "search-key" }),
    })
    mine = await own.code("premium", 10)
    await own.credit(mine, { calls: 5 })
  })
  afterAll(() => own.stop())
  const scripted = (reply: object, status = 200) =>
    own.script((request) => (request.method === "GET" ? jsonReply(status, reply) : textReply("Conforme [1].")(request)))

  test.each([true, false])("finds pages, cites them and goes with the question (streamed: %s)", async (stream) => {
    const requests = scripted(found)
    const messages = [{ role: "user", content: "As notícias\nde hoje" }]
    const response = await own.chat(mine, { ...searching("gpt-4.1"), stream, messages })
    const said = stream ? JSON.stringify((await readChat(response)).chunks) : JSON.stringify(await readJson(response))
    expect(said).toContain("https://a.example/1")
    expect(said).toContain("https://b.example/2")
    expect(said).not.toContain("javascript:")
    expect(said).toContain("web_search_call")
    const [search, chat] = requests()
    expect(new URL(search?.path ?? "", "http://x").searchParams.get("q")).toBe("As notícias de hoje")
    if (kind === "brave") expect(search?.headers["x-subscription-token"]).toBe("search-key")
    expect(chat?.path).toBe("/v1/chat/completions")
    expect(chat?.body).toContain("Notícia um")
  })

  test("takes what is a page among what is found, its words without marks; nothing found is a search, too", async () => {
    const name = kind === "searxng" ? "content" : "description"
    const mixed = [
      { url: "https://a.example/1", title: null, [name]: null, age: 5 },
      { title: "no address" },
      "no object",
      { url: "https://b.example/2", title: "A <strong>copa</strong> &amp; o mais", [name]: 7 },
    ]
    scripted(kind === "searxng" ? { results: mixed } : { type: "search", web: { results: mixed } })
    const ask = async () => readJson(await own.chat(mine, { ...searching("gpt-4.1"), stream: false }))
    const [choice] = objectsOf((await ask())["choices"])
    expect(objectOf(choice?.["message"])?.["annotations"]).toEqual([
      { type: "url_citation", url_citation: { url: "https://a.example/1", title: "a.example" } },
      { type: "url_citation", url_citation: { url: "https://b.example/2", title: "A copa & o mais" } },
    ])
    scripted(kind === "searxng" ? { results: [] } : { type: "search", query: {} })
    expect((await ask())["output"]).toMatchObject([{ type: "web_search_call", status: "completed" }])
  })

  test("debits one call for a search, none for one that failed, and answers all the same", async () => {
    const status = async () => (await readChat(await own.chat(mine, searching("gpt-4.1")))).meta?.newCallsBalance ?? -1
    scripted(found)
    const before = await status()
    expect(await status()).toBe(before - 1)
    scripted({ error: "down" }, 500)
    expect(await status()).toBe(before - 1)
    scripted({ ...found, more: "x".repeat(2 * 1024 * 1024) })
    expect(await status()).toBe(before - 1)
  })

  test("is not asked for whoever brings a key of their own: that provider's tool searches", async () => {
    const requests = own.script((request) => {
      if (request.method === "GET") return jsonReply(200, found)
      return answerReply([
        { type: "text-delta", text: "Achei." },
        { type: "finish", reason: "stop" },
      ])(request)
    })
    const headers = { authorization: "Bearer any-word-at-all" }
    expect((await readChat(await own.chat(undefined, searching("gpt-4.1"), { headers }))).text).toBe("Achei.")
    expect(requests().map(({ path }) => path)).toEqual(["/v1/responses"])
    expect(requests()[0]?.body).toContain("web_search")
    expect(requests()[0]?.headers["authorization"]).toBe("Bearer any-word-at-all")
  })
})

test("the pretend model searches when it is asked to, cites what it found and debits a call", async () => {
  const demo = await startGateway({ pretend: true })
  const mine = await demo.code("premium", 10)
  await demo.credit(mine, { calls: 2 })
  const messages = [{ role: "user", content: "Pesquise as notícias de hoje" }]
  const chat = await readChat(await demo.chat(mine, { ...searching("gpt-4o-mini", 1), messages }))
  expect(chat.done).toBe(true)
  expect(JSON.stringify(chat.chunks)).toContain("url_citation")
  expect(JSON.stringify(chat.chunks)).toContain('"type":"web_search_call"')
  expect(chat.meta?.newCallsBalance).toBe(1)
  await demo.stop()
})
