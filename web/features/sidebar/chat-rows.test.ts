import { describe, expect, test } from "vitest"
import type { Session } from "#core/conversation/session.ts"
import { newSession } from "#core/conversation/session.ts"
import { defaultModelConfig } from "#core/settings/model-config.ts"
import { chatRows, rowTimes } from "./chat-rows.ts"

const t = { today: "Hoje", yesterday: "Ontem", thisWeek: "Esta semana", thisMonth: "Este mês" }
const now = new Date(2026, 10, 21, 14, 32).getTime()
const session = (id: string, ...date: readonly [number, number, number, number?, number?]): Session =>
  newSession({
    id,
    now: new Date(date[0], date[1] - 1, date[2], date[3], date[4]).getTime(),
    modelConfig: defaultModelConfig,
    lang: "pt",
  })

const present = (sessions: readonly Session[], language = "pt-BR") => {
  const timeOfRow = rowTimes(language)
  return chatRows(sessions, now, t, language).map((row) =>
    row.kind === "heading" ? `# ${row.text}` : `${row.key} ${timeOfRow(row.session, row.period)}`,
  )
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

  test("survive a session whose date was damaged", () => {
    const damaged = [Number.NaN, undefined, -1, 1e20].map((lastUpdate, index) => ({
      ...session(`bad${index}`, 2026, 11, 21, 9, 0),
      lastUpdate: lastUpdate as number,
    }))
    expect(present([...damaged, session("good", 2026, 11, 21, 9, 5)])).toContain("good 09:05")
  })

  test("have a key each, so that a row keeps its place in the page", () => {
    const rows = chatRows([session("a", 2026, 11, 21, 9, 0), session("b", 2026, 11, 21, 9, 0)], now, t, "en")
    expect(new Set(rows.map((row) => row.key)).size).toBe(rows.length)
  })
})
