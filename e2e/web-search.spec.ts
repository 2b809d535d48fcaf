import { expectAccessible, expectNoSidewaysScroll } from "./support/axe.ts"
import { chatOn, openWithCode } from "./support/chat.ts"
import { newCode } from "./support/prosa.ts"
import { expectTouchTargets } from "./support/touch-targets.ts"
import { expect, test } from "./support/test.ts"

test("the globe asks for a search in this conversation alone, and the badge counts what is left", async ({
  page,
  prosa,
}) => {
  await openWithCode(page, "/", await newCode(prosa, "20.00", { calls: 5 }))
  const chat = chatOn(page)
  const globe = page.getByRole("button", { name: "Pesquisar na web" })
  await expect(globe).toHaveAttribute("aria-pressed", "false")
  await expect(globe).toHaveAttribute("title", /sai do seu pacote. Restam: 5/)
  const badge = page.getByRole("img", { name: "5 pesquisas na web" })
  await expect(badge).toBeVisible()

  await globe.focus()
  await page.keyboard.press("Space")
  await expect(globe).toHaveAttribute("aria-pressed", "true")
  await expectAccessible(page, "the search is on")

  const asked = page.waitForRequest((request) => request.url().endsWith("/v1/chat/completions"))
  await chat.ask("Pesquise a altura do Pico da Neblina")
  expect((await asked).postDataJSON()).toMatchObject({ enable_web_search: true, max_web_search_calls: 1 })
  await chat.untilAnswered()
  await expect(chat.answers.last().getByText(/^Pesquisou na web/)).toBeVisible()
  const sources = chat.answers.last().getByRole("navigation", { name: "Fontes" }).getByRole("link")
  await expect(sources.first()).toHaveAttribute("rel", /noopener/)
  await expect(page.getByRole("img", { name: "4 pesquisas na web" })).toBeVisible()
  await expect(globe).toHaveAttribute("title", /Restam: 4/)

  await page.getByRole("button", { name: "Nova conversa" }).first().click()
  await expect(globe).toHaveAttribute("aria-pressed", "false")
  await page.goBack()
  await page.reload()
  await chat.conversations.getByRole("link").last().click()
  await expect(globe).toHaveAttribute("aria-pressed", "true")
})

test("who has no searches is told where they come from, and nothing is switched on", async ({ page, prosa }) => {
  await openWithCode(page, "/", await newCode(prosa, "20.00", { calls: 0 }))
  const globe = page.getByRole("button", { name: "Pesquisar na web" })
  await expect(globe).toHaveAttribute("title", /Restam: 0/)
  await globe.click()
  await expect(page.getByText("Você não tem pesquisas na web.")).toBeVisible()
  await expect(globe).toHaveAttribute("aria-pressed", "false")
})

test("silence after a search is told as that", async ({ page }) => {
  await page.goto("/")
  const chat = chatOn(page)
  await chat.ask("Pesquise o horário da maré, erro vazio")
  await expect(chat.answers.last().getByText(/pesquisou na web, mas não escreveu nenhuma resposta/)).toBeVisible()
})

test("where nobody can search there is no globe", async ({ page }) => {
  await page.route("**/api/search-status", (route) => route.fulfill({ json: { enableSearch: false } }))
  const heard = page.waitForResponse("**/api/search-status")
  await page.goto("/")
  await heard
  await expect(chatOn(page).field).toBeVisible()
  await expect(page.getByRole("button", { name: "Pesquisar na web" })).toHaveCount(0)
})

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test("the globe is large enough for a thumb and says what it costs when it is switched on", async ({
    page,
    prosa,
  }) => {
    await openWithCode(page, "/", await newCode(prosa, "20.00", { calls: 12 }))
    const globe = page.getByRole("button", { name: "Pesquisar na web" })
    await globe.tap()
    await expect(page.getByText("Cada pesquisa sai do seu pacote. Restam: 12.")).toBeVisible()
    await expectTouchTargets(page, "the search is on")
    await expectNoSidewaysScroll(page, "the search is on")
  })
})
