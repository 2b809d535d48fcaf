import type { Page } from "@playwright/test"
import { chatOn, openAndAsk, openTab } from "./support/chat.ts"
import { pasteFiles } from "./support/give-files.ts"
import { closableDatabase, holdDatabase } from "./support/held-database.ts"
import { storeChats, storedChat } from "./support/stored-chats.ts"
import { storedDraft } from "./support/stored.ts"
import { expect, test, withMotion } from "./support/test.ts"

test.use(withMotion)

/** Asks for an answer that takes half a minute, and waits until some of it is on the screen. */
async function beginSlowAnswer(page: Page): Promise<string> {
  const chat = chatOn(page)
  await page.goto("/")
  await chat.ask("devagar: conte a história da rendeira")
  await expect(chat.answers).toContainText("um pedacinho por segundo")
  return "Vou responder bem devagar"
}

test("a tab that crashes in mid-answer is found again with the question and what had come", async ({
  page,
  context,
}) => {
  const seen = await beginSlowAnswer(page)
  const crashed = page.waitForEvent("crash")
  const devtools = await context.newCDPSession(page)
  // The call itself never answers: there is nobody left to do so.
  void devtools.send("Page.crash").catch(() => {})
  await crashed

  const again = await openTab(context)
  const chat = chatOn(again)
  await expect(chat.questions).toHaveText("devagar: conte a história da rendeira")
  await expect(chat.answers).toContainText(seen)
  await expect(chat.messages).toHaveCount(2)
})

test("a reload and a closed tab in mid-answer lose nothing", async ({ page, context }) => {
  const seen = await beginSlowAnswer(page)
  await page.reload()
  const chat = chatOn(page)
  await expect(chat.questions).toHaveText("devagar: conte a história da rendeira")
  await expect(chat.answers).toContainText(seen)
  await expect(chat.messages).toHaveCount(2)

  await page.close()
  const again = await openTab(context)
  const later = chatOn(again)
  await expect(later.answers).toContainText(seen)
  await expect(later.messages).toHaveCount(2)
})

test("two tabs show each other's messages, titles and deletions", async ({ page, context }) => {
  const one = await openAndAsk(page, "oi")
  const other = await openTab(context)
  const two = chatOn(other)
  await expect(two.messages).toHaveCount(2)

  await two.ask("Quais são os melhores lugares para comer acarajé em Salvador, e por quê?")
  await two.untilAnswered()
  await expect(one.messages).toHaveCount(4)
  await expect(one.answers.last()).toContainText("acarajé")
  await expect(one.send).toBeVisible()
  const title = (tab: Page) => tab.getByRole("heading", { level: 1 }).innerText()
  await expect(other.getByRole("heading", { level: 1 })).not.toHaveText("Nova conversa")
  await expect.poll(async () => (await title(page)) === (await title(other))).toBe(true)

  await one.conversations.getByRole("link").hover()
  await page.getByRole("button", { name: "Ações da conversa" }).click()
  await page.getByRole("menuitem", { name: "Renomear" }).click()
  await page.getByRole("dialog").getByRole("textbox").fill("Acarajé")
  await page.getByRole("dialog").getByRole("button", { name: "Salvar" }).click()
  await expect(two.conversations.getByRole("link", { name: /^Acarajé/ })).toBeVisible()
})

test("two tabs write in one chat: each finds its own words again, and what one sends leaves the other's alone", async ({
  page,
  context,
}) => {
  await page.goto("/")
  const one = chatOn(page)
  await one.field.fill("da primeira aba")
  // It can be written before the application has loaded, and the conversation is stored after that.
  await page.waitForFunction(storedDraft, "da primeira aba")
  const other = await openTab(context)
  const two = chatOn(other)
  await expect(two.field).toHaveValue("da primeira aba")
  await two.field.fill("da segunda aba")
  await other.reload()
  await expect(two.field).toHaveValue("da segunda aba")
  await page.reload()
  await expect(one.field).toHaveValue("da primeira aba")
  await one.field.press("Enter")
  await expect(one.questions).toHaveCount(1)
  await other.close()
  const third = await openTab(context)
  await expect(chatOn(third).field).toHaveValue("da segunda aba")
})

