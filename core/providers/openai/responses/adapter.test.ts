import { expect, test } from "vitest"
import { readStream } from "../../../../testing/read-stream.ts"
import { recordedBody, recordingsPresent } from "../../../../testing/recordings.ts"
import { summarizeAnswer } from "../../../../testing/summarize-answer.ts"
import { testAdapter } from "../../../../testing/test-adapter.ts"
import { responsesAdapter } from "./adapter.ts"

const series = "openai/responses-reasoning-tools.chunks.txt"

testAdapter(responsesAdapter, [
  {
    file: "openai/responses-web-search.chunks.txt",
    text: { first: "I checked today’s tech headl", last: "d pull out more details now?", length: 3645 },
    citations: 12,
    finish: "stop",
    usage: { in: 31_073, cached: 3712, out: 4416, reasoning: 3712, searches: 2 },
  },
  {
    file: series,
    part: 0,
    reasoning: { first: "**Calculating step-by-step u", last: "reporting the final product.", length: 163 },
    calls: [{ id: "call_AB6AaRZ1FYZB2RwS6A5vbdqn", name: "calculator", arguments: '{"a":12,"b":7,"op":"add"}' }],
    finish: "tool-calls",
    usage: { in: 134, cached: 0, out: 28, reasoning: 0 },
  },
  {
    file: series,
    part: 1,
    calls: [{ id: "call_Q6pW65MUgW9vF59BmItYGos3", name: "calculator", arguments: '{"a":19,"b":3,"op":"multiply"}' }],
    finish: "tool-calls",
    usage: { in: 221, cached: 0, out: 26, reasoning: 0 },
  },
  {
    file: series,
    part: 2,
    calls: [{ id: "call_Zl5vIMnD7dVAjgU6FkhmiCZh", name: "calculator", arguments: '{"a":57,"b":10,"op":"multiply"}' }],
    finish: "tool-calls",
    usage: { in: 260, cached: 0, out: 26, reasoning: 0 },
  },
  {
    file: series,
    part: 3,
    text: "The final result is **570**.",
    finish: "stop",
    usage: { in: 299, cached: 0, out: 12, reasoning: 0 },
  },
  {
    file: "openai/responses-error-midstream.chunks.txt",
    failure: {
      kind: "upstream",
      status: 429,
      message:
        "You exceeded your current quota, please check your plan and billing details. For more information on this error, read the docs: https://platform.openai.com/docs/guides/error-codes/api-errors.",
      type: "insufficient_quota",
      code: "insufficient_quota",
    },
  },
])

test.skipIf(!recordingsPresent)(
  "four responses in one stream are four answers, nothing kept from one to the next",
  () => {
    const whole = recordedBody(series)
    const answers = new TextDecoder()
      .decode(whole)
      .split(/(?=event: response\.created\n)/)
      .map((answer) => readStream(responsesAdapter, [new TextEncoder().encode(answer)]))
    expect(answers).toHaveLength(4)
    expect(readStream(responsesAdapter, [whole])).toEqual(answers.flat())
    expect(summarizeAnswer(answers.flat()).endings).toBe(4)
  },
)

test.skipIf(!recordingsPresent)("of six steps of a search, the two searches are counted and the pages named", () => {
  const { searches } = summarizeAnswer(
    readStream(responsesAdapter, [recordedBody("openai/responses-web-search.chunks.txt")]),
  )
  expect(searches.map(({ query, page }) => (page === undefined ? query : new URL(page).host))).toEqual([
    "tech news today December 5 2025",
    'site:theverge.com "December 5, 2025" "technology"',
    "techcrunch.com",
    "www.wired.com",
    "www.wired.com",
    "techcrunch.com",
  ])
})
