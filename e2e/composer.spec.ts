import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { Locator, Page } from "@playwright/test"
import { textReply } from "../testing/fake-provider/replies.ts"
import { expectAccessible, expectNoSidewaysScroll } from "./support/axe.ts"
import { chatOn, openAndAsk, openWithCode } from "./support/chat.ts"
import { dropFiles, holdFiles, pasteFiles, pictureFile } from "./support/give-files.ts"
import { pdfOf } from "./support/pdf.ts"
import { storedDraft } from "./support/stored.ts"
import { newCode } from "./support/prosa.ts"
import { expect, test, withMotion } from "./support/test.ts"

test.use(withMotion)

const heic = {
  name: "IMG_0001.HEIC",
  type: "",
  bytes: readFileSync(join(import.meta.dirname, "support/files/photo.heic")),
}
const contract = {
  name: "contrato.pdf",
  type: "application/pdf",
  bytes: pdfOf({ pages: ["O aluguel vence no dia 5.\nMulta de 10%.", "Foro de Curitiba.", ""] }),
}

const tray = (page: Page) => page.getByRole("list", { name: "Anexos" })
const suggestions = (page: Page) => page.getByRole("listbox", { name: "Sugestões" })
const chosen = (page: Page) => suggestions(page).getByRole("option", { selected: true })

test("pictures are pasted, dropped and picked, small enough and in their order, and the model gets them", async ({
  page,
  startProsa,
  provider,
}) => {
  const prosa = await startProsa({ provider })
  provider.script(textReply("Vejo três fotos."))
  await page.goto(prosa.url)
  const chat = chatOn(page)
  await expect(chat.field).toBeVisible()
  await pasteFiles(page, [await pictureFile(page, "ruido.png", 900, 700, true)])
  await expect(tray(page).getByRole("button", { name: "Ver ruido.png" }).locator("img")).toBeVisible()
  await dropFiles(page, [heic])
  await expect(tray(page).getByRole("button", { name: "Ver IMG_0001.HEIC" }).locator("img")).toBeVisible()
  const choosing = page.waitForEvent("filechooser")
  await page.getByRole("button", { name: "Anexar" }).click()
  await page.getByRole("menuitem", { name: "Arquivo", exact: true }).click()
  const png = await pictureFile(page, "nada.png", 40, 30)
  await (await choosing).setFiles({ name: png.name, mimeType: png.type, buffer: png.bytes })
  await expect(tray(page).getByRole("listitem")).toHaveCount(3)
  await expectAccessible(page, "three pictures in the tray")

  await page.reload()
  await expect(tray(page).locator("img")).toHaveCount(3)
  await chat.field.fill("O que há nas fotos?")
  await chat.field.press("Enter")
  await chat.untilAnswered()
  await expect(tray(page)).toBeHidden()
  await expect(chat.questions.last().getByRole("img")).toHaveCount(3)

  // The words can go, the pictures stay.
  await chat.questions.last().hover()
  await chat.questions.last().getByRole("button", { name: "Editar" }).click()
  const edit = page.getByRole("dialog", { name: "Editar mensagem" })
  await edit.getByRole("textbox", { name: "Mensagem" }).fill("")
  await edit.getByRole("button", { name: "Mais ações" }).click()
  await edit.getByRole("menuitem", { name: "Só salvar" }).click()
  await expect(chat.questions.last()).not.toContainText("O que há")
  await expect(chat.questions.last().getByRole("img")).toHaveCount(3)

  const asked = provider.requests.find(({ json }) => JSON.stringify(json).includes("O que há nas fotos?"))
  const messages = asked?.json["messages"] as { content: { type: string; image_url?: { url: string } }[] }[]
  const urls = messages.at(-1)?.content.flatMap(({ image_url }) => image_url?.url ?? []) ?? []
  expect(urls).toHaveLength(3)
  for (const url of urls) {
    expect(url).toMatch(/^data:image\/jpeg;base64,/)
    expect(url.length).toBeLessThan(262_144)
  }
  // Noise of this size fits at no quality: it was made smaller, and not more than needed.
  expect(urls[0]?.length).toBeGreaterThan(262_144 * 0.75)
  const size = await page.evaluate(async (url) => {
    const image = new Image()
    image.src = url
    await image.decode()
    return [image.naturalWidth, image.naturalHeight]
  }, urls[1] ?? "")
  expect(size).toEqual([96, 64])

  // Kept as a blob and named by the message; gone some time after the conversation is.
  await chat.questions.last().getByRole("button", { name: "Imagem anexada 1 de 3" }).click()
  await expect(page.getByRole("dialog").getByRole("img")).toBeVisible()
  await page.keyboard.press("Escape")
  expect(await storedImages(page)).toBe(3)
})

