import { randomBytes } from "node:crypto"
import { readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import type { Browser, Locator, Page } from "@playwright/test"
import { mnemonicToEntropy } from "@scure/bip39"
import { wordlist } from "@scure/bip39/wordlists/portuguese.js"
import { rawVault } from "../testing/raw-vault.ts"
import { chatOn, openAndAsk } from "./support/chat.ts"
import { expectAccessible } from "./support/axe.ts"
import { pasteFiles, pictureFile } from "./support/give-files.ts"
import { readArchive, readCopy, type SealedSecrets, unseal } from "./support/read-copy.ts"
import { storeChats, storedChat } from "./support/stored-chats.ts"
import { watchPageErrors } from "./support/page-errors.ts"
import { expect, test } from "./support/test.ts"

/** The window of the vault, opened from the settings. */
async function openVault(page: Page, button: "Criar ou conectar" | "Abrir o cofre", url = "") {
  await page.goto(`${url}/settings`)
  await page.getByRole("button", { name: button }).click()
  return page.getByRole("dialog", { name: "Cofre" })
}

/** Makes a vault, and returns its words. */
async function makeVault(page: Page, url = ""): Promise<string> {
  const intro = await openVault(page, "Criar ou conectar", url)
  await expect(intro).toContainText("só recupera as conversas por um backup")
  await intro.getByRole("button", { name: "Criar cofre" }).click()
  return noteWords(page)
}

/** The words of a new vault, which it shows once. */
async function noteWords(page: Page): Promise<string> {
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

/** A round packs, seals and sends megabytes. */
const upToDate = (page: Page) =>
  expect(page.getByRole("dialog", { name: "Cofre" }).getByRole("status").first()).toContainText("Tudo em dia")

/** Asks for a round, and waits until it was made. */
async function syncNow(page: Page): Promise<void> {
  await upToDate(page)
  await round(page)
  await upToDate(page)
}

/** Has a round made, whatever comes of it. */
function round(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const channel = new BroadcastChannel("nk-vault")
        channel.addEventListener("message", ({ data }) => data.say === "changed" && (channel.close(), resolve()))
        channel.postMessage({ say: "sync" })
      }),
  )
}

/** Deletes the open conversation for good: until nothing can be taken back any more. */
async function deleteOpen(page: Page): Promise<void> {
  const chat = chatOn(page)
  await chat.conversations.locator("a[aria-current]").press("Delete")
  await expect(chat.messages).toHaveCount(0)
  await expect(page.getByRole("button", { name: "Desfazer" })).toHaveCount(0)
}

