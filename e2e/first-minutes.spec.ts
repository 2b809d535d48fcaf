import { errorReply, textReply } from "../testing/fake-provider/replies.ts"
import { chatOn, openAndAsk } from "./support/chat.ts"
import { expect, test, withMotion } from "./support/test.ts"

test.use(withMotion)

test("a visitor opens the page, takes a starter, asks, reads the answer, and finds it again after a reload", async ({
  page,
}) => {
  const chat = chatOn(page)
  const asked: string[] = []
  page.on("request", (request) => asked.push(new URL(request.url()).pathname))
  await page.goto("/")
  await expect(page.getByRole("heading", { name: "Olá! Como posso ajudá-lo hoje?" })).toBeVisible()
  await expect(page.getByText("Modo demonstração: respostas simuladas")).toBeVisible()
  await expect(chat.messages).toHaveCount(0)
  await expect(chat.send).toBeDisabled()

  // Masks stand above them.
  const starters = chat.log.getByRole("list").last().getByRole("listitem").getByRole("button")
  await expect(starters).toHaveCount(4)
  await starters.last().click()
  await expect(chat.field).toHaveValue(/arroz, ovo, abobrinha/)
  await expect(chat.field).toBeFocused()
  await expect(chat.messages).toHaveCount(0)
  expect(asked.filter((path) => path.includes("completions"))).toEqual([])

  await chat.field.press("Enter")
  await expect(chat.stop).toBeVisible()
  await expect(chat.field).toHaveValue("")
  await expect(chat.messages).toHaveCount(2)
  await expect(chat.messages.nth(0)).toHaveAccessibleName("Você")
  await expect(chat.messages.nth(1)).toHaveAccessibleName("gpt-4o-mini")
  await expect(page.getByRole("heading", { name: "Olá! Como posso ajudá-lo hoje?" })).toHaveCount(0)
  await chat.untilAnswered()
  await expect(chat.messages).toHaveCount(2)
  await expect(chat.answers).toContainText("abobrinha")
  await expect(page.getByRole("status").filter({ hasText: "Resposta completa." })).toBeAttached()
  await expect(page.getByRole("log")).toHaveCount(1)

  await expect(chat.answers.getByRole("list")).toBeVisible()
  const said = await chat.messages.allInnerTexts()
  await page.reload()
  await expect(chat.messages).toHaveCount(2)
  await expect.poll(() => chat.messages.allInnerTexts()).toEqual(said)
  await expect(chat.conversations.getByRole("link")).toHaveCount(1)
})

test("an answer that is there at once is read out, too", async ({ page, provider, startProsa }) => {
  const prosa = await startProsa({ provider })
  provider.script(textReply("A **soma** é $x^2$.", { chunks: 1 }))
  const chat = chatOn(page)
  await page.goto(prosa.url)
  await chat.ask("quanto é?")
  await expect(page.getByRole("status").filter({ hasText: /^A soma é x\^2\. Resposta completa\.$/ })).toBeAttached()
})

test("an earlier answer that is asked for again is read out where it stands", async ({
  page,
  provider,
  startProsa,
}) => {
  const prosa = await startProsa({ provider })
  const chat = chatOn(page)
  provider.script(textReply("Primeira."))
  await page.goto(prosa.url)
  await chat.ask("um")
  await chat.untilAnswered()
  provider.script(textReply("Segunda."))
  await chat.ask("dois")
  await chat.untilAnswered()
  provider.script(textReply("Outra vez a primeira."))
  await chat.answers.first().getByRole("button", { name: "Tentar de novo" }).click()
  await expect(page.getByRole("status").filter({ hasText: "Outra vez a primeira. Resposta completa." })).toBeAttached()
})

