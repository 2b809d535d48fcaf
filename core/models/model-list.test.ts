import { expect, it } from "vitest"
import { listModels } from "./model-list.ts"

const servers = [
  { name: "gpt-5", displayName: "gpt-5", provider: "OpenAI", available: true },
  { name: "claude-sonnet-5", displayName: "Claude", provider: "Anthropic", available: false },
]

it("without anything of one's own, the list is the server's", () => {
  const list = listModels(servers, { inUse: [], customModels: "", known: [] })
  expect(list.map(({ name, available, own }) => [name, available, own])).toEqual([
    ["gpt-5", true, false],
    ["claude-sonnet-5", false, false],
  ])
})

it("an own key brings its provider's models, those the server cannot offer included", () => {
  const known = [
    { name: "claude-opus-5-5", displayName: "Claude Opus 5.5", provider: "Anthropic" },
    { name: "claude-sonnet-5", displayName: "Claude Sonnet 5", provider: "Anthropic" },
    { name: "kimi-k3", displayName: "Kimi K3", provider: "Moonshot" },
  ]
  const list = listModels(servers, { inUse: ["anthropic"], customModels: "", known })
  const claude = list.filter(({ provider }) => provider === "anthropic")
  expect(claude.map(({ displayName }) => displayName)).toEqual(["Claude", "Claude Opus 5.5"])
  expect(claude.every(({ available, own }) => available && own)).toBe(true)
  expect(list.some(({ name }) => name === "kimi-k3")).toBe(false)
  expect(list.find(({ name }) => name === "gpt-5")?.own).toBe(false)
})

it("what was switched off is not opened by an own key", () => {
  const gone = [{ name: "gpt-5", displayName: "GPT-5", provider: "OpenAI", available: false, retired: {} }]
  expect(listModels(gone, { inUse: ["openai"], customModels: "", known: [] })[0]?.available).toBe(false)
})

it("one's own string hides, shows and renames", () => {
  const list = listModels(servers, { inUse: [], customModels: "-all,+gpt-5=Cinco,+meu@Azure", known: [] })
  expect(list.map(({ name, displayName, available }) => [name, displayName, available])).toEqual([
    ["gpt-5", "Cinco", true],
    ["claude-sonnet-5", "Claude", false],
    ["meu", "meu", true],
  ])
})

it("what a string adds stands with its provider's others", () => {
  const list = listModels(servers, { inUse: [], customModels: "+novo", known: [] })
  expect(list.map(({ name }) => name)).toEqual(["gpt-5", "novo", "claude-sonnet-5"])
})

it("what the string hides is not listed; what the server cannot offer stays, as unavailable", () => {
  const hidden = (customModels: string) =>
    listModels(servers, { inUse: [], customModels, known: [] })
      .filter((model) => model.hidden)
      .map(({ name }) => name)
  expect(hidden("")).toEqual([])
  expect(hidden("-gpt-5")).toEqual(["gpt-5"])
  expect(hidden("-all,+gpt-5,+novo")).toEqual(["claude-sonnet-5"])
})

it("what the operator switched off stays off for own keys, too", () => {
  const known = ["gpt-5", "gpt-4.1"].map((name) => ({ name, displayName: name, provider: "OpenAI" }))
  const names = (noGpt4: boolean) =>
    listModels([], { inUse: ["openai"], customModels: "", noGpt4, known }).map(({ name }) => name)
  expect(names(false)).toContain("gpt-4.1")
  expect(names(true)).not.toContain("gpt-4.1")
  expect(names(true)).toContain("gpt-5")
})
