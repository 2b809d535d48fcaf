import { describe, expect, test } from "vitest"
import type { ReasoningEffort } from "../gateway/chat-request.ts"
import type { Sampling } from "../gateway/model-abilities.ts"
import { abilitiesOf } from "./abilities.ts"
import { fitSettings } from "./fit-settings.ts"

const sampling = { temperature: 0.5, top_p: 0.9, top_k: 5, presence_penalty: 1, frequency_penalty: 1 }
const given = { ...sampling, reasoning_effort: "minimal", verbosity: "low", stop: ["x"] } as const

function fit(changes: { sampling?: Sampling; efforts?: readonly ReasoningEffort[]; verbosity?: boolean }, of = given) {
  return fitSettings(of, { sampling: "always", efforts: [], verbosity: false, ...changes })
}

describe("settings made to fit", () => {
  test("keep what the model accepts, and all other fields", () => {
    const efforts = ["minimal", "low"] as const
    expect(fit({ efforts, verbosity: true })).toEqual(given)
    expect(fit({})).toEqual({ ...sampling, stop: ["x"] })
  })

  test("lose all sampling where none is accepted", () => {
    expect(fit({ sampling: "never" })).toEqual({ stop: ["x"] })
  })

  test("keep one of temperature and top_p, the temperature where both are set", () => {
    const { top_p: _, ...rest } = sampling
    expect(fit({ sampling: "one" })).toEqual({ ...rest, stop: ["x"] })
    expect(fitSettings({ top_p: 0.9 }, { sampling: "one", efforts: [], verbosity: false })).toEqual({ top_p: 0.9 })
  })

  test("keep sampling at effort none, where that is its condition", () => {
    const abilities = { sampling: "effort-none", efforts: ["none", "low", "high"] } as const
    expect(fit(abilities)).toEqual({ ...sampling, reasoning_effort: "none", stop: ["x"] })
    const high = fitSettings({ ...sampling, reasoning_effort: "high" }, { ...abilities, verbosity: false })
    expect(high).toEqual({ reasoning_effort: "high" })
    expect(fitSettings(sampling, { ...abilities, verbosity: false })).toEqual({})
  })

  test("have the nearest effort, and none that nobody asked for", () => {
    const abilities = { sampling: "never", efforts: ["low", "high"], verbosity: false } as const
    const efforts = (["none", "minimal", "medium", "max"] as const).map(
      (reasoning_effort) => fitSettings({ reasoning_effort }, abilities).reasoning_effort,
    )
    expect(efforts).toEqual(["low", "low", "low", "high"])
    expect(fitSettings({}, abilities)).toEqual({})
    expect(fitSettings({ reasoning_effort: "very much" }, abilities)).toEqual({})
  })
})

test.each<[string, Sampling]>([
  ["claude-3-haiku-20240307", "always"],
  ["claude-sonnet-4-20250514", "always"],
  ["claude-opus-4-1-20250805", "one"],
  ["claude-opus-4-6", "one"],
  ["claude-opus-4-7", "never"],
  ["claude-mythos-preview", "never"],
  ["kimi-k2.5", "never"],
  ["kimi-k3", "never"],
  ["kimi-k2-0905-preview", "always"],
  ["gpt-5", "never"],
  ["o3", "never"],
  ["gpt-4o", "always"],
  ["gemini-2.5-pro", "always"],
])("sampling of %s, by its name: %s", (model, sampling) => {
  expect(abilitiesOf(model).sampling).toBe(sampling)
})
