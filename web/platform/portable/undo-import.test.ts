import "fake-indexeddb/auto"
import { IDBFactory } from "fake-indexeddb"
import { beforeEach, expect, it } from "vitest"
import { conversation } from "../../../testing/exports/chatgpt.ts"
import { defaultModelConfig } from "#core/settings/model-config.ts"
import { ofSession } from "../storage/change-stores.ts"
import { openDatabase, type ProsaDatabase } from "../storage/database.ts"
import { openRecordWriter } from "../storage/record-writer.ts"
import { runImport } from "./run-import.ts"
import { undoImport } from "./undo-import.ts"

let database: ProsaDatabase
let now = Date.UTC(2026, 10, 24)

beforeEach(async () => {
  globalThis.indexedDB = new IDBFactory()
  database = await openDatabase(() => {})
})

/** Brings a conversation of so many questions with their answers. */
async function bring(turns: number) {
  const made = conversation("c", "Viagem")
  for (let turn = 1; turn <= turns; turn += 1) {
    made.say("user", `Pergunta ${turn}`)
    made.say("assistant", `Resposta ${turn}`)
  }
  const { came, grown, messages, importId } = await runImport({
    database,
    files: [new File([JSON.stringify([made.done()])], "conversations.json")],
    habits: {
      modelConfig: defaultModelConfig,
      lang: "pt",
      now: (now += 60_000),
      words: { missingPicture: "sem imagem", branch: "{title} (ramo {number})" },
    },
    isWriting: true,
    progress: () => {},
    isCancelled: () => false,
  })
  return { told: { came, grown, messages }, importId: importId ?? "" }
}

const undo = ({ importId }: { readonly importId: string }) => undoImport(database, importId, () => {})

async function said() {
  const [sessionId = ""] = await database.getAllKeys("sessions")
  return database.getAllKeysFromIndex("messages", "by-session", ofSession(sessionId))
}

/** Deletes messages, as somebody does who reads them. */
async function remove(gone: readonly string[]): Promise<void> {
  const write = database.transaction(["messages", "graves", "peers", "outbox"], "readwrite")
  const writer = await openRecordWriter(write, now)
  for (const id of gone) {
    void write.objectStore("messages").delete(id)
    writer.bury("messages", id)
  }
  writer.close()
  await write.done
}

it("what a conversation grew by comes again after it was taken back", async () => {
  await bring(1)
  const later = await bring(2)
  const grown = await said()
  expect(grown).toHaveLength(4)
  expect(await undo(later)).toEqual({ removed: 1, kept: 0, passedOn: 0 })
  expect(await said()).toEqual(grown.slice(0, 2))
  const again = await bring(3)
  expect(again.told).toEqual({ came: 0, grown: 1, messages: 4 })
  expect((await said()).slice(0, 4)).toEqual(grown)
  expect(await database.count("graves")).toBe(0)
  expect(await undo(again)).toEqual({ removed: 1, kept: 0, passedOn: 0 })
  expect(await said()).toEqual(grown.slice(0, 2))
})

it("what somebody deleted after it had come again stays away", async () => {
  await bring(1)
  await undo(await bring(2))
  await bring(2)
  await remove((await said()).slice(2))
  expect((await bring(2)).told).toEqual({ came: 0, grown: 0, messages: 0 })
  // What was said since comes, even where nothing of the conversation was left.
  await remove(await said())
  expect((await bring(3)).told).toEqual({ came: 0, grown: 1, messages: 2 })
  expect(await said()).toHaveLength(2)
})

it("the beginning of a conversation that somebody deleted does not come as a copy of it from an older file", async () => {
  await bring(2)
  await remove((await said()).slice(0, 2))
  expect((await bring(1)).told).toEqual({ came: 0, grown: 0, messages: 0 })
})

it("what a later import made grow stays with it when the first one is taken back, and goes with it, all of it", async () => {
  const first = await bring(1)
  const second = await bring(2)
  const third = await bring(3)
  const whole = await said()
  expect(await undo(first)).toEqual({ removed: 0, kept: 0, passedOn: 1 })
  expect(await said()).toEqual(whole)
  expect(await undo(third)).toEqual({ removed: 1, kept: 0, passedOn: 0 })
  expect(await said()).toEqual(whole.slice(0, 4))
  expect(await undo(second)).toEqual({ removed: 1, kept: 0, passedOn: 0 })
  expect(await database.count("sessions")).toBe(0)
  expect(await database.count("messages")).toBe(0)
})

it("nothing of a later import is left without what it follows", async () => {
  await bring(1)
  const second = await bring(2)
  const third = await bring(3)
  const whole = await said()
  expect(await undo(second)).toEqual({ removed: 0, kept: 0, passedOn: 1 })
  expect(await said()).toEqual(whole)
  expect(await undo(third)).toEqual({ removed: 1, kept: 0, passedOn: 0 })
  expect(await said()).toEqual(whole.slice(0, 2))
})

it("leaves a conversation alone in whose field a file waits to be sent", async () => {
  const brought = await bring(1)
  const [sessionId = ""] = await database.getAllKeys("sessions")
  const attachments = [{ kind: "file", name: "a.txt", text: "a", sizeBytes: 1 }] as never
  await database.put("attachments", { sessionId, attachments, images: [] })
  expect(await undo(brought)).toMatchObject({ kept: 1 })
  expect(await database.count("sessions")).toBe(1)
})
