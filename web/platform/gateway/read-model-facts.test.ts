import { expect, test } from "vitest"
import { abilitiesIn, goodAtIn, ratingIn } from "./read-model-facts.ts"

const model = { name: "gpt-6.1-terra", displayName: "GPT-6.1 Terra", provider: "OpenAI" }

test("abilities are read field by field; what is not as it should be is left out", () => {
  const abilities = {
    efforts: ["max", "none", "huge"],
    sampling: "effort-none",
    tools: "responses",
    thinks: true,
    window: 1e6,
    outputMost: 128_000,
  }
  expect(abilitiesIn({ ...model, abilities })).toEqual({ ...abilities, efforts: ["none", "max"] })
  const damaged = { efforts: "low", sampling: "mostly", verbosity: 1, window: -1, outputMost: 0, seesImages: true }
  expect(abilitiesIn({ ...model, abilities: damaged })).toEqual({})
  expect(abilitiesIn({ ...model, abilities: ["none"] })).toEqual({})
  expect(abilitiesIn(undefined)).toEqual({})
})

test("a rating that is not told, or is none, is what the name suggests, and so is what a model is good at", () => {
  expect(ratingIn({ ...model, rating: [4, 5] })).toEqual({ reasoning: 4, speed: 5 })
  for (const rating of [undefined, [9, 2], ["4", "5"], [4], "45"]) {
    expect(ratingIn({ name: "o3", rating })).toEqual({ reasoning: 5, speed: 2 })
    expect(goodAtIn({ name: "o3", rating, goodAt: "everything" })).toBe("reasoning")
  }
  expect(goodAtIn({ ...model, goodAt: "legacy" })).toBe("legacy")
  expect(goodAtIn({ ...model, rating: [3, 5] })).toBe("quick")
  expect(goodAtIn({ ...model, rating: [4, 4] })).toBe("everyday")
  expect(goodAtIn({ ...model, rating: [5, 3] })).toBe("flagship")
})
