import type { ServerResponse } from "node:http"
import type { Browser, Page } from "@playwright/test"
import { startApache } from "../testing/storage-servers.ts"
import { expectAccessible } from "./support/axe.ts"
import { newVisitor } from "../testing/visitors.ts"
import { textReply } from "../testing/fake-provider/replies.ts"
import { chatOn, openWithCode } from "./support/chat.ts"
import { pasteFiles, pictureFile } from "./support/give-files.ts"
import { startLyingStorage } from "./support/lying-storage.ts"
import { storedAnswers } from "./support/stored.ts"
import { storeChats, storedChat } from "./support/stored-chats.ts"
import { watchPageErrors } from "./support/page-errors.ts"
import { expect, test } from "./support/test.ts"

const chapterOf = (page: Page) => page.getByRole("region", { name: "Sincronização" })
const statusOf = (page: Page) => chapterOf(page).getByRole("status").first()

async function openChapter(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/settings#sincronizacao`)
  await expect(chapterOf(page)).toBeVisible()
}

/** Enters where the file lies, as a user does. */
async function setUp(page: Page, url: string, endpoint: string, password = "açaí"): Promise<void> {
  await openChapter(page, url)
  const chapter = chapterOf(page)
  await expect(statusOf(page)).toContainText("Preencha todos os campos")
  await chapter.getByRole("textbox", { name: "Endereço", exact: true }).fill(endpoint)
  await chapter.getByRole("textbox", { name: "Usuário" }).fill("maria")
  await chapter.getByRole("textbox", { name: "Senha" }).fill(password)
  await expect(statusOf(page)).toContainText("Ainda não sincronizado")
}

/** When the last sync ended, in epoch ms. */
const endedAt = (page: Page) =>
  page.evaluate(() => (JSON.parse(localStorage["nk-sync-notes"] ?? "{}") as { end?: { at?: number } }).end?.at ?? 0)

/** Syncs by the button, and looks at the words it ends with. */
async function syncNow(page: Page, end: string | RegExp = "Tudo em dia"): Promise<void> {
  const before = await endedAt(page)
  await chapterOf(page).getByRole("button", { name: "Sincronizar agora" }).click()
  await expect.poll(() => endedAt(page)).toBeGreaterThan(before)
  await expect(statusOf(page)).toContainText(end)
}

/** Opens the chapter and syncs. */
async function bring(page: Page, url: string): Promise<void> {
  await openChapter(page, url)
  await syncNow(page, /Tudo em dia|Mensagens enviadas/)
}

async function otherDevice(browser: Browser) {
  const context = await browser.newContext({
    locale: "pt-BR",
    timezoneId: "America/Sao_Paulo",
    viewport: { width: 1280, height: 800 },
  })
  const { troubles } = watchPageErrors(context)
  return { page: await context.newPage(), close: () => context.close(), troubles }
}

/** Changes the words of the first question and leaves its answer as it is. */
async function editFirst(page: Page, words: string): Promise<void> {
  const { questions } = chatOn(page)
  await questions.first().hover()
  await questions.first().getByRole("button", { name: "Editar" }).click()
  const dialog = page.getByRole("dialog", { name: "Editar mensagem" })
  await dialog.getByRole("textbox", { name: "Mensagem" }).fill(words)
  await dialog.getByRole("button", { name: "Mais" }).click()
  await page.getByRole("menuitem", { name: "Só salvar" }).click()
  await expect(questions.first()).toContainText(words)
}

/** All conversations and messages that the browser has, as text. */
const storedTexts = (page: Page): Promise<string> =>
  page.evaluate(
    () =>
      new Promise<string>((resolve, reject) => {
        const opening = indexedDB.open("nk-prosa")
        opening.onerror = () => reject(opening.error ?? new Error("no database"))
        opening.onsuccess = () => {
          const database = opening.result
          const names = ["sessions", "messages", "graves"]
          const read = database.transaction(names)
          const all = names.map((name) => read.objectStore(name).getAll())
          read.oncomplete = () => {
            database.close()
            resolve(JSON.stringify(all.map(({ result }) => result as unknown)))
          }
        }
      }),
  )

