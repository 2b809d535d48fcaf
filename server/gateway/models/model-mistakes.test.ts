import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { catalogueProblems, catalogueWarnings } from "#core/models/check-catalogue.ts"
import { tempFolder } from "../../../testing/temp-folder.ts"
import { parseModelFile, parseRowFields, readModelFile } from "./model-file.ts"

test("the catalogue that comes with the program has no mistake, and nobody's chain ends among the dead", () => {
  const rows = readModelFile()
  expect(catalogueProblems(rows, [])).toEqual([])
  expect(catalogueWarnings(rows)).toEqual([])
})

const row = { provider: "openai", id: "m", name: "M", kind: "chat", source: "s", read: "2026-11-22" }
const file = (...models: readonly object[]) => ({ read: "2026-11-22", sources: {}, models })

test.each([
  [{}, "is no catalogue of models"],
  [file({ ...row, mood: "good" }), "model 1 (m): mood: is no field that is known here"],
  [file(row, row), "m@openai stands there twice"],
  [file({ ...row, id: "../m" }), "model 1 (../m): id: must be a model's id"],
  [file({ ...row, id: "__proto__" }), "must be a model's id"],
  [file({ ...row, prices: [{ input: 0, output: 1 }] }), "prices.0.input: must be above 0"],
  [file({ ...row, prices: [{ input: 1 }] }), "prices.0.output: must be there"],
  [file({ ...row, prices: [{ input: 1, output: -1 }] }), "prices.0.output: must be above 0"],
  [file({ ...row, prices: [{}] }), "prices.0: must have input and output"],
  [
    file({ ...row, prices: [{ speech: 1, images: { any: 1 } }] }),
    "exactly one of images, speech, transcription and searchCall",
  ],
])("%j is one sentence", (json, sentence) => {
  expect(parseModelFile(json)).toEqual({ ok: false, error: expect.stringContaining(sentence) })
})

test("a file that cannot be read is named", () => {
  const path = join(tempFolder("prosa-model-file"), "models.json")
  writeFileSync(path, "{")
  expect(() => readModelFile(path)).toThrow(`${path} cannot be read`)
  writeFileSync(path, JSON.stringify(file({ ...row, kind: "poem" })))
  expect(() => readModelFile(path)).toThrow(`${path}: model 1 (m): kind`)
})

test("an operator says as much of a model as they like", () => {
  expect(parseRowFields({ provider: "openai", id: "m" })).toMatchObject({ ok: true })
  expect(parseRowFields({ provider: "openai" })).toMatchObject({ ok: false, error: expect.stringContaining("id") })
})
