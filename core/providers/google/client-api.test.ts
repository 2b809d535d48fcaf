import { describe, expect, test } from "vitest"
import { goodAnswers } from "../../../testing/answer-case.ts"
import { googleCases } from "../../../testing/fixtures/wire/google/cases.ts"
import { recordings } from "../../../testing/recordings.ts"
import { testClientApi } from "../../../testing/test-client-api.ts"
import { googleAdapter } from "./adapter.ts"
import { googleClientApi } from "./client-api.ts"

testClientApi(googleAdapter, googleClientApi, {
  model: "gemini-2.5-flash",
  searches: true,
  answers: [
    ...goodAnswers(googleCases),
    ...recordings(
      "google/text.chunks.txt",
      "google/tool-call.chunks.txt",
      "google/text-crlf.sse",
      "google/thoughts.sse",
      "google/grounding.json",
    ),
  ],
})

const target = { path: "/v1/models/gemini-2.5-flash:generateContent", query: {} }
const contents = [{ role: "user", parts: [{ text: "Olá" }] }]
const read = (changes: object, at: { path: string; query: Readonly<Record<string, string>> } = target) =>
  googleClientApi.read(at, { contents, ...changes })

describe("a call of Google's SDK", () => {
  test.each(["v1", "v1beta"])("keeps its version, %s, and both methods", (version) => {
    for (const [method, query] of [
      ["generateContent", {}],
      ["streamGenerateContent", { alt: "sse" }],
    ] as const) {
      const path = `/${version}/models/gemini-2.5-flash:${method}`
      const call = read({}, { path, query })
      if (!call.ok) return expect.fail(JSON.stringify(call.error))
      const written = googleClientApi.write(call.value, { model: "gemini-2.5-flash", cap: 10 })
      expect(written.path.split("?")[0]).toBe(path)
    }
  })

  test("for a stream that is no event stream is refused clearly", () => {
    const path = "/v1beta/models/gemini-2.5-flash:streamGenerateContent"
    const call = read({}, { path, query: {} })
    expect(call.ok ? undefined : call.error).toMatchObject({ kind: "invalid-request", param: "alt" })
  })

  test("is known by its path alone", () => {
    expect(googleClientApi.isCall("/v1beta/models/a%2Fb:generateContent")).toBe(true)
    for (const path of [
      "/v1beta/models",
      "/v1beta/models/x:countTokens",
      "/v1beta/files/x:generateContent",
      "/v2/models/x:generateContent",
      "/v1/models/%:generateContent",
    ]) {
      expect(googleClientApi.isCall(path)).toBe(false)
    }
  })

  test("keeps the names of its functions' fields, in either spelling of Google's own", () => {
    const parameters = { type: "OBJECT", properties: { nome_completo: { type: "STRING" } } }
    const call = read({
      tools: [{ function_declarations: [{ name: "busca", parameters }] }],
      contents: [
        {
          role: "model",
          parts: [{ function_call: { name: "busca", args: { nome_completo: "x" } }, thought_signature: "s" }],
        },
      ],
    })
    expect(call.ok && call.value.body).toMatchObject({
      tools: [{ functionDeclarations: [{ name: "busca", parameters }] }],
      contents: [{ parts: [{ functionCall: { args: { nome_completo: "x" } }, thoughtSignature: "s" }] }],
    })
  })

  test.each([
    [{ cachedContent: "cachedContents/1" }],
    [{ serviceTier: "priority" }],
    [{ tools: [{ codeExecution: {} }] }],
    [{ tools: [{ urlContext: {} }] }],
    [{ generationConfig: { candidateCount: 2 } }],
    [{ generationConfig: { responseModalities: ["IMAGE"] } }],
    [{ generationConfig: { maxOutputTokens: 0 } }],
    [{ contents: [{ role: "user", parts: [{ inlineData: { mimeType: "video/mp4", data: "AAAA" } }] }] }],
    [
      {
        contents: [
          {
            role: "user",
            parts: [
              {
                fileData: {
                  mimeType: "image/png",
                  fileUri: "https://generativelanguage.googleapis.com/v1beta/files/x",
                },
              },
            ],
          },
        ],
      },
    ],
    [
      {
        contents: [
          {
            role: "user",
            parts: [{ fileData: { mimeType: "image/png", fileUri: "https://www.youtube.com/watch?v=x" } }],
          },
        ],
      },
    ],
    [{ contents: [{ role: "system", parts: [{ text: "a" }] }] }],
  ])("is refused with what costs more than we can tell: %j", (changes) => {
    expect(read(changes).ok).toBe(false)
  })
})