test("two devices meet in a file on a WebDAV server: each shows what the other wrote", async ({
  page,
  browser,
  startProsa,
}) => {
  const storage = await startApache({ deflates: true })
  test.skip(storage === undefined, "apache2 is not installed")
  if (storage === undefined) return
  const { url } = await startProsa({ env: { WHITE_WEBDAV_ENDPOINTS: storage.url } })
  const phone = await otherDevice(browser)
  try {
    await page.goto(url)
    const chat = chatOn(page)
    await chat.untilShown()
    await pasteFiles(page, [await pictureFile(page, "bandeira.png", 40, 30)])
    await expect(page.getByText("1 anexo pronto")).toBeVisible()
    await chat.ask("Qual é a capital do Acre?")
    await chat.untilAnswered()
    const address = (await chat.conversations.locator("a[aria-current]").getAttribute("href")) ?? "/"

    await setUp(page, url, storage.url, "outra")
    const chapter = chapterOf(page)
    await chapter.getByRole("button", { name: "Verificar" }).click()
    await expect(page.getByText("Não deu para acessar. Confira o endereço e a senha.")).toBeVisible()
    await syncNow(page, "Falha na Sincronização. O serviço não aceitou o usuário ou a senha.")
    await chapter.getByRole("textbox", { name: "Senha" }).fill("açaí")
    await chapter.getByRole("button", { name: "Verificar" }).click()
    await expect(page.getByText("Funciona.")).toBeVisible()
    await syncNow(page, "Mensagens enviadas: 2 · recebidas: 0 · apagadas: 0")
    await expect(statusOf(page)).toContainText("Última vez:")
    await expectAccessible(page, "the sync chapter")

    await setUp(phone.page, url, storage.url)
    await syncNow(phone.page, "Mensagens enviadas: 0 · recebidas: 2 · apagadas: 0")
    const own = chatOn(phone.page)
    await phone.page.goto(url + address)
    await expect(own.questions).toHaveText([/Qual é a capital do Acre\?/])
    await expect(own.questions).toContainText("Esta imagem não está guardada neste navegador.")
    await own.ask("E a do Amapá?")
    await own.untilAnswered()
    await bring(phone.page, url)
    await bring(page, url)
    await expect(statusOf(page)).toContainText("recebidas: 2")
    await page.goto(url + address)
    await expect(chat.questions).toHaveText([/capital do Acre/, /E a do Amapá\?/])
    expect(phone.troubles).toEqual([])
  } finally {
    await phone.close()
    await storage.stop()
  }
})

test("what both change is there twice, what one deletes is gone on both, and can be had back", async ({
  page,
  browser,
  startProsa,
}) => {
  const storage = await startLyingStorage()
  const { url } = await startProsa({ env: { WHITE_WEBDAV_ENDPOINTS: storage.url } })
  const phone = await otherDevice(browser)
  try {
    const address = "/chat?c=Acre"
    await storeChats(page, url, [storedChat("Acre", ["Qual é a capital do Acre?", "Rio Branco."])], "Acre")
    const [chat, own] = [chatOn(page), chatOn(phone.page)]
    for (const one of [page, phone.page]) {
      await setUp(one, url, storage.url)
      await syncNow(one, /Mensagens enviadas/)
      await one.goto(url + address)
    }

    // Both change one question: one text is shown, the other can be taken.
    await editFirst(page, "Capital do Acre, por favor")
    await editFirst(phone.page, "Diga a capital do Acre")
    await bring(page, url)
    await bring(phone.page, url)
    await expect(chapterOf(phone.page)).toContainText(
      "Escrita em dois aparelhos ao mesmo tempo, as duas versões ficaram",
    )
    await phone.page.goto(url + address)
    const shown = await own.questions.first().innerText()
    const [hidden = ""] = ["Capital do Acre, por favor", "Diga a capital do Acre"].filter(
      (text) => !shown.includes(text),
    )
    await own.questions.first().hover()
    await own.questions.first().getByRole("button", { name: "Editar" }).click()
    const dialog = phone.page.getByRole("dialog", { name: "Editar mensagem" })
    const edition = dialog.getByRole("region", { name: /^Outra edição/ })
    await expect(edition).toContainText(hidden)
    await expectAccessible(phone.page, "another edition")
    await edition.getByRole("button", { name: "Usar esta" }).click()
    await dialog.getByRole("button", { name: "Mais" }).click()
    await phone.page.getByRole("menuitem", { name: "Só salvar" }).click()
    await expect(own.questions.first()).toContainText(hidden)
    await bring(phone.page, url)
    await bring(page, url)
    await page.goto(url + address)
    await expect(chat.questions.first()).toContainText(hidden)

    // What is deleted there is gone here, and can be had back.
    await phone.page.goto(url + address)
    await own.untilShown()
    await own.conversations.locator("a[aria-current]").press("Delete")
    await expect(own.messages).toHaveCount(0)
    // It is final once it cannot be taken back any more.
    await expect(phone.page.getByRole("button", { name: "Desfazer" })).toHaveCount(0)
    await bring(phone.page, url)
    await bring(page, url)
    await expect(chapterOf(page)).toContainText("Apagada em outro aparelho")
    await bring(page, url)
    await bring(phone.page, url)
    await page.goto(url + address)
    await chat.untilShown()
    await expect(chat.messages).toHaveCount(0)
    await openChapter(page, url)
    await chapterOf(page).getByRole("button", { name: "Restaurar", exact: true }).click()
    await expect(page.getByText("Restaurada.")).toBeVisible()
    await expect(chapterOf(page)).not.toContainText("Restaurar o que a sincronização apagou")
    await bring(page, url)
    await bring(phone.page, url)
    await expect(chapterOf(phone.page)).toContainText("De volta depois de apagada")
    await phone.page.goto(url + address)
    await expect(own.questions).toHaveCount(1)
    expect(phone.troubles).toEqual([])
  } finally {
    await phone.close()
    await storage.stop()
  }
})

