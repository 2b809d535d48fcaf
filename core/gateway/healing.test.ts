import { describe, expect, test } from "vitest"
import { patched } from "./ability-patch.ts"
import type { Failure } from "./failure.ts"
import { healingOf } from "./healing.ts"
import type { ModelAbilities } from "./model-abilities.ts"

const abilities: ModelAbilities = {
  seesImages: false,
  makesImages: false,
  window: 100_000,
  inputMost: 100_000,
  outputMost: 10_000,
  knows: "2026-01",
  thinks: true,
  efforts: ["none", "minimal", "low", "medium", "high", "xhigh", "max"],
  sampling: "always",
  verbosity: true,
  tools: "always",
  forcedTool: true,
  structured: true,
  capField: "max_completion_tokens",
  foldsInstructions: false,
  refuses: [],
}

interface Said {
  readonly message: string
  readonly param?: string
  readonly code?: string
  readonly status?: number
}

function refusal({ status = 400, ...said }: Said): Failure {
  return { kind: "upstream", status, ...said }
}

function learnt(said: Said, of: Partial<ModelAbilities> = {}, api: "chat" | "responses" | "other" = "chat") {
  return healingOf(refusal(said), { ...abilities, ...of }, api)
}

describe("a refused setting teaches that", () => {
  test.each<[string, Said]>([
    [
      "OpenAI",
      {
        message:
          "Unsupported value: 'temperature' does not support 0.0 with this model. Only the default (1) value is supported.",
        param: "temperature",
        code: "unsupported_value",
      },
    ],
    [
      "OpenAI, of a penalty",
      { message: "Unsupported parameter", param: "presence_penalty", code: "unsupported_parameter" },
    ],
    ["Anthropic", { message: "`temperature` is deprecated for this model." }],
    ["Anthropic, of top_k", { message: "`top_k` is deprecated for this model." }],
    ["Moonshot", { message: "invalid temperature: only 1 is allowed for this model" }],
    ["Moonshot, not thinking", { message: "invalid temperature: only 0.6 is allowed for this model" }],
    ["Google", { message: "Unknown name \"topP\" at 'generation_config': Cannot find field." }],
  ])("sampling is never accepted, in the words of %s", (_, said) => {
    expect(learnt(said)).toEqual({ sampling: "never" })
    expect(learnt(said, { sampling: "never" })).toBeUndefined()
  })

  test("one of temperature and top_p is accepted", () => {
    const said = { message: "temperature and top_p cannot both be specified for this model." }
    expect(learnt(said)).toEqual({ sampling: "one" })
    expect(learnt(said, { sampling: "one" })).toBeUndefined()
  })

  test("the cap has another name", () => {
    const message =
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."
    const said = { message, param: "max_tokens", code: "unsupported_parameter" }
    expect(learnt(said, { capField: "max_tokens" })).toEqual({ capField: "max_completion_tokens" })
    expect(learnt(said, { capField: "max_completion_tokens" })).toBeUndefined()
    const other = { message: "Unrecognized request argument supplied: max_completion_tokens" }
    expect(learnt(other, { capField: "max_completion_tokens" })).toEqual({ capField: "max_tokens" })
  })

  test("these efforts are accepted, which the message lists", () => {
    const chat =
      "Unsupported value: 'reasoning_effort' does not support 'max' with this model. Supported values are: 'none', 'low', 'medium', 'high', and 'xhigh'."
    expect(learnt({ message: chat, param: "reasoning_effort", code: "unsupported_value" })).toEqual({
      efforts: ["none", "low", "medium", "high", "xhigh"],
    })
    const responses =
      "Unsupported value: 'minimal' is not supported with the 'gpt-5.1' model. Supported values are: 'none', 'low', 'medium', and 'high'."
    for (const param of ["reasoning.effort", "***.effort"]) {
      expect(learnt({ message: responses, param, code: "unsupported_value" }, {}, "responses")).toEqual({
        efforts: ["none", "low", "medium", "high"],
      })
    }
    const one = { message: "Unsupported value. Supported values are: 'ultra', 'minimal'.", param: "reasoning_effort" }
    expect(learnt(one)).toEqual({ efforts: ["minimal"] })
    expect(learnt(one, { efforts: ["minimal"] })).toBeUndefined()
    const claude = '"output_config.effort" must be one of: "low", "medium", "high", "xhigh", "max"'
    expect(learnt({ message: claude }, {}, "other")).toEqual({ efforts: ["low", "medium", "high", "xhigh", "max"] })
  })

  test("one effort is refused, where there is no list", () => {
    const without = (refused: string) => ({ efforts: abilities.efforts.filter((effort) => effort !== refused) })
    const google = { message: "Thinking level is unsupported: THINKING_LEVEL_MINIMAL" }
    expect(learnt(google, {}, "other")).toEqual(without("minimal"))
    const vertex = { message: "Unable to submit request because thinking_level MEDIUM is not supported by this model." }
    expect(learnt(vertex, {}, "other")).toEqual(without("medium"))
    const claude = { message: '"output_config.effort" value "max" is not supported for this model' }
    expect(learnt(claude, {}, "other")).toEqual(without("max"))
    expect(learnt(claude, { efforts: ["low"] }, "other")).toBeUndefined()
  })

  test.each<Said>([
    { message: "Unrecognized request argument supplied: reasoning_effort" },
    { message: "Thinking level is not supported for this model." },
    { message: "Unknown parameter: 'reasoning'.", param: "reasoning", code: "unknown_parameter" },
    { message: "output_config.effort: Extra inputs are not permitted" },
  ])("no effort is accepted at all: %j", (said) => {
    expect(learnt(said)).toEqual({ efforts: [] })
    expect(learnt(said, { efforts: [] })).toBeUndefined()
  })

  test.each([
    "Function tools with reasoning_effort are not supported for gpt-5.6-sol in /v1/chat/completions. To use function tools, use /v1/responses or set reasoning_effort to 'none'.",
    "Function tools with reasoning_effort are not supported for gpt-5.4 in /v1/chat/completions. Please use /v1/responses instead.",
  ])("tools are for the responses API, though the effort is named: %s", (message) => {
    const said = { message, param: "reasoning_effort" }
    expect(learnt(said)).toEqual({ tools: "responses" })
    expect(learnt(said, { tools: "effort-none" })).toEqual({ tools: "responses" })
    expect(learnt(said, { tools: "responses" })).toBeUndefined()
    expect(learnt(said, {}, "responses")).toBeUndefined()
  })

  test("a tool cannot be forced", () => {
    const said = { message: 'tool_choice: type "tool" and "any" are not supported for this model.' }
    expect(learnt(said, {}, "other")).toEqual({ forcedTool: false })
    expect(learnt(said, { forcedTool: false }, "other")).toBeUndefined()
  })

  test("verbosity is refused", () => {
    const said = { message: "Unsupported value: 'low'.", param: "text.verbosity", code: "unsupported_value" }
    expect(learnt(said)).toEqual({ verbosity: false })
  })

  test.each<[string, Said]>([
    [
      "stream_options",
      { message: "Unknown parameter: 'stream_options'.", param: "stream_options", code: "unknown_parameter" },
    ],
    [
      "stream_options",
      { message: "Unsupported", param: "stream_options.include_usage", code: "unsupported_parameter" },
    ],
    ["parallel_tool_calls", { message: "Unrecognized request argument supplied: parallel_tool_calls" }],
    ["top_k", { message: "top_k: Extra inputs are not permitted" }],
  ])("%s, which only we add, is left out", (field, said) => {
    expect(learnt(said)).toEqual({ refuses: [field] })
    expect(learnt(said, { refuses: [field] })).toBeUndefined()
  })
})

