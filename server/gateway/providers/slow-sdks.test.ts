import Anthropic from "@anthropic-ai/sdk"
import { ApiError, GoogleGenAI } from "@google/genai"
import OpenAI from "openai"
import { afterEach, beforeEach, expect, test } from "vitest"
import type { TestCode } from "../../../testing/gateway.ts"
import { type StandstillGateway, startStandstillGateway } from "../../../testing/standstill.ts"
import { wideAnswer, wideAtOnce } from "../../../testing/wide-answer.ts"

let gateway: StandstillGateway
let code: TestCode
// A server for each: a connection that has carried much before takes as much again, and nobody reads it.
beforeEach(async () => {
  gateway = await startStandstillGateway({
    envFor: ({ url }) => ({
      ANTHROPIC_API_KEY: "sk-ant-of-ours",
      ANTHROPIC_URL: `${url}/v1`,
      GOOGLE_API_KEY: "google-key-of-ours",
      GOOGLE_URL: url,
    }),
  })
  code = await gateway.code("premium", 100)
})
afterEach(() => gateway.stop())

type Stream = AsyncIterable<unknown>
const question = "Oi, tudo bem?"
const messages = [{ role: "user" as const, content: question }]
const openAi = (prefix: string) => new OpenAI({ apiKey: code.code, baseURL: `${gateway.url}${prefix}`, maxRetries: 0 })

const clients: readonly (readonly [string, new (...args: never[]) => Error, () => Promise<Stream>])[] = [
  [
    "openai's chat at /v1",
    OpenAI.APIError,
    () => openAi("/v1").chat.completions.create({ model: "gpt-4.1", messages, stream: true }),
  ],
  [
    "openai's chat at /api/openai",
    OpenAI.APIError,
    () => openAi("/api/openai/v1").chat.completions.create({ model: "gpt-4.1", messages, stream: true }),
  ],
  [
    "openai's responses",
    OpenAI.APIError,
    () => openAi("/v1").responses.create({ model: "gpt-4.1", input: question, stream: true }),
  ],
  [
    "anthropic",
    Anthropic.APIError,
    () => {
      const client = new Anthropic({ apiKey: code.code, baseURL: `${gateway.url}/api/anthropic`, maxRetries: 0 })
      return client.messages.create({ model: "claude-sonnet-4-6", max_tokens: 2_000, messages, stream: true })
    },
  ],
  [
    "google",
    ApiError,
    () => {
      const httpOptions = { baseUrl: `${gateway.url}/api/google`, apiVersion: "v1beta" }
      const client = new GoogleGenAI({ apiKey: code.code, httpOptions })
      return client.models.generateContentStream({ model: "gemini-2.5-flash", contents: question })
    },
  ],
]

test.each(clients)(
  "the client of %s that stands still raises its own error, which says where the rest is",
  async (_, itsError, ask) => {
    gateway.script(wideAnswer(wideAtOnce))
    const stream = (await ask())[Symbol.asyncIterator]()
    expect((await stream.next()).done).not.toBe(true)
    await gateway.untilLetGo()
    let heard = 1
    const raised = await (async () => {
      for (; (await stream.next()).done !== true; heard++);
    })().catch((error: unknown) => error)
    expect(raised).toBeInstanceOf(itsError)
    expect(heard).toBeGreaterThan(5)

    const address = /\/api\/runs\/(run_\w+)\/events\?after=\d+/.exec(String((raised as Error).message))
    expect(address).not.toBeNull()
    const headers = { authorization: `Bearer nk-${code.code}` }
    const rest = await fetch(gateway.url + address![0], { headers })
    expect(rest.status).toBe(200)
    expect((await rest.text()).length).toBeGreaterThan(1_000_000)
    const run = await (await fetch(`${gateway.url}/api/runs/${address![1]}`, { headers })).json()
    expect(run).toMatchObject({ state: "done", usage: { output: 1_200 } })
  },
)