test("the note of a question with two editions leads to that question, in a long conversation too", async ({
  page,
  browser,
  startProsa,
}) => {
  const storage = await startLyingStorage()
  const { url } = await startProsa({ env: { WHITE_WEBDAV_ENDPOINTS: storage.url } })
  const phone = await otherDevice(browser)
  try {
    const address = "/chat?c=Longa"
    const said = Array.from({ length: 12 }, (_, at) => [`Pergunta ${at}`, "Uma resposta.\n\n".repeat(12)]).flat()
    await storeChats(page, url, [storedChat("Longa", said)], "Longa")
    for (const one of [page, phone.page]) {
      await setUp(one, url, storage.url)
      await syncNow(one, /Mensagens enviadas/)
      await one.goto(url + address)
    }
    await editFirst(page, "Uma edição")
    await editFirst(phone.page, "Outra edição")
    // The reader goes on at the end, which is where the conversation opens again.
    const own = chatOn(phone.page)
    await own.answers.last().scrollIntoViewIfNeeded()
    await expect(own.questions.first()).not.toBeInViewport()
    await bring(page, url)
    await bring(phone.page, url)
    await chapterOf(phone.page).getByRole("button", { name: "Abrir", exact: true }).click()
    await expect(own.questions.first()).toBeInViewport()
    expect(phone.troubles).toEqual([])
  } finally {
    await phone.close()
    await storage.stop()
  }
})

