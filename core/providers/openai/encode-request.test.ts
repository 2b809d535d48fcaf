import { describe, expect, test } from "vitest"
import type { ChatConfig, ChatMessage, ChatRequest } from "../../gateway/chat-request.ts"
import { abilitiesOf } from "../../models/abilities.ts"
import { capField } from "./cap-field.ts"
import { encodeBody, encodeChat } from "./encode-request.ts"

const image = { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } } as const
const system: ChatMessage = { role: "system", content: "Você é um assistente brasileiro." }

function ask(config: Partial<ChatConfig>, messages: readonly ChatMessage[] = [{ role: "user", content: "Oi" }]) {
  const request: ChatRequest = {
    messages,
    config: { model: "gpt-4o", providerName: "OpenAI", stream: true, ...config },
  }
  return request
}

const sampling = { temperature: 0.5, top_p: 1, presence_penalty: 0, frequency_penalty: 0 }

describe("the chat call", () => {
  test("carries the key as a bearer token, and none when there is none", () => {
    const shape = encodeChat(ask({}), { apiKey: "sk-1", organization: "org-1" })
    expect(shape).toMatchObject({ method: "POST", path: "/v1/chat/completions" })
    expect(shape.headers).toMatchObject({ authorization: "Bearer sk-1", "openai-organization": "org-1" })
    expect(Object.keys(encodeChat(ask({}), {}).headers)).toEqual(["content-type", "accept"])
  })

  test("asks for usage when it streams, and only then", () => {
    expect(encodeBody(ask({ stream: true }))).toMatchObject({ stream: true, stream_options: { include_usage: true } })
    expect(encodeBody(ask({ stream: false }))).not.toHaveProperty("stream_options")
  })

  test("holds no field without a value", () => {
    expect(encodeBody(ask({ stream: false }))).toEqual({
      model: "gpt-4o",
      messages: [{ role: "user", content: "Oi" }],
      stream: false,
    })
  })

  test("sends the sampling settings to models that take them", () => {
    expect(encodeBody(ask(sampling))).toMatchObject(sampling)
  })

  test.each(["o1-mini", "o3", "o3-mini", "o4-mini", "gpt-5", "gpt-5-mini"])(
    "sends %s no sampling settings",
    (model) => {
      for (const field of Object.keys(sampling))
        expect(encodeBody(ask({ model, ...sampling }))).not.toHaveProperty(field)
    },
  )

  test("gives gpt-5 its effort and verbosity, medium unless set", () => {
    expect(encodeBody(ask({ model: "gpt-5" }))).toMatchObject({ reasoning_effort: "medium", verbosity: "medium" })
    expect(encodeBody(ask({ model: "gpt-5", reasoning_effort: "minimal", verbosity: "low" }))).toMatchObject({
      reasoning_effort: "minimal",
      verbosity: "low",
    })
    expect(encodeBody(ask({ model: "gpt-4o", reasoning_effort: "high" }))).not.toHaveProperty("reasoning_effort")
  })

  test("describes the tools, but not to o1-mini, which takes none", () => {
    const tools = [{ name: "clima", description: "O tempo", parameters: { type: "object" } }]
    expect(encodeBody({ ...ask({}), tools }).tools).toEqual([
      { type: "function", function: { name: "clima", description: "O tempo", parameters: { type: "object" } } },
    ])
    expect(encodeBody({ ...ask({ model: "o1-mini" }), tools })).not.toHaveProperty("tools")
    expect(encodeBody({ ...ask({}), tools: [] })).not.toHaveProperty("tools")
  })

  test("repeats tool calls, arguments that were left out as {}, and brings their results", () => {
    const messages: readonly ChatMessage[] = [
      { role: "user", content: "Chove?" },
      { role: "assistant", content: "", tool_calls: [{ id: "c1", name: "clima", arguments: "" }] },
      { role: "tool", content: "sim", tool_call_id: "c1" },
    ]
    expect(encodeBody(ask({}, messages)).messages.slice(1)).toEqual([
      {
        role: "assistant",
        content: null,
        tool_calls: [{ id: "c1", type: "function", function: { name: "clima", arguments: "{}" } }],
      },
      { role: "tool", content: "sim", tool_call_id: "c1" },
    ])
  })

  test("passes images through unchanged", () => {
    const content = [{ type: "text", text: "O que é isto?" } as const, image]
    expect(encodeBody(ask({}, [{ role: "user", content }])).messages).toEqual([{ role: "user", content }])
  })
})

