import type { Page } from "@playwright/test"
import { expect, test } from "./support/test.ts"

test.use({ viewport: { width: 1280, height: 800 } })

const side = (page: Page) => page.getByRole("complementary", { name: "Conversas" })
const edge = (page: Page) => page.getByRole("separator", { name: /Largura da barra lateral/ })

async function widthOf(page: Page): Promise<number> {
  return Math.round((await side(page).boundingBox())?.width ?? 0)
}

/** Drags the sidebar's edge to a place on the screen, slower than a click. */
async function dragTo(page: Page, x: number): Promise<void> {
  const box = await edge(page).boundingBox()
  await page.mouse.move(box!.x + box!.width / 2, 400)
  await page.mouse.down()
  // Counted from when the page has seen the press: the way there must not shorten the drag into a click.
  const from = Date.now()
  while (Date.now() - from < 320) await page.mouse.move(x + ((Date.now() - from) % 3), 400)
  await page.mouse.move(x, 400)
  await page.mouse.up()
}

test("the sidebar is dragged between 230 and 500, snaps to 100 below, and is as wide after a reload", async ({
  page,
}) => {
  await page.goto("/")
  await expect(edge(page)).toBeVisible()
  expect(await widthOf(page)).toBe(300)
  await dragTo(page, 420)
  await expect.poll(() => widthOf(page)).toBeGreaterThan(410)
  await dragTo(page, 900)
  await expect.poll(() => widthOf(page)).toBe(500)
  await dragTo(page, 240)
  await expect.poll(() => widthOf(page)).toBeLessThan(250)
  const newChat = page.getByRole("button", { name: "Nova conversa" })
  await expect(newChat).not.toHaveCSS("font-size", "0px")
  await dragTo(page, 180)
  await expect.poll(() => widthOf(page)).toBe(100)
  await page.reload()
  await expect.poll(() => widthOf(page)).toBe(100)
  // The words are gone from the eye, not from the ear.
  await expect(newChat).toHaveCSS("font-size", "0px")
  await expect(newChat).toBeVisible()
})

test("a quick click toggles the sidebar between 300 and 100, and the keyboard moves its edge", async ({ page }) => {
  await page.goto("/")
  await edge(page).click()
  await expect.poll(() => widthOf(page)).toBe(100)
  await edge(page).click()
  await expect.poll(() => widthOf(page)).toBe(300)
  await edge(page).focus()
  await page.keyboard.press("ArrowRight")
  await expect.poll(() => widthOf(page)).toBe(310)
  await page.keyboard.press("End")
  await expect.poll(() => widthOf(page)).toBe(500)
  await page.keyboard.press("Home")
  await expect.poll(() => widthOf(page)).toBe(100)
  await page.keyboard.press("Enter")
  await expect.poll(() => widthOf(page)).toBe(300)
  await expect(edge(page)).toHaveAttribute("aria-valuenow", "300")
})

test("at 100 pixels everything is still there: label, menus of the list, of chats and of folders, and the way home", async ({
  page,
}) => {
  await page.goto("/")
  await page.getByRole("button", { name: "Mais opções da lista" }).click()
  await page.getByRole("menuitem", { name: "Nova pasta" }).click()
  await page.keyboard.type("Trabalho")
  await page.keyboard.press("Enter")
  await edge(page).click()
  await expect.poll(() => widthOf(page)).toBe(100)
  const bar = side(page)
  await expect(bar.getByText("Gratuito", { exact: true })).toBeVisible()
  for (const name of ["Nova conversa", "Busca", "Usar o gpt-5"]) {
    const box = await bar.getByRole("button", { name }).boundingBox()
    expect(box!.width, name).toBeLessThanOrEqual(78)
  }
  await page.getByRole("navigation", { name: "Conversas" }).getByRole("link").first().hover()
  await page.getByRole("button", { name: "Ações da conversa" }).click()
  await expect(page.getByRole("menuitem", { name: "Renomear" })).toBeVisible()
  await page.keyboard.press("Escape")
  await page.getByRole("button", { name: "Ações da pasta Trabalho" }).hover()
  await page.getByRole("button", { name: "Ações da pasta Trabalho" }).click()
  await expect(page.getByRole("menuitem", { name: "Excluir pasta" })).toBeVisible()
  await page.keyboard.press("Escape")
  // The edge to drag reaches over the sidebar's own.
  const past = await bar.evaluate(({ firstElementChild: content }) => content!.scrollWidth - content!.clientWidth)
  expect(past).toBeLessThanOrEqual(0)
  await page.goto("/logs")
  await bar.getByRole("link", { name: "Prosa" }).click()
  await expect(page).toHaveURL("/")
})

test("a press on the empty area of the list goes home", async ({ page }) => {
  await page.goto("/logs")
  const chats = page.getByRole("navigation", { name: "Conversas" })
  await expect(chats).toBeVisible()
  const box = await chats.boundingBox()
  await page.mouse.click(box!.x + box!.width / 2, box!.y + box!.height - 10)
  await expect(page).toHaveURL("/")
})

test("'Nova conversa' stands on one line at 300 pixels", async ({ page }) => {
  await page.goto("/")
  const button = page.getByRole("button", { name: "Nova conversa" })
  const lines = await button.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return new Set([...range.getClientRects()].filter(({ width }) => width > 20).map(({ top }) => Math.round(top))).size
  })
  expect(lines).toBe(1)
})

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test("a finger drawn from the start of the line opens the list of chats, and stays on the page", async ({ page }) => {
    await page.goto("/")
    await expect(page.getByRole("textbox", { name: "Mensagem" })).toBeVisible()
    const touch = await page.context().newCDPSession(page)
    const at = (x: number) => ({ touchPoints: [{ x, y: 300 }] })
    await touch.send("Input.dispatchTouchEvent", { type: "touchStart", ...at(40) })
    // As far as the browser takes for a way back to the page before.
    for (const x of [60, 90, 130, 180, 240, 300, 350])
      await touch.send("Input.dispatchTouchEvent", { type: "touchMove", ...at(x) })
    await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] })
    const drawer = page.getByRole("dialog", { name: "Conversas" })
    await expect(drawer).toBeVisible()
    await expect(page).toHaveURL(/\/$/)
    // The drawer has slid in, and the browser has not slid it away.
    await drawer.evaluate((element) => Promise.all(element.getAnimations({ subtree: true }).map((one) => one.finished)))
    await expect(drawer).toBeVisible()
  })
})