test("what sync deleted is listed with a way back, also once it is switched off and what it told was put away", async ({
  page,
  browser,
  startProsa,
}) => {
  const storage = await startLyingStorage()
  const { url } = await startProsa({ env: { WHITE_WEBDAV_ENDPOINTS: storage.url } })
  const phone = await otherDevice(browser)
  try {
    const acre = storedChat("Acre", ["Qual é a capital do Acre?", "Rio Branco.", "E a população?", "Não sei."])
    const others = Array.from({ length: 8 }, (_, at) => storedChat(`Conversa ${at}`, ["Oi", "Olá"], at + 1))
    await storeChats(page, url, [acre, ...others], "Acre")
    for (const one of [page, phone.page]) {
      await setUp(one, url, storage.url)
      await syncNow(one, /Mensagens enviadas/)
    }
    const [chat, own] = [chatOn(page), chatOn(phone.page)]
    await phone.page.goto(`${url}/chat?c=Acre`)
    await own.untilShown()
    for (const left of [3, 2]) {
      await own.messages.last().hover()
      await own.messages.last().getByRole("button", { name: "Mais ações" }).click()
      await phone.page.getByRole("menuitem", { name: "Excluir mensagem" }).click()
      await expect(own.messages).toHaveCount(left)
    }
    await bring(phone.page, url)
    await bring(page, url)
    const chapter = chapterOf(page)
    await expect(chapter).toContainText("Mensagens apagadas em outro aparelho, em “Acre”: 2")
    await chapter.getByRole("button", { name: "Entendi" }).click()
    await expect(chapter).not.toContainText("Mensagens apagadas")

    await chapter.getByRole("textbox", { name: "Senha" }).fill("")
    await page.keyboard.press("Tab")
    await expect(statusOf(page)).toContainText("Preencha todos os campos")
    await openChapter(page, url)
    await expect(chapter).toContainText("Restaurar o que a sincronização apagou")
    await expect(chapter).toContainText("Mensagem em “Acre”")
    await expectAccessible(page, "what sync deleted")
    const answer = chapter.getByRole("button", { name: "Restaurar: Não sei." })
    const question = chapter.getByRole("button", { name: "Restaurar: E a população?" })
    await answer.focus()
    await page.keyboard.press("Enter")
    await expect(page.getByRole("status").getByText("Restaurada.")).toBeVisible()
    await expect(answer).toHaveCount(0)
    // The keyboard goes on where it was.
    await expect(question).toBeFocused()
    await page.keyboard.press("Enter")
    await expect(chapter).not.toContainText("Restaurar o que a sincronização apagou")
    await page.goto(`${url}/chat?c=Acre`)
    await expect(chat.messages).toHaveCount(4)
    expect(phone.troubles).toEqual([])
  } finally {
    await phone.close()
    await storage.stop()
  }
})

test("a device with chats of its own is asked before it joins a file of which it knows nothing", async ({
  page,
  browser,
  startProsa,
}) => {
  const storage = await startLyingStorage()
  const { url } = await startProsa({ env: { WHITE_WEBDAV_ENDPOINTS: storage.url } })
  const stranger = await otherDevice(browser)
  try {
    const theirs = [storedChat("Deles", ["Oi", "Olá"]), storedChat("Deles também", ["Oi", "Olá"], 1)]
    await storeChats(stranger.page, url, theirs, "Deles")
    // Whoever finds nothing there is not asked.
    await setUp(stranger.page, url, storage.url)
    await syncNow(stranger.page, "Mensagens enviadas: 4")
    const [before, written] = [storage.file, storage.writes()]

    await storeChats(page, url, [storedChat("Minha", ["Isto é só meu", "Sim"])], "Minha")
    await setUp(page, url, storage.url)
    const [chapter, question] = [chapterOf(page), page.getByRole("alertdialog")]
    const here = await storedTexts(page)
    await chapter.getByRole("button", { name: "Sincronizar agora" }).click()
    await expect(question).toContainText("Este aparelho não conhece as conversas que estão no serviço.")
    await expect(question.getByRole("definition")).toHaveText(["2", "1"])
    await expectAccessible(page, "the question before two collections are joined")
    await expect(question.getByRole("button", { name: "Cancelar" })).toBeFocused()
    await page.keyboard.press("Enter")
    await expect(statusOf(page)).toContainText("O serviço guarda conversas que este aparelho não conhece.")
    expect([storage.file, storage.writes(), await storedTexts(page)]).toEqual([before, written, here])

    // A sync that nobody asks for asks nobody.
    await page.evaluate(() => localStorage.removeItem("nk-sync-notes"))
    await page.goto(url)
    await expect.poll(() => endedAt(page)).toBeGreaterThan(0)
    await expect(question).toHaveCount(0)
    await openChapter(page, url)
    await expect(statusOf(page)).toContainText("O serviço guarda conversas que este aparelho não conhece.")
    await expect(question).toHaveCount(0)
    await chapter.getByRole("button", { name: "Juntar…" }).click()
    await question.getByRole("button", { name: "Juntar" }).click()
    await expect(statusOf(page)).toContainText("Mensagens enviadas: 2 · recebidas: 4")
    expect(storage.file).toContain("Isto é só meu")
    // Both know each other now.
    await syncNow(page)
    await bring(stranger.page, url)
    expect(stranger.troubles).toEqual([])
  } finally {
    await stranger.close()
    await storage.stop()
  }
})

