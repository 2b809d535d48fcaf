import type { Page, Request } from "@playwright/test"
import { cutAfter } from "../testing/fake-provider/faults.ts"
import { emptyStreamReply, errorReply, htmlReply, textReply } from "../testing/fake-provider/replies.ts"
import { expectAccessible } from "./support/axe.ts"
import { chatOn, microReaisIn, openAndAsk, openWithCode } from "./support/chat.ts"
import { newCode, type Prosa } from "./support/prosa.ts"
import { expect, test } from "./support/test.ts"

/** The amount that a code can spend according to the books, in micro-reais. */
async function booked(prosa: Prosa, code: string, wallet: "premium" | "free" = "premium"): Promise<number> {
  const shown = (await prosa.admin("code", "show", code)) as Record<typeof wallet, { readonly available: number }>
  return Math.round(shown[wallet].available * 1_000_000)
}

/** The badge to the last micro-real. */
async function shownBalance(page: Page): Promise<number> {
  return microReaisIn(await chatOn(page).balance.getAttribute("title"))
}

/** The questions a page sends, without its calls for titles. */
function questionsOf(page: Page): readonly Request[] {
  const calls: Request[] = []
  page.on("request", (request) => {
    if (
      request.url().endsWith("/v1/chat/completions") &&
      !/"is(Title|Summarize)":true/.test(request.headers()["x-request-meta"] ?? "")
    )
      calls.push(request)
  })
  return calls
}

test("a wrong code is refused and dropped, a right one unlocks the premium models, and no code goes back to free", async ({
  page,
  prosa,
}) => {
  const code = await newCode(prosa, "20.00")
  await page.goto("/")
  await expect(page.getByText("Gratuito", { exact: true })).toBeVisible()
  await page.getByRole("link", { name: "Configurações" }).click()
  const field = page.getByRole("textbox", { name: "Código de acesso" })
  await expect(field).toHaveAttribute("type", "password")

  await field.fill(`${code.slice(0, -1)}${code.endsWith("x") ? "y" : "x"}`)
  await field.press("Enter")
  await expect(page.getByText("Código inválido. Confira se ele foi copiado por inteiro.")).toBeVisible()
  await expect(field).toHaveAttribute("aria-invalid", "true")
  await expect(page.getByText("Gratuito", { exact: true })).toBeVisible()

  await field.fill(code)
  await expect(page.getByText("Código válido. Saldo: R$ 20,00")).toBeVisible()
  await expect(page.getByText("Premium", { exact: true })).toBeVisible()
  await page.getByRole("region", { name: "Acesso" }).getByRole("button", { name: "Mostrar" }).click()
  await expect(field).toHaveAttribute("type", "text")
  await expect(field).toHaveValue(code)
  await page.getByRole("region", { name: "Acesso" }).getByRole("button", { name: "Esconder" }).click()
  await expect(field).toHaveAttribute("type", "password")

  await page.getByRole("link", { name: "Voltar" }).click()
  const chat = chatOn(page)
  await expect(chat.balance).toHaveAccessibleName("Saldo R$ 20,00")
  await expect(page.getByRole("button", { name: "Modelo: GPT-5. Trocar" })).toBeVisible()

  await page.getByRole("link", { name: "Configurações" }).click()
  await field.fill("")
  await expect(page.getByText("Você está usando o modo gratuito.")).toBeVisible()
  await expect(chat.balance).toHaveCount(0)
  await expect(page.getByText("Gratuito", { exact: true })).toBeVisible()
})

test("the balance falls by exactly the cost on the receipt, and the books say the same", async ({
  page,
  startProsa,
}) => {
  const prosa = await startProsa()
  const code = await newCode(prosa, "20.00")
  await openWithCode(page, prosa.url, code)
  const chat = chatOn(page)
  let left = 20_000_000
  for (const question of ["Como se faz um bom feijão tropeiro para dez pessoas?", "E uma tabela com os preços?"]) {
    await chat.field.fill(question)
    await expect(page.getByTitle("Preço estimado desta mensagem")).toHaveText(/^≈\sR\$\s0,/)
    await chat.field.press("Enter")
    await expect(chat.stop).toBeVisible()
    await chat.untilAnswered()
    await chat.answers.last().getByTitle("Recibo").click()
    const receipt = chat.answers.last().getByText("Total").locator("..")
    const cost = microReaisIn(await receipt.textContent())
    expect(cost).toBeGreaterThan(0)
    left -= cost
    expect(await shownBalance(page)).toBe(left)
    expect(await booked(prosa, code)).toBe(left)
  }
  await page.reload()
  await expect(chat.messages).toHaveCount(4)
  expect(await shownBalance(page)).toBe(left)
  expect(await prosa.admin("ledger", "verify")).toMatchObject({ ok: true, violations: [] })
})

