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

it("is one that is offered, where the operator's default is not, or gpt-5 itself is not", () => {
  expect(newModelOf({ ...premium, serversDefault: "gpt-9@Nobody" })).toEqual({ model: "gpt-5", providerName: "OpenAI" })
  const claudes = [
    { name: "gpt-5", provider: "OpenAI", available: false },
    { name: "claude-sonnet-5", provider: "Anthropic", available: true },
  ]
  const onlyClaude = { model: "claude-sonnet-5", providerName: "Anthropic" }
  expect(newModelOf({ ...premium, listed: claudes })).toEqual(onlyClaude)
  expect(newModelOf({ ...premium, listed: claudes, serversDefault: "gpt-5@OpenAI" })).toEqual(onlyClaude)
  expect(newModelOf({ ...premium, listed: claudes, tier: "free" }).model).toBe("gpt-4o-mini")
  // Before the server's list is known, its word is taken.
  expect(newModelOf({ ...premium, listed: [], serversDefault: "gpt-9@OpenAI" }).model).toBe("gpt-9")
})

it("is of the own key's provider, whatever the tier", () => {
  const source: NewModelSource = { ...premium, tier: "anonymous", ownProvider: "anthropic" }
  expect(newModelOf(source)).toMatchObject({ providerName: "Anthropic", model: expect.stringMatching(/^claude/) })
  const chosen = { model: "claude-haiku-4-5", providerName: "Anthropic" }
  expect(newModelOf({ ...source, chosen })).toEqual(chosen)
  expect(newModelOf({ ...source, ownProvider: "stability" }).model).toBe("gpt-4o-mini")
})
