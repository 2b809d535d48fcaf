import { readFile } from "node:fs/promises"
import type { Page, Request, Route } from "@playwright/test"
import { expectAccessible } from "./support/axe.ts"
import { chatOn, untilDemonstration } from "./support/chat.ts"
import { expect, test } from "./support/test.ts"

const agenda = {
  openapi: "3.0.3",
  info: { title: "Agenda da clínica", version: "1.4", description: "Consultas e horários." },
  servers: [{ url: "https://agenda.clinica.example/v1" }],
  security: [{ chave: [] }],
  components: { securitySchemes: { chave: { type: "apiKey", in: "header", name: "X-Chave" } } },
  paths: {
    "/horarios": {
      get: {
        operationId: "verHorarios",
        summary: "Ver horários livres",
        parameters: [{ name: "data", in: "query", required: true, schema: { type: "string" } }],
      },
    },
    "/consultas": {
      post: {
        operationId: "marcarConsulta",
        summary: "Marcar consulta",
        requestBody: {
          required: true,
          content: {
            "application/json": {
              schema: {
                type: "object",
                required: ["medica"],
                properties: { medica: { type: "string" }, hora: { type: "string" } },
              },
            },
          },
        },
      },
    },
  },
}

/** The clinic's server, as our own relays it: what it was asked, and its reply to everything. */
async function playClinic(page: Page): Promise<Request[]> {
  const asked: Request[] = []
  await page.route("**/api/proxy/**", async (route: Route) => {
    asked.push(route.request())
    await route.fulfill({
      status: 200,
      headers: {
        "content-type": "application/json; charset=utf-8",
        "x-upstream-status": "200",
        "x-upstream-type": "application/json",
      },
      body: JSON.stringify({ marcada: true, protocolo: "A-77" }),
    })
  })
  return asked
}

async function installAgenda(page: Page): Promise<void> {
  await page.goto("/plugins")
  await page.getByRole("button", { name: "Novo plugin" }).click()
  await page.getByRole("textbox", { name: "Descrição OpenAPI (JSON ou YAML)" }).fill(JSON.stringify(agenda))
  await page.getByRole("button", { name: "Ler descrição" }).click()
  await expect(page.getByText("2 de 2 ligadas")).toBeVisible()
  await page.getByRole("button", { name: "Acesso" }).click()
  await expect(page.getByRole("textbox", { name: "Nome do cabeçalho ou parâmetro" })).toHaveValue("X-Chave")
  await page.getByLabel("Chave ou token", { exact: true }).fill("segredo-da-clinica")
  await page.getByRole("button", { name: "Instalar" }).click()
  await expect(page.getByRole("switch", { name: "Ligar Agenda da clínica" })).toBeChecked()
}

test.describe("where the console tells of what could not be fetched", () => {
  test.use({ allowErrors: true })

  test("a call that waits for a yes says that its card is missing, and asks once it can be fetched", async ({
    page,
  }) => {
    const asked = await playClinic(page)
    await installAgenda(page)
    // The card has styles of its own; what keeps the waiting calls has none, and the same name.
    const card = /\/assets\/tool-consent-[^/]*\.css$/
    await page.route(card, (route) => route.abort())
    await page.goto("/")
    await untilDemonstration(page)
    const chat = chatOn(page)
    await chat.ask('ferramenta marcarConsulta {"medica": "Dra. Ana", "hora": "15:00"}')
    await expect(chat.answers.last().getByText("Isto ainda não foi carregado")).toBeVisible()
    expect(asked).toHaveLength(0)
    await page.unroute(card)
    const group = page.getByRole("group", { name: "Confirmar ferramenta Marcar consulta" })
    await group.getByRole("button", { name: "Executar" }).click()
    await chat.untilAnswered()
    expect(asked).toHaveLength(1)
  })
})

