import { readFile } from "node:fs/promises"
import type { Page } from "@playwright/test"
import { deflateRawSync } from "node:zlib"
import { textReply } from "../testing/fake-provider/replies.ts"
import { expectAccessible, expectNoSidewaysScroll } from "./support/axe.ts"
import { chatOn, openWithCode } from "./support/chat.ts"
import { newCode } from "./support/prosa.ts"
import { expect, test } from "./support/test.ts"

const phone = { width: 390, height: 844 }

/** The masks of this browser as they are stored. */
async function storedMasks(page: Page): Promise<readonly { readonly name: string }[]> {
  return page.evaluate(
    () =>
      new Promise<{ name: string }[]>((resolve, reject) => {
        const open = indexedDB.open("nk-prosa")
        open.onerror = () => reject(new Error("no database"))
        open.onsuccess = () => {
          const all = open.result.transaction("masks").objectStore("masks").getAll()
          all.onsuccess = () => {
            open.result.close()
            resolve(all.result.map(({ value }: { value: { name: string } }) => value))
          }
        }
      }),
  )
}

const linkOf = (payload: object, form = 2) => {
  const text = Buffer.from(JSON.stringify(payload))
  return `/new-chat#mask=${form}.${(form === 1 ? text : deflateRawSync(text)).toString("base64url")}`
}

const received = {
  name: "Tia Zezé",
  avatar: "1f475",
  lang: "pt",
  context: [
    { role: "system", content: "Você é a tia Zezé, carinhosa e direta." },
    { role: "user", content: "Oi, tia!" },
    { role: "assistant", content: "Oi, meu bem. Já comeu?" },
  ],
  hideContext: true,
  modelConfig: { model: "nope", providerName: "X", temperature: 0.3, template: "Responda em versos: {{input}}" },
}

test("two presses begin with a mask: its messages go before the question, with the user's own model", async ({
  page,
  provider,
  startProsa,
}) => {
  provider.script(textReply("Mande a redação."))
  const prosa = await startProsa({ provider })
  await page.setViewportSize(phone)
  await page.goto(prosa.url)
  const chat = chatOn(page)
  const strip = page.getByRole("region", { name: "Comece com uma máscara" })
  await expect(strip.getByRole("listitem")).toHaveCount(8)
  await expectNoSidewaysScroll(page, "the masks of an empty chat")
  await strip.getByRole("button", { name: "Redação ENEM" }).click()
  await expect(page.getByRole("heading", { name: "Redação ENEM" })).toBeVisible()
  await expect(page.getByText(/^Vamos treinar!/).first()).toBeVisible()
  await chat.field.fill("O tema é mobilidade.")
  await chat.field.press("Enter")
  await chat.untilAnswered()
  const body = JSON.parse(provider.requests[0]?.body ?? "{}") as {
    readonly model: string
    readonly messages: readonly { readonly role: string; readonly content: string }[]
  }
  const said = body.messages.filter(({ content }) => !content.includes("Data e hora"))
  expect(said.at(-1)).toMatchObject({ role: "user", content: "O tema é mobilidade." })
  expect(said.at(-2)).toMatchObject({ role: "assistant" })
  expect(said.at(-3)?.content).toContain("professor de redação")
  expect(body.model).toBe("gpt-4o-mini")

  // One folded line shows them; the mask stands under the title, and is there after a reload.
  const line = page.getByText("2 mensagens da máscara")
  await line.click()
  await expect(page.getByRole("region", { name: "Mensagens da máscara" })).toContainText("banca do ENEM")
  const name = await page.locator("header").getByText("Redação ENEM", { exact: true }).boundingBox()
  expect(name?.width).toBeGreaterThan(50)
  await expectAccessible(page, "a chat with a mask")
  await page.reload()
  await expect(page.getByText("2 mensagens da máscara")).toBeVisible()

  // A new conversation has none, and offers what was used last first.
  await page.keyboard.press("Control+Shift+O")
  await expect(strip.getByRole("listitem").first()).toContainText("Redação ENEM")
  await expect(chat.field).toBeFocused()
})

