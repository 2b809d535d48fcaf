import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { decodeStatement } from "#core/ledger/statement-wire.ts"
import type { Statement } from "#core/ledger/statement.ts"
import { dayInBrazil, nextDay } from "../time/day-in-brazil.ts"
import { errorReply, textReply } from "../../testing/fake-provider/replies.ts"
import {
  longQuestion,
  readChat,
  readJson,
  startGateway,
  type TestCode,
  type TestGateway,
} from "../../testing/gateway.ts"

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startGateway({ env: { CODE: "codigo-do-operador", LIMIT_CODE_PER_MINUTE: "40" } })
})
afterAll(() => gateway.stop())

const get = (code: TestCode | string | undefined, query = "", headers: Record<string, string> = {}) =>
  fetch(`${gateway.url}/api/statement${query}`, {
    headers: {
      "accept-language": "pt-BR",
      ...(code === undefined ? {} : { authorization: `Bearer nk-${typeof code === "string" ? code : code.code}` }),
      ...headers,
    },
  })

async function statement(code: TestCode | string, query = ""): Promise<Statement> {
  const reply = await get(code, query)
  expect(reply.status).toBe(200)
  const decoded = decodeStatement(await reply.json())
  if (decoded === undefined) throw new Error("no statement")
  return decoded
}

async function chats(code: TestCode, count: number): Promise<void> {
  gateway.script(textReply("Tudo bem, e você?", { usage: { inputUncached: 1_204, output: 412 } }))
  for (let n = 0; n < count; n++) await readChat(await gateway.chat(code, { ...longQuestion, stream: true }))
}

describe("a statement", () => {
  test("is the balance, line by line: what was charged, what failed for nothing, what was paid in", async () => {
    const code = await gateway.code("premium", 10)
    await chats(code, 2)
    gateway.script(errorReply(500, "broken"))
    await (await gateway.chat(code)).text()
    const { lines, posted, spentToday, purse } = await statement(code)
    expect(purse).toBe("premium")
    expect(lines.map(({ kind, ending }) => [kind, ending])).toEqual([
      ["use", "failed"],
      ["use", "done"],
      ["use", "done"],
      ["credit", undefined],
    ])
    const [failed, last, first, credit] = lines
    expect(failed).toMatchObject({ amount: 0, model: "gpt-4.1", balanceAfter: last?.balanceAfter })
    expect(last).toMatchObject({ tokens: { input: 1_204, cached: 0, output: 412, reasoning: 0 }, searchCalls: 0 })
    expect(last?.runId).toMatch(/^run_/)
    expect(last?.balanceAfter).toBe((first?.balanceAfter ?? 0) + (last?.amount ?? 0))
    expect(credit).toMatchObject({ amount: 10_000_000, balanceAfter: 10_000_000 })
    const sum = lines.reduce((total, { amount }) => total + amount, 0)
    expect(sum).toBe((await gateway.balance(code)).posted)
    expect(sum).toBe(posted.premium)
    expect(spentToday).toBe(10_000_000 - sum)
  })

  test("comes in pages, and by day and kind", async () => {
    const code = await gateway.code("premium", 10)
    await chats(code, 4)
    const whole = await statement(code)
    expect(whole.next).toBeUndefined()
    const first = await statement(code, "?limit=3")
    const second = await statement(code, `?limit=3&before=${first.next}`)
    expect([...first.lines, ...second.lines]).toEqual(whole.lines)
    expect(second.next).toBeUndefined()
    const today = dayInBrazil(Date.now())
    expect((await statement(code, `?from=${today}&to=${nextDay(today)}`)).lines).toEqual(whole.lines)
    expect((await statement(code, `?from=${nextDay(today)}`)).lines).toEqual([])
    expect((await statement(code, "?to=2020-01-01")).lines).toEqual([])
    expect((await statement(code, "?kind=credit")).lines).toEqual(whole.lines.slice(-1))
    expect((await statement(code, "?kind=calls")).lines).toEqual([])
  })

  test("is refused to who has no code, in a plain sentence", async () => {
    const visitor = await get(undefined)
    expect(visitor.status).toBe(401)
    expect(await readJson(visitor)).toMatchObject({
      code: "unauthorized",
      error: expect.stringContaining("Sem código"),
    })
    expect((await get("nunca-existiu")).status).toBe(401)
    expect((await get(undefined, "", { authorization: "Bearer sk-uma-chave-de-outro" })).status).toBe(401)
  })

  test("of a code of the operator's list has its uses, and says that nothing is charged", async () => {
    gateway.script(textReply("Oi"))
    const headers = { authorization: "Bearer nk-codigo-do-operador" }
    await (await gateway.chat(undefined, {}, { headers })).text()
    const { lines, unmetered, posted } = await statement("codigo-do-operador")
    expect(unmetered).toBe(true)
    expect(posted).toEqual({ premium: 0, free: 0, calls: 0 })
    expect(lines).toMatchObject([{ amount: 0, model: "gpt-4.1", ending: "done" }])
  })

  test("shows a code only its own lines, whatever the cursor of another", async () => {
    const [mine, other] = [await gateway.code("premium", 1), await gateway.code("premium", 2)]
    const next = `999999.${Date.now() + 1_000}.1000000.0.0.`
    expect((await statement(mine, `?before=${next}`)).lines).toMatchObject([{ amount: 1_000_000 }])
    expect((await statement(other, `?before=${next}`)).lines).toMatchObject([{ amount: 2_000_000 }])
  })

  test("says what is wrong with a question", async () => {
    const code = await gateway.code("premium", 1)
    for (const query of [
      "limit=0",
      "limit=201",
      "limit=x",
      "before=1",
      "before=a.b.c.d.e.f",
      "before=1.1.9999999999999999.1.1.",
      "from=ontem",
      "to=2026-02-30",
      "kind=theft",
    ]) {
      const reply = await get(code, `?${query}`)
      expect([query, reply.status]).toEqual([query, 400])
      expect(await readJson(reply)).toMatchObject({ code: "invalid_request" })
    }
  })

  test("does not count against the rates", async () => {
    const code = await gateway.code("premium", 1)
    for (let n = 0; n < 60; n++) expect((await get(code, "?limit=1")).status).toBe(200)
    gateway.script(textReply("Oi"))
    expect((await gateway.chat(code)).status).toBe(200)
  })
})

