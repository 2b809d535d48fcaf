import { readFileSync } from "node:fs"
import { textReply } from "../testing/fake-provider/replies.ts"
import { expectAccessible, expectNoSidewaysScroll } from "./support/axe.ts"
import { chatOn, enterCode, microReaisIn, openWithCode } from "./support/chat.ts"
import { newCode } from "./support/prosa.ts"
import { expect, test } from "./support/test.ts"

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
]) {
  test(`every use stands in the statement with the balance after it, to be filtered and saved, ${viewport.width} px wide`, async ({
    page,
    prosa,
  }) => {
    await page.setViewportSize(viewport)
    await openWithCode(page, "/", await newCode(prosa, "20.00"))
    const chat = chatOn(page)
    await chat.ask("Uma tabela, por favor")
    await chat.untilAnswered()
    await chat.ask("erro 402")
    await chat.untilAnswered()
    const cost = chat.answers.first().getByTitle("Recibo")
    await cost.click()
    const total = microReaisIn(
      await chat.answers.first().getByText("Total", { exact: true }).locator("..").textContent(),
    )
    await chat.answers.first().getByRole("link", { name: "Ver extrato" }).click()
    await expect(page).toHaveURL(/\/statement$/)

    const lines = page.getByRole("main").getByRole("listitem")
    await expect(lines.filter({ hasText: "Crédito adicionado" })).toContainText("+R$ 20,00")
    // Its title failed with it, and cost as little.
    await expect(lines.filter({ hasText: "Falha do provedor, não cobrada" }).last()).toContainText("R$ 0,00")
    const use = lines.filter({ hasText: "−R$" })
    await expect(use).toHaveCount(1)
    await page.keyboard.press("Tab")
    await use.locator("summary").focus()
    await page.keyboard.press("Enter")
    await expect(use.getByText("Valor exato")).toBeVisible()
    expect(microReaisIn(await use.getByText("Valor exato").locator("..").textContent())).toBe(total)
    const left = microReaisIn(await use.getByText("Saldo depois").locator("..").textContent())
    expect(left).toBe(20_000_000 - total)
    const itsChat = use.getByText("Conversa", { exact: true }).locator("..").getByRole("link")
    await expect(itsChat).toBeVisible()
    await expectAccessible(page, "statement")
    await expectNoSidewaysScroll(page, "statement")

    await page.getByRole("combobox", { name: "Lançamentos" }).selectOption({ label: "Créditos adicionados" })
    await expect(use).toHaveCount(0)
    await expect(lines).toHaveCount(1)
    const download = page.waitForEvent("download")
    await page.getByRole("button", { name: "Exportar CSV" }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe("extrato.csv")
    const csv = readFileSync(await file.path(), "utf8")
    expect(csv.startsWith("\uFEFFData e hora;Lançamento;")).toBe(true)
    expect(csv.trimEnd().split("\r\n")).toHaveLength(2)
    await page.getByRole("combobox", { name: "Lançamentos" }).selectOption({ label: "Pesquisas na web" })
    await expect(page.getByText("Nenhum lançamento com este filtro.")).toBeVisible()

    await page.getByRole("combobox", { name: "Lançamentos" }).selectOption({ label: "Todos" })
    await use.locator("summary").click()
    await itsChat.click()
    await expect(page).toHaveURL(/\/chat\?c=/)
    await expect(chat.answers.first().getByRole("table")).toBeInViewport()
  })
}

test("the receipt of a stopped answer has the facts of its line in the statement", async ({ page, prosa }) => {
  await openWithCode(page, "/", await newCode(prosa, "20.00"))
  const chat = chatOn(page)
  await chat.ask("Uma resposta longa, devagar")
  await expect(chat.answers.first().getByRole("paragraph").nth(1)).toBeVisible()
  await chat.stop.click()
  await expect(chat.answers.getByText("Você parou a resposta.")).toBeVisible()
  await chat.answers.getByTitle("Recibo").click()
  const receipt = await chat.answers.getByLabel("Recibo").last().innerText()
  const [, asked = "none", said = "none"] = /([\d.]+) tokens[^]*?([\d.]+) tokens/.exec(receipt) ?? []
  await chat.answers.getByRole("link", { name: "Ver extrato" }).click()
  const use = page.getByRole("main").getByRole("listitem").filter({ hasText: "parada por você" })
  await use.locator("summary").click()
  await expect(use.getByText("Pergunta e histórico").locator("..")).toContainText(`${asked} tokens`)
  await expect(use.getByText("Resposta", { exact: true }).locator("..")).toContainText(`${said} tokens`)
})

test("a receipt has the tokens that were charged, whatever the provider claims, and lines that add up to their total", async ({
  page,
  provider,
  startProsa,
}) => {
  const prosa = await startProsa({ provider })
  await openWithCode(page, prosa.url, await newCode(prosa, "20.00"))
  const chat = chatOn(page)
  for (const usage of [
    { inputUncached: 50_000_000, output: 20 },
    { inputUncached: 100, inputCached: 900, cacheWrite: 400, output: 50 },
  ]) {
    provider.script(textReply("Olá, tudo bem com você?", { usage }))
    await chat.ask("Oi, tudo bem?")
    await chat.untilAnswered()
    const answer = chat.answers.last()
    await answer.getByTitle("Recibo").click()
    const receipt = await answer.getByLabel("Recibo").last().innerText()
    expect(receipt).not.toContain("50.000.000")
    const amounts = receipt.split("\n").filter((line) => line.startsWith("R$"))
    const [total = 0, ...lines] = amounts.map((line) => microReaisIn(line)).toReversed()
    expect(lines.length, receipt).toBeGreaterThan(1)
    expect(Math.abs(lines.reduce((sum, line) => sum + line, 0) - total), receipt).toBeLessThan(4)
  }
})

test("the statement says that it has no code, no lines or no connection, and comes back by itself", async ({
  page,
  prosa,
  context,
}) => {
  await page.goto("/statement")
  await expect(page.getByText(/^O extrato aparece quando você usa um código\./)).toBeVisible()
  await expectAccessible(page, "no code")
  await enterCode(page, await newCode(prosa, "0.00"))
  await page.goto("/statement")
  await expect(page.getByText(/^Nenhum lançamento ainda/)).toBeVisible()
  await expect(page.getByRole("button", { name: "Exportar CSV" })).toBeDisabled()

  await context.setOffline(true)
  await page.getByRole("combobox", { name: "Período" }).selectOption({ index: 1 })
  await expect(page.getByText(/^Sem conexão/)).toBeVisible()
  await expectAccessible(page, "offline")
  await context.setOffline(false)
  await expect(page.getByText("Nenhum lançamento com este filtro.")).toBeVisible()

  await page.route("**/api/statement?*", (route) => route.fulfill({ status: 500, json: { error: "x" } }))
  await page.getByRole("combobox", { name: "Período" }).selectOption({ index: 2 })
  await expect(page.getByText(/^Não foi possível carregar o extrato/)).toBeVisible()
  await page.unroute("**/api/statement?*")
  await page.getByRole("button", { name: "Tentar de novo" }).click()
  await expect(page.getByText("Nenhum lançamento com este filtro.")).toBeVisible()
})

test("a message above a ceiling is asked about before anything is sent, and the server keeps the ceiling too", async ({
  page,
  prosa,
}) => {
  await openWithCode(page, "/", await newCode(prosa, "20.00"))
  const headers: (string | undefined)[] = []
  page.on("request", (request) => {
    const { "x-max-cost": ceiling, "x-request-meta": meta } = request.headers()
    const isAuxiliary = /"is(Title|Summarize)":true/.test(meta ?? "")
    if (request.url().endsWith("/v1/chat/completions") && !isAuxiliary) headers.push(ceiling)
  })
  await page.getByRole("link", { name: "Configurações" }).click()
  const ceiling = page.getByRole("textbox", { name: "Limite por mensagem" })
  await ceiling.fill("um real")
  await expect(page.getByText("Escreva um valor em reais, como 0,50.")).toBeVisible()
  await expect(ceiling).toHaveAttribute("aria-invalid", "true")
  await ceiling.fill("0,01")
  await expectAccessible(page, "ceilings")
  await page.reload()
  await expect(ceiling).toHaveValue("0,01")
  await page.getByRole("link", { name: "Voltar" }).click()

  const chat = chatOn(page)
  await chat.field.fill("Oi, tudo bem?")
  await chat.field.press("Enter")
  const dialog = page.getByRole("alertdialog")
  await expect(dialog).toContainText("acima do seu limite de R$ 0,01 por mensagem")
  await expectAccessible(page, "above the ceiling")
  await page.keyboard.press("Escape")
  await expect(chat.field).toHaveValue("Oi, tudo bem?")
  await expect(chat.messages).toHaveCount(0)
  expect(headers).toEqual([])

  await chat.field.press("Enter")
  await dialog.getByRole("button", { name: "Enviar mesmo assim" }).click()
  await chat.untilAnswered()
  await expect(chat.answers).toHaveCount(1)
  await expect(chat.field).toHaveValue("")
  expect(headers).toEqual([undefined])

  // What was written into the window is there again where it is not sent.
  await chat.questions.getByRole("button", { name: "Editar" }).click()
  const edit = page.getByRole("dialog", { name: "Editar mensagem" })
  await edit.getByRole("textbox", { name: "Mensagem", exact: true }).fill("Oi, e agora?")
  await edit.getByRole("button", { name: "Enviar" }).click()
  await expect(dialog).toContainText("acima do seu limite")
  await page.keyboard.press("Escape")
  await expect(edit.getByRole("textbox", { name: "Mensagem", exact: true })).toHaveValue("Oi, e agora?")
  await page.keyboard.press("Escape")
  await expect(edit).toHaveCount(0)
  expect(headers).toEqual([undefined])

  // An estimate is under this one, the shortest answer worth starting is not: the server refuses.
  await page.getByRole("link", { name: "Configurações" }).click()
  await ceiling.fill("0,036")
  await ceiling.blur()
  await page.getByRole("link", { name: "Voltar" }).click()
  await page.getByRole("button", { name: "Nova conversa" }).click()
  await chat.field.fill("Oi")
  await chat.field.press("Enter")
  await expect(chat.answers.last()).toContainText("O seu limite de R$ 0,036 por mensagem não basta")
  expect(headers).toEqual([undefined, "0.036000"])
  await chat.answers.last().getByRole("button", { name: "Tentar de novo" }).click()
  await dialog.getByRole("button", { name: "Enviar mesmo assim" }).click()
  await expect(chat.answers.last()).not.toContainText("não basta")
  await chat.untilAnswered()
  expect(headers).toEqual([undefined, "0.036000", undefined])
})

test("a day's ceiling counts what today has cost", async ({ page, prosa }) => {
  await openWithCode(page, "/", await newCode(prosa, "20.00"))
  const chat = chatOn(page)
  await chat.ask("Uma resposta longa, por favor")
  await chat.untilAnswered()
  await page.getByRole("link", { name: "Configurações" }).click()
  await page.getByRole("textbox", { name: "Limite por dia" }).fill("0,05")
  await page.getByRole("link", { name: "Voltar" }).click()
  await chat.field.fill("E agora?")
  await chat.field.press("Enter")
  const dialog = page.getByRole("alertdialog")
  await expect(dialog).toContainText(/^Hoje você já gastou R\$.*passa do seu limite de R\$.0,05 por dia/)
  await dialog.getByRole("button", { name: "Cancelar" }).click()
  await expect(chat.answers).toHaveCount(1)
  await expect(chat.field).toHaveValue("E agora?")
})

test("a balance that runs low is told once, and again after it was filled up", async ({ page, startProsa }) => {
  const prosa = await startProsa({ env: { PLANS_URL: "https://planos.example/" } })
  const code = await newCode(prosa, "1.50")
  await openWithCode(page, prosa.url, code)
  const notice = page.getByText("Seu saldo está acabando: R$ 1,50.")
  await expect(notice).toBeVisible()
  await expect(page.getByRole("link", { name: "Adicionar créditos" })).toHaveAttribute(
    "href",
    "https://planos.example/",
  )
  await expectAccessible(page, "low balance")
  await page.getByRole("button", { name: "Dispensar aviso de saldo" }).click()
  await expect(notice).toHaveCount(0)
  await page.reload()
  await expect(chatOn(page).balance).toHaveAccessibleName("Saldo R$ 1,50")
  await expect(notice).toHaveCount(0)

  await prosa.admin("credit", code, "10.00", "--ref", "R1")
  await page.reload()
  await expect(chatOn(page).balance).toHaveAccessibleName("Saldo R$ 11,50")
  await prosa.admin("credit", code, "-10.00", "--ref", "R2")
  await page.reload()
  await expect(notice).toBeVisible()
  // The statement says what is left, and leads to more while there is some.
  await page.goto(`${prosa.url}/statement`)
  await expect(page.getByRole("main").getByRole("link", { name: "Adicionar créditos" })).toHaveAttribute(
    "href",
    "https://planos.example/",
  )
})

test("where earlier lines do not come, those that stand there stay, and the rest comes at a press", async ({
  page,
  prosa,
}) => {
  await openWithCode(page, "/", await newCode(prosa, "20.00"))
  const chat = chatOn(page)
  await chat.ask("oi")
  await chat.untilAnswered()
  let isBroken = true
  await page.route("**/api/statement*", (route) => {
    const address = new URL(route.request().url())
    if (isBroken && address.searchParams.has("before")) return route.fulfill({ status: 500, json: { error: "x" } })
    address.searchParams.set("limit", "1")
    return route.continue({ url: address.href })
  })
  await page.goto("/statement")
  const lines = page.getByRole("main").getByRole("listitem")
  await expect(lines).toHaveCount(1)
  const newest = (await lines.first().textContent()) ?? ""
  await page.getByRole("button", { name: "Mostrar mais" }).click()
  await expect(page.getByText(/^Não foi possível carregar o extrato/)).toBeVisible()
  await expect(lines).toHaveCount(1)
  isBroken = false
  await page.getByRole("button", { name: "Tentar de novo" }).click()
  await expect(lines).toHaveCount(2)
  await expect(lines.first()).toHaveText(newest)
})