test("a PDF and a text are read in the browser, looked through before sending, and folded afterwards", async ({
  page,
  startProsa,
  provider,
}) => {
  const prosa = await startProsa({ provider })
  provider.script(textReply("A multa é de 10%."))
  await page.goto(prosa.url)
  const chat = chatOn(page)
  await expect(chat.field).toBeVisible()
  const latin1 = { name: "ação.txt", type: "text/plain", bytes: Buffer.from("Ação de graças", "latin1") }
  await dropFiles(page, [contract, latin1])
  await expect(tray(page).getByText("3 páginas · 1 sem texto")).toBeVisible()
  await page.getByRole("button", { name: /^ação\.txt .*Ver texto$/ }).click()
  await expect(page.getByRole("dialog").getByText("Ação de graças")).toBeVisible()
  await expectAccessible(page, "the text of a file")
  await page.keyboard.press("Escape")
  await page.reload()
  await expect(tray(page).getByRole("listitem")).toHaveCount(2)
  await chat.field.fill("Qual é a multa?")
  await chat.field.press("Enter")
  await chat.untilAnswered()
  await expect(chat.questions.last()).not.toContainText("vence no dia 5")
  await chat.questions
    .last()
    .getByRole("button", { name: /^contrato\.pdf .*3 páginas.*Ver texto$/ })
    .click()
  await expect(page.getByRole("dialog")).toContainText("O aluguel vence no dia 5.")
  await expect(page.getByRole("dialog")).toContainText("Foro de Curitiba.")
  const sent = JSON.stringify(provider.requests.map(({ json }) => json))
  expect(sent).toContain("[Arquivo anexado: contrato.pdf, 3 páginas]")
  expect(sent).toContain("Multa de 10%.")
  expect(sent).toContain("Ação de graças")
})

test("what cannot be read is refused in words, and nothing else is lost", async ({ page }) => {
  await page.goto("/")
  const chat = chatOn(page)
  await chat.field.fill("Meu rascunho")
  const zip = { name: "planilha.xlsx", type: "", bytes: Buffer.from("PK\u0003\u0004\0\0\0\0\0\0", "latin1") }
  const scanned = { name: "escritura.pdf", type: "application/pdf", bytes: pdfOf({ pages: ["", ""] }) }
  const locked = { name: "holerite.pdf", type: "application/pdf", bytes: pdfOf({ pages: ["x"], locked: true }) }
  const broken = { name: "foto.jpg", type: "image/jpeg", bytes: Buffer.from("\xff\xd8\xff\xe0nada", "latin1") }
  await dropFiles(page, [
    zip,
    scanned,
    locked,
    broken,
    { name: "vazio.txt", type: "text/plain", bytes: Buffer.from("") },
  ])
  await expect(
    page.getByText(/planilha\.xlsx não pode ser lido aqui\. Funcionam imagens .* PDF e arquivos de texto/),
  ).toBeVisible()
  await expect(page.getByText(/escritura\.pdf \(2 páginas\) é digitalizado/)).toBeVisible()
  await expect(page.getByText(/holerite\.pdf está protegido por senha/)).toBeVisible()
  await expect(page.getByText(/Não foi possível abrir a imagem foto\.jpg/)).toBeVisible()
  await expect(page.getByText("vazio.txt está vazio.")).toBeVisible()
  await expectAccessible(page, "refused files")
  await expect(chat.field).toHaveValue("Meu rascunho")
  await holdFiles(page, [contract])
  await expect(page.getByText("Solte para anexar")).toBeVisible()
})

