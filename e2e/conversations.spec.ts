import type { Locator, Page } from "@playwright/test"
import type { RecordedRequest } from "../testing/fake-provider/fake-provider.ts"
import { textReply } from "../testing/fake-provider/replies.ts"
import { expectAccessible } from "./support/axe.ts"
import { chatOn, openAndAsk, openTab, openWithCode } from "./support/chat.ts"
import { pasteFiles } from "./support/give-files.ts"
import { storeChats, storedChat } from "./support/stored-chats.ts"
import { newCode } from "./support/prosa.ts"
import { expect, test } from "./support/test.ts"

/** The titles in the list, from top to bottom; without the empty chat that a first visit begins with. */
async function titles(page: Page): Promise<readonly string[]> {
  const rows = chatOn(page).conversations.locator("a[data-chat] > span")
  return (await rows.allInnerTexts()).filter((title) => title !== "Nova conversa")
}

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: "reduce" }))

const row = (page: Page, title: string): Locator =>
  chatOn(page).conversations.getByRole("link", { name: new RegExp(`^${title}`) })

async function chooseFrom(page: Page, title: string, item: string): Promise<void> {
  await row(page, title).hover()
  await row(page, title).locator("..").getByRole("button", { name: "Ações da conversa" }).click()
  await page.getByRole("menuitem", { name: item }).click()
}

async function chooseHere(page: Page, item: string): Promise<void> {
  await page.getByRole("button", { name: "Ações desta conversa" }).click()
  await page.getByRole("menuitem", { name: item }).click()
}

/** The conversation's messages in a request, without system messages. */
function spokenIn(request: RecordedRequest | undefined): readonly string[] {
  const messages = (request?.json["messages"] ?? []) as readonly { readonly role: string; readonly content: string }[]
  return messages.filter(({ role }) => role !== "system").map(({ content }) => content)
}

const four = ["Aluguel", "Moqueca", "Enem", "Currículo"].map((name, age) =>
  storedChat(name, [`Pergunta sobre ${name}`, `Resposta sobre ${name}`], age),
)

test("a chat dragged or moved by keys stands where it was put, after a reload and in another tab", async ({
  page,
  context,
  prosa,
}) => {
  await storeChats(page, prosa.url, four, "Aluguel")
  await page.goto("/")
  await expect.poll(() => titles(page)).toEqual(["Aluguel", "Moqueca", "Enem", "Currículo"])
  const from = await row(page, "Currículo").boundingBox()
  const to = await row(page, "Moqueca").boundingBox()
  if (from === null || to === null) throw new Error("no rows")
  await page.mouse.move(from.x + 40, from.y + 20)
  await page.mouse.down()
  await page.mouse.move(from.x + 40, from.y, { steps: 4 })
  await page.mouse.move(to.x + 40, to.y + 6, { steps: 8 })
  await page.mouse.up()
  await expect.poll(() => titles(page)).toEqual(["Aluguel", "Currículo", "Moqueca", "Enem"])
  // The press that ended the drag has opened nothing.
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Aluguel")

  await row(page, "Enem").focus()
  await page.keyboard.press("Alt+Shift+ArrowUp")
  await expect.poll(() => titles(page)).toEqual(["Aluguel", "Currículo", "Enem", "Moqueca"])
  await expect(row(page, "Enem")).toBeFocused()
  await expect(chatOn(page).conversations.getByText("Posição 4 de 5")).toBeAttached()

  const other = await openTab(context, prosa.url)
  await expect.poll(() => titles(other)).toEqual(["Aluguel", "Currículo", "Enem", "Moqueca"])
  await page.reload()
  await expect.poll(() => titles(page)).toEqual(["Aluguel", "Currículo", "Enem", "Moqueca"])
})

test("a quick press on a chat opens it, and takes nothing along afterwards", async ({ page, prosa }) => {
  await storeChats(page, prosa.url, four, "Aluguel")
  await page.goto("/")
  await row(page, "Enem").click()
  await row(page, "Moqueca").hover()
  await chooseHere(page, "Memória da conversa")
  await expect(page.getByRole("dialog", { name: "Memória da conversa" })).toBeVisible()
  await page.keyboard.press("Escape")
  await expect.poll(() => titles(page)).toEqual(["Aluguel", "Moqueca", "Enem", "Currículo"])
})

