import { ownCallTo, type OwnCall } from "#core/access/own-access.ts"
import { noOwnProviders, type OwnProviders } from "#core/access/provider-credentials.ts"
import type { ChatEvent } from "#core/gateway/chat-event.ts"
import { providerNames, type ProviderId } from "#core/providers/registry.ts"
import { fileReply, jsonReply, textReply } from "../testing/fake-provider/replies.ts"
import { recordings } from "../testing/recordings.ts"
import { fixture, type WireFile } from "../testing/wire-file.ts"
import { callGateway } from "../web/platform/gateway/gateway-call.ts"
import { neverReconnect } from "../web/platform/gateway/reconnect-policy.ts"
import { chatOn } from "./support/chat.ts"
import { tellModels } from "./support/told-models.ts"
import { expect, test } from "./support/test.ts"

/*
 * The page's own code with a user's own key, through the whole gateway to a provider that answers as it really did: what
 * the page encodes, the gateway reads; what the provider says, the page decodes. Azure, which has no address but the
 * user's own, goes through the egress guard and is asked in `own-address.test.ts`.
 */

interface OwnCase {
  readonly provider: ProviderId
  readonly model: string
  readonly fields: Partial<OwnProviders>
  readonly answers: readonly WireFile[]
  readonly asked: RegExp
  readonly auth: Readonly<Record<string, RegExp>>
}

