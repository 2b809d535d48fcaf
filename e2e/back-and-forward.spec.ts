import type { Page } from "@playwright/test"
import { chatOn } from "./support/chat.ts"
import { storedChat, storeChats } from "./support/stored-chats.ts"
import { expect, test } from "./support/test.ts"

const topics = ["Aluguel", "Enem", "Moqueca", "Multa", "Plano"]
const five = topics.map((topic, at) => storedChat(topic, [`pergunta ${at}`, `resposta ${at}`], at))

const gone = (page: Page) => page.getByText("A conversa deste endereço foi excluída ou não está neste navegador.")

/** Opens the page with five stored conversations, the first of which is shown. */
async function begin(page: Page, url: string): Promise<void> {
  await storeChats(page, url, five, "Aluguel")
  await page.goto("/")
  await shows(page, "Aluguel")
}

/** Which conversation is shown, at its address, with no window above it. */
async function shows(page: Page, topic: string): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(topic)
  await expect(page).toHaveURL((url) => url.pathname === "/chat" && url.searchParams.get("c") === topic)
  await expect(page.getByRole("dialog")).toHaveCount(0)
  await expect(gone(page)).toHaveCount(0)
}

/** The empty conversation, whose address names none. */
async function showsNew(page: Page): Promise<void> {
  await expect(chatOn(page).messages).toHaveCount(0)
  await expect(page).toHaveURL("/chat")
  await expect(gone(page)).toHaveCount(0)
}

const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 600

/** The list of conversations; on a phone in its drawer, which is opened. */
async function list(page: Page) {
  if (isPhone(page)) await page.getByRole("button", { name: "Abrir conversas" }).tap()
  return page.getByRole("navigation", { name: "Conversas" })
}

async function open(page: Page, topic: string): Promise<void> {
  await (await list(page)).getByRole("link", { name: new RegExp(`^${topic}`) }).click()
  await shows(page, topic)
}

/** Asks where another conversation than the stored one may be shown. */
async function ask(page: Page, words: string): Promise<void> {
  const chat = chatOn(page)
  await chat.field.fill(words)
  await chat.field.press("Enter")
  await expect(chat.questions).toHaveText(words)
}

async function back(page: Page, topic: string): Promise<void> {
  await page.goBack()
  await shows(page, topic)
}

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

