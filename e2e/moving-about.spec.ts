import type { Locator, Page } from "@playwright/test"
import { chatOn, diagramMs, openAndAsk, openWithCode } from "./support/chat.ts"
import { newCode } from "./support/prosa.ts"
import { storedChat, storeChats } from "./support/stored-chats.ts"
import { expect, test, withMotion } from "./support/test.ts"

test.use(withMotion)

const two = [storedChat("Aluguel", ["Quanto fica?", "R$ 1.909,20"]), storedChat("Enem", ["Qual é o tema?", "Água"], 1)]

/** Follows a link of the list of chats. */
async function open(page: Page, topic: string): Promise<void> {
  await chatOn(page)
    .conversations.getByRole("link", { name: new RegExp(`^${topic}`) })
    .click()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(topic)
}

test("each conversation has an address: Back is the one before, a reload stays, a link opens in another tab", async ({
  page,
  context,
  prosa,
}) => {
  await storeChats(page, prosa.url, two, "Aluguel")
  await page.goto("/")
  const chat = chatOn(page)
  const title = page.getByRole("heading", { level: 1 })
  await expect(title).toHaveText("Aluguel")
  await expect(page).toHaveURL(/\/chat\?c=[^&]+$/)
  const first = page.url()
  await open(page, "Enem")
  const second = page.url()
  expect(second).not.toBe(first)
  await page.getByRole("button", { name: "Nova conversa" }).click()
  await expect(chat.messages).toHaveCount(0)
  await expect(page).toHaveURL("/chat")
  await page.goBack()
  await expect(title).toHaveText("Enem")
  await page.goBack()
  await expect(title).toHaveText("Aluguel")
  await expect(page).toHaveURL(first)
  await page.goForward()
  await expect(title).toHaveText("Enem")
  await page.reload()
  await expect(title).toHaveText("Enem")

  const link = chat.conversations.getByRole("link", { name: /^Aluguel/ })
  const [other] = await Promise.all([context.waitForEvent("page"), link.click({ modifiers: ["ControlOrMeta"] })])
  await expect(other.getByRole("heading", { level: 1 })).toHaveText("Aluguel")
  await expect(chatOn(other).answers).toHaveText(/1\.909,20/)
  // The tab with the other conversation stays with it, whatever is opened elsewhere.
  await page.reload()
  await expect(title).toHaveText("Enem")
})

test("the first question gives a conversation its address, without a word of it; a screen between is one step", async ({
  page,
}) => {
  const chat = await openAndAsk(page, "abacaxi")
  await expect(page).toHaveURL(/\/chat\?c=[\w-]{21}$/)
  expect(page.url()).not.toContain("abacaxi")
  const address = page.url()
  await page.getByRole("link", { name: "Configurações" }).click()
  await page.goBack()
  await expect(page).toHaveURL(address)
  await expect(chat.questions).toHaveText("abacaxi")
})

test("the address of a deleted conversation says so, and there one begins anew", async ({ page, prosa }) => {
  await storeChats(page, prosa.url, two, "Aluguel")
  await page.goto("/")
  await expect(page).toHaveURL(/\?c=/)
  await open(page, "Enem")
  await page.keyboard.press("Delete")
  await expect(page).toHaveURL(/\?c=Aluguel$/)
  await page.goto("/chat?c=nunca-houve")
  const chat = chatOn(page)
  const gone = page.getByText("A conversa deste endereço foi excluída ou não está neste navegador.")
  await expect(gone).toBeVisible()
  await chat.ask("oi")
  await expect(gone).toHaveCount(0)
  await expect(page).not.toHaveURL(/nunca-houve/)
})

test("'Nova conversa' goes to the empty one that is there", async ({ page, prosa }) => {
  await storeChats(page, prosa.url, two, "Aluguel")
  await page.goto("/")
  const chat = chatOn(page)
  const anew = page.getByRole("button", { name: "Nova conversa" })
  // The one that was there before the others were stored.
  await expect(chat.conversations.getByRole("link")).toHaveCount(3)
  await anew.click()
  await expect(chat.conversations.getByRole("link")).toHaveCount(3)
  await open(page, "Enem")
  await anew.click()
  await expect(chat.messages).toHaveCount(0)
  await expect(chat.conversations.getByRole("link")).toHaveCount(3)
  await expect(chat.conversations.getByRole("link").first()).toHaveText(/^Nova conversa/)
})

/** How far below the upper edge of the list a message begins, in CSS pixels. */
const topOf = (message: Locator) =>
  message.evaluate((element) => {
    const list = element.closest("[role=log]")
    return Math.round(element.getBoundingClientRect().top - (list?.getBoundingClientRect().top ?? 0))
  })

