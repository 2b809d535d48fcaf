import { describe, expect, test } from "vitest"
import type { ChatConfig, ChatMessage, ToolDefinition } from "../../../gateway/chat-request.ts"
import { encodeBody, encodeChat } from "./encode-request.ts"

const config: ChatConfig = { model: "gpt-4o", providerName: "OpenAI", stream: true }
const hello: readonly ChatMessage[] = [{ role: "user", content: "Olá" }]
const body = (changes: Partial<ChatConfig>, messages = hello, tools?: readonly ToolDefinition[]) =>
  encodeBody({ config: { ...config, ...changes }, messages, ...(tools && { tools }) })

describe("the request to the responses API", () => {
  test("goes to v1/responses with its key, and asks that nothing be kept", () => {
    const { path, headers } = encodeChat({ config, messages: hello }, { apiKey: "sk", organization: "org" })
    expect(path).toBe("/v1/responses")
    expect(headers).toMatchObject({ authorization: "Bearer sk", "openai-organization": "org" })
    expect(body({}).store).toBe(false)
  })

  test("has the system's words as instructions, and folded into the first user message for the o-series", () => {
    const messages: readonly ChatMessage[] = [{ role: "system", content: "Fale como um pirata." }, ...hello]
    expect(body({}, messages)).toMatchObject({
      instructions: "Fale como um pirata.",
      input: [{ role: "user", content: "Olá" }],
    })
    const folded = body({ model: "o3" }, messages)
    expect(folded).not.toHaveProperty("instructions")
    expect(JSON.stringify(folded.input)).toContain("pirata")
  })

  test("names effort, verbosity and cap as this API does", () => {
    expect(
      body({ model: "gpt-5", reasoning_effort: "minimal", verbosity: "low", max_tokens: 500, temperature: 0.5 }),
    ).toEqual({
      model: "gpt-5",
      input: [{ role: "user", content: "Olá" }],
      stream: true,
      store: false,
      max_output_tokens: 500,
      reasoning: { effort: "minimal" },
      text: { verbosity: "low" },
    })
    expect(body({ temperature: 0.5, top_p: 0.9 })).toMatchObject({ temperature: 0.5, top_p: 0.9 })
  })

  test("offers tools flat, and the web search so often", () => {
    const tools = [{ name: "soma", description: "Soma.", parameters: { type: "object" } }]
    const searching = { enable_web_search: true, max_web_search_calls: 3 }
    expect(body(searching, hello, tools)).toMatchObject({
      tools: [
        { type: "function", name: "soma", description: "Soma.", parameters: { type: "object" }, strict: false },
        { type: "web_search" },
      ],
      max_tool_calls: 3,
    })
    expect(body({ ...searching, max_web_search_calls: 0 })).not.toHaveProperty("tools")
    // A model that thinks as little as possible does not search.
    expect(body({ ...searching, model: "gpt-5", reasoning_effort: "minimal" }).reasoning).toEqual({ effort: "low" })
  })

  test("brings images, calls and results as items", () => {
    const content = [
      { type: "text", text: "O que é?" },
      { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } },
    ] as const
    const call = { id: "c1", name: "soma", arguments: '{"a":1}' }
    expect(
      body({}, [
        { role: "user", content },
        { role: "assistant", content: "Já.", tool_calls: [call] },
        { role: "tool", content: "3", tool_call_id: "c1" },
      ]).input,
    ).toEqual([
      {
        role: "user",
        content: [
          { type: "input_text", text: "O que é?" },
          { type: "input_image", image_url: "data:image/png;base64,AAAA", detail: "auto" },
        ],
      },
      { role: "assistant", content: "Já." },
      { type: "function_call", call_id: "c1", name: "soma", arguments: '{"a":1}' },
      { type: "function_call_output", call_id: "c1", output: "3" },
    ])
  })
})
