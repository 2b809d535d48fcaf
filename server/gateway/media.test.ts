import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import OpenAI from "openai"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { startFakeProvider } from "../../testing/fake-provider/fake-provider.ts"
import { cutAfter, slowHeaders, stallAfter } from "../../testing/fake-provider/faults.ts"
import {
  answerReply,
  errorReply,
  htmlReply,
  jsonReply,
  refusalReply,
  textReply,
} from "../../testing/fake-provider/replies.ts"
import { readJson, startGateway, type TestCode, type TestGateway } from "../../testing/gateway.ts"
import { operatorPrices } from "../../testing/operator-prices.ts"
import { tempFolder } from "../../testing/temp-folder.ts"
import { newVisitor } from "../../testing/visitors.ts"
import { startProsaInProcess } from "../../testing/prosa-in-process.ts"

let gateway: TestGateway
let code: TestCode
let client: OpenAI

beforeAll(async () => {
  gateway = await startGateway({
    envFor: ({ url }) => ({
      STABILITY_API_KEY: "stability-key-of-ours",
      STABILITY_URL: url,
      AZURE_API_KEY: "azure-key-of-ours",
      AZURE_URL: url,
    }),
    start: startProsaInProcess,
  })
  // As an operator sets a price: the server that runs takes it.
  const prices = await operatorPrices(gateway.prosa)
  await prices.setPiece({ provider: "stability", model: "core", per: { images: { any: 30_000 } }, source: "the test" })
  const sizes = { "1024x1024 medium": 34_000, "1536x1024 medium": 50_000, edited: 15_000 }
  await prices.setPiece({ provider: "openai", model: "gpt-image-2", per: { images: sizes }, source: "the test" })
  await prices.close()
  code = await gateway.code("premium", 10)
  const isPriced = async () =>
    expect(await (await fetch(`${gateway.url}/api/config`, { method: "POST" })).text()).toContain(
      `"1536x1024 standard":0.3575`,
    )
  await vi.waitFor(isPriced, { timeout: 30_000 })
  client = new OpenAI({ apiKey: code.code, baseURL: `${gateway.url}/v1`, maxRetries: 0 })
})
afterAll(() => gateway.stop())

const picture = { created: 1, data: [{ b64_json: "iVBORw0KGgo=", revised_prompt: "um gato" }] }
const sound = Buffer.from([0xff, 0xf3, 0x44, 0x00, 0xc4, 0x80])
const soundReply = { status: 200, headers: { "content-type": "audio/mpeg" }, pieces: [{ send: sound }] }
/** What the statement of a code says of its calls. */
const usesOf = async ({ url }: TestGateway, { code }: TestCode) => {
  const reply = await fetch(`${url}/api/statement?kind=use`, { headers: { authorization: `Bearer nk-${code}` } })
  return ((await reply.json()) as { readonly lines: readonly object[] }).lines
}
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
    expect(reply.data?.[0]).toMatchObject({ b64_json: "iVBORw0KGgo=", revised_prompt: "um gato" })
  })
  expect(spent).toBe(Math.round(dollars * 5.5 * 1.3 * 1e6))
  expect(requests()[0]).toMatchObject({ path: "/v1/images/generations", json: { model: "dall-e-3", ...options } })
})

test("a picture of a model whose sizes an operator has priced costs what its size does", async () => {
  const requests = gateway.script(jsonReply(200, picture))
  const draw = (size: string) =>
    client.images.generate({ model: "gpt-image-2", prompt: "um gato", size } as OpenAI.ImageGenerateParams)
  expect(await spentBy(code, () => draw("1024x1024"))).toBe(243_100)
  expect(await spentBy(code, () => draw("1536x1024"))).toBe(357_500)
  await expect(draw("1024x1536")).rejects.toMatchObject({ status: 400, param: "size" })
  expect(requests().map(({ json }) => json)).toMatchObject([
    { size: "1024x1024", quality: "medium" },
    { size: "1536x1024", quality: "medium" },
  ])
})

test.each([
  [{ size: "auto" }, 400, { param: "size" }],
  [{ quality: "auto" }, 400, { param: "quality" }],
  [{ model: "gpt-4o" }, 400, { param: "model" }],
  [{ model: "um-modelo-que-ninguem-tem" }, 404, { code: "model_not_found" }],
])(
  "a caller that asks for a picture with %j is told what to change, and no operator's command",
  async (more, status, told) => {
    const requests = gateway.script(jsonReply(200, picture))
    const headers = { "content-type": "application/json", authorization: `Bearer nk-${code.code}` }
    const body = JSON.stringify({ model: "dall-e-3", prompt: "um gato", ...more })
    const reply = await fetch(`${gateway.url}/v1/images/generations`, { method: "POST", headers, body })
    const said = await reply.text()
    expect([reply.status, JSON.parse(said)]).toMatchObject([status, { error: told }])
    expect(said).not.toContain("prices set")
    expect(requests()).toHaveLength(0)
  },
)

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

test.each(["content_policy_violation", "moderation_blocked", "content_filter"])(
  "a refusal that stands in a reply of status 200 is the prompt's, and asked for once: %s",
  async (word) => {
    const requests = gateway.script(jsonReply(200, { error: { message: "Your request was rejected", code: word } }))
    const call = client.images.generate({ model: "dall-e-3", prompt: "um gato" })
    await expect(call).rejects.toMatchObject({ status: 400, code: word })
    expect(requests()).toHaveLength(1)
  },
)

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

test.each([
  ["no base64", "!!!!"],
  ["nothing at all", ""],
  ["words", Buffer.from("<!DOCTYPE html><title>502</title>").toString("base64")],
  ["a drawing that may hold scripts", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString("base64")],
  ["an address that holds words", `data:image/png;base64,${Buffer.from("um gato").toString("base64")}`],
])("what is called a picture and is %s is told as no answer, and is our loss", async (_what, b64_json) => {
  const lost = await gateway.booked("loss:empty")
  const requests = gateway.script(jsonReply(200, { created: 1, data: [{ b64_json }] }))
  const spent = await spentBy(code, async () => {
    const call = client.images.generate({ model: "dall-e-3", prompt: "um gato" })
    await expect(call).rejects.toMatchObject({ status: 502, code: "empty_answer" })
  })
  expect([spent, requests().length]).toEqual([0, 1])
  expect(lost - (await gateway.booked("loss:empty"))).toBe(286_000)
})

test.each(["b64_json", "url"])(
  "a picture that comes as an address with its bytes is given as its bytes: in %s",
  async (field) => {
    const b64 = "R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=="
    gateway.script(jsonReply(200, { created: 1, data: [{ [field]: `data:image/gif;base64,${b64}` }] }))
    const reply = await client.images.generate({ model: "dall-e-3", prompt: "um gato" })
    expect(reply.data).toEqual([{ b64_json: b64 }])
  },
)

