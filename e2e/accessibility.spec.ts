import type { Page } from "@playwright/test"
import { expectAccessible, expectNoSidewaysScroll } from "./support/axe.ts"
import { chatOn } from "./support/chat.ts"
import { expect, test } from "./support/test.ts"

const phone = { width: 390, height: 844 }
const desk = { width: 1280, height: 800 }

for (const viewport of [phone, desk]) {
  test(`axe finds nothing in any state and theme at ${viewport.width} × ${viewport.height}`, async ({ page }) => {
    test.slow()
    const isPhone = viewport === phone
    await page.setViewportSize(viewport)
    // Colours change at once, so that none is looked at half-way between two themes.
    await page.emulateMedia({ reducedMotion: "reduce" })
    const chat = chatOn(page)
    await page.goto("/")
    await expect(page.getByRole("heading", { name: "Olá! Como posso ajudá-lo hoje?" })).toBeVisible()
    await expectAccessible(page, "empty")

    await chat.ask("devagar, por favor")
    await expect(chat.answers).toContainText("Vou responder")
    await expectAccessible(page, "streaming")
    await chat.stop.click()
    await expect(chat.answers).toContainText("Gerado até a parada.")

    await chat.ask("mostre uma tabela e um código, e pesquise")
    await chat.untilAnswered()
    await expect(chat.answers.last().getByRole("table")).toBeVisible()
    await expectAccessible(page, "finished, with a table, code and sources")

    await chat.ask("erro 403")
    await expect(chat.answers.last()).toContainText("Ops!")
    await expectAccessible(page, "error")

    await page.getByRole("button", { name: /^Modelo: / }).click()
    await expect(page.getByRole("dialog", { name: "Modelos" })).toBeVisible()
    await expectAccessible(page, "choice of models")
    await page.keyboard.press("Escape")

    if (isPhone) {
      await page.getByRole("button", { name: "Abrir conversas" }).click()
      await expect(page.getByRole("dialog", { name: "Conversas" })).toBeVisible()
      await expectAccessible(page, "drawer")
    } else {
      await chat.conversations.getByRole("link").hover()
      await page.getByRole("button", { name: "Ações da conversa" }).click()
      await expect(page.getByRole("menu")).toBeVisible()
      await expectAccessible(page, "menu of a conversation")
      await page.keyboard.press("Escape")
    }
    await page.getByRole("button", { name: /^Usar o / }).click()
    await expect(page.getByRole("dialog", { name: "Premium" })).toBeVisible()
    await expectAccessible(page, "plans")

    await page.goto("/settings")
    await page.getByRole("textbox", { name: "Código de acesso" }).fill("um-codigo-errado")
    await page.keyboard.press("Enter")
    await expect(page.getByText(/^Código inválido/)).toBeVisible()
    await expectAccessible(page, "settings, with a refused code")
    await page.getByRole("combobox", { name: "Tema" }).selectOption("Escuro")
    await page.goto("/auth")
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark")
    await expect(page.getByRole("button", { name: "Tenho um código de acesso" })).toBeVisible()
    await expectAccessible(page, "access screen")
  })
}