for (const [device, use] of [
  ["on a desk", {}],
  ["on a phone", phone],
] as const) {
  test.describe(device, () => {
    test.use(use)

    test("the way home leads to the open conversation, and is no step where that is shown", async ({ page, prosa }) => {
      await begin(page, prosa.url)
      await open(page, "Moqueca")
      const chats = await list(page)
      await page.getByRole("link", { name: "Prosa" }).click()
      await shows(page, "Moqueca")
      if (!isPhone(page)) {
        const box = (await chats.boundingBox())!
        await page.mouse.click(box.x + box.width / 2, box.y + box.height - 10)
        await shows(page, "Moqueca")
      }
      await open(page, "Enem")
      await back(page, "Moqueca")
      await back(page, "Aluguel")
      await page.goForward()
      await shows(page, "Moqueca")

      // From another screen, beside which the list stands on a desk, it is a step.
      if (isPhone(page)) return
      await page.getByRole("link", { name: "Plugins" }).click()
      await expect(page).toHaveURL("/plugins")
      await page.getByRole("link", { name: "Prosa" }).click()
      await shows(page, "Moqueca")
      await page.goBack()
      await expect(page).toHaveURL("/plugins")
      await back(page, "Moqueca")
      await back(page, "Aluguel")
    })

    test("a temporary conversation is a place of the history, as the new one after it is", async ({ page, prosa }) => {
      await begin(page, prosa.url)
      const chat = chatOn(page)
      await list(page)
      await page.getByRole("button", { name: "Mais opções da lista" }).click()
      await page.getByRole("menuitem", { name: "Conversa temporária" }).click()
      await ask(page, "um segredo")
      await chat.untilAnswered()
      await page.getByRole("button", { name: "Nova conversa" }).click()
      await showsNew(page)
      await page.goBack()
      await expect(chat.questions).toHaveText("um segredo")
      await page.goForward()
      await showsNew(page)
      await page.goBack()
      await expect(chat.questions).toHaveText("um segredo")
      await back(page, "Aluguel")
      await page.goForward()
      await expect(chat.questions).toHaveText("um segredo")

      // One that is left unused is gone, and no place to go back to.
      await open(page, "Enem")
      await list(page)
      await page.getByRole("button", { name: "Mais opções da lista" }).click()
      await page.getByRole("menuitem", { name: "Conversa temporária" }).click()
      await expect(page.getByRole("heading", { name: "Conversa temporária" })).toBeVisible()
      await page.getByRole("button", { name: "Nova conversa" }).click()
      await showsNew(page)
      await back(page, "Enem")
    })

    test("a reload stays with the new conversation and its draft, whatever another tab opens", async ({
      page,
      context,
      prosa,
    }) => {
      await begin(page, prosa.url)
      const chat = chatOn(page)
      if (!isPhone(page)) await list(page)
      await page.getByRole("button", { name: "Nova conversa" }).click()
      await showsNew(page)
      await chat.field.fill("um rascunho")
      const other = await context.newPage()
      await other.goto(`${prosa.url}/chat?c=Enem`)
      await open(other, "Moqueca")
      await page.bringToFront()
      await page.reload()
      await expect(chat.field).toHaveValue("um rascunho")
      await showsNew(page)
      // Nor with a window above it.
      await list(page)
      await page.reload()
      await expect(chat.field).toHaveValue("um rascunho")
      await showsNew(page)
      await other.reload()
      await shows(other, "Moqueca")
      await ask(page, "Quem pergunta?")
      await expect(page).toHaveURL(/\?c=/)
      const address = page.url()
      await open(page, "Plano")
      await page.goBack()
      await expect(page).toHaveURL(address)
      await expect(chat.questions).toHaveText("Quem pergunta?")
    })

    test("a conversation that another tab deletes says so where it was read", async ({ page, context, prosa }) => {
      await begin(page, prosa.url)
      await open(page, "Enem")
      const other = await context.newPage()
      await other.goto(page.url())
      await shows(other, "Enem")
      const row = (await list(other)).getByRole("link", { name: /^Enem/ })
      await row.focus()
      await other.keyboard.press("Delete")
      await expect(row).toHaveCount(0)
      await page.bringToFront()
      await expect(gone(page)).toBeVisible()
      await expect(page).toHaveURL(/\?c=Enem$/)
      await expect(chatOn(page).messages).toHaveCount(0)
      await back(page, "Aluguel")
      await page.goForward()
      await expect(gone(page)).toBeVisible()
      await ask(page, "oi")
      await expect(page).not.toHaveURL(/Enem/)
      await back(page, "Aluguel")
    })

    test("a deleted conversation is nowhere in the history: Back is the one before", async ({ page, prosa }) => {
      await begin(page, prosa.url)
      await open(page, "Plano")
      await open(page, "Moqueca")
      const row = (await list(page)).getByRole("link", { name: /^Moqueca/ })
      if (isPhone(page)) {
        await page.getByRole("button", { name: "Excluir conversa", exact: true }).tap()
        await page.getByRole("alertdialog").getByRole("button", { name: "Excluir" }).tap()
      } else {
        await row.focus()
        await page.keyboard.press("Delete")
      }
      await expect(row).toHaveCount(0)
      await shows(page, "Multa")
      await back(page, "Plano")
      await back(page, "Aluguel")
    })

    test("where the one before comes next after a deletion, the step to it is made", async ({ page, prosa }) => {
      await begin(page, prosa.url)
      await open(page, "Multa")
      await open(page, "Moqueca")
      const row = (await list(page)).getByRole("link", { name: /^Moqueca/ })
      await row.focus()
      await page.keyboard.press("Delete")
      await expect(row).toHaveCount(0)
      if (isPhone(page)) await page.goBack()
      await shows(page, "Multa")
      await page.getByRole("button", { name: "Desfazer" }).click()
      await shows(page, "Moqueca")
      await back(page, "Multa")
      await back(page, "Aluguel")
    })

    test("the sections of the settings are no steps, and the way back is the browser's own", async ({
      page,
      prosa,
    }) => {
      await begin(page, prosa.url)
      await open(page, "Moqueca")
      const sections = page.getByRole("navigation", { name: "Seções" })
      const visit = async (section: string) => {
        await sections.getByRole("link", { name: section }).click()
        await expect(page.getByRole("heading", { name: section })).toBeInViewport()
      }
      await list(page)
      await page.getByRole("link", { name: "Configurações" }).click()
      await visit("Gastos")
      await visit("Voz")
      await expect(page).toHaveURL(/\/settings#/)
      await back(page, "Moqueca")
      await page.goForward()
      await visit("Gastos")
      await page.getByRole("link", { name: "Voltar" }).click()
      await shows(page, "Moqueca")
      await back(page, "Aluguel")

      // Whoever comes from elsewhere is led to the chat all the same.
      await page.goto("/settings")
      await visit("Voz")
      await page.getByRole("link", { name: "Voltar" }).click()
      await shows(page, "Aluguel")
    })
  })
}

test.describe("on a phone, from the drawer", () => {
  test.use(phone)

  /** Deletes the conversation that is shown by its row, above which the drawer stays. */
  async function deleteByRow(page: Page, topic: string): Promise<void> {
    const row = (await list(page)).getByRole("link", { name: new RegExp(`^${topic}`) })
    await row.locator("..").getByRole("button", { name: "Ações da conversa" }).tap()
    await page.getByRole("menuitem", { name: "Excluir" }).tap()
    await expect(row).toHaveCount(0)
  }

  test("Back from a drawer that a reload has closed leads to the conversation before", async ({ page, prosa }) => {
    await begin(page, prosa.url)
    await open(page, "Enem")
    await list(page)
    await expect.poll(() => page.evaluate(() => history.state as unknown)).toMatchObject({ layer: 1 })
    await page.reload()
    await shows(page, "Enem")
    await page.goBack()
    await shows(page, "Aluguel")
    await page.goForward()
    await shows(page, "Enem")
  })

  test("what comes next has the place of what was deleted, as soon as the drawer is closed", async ({
    page,
    prosa,
  }) => {
    await begin(page, prosa.url)
    await open(page, "Plano")
    await open(page, "Moqueca")
    await deleteByRow(page, "Moqueca")
    await page.goBack()
    await shows(page, "Multa")
    await back(page, "Plano")
    await page.goForward()
    await shows(page, "Multa")

    // What is opened from the drawer instead has it, too.
    await deleteByRow(page, "Multa")
    await page.getByRole("navigation", { name: "Conversas" }).getByRole("link", { name: /^Enem/ }).tap()
    await shows(page, "Enem")
    await back(page, "Plano")
    await page.goForward()
    await shows(page, "Enem")

    // Another screen that is opened from there is a step of its own.
    await deleteByRow(page, "Enem")
    await page.getByRole("link", { name: "Plugins" }).tap()
    await expect(page).toHaveURL("/plugins")
    await back(page, "Plano")
    await back(page, "Aluguel")
  })
})
