import { describe, expect, test } from "vitest"
import { readEvents } from "../../../testing/read-stream.ts"
import { summarizeAnswer } from "../../../testing/summarize-answer.ts"
import type { ChatConfig, ChatMessage } from "../../gateway/chat-request.ts"
import { tencentAdapter } from "./adapter.ts"
import { encodeBody } from "./encode-request.ts"

const config: ChatConfig = { model: "hunyuan-turbos", providerName: "Tencent", stream: true }
const user = (content: string): ChatMessage => ({ role: "user", content })

describe("the chat call", () => {
  test("has names in PascalCase, its action in a header, and no path", () => {
    const shape = tencentAdapter.encodeChat(
      { config: { ...config, temperature: 0.5, top_p: 0.9 }, messages: [user("Oi")] },
      { apiKey: "id", secretKey: "segredo" },
    )
    expect(shape).toMatchObject({
      path: "/",
      headers: {
        "content-type": "application/json",
        "x-tc-action": "ChatCompletions",
        "x-tc-version": "2023-09-01",
        authorization: "Bearer id:segredo",
      },
    })
    expect(JSON.parse(shape.body ?? "")).toEqual({
      Model: "hunyuan-turbos",
      Messages: [{ Role: "user", Content: "Oi" }],
      Stream: true,
      Temperature: 0.5,
      TopP: 0.9,
    })
  })

  test("leaves the insides of texts, schemas and arguments as they are", () => {
    const body = encodeBody({
      config,
      messages: [
        user("Chove?"),
        {
          role: "assistant",
          content: "",
          tool_calls: [{ id: "c1", name: "clima", arguments: '{"city_name":"Recife"}' }],
        },
        { role: "tool", content: '{"rain_mm":3}', tool_call_id: "c1" },
      ],
      tools: [{ name: "clima", description: "O tempo", parameters: { type: "object", properties: { city_name: {} } } }],
    })
    expect(body.Messages.slice(1)).toEqual([
      {
        Role: "assistant",
        Content: "",
        ToolCalls: [{ Id: "c1", Type: "function", Function: { Name: "clima", Arguments: '{"city_name":"Recife"}' } }],
      },
      { Role: "tool", Content: '{"rain_mm":3}', ToolCallId: "c1" },
    ])
    expect(body.Tools).toEqual([
      {
        Type: "function",
        Function: {
          Name: "clima",
          Description: "O tempo",
          Parameters: '{"type":"object","properties":{"city_name":{}}}',
        },
      },
    ])
  })

  test("puts images into Contents", () => {
    const content = [
      { type: "text", text: "O que é?" },
      { type: "image_url", image_url: { url: "https://a.br/x.png", detail: "low" } },
    ] as const
    expect(encodeBody({ config, messages: [{ role: "user", content }] }).Messages).toEqual([
      {
        Role: "user",
        Contents: [
          { Type: "text", Text: "O que é?" },
          { Type: "image_url", ImageUrl: { Url: "https://a.br/x.png" } },
        ],
      },
    ])
  })

  test("has its system message first, later ones as the user's, nothing empty, sides that alternate", () => {
    const messages: readonly ChatMessage[] = [
      { role: "system", content: "Seja breve." },
      user("Oi"),
      { role: "assistant", content: "" },
      { role: "system", content: "Resumo." },
      { role: "assistant", content: "Olá" },
      user("Tchau"),
    ]
    expect(encodeBody({ config, messages }).Messages).toEqual([
      { Role: "system", Content: "Seja breve." },
      { Role: "user", Content: "Oi\n\nResumo." },
      { Role: "assistant", Content: "Olá" },
      { Role: "user", Content: "Tchau" },
    ])
  })

  test("begins with the user, even where the assistant spoke first", () => {
    const messages: readonly ChatMessage[] = [
      { role: "system", content: "Seja breve." },
      { role: "assistant", content: "Bem-vindo!" },
      user("Oi"),
    ]
    expect(encodeBody({ config, messages }).Messages.map((message) => message.Role)).toEqual([
      "system",
      "user",
      "assistant",
      "user",
    ])
  })

  test("has at most 40 messages: the instructions and the newest, from a user's on", () => {
    const talk = Array.from({ length: 60 }, (_, at): ChatMessage => ({
      role: at % 2 === 0 ? "user" : "assistant",
      content: String(at),
    }))
    const sent = encodeBody({ config, messages: [{ role: "system", content: "S" }, ...talk, user("fim")] }).Messages
    expect(sent.length).toBeLessThanOrEqual(40)
    expect(sent.slice(0, 2).map((message) => message.Role)).toEqual(["system", "user"])
    expect(sent.at(-1)).toEqual({ Role: "user", Content: "fim" })
  })
})