test("what is held for an answer in progress stays on the badge, after a reload too", async ({ page, prosa }) => {
  const code = await newCode(prosa, "20.00")
  await openWithCode(page, "/", code)
  const chat = chatOn(page)
  await chat.ask("devagar: conte uma história longa")
  await expect(chat.answers).toContainText("Vou responder")
  const told = page.waitForResponse("**/api/getBalance")
  await page.reload()
  expect(await (await told).json()).toHaveProperty("saldo_reservado")
  await expect(chat.stop).toBeVisible()
  await expect(chat.balance).toHaveAccessibleName("Saldo R$ 20,00")
  await chat.stop.click()
  await expect(chat.answers).toContainText("Você parou a resposta.")
  await expect.poll(() => shownBalance(page)).toBeLessThan(20_000_000)
  expect(await shownBalance(page)).toBe(await booked(prosa, code))
})

test("a balance that runs out says so, costs nothing, and keeps the question; credit makes it work again", async ({
  page,
  startProsa,
}) => {
  const prosa = await startProsa({ env: { PLANS_URL: "http://127.0.0.1:9/planos" } })
  const code = await newCode(prosa, "0.03")
  await openWithCode(page, prosa.url, code)
  const chat = chatOn(page)
  // What will be refused is marked before it is sent.
  await chat.field.fill("Explique a fotossíntese.")
  await expect(page.getByTitle("Seu saldo não cobre esta resposta")).toHaveText(/^reserva\sR\$\s0,/)
  // On a phone the balance in the header is marked, too.
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(chat.balance).toHaveAttribute("data-low", "true")
  await page.setViewportSize({ width: 1280, height: 800 })
  await chat.ask("Explique a fotossíntese.")
  await expect(chat.answers).toContainText("💰")
  await expect(chat.answers).toContainText(
    /Seu saldo de R\$\s0,03 não cobre uma resposta do GPT-5\. Saldo insuficiente:/,
  )
  await expect(chat.answers).toContainText("Ops!")
  await expect(chat.answers).toContainText("Nada foi cobrado")
  await expect(chat.answers.getByRole("link")).toHaveAttribute("href", "http://127.0.0.1:9/planos")
  expect(await booked(prosa, code)).toBe(30_000)
  await expect(chat.questions).toHaveText("Explique a fotossíntese.")

  await prosa.admin("credit", code, "5.00", "--ref", "pix-1")
  await chat.answers.getByRole("button", { name: "Tentar de novo" }).click()
  await chat.untilAnswered()
  await expect(chat.answers).toContainText("fotossíntese")
  await expect(chat.messages).toHaveCount(2)
  expect(await shownBalance(page)).toBe(await booked(prosa, code))
  expect(await prosa.admin("ledger", "verify")).toMatchObject({ ok: true })
})

test("a balance too small for a model offers the best one that it covers, at a price, and that one answers", async ({
  page,
  prosa,
}) => {
  const code = await newCode(prosa, "0.12")
  await openWithCode(page, "/", code)
  const chat = chatOn(page)
  const notice = page.getByText(/^Seu saldo está acabando/)
  await expect(notice).toBeVisible()
  await chat.ask("Compare três planos de saúde.")
  const other = chat.answers.getByRole("button", { name: /^Usar o GPT-\S+( mini)? reserva\sR\$\s0,\d\d$/ })
  await expect(chat.answers.getByRole("term")).toHaveText([
    /^Resposta do GPT-5$/,
    /^Resposta do GPT-\S+/,
    /^Seu saldo$/,
  ])
  await expect(chat.answers.getByRole("definition")).toHaveText([
    /^reserva\sR\$\s0,\d\d$/,
    /^reserva\sR\$\s0,\d\d$/,
    /^R\$\s0,12$/,
  ])
  // It is said once.
  await expect(notice).toHaveCount(0)
  await expectAccessible(page, "a balance that is too small")
  await other.click()
  await chat.untilAnswered()
  await expect(chat.answers).toContainText("Compare três planos de saúde")
  await expect(chat.questions).toHaveCount(1)
  await expect(notice).toBeVisible()
  await expect.poll(() => booked(prosa, code)).toBeLessThan(120_000)
  // The next message has a price that the balance covers, and so has asking again.
  await chat.field.fill("E para um casal?")
  await expect(page.getByTitle("Preço estimado desta mensagem")).toHaveText(/^≈\sR\$\s0,/)
  await expect(chat.answers.getByRole("button", { name: /^Tentar de novo ≈\sR\$\s0,/ })).toBeVisible()
})

