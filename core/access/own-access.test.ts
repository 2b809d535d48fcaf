import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  noOwnAccess,
  ownCallTo,
  ownFirstChoice,
  ownProvidersInUse,
  readOwnAccess,
  writeOwnAccess,
} from "./own-access.ts"
import { noOwnProviders } from "./provider-credentials.ts"

const withClaude = {
  useCustomConfig: true,
  provider: "anthropic",
  fields: { ...noOwnProviders, anthropicApiKey: "sk-ant-mine" },
} as const

describe("own keys", () => {
  it("are used for their provider's models, and for no other", () => {
    expect(ownCallTo(withClaude, "Anthropic")).toEqual({
      provider: "anthropic",
      credentials: { apiKey: "sk-ant-mine", apiVersion: "2023-06-01" },
    })
    expect(ownCallTo(withClaude, "OpenAI")).toBeUndefined()
    expect(ownCallTo(withClaude, "Nobody")).toBeUndefined()
    expect(ownProvidersInUse(withClaude)).toEqual(["anthropic"])
  })

  it("rest while they are switched off", () => {
    const off = { ...withClaude, useCustomConfig: false }
    expect(ownCallTo(off, "Anthropic")).toBeUndefined()
    expect(ownProvidersInUse(off)).toEqual([])
    expect(ownFirstChoice(off)).toBeUndefined()
  })

  it("that are half a key are none", () => {
    const half = { ...withClaude, provider: "tencent", fields: { ...noOwnProviders, tencentSecretId: "id" } } as const
    expect(ownCallTo(half, "Tencent")).toBeUndefined()
    expect(ownFirstChoice(half)).toBeUndefined()
  })

  it("of a chosen Azure that is incomplete ask nobody", () => {
    const azure = { ...withClaude, provider: "azure" } as const
    expect(ownCallTo(azure, "Azure")).toBe("azure-incomplete")
    expect(ownFirstChoice(azure)).toBe("azure")
    // Somebody else's Azure, of the server, is not theirs to complete.
    expect(ownCallTo(withClaude, "Azure")).toBeUndefined()
  })
})

describe("what is stored of them", () => {
  it("comes back as it was", () => {
    expect(readOwnAccess(JSON.parse(JSON.stringify(writeOwnAccess(withClaude))))).toEqual(withClaude)
  })

  it("of the ancestor's first version has OpenAI's key under another name", () => {
    expect(readOwnAccess({ token: "sk-old" }, 1).fields.openaiApiKey).toBe("sk-old")
    expect(readOwnAccess({ token: "sk-old" }, 2).fields.openaiApiKey).toBe("")
  })

  it("may be anything at all", () => {
    fc.assert(
      fc.property(
        fc.anything(),
        fc.dictionary(fc.constantFrom(...Object.keys(noOwnProviders)), fc.anything()),
        (a, b) => {
          expect(readOwnAccess(a).fields).toBeDefined()
          const { fields } = readOwnAccess(b)
          expect(Object.keys(fields).toSorted()).toEqual(Object.keys(noOwnProviders).toSorted())
          expect(Object.values(fields).every((value) => typeof value === "string" && value.length <= 500)).toBe(true)
        },
      ),
    )
    expect(readOwnAccess({ provider: "__proto__", useCustomConfig: 1 })).toEqual(noOwnAccess)
  })
})
