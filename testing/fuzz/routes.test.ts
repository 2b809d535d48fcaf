import { request } from "node:http"
import fc from "fast-check"
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { textReply } from "../fake-provider/replies.ts"
import { hello, startGateway, type TestCode, type TestGateway } from "../gateway.ts"
import { expectUntouchedPrototypes, fuzzRuns, fuzzTimeout } from "./fuzz-run.ts"
import { oddForm } from "./odd-forms.ts"
import { mutated, oddJson } from "./odd-json.ts"

const adminToken = "the-operator-of-this-test-and-nobody-else"

let gateway: TestGateway
let code: TestCode
beforeAll(async () => {
  const env = { ADMIN_TOKEN: adminToken, ANALYTICS_URL: "http://127.0.0.1:9/" }
  gateway = await startGateway({
    env,
    envFor: ({ url }) => ({
      GOOGLE_URL: url,
      GOOGLE_API_KEY: "k",
      ANTHROPIC_URL: url,
      ANTHROPIC_API_KEY: "k",
      STABILITY_URL: url,
      STABILITY_API_KEY: "k",
    }),
  })
  gateway.script(textReply("Oi"))
  code = await gateway.code("premium", 1_000)
})
afterAll(() => gateway.stop())
afterEach(async () => {
  expectUntouchedPrototypes()
  expect((await fetch(`${gateway.url}/healthz`)).status).toBe(200)
})

/** A valid body for each route; undefined where it takes none. */
const posts: Readonly<Record<string, unknown>> = {
  "/v1/chat/completions": hello,
  "/api/openai/v1/chat/completions": { ...hello, stream: true, tools: [], max_tokens: 5 },
  "/v1/responses": { model: "gpt-4.1", input: [{ role: "user", content: "Oi" }] },
  "/v1/images/generations": { model: "dall-e-3", prompt: "um gato", size: "1024x1024" },
  "/v1/audio/speech": { model: "tts-1", input: "Oi", voice: "alloy" },
  "/api/azure/openai/deployments/gpt-4.1/chat/completions": hello,
  "/api/google/v1beta/models/gemini-2.5-flash:generateContent": {
    contents: [{ role: "user", parts: [{ text: "Oi" }] }],
  },
  "/api/google/v1beta/models/gemini-2.5-flash:countTokens": { contents: [{ role: "user", parts: [{ text: "Oi" }] }] },
  "/api/google/v1beta/models/%25:countTokens": { contents: [{ role: "user", parts: [{ text: "Oi" }] }] },
  "/api/anthropic/v1/messages": { model: "claude-sonnet-4-5", max_tokens: 5, messages: hello.messages },
  "/api/baidu/rpc/2.0/ai_custom/v1/wenxinworkshop/chat/completions_pro": { messages: hello.messages },
  "/api/bytedance/api/v3/chat/completions": hello,
  "/api/alibaba/v1/services/aigc/text-generation/generation": { model: "qwen-plus", input: hello },
  "/api/tencent/": { Model: "hunyuan-pro", Messages: [{ Role: "user", Content: "Oi" }] },
  "/api/moonshot/v1/chat/completions": hello,
  "/api/iflytek/v1/chat/completions": hello,
  "/api/config": {},
  "/api/log-usage": { model: "gpt-4.1", inputTokens: 1, outputTokens: 2 },
  "/api/events": { event: "x", value: 1 },
  "/api/validate-access": { accessCode: "nk-x" },
  "/api/getBalance": { accessCode: "nk-x" },
  "/api/visitor": {},
  "/api/runs/x/stop": {},
  "/sharegpt": { items: [{ from: "human", value: "Oi" }], title: "t", models: ["m"], days: 7 },
  "/api/artifacts": "<p>Oi</p>",
  "/api/report": { id: "A".repeat(22), reason: "x" },
  "/s/AAAAAAAAAAAAAAAAAAAAAA/report": "reason=x",
  "/api/vault/pair": { id: "A".repeat(22), vault: "A".repeat(22), sealed: "A".repeat(60) },
  "/api/vault/pair/x": {},
  "/api/vault/AAAAAAAAAAAAAAAAAAAAAA/log": {},
  "/api/proxy/x": {},
  "/api/upstash/set/x": { result: "x" },
  "/api/admin/codes": { kind: "premium", count: 1 },
  "/api/admin/codes/show": { code: "nk-x" },
  "/api/admin/codes/freeze": { code: "nk-x" },
  "/api/admin/codes/rotate": { code: "nk-x" },
  "/api/admin/credit": { code: "nk-x", amount: 5, ref: "r" },
  "/api/admin/calls": { code: "nk-x", calls: 5, ref: "r" },
  "/api/admin/prices": { provider: "OpenAI", model: "gpt-4.1", input: 1, output: 2 },
  "/api/admin/models/alias": { asked: "no-such", called: "gpt-4.1" },
  "/api/admin/models/retire": { provider: "openai", id: "no-such" },
  "/api/admin/models/revive": { provider: "openai", id: "no-such" },
}