describe("the output cap", () => {
  test.each([
    ["gpt-4o", 4000, { max_tokens: 4000 }],
    ["gpt-4o", 32_768, { max_tokens: 32_768 }],
    ["gpt-4o", 32_769, {}],
    ["gemini-2.5-pro", 60_000, { max_tokens: 60_000 }],
    ["gpt-4o", 0, {}],
    ["gpt-5", 100, { max_completion_tokens: 100 }],
    ["o3", 100_000, { max_completion_tokens: 100_000 }],
    ["o1-mini", 100, { max_completion_tokens: 100 }],
    ["gpt-4.1-nano-2025-04-14", 100, { max_completion_tokens: 100 }],
    ["gpt-4o", undefined, {}],
    ["gpt-4o", 1.5, {}],
  ])("of %s at %s tokens is %j", (model, cap, field) => {
    expect(capField(abilitiesOf(model), cap)).toEqual(field)
  })

  test("stays within what the model can write", () => {
    expect(encodeBody(ask({ model: "o4-mini", max_tokens: 100_000 }))).toMatchObject({ max_completion_tokens: 32_768 })
    expect(encodeBody(ask({ model: "gpt-5", max_tokens: 512_000 }))).toMatchObject({ max_completion_tokens: 100_000 })
  })
})

describe("the system message of the o-series", () => {
  const fold = (...messages: readonly ChatMessage[]) => encodeBody(ask({ model: "o3" }, messages)).messages

  test("becomes a block of instructions at the head of the first user message", () => {
    const [first, ...rest] = fold(
      system,
      { role: "user", content: "Oi" },
      { role: "assistant", content: "Olá" },
      { role: "user", content: "Tudo bem?" },
    )
    expect(first).toMatchObject({ role: "user" })
    expect(first?.content).toMatch(/^\[Instruções internas.*\]\nVocê é um assistente brasileiro\.\n\[.*\]\n\nOi$/)
    expect(rest).toEqual([
      { role: "assistant", content: "Olá" },
      { role: "user", content: "Tudo bem?" },
    ])
  })

  test("keeps the text first and the images after it", () => {
    const [first] = fold(system, { role: "user", content: [image, { type: "text", text: "O que é?" }] })
    expect(first?.content).toEqual([{ type: "text", text: expect.stringMatching(/brasileiro[^]*O que é\?$/) }, image])
  })

  test("joins several, in order", () => {
    const [first] = fold(system, { role: "user", content: "Oi" }, { role: "developer", content: "Resumo da conversa." })
    expect(first?.content).toContain("brasileiro.\n\nResumo da conversa.")
  })

  test("is dropped when it has ten characters or fewer", () => {
    expect(fold({ role: "system", content: "1234567890" }, { role: "user", content: "Oi" })).toEqual([
      { role: "user", content: "Oi" },
    ])
    expect(fold({ role: "system", content: "12345678901" }, { role: "user", content: "Oi" })).toHaveLength(1)
  })

  test("stands alone when the user has not spoken", () => {
    expect(fold(system)).toEqual([{ role: "user", content: expect.stringContaining("brasileiro") }])
  })

  test("stays a system message for the others", () => {
    expect(encodeBody(ask({ model: "gpt-5" }, [system])).messages).toEqual([system])
  })
})