test("a question goes to the top, its answer grows below, and nothing moves the reader until they go to the end", async ({
  page,
}) => {
  const chat = await openAndAsk(page, "longa")
  await chat.ask("conte de novo, longa")
  await expect.poll(() => topOf(chat.questions.last())).toBe(16)
  await expect(page.getByRole("button", { name: "Ir para o fim" })).toBeVisible()
  await chat.untilAnswered()
  expect(await topOf(chat.questions.last())).toBe(16)
  await page.getByRole("button", { name: "Ir para o fim" }).click()
  await expect(chat.answers.last().getByRole("button", { name: "Tentar de novo" })).toBeInViewport()
  await expect(page.getByRole("button", { name: "Ir para o fim" })).toHaveCount(0)
})

test("who has asked for less motion sees the question at the top at once, and the answer below it", async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" })
  const chat = await openAndAsk(page, "longa")
  await chat.ask("conte de novo, longa")
  await expect.poll(() => topOf(chat.questions.last())).toBe(16)
  await chat.untilAnswered()
  expect(await topOf(chat.questions.last())).toBe(16)
})

test("whoever is scrolled by something else than a finger, as by a search in the page, stays there while an answer grows", async ({
  page,
}) => {
  const chat = await openAndAsk(page, "longa")
  await chat.ask("conte de novo, longa")
  await expect.poll(() => topOf(chat.questions.last())).toBe(16)
  const list = page.getByRole("log")
  await expect(chat.stop).toBeVisible()
  await list.evaluate((element) => element.scrollTo({ top: 0, behavior: "instant" }))
  await chat.untilAnswered()
  expect(await list.evaluate((element) => element.scrollTop)).toBe(0)
})

test("a double press on the send button sends, and stops nothing", async ({ page }) => {
  const chat = await openAndAsk(page, "oi")
  await chat.field.fill("conte devagar uma história")
  const { x = 0, y = 0 } = (await chat.send.boundingBox()) ?? {}
  await page.mouse.click(x + 20, y + 20)
  await page.mouse.click(x + 20, y + 20)
  await chat.untilAnswered()
  await expect(page.getByText("Você parou a resposta.")).toHaveCount(0)
})

test("an edited question is gone on with behind its last letter", async ({ page }) => {
  const chat = await openAndAsk(page, "O aluguel subiu.")
  await chat.questions.last().getByRole("button", { name: "Editar" }).click()
  const words = page.getByRole("dialog", { name: "Editar mensagem" }).getByRole("textbox").first()
  await expect(words).toBeFocused()
  await page.keyboard.type(" E agora?")
  await expect(words).toHaveValue("O aluguel subiu. E agora?")
})

test("an earlier answer asked again is seen to begin", async ({ page, prosa }) => {
  const long = "Uma linha.\n\n".repeat(60)
  await storeChats(page, prosa.url, [storedChat("Aluguel", ["um", "curta", "dois", long])], "Aluguel")
  await page.goto("/")
  const chat = chatOn(page)
  await chat.answers.first().getByRole("button", { name: "Tentar de novo" }).click()
  await expect.poll(() => topOf(chat.questions.first())).toBe(16)
  await expect(chat.answers.first()).toBeInViewport()
})

test("the toast of a cleared context stays with its conversation", async ({ page, prosa }) => {
  await storeChats(page, prosa.url, two, "Aluguel")
  await page.goto("/")
  await page.getByRole("button", { name: "Ações desta conversa" }).click()
  await page.getByRole("menuitem", { name: "Limpar contexto" }).click()
  const toast = page.getByText("Contexto limpo: ")
  await expect(toast).toBeVisible()
  await open(page, "Enem")
  await expect(toast).toHaveCount(0)
})

test("a stored conversation is drawn once: none of its Markdown is seen at a reload", async ({ page, prosa }) => {
  await storeChats(page, prosa.url, [storedChat("Aluguel", ["um", "**forte** e `código`"])], "Aluguel")
  // The code that draws answers is slower than the storage.
  await page.route(/\/assets\/markdown-[^/]*\.js$/, async (route) => {
    const response = await route.fetch()
    await page.evaluate(() => new Promise((done) => setTimeout(done, 300)))
    await route.fulfill({ response })
  })
  await page.addInitScript(() => {
    const seen = window as unknown as { rawSeen: boolean }
    seen.rawSeen = false
    new MutationObserver(() => {
      if (document.querySelector("article")?.parentElement?.textContent?.includes("**forte**")) seen.rawSeen = true
    }).observe(document, { childList: true, subtree: true, characterData: true })
  })
  await page.goto("/")
  await expect(chatOn(page).answers.locator("strong")).toHaveText("forte")
  expect(await page.evaluate(() => (window as unknown as { rawSeen: boolean }).rawSeen)).toBe(false)
})

