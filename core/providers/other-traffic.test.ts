import { replayTraffic, twoCalls } from "../../testing/replay-traffic.ts"
import { alibabaAdapter } from "./alibaba/adapter.ts"
import { baiduAdapter } from "./baidu/adapter.ts"
import { iflytekAdapter } from "./iflytek/adapter.ts"
import { tencentAdapter } from "./tencent/adapter.ts"

replayTraffic("Baidu", baiduAdapter, [
  [
    "pages it rests on, told again with every piece",
    [
      {
        id: "x",
        sentence_id: 0,
        is_end: false,
        result: "Chove",
        search_info: { search_results: [{ index: 1, url: "https://a.br", title: "A" }] },
        usage: { prompt_tokens: 2, completion_tokens: 0 },
      },
      {
        id: "x",
        sentence_id: 1,
        is_end: true,
        result: ".",
        search_info: { search_results: [{ index: 1, url: "https://a.br", title: "A" }] },
        finish_reason: "stop",
        usage: { prompt_tokens: 2, completion_tokens: 3 },
      },
    ],
    {
      text: "Chove.",
      citations: [{ url: "https://a.br", title: "A" }],
      finish: "stop",
      usage: { inputUncached: 2, output: 3 },
    },
  ],
  [
    "what is refused in words",
    [
      {
        is_end: true,
        result: "Não posso.",
        need_clear_history: true,
        finish_reason: "content_filter",
        usage: { prompt_tokens: 1, completion_tokens: 1 },
      },
    ],
    { text: "Não posso.", finish: "content-filter" },
  ],
  [
    "an error after some text",
    [
      { is_end: false, result: "Oi" },
      { error_code: 336100, error_msg: "try again" },
    ],
    { text: "Oi", failure: { kind: "upstream", status: 503, message: "try again", code: "336100" } },
  ],
])

const scope = (message: object, finish_reason = "null", usage?: object) => ({
  output: { choices: [{ message, finish_reason }] },
  usage,
  request_id: "r",
})

replayTraffic("Alibaba", alibabaAdapter, [
  [
    "thinking, then two calls in pieces",
    [
      scope({ role: "assistant", content: "", reasoning_content: "Vejo" }),
      scope({ role: "assistant", content: "", reasoning_content: " já." }),
      scope({
        role: "assistant",
        content: "",
        tool_calls: [{ index: 0, id: "a", type: "function", function: { name: "hora", arguments: '{"z":' } }],
      }),
      scope({
        role: "assistant",
        content: "",
        tool_calls: [{ index: 0, id: "", type: "function", function: { arguments: "1}" } }],
      }),
      scope({
        role: "assistant",
        content: "",
        tool_calls: [{ index: 1, id: "b", type: "function", function: { name: "tempo", arguments: '{"c":' } }],
      }),
      scope({
        role: "assistant",
        content: "",
        tool_calls: [{ index: 1, id: "", type: "function", function: { arguments: "2}" } }],
      }),
      scope({ role: "assistant", content: "" }, "tool_calls", {
        input_tokens: 9,
        output_tokens: 8,
        output_tokens_details: { reasoning_tokens: 3 },
        prompt_tokens_details: { cached_tokens: 4 },
      }),
    ],
    {
      reasoning: "Vejo já.",
      calls: twoCalls,
      finish: "tool-calls",
      usage: {
        inputUncached: 5,
        inputCached: 4,
        output: 8,
        reasoning: 3,
        cacheWrite: 0,
        searchCalls: 0,
        source: "provider",
      },
    },
  ],
  [
    "pictures in a list of parts",
    [scope({ role: "assistant", content: [{ image: "https://i.br/1.png" }] }, "stop", { image_count: 1 })],
    { images: [{ url: "https://i.br/1.png" }], finish: "stop" },
  ],
  [
    "an error event after some text",
    [scope({ content: "Oi" }), { code: "DataInspectionFailed", message: "inappropriate", request_id: "r" }],
    { text: "Oi", failure: { kind: "upstream", status: 400, message: "inappropriate", code: "DataInspectionFailed" } },
  ],
  [
    "a cap, with an empty last piece",
    [scope({ content: [{ text: "Era" }] }), scope({ content: [] }, "length", { input_tokens: 2, output_tokens: 1 })],
    { text: "Era", finish: "length" },
  ],
])

