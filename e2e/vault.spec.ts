import { readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import type { Browser, Page } from "@playwright/test"
import { chatOn } from "./support/chat.ts"
import { expectAccessible } from "./support/axe.ts"
import { watchPageErrors } from "./support/page-errors.ts"
import { expect, test } from "./support/test.ts"

/** The window of the vault, opened from the settings. */
async function openVault(page: Page, button: "Criar ou conectar" | "Abrir o cofre") {
  await page.goto("/settings")
  await page.getByRole("button", { name: button }).click()
  return page.getByRole("dialog", { name: "Cofre" })
}

/** Makes a vault, and returns its words. */
async function makeVault(page: Page): Promise<string> {
  const intro = await openVault(page, "Criar ou conectar")
  await expect(intro).toContainText("só recupera as conversas por um backup")
  await intro.getByRole("button", { name: "Criar cofre" }).click()
  const words = page.getByRole("dialog", { name: "As suas doze palavras" })
  await expect(words.getByRole("listitem")).toHaveCount(12)
  const said = (await words.getByRole("listitem").allTextContents()).join(" ")
  await words.getByRole("button", { name: "Já anotei" }).click()
  return said
}

/** Another device: a browser profile of its own. */
async function otherDevice(browser: Browser, baseURL: string | undefined) {
  const context = await browser.newContext({
    locale: "pt-BR",
    timezoneId: "America/Sao_Paulo",
    viewport: { width: 1280, height: 800 },
    ...(baseURL === undefined ? {} : { baseURL }),
  })
  const errors = watchPageErrors(context)
  return { page: await context.newPage(), close: () => context.close(), errors }
}

/** Where the open conversation is, on every device that has it. */
const addressOf = async (page: Page) =>
  (await chatOn(page).conversations.locator("a[aria-current]").getAttribute("href")) ?? "/"

const upToDate = (page: Page) =>
  expect(page.getByRole("dialog", { name: "Cofre" }).getByRole("status").first()).toContainText("Tudo em dia")

/** Asks for a round, and waits until it was made. */
async function syncNow(page: Page): Promise<void> {
  await upToDate(page)
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const channel = new BroadcastChannel("nk-vault")
        channel.addEventListener("message", ({ data }) => data.say === "changed" && (channel.close(), resolve()))
        channel.postMessage({ say: "sync" })
      }),
  )
  await upToDate(page)
}