test("a plugin is handed on as a file, without its key", async ({ page }) => {
  await installAgenda(page)
  const saving = page.waitForEvent("download")
  await page.getByRole("button", { name: "Baixar", exact: true }).click()
  const file = await saving
  expect(file.suggestedFilename()).toBe("Agenda da clínica.json")
  const text = await readFile(await file.path(), "utf8")
  expect(text).not.toContain("segredo-da-clinica")
  await page.goto("/plugins?id=new")
  await page.getByRole("textbox", { name: "Descrição OpenAPI (JSON ou YAML)" }).fill(text)
  await page.getByRole("button", { name: "Ler descrição" }).click()
  await expect(page.getByText("2 de 2 ligadas")).toBeVisible()
  await expect(page.getByRole("textbox", { name: "Nome", exact: true })).toHaveValue("Agenda da clínica")
  await page.getByRole("button", { name: "Acesso" }).click()
  await expect(page.getByRole("textbox", { name: "Nome do cabeçalho ou parâmetro" })).toHaveValue("X-Chave")
  await expect(page.getByLabel("Chave ou token", { exact: true })).toHaveValue("")
})

test("a service is described, tried and used; what it changes waits for a yes, over a reload too", async ({ page }) => {
  const asked = await playClinic(page)
  await installAgenda(page)
  await expectAccessible(page, "a plugin is open")
  await page.getByRole("button", { name: "Operações" }).click()
  await page.getByRole("button", { name: "Testar Ver horários livres" }).click()
  const trial = page.getByRole("form", { name: "Testar Ver horários livres" })
  await trial.getByRole("textbox", { name: "data" }).fill("2026-11-27")
  await trial.getByRole("button", { name: "Executar" }).click()
  await expect(trial.getByText(/Respondeu 200 em \d+ ms/)).toBeVisible()
  expect(new URL(asked[0]?.url() ?? "").pathname + new URL(asked[0]?.url() ?? "").search).toBe(
    "/api/proxy/v1/horarios?data=2026-11-27",
  )
  expect(await asked[0]?.allHeaders()).toMatchObject({
    "x-plugin-call": "1",
    "x-base-url": "https://agenda.clinica.example",
    "x-plugin-x-chave": "segredo-da-clinica",
  })
  asked.length = 0

  await page.goto("/")
  await untilDemonstration(page)
  const chat = chatOn(page)
  await chat.ask('ferramenta marcarConsulta {"medica": "Dra. Ana", "hora": "15:00"}')
  const card = page.getByRole("group", { name: "Confirmar ferramenta Marcar consulta" })
  await expect(card.getByText("Dra. Ana")).toBeVisible()
  await expect(card.getByText("POST agenda.clinica.example")).toBeVisible()
  await expectAccessible(page, "a call asks first")
  expect(asked).toHaveLength(0)
  await page.reload()
  await expect(card.getByText("Dra. Ana")).toBeVisible()
  expect(asked).toHaveLength(0)
  await card.getByRole("button", { name: "Executar" }).press("Enter")
  await chat.untilAnswered()
  await expect(chat.answers.last().getByText("A ferramenta respondeu:")).toBeVisible()
  expect(asked.map((request) => [request.method(), request.postData()])).toEqual([
    ["POST", '{"medica":"Dra. Ana","hora":"15:00"}'],
  ])

  await chat.ask('ferramenta marcarConsulta {"medica": "Dr. Rui"}')
  await card.getByRole("button", { name: "Recusar" }).click()
  await chat.untilAnswered()
  await expect(chat.answers.last().getByText("Você não deixou executar Marcar consulta")).toBeVisible()
  expect(asked).toHaveLength(1)
})