test("a finger takes a chat along after a long press, and scrolls otherwise", async ({ browser, prosa }) => {
  const context = await browser.newContext({ hasTouch: true, viewport: { width: 1024, height: 768 }, locale: "pt-BR" })
  const page = await context.newPage()
  await storeChats(page, prosa.url, four, "Aluguel")
  await page.goto(prosa.url)
  await expect(row(page, "Enem")).toBeVisible()
  const from = await row(page, "Enem").boundingBox()
  const to = await row(page, "Aluguel").boundingBox()
  if (from === null || to === null) throw new Error("no rows")
  const devtools = await context.newCDPSession(page)
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", x: number, y: number) =>
    devtools.send("Input.dispatchTouchEvent", { type, touchPoints: type === "touchEnd" ? [] : [{ x, y }] })
  await touch("touchStart", from.x + 60, from.y + 20)
  await expect(chatOn(page).conversations).toHaveAttribute("data-dragging", "")
  for (let step = 1; step <= 6; step++) {
    await touch("touchMove", from.x + 60, from.y + 20 + ((to.y + 4 - from.y - 20) * step) / 6)
  }
  await touch("touchEnd", 0, 0)
  await expect.poll(() => titles(page)).toEqual(["Enem", "Aluguel", "Moqueca", "Currículo"])
  await context.close()
})

test("chats are pinned and kept in folders that fold, are renamed, and give their chats back", async ({
  page,
  context,
  prosa,
}) => {
  await storeChats(page, prosa.url, four, "Aluguel")
  await page.goto("/")
  const { conversations } = chatOn(page)
  await chooseFrom(page, "Enem", "Fixar no topo")
  await expect.poll(() => titles(page)).toEqual(["Enem", "Aluguel", "Moqueca", "Currículo"])
  await expect(conversations.getByRole("heading", { name: "Fixadas" })).toBeVisible()

  await chooseFrom(page, "Currículo", "Mover para uma pasta")
  await page.getByRole("button", { name: "Nova pasta" }).click()
  await page.getByRole("dialog").getByRole("textbox").fill("Trabalho")
  await page.keyboard.press("Enter")
  const folder = conversations.getByRole("button", { name: "Trabalho", exact: true })
  await expect(folder).toHaveAttribute("aria-expanded", "true")
  await expect.poll(() => titles(page)).toEqual(["Enem", "Currículo", "Aluguel", "Moqueca"])

  const other = await openTab(context, prosa.url)
  await expect(chatOn(other).conversations.getByRole("button", { name: "Trabalho", exact: true })).toBeVisible()
  await folder.click()
  await expect(row(page, "Currículo")).toHaveCount(0)
  await expect(row(other, "Currículo")).toHaveCount(0)
  await page.reload()
  await expect(folder).toHaveAttribute("aria-expanded", "false")
  await expectAccessible(page, "a list with pinned chats and a folder")

  await page.getByRole("button", { name: "Ações da pasta Trabalho" }).click()
  await page.getByRole("menuitem", { name: "Excluir pasta" }).click()
  await page.getByRole("alertdialog").getByRole("button", { name: "Excluir pasta" }).click()
  await expect.poll(() => titles(page)).toEqual(["Enem", "Aluguel", "Moqueca", "Currículo"])
  await expect(folder).toHaveCount(0)
  await chooseFrom(page, "Enem", "Tirar do topo")
  await expect.poll(() => titles(page)).toEqual(["Aluguel", "Moqueca", "Enem", "Currículo"])
})

test("a temporary chat is marked, answers, and is gone with the page", async ({ page, context, prosa }) => {
  const chat = await openAndAsk(page, "oi")
  await page.getByRole("button", { name: "Mais opções da lista" }).click()
  await page.getByRole("menuitem", { name: "Conversa temporária" }).click()
  await expect(page.getByText("Não é salva: some quando você fecha ou recarrega a página.")).toBeVisible()
  await expectAccessible(page, "a temporary chat")
  await chat.ask("um segredo muito bem guardado")
  await chat.untilAnswered()
  await chat.field.fill("um rascunho secreto")
  await expect(page.getByRole("banner").or(page.locator("header")).getByText("Conversa temporária")).toBeVisible()
  const other = await openTab(context, prosa.url)
  await expect(chatOn(other).conversations.getByRole("link")).toHaveCount(1)
  await page.reload()
  await expect(chat.questions).toHaveText("oi")
  await expect(chat.conversations.getByRole("link")).toHaveCount(1)
  const stored = await page.evaluate(async () => {
    const opening = indexedDB.open("nk-prosa")
    const database = await new Promise<IDBDatabase>((resolve) => (opening.onsuccess = () => resolve(opening.result)))
    const all = await Promise.all(
      [...database.objectStoreNames].map(
        (name) =>
          new Promise<unknown>((resolve) => {
            const reading = database.transaction(name).objectStore(name).getAll()
            reading.onsuccess = () => resolve(reading.result)
          }),
      ),
    )
    database.close()
    return JSON.stringify(all)
  })
  expect(stored).not.toContain("segredo")
  expect(stored).not.toContain("secreto")
})