test("speech comes as bytes and costs by the character, an emoji as one", async () => {
  const requests = gateway.script(soundReply)
  const input = "Olá, tudo bem? 🎈".repeat(50)
  const spent = await spentBy(code, async () => {
    const reply = await client.audio.speech.create({ model: "tts-1", voice: "alloy", input })
    expect(reply.headers.get("content-type")).toBe("audio/mpeg")
    expect(Buffer.from(await reply.arrayBuffer())).toEqual(sound)
    // Bytes have no place for `_meta`.
    const meta: unknown = JSON.parse(reply.headers.get("x-run-meta") ?? "")
    const { posted } = await gateway.balance(code)
    expect(meta).toMatchObject({ runId: reply.headers.get("x-run-id"), newPremiumBalance: posted / 1e6 })
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

test.each([
  ["nothing", ""],
  ["an error that is called sound", '{"error":{"message":"no voice"}}'],
  ["a page that is called sound", "\n<!DOCTYPE html><title>502</title>"],
  ["a sentence that is called sound", "upstream connect error or disconnect/reset before headers"],
  ["a list that is called sound", "[1, 2]"],
  ["a sentence in another alphabet", "Ошибка сервера, não há voz\r\n"],
  ["nothing but zeros", "\0".repeat(5_000)],
])("speech in which there is %s is told as that, and is our loss", async (_what, said) => {
  const lost = await gateway.booked("loss:empty")
  gateway.script({ ...soundReply, pieces: said === "" ? [] : [{ send: Buffer.from(said) }] })
  const spent = await spentBy(code, async () => {
    const call = client.audio.speech.create({ model: "tts-1", voice: "alloy", input: "Oi" })
    await expect(call).rejects.toMatchObject({ status: 502, code: "empty_answer" })
  })
  expect(spent).toBe(0)
  expect(lost - (await gateway.booked("loss:empty"))).toBe(215)
})

test("who cannot pay for the whole gets nothing of it", async () => {
  const poor = await gateway.code("premium", 0.01)
  const requests = gateway.script(soundReply)
  const broke = new OpenAI({ apiKey: poor.code, baseURL: `${gateway.url}/v1`, maxRetries: 0 })
  const speech = broke.audio.speech.create({ model: "tts-1-hd", voice: "alloy", input: "a".repeat(4_000) })
  await expect(speech).rejects.toMatchObject({ status: 402 })
  // There is no conversation to shorten.
  await expect(broke.images.generate({ model: "dall-e-3", prompt: "um gato" })).rejects.toMatchObject({
    status: 402,
    message: expect.not.stringContaining("Encurte"),
  })
  expect(requests()).toHaveLength(0)
})

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3])

function askStability(fields: Record<string, string>, headers: Record<string, string> = {}, service = "core") {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return fetch(`${gateway.url}/api/stability/v2beta/stable-image/generate/${service}`, {
    method: "POST",
    headers: { authorization: `Bearer nk-${code.code}`, accept: "application/json", ...headers },
    body: form,
  })
}

test("Stability's pictures are forms, and what it filtered is no picture", async () => {
  const drawn = answerReply([{ type: "image", image: { b64: png.toString("base64") } }])
  const requests = gateway.script(drawn)
  const spent = await spentBy(code, async () => {
    const reply = await askStability({ prompt: "um gato", aspect_ratio: "16:9" })
    expect(await readJson(reply)).toMatchObject({ image: png.toString("base64"), seed: 1, _meta: { cost: 0.2145 } })
  })
  expect(spent).toBe(Math.ceil(0.03 * 5.5 * 1.3 * 1e6))
  expect(requests()[0]?.path).toBe("/v2beta/stable-image/generate/core")
  expect(requests()[0]?.headers).toMatchObject({
    authorization: "Bearer stability-key-of-ours",
    accept: "application/json",
    "content-type": expect.stringMatching(/^multipart\/form-data; boundary=/),
  })
  expect(requests()[0]?.body).toContain('name="aspect_ratio"\r\n\r\n16:9\r\n')
  gateway.script(
    answerReply([
      { type: "image", image: { b64: "iVBORw0KGgo=" } },
      { type: "finish", reason: "content-filter" },
    ]),
  )
  expect(await spentBy(code, () => askStability({ prompt: "um gato" }))).toBe(0)
  expect((await askStability({ prompt: "um gato", api_base: "x" })).status).toBe(400)
  expect((await askStability({ aspect_ratio: "16:9" })).status).toBe(400)
})

test("a call of Stability's that is no form is told what it should be, and another method so, too, in its words", async () => {
  const url = `${gateway.url}/api/stability/v2beta/stable-image/generate/core`
  const headers = { authorization: `Bearer nk-${code.code}`, "content-type": "application/json" }
  for (const type of ["application/json", "multipart/form-data; boundary=of-another"]) {
    const posted = await fetch(url, { method: "POST", headers: { ...headers, "content-type": type }, body: "{}" })
    expect(posted.status).toBe(400)
    expect(await readJson(posted)).toMatchObject({ errors: [expect.stringContaining("multipart/form-data")] })
  }
  const got = await fetch(url, { headers })
  expect(got.status).toBe(405)
  expect(await readJson(got)).toMatchObject({ name: "method_not_allowed", errors: [expect.any(String)] })
})

test.each([
  ["JSON told as text", { "content-type": "text/plain" }, JSON.stringify({ image: png.toString("base64"), seed: 7 })],
  [
    "JSON told as a picture",
    { "content-type": "image/png" },
    JSON.stringify({ image: png.toString("base64"), seed: 7 }),
  ],
  ["a bare picture", { "content-type": "image/png", seed: "7", "finish-reason": "SUCCESS" }, png],
])("Stability's reply is taken as %s, and charged once", async (_, headers, body) => {
  const requests = gateway.script({ status: 200, headers, pieces: [{ send: Buffer.from(body) }] })
  const key = { "idempotency-key": `stability ${_}`.replaceAll(" ", "-") }
  const spent = await spentBy(code, async () => {
    for (let asked = 0; asked < 2; asked++) {
      const reply = await readJson(await askStability({ prompt: "um gato" }, key))
      expect(reply).toMatchObject({ image: png.toString("base64"), seed: 7 })
    }
    const bare = await askStability({ prompt: "um gato" }, { ...key, accept: "image/*" })
    expect(bare.headers.get("content-type")).toBe("image/png")
    expect(Buffer.from(await bare.arrayBuffer())).toEqual(png)
    expect(JSON.parse(bare.headers.get("x-run-meta") ?? "")).toMatchObject({ cost: 0.2145 })
  })
  expect(spent).toBe(214_500)
  expect(requests()).toHaveLength(1)
})

/** A server beside the provider that holds a picture: what each request for it is answered with, in turn; the last one stays. */
async function pictureHost(...replies: readonly (readonly [status: number, body: string | Buffer])[]) {
  const asked: string[] = []
  const host = createServer((request, response) => {
    const [status, body] = replies[Math.min(asked.length, replies.length - 1)] ?? [404, ""]
    asked.push(request.url ?? "")
    response.writeHead(status).end(body)
  })
  await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve))
  const { port } = host.address() as AddressInfo
  const own = await startGateway({
    start: (options) =>
      startProsaInProcess(options ?? {}, {
        wait: async () => {},
        egress: {
          isAllowed: () => true,
          ports: [String(port)],
          lookup: async () => [{ address: "127.0.0.1", family: 4 }],
        },
      }),
  })
  const mine = await own.code("premium", 1)
  const draw = (more: object, headers: Readonly<Record<string, string>> = {}) =>
    fetch(`${own.url}/v1/images/generations`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer nk-${mine.code}`, ...headers },
      body: JSON.stringify({ model: "dall-e-3", prompt: "um gato", ...more }),
    })
  const url = `http://pictures.example:${port}/gato.png?sig=1`
  const stop = async () => {
    host.closeAllConnections()
    host.close()
    await own.stop()
  }
  return { own, mine, draw, url, asked, stop }
}
const linked = (url: string) => jsonReply(200, { created: 1, data: [{ url, revised_prompt: "um gato" }] })

test("a picture that comes as an address is fetched for who asked for its bytes, and kept under its key", async () => {
  const { own, mine, draw, url, asked, stop } = await pictureHost([503, ""], [200, png])
  const requests = own.script(linked(url))
  const key = { "idempotency-key": "a-linked-picture" }
  for (let again = 0; again < 2; again++) {
    const { data } = await readJson(await draw({ response_format: "b64_json" }, key))
    expect(data).toEqual([{ b64_json: png.toString("base64"), revised_prompt: "um gato" }])
  }
  const bare = await draw({ response_format: "b64_json" }, { ...key, accept: "image/*" })
  expect(Buffer.from(await bare.arrayBuffer())).toEqual(png)
  expect([requests().length, asked]).toEqual([1, ["/gato.png?sig=1", "/gato.png?sig=1"]])
  expect(await own.balance(mine)).toMatchObject({ posted: 714_000, held: 0 })
  await stop()
})

test.each([
  ["gone", [404, ""]],
  ["a page", [200, "<!DOCTYPE html><title>Acesso negado</title>"]],
] as const)(
  "a picture at an address that is %s costs its asker nothing, is our loss, and is told",
  async (_, reply) => {
    const { own, mine, draw, url, asked, stop } = await pictureHost(reply)
    const requests = own.script(linked(url))
    const told = await draw({ response_format: "b64_json" })
    expect([told.status, await told.json()]).toMatchObject([
      502,
      { error: { code: "picture_unfetched", message: expect.stringContaining("Nada foi cobrado") } },
    ])
    expect([requests().length, asked.length]).toEqual([1, 3])
    expect(await own.balance(mine)).toMatchObject({ posted: 1_000_000, held: 0 })
    expect(await own.booked("loss:cancel")).toBe(-286_000)
    await stop()
  },
)

test("a picture's address leads to no place within, and is our loss", async () => {
  const lost = await gateway.booked("loss:cancel")
  gateway.script(linked(`${gateway.provider.url}/gato.png`))
  const spent = await spentBy(code, async () => {
    const call = client.images.generate({ model: "dall-e-3", prompt: "um gato", response_format: "b64_json" })
    await expect(call).rejects.toMatchObject({ status: 502, code: "picture_unfetched" })
  })
  expect([spent, lost - (await gateway.booked("loss:cancel"))]).toEqual([0, 286_000])
})

test.each([{}, { response_format: "url" }])("who asks for an address gets it as it came, unread: %j", async (more) => {
  const { own, mine, draw, url, asked, stop } = await pictureHost([404, ""])
  own.script(linked(url))
  const { data } = await readJson(await draw(more))
  expect([data, asked]).toEqual([[{ url, revised_prompt: "um gato" }], []])
  expect(await own.balance(mine)).toMatchObject({ posted: 714_000, held: 0 })
  await stop()
})

test("what Stability will not show is told as that, and not as a wrong key", async () => {
  for (const reply of [
    jsonReply(403, { id: "x", name: "content_moderation", errors: ["Your request was flagged"] }),
    jsonReply(200, { image: png.toString("base64"), finish_reason: "CONTENT_FILTERED", seed: 1 }),
  ]) {
    gateway.script(reply)
    const response = await askStability({ prompt: "um gato" })
    expect([response.status, await response.text()]).toEqual([400, expect.stringMatching(/flagged|filtered/)])
  }
})

test.each([
  ["a refusal", refusalReply(403, { message: "Your request was flagged", code: "content_moderation" })],
  ["a full house", refusalReply(429, { message: "Too many", code: "rate_limit_exceeded" })],
  ["an error in a 200", refusalReply(400, { message: "No", code: "bad_request", inOk: true })],
  ["a picture of nothing", { status: 200, headers: { "content-type": "image/png" }, pieces: [] }],
  ["an edge's page", htmlReply(200)],
])("Stability's %s is told as one, and costs nothing", async (_, reply) => {
  gateway.script(reply)
  const spent = await spentBy(code, async () => {
    const response = await askStability({ prompt: "um gato" })
    expect(response.status).toBeGreaterThanOrEqual(400)
    expect(await readJson(response)).toMatchObject({ errors: [expect.any(String)] })
  })
  expect(spent).toBe(0)
})

const pngFile = (name = "gato.png") => new File([png], name, { type: "image/png" })
const edit = (more: object = {}) =>
  client.images.edit({
    model: "gpt-image-2",
    image: pngFile(),
    prompt: "com chapéu",
    ...more,
  } as OpenAI.Images.ImageEditParamsNonStreaming)

test.each([
  ["one picture", { image: pngFile() }, 1, ["image"]],
  [
    "two pictures and a mask",
    { image: [pngFile(), pngFile()], mask: pngFile("m.png") },
    3,
    ["image[]", "image[]", "mask"],
  ],
] as const)(
  "a picture is made of %s: each costs its price besides that of the one that is made",
  async (_, files, count, names) => {
    const requests = gateway.script(jsonReply(200, picture))
    const spent = await spentBy(code, async () => {
      const reply = await edit({ ...files, size: "1536x1024" })
      expect(reply.data?.[0]).toMatchObject({ b64_json: "iVBORw0KGgo=" })
    })
    expect(spent).toBe(Math.round((0.05 + count * 0.015) * 5.5 * 1.3 * 1e6))
    const [asked] = requests()
    expect(asked).toMatchObject({ path: "/v1/images/edits", headers: { authorization: "Bearer sk-fake" } })
    for (const [name, value] of Object.entries({
      model: "gpt-image-2",
      size: "1536x1024",
      quality: "medium",
      prompt: "com chapéu",
    }))
      expect(asked?.body).toContain(`name="${name}"\r\n\r\n${value}\r\n`)
    const sent = [...(asked?.body ?? "").matchAll(/name="([^"]+)"; filename="[^"]+\.png"\r\ncontent-type: image\/png/g)]
    expect(sent.map(([, name]) => name)).toEqual(names)
    const lines = await readJson(
      await fetch(`${gateway.url}/api/statement`, { headers: { authorization: `Bearer nk-${code.code}` } }),
    )
    expect(lines["lines"]).toContainEqual(
      expect.objectContaining({ model: "gpt-image-2", amount: -spent / 1e6, pieces: { count: 1, unit: "picture" } }),
    )
  },
)

