import OpenAI from "openai"
import { mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { errorReply, jsonReply } from "../../testing/fake-provider/replies.ts"
import { readJson, startGateway, type TestCode, type TestGateway } from "../../testing/gateway.ts"
import { startProsaInProcess } from "../../testing/prosa-in-process.ts"
import { readPriceFile } from "../ledger/price-file.ts"

let gateway: TestGateway
let code: TestCode
let client: OpenAI

beforeAll(async () => {
  const priceFile = join(mkdtempSync(join(tmpdir(), "prosa-prices-")), "prices.json")
  const core = { provider: "stability", model: "core", images: { any: 30_000 }, source: "the test", date: "2026-11-21" }
  writeFileSync(priceFile, JSON.stringify({ prices: [...readPriceFile().prices, core] }))
  gateway = await startGateway({
    envFor: ({ url }) => ({ STABILITY_API_KEY: "stability-key-of-ours", STABILITY_URL: url }),
    start: (options) => startProsaInProcess(options ?? {}, { priceFile }),
  })
  code = await gateway.code("premium", 10)
  client = new OpenAI({ apiKey: code.code, baseURL: `${gateway.url}/v1`, maxRetries: 0 })
})
afterAll(() => gateway.stop())

const picture = { created: 1, data: [{ b64_json: "aGVsbG8=", revised_prompt: "um gato" }] }
const sound = Buffer.from([0xff, 0xf3, 0x44, 0x00, 0xc4, 0x80])
const soundReply = { status: 200, headers: { "content-type": "audio/mpeg" }, pieces: [{ send: sound }] }
const spentBy = async (of: TestCode, what: () => Promise<unknown>) => {
  const before = (await gateway.balance(of)).posted
  await what()
  expect(await gateway.balance(of)).toMatchObject({ held: 0 })
  return before - (await gateway.balance(of)).posted
}

test.each([
  [{}, 0.04],
  [{ size: "1792x1024" as const }, 0.08],
  [{ quality: "hd" as const }, 0.08],
  [{ size: "1024x1792" as const, quality: "hd" as const }, 0.12],
])("a picture %j costs what its size and quality do", async (options, dollars) => {
  const requests = gateway.script(jsonReply(200, picture))
  const spent = await spentBy(code, async () => {
    const reply = await client.images.generate({ model: "dall-e-3", prompt: "um gato", ...options })
    expect(reply.data?.[0]).toMatchObject({ b64_json: "aGVsbG8=", revised_prompt: "um gato" })
  })
  expect(spent).toBe(Math.round(dollars * 5.5 * 1.3 * 1e6))
  expect(requests()[0]).toMatchObject({ path: "/v1/images/generations", json: { model: "dall-e-3", ...options } })
})

test("a picture is kept under its key: asked for again it comes again, and is paid once", async () => {
  const requests = gateway.script(jsonReply(200, picture))
  const ask = () =>
    fetch(`${gateway.url}/api/openai/v1/images/generations`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        authorization: `Bearer nk-${code.code}`,
        "idempotency-key": "a-picture",
      },
      body: JSON.stringify({ model: "dall-e-3", prompt: "um gato" }),
    })
  const spent = await spentBy(code, async () => {
    const first = await (await ask()).text()
    expect(await (await ask()).text()).toBe(first)
  })
  expect(spent).toBe(286_000)
  expect(requests()).toHaveLength(1)
})

test("what was refused or filtered costs nothing", async () => {
  gateway.script(errorReply(400, "Your request was rejected", { code: "content_policy_violation" }))
  const spent = await spentBy(code, async () => {
    await expect(client.images.generate({ model: "dall-e-3", prompt: "um gato" })).rejects.toMatchObject({
      status: 400,
      code: "content_policy_violation",
    })
  })
  expect(spent).toBe(0)
})

test.each([
  ["n of two", { n: 2 }],
  ["a size nobody priced", { size: "4096x4096" }],
  ["a field nobody knows", { api_base: "https://a.example" }],
])("%s is refused before anybody is asked", async (_what, more) => {
  const requests = gateway.script(jsonReply(200, picture))
  const call = client.images.generate({ model: "dall-e-3", prompt: "um gato", ...more } as OpenAI.ImageGenerateParams)
  await expect(call).rejects.toMatchObject({ status: 400 })
  expect(requests()).toHaveLength(0)
})