test("a plugin that another device sends to another host is off, and its key stays", async ({ page }) => {
  const asked = await playClinic(page)
  await installAgenda(page)
  // As a hostile storage for sync would have it: the same plugin, with another host in its operation.
  await page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const open = indexedDB.open("nk-prosa")
      open.onsuccess = () => resolve(open.result)
    })
    const store = database.transaction("plugins", "readwrite").objectStore("plugins")
    const rows = await new Promise<unknown[]>((resolve) => {
      const all = store.getAll()
      all.onsuccess = () => resolve(all.result as unknown[])
    })
    for (const row of rows) store.put(JSON.parse(JSON.stringify(row).replaceAll("agenda.clinica", "mau")))
    await new Promise((resolve) => (store.transaction.oncomplete = resolve))
    database.close()
  })
  await page.goto("/plugins")
  const toggle = page.getByRole("switch", { name: "Ligar Agenda da clínica" })
  await expect(toggle).not.toBeChecked()
  await toggle.click()
  const question = page.getByRole("alertdialog")
  await expect(question).toContainText("mau.example")
  await question.getByRole("button", { name: "Ligar Agenda da clínica" }).click()
  await expect(toggle).toBeChecked()
  await page.goto("/")
  await untilDemonstration(page)
  const chat = chatOn(page)
  await chat.ask('ferramenta verHorarios {"data": "2026-11-27"}')
  await page
    .getByRole("group", { name: /Confirmar ferramenta/ })
    .getByRole("button", { name: "Executar" })
    .click()
  await chat.untilAnswered()
  await expect(chat.answers.last()).toContainText("precisa salvar a chave de novo")
  expect(asked).toHaveLength(0)
})

test("a description that cannot be used is refused with its place, and asks nobody", async ({ page }) => {
  const asked = await playClinic(page)
  await page.goto("/plugins?id=new")
  const field = page.getByRole("textbox", { name: "Descrição OpenAPI (JSON ou YAML)" })
  const refused = async (text: string, place: string) => {
    await field.fill(text)
    await page.getByRole("button", { name: "Ler descrição" }).click()
    const alert = page.getByRole("alert").filter({ hasText: "Erro no Esquema OpenAPI" })
    await expect(alert.getByText(place)).toBeVisible()
  }
  await refused("{", "O texto não é JSON válido.")
  const paths = { "/x": { get: { parameters: [{ $ref: "https://evil.example/p" }] } } }
  await refused(JSON.stringify({ ...agenda, paths }), "Em paths./x.get.parameters.0.$ref")
  await refused(JSON.stringify({ ...agenda, servers: [{ url: "http://a.example" }] }), "Em servers.0.url")
  expect(asked).toHaveLength(0)
})

test("a question that calls for no plugin waits for none", async ({ page }) => {
  await page.route("**/plugins.json", () => {})
  let isGivenUp = false
  page.on("requestfailed", (request) => (isGivenUp ||= request.url().endsWith("/plugins.json")))
  await page.goto("/")
  const isAsked = page.waitForRequest("**/v1/chat/completions")
  await chatOn(page).ask("bom dia")
  await isAsked
  expect(isGivenUp).toBe(false)
})

test("the Brazil pack answers with no set-up, and other questions carry no tools", async ({ page }) => {
  const bodies: string[] = []
  page.on("request", (request) => {
    if (request.url().endsWith("/v1/chat/completions")) bodies.push(request.postData() ?? "")
  })
  await page.goto("/")
  await untilDemonstration(page)
  const chat = chatOn(page)
  await page.getByRole("textbox", { name: "Mensagem" }).fill("CEP 01310-930?")
  await expect(page.getByRole("button", { name: "Brasil: CEP" })).toHaveAttribute("aria-pressed", "true")
  await chat.ask("CEP 01310-930?")
  await chat.untilAnswered()
  await expect(chat.answers.last().getByText(/Avenida Paulista.*Bela Vista.*São Paulo/)).toBeVisible()
  await expect(chat.answers.last().getByText(/demonstração/)).toBeVisible()
  await chat.ask("9 de julho é feriado em SP?")
  await chat.untilAnswered()
  await expect(chat.answers.last().getByText(/não é feriado nacional/)).toBeVisible()

  bodies.length = 0
  await page.getByRole("button", { name: "Nova conversa" }).first().click()
  await chat.ask("bom dia")
  await chat.untilAnswered()
  expect(bodies[0]).not.toContain('"tools"')
})