test("a code that nobody has any more says so, and where to look", async ({ page, startProsa }) => {
  // Wrong codes are counted: the others have their own server.
  const prosa = await startProsa()
  const code = await newCode(prosa, "5.00")
  await openWithCode(page, prosa.url, code)
  await prosa.admin("code", "rotate", code)
  const chat = chatOn(page)
  await expect(async () => {
    // The server remembers a code for a second.
    await chat.ask("Ainda vale?")
    await chat.untilAnswered()
    await expect(chat.answers.last()).toContainText(
      "Usuário não encontrado. Por favor, verifique o código em Configurações",
      { timeout: 1_000 },
    )
  }).toPass()
})

test("the right code on /auth says what it opened and what is on it", async ({ page, prosa }) => {
  const code = await newCode(prosa, "20.00")
  await page.goto("/auth")
  await expect(page.getByRole("main").getByText("Demonstração", { exact: true })).toBeVisible()
  await page.getByRole("button", { name: "Tenho um código de acesso" }).click()
  await page.getByRole("textbox", { name: "Código de acesso" }).fill(code)
  await page.keyboard.press("Enter")
  await expect(page.getByText(/^Premium liberado: todos os modelos são seus\. Saldo: R\$\s20,00$/)).toBeVisible()
  await expect(chatOn(page).field).toBeVisible()
  // On a phone the header says it, and leads to where it went.
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole("main").getByRole("link", { name: "Saldo R$ 20,00. Ver extrato" })).toBeVisible()
})

test("a locked model shows the plans, and titles stand in the logs", async ({ page }) => {
  await openAndAsk(page, "longa: conte a história do café")
  await page.getByRole("button", { name: /^Modelo:/ }).click()
  const models = page.getByRole("dialog", { name: "Modelos" })
  // Nine are seen at a glance: they need no search.
  await expect(models.getByRole("searchbox")).toHaveCount(0)
  const locked = models.getByRole("button", { name: /^GPT-5 / })
  await expect(locked.getByRole("img", { name: "Bloqueado: mostra os planos" })).toBeVisible()
  await locked.click()
  const plans = page.getByRole("dialog", { name: "Premium" })
  // What a visitor has beside what a code adds, and what an answer costs.
  await expect(plans.getByRole("row", { name: /^Mensagens por dia \d+ sem limite$/ })).toBeVisible()
  await expect(plans.getByRole("row", { name: /^Preço por mensagem grátis ≈\sR\$\s0,\d\d$/ })).toBeVisible()
  await expect(plans.getByRole("listitem").filter({ hasText: "GPT-4.1" })).toContainText(/≈\sR\$\s0,/)
  await page.keyboard.press("Escape")
  await expect(page.getByRole("button", { name: "Modelo: GPT-4o mini. Trocar" })).toBeVisible()
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("Nova conversa")
  await page.goto("/logs")
  await expect(page.getByRole("main").getByRole("listitem").filter({ hasText: "título" })).toHaveCount(1)
})

test("a code the operator freezes stops working at once and tells so", async ({ page, startProsa }) => {
  const prosa = await startProsa({
    env: { PLANS_URL: "http://127.0.0.1:9/planos", SUPPORT_URL: "http://127.0.0.1:9/ajuda" },
  })
  const code = await newCode(prosa, "5.00")
  await openWithCode(page, prosa.url, code)
  await prosa.admin("code", "freeze", code)
  const chat = chatOn(page)
  await chat.ask("Ainda dá?")
  await expect(chat.answers).toContainText("Saldo insuficiente: este código está bloqueado.")
  const ways = { "Adicionar créditos": "http://127.0.0.1:9/planos", "Falar com o suporte": "http://127.0.0.1:9/ajuda" }
  for (const [name, href] of Object.entries(ways))
    await expect(chat.answers.getByRole("link", { name })).toHaveAttribute("href", href)
  await expect(chat.questions).toHaveText("Ainda dá?")
  await prosa.admin("code", "unfreeze", code)
  expect(await booked(prosa, code)).toBe(5_000_000)
})

