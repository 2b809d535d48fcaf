import { afterAll, beforeAll, expect, test } from "vitest"
import { objectOf } from "#core/lib/fields.ts"
import { textReply } from "../../../testing/fake-provider/replies.ts"
import { readJson, startGateway, type TestCode, type TestGateway } from "../../../testing/gateway.ts"

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startGateway({ env: { SUPPORT_URL: "https://ajuda.example", PLANS_URL: "https://planos.example" } })
})
afterAll(() => gateway.stop())

/** A chat's refusal: the status, the text, and the fields beside it. */
async function refusal(code: TestCode, body: object, language = "pt-BR") {
  const response = await gateway.chat(code, body, { headers: { "accept-language": language } })
  const json = await readJson(response)
  return { status: response.status, words: String(objectOf(json["error"])?.["message"]), json }
}

/** Lets one chat go on until it is told to end; meanwhile it holds what it holds. */
async function whileAnswering<Answer>(code: TestCode, body: object, use: () => Promise<Answer>): Promise<Answer> {
  let release: () => void = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  const requests = gateway.script(async (request) => {
    await released
    return textReply("Olá!", { usage: { inputUncached: 10, output: 10 } })(request)
  })
  const answer = gateway.chat(code, body)
  await expect.poll(() => requests().length, { interval: 5 }).toBe(1)
  try {
    return await use()
  } finally {
    release()
    await (await answer).text()
  }
}

test("too little for a dear model names the amounts and a model that it is enough for, and asks for no credit", async () => {
  const code = await gateway.code("premium", 1)
  const { status, words, json } = await refusal(code, { model: "gpt-6-astra" })
  expect(status).toBe(402)
  expect(words).toMatch(
    /^Seu saldo de R\$\s1,00 não cobre uma resposta do GPT-6 Astra\. Saldo insuficiente: esta mensagem precisa reservar R\$\s\d/,
  )
  expect(words).not.toContain("Adicione créditos")
  expect(json).toMatchObject({ balance_insufficient: true, saldo: 1, upgrade_url: "https://planos.example" })
  const model = String(json["affordable_model"])
  expect(json["money_short"]).toMatchObject({ has: 1, needed: json["needed"], model: "GPT-6 Astra" })
  const affordable = objectOf(objectOf(json["money_short"])?.["affordable"])
  expect(affordable).toMatchObject({ model, provider: "OpenAI" })
  expect(Number(affordable?.["needed"])).toBeLessThanOrEqual(1)
  expect(words).toContain(`Com o ${String(affordable?.["display_name"])} dá. Nada foi cobrado.`)
  expect(json["needed"]).toBeGreaterThan(1)
  gateway.script(textReply("Olá!"))
  expect((await gateway.chat(code, { model })).status).toBe(200)
  const english = await refusal(code, { model: "gpt-6-astra" }, "en")
  expect(english.words).toMatch(/^Your balance of R\$\s[01],\d+ does not cover an answer from GPT-6 Astra\./)
})

test("nothing left is said as ever", async () => {
  const { status, words } = await refusal(await gateway.code("premium"), {})
  expect([status, words]).toEqual([402, "Saldo esgotado. Adicione créditos para continuar. Nada foi cobrado."])
})

test("money that answers under way hold is named, and what is left beside it", async () => {
  const code = await gateway.code("premium", 0.05)
  const { status, words, json } = await whileAnswering(code, {}, () => refusal(code, {}))
  expect(status).toBe(429)
  expect(words).toMatch(
    /^Do seu saldo, R\$\s0,0\d+ estão reservados .*Restam R\$\s0,0\d+, e esta mensagem precisa reservar R\$\s0,0\d+\./,
  )
  expect(words).not.toContain("créditos")
  expect(Number(json["saldo_reservado"]) + Number(json["saldo"])).toBeCloseTo(0.05, 6)
})

test("search calls that another answer holds are not gone; those that are gone are named", async () => {
  const code = await gateway.code("premium", 20)
  await gateway.credit(code, { calls: 1 })
  const searching = { model: "gpt-5", enable_web_search: true, max_web_search_calls: 1 }
  const held = await whileAnswering(code, searching, () => refusal(code, searching))
  expect([held.status, objectOf(held.json["error"])?.["code"]]).toEqual([429, "balance_in_use"])
  expect(held.words).toContain("As pesquisas na web que você ainda tem (1) estão reservadas")
  await gateway.prosa.admin("calls", code.id, "-1", "--ref", "back")
  const gone = await refusal(code, searching)
  expect([gone.status, objectOf(gone.json["error"])?.["code"]]).toEqual([402, "no_search_calls"])
})

test("a frozen code is told so, with the ways to the till and to the support", async () => {
  const code = await gateway.code("premium", 19.99)
  await gateway.freeze(code)
  const { status, words, json } = await refusal(code, {})
  expect([status, words]).toEqual([
    402,
    "Saldo insuficiente: este código está bloqueado. Fale com o suporte. Nada foi cobrado.",
  ])
  expect(json).toMatchObject({
    balance_insufficient: true,
    frozen: true,
    support_url: "https://ajuda.example",
    upgrade_url: "https://planos.example",
    saldo: 0,
  })
})

test("a wallet that a chargeback has overdrawn says what is missing", async () => {
  const code = await gateway.code("premium", 3)
  await gateway.prosa.admin("credit", code.id, "-8.00", "--ref", "chargeback")
  const { status, words, json } = await refusal(code, {})
  expect(status).toBe(402)
  expect(words).toMatch(/um pagamento foi devolvido, e faltam R\$\s5,00 para cobri-lo/)
  expect(json).toMatchObject({
    frozen: true,
    support_url: "https://ajuda.example",
    upgrade_url: "https://planos.example",
  })
})

test("a balance that answers under way hold is not told as empty", async () => {
  const ask = { max_tokens: 520 }
  const rich = await gateway.code("premium", 100)
  const { held } = await whileAnswering(rich, ask, () => gateway.balance(rich))
  const code = await gateway.code("premium", held / 1_000_000)
  const look = () =>
    fetch(`${gateway.url}/api/getBalance`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ accessCode: code.code }),
    })
  const reply = await whileAnswering(code, ask, look)
  expect(reply.status).toBe(200)
  const told = await readJson(reply)
  expect(told).toMatchObject({ saldo: 0, saldo_reservado: held / 1_000_000 })
  expect(told).not.toHaveProperty("balance_insufficient")
})
