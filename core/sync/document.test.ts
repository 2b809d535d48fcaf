import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { fromRecord, type MessageRecord, messageShape } from "../conversation/message-record.ts"
import { newSession } from "../conversation/session.ts"
import { userMessage, type Message } from "../conversation/message.ts"
import { defaultModelConfig } from "../settings/model-config.ts"
import { mergeRows } from "../storage/merge.ts"
import { otherEditions, type Row } from "../storage/row.ts"
import { nextStamp, type Stamp } from "../storage/stamp.ts"
import { fieldsOf } from "../lib/fields.ts"
import { largestChunkBytes, splitIntoChunks } from "./chunks.ts"
import { emptyDocument, nonceIn, travelling } from "./document.ts"
import { readDocument } from "./read-document.ts"
import { writeDocument } from "./write-document.ts"
import { compareStates, type SyncState } from "./join.ts"
import { messageRecord, type SyncRecord } from "./sync-record.ts"
import { mostUnread } from "./unread.ts"

const habits = { isDayFirst: true, epochOf: () => Number.NaN, parseIso: (text: string) => Date.parse(text) }
const now = 1_790_000_000_000
const stamp = (count: number, device = "device-one"): Stamp => nextStamp({ device }, now + count)
const writing = { nonce: "abc", seen: { "device-one": stamp(9) }, unnamed: "Nova conversa" }

function chat(id: string, texts: readonly string[]): readonly SyncRecord[] {
  const session = {
    ...newSession({ id, now, modelConfig: defaultModelConfig, lang: "pt" }),
    topic: `Sobre ${id}`,
    pinned: true,
  }
  const row = (kind: SyncRecord["kind"], of: string, value: object, at: number): SyncRecord => {
    const stored: Row<object> = { id: of, version: 1, value, sync: { born: stamp(at) } }
    return { kind, id: of, row: stored }
  }
  const messages = texts.map((text, at): SyncRecord => {
    const name = `${id}-${at}`
    const message: Message =
      at % 2 === 0
        ? userMessage(name, now + at, text)
        : {
            id: name,
            date: now + at,
            role: "assistant",
            content: text,
            model: "m",
            runId: `run-${name}`,
            finish: "stop",
          }
    return row("messages", name, messageRecord(name, id, now + at, message), at + 1)
  })
  return [row("sessions", id, session, 0), ...messages]
}

const grave: SyncRecord = {
  kind: "messages",
  id: "dead",
  row: { id: "dead", sync: { life: { alive: false, c: stamp(5), seen: { "device-one": stamp(5) } } } },
}
const state = travelling([...chat("a", ["Oi", "Olá!", "R$ 10 é caro?"]), ...chat("b", ["Só isto"]), grave])

function written(from: SyncState = state): string {
  return writeDocument(from, emptyDocument, writing).join("")
}

function read(text: string) {
  const found = readDocument(text, habits)
  if (!found.ok) throw new Error(found.error)
  return found.value
}