/** The names of the models that the page is told see pictures. */
async function seeing(url: string): Promise<readonly string[]> {
  const told = (await (await fetch(`${url}/api/config`, { method: "POST" })).json()) as {
    readonly models: readonly { readonly name: string; readonly canSeeImages?: boolean }[]
  }
  return told.models.filter(({ canSeeImages }) => canSeeImages).map(({ name }) => name)
}

test("a picture for a model that sees none is not dropped: its writer is told, and chooses", async ({
  page,
  startProsa,
}) => {
  const prosa = await startProsa()
  const code = await newCode(prosa, "10")
  // By its name it would see. A running server learns of it within a second.
  await prosa.admin("models", "add", "openai", "gpt-4.1", "--sees", "text")
  await expect.poll(() => seeing(prosa.url)).not.toContain("gpt-4.1")
  await openWithCode(page, prosa.url, code)
  const chat = chatOn(page)
  await page.getByRole("button", { name: /^Modelo/ }).click()
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^GPT-4\.1 / })
    .click()
  await pasteFiles(page, [await pictureFile(page, "foto.png", 40, 30)])
  await expect(page.getByText("O GPT-4.1 não vê imagens. A sua imagem continua aqui.")).toBeVisible()
  await expectAccessible(page, "a model that sees no pictures")
  await chat.field.fill("O que é isto?")
  await chat.field.press("Enter")
  await expect(chat.questions).toHaveCount(0)
  await page.getByRole("button", { name: "Continuar com o GPT-4.1" }).click()
  await expect(page.getByText(/vai receber o texto e saber que há imagens/)).toBeVisible()
  await chat.field.press("Enter")
  await expect(chat.questions).toHaveCount(1)
  await expect(chat.questions.getByRole("img")).toHaveCount(1)
  await chat.untilAnswered()
})

test("a picture is kept while a copy of its message names it, and goes some time after the last", async ({ page }) => {
  await page.clock.install()
  await page.goto("/")
  const chat = chatOn(page)
  await expect(chat.field).toBeVisible()
  await pasteFiles(page, [await pictureFile(page, "foto.png", 40, 30)])
  await expect(tray(page).locator("img")).toBeVisible()
  await chat.ask("Guarde")
  await chat.untilAnswered()
  const say = async (command: string) => {
    await chat.field.fill(command)
    await chat.field.press("Enter")
    await expect(chat.field).toHaveValue("")
  }
  const later = async () => {
    await page.clock.fastForward(40_000)
    return storedImages(page)
  }
  await say(":fork")
  await expect(page.getByText("Conversa duplicada")).toBeVisible()
  await say(":del")
  for (let look = 0; look < 3; look += 1) expect(await later()).toBe(1)
  await expect(chat.questions).toHaveCount(1)
  await say(":del")
  await expect.poll(later).toBe(0)
})

test("a slash finds prompts by keys, a pick fills the field and marks the first place, and nothing is sent", async ({
  page,
}) => {
  await page.goto("/")
  const chat = chatOn(page)
  await chat.field.fill("/")
  await expect(suggestions(page).getByRole("option").first()).toBeVisible()
  await expectAccessible(page, "suggested prompts")
  await chat.field.pressSequentially("redacao")
  await expect(chosen(page)).toContainText("redação do ENEM")
  expect(await chat.field.getAttribute("aria-activedescendant")).toBe(await chosen(page).getAttribute("id"))
  await chat.field.fill("/traduzir")
  await expect(suggestions(page).getByRole("option")).toHaveCount(2)
  const first = await chosen(page).innerText()
  await chat.field.press("ArrowDown")
  await expect(chosen(page)).not.toHaveText(first)
  await chat.field.press("ArrowUp")
  await chat.field.press("Escape")
  await expect(suggestions(page)).toBeHidden()
  await chat.field.fill("")
  await chat.field.fill("/cardápio")
  await expect(suggestions(page)).toBeVisible()
  await chat.field.press("Enter")
  await expect(chat.field).toHaveValue(/^Monte um cardápio/)
  const marked = () =>
    chat.field.evaluate((field: HTMLTextAreaElement) => field.value.slice(field.selectionStart, field.selectionEnd))
  await expect.poll(marked).toBe("[quatro pessoas]")
  await expect(chat.questions).toHaveCount(0)
})

