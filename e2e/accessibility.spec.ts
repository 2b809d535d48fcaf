import { screenPaths } from "#core/screens/screens.ts"
import type { Page } from "@playwright/test"
import { expectAccessible, expectNoSidewaysScroll } from "./support/axe.ts"
import { chatOn, diagramMs, openAndAsk } from "./support/chat.ts"
import { storeChats, storedChat } from "./support/stored-chats.ts"
import { expect, test } from "./support/test.ts"
import { expectTouchTargets } from "./support/touch-targets.ts"

const phone = { width: 390, height: 844 }
const desk = { width: 1280, height: 800 }

for (const viewport of [phone, desk]) {
  test(`axe finds nothing in any state and theme at ${viewport.width} × ${viewport.height}`, async ({ page }) => {
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
    await expect(chat.answers).toContainText("Você parou a resposta.")

    await chat.ask("mostre uma tabela e um código, e pesquise")
    await chat.untilAnswered()
    await expect(chat.answers.last().getByRole("table")).toBeVisible()
    await chat.ask("mais uma tabela")
    await chat.untilAnswered()
    await expect(chat.answers.last().getByRole("table")).toBeVisible()
    await expectAccessible(page, "finished, with tables, code and sources")

    await chat.ask("erro 403")
    await expect(chat.answers.last()).toContainText("Ops!")
    await expectAccessible(page, "error")
    await expect(page.getByRole("dialog", { name: "Premium" })).toBeVisible()
    await expectAccessible(page, "plans")
    await page.keyboard.press("Escape")

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
  const chat = await openAndAsk(page, "uma tabela e um código")
  await expect(chat.answers.getByRole("button", { name: "Copiar código" })).toBeVisible()
  // Before its title has come, the conversation is a second "Nova conversa".
  await expect(chat.conversations.getByRole("link", { name: /^Nova conversa/ })).toHaveCount(0)
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
    "Usar o GPT-5",
    "Configurações",
    "Mensagens",
    "Copiar",
    "Tabela",
    "Copiar código",
    "Copiar",
    "Tentar de novo",
    "Mensagem",
    "Modelo: GPT-4o mini. Trocar",
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
  await expect(chat.answers).toContainText("Você parou a resposta.")
  await expect(chat.send).toBeVisible()
  await expect.poll(() => focused(page)).not.toBe("nothing")

  const chip = page.getByRole("button", { name: /^Modelo: / })
  await chip.focus()
  await page.keyboard.press("Enter")
  await expect(page.getByRole("dialog", { name: "Modelos" })).toBeVisible()
  await page.keyboard.press("Tab")
  await expect(page.getByRole("dialog").locator(":focus")).toHaveCount(1)
  const rows = page.getByRole("dialog").getByRole("table").getByRole("button")
  await page.keyboard.press("End")
  await expect(rows.last()).toBeFocused()
  await page.keyboard.press("Home")
  await expect(rows.first()).toBeFocused()
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
  await page.getByRole("dialog").getByRole("button", { name: "Salvar" }).focus()
  await page.keyboard.press("Enter")
  await expect(page.getByRole("heading", { level: 1, name: /Contagem/ })).toBeVisible()
  await expect.poll(() => focused(page)).not.toBe("nothing")

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
  await page.goto("/masks")
  await expect(page.getByRole("heading", { name: "Máscaras" })).toBeVisible()
  await expectNoSidewaysScroll(page, "masks")
})

test("at 200 % zoom the conversation, the composer and the settings can be used", async ({ page }) => {
  await page.setViewportSize({ width: 640, height: 400 })
  const chat = await openAndAsk(page, "uma tabela")
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
  await expect(chat.answers).toContainText("Você parou a resposta.")
})

for (const viewport of [phone, desk]) {
  test(`axe finds nothing on any route from right to left at ${viewport.width} × ${viewport.height}`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport)
    await page.emulateMedia({ reducedMotion: "reduce" })
    const { home, search, settings, auth, logs, statement, masks } = screenPaths
    for (const path of [home, search, settings, auth, logs, statement, masks, "/#/nothing-here"]) {
      await page.goto(path)
      await expect(page.getByRole("heading", { level: 1 }).or(page.getByRole("log")).first()).toBeVisible()
      await page.evaluate(() => (document.documentElement.dir = "rtl"))
      await expectAccessible(page, `${path} from right to left`)
      const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement)
      expect(scrollWidth, path).toBe(clientWidth)
    }
  })
}