test("twelve words bring a conversation to another device, both ways, and a deletion stays", async ({
  page,
  browser,
  baseURL,
  prosa,
}) => {
  await page.goto("/")
  const chat = chatOn(page)
  await chat.ask("Qual é a capital do Acre?")
  await chat.untilAnswered()
  const address = await addressOf(page)
  await page.goto("/settings")
  const preview = (one: Page) => one.getByRole("switch", { name: "Prévia da mensagem" })
  const chosen = !(await preview(page).isChecked())
  await preview(page).click()
  const words = await makeVault(page)
  await upToDate(page)
  await expectAccessible(page, "vault")

  const phone = await otherDevice(browser, baseURL)
  const own = chatOn(phone.page)
  const intro = await openVault(phone.page, "Criar ou conectar")
  await intro.getByRole("button", { name: "Já tenho um cofre" }).click()
  const joining = phone.page.getByRole("dialog", { name: "Conectar este aparelho" })
  const field = joining.getByRole("textbox", { name: "Doze palavras ou link" })
  const typed = words.split(" ")
  await field.fill(typed.with(4, `${typed[4]}x`).join(" "))
  await joining.getByRole("button", { name: "Conectar", exact: true }).click()
  await expect(joining.getByRole("alert")).toHaveText(
    `A palavra 5 não está na lista: “${typed[4]?.normalize("NFD").replaceAll(/\p{M}/gu, "")}x”. Seria “${typed[4]}”?`,
  )
  await field.fill(typed.slice(0, 11).join(" "))
  await joining.getByRole("button", { name: "Conectar", exact: true }).click()
  await expect(joining.getByRole("alert")).toHaveText("São doze palavras. Até agora: 11.")
  await expectAccessible(phone.page, "joining")
  await field.fill(words.toUpperCase())
  await joining.getByRole("button", { name: "Conectar", exact: true }).click()
  await upToDate(phone.page)
  // Settings travel along.
  const chosenThere = () =>
    phone.page.evaluate(() => (JSON.parse(localStorage["nk-app-config"] ?? "{}") as { state?: object }).state ?? {})
  await expect.poll(chosenThere).toMatchObject({ sendPreviewBubble: chosen })
  await phone.page.goto(address)
  await expect(own.questions.first()).toContainText("Qual é a capital do Acre?")
  await expect(own.answers.first()).not.toBeEmpty()

  const sent: number[] = []
  phone.page.context().on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/log")) sent.push(request.postDataBuffer()?.length ?? 0)
  })
  await own.ask("E a do Amapá?")
  await own.untilAnswered()
  await openVault(phone.page, "Abrir o cofre")
  await syncNow(phone.page)
  expect(sent.length).toBeGreaterThan(0)
  for (const bytes of sent) {
    expect(bytes).toBeGreaterThan(1_000)
    expect(bytes).toBeLessThan(5_000)
  }
  // A server that asks to wait is not taken for a connection that is gone.
  await phone.page.context().route("**/api/vault/**", (route) => route.fulfill({ status: 429, json: {} }))
  const vault = phone.page.getByRole("dialog", { name: "Cofre" })
  await vault.getByRole("button", { name: "Sincronizar agora" }).click()
  await expect(vault.getByRole("status").first()).toContainText("O cofre está ocupado.")
  await phone.page.context().unroute("**/api/vault/**")
  await vault.getByRole("button", { name: "Sincronizar agora" }).click()
  await upToDate(phone.page)
  await openVault(page, "Abrir o cofre")
  await syncNow(page)
  await page.goto("/")
  await expect(chat.questions).toHaveCount(2)
  await expect(chat.questions.last()).toContainText("E a do Amapá?")

  // Neither words nor texts lie on the server.
  const needles = ["capital do Acre", words, ...typed.filter((word) => word.length > 7)]
  const files = readdirSync(prosa.dataDir, { recursive: true, encoding: "utf8" }).map((name) =>
    join(prosa.dataDir, name),
  )
  for (const file of files.filter((name) => statSync(name).isFile())) {
    const bytes = readFileSync(file)
    for (const needle of needles) expect([file, needle, bytes.includes(needle)]).toEqual([file, needle, false])
  }

  // Deleted there, it is gone here, and stays so after both have spoken again.
  await phone.page.goto(address)
  await own.untilShown()
  await own.conversations.locator("a[aria-current]").press("Delete")
  await expect(own.messages).toHaveCount(0)
  // It is final once it cannot be taken back any more.
  await expect(phone.page.getByRole("button", { name: "Desfazer" })).toHaveCount(0, { timeout: 20_000 })
  await openVault(phone.page, "Abrir o cofre")
  await syncNow(phone.page)
  await openVault(page, "Abrir o cofre")
  await syncNow(page)
  await syncNow(page)
  await expect(page.getByText(/^Apagada em outro aparelho/).first()).toBeVisible()
  await openVault(phone.page, "Abrir o cofre")
  await syncNow(phone.page)
  for (const one of [page, phone.page]) {
    await one.goto("/")
    await chatOn(one).untilShown()
    await expect(chatOn(one).messages).toHaveCount(0)
  }
  expect(phone.errors.troubles).toEqual([])
  await phone.close()
})