test("an edit is held before anybody is asked, costs nothing when it is refused, and once under its key", async () => {
  const poor = await gateway.code("premium", 0.25)
  const broke = new OpenAI({ apiKey: poor.code, baseURL: `${gateway.url}/v1`, maxRetries: 0 })
  const unasked = gateway.script(jsonReply(200, picture))
  const ask = { model: "gpt-image-2", image: pngFile(), prompt: "com chapéu" }
  await expect(broke.images.edit(ask)).rejects.toMatchObject({ status: 402 })
  expect(unasked()).toHaveLength(0)
  gateway.script(errorReply(400, "Your request was rejected", { code: "content_policy_violation" }))
  const refused = () => expect(edit()).rejects.toMatchObject({ status: 400, code: "content_policy_violation" })
  expect(await spentBy(code, refused)).toBe(0)
  const requests = gateway.script(jsonReply(200, picture))
  const keyed = (image: File) => client.images.edit({ ...ask, image }, { headers: { "idempotency-key": "an-edit" } })
  const spent = await spentBy(code, async () => {
    expect(await keyed(pngFile())).toEqual(await keyed(pngFile()))
    const other = new File([png, "1"], "gato.png")
    await expect(keyed(other)).rejects.toMatchObject({ status: 422, code: "key_reused" })
  })
  expect([spent, requests().length]).toEqual([Math.round(0.049 * 5.5 * 1.3 * 1e6), 1])
})

