import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { clampCeiling, clampFontSize, defaultAppConfig, sidebarWidthAfterDrag } from "./app-config.ts"
import * as clamps from "./clamps.ts"
import { fontStack } from "./font-family.ts"
import { clampModelConfig, defaultModelConfig } from "./model-config.ts"
import { isSubmit, submitKeys, type KeyPress } from "./submit-key.ts"

describe("the defaults", () => {
  it("of a model's settings are fixed", () => {
    expect(defaultModelConfig).toMatchObject({
      model: "gpt-5",
      compressModel: "gpt-4.1-nano-2025-04-14",
      compressProviderName: "OpenAI",
      temperature: 0.5,
      top_p: 1,
      max_tokens: 100_000,
      historyMessageCount: 20,
      compressMessageLengthThreshold: 50_000,
      sendMemory: true,
      size: "1024x1024",
      quality: "standard",
      style: "vivid",
      reasoning_effort: "minimal",
      verbosity: "low",
      max_web_search_calls: 1,
    })
  })

  it("of the app are font size 14, the light theme, Enter to send, artifacts on, a sidebar of 300", () => {
    expect(defaultAppConfig).toMatchObject({
      fontSize: 14,
      theme: "light",
      submitKey: "Enter",
      enableArtifacts: true,
      sidebarWidth: 300,
      ttsConfig: { engine: "OpenAI-TTS", model: "tts-1", voice: "alloy", speed: 1 },
    })
  })

  it("lie inside their own ranges", () => expect(clampModelConfig(defaultModelConfig)).toEqual(defaultModelConfig))
})

describe("clamps: a value outside its range falls back", () => {
  it.each([
    ["max_tokens", clamps.clampMaxTokens, 0, 512_000, 100_000],
    ["presence_penalty", clamps.clampPresencePenalty, -2, 2, 0],
    ["frequency_penalty", clamps.clampFrequencyPenalty, -2, 2, 0],
    ["temperature", clamps.clampTemperature, 0, 2, 1],
    ["top_p", clamps.clampTopP, 0, 1, 1],
  ] as const)("%s", (_, clamp, least, most, fallback) => {
    expect([least, most].map(clamp)).toEqual([least, most])
    const outside = [least - 1, most + 1, Number.NaN, Infinity, -Infinity, "1", null, undefined, {}]
    expect(outside.map(clamp)).toEqual(outside.map(() => fallback))
  })

  it("an unknown reasoning effort or verbosity is medium", () => {
    expect(["minimal", "low", "medium", "high"].map(clamps.clampReasoningEffort)).toEqual([
      "minimal",
      "low",
      "medium",
      "high",
    ])
    expect(clamps.clampReasoningEffort("extreme")).toBe("medium")
    expect(["low", "medium", "high"].map(clamps.clampVerbosity)).toEqual(["low", "medium", "high"])
    expect(clamps.clampVerbosity("minimal")).toBe("medium")
  })

  it("clamping twice is clamping once", () => {
    const anyNumber = fc.oneof(fc.double(), fc.integer())
    const anyNumbers = fc.record({ temperature: anyNumber, top_p: anyNumber, max_tokens: anyNumber })
    fc.assert(
      fc.property(anyNumbers, (numbers) => {
        const once = clampModelConfig({ ...defaultModelConfig, ...numbers })
        expect(clampModelConfig(once)).toEqual(once)
      }),
    )
  })

  it("a font size outside 12 to 40 is 14", () => {
    expect([12, 20, 40, 11, 41, Number.NaN, "16"].map(clampFontSize)).toEqual([12, 20, 40, 14, 14, 14, 14])
  })

  it("a sidebar dragged below 230 snaps to 100 and never exceeds 500", () => {
    expect([50, 229, 230, 400, 501].map(sidebarWidthAfterDrag)).toEqual([100, 100, 230, 400, 500])
  })
})

describe("the send key", () => {
  const enter: KeyPress = { key: "Enter", ctrlKey: false, shiftKey: false, altKey: false, metaKey: false }
  const presses: readonly KeyPress[] = [
    enter,
    { ...enter, ctrlKey: true },
    { ...enter, shiftKey: true },
    { ...enter, altKey: true },
    { ...enter, metaKey: true },
  ]

  it("each setting takes exactly its own combination", () => {
    for (const [index, submitKey] of submitKeys.entries()) {
      expect(presses.map((press) => isSubmit(press, submitKey))).toEqual(presses.map((_, other) => other === index))
    }
  })

  it("never sends while a word is being composed, nor on another key", () => {
    expect(isSubmit({ ...enter, isComposing: true }, "Enter")).toBe(false)
    expect(isSubmit({ ...enter, keyCode: 229 }, "Enter")).toBe(false)
    expect(isSubmit({ ...enter, key: "a" }, "Enter")).toBe(false)
  })
})

describe("a ceiling", () => {
  it("is a whole amount above nothing, or none", () => {
    expect([500_000, 1, 0, -1, 0.5, Number.NaN, "5", null].map(clampCeiling)).toEqual([500_000, 1, 0, 0, 0, 0, 0, 0])
  })
})

describe("a font family", () => {
  it("stands before the product's own; nothing typed is the default", () => {
    expect(fontStack("Georgia, Courier New, serif")).toBe(
      '"Georgia", "Courier New", serif, "Noto Sans", system-ui, sans-serif',
    )
    expect([fontStack(""), fontStack(" , ")]).toEqual([undefined, undefined])
  })

  it("can say nothing else to the style sheet", () => {
    expect(fontStack('x"; } body { display: none } url(//a)')).toBe(
      '"x  body  display none  urla", "Noto Sans", system-ui, sans-serif',
    )
  })
})