test("a free_ code talks to the free model and pays from its daily grant", async ({ page, prosa }) => {
  const code = await newCode(prosa, "0.00", { kind: "free" })
  expect(code).toMatch(/^free_/)
  await openWithCode(page, "/", code)
  const chat = chatOn(page)
  await expect(page.getByText("Gratuito", { exact: true })).toBeVisible()
  await expect(chat.balance).toHaveAccessibleName("Saldo R$ 0,50")
  await chat.ask("Oi! Quanto isso custa?")
  await chat.untilAnswered()
  await expect(chat.answers).toHaveAccessibleName("gpt-4o-mini")
  const left = await shownBalance(page)
  expect(left).toBeLessThan(500_000)
  expect(await booked(prosa, code, "free")).toBe(left)

  await chat.ask("a".repeat(20_001))
  await expect(chat.answers.last()).toContainText("no máximo 20000 caracteres por mensagem")
  await expect(chat.answers.last()).toContainText("Sua mensagem tem 20001 caracteres")
  await chat.answers.last().getByRole("link", { name: "Fazer upgrade para Premium" }).click()
  await expect(page.getByRole("dialog", { name: "Premium" })).toBeVisible()
  await page.keyboard.press("Escape")

  await chat.ask("erro 403")
  await expect(chat.answers.last()).toContainText("Modelos disponíveis: gpt-4o-mini.")
  // A model outside the tier is what the plans are about.
  await expect(page.getByRole("dialog", { name: "Premium" })).toBeVisible()
  expect(await shownBalance(page)).toBe(left)
})

test("a visitor sees what the day still has, and past it when there is more and where to go on", async ({
  page,
  startProsa,
}) => {
  const prosa = await startProsa({ env: { FREE_DAILY_MESSAGES: "1" } })
  await page.goto(prosa.url)
  const chat = chatOn(page)
  await expect(page.getByText("resta 1 hoje")).toBeVisible()
  await chat.ask("Primeira pergunta do dia")
  await chat.untilAnswered()
  await expect(page.getByText("restam 0 hoje")).toBeVisible()
  await chat.ask("Segunda pergunta do dia")
  await expect(chat.answers.last()).toContainText("Ops!")
  await expect(chat.answers.last()).toContainText("Suas mensagens grátis de hoje acabaram. Amanhã tem mais.")
  await expect(chat.answers.last()).toContainText("Premium")
  // The model that was refused is none that could be used instead.
  await expect(chat.answers.last()).not.toContainText("disponíveis")
  await expect(page.getByRole("dialog", { name: "Premium" })).toBeVisible()
  await expect(chat.questions).toHaveCount(2)
})

test("a provider that answers 502, 503 or 504 is tried again under the same key, and only the success is charged", async ({
  page,
  provider,
  startProsa,
}) => {
  const prosa = await startProsa({ provider })
  const code = await newCode(prosa, "5.00")
  await page.clock.install()
  await openWithCode(page, prosa.url, code)
  const chat = chatOn(page)
  const asked = questionsOf(page)
  let left = 5_000_000
  for (const status of [502, 503, 504]) {
    const before = asked.length
    // So long that the server leaves trying again to the page.
    provider.script(errorReply(status, "overloaded", { retryAfter: 60 }))
    await chat.ask(`E com ${status}?`)
    const last = chat.answers.last()
    await expect(last).toContainText(/Nova tentativa em \d s/)
    // At once: the page's clock goes on, and the page gives up after a few tries.
    provider.script(textReply(`Agora foi, depois do ${status}.`))
    await page.clock.fastForward(6_000)
    await expect(last).toContainText(`Agora foi, depois do ${status}.`)
    await chat.untilAnswered()
    const keys = asked.slice(before).map((request) => request.headers()["idempotency-key"])
    expect(keys).toEqual([expect.stringMatching(/.{16}/), keys[0]])
    await last.getByTitle("Recibo").click()
    const cost = microReaisIn(await last.getByText("Total").locator("..").textContent())
    expect(cost).toBeGreaterThan(0)
    left -= cost
    expect(await booked(prosa, code)).toBe(left)
  }
  await expect(chat.messages).toHaveCount(6)
  expect(new Set(asked.map((request) => request.headers()["idempotency-key"])).size).toBe(3)
  expect(await prosa.admin("ledger", "verify")).toMatchObject({ ok: true })
})