test("what is changed while a sync runs goes up soon after it", async ({ page, startProsa }) => {
  const storage = await startLyingStorage()
  const { url } = await startProsa({ env: { WHITE_WEBDAV_ENDPOINTS: storage.url } })
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  try {
    await page.clock.install()
    await page.goto(url)
    await chatOn(page).ask("Isto não se perde")
    await chatOn(page).untilAnswered()
    await setUp(page, url, storage.url)
    await syncNow(page, "Mensagens enviadas: 2")
    // A storage that does not say what its file is called is not looked at every half minute.
    const untold = (outgoing: ServerResponse, method: string, body: string) =>
      method === "GET" ? void outgoing.writeHead(200).end(storage.file) : storage.answer(outgoing, method, body)
    let isHeld = () => {}
    const held = new Promise<void>((resolve) => (isHeld = resolve))
    storage.lie = (outgoing, method, body) => {
      isHeld()
      void released.then(() => untold(outgoing, method, body))
    }
    await chapterOf(page).getByRole("button", { name: "Sincronizar agora" }).click()
    await held
    await page.getByRole("switch", { name: "Prévia da mensagem" }).click()
    storage.lie = untold
    release()
    await expect(statusOf(page)).toContainText("Tudo em dia")
    const written = storage.writes()
    await page.clock.fastForward(31_000)
    await expect.poll(() => storage.writes()).toBeGreaterThan(written)
    await expect(statusOf(page)).toContainText("Outras mudanças enviadas: 1")
  } finally {
    release()
    await storage.stop()
  }
})

test("what is changed goes up when nothing more is, half a minute after the first at the most, and when the page is left", async ({
  page,
  startProsa,
}) => {
  const storage = await startLyingStorage()
  const { url } = await startProsa({ env: { WHITE_WEBDAV_ENDPOINTS: storage.url } })
  try {
    await page.clock.install()
    await page.goto(url)
    await chatOn(page).ask("Isto não se perde")
    await chatOn(page).untilAnswered()
    await setUp(page, url, storage.url)
    await syncNow(page, "Mensagens enviadas: 2")
    // Whoever enters a password has half a minute.
    await page.clock.runFor(31_000)
    await syncNow(page, "Tudo em dia")
    const preview = page.getByRole("switch", { name: "Prévia da mensagem" })
    const afterAll = async (wait: () => Promise<void>) => {
      const written = storage.writes()
      await wait()
      await expect.poll(() => storage.writes()).toBeGreaterThan(written)
      await expect(statusOf(page)).toContainText("Outras mudanças enviadas: 1")
    }
    const pause = async () => {
      await page.clock.runFor(31_000)
      await expect(statusOf(page)).not.toContainText("Sincronizando")
    }
    await pause()
    await preview.click()
    await afterAll(() => page.clock.runFor(4_500))
    await pause()
    // Each change is so soon after the one before that it is never quiet.
    await afterAll(async () => {
      for (let at = 0; at < 11; at++) {
        await preview.click()
        await page.clock.runFor(3_000)
      }
    })
    await pause()
    await preview.click()
    await afterAll(() =>
      page.evaluate(() => {
        Object.defineProperty(document, "visibilityState", { configurable: true, get: () => "hidden" })
        document.dispatchEvent(new Event("visibilitychange"))
      }),
    )
  } finally {
    await storage.stop()
  }
})

