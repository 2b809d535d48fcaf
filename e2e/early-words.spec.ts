import type { Page } from "@playwright/test"
import { chatOn } from "./support/chat.ts"
import { expect, test, withMotion } from "./support/test.ts"

test.use(withMotion)

/** Keeps the application from loading until told. */
async function holdApplication(page: Page): Promise<() => void> {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route(/\/assets\/app-[^/]*\.js$/, async (route) => {
    await held
    await route.continue()
  })
  return letGo
}

test("what is written before the application has loaded is sent by it", async ({ page }) => {
  const letGo = await holdApplication(page)
  const chat = chatOn(page)
  await page.goto("/", { waitUntil: "commit" })
  await chat.field.pressSequentially("Oi, cheguei cedo")
  await chat.field.press("Enter")
  letGo()
  await expect(chat.questions).toHaveText("Oi, cheguei cedo")
  await chat.untilAnswered()
  await expect(chat.messages).toHaveCount(2)
  await expect(chat.field).toHaveValue("")
  await expect(chat.field).toBeFocused()
})

test("what is being written stays where it is, behind a draft that was there, and goes on in the composer", async ({
  page,
}) => {
  const chat = chatOn(page)
  await page.goto("/")
  await chat.field.fill("Um rascunho")
  await page.reload()
  await expect(chat.field).toHaveValue("Um rascunho")

  const letGo = await holdApplication(page)
  await page.reload({ waitUntil: "commit" })
  await chat.field.pressSequentially("e mais")
  await expect(page.getByRole("log")).toHaveCount(0)
  letGo()
  await expect(page.getByRole("log")).toBeVisible()
  await expect(chat.field).toHaveValue("Um rascunho\ne mais")
  await expect(chat.field).toBeFocused()
  await page.keyboard.type(" ainda")
  await expect(chat.field).toHaveValue("Um rascunho\ne mais ainda")
  await expect(chat.questions).toHaveCount(0)
})

test("what was being written before the application came is there after a reload", async ({ page }) => {
  const chat = chatOn(page)
  const letGo = await holdApplication(page)
  await page.goto("/", { waitUntil: "commit" })
  await chat.field.fill("Ainda não terminei")
  await page.reload({ waitUntil: "commit" })
  await expect(chat.field).toHaveValue("Ainda não terminei")
  letGo()
  await expect(page.getByRole("log")).toBeVisible()
  await expect(chat.field).toHaveValue("Ainda não terminei")
})

test("what was being written before the application came is there where its tab was discarded, which hears of nothing", async ({
  page,
}) => {
  await page.addInitScript(() => addEventListener("pagehide", (event) => event.stopImmediatePropagation()))
  const chat = chatOn(page)
  const letGo = await holdApplication(page)
  await page.goto("/", { waitUntil: "commit" })
  await chat.field.pressSequentially("Ainda não terminei")
  await page.reload({ waitUntil: "commit" })
  await expect(chat.field).toHaveValue("Ainda não terminei")
  letGo()
  await expect(page.getByRole("log")).toBeVisible()
  await expect(chat.field).toHaveValue("Ainda não terminei")
  // The composer has taken them by then, or is about to.
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem("nk-early-words"))).toBeNull()
  await expect(chat.field).toHaveValue("Ainda não terminei")
})

test("the early field speaks the reader's language and is only where there is a chat", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("lang", "en"))
  const letGo = await holdApplication(page)
  await page.goto("/", { waitUntil: "commit" })
  await expect(page.getByRole("textbox", { name: "Message" })).toBeVisible()
  letGo()
  await expect(page.getByRole("log")).toBeVisible()
  await page.goto("/settings")
  await expect(page.getByRole("heading", { name: "Settings" })).toBeVisible()
  await expect(page.locator("early-field > textarea")).toHaveCount(0)
})
