import { expect, test } from "vitest"
import {
  responsesCases,
  responsesSeries,
  responsesWebSearch,
  responsesWebSearchSteps,
} from "../../../../testing/fixtures/wire/openai/responses-cases.ts"
import { readStream } from "../../../../testing/read-stream.ts"
import { recordedCases, recordings } from "../../../../testing/recordings.ts"
import { summarizeAnswer } from "../../../../testing/summarize-answer.ts"
import { testAdapter } from "../../../../testing/test-adapter.ts"
import { readText } from "../../../../testing/wire-file.ts"
import { responsesAdapter } from "./adapter.ts"

const series = "openai/responses-reasoning-tools.chunks.txt"
const webSearch = "openai/responses-web-search.chunks.txt"
/** The queries of the recorded search, and the sites of the pages that it looked into. */
const recordedSteps = [
  "tech news today December 5 2025",
  'site:theverge.com "December 5, 2025" "technology"',
  "techcrunch.com",
  "www.wired.com",
  "www.wired.com",
  "techcrunch.com",
]

testAdapter(responsesAdapter, [
  ...responsesCases,
  ...recordedCases([
    {
      file: webSearch,
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
      calls: [
        { id: "call_Zl5vIMnD7dVAjgU6FkhmiCZh", name: "calculator", arguments: '{"a":57,"b":10,"op":"multiply"}' },
      ],
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
  ]),
])

test.each([{ file: responsesSeries, count: 3 }, ...recordings(series).map((file) => ({ file, count: 4 }))])(
  "$count responses in one stream are as many answers, nothing kept from one to the next: $file.name",
  (row) => {
    const answers = readText(row.file)
      .split(/(?=event: response\.created\n)/)
      .map((answer) => readStream(responsesAdapter, [new TextEncoder().encode(answer)]))
    expect(answers).toHaveLength(row.count)
    expect(readStream(responsesAdapter, [row.file.read()])).toEqual(answers.flat())
    expect(summarizeAnswer(answers.flat()).endings).toBe(row.count)
  },
)

test.each([
  { file: responsesWebSearch, steps: responsesWebSearchSteps },
  ...recordings(webSearch).map((file) => ({ file, steps: recordedSteps })),
])("of the steps of a search, the searches are counted and the pages named: $file.name", ({ file, steps }) => {
  const { searches } = summarizeAnswer(readStream(responsesAdapter, [file.read()]))
  expect(searches.map(({ query, page }) => (page === undefined ? query : new URL(page).host))).toEqual(steps)
})
