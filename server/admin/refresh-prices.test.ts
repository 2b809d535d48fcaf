import { copyFileSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { tempFolder } from "../../testing/temp-folder.ts"
import { readModelFile, shippedModelFile } from "../gateway/models/model-file.ts"
import { refreshRows, refreshShippedPrices } from "./refresh-prices.ts"

const today = new Date("2026-11-22T12:00:00Z")

test("finds the prices of the file in the repository as the price package says them", async () => {
  const { changed, missing } = await refreshRows(readModelFile(), today)
  expect({ changed, missing }).toEqual({ changed: [], missing: [] })
})

test("renews what came from the package, leaves what was read elsewhere, and keeps the file's form", async () => {
  const file = join(tempFolder("prosa-models"), "models.json")
  copyFileSync(shippedModelFile, file)
  const text = readFileSync(file, "utf8")
  const json = JSON.parse(text) as { models: { id: string; provider: string; source: string; prices: object[] }[] }
  const rowOf = (id: string) => json.models.find((row) => row.id === id && row.provider === "openai")!
  Object.assign(rowOf("gpt-5").prices[0]!, { input: 1 })
  Object.assign(rowOf("tts-1").prices[0]!, { speech: 1 })
  writeFileSync(file, JSON.stringify(json))
  expect(await refreshShippedPrices(file, today)).toEqual({ changed: ["openai gpt-5"], missing: [] })
  Object.assign(rowOf("gpt-5").prices[0]!, { input: 1_250_000 })
  expect(readModelFile(file)).toMatchObject(json.models)
  expect(readFileSync(file, "utf8").replace('"speech": 1 }', '"speech": 15000000 }')).toBe(text)
})