const hunyuan = (Delta: object, FinishReason = "", extra: object = {}) => ({
  Note: "",
  Choices: [{ FinishReason, Delta: { Role: "assistant", ...Delta } }],
  Usage: { PromptTokens: 6, CompletionTokens: 2, TotalTokens: 8 },
  ...extra,
})
const made = (Id: string, Index: number, Name: string, Arguments: string) =>
  hunyuan({ Content: "", ToolCalls: [{ Id, Index, Type: "function", Function: { Name, Arguments } }] })

replayTraffic("Tencent", tencentAdapter, [
  [
    "thinking, then two calls whose pieces mix",
    [
      hunyuan({ Content: "", ReasoningContent: "Vejo." }),
      made("a", 0, "hora", ""),
      made("b", 1, "tempo", '{"c":'),
      made("a", 0, "", '{"z":1}'),
      made("b", 1, "", "2}"),
      hunyuan({ Content: "" }, "tool_calls"),
    ],
    { reasoning: "Vejo.", calls: twoCalls, finish: "tool-calls", usage: { inputUncached: 6, output: 2 } },
  ],
  [
    "later pieces without an Id",
    [made("a", 0, "hora", '{"z":'), made("", 0, "", "1}"), hunyuan({ Content: "" }, "tool_calls")],
    { calls: twoCalls.slice(0, 1) },
  ],
  [
    "what is sensitive",
    [hunyuan({ Content: "Era" }), hunyuan({ Content: "" }, "sensitive")],
    { text: "Era", finish: "content-filter" },
  ],
  [
    "trouble in the middle, and none",
    [hunyuan({ Content: "Oi" }, "", { ErrorMsg: { Msg: "", Code: 0 } }), { ErrorMsg: { Msg: "timeout", Code: 4001 } }],
    { text: "Oi", failure: { kind: "upstream", status: 504, message: "timeout", code: "4001" } },
  ],
  [
    "a refused call in the frame of an event",
    [{ Response: { Error: { Code: "LimitExceeded", Message: "slow" }, RequestId: "r" } }],
    { failure: { kind: "upstream", status: 429, message: "slow", code: "LimitExceeded" } },
  ],
])

const spark = (said: object, extra: object = {}) => ({
  code: 0,
  message: "Success",
  sid: "s",
  choices: [{ delta: { role: "assistant", ...said }, index: 0 }],
  ...extra,
})
const counts = { usage: { prompt_tokens: 6, completion_tokens: 2, total_tokens: 8 } }

replayTraffic("iFlytek", iflytekAdapter, [
  [
    "a call as one object, usage with it",
    [
      spark(
        { content: "", tool_calls: { id: "a", type: "function", function: { name: "hora", arguments: '{"z":1}' } } },
        counts,
      ),
      "[DONE]",
    ],
    { calls: twoCalls.slice(0, 1), finish: "tool-calls", usage: { inputUncached: 6, output: 2 } },
  ],
  [
    "sources of a search, then text with the usage beside it, and no marker",
    [
      spark({
        role: "tool",
        content: "",
        tool_calls: [{ type: "web_search", web_search: { outputs: [{ index: 1, url: "https://a.br", title: "A" }] } }],
      }),
      spark({ reasoning_content: "Vejo.", content: "" }),
      spark({ content: "Choveu." }, counts),
    ],
    {
      text: "Choveu.",
      reasoning: "Vejo.",
      calls: [],
      citations: [{ url: "https://a.br", title: "A" }],
      finish: "stop",
    },
  ],
  [
    "more than fits into the model",
    [{ error: { message: "tokens (sid: s)", code: "10907", type: "invalid_request_error", param: null } }],
    { failure: { kind: "context-length-exceeded", message: "tokens (sid: s)" } },
  ],
  [
    "an error whose code is a text, after some text",
    [spark({ content: "Oi" }), { code: "10013", message: "not allowed", sid: "s" }],
    { text: "Oi", failure: { kind: "upstream", status: 400, message: "not allowed", code: "10013" } },
  ],
])
