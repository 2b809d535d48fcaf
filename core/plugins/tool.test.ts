import { expect, test } from "vitest"
import { resultRoom, runCall, type Tool } from "./tool.ts"

const add: Tool<undefined> = {
  definition: { name: "soma" },
  run: async ({ a, b }) => {
    if (typeof a !== "number" || typeof b !== "number") throw new Error("faltam números")
    return String(a + b)
  },
}
const say = (name: string, json: string) => runCall({ name, arguments: json }, [add], undefined)

test("a call is run with its arguments, none of which is an empty object", async () => {
  expect(await say("soma", '{"a":1,"b":2}')).toEqual({ content: "3" })
  expect(await say("soma", "")).toEqual({ content: "Erro: A ferramenta soma falhou: faltam números", isError: true })
})

test("results have less room where the request may be shorter", () => {
  expect([resultRoom(0, 1), resultRoom(0, 6), resultRoom(70_000, 1)]).toEqual([24_000, 12_000, 2_000])
  expect([resultRoom(0, 1, true), resultRoom(0, 6, true), resultRoom(40_000, 1, true)]).toEqual([12_000, 6_000, 0])
})

test("a whole number arrives with all its digits", async () => {
  const echo: Tool<undefined> = { definition: { name: "eco" }, run: async ({ id }) => String(id) }
  const reply = await runCall({ name: "eco", arguments: '{"id":12345678901234567890}' }, [echo], undefined)
  expect(reply).toEqual({ content: "12345678901234567890" })
})

test("the model is told of a tool that does not exist, with those that do", async () => {
  expect(await say("some", "{}")).toEqual({
    content: "Erro: Não existe uma ferramenta chamada some. As que existem: soma.",
    isError: true,
  })
})

test.each(["{", "[1]", "1", "null"])("arguments that are no JSON object are told back: %s", async (json) => {
  const reply = await say("soma", json)
  expect(reply.isError).toBe(true)
  expect(reply.content).toContain("não são um objeto JSON válido")
})

test("a result without end is cut, and says so", async () => {
  const endless: Tool<undefined> = { definition: { name: "x" }, run: async () => "a".repeat(100_000) }
  const { content } = await runCall({ name: "x", arguments: "{}" }, [endless], undefined)
  expect(content.length).toBeLessThan(24_100)
  expect(content.endsWith("[…]")).toBe(true)
})

test("a tool that says that it did not succeed is an error, with what it said", async () => {
  const shop: Tool<undefined> = {
    definition: { name: "loja" },
    run: async () => ({ content: "HTTP 500, loja.example: fora do ar", isError: true }),
  }
  const reply = await runCall({ name: "loja", arguments: "{}" }, [shop], undefined)
  expect(reply).toEqual({ content: "HTTP 500, loja.example: fora do ar", isError: true })
})