test("without a pointer the focus is never lost: deleting, undoing, filing, clearing, retrying, other chats and screens", async ({
  page,
  prosa,
}) => {
  const chat = chatOn(page)
  const named = (title: string) => chat.conversations.getByRole("link", { name: new RegExp(`^${title}`) })
  const chats = ["Aluguel", "Moqueca", "Enem"].map((title, age) => storedChat(title, ["um", "dois"], age))
  await storeChats(page, prosa.url, chats, "Aluguel")
  await page.goto("/")
  await named("Moqueca").focus()
  await page.keyboard.press("Delete")
  await expect(named("Enem")).toBeFocused()
  await page.getByRole("button", { name: "Desfazer" }).focus()
  await page.keyboard.press("Enter")
  await expect(named("Enem")).toBeFocused()

  // Pinned, and back.
  const told = chat.conversations.getByRole("status")
  for (const [item, place] of [
    ["Fixar no topo", /^Fixadas\. Posição 1 de 1$/],
    ["Tirar do topo", /^Posição (\d) de \1$/],
  ] as const) {
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    await page.getByRole("menuitem", { name: item }).focus()
    await page.keyboard.press("Enter")
    await expect(named("Enem")).toBeFocused()
    await expect(told).toHaveText(place)
  }

  // Into a new folder, and out of it with the folder.
  await page.keyboard.press("Tab")
  await page.keyboard.press("Enter")
  await page.getByRole("menuitem", { name: "Mover para uma pasta" }).focus()
  await page.keyboard.press("Enter")
  await page.getByRole("button", { name: "Nova pasta" }).focus()
  await page.keyboard.press("Enter")
  await expect(page.getByRole("textbox", { name: "Nome da pasta" })).toBeFocused()
  await page.keyboard.type("Estudos")
  await page.keyboard.press("Enter")
  await expect(named("Enem")).toBeFocused()
  await page.getByRole("button", { name: "Ações da pasta Estudos" }).focus()
  await page.keyboard.press("Enter")
  await page.getByRole("menuitem", { name: "Excluir pasta" }).focus()
  await page.keyboard.press("Enter")
  await page.getByRole("alertdialog").getByRole("button", { name: "Excluir pasta" }).focus()
  await page.keyboard.press("Enter")
  await expect(named("Enem")).toBeFocused()

  // Another chat has a field of its own.
  await chat.field.focus()
  await page.keyboard.press("Alt+ArrowDown")
  await expect(named("Aluguel")).not.toHaveAttribute("aria-current")
  await expect(chat.field).toBeFocused()
  await chat.ask("vazio")
  await chat.answers.last().getByRole("button", { name: "Tentar de novo" }).focus()
  await page.keyboard.press("Enter")
  await expect(chat.log).toBeFocused()
  await expect(chat.log).toHaveCSS("outline-style", "none")
  await chat.untilAnswered()
  await page.getByRole("button", { name: "Nova conversa" }).focus()
  await page.keyboard.press("Enter")
  await expect(chat.field).toBeFocused()
  await chat.conversations.getByRole("link").first().focus()
  for (let left = await chat.conversations.getByRole("link").count(); left > 0; left -= 1) {
    await page.keyboard.press("Delete")
  }
  await expect(chat.field).toBeFocused()

  await page.getByRole("link", { name: "Configurações" }).focus()
  await page.keyboard.press("Enter")
  await expect(page.getByRole("heading", { name: "Configurações" })).toBeVisible()
  await expect.poll(() => focused(page)).not.toBe("nothing")
})

test("the focus stays near what goes with a press: the rest of a code, a diagram's text, a pinned message", async ({
  page,
  prosa,
}) => {
  const code = `\`\`\`ts\n${"linha()\n".repeat(60)}\`\`\``
  const diagram = "```mermaid\nflowchart LR\n  A --> B\n```"
  await storeChats(page, prosa.url, [storedChat("Código", ["q", code, "r", diagram])], "Código")
  await page.goto("/")
  const { answers } = chatOn(page)
  const press = async (name: string) => {
    await page.getByRole("button", { name }).last().focus()
    await page.keyboard.press("Enter")
  }
  await press("Mostrar as 60 linhas")
  await expect(answers.first().locator("pre")).toBeFocused()
  await expect(answers.last().locator("iframe").contentFrame().locator("svg")).toBeVisible({ timeout: diagramMs })
  // The pressed button fades, so that it is still visible two frames after the press.
  await answers
    .last()
    .locator("figure")
    .evaluate((figure) => {
      figure.style.setProperty("transition", "visibility 150ms", "important")
    })
  await press("Ver o texto do diagrama")
  await expect(answers.last().getByRole("button", { name: "Quebrar linhas" })).toBeFocused()
  await answers.last().getByRole("button", { name: "Mais ações" }).click()
  await page.getByRole("menuitem", { name: "Lembrar nesta conversa" }).click()
  await press("Ver")
  await press("Não lembrar mais desta mensagem")
  await expect(page.getByRole("switch", { name: /Pausar/ })).toBeFocused()
})