test.each([
  ["a text that is named a picture", { image: new File(["um gato"], "gato.png", { type: "image/png" }) }, 400],
  ["a mask that is no png", { mask: new File([Buffer.from("ffd8ffe000", "hex")], "m.png") }, 400],
  ["a mask that is no picture", { mask: new File(["um texto"], "m.png") }, 400],
  ["17 pictures", { image: Array.from({ length: 17 }, () => pngFile()) }, 400],
  [
    "more than 10 MiB",
    { image: [png, Buffer.alloc(10 * 1024 * 1024)].map((tail) => new File([png, tail], "a.png")) },
    413,
  ],
  ["no words", { prompt: "" }, 400],
  ["n of two", { n: 2 }, 400],
  ["a size nobody priced", { size: "1024x1536" }, 404],
  ["a field nobody knows", { input_fidelity: "high" }, 400],
  ["a model of words alone", { model: "stable-image-core" }, 400],
  ["a model nobody has priced", { model: "gpt-image-2.6-sunburst" }, 404],
])("an edit with %s is refused before anybody is asked", async (_, more, status) => {
  const requests = gateway.script(jsonReply(200, picture))
  const spent = await spentBy(code, () => expect(edit(more)).rejects.toMatchObject({ status }))
  expect([spent, requests().length]).toEqual([0, 0])
})

test("a model that draws from words alone says so, in the words of its asker's language", async () => {
  const form = new FormData()
  for (const [name, value] of Object.entries({ model: "gpt-image-1.5", prompt: "com chapéu", quality: "low" }))
    form.set(name, value)
  form.set("image", pngFile())
  const headers = { authorization: `Bearer nk-${code.code}`, "accept-language": "pt-BR" }
  const reply = await fetch(`${gateway.url}/v1/images/edits`, { method: "POST", headers, body: form })
  expect([reply.status, await reply.text()]).toEqual([
    400,
    expect.stringContaining("cria imagens só a partir de palavras"),
  ])
})

test.each([
  ["a picture", "/v1/images/generations", { model: "dall-e-3", prompt: "um gato" }, jsonReply(200, picture), 286_000],
  ["speech", "/v1/audio/speech", { model: "tts-1", voice: "alloy", input: "Olá! ".repeat(100) }, soundReply, 53_625],
] as const)(
  "%s whose asker leaves or stops it is made and billed all the same, and charged",
  async (_, path, body, reply, cost) => {
    const headers = { "content-type": "application/json", authorization: `Bearer nk-${code.code}` }
    const listed = async () => (await readJson(await fetch(`${gateway.url}/api/runs`, { headers })))["runs"]
    for (const how of ["leaves", "stops"] as const) {
      let drawn = () => {}
      const requests = gateway.script(async () => {
        await new Promise<void>((resolve) => (drawn = resolve))
        return reply
      })
      const leave = new AbortController()
      const before = (await gateway.balance(code)).posted
      const key = `${how} ${path}`.replace(" ", "-")
      const asked = fetch(gateway.url + path, {
        method: "POST",
        headers: how === "stops" ? { ...headers, "idempotency-key": key } : headers,
        body: JSON.stringify(body),
        signal: leave.signal,
      })
      const given = asked.then((response) => response.status).catch(() => "gone")
      await expect.poll(() => requests().length).toBe(1)
      if (how === "leaves") {
        leave.abort()
        await expect.poll(listed).toContainEqual(expect.objectContaining({ watched: false }))
      } else {
        const stopped = await fetch(`${gateway.url}/api/runs/${encodeURIComponent(key)}/stop`, {
          method: "POST",
          headers,
        })
        expect(await readJson(stopped)).toMatchObject({ state: "reserved" })
      }
      // Its price stays held until its cost is known.
      expect((await gateway.balance(code)).held).toBe(cost)
      drawn()
      await expect.poll(async () => (await gateway.balance(code)).held).toBe(0)
      expect(before - (await gateway.balance(code)).posted).toBe(cost)
      expect(await given).toBe(how === "leaves" ? "gone" : 200)
      // And who has paid can have it.
      await expect.poll(listed).toContainEqual(expect.objectContaining({ state: "stopped", cost: cost / 1e6 }))
      const [run] = ((await listed()) as readonly { id: string; state: string }[]).filter(
        ({ state }) => state === "stopped",
      )
      const again = await fetch(`${gateway.url}/api/runs/${run!.id}/events`, { headers })
      expect(again.status).toBe(200)
      expect(again.headers.get("content-type")).toContain(reply.headers["content-type"])
      await fetch(`${gateway.url}/api/runs/${run!.id}`, { method: "DELETE", headers })
    }
  },
)

test("pictures and speech under way keep no message waiting, and messages none of them", async () => {
  const own = await startGateway({ env: { LIMIT_OPEN_RUNS_PREMIUM: "1" } })
  const mine = await own.code("premium", 10)
  const headers = { "content-type": "application/json", authorization: `Bearer nk-${mine.code}` }
  const post = (path: string, body: object) =>
    fetch(own.url + path, { method: "POST", headers, body: JSON.stringify(body) })
  const draw = () => post("/v1/images/generations", { model: "dall-e-3", prompt: "um gato" })
  const read = () => post("/v1/audio/speech", { model: "tts-1", voice: "alloy", input: "Oi" })
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  const requests = own.script(async (request) => {
    await released
    if (request.path.includes("images")) return jsonReply(200, picture)
    return request.path.includes("speech") ? soundReply : textReply("Oi")(request)
  })
  const busy = { error: { code: "already_processing" } }

  const made = [draw(), read(), read()]
  await expect.poll(() => requests().length).toBe(3)
  expect((await post("/api/getBalance", { accessCode: mine.code })).status).toBe(200)
  const fourth = await draw()
  expect([fourth.status, await fourth.json()]).toMatchObject([400, busy])
  const answer = own.chat(mine)
  await expect.poll(() => requests().length).toBe(4)
  const second = await own.chat(mine)
  expect([second.status, await second.json()]).toMatchObject([400, busy])
  expect((await post("/api/getBalance", { accessCode: mine.code })).status).toBe(400)
  release()
  const statuses = (await Promise.all([...made, answer])).map(({ status }) => status)
  expect(statuses).toEqual([200, 200, 200, 200])
  expect((await draw()).status).toBe(200)
  await own.stop()
})

test.each([
  ["speech", "/v1/audio/speech", { model: "tts-1", voice: "alloy", input: "Oi" }, soundReply],
  ["a picture", "/v1/images/generations", { model: "dall-e-3", prompt: "um gato" }, jsonReply(200, picture)],
  ["a refusal", "/v1/images/generations", { model: "dall-e-3", prompt: "um gato" }, errorReply(400, "No")],
  [
    "a chat",
    "/v1/chat/completions",
    { model: "gpt-4o-mini", messages: [{ role: "user", content: "Oi" }] },
    textReply("Olá"),
  ],
] as const)("who comes back while it is made gets %s itself, when it is there", async (what, path, body, reply) => {
  const key = `followed-${what.replace(" ", "-")}`
  const headers = { "content-type": "application/json", authorization: `Bearer nk-${code.code}` }
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  const requests = gateway.script(async (request) => {
    await released
    return typeof reply === "function" ? reply(request) : reply
  })
  const run = `${gateway.url}/api/runs/${key}`
  const isWatched = async () => (await readJson(await fetch(run, { headers })))["watched"]
  const lost = new AbortController()
  const asked = fetch(gateway.url + path, {
    method: "POST",
    headers: { ...headers, "idempotency-key": key },
    body: JSON.stringify(body),
    signal: lost.signal,
  }).catch(() => "gone")
  await expect.poll(() => requests().length).toBe(1)
  lost.abort()
  expect(await asked).toBe("gone")
  await expect.poll(isWatched).toBe(false)
  const followed = fetch(`${run}/events`, { headers })
  await expect.poll(isWatched).toBe(true)
  release()
  if (what === "a refusal") return expect((await followed).status).toBe(400)
  for (const again of [await followed, await fetch(`${run}/events`, { headers })]) {
    expect(again.status).toBe(200)
    if (what === "a picture") expect(await again.json()).toMatchObject({ ...picture, _meta: { cost: 0.286 } })
    else if (what === "a chat") expect(await again.json()).toMatchObject({ choices: [{ message: { content: "Olá" } }] })
    else {
      expect(again.headers.get("content-type")).toBe("audio/mpeg")
      expect(Buffer.from(await again.arrayBuffer())).toEqual(sound)
      expect(JSON.parse(again.headers.get("x-run-meta") ?? "")).toMatchObject({ cost: 0.000215 })
    }
  }
})