test("twelve words bring a conversation to another device, both ways, and a deletion stays", async ({
  page,
  browser,
  baseURL,
  prosa,
}) => {
  const chat = await openAndAsk(page, "Qual é a capital do Acre?")
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
  const tokens = new Set<string>()
  phone.page.context().on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/log")) sent.push(request.postDataBuffer()?.length ?? 0)
    const { "x-vault-token": token } = request.headers()
    if (token !== undefined) tokens.add(token)
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

  // Neither words nor texts lie on the server, nor what the words stand for or opens the vault, however it is spelt.
  const secret = Buffer.from(mnemonicToEntropy(words.normalize("NFKD"), wordlist))
  const [token = ""] = tokens
  expect([secret.length, tokens.size, token.length]).toEqual([16, 1, 43])
  const keys = [secret, Buffer.from(token, "base64url")].flatMap((key) => [
    key.toString("latin1"),
    ...(["hex", "base64", "base64url"] as const).map((form) => key.toString(form).replaceAll("=", "")),
  ])
  const needles = ["capital do Acre", words, ...typed.filter((word) => word.length > 7)]
  const files = readdirSync(prosa.dataDir, { recursive: true, encoding: "utf8" }).map((name) =>
    join(prosa.dataDir, name),
  )
  for (const file of files.filter((name) => statSync(name).isFile())) {
    const bytes = readFileSync(file)
    for (const needle of needles) expect([file, needle, bytes.includes(needle)]).toEqual([file, needle, false])
    for (const key of keys) expect([file, key, bytes.includes(key, 0, "latin1")]).toEqual([file, key, false])
  }

  // Deleted there, it is gone here, and stays so after both have spoken again.
  await phone.page.goto(address)
  await own.untilShown()
  await deleteOpen(phone.page)
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

test("an invitation opens the vault once; renewed, it opens for nobody else, and what was written here meanwhile goes along to the new one", async ({
  page,
  browser,
  baseURL,
  prosa,
}) => {
  // It has its name already: nothing names it later.
  await storeChats(page, prosa.url, [storedChat("Acre", ["Um texto que fica aqui", "Fica."])], "Acre")
  await page.goto("/")
  const chat = chatOn(page)
  await expect(chat.questions).toContainText("Um texto que fica aqui")
  const address = await addressOf(page)
  await makeVault(page)
  await upToDate(page)
  // The settings behind the window know of it. What each round tells anew is not read out.
  await expect(page.getByText("Preencha todos os campos")).toBeHidden()
  const settings = page.getByRole("region", { name: "Sincronização", includeHidden: true })
  await expect(settings).toContainText("Tudo em dia")
  await expect(settings.locator('[role="status"]:not(dialog *)', { hasText: "Tudo em dia" })).toHaveCount(0)
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
  // A stranger's page could have led here: a key pressed unread must not hand everything over.
  await expect(invited).toContainText("Quem fez este convite vai poder ler tudo o que há neste aparelho.")
  await expect(invited.getByRole("button", { name: "Cancelar" })).toBeFocused()
  await phone.page.keyboard.press("Enter")
  await expect(invited).toBeHidden()
  await phone.page.goto("/")
  await phone.page.goto(link)
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

  // The tab that keeps the phone's vault is one that nobody sees.
  await phone.page.goto("/")
  const isKeeper = () =>
    phone.page.evaluate(async () =>
      (await navigator.locks.query()).held?.some(({ name }) => name === "nk-vault-keeper"),
    )
  await expect.poll(isKeeper).toBe(true)
  await phone.page.evaluate(() => Object.defineProperty(document, "visibilityState", { get: () => "hidden" }))
  const seen = await phone.page.context().newPage()
  await seen.goto("/")

  await pairing.getByRole("button", { name: "Voltar" }).click()
  await vault.getByRole("button", { name: "Renovar o cofre" }).click()
  await page.getByRole("alertdialog").getByRole("button", { name: "Renovar o cofre" }).click()
  const words = await noteWords(page)
  await upToDate(page)

  // Whoever only writes on there is told, once, and so is whoever looks at the settings without opening the vault.
  await round(seen)
  await expect(seen.getByText("Este cofre não existe mais")).toBeVisible()
  await expect(phone.page.getByText("Este cofre não existe mais")).toBeHidden()
  await seen.getByRole("button", { name: "Abrir", exact: true }).click()
  const gone = seen.getByRole("dialog", { name: "Cofre" })
  await expect(gone).toContainText("Este cofre não existe mais")
  await expect(gone).not.toContainText("Espaço usado")
  await seen.goto("/")
  await round(seen)
  await expect(chatOn(seen).conversations.getByRole("link").first()).toBeVisible()
  await expect(seen.getByText("Este cofre não existe mais")).toBeHidden()
  await seen.close()
  await phone.page.goto("/settings")
  const chapter = phone.page.getByRole("region", { name: "Sincronização" })
  await expect(chapter).toContainText("Este cofre não existe mais")
  await expect(chapter).not.toContainText("Preencha todos os campos")
  await phone.page.goto(address)
  const kept = chatOn(phone.page)
  await expect(kept.questions.first()).toContainText("Um texto que fica aqui")
  await kept.conversations.locator("a[aria-current]").press("F2")
  await phone.page.keyboard.type("Do outro aparelho")
  await phone.page.keyboard.press("Enter")
  await expect(kept.conversations.getByRole("link", { name: "Do outro aparelho" })).toBeVisible()

  // The same conversation is changed in the new vault before the phone is in it.
  await page.goto(address)
  await chat.ask("E uma segunda pergunta")
  await chat.untilAnswered()
  await openVault(page, "Abrir o cofre")
  await syncNow(page)
  const left = await openVault(phone.page, "Abrir o cofre")
  await left.getByRole("button", { name: "Sair do cofre" }).click()
  await phone.page.getByRole("alertdialog").getByRole("button", { name: "Sair do cofre" }).click()
  await joinByWords(phone.page, words)
  await syncNow(phone.page)
  await syncNow(page)
  for (const one of [page, phone.page]) {
    await one.goto(address)
    await expect(chatOn(one).conversations.getByRole("link", { name: "Do outro aparelho" })).toBeVisible()
    await expect(chatOn(one).questions).toHaveText([/Um texto que fica aqui/, /E uma segunda pergunta/])
  }
  await phone.close()
})

test("what an older page passes over or a server withholds comes all the same; until then no deletion takes it away", async ({
  page,
  browser,
  baseURL,
}) => {
  const chat = await openAndAsk(page, "Primeira pergunta")
  const address = await addressOf(page)
  const words = await makeVault(page)
  await upToDate(page)

  const phone = await otherDevice(browser, baseURL)
  // At first its page is one that cannot read conversations as they are written now.
  let isOlder = false
  await phone.page.context().route("**/vault-worker-*.js", async (route) => {
    const reply = await route.fetch()
    const [now, before] = [await reply.text(), /(?<=\{sessions:)[\w$.]+(?=,messages:1,)/]
    isOlder = before.test(now)
    await route.fulfill({ response: reply, body: now.replace(before, "0") })
  })
  await joinByWords(phone.page, words)
  await upToDate(phone.page)
  expect(isOlder).toBe(true)
  await phone.page.goto("/")
  await chatOn(phone.page).untilShown()
  await expect(chatOn(phone.page).conversations.locator(`a[href="${address}"]`)).toHaveCount(0)
  await phone.page.context().unrouteAll({ behavior: "ignoreErrors" })
  await openVault(phone.page, "Abrir o cofre")
  await syncNow(phone.page)
  await phone.page.goto(address)
  await expect(chatOn(phone.page).questions).toHaveText([/Primeira pergunta/])
  await openVault(phone.page, "Abrir o cofre")
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
  // It does not deliver either what the phone says of that.
  await page.context().route("**/api/vault/*/log?after=*", async (route) => {
    const reply = await route.fetch()
    await route.fulfill({ response: reply, json: { ...((await reply.json()) as object), batches: [] } })
  })
  const sayAndSync = async (question: string) => {
    await page.goto(address)
    await chat.ask(question)
    await chat.untilAnswered()
    await openVault(page, "Abrir o cofre")
    await syncNow(page)
  }
  await sayAndSync("Pergunta que some")
  await sayAndSync("Pergunta depois dela")
  await syncNow(phone.page)
  await expect(phone.page.getByRole("dialog", { name: "Cofre" })).toContainText("deixou de entregar")
  expect(withheld).toBeDefined()
  await sayAndSync("Pergunta antes do pedido")
  await syncNow(phone.page)
  await phone.page.goto(address)
  const own = chatOn(phone.page)
  await expect(own.questions).toHaveText([/Primeira pergunta/, /Pergunta depois dela/, /Pergunta antes do pedido/])
  await deleteOpen(phone.page)
  await openVault(phone.page, "Abrir o cofre")
  await syncNow(phone.page)

  // The phone deleted the conversation without knowing the withheld question, so the deletion does not hold.
  await page.context().unrouteAll({ behavior: "ignoreErrors" })
  await syncNow(page)
  await syncNow(page)
  await syncNow(phone.page)
  for (const one of [page, phone.page]) {
    await one.goto(address)
    await expect(chatOn(one).questions).toHaveText([
      /Primeira pergunta/,
      /Pergunta que some/,
      /Pergunta depois dela/,
      /Pergunta antes do pedido/,
    ])
  }
  // Now it does.
  await deleteOpen(phone.page)
  await openVault(phone.page, "Abrir o cofre")
  await syncNow(phone.page)
  await openVault(page, "Abrir o cofre")
  await syncNow(page)
  await page.goto("/")
  await chat.untilShown()
  await expect(chat.messages).toHaveCount(0)

  // To a vault that is gone nobody sends anything again.
  const there = await openVault(phone.page, "Abrir o cofre")
  await expect(there).toContainText("deixou de entregar")
  const here = await openVault(page, "Abrir o cofre")
  await here.getByRole("button", { name: "Apagar o cofre" }).click()
  await page.getByRole("alertdialog").getByRole("button", { name: "Apagar o cofre" }).click()
  await expect(here.getByRole("button", { name: "Criar cofre" })).toBeVisible()
  await phone.page.context().unrouteAll({ behavior: "ignoreErrors" })
  await there.getByRole("button", { name: "Sincronizar agora" }).click()
  await expect(there).toContainText("Este cofre não existe mais")
  await expect(there).not.toContainText("deixou de entregar")
  await phone.close()
})

test("a round that is on its way when another tab leaves the vault brings nothing of it back", async ({
  page,
  context,
}) => {
  let goOn = () => {}
  const gate = new Promise<void>((resolve) => (goOn = resolve))
  let held = 0
  await context.route("**/api/vault/*/log", async (route) => {
    held += 1
    await gate
    await route.continue()
  })
  await openAndAsk(page, "Um texto que fica aqui")
  const words = await makeVault(page)
  await expect.poll(() => held).toBe(1)

  const other = await context.newPage()
  const vault = await openVault(other, "Abrir o cofre")
  await vault.getByRole("button", { name: "Sair do cofre" }).click()
  await other.getByRole("alertdialog").getByRole("button", { name: "Sair do cofre" }).click()
  await expect(other.getByRole("button", { name: "Criar ou conectar" })).toBeVisible()
  // It listens before the round goes on.
  const ended = await other.evaluateHandle(() => ({
    round: new Promise<void>((resolve) => {
      const channel = new BroadcastChannel("nk-vault")
      channel.addEventListener("message", ({ data }) => data.say === "changed" && (channel.close(), resolve()))
    }),
  }))
  goOn()
  await ended.evaluate(({ round }) => round)
  const rows = await other.evaluate(
    () =>
      new Promise<number[]>((resolve, reject) => {
        const opening = indexedDB.open("prosa-vault")
        opening.onerror = () => reject(opening.error ?? new Error("no database"))
        opening.onsuccess = () => {
          const stores = ["state", "report", "queue"]
          const reading = opening.result.transaction(stores)
          const counts = stores.map((store) => reading.objectStore(store).count())
          reading.oncomplete = () => resolve(counts.map(({ result }) => result))
        }
      }),
  )
  expect(rows).toEqual([0, 0, 0])
  await other.reload()
  await expect(other.getByRole("button", { name: "Criar ou conectar" })).toBeVisible()

  // The tab whose worker ended with the vault has another one for the next, without being loaded again.
  await giveWords(page, page.getByRole("dialog", { name: "Cofre" }), words)
  await upToDate(page)
})

/** Joins a vault by its words, and waits until all of it is here. */
async function joinByWords(page: Page, words: string, url = ""): Promise<void> {
  await giveWords(page, await openVault(page, "Criar ou conectar", url), words)
}

async function giveWords(page: Page, intro: Locator, words: string): Promise<void> {
  await intro.getByRole("button", { name: "Já tenho um cofre" }).click()
  const joining = page.getByRole("dialog", { name: "Conectar este aparelho" })
  await joining.getByRole("textbox", { name: "Doze palavras ou link" }).fill(words)
  await joining.getByRole("button", { name: "Conectar", exact: true }).click()
  await expect(page.getByRole("dialog", { name: "Cofre" })).toBeVisible()
}

/** A description of a service, which a plugin is made from. */
const service = {
  openapi: "3.0.3",
  info: { title: "Agenda", version: "1.0" },
  servers: [{ url: "https://agenda.example/v1" }],
  security: [{ chave: [] }],
  components: { securitySchemes: { chave: { type: "apiKey", in: "header", name: "X-Chave" } } },
  paths: Object.fromEntries(
    ["horas", "dias"].map((name) => [`/${name}`, { get: { operationId: name, summary: name } }]),
  ),
}

test("a prompt, a mask, a plugin and a folder reach another device; what both change apart is there, and nothing comes back", async ({
  page,
  browser,
  baseURL,
}) => {
  const phone = await otherDevice(browser, baseURL)
  const both = [page, phone.page]
  /** The window of a prompt, from the list of all. */
  const openPrompt = async (one: Page, name: string) => {
    await one.goto("/")
    await chatOn(one).field.fill("/")
    await one.getByRole("button", { name: "Gerenciar prompts" }).click()
    await one.getByRole("button", { name, exact: true }).click()
    return one.getByRole("dialog", { name: /^(Novo|Editar) prompt$/ })
  }
  const changePrompt = async (one: Page, name: string, texts: { readonly title?: string; readonly text: string }) => {
    const form = await openPrompt(one, name)
    if (texts.title !== undefined) await form.getByRole("textbox", { name: "Título" }).fill(texts.title)
    await form.getByRole("textbox", { name: "Texto" }).fill(texts.text)
    await form.getByRole("button", { name: "Salvar" }).click()
    await expect(form).toBeHidden()
    await chatOn(one).field.fill("")
  }
  /** The editor of a mask in the list of all. */
  const openMask = async (one: Page, name: string) => {
    await one.goto("/masks")
    await one.getByRole("button", { name: `Opções de ${name}` }).click()
    await one.getByRole("menuitem", { name: "Editar" }).click()
    return one.getByRole("dialog", { name: "Editar máscara" })
  }
  const changeMask = async (one: Page, name: string, field: "Nome" | "Instruções", text: string) => {
    const form = await openMask(one, name)
    await form.getByRole("textbox", { name: field }).fill(text)
    await form.getByRole("button", { name: "Salvar" }).click()
    await expect(form).toBeHidden()
  }
  const openPlugin = async (one: Page, name: string) => {
    await one.goto("/plugins")
    await one.getByRole("main").getByRole("button", { name }).first().click()
    await expect(one.getByRole("textbox", { name: "Nome", exact: true })).toHaveValue(name)
  }
  const renameFolder = async (one: Page, name: string, next: string) => {
    await one.goto("/")
    await one.getByRole("button", { name: `Ações da pasta ${name}` }).click()
    await one.getByRole("menuitem", { name: "Renomear" }).click()
    const field = one.getByRole("dialog").getByRole("textbox")
    await field.fill(next)
    await field.press("Enter")
    await expect(one.getByRole("button", { name: `Ações da pasta ${next}` })).toBeVisible()
  }
  const meet = async () => {
    for (const one of [...both, page]) {
      await openVault(one, "Abrir o cofre")
      await syncNow(one)
    }
  }

  await changePrompt(page, "Novo prompt", { title: "Carta", text: "Escreva uma carta." })
  await changePrompt(page, "Novo prompt", { title: "Bilhete", text: "Escreva um bilhete." })
  await page.goto("/masks")
  await page.getByRole("button", { name: "Nova máscara" }).click()
  const form = page.getByRole("dialog", { name: "Nova máscara" })
  await form.getByRole("textbox", { name: "Nome" }).fill("Loja")
  await form.getByRole("textbox", { name: "Instruções" }).fill("Responda clientes.")
  await form.getByRole("button", { name: "Salvar" }).click()
  await expect(form).toBeHidden()
  await page.goto("/plugins?id=new")
  await page.getByRole("textbox", { name: "Descrição OpenAPI (JSON ou YAML)" }).fill(JSON.stringify(service))
  await page.getByRole("button", { name: "Ler descrição" }).click()
  await page.getByRole("button", { name: "Acesso" }).click()
  await page.getByLabel("Chave ou token", { exact: true }).fill("chave-que-fica-aqui")
  await page.getByRole("button", { name: "Instalar" }).click()
  await expect(page.getByRole("switch", { name: "Ligar Agenda" })).toBeChecked()
  await page.goto("/")
  await page.getByRole("button", { name: "Mais opções da lista" }).click()
  await page.getByRole("menuitem", { name: "Nova pasta" }).click()
  await page.getByRole("dialog").getByRole("textbox").fill("Trabalho")
  await page.keyboard.press("Enter")

  const words = await makeVault(page)
  await upToDate(page)
  await joinByWords(phone.page, words)
  await upToDate(phone.page)
  // Neither hears of the other's until both have written.
  for (const one of both) await one.context().route("**/api/vault/**", (route) => route.abort())

  await changePrompt(page, "Editar Carta", { text: "Escreva uma carta formal." })
  await changePrompt(phone.page, "Editar Carta", { text: "Escreva uma carta curta." })
  await page.goto("/")
  await chatOn(page).field.fill("/")
  await page.getByRole("button", { name: "Gerenciar prompts" }).click()
  await page.getByRole("button", { name: "Excluir Bilhete" }).click()
  await expect(page.getByRole("button", { name: "Editar Bilhete" })).toBeHidden()
  await changePrompt(phone.page, "Editar Bilhete", { text: "Escreva um bilhete de amor." })
  await changeMask(page, "Loja", "Nome", "Loja da Ana")
  await changeMask(phone.page, "Loja", "Instruções", "Responda em versos.")
  await openPlugin(page, "Agenda")
  await page.getByRole("textbox", { name: "Nome", exact: true }).fill("Agenda da Ana")
  await page.getByRole("button", { name: "Salvar" }).click()
  await expect(page.getByRole("switch", { name: "Ligar Agenda da Ana" })).toBeChecked()
  // What came from another device is called once its address was agreed to here.
  await phone.page.goto("/plugins")
  const toggle = phone.page.getByRole("switch", { name: "Ligar Agenda" })
  await expect(toggle).not.toBeChecked()
  await toggle.click()
  const question = phone.page.getByRole("alertdialog")
  await expect(question).toContainText("agenda.example")
  await question.getByRole("button", { name: "Ligar Agenda" }).click()
  await expect(toggle).toBeChecked()
  await renameFolder(page, "Trabalho", "Serviço")
  await renameFolder(phone.page, "Trabalho", "Ofício")

  for (const one of both) await one.context().unroute("**/api/vault/**")
  await meet()
  // It was deleted on the other device, which did not know the new words.
  await phone.page.goto("/settings#sincronizacao")
  const decided = phone.page.getByRole("region", { name: "Sincronização" })
  await expect(decided).toContainText("Texto mantido: havia mudanças novas neste aparelho (Bilhete)")
  for (const one of both) {
    const letter = await openPrompt(one, "Editar Carta")
    await expect(letter.getByRole("textbox", { name: "Texto" })).toHaveValue("Escreva uma carta curta.")
    const other = letter.getByRole("region", { name: /^Outra edição/ })
    await expect(other).toContainText("Escreva uma carta formal.")
    const note = await openPrompt(one, "Editar Bilhete")
    await expect(note.getByRole("textbox", { name: "Texto" })).toHaveValue("Escreva um bilhete de amor.")
    const mask = await openMask(one, "Loja da Ana")
    await expect(mask.getByRole("textbox", { name: "Instruções" })).toHaveValue("Responda em versos.")
    await one.goto("/plugins")
    await expect(one.getByRole("switch", { name: "Ligar Agenda da Ana" })).toBeChecked()
    await one.goto("/")
    await expect(one.getByRole("button", { name: "Ações da pasta Ofício" })).toBeVisible()
    await expect(one.getByRole("button", { name: "Ações da pasta Serviço" })).toHaveCount(0)
  }
  // A key stays where it was typed.
  const keyOn = async (one: Page) => {
    await openPlugin(one, "Agenda da Ana")
    await one.getByRole("button", { name: "Acesso" }).click()
    return one.getByLabel("Chave ou token", { exact: true }).inputValue()
  }
  expect([await keyOn(page), await keyOn(phone.page)]).toEqual(["chave-que-fica-aqui", ""])

  // What one of them chooses and deletes holds for both.
  const letter = await openPrompt(phone.page, "Editar Carta")
  await letter.getByRole("button", { name: "Usar esta" }).click()
  await letter.getByRole("button", { name: "Salvar" }).click()
  await expect(letter).toBeHidden()
  await phone.page.goto("/masks")
  await phone.page.getByRole("button", { name: "Opções de Loja da Ana" }).click()
  await phone.page.getByRole("menuitem", { name: "Excluir" }).click()
  await phone.page.getByRole("alertdialog").getByRole("button", { name: "Excluir" }).click()
  await expect(phone.page.getByRole("button", { name: "Conversar com Loja da Ana" })).toBeHidden()
  await openVault(phone.page, "Abrir o cofre")
  await syncNow(phone.page)
  await meet()
  for (const one of both) {
    const chosen = await openPrompt(one, "Editar Carta")
    await expect(chosen.getByRole("textbox", { name: "Texto" })).toHaveValue("Escreva uma carta formal.")
    await expect(chosen.getByRole("region", { name: /^Outra edição/ })).toHaveCount(0)
    await one.goto("/masks")
    await expect(one.getByRole("button", { name: "Opções de Redação ENEM" })).toBeVisible()
    await expect(one.getByRole("button", { name: "Opções de Loja da Ana" })).toHaveCount(0)
  }
  expect(phone.errors.troubles).toEqual([])
  await phone.close()
})

/** Letters of three bytes each that no packing makes much shorter. */
function noise(letters: number): string {
  const numbers = randomBytes(2 * letters)
  const codes = Array.from({ length: letters }, (_, at) => 0x4e00 + (numbers.readUInt16LE(2 * at) % 20_000))
  return codes.map((code) => String.fromCodePoint(code)).join("")
}

/** Statuses of the replies to what ends in `path`, as they come. */
function statusesOf(page: Page, path: RegExp): readonly number[] {
  const statuses: number[] = []
  page.context().on("response", (reply) => {
    if (path.test(reply.url())) statuses.push(reply.status())
  })
  return statuses
}

test("a picture and a log that two devices shorten reach a third; what is too large or has no room stays here and is told", async ({
  page,
  browser,
  startProsa,
}) => {
  const { url } = await startProsa({ env: { FREE_DAILY_MESSAGES: "1000", LIMIT_ADDRESS_PER_MINUTE: "0" } })
  const [phone, tablet] = [await otherDevice(browser, url), await otherDevice(browser, url)]
  const visit = (one: Page, path: string) => one.goto(url + path)
  // Each has had long conversations before it comes into the vault; one of them has a message that no batch has room for.
  await storeChats(page, url, [
    storedChat("Notas", ["Notas de casa", noise(300_000), "E mais", noise(300_000)], 1),
    storedChat("Enorme", ["Um texto enorme", noise(800_000)], 2),
  ])
  await storeChats(phone.page, url, [storedChat("Rua", ["Notas da rua", noise(100_000), "E mais", noise(100_000)], 1)])
  await visit(page, "/")
  const chat = chatOn(page)
  await page.getByRole("button", { name: "Nova conversa" }).first().click()
  await chat.untilShown()
  await pasteFiles(page, [await pictureFile(page, "foto.png", 40, 30)])
  await expect(page.getByRole("button", { name: "Remover foto.png" })).toBeVisible()
  await expect(page.getByText("1 anexo pronto")).toBeVisible()
  await chat.ask("Que foto é esta?")
  await chat.untilAnswered()
  const address = await addressOf(page)

  // At first the server has no room for pictures: words do not wait for them.
  const pictures = /\/api\/vault\/[^/]+\/blob\//
  const waiting = "Imagens que esperam até o servidor receber ou entregar: 1"
  await page.context().route(pictures, (route) => route.fulfill({ status: 503, json: {} }))
  const shortened = [page, phone.page].map((one) => statusesOf(one, /\/snapshot\?upto=\d+$/))
  const words = await makeVault(page, url)
  await upToDate(page)
  const vault = page.getByRole("dialog", { name: "Cofre" })
  await expect(vault).toContainText("Mensagens ou imagens grandes demais para o cofre, só neste aparelho: 1")
  await expect(vault).toContainText(waiting)
  await page.context().unroute(pictures)
  await joinByWords(phone.page, words, url)
  await Promise.all([syncNow(page), syncNow(phone.page)])
  expect(shortened.flat()).toContain(200)
  await Promise.all([syncNow(page), syncNow(phone.page)])

  // The third begins with what they made of the log.
  const parts = statusesOf(tablet.page, /\/snapshot\/[\w-]+\/\d+$/)
  const sentByThird: number[] = []
  tablet.page.context().on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/log"))
      sentByThird.push(request.postDataBuffer()?.length ?? 0)
  })
  // After a second refusal it waits a while before it tries again.
  await expect(vault).not.toContainText(waiting, { timeout: 60_000 })
  // A picture that is refused for now is asked for again, and words come without it.
  let asked = 0
  await tablet.page.context().route(pictures, (route) => {
    asked += 1
    return asked === 1 ? route.fulfill({ status: 429, json: {} }) : route.continue()
  })
  await joinByWords(tablet.page, words, url)
  const there = tablet.page.getByRole("dialog", { name: "Cofre" })
  await upToDate(tablet.page)
  await there.getByRole("button", { name: "Sincronizar agora" }).click()
  await expect.poll(() => asked).toBeGreaterThan(1)
  await expect(there).not.toContainText(waiting)
  expect(parts.length).toBeGreaterThan(0)
  // It had nothing of its own: what it was given does not go back.
  expect(sentByThird.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(5_000)
  for (const one of [phone.page, tablet.page]) {
    await visit(one, address)
    await expect(chatOn(one).questions.first()).toContainText("Que foto é esta?")
    await expect(chatOn(one).questions.first().getByRole("img").first()).toHaveJSProperty("naturalWidth", 40)
    for (const name of ["Notas", "Rua"])
      await expect(chatOn(one).conversations.getByRole("link", { name, exact: true })).toBeVisible()
    await expect(chatOn(one).conversations.getByRole("link", { name: "Enorme", exact: true })).toBeVisible()
  }
  // This device leaves the vault and joins it again: it uploads nothing that is there, and says again what is too large.
  const sentAgain: number[] = []
  page.context().on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/log"))
      sentAgain.push(request.postDataBuffer()?.length ?? 0)
  })
  const left = await openVault(page, "Abrir o cofre", url)
  await left.getByRole("button", { name: "Sair do cofre" }).click()
  await page.getByRole("alertdialog").getByRole("button", { name: "Sair do cofre" }).click()
  await joinByWords(page, words, url)
  await upToDate(page)
  await expect(vault).toContainText("Mensagens ou imagens grandes demais para o cofre, só neste aparelho: 1")
  expect(sentAgain.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(5_000)
  // Something else of the same owner takes the room that is left.
  const visitor = await page.evaluate(() => localStorage["__anon_session__"] as string)
  // Nobody writes meanwhile.
  for (const one of [page, phone.page, tablet.page]) await one.goto("about:blank")
  const other = rawVault(url)
  expect((await other.make({ "x-visitor": visitor })).status).toBe(200)
  const { bytes, quota } = (await other.ask("")).json as { readonly bytes: number; readonly quota: number }
  const filling = { method: "PUT", body: new Uint8Array(quota - bytes - 600) }
  expect((await other.ask(`/blob/${randomBytes(32).toString("base64url")}`, filling)).status).toBe(204)
  // Nor is there room for a shorter log, by which a device would make some.
  const snapshots = /\/snapshot\/[\w-]+\/\d+$/
  await page.context().route(snapshots, (route) => route.fulfill({ status: 413, json: {} }))
  await visit(page, address)
  await chat.ask("Ainda cabe?")
  await chat.untilAnswered()
  await openVault(page, "Abrir o cofre", url)
  await expect(vault.getByRole("status").first()).toContainText(
    "O cofre está cheio. Neste aparelho tudo continua guardado.",
  )
  await visit(page, address)
  await expect(chat.questions).toHaveText([/Que foto é esta\?/, /Ainda cabe\?/])
  // With room again it goes out by itself.
  expect((await other.ask("", { method: "DELETE" })).status).toBe(204)
  await page.context().unroute(snapshots)
  await openVault(page, "Abrir o cofre", url)
  await vault.getByRole("button", { name: "Sincronizar agora" }).click()
  await syncNow(page)
  await openVault(phone.page, "Abrir o cofre", url)
  await syncNow(phone.page)
  await visit(phone.page, address)
  await expect(chatOn(phone.page).questions).toHaveText([/Que foto é esta\?/, /Ainda cabe\?/])
  for (const { errors, close } of [phone, tablet]) {
    expect(errors.troubles).toEqual([])
    await close()
  }
})

test("by the keyboard alone, in the dark: the vault's windows are opened, gone through and left", async ({ page }) => {
  await page.goto("/favicon.svg")
  await page.evaluate(() => localStorage.setItem("theme", "auto"))
  await page.emulateMedia({ colorScheme: "dark" })
  await page.goto("/settings#sincronizacao")
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  await expect.poll(ground).toBe("rgb(21, 21, 21)")
  await page.emulateMedia({ colorScheme: "light" })
  await expect.poll(ground).toBe("rgb(250, 250, 250)")
  await page.emulateMedia({ colorScheme: "dark" })
  await expect.poll(ground).toBe("rgb(21, 21, 21)")

  const focused = page.locator(":focus")
  const name = () =>
    page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent ?? "")
  const press = (key: string) => page.keyboard.press(key)
  /** Goes on with Tab until something has the focus. */
  const tabTo = async (wanted: string) => {
    for (let presses = 0; presses < 20 && (await name()) !== wanted; presses++) await press("Tab")
    await expect.poll(name).toBe(wanted)
  }
  /** Names of all that Tab reaches in a window, from its first control on. */
  const order = async (count: number): Promise<readonly string[]> => {
    await tabTo("Ocupar a tela toda")
    const names = [await name()]
    while (names.length < count) {
      await press("Tab")
      names.push(await name())
    }
    return names
  }
  await page.getByRole("button", { name: "Criar ou conectar" }).focus()
  await press("Enter")
  await expect(page.getByRole("dialog", { name: "Cofre" })).toBeVisible()
  await expect.poll(name).toBe("Criar cofre")
  expect(await order(4)).toEqual(["Ocupar a tela toda", "Fechar", "Já tenho um cofre", "Criar cofre"])
  await press("Shift+Tab")
  await press("Enter")
  const joining = page.getByRole("dialog", { name: "Conectar este aparelho" })
  await expect(focused).toHaveAccessibleName("Doze palavras ou link")
  await page.keyboard.type("abacate")
  await tabTo("Conectar")
  await press("Enter")
  await expect(joining.getByRole("alert")).toHaveText("São doze palavras. Até agora: 1.")
  await expect(focused).toHaveAccessibleName("Conectar")
  await press("Shift+Tab")
  await press("Enter")
  // Back where it led from.
  await expect.poll(name).toBe("Já tenho um cofre")
  await press("Escape")
  await expect(page.getByRole("dialog")).toHaveCount(0)
  await expect(focused).toHaveAccessibleName("Criar ou conectar")

  await press("Enter")
  await expect.poll(name).toBe("Criar cofre")
  await press("Enter")
  await expect(page.getByRole("dialog", { name: "As suas doze palavras" }).getByRole("listitem")).toHaveCount(12)
  await expect.poll(name).toBe("Já anotei")
  await expectAccessible(page, "words")
  await press("Enter")
  await expect.poll(name).toBe("Ver as palavras")
  await upToDate(page)
  expect(await order(9)).toEqual([
    "Ocupar a tela toda",
    "Fechar",
    "Sincronizar agora",
    "Mudar o nome deste aparelho",
    "Ver as palavras",
    "Renovar o cofre",
    "Sair do cofre",
    "Apagar o cofre",
    "Conectar outro aparelho",
  ])
  await press("Enter")
  await expect(page.getByRole("img", { name: "Código para conectar outro aparelho" })).toBeVisible()
  await expect.poll(name).toBe("Copiar link")
  await press("Shift+Tab")
  await press("Enter")
  await expect.poll(name).toBe("Conectar outro aparelho")
  await tabTo("Ver as palavras")
  await press("Enter")
  await expect.poll(name).toBe("Já anotei")
  await press("Enter")
  await expect.poll(name).toBe("Ver as palavras")
  await tabTo("Mudar o nome deste aparelho")
  await press("Enter")
  await expect(page.getByRole("dialog", { name: "Mudar o nome deste aparelho" })).toBeVisible()
  await page.keyboard.type("Mesa")
  await press("Enter")
  await expect(page.getByRole("region", { name: "Aparelhos do cofre" })).toContainText("Mesa")
  await expect.poll(name).toBe("Mudar o nome deste aparelho")

  await tabTo("Renovar o cofre")
  await press("Enter")
  await expect(page.getByRole("alertdialog")).toBeVisible()
  await press("Escape")
  await expect(page.getByRole("alertdialog")).toHaveCount(0)
  await expect.poll(name).toBe("Renovar o cofre")
  await press("Enter")
  await expect(page.getByRole("alertdialog")).toBeVisible()
  await tabTo("Renovar o cofre")
  await press("Enter")
  await expect.poll(name).toBe("Já anotei")
  await press("Enter")
  await expect(page.getByRole("dialog", { name: "Cofre" })).toBeVisible()
  await tabTo("Sair do cofre")
  await press("Enter")
  await expect(page.getByRole("alertdialog")).toBeVisible()
  await tabTo("Sair do cofre")
  await press("Enter")
  await expect.poll(name).toBe("Criar cofre")
  await press("Escape")
  await expect(page.getByRole("dialog")).toHaveCount(0)
  await expect(focused).toHaveAccessibleName("Criar ou conectar")
})

