import { describe, expect, it } from "vitest"
import { canSeeImages, isGpt5, isImageModel, isReasoningModel, thinksFirst } from "./capabilities.ts"
import { contextTokens } from "./context-tokens.ts"
import { compressModel, defaultModel, defaultModels } from "./default-models.ts"
import { knowledgeCutoff } from "./knowledge-cutoff.ts"
import { outputCap } from "./output-cap.ts"
import { ratingOf } from "./ratings.ts"

describe("the default models", () => {
  it("are nine, in their fixed order, sorted from 1000 upward, all of OpenAI", () => {
    expect(defaultModels.map((model) => model.name)).toEqual([
      "gpt-5",
      "o3",
      "gpt-4.1",
      "gpt-4.1-nano-2025-04-14",
      "gpt-4o",
      "o1-mini",
      "o3-mini",
      "o4-mini",
      "gpt-4o-mini",
    ])
    expect(defaultModels.map((model) => model.sorted)).toEqual([1000, 1001, 1002, 1003, 1004, 1005, 1006, 1007, 1008])
    expect(new Set(defaultModels.map((model) => model.provider.providerName))).toEqual(new Set(["OpenAI"]))
  })

  it("start with gpt-5 and compress with gpt-4.1-nano-2025-04-14", () => {
    expect(defaultModel).toBe("gpt-5")
    expect(compressModel).toBe("gpt-4.1-nano-2025-04-14")
  })
})

describe("capabilities", () => {
  it.each(["gpt-4-vision-preview", "claude-3-opus", "gemini-1.5-pro", "gemini-1.5-flash-8b", "gpt-4o", "gpt-4o-mini"])(
    "%s sees images",
    (name) => expect(canSeeImages(name)).toBe(true),
  )
  it.each([
    ["o3", true],
    ["o1-mini", true],
    ["o4-mini-2025-04-16", true],
    ["gpt-5", true],
    ["gpt-5-mini", true],
    ["gpt-5-chat-latest", false],
    ["gpt-4.1", false],
    ["gpt-4o", false],
  ])("%s thinks first: %s", (name, thinks) => expect(thinksFirst(name)).toBe(thinks))
  it.each(["gpt-4.1", "gpt-4.1-nano-2025-04-14", "gpt-5", "o4-mini", "o3", "o3-mini", "gpt-4-turbo"])(
    "%s sees images",
    (name) => expect(canSeeImages(name)).toBe(true),
  )
  it.each(["gpt-4-turbo-preview", "gpt-4", "gpt-3.5-turbo", "o1-mini", "gemini-pro", "dall-e-3", ""])(
    "%s does not see images",
    (name) => expect(canSeeImages(name)).toBe(false),
  )

  it("only dall-e-3 makes images", () => {
    expect(["dall-e-3", "dall-e-2", "gpt-5", "gpt-image-1"].filter(isImageModel)).toEqual(["dall-e-3"])
  })

  it("the o-series reasons; gpt-5 and gpt-4o are not of it", () => {
    expect(["o1", "o1-mini", "o3", "o4-mini-2025-04-16", "gpt-5", "gpt-4o", "omni"].filter(isReasoningModel)).toEqual([
      "o1",
      "o1-mini",
      "o3",
      "o4-mini-2025-04-16",
    ])
    expect(["gpt-5", "gpt-5-mini", "gpt-4.1"].filter(isGpt5)).toEqual(["gpt-5", "gpt-5-mini"])
  })
})

describe("output caps", () => {
  it.each([
    ["gpt-5", 100_000],
    ["gpt-5-mini", 100_000],
    ["o3", 100_000],
    ["o3-2025-04-16", 100_000],
    ["o3-mini", 32_768],
    ["o1-mini", 32_768],
    ["o4-mini", 32_768],
    ["gpt-4.1-nano-2025-04-14", 32_768],
    ["gpt-4.1", 32_768],
    ["gpt-4o", 16_384],
    ["gpt-4o-mini", 16_384],
    ["somebody-elses-model", 4_000],
  ])("%s answers with at most %i tokens", (name, tokens) => expect(outputCap(name)).toBe(tokens))

  it("fit into the context window", () => {
    for (const { name } of defaultModels) expect(outputCap(name)).toBeLessThan(contextTokens(name))
  })
})

describe("ratings", () => {
  it.each([
    ["gpt-5", 5, 3],
    ["gpt-4.1", 4, 3],
    ["gpt-4o", 3, 4],
    ["gpt-4o-mini", 2, 5],
    ["gpt-4.1-nano-2025-04-14", 4, 5],
    ["o3", 5, 2],
    ["o3-mini", 4, 2],
    ["o1-mini", 3, 2],
    ["o4-mini", 5, 3],
    ["mistral-large", 3, 3],
  ])("%s reasons %i and is %i fast", (name, reasoning, speed) => expect(ratingOf(name)).toEqual({ reasoning, speed }))
})

describe("knowledge cutoffs", () => {
  it.each([
    ["gpt-3.5-turbo", "2021-09"],
    ["gpt-4-turbo-2024-04-09", "2023-12"],
    ["gpt-4o", "2023-10"],
    ["gpt-4o-mini", "2023-10"],
    ["o1-mini", "2023-10"],
    ["gpt-4-vision-preview", "2023-04"],
    ["o3", "2024-06"],
    ["o3-mini", "2024-06"],
    ["o4-mini", "2024-06"],
    ["gpt-5", "2024-10"],
    ["gpt-5-mini", "2024-10"],
    ["gemini-pro", "2023-12"],
  ])("%s knows the world until %s", (name, month) => expect(knowledgeCutoff(name)).toBe(month))
})
