import fc from "fast-check"
import { describe, expect, test } from "vitest"
import type { ChatConfig, ChatMessage } from "../../gateway/chat-request.ts"
import { baiduAdapter } from "./adapter.ts"
import { encodeBody, encodeChat, modelOfEndpoint } from "./encode-request.ts"

const config: ChatConfig = { model: "ernie-4.0-8k", providerName: "Baidu", stream: true }
const user = (content: string): ChatMessage => ({ role: "user", content })
const assistant = (content: string): ChatMessage => ({ role: "assistant", content })
const system: ChatMessage = { role: "system", content: "Responda em português." }

function turns(...messages: readonly ChatMessage[]) {
  return encodeBody({ config, messages }).messages.map(({ role, content }) => [role, content])
}

describe("the number of messages is odd", () => {
  test("as it is where it is already", () => {
    expect(turns(user("Oi"), assistant("Olá"), user("Tudo bem?"))).toEqual([
      ["user", "Oi"],
      ["assistant", "Olá"],
      ["user", "Tudo bem?"],
    ])
  })

  test("with a blank assistant message after a first user message, the system text being the user's", () => {
    expect(turns(system, user("Oi"))).toEqual([
      ["user", "Responda em português."],
      ["assistant", " "],
      ["user", "Oi"],
    ])
  })

  test("with a blank user message before a first assistant message", () => {
    expect(turns(assistant("Bem-vindo!"), user("Oi"))).toEqual([
      ["user", " "],
      ["assistant", "Bem-vindo!"],
      ["user", "Oi"],
    ])
  })

  test("and the sides alternate, whatever was said", () => {
    const message = fc.record({
      role: fc.constantFrom("system", "user", "assistant" as const),
      content: fc.constantFrom("", " ", "a", "b"),
    })
    fc.assert(
      fc.property(fc.array(message), (messages) => {
        const sides = encodeBody({ config, messages }).messages
        expect(sides.length % 2).toBe(1)
        for (const [at, turn] of sides.entries()) {
          expect(turn.role).toBe(at % 2 === 0 ? "user" : "assistant")
          expect(turn.content).not.toBe("")
        }
      }),
    )
  })
})

describe("the path", () => {
  test.each([
    ["ernie-4.0-8k", "completions_pro"],
    ["ernie-4.0-8k-preview-0518", "completions_adv_pro"],
    ["ernie-3.5-8k", "completions"],
    ["ernie-speed-8k", "ernie_speed"],
    ["ernie-tiny-8k", "ernie-tiny-8k"],
    ["a/../b?c", "a%2F..%2Fb%3Fc"],
  ])("of %s ends in %s", (model, endpoint) => {
    const { path } = encodeChat({ config: { ...config, model }, messages: [user("Oi")] }, {})
    expect(path).toBe(`/rpc/2.0/ai_custom/v1/wenxinworkshop/chat/${endpoint}`)
  })

  test("leads back to the model", () => {
    expect(["completions_pro", "completions", "yi_34b_chat"].map(modelOfEndpoint)).toEqual([
      "ernie-4.0-8k",
      "ernie-3.5-8k",
      "yi_34b_chat",
    ])
  })
})

describe("the settings", () => {
  test("stay in Wenxin's range, and penalties are left out", () => {
    const settings = { temperature: 2, top_p: 1, presence_penalty: 1, frequency_penalty: 1, max_tokens: 100_000 }
    const { messages: _, ...body } = encodeBody({ config: { ...config, ...settings }, messages: [user("Oi")] })
    expect(body).toEqual({ stream: true, temperature: 1, top_p: 1, max_output_tokens: 2048 })
    expect(encodeBody({ config: { ...config, temperature: 0 }, messages: [] })).toMatchObject({ temperature: 0.01 })
  })

  test("send both halves of an own key as one token", () => {
    const { headers } = encodeChat({ config, messages: [user("Oi")] }, { apiKey: "id", secretKey: "segredo" })
    expect(headers["authorization"]).toBe("Bearer id:segredo")
  })
})

test("tools are functions, their results are turns of the user's side", () => {
  const body = encodeBody({
    config,
    messages: [
      user("Chove?"),
      { role: "assistant", content: "", tool_calls: [{ id: "as-1", name: "clima", arguments: "{}" }] },
      { role: "tool", content: "sim", tool_call_id: "as-1" },
    ],
    tools: [{ name: "clima", parameters: { type: "object" } }],
  })
  expect(body.functions).toEqual([{ name: "clima", description: "", parameters: { type: "object" } }])
  expect(body.messages.slice(1)).toEqual([
    { role: "assistant", content: "", function_call: { name: "clima", arguments: "{}" } },
    { role: "function", name: "clima", content: "sim" },
  ])
})

test("the adapter never asks anybody but the gateway: no secret stands in an address", () => {
  const shape = baiduAdapter.encodeChat({ config, messages: [user("Oi")] }, { apiKey: "id", secretKey: "segredo" })
  expect(shape.path).not.toContain("segredo")
})