test("a mask is made, put in order and kept by the keyboard alone; its chats can take over what changes", async ({
  page,
}) => {
  await page.goto("/masks")
  await page.getByRole("button", { name: "Nova máscara" }).focus()
  await page.keyboard.press("Enter")
  const form = page.getByRole("dialog", { name: "Nova máscara" })
  await expect(form.getByRole("textbox", { name: "Nome" })).toBeFocused()
  await page.keyboard.type("Loja da Ana")
  await form.getByRole("textbox", { name: "Instruções" }).focus()
  await page.keyboard.type("Responda clientes.")
  for (const words of ["Tem bolo?", "Amanhã tem!"]) {
    await form.getByRole("button", { name: "Adicionar mensagem" }).focus()
    await page.keyboard.press("Enter")
    await expect(form.getByRole("textbox", { name: /^Mensagem \d/ }).last()).toBeFocused()
    await page.keyboard.type(words)
  }
  await expect(form.getByRole("combobox", { name: "Quem fala na mensagem 2" })).toHaveValue("assistant")
  await form.getByRole("button", { name: "Descer a mensagem 1" }).focus()
  await page.keyboard.press("Enter")
  await expect(form.getByRole("textbox", { name: "Mensagem 2" })).toHaveValue("Tem bolo?")
  await form.getByRole("button", { name: "Subir a mensagem 2" }).focus()
  await page.keyboard.press("Enter")
  await expect(form.getByRole("textbox", { name: "Mensagem 1" })).toHaveValue("Tem bolo?")
  await expectAccessible(page, "the editor of a mask")
  await form.getByRole("button", { name: "Conversar" }).press("Enter")

  const chat = chatOn(page)
  await expect(page.getByRole("heading", { name: "Loja da Ana" })).toBeVisible()
  await chat.ask("Bom dia")
  await chat.untilAnswered()
  await page.goto("/masks")
  await page.getByRole("button", { name: "Opções de Loja da Ana" }).click()
  await page.getByRole("menuitem", { name: "Editar" }).click()
  const edit = page.getByRole("dialog", { name: "Editar máscara" })
  await edit.getByRole("textbox", { name: "Instruções" }).fill("Responda clientes em versos.")
  await edit.getByRole("switch", { name: "Esconder o exemplo na conversa" }).click()
  await page.keyboard.press("Escape")
  const question = page.getByRole("alertdialog")
  await question.getByRole("button", { name: "Cancelar" }).click()
  // On a desk the list stays in use beside it. What was written is there when the mask is opened again.
  await page.getByRole("button", { name: "Opções de Redação ENEM" }).click()
  await page.getByRole("menuitem", { name: "Ver", exact: true }).click()
  await expect(page.getByRole("dialog", { name: "Redação ENEM" })).toBeVisible()
  await page.getByRole("button", { name: "Opções de Loja da Ana" }).click()
  await page.getByRole("menuitem", { name: "Editar" }).click()
  await expect(edit.getByRole("textbox", { name: "Instruções" })).toHaveValue("Responda clientes em versos.")
  await edit.getByRole("button", { name: "Salvar" }).click()
  await expect(edit).toBeHidden()

  // The next one begins empty, and takes nobody's place.
  for (const name of ["Horta", "Pomar"]) {
    await page.getByRole("button", { name: "Nova máscara" }).click()
    await expect(form.getByRole("textbox", { name: "Nome" })).toHaveValue("")
    await form.getByRole("textbox", { name: "Nome" }).fill(name)
    await form.getByRole("button", { name: "Salvar" }).click()
    await expect(form).toBeHidden()
  }
  for (const name of ["Horta", "Pomar", "Loja da Ana"])
    await expect(page.getByRole("button", { name: `Opções de ${name}` })).toBeVisible()

  await page.goto("/chat")
  await expect(page.getByText("3 mensagens da máscara")).toBeVisible()
  await page.getByRole("button", { name: "Atualizar esta conversa" }).click()
  await expect(page.getByText("Conversa atualizada")).toBeVisible()
  await expect(page.getByRole("region", { name: "Mensagens da máscara" })).toBeHidden()

  // Deleting asks, and can be undone.
  await page.goto("/masks")
  await page.getByRole("button", { name: "Opções de Loja da Ana" }).click()
  await page.getByRole("menuitem", { name: "Excluir" }).click()
  await question.getByRole("button", { name: "Excluir" }).click()
  await expect(page.getByRole("button", { name: "Conversar com Loja da Ana" })).toBeHidden()
  await page.getByRole("button", { name: "Desfazer" }).click()
  await expect(page.getByRole("button", { name: "Conversar com Loja da Ana" })).toBeVisible()
})

