import type { Page } from "@playwright/test"

/** Model facts that are added to the running server's reply. */
export interface ToldModels {
  readonly roles?: Readonly<Record<string, string>>
  readonly models?: readonly object[]
  readonly retired?: Readonly<Record<string, object>>
  readonly aliases?: Readonly<Record<string, object>>
  readonly known?: readonly object[]
}

/** Has the page read these models in the place of the server's. What is changed in the object counts from the next reading on. */
export async function tellModels(page: Page, told: ToldModels): Promise<void> {
  await page.route("**/api/config", async (route) => {
    const reply = await route.fetch()
    const json: unknown = await reply.json()
    await route.fulfill({ response: reply, json: { ...Object(json), ...told } })
  })
}

/** A day so many days from now, `YYYY-MM-DD`. */
export function dayIn(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
}

/** The same day as the page writes it, "11/12". */
export function dayAndMonth(day: string): string {
  const [, month, date] = day.split("-")
  return `${date}/${month}`
}

const efforts = ["none", "low", "medium", "high", "xhigh", "max"]
const modern = { efforts, sampling: "effort-none", verbosity: true, tools: "responses", thinks: true, structured: true }

/** Models of today, as the server tells them. */
export const today = {
  terra: {
    name: "gpt-6.1-terra",
    displayName: "GPT-6.1 Terra",
    provider: "OpenAI",
    available: true,
    tiers: ["premium"],
    canSeeImages: true,
    pricePerMillion: { input: 7.15, cached: 0.36, output: 35.75 },
    abilities: { ...modern, window: 1_050_000 },
    rating: [4, 4],
    goodAt: "everyday",
  },
  sol: {
    name: "gpt-6.1-sol",
    displayName: "GPT-6.1 Sol",
    provider: "OpenAI",
    available: true,
    tiers: ["premium"],
    canSeeImages: true,
    pricePerMillion: { input: 14.3, cached: 0.72, output: 71.5 },
    abilities: { ...modern, efforts: efforts.slice(1), sampling: "never", window: 1_050_000 },
    rating: [5, 3],
    goodAt: "flagship",
  },
  luna: {
    name: "gpt-6-luna",
    displayName: "GPT-6 Luna",
    provider: "OpenAI",
    available: true,
    tiers: ["free", "premium"],
    canSeeImages: true,
    pricePerMillion: { input: 0.72, cached: 0.07, output: 3.58 },
    abilities: { ...modern, tools: "effort-none", window: 1_050_000 },
    rating: [3, 5],
    goodAt: "quick",
  },
  gpt41: {
    name: "gpt-4.1",
    displayName: "GPT-4.1",
    provider: "OpenAI",
    available: true,
    tiers: ["premium"],
    canSeeImages: true,
    pricePerMillion: { input: 14.3, cached: 3.6, output: 57.2 },
    abilities: { efforts: [], sampling: "always", verbosity: false, tools: "always", thinks: false, window: 1_000_000 },
    rating: [4, 3],
    goodAt: "long",
  },
  haiku: {
    name: "claude-haiku-5-5",
    displayName: "Claude Haiku 5.5",
    provider: "Anthropic",
    available: true,
    tiers: ["premium"],
    canSeeImages: true,
    pricePerMillion: { input: 0.9, cached: 0.1, output: 3.58 },
    abilities: { efforts: [], sampling: "one", tools: "always", thinks: false, structured: true, window: 200_000 },
    rating: [3, 5],
    goodAt: "quick",
  },
  opus: {
    name: "claude-opus-5-5",
    displayName: "Claude Opus 5.5",
    provider: "Anthropic",
    available: true,
    tiers: ["premium"],
    canSeeImages: true,
    pricePerMillion: { input: 28.6, cached: 2.9, output: 143 },
    abilities: {
      efforts: ["low", "medium", "high"],
      sampling: "never",
      tools: "always",
      thinks: true,
      window: 1_000_000,
    },
    rating: [5, 3],
    goodAt: "flagship",
  },
  argon: {
    name: "gemini-4-argon",
    displayName: "Gemini 4 Argon",
    provider: "Google",
    available: true,
    tiers: ["premium"],
    canSeeImages: true,
    pricePerMillion: { input: 28.6, cached: 2.9, output: 143 },
    abilities: { efforts: ["low", "high"], sampling: "never", tools: "always", thinks: true, window: 1_048_576 },
    rating: [5, 3],
    goodAt: "reasoning",
  },
} as const