test("an answer asked again keeps the earlier one, and the one shown is what the model remembers", async ({
  page,
  startProsa,
  provider,
}) => {
  const prosa = await startProsa({ provider })
  await openWithCode(page, prosa.url, await newCode(prosa, "5.00"))
  const chat = chatOn(page)
  let count = 0
  const asked = () => provider.requests
  provider.script((request) =>
    String(request.json["model"]).includes("nano")
      ? textReply("Um título")(request)
      : textReply(`resposta ${++count}`)(request),
  )
  await chat.ask("primeira pergunta")
  await chat.untilAnswered()
  await chat.answers.getByRole("button", { name: "Tentar de novo" }).click()
  await expect(chat.answers).toContainText("resposta 2")
  await expect(chat.answers.getByText("2 de 2")).toBeVisible()
  await chat.answers.getByRole("button", { name: "Versão anterior" }).click()
  await expect(chat.answers).toContainText("resposta 1")
  await expect(chat.answers.getByRole("button", { name: "Versão anterior" })).toBeFocused()

  await chat.ask("segunda pergunta")
  await chat.untilAnswered()
  const contents = (index: number) =>
    spokenIn(
      asked()
        .filter((request) => !String(request.json["model"]).includes("nano"))
        .at(index),
    )
  expect(contents(-1)).toEqual(["primeira pergunta", "resposta 1", "segunda pergunta"])

  await page.reload()
  await expect(chat.answers.first()).toContainText("resposta 1")
  await chat.answers.first().getByRole("button", { name: "Próxima versão" }).click()
  await expect(chat.answers.first()).toContainText("resposta 2")

  // Asked in other words: the question of each version comes with it.
  await chat.questions.first().hover()
  await chat.questions.first().getByRole("button", { name: "Editar" }).click()
  const dialog = page.getByRole("dialog", { name: "Editar mensagem" })
  await dialog.getByText("Assunto", { exact: true }).click()
  await dialog.getByRole("textbox", { name: "Assunto" }).fill("Meu assunto")
  await dialog.getByRole("textbox", { name: "Mensagem" }).fill("outra pergunta")
  await expectAccessible(page, "the edit dialog")
  await dialog.getByRole("button", { name: /^Enviar/ }).click()
  await expect(chat.answers.first().getByText("3 de 3")).toBeVisible()
  await chat.untilAnswered()
  expect(contents(-1)).toEqual(["outra pergunta"])
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Meu assunto")
  await chat.answers.first().getByRole("button", { name: "Versão anterior" }).click()
  await expect(chat.questions.first()).toContainText("primeira pergunta")
  await expect(chat.messages).toHaveCount(4)
})

test("a conversation is duplicated from its row and from its own menu, and an empty one is not", async ({
  page,
  prosa,
}) => {
  await storeChats(page, prosa.url, [storedChat("Aluguel", ["um", "dois"])], "Aluguel")
  await page.goto("/")
  await chooseFrom(page, "Aluguel", "Duplicar conversa")
  await expect.poll(() => titles(page)).toEqual(["Aluguel (2)", "Aluguel"])
  await expect(page.getByText("Conversa duplicada")).toBeVisible()
  await expect(chatOn(page).messages).toHaveText([/um/, /dois/])
  await chooseHere(page, "Duplicar conversa")
  await expect.poll(() => titles(page)).toEqual(["Aluguel (3)", "Aluguel (2)", "Aluguel"])

  await page.getByRole("button", { name: "Nova conversa" }).first().click()
  await page.getByRole("button", { name: "Ações desta conversa" }).click()
  await expect(page.getByRole("menuitem", { name: "Duplicar conversa" })).toBeDisabled()
})