/** The accessible name, or the tag, of what has the focus. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement
    if (element === null || element === document.body) return "nothing"
    return element.getAttribute("aria-label") || element.textContent?.trim().slice(0, 40) || element.tagName
  })
}

test("the Tab key reaches everything on the page, in the order it stands there", async ({ page }) => {
  const chat = chatOn(page)
  await page.goto("/")
  await chat.ask("uma tabela e um código")
  await chat.untilAnswered()
  await expect(chat.answers.getByRole("button", { name: "Copiar código" })).toBeVisible()
  await chat.field.fill("rascunho")
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  const reached: string[] = []
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press("Tab")
    const name = await focused(page)
    if (name === "nothing" || (reached.length > 0 && name === reached[0])) break
    reached.push(name)
  }
  const order = [
    "Ir para o conteúdo",
    "Prosa",
    "Nova conversa",
    "Busca",
    "Usar o gpt-5",
    "Configurações",
    "Mensagens",
    "Copiar",
    "Tabela",
    "Copiar código",
    "Copiar",
    "Tentar de novo",
    "Mensagem",
    "Modelo: gpt-4o-mini. Trocar",
    "Enviar",
  ]
  expect(reached.filter((name) => order.includes(name))).toEqual(order)
})

test("the keyboard alone chats, stops, chooses a model and opens the settings, and the focus is never lost", async ({
  page,
}) => {
  const chat = chatOn(page)
  await page.goto("/")
  await chat.field.focus()
  await page.keyboard.type("devagar: conte até dez")
  await page.keyboard.press("Enter")
  await expect(chat.stop).toBeVisible()
  await expect(chat.field).toBeFocused()
  await expect(chat.answers).toContainText("Vou responder")

  await chat.stop.focus()
  await page.keyboard.press("Enter")
  await expect(chat.answers).toContainText("Gerado até a parada.")
  await expect(chat.send).toBeVisible()
  expect(await focused(page)).not.toBe("nothing")

  const chip = page.getByRole("button", { name: /^Modelo: / })
  await chip.focus()
  await page.keyboard.press("Enter")
  await expect(page.getByRole("dialog", { name: "Modelos" })).toBeVisible()
  await page.keyboard.press("Tab")
  expect(await page.evaluate(() => document.activeElement?.closest("dialog") !== null)).toBe(true)
  await page.keyboard.press("Escape")
  await expect(page.getByRole("dialog")).toHaveCount(0)
  await expect(chip).toBeFocused()

  await chat.conversations.getByRole("link").focus()
  await expect(page.getByRole("button", { name: "Ações da conversa" })).toBeVisible()
  await page.keyboard.press("Tab")
  await page.keyboard.press("Enter")
  await expect(page.getByRole("menuitem", { name: "Renomear" })).toBeFocused()
  await page.keyboard.press("Enter")
  await page.keyboard.type("Contagem")
  await page.getByRole("dialog").getByRole("button", { name: "Confirmar" }).focus()
  await page.keyboard.press("Enter")
  await expect(page.getByRole("heading", { level: 1, name: /Contagem/ })).toBeVisible()
  expect(await focused(page)).not.toBe("nothing")

  await page.getByRole("link", { name: "Configurações" }).focus()
  await page.keyboard.press("Enter")
  await expect(page.getByRole("heading", { name: "Configurações" })).toBeVisible()
})

test("at 320 pixels nothing scrolls sideways but tables and code in their own boxes", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  const chat = chatOn(page)
  await page.goto("/")
  await expectNoSidewaysScroll(page, "empty")
  await chat.ask(`uma tabela, um código e pesquise https://exemplo.com.br/${"muito-longo".repeat(12)}`)
  await chat.untilAnswered()
  await expect(chat.answers.getByRole("table")).toBeVisible()
  await expectNoSidewaysScroll(page, "finished")
  await chat.ask("erro 503")
  await page.goto("/settings")
  await expect(page.getByRole("heading", { name: "Configurações" })).toBeVisible()
  await expectNoSidewaysScroll(page, "settings")
  await page.goto("/auth")
  await expect(page.getByRole("button", { name: "Tenho um código de acesso" })).toBeVisible()
  await expectNoSidewaysScroll(page, "access screen")
})

test("at 200 % zoom the conversation, the composer and the settings can be used", async ({ page }) => {
  await page.setViewportSize({ width: 640, height: 400 })
  const chat = chatOn(page)
  await page.goto("/")
  await chat.ask("uma tabela")
  await chat.untilAnswered()
  await expect(chat.field).toBeInViewport({ ratio: 1 })
  await expect(chat.send).toBeInViewport({ ratio: 1 })
  expect((await chat.log.boundingBox())?.height).toBeGreaterThan(120)
  await expectNoSidewaysScroll(page, "zoomed")
  await page.getByRole("button", { name: "Abrir conversas" }).click()
  await page.getByRole("link", { name: "Configurações" }).click()
  await page.getByRole("switch", { name: "Mostrar o preço antes de enviar" }).scrollIntoViewIfNeeded()
  await expect(page.getByRole("switch", { name: "Mostrar o preço antes de enviar" })).toBeInViewport()
  await expectNoSidewaysScroll(page, "zoomed settings")
})

test("with reduced motion nothing moves while an answer arrives", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" })
  const chat = chatOn(page)
  await page.goto("/")
  await chat.ask("devagar, com calma")
  await expect(chat.answers).toContainText("Vou responder")
  const moving = await page.evaluate(() =>
    document
      .getAnimations()
      .filter((animation) => animation.playState === "running" && Number(animation.effect?.getTiming().duration) > 1)
      .map((animation) => (animation as CSSAnimation).animationName),
  )
  expect(moving).toEqual([])
  await chat.stop.click()
  await expect(chat.answers).toContainText("Gerado até a parada.")
})

for (const viewport of [phone, desk]) {
  test(`axe finds nothing on any route from right to left at ${viewport.width} × ${viewport.height}`, async ({
    page,
  }) => {
    test.slow()
    await page.setViewportSize(viewport)
    await page.emulateMedia({ reducedMotion: "reduce" })
    for (const path of [
      "/",
      "/search-chat",
      "/settings",
      "/auth",
      "/logs",
      "/statement",
      "/masks",
      "/#/nothing-here",
    ]) {
      await page.goto(path)
      await expect(page.getByRole("heading", { level: 1 }).or(page.getByRole("log")).first()).toBeVisible()
      await page.evaluate(() => (document.documentElement.dir = "rtl"))
      await expectAccessible(page, `${path} from right to left`)
      const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement)
      expect(scrollWidth, path).toBe(clientWidth)
    }
  })
}
