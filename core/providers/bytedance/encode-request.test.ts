import { describe, expect, test } from "vitest"
import { readEvents } from "../../../testing/read-stream.ts"
import type { ChatMessage } from "../../gateway/chat-request.ts"
import { byteDanceAdapter } from "./adapter.ts"

const config = { model: "doubao-seed-1-6", providerName: "ByteDance", stream: true }
const messages: readonly ChatMessage[] = [{ role: "user", content: "Oi" }]

describe("the chat call", () => {
  test("is OpenAI's at Ark's path, with the key as a bearer token", () => {
    const { body = "", ...shape } = byteDanceAdapter.encodeChat({ config, messages }, { apiKey: "ark" })
    expect(shape).toMatchObject({ path: "/api/v3/chat/completions", headers: { authorization: "Bearer ark" } })
    expect(JSON.parse(body)).toEqual({
      model: config.model,
      messages,
      stream: true,
      stream_options: { include_usage: true },
    })
  })

  test("brings the images of a message", () => {
    const content = [{ type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } }] as const
    const { body = "" } = byteDanceAdapter.encodeChat({ config, messages: [{ role: "user", content }] }, {})
    expect(JSON.parse(body).messages).toEqual([{ role: "user", content }])
  })

  test("calls a developer's message the system's, a word it knows", () => {
    const said = (role: "developer" | "system") => ({ role, content: "Seja breve." })
    const { body = "" } = byteDanceAdapter.encodeChat({ config, messages: [said("developer")] }, {})
    expect(JSON.parse(body).messages).toEqual([said("system")])
  })

  test("sends what the assistant thought not back to it", () => {
    const history: readonly ChatMessage[] = [
      { role: "assistant", content: "<think>\nHum…\n</think>\n\nOlá!" },
      { role: "user", content: "<think>isto é meu</think>" },
    ]
    const { body = "" } = byteDanceAdapter.encodeChat({ config, messages: history }, {})
    expect(JSON.parse(body).messages).toEqual([
      { role: "assistant", content: "Olá!" },
      { role: "user", content: "<think>isto é meu</think>" },
    ])
  })
})

test("thinking comes before the answer, in a field of its own", () => {
  const delta = (said: object) => ({ choices: [{ delta: { role: "assistant", ...said }, index: 0 }], usage: null })
  expect(
    readEvents(byteDanceAdapter, [
      delta({ content: "", reasoning_content: "Penso" }),
      delta({ content: "Logo existo" }),
      { choices: [{ delta: { content: "" }, finish_reason: "stop" }] },
      "[DONE]",
    ]),
  ).toEqual([
    { type: "reasoning-delta", text: "Penso" },
    { type: "text-delta", text: "Logo existo" },
    { type: "finish", reason: "stop" },
  ])
})

test("errors have a word as their code", () => {
  const error = { code: "AuthenticationError", message: "The API key is missing", param: "", type: "Unauthorized" }
  expect(byteDanceAdapter.decodeFailure(401, JSON.stringify({ error }))).toEqual({
    kind: "upstream",
    status: 401,
    message: "The API key is missing",
    code: "AuthenticationError",
    type: "Unauthorized",
  })
})
