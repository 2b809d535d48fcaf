import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { readNextChatDate, type DateHabits } from "./nextchat-date.ts"
import { readNextChatChats, readNextChatRecords } from "./nextchat.ts"

const habits: DateHabits = {
  isDayFirst: true,
  epochOf: (year, month, day, hour, minute, second) => Date.UTC(year, month - 1, day, hour, minute, second),
  parseIso: (text) => Date.parse(text),
}
let made = 0
const source = { ...habits, newId: () => `new-${++made}` }

describe("a date of NextChat", () => {
  const time = Date.UTC(2024, 4, 7, 20, 5, 3)
  it.each([
    ["07/05/2024, 20:05:03", true],
    ["5/7/2024, 8:05:03 PM", false],
    ["2024/5/7 20:05:03", true],
    ["2024/5/7 下午8:05:03", true],
    ["7.5.2024, 20:05:03", true],
    ["07/05/2024 20:05:03", true],
    ["2024-05-07T20:05:03.000Z", false],
  ])("%s is read", (text, isDayFirst) => {
    expect(readNextChatDate(text, { ...habits, isDayFirst })).toBe(time)
  })

  it("is read by its own numbers where they leave no doubt", () => {
    expect(readNextChatDate("21/11/2026, 08:05:03", { ...habits, isDayFirst: false })).toBe(
      Date.UTC(2026, 10, 21, 8, 5, 3),
    )
    expect(readNextChatDate("11/21/2026, 12:05:03 AM", habits)).toBe(Date.UTC(2026, 10, 21, 0, 5, 3))
  })

  it("is none where it is something else", () => {
    for (const none of ["Invalid Date", "", "99/99/2024", null, {}, Number.NaN, "1/2/3"]) {
      expect(readNextChatDate(none, habits)).toBeUndefined()
    }
  })
})

const chat = {
  id: "abc",
  topic: "Nova Conversa",
  memoryPrompt: "resumo",
  messages: [
    { id: "q", date: "07/05/2024, 20:05:03", role: "user", content: "Oi" },
    { id: "a", date: "Invalid Date", role: "assistant", content: "Olá!", model: "gpt-4o-mini", streaming: true },
    {
      id: "q",
      date: "x",
      role: "user",
      content: [
        { type: "text", text: "E isto?" },
        { type: "image_url", image_url: { url: "/api/cache/x.png" } },
      ],
    },
    { id: "broken", role: "user", content: 5 },
  ],
  stat: { tokenCount: 0, wordCount: 0, charCount: 6 },
  lastUpdate: 1_715_112_303_000,
  lastSummarizeIndex: 2,
  clearContextIndex: 99,
  mask: {
    id: "m",
    name: "Cozinha",
    context: [{ id: "c", date: "", role: "system", content: "Você cozinha." }],
    modelConfig: { model: "gpt-4o-mini", temperature: 0.3 },
  },
}

describe("a chat of NextChat", () => {
  it("is one of ours: its messages in their order, its marks within them, its role", () => {
    const [read] = readNextChatChats({ sessions: [chat, { id: "empty", messages: [] }, 5] }, source)
    expect(read?.messages.map(({ content }) => content)).toEqual(["Oi", "Olá!", chat.messages[2]?.content])
    expect(read?.messages[1]).toMatchObject({ interrupted: true, model: "gpt-4o-mini" })
    expect(read?.messages[1]).not.toHaveProperty("streaming")
    const dates = read?.messages.map(({ date }) => date) ?? []
    expect(dates).toEqual([...dates].sort((a, b) => a - b))
    expect(new Set(read?.messages.map(({ id }) => id)).size).toBe(3)
    expect(read?.session).toMatchObject({
      id: "abc",
      topic: "",
      messageCount: 3,
      lastSummarizeIndex: 2,
      clearContextIndex: 3,
    })
    expect(read?.session.mask).toMatchObject({
      name: "Cozinha",
      syncGlobalConfig: true,
      modelConfig: { temperature: 0.3 },
    })
    expect(read?.session.mask.context[0]?.content).toBe("Você cozinha.")
  })

  it("has its dates as the browser wrote them that it came from, whatever this one's habits are", () => {
    const read = (isDayFirst: boolean, lastUpdate: number | undefined, ...dates: readonly string[]) => {
      const messages = dates.map((date, at) => ({ id: `message-${at}`, date, role: "user", content: "Oi" }))
      const state = { sessions: [{ id: "session-one", topic: "T", lastUpdate, messages, mask: {} }] }
      const [found] = readNextChatChats(state, { ...habits, isDayFirst, newId: () => "new" })
      return found?.messages.map(({ date }) => new Date(date).toISOString().slice(0, 10))
    }
    const may = Date.UTC(2026, 4, 7, 10)
    expect(read(false, may, "07/05/2026, 10:00:00")).toEqual(["2026-05-07"])
    expect(read(true, may, "5/7/2026, 10:00:00 AM")).toEqual(["2026-05-07"])
    expect(read(false, undefined, "21/04/2026, 08:05:03", "07/05/2026, 10:00:00")).toEqual(["2026-04-21", "2026-05-07"])
    expect(read(true, undefined, "4/21/2026, 8:05:03 AM", "5/7/2026, 10:00:00 AM")).toEqual([
      "2026-04-21",
      "2026-05-07",
    ])
    expect(read(true, undefined, "07/05/2026, 10:00:00")).toEqual(["2026-05-07"])
  })

  it("may be anything at all", () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (stored, messages) => {
        for (const { session, messages: said } of readNextChatChats({ sessions: [stored, { messages }] }, source)) {
          expect(session.messageCount).toBe(said.length)
        }
        readNextChatRecords(stored, "masks", 3.1, source)
      }),
    )
  })
})

it("masks and plugins of the user's own are kept as they are, with the dates of their messages read", () => {
  const masks = {
    a: { id: "a", name: "Minha", createdAt: 5 },
    d: { id: "d", context: [{ id: "m", role: "system", content: "Seja breve.", date: "21/11/2026, 08:05:03" }] },
    b: { id: "b", name: "Pronta", builtin: true },
    c: 5,
    __proto__: { id: "x" },
  }
  const date = Date.UTC(2026, 10, 21, 8, 5, 3)
  expect(readNextChatRecords({ masks }, "masks", 3.1, source)).toEqual([
    { id: "a", version: 3.1, value: masks.a },
    { id: "d", version: 3.1, value: { id: "d", context: [{ ...masks.d.context[0], date }] } },
  ])
})