test("what a storage in passing trouble did not take goes up by itself soon after it is well again", async ({
  page,
  startProsa,
}) => {
  const storage = await startLyingStorage()
  const { url } = await startProsa({ env: { WHITE_WEBDAV_ENDPOINTS: storage.url } })
  try {
    await page.clock.install()
    await page.goto(url)
    await chatOn(page).ask("Isto não se perde")
    await chatOn(page).untilAnswered()
    await setUp(page, url, storage.url)
    await syncNow(page, "Mensagens enviadas: 2")
    await page.clock.runFor(31_000)
    await syncNow(page, /Tudo em dia|Mensagens enviadas/)
    let asked = 0
    const failing = (status: number) => (outgoing: ServerResponse) => {
      asked += 1
      outgoing.writeHead(status).end()
    }
    storage.lie = failing(500)
    await page.getByRole("switch", { name: "Prévia da mensagem" }).click()
    await page.clock.runFor(31_000)
    await expect(statusOf(page)).toContainText("O serviço respondeu com o erro 500.")
    const asksWithin = async (thirds: number) => {
      const before = asked
      for (let third = 0; third < thirds; third++) {
        await page.clock.runFor(20_000)
        await expect(statusOf(page)).not.toContainText("Sincronizando")
      }
      return asked - before
    }
    // After each failure in a row it waits longer.
    const inFiveMinutes = await asksWithin(15)
    expect(inFiveMinutes).toBeGreaterThan(1)
    expect(inFiveMinutes).toBeLessThan(8)

    storage.lie = undefined
    await syncNow(page, "Outras mudanças enviadas: 1")
    storage.lie = failing(500)
    await syncNow(page, "O serviço respondeu com o erro 500.")
    storage.lie = undefined
    await page.clock.runFor(26_000)
    await expect(statusOf(page)).toContainText("Tudo em dia")

    // A password that is not taken is not tried again and again.
    storage.lie = failing(401)
    await syncNow(page, "O serviço não aceitou o usuário ou a senha.")
    await asksWithin(2)
    expect(await asksWithin(6)).toBe(0)
  } finally {
    await storage.stop()
  }
})

test("a page that was loaded just after a sync looks for what others wrote every half minute", async ({
  page,
  startProsa,
}) => {
  const storage = await startLyingStorage()
  const { url } = await startProsa({ env: { WHITE_WEBDAV_ENDPOINTS: storage.url } })
  try {
    await page.clock.install()
    await page.goto(url)
    await chatOn(page).ask("Isto não se perde")
    await chatOn(page).untilAnswered()
    await setUp(page, url, storage.url)
    await syncNow(page, "Mensagens enviadas: 2")
    // It reads what the file is called.
    await syncNow(page, "Tudo em dia")
    let asked = 0
    storage.lie = (outgoing, method, body) => {
      asked += 1
      storage.answer(outgoing, method, body)
    }
    const code = page.waitForResponse(/\/auto-sync-[^/]*\.js$/)
    await page.goto(url)
    await page.evaluate((script) => import(script).then(() => undefined), (await code).url())
    for (const _halfMinute of [1, 2]) await page.clock.fastForward(31_000)
    await expect.poll(() => asked).toBeGreaterThan(0)
    // And goes on so: a sync ends a moment after it began.
    for (const _halfMinute of [1, 2, 3]) {
      const ended = await endedAt(page)
      await page.clock.runFor(36_000)
      await expect.poll(() => endedAt(page), { timeout: 10_000 }).toBeGreaterThan(ended)
    }
  } finally {
    await storage.stop()
  }
})

test("a fresh profile's first sync waits until the server knows who asks", async ({ page, startProsa }) => {
  const storage = await startLyingStorage()
  const { url } = await startProsa({ env: { WHITE_WEBDAV_ENDPOINTS: storage.url } })
  const asked: (string | undefined)[] = []
  page.context().on("request", (request) => {
    if (new URL(request.url()).pathname.startsWith("/api/webdav/")) asked.push(request.headers()["x-visitor"])
  })
  let release = () => {}
  const isReleased = new Promise<void>((resolve) => (release = resolve))
  const waits = page.waitForRequest("**/api/visitor")
  await page.route("**/api/visitor", async (route) => {
    await isReleased
    await route.continue()
  })
  try {
    await setUp(page, url, storage.url)
    await chapterOf(page).getByRole("button", { name: "Sincronizar agora" }).click()
    await expect(statusOf(page)).toContainText("Sincronizando…")
    await waits
    expect(asked).toEqual([])
    release()
    await expect(statusOf(page)).toContainText(/Tudo em dia|Mensagens enviadas/)
    expect(asked.length).toBeGreaterThan(0)
    for (const id of asked) expect(id).toMatch(/^[\w-]{48}$/)
  } finally {
    release()
    await storage.stop()
  }
})