test("a stored conversation is drawn at once: no greeting of an empty one is seen before it", async ({
  page,
  prosa,
}) => {
  await storeChats(page, prosa.url, two, "Aluguel")
  await page.addInitScript(() => {
    // The storage opens later than the page could be drawn.
    // oxlint-disable-next-line typescript/unbound-method -- called with its factory
    const { open } = IDBFactory.prototype
    IDBFactory.prototype.open = function (...words) {
      const request = open.apply(this, words)
      let isLate = false
      request.addEventListener("success", (event) => {
        if (isLate) return
        isLate = true
        event.stopImmediatePropagation()
        setTimeout(() => request.dispatchEvent(new Event("success")), 200)
      })
      return request
    }
    const seen = window as unknown as { greetingSeen: boolean }
    seen.greetingSeen = false
    new MutationObserver(() => {
      if (document.querySelector("main")?.textContent.includes("Como posso ajudá-lo")) seen.greetingSeen = true
    }).observe(document, { childList: true, subtree: true, characterData: true })
  })
  await page.goto("/")
  await expect(chatOn(page).answers).toHaveText(/1\.909,20/)
  expect(await page.evaluate(() => (window as unknown as { greetingSeen: boolean }).greetingSeen)).toBe(false)
})

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test("a tap that leads to another screen gives the focus to its heading, and the skip link stays away", async ({
    page,
  }) => {
    await page.goto("/")
    await page.getByRole("button", { name: "Abrir conversas" }).tap()
    await page.getByRole("link", { name: "Configurações" }).tap()
    const heading = page.getByRole("heading", { level: 1, name: "Configurações" })
    await expect(heading).toBeFocused()
    const skip = page.getByRole("link", { name: "Ir para o conteúdo" })
    await skip.evaluate((link: HTMLElement) => link.focus())
    await expect(skip).toHaveCSS("clip-path", "inset(50%)")
  })

  test("menus and windows are sheets at the lower edge: a swipe, the scrim, Escape and Back close them", async ({
    page,
  }) => {
    await page.goto("/")
    await chatOn(page).untilShown()
    const button = page.getByRole("button", { name: "Ações desta conversa" })
    const menu = page.getByRole("menu")
    const sheet = page.getByRole("dialog", { name: "Ações desta conversa" })
    const openMenu = async () => {
      await button.tap()
      await expect(menu).toBeVisible()
      await sheet.evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)))
      const box = await sheet.boundingBox()
      expect(box).toMatchObject({ x: 0, width: 390 })
      expect(Math.round(box!.y + box!.height)).toBe(844)
      return box!
    }
    const closed = async () => {
      await expect(menu).toHaveCount(0)
      await expect(button).toBeFocused()
    }
    const { y } = await openMenu()
    const touch = await page.context().newCDPSession(page)
    for (const [type, atPx] of [
      ["touchStart", 0],
      ["touchMove", 40],
      ["touchMove", 160],
    ] as const)
      await touch.send("Input.dispatchTouchEvent", { type, touchPoints: [{ x: 195, y: y + 10 + atPx }] })
    await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] })
    await closed()
    await openMenu()
    await page.touchscreen.tap(195, 60)
    await closed()
    await openMenu()
    await page.keyboard.press("Escape")
    await closed()
    await openMenu()
    await page.goBack()
    await closed()
    await expect(page).toHaveURL("/")
    // The closed sheet, which moves out of sight, leaves nothing behind.
    await expect(page.locator("[data-leaving]")).toHaveCount(0)
  })

  test("one sheet at a time: a second step takes the place of the first, and Back gives it back", async ({ page }) => {
    const chat = await openAndAsk(page, "oi")
    await chat.questions.tap()
    await page.getByRole("menuitem", { name: "Editar" }).tap()
    const edit = page.getByRole("dialog", { name: "Editar mensagem" })
    await edit.getByRole("textbox").first().fill("olá")
    await edit.getByRole("button", { name: "Mais ações" }).tap()
    await expect(page.getByRole("menuitem", { name: "Só salvar" })).toBeVisible()
    await expect(edit).toBeHidden()
    await page.goBack()
    await expect(page.getByRole("menu")).toHaveCount(0)
    await expect(edit.getByRole("textbox").first()).toHaveValue("olá")
    await expect(edit.getByRole("button", { name: "Mais ações" })).toBeFocused()
  })

  test("the banner and the word of the demonstration leave with the first question, and a tag stays", async ({
    page,
  }) => {
    await page.goto("/")
    const chat = chatOn(page)
    const banner = page.getByRole("complementary", { name: "Sobre o Premium" })
    await expect(banner).toBeVisible()
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Prosa")
    await chat.ask("oi")
    await expect(banner).toHaveCount(0)
    await expect(page.getByText("Modo demonstração: respostas simuladas")).toHaveCount(0)
    await expect(page.getByText("Demonstração", { exact: true })).toBeVisible()
    // As the keyboard leaves it: most of it belongs to the conversation.
    await page.setViewportSize({ width: 390, height: 500 })
    await chat.field.focus()
    expect((await chat.log.boundingBox())!.height / 500).toBeGreaterThanOrEqual(0.6)
  })

  test("the composer rests on one line, and a tap brings what the next answer is made with", async ({ page }) => {
    await page.goto("/")
    const chat = chatOn(page)
    const model = page.getByRole("button", { name: /^Modelo: / })
    await expect(model).toBeVisible()
    await chat.ask("oi")
    await chat.untilAnswered()
    await chat.log.focus()
    await expect(model).toBeHidden()
    const form = page.locator("form").filter({ has: chat.field })
    await expect.poll(async () => (await form.boundingBox())?.height).toBe(60)
    await chat.field.tap()
    await expect.poll(async () => (await form.boundingBox())?.height).toBe(112)
    await model.tap()
    await expect(page.getByRole("dialog", { name: "Modelos" })).toBeVisible()
  })

  test("once a question is sent the keyboard goes, and the answer has the screen", async ({ page }) => {
    const chat = await openAndAsk(page, "oi")
    await expect(chat.field).not.toBeFocused()
    await chat.field.tap()
    await chat.field.pressSequentially("conte devagar")
    await chat.send.tap()
    await expect(chat.stop).toBeVisible()
    await expect(chat.field).not.toBeFocused()
    const form = page.locator("form").filter({ has: chat.field })
    await expect.poll(async () => (await form.boundingBox())?.height).toBe(60)
    await chat.stop.tap()
    await chat.untilAnswered()
  })

  test("a tap on a question opens its actions, and an edit is sent with one press", async ({ page }) => {
    const chat = await openAndAsk(page, "oi")
    await chat.questions.getByText("oi").tap()
    await page.getByRole("menuitem", { name: "Editar" }).tap()
    const edit = page.getByRole("dialog", { name: "Editar mensagem" })
    const text = edit.getByRole("textbox", { name: "Mensagem" })
    await text.fill("bom dia")
    // As tall as its text: hardly more than the three lines that invite to write.
    expect((await text.boundingBox())?.height).toBeLessThan(100)
    await text.fill("uma linha\n".repeat(8))
    expect((await text.boundingBox())?.height).toBeGreaterThan(180)
    await text.fill("bom dia")
    await expect(edit.getByText("A resposta anterior fica guardada em ‹ ›.")).toBeVisible()
    await edit.getByRole("button", { name: "Enviar" }).tap()
    await expect(chat.questions).toHaveText("bom dia")
    await chat.untilAnswered()
    await expect(chat.answers.getByText("2 de 2")).toBeVisible()
  })

  test("the list of models says what its signs stand for, and opens where the chosen one stands", async ({
    page,
    provider,
    startProsa,
  }) => {
    const prosa = await startProsa({ provider })
    await openWithCode(page, `${prosa.url}/`, await newCode(prosa, "20"))
    const models = page.getByRole("dialog", { name: "Modelos" })
    const choice = models.getByRole("button", { name: /^GPT-5 nano/ })
    for (const isChosen of [false, true]) {
      await page.getByRole("button", { name: /^Modelo: / }).tap()
      await expect(models.getByText("Raciocínio", { exact: true })).toBeVisible()
      await expect(models.getByText("Velocidade", { exact: true })).toBeVisible()
      if (isChosen) await expect(choice).toBeInViewport({ ratio: 0.9 })
      else await expect(choice).not.toBeInViewport()
      await choice.tap()
      await expect(models).toBeHidden()
    }
  })

  test("the drawer has one line a conversation, twelve at once, and opening one closes it", async ({ page, prosa }) => {
    const many = Array.from({ length: 20 }, (_, at) => storedChat(`Assunto ${at + 1}`, ["um", "dois"], at))
    await storeChats(page, prosa.url, many, "Assunto 1")
    await page.goto("/")
    await page.getByRole("button", { name: "Abrir conversas" }).tap()
    const drawer = page.getByRole("dialog", { name: "Conversas" })
    const rows = drawer.getByRole("navigation").getByRole("link")
    await drawer.evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)))
    const list = (await drawer.getByRole("navigation").boundingBox())!
    const boxes = await rows.evaluateAll((links) => links.map((link) => link.getBoundingClientRect().bottom))
    expect(boxes.filter((bottom) => bottom <= list.y + list.height).length).toBeGreaterThanOrEqual(12)
    const before = page.url()
    await rows.filter({ hasText: "Assunto 5" }).tap()
    await expect(drawer).toHaveCount(0)
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Assunto 5")
    // The drawer's own place in the history is left before the conversation has one.
    await expect(page).toHaveURL((url) => url.search.includes("c=") && url.href !== before)
    await page.goBack()
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Assunto 1")
    // One tap begins another, without the drawer.
    await page.getByRole("button", { name: "Nova conversa" }).tap()
    await expect(chatOn(page).messages).toHaveCount(0)

    await page.getByRole("button", { name: "Abrir conversas" }).tap()
    await drawer.getByRole("link", { name: "Máscaras" }).tap()
    await expect(page).toHaveURL("/masks")
    await page.goBack()
    await expect(page).toHaveURL("/chat")
  })

  test("what one can begin with is all in sight, and a long name of a model beside the day's count is whole", async ({
    page,
  }) => {
    const long = "Claude Sonnet 4.5 Thinking"
    await page.route("**/api/config", async (route) => {
      const reply = await route.fetch()
      const json = (await reply.json()) as { readonly models: readonly Record<string, unknown>[] }
      const models = json.models.map((model) => ({ ...model, displayName: long }))
      await route.fulfill({ response: reply, json: { ...json, models } })
    })
    for (const lang of ["pt", "de", "ar"]) {
      await page.addInitScript((code) => localStorage.setItem("lang", code), lang)
      for (const width of [390, 320]) {
        await page.setViewportSize({ width, height: 844 })
        await page.goto("/")
        const form = page.locator("form")
        const chip = form.getByRole("button", { name: long })
        const name = chip.locator("b")
        await expect(name).toHaveText(long)
        const what = `${lang} at ${width} px`
        // Fonts and the day's count may come after the name.
        await expect(async () => {
          const [lost, boxes] = await Promise.all([
            name.evaluate((one) => [one.scrollWidth - one.clientWidth, one.scrollHeight - one.clientHeight]),
            Promise.all([
              chip.boundingBox(),
              form
                .locator("span", { hasText: /^\D*\d+\D*$/ })
                .first()
                .boundingBox(),
            ]),
          ])
          // Less than what a lost letter or line would take: a glyph may reach beyond its line.
          expect(Math.max(...lost), what).toBeLessThanOrEqual(2)
          const [first, second] = boxes.map((box) => box!).toSorted((one, other) => one.x - other.x)
          expect(first!.x + first!.width, what).toBeLessThanOrEqual(second!.x)
          expect(second!.x + second!.width, what).toBeLessThanOrEqual(width)
        }).toPass()
        if (width === 320) continue
        const last = page.getByRole("log").getByRole("listitem").last()
        await expect
          .poll(async () => (await last.boundingBox())!.y + (await last.boundingBox())!.height, what)
          .toBeLessThanOrEqual((await form.boundingBox())!.y)
      }
    }
  })

  test("a wide diagram fits the screen, comes closer, and is whole on a tap", async ({ page, prosa }) => {
    const wide = `flowchart LR\n${Array.from({ length: 9 }, (_, at) => `  A${at}[Passo ${at}] --> A${at + 1}`).join("\n")}`
    await storeChats(page, prosa.url, [storedChat("Fluxo", ["q", `\`\`\`mermaid\n${wide}\n\`\`\``])], "Fluxo")
    await page.goto("/")
    const frame = chatOn(page).answers.locator("iframe")
    await expect(frame.contentFrame().locator("svg")).toBeVisible({ timeout: diagramMs })
    await expect.poll(async () => (await frame.boundingBox())!.width).toBeLessThan(390)
    await page.getByRole("button", { name: "Aproximar" }).tap()
    await expect.poll(async () => (await frame.boundingBox())!.width).toBeGreaterThan(600)
    await page.getByRole("button", { name: "Afastar" }).tap()
    await frame.locator("xpath=../..").tap()
    await expect(page.getByRole("dialog").getByRole("img")).toBeVisible()
  })
})
