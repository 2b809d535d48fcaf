import { replayTraffic, twoCalls } from "../../../../testing/replay-traffic.ts"
import { responsesAdapter } from "./adapter.ts"

const item = (type: string, output_index: number, said: object) => ({
  type: `response.output_item.${type}`,
  output_index,
  item: said,
})
const heard = (type: string, output_index: number, said: object) => ({
  type: `response.${type}`,
  output_index,
  content_index: 0,
  item_id: `i${output_index}`,
  ...said,
})
const closes = (status: string, response: object = {}) => ({
  type: `response.${status}`,
  response: { status, output: [], ...response },
})

replayTraffic("OpenAI responses", responsesAdapter, [
  [
    "two calls at once, their pieces mixed",
    [
      { type: "response.created", response: { status: "in_progress" } },
      item("added", 0, { type: "function_call", id: "f0", call_id: "a", name: "hora", arguments: "" }),
      item("added", 1, { type: "function_call", id: "f1", call_id: "b", name: "tempo", arguments: "" }),
      heard("function_call_arguments.delta", 1, { delta: '{"c":' }),
      heard("function_call_arguments.delta", 0, { delta: '{"z":1}' }),
      heard("function_call_arguments.done", 0, { arguments: '{"z":1}' }),
      item("done", 0, { type: "function_call", id: "f0", call_id: "a", name: "hora", arguments: '{"z":1}' }),
      heard("function_call_arguments.delta", 1, { delta: "2}" }),
      item("done", 1, { type: "function_call", id: "f1", call_id: "b", name: "tempo", arguments: '{"c":2}' }),
      closes("completed", {
        usage: {
          input_tokens: 8,
          output_tokens: 4,
          input_tokens_details: { cached_tokens: 3, cache_write_tokens: 2 },
          output_tokens_details: { reasoning_tokens: 1 },
        },
      }),
    ],
    {
      calls: twoCalls,
      finish: "tool-calls",
      usage: { inputUncached: 3, inputCached: 3, cacheWrite: 2, output: 4, reasoning: 1 },
    },
  ],
  [
    "a refusal in pieces, repeated whole",
    [
      heard("refusal.delta", 0, { delta: "Não " }),
      heard("refusal.delta", 0, { delta: "posso." }),
      heard("refusal.done", 0, { refusal: "Não posso." }),
      closes("completed", { output: [{ type: "message", content: [{ type: "refusal", refusal: "Não posso." }] }] }),
    ],
    { text: "Não posso.", finish: "stop" },
  ],
  [
    "text that the filter cut",
    [
      heard("output_text.delta", 0, { delta: "Era" }),
      closes("incomplete", { incomplete_details: { reason: "content_filter" } }),
    ],
    { text: "Era", finish: "content-filter" },
  ],
  [
    "annotations of every kind, of which pages are sources",
    [
      heard("output_text.delta", 0, { delta: "Olá 💎" }),
      ...[
        { type: "file_citation", file_id: "f", index: 3, filename: "a.txt" },
        { type: "url_citation", url: "https://a.br", title: "A", start_index: 0, end_index: 3 },
        {
          type: "container_file_citation",
          file_id: "f",
          container_id: "c",
          start_index: 0,
          end_index: 1,
          filename: "b",
        },
        { type: "file_path", file_id: "f", index: 0 },
      ].map((annotation) => heard("output_text.annotation.added", 0, { annotation })),
      closes("completed"),
    ],
    { citations: [{ url: "https://a.br", title: "A", start: 0, end: 3 }] },
  ],
  [
    "a search that names what it looks for as a list, and a look at a page",
    [
      item("added", 0, { type: "web_search_call", id: "w0", status: "in_progress" }),
      item("done", 0, {
        type: "web_search_call",
        id: "w0",
        status: "completed",
        action: { type: "search", queries: ["chuva", "sol"], sources: [] },
      }),
      item("done", 1, {
        type: "web_search_call",
        id: "w1",
        status: "completed",
        action: { type: "open_page", url: "https://a.br" },
      }),
      item("done", 2, { type: "web_search_call", id: "w2", status: "failed", action: { type: "search", query: "x" } }),
      heard("output_text.delta", 3, { delta: "Choveu." }),
      closes("completed", { usage: { input_tokens: 1, output_tokens: 1 } }),
    ],
    {
      searches: [
        { id: "w0", query: "chuva" },
        { id: "w1", page: "https://a.br" },
        { id: "w2", status: "failed" },
      ],
      usage: { searchCalls: 1 },
    },
  ],
  [
    "the thinking of an open model, told only when it is done",
    [
      { type: "response.reasoning_text.done", output_index: 0, content_index: 0, text: "Penso." },
      item("done", 0, { type: "reasoning", summary: [], content: [{ type: "reasoning_text", text: "Penso." }] }),
      heard("output_text.delta", 1, { delta: "Oi" }),
      closes("completed"),
    ],
    { reasoning: "Penso.", text: "Oi" },
  ],
  [
    "a picture that was made, once",
    [
      item("done", 0, { type: "image_generation_call", id: "g", status: "completed", result: "AAAA" }),
      closes("completed", { output: [{ type: "image_generation_call", id: "g", result: "AAAA" }] }),
    ],
    { images: [{ b64: "AAAA" }], finish: "stop" },
  ],
  [
    "an error without a code",
    [{ type: "error", error: { type: "server_error", code: null, message: "sorry", param: null }, sequence_number: 2 }],
    { failure: { kind: "upstream", status: 500, message: "sorry", type: "server_error" } },
  ],
  [
    "an error in the older form",
    [{ type: "error", code: "rate_limit_exceeded", message: "slow", param: null }],
    { failure: { kind: "upstream", status: 429, message: "slow", code: "rate_limit_exceeded" } },
  ],
])
