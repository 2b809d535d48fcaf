import { readFileSync } from "node:fs"
import { join } from "node:path"
import { pretendPng } from "../server/gateway/pretend/pretend-picture.ts"
import { textReply } from "../testing/fake-provider/replies.ts"
import { chatOn, openWithCode } from "./support/chat.ts"
import { dropFiles, pictureFile } from "./support/give-files.ts"
import { pdfOf } from "./support/pdf.ts"
import { storeChats, storedChat } from "./support/stored-chats.ts"
import { newCode } from "./support/prosa.ts"
import { expect, test } from "./support/test.ts"

// On a bad line a part of the page may not come, while the rest does. What it would have shown is missed in words, nothing waits
// for it for ever, and it is fetched again. The console tells of what could not be fetched.
test.use({ allowErrors: true })

const notLoaded = "Isto ainda não foi carregado"
const conversation = /\/assets\/conversation-/

test("a conversation that cannot be drawn says so, offers a reload, and is drawn by itself when it can be", async ({
  page,
  prosa,
}) => {
  await storeChats(page, prosa.url, [storedChat("Antiga", ["Oi", "Olá, **mundo**!"])], "Antiga")
  await page.route(conversation, (route) => route.abort())
  await page.goto(prosa.url)
  const chat = chatOn(page)
  await expect(chat.answers).toContainText("Olá, **mundo**!")
  await expect(chat.log.getByRole("status").filter({ hasText: notLoaded })).toBeVisible()
  await expect(chat.log.getByRole("button", { name: "Recarregar" })).toBeVisible()
  await page.unroute(conversation)
  await expect(chat.answers.locator("strong")).toHaveText("mundo")
  await expect(chat.log.getByText(notLoaded)).toHaveCount(0)
})

test("an answer on its way is said to be, and followed to its end, where what follows it came at the second try only", async ({
  page,
  provider,
  startProsa,
}) => {
  const prosa = await startProsa({ provider })
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  provider.script(async (request) => {
    await held
    return textReply("Demorou, mas veio.")(request)
  })
  await page.goto(prosa.url)
  const chat = chatOn(page)
  await chat.ask("Quanto demora?")
  await expect.poll(() => provider.requests.length).toBe(1)
  await page.route(conversation, (route) => route.abort())
  await page.reload()
  await expect(chat.log.getByRole("status")).toHaveText(/^Pensando….*Isto ainda não foi carregado/)
  await page.unroute(conversation)
  await page.evaluate(() => dispatchEvent(new Event("online")))
  release()
  await expect(chat.answers).toContainText("Demorou, mas veio.")
  await chat.untilAnswered()
})

test("a question to the user whose window could not be fetched ahead is asked with its next try", async ({ page }) => {
  await page.route(conversation, (route) => route.abort())
  await page.goto("/")
  const failed = page.waitForEvent("requestfailed", (request) => conversation.test(request.url()))
  await chatOn(page).field.fill("Oi")
  await failed
  await expect(page.getByText(notLoaded).first()).toBeVisible()
  await page.unroute(conversation)
  await page.getByRole("link", { name: "Configurações" }).click()
  const reset = page.getByRole("button", { name: "Restaurar", exact: true })
  await reset.click()
  await expect(page.getByRole("alertdialog").or(page.getByRole("dialog"))).toBeVisible()
})

test("an answer that is a picture says what is missing, and shows it once it can be fetched", async ({
  page,
  prosa,
}) => {
  const chat = chatOn(page)
  const one = storedChat("Imagem", ["Desenhe um gato", "um gato"])
  const url = `data:image/png;base64,${pretendPng("um gato", "1:1").toString("base64")}`
  const messages = one.messages.map((message) =>
    message.role === "user" ? message : { ...message, content: [{ type: "image_url" as const, image_url: { url } }] },
  )
  await storeChats(page, prosa.url, [{ ...one, messages }], "Imagem")
  const pictures = /\/assets\/pictures-[^/]*\.js$/
  await page.route(pictures, (route) => route.abort())
  await page.goto(prosa.url)
  await expect(chat.answers.getByText(notLoaded)).toBeVisible()
  await page.unroute(pictures)
  await expect(chat.answers.getByRole("img").first()).toBeVisible()
  await expect(chat.answers.getByText(notLoaded)).toHaveCount(0)
})