test("a provider that goes on failing is given up in the words for it, at no cost", async ({ page, prosa }) => {
  await page.clock.install()
  await openWithCode(page, "/", await newCode(prosa, "5.00"))
  const chat = chatOn(page)
  for (const [status, words] of [
    [502, "Erro no gateway (502)"],
    [503, "Serviço temporariamente indisponível (503)"],
    [504, "Servidor sobrecarregado (504)"],
  ] as const) {
    await chat.ask(`erro ${status}`)
    await expect(chat.answers.last()).toContainText(/Nova tentativa em \d s/)
    await page.clock.fastForward(6_000)
    await expect(chat.answers.last()).toContainText(`${words}. Tente novamente em alguns segundos.`)
    await expect(chat.answers.last()).toContainText("Nada foi cobrado")
    expect(await shownBalance(page)).toBe(5_000_000)
  }
})

test("an answer that breaks off keeps what came, and empty, foreign or unknown replies cost nothing", async ({
  page,
  provider,
  startProsa,
}) => {
  const prosa = await startProsa({ provider })
  const code = await newCode(prosa, "5.00")
  await page.clock.install()
  await openWithCode(page, prosa.url, code)
  const chat = chatOn(page)
  const last = chat.answers.last()

  provider.script(cutAfter(textReply("palavra ".repeat(400), { chunks: 100 }), 4_000))
  await chat.ask("Conte uma história")
  await chat.untilAnswered()
  await expect(last).toContainText("palavra palavra palavra")
  await expect(last).toContainText("⚠️")
  await expect(last).toContainText("A resposta foi interrompida pelo provedor do modelo")
  const left = await shownBalance(page)
  expect(await booked(prosa, code)).toBe(left)

  provider.script(emptyStreamReply())
  await chat.ask("E agora?")
  await expect(last).toContainText("empty response from server")
  await expect(last).toContainText("Nada foi cobrado")

  provider.script(textReply("", { finish: "content-filter" }))
  await chat.ask("E o que não se pode?")
  await expect(last).toContainText("por causa das regras dele. Nada foi cobrado")

  provider.script(errorReply(418, "I am a teapot"))
  await chat.ask("E o bule?")
  await expect(last).toContainText("I am a teapot")

  provider.script(htmlReply(200))
  await chat.ask("E a página?")
  await expect(async () => {
    await page.clock.fastForward(6_000)
    await expect(last).toContainText("Ops!", { timeout: 500 })
  }).toPass()
  await expect(page).not.toHaveTitle(/Just a moment/)

  await expect(chat.messages).toHaveCount(10)
  expect(await shownBalance(page)).toBe(left)
  expect(await booked(prosa, code)).toBe(left)
  expect(await prosa.admin("ledger", "verify")).toMatchObject({ ok: true })
})

test("a refusal by what stands before the server is not laid on the provider", async ({ page, prosa, context }) => {
  await page.goto(prosa.url)
  const chat = chatOn(page)
  const last = chat.answers.last()
  const answer = (status: number, body: string) =>
    context.route("**/v1/chat/completions", (route) => route.fulfill({ status, contentType: "text/plain", body }))
  await answer(403, "Forbidden")
  await chat.ask("Posso?")
  await expect(last).toContainText("🔒")
  await expect(last).toContainText("Ops! Erro no servidor: Forbidden")
  await answer(401, "")
  await chat.ask("E agora?")
  await expect(last).toContainText("🔑")
  await expect(last.getByRole("link", { name: "clique aqui para inserir a chave de acesso" })).toBeVisible()
})

/** The page's stored access. */
async function kept(page: Page): Promise<Record<string, unknown>> {
  const text = await page.evaluate(() => localStorage.getItem("nk-access-control"))
  return (JSON.parse(text ?? "{}") as { readonly state?: Record<string, unknown> }).state ?? {}
}

