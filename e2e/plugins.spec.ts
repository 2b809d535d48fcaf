import { readFile } from "node:fs/promises"
import type { Page, Request, Route } from "@playwright/test"
import { noUsage } from "../core/gateway/usage.ts"
import type { RecordedRequest } from "../testing/fake-provider/fake-provider.ts"
import { answerReply, textReply } from "../testing/fake-provider/replies.ts"
import { expectAccessible, expectNoSidewaysScroll } from "./support/axe.ts"
import { chatOn, openTab, openWithCode, untilDemonstration } from "./support/chat.ts"
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

async function installAgenda(page: Page, at = ""): Promise<void> {
  await page.goto(`${at}/plugins`)
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

  test("a call whose line is cut is told in a sentence, and that it may have been made", async ({ page }) => {
    await installAgenda(page)
    await page.route("**/api/proxy/**", (route) => route.abort())
    await page.goto("/")
    await untilDemonstration(page)
    const chat = chatOn(page)
    const run = page.getByRole("group", { name: /Confirmar ferramenta/ }).getByRole("button", { name: "Executar" })
    await chat.ask('ferramenta marcarConsulta {"medica": "Dra. Ana"}')
    await run.click()
    const silent = "agenda.clinica.example não respondeu, ou a conexão caiu."
    const unknown = "Não se sabe se o que a chamada faz foi feito."
    await expect(chat.answers.last()).toContainText(`${silent} ${unknown}`)
    await chat.untilAnswered()
    await chat.ask('ferramenta verHorarios {"data": "2026-11-27"}')
    await run.click()
    await expect(chat.answers.last()).toContainText(silent)
    await expect(chat.answers.last()).not.toContainText(unknown)
  })

  test("plugins that come with the product and did not come are told as missing, and fetched again", async ({
    page,
  }) => {
    const list = /\/plugins\.json$/
    await page.route(list, (route) => route.abort())
    await page.goto("/plugins")
    const missing = page.getByRole("alert").filter({ hasText: "Os plugins prontos não puderam ser carregados." })
    await expect(missing).toBeVisible()
    await expectAccessible(page, "the plugins that come with the product are missing")
    await page.unroute(list)
    await page.getByRole("button", { name: "Tentar de novo" }).click()
    await expect(page.getByRole("switch", { name: "Ligar Brasil" })).toBeChecked()
    await expect(missing).toHaveCount(0)
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
  // The card took the focus along: whoever answers by the keyboard goes on where they write.
  await expect(chat.field).toBeFocused()

  await chat.ask('ferramenta marcarConsulta {"medica": "Dr. Rui"}')
  await card.getByRole("button", { name: "Recusar" }).click()
  await chat.untilAnswered()
  await expect(chat.answers.last().getByText("Você não deixou executar Marcar consulta")).toBeVisible()
  expect(asked).toHaveLength(1)
})

test("an operation is tried without writing JSON, at the host that is chosen beside it", async ({ page }) => {
  const asked = await playClinic(page)
  const cookie = { type: "apiKey", in: "cookie", name: "SESSION" }
  const inQuery = (name: string, schema: object) => ({ name, in: "query", schema })
  const shop = {
    ...agenda,
    info: {
      title: "Loja",
      version: "1",
      description: "# Bem-vindo\n\nPedidos em **Markdown**, com [ajuda](https://x.example).",
    },
    servers: [{ url: "https://{loja}.açaí.example", variables: { loja: { enum: ["centro", "bairro"] } } }],
    security: [{ c: [] }],
    components: { securitySchemes: { c: cookie } },
    paths: {
      "/pedidos": {
        get: {
          operationId: "verPedidos",
          summary: "Ver pedidos",
          parameters: [
            inQuery("numero", { type: "integer" }),
            inQuery("campos", { type: "array", nullable: true, items: { type: "string" } }),
            inQuery("urgente", { type: "boolean" }),
            inQuery("estado", { type: "array", items: { type: "string", enum: ["novo", "pago", "entregue"] } }),
          ],
        },
      },
    },
  }
  await page.goto("/plugins?id=new")
  await page.getByRole("textbox", { name: "Descrição OpenAPI (JSON ou YAML)" }).fill(JSON.stringify(shop))
  await page.getByRole("button", { name: "Ler descrição" }).click()
  await expect(page.getByText("Bem-vindo Pedidos em Markdown, com ajuda.")).toBeVisible()
  await expect(page.getByRole("note")).toContainText("um plugin não sabe mandar: SESSION.")
  await page.getByLabel("Endereço: loja").selectOption("bairro")
  await expect(page.getByText("Fala com bairro.xn--aa-4iaz.example.")).toBeVisible()
  await page.getByRole("button", { name: "Testar Ver pedidos" }).click()
  const trial = page.getByRole("form", { name: "Testar Ver pedidos" })
  await trial.getByLabel("numero").fill("doze")
  await trial.getByLabel("campos").fill("itens\ncliente")
  await trial.getByLabel("urgente").selectOption("sim")
  await trial.getByLabel("estado").selectOption(["novo", "pago"])
  await expectAccessible(page, "an operation is tried")
  await trial.getByRole("button", { name: "Executar" }).click()
  await expect(trial.getByText("numero não é um número.")).toBeVisible()
  expect(asked).toHaveLength(0)
  await trial.getByLabel("numero").fill("12")
  await trial.getByRole("button", { name: "Executar" }).click()
  await expect(trial.getByText(/Respondeu 200 em/)).toBeVisible()
  expect(new URL(asked[0]?.url() ?? "").search).toBe(
    "?numero=12&campos=itens&campos=cliente&urgente=true&estado=novo&estado=pago",
  )
})

test("a call that waited while its plugin was deleted in another tab is not made", async ({ page, context }) => {
  const asked = await playClinic(page)
  await installAgenda(page)
  await page.goto("/")
  await untilDemonstration(page)
  const chat = chatOn(page)
  await chat.ask('ferramenta marcarConsulta {"medica": "Dra. Ana"}')
  const card = page.getByRole("group", { name: "Confirmar ferramenta Marcar consulta" })
  await expect(card).toBeVisible()
  const tab = await openTab(context, "/plugins")
  await tab.getByRole("button", { name: /^Agenda da clínica/ }).click()
  await tab.getByRole("button", { name: "Apagar plugin" }).click()
  await tab.getByRole("alertdialog").getByRole("button", { name: "Apagar plugin" }).click()
  await expect(tab.getByRole("switch", { name: "Ligar Agenda da clínica" })).toHaveCount(0)
  await card.getByRole("button", { name: "Executar" }).click()
  await chat.untilAnswered()
  await expect(chat.answers.last()).toContainText("O plugin desta ferramenta foi apagado")
  expect(asked).toHaveLength(0)
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

test("a plugin whose button is pressed twice is installed once", async ({ page }) => {
  await page.goto("/plugins?id=new")
  await page.getByRole("textbox", { name: "Descrição OpenAPI (JSON ou YAML)" }).fill(JSON.stringify(agenda))
  await page.getByRole("button", { name: "Ler descrição" }).click()
  await expect(page.getByText("2 de 2 ligadas")).toBeVisible()
  // A press of the second is on its way before the first has saved anything.
  await page.getByRole("button", { name: "Instalar" }).evaluate((button: HTMLButtonElement) => {
    button.click()
    button.click()
  })
  await expect(page.getByRole("switch", { name: "Ligar Agenda da clínica" })).toBeChecked()
  await page.reload()
  await expect(page.getByRole("switch", { name: "Ligar Agenda da clínica" })).toHaveCount(1)
})

test("a description that comes once its form was left is not read, and leaves no thread behind", async ({ page }) => {
  let deliver = () => {}
  const isWanted = new Promise<void>((resolve) => (deliver = resolve))
  await page.route("**/api/proxy/**", async (route) => {
    await isWanted
    await route.fulfill({
      headers: {
        "content-type": "application/json",
        "x-upstream-status": "200",
        "x-upstream-type": "application/json",
      },
      body: JSON.stringify(agenda),
    })
  })
  const readers: string[] = []
  page.on("worker", (worker) => void (worker.url().includes("openapi") && readers.push(worker.url())))
  await page.goto("/plugins?id=new")
  await page.getByRole("textbox", { name: "Endereço da descrição" }).fill("agenda.example/openapi.json")
  const asked = page.waitForRequest("**/api/proxy/**")
  await page.getByRole("button", { name: "Carregar" }).click()
  const request = await asked
  await page.getByRole("button", { name: "Cancelar" }).click()
  await expect(page.getByRole("button", { name: "Carregar" })).toHaveCount(0)
  deliver()
  await (await request.response())?.finished()
  // Whoever opens another one has a reader, and is the first to have one.
  await page.getByRole("button", { name: "Novo plugin" }).click()
  await page.getByRole("textbox", { name: "Descrição OpenAPI (JSON ou YAML)" }).fill(JSON.stringify(agenda))
  await page.getByRole("button", { name: "Ler descrição" }).click()
  await expect(page.getByText("2 de 2 ligadas")).toBeVisible()
  expect(readers).toHaveLength(1)
})

test("a description that names another host takes the stored key there only after a yes", async ({ page }) => {
  const asked = await playClinic(page)
  await installAgenda(page)
  const moved = { ...agenda, servers: [{ url: "https://evil.example/v1" }] }
  await page.getByRole("button", { name: "Descrição" }).click()
  await page.getByRole("textbox", { name: "Descrição OpenAPI (JSON ou YAML)" }).fill(JSON.stringify(moved))
  await page.getByRole("button", { name: "Ler descrição" }).click()
  await expect(page.getByText("0 de 2 ligadas")).toBeVisible()
  const question = page
    .getByRole("alertdialog")
    .filter({ hasText: "A chave guardada ainda não foi para evil.example." })
  await page.getByRole("button", { name: "Testar Ver horários livres" }).click()
  const trial = page.getByRole("form", { name: "Testar Ver horários livres" })
  await trial.getByRole("textbox", { name: "data" }).fill("2026-11-27")
  await trial.getByRole("button", { name: "Executar" }).click()
  await question.getByRole("button", { name: "Cancelar" }).click()
  await page.getByRole("switch", { name: "Ligar Ver horários livres" }).click()
  await page.getByRole("button", { name: "Salvar" }).click()
  await question.getByRole("button", { name: "Cancelar" }).click()
  expect(asked).toHaveLength(0)
  // Nothing was saved, and everything is still there to be.
  await expect(page.getByText("1 de 2 ligadas")).toBeVisible()
  await page.getByRole("button", { name: "Salvar" }).click()
  await question.getByRole("button", { name: "Mandar a chave" }).click()
  await expect(page.getByText("Plugin salvo.")).toBeVisible()
  await trial.getByRole("button", { name: "Executar" }).click()
  await expect(trial.getByText(/Respondeu 200 em/)).toBeVisible()
  expect(await asked[0]?.allHeaders()).toMatchObject({
    "x-base-url": "https://evil.example",
    "x-plugin-x-chave": "segredo-da-clinica",
  })
})

test("a description that cannot be used is refused with its place, and asks nobody", async ({ page }) => {
  const asked = await playClinic(page)
  await page.goto("/plugins?id=new")
  const here = new URL(page.url()).origin
  const elsewhere: string[] = []
  page.on("request", (request) => new URL(request.url()).origin !== here && elsewhere.push(request.url()))
  const field = page.getByRole("textbox", { name: "Descrição OpenAPI (JSON ou YAML)" })
  const refused = async (spec: string | object, ...said: readonly string[]) => {
    await field.fill(typeof spec === "string" ? spec : JSON.stringify({ ...agenda, ...spec }))
    await page.getByRole("button", { name: "Ler descrição" }).click()
    const alert = page.getByRole("alert").filter({ hasText: "Erro no Esquema OpenAPI" })
    for (const words of said) await expect(alert).toContainText(words)
  }
  await refused("{", "O texto não é JSON válido.")
  const from = (path: string, $ref: string) => ({ paths: { [path]: { get: { parameters: [{ $ref }] } } } })
  await refused(
    from("/x", "https://evil.example/p"),
    "Uma referência leva a outro arquivo",
    "Em paths./x.get.parameters.0.$ref",
  )
  const itself = "#/components/parameters/A"
  await refused(
    { ...from("/y", itself), components: { parameters: { A: { $ref: itself } } } },
    "Uma referência só leva a ela mesma.",
    "Em paths./y.get.parameters.0.$ref",
  )
  await refused({ paths: {} }, "A descrição não tem operações.", "Em paths")
  await refused({ servers: [{ url: "http://a.example" }] }, "precisa começar com https", "Em servers.0.url")
  await refused({ servers: [{ url: "/v1" }] }, "O endereço do serviço está incompleto.", "Em servers.0.url")
  const open = { url: "https://{casa}.example", variables: { casa: { default: "x" } } }
  await refused({ servers: [open] }, "só aceita valores de uma lista", "Em servers.0.variables.casa")
  const bomb = Array.from({ length: 12 }, (_, level) =>
    level === 0 ? "a0: &a0 [x,x,x,x,x,x,x,x,x]" : `a${level}: &a${level} [${`*a${level - 1},`.repeat(9)}]`,
  )
  await refused(bomb.join("\n"), "O texto não é YAML válido, ou se desdobra demais.")
  const many = Array.from({ length: 10_000 }, (_, one) => [`/x${one}`, { get: {} }])
  await refused({ paths: Object.fromEntries(many) as object }, "A descrição passa de 3.000 operações.", "Em paths")
  expect(asked).toHaveLength(0)
  expect(elsewhere).toEqual([])
})

test("an address of a description may lack its beginning, and what is wrong with it is said, and nothing else", async ({
  page,
}) => {
  const bases: (string | undefined)[] = []
  await page.route("**/api/proxy/**", async (route) => {
    const request = route.request()
    bases.push(request.headers()["x-base-url"])
    const isThere = request.url().endsWith("/openapi.json")
    await route.fulfill({
      status: isThere ? 200 : 404,
      headers: {
        "content-type": "application/json",
        "x-upstream-status": isThere ? "200" : "404",
        "x-upstream-type": "application/json",
      },
      body: isThere ? JSON.stringify({ ...agenda, servers: [{ url: "/v1" }] }) : "{}",
    })
  })
  await page.goto("/plugins?id=new")
  const fault = page.getByText("Erro no Esquema OpenAPI")
  await page.getByRole("textbox", { name: "Descrição OpenAPI (JSON ou YAML)" }).fill("{")
  await page.getByRole("button", { name: "Ler descrição" }).click()
  await expect(fault).toBeVisible()
  const address = page.getByRole("textbox", { name: "Endereço da descrição" })
  const load = page.getByRole("button", { name: "Carregar" })
  await address.fill("http://agenda.example/openapi.json")
  await load.click()
  await expect(page.getByText("precisa começar com https")).toBeVisible()
  await expect(fault).toHaveCount(0)
  await address.fill("https://agenda.example/outra.json")
  await load.click()
  await expect(page.getByText("A descrição não pôde ser carregada. HTTP 404")).toBeVisible()
  await address.fill("agenda.example/openapi.json")
  await load.click()
  await expect(page.getByText("2 de 2 ligadas")).toBeVisible()
  await expect(page.getByText("Fala com agenda.example.")).toBeVisible()
  expect(bases).toEqual(["https://agenda.example", "https://agenda.example"])
})

test("the address of a page that shows a file loads the file, and any other page is told as one", async ({ page }) => {
  await page.route("**/api/proxy/**", async (route, request) => {
    const asked = request.headers()["x-base-url"] + new URL(request.url()).pathname.replace("/api/proxy", "")
    const isFile = asked === "https://raw.githubusercontent.com/ana/agenda/main/openapi.json"
    await route.fulfill({
      headers: { "content-type": "text/plain", "x-upstream-status": "200", "x-upstream-type": "text/html" },
      body: isFile ? JSON.stringify(agenda) : "<!doctype html><title>Agenda</title>",
    })
  })
  await page.goto("/plugins?id=new")
  const address = page.getByRole("textbox", { name: "Endereço da descrição" })
  const load = page.getByRole("button", { name: "Carregar" })
  await address.fill("https://agenda.example/docs")
  await load.click()
  await expect(page.getByText("Isto é uma página da web, não uma descrição.")).toBeVisible()
  await address.fill("https://github.com/ana/agenda/blob/main/openapi.json")
  await load.click()
  await expect(page.getByText("2 de 2 ligadas")).toBeVisible()
  await expect(page.getByText("o próprio arquivo foi carregado")).toBeVisible()
  await page.getByRole("button", { name: "Descrição" }).click()
  await expect(address).toHaveValue("https://raw.githubusercontent.com/ana/agenda/main/openapi.json")
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

test("where a server makes no calls, the composer promises none, and what is computed goes along", async ({
  page,
  provider,
  startProsa,
}) => {
  const prosa = await startProsa({ provider, env: { PLUGIN_PROXY: "0" } })
  await page.goto(prosa.url)
  const chat = chatOn(page)
  await chat.field.fill("Qual é o próximo feriado?")
  await expect(page.getByRole("button", { name: "Brasil: feriados" })).toBeVisible()
  await chat.field.fill("Qual é o próximo feriado, e o CEP da Avenida Paulista?")
  await expect(page.getByRole("button", { name: "Brasil: feriados" })).toBeVisible()
  await chat.field.fill("CEP 01310-930?")
  await expect(page.getByRole("button", { name: /^Brasil/ })).toHaveCount(0)
})

test("a mask of another program, which names its own plugins, leaves the Brazil pack on", async ({ page }) => {
  await page.goto("/masks")
  const choosing = page.waitForEvent("filechooser")
  await page.getByRole("button", { name: "Mais opções", exact: true }).click()
  await page.getByRole("menuitem", { name: "Importar" }).click()
  const context = [{ id: "c", role: "system", content: "Seja breve.", date: "" }]
  const theirs = { id: "m", name: "Carteiro", avatar: "1f4ee", context, modelConfig: {}, plugin: ["nc-plug-123"] }
  await (
    await choosing
  ).setFiles({ name: "masks.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify([theirs])) })
  await page.getByRole("dialog").getByRole("button", { name: "Importar" }).click()
  await page.getByRole("button", { name: "Conversar com Carteiro" }).click()
  const chat = chatOn(page)
  await chat.field.fill("Qual é o CEP 01310-930?")
  await expect(page.getByRole("button", { name: "Brasil: CEP" })).toHaveAttribute("aria-pressed", "true")
  await chat.field.press("Enter")
  await chat.untilAnswered()
  await expect(chat.answers.last()).toContainText("Usou a ferramenta")
})

test("the dollar and a company are told with their source and its date, with no set-up", async ({ page }) => {
  const tools: (readonly string[])[] = []
  page.on("request", (request) => {
    if (!request.url().endsWith("/v1/chat/completions")) return
    const body = request.postDataJSON() as {
      readonly tools?: readonly { readonly function: { readonly name: string } }[]
    }
    if (body.tools) tools.push(body.tools.map(({ function: { name } }) => name))
  })
  await page.goto("/")
  await untilDemonstration(page)
  const chat = chatOn(page)
  const ask = async (text: string, topic: string) => {
    await page.getByRole("button", { name: "Nova conversa" }).first().click()
    await chat.untilShown()
    await chat.field.fill(text)
    await expect(page.getByRole("button", { name: `Brasil: ${topic}` })).toHaveAttribute("aria-pressed", "true")
    await chat.ask(text)
    await chat.untilAnswered()
    return chat.answers.last()
  }
  const dollar = await ask("dólar hoje", "câmbio")
  await expect(dollar).toContainText(
    /USD a R\$\s\d+,\d{4} na venda e R\$\s\d+,\d{4} na compra \(PTAX de \d\d\/\d\d\/\d{4}\)/,
  )
  await expect(dollar).toContainText(/Fonte: demonstração.*Banco Central/)
  expect(new Set(tools.flat())).toEqual(new Set(["cotacaoAgora", "cotacaoEm"]))

  tools.length = 0
  const company = await ask("CNPJ 12.ABC.345/01DE-35", "CNPJ")
  await expect(company).toContainText("EMPRESA DE EXEMPLO LTDA")
  await expect(company).toContainText(/Fonte: demonstração.*BrasilAPI/)
  expect(new Set(tools.flat())).toEqual(new Set(["buscarCnpj"]))
  const wrong = await ask("CNPJ 12.ABC.345/01DE-36", "CNPJ")
  await expect(wrong).toContainText("os dígitos verificadores não conferem")
})

const isQuestion = ({ json }: RecordedRequest) => json["tools"] !== undefined

/** How often tools have answered before this request, and what they said last. */
function resultsIn({ json }: RecordedRequest): readonly string[] {
  const messages = json["messages"] as readonly { readonly role: string; readonly content: string }[]
  return messages.filter(({ role }) => role === "tool").map(({ content }) => content)
}

const calling = (name: string, given: object) =>
  answerReply([
    { type: "tool-call", index: 0, call: { id: name, name, arguments: JSON.stringify(given) } },
    { type: "usage", usage: { ...noUsage, inputUncached: 10, output: 5 } },
    { type: "finish", reason: "tool-calls" },
  ])

test("a public service that is away, or has too much to do, is told in a sentence, and the model goes on", async ({
  page,
  provider,
  startProsa,
}) => {
  const prosa = await startProsa({ provider })
  const told: string[] = []
  provider.script((request) => {
    if (!isQuestion(request)) return textReply("Título")(request)
    const [result] = resultsIn(request).slice(-1)
    if ((request.json["messages"] as readonly { readonly role: string }[]).at(-1)?.role !== "tool")
      return calling("buscarCep", { cep: "01310930" })(request)
    told.push(result ?? "")
    return textReply("Sem isso eu não sei dizer.")(request)
  })
  const asked: string[] = []
  let isBusy = false
  await page.route("**/api/proxy/**", async (route) => {
    asked.push(route.request().url())
    const headers = {
      "content-type": "application/json",
      "x-upstream-status": "429",
      "x-upstream-type": "application/json",
    }
    if (isBusy) await route.fulfill({ status: 429, headers, body: "{}" })
  })
  await page.clock.install()
  await page.goto(prosa.url)
  const chat = chatOn(page)
  await chat.ask("CEP 01310-930?")
  await expect.poll(() => asked.length).toBe(1)
  await page.clock.fastForward(10_000)
  await expect(chat.answers.last()).toContainText("Sem isso eu não sei dizer.")
  expect(told[0]).toContain("A BrasilAPI não respondeu.")
  expect(asked[0]).toMatch(/\/api\/proxy\/api\/cep\/v2\/01310930$/)
  await chat.untilAnswered()

  isBusy = true
  await chat.ask("E agora, o CEP 01310-930?")
  await expect.poll(() => told.length).toBe(2)
  expect(told[1]).toContain("A BrasilAPI está recebendo perguntas demais. Tente de novo em um minuto.")
  await chat.untilAnswered()
})

test("what one service has answered makes a call of another ask, also one that was agreed to, and nothing leaves before", async ({
  page,
  provider,
  startProsa,
}) => {
  const prosa = await startProsa({ provider })
  let turns = [calling("verHorarios", { data: "hoje" })]
  provider.script((request) => {
    if (!isQuestion(request)) return textReply("Título")(request)
    return (turns.shift() ?? textReply("Pronto."))(request)
  })
  const asked = await playClinic(page)
  await page.goto(prosa.url)
  await installAgenda(page, prosa.url)
  await page.goto(prosa.url)
  const chat = chatOn(page)
  const card = page.getByRole("group", { name: "Confirmar ferramenta Ver horários livres" })
  await chat.ask("Que horários há?")
  await card.getByRole("button", { name: "Executar" }).click()
  await chat.untilAnswered()
  expect(asked).toHaveLength(1)

  // Its host may be read in this conversation now: the next question of the same asks nothing.
  turns = [calling("verHorarios", { data: "amanhã" })]
  await chat.ask("E amanhã?")
  await chat.untilAnswered()
  expect(asked).toHaveLength(2)

  turns = [calling("buscarCep", { cep: "01310930" }), calling("verHorarios", { data: "Avenida Paulista" })]
  await chat.ask("CEP 01310-930, e os horários de lá?")
  await expect(card).toContainText("Antes desta chamada o modelo leu uma resposta de brasilapi.com.br")
  await expect(card).toContainText("Avenida Paulista")
  expect(asked).toHaveLength(3)
  await card.getByRole("button", { name: "Executar" }).click()
  await chat.untilAnswered()
  expect(asked.map((request) => request.headers()["x-base-url"])).toEqual([
    "https://agenda.clinica.example",
    "https://agenda.clinica.example",
    "https://brasilapi.com.br",
    "https://agenda.clinica.example",
  ])
})

test("a model that uses no tools says so, and is sent none", async ({ page, provider, startProsa }) => {
  const prosa = await startProsa({ provider })
  provider.script(textReply("É na Paulista."))
  const made = (await prosa.admin("code", "create", "--kind", "premium", "--credit", "20.00")) as {
    readonly codes: readonly { readonly code: string }[]
  }
  await openWithCode(page, prosa.url, made.codes[0]?.code ?? "")
  const bodies: string[] = []
  page.on("request", (request) => {
    if (request.url().endsWith("/v1/chat/completions")) bodies.push(request.postData() ?? "")
  })
  const chat = chatOn(page)
  await page.getByRole("button", { name: /^Modelo: / }).click()
  await page
    .getByRole("dialog", { name: "Modelos" })
    .getByRole("button", { name: /o1-mini/ })
    .click()
  await chat.field.fill("CEP 01310-930?")
  const chip = page.getByRole("button", { name: "o1-mini não usa ferramentas" })
  await expect(chip).toHaveAttribute("aria-pressed", "false")
  await chat.ask("CEP 01310-930?")
  await expect(chat.answers.last()).toContainText("É na Paulista.")
  const sent = [...bodies, ...provider.requests.map(({ json }) => JSON.stringify(json))].filter((body) =>
    body.includes("CEP 01310-930?"),
  )
  expect(sent.length).toBeGreaterThan(1)
  expect(sent.filter((body) => body.includes('"tools"'))).toEqual([])
})

test("on a phone the window of a plugin closes by its buttons and by Back, and stays closed", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await playClinic(page)
  await installAgenda(page)
  const window = page.getByRole("dialog")
  await expect(window).toHaveCount(0)
  const plugin = page.getByRole("button", { name: /^Agenda da clínica/ })
  const layer = () => page.evaluate(() => (history.state as { layer?: number } | null)?.layer)
  const closeAndGoBack = async () => {
    await window.getByRole("button", { name: "Fechar" }).click()
    await expect(window).toHaveCount(0)
    // The step back to where it was opened has arrived.
    await expect.poll(layer).toBeUndefined()
    await page.goBack()
    await expect(page).toHaveURL("/plugins")
    await expect(window).toHaveCount(0)
  }
  await plugin.click()
  await expect.poll(layer).toBe(1)
  await closeAndGoBack()
  await plugin.click()
  await expect.poll(layer).toBe(1)
  await page.reload()
  await expect(window).toBeVisible()
  await closeAndGoBack()
  await plugin.click()
  await expect(window).toBeVisible()
  await page.goBack()
  await expect(window).toHaveCount(0)
  await plugin.click()
  await window.getByRole("button", { name: "Apagar plugin" }).click()
  await page.getByRole("alertdialog").getByRole("button", { name: "Apagar plugin" }).click()
  await expect(page.getByRole("switch", { name: "Ligar Agenda da clínica" })).toHaveCount(0)
  await expect(page.getByRole("alertdialog")).toHaveCount(0)
  await expect(window).toHaveCount(0)
  await expect(page).toHaveURL("/plugins")
})

test("what is written of a plugin and not saved is asked about before it is lost, on a phone and beside the list", async ({
  page,
}) => {
  const field = page.getByRole("textbox", { name: "Descrição OpenAPI (JSON ou YAML)" })
  const question = page.getByRole("alertdialog").filter({ hasText: "Descartar o que você mudou neste plugin?" })
  const write = async () => {
    await page.getByRole("button", { name: "Novo plugin" }).click()
    await field.fill(JSON.stringify(agenda))
    await page.getByRole("button", { name: "Ler descrição" }).click()
    await expect(page.getByText("2 de 2 ligadas")).toBeVisible()
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto("/plugins")
  await write()
  await page.getByRole("button", { name: /^Brasil/ }).click()
  await question.getByRole("button", { name: "Cancelar" }).click()
  await expect(page.getByText("2 de 2 ligadas")).toBeVisible()
  await page.getByRole("button", { name: /^Brasil/ }).click()
  await question.getByRole("button", { name: "Descartar" }).click()
  await expect(page).toHaveURL("/plugins?id=brasil")
  // Looking at one changes nothing of it.
  await page.getByRole("button", { name: /Transparência/ }).click()
  await expect(page).toHaveURL("/plugins?id=transparencia")
  await expect(page.getByText(/\d+ de \d+ ligadas/)).toBeVisible()
  await page.getByRole("button", { name: /^Brasil/ }).click()
  await expect(page).toHaveURL("/plugins?id=brasil")

  // Back and the ways to other screens lose nothing: what was written is there when it is opened again.
  await write()
  await page.getByRole("switch", { name: "Ligar Marcar consulta" }).click()
  await page.getByRole("button", { name: "Acesso" }).click()
  await page.getByLabel("Chave ou token", { exact: true }).fill("segredo-da-clinica")
  await page.goBack()
  await expect(field).toHaveCount(0)
  await page.getByRole("button", { name: "Novo plugin" }).click()
  await expect(page.getByText("1 de 2 ligadas")).toBeVisible()
  await page.getByRole("button", { name: "Nova conversa" }).first().click()
  await expect(chatOn(page).field).toBeVisible()
  await page.goBack()
  await expect(page.getByText("1 de 2 ligadas")).toBeVisible()
  await page.getByRole("button", { name: "Acesso" }).click()
  await expect(page.getByLabel("Chave ou token", { exact: true })).toHaveValue("segredo-da-clinica")
  await page.getByRole("button", { name: "Instalar" }).click()
  await expect(page.getByRole("switch", { name: "Ligar Agenda da clínica" })).toBeChecked()
  await page.getByRole("button", { name: "Novo plugin" }).click()
  await expect(field).toHaveValue("")

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto("/plugins")
  await write()
  await page.goBack()
  await question.getByRole("button", { name: "Cancelar" }).click()
  await expect(page.getByText("2 de 2 ligadas")).toBeVisible()
  await page.getByRole("dialog").getByRole("button", { name: "Cancelar" }).click()
  await question.getByRole("button", { name: "Descartar" }).click()
  await expect(page.getByRole("dialog")).toHaveCount(0)
  await expect(page).toHaveURL("/plugins")
})

test("a reply of HTTP 500 is told as a call that did not work, with its status", async ({ page }) => {
  await installAgenda(page)
  await page.route("**/api/proxy/**", (route) =>
    route.fulfill({
      status: 200,
      headers: { "content-type": "text/plain", "x-upstream-status": "500", "x-upstream-type": "text/plain" },
      body: "fora do ar",
    }),
  )
  await page.goto("/")
  await untilDemonstration(page)
  const chat = chatOn(page)
  await chat.ask('ferramenta marcarConsulta {"medica": "Dra. Ana"}')
  const card = page.getByRole("group", { name: "Confirmar ferramenta Marcar consulta" })
  await card.getByRole("button", { name: "Executar" }).click()
  await chat.untilAnswered()
  await expect(
    chat.answers.last().getByText("A ferramenta Marcar consulta não deu certo (HTTP 500)", { exact: true }),
  ).toBeVisible()
  await expect(chat.answers.last()).toContainText("fora do ar")
})

test("a call without arguments is asked about without a word on data that would leave", async ({ page }) => {
  await playClinic(page)
  await page.goto("/plugins?id=new")
  const spec = { ...agenda, paths: { "/medicas": { get: { operationId: "verMedicas", summary: "Ver médicas" } } } }
  await page.getByRole("textbox", { name: "Descrição OpenAPI (JSON ou YAML)" }).fill(JSON.stringify(spec))
  await page.getByRole("button", { name: "Ler descrição" }).click()
  await page.getByRole("button", { name: "Instalar" }).click()
  await expect(page.getByRole("switch", { name: "Ligar Agenda da clínica" })).toBeChecked()
  await page.goto("/")
  await untilDemonstration(page)
  await chatOn(page).ask("ferramenta verMedicas {}")
  const card = page.getByRole("group", { name: "Confirmar ferramenta Ver médicas" })
  await expect(card).toContainText("Sem dados.")
  await expect(card).not.toContainText("saem daqui")
})

test("on a phone what can only be read of the pack, and of a mask, is scrolled by the keyboard", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 500 })
  await page.goto("/plugins?id=brasil")
  const operations = page.getByRole("dialog", { name: "Brasil" }).getByRole("list", { name: "Operações" })
  await expect(operations).toContainText("CEP de uma rua")
  await expectAccessible(page, "the pack, on a phone")
  await operations.focus()
  await expect(operations).toBeFocused()
  await page.goto("/masks?id=100000")
  await expect(page.getByRole("list", { name: "Mensagens da máscara" })).toContainText("banca do ENEM")
  await expectAccessible(page, "a mask that comes with the product, on a phone")
})

test("on a phone nothing of plugins, masks and a waiting call is wider than the screen, in either direction", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await playClinic(page)
  await installAgenda(page)
  await expectNoSidewaysScroll(page, "a plugin")
  await page.getByRole("button", { name: /^Agenda da clínica/ }).click()
  await page.getByRole("button", { name: "Testar Ver horários livres" }).click()
  await expectNoSidewaysScroll(page, "an operation that is tried")
  await page.goto("/")
  await untilDemonstration(page)
  const address = `https://clinica.example/${"a".repeat(300)}`
  await chatOn(page).ask(`ferramenta marcarConsulta {"medica": "${address}", "hora": "15:00"}`)
  const card = page.getByRole("group", { name: "Confirmar ferramenta Marcar consulta" })
  await expect(card.getByText(address)).toBeVisible()
  await expectNoSidewaysScroll(page, "a call that waits")
  await expectAccessible(page, "a call that waits, on a phone")
  for (const lang of ["pt", "ar"]) {
    await page.evaluate((code) => localStorage.setItem("lang", code), lang)
    for (const path of ["/new-chat", "/masks", "/masks?id=new", "/masks?id=100000", "/plugins", "/plugins?id=new"]) {
      await page.goto(path)
      await expect(page.locator("html")).toHaveAttribute("lang", lang === "ar" ? "ar" : /^pt/)
      await expect(page.getByRole("main").getByRole("button").first()).toBeVisible()
      await expectNoSidewaysScroll(page, `${path} in ${lang}`)
    }
  }
})
