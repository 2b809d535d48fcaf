import type { Page } from "@playwright/test"
import { chatOn } from "./support/chat.ts"
import { storeChats, storedChat } from "./support/stored-chats.ts"
import { expect, test, withMotion } from "./support/test.ts"

test.use(withMotion)

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
  await page.getByRole("dialog").getByRole("textbox").fill("Trabalho")
  await page.keyboard.press("Enter")
  await edge(page).click()
  await expect.poll(() => widthOf(page)).toBe(100)
  const bar = side(page)
  await expect(bar.getByText("Gratuito", { exact: true })).toBeVisible()
  for (const name of ["Nova conversa", "Busca", "Usar o GPT-5"]) {
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
    // Below the greeting the finger would move the row of masks.
    const greeting = (await page.getByRole("heading", { level: 2 }).first().boundingBox())!
    await drawFinger(page, greeting.y + greeting.height / 2, [40, 60, 90, 130, 180, 240, 300, 350])
    const drawer = page.getByRole("dialog", { name: "Conversas" })
    await expect(drawer).toBeVisible()
    await expect(page).toHaveURL(/\/$/)
    // The drawer has slid in, and the browser has not slid it away.
    await drawer.evaluate((element) => Promise.all(element.getAnimations({ subtree: true }).map((one) => one.finished)))
    await expect(drawer).toBeVisible()
    await drawFinger(page, 700, [300, 270, 230, 180, 120, 60])
    await expect(drawer).toHaveCount(0)
    await expect(page).toHaveURL(/\/$/)
  })

  test("over code a finger opens the list where all of it is in sight, and elsewhere only moves the code", async ({
    page,
    prosa,
  }) => {
    const code = (line: string) => `\`\`\`ts\n${line}\n\`\`\``
    const long = code(`const linha = "${"palavra ".repeat(30)}"`)
    await storeChats(page, prosa.url, [storedChat("Código", ["q", `${long}\n\n${code("x = 1")}`])], "Código")
    await page.goto(prosa.url)
    const drawer = page.getByRole("dialog", { name: "Conversas" })
    const blocks = chatOn(page).log.locator("pre")
    const drawOver = async (at: number) => {
      const box = await blocks.nth(at).boundingBox()
      await drawFinger(page, (box?.y ?? 0) + 15, [40, 60, 90, 130, 180, 240, 300, 350])
    }
    await expect(blocks).toHaveCount(2)
    await drawOver(0)
    await drawOver(1)
    await expect(drawer).toBeVisible()
    await expect(page).toHaveURL(/\/chat\?c=/)
  })

  test("a chat deleted in the drawer is brought back with one touch there", async ({ page, prosa }) => {
    await storeChats(page, prosa.url, [storedChat("Aluguel", ["um", "dois"]), storedChat("Enem", ["um", "dois"], 1)])
    await page.goto(prosa.url)
    await page.getByRole("button", { name: "Abrir conversas" }).tap()
    const drawer = page.getByRole("dialog", { name: "Conversas" })
    const chat = drawer.getByRole("link", { name: /^Enem/ })
    await chat.locator("..").getByRole("button", { name: "Ações da conversa" }).tap()
    await page.getByRole("menuitem", { name: "Excluir" }).tap()
    await expect(chat).toHaveCount(0)
    await page.getByRole("button", { name: "Desfazer" }).tap()
    await expect(chat).toBeVisible()
    await expect(drawer).toBeVisible()
  })
})

/** Draws a finger along a line, at those places. The browser takes the longer ones for a way to the page before. */
async function drawFinger(page: Page, y: number, [start = 0, ...places]: readonly number[]): Promise<void> {
  const touch = await page.context().newCDPSession(page)
  const send = (type: "touchStart" | "touchMove", x: number) =>
    touch.send("Input.dispatchTouchEvent", { type, touchPoints: [{ x, y }] })
  await send("touchStart", start)
  for (const x of places) await send("touchMove", x)
  await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] })
}
