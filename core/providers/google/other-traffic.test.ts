import { expect, test } from "vitest"
import { replayTraffic, twoCalls } from "../../../testing/replay-traffic.ts"
import { readEvents } from "../../../testing/read-stream.ts"
import { googleAdapter } from "./adapter.ts"

const part = (...parts: readonly object[]) => ({
  candidates: [{ content: { parts, role: "model" }, index: 0 }],
  responseId: "R",
})
const finishes = (finishReason: string, extra: object = {}) => ({
  candidates: [{ content: { parts: [{ text: "" }] }, finishReason, ...extra }],
})
const grounded = {
  webSearchQueries: ["chuva", "sol"],
  searchEntryPoint: { renderedContent: "<div>" },
  groundingChunks: [
    { web: { uri: "https://a.br", title: "A" } },
    { maps: { uri: "https://m.br", title: "M" } },
    { image: { sourceUri: "https://i.br", imageUri: "https://i.br/1.png" } },
    { web: { title: "sem endereço" } },
  ],
  groundingSupports: [
    { segment: { endIndex: 5, text: "Água" }, groundingChunkIndices: [0, 1] },
    { segment: { startIndex: 6, endIndex: 9 }, groundingChunkIndices: [0] },
  ],
}

replayTraffic("Google", googleAdapter, [
  [
    "calls whose arguments arrive value by value, and one that has none",
    [
      part({ functionCall: { name: "hora" }, thoughtSignature: "s1" }),
      part({ functionCall: { name: "receita", willContinue: true }, thoughtSignature: "s2" }),
      part({
        functionCall: {
          partialArgs: [{ jsonPath: "$.itens[0].nome", stringValue: "fei", willContinue: true }],
          willContinue: true,
        },
      }),
      part({
        functionCall: {
          partialArgs: [
            { jsonPath: "$.itens[0].nome", stringValue: "jão" },
            { jsonPath: "$.itens[0].kg", numberValue: 0.5 },
          ],
          willContinue: true,
        },
      }),
      part({
        functionCall: {
          partialArgs: [
            { jsonPath: "$.itens[1]['o nome']", boolValue: false },
            { jsonPath: "$.sal", nullValue: "NULL_VALUE" },
          ],
          willContinue: true,
        },
      }),
      part({ functionCall: {} }),
      part({ functionCall: { name: "fim", willContinue: true } }),
      part({ functionCall: { partialArgs: [{ jsonPath: "$.__proto__.x", stringValue: "y" }] } }),
      finishes("STOP"),
    ],
    {
      calls: [
        { id: "R_0", name: "hora", arguments: "{}", signature: "s1" },
        {
          id: "R_1",
          name: "receita",
          arguments: '{"itens":[{"nome":"feijão","kg":0.5},{"o nome":false}],"sal":null}',
          signature: "s2",
        },
        { id: "R_2", name: "fim", arguments: '{"__proto__":{"x":"y"}}' },
      ],
      finish: "tool-calls",
    },
  ],
  [
    "a call that is not closed before the answer ends",
    [
      part({ functionCall: { id: "a", name: "hora", willContinue: true } }),
      part({ functionCall: { partialArgs: [{ jsonPath: "$.z", numberValue: 1 }], willContinue: true } }),
      finishes("STOP"),
    ],
    { calls: twoCalls.slice(0, 1), finish: "tool-calls" },
  ],
  [
    "a call that the connection cut",
    [part({ functionCall: { name: "hora", willContinue: true } })],
    { calls: [], failure: { kind: "upstream-cut" } },
  ],
  [
    "sources of several kinds, several places resting on one",
    [part({ text: "Água é" }), part({ text: " boa." }), finishes("STOP", { groundingMetadata: grounded })],
    {
      text: "Água é boa.",
      citations: [
        { url: "https://a.br", title: "A", start: 0, end: 4 },
        { url: "https://m.br", title: "M", start: 0, end: 4 },
        { url: "https://i.br", title: "" },
      ],
      searches: [{ id: "chuva" }, { id: "sol" }],
    },
  ],
  [
    "a picture, and no sound",
    [
      part(
        { inlineData: { mimeType: "image/png", data: "AAAA" } },
        { inlineData: { mimeType: "audio/L16;rate=24000", data: "BBBB" } },
      ),
      finishes("STOP"),
    ],
    { images: [{ b64: "AAAA" }] },
  ],
  [
    "words, then stopped for safety, with what was counted",
    [
      part({ text: "Era" }),
      {
        ...finishes("SAFETY", { content: {}, safetyRatings: [{ blocked: true }] }),
        usageMetadata: {
          promptTokenCount: 5,
          candidatesTokenCount: 2,
          cachedContentTokenCount: 3,
          thoughtsTokenCount: 4,
        },
      },
    ],
    {
      text: "Era",
      finish: "content-filter",
      usage: {
        inputUncached: 2,
        inputCached: 3,
        output: 6,
        reasoning: 4,
        cacheWrite: 0,
        searchCalls: 0,
        source: "provider",
      },
    },
  ],
  [
    "a prompt that is blocked, with what was counted",
    [{ promptFeedback: { blockReason: "PROHIBITED_CONTENT" }, usageMetadata: { promptTokenCount: 9 } }],
    {
      failure: { message: "Message is being blocked for reason: PROHIBITED_CONTENT" },
      usage: { inputUncached: 9, output: 0 },
    },
  ],
])

test("a list of events is read as their stream, where one was not asked for as events", () => {
  const last = { ...finishes("MAX_TOKENS"), usageMetadata: { promptTokenCount: 2, candidatesTokenCount: 1 } }
  const events = [part({ text: "Pen", thought: true }), part({ text: "Oi" }), last]
  expect(googleAdapter.decodeReply(events)).toEqual(readEvents(googleAdapter, events))
})