const gets = [
  "/api/runs",
  "/api/runs/x",
  "/api/runs/x/events",
  "/api/statement",
  "/api/image",
  "/api/update",
  "/v1/models",
  "/v1/models/x",
  "/api/google/v1beta/models",
  "/api/openai/dashboard/billing/subscription",
  "/api/openai/dashboard/billing/usage",
  "/api/search-status",
  "/api/shares/x",
  "/s/x",
  "/s/x/2",
  "/api/artifacts",
  "/api/cache/x.png",
  "/api/vault/x/log",
  "/api/vault/x/snapshot/y/1",
  "/api/webdav/chatgpt-next-web/backup.json",
  "/api/upstash/get/x",
  "/api/proxy/x",
  "/service-worker.js",
  "/api/admin/usage",
  "/api/admin/models",
  "/",
  "/assets/x.js",
]

const names = "model messages content role contents parts input tools stream code kind amount event accessCode".split(
  " ",
)

/** A body as text: what no writer of JSON writes is put in by hand. */
const bodyText = (good: unknown) =>
  fc.oneof(
    fc.oneof(oddJson(names), mutated(good)).map(textOf),
    fc.constantFrom(
      "[".repeat(10_000),
      `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`,
      '{"model":"gpt-4.1","model":5,"messages":[]}',
      '{"n":1e999,"max_tokens":-1e999}',
      '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}',
      "\ufeff{}",
      '"\\ud800"',
      "NaN",
      "",
    ),
  )

const oddHeader = fc.oneof(
  fc.string({
    unit: fc.constantFrom("a", "1", "{", "}", '"', ",", ";", "=", "-", "*", "é", " ", "%", ":"),
    maxLength: 60,
  }),
  fc.constantFrom(
    "a".repeat(4_000),
    ",".repeat(4_000),
    "a,;q=".repeat(800),
    "\t".repeat(4_000),
    "1e999",
    "-1",
    "9".repeat(400),
  ),
  fc.constantFrom('{"__proto__":1}', "[".repeat(2_000), "bytes=0-,".repeat(400), "https://[::1", "Bearer", "null"),
)
const headers = fc.dictionary(
  fc.constantFrom(
    ..."idempotency-key x-request-meta x-max-cost x-max-cost-day x-visitor x-session accept-language last-event-id range accept accept-encoding if-none-match anthropic-version x-prosa-successor x-base-url x-forwarded-for forwarded x-vault-token x-vault-device x-delete-token x-plugin-call".split(
      " ",
    ),
  ),
  oddHeader,
  { maxKeys: 4 },
)
const query = fc.dictionary(
  fc.constantFrom(
    ..."api-version endpoint id token proxy_method upto key after limit cursor from to month session url site alt all start_date end_date".split(
      " ",
    ),
  ),
  oddHeader,
  { maxKeys: 3 },
)

test.each(Object.entries(posts))(
  "POST %s never answers with a fault of ours",
  { timeout: fuzzTimeout },
  async (path, good) => {
    await fc.assert(
      fc.asyncProperty(bodyText(good), headers, query, async (body, extra, asked) => {
        expect(await statusOf("POST", path, { body, extra, asked })).not.toBe(500)
      }),
      fuzzRuns(12),
    )
  },
)

const stable = "/api/stability/v2beta/stable-image/generate"
test.each([`${stable}/core`, `${stable}/ultra`, `${stable}/sd3`, "/api/cache/upload", "/v1/audio/transcriptions"])(
  "a form at %s never is answered with a fault of ours",
  { timeout: fuzzTimeout },
  async (path) => {
    await fc.assert(
      fc.asyncProperty(oddForm, headers, async ({ type, body }, extra) => {
        expect(await statusOf("POST", path, { body, type, extra, asked: {} })).not.toBe(500)
      }),
      fuzzRuns(25),
    )
  },
)

test.each(gets)("GET %s never answers with a fault of ours", { timeout: fuzzTimeout }, async (path) => {
  await fc.assert(
    fc.asyncProperty(headers, query, async (extra, asked) => {
      expect(await statusOf("GET", path, { extra, asked })).not.toBe(500)
    }),
    fuzzRuns(15),
  )
})

interface Odd {
  readonly body?: string | Buffer
  readonly type?: string
  readonly extra: Readonly<Record<string, string>>
  readonly asked: Readonly<Record<string, string>>
}

/** Without fetch, which does not send every header. */
function statusOf(
  method: string,
  path: string,
  { body, type = "application/json", extra, asked }: Odd,
): Promise<number | undefined> {
  const search = new URLSearchParams(asked).toString()
  const credential = path.startsWith("/api/admin") ? adminToken : code.code
  const sent = Object.entries(extra).map(([name, value]) => [name, Buffer.from(value).toString("latin1")])
  return new Promise((resolve, reject) => {
    const call = request(`${gateway.url}${path}${search === "" ? "" : `?${search}`}`, {
      method,
      agent: false,
      headers: {
        ...Object.fromEntries(sent),
        authorization: `Bearer ${credential}`,
        ...(body === undefined ? {} : { "content-type": Buffer.from(type).toString("latin1") }),
      },
    })
    call.once("response", (response) => {
      response.resume()
      response.once("close", () => resolve(response.statusCode))
    })
    call.once("error", (error: NodeJS.ErrnoException) => {
      // A request that is refused by its head is not read to its end: the refusal may be lost with the connection.
      if (error.code === "ECONNRESET" || error.code === "EPIPE") resolve(undefined)
      else reject(error)
    })
    call.end(body)
  })
}

function textOf(json: unknown): string {
  try {
    return JSON.stringify(json) ?? ""
  } catch {
    return "[".repeat(10_000)
  }
}
