import { expect, it } from "vitest"
import { listModels } from "#core/models/model-list.ts"
import { parseServerConfig, unknownConfig } from "../../../platform/gateway/server-config.ts"
import { offeredModels } from "./offered-models.ts"

const now = Date.parse("2026-11-22T12:00:00Z")
const told = {
  roles: { free: "gpt-6-luna@OpenAI" },
  models: [
    {
      name: "gpt-6.1-terra",
      displayName: "GPT-6.1 Terra",
      provider: "OpenAI",
      canSeeImages: true,
      abilities: { thinks: true, tools: "responses", window: 1_050_000 },
      rating: [4, 4],
      goodAt: "everyday",
    },
    { name: "gpt-6-luna", displayName: "GPT-6 Luna", provider: "OpenAI", goodAt: "quick", off: "2026-12-22" },
    { name: "gpt-5", displayName: "GPT-5", provider: "OpenAI", off: "2026-12-24" },
    { name: "o3", displayName: "o3", provider: "OpenAI", off: "2026-11-20" },
    {
      name: "o1-mini",
      displayName: "o1-mini",
      provider: "OpenAI",
      available: false,
      retired: { since: "2026-11-11", next: "gpt-6-luna@OpenAI" },
    },
  ],
  known: [{ name: "kimi-k3", displayName: "Kimi K3", provider: "Moonshot", rating: [5, 2] }],
}
const config = parseServerConfig(told) ?? unknownConfig

const offered = (isFree: boolean, inUse: readonly ("openai" | "moonshot")[] = []) => {
  const list = listModels(config.models, { inUse, customModels: "", known: config.known })
  return new Map(offeredModels(list, config, { isFree, now }).map((choice) => [choice.name, choice]))
}

it("tells what is known of a model, and what its name suggests where nothing is", () => {
  const choices = offered(false)
  expect(choices.get("gpt-6.1-terra")).toMatchObject({
    title: "GPT-6.1 Terra",
    goodAt: "everyday",
    abilities: ["sees", "thinks", "tools", "long"],
    rating: { reasoning: 4, speed: 4 },
  })
  expect(choices.get("gpt-5")).toMatchObject({ goodAt: "flagship", abilities: [], rating: { reasoning: 5, speed: 3 } })
})

it("tells of a model that draws no more than that, by what the server says, the role it plays, or its name", () => {
  const models = ["mona", "gpt-image-2", "dall-e-3"].map((name) => ({ name, displayName: name, provider: "OpenAI" }))
  const drawing = {
    roles: { image: "gpt-image-2@OpenAI" },
    models: [{ ...models[0], goodAt: "pictures" }, models[1], models[2]],
  }
  const read = parseServerConfig(drawing) ?? unknownConfig
  const list = listModels(read.models, { inUse: [], customModels: "", known: read.known })
  const choices = offeredModels(list, read, { isFree: false, now })
  expect(choices.map(({ name, goodAt, abilities, rating }) => [name, goodAt, abilities, rating])).toEqual(
    ["mona", "gpt-image-2", "dall-e-3"].map((name) => [name, "pictures", ["draws"], undefined]),
  )
})

it("tells the last day from thirty days before until that day", () => {
  const leaves = [...offered(false).values()].filter(({ leaves }) => leaves !== undefined)
  expect(leaves.map(({ name, leaves }) => [name, leaves])).toEqual([["gpt-6-luna", "2026-12-22"]])
})

it("a model that went cannot be chosen by anybody, and names what follows", () => {
  const left = { since: "2026-11-11", next: "GPT-6 Luna" }
  for (const choices of [offered(false), offered(true), offered(false, ["openai"])]) {
    expect(choices.get("o1-mini")).toMatchObject({ barred: "retired", left })
  }
})

it("a free user has the model that plays the role, and those of an own key", () => {
  const open = (choices: ReturnType<typeof offered>) =>
    [...choices.values()].filter(({ barred }) => barred === undefined).map(({ name }) => name)
  expect(open(offered(true))).toEqual(["gpt-6-luna"])
  expect(open(offered(true, ["moonshot"]))).toEqual(["gpt-6-luna", "kimi-k3"])
})

it("a free user has what the server says is free, whoever plays the role", () => {
  const models = [
    { name: "gpt-6-luna", provider: "OpenAI", tiers: ["premium"] },
    { name: "gpt-4o-mini", provider: "OpenAI", tiers: ["free", "premium"] },
  ]
  const tiered = parseServerConfig({ ...told, models }) ?? unknownConfig
  const list = listModels(tiered.models, { inUse: [], customModels: "", known: [] })
  const barred = offeredModels(list, tiered, { isFree: true, now }).map((choice) => [choice.name, choice.barred])
  expect(Object.fromEntries(barred)).toEqual({ "gpt-6-luna": "premium-only", "gpt-4o-mini": undefined })
})