test("an invitation opens the vault once; renewed, it opens for nobody else, and local texts stay", async ({
  page,
  browser,
  baseURL,
}) => {
  await page.goto("/")
  const chat = chatOn(page)
  await chat.ask("Um texto que fica aqui")
  await chat.untilAnswered()
  const address = await addressOf(page)
  await makeVault(page)
  await upToDate(page)
  const vault = page.getByRole("dialog", { name: "Cofre" })
  await vault.getByRole("button", { name: "Conectar outro aparelho" }).click()
  const pairing = page.getByRole("dialog", { name: "Conectar outro aparelho" })
  await expect(pairing.getByRole("img", { name: "Código para conectar outro aparelho" })).toBeVisible()
  const link = await pairing.getByRole("textbox", { name: "Copiar link" }).inputValue()
  expect(link).toMatch(/\/settings#par=[\w-]{22}\.[\w-]{22}$/)
  await expectAccessible(page, "pairing")

  const phone = await otherDevice(browser, baseURL)
  await phone.page.goto(link)
  const invited = phone.page.getByRole("dialog", { name: "Conectar este aparelho ao cofre?" })
  await expect(invited).toBeVisible()
  expect(phone.page.url()).not.toContain("par=")
  await expectAccessible(phone.page, "invited")
  await invited.getByRole("button", { name: "Conectar", exact: true }).click()
  await upToDate(phone.page)
  const devices = phone.page.getByRole("region", { name: "Aparelhos do cofre" })
  await expect(devices.getByRole("listitem")).toHaveCount(2)

  const thief = await otherDevice(browser, baseURL)
  await thief.page.goto(link)
  const late = thief.page.getByRole("dialog", { name: "Conectar este aparelho ao cofre?" })
  await late.getByRole("button", { name: "Conectar", exact: true }).click()
  await expect(late.getByRole("alert")).toContainText("já foi usado ou venceu")
  await thief.close()

  await pairing.getByRole("button", { name: "Voltar" }).click()
  await vault.getByRole("button", { name: "Renovar o cofre" }).click()
  await page.getByRole("alertdialog").getByRole("button", { name: "Renovar o cofre" }).click()
  await page.getByRole("dialog", { name: "As suas doze palavras" }).getByRole("button", { name: "Já anotei" }).click()
  await upToDate(page)

  await phone.page.getByRole("button", { name: "Sincronizar agora" }).click()
  await expect(phone.page.getByRole("dialog", { name: "Cofre" })).toContainText("Este cofre não existe mais")
  await phone.page.goto(address)
  const kept = chatOn(phone.page)
  await expect(kept.questions.first()).toContainText("Um texto que fica aqui")
  await phone.close()
})

test("what a server withholds is noticed, told, and comes all the same", async ({ page, browser, baseURL }) => {
  await page.goto("/")
  const chat = chatOn(page)
  await chat.ask("Primeira pergunta")
  await chat.untilAnswered()
  const address = await addressOf(page)
  const words = await makeVault(page)
  await upToDate(page)

  const phone = await otherDevice(browser, baseURL)
  const intro = await openVault(phone.page, "Criar ou conectar")
  await intro.getByRole("button", { name: "Já tenho um cofre" }).click()
  const joining = phone.page.getByRole("dialog", { name: "Conectar este aparelho" })
  await joining.getByRole("textbox", { name: "Doze palavras ou link" }).fill(words)
  await joining.getByRole("button", { name: "Conectar", exact: true }).click()
  await upToDate(phone.page)

  // From now on the server keeps one batch to itself, the next one that the phone has not seen.
  let withheld: number | undefined
  await phone.page.context().route("**/api/vault/*/log?after=*", async (route) => {
    const reply = await route.fetch()
    const log = (await reply.json()) as { readonly batches: readonly { readonly seq: number }[] }
    withheld ??= log.batches[0]?.seq
    await route.fulfill({
      response: reply,
      json: { ...log, batches: log.batches.filter(({ seq }) => seq !== withheld) },
    })
  })
  for (const question of ["Pergunta que some", "Pergunta depois dela"]) {
    await page.goto(address)
    await chat.ask(question)
    await chat.untilAnswered()
    await openVault(page, "Abrir o cofre")
    await syncNow(page)
  }
  await syncNow(phone.page)
  await expect(phone.page.getByRole("dialog", { name: "Cofre" })).toContainText("deixou de entregar")
  await syncNow(page)
  await syncNow(page)
  await syncNow(phone.page)
  expect(withheld).toBeDefined()
  // The worker ends in the middle of what it asks when its page is left.
  await phone.page.context().unrouteAll({ behavior: "ignoreErrors" })
  await phone.page.goto(address)
  const own = chatOn(phone.page)
  await expect(own.questions).toHaveText([/Primeira pergunta/, /Pergunta que some/, /Pergunta depois dela/])
  await phone.close()
})
