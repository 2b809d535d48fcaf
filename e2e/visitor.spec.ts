import type { Page } from "@playwright/test"
import { stallAfter } from "../testing/fake-provider/faults.ts"
import { textReply } from "../testing/fake-provider/replies.ts"
import { chatOn, openAndAsk } from "./support/chat.ts"
import { expect, test } from "./support/test.ts"

const idShape = /^[\w-]{48}$/
const earlier = "0123456789abcdef0123456789abcdef"

const storedId = (page: Page) => page.evaluate(() => localStorage.getItem("__anon_session__"))

/** The visitors that chats are asked for, as they come. */
function visitorsOf(page: Page): (string | undefined)[] {
  const seen: (string | undefined)[] = []
  page.on("request", (request) => {
    if (request.url().endsWith("/v1/chat/completions")) seen.push(request.headers()["x-visitor"])
  })
  return seen
}

test("a visitor gets an id, asks under it, and sees what is left of the day", async ({ page, startProsa }) => {
  const prosa = await startProsa({ env: { FREE_DAILY_MESSAGES: "30" } })
  const asked = visitorsOf(page)
  await page.goto(prosa.url)
  await expect(page.getByText("Mensagens grátis hoje: restam 30 de 30")).toBeVisible()
  await chatOn(page).ask("Oi")
  await chatOn(page).untilAnswered()
  await expect(page.getByText("Mensagens grátis hoje: restam 29 de 30")).toBeVisible()
  const id = await storedId(page)
  expect(id).toMatch(idShape)
  expect(asked[0]).toBe(id)
  await page.reload()
  await expect(page.getByText("Mensagens grátis hoje: restam 29 de 30")).toBeVisible()
  expect(await storedId(page)).toBe(id)
  // Nothing of today is kept for tomorrow.
  expect(await page.evaluate(() => localStorage.getItem("nk-access-control"))).not.toContain('"left"')
})

test("what is left of the day is told anew when there is a connection again, and when the page is looked at on another day", async ({
  page,
  context,
  startProsa,
}) => {
  const prosa = await startProsa({ env: { FREE_DAILY_MESSAGES: "30" } })
  await page.clock.install()
  let left = 30
  await page.route("**/api/visitor", async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), left } })
  })
  await page.goto(prosa.url)
  await expect(page.getByText("Mensagens grátis hoje: restam 30 de 30")).toBeVisible()

  // The visitor has asked eighteen questions in another browser meanwhile.
  left = 12
  await context.setOffline(true)
  await context.setOffline(false)
  await expect(page.getByText("Mensagens grátis hoje: restam 12 de 30")).toBeVisible()

  left = 30
  await page.clock.fastForward("10:00:00")
  await page.evaluate(() => window.dispatchEvent(new Event("focus")))
  await expect(page.getByText("Mensagens grátis hoje: restam 30 de 30")).toBeVisible()
})

test("an id that a page made up before is exchanged, and only once", async ({ page, startProsa }) => {
  const prosa = await startProsa()
  await page.addInitScript((id) => {
    if (localStorage.getItem("__anon_session__") === null) localStorage.setItem("__anon_session__", id)
  }, earlier)
  await page.goto(prosa.url)
  await expect.poll(() => storedId(page)).toMatch(idShape)
  const [id, again] = [
    await storedId(page),
    await (await fetch(`${prosa.url}/api/visitor`, { method: "POST", headers: { "x-visitor": earlier } })).json(),
  ]
  // A later client with this id is another visitor.
  expect(again).toMatchObject({ id: expect.stringMatching(idShape) })
  expect(again).not.toMatchObject({ id })
})

test("tabs that are opened together take turns to ask, and go by one id", async ({ context, startProsa }) => {
  const prosa = await startProsa()
  let [asking, most, isCounting] = [0, 0, true]
  await context.route("**/api/visitor", async (route) => {
    // What pages ask after their answers is not counted, and may be under way as the test ends.
    if (!isCounting) return route.continue()
    most = Math.max(most, (asking += 1))
    const response = await route.fetch()
    asking -= 1
    await route.fulfill({ response })
  })
  const pages = await Promise.all(Array.from({ length: 4 }, () => context.newPage()))
  await Promise.all(pages.map((page) => page.goto(prosa.url)))
  for (const page of pages) await expect(page.getByText("Mensagens grátis hoje: restam 30 de 30")).toBeVisible()
  expect(most).toBe(1)
  isCounting = false
  // A browser tells its tabs of what one of them stored when it has time: one may have asked in vain, and dropped what it got.
  await expect.poll(async () => new Set(await Promise.all(pages.map(storedId))).size).toBe(1)
  const used = pages.map(visitorsOf)
  for (const page of pages) {
    await chatOn(page).ask("Oi")
    await chatOn(page).untilAnswered()
  }
  expect(used.map(([first]) => first)).toEqual(pages.map(() => expect.stringMatching(idShape)))
  expect(new Set(used.flat()).size).toBe(1)
})

test("a browser that stores nothing has an id while the page is open", async ({ page, startProsa }) => {
  const prosa = await startProsa()
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("not allowed", "SecurityError")
    }
  })
  const asked = visitorsOf(page)
  const chat = await openAndAsk(page, "Uma", prosa.url)
  await chat.ask("Outra")
  await chat.untilAnswered()
  expect(asked[0]).toMatch(idShape)
  expect(new Set(asked).size).toBe(1)
})

test.describe("where no id is to be had", () => {
  test.use({ allowErrors: true })

  for (const trouble of ["is refused", "never answers", "is no JSON"] as const) {
    test(`the first message is answered and can be stopped: it ${trouble}`, async ({ page, startProsa, provider }) => {
      const prosa = await startProsa({ provider })
      await page.route("**/api/visitor", async (route) => {
        if (trouble === "is refused") await route.fulfill({ status: 500, json: {} })
        if (trouble === "is no JSON") await route.fulfill({ status: 200, body: "<html>" })
      })
      const asked = visitorsOf(page)
      await page.goto(prosa.url)
      const chat = chatOn(page)
      provider.script(textReply("Pronto."))
      await chat.ask("Oi")
      await expect(chat.answers.last()).toContainText("Pronto.")
      await chat.untilAnswered()
      expect(asked.find((id) => id !== undefined)).toBeUndefined()

      const words = Array.from({ length: 200 }, (_, at) => `palavra${at}`).join(" ")
      provider.script(stallAfter(textReply(words, { chunks: 200 }), 8_000))
      await chat.ask("Conte muito")
      await expect(chat.answers.last()).toContainText("palavra1")
      await chat.stop.click()
      await expect(chat.send).toBeVisible({ timeout: 5_000 })
    })
  }
})
