import { describe, expect, test } from "vitest"
import { recordings } from "../../testing/recordings.ts"
import { summarizeAnswer } from "../../testing/summarize-answer.ts"
import { fixture, readText } from "../../testing/wire-file.ts"
import { openAiAdapter } from "../providers/openai/adapter.ts"
import { encodeImage, readImageCall } from "./image-request.ts"

const twoPictures = [fixture("openai/images.json"), ...recordings("openai/image-b64.json")]

describe("the image payload", () => {
  test("has exactly its seven fields", () => {
    const shape = encodeImage({ model: "dall-e-3", prompt: "Um ipê amarelo" }, { apiKey: "sk" })
    expect(shape).toMatchObject({ path: "/v1/images/generations", headers: { authorization: "Bearer sk" } })
    expect(JSON.parse(shape.body ?? "")).toEqual({
      model: "dall-e-3",
      prompt: "Um ipê amarelo",
      response_format: "b64_json",
      n: 1,
      size: "1024x1024",
      quality: "standard",
      style: "vivid",
    })
  })

  test("carries what was chosen", () => {
    const chosen = { size: "1792x1024", quality: "hd", style: "natural" } as const
    const { body = "" } = encodeImage({ model: "dall-e-3", prompt: "x", ...chosen }, {})
    expect(JSON.parse(body)).toMatchObject(chosen)
  })
})

describe("a client's call for a picture", () => {
  test("is read with its size and quality", () => {
    const call = { model: "dall-e-3", prompt: "x", size: "1024x1792", quality: "hd", n: 1, response_format: "url" }
    expect(readImageCall(call)).toEqual({ ok: true, value: call })
  })

  test.each([
    { n: 2 },
    { size: "4096x4096" },
    { quality: "ultra" },
    { prompt: "" },
    { prompt: "x".repeat(4_001) },
    { background: "transparent" },
    { stream: true },
    { model: undefined },
  ])("that could cost more, or is none, is refused: %j", (field) => {
    expect(readImageCall({ model: "dall-e-3", prompt: "x", ...field }).ok).toBe(false)
  })
})

describe("the reply", () => {
  test("holds pictures as an address or as bytes", () => {
    const data = [{ url: "https://a.br/1.png" }, { b64_json: "AAAA", revised_prompt: "x" }, {}]
    expect(summarizeAnswer(openAiAdapter.decodeReply({ created: 1, data }))).toMatchObject({
      images: [{ url: "https://a.br/1.png" }, { b64: "AAAA" }],
      finish: "stop",
    })
  })

  test.each(twoPictures)("in $name holds two pictures and tells no usage", (file) => {
    const answer = summarizeAnswer(openAiAdapter.decodeReply(JSON.parse(readText(file))))
    expect(answer.images.map(({ b64 = "" }) => b64.length > 0)).toEqual([true, true])
    expect(answer).toMatchObject({ finish: "stop", usage: undefined, endings: 1 })
  })

  test("without a picture is an empty answer", () => {
    expect(openAiAdapter.decodeReply({ created: 1, data: [] })).toEqual([
      { type: "failure", failure: { kind: "empty-answer" } },
    ])
  })
})
