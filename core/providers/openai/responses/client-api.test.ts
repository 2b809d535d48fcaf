import { describe, expect, test } from "vitest"
import { goodAnswers } from "../../../../testing/answer-case.ts"
import { responsesCases } from "../../../../testing/fixtures/wire/openai/responses-cases.ts"
import { recordings } from "../../../../testing/recordings.ts"
import { testClientApi } from "../../../../testing/test-client-api.ts"
import { measurePrompt } from "../../../ledger/prompt-bound.ts"
import { responsesAdapter } from "./adapter.ts"
import { responsesClientApi } from "./client-api.ts"

testClientApi(responsesAdapter, responsesClientApi, {
  model: "gpt-5-mini",
  searches: true,
  answers: [...goodAnswers(responsesCases), ...recordings("openai/responses-web-search.chunks.txt")],
})

const target = { path: "/v1/responses", query: {} }
const read = (changes: object) => responsesClientApi.read(target, { model: "gpt-5-mini", input: "Olá", ...changes })

describe("a call of OpenAI's SDK to its responses", () => {
  test("has a text or items, and sends answers back as they came, without what nobody keeps", () => {
    expect(read({}).ok && read({})).toMatchObject({ value: { messages: [{ role: "user", content: "Olá" }] } })
    const call = read({
      input: [
        { role: "user", content: "Olá" },
        { type: "reasoning", id: "rs_1", summary: [], encrypted_content: null },
        { type: "reasoning", id: "rs_2", summary: [], encrypted_content: "x" },
        { type: "web_search_call", id: "ws_1", status: "completed", action: {} },
        {
          type: "message",
          id: "m",
          status: "completed",
          role: "assistant",
          content: [{ type: "output_text", text: "Oi", annotations: [] }],
        },
        { type: "function_call", id: "fc", call_id: "c1", name: "soma", arguments: "{}", status: "completed" },
        { type: "function_call_output", call_id: "c1", output: "3" },
      ],
    })
    expect(call.ok && call.value.body["input"]).toEqual([
      { role: "user", content: "Olá" },
      { type: "reasoning", summary: [], encrypted_content: "x" },
      { role: "assistant", content: [{ type: "output_text", text: "Oi" }] },
      { type: "function_call", call_id: "c1", name: "soma", arguments: "{}" },
      { type: "function_call_output", call_id: "c1", output: "3" },
    ])
  })

  test("is as large as its pictures are to a model, also those that a tool gave", () => {
    const image_url = `data:image/png;base64,${"iVBORw0K".repeat(100_000)}`
    const output = [
      { type: "input_text", text: "A tela:" },
      { type: "input_image", image_url },
    ]
    const call = read({ input: [{ type: "function_call_output", call_id: "c1", output }] })
    if (!call.ok) return expect.fail(JSON.stringify(call.error))
    const size = measurePrompt(call.value.messages)
    expect(size).toMatchObject({ images: 1 })
    expect(size.likely).toBeLessThan(200)
    expect(JSON.stringify(call.value.messages)).toContain("A tela:")
    expect(call.value.body["input"]).toMatchObject([{ output }])
  })

  test("asks that nothing be kept, whatever it says of it", () => {
    const call = read({})
    expect(call.ok && responsesClientApi.write(call.value, { model: "gpt-5-mini", cap: 10 }).body).toMatchObject({
      store: false,
      max_output_tokens: 10,
    })
  })

  test.each([
    [{ store: true }],
    [{ background: true }],
    [{ previous_response_id: "resp_1" }],
    [{ conversation: "conv_1" }],
    [{ prompt: { id: "pmpt_1" } }],
    [{ service_tier: "priority" }],
    [{ max_output_tokens: 0 }],
    [{ tools: [{ type: "code_interpreter", container: { type: "auto" } }] }],
    [{ tools: [{ type: "file_search", vector_store_ids: [] }] }],
    [{ input: [{ role: "user", content: [{ type: "input_file", file_id: "f" }] }] }],
    [{ input: [{ role: "user", content: [{ type: "input_image", file_id: "f" }] }] }],
    [{ input: [{ type: "item_reference", id: "x" }] }],
  ])("is refused with what costs more than we can tell, or belongs to the key: %j", (changes) => {
    expect(read(changes).ok).toBe(false)
  })

  test("that is answered whole where a stream was asked for gets its events", () => {
    const reply = {
      id: "r",
      status: "completed",
      output: [{ type: "message", content: [{ type: "output_text", text: "Oi" }] }],
    }
    const frames = responsesClientApi.streamOf?.(reply, []) ?? []
    expect(frames.map(({ event }) => event?.replace("response.", ""))).toEqual([
      "created",
      "in_progress",
      "output_item.added",
      "content_part.added",
      "output_text.delta",
      "output_text.done",
      "content_part.done",
      "output_item.done",
      "completed",
    ])
    expect(frames.map(({ data }) => (JSON.parse(data) as { sequence_number: number }).sequence_number)).toEqual([
      ...frames.keys(),
    ])
  })
})
