import { request } from "node:http"
import { gzipSync } from "node:zlib"
import fc from "fast-check"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { objectOf } from "#core/lib/fields.ts"
import { textReply } from "../../testing/fake-provider/replies.ts"
import { hello, startGateway, type TestCode, type TestGateway } from "../../testing/gateway.ts"

let gateway: TestGateway
let code: TestCode
let before: unknown
let reached: () => readonly unknown[]
beforeAll(async () => {
  gateway = await startGateway()
  code = await gateway.code("premium", 50)
})
afterAll(() => gateway.stop())
beforeEach(async () => {
  before = await gateway.balance(code)
  reached = gateway.script(textReply("Oi"))
})
afterEach(async () => {
  expect(reached()).toEqual([])
  expect(await gateway.balance(code)).toEqual(before)
  expect((await fetch(`${gateway.url}/healthz`)).status).toBe(200)
})

const paths = ["/v1/chat/completions", "/api/openai/v1/chat/completions"]

/** Sends bytes as they are. */
function send(
  body: RequestInit["body"] | undefined,
  headers: Record<string, string> = {},
  path = paths[0]!,
): Promise<Response> {
  return fetch(gateway.url + path, {
    method: "POST",
    headers: { authorization: `Bearer ${code.code}`, "content-type": "application/json", ...headers },
    ...(body === undefined ? {} : { body }),
  })
}

/** OpenAI's shape of an error, with something to read in it. */
async function expectRefused(response: Response, status: number, says: string | RegExp = /\w/): Promise<void> {
  const text = await response.text()
  expect([response.status, text.slice(0, 300)]).toEqual([status, expect.any(String)])
  expect(response.headers.get("content-type")).toContain("application/json")
  const error = objectOf(objectOf(JSON.parse(text))?.["error"])
  expect(Object.keys(error ?? {}).sort()).toEqual(["code", "message", "param", "type"])
  expect(error?.["message"]).toMatch(says)
  expect(error?.["type"]).toBe("invalid_request_error")
}

const messages = hello.messages
const user = (content: unknown) => ({ messages: [{ role: "user", content }] })

