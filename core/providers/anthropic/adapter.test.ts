import { anthropicCases } from "../../../testing/fixtures/wire/anthropic/cases.ts"
import { recordedCases } from "../../../testing/recordings.ts"
import { testAdapter } from "../../../testing/test-adapter.ts"
import { anthropicAdapter } from "./adapter.ts"

testAdapter(anthropicAdapter, [
  ...anthropicCases,
  ...recordedCases([
    {
      file: "anthropic/text.chunks.txt",
      text: { first: "Hello! I'm doing well, thank", last: "nything I can help you with?", length: 108 },
      finish: "stop",
      usage: { in: 12, cached: 0, out: 30, reasoning: 0 },
    },
    {
      file: "anthropic/thinking.sse",
      text: { first: "Here are the basic steps for", last: "speed when crossing streets.", length: 1021 },
      reasoning: { first: "This is a straightforward qu", last: "ould help prevent accidents.", length: 202 },
      finish: "stop",
      usage: { in: 43, cached: 0, out: 282, reasoning: 0 },
    },
    {
      file: "anthropic/text-then-tool-no-args.chunks.txt",
      text: "I'll update the issue list for you.",
      calls: [{ id: "toolu_01QE1WLsSVp5hy5Q3GmGTmjP", name: "updateIssueList", arguments: "{}" }],
      finish: "tool-calls",
      usage: { in: 565, cached: 0, out: 48, reasoning: 0 },
    },
    {
      file: "anthropic/web-search.chunks.txt",
      text: { first: "Based on my search results, ", last: "ernational retail expansion.", length: 2402 },
      citations: 14,
      finish: "stop",
      usage: { in: 15_665, cached: 0, out: 795, reasoning: 0, searches: 1 },
    },
    {
      file: "anthropic/document-citation.sse",
      text: { first: "The Ruby programming languag", last: " Yukihiro Matsumoto in 1993.", length: 72 },
      citations: 1,
      finish: "stop",
      usage: { in: 672, cached: 0, out: 39, reasoning: 0 },
    },
    {
      file: "anthropic/error-auth-401.json",
      status: 401,
      failure: { kind: "upstream", status: 401, message: "invalid x-api-key", type: "authentication_error" },
    },
  ]),
])