test("a picture that a shutdown does not wait for is our loss, and told", async () => {
  const own = await startGateway({
    start: (options) => startProsaInProcess({ ...options, dataDir: tempFolder("prosa-left") }),
  })
  const mine = await own.code("premium", 1)
  const requests = own.script(slowHeaders(jsonReply(200, picture), 60_000))
  const headers = { "content-type": "application/json", authorization: `Bearer nk-${mine.code}` }
  const body = JSON.stringify({ model: "dall-e-3", prompt: "um gato" })
  const asked = fetch(`${own.url}/v1/images/generations`, { method: "POST", headers, body }).then(
    ({ status }) => status,
  )
  await expect.poll(() => requests().length).toBe(1)
  await Promise.all([own.prosa.stop(), asked.catch(() => 0)])
  expect(await own.balance(mine)).toMatchObject({ posted: 1_000_000, held: 0 })
  expect(await own.booked("loss:cancel")).toBe(-286_000)
  expect(own.prosa.output()).toContain('"loss:cancel"')
  await own.stop()
})

test.each([
  ["cut off in the middle of it", cutAfter(jsonReply(200, picture), 20), 502],
  ["silent in the middle of it", stallAfter(jsonReply(200, picture), 20), 504],
  ["silent after it was asked", slowHeaders(jsonReply(200, picture), 60_000), 504],
  ["gone before the first byte of it", () => Promise.reject(new Error("the provider hangs up")), 502],
])("a picture that its provider may have drawn is asked for once, and our loss: %s", async (_, reply, status) => {
  const own = await startGateway({
    env: { UPSTREAM_RETRIES: "2" },
    start: (options) => startProsaInProcess(options ?? {}, { longestSilenceMs: 200 }),
  })
  const mine = await own.code("premium", 1)
  const requests = own.script([reply, jsonReply(200, picture)])
  const headers = { "content-type": "application/json", authorization: `Bearer nk-${mine.code}` }
  const body = JSON.stringify({ model: "dall-e-3", prompt: "um gato" })
  const told = await fetch(`${own.url}/v1/images/generations`, { method: "POST", headers, body })
  expect([told.status, await told.text()]).toEqual([status, expect.stringContaining("Nada foi cobrado")])
  expect(requests()).toHaveLength(1)
  expect(await own.balance(mine)).toMatchObject({ posted: 1_000_000, held: 0 })
  expect(await own.booked("loss:cancel")).toBe(-286_000)
  expect(await usesOf(own, mine)).toMatchObject([{ amount: 0, pieces: { count: 1, unit: "picture" } }])
  await own.stop()
})

test("a page in a picture's place is asked for once, for its provider may have drawn and billed it", async () => {
  const own = await startGateway({ env: { UPSTREAM_RETRIES: "2" }, start: startProsaInProcess })
  const mine = await own.code("premium", 1)
  const requests = own.script(htmlReply(200))
  const headers = { "content-type": "application/json", authorization: `Bearer nk-${mine.code}` }
  const body = JSON.stringify({ model: "dall-e-3", prompt: "um gato" })
  const told = await fetch(`${own.url}/v1/images/generations`, { method: "POST", headers, body })
  expect([told.status, requests().length]).toEqual([502, 1])
  expect(await own.balance(mine)).toMatchObject({ posted: 1_000_000, held: 0 })
  expect(await own.booked("loss:empty")).toBe(-286_000)
  await own.stop()
})

