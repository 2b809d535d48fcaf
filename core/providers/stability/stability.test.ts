import { describe, expect, test } from "vitest"
import { stabilityCases } from "../../../testing/fixtures/wire/stability/cases.ts"
import { readText } from "../../../testing/wire-file.ts"
import { decodeGenerated, decodeGenerateFailure, encodeGenerateFailure } from "./decode-reply.ts"
import { encodeGenerate, formFor, modelOfPath, nameOfCall, readForm } from "./generate-request.ts"

test.each(stabilityCases)("reads $file.name as what it is", ({ file, status, seed, failure }) => {
  const text = readText(file)
  if (status !== undefined) return expect(decodeGenerateFailure(status, text)).toEqual(failure)
  const picture = decodeGenerated(JSON.parse(text))
  if (failure) return expect(picture).toEqual({ ok: false, error: failure })
  expect(picture).toMatchObject({ ok: true, value: { b64: expect.stringMatching(/^iVBOR/), seed } })
})

describe("the form", () => {
  test("goes to the model's path, with the key as a bearer token and no content type of its own", () => {
    const shape = encodeGenerate({ model: "core", prompt: "Um ipê" }, { apiKey: "sk" })
    expect(shape).toEqual({
      method: "POST",
      path: "/v2beta/stable-image/generate/core",
      headers: { accept: "application/json", authorization: "Bearer sk" },
      fields: [["prompt", "Um ipê"]],
    })
  })

  test("has the style only for core, under the provider's name for it", () => {
    const asked = { prompt: "x", style: "anime", aspectRatio: "16:9", seed: 0, negativePrompt: "texto" } as const
    expect(new Map(encodeGenerate({ ...asked, model: "core" }, {}).fields)).toEqual(
      new Map([
        ["prompt", "x"],
        ["negative_prompt", "texto"],
        ["aspect_ratio", "16:9"],
        ["seed", "0"],
        ["style_preset", "anime"],
      ]),
    )
    expect(new Map(encodeGenerate({ ...asked, model: "ultra" }, {}).fields).has("style_preset")).toBe(false)
  })

  test("names the model of sd3, which writes no webp; its turbo takes no negative prompt", () => {
    const asked = { model: "sd3", prompt: "x", negativePrompt: "y", outputFormat: "webp" } as const
    const fields = (sd3Model: "sd3-large" | "sd3-large-turbo") => encodeGenerate({ ...asked, sd3Model }, {}).fields
    expect(fields("sd3-large")).toEqual([
      ["prompt", "x"],
      ["model", "sd3-large"],
      ["negative_prompt", "y"],
    ])
    expect(fields("sd3-large-turbo")).toEqual([
      ["prompt", "x"],
      ["model", "sd3-large-turbo"],
    ])
  })
})

describe("a client's form", () => {
  test("goes on as far as it is known", () => {
    const fields = [
      ["prompt", "x"],
      ["style", "anime"],
      ["seed", "7"],
    ] as const
    expect(readForm(fields)).toEqual({
      ok: true,
      value: [
        ["prompt", "x"],
        ["seed", "7"],
      ],
    })
  })

  test.each([
    [["prompt", ""]],
    [["prompt", "x".repeat(10_001)]],
    [["seed", "1"]],
    [
      ["prompt", "x"],
      ["seed", "4294967295"],
    ],
    [
      ["prompt", "x"],
      ["prompt", "y"],
    ],
    [
      ["prompt", "x"],
      ["image", "…"],
    ],
    [
      ["prompt", "x"],
      ["mode", "image-to-image"],
    ],
    [
      ["prompt", "x"],
      ["constructor", "y"],
    ],
  ] as const)("that is none, or more, is refused", (...fields) => {
    expect(readForm(fields as readonly (readonly [string, string])[]).ok).toBe(false)
  })

  test("is priced as the service or the model of sd3", () => {
    expect(modelOfPath("/v2beta/stable-image/generate/ultra")).toBe("ultra")
    expect(modelOfPath("/v2beta/stable-image/upscale/fast")).toBeUndefined()
    expect(nameOfCall("ultra", [])).toBe("stable-image-ultra")
    expect(nameOfCall("sd3", [["model", "sd3-medium"]])).toBe("sd3-medium")
    expect(nameOfCall("sd3", [])).toBe("sd3.5-large")
  })

  test("that another model answers goes to that one, with the fields that it takes", () => {
    const fields = { prompt: "x", style_preset: "anime", output_format: "webp", negative_prompt: "y", seed: "7" }
    expect(formFor("stable-image-ultra", fields)).toEqual({
      path: "/v2beta/stable-image/generate/ultra",
      fields: { prompt: "x", output_format: "webp", negative_prompt: "y", seed: "7" },
    })
    expect(formFor("sd3.5-large-turbo", fields)).toEqual({
      path: "/v2beta/stable-image/generate/sd3",
      fields: { prompt: "x", seed: "7", model: "sd3.5-large-turbo" },
    })
    expect(formFor("dall-e-3", fields)).toBeUndefined()
  })
})

describe("the reply", () => {
  test("is a picture with its seed", () => {
    expect(decodeGenerated({ image: "AAAA", finish_reason: "SUCCESS", seed: 5 })).toEqual({
      ok: true,
      value: { b64: "AAAA", seed: 5 },
    })
  })

  test("that was filtered is a failure, although a blurred picture came", () => {
    expect(decodeGenerated({ image: "AAAA", finish_reason: "CONTENT_FILTERED" })).toMatchObject({
      ok: false,
      error: { kind: "upstream", code: "content_filtered" },
    })
  })

  test.each([null, {}, [], { image: 7 }, { errors: ["x"] }])("that is none (%j) is a failure", (json) => {
    expect(decodeGenerated(json).ok).toBe(false)
  })
})

describe("an error", () => {
  test("tells its sentences; whose key was refused is not mixed up", () => {
    const theirs = { id: "a1", name: "unauthorized", errors: ["missing key"] }
    expect(decodeGenerateFailure(401, JSON.stringify(theirs))).toEqual({
      kind: "upstream",
      status: 401,
      message: "missing key",
      type: "unauthorized",
    })
    const ours = encodeGenerateFailure({ status: 401, message: "Código inválido", code: "unauthorized" })
    expect(decodeGenerateFailure(401, JSON.stringify(ours))).toMatchObject({ kind: "unauthorized" })
    // A page that says what the provider has said takes its words alone, not the sentence that we have put around them.
    const said = {
      status: 400,
      message: "O provedor recusou: Flagged",
      providerWords: "Flagged",
      code: "upstream_error",
    }
    const told = decodeGenerateFailure(400, JSON.stringify(encodeGenerateFailure(said)))
    expect(told).toMatchObject({ kind: "upstream", message: "Flagged" })
  })

  test.each(["", "<html>", "null", '{"errors":"x"}', '{"errors":[]}'])(
    "without sentences (%j) is one all the same",
    (body) => {
      expect(decodeGenerateFailure(500, body)).toMatchObject({ kind: "upstream", status: 500 })
    },
  )
})