const cases: readonly OwnCase[] = [
  {
    provider: "openai",
    model: "gpt-5",
    fields: { openaiApiKey: "sk-own-1" },
    answers: [fixture("openai/chat-text.sse"), ...recordings("openai/chat-text.chunks.txt")],
    asked: /^\/v1\/chat\/completions$/,
    auth: { authorization: /^Bearer sk-own-1$/ },
  },
  {
    provider: "google",
    model: "gemini-3.1-pro-preview",
    fields: { googleApiKey: "google-own-1" },
    answers: [fixture("google/text.sse"), ...recordings("google/text.chunks.txt")],
    asked: /^\/v1beta\/models\/gemini[\w.-]+:streamGenerateContent\?alt=sse$/,
    auth: { "x-goog-api-key": /^google-own-1$/ },
  },
  {
    provider: "anthropic",
    model: "claude-opus-5-5",
    fields: { anthropicApiKey: "claude-own-1" },
    answers: [fixture("anthropic/text.sse"), ...recordings("anthropic/text.chunks.txt")],
    asked: /^\/v1\/messages$/,
    auth: { "x-api-key": /^claude-own-1$/, "anthropic-version": /^2023-06-01$/ },
  },
  {
    provider: "baidu",
    model: "ernie-4.0-turbo-8k",
    fields: { baiduApiKey: "baidu-own-1", baiduSecretKey: "baidu-own-2" },
    answers: [fixture("baidu/text.sse"), ...recordings("baidu/text.sse")],
    asked: /\/wenxinworkshop\/chat\/[\w.-]+\?access_token=token-1$/,
    auth: {},
  },
  {
    provider: "bytedance",
    model: "doubao-seed-1-6-250615",
    fields: { bytedanceApiKey: "byte-own-1" },
    answers: [fixture("bytedance/text.sse"), ...recordings("bytedance/text.sse")],
    asked: /^\/api\/v3\/chat\/completions$/,
    auth: { authorization: /^Bearer byte-own-1$/ },
  },
  {
    provider: "alibaba",
    model: "qwen-max",
    fields: { alibabaApiKey: "ali-own-1" },
    answers: [fixture("alibaba/text-incremental.sse"), ...recordings("alibaba/text-incremental.sse")],
    asked: /\/v1\/services\/aigc\/text-generation\/generation$/,
    auth: { authorization: /^Bearer ali-own-1$/, "x-dashscope-sse": /^enable$/ },
  },
  {
    provider: "tencent",
    model: "hunyuan-turbo",
    fields: { tencentSecretId: "tencent-own-1", tencentSecretKey: "tencent-own-2" },
    answers: [fixture("tencent/text.sse"), ...recordings("tencent/text.sse")],
    asked: /^\/$/,
    auth: { authorization: /^TC3-HMAC-SHA256 Credential=tencent-own-1\// },
  },
  {
    provider: "moonshot",
    model: "kimi-k3",
    fields: { moonshotApiKey: "moon-own-1" },
    answers: [fixture("moonshot/text-choice-usage.sse"), ...recordings("moonshot/text-choice-usage.sse")],
    asked: /^\/v1\/chat\/completions$/,
    auth: { authorization: /^Bearer moon-own-1$/ },
  },
  {
    provider: "iflytek",
    model: "4.0Ultra",
    fields: { iflytekApiKey: "ifly-own-1", iflytekApiSecret: "ifly-own-2" },
    answers: [fixture("iflytek/text.sse"), ...recordings("iflytek/text.sse")],
    asked: /^\/v1\/chat\/completions$/,
    auth: { authorization: /^Bearer ifly-own-1:ifly-own-2$/ },
  },
]

const eachAnswer = cases.flatMap(({ answers, ...own }) => answers.map((file) => ({ ...own, file })))

async function ask(own: OwnCall, model: string) {
  const request = {
    messages: [
      { role: "system" as const, content: "Responda em português." },
      { role: "user" as const, content: "Olá!" },
    ],
    config: {
      model,
      providerName: providerNames[own.provider],
      stream: true,
      temperature: 0.5,
      top_p: 1,
      max_tokens: 4_000,
    },
  }
  const { apiKey = "", secretKey } = own.credentials
  const key = secretKey === undefined ? apiKey : `${apiKey}:${secretKey}`
  const headers = { Authorization: `Bearer ${key}` }
  const call = { request, headers, own, idempotencyKey: crypto.randomUUID(), signal: new AbortController().signal }
  const answer = await callGateway(call, { policy: neverReconnect, stalenessChecks: new Set() })
  if (!answer.ok) return [{ type: "failure", failure: answer.error } as const]
  const events: ChatEvent[] = []
  for await (const some of answer.value.events) events.push(...some)
  return events
}

test("each provider's own key asks it in its words, and its answer is read to its end", async ({
  provider,
  startProsa,
}) => {
  const names = ["ANTHROPIC", "GOOGLE", "BAIDU", "BYTEDANCE", "ALIBABA", "TENCENT", "MOONSHOT", "IFLYTEK"]
  const env = Object.fromEntries(names.map((name) => [`${name}_URL`, provider.url]))
  const prosa = await startProsa({ provider, env: { ...env, FREE_DAILY_MESSAGES: "1000" } })
  const real = globalThis.fetch
  // A page's addresses are its server's.
  globalThis.fetch = (path, init) => real(typeof path === "string" ? prosa.url + path : path, init)
  try {
    for (const { provider: id, model, fields, file, asked, auth } of eachAnswer) {
      const own = { useCustomConfig: true, provider: id, fields: { ...noOwnProviders, ...fields } }
      const call = ownCallTo(own, providerNames[id])
      if (typeof call !== "object") throw new Error(`${id} is not complete`)
      const before = provider.requests.length
      provider.script((request) =>
        request.path.startsWith("/oauth/2.0/token")
          ? jsonReply(200, { access_token: "token-1", expires_in: 2_592_000 })
          : fileReply(file),
      )
      const events = await ask(call, model)
      const text = events.map((event) => (event.type === "text-delta" ? event.text : "")).join("")
      expect(text.length, id).toBeGreaterThan(0)
      expect(
        events.filter(({ type }) => type === "failure"),
        id,
      ).toEqual([])
      expect(
        events.filter(({ type }) => type === "finish"),
        id,
      ).toHaveLength(1)
      const request = provider.requests.slice(before).find(({ path }) => !path.startsWith("/oauth/"))
      expect(request?.path).toMatch(asked)
      for (const [name, value] of Object.entries(auth)) expect(request?.headers[name]).toMatch(value)

      provider.script((later) =>
        later.path.startsWith("/oauth/2.0/token")
          ? jsonReply(200, { access_token: "token-1", expires_in: 2_592_000 })
          : jsonReply(401, { error: { message: "no such key" } }),
      )
      expect(
        (await ask(call, model)).map(({ type }) => type),
        id,
      ).toEqual(["failure"])
    }
  } finally {
    globalThis.fetch = real
  }
})

test("an answer asked for with one key is fetched with that key, whatever model the chat has by then", async ({
  page,
  provider,
  startProsa,
}) => {
  const prosa = await startProsa({ provider, env: { MOONSHOT_URL: provider.url } })
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  provider.script(async (request) => {
    await held
    return textReply("Dito pela OpenAI.")(request)
  })
  await page.addInitScript(() => {
    const state = { useCustomConfig: true, openaiApiKey: "sk-own-1", moonshotApiKey: "moon-own-1" }
    localStorage.setItem("nk-access-control", JSON.stringify({ state: { ...state, provider: "OpenAI" }, version: 2 }))
  })
  await tellModels(page, { known: [{ name: "kimi-k3", displayName: "Kimi K3", provider: "Moonshot" }] })
  await page.goto(prosa.url)
  const chat = chatOn(page)
  await chat.ask("Quem é você?")
  await expect.poll(() => provider.requests.length).toBe(1)
  expect(provider.requests[0]?.headers["authorization"]).toBe("Bearer sk-own-1")
  await page.getByRole("button", { name: /^Modelo/ }).click()
  await page.getByRole("dialog").getByText("Kimi K3", { exact: true }).click()
  await expect(page.getByRole("button", { name: "Modelo: Kimi K3. Trocar" })).toBeVisible()

  const fetched = page.waitForRequest(/\/api\/runs\/[^/]+\/events/)
  await page.reload()
  expect((await fetched).headers()["authorization"]).toBe("Bearer sk-own-1")
  release()
  await expect(chat.answers.last()).toContainText("Dito pela OpenAI.")
})