describe("T8: a field that is wrong is named, and nothing is asked of anybody", () => {
  test.each<[string, object]>([
    ["n", { n: 2 }],
    ["n", { n: 50 }],
    ["n", { n: 1.8e19 }],
    ["n", { n: "1" }],
    ["best_of", { best_of: 20 }],
    ["service_tier", { service_tier: "priority" }],
    ["modalities", { modalities: ["audio"] }],
    ["audio", { audio: { voice: "x" } }],
    ["store", { store: true }],
    ["web_search_options", { web_search_options: {} }],
    ["api_base", { api_base: "http://evil.example" }],
    ["base_url", { base_url: "http://evil.example" }],
    ["api_key", { api_key: "sk-x" }],
    ["extra_headers", { extra_headers: { a: "b" } }],
    ["functions", { functions: [] }],
    ["constructor", { constructor: 1 }],
    ["max_tokens", { max_tokens: 0 }],
    ["max_tokens", { max_tokens: -1 }],
    ["max_tokens", { max_tokens: 1.5 }],
    ["max_tokens", { max_tokens: "100" }],
    ["max_tokens", { max_tokens: 2 ** 31 }],
    ["max_tokens", { max_tokens: 2 ** 53 }],
    ["max_tokens", { max_tokens: [] }],
    ["max_tokens", { max_tokens: {} }],
    ["max_tokens", { max_tokens: true }],
    ["max_completion_tokens", { max_completion_tokens: -5 }],
    ["max_completion_tokens", { max_completion_tokens: 1e308 }],
    ["temperature", { temperature: 2.1 }],
    ["temperature", { temperature: -0.1 }],
    ["temperature", { temperature: [] }],
    ["temperature", { temperature: "hot" }],
    ["top_p", { top_p: 1.1 }],
    ["presence_penalty", { presence_penalty: -3 }],
    ["frequency_penalty", { frequency_penalty: 3 }],
    ["reasoning_effort", { reasoning_effort: "maximal" }],
    ["verbosity", { verbosity: 3 }],
    ["stream", { stream: "yes" }],
    ["stream_options", { stream_options: [] }],
    ["model", { model: undefined }],
    ["model", { model: 5 }],
    ["model", { model: "" }],
    ["model", { model: "x".repeat(200) }],
    ["model", { model: ["gpt-5"] }],
    ["messages", { messages: [] }],
    ["messages", { messages: undefined }],
    ["messages", { messages: "Oi" }],
    ["messages", { messages: {} }],
    ["messages", { messages: [null] }],
    ["messages", { messages: ["Oi"] }],
    ["messages", { messages: [{ role: "wizard", content: "Oi" }] }],
    ["messages", { messages: [{ role: "function", name: "f", content: "Oi" }] }],
    ["messages", { messages: [{ content: "Oi" }] }],
    ["messages", { messages: [{ role: "user" }] }],
    ["messages", user(null)],
    ["messages", user(5)],
    ["messages", user({})],
    ["messages", user([])],
    ["messages", user([{ type: "text" }])],
    ["messages", user([{ type: "text", text: 5 }])],
    ["messages", user([{ type: "input_audio", input_audio: {} }])],
    ["messages", user([{ type: "image_url", image_url: "https://a.example/b.png" }])],
    ["messages", user([{ type: "image_url", image_url: { url: "file:///etc/passwd" } }])],
    ["messages", user([{ type: "image_url", image_url: { url: "data:text/html;base64,AAAA" } }])],
    ["messages", user([{ type: "image_url", image_url: { url: "https://a.example", detail: "max" } }])],
    ["messages", { messages: [{ role: "tool", content: "x" }] }],
    ["messages", { messages: [{ role: "assistant", tool_calls: [{ id: 1 }] }] }],
    ["tools", { tools: {} }],
    ["tools", { tools: [{ type: "web_search" }] }],
    ["tools", { tools: [{ type: "function", function: { name: "a b" } }] }],
    ["tool_choice", { tool_choice: "some" }],
    ["response_format", { response_format: { type: "xml" } }],
    ["stop", { stop: ["a", "b", "c", "d", "e"] }],
    ["logit_bias", { logit_bias: { "1": 101 } }],
    ["metadata", { metadata: { a: 1 } }],
    ["seed", { seed: 1.5 }],
    ["user", { user: {} }],
    ["max_web_search_calls", { max_web_search_calls: 1e9 }],
  ])("%s of %j", async (field, wrong) => {
    for (const path of paths) {
      const response = await send(JSON.stringify({ ...hello, ...wrong }), {}, path)
      await expectRefused(response.clone() as Response, 400, field)
      const { error } = (await response.json()) as { error: { param: string | null; code: string } }
      expect(error.code).toBe("invalid_request")
      expect(error.param).toContain(field)
    }
  })

  test("infinite numbers and __proto__, which JSON.stringify cannot say", async () => {
    const with1 = (field: string) => `{"model":"gpt-4.1","messages":${JSON.stringify(messages)},${field}}`
    await expectRefused(await send(with1('"temperature":1e999')), 400, "temperature")
    await expectRefused(await send(with1('"max_tokens":1e309')), 400, "max_tokens")
    await expectRefused(await send(with1('"max_tokens":NaN')), 400)
    await expectRefused(await send(with1('"__proto__":{"n":9}')), 400, "__proto__")
  })
})

