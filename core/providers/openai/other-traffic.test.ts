import { replayTraffic, twoCalls } from "../../../testing/replay-traffic.ts"
import { azureAdapter } from "../azure/adapter.ts"
import { byteDanceAdapter } from "../bytedance/adapter.ts"
import { moonshotAdapter } from "../moonshot/adapter.ts"
import { openAiAdapter } from "./adapter.ts"

const delta = (said: object, finish_reason: string | null = null) => ({
  choices: [{ index: 0, delta: said, finish_reason }],
})
const piece = (...tool_calls: readonly object[]) => delta({ tool_calls })
const ends = (reason: string) => delta({}, reason)
const done = "[DONE]"

replayTraffic("OpenAI chat", openAiAdapter, [
  [
    "two calls under one index, each whole",
    [
      piece({ index: 0, id: "a", function: { name: "hora", arguments: '{"z":1}' } }),
      piece({ index: 0, id: "b", function: { name: "tempo", arguments: '{"c":2}' } }),
      ends("tool_calls"),
      done,
    ],
    { calls: twoCalls, finish: "tool-calls" },
  ],
  [
    "two calls without index, their pieces at the same places",
    [
      piece(
        { id: "a", function: { name: "hora", arguments: "" } },
        { id: "b", function: { name: "tempo", arguments: "" } },
      ),
      piece({ function: { arguments: '{"z":' } }, { function: { arguments: '{"c":' } }),
      piece({ function: { arguments: "1}" } }, { function: { arguments: "2}" } }),
      ends("tool_calls"),
    ],
    { calls: twoCalls, finish: "tool-calls" },
  ],
  [
    "a call whose name and id every piece repeats",
    [
      piece({ index: 0, id: "a", function: { name: "hora", arguments: '{"z"' } }),
      piece({ index: 0, id: "a", function: { name: "hora", arguments: ":1}" } }),
      ends("tool_calls"),
    ],
    { calls: twoCalls.slice(0, 1) },
  ],
  [
    "calls that are said to simply stop are waited for",
    [piece({ index: 0, id: "a", function: { name: "hora", arguments: '{"z":1}' } }), ends("stop"), done],
    { calls: twoCalls.slice(0, 1), finish: "tool-calls" },
  ],
  [
    "a call cut by the cap is not run",
    [piece({ index: 0, id: "a", function: { name: "hora", arguments: '{"z' } }), ends("length"), done],
    { finish: "length" },
  ],
  [
    "the one call of before there were several",
    [
      delta({ function_call: { name: "hora", arguments: '{"z"' } }),
      delta({ function_call: { arguments: ":1}" } }),
      ends("function_call"),
    ],
    { calls: [{ id: "", name: "hora", arguments: '{"z":1}' }], finish: "tool-calls" },
  ],
  [
    "what is spoken is its transcript",
    [delta({ audio: { id: "x", transcript: "Oi" } }), delta({ audio: { data: "AAAA" } }), ends("stop")],
    { text: "Oi", images: [] },
  ],
  [
    "a refusal in pieces",
    [delta({ role: "assistant", refusal: "Não " }), delta({ refusal: "posso." }), ends("stop")],
    { text: "Não posso.", finish: "stop" },
  ],
  [
    "a usage whose details are null",
    [
      delta({ content: "a" }, "stop"),
      {
        choices: [],
        usage: { prompt_tokens: 3, completion_tokens: 2, prompt_tokens_details: null, completion_tokens_details: null },
      },
      done,
    ],
    {
      usage: {
        inputUncached: 3,
        inputCached: 0,
        output: 2,
        reasoning: 0,
        cacheWrite: 0,
        searchCalls: 0,
        source: "provider",
      },
    },
  ],
  [
    "a rate that is passed in the middle",
    [delta({ content: "a" }), { error: { message: "slow down", type: "tokens", code: "rate_limit_exceeded" } }],
    {
      text: "a",
      failure: { kind: "upstream", status: 429, message: "slow down", type: "tokens", code: "rate_limit_exceeded" },
    },
  ],
])

