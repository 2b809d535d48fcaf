import { expect, test } from "vitest"
import { providerIds } from "../providers/registry.ts"
import {
  isEndpoint,
  isOwnProviderValid,
  isRequired,
  noOwnProviders,
  ownCredentials,
  ownFields,
} from "./provider-credentials.ts"

test("a provider is valid only when all its required fields are filled, spaces do not count", () => {
  for (const provider of providerIds) {
    const required = ownFields(provider).filter(isRequired)
    const full = { ...noOwnProviders, ...Object.fromEntries(required.map(({ name }) => [name, "x"])) }
    expect({ provider, valid: isOwnProviderValid(provider, full) }).toEqual({ provider, valid: true })
    for (const { name } of required) {
      expect({ name, valid: isOwnProviderValid(provider, { ...full, [name]: "  " }) }).toEqual({ name, valid: false })
      expect(ownCredentials(provider, { ...full, [name]: "" })).toBeUndefined()
    }
  }
})

test("credentials are what the adapter takes, trimmed, without what is not set", () => {
  const own = { ...noOwnProviders, azureUrl: " https://x.openai.azure.com/openai ", azureApiKey: "k" }
  expect(ownCredentials("azure", own)).toEqual({
    apiKey: "k",
    baseUrl: "https://x.openai.azure.com/openai",
    apiVersion: "2023-08-01-preview",
  })
  expect(ownCredentials("openai", { ...noOwnProviders, openaiApiKey: "sk-1" })).toEqual({ apiKey: "sk-1" })
  expect(ownCredentials("baidu", { ...noOwnProviders, baiduApiKey: "a", baiduSecretKey: "b" })).toEqual({
    apiKey: "a",
    secretKey: "b",
  })
})

test.each([
  ["", true],
  ["https://api.exemplo.com/v1", true],
  ["http://localhost:8080", true],
  ["api.exemplo.com", false],
  ["ftp://api.exemplo.com", false],
  ["javascript:alert(1)", false],
  ["https://", false],
])("%j as an address: %s", (address, fits) => {
  expect(isEndpoint(address)).toBe(fits)
})
