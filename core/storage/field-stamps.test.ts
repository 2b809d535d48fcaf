import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { joinFields, stampFields } from "./field-stamps.ts"

const settings = { theme: "light", size: 14, model: { name: "gpt-5", temperature: 0.5 } }

describe("a change of settings", () => {
  it("touches only what its writer changed, also inside of nested settings", () => {
    const stored = { theme: "dark", size: 14, model: { name: "o3", temperature: 0.5 }, later: 1 }
    const after = { ...settings, size: 20, model: { ...settings.model, temperature: 1 } }
    expect(joinFields(stored, settings, after, { nested: ["model"] })).toEqual({
      value: { theme: "dark", size: 20, model: { name: "o3", temperature: 1 }, later: 1 },
      changed: ["size", "model.temperature"],
    })
  })

  it("takes fields that only make sense together from one writer", () => {
    const before = { model: { name: "gpt-5", provider: "OpenAI", temperature: 0.5 } }
    const stored = { model: { name: "claude", provider: "Anthropic", temperature: 1 } }
    const after = { model: { ...before.model, name: "gpt-5-mini" } }
    const shape = { nested: ["model"], together: [["model.name", "model.provider"]] }
    expect(joinFields(stored, before, after, shape)).toEqual({
      value: { model: { name: "gpt-5-mini", provider: "OpenAI", temperature: 1 } },
      changed: ["model.name", "model.provider"],
    })
  })

  it("stores everything where nothing was stored, and takes away what its writer did", () => {
    const { size: _size, ...after } = settings
    expect(joinFields({}, settings, settings, { nested: ["model"] }).value).toEqual(settings)
    expect(joinFields({ size: 14 }, settings, after, { nested: ["model"] }).value["size"]).toBeUndefined()
  })
})

describe("the stamps of settings", () => {
  it("are the changed fields' alone, each greater than all before it", () => {
    const first = stampFields(undefined, ["size", "theme"], 1_000, () => "device-one")
    const second = stampFields(first, ["size"], 0, () => "device-two")
    expect(second.device).toBe("device-one")
    expect(second.at["theme"]).toBe(first.at["theme"])
    expect((second.at["size"] ?? "") > (first.at["size"] ?? "")).toBe(true)
  })

  it("are made whatever was stored", () => {
    fc.assert(
      fc.property(fc.anything(), (stored) => {
        expect(Object.keys(stampFields({ at: stored, last: stored }, ["a"], 1, () => "device-one").at)).toContain("a")
        expect(stampFields(stored, ["a"], 1, () => "device-one").last).toBeDefined()
      }),
    )
  })
})