test("no backup has the vault's key, neither openly nor among what a passphrase opens", async ({ page }) => {
  await page.goto("/")
  const chat = chatOn(page)
  await chat.ask("Qual é a capital do Acre?")
  await chat.untilAnswered()
  const words = await makeVault(page)
  await upToDate(page)
  const secret = Buffer.from(mnemonicToEntropy(words.normalize("NFKD"), wordlist))
  const spellings = [words, [...secret].join(","), secret.toString("hex"), secret.toString("latin1")]
  const base64 = secret.toString("base64").replaceAll("=", "")
  const all = [...spellings, base64, secret.toString("base64url")]
  const passphrase = "quatro palavras bem longas aqui"
  for (const isWithSecrets of [false, true]) {
    await page.goto("/settings")
    await page.getByRole("main").getByRole("button", { name: "Salvar backup" }).click()
    const dialog = page.getByRole("dialog", { name: "Backup" })
    if (isWithSecrets) {
      await dialog.getByLabel("Incluir o código, as chaves e as senhas, protegidos por uma senha").check()
      await dialog.getByLabel("Senha da cópia").fill(passphrase)
      await dialog.getByLabel("Repita a senha").fill(passphrase)
    }
    const saving = page.waitForEvent("download")
    await dialog.getByRole("button", { name: "Salvar backup" }).click()
    const download = await saving
    const { secrets } = JSON.parse(await readCopy(download)) as { secrets?: SealedSecrets }
    const files = Object.values(await readArchive(download)).map((bytes) => Buffer.from(bytes))
    expect(files.some((bytes) => bytes.includes("capital do Acre"))).toBe(true)
    expect(secrets !== undefined).toBe(isWithSecrets)
    if (secrets !== undefined) files.push(Buffer.from(await unseal(secrets, passphrase)))
    const found = all.filter((one) =>
      files.some((bytes) => bytes.includes(one) || bytes.includes(Buffer.from(one, "latin1"))),
    )
    expect(found).toEqual([])
  }
})