test("what is being written in a message that another tab deletes stays, and can still be sent", async ({
  page,
  context,
}) => {
  const one = await openAndAsk(page, "primeira pergunta")
  const other = await openTab(context)
  const two = chatOn(other)
  await two.questions.first().hover()
  await two.questions.first().getByRole("button", { name: "Editar" }).click()
  const dialog = other.getByRole("dialog", { name: "Editar mensagem" })
  await dialog.getByRole("textbox", { name: "Mensagem" }).fill("com outras palavras")

  await page.bringToFront()
  await one.questions.first().hover()
  await one.questions.first().getByRole("button", { name: "Mais ações" }).click()
  await page.getByRole("menuitem", { name: "Excluir mensagem" }).click()
  await other.bringToFront()
  await expect(dialog.getByText("Esta mensagem foi excluída em outra aba.")).toBeVisible()
  await dialog.getByRole("button", { name: "Mais ações" }).click()
  await expect(dialog.getByRole("menuitem", { name: "Só salvar" })).toBeDisabled()
  await other.keyboard.press("Escape")
  await dialog.getByRole("button", { name: "Enviar" }).click()
  await expect(two.questions).toHaveText("com outras palavras")
  await two.untilAnswered()
})

test("a chat deleted in one tab lives on whole where an answer arrives in it", async ({ page, context }) => {
  const one = await openAndAsk(page, "oi")
  const other = await openTab(context)
  const two = chatOn(other)
  await expect(two.questions).toHaveCount(1)
  await two.ask("uma resposta longa, devagar")
  await expect(one.questions).toHaveCount(2)
  await one.conversations.getByRole("link").first().focus()
  await page.keyboard.press("Delete")
  // For good, as soon as the offer to undo is over.
  await expect(page.getByRole("button", { name: "Desfazer" })).toBeHidden()
  await expect(one.questions).toHaveCount(0)
  await expect(two.stop).toBeVisible()
  await two.stop.click()
  await expect(two.send).toBeVisible()
  await other.reload()
  // Its address names it.
  await expect(two.messages).toHaveCount(4)
})

test("an answer arriving in one tab is seen in the other, which does not send meanwhile", async ({ page, context }) => {
  await beginSlowAnswer(page)
  const other = await openTab(context)
  const two = chatOn(other)
  await expect(two.questions).toHaveCount(1)
  await expect(two.answers).toContainText("Vou responder bem devagar")
  await expect(two.answers).not.toContainText("Resposta interrompida")
})

test("a deleted conversation comes back by undo, and not by a reload", async ({ page }) => {
  const chat = await openAndAsk(page, "oi")
  const row = chat.conversations.getByRole("link").filter({ hasNotText: "Nova conversa" })
  const removed = page.getByText("Conversa excluída")

  await row.focus()
  await page.keyboard.press("Delete")
  await expect(removed).toBeVisible()
  await expect(chat.messages).toHaveCount(0)
  await page.getByRole("button", { name: "Desfazer" }).click()
  await expect(chat.messages).toHaveCount(2)

  await row.focus()
  await page.keyboard.press("Delete")
  await expect(removed).toBeVisible()
  await page.reload()
  await expect(chat.field).toBeVisible()
  await expect(chat.conversations.getByRole("link", { name: /Nova conversa/ }).first()).toBeVisible()
  await expect(row).toHaveCount(0)
})

test("each of six conversations deleted in a row has its own way back, whatever is said meanwhile", async ({
  page,
  prosa,
}) => {
  const names = ["um", "dois", "três", "quatro", "cinco", "seis"]
  const chats = names.map((name, age) => storedChat(name, ["oi", "olá"], age))
  await storeChats(page, prosa.url, chats)
  await page.goto(prosa.url)
  const chat = chatOn(page)
  const rows = chat.conversations.getByRole("link").filter({ hasNotText: "Nova conversa" })
  await rows.first().focus()
  for (const [deleted] of names.entries()) {
    await expect(rows).toHaveCount(names.length - deleted)
    await rows.first().press("Delete")
  }
  await expect(rows).toHaveCount(0)
  const undo = page.getByRole("button", { name: "Desfazer" })
  await page.keyboard.press("Control+Shift+c")
  await expect(page.getByRole("status").filter({ hasText: "Conversa excluída" })).toContainText(/resposta/i)
  for (const [back] of names.entries()) {
    await expect(rows).toHaveCount(back)
    await undo.first().click()
  }
  await expect(rows).toHaveText(names.map((name) => new RegExp(`^${name}`)))
  // The fresh one that stood in for them is gone with the last deletion.
  await expect(chat.conversations.getByRole("link")).toHaveCount(names.length)
})

test("a conversation deleted for good stays deleted", async ({ page }) => {
  const chat = chatOn(page)
  await page.clock.install()
  await page.goto("/")
  await chat.ask("oi")
  await chat.untilAnswered()
  await chat.conversations.getByRole("link").focus()
  await page.keyboard.press("Delete")
  await expect(page.getByText("Conversa excluída")).toBeVisible()
  await page.clock.fastForward(6_000)
  await expect(page.getByText("Conversa excluída")).toHaveCount(0)
  await page.reload()
  await expect(chat.conversations.getByRole("link")).toHaveCount(1)
  await expect(chat.conversations.getByRole("link", { name: "Nova conversa" })).toBeVisible()
  await expect(chat.messages).toHaveCount(0)
})