test.describe("an id that the server has not signed", () => {
  test.use({ allowErrors: true })

  test("is exchanged as soon as a sync is refused for it", async ({ page, startProsa }) => {
    const storage = await startLyingStorage()
    const [{ url }, other] = [await startProsa({ env: { WHITE_WEBDAV_ENDPOINTS: storage.url } }), await startProsa({})]
    try {
      await setUp(page, url, storage.url)
      await syncNow(page, /Tudo em dia|Mensagens enviadas/)
      const foreign = await newVisitor(other.url)
      await page.evaluate((id) => localStorage.setItem("__anon_session__", id), foreign)
      await syncNow(page, /Tudo em dia|Mensagens enviadas/)
      const now = await page.evaluate(() => localStorage.getItem("__anon_session__"))
      expect(now).toMatch(/^[\w-]{48}$/)
      expect(now).not.toBe(foreign)
    } finally {
      await storage.stop()
    }
  })
})

test("a storage that lies changes nothing here, and is told in words", async ({ page, startProsa }) => {
  const storage = await startLyingStorage()
  const { url } = await startProsa({ env: { WHITE_WEBDAV_ENDPOINTS: storage.url } })
  try {
    await page.goto(url)
    await chatOn(page).ask("Isto não se perde")
    await chatOn(page).untilAnswered()
    await setUp(page, url, storage.url)
    await syncNow(page, "Mensagens enviadas: 2")
    const good = storage.file ?? ""
    const before = await storedTexts(page)
    const written = storage.writes()

    const say =
      (status: number, text = "", headers = {}) =>
      (outgoing: ServerResponse) =>
        void outgoing.writeHead(status, headers).end(text)
    const tag = { etag: '"1"' }
    const lies: readonly (readonly [lie: (outgoing: ServerResponse) => void, words: string])[] = [
      [say(500), "O serviço respondeu com o erro 500."],
      [say(503), "O serviço respondeu com o erro 503."],
      [say(429, "", { "retry-after": "7200" }), "O serviço pede para esperar até "],
      [say(403), "O serviço não aceitou o usuário ou a senha."],
      [
        say(302, "", { location: "https://nova.example/dav" }),
        "O serviço mudou de lugar. Use este endereço: nova.example",
      ],
      [say(302, "", { location: "/login" }), "O arquivo que está lá não é uma cópia de conversas. Nada foi mudado."],
      [say(200, "<!doctype html><title>Entrar</title>", tag), "A cópia no serviço está incompleta ou estragada."],
      [say(200, "", tag), "A cópia no serviço está incompleta ou estragada."],
      [say(200, good.slice(0, -30), tag), "A cópia no serviço está incompleta ou estragada."],
      [say(200, good.replace("Isto", "Isso"), tag), "A cópia no serviço está incompleta ou estragada."],
      [say(200, '{"a":[1]}', tag), "O arquivo que está lá não é uma cópia de conversas. Nada foi mudado."],
      [(outgoing) => void outgoing.destroy(), "Sem resposta do serviço. Tentamos de novo mais tarde."],
    ]
    for (const [lie, words] of lies) {
      storage.lie = lie
      await syncNow(page, `Falha na Sincronização. ${words}`)
      expect([words, await storedTexts(page)]).toEqual([words, before])
      expect([words, storage.file, storage.writes()]).toEqual([words, good, written])
    }

    // A storage that asks to wait is asked again when it says, by nobody's press.
    storage.lie = (outgoing) => {
      storage.lie = undefined
      say(429, "", { "retry-after": "2" })(outgoing)
    }
    await syncNow(page, "O serviço pede para esperar até ")
    await expect(statusOf(page)).toContainText("Tudo em dia")

    // A copy that stays broken is replaced when its owner says so.
    storage.file = good.slice(0, -30)
    storage.lie = undefined
    await syncNow(page, "A cópia no serviço está incompleta ou estragada.")
    await chapterOf(page).getByRole("button", { name: "Substituir a cópia estragada" }).click()
    await page.getByRole("alertdialog").getByRole("button", { name: "Substituir a cópia estragada" }).click()
    await expect(statusOf(page)).toContainText("Mensagens enviadas: 2")
    expect(await storedTexts(page)).toBe(before)
    expect(storage.file).toContain("Isto não se perde")
  } finally {
    await storage.stop()
  }
})