test("a prompt of one's own is added, found first, changed and deleted", async ({ page }) => {
  await page.goto("/")
  const chat = chatOn(page)
  await chat.field.fill("/")
  await page.getByRole("button", { name: "Gerenciar prompts" }).click()
  const list = page.getByRole("dialog", { name: "Prompts" })
  await expect(list.getByText(/^0 seus, 32 prontos$/)).toBeVisible()
  await expectAccessible(page, "the list of prompts")
  await list.getByRole("button", { name: "Novo prompt" }).click()
  await page.getByRole("textbox", { name: "Título" }).fill("Zebra listrada")
  await page.getByRole("textbox", { name: "Texto" }).fill("Fale de zebras em [cidade].")
  await page.getByRole("button", { name: "Salvar" }).click()
  await expect(list.getByText("Zebra listrada")).toBeVisible()
  await page.keyboard.press("Escape")
  await page.reload()
  await chat.field.fill("/zebra")
  await expect(chosen(page)).toContainText("Zebra listrada")
  await page.getByRole("button", { name: "Gerenciar prompts" }).click()
  await list.getByRole("button", { name: "Excluir Zebra listrada" }).click()
  await expect(list.getByText("Zebra listrada")).toHaveCount(0)
})

test("commands need their colon, full-width too, and do what they say", async ({ page }) => {
  const chat = await openAndAsk(page, "del")
  await expect(chat.questions).toHaveText(["del"])
  await chat.field.fill("：")
  await expect(suggestions(page).getByRole("option")).toHaveCount(7)
  await expectAccessible(page, "suggested commands")
  const listed = await chat.conversations.getByRole("listitem").count()
  await chat.field.pressSequentially("fork")
  await chat.field.press("Enter")
  await expect(chat.field).toHaveValue("")
  await expect(chat.conversations.getByRole("listitem")).toHaveCount(listed + 1)
  await chat.field.fill(":new")
  await chat.field.press("Enter")
  await expect(chat.questions).toHaveCount(0)
  await chat.field.fill(":next")
  await suggestions(page).getByRole("option", { name: /:next/ }).click()
  await expect(chat.questions).toHaveCount(1)
  await chat.field.fill(":del")
  await chat.field.press("Enter")
  await expect(page.getByText("Conversa excluída")).toBeVisible()
  await page.getByRole("button", { name: "Desfazer" }).click()
  await expect(chat.questions).toHaveCount(1)
})

test("what has no letter to see is not asked", async ({ page }) => {
  await page.goto("/")
  const chat = chatOn(page)
  for (const blank of [" \n\u3000", "\u200B\u2060\uFEFF"]) {
    await chat.field.fill(blank)
    await expect(chat.send).toBeDisabled()
    await chat.field.press("Enter")
  }
  await chat.ask("👨‍👩‍👧")
  await expect(chat.questions).toHaveText("👨‍👩‍👧")
})

test("a face is sent as it is, a slip of the fingers is offered the command it meant", async ({ page }) => {
  await page.goto("/")
  const chat = chatOn(page)
  await chat.field.pressSequentially(":p")
  await expect(suggestions(page).getByRole("option")).toHaveCount(1)
  await expect(chosen(page)).toHaveCount(0)
  await chat.field.press("Enter")
  await expect(chat.questions).toHaveText([":p"])
  await chat.untilAnswered()
  await chat.field.pressSequentially(":claer")
  await expect(chosen(page)).toHaveText(/^:clear/)
  await chat.field.press("Enter")
  await expect(page.getByText("Contexto limpo", { exact: true })).toBeVisible()
  await chat.ask(":bogus")
  await expect(chat.questions).toHaveText([":p", ":bogus"])
})

test("what cannot be stored of an unfinished message is told, and goes along all the same", async ({ page }) => {
  await page.goto("/")
  const chat = chatOn(page)
  await expect(chat.field).toBeVisible()
  await page.evaluate(() => {
    const put = IDBObjectStore.prototype.put
    IDBObjectStore.prototype.put = function (...row) {
      if (this.name === "images" || this.name === "attachments") throw new DOMException("full", "QuotaExceededError")
      return put.apply(this, row)
    }
  })
  await dropFiles(page, [await pictureFile(page, "foto.png", 40, 30)])
  await expect(page.getByText(/O espaço deste navegador acabou/)).toBeVisible()
  await expect(tray(page).getByRole("button", { name: "Ver foto.png" }).locator("img")).toBeVisible()
  await chat.ask("O que há na foto?")
  await chat.untilAnswered()
  await expect(chat.questions.last().getByRole("img")).toHaveCount(1)
})