test("built-in masks are read, copied and downloaded, never changed", async ({ page }) => {
  await page.goto("/masks")
  await page.getByRole("searchbox", { name: "Buscar máscaras" }).fill("GOLPE")
  await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(1)
  await page.getByRole("button", { name: "Opções de Isto é golpe?" }).click()
  await expect(page.getByRole("menuitem")).toHaveText([
    "Conversar",
    "Ver",
    "Duplicar",
    "Compartilhar por link",
    "Baixar",
  ])
  const saving = page.waitForEvent("download")
  await page.getByRole("menuitem", { name: "Baixar" }).click()
  const download = await saving
  expect(download.suggestedFilename()).toBe("Isto é golpe.json")
  const file = JSON.parse(await readFile(await download.path(), "utf8")) as object
  expect(file).toMatchObject({ id: 100_021, name: "Isto é golpe?", builtin: true, avatar: "1f575-fe0f", lang: "pt" })

  await page.goto("/masks?id=100021")
  const preview = page.getByRole("dialog", { name: "Isto é golpe?" })
  await expect(preview).toContainText("pedir a devolução do Pix")
  await expect(preview.getByRole("textbox")).toHaveCount(0)
  await preview.getByRole("button", { name: "Duplicar" }).click()
  const copy = page.getByRole("dialog", { name: "Editar máscara" })
  await expect(copy.getByRole("textbox", { name: "Nome" })).toHaveValue("Isto é golpe? (cópia)")
  expect(await storedMasks(page)).toMatchObject([{ name: "Isto é golpe? (cópia)", builtin: false }])
  await page.goto("/masks?id=nada")
  await expect(page.getByRole("dialog", { name: "Máscara não encontrada" })).toBeVisible()
})

