import { azureCases } from "../../../testing/fixtures/wire/azure/cases.ts"
import { openAiCases } from "../../../testing/fixtures/wire/openai/cases.ts"
import { recordedCases } from "../../../testing/recordings.ts"
import { testAdapter } from "../../../testing/test-adapter.ts"
import { openAiAdapter } from "./adapter.ts"

testAdapter(openAiAdapter, [
  ...openAiCases,
  ...azureCases,
  ...recordedCases([
    {
      file: "openai/chat-text.chunks.txt",
      text: { first: "**Holiday Name:** Harmony Da", last: "eriences and mutual respect.", length: 1724 },
      finish: "stop",
      usage: { in: 16, cached: 0, out: 300, reasoning: 0 },
    },
    {
      file: "openai/chat-two-tools.sse",
      calls: [
        { id: "call_fHCjJqt9Pysde6vcJcvbXGBx", name: "get_current_weather", arguments: '{"location": "Seattle, WA"}' },
        {
          id: "call_3J9foSw3CUb48lrqIXoTky6U",
          name: "get_current_weather",
          arguments: '{"location": "San Francisco, CA"}',
        },
      ],
      finish: "tool-calls",
      usage: { in: 75, cached: 0, out: 51, reasoning: 0 },
    },
    {
      file: "openai/chat-search-citations.json",
      text: { first: "As of August 19, 2026, the l", last: "cle-799?utm_source=openai)) ", length: 676 },
      citations: 3,
      finish: "stop",
      usage: { in: 13, cached: 0, out: 197, reasoning: 0 },
    },
    {
      file: "openai/chat-cached-usage.json",
      text: "OK",
      finish: "stop",
      usage: { in: 4020, cached: 4012, out: 4, reasoning: 0 },
    },
    {
      file: "openai/chat-error-max-tokens.json",
      status: 400,
      failure: {
        kind: "upstream",
        status: 400,
        message:
          "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
        type: "invalid_request_error",
        param: "max_tokens",
        code: "unsupported_parameter",
      },
    },
    {
      file: "openai/error-auth-401.json",
      status: 401,
      failure: {
        kind: "upstream",
        status: 401,
        message:
          "Incorrect API key provided: invalid-key. You can find your API key at https://platform.openai.com/account/api-keys.",
        type: "invalid_request_error",
        code: "invalid_api_key",
      },
    },
    {
      file: "azure/chat-filter-first-chunk.chunks.txt",
      text: "Capital of Denmark.",
      finish: "stop",
      usage: { in: 15, cached: 0, out: 78, reasoning: 64 },
    },
    {
      file: "azure/chat-reply.json",
      text: "The capital of France is **Paris**.",
      finish: "stop",
      usage: { in: 14, cached: 0, out: 9, reasoning: 0 },
    },
    {
      file: "azure/chat-cached-exceeds-prompt.sse",
      text: "1, 2, 3.",
      finish: "stop",
      usage: { in: 7, cached: 161, out: 8, reasoning: 0 },
    },
    {
      file: "azure/error-auth-401.json",
      status: 401,
      failure: {
        kind: "upstream",
        status: 401,
        message:
          "Access denied due to invalid subscription key or wrong API endpoint. Make sure to provide a valid key for an active subscription and use a correct regional API endpoint for your resource.",
        code: "401",
      },
    },
  ]),
])