describe("the file of a state", () => {
  it("is the same state when it is read", () => {
    const found = read(written())
    expect(compareStates(state, found.state)).toEqual({ down: [], up: [] })
    expect(found).toMatchObject({ nonce: "abc", seen: writing.seen, skipped: 0 })
    expect(nonceIn(written().slice(0, 200))).toBe("abc")
  })

  it("is a backup of NextChat's, in its order and its words", () => {
    const file = JSON.parse(written())
    expect(Object.keys(file)).toEqual([
      "prosa",
      "chat-next-web-store",
      "access-control",
      "app-config",
      "mask-store",
      "prompt-store",
    ])
    const [first] = file["chat-next-web-store"].sessions
    expect(first).toMatchObject({ id: "a", topic: "Sobre a" })
    expect(first.messages.map(({ role, content }: Message) => [role, content])).toEqual([
      ["user", "Oi"],
      ["assistant", "Olá!"],
      ["user", "R$ 10 é caro?"],
    ])
  })

  it.each([
    ["", "empty"],
    ["<html>login</html>", "unreadable"],
    ["{}", "stranger"],
    ["[]", "stranger"],
    [`{"error":"no"}`, "stranger"],
    [written().slice(0, -40), "unreadable"],
    [written().replace("Oi", "Ai"), "damaged"],
    [written().replace(`"v":1`, `"v":2`), "future"],
  ])("is refused where it is not one (%#)", (text, trouble) => {
    expect(readDocument(text, habits)).toEqual({ ok: false, error: trouble })
  })

  it("is refused where a later version of the page wrote a record of it", () => {
    const file = JSON.parse(written())
    delete file.prosa
    file["app-config"].prosa["folders/x"] = JSON.stringify({ kind: "folders", id: "x", version: 1_000, value: {} })
    expect(readDocument(JSON.stringify(file), habits)).toEqual({ ok: false, error: "future" })
  })

  it("is a state or a reason, whatever stands in it", () => {
    const json = fc.json()
    fc.assert(fc.property(json, (text) => typeof readDocument(text, habits).ok === "boolean"))
    const wild = fc.dictionary(fc.constantFrom("id", "messages", "prosa", "mask", "topic", "__proto__"), fc.jsonValue())
    fc.assert(
      fc.property(fc.array(wild), fc.jsonValue(), (sessions, config) => {
        const text = JSON.stringify({ "chat-next-web-store": { sessions }, "app-config": { prosa: config } })
        expect(readDocument(text, habits).ok).toBe(true)
      }),
    )
  })

  it("never takes a year that nobody will see for a later write", () => {
    const file = JSON.parse(written())
    delete file.prosa
    const [first] = file["chat-next-web-store"].sessions
    first.prosa.s = { born: "zzzzzzzzz-0000-evil-evil1" }
    first.lastUpdate = 8.64e15
    const found = read(JSON.stringify(file)).state.get("sessions/a")
    expect(found?.row.sync).toBeUndefined()
    expect(fieldsOf(found?.row.value)["lastUpdate"]).toBe(now)
  })

  it("has what NextChat wrote into it, and nothing that it did not touch is changed", () => {
    const file = JSON.parse(written())
    delete file.prosa
    const [first] = file["chat-next-web-store"].sessions
    first.topic = "Outro título"
    first.messages[0].content = "Oi, tudo bem?"
    first.messages.push({ id: "theirs", role: "user", content: "De lá", date: new Date(now + 50).toISOString() })
    const found = read(JSON.stringify(file))
    const { down, up } = compareStates(state, found.state)
    expect(up).toEqual([])
    expect(down.map(({ id }) => id).sort()).toEqual(["a", "a-0", "theirs"])
    expect(found.seen).toBeUndefined()
    expect(fieldsOf(found.state.get("sessions/a")?.row.value)).toMatchObject({ topic: "Outro título", pinned: true })
    // The same edit is the same write, whoever reads it and however often.
    expect(read(JSON.stringify(file)).state).toEqual(found.state)
  })

  it("keeps the picture of a question whose words NextChat changed", () => {
    const picture = { type: "image_url" as const, image_url: { url: "nk-image:foto/4x3" } }
    const [session, question] = chat("a", ["Oi"])
    if (session === undefined || question === undefined) throw new Error("no chat")
    const asked = userMessage("a-0", now, [{ type: "text", text: "Que e isto?" }, picture])
    const value = messageRecord("a-0", "a", now, asked)
    const file = JSON.parse(written(travelling([session, { ...question, row: { ...question.row, value } }])))
    delete file.prosa
    const [line] = file["chat-next-web-store"].sessions[0].messages
    line.content = line.content.replace("e isto", "é isto")
    const found = fieldsOf(read(JSON.stringify(file)).state.get("messages/a-0")?.row.value)
    expect(fieldsOf(found["message"])["content"]).toEqual([{ type: "text", text: "Que é isto?" }, picture])
  })

  it("still offers the other editions of a text that NextChat wrote over, which shows none of them", () => {
    const others = [{ v: "De outro aparelho", c: stamp(20, "device-two") }]
    const memory = [{ v: { memoryPrompt: "Outro resumo" }, c: stamp(20, "device-two") }]
    const edited = (record: SyncRecord): SyncRecord => {
      const part = record.kind === "messages" ? "message.content" : "memory"
      const text = { c: stamp(30), seen: { "device-one": stamp(30), "device-two": stamp(20) } }
      const texts = { [part]: { ...text, others: part === "memory" ? memory : others } }
      return { ...record, row: { ...record.row, sync: { ...record.row.sync, texts } } }
    }
    const file = JSON.parse(written(travelling(chat("a", ["Oi"]).map(edited))))
    delete file.prosa
    const [first] = file["chat-next-web-store"].sessions
    first.messages[0].content = "Oi!"
    first.memoryPrompt = "Resumo de lá"
    const { state: found } = read(JSON.stringify(file))
    expect(fieldsOf(fieldsOf(found.get("messages/a-0")?.row.value)["message"])["content"]).toBe("Oi!")
    expect(otherEditions(found.get("messages/a-0")?.row.sync, "message.content", "Oi!")).toEqual(others)
    expect(otherEditions(found.get("sessions/a")?.row.sync, "memory", undefined)).toEqual(memory)
  })

  describe("with messages of NextChat's own", () => {
    const may = {
      ...habits,
      epochOf: (...[year, month, day, hour]: readonly number[]) => Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour),
    }
    const july = { ...may, isDayFirst: false }
    const theirs = (content: string, prosa: unknown, role = "user") => {
      const line = { id: "q", role, content, date: "07/05/2026, 08:05:03" }
      const session = { id: "c", topic: "t", lastUpdate: now, mask: {}, messages: [line] }
      const text = JSON.stringify({ "chat-next-web-store": { sessions: [session] }, "app-config": { prosa } })
      const wanted = readDocument(text, prosa === undefined ? may : july)
      if (!wanted.ok) throw new Error(wanted.error)
      const file = JSON.parse(writeDocument(wanted.value.state, wanted.value, writing).join(""))
      const record = wanted.value.state.get("messages/q")
      if (record === undefined) throw new Error("no message")
      return { record, noted: file["app-config"].prosa as unknown }
    }

    it("has them at the dates that they were first read with, whoever reads them", () => {
      const first = theirs("Oi", undefined)
      expect(theirs("Oi", first.noted).record).toEqual(first.record)
    })

    it("takes other words of them for edits, each later than the one before", () => {
      const first = theirs("Oi", undefined)
      const second = theirs("Ola", first.noted)
      const third = theirs("Olá", second.noted)
      const both = [second, third].reduce(
        (row, { record }) => mergeRows(messageShape, row, record.row),
        first.record.row,
      )
      expect(fieldsOf(fieldsOf(both.value)["message"])["content"]).toBe("Olá")
      expect(otherEditions(both.sync, "message.content", "Olá")).toEqual([])
      const [answer, edited] = [
        theirs("Oi", undefined, "assistant"),
        theirs("Olá", theirs("Oi", undefined, "assistant").noted, "assistant"),
      ]
      const joined = mergeRows(messageShape, answer.record.row, edited.record.row)
      expect(fromRecord(joined.value as MessageRecord).message.content).toBe("Olá")
    })
  })

  it("keeps what is not ours", () => {
    const file = JSON.parse(written())
    delete file.prosa
    file["access-control"] = { openaiApiKey: "sk-theirs" }
    file["app-config"].fontSize = 22
    const found = read(JSON.stringify(file))
    const again = JSON.parse(writeDocument(found.state, found, writing).join(""))
    expect(again["access-control"]).toEqual({ openaiApiKey: "sk-theirs" })
    expect(again["app-config"].fontSize).toBe(22)
  })

  it("has no horizon, and one that an older page wrote is passed over", () => {
    const file = JSON.parse(written())
    delete file.prosa
    file["app-config"].prosa.horizon = stamp(3)
    const found = read(JSON.stringify(file))
    expect(found.skipped).toBe(0)
    expect(writeDocument(found.state, found, writing).join("")).not.toContain("horizon")
  })

  it("never has half an answer", () => {
    const arriving: Message = {
      id: "x",
      date: now,
      role: "assistant",
      content: "Meia res",
      streaming: true,
      runId: "run-1",
      idempotencyKey: "key-1",
    }
    const value = {
      ...messageRecord("x", "a", now + 9, arriving),
      message: { id: "x", role: "assistant", streaming: true } as const,
    }
    const found = travelling([
      ...chat("a", ["Oi"]),
      { kind: "messages", id: "x", row: { id: "x", value, sync: { born: stamp(8) } } },
    ])
    const text = written(found)
    expect(text).not.toContain("Meia res")
    expect(text).toContain("run-1")
  })
})