test("a message is edited, pinned, deleted with a way back, and branched from", async ({ page, prosa }) => {
  await storeChats(page, prosa.url, [storedChat("Aluguel", ["um", "dois", "três", "quatro"])], "Aluguel")
  await page.goto("/")
  const chat = chatOn(page)
  const answer = chat.log.getByRole("article", { name: "gpt-4o-mini" }).first()
  const choose = async (name: string) => {
    await answer.getByRole("button", { name: "Mais ações" }).click()
    await page.getByRole("menuitem", { name }).click()
  }
  await choose("Editar")
  const dialog = page.getByRole("dialog", { name: "Editar mensagem" })
  await dialog.getByRole("textbox", { name: "Resposta" }).fill("**dois**, corrigido")
  await dialog.getByRole("button", { name: "Salvar", exact: true }).click()
  await expect(answer).toContainText("dois, corrigido")

  await choose("Lembrar nesta conversa")
  await expect(answer.getByText("Lembrada nesta conversa")).toBeVisible()
  await expect(page.getByText(/da máscara/)).toHaveCount(0)
  await page.getByRole("button", { name: "Ver", exact: true }).click()
  const memory = page.getByRole("dialog", { name: "Memória da conversa" })
  await expect(memory.getByText("dois, corrigido", { exact: true })).toBeVisible()
  await expect(memory.getByText("O conteúdo desta conversa é curto demais para resumir.")).toBeVisible()
  await expectAccessible(page, "the memory")
  await memory.getByRole("button", { name: "Não lembrar mais desta mensagem" }).click()
  await expect(memory.getByText("dois, corrigido")).toHaveCount(0)
  await expect(answer.getByText("Lembrada nesta conversa")).toHaveCount(0)
  await page.keyboard.press("Escape")

  // A message is remembered once, and forgotten where it stands.
  await choose("Lembrar nesta conversa")
  await answer.getByRole("button", { name: "Mais ações" }).click()
  await expect(page.getByRole("menuitem", { name: "Lembrar nesta conversa" })).toHaveCount(0)
  await page.getByRole("menuitem", { name: "Não lembrar mais desta mensagem" }).click()
  await expect(answer.getByText("Lembrada nesta conversa")).toHaveCount(0)
  await answer.getByRole("button", { name: "Mais ações" }).click()
  await expect(page.getByRole("menuitem", { name: "Lembrar nesta conversa" })).toBeVisible()
  await page.keyboard.press("Escape")

  await chat.questions.last().hover()
  await chat.questions.last().getByRole("button", { name: "Mais ações" }).click()
  await page.getByRole("menuitem", { name: "Excluir mensagem" }).click()
  await expect(chat.messages).toHaveCount(3)
  await page.getByRole("button", { name: "Desfazer" }).click()
  await expect(chat.messages).toHaveText([/um/, /dois, corrigido/, /três/, /quatro/])

  // Two in a row: the first to go is the first to come back.
  for (const left of [3, 2]) {
    await chat.messages.first().hover()
    await chat.messages.first().getByRole("button", { name: "Mais ações" }).click()
    await page.getByRole("menuitem", { name: "Excluir mensagem" }).click()
    await expect(chat.messages).toHaveCount(left)
  }
  for (const left of [1, 0]) {
    await page.getByRole("button", { name: "Desfazer" }).first().click()
    await expect(page.getByRole("button", { name: "Desfazer" })).toHaveCount(left)
  }
  await expect(chat.messages).toHaveText([/um/, /dois, corrigido/, /três/, /quatro/])

  await choose("Continuar em outra conversa")
  await expect(chat.messages).toHaveCount(2)
  await expect.poll(() => titles(page)).toEqual(["Aluguel (2)", "Aluguel"])
  await page.reload()
  await expect(chat.messages).toHaveText([/um/, /dois, corrigido/])
})

