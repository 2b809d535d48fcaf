import fc from "fast-check"
import { describe, expect, test } from "vitest"
import {
  applyCustomModels,
  calledIn,
  entriesWithoutEffect,
  splitModelName,
  withModelShown,
  type ListableModel,
} from "./custom-models.ts"

const model = (name: string, provider: ListableModel["provider"] = "openai"): ListableModel => {
  return { name, provider, displayName: name, available: true }
}
const list = [model("gpt-5"), model("gpt-4o"), model("gpt-4o", "azure"), model("claude-opus-5", "anthropic")]
const shown = (customModels: string) =>
  applyCustomModels(list, customModels)
    .filter(({ available }) => available)
    .map(({ name, provider, displayName }) => `${name}@${provider}${displayName === name ? "" : `=${displayName}`}`)

describe("the custom-models string", () => {
  test.each([
    ["", ["gpt-5@openai", "gpt-4o@openai", "gpt-4o@azure", "claude-opus-5@anthropic"]],
    [" , ,", ["gpt-5@openai", "gpt-4o@openai", "gpt-4o@azure", "claude-opus-5@anthropic"]],
    ["-all,+gpt-5", ["gpt-5@openai"]],
    ["-all,gpt-5", ["gpt-5@openai"]],
    ["-all,+all", ["gpt-5@openai", "gpt-4o@openai", "gpt-4o@azure", "claude-opus-5@anthropic"]],
    ["-gpt-4o", ["gpt-5@openai", "claude-opus-5@anthropic"]],
    ["-gpt-4o@Azure", ["gpt-5@openai", "gpt-4o@openai", "claude-opus-5@anthropic"]],
    ["-all,+gpt-4o@azure=meu-gpt", ["gpt-4o@azure=meu-gpt"]],
    ["-all,gpt-5=O melhor", ["gpt-5@openai=O melhor"]],
    ["-all,+novo", ["novo@openai"]],
    ["-all,+kimi-k3@Moonshot=Kimi", ["kimi-k3@moonshot=Kimi"]],
    ["-all,+a@nobody", []],
    ["-all,-never", []],
    ["-all,+all@Azure", ["gpt-4o@azure"]],
    ["-all@azure,+all@moonshot", ["gpt-5@openai", "gpt-4o@openai", "claude-opus-5@anthropic"]],
    ["-all, +gpt-5 , -gpt-5", []],
  ])("%s", (customModels, names) => {
    expect(shown(customModels)).toEqual(names)
  })

  test("a name given with the provider is what that provider calls it; one given without is for the eye", () => {
    expect(calledIn("gpt-4o@Azure=meu-gpt,gpt-4o=O bom", "gpt-4o", "azure")).toBe("meu-gpt")
    expect(calledIn("gpt-4o=O bom", "gpt-4o", "azure")).toBeUndefined()
  })

  test("a name keeps what stands before its last @", () => {
    expect(splitModelName("a@b@Google")).toEqual({ name: "a@b", provider: "google" })
    expect(splitModelName("gpt-5")).toEqual({ name: "gpt-5", provider: undefined })
    expect(splitModelName("gpt-5@mars")).toEqual({ name: "gpt-5", provider: "unknown" })
  })
})

describe("what does nothing", () => {
  test.each([
    ["+gpt-5,-gpt-4o@Azure,+novo,-novo,-all,gpt-5=O melhor,all@anthropic", []],
    ["+a@nobody,-gpt-5@mars", ["unknown-provider", "unknown-provider"]],
    ["-never,-gpt-5@Azure,+gpt-5", ["hides-nothing", "hides-nothing"]],
    ["+all@moonshot,-all@Google", ["nothing-of-provider", "nothing-of-provider"]],
    ["+, - ,=x,+@Azure", ["no-model", "no-model", "no-model", "no-model"]],
  ])("%s", (customModels, whys) => {
    expect(entriesWithoutEffect(list, customModels).map(({ why }) => why)).toEqual(whys)
  })
})

describe("showing and hiding one model in the string", () => {
  test.each([
    ["", "gpt-4o@azure", false, "-gpt-4o@Azure"],
    ["-gpt-4o@Azure", "gpt-4o@azure", true, ""],
    ["-all,+gpt-5", "gpt-4o@openai", true, "-all,+gpt-5,+gpt-4o@OpenAI"],
    ["-gpt-4o", "gpt-4o@openai", true, "-gpt-4o,+gpt-4o@OpenAI"],
    ["gpt-5=O melhor", "gpt-5@openai", false, "gpt-5=O melhor,-gpt-5@OpenAI"],
    ["-gpt-5@OpenAI, -gpt-5", "gpt-5@openai", false, "-gpt-5"],
  ])("%s, %s → %s: %s", (before, named, isShown, after) => {
    const [name = "", provider] = named.split("@")
    const one = list.find((entry) => entry.name === name && entry.provider === provider)
    if (one === undefined) throw new Error(named)
    expect(withModelShown(list, before, one, isShown)).toBe(after)
  })

  test("moves that model and no other", () => {
    const strings = fc.array(
      fc.tuple(
        fc.constantFrom("", "+", "-"),
        fc.constantFrom("all", "gpt-5", "gpt-4o", "gpt-4o@Azure", "gpt-5=A", "x"),
      ),
    )
    fc.assert(
      fc.property(strings, fc.constantFrom(...list), fc.boolean(), (entries, one, isShown) => {
        const before = entries.map((entry) => entry.join("")).join(",")
        const after = applyCustomModels(list, withModelShown(list, before, one, isShown))
        const wanted = applyCustomModels(list, before).map((model) =>
          model.name === one.name && model.provider === one.provider ? { ...model, available: isShown } : model,
        )
        expect(after).toEqual(wanted)
      }),
    )
  })
})
