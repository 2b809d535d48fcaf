import { expect, it } from "vitest"
import { priceLevel } from "./price-level.ts"

it.each([
  [0, 1],
  [4.3, 1],
  [10, 1],
  [10.01, 2],
  [35.8, 2],
  [71.5, 3],
  [120, 3],
  [143, 4],
  [9_999, 4],
])("answers at R$ %d per million tokens are of level %i", (price, level) => expect(priceLevel(price)).toBe(level))