test("cleared context is a line in the log that is no message, is not sent, and comes back", async ({
  page,
  startProsa,
  provider,
}) => {
  const prosa = await startProsa({ provider })
  const asked = () => provider.requests
  provider.script(textReply("certo"))
  await page.goto(prosa.url)
  const chat = chatOn(page)
  const spoken = () => spokenIn(asked().at(-1))
  await chat.ask("a")
  await chat.untilAnswered()
  await chooseHere(page, "Limpar contexto")
  await expect(chat.log.getByText("Contexto limpo")).toBeVisible()
  await expect(chat.messages).toHaveCount(2)
  await chat.ask("b")
  await chat.untilAnswered()
  expect(spoken()).toEqual(["b"])
  await page.reload()
  await chat.log.getByRole("button", { name: "Restaurar" }).click()
  await expect(chat.log.getByText("Contexto limpo")).toHaveCount(0)
  await chat.ask("c")
  await chat.untilAnswered()
  expect(spoken()).toEqual(["a", "certo", "b", "certo", "c"])
})

test("a long conversation is summarised once, for itself, and the summary goes along, can be read, changed, paused and cleared", async ({
  page,
  startProsa,
  provider,
}) => {
  const prosa = await startProsa({ provider })
  const long = Array.from({ length: 40 }, (_, at) => `mensagem ${at} ${"palavra ".repeat(800)}`)
  await storeChats(page, prosa.url, [storedChat("Longa", long), storedChat("Outra", ["x", "y"], 1)], "Longa")
  const asked = () => provider.requests
  provider.script((request) =>
    String(request.json["model"]).includes("nano")
      ? textReply("o resumo de tudo")(request)
      : textReply("certo")(request),
  )
  const summaries = () => asked().filter((request) => String(request.json["model"]).includes("nano"))
  const lastChat = () => JSON.stringify(asked().findLast((request) => !summaries().includes(request))?.json["messages"])
  const logged: unknown[] = []
  page.on("request", (request) => request.url().endsWith("/api/log-usage") && logged.push(request.postDataJSON()))
  const chat = await openAndAsk(page, "e agora?", prosa.url)
  await row(page, "Outra").click()
  await expect.poll(() => summaries().length).toBeGreaterThan(0)
  // The page asks for 4 000; for who pays nothing, the server asks for as much of it as the day's bound affords.
  expect(summaries()[0]?.json).toMatchObject({ model: "gpt-4.1-nano-2025-04-14" })
  expect(summaries()[0]?.json["max_completion_tokens"]).toBeGreaterThan(2_000)
  expect(summaries()[0]?.json["max_completion_tokens"]).toBeLessThanOrEqual(4_000)
  await expect
    .poll(() => logged)
    .toContainEqual(expect.objectContaining({ isSummarize: true, success: true, model: "gpt-4.1-nano-2025-04-14" }))
  await chooseHere(page, "Memória da conversa")
  const memory = page.getByRole("dialog", { name: "Memória da conversa" })
  await expect(memory.getByRole("textbox", { name: "Resumo" })).toHaveValue("")
  await page.keyboard.press("Escape")

  await row(page, "Longa").click()
  await chooseHere(page, "Memória da conversa")
  await expect(memory.getByRole("textbox", { name: "Resumo" })).toHaveValue("o resumo de tudo")
  await memory.getByRole("textbox", { name: "Resumo" }).fill("corrigido à mão")
  await memory.getByRole("button", { name: "Salvar" }).click()
  await chat.ask("e depois?")
  await chat.untilAnswered()
  expect(lastChat()).toContain("corrigido à mão")

  await chooseHere(page, "Memória da conversa")
  await memory.getByRole("switch", { name: /Pausar/ }).check()
  await page.keyboard.press("Escape")
  await chat.ask("e no fim?")
  await chat.untilAnswered()
  expect(lastChat()).not.toContain("corrigido à mão")

  await chooseHere(page, "Memória da conversa")
  await memory.getByRole("button", { name: "Apagar memória" }).click()
  await page.getByRole("alertdialog").getByRole("button", { name: "Apagar memória" }).click()
  await expect(memory.getByRole("textbox", { name: "Resumo" })).toHaveValue("")
})

