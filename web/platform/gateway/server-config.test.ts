import { describe, expect, test } from "vitest"
import { parseServerConfig, unknownConfig } from "./server-config.ts"

describe("the server's configuration", () => {
  test("nothing but an object counts as a reply", () => {
    for (const reply of [null, undefined, "x", 3, []]) expect(parseServerConfig(reply)).toBeUndefined()
  })

  test("an empty reply is the configuration of a server that says nothing", () => {
    expect(parseServerConfig({})).toEqual(unknownConfig)
  })

  test("only named fields of the right type reach the state", () => {
    const config = parseServerConfig({ needCode: "yes", accessCode: "stolen", pretend: true, productName: "  " })
    expect(config).toEqual({ ...unknownConfig, pretend: true })
  })

  test("links are web addresses or mail, never scripts", () => {
    const config = parseServerConfig({ plansUrl: "javascript:alert(1)", supportUrl: "https://wa.me/55" })
    expect(config?.plansUrl).toBeUndefined()
    expect(config?.supportUrl).toBe("https://wa.me/55")
  })

  test("a model without a whole price has none; one without a name is left out", () => {
    const models = parseServerConfig({
      models: [
        {
          name: "gpt-5",
          provider: "OpenAI",
          tiers: ["premium", 7],
          pricePerMillion: { input: 8.94, output: 71.5 },
          outputCap: 100000,
        },
        { name: "o3", pricePerMillion: { input: -1, output: 2 }, available: false },
        { displayName: "nameless" },
      ],
    })?.models
    expect(models).toEqual([
      {
        name: "gpt-5",
        displayName: "gpt-5",
        provider: "OpenAI",
        available: true,
        tiers: ["premium"],
        pricePerMillion: { input: 8.94, cached: 8.94, output: 71.5 },
        outputCap: 100000,
      },
      { name: "o3", displayName: "o3", provider: "", available: false, tiers: [] },
    ])
  })

  test("of where a model is in its life, each field is taken that is what it should be", () => {
    const told = {
      name: "gpt-6.1-terra",
      displayName: "GPT-6.1 Terra",
      provider: "OpenAI",
      canSeeImages: true,
      abilities: { efforts: ["none"] },
      rating: [4, 5],
      goodAt: "everyday",
      off: "2027-01-14",
    }
    const retired = { since: "2027-01-14", next: "gpt-6-luna@OpenAI" }
    const damaged = { name: "odd", canSeeImages: "yes", off: "soon", retired: { since: 3 }, secret: true }
    const config = parseServerConfig({
      models: [{ ...told, retired }, damaged],
      known: [told, { provider: "Moonshot" }],
    })
    expect(config?.models[0]).toMatchObject({ ...told, retired })
    const bare = { name: "odd", displayName: "odd", provider: "", available: true, tiers: [], retired: {} }
    expect(config?.models[1]).toEqual(bare)
    expect(config?.known).toEqual([told])
  })

  test("who plays the roles, who went and who follows", () => {
    const luna = { name: "gpt-6-luna", displayName: "GPT-6 Luna", provider: "OpenAI" }
    const config = parseServerConfig({
      roles: { default: "gpt-6.1-terra@OpenAI", free: 3 },
      retired: {
        "o1-mini@OpenAI": { displayName: "o1-mini", since: "2025-10-27", next: { ...luna, cheaper: true } },
        "o3@OpenAI": { displayName: "o3", since: "?", next: {}, dearer: { ...luna, percent: 60 } },
        broken: "gone",
      },
      aliases: { "gpt-5": { ...luna, percent: 60 }, "gpt-4": { ...luna, percent: "60" }, none: { provider: "OpenAI" } },
    })
    expect(config?.roles).toEqual({ default: "gpt-6.1-terra@OpenAI" })
    expect(config?.retired).toEqual({
      "o1-mini@OpenAI": { displayName: "o1-mini", since: "2025-10-27", next: { ...luna, cheaper: true } },
      "o3@OpenAI": { displayName: "o3", dearer: { ...luna, percent: 60 } },
    })
    expect(config?.aliases).toEqual({ "gpt-5": { ...luna, percent: 60 }, "gpt-4": luna })
  })
})
