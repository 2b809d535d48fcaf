import { describe, expect, it } from "vitest"
import { newModelOf, type NewModelSource } from "./new-model.ts"

const premium: NewModelSource = {
  chosen: undefined,
  ownProvider: undefined,
  known: [],
  serversDefault: "",
  roles: {},
  retired: {},
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
  // Before the server's list is known, its default is used unchecked.
  expect(newModelOf({ ...premium, listed: [], serversDefault: "gpt-9@OpenAI" }).model).toBe("gpt-9")
})

it("is of the own key's provider, whatever the tier", () => {
  const known = [
    { name: "kimi-k3", provider: "Moonshot" },
    { name: "kimi-k2.6", provider: "Moonshot" },
  ]
  const source: NewModelSource = { ...premium, tier: "anonymous", ownProvider: "anthropic", known }
  expect(newModelOf(source)).toEqual({ providerName: "Anthropic", model: "claude-sonnet-5" })
  expect(newModelOf({ ...source, ownProvider: "moonshot" })).toEqual({ providerName: "Moonshot", model: "kimi-k3" })
  expect(newModelOf({ ...source, ownProvider: "azure" })).toEqual({ providerName: "Azure", model: "gpt-5" })
  const chosen = { model: "claude-haiku-4-5", providerName: "Anthropic" }
  expect(newModelOf({ ...source, chosen })).toEqual(chosen)
  expect(newModelOf({ ...source, ownProvider: "stability" }).model).toBe("gpt-4o-mini")
})

describe("where the server tells who plays the roles", () => {
  const roles = { default: "gpt-6.1-terra@OpenAI", free: "claude-haiku-5-5@Anthropic" }
  const listed = [
    { name: "gpt-6.1-terra", provider: "Azure" },
    { name: "gpt-6.1-terra", provider: "OpenAI" },
    { name: "claude-haiku-5-5", provider: "Anthropic" },
    { name: "o3", provider: "OpenAI" },
  ]
  const source: NewModelSource = { ...premium, roles, listed }

  it("a new conversation is theirs, at the provider they are told of", () => {
    expect(newModelOf(source)).toEqual({ model: "gpt-6.1-terra", providerName: "OpenAI" })
    expect(newModelOf({ ...source, tier: "free" })).toEqual({ model: "claude-haiku-5-5", providerName: "Anthropic" })
    expect(newModelOf({ ...source, tier: "anonymous", listed: [] }).model).toBe("claude-haiku-5-5")
  })

  it("a choice of the built-in default follows once its end is near, any other is kept", () => {
    const chosen = { model: "gpt-5", providerName: "OpenAI" }
    expect(newModelOf({ ...source, chosen }).model).toBe("gpt-6.1-terra")
    const leaving = { name: "gpt-5", provider: "OpenAI", off: "2026-12-11" }
    expect(newModelOf({ ...source, chosen, listed: [leaving, ...listed] }).model).toBe("gpt-6.1-terra")
    // The operator has another default, but this user chose gpt-5.
    expect(newModelOf({ ...source, chosen, listed: [{ name: "gpt-5", provider: "OpenAI" }, ...listed] }).model).toBe(
      "gpt-5",
    )
    expect(newModelOf({ ...source, chosen: { model: "o3", providerName: "OpenAI" } }).model).toBe("o3")
  })

  it("a chosen model that was switched off is followed by the next, else by the role's", () => {
    const chosen = { model: "o1-mini", providerName: "OpenAI" }
    const next = { name: "o3", displayName: "o3", provider: "OpenAI", cheaper: true }
    const gone = { displayName: "o1-mini", next }
    expect(newModelOf({ ...source, chosen, retired: { "o1-mini@OpenAI": gone } }).model).toBe("o3")
    const alone = { displayName: "o1-mini", dearer: next }
    expect(newModelOf({ ...source, chosen, retired: { "o1-mini@OpenAI": alone } }).model).toBe("gpt-6.1-terra")
  })
})
