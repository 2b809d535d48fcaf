import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { patched } from "../gateway/ability-patch.ts"
import { reasoningEfforts } from "../gateway/chat-request.ts"
import { abilitiesOf, acceptsSampling, acceptsToolsInChat, leastEffort, nearestEffort } from "./abilities.ts"
import type { ModelRow } from "./model-row.ts"

const effort = fc.constantFrom(...reasoningEfforts)
const someEfforts = fc.subarray([...reasoningEfforts])

describe("nearestEffort", () => {
  test("is always one that the model accepts, undefined only where it accepts none", () => {
    fc.assert(
      fc.property(effort, someEfforts, (wished, efforts) => {
        const nearest = nearestEffort(wished, { efforts })
        if (efforts.length === 0) expect(nearest).toBeUndefined()
        else expect(efforts).toContain(nearest)
      }),
    )
  })

  test("is the wished one where that is accepted, and goes up only where nothing is below", () => {
    fc.assert(
      fc.property(effort, someEfforts, (wished, efforts) => {
        const nearest = nearestEffort(wished, { efforts })
        if (efforts.includes(wished)) expect(nearest).toBe(wished)
        if (nearest === undefined) return
        const [at, most] = [reasoningEfforts.indexOf(nearest), reasoningEfforts.indexOf(wished)]
        if (at > most) expect(nearest).toBe(leastEffort({ efforts }))
      }),
    )
  })

  test("asks for no less where more is wished, whatever the order of the list", () => {
    fc.assert(
      fc.property(
        effort,
        effort,
        fc.shuffledSubarray([...reasoningEfforts], { minLength: 1 }),
        (one, other, efforts) => {
          const [less, more] = [one, other].toSorted(
            (a, b) => reasoningEfforts.indexOf(a) - reasoningEfforts.indexOf(b),
          )
          const [at, above] = [less, more].map((wished) =>
            reasoningEfforts.indexOf(nearestEffort(wished ?? "low", { efforts }) ?? "max"),
          )
          expect(at).toBeLessThanOrEqual(above ?? -1)
        },
      ),
    )
  })

  test.each([
    ["minimal", ["none", "low", "high"], "none"],
    ["minimal", ["low", "medium"], "low"],
    ["max", ["low", "high", "xhigh"], "xhigh"],
    ["max", ["low", "high"], "high"],
    ["none", ["minimal", "low"], "minimal"],
    ["medium", ["low", "high", "max"], "low"],
    ["high", [], undefined],
  ] as const)("%s of %j is %s", (wished, efforts, nearest) => {
    expect(nearestEffort(wished, { efforts })).toBe(nearest)
  })
})

describe("what a request may say", () => {
  test.each([
    ["always", undefined, true],
    ["one", "high", true],
    ["effort-none", "none", true],
    ["effort-none", "low", false],
    ["effort-none", undefined, false],
    ["never", "none", false],
  ] as const)("sampling %s at effort %s: %s", (sampling, at, accepted) => {
    expect(acceptsSampling({ sampling }, at)).toBe(accepted)
  })
  test.each([
    ["always", "high", true],
    ["effort-none", "none", true],
    ["effort-none", undefined, false],
    ["responses", "none", false],
    ["never", "none", false],
  ] as const)("tools %s in a chat at effort %s: %s", (tools, at, accepted) => {
    expect(acceptsToolsInChat({ tools }, at)).toBe(accepted)
  })
})

describe("abilitiesOf", () => {
  const row: ModelRow = { provider: "openai", id: "gpt-x", name: "X", kind: "chat", source: "test", read: "2026-11-22" }

  test.each([
    ["its efforts", { efforts: ["low", "max"] }, { efforts: ["low", "max"], thinks: true }],
    ["that it has none", { efforts: [] }, { efforts: [], thinks: false }],
    ["that it thinks all the same", { efforts: [], thinks: true }, { thinks: true }],
    ["what it sees", { sees: ["text"] }, { seesImages: false }],
    ["that it sees images", { sees: ["text", "image"] }, { seesImages: true }],
    ["that it makes them", { kind: "image" }, { makesImages: true }],
    ["its window", { window: 5_000 }, { window: 5_000, inputMost: 5_000 }],
    ["most of a prompt", { window: 5_000, inputMost: 4_000 }, { window: 5_000, inputMost: 4_000 }],
    ["most of an answer, as far as we ask for it", { outputMost: 128_000 }, { outputMost: 100_000 }],
    ["a small most of an answer", { outputMost: 4_096 }, { outputMost: 4_096 }],
    ["the month of its knowledge", { knows: "2026-05-31" }, { knows: "2026-05" }],
    ["its cap's name", { capField: "max_completion_tokens" }, { capField: "max_completion_tokens" }],
    [
      "what it takes",
      { takes: { sampling: "one", tools: "responses", forcedTool: false, structured: false, verbosity: true } },
      { sampling: "one", tools: "responses", forcedTool: false, structured: false, verbosity: true },
    ],
  ] as const)("a row says %s", (_, fields, abilities) => {
    expect(abilitiesOf("gpt-x", { ...row, ...fields })).toMatchObject(abilities)
  })

  test.each([
    ["gpt-5", { efforts: ["minimal", "low", "medium", "high"], sampling: "never", capField: "max_completion_tokens" }],
    ["gpt-5-mini-2025-08-07", { efforts: ["minimal", "low", "medium", "high"] }],
    ["gpt-8-unheard-of", { efforts: ["low", "medium", "high"], verbosity: true, thinks: true }],
    ["gpt-4.1", { efforts: [], sampling: "always", capField: "max_tokens", thinks: false }],
    ["o1-mini", { tools: "never", foldsInstructions: true, sampling: "never" }],
    ["some-model-of-nobody", { efforts: [], sampling: "always", tools: "always", structured: true }],
  ])("%s without a row is judged by its name", (id, abilities) => {
    expect(abilitiesOf(id)).toMatchObject(abilities)
  })

  test("a row that says nothing changes nothing", () => {
    for (const id of ["gpt-5", "gpt-4.1", "o3", "claude-opus-5-5", "x"]) {
      expect(abilitiesOf(id, { ...row, id })).toEqual(abilitiesOf(id))
    }
  })
})

describe("what was learnt", () => {
  const learned = { sampling: "never", refuses: ["seed"] } as const

  test("corrects what was thought, and once is as good as twice", () => {
    const abilities = { ...abilitiesOf("gpt-4.1"), refuses: ["user"] }
    const once = patched(abilities, learned)
    expect(once).toMatchObject({ sampling: "never", refuses: ["user", "seed"] })
    expect(patched(once, learned)).toEqual(once)
    expect(patched(abilities, undefined)).toBe(abilities)
  })
})