test("a tab that dies in the middle of a sync leaves nothing half", async ({ page, startProsa }) => {
  const storage = await startLyingStorage()
  const { url } = await startProsa({ env: { WHITE_WEBDAV_ENDPOINTS: storage.url } })
  try {
    await page.goto(url)
    await chatOn(page).ask("Isto não se perde")
    await chatOn(page).untilAnswered()
    await setUp(page, url, storage.url)
    const before = await storedTexts(page)
    // No other tab syncs meanwhile.
    await page.goto("about:blank")
    // Before it has heard what lies there, and after the storage has taken what it wrote.
    for (const moment of ["GET", "PUT"]) {
      const tab = await page.context().newPage()
      let isHeld = () => {}
      const held = new Promise<void>((resolve) => (isHeld = resolve))
      storage.lie = (outgoing, method, body) => {
        if (method !== moment) return storage.answer(outgoing, method, body)
        if (method === "PUT") storage.file = body
        isHeld()
      }
      await openChapter(tab, url)
      // A page that has been idle for a moment syncs by itself: then the button waits, and goes with its tab.
      const button = chapterOf(tab).getByRole("button", { name: "Sincronizar agora" })
      void button.click().catch(() => undefined)
      await held
      await tab.close()
      storage.lie = undefined
    }
    expect(storage.file).toContain("Isto não se perde")
    const written = storage.writes()
    await openChapter(page, url)
    await syncNow(page, "Tudo em dia")
    expect(storage.writes()).toBe(written)
    expect(await storedTexts(page)).toBe(before)
  } finally {
    await storage.stop()
  }
})

test("an answer that is being written travels as such, and is whole on both in the end, paid once", async ({
  page,
  browser,
  startProsa,
  provider,
}) => {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  const story = textReply("Era uma vez uma rendeira. E assim termina a história.", { chunks: 10 })
  provider.script((request) => {
    if (String(request.json["model"]).includes("nano")) return textReply("A rendeira")(request)
    const { pieces, ...reply } = story(request)
    return { ...reply, pieces: [...pieces.slice(0, 6), { until: released }, ...pieces.slice(6)] }
  })
  const storage = await startLyingStorage()
  const prosa = await startProsa({ provider, env: { WHITE_WEBDAV_ENDPOINTS: storage.url } })
  const { url } = prosa
  const made = (await prosa.admin("code", "create", "--kind", "premium", "--credit", "20.00")) as {
    readonly codes: readonly { readonly code: string }[]
  }
  const { code = "" } = made.codes[0] ?? {}
  const phone = await otherDevice(browser)
  try {
    await openWithCode(page, url, code)
    const chat = chatOn(page)
    await chat.ask("Conte a história da rendeira")
    await expect(chat.answers).toContainText("Era uma vez")
    const address = (await chat.conversations.locator("a[aria-current]").getAttribute("href")) ?? "/"
    const settings = await page.context().newPage()
    await setUp(settings, url, storage.url)
    await syncNow(settings, "Mensagens enviadas: 2")
    expect(storage.file).not.toContain("Era uma vez")

    await openWithCode(phone.page, url, code)
    await setUp(phone.page, url, storage.url)
    await syncNow(phone.page, "recebidas: 2")
    // It asks for what it missed, and takes nothing away from the one that is listening.
    const listed = phone.page.waitForResponse((response) => new URL(response.url()).pathname === "/api/runs")
    await phone.page.goto(url + address)
    await listed
    const own = chatOn(phone.page)
    await expect(own.answers).toContainText("Uma resposta pedida em outro aparelho está sendo escrita.")

    release()
    await expect(chat.answers).toContainText("E assim termina a história.")
    await chat.untilAnswered()
    await bring(settings, url)
    await bring(phone.page, url)
    await phone.page.goto(url + address)
    await expect(own.answers).toContainText("E assim termina a história.")
    await expect(own.answers).not.toContainText("está sendo escrita")
    const [here, there] = await Promise.all([storedAnswers(page), storedAnswers(phone.page)])
    expect(there).toEqual(here)
    expect(here.length).toBe(1)
    expect(provider.requests.filter(({ json }) => !String(json["model"]).includes("nano")).length).toBe(1)
    expect(await prosa.admin("ledger", "verify")).toMatchObject({ ok: true, violations: [] })
    expect(phone.troubles).toEqual([])
  } finally {
    release()
    await phone.close()
    await storage.stop()
  }
})