describe("nothing is learnt from", () => {
  test.each<Said>([
    { message: "Unsupported parameter: 'tools'", param: "tools", code: "unsupported_parameter" },
    { message: "Unknown parameter: 'response_format'.", param: "response_format", code: "unknown_parameter" },
    { message: "Invalid type", param: "messages[0].content", code: "invalid_type" },
    { message: "seed is not supported", param: "seed" },
    // A number out of range tells nothing about the model.
    { message: "Expected a value <= 2, but got 3 instead.", param: "temperature", code: "decimal_above_max_value" },
    { message: "max_tokens: 9000000 > 128000, which is the maximum allowed number of output tokens for this model" },
    {
      message: "max_tokens is too large: 100000. This model supports at most 16384 completion tokens",
      param: "max_tokens",
    },
    // The caller chose these names.
    { message: "Invalid schema for function 'soma': 'temperature' is not permitted in properties" },
    { message: "messages.0: unknown role 'reasoning_effort'" },
    { message: "'reasoning_effort' and 'thinking_budget' cannot be set simultaneously" },
    { message: "Unsupported parameter: 'temperature'", param: "temperature", status: 429 },
    { message: "Unsupported parameter: 'temperature'", param: "temperature", status: 500 },
    { message: "" },
  ])("%j", (said) => expect(learnt(said)).toBeUndefined())

  test("another failure", () => {
    expect(healingOf({ kind: "model-gone", status: 404, message: "temperature" }, abilities, "chat")).toBeUndefined()
  })
})

test("what was learnt is not learnt again from the same words", () => {
  const said = refusal({ message: "Unrecognized request argument supplied: reasoning_effort" })
  const patch = healingOf(said, abilities, "chat")
  expect(healingOf(said, patched(abilities, patch), "chat")).toBeUndefined()
})

test("no more than the beginning of a provider's words is looked into", () => {
  const words = "Unrecognized request argument supplied: reasoning_effort"
  expect(learnt({ message: `${" ".repeat(400)}${words}` })).toEqual({ efforts: [] })
  expect(learnt({ message: `${" ".repeat(600)}${words}` })).toBeUndefined()
})