const read = (...events: readonly object[]) => readEvents(tencentAdapter, events)
const says = (Content: string, FinishReason = "", more: object = {}) => ({
  Choices: [{ Delta: { Role: "assistant", Content }, FinishReason }],
  ...more,
})

describe("a stream", () => {
  test("that is refused ends by filter", () => {
    expect(read(says("a"), says("", "sensitive")).at(-1)).toEqual({ type: "finish", reason: "content-filter" })
  })

  test("that fails in the middle says so", () => {
    expect(read(says("a"), { ErrorMsg: { Msg: "timeout", Code: 4001 } }).at(-1)).toEqual({
      type: "failure",
      failure: { kind: "upstream", status: 504, message: "timeout", code: "4001" },
    })
  })

  test("that closes without a finish reason was cut", () => {
    expect(read(says("a")).at(-1)).toEqual({ type: "failure", failure: { kind: "upstream-cut" } })
  })

  test("puts calls together by their Id, in whatever order their pieces come", () => {
    const piece = (Id: string, Name: string, Arguments: string) => ({
      Choices: [
        { Delta: { ToolCalls: [{ Id, Type: "function", Index: 0, Function: { Name, Arguments } }] }, FinishReason: "" },
      ],
    })
    const answer = summarizeAnswer(
      read(
        piece("a", "um", ""),
        piece("b", "dois", "{"),
        piece("a", "", "{}"),
        piece("b", "", "}"),
        says("", "tool_calls"),
      ),
    )
    expect(answer.calls).toEqual([
      { id: "a", name: "um", arguments: "{}" },
      { id: "b", name: "dois", arguments: "{}" },
    ])
  })

  test("counts by its last usage, and thinks apart from what it says", () => {
    const thought = {
      Choices: [{ Delta: { ReasoningContent: "Penso" }, FinishReason: "" }],
      Usage: { PromptTokens: 4, CompletionTokens: 1 },
    }
    const answer = summarizeAnswer(
      read(thought, says("a", "stop", { Usage: { PromptTokens: 4, CompletionTokens: 2 } })),
    )
    expect(answer).toMatchObject({ reasoning: "Penso", text: "a", usage: { inputUncached: 4, output: 2 } })
  })
})

describe("a reply", () => {
  const reply = { Choices: [{ Message: { Role: "assistant", Content: "Oi" }, FinishReason: "stop" }] }

  test.each([
    ["wrapped in Response", { Response: reply }],
    ["bare", reply],
  ])("is read %s", (_, json) => {
    expect(summarizeAnswer(tencentAdapter.decodeReply(json))).toMatchObject({ text: "Oi", finish: "stop" })
  })

  test.each([
    ["AuthFailure.SignatureFailure", 401],
    ["InvalidParameterValue.Stop", 400],
    ["RequestLimitExceeded", 429],
    ["FailedOperation.FreeResourcePackExhausted", 402],
    ["UnauthorizedOperation", 403],
    ["InternalError", 500],
    ["UnsupportedOperation", 400],
  ])("that is the error %s is a failure of status %i", (Code, status) => {
    const Response = { Error: { Code, Message: "não" }, RequestId: "r" }
    const failure = { kind: "upstream", status, message: "não", code: Code }
    expect(tencentAdapter.decodeReply({ Response })).toEqual([{ type: "failure", failure }])
    expect(tencentAdapter.decodeFailure(200, JSON.stringify({ Response }))).toEqual(failure)
  })
})
