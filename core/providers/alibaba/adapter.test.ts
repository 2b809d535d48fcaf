import { alibabaCases } from "../../../testing/fixtures/wire/alibaba/cases.ts"
import { recordedCases } from "../../../testing/recordings.ts"
import { testAdapter } from "../../../testing/test-adapter.ts"
import { alibabaAdapter } from "./adapter.ts"

testAdapter(alibabaAdapter, [
  ...alibabaCases,
  ...recordedCases([
    {
      file: "alibaba/text-incremental.sse",
      text: { first: "Hello! I'm Friday, your frie", last: " How can I assist you today?", length: 74 },
      finish: "stop",
      usage: { in: 319, cached: 0, out: 18, reasoning: 0 },
    },
    {
      file: "alibaba/text-cumulative.sse",
      text: "1, 2, 3, 4, 5.",
      finish: "stop",
      usage: { in: 19, cached: 0, out: 14, reasoning: 0 },
    },
    {
      file: "alibaba/tool-call.json",
      calls: [{ id: "call_5d9df239235040eeb71f2a", name: "get_current_weather", arguments: '{"location": "Beijing"}' }],
      finish: "tool-calls",
      usage: { in: 177, cached: 0, out: 21, reasoning: 0 },
    },
    {
      file: "alibaba/image-input.json",
      text: { first: "This image captures a heartw", last: " in a beautiful environment.", length: 2571 },
      finish: "stop",
      usage: { in: 1265, cached: 0, out: 564, reasoning: 0 },
    },
    {
      file: "alibaba/error-auth-401.json",
      status: 401,
      failure: { kind: "upstream", status: 401, message: "Invalid API-key provided.", code: "InvalidApiKey" },
    },
    {
      file: "alibaba/compat-reasoning.chunks.txt",
      text: { first: 'The word **"strawberry"** co', last: "turns `3`).  \n\n**Answer: 3**", length: 816 },
      reasoning: { first: "We are asked: \"How many 'r's", last: ".\n\nYes.\n\nSo final answer: 3.", length: 3301 },
      finish: "stop",
      usage: { in: 24, cached: 0, out: 1355, reasoning: 1084 },
    },
  ]),
])