test("a file is shown before anything of it is stored; what is none is refused", async ({ page }) => {
  await page.goto("/masks")
  const open = async (name: string, text: string) => {
    const choosing = page.waitForEvent("filechooser")
    await page.getByRole("button", { name: "Mais opções", exact: true }).click()
    await page.getByRole("menuitem", { name: "Importar" }).click()
    await (await choosing).setFiles({ name, mimeType: "application/json", buffer: Buffer.from(text) })
  }
  const masks = Array.from({ length: 32 }, (_, at) => ({
    id: `m${at}`,
    avatar: "1f916",
    name: at === 3 ? '"><img src=x onerror=alert(1)>' : `Papel ${at}`,
    context: [{ id: "c", role: "system", content: `Você é o papel ${at}.`, date: "21/11/2026, 08:05:03" }],
    syncGlobalConfig: true,
    modelConfig: { model: "gpt-4" },
    lang: "pt",
    builtin: false,
    createdAt: 1,
    ["__proto__"]: { isAdmin: true },
  }))
  for (const text of ["{", "", '{"a":1}']) {
    await open("x.json", text)
    await expect(page.getByText("Este arquivo não tem máscaras.")).toBeVisible()
  }
  await open("x.json", JSON.stringify(masks).padEnd(6_000_000))
  await expect(page.getByText("O arquivo passa de 5 MB.")).toBeVisible()
  await expect(page.getByRole("dialog")).toHaveCount(0)
  expect(await storedMasks(page)).toEqual([])

  await open("masks.json", JSON.stringify([...masks, { context: [], name: "" }]))
  const plan = page.getByRole("dialog", { name: "Importar máscaras" })
  await expect(plan).toContainText("32 novas, 1 ignorada (sem nome)")
  expect(await storedMasks(page)).toEqual([])
  await plan.getByRole("button", { name: "Importar" }).click()
  await expect(page.getByText("32 máscaras importadas")).toBeVisible()
  expect(await storedMasks(page)).toHaveLength(32)
  await open("masks.json", JSON.stringify(masks))
  await expect(plan).toContainText("0 novas, 32 já existem")
  await expect(plan.getByRole("button", { name: "Importar" })).toHaveCount(0)
  await plan.getByRole("button", { name: "Cancelar" }).click()
  // In the file's order, each name as it was written.
  const cards = page.getByRole("region", { name: "Minhas" }).getByRole("button", { name: /^Conversar com / })
  await expect(cards.nth(3)).toHaveAccessibleName('Conversar com "><img src=x onerror=alert(1)>')
  await expect(cards.nth(2)).toHaveAccessibleName("Conversar com Papel 2")
  await expect(cards.nth(3)).toBeVisible()

  const saving = page.waitForEvent("download")
  await page.getByRole("button", { name: "Mais opções", exact: true }).click()
  await page.getByRole("menuitem", { name: "Baixar as minhas" }).click()
  const all = JSON.parse(await readFile(await (await saving).path(), "utf8")) as readonly object[]
  expect(all).toHaveLength(32)
})

test("a link carries the whole mask, and neither stores nor sends anything before a yes", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"])
  const sent: string[] = []
  context.on("request", (request) => sent.push(request.url() + (request.postData() ?? "")))
  await page.goto(linkOf(received))
  const window = page.getByRole("dialog", { name: "Máscara recebida" })
  for (const { content } of received.context) await expect(window).toContainText(content)
  await expect(window).toContainText("Responda em versos")
  await expect(window).toContainText("pede nope, que não está disponível")
  expect(new URL(page.url()).hash).toBe("")
  await expectAccessible(page, "a mask that was received")
  await window.getByRole("button", { name: "Cancelar" }).click()
  expect(await storedMasks(page)).toEqual([])
  expect(sent.filter((said) => said.includes("Zez"))).toEqual([])

  // What stands behind a link in a message is no part of it.
  await page.goto("/chat")
  await page.goto(`${linkOf(received)}).`)
  await expect(window).toContainText("Já comeu?")

  // Plain base64 does as well. It is saved, and what it leads to goes on from here as a link.
  await page.goto("/chat")
  await page.goto(linkOf(received, 1))
  await window.getByRole("button", { name: "Salvar" }).click()
  await page.getByRole("button", { name: "Opções de Tia Zezé" }).click()
  await page.getByRole("menuitem", { name: "Compartilhar por link" }).click()
  await expect(page.getByText(/^Link copiado/)).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(link).toMatch(/\/new-chat#mask=[12]\.[\w-]+$/)
  await page.goto("/chat")
  await page.goto(link)
  await expect(window).toContainText("Já comeu?")
  await window.getByRole("button", { name: "Conversar" }).click()
  await expect(page.getByText(/pede nope/)).toBeVisible()
  const chat = chatOn(page)
  await chat.field.fill("Oi")
  await chat.field.press("Enter")
  await chat.untilAnswered()
  // It wanted its messages hidden, in the chat.
  await expect(page.getByText(/mensagens da máscara/)).toHaveCount(0)
})