describe("a body that is no chat", () => {
  test.each([
    ["nothing", undefined],
    ["an empty text", ""],
    ["half of JSON", '{"model":"gpt-5","messages":[{"role":"us'],
    ["two JSONs", "{}{}"],
    ["null", "null"],
    ["a list", "[]"],
    ["a text", '"x"'],
    ["a number", "5"],
    ["very deep JSON", "[".repeat(200_000)],
    ["a lone surrogate in a name", '{"\\ud800":1}'],
  ])("%s is 400", async (_, body) => {
    for (const path of paths) await expectRefused(await send(body, {}, path), 400)
  })

  test("that is not UTF-8 is 400", async () => {
    const bytes = Buffer.concat([
      Buffer.from('{"model":"gpt-4.1","messages":[{"role":"user","content":"'),
      Buffer.from([0xff, 0xc3]),
      Buffer.from('"}]}'),
    ])
    await expectRefused(await send(bytes), 400, "UTF-8")
    await expectRefused(await send(Buffer.from(JSON.stringify(hello), "utf16le")), 400)
  })

  test.each([
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "text/plain",
    "application/jsonp",
    "",
  ])("called %s is 415", async (type) =>
    expectRefused(await send(JSON.stringify(hello), { "content-type": type }), 415, "application/json"),
  )

  test("compressed is 415, however small", async () => {
    const bomb = gzipSync(Buffer.alloc(20_000_000, 32))
    for (const encoding of ["gzip", "br", "deflate", "x-unknown"]) {
      await expectRefused(await send(bomb, { "content-encoding": encoding }), 415, "Content-Encoding")
    }
  })

  test("of more than 10 MB is 413, said before it is all sent", async () => {
    await expectRefused(await send("x".repeat(10 * 1024 * 1024 + 1)), 413)
    const status = await new Promise<number>((resolve, reject) => {
      const headers = { authorization: `Bearer ${code.code}`, "content-length": 5_000_000_000 }
      const call = request(gateway.url + paths[0], { method: "POST", headers }, (response) => {
        resolve(response.statusCode ?? 0)
        call.destroy()
      })
      call.once("error", reject)
      call.write("{")
    })
    expect(status).toBe(413)
  })

  test("of more than 10 MB without a length is 413, too", async () => {
    const status = await new Promise<number>((resolve, reject) => {
      const headers = {
        authorization: `Bearer ${code.code}`,
        "transfer-encoding": "chunked",
        "content-type": "application/json",
      }
      const call = request(gateway.url + paths[0], { method: "POST", headers }, (response) => {
        resolve(response.statusCode ?? 0)
        call.destroy()
      })
      call.once("error", reject)
      const part = Buffer.alloc(1024 * 1024, 32)
      for (let at = 0; at < 12; at++) call.write(part)
    })
    expect(status).toBe(413)
  })

  test("of more than 256 KB is 413 on our own routes", async () => {
    for (const path of ["/api/getBalance", "/api/validate-access", "/api/log-usage"]) {
      const response = await send(JSON.stringify({ accessCode: "x".repeat(300_000) }), {}, path)
      expect([path, response.status]).toEqual([path, 413])
    }
  })
})

describe("more text than a model takes", () => {
  test.each([
    ["gpt-4o", "one letter repeated", "a".repeat(1_000_000)],
    ["gpt-4.1", "one letter repeated", "a".repeat(5_000_000)],
    ["gpt-5", "words", "uma palavra e outra ".repeat(100_000)],
    ["o3", "digits", "12345".repeat(200_000)],
    ["gpt-4o-mini", "emoji", "😀".repeat(200_000)],
    ["gpt-4o", "blanks", " ".repeat(1_000_000)],
  ])("%s, %s: 400 context_length_exceeded", async (model, _, content) => {
    const response = await send(JSON.stringify({ model, ...user(content) }))
    await expectRefused(response.clone() as Response, 400)
    expect(await response.json()).toMatchObject({ error: { code: "context_length_exceeded" } })
  })
})

describe("an Idempotency-Key", () => {
  test.each([
    ["with a space", "a b"],
    ["too long", "k".repeat(256)],
    ["empty", ""],
    ["not ASCII", "chavé"],
  ])("%s is 400", async (_, key) =>
    expectRefused(await send(JSON.stringify(hello), { "idempotency-key": key }), 400, "Idempotency-Key"),
  )
})