test("a memory written and cleared while its summary is being made stays cleared", async ({
  page,
  startProsa,
  provider,
}) => {
  const prosa = await startProsa({ provider })
  const long = Array.from({ length: 40 }, (_, at) => `mensagem ${at} ${"palavra ".repeat(800)}`)
  await storeChats(page, prosa.url, [storedChat("Longa", long)], "Longa")
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  provider.script(async (request) => {
    if (!String(request.json["model"]).includes("nano")) return textReply("certo")(request)
    await held
    return textReply("o resumo de tudo")(request)
  })
  const summary = () => provider.requests.find((request) => String(request.json["model"]).includes("nano"))
  await page.goto(prosa.url)
  const chat = chatOn(page)
  await expect(chat.messages.last()).toContainText("mensagem 39")
  await chat.ask("e agora?")
  await chat.untilAnswered()
  await expect.poll(summary).toBeDefined()
  const memory = page.getByRole("dialog", { name: "Memória da conversa" })
  await chooseHere(page, "Memória da conversa")
  await memory.getByRole("textbox", { name: "Resumo" }).fill("um segredo")
  await memory.getByRole("button", { name: "Salvar" }).click()
  await chooseHere(page, "Memória da conversa")
  await memory.getByRole("button", { name: "Apagar memória" }).click()
  await page.getByRole("alertdialog").getByRole("button", { name: "Apagar memória" }).click()
  release()
  await summary()?.ended
  await page.keyboard.press("Escape")
  await chat.ask("e depois?")
  await chat.untilAnswered()
  const sent = provider.requests.findLast((request) => !String(request.json["model"]).includes("nano"))
  expect(JSON.stringify(sent?.json["messages"])).toContain("e depois?")
  expect(JSON.stringify(sent?.json["messages"])).not.toContain("o resumo de tudo")
})

test("a title is made anew when asked for, and all chats can be deleted, which leaves a fresh one", async ({
  page,
  prosa,
}) => {
  const chat = chatOn(page)
  await storeChats(page, prosa.url, four, "Aluguel")
  await page.goto("/")
  await chat.ask("Quais são os melhores lugares para comer acarajé em Salvador, e por quê?")
  await chat.untilAnswered()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Aluguel")
  await page.getByRole("button", { name: "Ações desta conversa" }).click()
  await page.getByRole("menuitem", { name: "Atualizar título" }).click()
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("Aluguel")

  await page.getByRole("button", { name: "Mais opções da lista" }).click()
  await page.getByRole("menuitem", { name: "Excluir todas as conversas" }).click()
  await page.getByRole("alertdialog").getByRole("button", { name: "Excluir tudo" }).click()
  await expect(chat.conversations.getByRole("link")).toHaveText([/^Nova conversa/])
  await page.reload()
  await expect(chat.conversations.getByRole("link")).toHaveText([/^Nova conversa/])
})

test("what is being written and its files go on in a new chat when another tab deletes its own", async ({
  page,
  context,
  prosa,
}) => {
  await storeChats(page, prosa.url, four, "Aluguel")
  await page.goto("/")
  const chat = chatOn(page)
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Aluguel")
  await chat.field.fill("um texto que custou a escrever")
  await pasteFiles(page, [{ name: "nota.txt", type: "text/plain", bytes: Buffer.from("O que a nota diz.") }])
  const file = page.getByRole("list", { name: "Anexos" }).getByText("nota.txt")
  await expect(file).toBeVisible()
  const other = await openTab(context, prosa.url)
  await other.getByRole("button", { name: "Mais opções da lista" }).click()
  await other.getByRole("menuitem", { name: "Excluir todas as conversas" }).click()
  await other.getByRole("alertdialog").getByRole("button", { name: "Excluir tudo" }).click()
  await expect(page.getByText(/^Esta conversa foi excluída em outra aba/)).toBeVisible()
  await expect(chat.field).toHaveValue("um texto que custou a escrever")
  await expect(file).toBeVisible()
  await page.reload()
  await expect(chat.field).toHaveValue("um texto que custou a escrever")
  await expect(file).toBeVisible()
})

test("a chat is renamed by F2 and by a double press, a folder by F2", async ({ page, prosa }) => {
  await storeChats(page, prosa.url, four, "Aluguel")
  await page.goto("/")
  await row(page, "Enem").focus()
  await page.keyboard.press("F2")
  await page.keyboard.type("Prova ")
  await page.keyboard.press("Enter")
  await expect(row(page, "Prova")).toBeFocused()
  await row(page, "Moqueca").dblclick()
  await page.getByRole("dialog").getByRole("textbox").fill("Peixada")
  await page.keyboard.press("Enter")
  await expect(row(page, "Peixada")).toBeVisible()
  await page.getByRole("button", { name: "Mais opções da lista" }).click()
  await page.getByRole("menuitem", { name: "Nova pasta" }).click()
  await page.keyboard.type("Casa")
  await page.keyboard.press("Enter")
  await page.getByRole("button", { name: "Casa", exact: true }).press("F2")
  await page.getByRole("dialog").getByRole("textbox").fill("Lar")
  await page.keyboard.press("Enter")
  await expect(page.getByRole("button", { name: "Lar", exact: true })).toBeVisible()
})