test("speech comes as bytes and costs by the character, an emoji as one", async () => {
  const requests = gateway.script(soundReply)
  const input = "Olá, tudo bem? 🎈".repeat(50)
  const spent = await spentBy(code, async () => {
    const reply = await client.audio.speech.create({ model: "tts-1", voice: "alloy", input })
    expect(reply.headers.get("content-type")).toBe("audio/mpeg")
    expect(Buffer.from(await reply.arrayBuffer())).toEqual(sound)
  })
  expect(spent).toBe(Math.ceil([...input].length * 15 * 5.5 * 1.3))
  expect(requests()[0]).toMatchObject({ path: "/v1/audio/speech", json: { model: "tts-1", input, voice: "alloy" } })
})

test("an error instead of speech is an error, and costs nothing", async () => {
  gateway.script(errorReply(429, "Rate limit"))
  const spent = await spentBy(code, async () => {
    const call = client.audio.speech.create({ model: "tts-1", voice: "alloy", input: "Oi" })
    await expect(call).rejects.toThrow(OpenAI.RateLimitError)
  })
  expect(spent).toBe(0)
})

test("who cannot pay for the whole gets nothing of it", async () => {
  const poor = await gateway.code("premium", 0.01)
  const requests = gateway.script(soundReply)
  const broke = new OpenAI({ apiKey: poor.code, baseURL: `${gateway.url}/v1`, maxRetries: 0 })
  const speech = broke.audio.speech.create({ model: "tts-1-hd", voice: "alloy", input: "a".repeat(4_000) })
  await expect(speech).rejects.toMatchObject({ status: 402 })
  await expect(broke.images.generate({ model: "dall-e-3", prompt: "um gato" })).rejects.toMatchObject({ status: 402 })
  expect(requests()).toHaveLength(0)
})

test("Stability's pictures are forms, and what it filtered is no picture", async () => {
  const ask = (fields: Record<string, string>) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    const headers = { authorization: `Bearer nk-${code.code}`, accept: "application/json" }
    const url = `${gateway.url}/api/stability/v2beta/stable-image/generate/core`
    return fetch(url, { method: "POST", headers, body: form })
  }
  const requests = gateway.script(jsonReply(200, { image: "aGVsbG8=", finish_reason: "SUCCESS", seed: 7 }))
  const spent = await spentBy(code, async () => {
    const reply = await ask({ prompt: "um gato", aspect_ratio: "16:9" })
    expect(await readJson(reply)).toMatchObject({ image: "aGVsbG8=", seed: 7 })
  })
  expect(spent).toBe(Math.ceil(0.03 * 5.5 * 1.3 * 1e6))
  expect(requests()[0]?.path).toBe("/v2beta/stable-image/generate/core")
  expect(requests()[0]?.headers).toMatchObject({
    authorization: "Bearer stability-key-of-ours",
    "content-type": expect.stringMatching(/^multipart\/form-data; boundary=/),
  })
  expect(requests()[0]?.body).toContain('name="aspect_ratio"\r\n\r\n16:9\r\n')
  gateway.script(jsonReply(200, { image: "aGVsbG8=", finish_reason: "CONTENT_FILTERED", seed: 7 }))
  expect(await spentBy(code, () => ask({ prompt: "um gato" }))).toBe(0)
  expect((await ask({ prompt: "um gato", api_base: "x" })).status).toBe(400)
  expect((await ask({ aspect_ratio: "16:9" })).status).toBe(400)
})

test("the pretend model draws and reads aloud, and charges for it as a real one", async () => {
  const demo = await startGateway({ pretend: true })
  const mine = await demo.code("premium", 1)
  const own = new OpenAI({ apiKey: mine.code, baseURL: `${demo.url}/v1`, maxRetries: 0 })
  const drawn = await own.images.generate({ model: "dall-e-3", prompt: "uma paisagem" })
  expect(
    Buffer.from(drawn.data?.[0]?.b64_json ?? "", "base64")
      .subarray(1, 4)
      .toString(),
  ).toBe("PNG")
  const read = await own.audio.speech.create({ model: "tts-1", voice: "alloy", input: "Olá, tudo bem?" })
  expect(read.headers.get("content-type")).toBe("audio/wav")
  expect(
    Buffer.from(await read.arrayBuffer())
      .subarray(0, 4)
      .toString(),
  ).toBe("RIFF")
  expect(await demo.balance(mine)).toMatchObject({ posted: 1_000_000 - 286_000 - Math.ceil(14 * 107.25), held: 0 })
  await demo.stop()
})
