import { expect, test } from "vitest"
import { modelsOf } from "#core/models/provider-models.ts"
import { loadPriceBook } from "../ledger/price-book.ts"
import { readPriceFile } from "../ledger/price-file.ts"
import { refreshPrices } from "./refresh-prices.ts"

const when = { today: new Date("2026-11-21T12:00:00Z"), packageVersion: "0.1.8" }
const exchange = { fxBrlPerUsd: "5.50", margin: "1.3" }

test("finds every known model of five providers in the price package, and the file in the repository says the same", async () => {
  const { changed, missing, file } = await refreshPrices({ prices: [] }, when)
  expect(missing).toEqual([])
  const models = (["openai", "azure", "anthropic", "google", "moonshot"] as const).flatMap((id) =>
    modelsOf(id).map((model) => `${id} ${model}`),
  )
  expect(changed.toSorted()).toEqual(models.toSorted())
  expect(loadPriceBook(file, exchange).problems).toEqual([])
  expect((await refreshPrices(readPriceFile(), when)).changed).toEqual([])
})

test("keeps what was set by hand and replaces what came from the package", async () => {
  const origin = { provider: "openai", date: "2026-01-01" }
  const prices = [
    { ...origin, model: "gpt-5", input: 1, output: 1, source: "set by the operator" },
    { ...origin, model: "o3", input: 1, output: 1, source: "@pydantic/genai-prices 0.0.1" },
    { ...origin, model: "tts-1", speech: 1, source: "a price list" },
  ]
  const { file, changed } = await refreshPrices({ prices }, when)
  expect(changed).not.toContain("openai gpt-5")
  expect(changed).toContain("openai o3")
  expect(file.prices).toEqual(
    expect.arrayContaining([
      prices[0],
      prices[2],
      expect.objectContaining({ model: "o3", input: 2_000_000, output: 8_000_000, date: "2026-11-21" }),
    ]),
  )
})