test("trouble is read out as it is shown, without its emoji, and a wait once", async ({
  page,
  provider,
  startProsa,
}) => {
  const prosa = await startProsa({ provider })
  const chat = chatOn(page)
  const said: string[] = []
  await page.exposeFunction("hear", (words: string) => said.push(words))
  await page.goto(prosa.url)
  await chat.untilShown()
  await page.evaluate(() => {
    const { hear } = window as unknown as { readonly hear: (words: string) => void }
    const seen = new MutationObserver((changes) => {
      for (const { target } of changes) hear(target.textContent?.trim() ?? "")
    })
    for (const place of document.querySelectorAll("[role=status]")) {
      seen.observe(place, { childList: true, characterData: true, subtree: true })
    }
  })
  // So long that the server leaves trying again to the page.
  provider.script([
    errorReply(503, "overloaded", { retryAfter: 60 }),
    errorReply(402, "insufficient balance of the operator"),
  ])
  await chat.ask("e agora?")
  await expect(chat.answers).toContainText("Ops!")
  await expect.poll(() => said.at(-1)).toMatch(/^Ops! .+ Nada foi cobrado\.$/)
  expect(said.filter((words) => words.includes("Nova tentativa"))).toHaveLength(1)
})

test("the answer grows on the screen while it arrives, and a screen reader hears of it by sentence", async ({
  page,
}) => {
  const chat = chatOn(page)
  await page.goto("/")
  await chat.ask("devagar: o que é uma jangada?")
  const lengths = new Set<number>()
  await expect.poll(async () => lengths.add((await chat.answers.innerText()).length).size).toBeGreaterThan(4)
  await expect(chat.stop).toBeVisible()
  await expect(page.getByRole("status").filter({ hasText: /jangada|devagar|simulada/i })).toBeAttached()
  await chat.stop.click()
  await expect(chat.answers).toContainText("Você parou a resposta.")
  await expect(chat.send).toBeFocused()
})

test("Enter sends; Shift+Enter, a composing input method and an empty field do not", async ({ page, context }) => {
  const chat = chatOn(page)
  await page.goto("/")
  await chat.field.press("Enter")
  await chat.field.fill("   ")
  await chat.field.press("Enter")
  await expect(chat.send).toBeDisabled()

  await chat.field.fill("uma linha")
  await chat.field.press("Shift+Enter")
  await chat.field.pressSequentially("outra")
  await expect(chat.field).toHaveValue("uma linha\noutra")

  const keyboard = await context.newCDPSession(page)
  await keyboard.send("Input.imeSetComposition", { text: " acao", selectionStart: 5, selectionEnd: 5 })
  const enter = { key: "Enter", code: "Enter", windowsVirtualKeyCode: 229 }
  await keyboard.send("Input.dispatchKeyEvent", { type: "rawKeyDown", ...enter })
  await keyboard.send("Input.insertText", { text: " ação" })
  await keyboard.send("Input.dispatchKeyEvent", { type: "keyUp", ...enter })
  await expect(chat.field).toHaveValue("uma linha\noutra ação")
  await expect(chat.messages).toHaveCount(0)

  await chat.field.press("Enter")
  await expect(chat.questions).toHaveText("uma linha\noutra ação")
  await chat.untilAnswered()
})

test("a draft survives a reload, and each conversation has its own", async ({ page }) => {
  const chat = await openAndAsk(page, "oi")
  await chat.field.pressSequentially("ainda não sei")
  await page.reload()
  await expect(chat.field).toHaveValue("ainda não sei")
  await page.getByRole("button", { name: "Nova conversa" }).click()
  await expect(chat.messages).toHaveCount(0)
  await expect(chat.field).toHaveValue("")
  await expect(chat.conversations.getByRole("link")).toHaveCount(2)
  await chat.conversations.getByRole("link").last().click()
  await expect(chat.field).toHaveValue("ainda não sei")
  await expect(chat.messages).toHaveCount(2)
})

test("a conversation that has said enough gets a title of its own", async ({ page }) => {
  const chat = await openAndAsk(
    page,
    "Quais são as capitais dos estados do Nordeste e o que se come em cada uma delas?",
  )
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("Nova conversa")
  const title = await page.getByRole("heading", { level: 1 }).innerText()
  await expect(chat.conversations.getByRole("link", { name: title })).toBeVisible()
  await expect(page).toHaveTitle(new RegExp(title.slice(0, 12)))
})
