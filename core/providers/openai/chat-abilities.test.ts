import { describe, expect, test } from "vitest"
import type { ReasoningEffort } from "../../gateway/chat-request.ts"
import type { ModelAbilities, ToolUse } from "../../gateway/model-abilities.ts"
import { abilitiesOf } from "../../models/abilities.ts"
import { azureAdapter } from "../azure/adapter.ts"
import { needsResponsesApi } from "./chat-abilities.ts"
import { encodeChat } from "./encode-request.ts"
import { encodeBody as encodeResponse } from "./responses/encode-request.ts"

const luna: ModelAbilities = {
  ...abilitiesOf("gpt-6-luna"),
  efforts: ["none", "low", "medium", "high", "xhigh", "max"],
  sampling: "effort-none",
  tools: "effort-none",
}
const astra: ModelAbilities = { ...luna, efforts: ["low", "high", "max"], sampling: "never", tools: "responses" }
const tools = [{ name: "clima" }]

describe("the responses API is needed", () => {
  test.each<[ToolUse, ReasoningEffort | undefined, boolean, boolean]>([
    ["always", "high", true, false],
    ["effort-none", "high", true, true],
    ["effort-none", undefined, true, true],
    ["effort-none", "none", true, false],
    // Nearest to it is none.
    ["effort-none", "minimal", true, false],
    ["responses", "none", true, true],
    ["responses", "high", false, false],
    ["never", "high", true, false],
  ])("where tools are accepted: %s, at effort %s, with tools: %s", (accepted, effort, hasTools, needed) => {
    expect(needsResponsesApi({ ...luna, tools: accepted }, effort, hasTools)).toBe(needed)
  })
})

function bodyOf(abilities: ModelAbilities, config: object = {}, asked: object = {}, adapter = { encodeChat }) {
  const { body = "" } = adapter.encodeChat(
    {
      messages: [{ role: "user", content: "Oi" }],
      config: { model: "gpt-6-luna", providerName: "OpenAI", stream: false, ...config },
      abilities,
      ...asked,
    },
    {},
  )
  return JSON.parse(body)
}

describe("a chat completion", () => {
  test("goes by what is known of the model, not by its name", () => {
    const abilities = { ...abilitiesOf("gpt-4o"), capField: "max_completion_tokens", outputMost: 500 } as const
    const body = bodyOf(abilities, { temperature: 0.5, reasoning_effort: "low", verbosity: "low", max_tokens: 1_000 })
    expect(body).toEqual({
      model: "gpt-6-luna",
      messages: [{ role: "user", content: "Oi" }],
      stream: false,
      temperature: 0.5,
      max_completion_tokens: 500,
    })
  })

  test("has the nearest effort, and xhigh for max, which is of the responses API alone", () => {
    expect(bodyOf(luna, { reasoning_effort: "minimal", temperature: 0.5 })).toMatchObject({
      reasoning_effort: "none",
      temperature: 0.5,
    })
    expect(bodyOf(luna, { reasoning_effort: "max", temperature: 0.5 })).toMatchObject({ reasoning_effort: "xhigh" })
    expect(bodyOf(astra, { reasoning_effort: "max" })).toMatchObject({ reasoning_effort: "high" })
  })

  test("with tools that are refused beside thoughts does without thoughts, where it can", () => {
    expect(bodyOf(luna, { reasoning_effort: "high" }, { tools })).toMatchObject({ reasoning_effort: "none" })
    expect(bodyOf(luna, {}, { tools }, azureAdapter)).toMatchObject({ reasoning_effort: "none" })
    expect(bodyOf(astra, { reasoning_effort: "high" }, { tools })).toMatchObject({ reasoning_effort: "high" })
  })

  test("leaves the choice to a model on which no tool may be forced, and out what it was seen to refuse", () => {
    const asked = { tools, asked: { tool_choice: "required", response_format: { type: "json_object" } } }
    expect(bodyOf({ ...luna, forcedTool: false }, {}, asked)).not.toHaveProperty("tool_choice")
    const refuses = ["stream_options", "response_format", "messages", "tools"]
    const body = bodyOf({ ...luna, refuses }, { stream: true }, asked)
    expect(Object.keys(body)).toEqual(expect.arrayContaining(["response_format", "messages", "tools", "tool_choice"]))
    expect(body).not.toHaveProperty("stream_options")
  })
})

test("a call of the responses API has effort, verbosity, sampling and cap as its model takes them", () => {
  const config = { model: "m", providerName: "OpenAI", stream: false, temperature: 0.5, max_tokens: 900_000 } as const
  const request = { messages: [{ role: "user", content: "Oi" }], config, abilities: luna } as const
  expect(encodeResponse({ ...request, config: { ...config, reasoning_effort: "max" } })).toMatchObject({
    reasoning: { effort: "max" },
    text: { verbosity: "medium" },
    max_output_tokens: 100_000,
  })
  const still = encodeResponse({ ...request, config: { ...config, reasoning_effort: "none" } })
  expect(still).toMatchObject({ reasoning: { effort: "none" }, temperature: 0.5 })
  const plain = encodeResponse({ ...request, abilities: abilitiesOf("gpt-4o") })
  expect(Object.keys(plain)).not.toEqual(expect.arrayContaining(["reasoning"]))
  expect(plain).not.toHaveProperty("text")
})
