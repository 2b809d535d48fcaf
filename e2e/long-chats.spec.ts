import type { Locator, Page } from "@playwright/test"
import { chatOn } from "./support/chat.ts"
import { longText, storeChats, storedChat } from "./support/stored-chats.ts"
import { expect, test, withMotion } from "./support/test.ts"

test.use(withMotion)

const count = 500

/** A short chat, and a long one that is not open. */
async function visit(page: Page, url: string, current = "Curta"): Promise<void> {
  const texts = Array.from({ length: count }, (_, at) => (at % 2 === 0 ? `Pergunta ${at + 1}` : longText(`m${at + 1}`)))
  await storeChats(page, url, [storedChat("Curta", ["Oi", "Olá!"]), storedChat("Longa", texts, 1)], current)
  await page.goto(url)
}

const open = (page: Page, topic: string) => page.getByRole("link", { name: new RegExp(`^${topic}`) }).click()
const heading = (page: Page, text: string) => page.getByRole("log").getByRole("heading", { name: text, exact: true })
/** At the end of the long chat: the last message is there, and nothing is below it. */
async function atEnd(page: Page): Promise<void> {
  await expect(heading(page, "m500")).toBeAttached()
  const below = () => chatOn(page).log.evaluate((log) => log.scrollHeight - log.scrollTop - log.clientHeight)
  await expect.poll(below).toBeLessThan(2)
}
/** Scrolls up by so much a frame until a heading is in the page, or the beginning is reached. */
function flingTo(page: Page, text: string, stepPx = 6_000): Promise<void> {
  return chatOn(page).log.evaluate(
    (log, [wanted, step]) =>
      new Promise<void>((resolve) => {
        const frame = () => {
          const isThere = [...log.querySelectorAll("h3")].some((heading) => heading.textContent === wanted)
          if (isThere || log.scrollTop === 0) return resolve()
          log.scrollTop -= step
          requestAnimationFrame(frame)
        }
        frame()
      }),
    [text, stepPx] as const,
  )
}
const topOf = async (element: Locator) => (await element.boundingBox())?.y ?? Number.NaN
const untilStill = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestIdleCallback(() => requestAnimationFrame(done))))

test("a chat of 500 long messages opens at its end, with few of them in the page", async ({ page, prosa }) => {
  await visit(page, prosa.url)
  await open(page, "Longa")
  await atEnd(page)
  expect(await chatOn(page).messages.count()).toBeLessThan(100)
})

test("its first message is reached by scrolling as fast as it goes, three times of three", async ({ page, prosa }) => {
  await visit(page, prosa.url)
  const chat = chatOn(page)
  for (let round = 0; round < 3; round++) {
    await open(page, "Longa")
    await atEnd(page)
    await flingTo(page, "none")
    await expect(chat.messages.filter({ hasText: /^Pergunta 1$/ })).toBeInViewport()
    if (round === 0) await chat.log.press("End")
    else await page.getByRole("button", { name: "Ir para o fim" }).click()
    await atEnd(page)
    await open(page, "Curta")
  }
})

test("on paper the whole chat stands, in black on white, and nothing of the page around it", async ({
  page,
  prosa,
}) => {
  await visit(page, prosa.url, "Longa")
  await atEnd(page)
  await page.evaluate(() => (document.documentElement.dataset["theme"] = "dark"))
  await page.emulateMedia({ media: "print" })
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")))
  const articles = page.getByRole("article")
  await expect(articles).toHaveCount(count)
  await expect(articles.first()).toContainText("Pergunta 1")
  await expect(page.getByRole("button")).toHaveCount(0)
  await expect(chatOn(page).field).toBeHidden()
  await expect(page.locator("body")).toHaveCSS("color", "rgb(0, 0, 0)")
  expect(await page.evaluate(() => document.body.scrollHeight > 100 * innerHeight)).toBe(true)
  await page.evaluate(() => dispatchEvent(new Event("afterprint")))
  await page.emulateMedia({ media: "screen" })
  await expect(chatOn(page).field).toBeVisible()
  expect(await chatOn(page).messages.count()).toBeLessThan(100)
})

test("a chat is found again where it was left, by another chat, another screen and a reload", async ({
  page,
  prosa,
}) => {
  await visit(page, prosa.url, "Longa")
  const chat = chatOn(page)
  await atEnd(page)
  await flingTo(page, "m400", 700)
  await heading(page, "m400").scrollIntoViewIfNeeded()
  await untilStill(page)
  const top = await topOf(heading(page, "m400"))
  const isBack = () => expect.poll(async () => Math.abs((await topOf(heading(page, "m400"))) - top)).toBeLessThan(3)

  await open(page, "Curta")
  await expect(chat.messages).toHaveCount(2)
  await open(page, "Longa")
  await isBack()

  await page.goto(`${prosa.url}/settings`)
  await page.goBack()
  await isBack()
  await page.reload()
  await isBack()
  await expect(page.getByRole("button", { name: "Ir para o fim" })).toBeVisible()
})

