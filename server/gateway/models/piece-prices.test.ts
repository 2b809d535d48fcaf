import { expect, test } from "vitest"
import type { ModelRow, PiecePrice } from "#core/models/model-row.ts"
import { loadPriceBook } from "../../ledger/price-book.ts"
import { priceOfPiece } from "./piece-prices.ts"

/** Dollars are reais here, and nothing is added. */
const exchange = { fxBrlPerUsd: "1", margin: "1" }
const now = Date.UTC(2026, 10, 22, 12)

/** The price of one piece of a model with this price list, in micro-reais a million. */
function priceOf(price: PiecePrice, pieces: Parameters<typeof priceOfPiece>[2], id = "dall-e-3") {
  const row: ModelRow = { provider: "openai", id, name: id, kind: "image", prices: [price], source: "", read: "" }
  return priceOfPiece(loadPriceBook([row], exchange, now), { name: id, provider: "openai" }, pieces)
}

const bySize = { images: { "1024x1024 standard": 40_000, "1024x1792 hd": 120_000 } }

test("a picture has the price of its size and quality, and none where the list has none", () => {
  const drawn = (as: string) => priceOf(bySize, { by: "picture", as })
  expect(drawn("1024x1024 standard")).toBe(40_000_000_000)
  expect(drawn("1024x1792 hd")).toBe(120_000_000_000)
  expect(drawn("1792x1024 hd")).toBeUndefined()
  expect(drawn("constructor")).toBeUndefined()
})

test("a picture is priced in the words of the model that makes it", () => {
  const price = { images: { "1536x1024 high": 200_000 } }
  expect(priceOf(price, { by: "picture", as: "1792x1024 hd" }, "gpt-image-1")).toBe(200_000_000_000)
})

test("one price may be that of all of a model's pictures", () => {
  expect(priceOf({ images: { any: 30_000 } }, { by: "picture", as: "16:9" })).toBe(30_000_000_000)
})

test("a picture that is made of others costs theirs, too, and has no price where theirs is unknown", () => {
  const edited = { by: "picture", as: "1024x1024 standard", edited: 2 } as const
  expect(priceOf({ images: { ...bySize.images, edited: 5_000 } }, edited)).toBe(50_000_000_000)
  expect(priceOf(bySize, edited)).toBeUndefined()
})