test("who answers for a mask's model is told before it is used: to a visitor the free one, to a code the mask's", async ({
  page,
  provider,
  startProsa,
}) => {
  const prosa = await startProsa({ provider })
  const link = prosa.url + linkOf({ ...received, modelConfig: { model: "gpt-4o" } })
  await page.goto(link)
  const window = page.getByRole("dialog", { name: "Máscara recebida" })
  const missing = "pede GPT-4o, que não está disponível para você. Quem responde é GPT-4o mini."
  await expect(window).toContainText(missing)
  await window.getByRole("button", { name: "Conversar" }).click()
  await expect(page.getByText(missing)).toBeVisible()
  await expect(page.getByRole("button", { name: "Modelo: GPT-4o mini. Trocar" })).toBeVisible()

  await openWithCode(page, prosa.url, await newCode(prosa, "10"))
  await page.goto(link)
  await expect(window).toContainText("GPT-4o (OpenAI)")
  await window.getByRole("button", { name: "Conversar" }).click()
  await expect(page.getByRole("button", { name: "Modelo: GPT-4o. Trocar" })).toBeVisible()
})

test.describe("where a page that does not exist is told of on the console", () => {
  test.use({ allowErrors: true })

  test("a link whose hash was encoded on its way opens the mask", async ({ page }) => {
    await page.goto(`${linkOf(received).replace("#", "%23")}*`)
    await expect(page.getByRole("dialog", { name: "Máscara recebida" })).toContainText("Já comeu?")
    expect(new URL(page.url()).pathname).toBe("/new-chat")
    await page.goto("/chat")
    await page.goto(linkOf(received).replace("#mask=", "#mask%3D"))
    await expect(page.getByRole("dialog", { name: "Máscara recebida" })).toContainText("Já comeu?")
  })
})

test("an instruction of a few letters goes to the model, as any other does", async ({ page, provider, startProsa }) => {
  provider.script(textReply("Com prazer."))
  const prosa = await startProsa({ provider })
  await page.goto(prosa.url + linkOf({ name: "翻译", lang: "cn", context: [{ role: "system", content: "你是翻译" }] }))
  await page.getByRole("dialog", { name: "Máscara recebida" }).getByRole("button", { name: "Conversar" }).click()
  const chat = chatOn(page)
  await chat.ask("Bom dia")
  await chat.untilAnswered()
  const { messages } = JSON.parse(provider.requests[0]?.body ?? "{}") as { readonly messages: readonly object[] }
  expect(messages.slice(-2)).toEqual([
    { role: "system", content: "你是翻译" },
    { role: "user", content: "Bom dia" },
  ])
})

