import fc from "fast-check"
import { describe, expect, test } from "vitest"
import type { ChatConfig, ChatMessage, ToolDefinition } from "../../gateway/chat-request.ts"
import { encodeBody, encodeChat } from "./encode-request.ts"
import { encodeTurns } from "./turns.ts"

const config: ChatConfig = { model: "claude-3-5-sonnet-20241022", providerName: "Anthropic", stream: true }
const hello: readonly ChatMessage[] = [{ role: "user", content: "Olá" }]
const body = (changes: Partial<ChatConfig>, messages = hello, tools?: readonly ToolDefinition[]) =>
  encodeBody({ config: { ...config, ...changes }, messages, ...(tools && { tools }) })
const user = (content: string) => ({ role: "user", content }) as const
const assistant = (content: string) => ({ role: "assistant", content }) as const

describe("the request to Claude", () => {
  test("goes to v1/messages with its key and the default version", () => {
    const { path, headers } = encodeChat({ config, messages: hello }, { apiKey: "sk-ant" })
    expect(path).toBe("/v1/messages")
    expect(headers).toMatchObject({ "x-api-key": "sk-ant", "anthropic-version": "2023-06-01" })
    expect(encodeChat({ config, messages: hello }, {}).headers).not.toHaveProperty("x-api-key")
    const own = encodeChat({ config, messages: hello }, { apiVersion: "2024-10-22" })
    expect(own.headers["anthropic-version"]).toBe("2024-10-22")
  })

  test("always has an output cap, within what the model can write", () => {
    expect(body({}).max_tokens).toBeGreaterThanOrEqual(4000)
    expect(body({ max_tokens: 300 }).max_tokens).toBe(300)
    expect(body({ max_tokens: 512_000 }).max_tokens).toBe(body({}).max_tokens)
    expect(body({ max_tokens: 0 }).max_tokens).toBe(body({}).max_tokens)
  })

  test("carries top_k 5, and a temperature of at most 1", () => {
    expect(body({ temperature: 1.7, top_p: 0.9 })).toMatchObject({ temperature: 1, top_p: 0.9, top_k: 5 })
  })

  test.each([
    ["claude-3-haiku-20240307", ["temperature", "top_p", "top_k"]],
    ["claude-sonnet-4-20250514", ["temperature", "top_p", "top_k"]],
    ["claude-opus-4-1-20250805", ["temperature", "top_k"]],
    ["claude-sonnet-4-5-20250929", ["temperature", "top_k"]],
    ["claude-opus-4-6", ["temperature", "top_k"]],
    ["claude-opus-4-7", []],
    ["claude-sonnet-5-5", []],
    ["claude-mythos-preview", []],
  ])("sends %s no sampling field that it refuses", (model, fields) => {
    const sent = Object.keys(body({ model, temperature: 0.5, top_p: 1 }))
    expect(sent.filter((name) => ["temperature", "top_p", "top_k"].includes(name))).toEqual(fields)
  })

  test("offers tools by their schema, and the web where it is asked for", () => {
    const tools = [
      { name: "soma", description: "Soma.", parameters: { type: "object", properties: {} } },
      { name: "hora" },
    ]
    expect(body({ enable_web_search: true, max_web_search_calls: 2 }, hello, tools).tools).toEqual([
      { name: "soma", description: "Soma.", input_schema: { type: "object", properties: {} } },
      { name: "hora", input_schema: { type: "object" } },
      { type: "web_search_20250305", name: "web_search", max_uses: 2 },
    ])
    expect(body({})).not.toHaveProperty("tools")
    expect(body({ enable_web_search: true, max_web_search_calls: 0 })).not.toHaveProperty("tools")
  })
})

describe("the turns", () => {
  test("alternate: ';' stands between two of the user, the system's among them", () => {
    expect(encodeTurns([{ role: "system", content: "Seja breve." }, user("Oi"), user("E aí?")])).toEqual([
      user("Seja breve."),
      assistant(";"),
      user("Oi"),
      assistant(";"),
      user("E aí?"),
    ])
  })

  test("begin with the user: ';' stands before an answer nobody asked for, and between two", () => {
    expect(encodeTurns([assistant("Olá!"), assistant("Tudo bem?"), user("Tudo.")])).toEqual([
      user(";"),
      assistant("Olá!"),
      user(";"),
      assistant("Tudo bem?"),
      user("Tudo."),
    ])
  })

  test("without content are left out", () => {
    expect(encodeTurns([user("Oi"), assistant(""), assistant("  "), { role: "assistant", content: null }])).toEqual([
      user("Oi"),
    ])
  })

  test("bring images as data or by address, after or before their text", () => {
    const url = (url: string) => ({ type: "image_url", image_url: { url } }) as const
    const content = [
      { type: "text", text: "O que é?" } as const,
      url("data:image/png;base64,AAAA"),
      url("https://exemplo.br/a.jpg"),
      { type: "text", text: "" } as const,
    ]
    expect(encodeTurns([{ role: "user", content }])).toEqual([
      {
        role: "user",
        content: [
          { type: "text", text: "O que é?" },
          { type: "image", source: { type: "base64", media_type: "image/png", data: "AAAA" } },
          { type: "image", source: { type: "url", url: "https://exemplo.br/a.jpg" } },
        ],
      },
    ])
  })

  test("bring calls back with their input, and the results of one turn's calls in one turn", () => {
    const call = (id: string) => ({ id, name: "soma", arguments: '{"a":1}' })
    const turns = encodeTurns([
      user("Some"),
      { role: "assistant", content: "Já.", tool_calls: [call("a"), call("b"), { ...call("c"), arguments: "{" }] },
      { role: "tool", content: "1", tool_call_id: "a" },
      { role: "tool", content: "2", tool_call_id: "b" },
      { role: "tool", content: "", tool_call_id: "c" },
    ])
    expect(turns.slice(1)).toEqual([
      {
        role: "assistant",
        content: [
          { type: "text", text: "Já." },
          { type: "tool_use", id: "a", name: "soma", input: { a: 1 } },
          { type: "tool_use", id: "b", name: "soma", input: { a: 1 } },
          { type: "tool_use", id: "c", name: "soma", input: {} },
        ],
      },
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: "a", content: "1" },
          { type: "tool_result", tool_use_id: "b", content: "2" },
          { type: "tool_result", tool_use_id: "c", content: "" },
        ],
      },
    ])
  })

  test("alternate and begin with the user, whatever was said", () => {
    const message = fc.record({
      role: fc.constantFrom("system" as const, "user" as const, "assistant" as const, "tool" as const),
      content: fc.oneof(
        fc.string(),
        fc.constant(null),
        fc.array(fc.record({ type: fc.constant("text" as const), text: fc.string() })),
      ),
    })
    fc.assert(
      fc.property(fc.array(message), (messages) => {
        const roles = encodeTurns(messages).map(({ role }) => role)
        expect(roles).toEqual(roles.map((_, index) => (index % 2 === 0 ? "user" : "assistant")))
      }),
    )
  })
})