test("a slip over a code with money on it flags it and loses nothing; without money a refused code is forgotten", async ({
  page,
  prosa,
}) => {
  const rich = await newCode(prosa, "4.00")
  await openWithCode(page, "/", rich)
  await page.goto("/settings")
  const field = page.getByRole("textbox", { name: "Código de acesso" })
  await field.fill(`${rich}x`)
  await field.press("Enter")
  await expect(page.getByText(/^Código inválido.* O código anterior continua guardado\.$/)).toBeVisible()
  expect(await kept(page)).toMatchObject({ accessCode: rich, hasInvalidCode: true, premium: 4_000_000 })
  await expect(
    page.getByRole("link", { name: "O código de acesso não foi aceito. Confira em Configurações." }),
  ).toBeVisible()
  await page.goto("/")
  // The balance is asked for at the start: the code is good, and the flag goes.
  await expect.poll(async () => (await kept(page))["hasInvalidCode"]).toBe(false)
  await expect(page.getByText("Premium", { exact: true })).toBeVisible()

  // Taken away by the operator: the money was seen, so it is kept and flagged.
  await prosa.admin("code", "rotate", rich)
  await expect(async () => {
    // The server remembers a code for a second; and it counts wrong ones, so that each reload waits for its answer.
    const asked = page.waitForResponse("**/api/getBalance")
    await page.reload()
    expect((await asked).status()).toBe(404)
  }).toPass()
  await expect.poll(() => kept(page)).toMatchObject({ accessCode: rich, hasInvalidCode: true })

  const poor = await newCode(prosa, "0.00")
  await page.goto("/settings")
  await field.fill(poor)
  await expect(page.getByText("Código válido, mas com saldo insuficiente")).toBeVisible()
  await expect(page.getByRole("link", { name: "Adicionar créditos" }).first()).toBeVisible()
  await field.fill("prosa_errado")
  await field.press("Enter")
  await expect(page.getByText("Código inválido. Confira se ele foi copiado por inteiro.")).toBeVisible()
  expect(await kept(page)).toMatchObject({ accessCode: "", isAnonymousUser: true, hasInvalidCode: false })
})

test("a code entered or taken away in one tab is the one that the other tab shows", async ({
  page,
  context,
  prosa,
}) => {
  const code = await newCode(prosa, "9.00")
  const other = await context.newPage()
  const fieldOf = (tab: Page) => tab.getByRole("textbox", { name: "Código de acesso" })
  for (const tab of [page, other]) await tab.goto("/settings")
  await fieldOf(page).fill(code)
  for (const tab of [page, other]) {
    await expect(tab.getByText("Código válido. Saldo: R$ 9,00")).toBeVisible()
    await expect(fieldOf(tab)).toHaveValue(code)
    await expect(tab.getByText("Premium", { exact: true })).toBeVisible()
  }
  await fieldOf(other).fill("")
  await expect(page.getByText("Você está usando o modo gratuito.")).toBeVisible()
  await expect(fieldOf(page)).toHaveValue("")
})

test("'Saldo insuficiente' empties the badge, and an answer's balance stays with the code it was asked with", async ({
  page,
  prosa,
}) => {
  const [first, second] = [await newCode(prosa, "9.00"), await newCode(prosa, "5.00")]
  await openWithCode(page, "/", first)
  const chat = chatOn(page)
  await chat.ask("devagar: conte uma história longa")
  await expect(chat.answers).toContainText("Vou responder")
  await page.getByRole("link", { name: "Configurações" }).click()
  const field = page.getByRole("textbox", { name: "Código de acesso" })
  await field.fill(second)
  await expect(page.getByText("Código válido. Saldo: R$ 5,00")).toBeVisible()
  await page.getByRole("link", { name: "Voltar" }).click()
  await chat.stop.click()
  await expect(chat.answers).toContainText("Você parou a resposta.")
  await expect(chat.balance).toHaveAccessibleName("Saldo R$ 5,00")
  expect(await booked(prosa, second)).toBe(5_000_000)
  await expect.poll(() => booked(prosa, first)).toBeLessThan(9_000_000)

  // A frozen code answers 400 'Saldo insuficiente'.
  await prosa.admin("code", "freeze", second)
  await page.reload()
  await expect(chat.balance).toHaveCount(0)
  expect(await kept(page)).toMatchObject({ accessCode: second, premium: 0, free: 0 })

  // Nobody is told to pay for a code that stays blocked.
  await expect(page.getByText("Adicionar créditos")).toHaveCount(0)
  await page.getByRole("link", { name: "Configurações" }).click()
  await expect(page.getByText("Este código está bloqueado. Fale com o suporte.")).toBeVisible()
  await expect(page.getByText("saldo insuficiente")).toHaveCount(0)
  await prosa.admin("code", "unfreeze", second)
  await page.reload()
  await expect(page.getByText("Código válido. Saldo: R$ 5,00")).toBeVisible()
})
