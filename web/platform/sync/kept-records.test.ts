import "fake-indexeddb/auto"
import { IDBFactory } from "fake-indexeddb"
import { beforeEach, describe, expect, it } from "vitest"
import { userMessage } from "#core/conversation/message.ts"
import { newSession } from "#core/conversation/session.ts"
import { defaultModelConfig } from "#core/settings/model-config.ts"
import { nextStamp } from "#core/storage/stamp.ts"
import { openDatabase, type ProsaDatabase } from "../storage/database.ts"
import { applyRecords } from "./apply-records.ts"
import { keptMs, listKept, restoreKept, sweepKept } from "./kept-records.ts"

describe("a conversation that another device deleted while something was still to be sent in it", () => {
  const now = Date.now()
  let database: ProsaDatabase
  const unsent = async () => [await database.get("drafts", "a"), await database.getKey("attachments", "a")]
  const written = [{ sessionId: "a", text: "Ainda não" }, "a"]

  beforeEach(async () => {
    globalThis.indexedDB = new IDBFactory()
    database = await openDatabase(() => {})
    const value = newSession({ id: "a", now, modelConfig: defaultModelConfig, lang: "pt" })
    const born = nextStamp({ device: "device-one" }, now)
    const life = { alive: false, c: nextStamp({ device: "device-one" }, now + 1), seen: { "device-one": born } }
    await database.put("sessions", { id: "a", version: 1, value, sync: { born } })
    await database.put("drafts", { sessionId: "a", text: "Ainda não" })
    await database.put("attachments", { sessionId: "a", attachments: [], images: ["picture"] })
    const grave = { kind: "sessions", id: "a", row: { id: "a", sync: { life } } } as const
    await applyRecords(database, { records: [grave], from: "file" })
    expect(await database.getKey("sessions", "a")).toBeUndefined()
  })

  it("has it when it is brought back, and for as long as it can be", async () => {
    await sweepKept(database, now)
    expect(await unsent()).toEqual(written)
    expect(await restoreKept(database, "sessions", "a")).toBe(true)
    for (const later of [2, 3]) await sweepKept(database, now + later * keptMs)
    expect(await unsent()).toEqual(written)
  })

  it("keeps nothing of it once it cannot be brought back any more", async () => {
    for (const later of [2, 3]) await sweepKept(database, now + later * keptMs)
    expect(await unsent()).toEqual([undefined, undefined])
  })

  it("has it whole after a clock that was years ahead for a while", async () => {
    const ahead = now + 24 * keptMs
    for (const time of [ahead, ahead + 60_000, now, ahead, now]) await sweepKept(database, time)
    expect(await unsent()).toEqual(written)
    expect(await restoreKept(database, "sessions", "a")).toBe(true)
  })
})

describe("what another device deleted", () => {
  const now = Date.now()
  const stamp = (device: string, at: number) => nextStamp({ device: `device-${device}` }, now + at)
  const life = (at: number) => ({ alive: false, c: stamp("two", at), seen: { "device-one": stamp("one", 0) } })
  let database: ProsaDatabase
  const bury = (kind: "sessions" | "messages" | "folders", id: string, at: number) =>
    applyRecords(database, { records: [{ kind, id, row: { id, sync: { life: life(at) } } }], from: "file" })
  const kept = async () => (await listKept(database)).map(({ kind, id, title, words }) => [kind, id, title, words])

  beforeEach(async () => {
    globalThis.indexedDB = new IDBFactory()
    database = await openDatabase(() => {})
    const sync = { born: stamp("one", 0) }
    for (const [id, topic] of [
      ["a", "Acre"],
      ["b", ""],
    ] as const) {
      const value = { ...newSession({ id, now, modelConfig: defaultModelConfig, lang: "pt" }), topic }
      await database.put("sessions", id === "a" ? value : { id, version: 1, value, sync })
      const message = userMessage(`${id}-q`, now, `Pergunta de ${id}`)
      await database.put("messages", { id: `${id}-q`, sessionId: id, position: now, message, sync })
    }
    await database.put("folders", { id: "f", version: 1, value: { id: "f", name: "Viagens", createdAt: now }, sync })
  })

  it("is listed by its name, a message by its words and its conversation, the latest first", async () => {
    await bury("folders", "f", 1)
    await bury("messages", "a-q", 2)
    await bury("sessions", "b", 3)
    const list = await listKept(database)
    expect(list.map(({ at }) => at)).toEqual(list.map(({ at }) => at).toSorted((a, b) => b - a))
    expect(list[0]?.until).toBe((list[0]?.at ?? 0) + keptMs)
    expect((await kept()).map((one) => one.join("; ")).toSorted()).toEqual([
      "folders; f; Viagens; ",
      "messages; a-q; Acre; Pergunta de a",
      "sessions; b; ; Pergunta de b",
    ])
    for (const { kind, id } of list) expect(await restoreKept(database, kind, id)).toBe(true)
    expect(await kept()).toEqual([])
    expect((await database.getAllKeys("messages")).toSorted()).toEqual(["a-q", "b-q"])
    expect(await database.getAllKeys("folders")).toEqual(["f"])
  })

  it("is not listed once another device has brought all of it back, and is where some of it is here alone", async () => {
    const [message, session] = [await database.get("messages", "b-q"), await database.get("sessions", "b")]
    await bury("sessions", "b", 1)
    expect(await kept()).toEqual([["sessions", "b", "", "Pergunta de b"]])
    const alive = { alive: true, c: stamp("three", 5), seen: {} }
    const { value, sync } = session as never as { readonly value: object; readonly sync: object }
    const row = { id: "b", version: 1, value, sync: { ...sync, life: alive } }
    const { decisions } = await applyRecords(database, { records: [{ kind: "sessions", id: "b", row }], from: "file" })
    expect(decisions).toMatchObject([{ type: "returned", kind: "sessions", id: "b" }])
    expect(await kept()).toEqual([["sessions", "b", "", "Pergunta de b"]])
    await database.put("messages", message!)
    expect(await kept()).toEqual([])
  })

  it("comes back with its conversation, where that was deleted after it", async () => {
    await bury("messages", "a-q", 1)
    await bury("sessions", "a", 2)
    expect(await restoreKept(database, "messages", "a-q")).toBe(true)
    expect(await database.getKey("sessions", "a")).toBe("a")
    expect(await database.getKey("messages", "a-q")).toBe("a-q")
    expect(await kept()).toEqual([])
  })

  it("stays kept where its conversation cannot be had back", async () => {
    await bury("messages", "a-q", 1)
    await bury("sessions", "a", 2)
    const entry = await database.get("kept", ["messages", "a-q"])
    await database.delete("kept", ["sessions", "a"])
    expect(await restoreKept(database, "messages", "a-q")).toBe(false)
    expect(await database.get("kept", ["messages", "a-q"])).toEqual(entry)
    expect(await kept()).toEqual([])
  })
})
