import { describe, expect, it } from "vitest"
import { conversation } from "../../../testing/exports/chatgpt.ts"
import { tinyPng, zipOf } from "../../../testing/exports/zip.ts"
import { defaultModelConfig } from "#core/settings/model-config.ts"
import type { ProsaDatabase } from "../storage/database.ts"
import { runImport } from "./run-import.ts"

/** How often the database was asked. */
let asked = 0

/** A database in which nothing is stored, as far as counting reads it. */
const empty = {
  transaction: () => {
    asked += 1
    return {
      objectStore: () => ({
        count: async () => 0,
        getKey: async () => undefined,
        getAllKeys: async () => [],
        get: async () => undefined,
        index: () => ({ getAllKeys: async () => [] }),
      }),
      done: Promise.resolve(),
    }
  },
} as unknown as ProsaDatabase

/** What is said of some files of JSON before they are brought in. */
async function survey(files: Readonly<Record<string, unknown>>) {
  const report = await surveyFiles(
    Object.entries(files).map(([name, content]) => new File([JSON.stringify(content)], name)),
  )
  const { entries, came, grown, messages, skipped } = report
  return { entries, came, grown, messages, skipped: skipped.map(({ reason, count }) => [reason, count]) }
}

function surveyFiles(files: readonly File[]) {
  return runImport({
    database: empty,
    files,
    habits: {
      modelConfig: defaultModelConfig,
      lang: "pt",
      now: Date.UTC(2026, 10, 24),
      words: { missingPicture: "sem imagem", branch: "{title} (ramo {number})" },
    },
    isWriting: false,
    progress: () => {},
    isCancelled: () => false,
  })
}

function chat(turns: number) {
  const made = conversation("c", "Viagem")
  for (let turn = 1; turn <= turns; turn += 1) {
    made.say("user", `Pergunta ${turn}`)
    made.say("assistant", `Resposta ${turn}`)
  }
  return made.done()
}

describe("a conversation that is in two files of one import", () => {
  it("comes with the messages of both, whichever is read first", async () => {
    const others = Array.from({ length: 60 }, (_one, at) => {
      const made = conversation(`o${at}`)
      made.say("user", "Oi")
      return made.done()
    })
    expect(await survey({ "a.json": [chat(2)], "b.json": [chat(3)] })).toEqual({
      entries: 2,
      came: 1,
      grown: 1,
      messages: 6,
      skipped: [],
    })
    expect(await survey({ "a.json": [chat(3), ...others], "b.json": [chat(2), chat(3)] })).toEqual({
      entries: 63,
      came: 61,
      grown: 0,
      messages: 66,
      skipped: [["double", 2]],
    })
  })

  it("waits for no turn of its own where the first file was dealt with long ago", async () => {
    const all = (turns: number) =>
      Array.from({ length: 100 }, (_one, at) => {
        const made = conversation(`g${at}`)
        for (let turn = 0; turn < turns; turn += 1) made.say("user", `Pergunta ${turn}`)
        return made.done()
      })
    asked = 0
    const { came, grown, messages } = await survey({ "a.json": all(1), "b.json": all(2) })
    expect([came, grown, messages]).toEqual([100, 100, 200])
    // Fifty conversations at a time, and the rest at the end.
    expect(asked).toBe(5)
  })
})

it("a day of Gemini's activity in two files is one conversation", async () => {
  const entry = (header: string, title: string, time: string) => ({
    header,
    title: `Prompted ${title}`,
    time,
    products: [header],
    safeHtmlItem: [{ html: `<p>Sim, ${title}</p>` }],
  })
  const report = await survey({
    "MyActivity-1.json": [
      entry("Gemini Apps", "manhã", "2025-03-01T09:00:00Z"),
      entry("Gemini Apps", "noite", "2025-03-01T21:00:00Z"),
    ],
    "MyActivity-2.json": [
      entry("Bard", "tarde", "2025-03-01T15:00:00Z"),
      entry("Gemini Apps", "noite", "2025-03-01T21:00:00Z"),
    ],
  })
  expect(report).toEqual({ entries: 2, came: 1, grown: 0, messages: 6, skipped: [["double", 1]] })
})

it("a picture is promised by its bytes, whatever its file is called", async () => {
  const made = conversation("c", "Fotos")
  for (const id of ["file-Aa1", "file-Bb2", "file-Cc3"]) {
    const picture = { content_type: "image_asset_pointer", asset_pointer: `file-service://${id}` }
    made.say("user", { content_type: "multimodal_text", parts: [picture, `Veja ${id}`] })
    made.say("assistant", "Vejo.")
  }
  const page = `<!doctype html><title>Entre</title>${"<p>não é foto</p>".repeat(500)}`
  const files = { "conversations.json": [made.done()], "file-Aa1-a.png": tinyPng, "file-Bb2-b.png": page }
  const report = await surveyFiles([new File([new Uint8Array(zipOf(files))], "export.zip")])
  expect(report).toMatchObject({ pictures: 1, missingPictures: 2 })
})