replayTraffic("Azure", azureAdapter, [
  [
    "a filter that follows the text it looked at, and cuts it",
    [
      { choices: [], id: "", model: "", prompt_filter_results: [{ prompt_index: 0 }] },
      delta({ role: "assistant", content: "" }),
      delta({ content: "Era uma" }),
      {
        choices: [
          { index: 0, finish_reason: null, content_filter_offsets: { check_offset: 1 }, content_filter_results: {} },
        ],
      },
      {
        choices: [
          { index: 0, finish_reason: "content_filter", content_filter_results: { violence: { filtered: true } } },
        ],
      },
      done,
    ],
    { text: "Era uma", finish: "content-filter" },
  ],
])

replayTraffic("Azure, a model of xAI's", azureAdapter, [
  [
    "whose thoughts are counted beside what it says, as its total shows",
    [
      delta({ content: "Oi" }, "stop"),
      {
        choices: [],
        usage: {
          prompt_tokens: 7,
          completion_tokens: 2,
          total_tokens: 309,
          prompt_tokens_details: { cached_tokens: 4 },
          completion_tokens_details: { reasoning_tokens: 300 },
        },
      },
      done,
    ],
    { usage: { inputUncached: 3, inputCached: 4, output: 302, reasoning: 300 } },
  ],
])

replayTraffic("Moonshot", moonshotAdapter, [
  [
    "usage in the choice and again at the top, more thought than said",
    [
      delta({ reasoning_content: "Penso." }),
      {
        choices: [
          {
            index: 0,
            delta: { content: "Oi" },
            finish_reason: "stop",
            usage: { prompt_tokens: 9, completion_tokens: 5, cached_tokens: 4 },
          },
        ],
      },
      {
        choices: [],
        usage: {
          prompt_tokens: 9,
          completion_tokens: 5,
          cached_tokens: 4,
          completion_tokens_details: { reasoning_tokens: 6 },
        },
      },
    ],
    {
      text: "Oi",
      reasoning: "Penso.",
      usage: {
        inputUncached: 5,
        inputCached: 4,
        output: 5,
        reasoning: 5,
        cacheWrite: 0,
        searchCalls: 0,
        source: "provider",
      },
    },
  ],
  [
    "a stream that is only an error",
    [{ error: { message: "engine overloaded", type: "engine_overloaded_error" } }],
    { failure: { kind: "upstream", status: 429, message: "engine overloaded", type: "engine_overloaded_error" } },
  ],
])

replayTraffic("ByteDance", byteDanceAdapter, [
  [
    "thinking, then a call, keys in another order and a role on every piece",
    [
      {
        choices: [{ delta: { role: "assistant", content: "", reasoning_content: "Vejo." }, index: 0 }],
        id: "x",
        usage: null,
      },
      {
        choices: [
          {
            delta: {
              role: "assistant",
              content: "",
              tool_calls: [{ function: { arguments: "", name: "hora" }, id: "a", index: 0, type: "function" }],
            },
            index: 0,
          },
        ],
        usage: null,
      },
      {
        choices: [
          {
            delta: {
              role: "assistant",
              content: "",
              tool_calls: [{ function: { arguments: '{"z":1}', name: "" }, id: "", index: 0 }],
            },
            index: 0,
          },
        ],
        usage: null,
      },
      { choices: [{ delta: { role: "assistant", content: "" }, finish_reason: "tool_calls", index: 0 }], usage: null },
      {
        choices: [],
        usage: {
          completion_tokens: 20,
          prompt_tokens: 7,
          completion_tokens_details: { reasoning_tokens: 12 },
          prompt_tokens_details: { cached_tokens: 2 },
        },
      },
      done,
    ],
    {
      reasoning: "Vejo.",
      calls: twoCalls.slice(0, 1),
      finish: "tool-calls",
      usage: {
        inputUncached: 5,
        inputCached: 2,
        output: 20,
        reasoning: 12,
        cacheWrite: 0,
        searchCalls: 0,
        source: "provider",
      },
    },
  ],
])
