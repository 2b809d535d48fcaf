import { expect, test } from "vitest"
import { titleCall } from "#core/conversation/title.ts"
import { modelAbilities } from "./model-abilities.ts"

const name = "gpt-6-luna"

test("a title is asked with the efforts that are told, so that its cap is a free call's", () => {
  const abilities = { efforts: ["none", "low"], sampling: "effort-none", outputMost: 100_000 }
  const told = modelAbilities(name, { name, displayName: name, provider: "OpenAI", canSeeImages: true, abilities })
  expect(told).toMatchObject({ ...abilities, seesImages: true })
  expect(titleCall(name, told)).toEqual({ temperature: 0.7, max_tokens: 150, reasoning_effort: "none" })
})

test("where nothing is told, it is what the name suggests", () => {
  const guessed = modelAbilities(name, undefined)
  expect(guessed.efforts).toEqual(["low", "medium", "high"])
  expect(titleCall(name, guessed)).toMatchObject({ max_tokens: 1_174, reasoning_effort: "low" })
})
