import type { Page } from "@playwright/test"
import { chatOn } from "./support/chat.ts"
import { expect, test, withMotion } from "./support/test.ts"

test.use({ ...withMotion, allowErrors: true })

/** Breaks every request for some files until told. */
async function breakFiles(page: Page, files: RegExp): Promise<() => Promise<void>> {
  await page.route(files, (route) => route.abort())
  return () => page.unroute(files)
}

test("where the line drops as the first texts are fetched, the page opens by itself when it is back", async ({
  page,
}) => {
  const broken = page.waitForEvent("requestfailed", (request) => request.url().includes("/pt-first-"))
  const mend = await breakFiles(page, /\/assets\/pt-first-[^/]*\.js$/)
  await page.goto("/")
  await broken
  await expect(page.getByRole("progressbar", { name: "Prosa" })).toBeVisible()
  await mend()
  await expect(chatOn(page).log).toBeVisible()
})

for (const name of ["app", "react"]) {
  test(`where a file that the page begins with (${name}) does not come, another try is offered; what was written stays`, async ({
    page,
  }) => {
    const chat = chatOn(page)
    const mend = await breakFiles(page, new RegExp(`/assets/${name}-[^/]*\\.js$`))
    await page.goto("/", { waitUntil: "commit" })
    await chat.field.pressSequentially("Já estou escrevendo")
    const reload = page.getByRole("button", { name: "Recarregar", exact: true })
    await expect(reload).toBeVisible()
    await mend()
    await reload.click()
    await expect(chat.log).toBeVisible()
    await expect(chat.field).toHaveValue("Já estou escrevendo")
  })
}

test("where the first files take very long, another try is offered, in the reader's language", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("lang", "en"))
  await page.clock.install()
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route(/\/assets\/app-[^/]*\.js$/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto("/", { waitUntil: "commit" })
  await expect(page.getByRole("textbox", { name: "Message" })).toBeVisible()
  const reload = page.getByRole("button", { name: "Reload", exact: true })
  await page.clock.fastForward(14_000)
  await expect(reload).toHaveCount(0)
  await page.clock.fastForward(2_000)
  await expect(reload).toBeVisible()
  letGo()
  await expect(page.getByRole("log")).toBeVisible()
  await expect(reload).toHaveCount(0)
})

test("styles of the page that failed before it ran are fetched again", async ({ page }) => {
  const styles = /\/assets\/app-[^/]*\.css$/
  await page.route(styles, (route) => route.abort(), { times: 1 })
  await page.goto("/")
  await chatOn(page).untilShown()
  await expect(page.getByRole("main")).toHaveCSS("display", "flex")
})