test("a conversation brought back and deleted again has its five seconds anew", async ({ page }) => {
  const chat = chatOn(page)
  await page.clock.install()
  await page.goto("/")
  await chat.ask("oi")
  await chat.untilAnswered()
  const row = chat.conversations.getByRole("link").filter({ hasNotText: "Nova conversa" })
  const undo = page.getByRole("button", { name: "Desfazer" })
  await row.focus()
  await page.keyboard.press("Delete")
  await undo.click()
  await page.clock.fastForward(3_000)
  await row.focus()
  await page.keyboard.press("Delete")
  await page.clock.fastForward(3_000)
  await undo.click()
  await expect(chat.messages).toHaveCount(2)
  await page.clock.fastForward(6_000)
  await expect(row).toBeVisible()
})

test("a question asked while the storage is still opening is not lost", async ({ page, context }) => {
  // A deletion that waits for an open connection holds up everybody who opens the same database after it.
  const holder = await context.newPage()
  await holder.goto("/favicon.svg")
  const letGo = await holder.evaluateHandle(async () => {
    const opening = indexedDB.open("nk-prosa", 1)
    const connection = await new Promise<IDBDatabase>((resolve) => {
      opening.addEventListener("success", () => resolve(opening.result))
    })
    indexedDB.deleteDatabase("nk-prosa")
    return () => connection.close()
  })
  const chat = chatOn(page)
  await page.goto("/")
  // Not by `ask`, which looks into the same database first.
  await chat.field.fill("Cheguei antes do disco?")
  await chat.field.press("Enter")
  await expect(chat.questions).toHaveCount(1)
  await letGo.evaluate((close) => close())
  await chat.untilAnswered()
  await expect(chat.messages).toHaveCount(2)
  await expect(chat.questions).toHaveText("Cheguei antes do disco?")
  await expect(chat.answers).toContainText("Cheguei antes do disco")
  await page.reload()
  await expect(chat.messages).toHaveCount(2)
  await expect(chat.questions).toHaveText("Cheguei antes do disco?")
})

test("a question asked before the storage was open is there after the page went away without it", async ({
  page,
  context,
  prosa,
}) => {
  await storeChats(page, prosa.url, [storedChat("Pomar", ["oi", "olá"])])
  await holdDatabase(page)
  await page.goto("/")
  const chat = chatOn(page)
  await expect(chat.log).toBeVisible()
  await chat.field.fill("O disco não abriu?")
  await chat.field.press("Enter")
  await expect(chat.questions).toHaveText("O disco não abriu?")
  await page.goto("/favicon.svg")
  const again = await openTab(context)
  const later = chatOn(again)
  await expect(later.questions).toHaveText("O disco não abriu?")
  // Beside it the stored one, and the empty one of the visit before.
  await expect(later.conversations.getByRole("link")).toHaveCount(3)
  await later.untilAnswered()
  await expect(later.messages).toHaveCount(2)
})

test("what is written and attached before the storage is open goes on in the conversation that was open, behind its draft", async ({
  page,
  prosa,
}) => {
  await storeChats(page, prosa.url, [storedChat("Pomar", ["oi", "olá"])], "Pomar")
  await page.goto("/")
  const chat = chatOn(page)
  await chat.untilShown()
  await chat.field.fill("Um rascunho")
  await page.waitForFunction(storedDraft, "Um rascunho")
  const letGo = await holdDatabase(page)
  await page.reload()
  await expect(chat.log).toBeVisible()
  await chat.field.pressSequentially("e mais")
  await pasteFiles(page, [{ name: "lista.txt", type: "text/plain", bytes: Buffer.from("pitanga") }])
  await expect(page.getByText("lista.txt")).toBeVisible()
  await expect(chat.messages).toHaveCount(0)
  await letGo()
  await expect(chat.messages).toHaveCount(2)
  await expect(chat.field).toHaveValue("Um rascunho\ne mais")
  await expect(chat.field).toBeFocused()
  await page.keyboard.type(" ainda")
  await expect(chat.field).toHaveValue("Um rascunho\ne mais ainda")
  await expect(page.getByText("lista.txt")).toBeVisible()
  await page.waitForFunction(storedDraft, "Um rascunho\ne mais ainda")
})

