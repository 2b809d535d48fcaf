import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { truncateSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterEach, expect, test } from "vitest"
import { tempFolder } from "../../../testing/temp-folder.ts"
import { readModelsDev } from "./models-dev.ts"
import { readProviderList } from "./provider-lists.ts"
import { readSource } from "./read-source.ts"

const all = () => "known" as const
const read = (models: object, provider = "openai") => readModelsDev(JSON.stringify({ [provider]: { models } }), all)
const cost = { input: 1.25, output: 10 }

test("reads a model of the list in our words, and leaves out what nobody knows", () => {
  const model = {
    name: "GPT-6.3 Sol",
    cost: {
      ...cost,
      cache_read: 0.125,
      cache_write: 1.5625,
      reasoning: 3,
      tiers: [{ tier: { type: "context", size: 272_000 }, input: 2.5, output: 15 }],
    },
    limit: { context: 1_050_000, input: 922_000, output: 128_000 },
    modalities: { input: ["text", "image", "smell"], output: ["text"] },
    reasoning: true,
    reasoning_options: [{ type: "effort", values: ["high", "low", null, "utmost"] }],
    temperature: false,
    tool_call: true,
    knowledge: "2026-07-31",
    release_date: "2026-11-22",
    status: "beta",
    mood: { good: true },
  }
  expect(read({ "gpt-6.3-sol": model })).toEqual({
    ok: true,
    value: [
      {
        provider: "openai",
        id: "gpt-6.3-sol",
        name: "GPT-6.3 Sol",
        chats: true,
        sees: ["text", "image"],
        window: 1_050_000,
        inputMost: 922_000,
        outputMost: 128_000,
        knows: "2026-07",
        efforts: ["low", "high"],
        takes: { sampling: "never" },
        released: "2026-11-22",
        price: {
          input: 1_250_000,
          output: 10_000_000,
          cachedInput: 125_000,
          cacheWrite: 1_562_500,
          above: { inputTokens: 272_000, input: 2_500_000, output: 15_000_000 },
        },
      },
    ],
  })
  const over200k = { ...cost, context_over_200k: { input: 2.5, output: 15 } }
  expect(read({ m: { cost: over200k } }, "google")).toMatchObject({
    value: [{ provider: "google", price: { above: { inputTokens: 200_000, input: 2_500_000 } } }],
  })
  expect(read({ m: { cost } }, "moonshotai")).toMatchObject({ value: [{ provider: "moonshot" }] })
})

test.each([
  [{}, "no price is told"],
  [{ cost: { input: 1 } }, "its price is 0 or incomplete"],
  [
    { cost: { ...cost, tiers: [1, 2].map((size) => ({ ...cost, tier: { type: "context", size } })) } },
    "its price has more than two steps",
  ],
])("takes no price of %j", (model, unpriced) => {
  expect(read({ m: model })).toMatchObject({ value: [{ unpriced }] })
})

test.each([
  ["not json", "is no JSON"],
  ["[]", "is no list of models: it must be {provider: {models: {id: …}}}"],
  ["{}", "has no provider that is known here"],
  ['{"openai": 5}', "openai: has no models"],
  ['{"openai": {"models": []}}', "openai: has no models"],
  ['{"openai": {"models": {"m": 5}}}', "openai m: "],
  ['{"openai": {"models": {"m": {"cost": {"input": -1, "output": 1}}}}}', "openai m: cost.input must not be negative"],
  ['{"openai": {"models": {"m": {"cost": {"input": 0, "output": 1}}}}}', "openai m: cost.input must be above 0"],
  ['{"openai": {"models": {"m": {"cost": {"input": 1, "output": 0}}}}}', "openai m: cost.output must be above 0"],
  ['{"openai": {"models": {"m": {"cost": {"input": "1", "output": 1}}}}}', "openai m: cost.input must be a number"],
  ['{"openai": {"models": {"m": {"cost": {"input": 1e9, "output": 1}}}}}', "openai m: cost.input is beyond belief"],
  ['{"openai": {"models": {"m": {"limit": {"context": "big"}}}}}', "openai m: limit.context must be a number"],
  ['{"openai": {"__proto__": {"polluted": 1}, "models": {}}}', 'has a key named "__proto__"'],
  ['{"openai": {"models": {"__proto__": {"cost": {}}}}}', 'has a key named "__proto__"'],
])("refuses %s in one sentence", (text, sentence) => {
  const result = readModelsDev(text, all)
  expect(result).toEqual({ ok: false, error: expect.stringContaining(sentence) })
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
})