test("a damaged link, one that unpacks without end, and an unknown id are told", async ({ page }) => {
  const bomb = deflateRawSync(Buffer.alloc(20_000_000)).toString("base64url")
  for (const fragment of ["2.%%%", "1.eyJuYW1l", "3.abc", `2.${bomb.slice(0, 7_000)}`, `2.${bomb}`]) {
    await page.goto("/chat")
    await page.goto(`/new-chat#mask=${fragment}`)
    await expect(page.getByText("Este link de máscara está incompleto ou danificado.")).toBeVisible()
  }
  for (const id of ["abc", "100999"]) {
    await page.goto(`/new-chat?mask=${id}`)
    await expect(page.getByRole("alert")).toContainText("Máscara não encontrada")
  }
  await page.goto("/#/new-chat?mask=100012")
  await expect(page.getByRole("heading", { name: "E-mail formal" })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe("/chat")
})

test.describe("on a line that loses a file", () => {
  test.use({ allowErrors: true })

  test("a link to a built-in mask waits for the masks, over a reload and a second try, and then begins", async ({
    page,
  }) => {
    let isDown = true
    await page.route("**/masks.json", (route) => (isDown ? route.abort() : route.continue()))
    await page.goto("/new-chat?mask=100012")
    const told = page.getByRole("alert").filter({ hasText: "não puderam ser carregadas" })
    await expect(told).toBeVisible()
    await page.reload()
    await expect(told).toBeVisible()
    await expect(page.getByText("Máscara não encontrada")).toHaveCount(0)
    const again = page.getByRole("button", { name: "Tentar de novo" })
    await again.click()
    await expect(told).toBeVisible()
    isDown = false
    await again.click()
    await expect(page.getByRole("heading", { name: "E-mail formal" })).toBeVisible()
    const { pathname, search } = new URL(page.url())
    expect([pathname, search.includes("mask")]).toEqual(["/chat", false])

    isDown = true
    await page.goto("/masks?id=100021")
    await expect(told.first()).toBeVisible()
    await expect(page.getByText("Máscara não encontrada")).toHaveCount(0)
    isDown = false
    await page.getByRole("dialog").getByRole("button", { name: "Tentar de novo" }).click()
    await expect(page.getByRole("dialog", { name: "Isto é golpe?" })).toBeVisible()
  })
})

test("masks are offered until somebody says no, and the settings bring them back", async ({ page }) => {
  await page.goto("/new-chat")
  await expect(page.getByRole("link", { name: "Voltar" })).toBeVisible()
  await expect(page.getByRole("link", { name: "Ver todas" })).toHaveAttribute("href", "/masks")
  await expectAccessible(page, "the choice of a mask")
  await page.getByRole("main").getByRole("button", { name: "Não mostrar mais" }).click()
  const question = page.getByRole("alertdialog")
  await question.getByRole("button", { name: "Cancelar" }).click()
  await page.getByRole("button", { name: "Começar agora" }).click()
  const chat = chatOn(page)
  const strip = page.getByRole("region", { name: "Comece com uma máscara" })
  await expect(strip.getByRole("listitem").first()).toBeVisible()
  await expect(chat.field).toBeFocused()
  await strip.getByRole("button", { name: "Não mostrar mais" }).click()
  await question.getByRole("button", { name: "Não mostrar mais" }).click()
  await expect(strip).toHaveCount(0)
  await chat.field.fill(":newm")
  await chat.field.press("Enter")
  await expect(page.getByRole("heading", { name: "Escolha uma máscara" })).toBeVisible()

  await page.goto("/settings#dados")
  await expect(page.getByRole("main")).toContainText("Máscaras40")
  await page.getByRole("switch", { name: "Escolher uma máscara ao começar" }).click()
  await page.getByRole("switch", { name: "Mostrar máscaras prontas" }).click()
  await expect(page.getByRole("main")).toContainText("Máscaras0")
  await page.goto("/masks")
  await expect(page.getByText("As máscaras prontas estão escondidas.")).toBeVisible()
  await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(0)
  // Hidden ones open by their links.
  await page.goto("/new-chat?mask=100000")
  await expect(page.getByRole("heading", { name: "Redação ENEM" })).toBeVisible()
})

test("a chat's settings are its own until the global ones are wanted back", async ({ page }) => {
  await page.goto("/")
  const chat = chatOn(page)
  await chat.untilShown()
  const openSettings = async () => {
    await page.locator("header").getByRole("button", { name: "Conversa", exact: false }).last().click()
    await page.getByRole("menuitem", { name: "Configurações desta conversa" }).click()
  }
  await openSettings()
  const window = page.getByRole("dialog", { name: "Configurações desta conversa" })
  const follows = window.getByRole("switch", { name: "Usar configuração global" })
  await expect(follows).toBeChecked()
  const temperature = window.getByRole("spinbutton", { name: /^Temperatura|Criatividade/ })
  await temperature.fill("1.5")
  await temperature.blur()
  await expect(follows).not.toBeChecked()
  await follows.click()
  const question = page.getByRole("alertdialog")
  await question.getByRole("button", { name: "Cancelar" }).click()
  await expect(temperature).toHaveValue("1.5")
  await follows.click()
  await question.getByRole("button", { name: "Usar configuração global" }).click()
  await expect(temperature).toHaveValue("0.5")
  await expect(follows).toBeChecked()
  await expectAccessible(page, "the settings of a chat")
})
