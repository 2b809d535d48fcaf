import type { Page } from "@playwright/test"
import { chatOn } from "./support/chat.ts"
import { storedChat, storeChats } from "./support/stored-chats.ts"
import { expect, test } from "./support/test.ts"

const two = [storedChat("Aluguel", ["Quanto fica?", "R$ 1.909,20"]), storedChat("Enem", ["Qual é o tema?", "Água"], 1)]

/** Follows a link of the list of chats. */
async function open(page: Page, topic: string): Promise<void> {
  await chatOn(page)
    .conversations.getByRole("link", { name: new RegExp(`^${topic}`) })
    .click()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(topic)
}

test("each conversation has an address: Back is the one before, a reload stays, a link opens in another tab", async ({
  page,
  context,
  prosa,
}) => {
  await storeChats(page, prosa.url, two, "Aluguel")
  await page.goto("/")
  const chat = chatOn(page)
  const title = page.getByRole("heading", { level: 1 })
  await expect(title).toHaveText("Aluguel")
  await expect(page).toHaveURL(/\/chat\?c=[^&]+$/)
  const first = page.url()
  await open(page, "Enem")
  const second = page.url()
  expect(second).not.toBe(first)
  await page.getByRole("button", { name: "Nova conversa" }).click()
  await expect(chat.messages).toHaveCount(0)
  await expect(page).toHaveURL("/chat")
  await page.goBack()
  await expect(title).toHaveText("Enem")
  await page.goBack()
  await expect(title).toHaveText("Aluguel")
  await expect(page).toHaveURL(first)
  await page.goForward()
  await expect(title).toHaveText("Enem")
  await page.reload()
  await expect(title).toHaveText("Enem")

  const link = chat.conversations.getByRole("link", { name: /^Aluguel/ })
  const [other] = await Promise.all([context.waitForEvent("page"), link.click({ modifiers: ["ControlOrMeta"] })])
  await expect(other.getByRole("heading", { level: 1 })).toHaveText("Aluguel")
  await expect(chatOn(other).answers).toHaveText(/1\.909,20/)
  // The tab with the other conversation stays with it, whatever is opened elsewhere.
  await page.reload()
  await expect(title).toHaveText("Enem")
})

test("the first question gives a conversation its address, without a word of it; a screen between is one step", async ({
  page,
}) => {
  await page.goto("/")
  const chat = chatOn(page)
  await chat.ask("abacaxi")
  await chat.untilAnswered()
  await expect(page).toHaveURL(/\/chat\?c=[\w-]{21}$/)
  expect(page.url()).not.toContain("abacaxi")
  const address = page.url()
  await page.getByRole("link", { name: "Configurações" }).click()
  await page.goBack()
  await expect(page).toHaveURL(address)
  await expect(chat.questions).toHaveText("abacaxi")
})

test("the address of a deleted conversation says so, and there one begins anew", async ({ page, prosa }) => {
  await storeChats(page, prosa.url, two, "Aluguel")
  await page.goto("/")
  await expect(page).toHaveURL(/\?c=/)
  await open(page, "Enem")
  await page.keyboard.press("Delete")
  await page.goBack()
  await page.goto("/chat?c=nunca-houve")
  const chat = chatOn(page)
  const gone = page.getByText("A conversa deste endereço foi excluída ou não está neste navegador.")
  await expect(gone).toBeVisible()
  await chat.ask("oi")
  await expect(gone).toHaveCount(0)
  await expect(page).not.toHaveURL(/nunca-houve/)
})

test("'Nova conversa' goes to the empty one that is there", async ({ page, prosa }) => {
  await storeChats(page, prosa.url, two, "Aluguel")
  await page.goto("/")
  const chat = chatOn(page)
  const anew = page.getByRole("button", { name: "Nova conversa" })
  // The one that was there before the others were stored.
  await expect(chat.conversations.getByRole("link")).toHaveCount(3)
  await anew.click()
  await expect(chat.conversations.getByRole("link")).toHaveCount(3)
  await open(page, "Enem")
  await anew.click()
  await expect(chat.messages).toHaveCount(0)
  await expect(chat.conversations.getByRole("link")).toHaveCount(3)
  await expect(chat.conversations.getByRole("link").first()).toHaveText(/^Nova conversa/)
})

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test("a tap that leads to another screen gives the focus to its heading, and the skip link stays away", async ({
    page,
  }) => {
    await page.goto("/")
    await page.getByRole("button", { name: "Abrir conversas" }).tap()
    await page.getByRole("link", { name: "Configurações" }).tap()
    const heading = page.getByRole("heading", { level: 1, name: "Configurações" })
    await expect(heading).toBeFocused()
    const skip = page.getByRole("link", { name: "Ir para o conteúdo" })
    await skip.evaluate((link: HTMLElement) => link.focus())
    await expect(skip).toHaveCSS("clip-path", "inset(50%)")
  })

  test("menus and windows are sheets at the lower edge: a swipe, the scrim, Escape and Back close them", async ({
    page,
  }) => {
    await page.goto("/")
    await chatOn(page).untilShown()
    const button = page.getByRole("button", { name: "Ações desta conversa" })
    const menu = page.getByRole("menu")
    const sheet = page.getByRole("dialog", { name: "Ações desta conversa" })
    const openMenu = async () => {
      await button.tap()
      await expect(menu).toBeVisible()
      await sheet.evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)))
      const box = await sheet.boundingBox()
      expect(box).toMatchObject({ x: 0, width: 390 })
      expect(Math.round(box!.y + box!.height)).toBe(844)
      return box!
    }
    const closed = async () => {
      await expect(menu).toHaveCount(0)
      await expect(button).toBeFocused()
    }
    const { y } = await openMenu()
    const touch = await page.context().newCDPSession(page)
    for (const [type, atPx] of [
      ["touchStart", 0],
      ["touchMove", 40],
      ["touchMove", 160],
    ] as const)
      await touch.send("Input.dispatchTouchEvent", { type, touchPoints: [{ x: 195, y: y + 10 + atPx }] })
    await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] })
    await closed()
    await openMenu()
    await page.touchscreen.tap(195, 60)
    await closed()
    await openMenu()
    await page.keyboard.press("Escape")
    await closed()
    await openMenu()
    await page.goBack()
    await closed()
    await expect(page).toHaveURL("/")
  })
})