/** A WAV file of so many seconds of silence: 8 kHz, one channel, 8 bits. */
function wav(seconds: number): File {
  const head = Buffer.alloc(44)
  head.write("RIFF", 0)
  head.write("WAVEfmt ", 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt32LE(8_000, 28)
  head.write("data", 36)
  head.writeUInt32LE(seconds * 8_000, 40)
  return new File([head, Buffer.alloc(seconds * 8_000, 128)], "voz.wav")
}
/** So many seconds at the usual rate, in a file that tells no length. */
const untold = (seconds = 10) =>
  new File([Buffer.from([0x1a, 0x45, 0xdf, 0xa3]), Buffer.alloc(seconds * 3_000 - 4)], "voz.webm")
const words = { text: "Comprar pão e leite." }
/** Ten seconds cost what a sixth of a minute does: US$ 0.0045, in reais. */
const tenSeconds = 5_363
const transcribe = (file: File, more: object = {}) =>
  client.audio.transcriptions.create({ model: "gpt-transcribe", file, ...more })
const askForm = (fields: readonly (readonly [string, string | File])[], headers: Record<string, string> = {}) => {
  const body = new FormData()
  for (const [name, value] of fields) body.append(name, value)
  return fetch(`${gateway.url}/api/openai/v1/audio/transcriptions`, {
    method: "POST",
    headers: { authorization: `Bearer nk-${code.code}`, ...headers },
    body,
  })
}

test.each([
  ["as its provider reports", { ...words, usage: { type: "duration", seconds: 10 } }, 10],
  ["by its timestamps where nothing is reported", words, 10],
  ["never above the hold", { ...words, usage: { type: "duration", seconds: 400 } }, 161],
  ["by its timestamps where the number is left out", { ...words, usage: { type: "duration", seconds: null } }, 10],
  [
    "by its timestamps where more than can be is reported",
    { ...words, usage: { type: "duration", seconds: 1e300 } },
    10,
  ],
  ["by its timestamps where less than nothing is reported", { ...words, usage: { type: "duration", seconds: -3 } }, 10],
])("a recording is written down and paid by the second: %s", async (_, reply, seconds) => {
  const requests = gateway.script(jsonReply(200, reply))
  const spent = await spentBy(code, async () => {
    const heard = await transcribe(wav(10), { language: "pt" })
    expect(heard).toMatchObject({ ...words, usage: { type: "duration", seconds } })
  })
  expect(spent).toBe(Math.ceil((seconds * 4_500 * 5.5 * 1.3) / 60))
  const [request] = requests()
  expect(request).toMatchObject({ path: "/v1/audio/transcriptions", headers: { authorization: "Bearer sk-fake" } })
  expect(request?.body).toContain('name="model"\r\n\r\ngpt-transcribe')
  expect(request?.body).toContain('filename="gravacao.wav"\r\ncontent-type: audio/wav')
})

test("a recording that tells that it is longer than five minutes is refused before anything is asked or held", async () => {
  const requests = gateway.script(jsonReply(200, words))
  const ask = (seconds: number) => () =>
    askForm([
      ["model", "gpt-transcribe"],
      ["file", wav(seconds)],
    ])
  const spent = await spentBy(code, async () => {
    const refused = await ask(306)()
    expect(refused.status).toBe(400)
    const { error } = (await refused.json()) as { readonly error: object }
    expect(error).toMatchObject({ type: "invalid_request_error", param: "file" })
    expect(JSON.stringify(error)).toContain("at most 5 minutes")
  })
  expect([spent, requests()]).toEqual([0, []])
  // Who records by a clock may be a little late.
  expect((await ask(302)()).status).toBe(200)
})

test("no recording is held or charged for more than five minutes", async () => {
  gateway.script(jsonReply(200, { ...words, usage: { type: "duration", seconds: 400 } }))
  const beyond = await gateway.booked("loss:overrun")
  const spent = await spentBy(code, () => transcribe(untold(500)))
  expect(spent).toBe(tenSeconds * 30 - 15)
  // What its provider tells beyond them is our loss.
  expect(beyond - (await gateway.booked("loss:overrun"))).toBe(Math.ceil((100 * 4_500 * 5.5 * 1.3) / 60))
})

test("a recording whose length nobody tells is charged by its size at the usual rate, not for all that was held", async () => {
  gateway.script(jsonReply(200, words))
  expect(await spentBy(code, () => transcribe(untold()))).toBe(tenSeconds)
})

test.each([
  ["by its timestamps", wav(10)],
  ["by its size, where it has none", untold()],
])("a recording that does not come back is our loss for as long as it is, %s", async (_, file) => {
  const own = await startGateway({
    start: (options) => startProsaInProcess(options ?? {}, { longestSilenceMs: 200 }),
  })
  const mine = await own.code("premium", 1)
  own.script(slowHeaders(jsonReply(200, words), 60_000))
  const body = new FormData()
  body.set("model", "gpt-transcribe")
  body.set("file", file)
  const headers = { authorization: `Bearer nk-${mine.code}` }
  const told = await fetch(`${own.url}/api/openai/v1/audio/transcriptions`, { method: "POST", headers, body })
  expect(told.status).toBe(504)
  expect(await own.balance(mine)).toMatchObject({ posted: 1_000_000, held: 0 })
  expect(await own.booked("loss:cancel")).toBe(-tenSeconds)
  const [line] = await usesOf(own, mine)
  expect(line).toMatchObject({ amount: 0, pieces: { count: 10, unit: "second" } })
  expect(line).not.toHaveProperty("tokens")
  // What a crash would have booked.
  expect(await own.rows(`hold where progress like '%"billedWhole":${tenSeconds}%'`)).toBe(1)
  await own.stop()
})

test("silence is no failure and costs nothing", async () => {
  gateway.script(jsonReply(200, { text: "" }))
  expect(await spentBy(code, async () => expect((await transcribe(wav(3))).text).toBe(""))).toBe(0)
})

test("a key means one recording: sent again it is paid once, another under it is refused", async () => {
  const requests = gateway.script(jsonReply(200, words))
  const ask = (seconds: number) =>
    askForm(
      [
        ["model", "gpt-transcribe"],
        ["file", wav(seconds)],
      ],
      { "idempotency-key": "a-recording" },
    )
  const spent = await spentBy(code, async () => {
    const asked = await ask(10)
    const first = await asked.text()
    const run = await fetch(`${gateway.url}/api/runs/${asked.headers.get("x-run-id")}`, {
      headers: { authorization: `Bearer nk-${code.code}` },
    })
    // No page takes it for an answer of a conversation.
    expect(await run.json()).toMatchObject({ state: "done", media: true })
    expect(JSON.parse(first)).toMatchObject({ ...words, _meta: { cost: 0.005363 } })
    const again = await ask(10)
    expect([await again.text(), again.headers.get("idempotent-replay")]).toEqual([first, "true"])
    const other = await ask(11)
    expect([other.status, await other.json()]).toMatchObject([422, { error: { code: "key_reused" } }])
  })
  expect([spent, requests().length]).toEqual([tenSeconds, 1])
})

const model = ["model", "gpt-transcribe"] as const
test.each([
  [
    "a picture that is named a recording",
    [model, ["file", new File([Buffer.from("iVBORw0KGgo=", "base64")], "a.webm")]],
    400,
  ],
  ["more than 4 MiB", [model, ["file", new File([Buffer.alloc(5 * 1024 * 1024)], "a.webm")]], 413],
  ["just more than 4 MiB", [model, ["file", new File([Buffer.alloc(4 * 1024 * 1024 + 1)], "a.webm")]], 413],
  ["two recordings", [model, ["file", wav(1)], ["file", wav(1)]], 400],
  ["no recording", [model], 400],
  ["a field nobody knows", [model, ["file", wav(1)], ["api_base", "https://a.example"]], 400],
  ["another format", [model, ["file", wav(1)], ["response_format", "srt"]], 400],
  [
    "a model that is priced by tokens",
    [
      ["model", "gpt-4o-transcribe"],
      ["file", wav(1)],
    ],
    404,
  ],
] as const)("%s is refused before anybody is asked", async (_, fields, status) => {
  const requests = gateway.script(jsonReply(200, words))
  const spent = await spentBy(code, async () => expect((await askForm(fields)).status).toBe(status))
  expect([spent, requests().length]).toEqual([0, 0])
})

test("who may not pay for it hears so", async () => {
  const free = await gateway.code("free", 1)
  const requests = gateway.script(jsonReply(200, words))
  for (const headers of [{ authorization: `Bearer nk-${free.code}` }, { authorization: "" }])
    expect((await askForm([model, ["file", wav(1)]], headers)).status).toBe(403)
  expect(requests()).toHaveLength(0)
})

test("another server reads aloud where the operator names one, under any name that has a price", async () => {
  const reader = await startFakeProvider()
  reader.script(soundReply)
  const own = await startGateway({ env: { SPEECH_URL: `${reader.url}/v1`, SPEECH_API_KEY: "key-of-the-reader" } })
  const mine = await own.code("premium", 1)
  await own.prosa.admin("prices", "set", "openai", "kokoro", "--speech", "0")
  const sdk = new OpenAI({ apiKey: mine.code, baseURL: `${own.url}/v1`, maxRetries: 0 })
  const read = (name: string) => sdk.audio.speech.create({ model: name, voice: "alloy", input: "Oi" })
  await vi.waitFor(async () => expect((await read("kokoro")).status).toBe(200), { timeout: 30_000 })
  expect(await own.balance(mine)).toMatchObject({ posted: 1_000_000, held: 0 })
  await read("tts-1")
  expect(await own.balance(mine)).toMatchObject({ posted: 1_000_000 - 215, held: 0 })
  expect(reader.requests.at(-1)).toMatchObject({
    path: "/v1/audio/speech",
    headers: { authorization: "Bearer key-of-the-reader" },
    json: { model: "tts-1", input: "Oi" },
  })
  expect(own.provider.requests.filter(({ path }) => path.includes("speech"))).toEqual([])
  await own.stop()
  await reader.close()
})

test("Edge's voices are Azure's, for a price; without its key nobody is asked for them", async () => {
  const azure = await startFakeProvider()
  azure.script(soundReply)
  const own = await startGateway({ env: { AZURE_SPEECH_URL: azure.url, AZURE_SPEECH_KEY: "key-of-azure-speech" } })
  const mine = await own.code("premium", 1)
  const read = (voice: string, at: string = own.url, whose: TestCode = mine) =>
    fetch(`${at}/api/openai/v1/audio/speech`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer nk-${whose.code}` },
      body: JSON.stringify({ model: "edge-tts", voice, input: "Oi <break/> você", speed: 1.5 }),
    })
  const unpriced = await read("pt-BR-FranciscaNeural")
  expect([unpriced.status, await unpriced.text()]).toEqual([404, expect.stringContaining("prices set openai edge-tts")])
  await own.prosa.admin("prices", "set", "openai", "edge-tts", "--speech", "15")
  await vi.waitFor(async () => expect((await read("pt-BR-FranciscaNeural")).status).toBe(200), { timeout: 30_000 })
  expect(azure.requests).toMatchObject([
    {
      path: "/cognitiveservices/v1",
      headers: { "ocp-apim-subscription-key": "key-of-azure-speech", "content-type": "application/ssml+xml" },
    },
  ])
  expect(azure.requests[0]?.body).toContain('<prosody rate="+50%">Oi &lt;break/&gt; você</prosody>')
  expect(await own.balance(mine)).toMatchObject({ posted: 1_000_000 - Math.ceil(16 * 107.25), held: 0 })
  expect((await read("alloy")).status).toBe(400)
  expect(own.provider.requests).toEqual([])
  expect(azure.requests).toHaveLength(1)
  // A program that names no speed hears the voice at its own.
  const sdk = new OpenAI({ apiKey: mine.code, baseURL: `${own.url}/v1`, maxRetries: 0 })
  await sdk.audio.speech.create({ model: "edge-tts", voice: "pt-BR-FranciscaNeural", input: "Oi" })
  expect(azure.requests[1]?.body).toContain('<prosody rate="+0%">Oi</prosody>')
  const config = await readJson(await fetch(`${own.url}/api/config`, { method: "POST" }))
  expect(config["media"]).toMatchObject({ edge: true })

  // The gateway of these tests has no such key.
  const without = await read("pt-BR-FranciscaNeural", gateway.url, code)
  expect([without.status, await without.text()]).toEqual([501, expect.stringContaining("AZURE_SPEECH_KEY")])
  await own.stop()
  await azure.close()
})

test("Edge's voices are a named server's where the operator asks for that, and nobody's unless they do", async () => {
  const reader = await startFakeProvider()
  reader.script(soundReply)
  for (const isAsked of [false, true]) {
    const own = await startGateway({ env: { SPEECH_URL: reader.url, ...(isAsked && { EDGE_TTS: "1" }) } })
    const mine = await own.code("premium", 1)
    await own.prosa.admin("prices", "set", "openai", "edge-tts", "--speech", "0")
    const sdk = new OpenAI({ apiKey: mine.code, baseURL: `${own.url}/v1`, maxRetries: 0 })
    const read = () => sdk.audio.speech.create({ model: "edge-tts", voice: "pt-BR-FranciscaNeural", input: "Oi" })
    if (isAsked) await vi.waitFor(async () => expect((await read()).status).toBe(200), { timeout: 30_000 })
    else await expect(read()).rejects.toMatchObject({ status: 501 })
    const config = await readJson(await fetch(`${own.url}/api/config`, { method: "POST" }))
    expect(config["media"]).toMatchObject({ edge: isAsked })
    expect(reader.requests.length > 0).toBe(isAsked)
    // Whoever reads, it is nobody that the operator has not named.
    expect(own.provider.requests).toEqual([])
    await own.stop()
  }
  expect(reader.requests.at(-1)).toMatchObject({
    path: "/v1/audio/speech",
    json: { model: "edge-tts", voice: "pt-BR-FranciscaNeural", input: "Oi" },
  })
  await reader.close()
})

test("a picture nobody has priced is refused with the command that prices it", async () => {
  const requests = gateway.script(jsonReply(200, picture))
  const dear = await askStability({ prompt: "um gato", model: "sd3-large" }, {}, "sd3")
  expect(dear.status).toBe(404)
  expect(await dear.text()).toContain("prices set stability sd3-large --picture USD")
  const azure = await fetch(`${gateway.url}/api/azure/deployments/dall-e-3/images/generations?api-version=2024-10-21`, {
    method: "POST",
    headers: { authorization: `Bearer nk-${code.code}`, "content-type": "application/json" },
    body: JSON.stringify({ prompt: "um gato" }),
  })
  expect(azure.status).toBe(404)
  expect(await azure.text()).toContain("prices set azure dall-e-3")
  expect(requests()).toHaveLength(0)
})

test("the page is told what is offered, what each piece costs, and what an operator could still price", async () => {
  const { media } = await readJson(await fetch(`${gateway.url}/api/config`, { method: "POST" }))
  const { images, speech, transcription, edge } = media as Record<string, readonly Record<string, unknown>[]>
  expect(images).toContainEqual({
    provider: "Stability",
    model: "stable-image-core",
    displayName: "Stable Image Core",
    prices: { any: 0.2145 },
  })
  expect(images?.find(({ model }) => model === "dall-e-3")).toMatchObject({
    prices: { "1024x1024 standard": 0.286, "1792x1024 hd": 0.858 },
  })
  expect(images?.find(({ model }) => model === "gpt-image-2")).toMatchObject({
    prices: { "1024x1024 standard": 0.2431, "1536x1024 standard": 0.3575 },
  })
  const unpriced = { model: "gpt-image-2.6-sunburst", enableWith: expect.stringContaining("--picture USD") }
  expect(images).toContainEqual(expect.objectContaining(unpriced))
  expect(images?.some(({ provider }) => provider === "Google")).toBe(false)
  expect(speech).toContainEqual({ provider: "OpenAI", model: "tts-1", displayName: "TTS 1", perMillion: 107.25 })
  const transcribes = {
    provider: "OpenAI",
    model: "gpt-transcribe",
    displayName: "GPT Transcribe",
    perMinute: 0.032175,
  }
  expect(transcription).toContainEqual(transcribes)
  expect(edge).toBe(false)
})

test("an alias of a picture's name is called by the other name, and shown with it", async () => {
  const own = await startGateway()
  await own.prosa.admin("prices", "set", "openai", "gpt-image-2", "--picture", "1024x1024 medium=0.034")
  await own.prosa.admin("models", "alias", "dall-e-3", "gpt-image-2@OpenAI")
  const mine = await own.code("premium", 1)
  const imagesOffered = async () => {
    const { media } = await readJson(await fetch(`${own.url}/api/config`, { method: "POST" }))
    return (media as { readonly images: readonly Record<string, unknown>[] }).images
  }
  await vi.waitFor(
    async () =>
      expect((await imagesOffered()).find(({ model }) => model === "dall-e-3")).toMatchObject({
        calledAs: "gpt-image-2",
        prices: { "1024x1024 standard": 0.2431 },
      }),
    { timeout: 30_000 },
  )
  const requests = own.script(jsonReply(200, picture))
  const headers = { "content-type": "application/json", authorization: `Bearer nk-${mine.code}` }
  const drawn = await fetch(`${own.url}/v1/images/generations`, {
    method: "POST",
    headers,
    body: JSON.stringify({ model: "dall-e-3", prompt: "um gato" }),
  })
  expect(await readJson(drawn)).toMatchObject({ _meta: { cost: 0.2431 } })
  expect(requests()[0]?.json).toMatchObject({ model: "gpt-image-2", size: "1024x1024", quality: "medium" })
  const statement = await readJson(await fetch(`${own.url}/api/statement`, { headers }))
  expect(statement["lines"]).toContainEqual(
    expect.objectContaining({
      model: "gpt-image-2",
      asked: "dall-e-3",
      amount: -0.2431,
      pieces: { count: 1, unit: "picture" },
    }),
  )
  const csv = await (await fetch(`${own.url}/api/statement?format=csv`, { headers })).text()
  const [titles = "", line = ""] = csv.split("\r\n")
  expect(titles).toMatch(/Quantidade,Unidade$/)
  expect(line).toMatch(/dall-e-3,1,imagem$/)
  await own.stop()
})

test("a picture is given by itself to who asks for one, of the images API as of Stability's", async () => {
  gateway.script(jsonReply(200, { created: 1, data: [{ b64_json: png.toString("base64") }] }))
  const drawn = await fetch(`${gateway.url}/api/openai/v1/images/generations`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer nk-${code.code}`, accept: "image/*" },
    body: JSON.stringify({ model: "dall-e-3", prompt: "um gato" }),
  })
  expect(drawn.headers.get("content-type")).toBe("image/png")
  expect(Buffer.from(await drawn.arrayBuffer())).toEqual(png)
  expect(JSON.parse(drawn.headers.get("x-run-meta") ?? "")).toMatchObject({ cost: 0.286 })
})