test("a finger finds whatever can be pressed on a phone", async ({ browser, prosa }) => {
  const context = await browser.newContext({
    hasTouch: true,
    isMobile: true,
    reducedMotion: "reduce",
    viewport: phone,
    locale: "pt-BR",
  })
  const page = await context.newPage()
  const chat = chatOn(page)
  await page.goto(prosa.url)
  await expect(page.getByRole("heading", { name: "Olá! Como posso ajudá-lo hoje?" })).toBeVisible()
  await expectTouchTargets(page, "empty")
  await chat.ask("um código, e pesquise")
  await chat.untilAnswered()
  await expect(chat.answers.getByRole("button", { name: "Mais ações" })).toBeVisible()
  await expectTouchTargets(page, "answered")
  await chat.answers.getByRole("button", { name: "Mais ações" }).tap()
  // Before its sheet is there, the page beneath it would be measured, on its way to rest.
  await expect(page.getByRole("menu")).toBeVisible()
  await expectTouchTargets(page, "menu of a message")
  await page.keyboard.press("Escape")
  await page.getByRole("button", { name: "Ações desta conversa" }).tap()
  await page.getByRole("menuitem", { name: "Memória da conversa" }).tap()
  await expect(page.getByRole("dialog", { name: "Memória da conversa" })).toBeVisible()
  await expectTouchTargets(page, "memory")
  await page.keyboard.press("Escape")
  await page.getByRole("button", { name: "Abrir conversas" }).tap()
  await expect(page.getByRole("dialog", { name: "Conversas" })).toBeVisible()
  await expectTouchTargets(page, "drawer")
  await page.getByRole("button", { name: "Ações da conversa" }).tap()
  await expectTouchTargets(page, "menu of a conversation")
  await page.goto(`${prosa.url}/search-chat?q=codigo`)
  await expect(page.getByRole("list", { name: "Resultados" })).toBeVisible()
  await expectTouchTargets(page, "search")
  await context.close()
})

test("in the reader's own colours questions are framed, and what has the focus or cannot be chosen is told apart", async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: "active" })
  const chat = chatOn(page)
  await page.goto("/")
  await page.getByRole("button", { name: "Ações desta conversa" }).click()
  const style = (name: string, property: string) =>
    page.getByRole("menuitem", { name }).evaluate((item, key) => getComputedStyle(item).getPropertyValue(key), property)
  await expect(page.getByRole("menuitem", { name: "Renomear" })).toBeFocused()
  expect(await style("Renomear", "outline-style")).toBe("solid")
  expect(await style("Limpar contexto", "color")).not.toBe(await style("Renomear", "color"))
  await page.keyboard.press("Escape")
  await chat.ask("oi")
  const framed = await chat.questions.evaluate((question) =>
    [...question.querySelectorAll("div")].some((box) => getComputedStyle(box).borderTopStyle === "solid"),
  )
  expect(framed).toBe(true)
  // The browser paints the page's colour behind words: not behind those on a button that has a colour.
  const send = page.getByRole("button", { name: "Nova conversa" })
  expect(await send.evaluate((button) => getComputedStyle(button).getPropertyValue("forced-color-adjust"))).toBe("none")
})

test.describe("without a connection", () => {
  test.use({ allowErrors: true })
  test("what was never loaded says so, keeps the focus, and opens when the connection is back", async ({
    page,
    context,
  }) => {
    await openAndAsk(page, "oi")
    await context.setOffline(true)
    const button = page.getByRole("button", { name: "Ações desta conversa" })
    await button.focus()
    await page.keyboard.press("Enter")
    await expect(page.getByText(/^Isto ainda não foi carregado/)).toBeVisible()
    await expect(button).toBeFocused()
    await page.keyboard.press("Control+/")
    await expect(page.getByRole("dialog")).toHaveCount(0)
    await page.getByRole("link", { name: "Configurações" }).click()
    await expect(page.getByRole("main").getByText(/^Isto ainda não foi carregado/)).toBeVisible()
    await context.setOffline(false)
    await page.getByRole("main").getByRole("button").first().click()
    await expect(page.getByRole("heading", { name: "Configurações" })).toBeVisible()
    await page.goBack()
    await button.click()
    await expect(page.getByRole("menuitem", { name: "Renomear" })).toBeVisible()
  })
})
