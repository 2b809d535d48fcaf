import type { Page } from "@playwright/test"
import { textReply } from "../testing/fake-provider/replies.ts"
import { every } from "../testing/fake-provider/timing.ts"
import { buildApp, startStaticHost, type StaticHost } from "./support/app-build.ts"
import { expectAccessible, expectNoSidewaysScroll } from "./support/axe.ts"
import { chatOn, diagramMs } from "./support/chat.ts"
import { newCode, type Prosa } from "./support/prosa.ts"
import { storedAnswers } from "./support/stored.ts"
import { expect, test as base } from "./support/test.ts"

/** The build takes some seconds, so the journeys share it: all of them have one worker. */
const test = base.extend<{ readonly host: StaticHost }, { readonly folder: string }>({
  folder: [async ({}, use) => use(await buildApp()), { scope: "worker", timeout: 180_000 }],
  host: async ({ folder }, use) => {
    const host = await startStaticHost(() => folder)
    await use(host)
    await host.close()
  },
})

test.describe.configure({ mode: "default" })

const addressField = (page: Page) => page.getByRole("textbox", { name: "Endereço do servidor" })
const connect = (page: Page) => page.getByRole("button", { name: "Conectar", exact: true })

/** Opens the page for the first time and tells it its server. */
async function openWith(page: Page, host: StaticHost, { url }: Prosa): Promise<void> {
  await page.goto(host.url)
  await addressField(page).fill(url)
  await addressField(page).press("Enter")
  await chatOn(page).untilShown()
}

const pieces = 60
const story = Array.from({ length: pieces }, (_, at) => `${String(at).padStart(3, "0")} ação, `).join("")

test("from a host of files the page chats by a server elsewhere: it stops, resumes after a reload, and shows what was paid", async ({
  page,
  host,
  provider,
  startProsa,
}) => {
  const slow = textReply(story, { chunks: pieces, timing: every(60) })
  provider.script((request) =>
    String(request.json["model"]).includes("nano") ? textReply("A rendeira")(request) : slow(request),
  )
  const prosa = await startProsa({ provider, env: { APP_ORIGINS: host.origin } })
  const asked: string[] = []
  page.on("request", (request) => asked.push(request.url()))
  await openWith(page, host, prosa)
  const chat = chatOn(page)
  await page.getByRole("link", { name: "Configurações" }).click()
  await expect(page).toHaveURL(`${host.url}#/settings`)
  const code = page.getByRole("textbox", { name: "Código de acesso" })
  await code.fill(await newCode(prosa, "20.00"))
  await code.press("Enter")
  await expect(page.getByText(/^Código válido/)).toBeVisible()
  await page.getByRole("link", { name: "Voltar" }).click()

  await chat.ask("Conte a história da rendeira.")
  await expect(chat.answers).toContainText("012 ação")
  await expect(page).toHaveURL(/#\/chat\?c=/)
  await page.reload()
  // The rest comes from the run that went on.
  await expect(chat.answers).toContainText("059 ação")
  await chat.untilAnswered()
  expect(provider.requests.filter(({ json }) => !String(json["model"]).includes("nano"))).toHaveLength(1)

  await chat.ask("Conte outra.")
  await expect(chat.answers.last()).toContainText("003 ação")
  await chat.stop.click()
  await chat.untilAnswered()
  await expect.poll(async () => (await storedAnswers(page)).length).toBe(2)
  expect(await chat.answers.last().textContent()).not.toContain("059 ação")

  await page.goto(`${host.url}#/statement`)
  const lines = page.getByRole("main").getByRole("listitem")
  await expect(lines.filter({ hasText: "−R$" })).toHaveCount(2)
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: /CSV|planilha/i }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/\.csv$/)
  await page.goBack()
  await expect(chat.questions).toHaveCount(2)

  const calls = asked.filter((url) => url.startsWith(prosa.url)).map((url) => new URL(url).pathname)
  expect(calls).toContain("/api/proxy/openai/v1/chat/completions")
  expect(calls.filter((path) => path.startsWith("/api/openai"))).toEqual([])
  // The host was asked for files alone, and there is no worker that would keep them.
  expect(asked.filter((url) => url.startsWith(`${host.origin}/api`))).toEqual([])
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
})

test("an address is tried before it counts, only a safe one is, and another one forgets the code and no conversation", async ({
  page,
  host,
  startProsa,
}) => {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto(host.url)
    await expect(addressField(page)).toBeVisible()
    await expectAccessible(page, `the server's address, ${width} px`)
    await expectNoSidewaysScroll(page, `the server's address, ${width} px`)
  }
  for (const [written, said] of [
    ["http://chat.example", /precisa começar com https/],
    ["javascript:alert(1)", /não é um endereço/],
  ] as const) {
    await addressField(page).fill(written)
    await connect(page).click()
    await expect(page.getByRole("status")).toHaveText(said)
  }
  const [first, second] = [
    await startProsa({ env: { APP_ORIGINS: host.origin } }),
    await startProsa({ env: { APP_ORIGINS: host.origin, NEED_CODE: "1" } }),
  ]
  await openWith(page, host, first)
  const chat = chatOn(page)
  await page.goto(`${host.url}#/settings`)
  const code = page.getByRole("textbox", { name: "Código de acesso" })
  await code.fill(await newCode(first, "20.00"))
  await code.press("Enter")
  await expect(page.getByText(/^Código válido/)).toBeVisible()
  await page.goto(`${host.url}#/chat`)
  await chat.ask("Um diagrama, por favor")
  await chat.untilAnswered()
  await expect(page.frameLocator("iframe[title]").first().locator("svg")).toBeVisible({ timeout: diagramMs })

  await page.goto(`${host.url}#/sd-new`)
  await page.getByRole("textbox", { name: "Prompt" }).fill("Um farol na chuva")
  await page.getByRole("button", { name: /^Gerar/ }).click()
  await expect(page.getByRole("list").getByRole("button", { name: /^Abrir: / })).toHaveCount(1)

  // A link cannot choose a server.
  await page.goto(`${host.url}?server=https://evil.example#/settings?server=https://evil.example`)
  await expect(addressField(page)).toHaveValue(first.url)
  await addressField(page).fill(second.url)
  await connect(page).click()
  await expect(addressField(page)).toHaveValue(second.url)
  await expect(page.getByRole("textbox", { name: "Código de acesso" })).toHaveValue("")
  await page.goto(`${host.url}#/chat`)
  await expect(chat.conversations).toContainText("Por favor")
  // There is no screen for codes here: it goes home, and the help does not name it.
  await page.goto(`${host.url}#/auth`)
  await expect(page).not.toHaveURL(/auth/)
  await page.getByRole("button", { name: "Nova conversa" }).click()
  await chat.ask("Posso entrar?")
  await expect(chat.answers.last().getByRole("list").getByRole("listitem")).toHaveText([
    "Começar agora no serviço hospedado",
    "Usar a sua própria chave de um provedor, em Configurações",
  ])
})

test.describe("a server that does not know where the page lies", () => {
  // The browser says on its console what it keeps from the page.
  test.use({ allowErrors: true })
  test("is refused in words, and is not kept", async ({ page, host, prosa }) => {
    await page.goto(host.url)
    await addressField(page).fill(prosa.url)
    await connect(page).click()
    await expect(page.getByRole("status")).toHaveText(/Nenhum servidor respondeu ali/)
    await page.reload()
    await expect(addressField(page)).toHaveValue("")
  })
})
