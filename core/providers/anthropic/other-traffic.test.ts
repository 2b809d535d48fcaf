import { replayTraffic, twoCalls } from "../../../testing/replay-traffic.ts"
import { anthropicAdapter } from "./adapter.ts"

const start = (message: object = {}) => ({
  type: "message_start",
  message: { usage: { input_tokens: 4, output_tokens: 1 }, content: [], ...message },
})
const open = (index: number, content_block: object) => ({ type: "content_block_start", index, content_block })
const more = (index: number, said: object) => ({ type: "content_block_delta", index, delta: said })
const close = (index: number) => ({ type: "content_block_stop", index })
const stops = (stop_reason: string, usage: object = { output_tokens: 9 }) => ({
  type: "message_delta",
  delta: { stop_reason, stop_sequence: null },
  usage,
})
const stop = { type: "message_stop" }
const textBlock = (index: number, text: string, ...citations: readonly object[]) => [
  open(index, { type: "text", text: "", citations: [] }),
  ...citations.map((citation) => more(index, { type: "citations_delta", citation })),
  more(index, { type: "text_delta", text }),
  close(index),
]

replayTraffic("Anthropic", anthropicAdapter, [
  [
    "thinking with its signature, thinking that is hidden, then two calls at once",
    [
      start(),
      open(0, { type: "thinking", thinking: "", signature: "" }),
      more(0, { type: "thinking_delta", thinking: "Vejo." }),
      more(0, { type: "signature_delta", signature: "c2ln" }),
      close(0),
      open(1, { type: "redacted_thinking", data: "ZW5j" }),
      close(1),
      open(2, { type: "tool_use", id: "a", name: "hora", input: {} }),
      open(3, { type: "tool_use", id: "b", name: "tempo", input: {} }),
      more(3, { type: "input_json_delta", partial_json: '{"c":' }),
      more(2, { type: "input_json_delta", partial_json: "" }),
      more(2, { type: "input_json_delta", partial_json: '{"z":1}' }),
      { type: "ping" },
      more(3, { type: "input_json_delta", partial_json: "2}" }),
      close(2),
      close(3),
      stops("tool_use"),
      stop,
    ],
    { reasoning: "Vejo.", text: "", calls: twoCalls, finish: "tool-calls" },
  ],
  [
    "a source of each kind: the web, a search of the caller's own, a page, a stretch of text, blocks",
    [
      start(),
      ...textBlock(0, "Um.", { type: "web_search_result_location", url: "https://a.br", title: "A", cited_text: "x" }),
      ...textBlock(1, "Dois.", {
        type: "search_result_location",
        source: "https://b.br",
        title: "B",
        search_result_index: 0,
      }),
      ...textBlock(2, "Três.", {
        type: "search_result_location",
        source: "Acervo 7",
        title: null,
        search_result_index: 1,
      }),
      ...textBlock(
        3,
        "Fim.",
        { type: "page_location", document_title: "C" },
        { type: "char_location", document_title: null },
        { type: "content_block_location", document_title: "D" },
      ),
      stops("end_turn"),
      stop,
    ],
    {
      citations: [
        { url: "https://a.br", title: "A", start: 0, end: 3 },
        { url: "https://b.br", title: "B", start: 3, end: 8 },
        { url: "", title: "", start: 8, end: 13 },
        { url: "", title: "C", start: 13, end: 17 },
        { url: "", title: "", start: 13, end: 17 },
        { url: "", title: "D", start: 13, end: 17 },
      ],
    },
  ],
  [
    "searches of which one failed, other tools of the server's, a turn that pauses; input that grew",
    [
      start(),
      open(0, { type: "server_tool_use", id: "s1", name: "web_search", input: {} }),
      more(0, { type: "input_json_delta", partial_json: '{"query":"chuva"}' }),
      close(0),
      open(1, {
        type: "web_search_tool_result",
        tool_use_id: "s1",
        content: [{ type: "web_search_result", url: "https://a.br", title: "A" }],
      }),
      close(1),
      open(2, { type: "server_tool_use", id: "s2", name: "web_search", input: { query: "sol" } }),
      close(2),
      open(3, {
        type: "web_search_tool_result",
        tool_use_id: "s2",
        content: { type: "web_search_tool_result_error", error_code: "max_uses_exceeded" },
      }),
      close(3),
      open(4, { type: "server_tool_use", id: "s3", name: "web_fetch", input: {} }),
      more(4, { type: "input_json_delta", partial_json: '{"url":"https://a.br"}' }),
      close(4),
      open(5, {
        type: "web_fetch_tool_result",
        tool_use_id: "s3",
        content: { type: "web_fetch_tool_result_error", error_code: "url_not_allowed" },
      }),
      close(5),
      ...textBlock(6, "Choveu."),
      stops("pause_turn", {
        input_tokens: 100,
        cache_read_input_tokens: 7,
        cache_creation_input_tokens: null,
        output_tokens: 30,
        server_tool_use: { web_search_requests: 1 },
      }),
      stop,
    ],
    {
      text: "Choveu.",
      finish: "length",
      calls: [],
      searches: [
        { id: "s1", status: "completed" },
        { id: "s2", status: "failed" },
      ],
      usage: {
        inputUncached: 100,
        inputCached: 7,
        cacheWrite: 0,
        output: 30,
        reasoning: 0,
        searchCalls: 1,
        source: "provider",
      },
    },
  ],
  [
    "blocks that are told at the start, with the reason",
    [
      start({
        content: [
          { type: "text", text: "Oi" },
          { type: "tool_use", id: "a", name: "hora", input: { z: 1 } },
        ],
        stop_reason: "tool_use",
      }),
      stop,
    ],
    { text: "Oi", calls: twoCalls.slice(0, 1), finish: "tool-calls" },
  ],
  [
    "an error after some text, whose type says the status",
    [
      start(),
      ...textBlock(0, "Oi"),
      { type: "error", error: { type: "rate_limit_error", message: "slow down" } },
      stop,
    ],
    { text: "Oi", failure: { kind: "upstream", status: 429, message: "slow down", type: "rate_limit_error" } },
  ],
  [
    "an end without a last event, after the marker of another API",
    [start(), ...textBlock(0, "Oi"), stops("stop_sequence"), "[DONE]"],
    { text: "Oi", finish: "stop" },
  ],
])