test("thirty files at once: as many as fit, and one word about the rest", async ({ page }) => {
  await page.goto("/")
  await expect(chatOn(page).field).toBeVisible()
  const texts = Array.from({ length: 30 }, (_, at) => ({
    name: `nota ${at + 1}\u202E.txt`,
    type: "text/plain",
    bytes: Buffer.from("Uma nota."),
  }))
  await dropFiles(page, texts)
  await expect(page.getByText("Ficaram de fora 10 arquivos: cabem 20 anexos por mensagem.")).toBeVisible()
  await expect(tray(page).getByRole("listitem")).toHaveCount(20)
  await expect(tray(page).getByText("nota 1.txt", { exact: true })).toBeVisible()
})

test("a word being composed is never sent, nor picked", async ({ page }) => {
  await page.goto("/")
  const chat = chatOn(page)
  await chat.field.focus()
  const keyboard = await page.context().newCDPSession(page)
  await keyboard.send("Input.imeSetComposition", { text: "にほん", selectionStart: 3, selectionEnd: 3 })
  const enter = { key: "Process", code: "Enter", windowsVirtualKeyCode: 229 }
  await keyboard.send("Input.dispatchKeyEvent", { type: "rawKeyDown", ...enter })
  await keyboard.send("Input.insertText", { text: "日本" })
  await expect(chat.field).toHaveValue("日本")
  await expect(chat.questions).toHaveCount(0)
  await chat.field.press("Enter")
  await expect(chat.questions).toHaveText(["日本"])
})

test("an Enter without a name, as phones send it, sends; one without any key press is a line break", async ({
  page,
}) => {
  await page.goto("/")
  const chat = chatOn(page)
  await chat.field.fill("Oi")
  const lineBreak = (isKeyPressed: boolean) =>
    chat.field.evaluate((field: HTMLTextAreaElement, isPressed) => {
      if (isPressed)
        field.dispatchEvent(new KeyboardEvent("keydown", { key: "Unidentified", keyCode: 229, bubbles: true }))
      const init = { inputType: "insertLineBreak", bubbles: true, cancelable: true }
      return field.dispatchEvent(new InputEvent("beforeinput", init))
    }, isKeyPressed)
  expect(await lineBreak(false)).toBe(true)
  await expect(chat.questions).toHaveCount(0)
  expect(await lineBreak(true)).toBe(false)
  await expect(chat.questions).toHaveText(["Oi"])
})

test("each send key sends, and the others write lines", async ({ page }) => {
  for (const [submitKey, send, line] of [
    ["Enter", "Enter", "Shift+Enter"],
    ["Ctrl + Enter", "Control+Enter", "Enter"],
    ["Shift + Enter", "Shift+Enter", "Enter"],
    ["Alt + Enter", "Alt+Enter", "Enter"],
    ["Meta + Enter", "Meta+Enter", "Enter"],
  ] as const) {
    await page.goto("/")
    await page.evaluate((key) => {
      localStorage.setItem("nk-app-config", JSON.stringify({ state: { submitKey: key }, version: 4.3 }))
    }, submitKey)
    await page.reload()
    const chat = chatOn(page)
    await chat.untilShown()
    const before = await chat.questions.count()
    await chat.field.pressSequentially("a")
    await chat.field.press(line)
    await chat.field.pressSequentially("b")
    await expect(chat.field).toHaveValue("a\nb")
    await chat.field.press(send)
    await expect(chat.questions).toHaveCount(before + 1)
    await chat.untilAnswered()
  }
})

test("the settings for hints and for a preview are kept to", async ({ page }) => {
  await page.addInitScript(() => {
    const state = { disablePromptHint: true, sendPreviewBubble: true }
    localStorage.setItem("nk-app-config", JSON.stringify({ state, version: 4.3 }))
  })
  await page.goto("/")
  const chat = chatOn(page)
  await chat.field.fill("/red")
  await expect(page.getByRole("group", { name: "Prévia" })).toContainText("/red")
  await expectAccessible(page, "a preview of what is written")
  await expect(suggestions(page)).toBeHidden()
  await chat.field.fill(":")
  await expect(suggestions(page)).toBeVisible()
  await chat.field.fill("")
  await expect(page.getByRole("group", { name: "Prévia" })).toBeHidden()
})