test("two conversations begun before the storage is open are both there when it is", async ({ page, prosa }) => {
  await storeChats(page, prosa.url, [storedChat("Pomar", ["oi", "olá"])], "Pomar")
  const letGo = await holdDatabase(page)
  await page.goto("/")
  const chat = chatOn(page)
  await expect(chat.log).toBeVisible()
  for (const [asked, question] of ["a primeira", "a segunda"].entries()) {
    if (asked > 0) await page.getByRole("button", { name: "Nova conversa" }).first().click()
    await chat.field.fill(question)
    await chat.field.press("Enter")
    await expect(chat.questions).toHaveText(question)
  }
  await letGo()
  // Beside them the stored one, and the empty one of the visit before.
  await expect(chat.conversations.getByRole("link")).toHaveCount(4)
  await expect(chat.questions).toHaveText("a segunda")
})

test("a storage that does not open holds no question up, says so, and has it once it opens", async ({ page }) => {
  const letGo = await holdDatabase(page)
  await page.goto("/")
  const chat = chatOn(page)
  await expect(chat.log).toBeVisible()
  await chat.field.fill("Cadê o disco?")
  await chat.field.press("Enter")
  await expect(chat.answers).toContainText("Cadê o disco")
  const notice = page.getByText("Algo deu errado, por favor, tente novamente mais tarde.")
  await expect(notice).toBeVisible()
  await letGo()
  await expect(notice).toHaveCount(0)
  await chat.untilAnswered()
  await page.reload()
  // That page waits for it, too.
  await letGo()
  await expect(chat.messages).toHaveCount(2)
  await expect(chat.questions).toHaveText("Cadê o disco?")
})

test("a storage that an older page in another tab keeps from opening says so, and opens when that is gone", async ({
  page,
  context,
}) => {
  const holder = await context.newPage()
  await holder.goto("/favicon.svg")
  const letGo = await holder.evaluateHandle(async () => {
    const opening = indexedDB.open("nk-prosa", 1)
    opening.addEventListener("upgradeneeded", () => {
      opening.result.createObjectStore("sessions", { keyPath: "id" })
      opening.result
        .createObjectStore("messages", { keyPath: "id" })
        .createIndex("by-session", ["sessionId", "position"])
      opening.result.createObjectStore("drafts", { keyPath: "sessionId" })
      opening.result.createObjectStore("settings")
    })
    const connection = await new Promise<IDBDatabase>((resolve) => {
      opening.addEventListener("success", () => resolve(opening.result))
    })
    return () => connection.close()
  })
  // Time stands still: nothing is said for having waited long.
  await page.clock.install()
  await page.goto("/")
  const notice = page.getByText("Algo deu errado, por favor, tente novamente mais tarde.")
  await expect(notice).toBeVisible()
  await letGo.evaluate((close) => close())
  await expect(notice).toHaveCount(0)
})

test("where the browser closes the database it is said at once, and a reload brings what was said since", async ({
  page,
}) => {
  const close = await closableDatabase(page)
  const chat = await openAndAsk(page, "oi")
  await close()
  const notice = page.getByText("Algo deu errado, por favor, tente novamente mais tarde.")
  await expect(notice).toBeVisible()
  await chat.ask("Ainda dá para falar?")
  await chat.untilAnswered()
  await page.getByRole("button", { name: "Recarregar", exact: true }).click()
  await expect(notice).toHaveCount(0)
  await expect(chat.messages).toHaveCount(4)
  await expect(chat.questions.last()).toHaveText("Ainda dá para falar?")
  await expect(chat.answers.last()).toContainText("Ainda dá para falar")
})

test("what the database does not take is not lost with a tab that goes out of sight and then ends unheard", async ({
  page,
  context,
}) => {
  const close = await closableDatabase(page)
  const chat = await openAndAsk(page, "oi")
  await close()
  await chat.ask("Ainda dá para falar?")
  await chat.untilAnswered()
  await page.evaluate(() => {
    Object.defineProperty(document, "hidden", { value: true })
    document.dispatchEvent(new Event("visibilitychange"))
  })
  const crashed = page.waitForEvent("crash")
  const devtools = await context.newCDPSession(page)
  // The call itself never answers: there is nobody left to do so.
  void devtools.send("Page.crash").catch(() => {})
  await crashed
  const again = await openTab(context)
  const later = chatOn(again)
  await expect(later.questions.last()).toHaveText("Ainda dá para falar?")
  await expect(later.messages).toHaveCount(4)
})