describe("the file", () => {
  test("has every line, in the reader's language, and adds up", async () => {
    const code = await gateway.code("premium", 5)
    await chats(code, 3)
    const reply = await get(code, "?limit=1", { accept: "text/csv" })
    expect(reply.headers.get("content-type")).toBe("text/csv; charset=utf-8")
    expect(reply.headers.get("content-disposition")).toBe("attachment; filename=extrato.csv")
    expect(reply.headers.get("cache-control")).toBe("no-store")
    const bytes = new Uint8Array(await reply.arrayBuffer())
    expect(Array.from(bytes.slice(0, 3))).toEqual([0xef, 0xbb, 0xbf])
    const [head = "", ...rows] = new TextDecoder().decode(bytes).trimEnd().split("\r\n")
    expect(head.split(",").slice(0, 3)).toEqual(["Data e hora", "Lançamento", "Modelo"])
    expect(rows).toHaveLength(4)
    const amount = head.split(",").indexOf("Valor (R$)")
    const micro = rows.map((row) => Math.round(Number(row.split(",")[amount]) * 1_000_000))
    expect(micro.reduce((sum, each) => sum + each, 0)).toBe((await gateway.balance(code)).posted)
    expect(rows[0]).toMatch(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2},gpt-4\.1,gpt-4\.1,1204,0,412,0,0,-0\.\d{1,6},/)

    const brazilian = await (await get(code, "?format=csv&decimal=comma")).text()
    expect(brazilian.split("\r\n")[0]).toContain("Data e hora;Lançamento;Modelo")
    expect(brazilian.split("\r\n")[1]).toMatch(/;gpt-4\.1;1204;0;412;0;0;-0,\d{1,6};/)

    const english = await (await get(code, "?format=csv&kind=credit", { "accept-language": "en" })).text()
    expect(english.split("\r\n")[0]).toContain("Date and time,Entry,Model")
    expect(english).toContain("Credit added")
    expect(english.trimEnd().split("\r\n")).toHaveLength(2)
  })

  test("is refused like the page is", async () => {
    expect((await get(undefined, "?format=csv")).status).toBe(401)
    expect((await get(await gateway.code("premium"), "?format=csv&from=x")).status).toBe(400)
  })
})