test("a question at the upper edge is found there again where answers are drawn late", async ({ page, prosa }) => {
  await visit(page, prosa.url, "Longa")
  const chat = chatOn(page)
  await atEnd(page)
  await flingTo(page, "m400", 700)
  const question = chat.questions.filter({ hasText: "Pergunta 399" })
  await question.scrollIntoViewIfNeeded()
  await untilStill(page)
  const belowEdge = async () => (await topOf(question)) - (await topOf(chat.log))
  await chat.log.evaluate((log, px) => void (log.scrollTop += px), (await belowEdge()) + 30)
  await untilStill(page)
  let release = () => {}
  const isSeen = new Promise<void>((resolve) => (release = resolve))
  await page.route("**/assets/markdown-*", async (route) => {
    await isSeen
    await route.continue()
  })
  await page.reload({ waitUntil: "commit" })
  // The page waits 8 s for the code that draws answers before it shows bare words.
  await expect(question).toBeInViewport()
  await untilStill(page)
  release()
  // Messages drawn above push the question down.
  await expect(heading(page, "m396")).toBeAttached()
  await expect.poll(async () => Math.abs((await belowEdge()) + 30)).toBeLessThan(3)
})

test("a place deep in a very long answer is found again", async ({ page, prosa }) => {
  const answer = Array.from({ length: 45 }, (_, at) => longText(`s${at}`)).join("\n\n")
  await storeChats(
    page,
    prosa.url,
    [storedChat("Curta", ["Oi", "Olá!"]), storedChat("Funda", ["q", answer], 1)],
    "Funda",
  )
  await page.goto(prosa.url)
  await expect(heading(page, "s44")).toBeVisible()
  await flingTo(page, "s12", 300)
  await heading(page, "s12").scrollIntoViewIfNeeded()
  await untilStill(page)
  const top = await topOf(heading(page, "s12"))
  const isBack = () => expect.poll(async () => Math.abs((await topOf(heading(page, "s12"))) - top)).toBeLessThan(3)
  await open(page, "Curta")
  await expect(chatOn(page).messages).toHaveCount(2)
  await open(page, "Funda")
  await isBack()
  await page.reload()
  await isBack()
})

test("a line that is read stays when the window becomes narrow, and wide again", async ({ page, prosa }) => {
  await visit(page, prosa.url, "Longa")
  await atEnd(page)
  await flingTo(page, "m400", 700)
  await heading(page, "m400").scrollIntoViewIfNeeded()
  await untilStill(page)
  const belowEdge = async () => (await topOf(heading(page, "m400"))) - (await topOf(chatOn(page).log))
  const distance = await belowEdge()
  await chatOn(page).log.evaluate((log, px) => void (log.scrollTop += px), distance - 4)
  // A frame tells that it was scrolled, then there is time to look where.
  await untilStill(page)
  await untilStill(page)
  for (const width of [480, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await expect.poll(async () => Math.abs(await belowEdge())).toBeLessThan(40)
    await untilStill(page)
    await untilStill(page)
  }
})

test("who reads further up keeps the place while an answer grows below; who asks is taken to the end", async ({
  page,
  prosa,
}) => {
  await visit(page, prosa.url, "Longa")
  const chat = chatOn(page)
  await atEnd(page)
  await chat.ask("longa: conte tudo")
  await expect(chat.stop).toBeVisible()
  await chat.log.hover()
  const mark = heading(page, "m500")
  while (!(await mark.isVisible()) || (await topOf(mark)) < 100) await page.mouse.wheel(0, -200)
  await expect(mark).toBeInViewport()
  await untilStill(page)
  const top = await topOf(mark)
  const heightPx = () => chat.log.evaluate((log) => log.scrollHeight)
  const before = await heightPx()
  await expect.poll(heightPx).toBeGreaterThan(before + 200)
  expect(Math.abs((await topOf(mark)) - top)).toBeLessThan(3)
  await chat.stop.click()
  await chat.untilAnswered()
  expect(Math.abs((await topOf(mark)) - top)).toBeLessThan(3)
  await chat.ask("Oi de novo")
  await expect(chat.questions.filter({ hasText: "Oi de novo" })).toBeInViewport()
})

test("a start reads the open chat's messages and no others", async ({ page, prosa }) => {
  await visit(page, prosa.url)
  await page.addInitScript(() => {
    const read: string[] = []
    Object.assign(window, { read })
    const { getAll } = IDBIndex.prototype
    IDBIndex.prototype.getAll = function (query, ...rest) {
      read.push(query instanceof IDBKeyRange ? String((query.lower as string[])[0]) : JSON.stringify(query))
      return getAll.call(this, query, ...rest)
    }
    const readStore = IDBObjectStore.prototype.getAll
    IDBObjectStore.prototype.getAll = function (...words) {
      if (this.name === "messages") read.push("everything")
      return readStore.apply(this, words)
    }
  })
  await page.reload()
  await expect(chatOn(page).messages).toHaveCount(2)
  await untilStill(page)
  expect(await page.evaluate(() => [...new Set((window as { read?: string[] }).read)])).toEqual(["Curta"])
})

test("opening a chat writes none of its messages back", async ({ page, prosa }) => {
  await visit(page, prosa.url)
  await page.evaluate(() => {
    const written: string[] = []
    Object.assign(window, { written })
    const { put } = IDBObjectStore.prototype
    IDBObjectStore.prototype.put = function (row, ...rest) {
      if (this.name === "messages") written.push((row as { id: string }).id)
      return put.call(this, row, ...rest)
    }
  })
  await open(page, "Longa")
  await atEnd(page)
  await chatOn(page).ask("E agora?")
  const isOfBefore = (id: string) => /^(?:Curta|Longa) \d+$/.test(id)
  const written = () => page.evaluate(() => (window as { written?: string[] }).written ?? [])
  await expect.poll(written).not.toEqual([])
  expect((await written()).filter(isOfBefore)).toEqual([])
})