test("the demonstration makes Stability's pictures, too: one for each prompt, in the asked proportion", async () => {
  const demo = await startGateway({ pretend: true })
  const mine = await demo.code("premium", 2)
  const draw = async (prompt: string, ratio: string) => {
    const form = new FormData()
    form.set("prompt", prompt)
    form.set("aspect_ratio", ratio)
    const reply = await fetch(`${demo.url}/api/stability/v2beta/stable-image/generate/core`, {
      method: "POST",
      headers: { authorization: `Bearer nk-${mine.code}`, accept: "image/*" },
      body: form,
    })
    expect(reply.headers.get("content-type")).toBe("image/png")
    const bytes = Buffer.from(await reply.arrayBuffer())
    return { bytes, proportion: bytes.readUInt32BE(16) / bytes.readUInt32BE(20) }
  }
  const [wide, again, other] = await Promise.all([draw("um ipê", "16:9"), draw("um ipê", "16:9"), draw("o mar", "2:3")])
  expect(wide.bytes).toEqual(again.bytes)
  expect(wide.proportion).toBeCloseTo(16 / 9, 1)
  expect(other.proportion).toBeCloseTo(2 / 3, 1)
  expect(await demo.balance(mine)).toMatchObject({ posted: 2_000_000 - 3 * 214_500, held: 0 })
  await demo.stop()
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
  // The successor of dall-e-3 costs no more: it makes a picture of low quality.
  const read = await own.audio.speech.create({ model: "tts-1", voice: "alloy", input: "Olá, tudo bem?" })
  expect(read.headers.get("content-type")).toBe("audio/wav")
  expect(
    Buffer.from(await read.arrayBuffer())
      .subarray(0, 4)
      .toString(),
  ).toBe("RIFF")
  expect(await demo.balance(mine)).toMatchObject({ posted: 1_000_000 - 214_643 - Math.ceil(14 * 107.25), held: 0 })
  const heard = await own.audio.transcriptions.create({ model: "whisper-1", file: wav(10) })
  expect(heard.text).toContain("simulada")
  expect(await demo.balance(mine)).toMatchObject({ posted: 1_000_000 - 214_643 - 1_502 - 7_150, held: 0 })
  await demo.stop()
})

