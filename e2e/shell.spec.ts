import { readFile } from "node:fs/promises"
import { chatOn } from "./support/chat.ts"
import { expect, test } from "./support/test.ts"

test("the banner leads to the plans and, once dismissed, stays away", async ({ page }) => {
  await page.goto("/")
  const banner = page.getByRole("complementary", { name: "Sobre o Premium" })
  await banner.getByRole("button", { name: /Conheça o Premium/ }).click()
  await expect(page.getByRole("dialog")).toBeVisible()
  await page.keyboard.press("Escape")
  await banner.getByRole("button", { name: "Não mostrar mais" }).click()
  await expect(banner).toHaveCount(0)
  await page.reload()
  await expect(chatOn(page).field).toBeVisible()
  await expect(banner).toHaveCount(0)
  expect(await page.evaluate(() => localStorage.getItem("banner-dismissed"))).toBe("true")
})

test("the log names every request of this browser and nothing of what was said", async ({ page }) => {
  await page.goto("/logs")
  await expect(page.getByText("Nenhum pedido ainda")).toBeVisible()
  await page.goto("/")
  await chatOn(page).ask("Qual é a capital do Acre?")
  await chatOn(page).untilAnswered()
  await page.goto("/logs")
  const rows = page.getByRole("main").getByRole("listitem")
  await expect(rows.filter({ hasText: "gpt-4o-mini" }).first()).toContainText("tokens enviados")
  expect(await page.evaluate(() => localStorage.getItem("nk-request-log"))).not.toContain("Acre")
  await page.getByRole("button", { name: "Limpar registros" }).click()
  await page.getByRole("alertdialog").getByRole("button", { name: "Limpar registros" }).click()
  await expect(rows).toHaveCount(0)
})

test.describe("after an error that nothing caught", () => {
  // The error itself is logged by React.
  test.use({ allowErrors: true })

  test("the crash screen saves everything to a file before it wipes it", async ({ page }) => {
    await page.goto("/")
    await chatOn(page).ask("Guarde isto: jabuticaba")
    await chatOn(page).untilAnswered()
    // A text that is no text cannot be drawn.
    await page.route(/\/assets\/pt-[^/]*\.js$/, async (route) => {
      const response = await route.fetch()
      const body = (await response.text()).replace(/subtitle:(["`'])Gerenciador de prompts\1/, "subtitle:{}")
      await route.fulfill({ response, body, headers: { ...response.headers(), "cache-control": "no-store" } })
    })
    await page.reload()
    await expect(page.getByRole("heading", { name: "Oops, something went wrong!" })).toBeVisible()
    await expect(page.getByLabel("Detalhes do erro")).toContainText("React error #31")
    const report = await page.getByRole("link", { name: "Report This Error" }).getAttribute("href")
    expect(report).not.toContain("jabuticaba")
    const saved = page.waitForEvent("download")
    await page.getByRole("button", { name: "Clear All Data" }).click()
    await page.unroute(/\/assets\/pt-[^/]*\.js$/)
    await page.getByRole("alertdialog").getByRole("button", { name: "Clear All Data" }).click()
    expect(await readFile(await (await saved).path(), "utf8")).toContain("jabuticaba")
    await expect(page.getByRole("heading", { name: "Olá! Como posso ajudá-lo hoje?" })).toBeVisible()
    await expect(page.getByText("jabuticaba")).toHaveCount(0)
  })
})
