import type { Page } from "@playwright/test"
import { chatOn } from "./support/chat.ts"
import { expect, test } from "./support/test.ts"

/** A browser that would install the page, and asks for that as it is opened. Resolves to how often its question was shown. */
async function withPrompt(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    let shown = 0
    Object.assign(window, { shown: () => shown })
    addEventListener("load", () => {
      const event = Object.assign(new Event("beforeinstallprompt", { cancelable: true }), {
        prompt: () => Promise.resolve(void (shown += 1)),
      })
      dispatchEvent(event)
    })
  })
  return () => page.evaluate(() => (window as unknown as { shown(): number }).shown())
}

/** A visit on which something is asked. */
async function visit(page: Page): Promise<void> {
  await page.goto("/")
  const chat = chatOn(page)
  await page.waitForFunction(() => localStorage.getItem("nk-records-adopted") !== null)
  await chat.ask("Oi")
  await chat.untilAnswered()
}

const offer = (page: Page) => page.getByText("Quer abrir o chat direto da tela inicial, mesmo sem internet?")

test("who comes for the third time is asked once whether to install the page, after an answer", async ({ page }) => {
  const shown = await withPrompt(page)
  for (let at = 0; at < 2; at++) await visit(page)
  await expect(offer(page)).toHaveCount(0)
  await visit(page)
  await expect(offer(page)).toBeVisible()
  expect(await shown()).toBe(0)
  await page.getByRole("button", { name: "Instalar", exact: true }).click()
  expect(await shown()).toBe(1)
  await visit(page)
  await expect(offer(page)).toHaveCount(0)
})

test("the settings offer to install the page, and say how where the browser does not ask", async ({
  page,
  context,
}) => {
  const shown = await withPrompt(page)
  await page.goto("/settings")
  const install = page.getByRole("button", { name: "Instalar", exact: true })
  await install.click()
  expect(await shown()).toBe(1)
  // A browser's question can be asked once.
  await expect(install).toHaveCount(0)
  await expect(page.getByText("Para instalar, abra o menu do navegador", { exact: false })).toBeVisible()

  const iphone = await context.newPage()
  await iphone.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, "userAgent", { get: () => "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5)" })
  })
  await iphone.goto("/settings")
  await expect(
    iphone.getByText("toque em Compartilhar e depois em “Adicionar à Tela de Início”", { exact: false }),
  ).toBeVisible()
})
