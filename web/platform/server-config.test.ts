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
})