test("does not look at what nobody wants", () => {
  const text = JSON.stringify({ openai: { models: { bad: { cost: { input: -1 } } } }, other: 5 })
  expect(readModelsDev(text, () => "no")).toEqual({ ok: true, value: [] })
})

const stops: (() => unknown)[] = []
afterEach(() => stops.splice(0).forEach((stop) => stop()))

async function site(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  stops.push(() => (server.closeAllConnections(), server.close()))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api.json`
}

const letThrough = (address: string) => ({ isAllowed: () => true, ports: [new URL(address).port] })

test("fetches a list of a bearable size, follows no redirect, and calls nobody inside", async () => {
  const fine = await site((_, response) => response.end("{}"))
  expect(await readSource(fine, letThrough(fine))).toEqual({ ok: true, value: "{}" })
  expect(await readSource(fine)).toEqual({ ok: false, error: `${fine}: it is no public address that may be called` })
  const away = await site((_, response) => response.writeHead(302, { location: fine }).end())
  expect(await readSource(away, letThrough(away))).toMatchObject({ error: `${away}: it answered with 302` })
  const endless = await site((_, response) => {
    const piece = Buffer.alloc(1024 * 1024, 32)
    const more = () => void response.write(piece, more)
    more()
  })
  expect(await readSource(endless, letThrough(endless))).toMatchObject({ error: `${endless}: it has more than 8 MiB` })
  const cut = await site((request) => request.socket.destroy())
  expect(await readSource(cut, letThrough(cut))).toMatchObject({ error: `${cut}: it does not answer` })
})

test("reads no file of two gigabytes, no device and none that is not there", async () => {
  const file = join(tempFolder("prosa-lists"), "huge.json")
  writeFileSync(file, "")
  truncateSync(file, 2 * 1024 ** 3)
  expect(await readSource(file)).toEqual({ ok: false, error: `${file}: it has more than 8 MiB` })
  expect(await readSource("/dev/zero")).toEqual({ ok: false, error: "/dev/zero: it is no file" })
  expect(await readSource(`${file}.none`)).toMatchObject({ error: expect.stringContaining("cannot be read") })
})

test("reads what providers' own lists tell, and takes a wrong field as not told", () => {
  const openai = {
    data: [{ id: "o3", shutdown_date: "2026-12-11" }, { id: "gpt-5", shutdown_date: null }, { id: "x" }],
  }
  expect(readProviderList("openai", openai)).toEqual([
    { id: "o3", off: "2026-12-11" },
    { id: "gpt-5", off: null },
    { id: "x" },
  ])
  const effort = { supported: true, low: { supported: true }, max: { supported: true }, xhigh: { supported: false } }
  const claude = { id: "claude-opus-5-5", max_input_tokens: 1_000_000, max_tokens: 128_000, capabilities: { effort } }
  expect(readProviderList("anthropic", { data: [claude, { id: "old", max_tokens: "many" }, { id: 5 }] })).toEqual([
    { id: "claude-opus-5-5", window: 1_000_000, outputMost: 128_000, efforts: ["low", "max"] },
    { id: "old" },
  ])
  expect(readProviderList("moonshot", { data: [{ id: "kimi-k3", context_length: 256_000 }] })).toEqual([
    { id: "kimi-k3", window: 256_000 },
  ])
  const gemini = { name: "models/gemini-3.8-flash", inputTokenLimit: 1_048_576, outputTokenLimit: 65_536 }
  expect(readProviderList("google", { models: [gemini] })).toEqual([
    { id: "gemini-3.8-flash", window: 1_048_576, outputMost: 65_536 },
  ])
  for (const json of [undefined, null, 5, [], {}, { data: 5 }, { data: [null, 5, {}] }])
    expect(readProviderList("openai", json)).toEqual([])
  expect(readProviderList("stability", { data: [{ id: "x" }] })).toEqual([])
})