test("a link fills the field of a new conversation behind its draft, and never sends", async ({ page }) => {
  await page.goto("/")
  const chat = chatOn(page)
  await chat.field.fill("Já escrito.")
  await page.waitForFunction(storedDraft, "Já escrito.")
  await page.goto("/#/chat?fill=Ol%C3%A1&submit=1")
  await page.reload()
  await expect(chat.field).toHaveValue("Já escrito.\nOlá")
  await expect(chat.questions).toHaveCount(0)
  expect(new URL(page.url()).search).toBe("")
})

test("shortcuts open their help, copy and find the field", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"])
  const chat = await openAndAsk(page, "código")
  await page.keyboard.press("Control+Shift+;")
  await expect(page.getByText("Copiado")).toBeVisible()
  const code = await page.evaluate(() => navigator.clipboard.readText())
  expect(code).not.toContain("```")
  expect(code.length).toBeGreaterThan(5)
  await page.getByRole("button", { name: "Nova conversa" }).focus()
  await page.keyboard.press("Shift+Escape")
  await expect(chat.field).toBeFocused()
  await page.keyboard.press("Control+/")
  await expect(page.getByRole("dialog", { name: "Atalhos do teclado" })).toBeVisible()
  await expectAccessible(page, "the help about shortcuts")
  await page.keyboard.press("Escape")
  await chat.field.press("ArrowUp")
  await expect(chat.field).toHaveValue("código")
  await chat.field.fill("")
})

test("what is typed right after a new chat was asked for by keys is asked in that one", async ({ page }) => {
  const chat = await openAndAsk(page, "oi")
  await chat.field.focus()
  for (const [keys, question] of [
    [["Control+Shift+O"], "por atalho"],
    [[...":new", "Enter"], "por comando"],
  ] as const) {
    for (const key of [...keys, ...question, "Enter"]) await page.keyboard.press(key)
    await expect(chat.questions).toHaveText(question)
    await chat.untilAnswered()
  }
})

test("what is said in passing covers neither what one writes nor what may be meant by it", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const chat = await openAndAsk(page, "oi")
  await page.getByRole("button", { name: "Ações desta conversa" }).click()
  await page.getByRole("menuitem", { name: "Limpar contexto" }).click()
  const said = page.getByText(/^Contexto limpo: /).locator("..")
  // Pointed at, it stays.
  await said.hover()
  const foot = async () => Math.round(((await said.boundingBox())?.y ?? 0) + ((await said.boundingBox())?.height ?? 0))
  const head = async (what: Locator) => (await what.boundingBox())?.y ?? 0
  await chat.field.fill("linha\n".repeat(12))
  await expect.poll(async () => (await foot()) <= (await head(chat.field))).toBe(true)
  await chat.field.fill("/")
  await expect.poll(async () => (await foot()) <= (await head(suggestions(page)))).toBe(true)
  await chat.field.fill("")
  await said.hover()
  await page.keyboard.press("Control+/")
  const dialog = page.getByRole("dialog")
  await expect(dialog).toBeVisible()
  await expect.poll(async () => (await foot()) <= (await head(dialog.getByRole("heading")))).toBe(true)
})

test("a long text is written on the whole screen of a phone", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto("/")
  const chat = chatOn(page)
  await chat.field.fill("linha\n".repeat(30))
  await page.getByRole("button", { name: "Escrever em tela cheia" }).click()
  expect((await chat.field.boundingBox())?.height).toBeGreaterThan(500)
  await expectAccessible(page, "writing on the whole screen")
  await expectNoSidewaysScroll(page, "writing on the whole screen")
  await chat.field.press("Escape")
  expect((await chat.field.boundingBox())?.height).toBeLessThan(400)
  await page.getByRole("button", { name: "Escrever em tela cheia" }).click()
  await page.goBack()
  await expect.poll(async () => (await chat.field.boundingBox())?.height).toBeLessThan(400)
})