test("Stability's pictures come in the words of the images API, too: its form, its price, and no charge for a filtered one", async () => {
  const requests = gateway.script(jsonReply(200, { image: "iVBORw0KGgo=", finish_reason: "SUCCESS", seed: 7 }))
  const draw = (model: string) => client.images.generate({ model, prompt: "um ipê", size: "1792x1024", quality: "hd" })
  const spent = await spentBy(code, async () => {
    const reply = await draw("stable-image-ultra")
    expect(reply.data).toEqual([{ b64_json: "iVBORw0KGgo=" }])
  })
  expect(spent).toBe(572_000)
  const [asked] = requests()
  expect(asked).toMatchObject({ path: "/v2beta/stable-image/generate/ultra" })
  expect(asked?.headers["authorization"]).toBe("Bearer stability-key-of-ours")
  for (const [name, value] of Object.entries({ prompt: "um ipê", aspect_ratio: "16:9" }))
    expect(asked?.body).toContain(`name="${name}"\r\n\r\n${value}\r\n`)
  expect(asked?.body).not.toContain("quality")

  const filtered = gateway.script(jsonReply(200, { image: "iVBORw0KGgo=", finish_reason: "CONTENT_FILTERED" }))
  const lost = await spentBy(code, () => expect(draw("sd3.5-medium@Stability")).rejects.toMatchObject({ status: 400 }))
  expect([lost, filtered()[0]?.path]).toEqual([0, "/v2beta/stable-image/generate/sd3"])
  // An own key is its provider's: it never goes to another.
  const own = new OpenAI({ apiKey: "sk-of-my-own-account", baseURL: `${gateway.url}/v1`, maxRetries: 0 })
  const theirs = gateway.script(jsonReply(200, picture))
  await own.images.generate({ model: "stable-image-core", prompt: "um ipê" })
  expect(theirs()[0]).toMatchObject({ path: "/v1/images/generations" })
})

test("who plays the role of pictures is on the list of the chat's models", async () => {
  const reply = await fetch(`${gateway.url}/api/config`, { method: "POST" })
  const config = (await reply.json()) as { readonly roles: object; readonly models: readonly object[] }
  expect(config.roles).toMatchObject({ image: "dall-e-3@OpenAI" })
  expect(config.models).toContainEqual(
    expect.objectContaining({
      name: "dall-e-3",
      provider: "OpenAI",
      available: true,
      tiers: ["premium"],
      makesImages: true,
    }),
  )
})

test("in the demonstration, who has no plan draws, listens and speaks, too, and nobody pays", async () => {
  const demo = await startGateway({ pretend: true })
  const free = await demo.code("free", 1)
  for (const authorization of ["", `Bearer nk-${free.code}`]) {
    const post = (path: string, body: FormData | string, headers: object = {}) =>
      fetch(demo.url + path, { method: "POST", headers: { ...(authorization && { authorization }), ...headers }, body })
    const json = { "content-type": "application/json" }
    const drawn = await post(
      "/api/openai/v1/images/generations",
      JSON.stringify({ model: "dall-e-3", prompt: "um gato" }),
      { ...json, accept: "image/*" },
    )
    expect([drawn.status, drawn.headers.get("content-type")]).toEqual([200, "image/png"])
    const edited = new FormData()
    for (const [name, value] of Object.entries({ model: "gpt-image-2.6-flare", prompt: "com chapéu" }))
      edited.set(name, value)
    edited.set("image", pngFile())
    const redrawn = await post("/v1/images/edits", edited, { accept: "image/*" })
    expect([redrawn.status, redrawn.headers.get("content-type")]).toEqual([200, "image/png"])
    const read = await post(
      "/api/openai/v1/audio/speech",
      JSON.stringify({ model: "tts-1", voice: "alloy", input: "Olá" }),
      json,
    )
    expect([read.status, read.headers.get("content-type")]).toEqual([200, "audio/wav"])
    const form = new FormData()
    form.set("model", "whisper-1")
    form.set("file", wav(1))
    const heard = await post("/api/openai/v1/audio/transcriptions", form)
    expect(await heard.json()).toMatchObject({ text: expect.stringContaining("simulada") })
  }
  expect(await demo.balance(free)).toMatchObject({ posted: 1_000_000, held: 0 })
  await demo.stop()
})

test("in a demonstration with a real server of speech, who has no plan is read to within their day, and it is booked", async () => {
  const demo = await startGateway({ pretend: true, envFor: ({ url }) => ({ SPEECH_URL: `${url}/v1` }) })
  const free = await demo.code("free", 1)
  const requests = demo.script(soundReply)
  const read = (headers: Readonly<Record<string, string>>) =>
    fetch(`${demo.url}/api/openai/v1/audio/speech`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify({ model: "tts-1", voice: "alloy", input: "Oi" }),
    })
  const before = await demo.booked("promo:free")
  expect((await read({ "x-visitor": await newVisitor(demo.url) })).status).toBe(200)
  expect((await demo.booked("promo:free")) - before).toBe(-215)
  expect((await read({ authorization: `Bearer nk-${free.code}` })).status).toBe(200)
  expect(await demo.booked("revenue:tts-1")).toBe(2 * 215)
  expect(requests()).toHaveLength(2)
  expect(await demo.rows("free_progress")).toBe(0)
  await demo.stop()
})