test("two at once on all routes with whatever JSON: always a clear 4xx or a good answer, never a crash", async () => {
  const routes = [
    ...paths,
    "/api/getBalance",
    "/api/validate-access",
    "/api/config",
    "/api/log-usage",
    "/api/runs/x/stop",
  ]
  const odd = fc.oneof(
    fc.jsonValue(),
    fc.record({ accessCode: fc.jsonValue() }),
    fc.record(
      {
        model: fc.constantFrom("no-such-model", "", 5, null, "__proto__"),
        messages: fc.oneof(
          fc.jsonValue(),
          fc.array(
            fc.record({ role: fc.oneof(fc.constantFrom("user", "tool"), fc.jsonValue()), content: fc.jsonValue() }),
          ),
        ),
        stream: fc.jsonValue(),
        max_tokens: fc.oneof(fc.integer(), fc.double(), fc.jsonValue()),
        tools: fc.jsonValue(),
        response_format: fc.jsonValue(),
      },
      { requiredKeys: [] },
    ),
  )
  const headers = fc.dictionary(
    fc.constantFrom("idempotency-key", "x-request-meta", "x-visitor", "accept-language", "last-event-id", "range"),
    fc.string({ unit: fc.constantFrom("a", "1", "{", "}", '"', ",", ";", "=", "-", "*"), maxLength: 40 }),
  )
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...routes), odd, headers, async (path, json, extra) => {
      // No code here: a wrong one would make this test wait, as it should.
      const body = path === "/api/getBalance" || path === "/api/validate-access" ? withoutCode(json) : json
      const response = await send(JSON.stringify(body), extra, path)
      const text = await response.text()
      expect([path, json, response.status < 500, text.slice(0, 200)]).toEqual([path, json, true, expect.any(String)])
      if (response.status >= 400) expect(objectOf(JSON.parse(text))).toHaveProperty("error")
    }),
    { numRuns: 500 },
  )
})

describe("what is wrong is said in the language of who asks, Portuguese first", () => {
  const english = { "accept-language": "en-US" }
  const chat = (body: string, headers: Record<string, string> = {}) => send(body, headers)
  const good = JSON.stringify(hello)
  const run = (method: string, path: string, headers: Record<string, string> = {}) =>
    fetch(gateway.url + path, { method, headers: { authorization: `Bearer ${code.code}`, ...headers } })

  test.each([
    ["JSON", 400, "não é JSON válido", "not valid JSON", (h?: Record<string, string>) => chat("{", h)],
    [
      "a field",
      400,
      'O campo "store" não é aceito',
      '"store" is not accepted',
      (h?: Record<string, string>) => chat(JSON.stringify({ ...hello, store: true }), h),
    ],
    [
      "a type",
      415,
      "application/json",
      "application/json",
      (h?: Record<string, string>) => chat(good, { ...h, "content-type": "text/plain" }),
    ],
    [
      "a key",
      400,
      "precisa ter de 1 a 255",
      "must be 1 to 255",
      (h?: Record<string, string>) => chat(good, { ...h, "idempotency-key": "a b" }),
    ],
    [
      "a ceiling",
      400,
      "X-Max-Cost precisa ser um valor",
      "X-Max-Cost header must",
      (h?: Record<string, string>) => chat(good, { ...h, "x-max-cost": "muito" }),
    ],
    [
      "a run",
      404,
      "não existe, ou não é sua",
      "does not exist, or is not yours",
      (h?: Record<string, string>) => run("GET", "/api/runs/run_none", h),
    ],
    [
      "a route",
      404,
      "Este endereço não existe",
      "address does not exist",
      (h?: Record<string, string>) => run("GET", "/api/nothing", h),
    ],
    [
      "a method",
      405,
      "não aceita este método",
      "does not accept this method",
      (h?: Record<string, string>) => run("DELETE", "/api/getBalance", h),
    ],
  ] as const)("%s", async (_, status, pt, en, ask) => {
    for (const [headers, words] of [
      [{}, pt],
      [english, en],
    ] as const) {
      const response = await ask(headers)
      expect(response.status).toBe(status)
      expect(((await response.json()) as { error: unknown }).error).toSatisfy((error: unknown) =>
        String(objectOf(error)?.["message"] ?? error).includes(words),
      )
    }
  })

  test("a detail in the words of the parser comes after the sentence", async () => {
    const response = await chat(JSON.stringify({ ...hello, temperature: 9 }))
    const { error } = (await response.json()) as { error: { message: string } }
    expect(error.message).toMatch(/^O pedido não pôde ser entendido\. Nada foi cobrado\. \(Detalhe: temperature: .+\)$/)
  })
})

function withoutCode(json: unknown): unknown {
  const object = objectOf(json)
  return object && typeof object["accessCode"] === "string" ? { ...object, accessCode: "" } : json
}
