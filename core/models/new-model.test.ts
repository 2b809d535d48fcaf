import { expect, it } from "vitest"
import { newModelOf, type NewModelSource } from "./new-model.ts"

const premium: NewModelSource = {
  chosen: undefined,
  ownProvider: undefined,
  serversDefault: "",
  listed: [
    { name: "gpt-5", provider: "OpenAI" },
    { name: "claude-sonnet-5", provider: "Anthropic" },
  ],
  tier: "premium",
  place: { query: "", hostName: "prosa.test" },
}

it("is gpt-5 for premium users and gpt-4o-mini for others", () => {
  expect(newModelOf(premium)).toEqual({ model: "gpt-5", providerName: "OpenAI" })
  expect(newModelOf({ ...premium, tier: "free" }).model).toBe("gpt-4o-mini")
  expect(newModelOf({ ...premium, tier: "anonymous" }).model).toBe("gpt-4o-mini")
})

it("is the operator's, while the user has chosen none", () => {
  const source = { ...premium, serversDefault: "claude-sonnet-5@anthropic" }
  expect(newModelOf(source)).toEqual({ model: "claude-sonnet-5", providerName: "Anthropic" })
  expect(newModelOf({ ...source, serversDefault: "claude-sonnet-5" }).providerName).toBe("Anthropic")
  expect(newModelOf({ ...source, chosen: { model: "o3", providerName: "OpenAI" } }).model).toBe("o3")
  expect(newModelOf({ ...source, tier: "free" }).model).toBe("gpt-4o-mini")
})

it("is of the own key's provider, whatever the tier", () => {
  const source: NewModelSource = { ...premium, tier: "anonymous", ownProvider: "anthropic" }
  expect(newModelOf(source)).toMatchObject({ providerName: "Anthropic", model: expect.stringMatching(/^claude/) })
  const chosen = { model: "claude-haiku-4-5", providerName: "Anthropic" }
  expect(newModelOf({ ...source, chosen })).toEqual(chosen)
  expect(newModelOf({ ...source, ownProvider: "stability" }).model).toBe("gpt-4o-mini")
})