test("a name that is typed before its field is there is not lost, and does nothing to the list", async ({
  page,
  prosa,
}) => {
  await storeChats(page, prosa.url, four, "Aluguel")
  let letGo = () => {}
  const isLate = new Promise<void>((resolve) => (letGo = resolve))
  await page.route(/\/assets\/conversation-[^/]*\.js$/, async (route) => {
    await isLate
    await route.continue()
  })
  await page.goto("/")
  await row(page, "Enem").focus()
  await page.keyboard.press("F2")
  await page.keyboard.type("Provas")
  await page.keyboard.press("Backspace")
  await page.keyboard.press("Enter")
  letGo()
  await expect(row(page, "Prova")).toBeFocused()
  await expect(page.getByRole("dialog")).toHaveCount(0)
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Aluguel")
})

test("Alt or Ctrl with the arrows goes through the list as it stands, and around its ends", async ({ page, prosa }) => {
  await storeChats(page, prosa.url, four, "Aluguel")
  await page.goto("/")
  const title = page.getByRole("heading", { level: 1 })
  await expect(title).toHaveText("Aluguel")
  await page.keyboard.press("Alt+ArrowDown")
  await expect(title).toHaveText("Moqueca")
  await page.keyboard.press("Control+ArrowUp")
  await page.keyboard.press("Control+ArrowUp")
  await expect(title).toHaveText("Nova conversa")
  await page.keyboard.press("Control+ArrowUp")
  await expect(title).toHaveText("Currículo")

  // A window is about its own chat.
  await chooseHere(page, "Memória da conversa")
  await expect(page.getByRole("dialog")).toBeVisible()
  await page.keyboard.press("Control+ArrowUp")
  await page.keyboard.press("Escape")
  await expect(title).toHaveText("Currículo")
})

test("on a phone every action of a message is in its menu, by touch", async ({ browser, prosa }) => {
  const context = await browser.newContext({
    hasTouch: true,
    isMobile: true,
    reducedMotion: "reduce",
    viewport: { width: 390, height: 844 },
    locale: "pt-BR",
  })
  const page = await context.newPage()
  await storeChats(page, prosa.url, [storedChat("Aluguel", ["um", "dois"])], "Aluguel")
  await page.goto(prosa.url)
  const chat = chatOn(page)
  await chat.answers.getByRole("button", { name: "Mais ações" }).tap()
  for (const name of [
    "Editar",
    "Responder com outro modelo",
    "Lembrar nesta conversa",
    "Continuar em outra conversa",
    "Selecionar texto",
    "Excluir mensagem",
  ]) {
    await expect(page.getByRole("menuitem", { name })).toBeVisible()
  }
  await expectAccessible(page, "the menu of a message on a phone")
  await page.getByRole("menuitem", { name: "Selecionar texto" }).tap()
  await expect(page.getByRole("dialog").getByRole("textbox")).toHaveValue("dois")
  await page.keyboard.press("Escape")
  await chat.answers.getByRole("button", { name: "Mais ações" }).tap()
  await page.getByRole("menuitem", { name: "Responder com outro modelo" }).tap()
  const models = page.getByRole("dialog", { name: "Responder com outro modelo" })
  await models.getByText("GPT-4o mini", { exact: true }).tap()
  await expect(chat.answers.getByText("2 de 2")).toBeVisible()
  await chat.answers.getByRole("button", { name: "Mais ações" }).tap()
  await page.getByRole("menuitem", { name: /^Recibo/ }).tap()
  await expect(chat.answers.getByText("Total")).toBeInViewport()
  await chat.questions.getByRole("button", { name: "Mais ações" }).tap()
  await page.getByRole("menuitem", { name: "Copiar" }).tap()
  await expect(page.getByRole("status").getByText("Copiado")).toBeVisible()
  await context.close()
})