test("the choice about a picture that the model does not see comes with its second try, and until then sending says what is missing", async ({
  page,
  startProsa,
}) => {
  const prosa = await startProsa()
  await prosa.admin("models", "add", "openai", "gpt-4.1", "--sees", "text")
  const code = await newCode(prosa, "10")
  await expect.poll(() => seeing(prosa.url)).not.toContain("gpt-4.1")
  const notice = /\/assets\/sight-notice-/
  await page.route(notice, (route) => route.abort())
  await openWithCode(page, prosa.url, code)
  const chat = chatOn(page)
  const failed = page.waitForEvent("requestfailed", (request) => notice.test(request.url()))
  await page.getByRole("button", { name: /^Modelo/ }).click()
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^GPT-4\.1 / })
    .click()
  await failed
  await dropFiles(page, [await pictureFile(page, "foto.png", 40, 30)])
  await expect(page.getByRole("button", { name: "Ver foto.png", exact: true })).toBeVisible()
  await chat.field.fill("O que é isto?")
  await chat.field.press("Enter")
  await expect(page.getByText(notLoaded).first()).toBeVisible()
  await expect(chat.questions).toHaveCount(0)
  await page.unroute(notice)
  await expect(page.getByText("O GPT-4.1 não vê imagens. A sua imagem continua aqui.")).toBeVisible()
})

/** The names of the models that the page is told see pictures. */
async function seeing(url: string): Promise<readonly string[]> {
  const told = (await (await fetch(`${url}/api/config`, { method: "POST" })).json()) as {
    readonly models: readonly { readonly name: string; readonly canSeeImages?: boolean }[]
  }
  return told.models.filter(({ canSeeImages }) => canSeeImages).map(({ name }) => name)
}

test.describe("files that are attached", () => {
  const note = { name: "nota.txt", type: "text/plain", bytes: Buffer.from("linhas do arquivo") }
  const contract = { name: "contrato.pdf", type: "application/pdf", bytes: pdfOf({ pages: ["O aluguel."] }) }

  test("where a PDF's reader cannot be fetched, it is refused in words, and those behind it are read", async ({
    page,
  }) => {
    await page.goto("/")
    await expect(chatOn(page).field).toBeVisible()
    await page.route(/\/assets\/pdf-worker-/, (route) => route.abort())
    await dropFiles(page, [contract, note])
    const files = page.getByRole("list", { name: "Anexos" })
    await expect(files.getByText("nota.txt")).toBeVisible()
    await expect(page.getByRole("alert").filter({ hasText: "contrato.pdf" })).toContainText(notLoaded)
    await expect(files.getByRole("listitem")).toHaveCount(1)
  })

  test("where what reads them cannot be fetched, that is said of them, and not that they are gone", async ({
    page,
  }) => {
    await page.goto("/")
    await expect(chatOn(page).field).toBeVisible()
    await page.route(/\/assets\/read-attachment-/, (route) => route.abort())
    await dropFiles(page, [note])
    await expect(page.getByRole("alert").filter({ hasText: "nota.txt" })).toContainText(notLoaded)
  })

  test("where a photo's reader cannot be fetched, it is not called damaged", async ({ page }) => {
    await page.goto("/")
    await expect(chatOn(page).field).toBeVisible()
    await page.route(/\/assets\/heic-/, (route) => route.abort())
    const bytes = readFileSync(join(import.meta.dirname, "support/files/photo.heic"))
    await dropFiles(page, [{ name: "foto.heic", type: "image/heic", bytes }])
    await expect(page.getByRole("alert").filter({ hasText: "foto.heic" })).toContainText(notLoaded)
  })

  test("where the thread for pictures cannot be fetched, the page itself makes them small", async ({ page }) => {
    await page.goto("/")
    await expect(chatOn(page).field).toBeVisible()
    await page.route(/\/assets\/image-worker-/, (route) => route.abort())
    await dropFiles(page, [await pictureFile(page, "foto.png", 40, 30)])
    await expect(page.getByRole("button", { name: "Ver foto.png", exact: true })).toBeVisible()
  })
})
