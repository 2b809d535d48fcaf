import { expect } from "vitest"
import { googleCases } from "../../../testing/fixtures/wire/google/cases.ts"
import { recordedCases } from "../../../testing/recordings.ts"
import { testAdapter } from "../../../testing/test-adapter.ts"
import { googleAdapter } from "./adapter.ts"

testAdapter(googleAdapter, [
  ...googleCases,
  ...recordedCases([
    {
      file: "google/text.chunks.txt",
      text: 'There are **3** "r"s in strawberry.\n\nst**r**awbe**rr**y',
      finish: "stop",
      usage: { in: 9, cached: 0, out: 23 + 185, reasoning: 185 },
    },
    {
      file: "google/tool-call.chunks.txt",
      calls: [
        {
          id: "b36LacjwM668nsEP2tbsgQQ_0",
          name: "weather",
          arguments: '{"location":"San Francisco"}',
          signature: expectSignature(),
        },
      ],
      finish: "tool-calls",
      usage: { in: 29, cached: 0, out: 15 + 45, reasoning: 45 },
    },
    {
      file: "google/text-crlf.sse",
      text: "The capital of France is Paris.\n",
      finish: "stop",
      usage: { in: 13, cached: 0, out: 8, reasoning: 0 },
    },
    {
      file: "google/thoughts.sse",
      text: { first: "This is a great question! Sa", last: " a driver might not see you.", length: 1938 },
      reasoning: { first: "**Clarifying User Goals**\n\nI", last: "rcumstances or locations.\n\n\n", length: 1575 },
      finish: "stop",
      usage: { in: 34, cached: 0, out: 469 + 787, reasoning: 787 },
    },
    {
      file: "google/grounding.json",
      text: "The latest stable version of Ruby is 4.0.6.",
      citations: 3,
      finish: "stop",
      usage: { in: 10 + 73, cached: 0, out: 30 + 109, reasoning: 109, searches: 1 },
    },
    {
      file: "google/blocked-answer.json",
      finish: "content-filter",
      usage: { in: 14, cached: 0, out: 0, reasoning: 0 },
    },
    {
      file: "google/blocked-prompt.json",
      failure: {
        kind: "upstream",
        status: 400,
        message: "Message is being blocked for reason: MODEL_ARMOR",
        code: "MODEL_ARMOR",
      },
    },
    {
      file: "google/error-auth-400.json",
      status: 400,
      failure: {
        kind: "upstream",
        status: 400,
        message: "API key not valid. Please pass a valid API key.",
        type: "INVALID_ARGUMENT",
        code: "API_KEY_INVALID",
      },
    },
  ]),
])

/** Too long to repeat; `toEqual` asks it. */
function expectSignature(): string {
  return expect.stringMatching(/^EqUCCqICAb4\+9vsh8Pd5.{200,}/) as string
}