test("a database of the version before keeps what is in it", async ({ page }) => {
  await page.goto("/favicon.svg")
  await page.evaluate(async () => {
    const opening = indexedDB.open("nk-prosa", 2)
    await new Promise((resolve, reject) => {
      opening.onerror = () => reject(opening.error ?? new Error("no database"))
      opening.onsuccess = resolve
      opening.onupgradeneeded = () => {
        const database = opening.result
        database.createObjectStore("sessions", { keyPath: "id" })
        const messages = database.createObjectStore("messages", { keyPath: "id" })
        messages.createIndex("by-session", ["sessionId", "position"])
        messages.createIndex("by-run", "message.runId")
        database.createObjectStore("drafts", { keyPath: "sessionId" })
        database.createObjectStore("settings")
      }
    })
    const database = opening.result
    const write = database.transaction(["sessions", "messages", "drafts"], "readwrite")
    const stat = { tokenCount: 0, wordCount: 0, charCount: 0 }
    const modelConfig = { model: "gpt-4o-mini", providerName: "OpenAI" }
    const mask = {
      id: "m",
      avatar: "",
      name: "",
      context: [],
      syncGlobalConfig: true,
      modelConfig,
      lang: "pt",
      builtin: false,
      createdAt: 1,
    }
    write.objectStore("sessions").put({
      id: "s",
      topic: "Antiga",
      memoryPrompt: "",
      stat,
      lastUpdate: 1,
      lastSummarizeIndex: 0,
      mask,
      messageCount: 1,
    })
    write.objectStore("messages").put({
      id: "q",
      sessionId: "s",
      position: 1,
      message: { id: "q", date: 1, role: "user", content: "Pergunta antiga" },
    })
    write.objectStore("drafts").put({ sessionId: "s", text: "Rascunho antigo" })
    await new Promise((resolve) => (write.oncomplete = resolve))
    database.close()
  })
  await page.goto("/")
  const chat = chatOn(page)
  await expect(chat.questions).toHaveText(["Pergunta antiga"])
  await expect(chat.field).toHaveValue("Rascunho antigo")
  await pasteFiles(page, [await pictureFile(page, "foto.png", 40, 30)])
  await expect(tray(page).locator("img")).toBeVisible()
})

/** How many pictures the browser's store holds. */
function storedImages(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open("nk-prosa")
        opening.onerror = () => reject(opening.error ?? new Error("no database"))
        opening.onsuccess = () => {
          const counting = opening.result.transaction("images").objectStore("images").count()
          counting.onsuccess = () => {
            opening.result.close()
            resolve(counting.result)
          }
        }
      }),
  )
}

for (const [width, height, keyboard] of [
  [390, 844, 336],
  [844, 390, 200],
] as const) {
  test(`a keyboard that lies over a page of ${width} × ${height} covers neither what is written nor what is offered`, async ({
    browser,
    prosa,
  }) => {
    const context = await browser.newContext({
      hasTouch: true,
      isMobile: true,
      viewport: { width, height },
      locale: "pt-BR",
    })
    const page = await context.newPage()
    // As Safari does it: the window keeps its size, and less of it is in sight.
    await page.addInitScript((covered) => {
      const inSight = Object.assign(new EventTarget(), { scale: 1, offsetTop: 0 })
      Object.defineProperty(inSight, "height", { get: () => innerHeight - covered })
      Object.defineProperty(window, "visualViewport", { value: inSight })
    }, keyboard)
    await page.goto(prosa.url)
    const chat = chatOn(page)
    await chat.field.tap()
    await page.evaluate(() => visualViewport?.dispatchEvent(new Event("resize")))
    await chat.field.fill("uma linha\n".repeat(12))
    const bottom = (box: { y: number; height: number } | null) => (box ? box.y + box.height : Infinity)
    await expect.poll(async () => bottom(await chat.send.boundingBox())).toBeLessThanOrEqual(height - keyboard)
    expect((await chat.field.boundingBox())?.y).toBeGreaterThan(0)
    await chat.field.fill(":")
    const first = page.getByRole("option").first()
    await expect.poll(async () => (await first.boundingBox())?.y).toBeGreaterThan(0)
    await context.close()
  })
}
