import { describe, expect, test } from "vitest"
import type { Folder } from "#core/conversation/folder.ts"
import { listConversations } from "#core/conversation/listing.ts"
import type { Session } from "#core/conversation/session.ts"
import { newSession } from "#core/conversation/session.ts"
import { defaultModelConfig } from "#core/settings/model-config.ts"
import { chatRows, rowTimes } from "./chat-rows.ts"

const t = { today: "Hoje", yesterday: "Ontem", thisWeek: "Esta semana", thisMonth: "Este mês", pinned: "Fixadas" }
const now = new Date(2026, 10, 21, 14, 32).getTime()
const session = (id: string, ...date: readonly [number, number, number, number?, number?]): Session =>
  newSession({
    id,
    now: new Date(date[0], date[1] - 1, date[2], date[3], date[4]).getTime(),
    modelConfig: defaultModelConfig,
    lang: "pt",
  })

const folder: Folder = { id: "work", name: "Trabalho", collapsed: false, createdAt: 1 }

const rowsOf = (sessions: readonly Session[], folders: readonly Folder[], language: string) =>
  chatRows(
    listConversations({
      order: sessions.map(({ id }) => id),
      sessions: Object.fromEntries(sessions.map((one) => [one.id, one])),
      folders: Object.fromEntries(folders.map((folder) => [folder.id, folder])),
    }),
    now,
    t,
    language,
  )

const present = (sessions: readonly Session[], folders: readonly Folder[] = []) => {
  const timeOfRow = rowTimes(now, "pt-BR")
  return rowsOf(sessions, folders, "pt-BR").map((row) => {
    switch (row.kind) {
      case "heading":
        return `# ${row.text}`
      case "folder":
        return `[${row.folder.name} ${row.count}]`
      case "empty":
        return "(empty)"
      case "chat":
        return `${row.isFiled ? "- " : ""}${row.key} ${timeOfRow(row.session)}`
    }
  })
}

describe("the lines of the sidebar", () => {
  test("say the hour, then the weekday, then the date", () => {
    const sessions = [
      session("a", 2026, 11, 21, 9, 5),
      session("b", 2026, 11, 20, 20, 41),
      session("c", 2026, 11, 17, 8, 0),
      session("d", 2026, 11, 2, 8, 0),
      session("e", 2026, 3, 9, 8, 0),
    ]
    expect(present(sessions)).toEqual([
      "# Hoje",
      "a 09:05",
      "# Ontem",
      "b 20:41",
      "# Esta semana",
      "c terça-feira",
      "# Este mês",
      "d 2 de nov.",
      "# Março de 2026",
      "e 9 de mar.",
    ])
  })

  test("begin with the pinned, then the folders, and say the true day of a chat that was moved", () => {
    const chats = [
      { ...session("p", 2026, 3, 9, 8, 0), pinned: true },
      { ...session("f", 2026, 11, 2, 8, 0), folderId: "work" },
      { ...session("m", 2026, 3, 9, 8, 0), listedAt: new Date(2026, 10, 21, 9, 0).getTime() },
      session("a", 2026, 11, 21, 9, 5),
    ]
    expect(present(chats, [folder, { ...folder, id: "home", name: "Casa", createdAt: 2 }])).toEqual([
      "# Fixadas",
      "p 9 de mar.",
      "[Trabalho 1]",
      "- f 2 de nov.",
      "[Casa 0]",
      "(empty)",
      "# Hoje",
      "a 09:05",
      "m 9 de mar.",
    ])
    expect(present(chats, [{ ...folder, collapsed: true }])).toEqual([
      "# Fixadas",
      "p 9 de mar.",
      "[Trabalho 1]",
      "# Hoje",
      "a 09:05",
      "m 9 de mar.",
    ])
  })

  test("survive a session whose date was damaged", () => {
    const damaged = [Number.NaN, undefined, -1, 1e20].map((lastUpdate, index) => ({
      ...session(`bad${index}`, 2026, 11, 21, 9, 0),
      lastUpdate: lastUpdate as number,
    }))
    expect(present([...damaged, session("good", 2026, 11, 21, 9, 5)])).toContain("good 09:05")
  })

  test("have a key each, so that a row keeps its place in the page", () => {
    const rows = rowsOf([session("a", 2026, 11, 21, 9, 0), session("b", 2026, 11, 21, 9, 0)], [folder], "en")
    expect(new Set(rows.map((row) => row.key)).size).toBe(rows.length)
  })
})