test("a question asked without a network stays, and is asked by itself when it is back", async ({ page, context }) => {
  const chat = await openAndAsk(page, "oi")
  await context.setOffline(true)
  await chat.ask("Você está aí?")
  const last = chat.answers.last()
  await expect(last).toContainText("Será enviada quando houver sinal")
  await expect(chat.questions.last()).toHaveText("Você está aí?")

  await context.setOffline(false)
  await page.reload()
  await expect(chat.questions.last()).toHaveText("Você está aí?")
  await chat.untilAnswered()
  await expect(last).not.toContainText("Ops!")
  await expect(last).toContainText("simulada")
  await expect(chat.messages).toHaveCount(4)
})

test.describe("without a connection, where the console tells of what could not be fetched", () => {
  test.use({ allowErrors: true })

  test("the very first question stays where the code that asks it cannot be fetched, and is asked by itself when it can", async ({
    page,
  }) => {
    const chat = chatOn(page)
    await page.route(/\/assets\/asking-/, (route) => route.abort())
    await page.goto("/")
    await chat.ask("Alguém aí?")
    const answer = chat.answers.last()
    await expect(answer).toContainText("Será enviada quando houver sinal")
    await expect(chat.questions).toHaveText("Alguém aí?")
    await page.unroute(/\/assets\/asking-/)
    await expect(answer).toContainText("simulada")
    await chat.untilAnswered()
    await expect(chat.messages).toHaveCount(2)
  })

  test("an answer that is opened without a connection stands there in its words, never as an error", async ({
    page,
    context,
    prosa,
  }) => {
    const said = "Olá, **mundo**!"
    await storeChats(page, prosa.url, [storedChat("Vazia", []), storedChat("Antiga", ["Oi", said], 1)], "Vazia")
    // The connection is gone before what draws messages has come.
    const drawing = /\/assets\/(conversation|markdown)-[^/]*\.js$/
    await page.route(drawing, (route) => route.abort())
    await page.goto(prosa.url)
    // The field stands there before the application does.
    const old = page.getByRole("link", { name: /^Antiga/ })
    await expect(old).toBeVisible()
    await context.setOffline(true)
    await old.click()
    await expect(chatOn(page).answers).toContainText(said)
    await context.setOffline(false)
    await page.unroute(drawing)
    await page.reload()
    await expect(chatOn(page).answers.locator("strong")).toHaveText("mundo")
  })
})

test("a database of the first version is brought up to date with everything in it", async ({ page }) => {
  // On our origin, before the page itself has been there.
  await page.goto("/healthz")
  await page.evaluate(
    ([session, rows]) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open("nk-prosa", 1)
        opening.onupgradeneeded = () => {
          const database = opening.result
          database.createObjectStore("sessions", { keyPath: "id" }).put(session)
          const messages = database.createObjectStore("messages", { keyPath: "id" })
          messages.createIndex("by-session", ["sessionId", "position"])
          for (const row of rows) messages.put(row)
          database.createObjectStore("drafts", { keyPath: "sessionId" }).put({ sessionId: "s", text: "rascunho" })
          database.createObjectStore("settings").put(["s"], "order")
        }
        opening.onsuccess = () => {
          opening.result.close()
          resolve()
        }
        opening.onerror = () => reject(opening.error ?? new Error("no database"))
      }),
    [versionOneSession, versionOneRows] as const,
  )
  await page.goto("/")
  const chat = chatOn(page)
  await expect(chat.questions).toHaveText("Oi")
  await expect(chat.answers).toContainText("Olá!")
  await expect(chat.field).toHaveValue("rascunho")
})

/** As version 1 of the database kept them. */
const versionOneSession = {
  id: "s",
  topic: "Saudação",
  memoryPrompt: "",
  stat: { tokenCount: 1, wordCount: 2, charCount: 6 },
  lastUpdate: 1_750_000_000_000,
  lastSummarizeIndex: 0,
  mask: {
    id: "s",
    avatar: "gpt-bot",
    name: "",
    context: [],
    syncGlobalConfig: true,
    modelConfig: { model: "gpt-4o-mini", providerName: "OpenAI" },
    lang: "pt",
    builtin: false,
    createdAt: 1_750_000_000_000,
  },
  messageCount: 2,
}
const versionOneRows = [
  {
    id: "q",
    sessionId: "s",
    position: 1_750_000_000_000,
    message: { id: "q", date: 1_750_000_000_000, role: "user", content: "Oi", idempotencyKey: "key-1" },
  },
  {
    id: "a",
    sessionId: "s",
    position: 1_750_000_000_001,
    message: {
      id: "a",
      date: 1_750_000_000_000,
      role: "assistant",
      content: "Olá!",
      model: "gpt-4o-mini",
      idempotencyKey: "key-1",
      runId: "run_1",
      finish: "stop",
    },
  },
]