describe("what cannot be read in a file", () => {
  const line = { id: "later", role: "oracle", content: "Depois", prosa: { p: now, m: { role: "oracle" }, s: {} } }
  const whole = { id: "c", topic: "De outra versão", messages: [line], prosa: { x: 7 } }
  const strange = JSON.stringify({ kind: "masks", id: "m1", version: 1, value: 7 })
  const unread = {
    sessions: [whole],
    lines: new Map([["a", [{ at: 1, line }]]]),
    records: { "masks/m1": strange },
  }
  const withUnread = (of: SyncState) =>
    writeDocument(of, { found: { ...emptyDocument.found, unread } }, writing).join("")
  const sessionsOf = (text: string): readonly { readonly id: string; readonly messages: readonly unknown[] }[] =>
    JSON.parse(text)["chat-next-web-store"].sessions

  it("is counted and written again as it was found, where it was found", () => {
    const found = read(withUnread(state))
    expect(found).toMatchObject({ skipped: 3, found: { unread } })
    const again = writeDocument(found.state, found, writing).join("")
    expect(again).toBe(withUnread(state))
    expect(sessionsOf(again)[0]?.messages[1]).toEqual(line)
    expect(sessionsOf(again).at(-1)).toEqual(whole)
  })

  it("is known to nobody who reads it, where it is ours and its writer could read it", () => {
    const byWhoCould = withUnread(state).replace(/,"unread":\[[^\]]*\]/, "")
    expect(read(byWhoCould)).toMatchObject({ skipped: 3, seen: undefined })
    expect(read(written()).seen).toEqual(writing.seen)
    // Who carries it on unread has not counted it as known.
    expect(read(withUnread(state)).seen).toEqual(writing.seen)
    const some = { ...unread, sessions: [{ ...whole, prosa: { x: 8 } }] }
    const other = writeDocument(state, { found: { ...emptyDocument.found, unread: some } }, writing)
    const head = JSON.parse(other.join("")).prosa.unread as readonly string[]
    const mixed = withUnread(state).replace(/"unread":\[[^\]]*\]/, `"unread":${JSON.stringify(head)}`)
    expect(read(mixed).seen).toBeUndefined()
  })

  it("is kept under names of records alone, and only so much of it", () => {
    const names = ["masks/m1", "masksx", "masks", "__proto__", "strange/m1", "masks/", "toString"]
    const records = Object.fromEntries(names.map((name) => [name, strange]))
    const text = writeDocument(state, { found: { ...emptyDocument.found, unread: { ...unread, records } } }, writing)
    expect(Object.keys(read(text.join("")).found.unread.records)).toEqual(["masks/m1"])
    const file = JSON.parse(written())
    delete file.prosa
    for (let at = 0; at < mostUnread.entries + 9; at++)
      file["chat-next-web-store"].sessions.push({ ...whole, id: `c${at}` })
    const found = read(JSON.stringify(file))
    expect([found.skipped, found.found.unread.sessions.length]).toEqual([mostUnread.entries + 9, mostUnread.entries])
    file["chat-next-web-store"].sessions = [{ ...whole, topic: "x".repeat(mostUnread.units) }, whole]
    expect(read(JSON.stringify(file)).found.unread.sessions).toEqual([whole])
  })

  it("counts for NextChat where it stands before a mark", () => {
    const records = chat("a", ["Oi", "Olá!", "E agora?"]).map((record) => {
      const { row } = record
      const marks = { summarized: now + 1, cleared: now }
      return record.kind === "sessions" ? { ...record, row: { ...row, value: { ...row.value, marks } } } : record
    })
    const [first] = JSON.parse(withUnread(travelling(records)))["chat-next-web-store"].sessions
    expect(first.messages.map(({ id }: { readonly id: string }) => id)).toEqual(["a-0", "later", "a-1", "a-2"])
    // The unread line stands behind what was cleared, and before the end of the summary.
    expect(first).toMatchObject({ clearContextIndex: 1, lastSummarizeIndex: 3 })
  })

  it("is nothing where no message stands, and is kept of both conversations of one name", () => {
    const file = JSON.parse(written())
    delete file.prosa
    const [first] = file["chat-next-web-store"].sessions
    const twin = { ...first, messages: [{ ...line, id: "other" }] }
    first.messages.splice(1, 0, 7, line, null)
    file["chat-next-web-store"].sessions.push(twin)
    const found = read(JSON.stringify(file))
    expect(found.found.unread.lines.get("a")).toEqual([
      { at: 1, line },
      { at: 0, line: { ...line, id: "other" } },
    ])
    const again = sessionsOf(writeDocument(found.state, found, writing).join(""))
    expect(again.filter(({ id }) => id === "a").map(({ messages }) => messages.length)).toEqual([5])
    expect(JSON.stringify(again)).not.toContain("{}]")
  })

  it("gives way to those who have it, and goes with what was deleted", () => {
    const mine = sessionsOf(withUnread(travelling([...state.values(), ...chat("c", ["Oi"])])))
    expect(mine.filter(({ id }) => id === "c")).toHaveLength(1)
    expect(mine.find(({ id }) => id === "c")?.messages).toEqual([line, expect.objectContaining({ content: "Oi" })])
    const dead = (kind: SyncRecord["kind"], id: string): SyncRecord => ({
      ...grave,
      kind,
      id,
      row: { ...grave.row, id },
    })
    const left = sessionsOf(
      withUnread(travelling([...state.values(), dead("sessions", "c"), dead("messages", "later")])),
    )
    expect(left.map(({ id, messages }) => [id, messages.length])).toEqual([
      ["a", 3],
      ["b", 1],
    ])
  })

  it("is nothing where NextChat has a chat in which nothing was said", () => {
    const file = JSON.parse(written())
    delete file.prosa
    file["chat-next-web-store"].sessions.push({ id: "e", topic: "Nova Conversa", messages: [] })
    expect(read(JSON.stringify(file))).toMatchObject({ skipped: 0, found: { unread: { sessions: [] } } })
  })
})

describe("chunks", () => {
  it("join to the text, each no larger than it may be and cut at no character", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "ç", " ", "漢", "😀", "é"), maxLength: 400 })
    fc.assert(
      fc.property(text, fc.integer({ min: 4, max: 40 }), (one, most) => {
        const chunks = splitIntoChunks(one, most)
        expect(chunks.join("")).toBe(one)
        for (const chunk of chunks) expect(Buffer.byteLength(chunk)).toBeLessThanOrEqual(most)
        for (const chunk of chunks) expect(Buffer.from(chunk).toString()).toBe(chunk)
      }),
    )
  })

  it("end at spaces where there are some", () => {
    expect(splitIntoChunks("um dois tres quatro", 9)).toEqual(["um dois ", "tres ", "quatro"])
    expect(splitIntoChunks("a".repeat(2 * largestChunkBytes + 1)).map(({ length }) => length)).toEqual([
      largestChunkBytes,
      largestChunkBytes,
      1,
    ])
  })
})
