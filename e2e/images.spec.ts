import type { Locator, Page } from "@playwright/test"
import { answerReply, htmlReply, jsonReply, refusalReply, textReply } from "../testing/fake-provider/replies.ts"
import type { FakeProvider } from "../testing/fake-provider/fake-provider.ts"
import { pretendPng } from "../server/gateway/pretend/pretend-picture.ts"
import { expectAccessible, expectNoSidewaysScroll } from "./support/axe.ts"
import { chooseFile, saveBackup } from "./support/backup.ts"
import { chatOn, openWithCode } from "./support/chat.ts"
import type { Prosa } from "./support/prosa.ts"
import { expect, test } from "./support/test.ts"
import { expectTouchTargets } from "./support/touch-targets.ts"

const phone = { width: 390, height: 844 }
const desk = { width: 1280, height: 800 }

/** A code with credit, entered; and what the page's requests carry of it. */
async function withCredit(page: Page, prosa: Prosa, credit: string): Promise<string> {
  const made = (await prosa.admin("code", "create", "--kind", "premium", "--credit", credit)) as {
    readonly codes: readonly { readonly code: string }[]
  }
  const code = made.codes[0]?.code ?? ""
  await openWithCode(page, prosa.url, code)
  return code
}

const onStability = (provider: FakeProvider) => ({
  provider,
  env: { STABILITY_API_KEY: "sk-of-ours", STABILITY_URL: provider.url },
})

/** A picture of Stability's, one for each prompt. */
const pictureOf = (prompt: string) => ({
  image: pretendPng(prompt, "16:9").toString("base64"),
  finish_reason: "SUCCESS",
  seed: 77,
})

const prompt = (page: Page) => page.getByRole("textbox", { name: "Prompt" })
const generate = (page: Page) => page.getByRole("button", { name: /^Gerar/ })
const tiles = (page: Page) => page.getByRole("list").getByRole("button", { name: /^Abrir: / })

/** All rows of a store of the page's database, as text. */
function rowsOf(page: Page, store: string): Promise<string> {
  return page.evaluate(async (name) => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const open = indexedDB.open("nk-prosa")
      open.onsuccess = () => resolve(open.result)
    })
    const all = database.transaction(name).objectStore(name).getAll()
    const rows = await new Promise<unknown>((resolve) => (all.onsuccess = () => resolve(all.result)))
    database.close()
    return JSON.stringify(rows)
  }, store)
}

/** The ids in the store of pictures: each drawing has its picture there, and a small one. */
function storedPictures(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const open = indexedDB.open("nk-prosa")
      open.onsuccess = () => resolve(open.result)
    })
    const all = database.transaction("images").objectStore("images").getAllKeys()
    const keys = await new Promise<IDBValidKey[]>((resolve) => (all.onsuccess = () => resolve(all.result)))
    database.close()
    return keys.map(String).toSorted()
  })
}

/** Lets the clock of a page go past the time for which a picture without a use is kept, and past the looks at them. */
async function untilSwept(page: Page): Promise<void> {
  for (const _ of [1, 2, 3]) {
    await page.clock.fastForward(20_000)
    // A look is a transaction over this store: what was begun has ended when another one does.
    await storedPictures(page)
  }
}

async function drawInDemonstration(page: Page, prosa: Prosa, words: string): Promise<void> {
  await withCredit(page, prosa, "5.00")
  await page.goto(`${prosa.url}/sd-new`)
  await prompt(page).fill(words)
  await generate(page).click()
  await expect(tiles(page).getByRole("img", { name: words })).toBeVisible()
}

async function deleteOpened(page: Page): Promise<void> {
  await page.getByRole("dialog").getByRole("button", { name: "Mais opções" }).click()
  await page
    .getByRole("menuitem", { name: "Excluir" })
    .or(page.getByRole("button", { name: "Excluir" }))
    .click()
  await expect(tiles(page)).toHaveCount(0)
}

test("who deletes a picture that is being drawn reads that it may be charged; undone, it comes and is paid once", async ({
  page,
  provider,
  startProsa,
}) => {
  let draw = () => {}
  const drawn = new Promise<void>((resolve) => (draw = resolve))
  provider.script(async () => {
    await drawn
    return jsonReply(200, pictureOf("um gato"))
  })
  const prosa = await startProsa(onStability(provider))
  const code = await withCredit(page, prosa, "5.00")
  const row = (state: string) => page.getByRole("listitem").filter({ hasText: state })
  for (const [words, state] of [
    ["um gato", "Pintando…"],
    ["um barco", "Na fila"],
  ] as const) {
    await page.goto(`${prosa.url}/sd-new`)
    await page.getByRole("combobox", { name: "Modelo" }).selectOption({ label: "Stable Image Core" })
    await prompt(page).fill(words)
    await generate(page).click()
    await expect(row(state)).toBeVisible()
  }
  await row("Na fila").getByRole("button", { name: "Excluir" }).click()
  await expect(page.getByText("Imagem excluída.", { exact: true })).toBeVisible()
  await row("Pintando…").getByRole("button", { name: "Excluir" }).click()
  const told = "Imagem excluída. O pedido já tinha sido enviado e pode ser cobrado."
  // The toast of the last one stands last.
  await expect(page.getByText(told)).toBeVisible()
  await page.getByRole("button", { name: "Desfazer" }).last().click()
  await expect(row("Pintando…")).toBeVisible()
  draw()
  await expect(tiles(page).getByRole("img", { name: "um gato" })).toBeVisible()
  expect(await uses(prosa, code)).toMatchObject([{ amount: -0.2145 }])
})

const widthOf = (picture: Locator) => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)

interface StatementLine {
  readonly amount: number
  readonly pieces?: object
}

async function uses(prosa: Prosa, code: string): Promise<readonly StatementLine[]> {
  const reply = await fetch(`${prosa.url}/api/statement?kind=use`, { headers: { authorization: `Bearer nk-${code}` } })
  return ((await reply.json()) as { readonly lines: readonly StatementLine[] }).lines
}

for (const viewport of [phone, desk]) {
  test(`a picture is described, priced, drawn, kept, and taken to the chat, ${viewport.width} px wide`, async ({
    page,
    prosa,
  }) => {
    await page.setViewportSize(viewport)
    await withCredit(page, prosa, "5.00")
    for (const path of ["/sd", "/sd-new"]) {
      expect((await page.goto(path))?.status()).toBe(200)
      await expect(page.getByRole("navigation", { name: "Conversas" })).toHaveCount(0)
      await expectNoSidewaysScroll(page, path)
    }
    // Nothing is asked for without a prompt.
    await expect(prompt(page)).toHaveAttribute("placeholder", "please input Prompt")
    await generate(page).click()
    await expect(page.getByText("Prompt é obrigatório")).toBeVisible()
    await expect(prompt(page)).toBeFocused()
    await expect(prompt(page)).toHaveAccessibleDescription("Prompt é obrigatório")
    await expectAccessible(page, "the form of a picture")
    if (viewport === phone) await expectTouchTargets(page, "the form of a picture")

    await page.getByRole("combobox", { name: "Modelo" }).selectOption({ label: "Stable Image Core" })
    await page.getByRole("group", { name: "Proporção" }).getByText("16:9").click()
    await page.getByRole("group", { name: "Estilo" }).getByText("Anime").click()
    await prompt(page).fill("Um ipê amarelo ao lado de uma casa antiga")
    await expect(generate(page)).toHaveText(/^Gerar · R\$\s0,2145$/)
    await generate(page).click()
    await expect(page.getByText("Pintando…")).toBeVisible()
    await expect(tiles(page)).toHaveCount(1)
    await expect(page.getByRole("status").filter({ hasText: "Imagem pronta" })).toHaveCount(1)
    await expectAccessible(page, "the gallery")

    await tiles(page).click()
    const detail = page.getByRole("dialog")
    await expect(detail.getByText("R$ 0,2145")).toBeVisible()
    await expect(detail.getByText("Anime", { exact: true })).toBeVisible()
    await expectAccessible(page, "a picture")
    await detail.getByRole("button", { name: "Usar no chat" }).click()
    await expect(page).toHaveURL(/\/chat/)
    const attached = page.getByRole("button", { name: /^Ver um-ipe-amarelo/ })
    await expect(attached.first()).toBeVisible()
  })
}

test("what was asked for survives a reload, a deletion taken back, and names one call and one charge", async ({
  page,
  provider,
  startProsa,
}) => {
  let draw = () => {}
  const drawn = new Promise<void>((resolve) => (draw = resolve))
  provider.script(async () => {
    await drawn
    return jsonReply(200, pictureOf("um gato"))
  })
  const prosa = await startProsa(onStability(provider))
  const code = await withCredit(page, prosa, "5.00")
  await page.goto(`${prosa.url}/sd-new`)
  await page.setViewportSize(phone)
  await page.getByRole("combobox", { name: "Modelo" }).selectOption({ label: "Stable Image Core" })
  await page.getByRole("group", { name: "Proporção" }).getByText("16:9").click()
  await page.getByRole("group", { name: "Estilo" }).getByText("Anime").click()
  await prompt(page).fill("um gato")
  await generate(page).click()
  await expect.poll(() => provider.requests.length).toBe(1)
  expect(provider.requests[0]?.path).toBe("/v2beta/stable-image/generate/core")
  const form = provider.requests[0]?.body ?? ""
  for (const [name, value] of Object.entries({ prompt: "um gato", aspect_ratio: "16:9", style_preset: "anime" }))
    expect(form).toContain(`name="${name}"\r\n\r\n${value}\r\n`)

  await page.reload()
  await expect(page.getByText("Pintando…")).toBeVisible()
  draw()
  await expect(tiles(page)).toHaveCount(1)
  expect(provider.requests).toHaveLength(1)
  expect(await uses(prosa, code)).toMatchObject([{ amount: -0.2145, pieces: { count: 1, unit: "picture" } }])

  // It goes at once, and comes back whole.
  await tiles(page).click()
  await deleteOpened(page)
  await page.getByRole("button", { name: "Desfazer" }).click()
  await expect(tiles(page).getByRole("img")).toBeVisible()
})

test("what fails costs nothing and says so; what is too old is never sent again", async ({
  page,
  provider,
  startProsa,
}) => {
  provider.script(
    answerReply([
      { type: "image", image: { b64: pictureOf("x").image } },
      { type: "finish", reason: "content-filter" },
    ]),
  )
  const prosa = await startProsa(onStability(provider))
  const code = await withCredit(page, prosa, "0.50")
  await page.goto(`${prosa.url}/sd-new`)
  await prompt(page).fill("algo")
  await page.getByRole("combobox", { name: "Modelo" }).selectOption({ label: "Stable Image Core" })
  await generate(page).click()
  await expect(page.getByRole("button", { name: "Mudar o prompt" })).toBeVisible()
  await expect(page.getByText(/Nada foi cobrado/)).toBeVisible()
  expect(await uses(prosa, code)).toMatchObject([{ amount: 0 }])

  // A page that was closed a day ago had sent it: nobody knows any more what became of it.
  await page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const open = indexedDB.open("nk-prosa")
      open.onsuccess = () => resolve(open.result)
    })
    const store = database.transaction("drawings", "readwrite").objectStore("drawings")
    const rows = await new Promise<{ value: Record<string, unknown> }[]>((resolve) => {
      const all = store.getAll()
      all.onsuccess = () => resolve(all.result as { value: Record<string, unknown> }[])
    })
    const [row] = rows
    if (row === undefined) throw new Error("there is no row")
    const { failure: _, ...value } = row.value
    store.put({ ...row, value: { ...value, status: "running", sentAt: Date.now() - 24 * 3_600_000 } })
    await new Promise((resolve) => (store.transaction.oncomplete = resolve))
    database.close()
  })
  const before = provider.requests.length
  await page.goto(`${prosa.url}/sd`)
  await expect(page.getByText("Não soubemos como terminou; veja no extrato.", { exact: true })).toBeVisible()
  expect(provider.requests).toHaveLength(before)
})

test("a picture that was paid, and whose reply an edge lost or this device could not store, is brought again for one charge", async ({
  page,
  provider,
  startProsa,
}) => {
  provider.script(jsonReply(200, pictureOf("um gato")))
  const prosa = await startProsa(onStability(provider))
  const code = await withCredit(page, prosa, "5.00")
  await page.setViewportSize(phone)
  await page.goto(`${prosa.url}/sd-new`)
  let losses = 1
  await page.route("**/stable-image/generate/**", async (route) => {
    const reply = await route.fetch()
    if (losses-- > 0) await route.fulfill({ status: 504, contentType: "text/html", body: "<title>504</title>" })
    else await route.fulfill({ response: reply })
  })
  await page.evaluate(() => {
    const original = globalThis.createImageBitmap
    globalThis.createImageBitmap = () => {
      globalThis.createImageBitmap = original
      return Promise.reject(new DOMException("The device is full.", "QuotaExceededError"))
    }
  })
  await page.getByRole("combobox", { name: "Modelo" }).selectOption({ label: "Stable Image Core" })
  await prompt(page).fill("um gato")
  await generate(page).click()
  await expect(page.getByRole("listitem").getByText(/não pôde ser guardada neste aparelho/)).toBeVisible()
  await expect(page.getByRole("status").getByText(/^um gato: .*não pôde ser guardada neste aparelho/)).toHaveCount(1)
  await expect(page.getByText(/Nada foi cobrado|não ficou pronta/)).toHaveCount(0)
  await page.getByRole("button", { name: "Tentar de novo" }).click()
  await expect(tiles(page).getByRole("img")).toBeVisible()
  expect(provider.requests).toHaveLength(1)
  expect(await uses(prosa, code)).toMatchObject([{ amount: -0.2145 }])
})

test("a picture whose place in the queue could not be stored is asked of nobody, and leaves its words in the field", async ({
  page,
  prosa,
}) => {
  await withCredit(page, prosa, "5.00")
  await page.goto(`${prosa.url}/sd-new`)
  await page.setViewportSize(phone)
  await page.evaluate(() => {
    const put = IDBObjectStore.prototype.put
    let isFull = true
    Object.assign(window, { makeRoom: () => (isFull = false) })
    IDBObjectStore.prototype.put = function (...row) {
      if (isFull && this.name === "drawings") throw new DOMException("full", "QuotaExceededError")
      return put.apply(this, row)
    }
  })
  await prompt(page).fill("um gato")
  await generate(page).click()
  await expect(page.getByText("Não foi possível guardar. Tente de novo.")).toBeVisible()
  await expect(prompt(page)).toHaveValue("um gato")
  await page.evaluate(() => (window as unknown as { makeRoom(): void }).makeRoom())
  await generate(page).click()
  await expect(tiles(page).getByRole("img", { name: "um gato" })).toBeVisible()
  await expect(tiles(page)).toHaveCount(1)
})

test("a picture that is asked for without a connection waits for one, and says so", async ({
  page,
  context,
  prosa,
}) => {
  await withCredit(page, prosa, "5.00")
  await page.goto(`${prosa.url}/sd-new`)
  await page.setViewportSize(desk)
  await prompt(page).fill("um gato")
  await context.setOffline(true)
  await generate(page).click()
  await expect(page.getByRole("listitem").filter({ hasText: "Será enviada quando houver sinal" })).toHaveCount(1)
  await expect(page.getByText("Pintando…")).toHaveCount(0)
  await context.setOffline(false)
  await expect(tiles(page).getByRole("img", { name: "um gato" })).toBeVisible()
})

test("a tab that is closed leaves its pictures to another one", async ({ page, provider, startProsa }) => {
  let draw = () => {}
  const drawn = new Promise<void>((resolve) => (draw = resolve))
  provider.script(async () => {
    await drawn
    return jsonReply(200, pictureOf("um gato"))
  })
  const prosa = await startProsa(onStability(provider))
  await withCredit(page, prosa, "5.00")
  const askIn = async (tab: Page, words: string) => {
    await tab.goto(`${prosa.url}/sd-new`)
    await tab.getByRole("combobox", { name: "Modelo" }).selectOption({ label: "Stable Image Core" })
    await prompt(tab).fill(words)
    await generate(tab).click()
  }
  const other = await page.context().newPage()
  await askIn(page, "um gato")
  await expect.poll(() => provider.requests.length).toBe(1)
  await askIn(other, "um barco")
  await expect(other.getByText("Na fila")).toBeVisible()
  await page.close()
  draw()
  await expect(tiles(other)).toHaveCount(2)
  expect(provider.requests).toHaveLength(2)
})

test("a picture above the ceiling is asked of nobody, and does not hold up those behind it", async ({
  page,
  provider,
  startProsa,
}) => {
  provider.script(jsonReply(200, pictureOf("um gato")))
  const prosa = await startProsa(onStability(provider))
  const code = await withCredit(page, prosa, "5.00")
  await page.evaluate(() =>
    localStorage.setItem("nk-app-config", JSON.stringify({ state: { messageCeiling: 300_000 }, version: 4.3 })),
  )
  await page.goto(`${prosa.url}/sd-new`)
  const draw = async (model: string, words: string) => {
    await page.goto(`${prosa.url}/sd-new`)
    await page.getByRole("combobox", { name: "Modelo" }).selectOption({ label: model })
    await prompt(page).fill(words)
    await generate(page).click()
  }
  const refusal = page.getByText(/O seu limite de R\$\s0,30 por mensagem não basta/)
  await draw("Stable Image Ultra", "um castelo")
  await expect(refusal).toBeVisible()
  await draw("Stable Image Core", "um gato")
  await expect(tiles(page)).toHaveCount(1)
  await expect(refusal).toBeVisible()
  expect(provider.requests.map(({ path }) => path.split("/").at(-1))).toEqual(["core"])
  expect(await uses(prosa, code)).toMatchObject([{ amount: -0.2145 }])
})

test("whatever comes instead of a picture ends it where it stands, and costs nothing", async ({
  page,
  provider,
  startProsa,
}) => {
  const replies = {
    proibido: refusalReply(403, { message: "Your request was flagged", code: "content_moderation" }),
    lotado: refusalReply(429, { message: "Too many requests", code: "rate_limit_exceeded" }),
    estranho: htmlReply(200),
    vazio: { status: 200, headers: { "content-type": "image/png" }, pieces: [] },
    rabisco: jsonReply(200, { image: "!!!!", finish_reason: "SUCCESS" }),
  }
  const asked = Object.keys(replies)
  provider.script((request) => {
    const reply = Object.entries(replies).find(([words]) => request.body.includes(words))?.[1]
    if (reply === undefined) throw new Error("nobody asked for this picture")
    return typeof reply === "function" ? reply(request) : reply
  })
  const prosa = await startProsa(onStability(provider))
  const code = await withCredit(page, prosa, "5.00")
  for (const words of asked) {
    await page.goto(`${prosa.url}/sd-new`)
    await page.getByRole("combobox", { name: "Modelo" }).selectOption({ label: "Stable Image Core" })
    await prompt(page).fill(words)
    await generate(page).click()
    const failed = page.getByRole("listitem").filter({ hasText: words })
    await expect(failed.getByRole("button", { name: "Tentar de novo" })).toBeVisible()
    await expect(failed).toContainText("Nada foi cobrado")
  }
  await expect(tiles(page)).toHaveCount(0)
  await page.reload()
  await expect(page.getByText(/Nada foi cobrado/)).toHaveCount(asked.length)
  const lines = await uses(prosa, code)
  expect(lines.filter(({ amount }) => amount !== 0)).toEqual([])
  expect(new Set(provider.requests.map(({ body }) => asked.find((words) => body.includes(words)))).size).toBe(
    asked.length,
  )
})

test("a picture that was deleted and brought back after four seconds is whole a minute later", async ({
  page,
  prosa,
}) => {
  await page.clock.install()
  await page.setViewportSize(phone)
  await drawInDemonstration(page, prosa, "um gato")
  const pictures = await storedPictures(page)
  expect(pictures).toHaveLength(2)
  await tiles(page).click()
  await deleteOpened(page)
  // It stays while it is pointed at: the page's clock goes on by itself, too, and how far depends on the machine.
  await page.getByRole("button", { name: "Desfazer" }).hover()
  await page.clock.fastForward(4_000)
  await page.getByRole("button", { name: "Desfazer" }).click()
  await expect(tiles(page).getByRole("img")).toBeVisible()
  await untilSwept(page)
  expect(await storedPictures(page)).toEqual(pictures)
  await page.reload()
  await expect.poll(() => widthOf(tiles(page).getByRole("img"))).toBeGreaterThan(0)
})

test("on a phone a window with an address stays closed: by its button, by Escape behind that of its menu, by its menu", async ({
  page,
  prosa,
}) => {
  await page.setViewportSize(phone)
  await drawInDemonstration(page, prosa, "um gato")
  const window = page.getByRole("dialog")
  const close = window.getByRole("button", { name: "Fechar" })
  const menu = page.getByRole("menu")
  const layer = () => page.evaluate(() => (history.state as { layer?: number } | null)?.layer)
  const untilClosed = async () => {
    await expect.poll(layer).toBeUndefined()
    await expect(page).toHaveURL(({ search }) => search === "")
    await expect(window).toHaveCount(0)
  }
  await tiles(page).click()
  await expect.poll(layer).toBe(1)
  await close.click()
  await untilClosed()
  await page.goBack()
  await untilClosed()
  await expect(page).toHaveURL("/sd")

  await tiles(page).click()
  await window.getByRole("button", { name: "Mais opções" }).click()
  await expect(menu).toBeVisible()
  await page.keyboard.press("Escape")
  await page.keyboard.press("Escape")
  await untilClosed()

  await tiles(page).click()
  await window.getByRole("button", { name: "Mais opções" }).click()
  await page.getByRole("menuitem", { name: "Gerar outra" }).click()
  await untilClosed()
  await expect(tiles(page)).toHaveCount(2)

  await page.goto(`${prosa.url}/plugins`)
  await page.getByRole("button", { name: "Novo plugin" }).click()
  await close.click()
  await untilClosed()
})

test("a picture that is taken to the chat is stored once, and stays there when its drawing is deleted", async ({
  page,
  prosa,
}) => {
  await page.clock.install()
  await page.setViewportSize(phone)
  await drawInDemonstration(page, prosa, "um gato")
  const pictures = await storedPictures(page)
  await tiles(page).click()
  await page.getByRole("dialog").getByRole("button", { name: "Usar no chat" }).click()
  const attached = page.getByRole("button", { name: /^Ver um-gato/ }).locator("img")
  await expect(attached).toBeVisible()
  expect(await storedPictures(page)).toEqual(pictures)

  await page.goto(`${prosa.url}/sd`)
  await tiles(page).click()
  await deleteOpened(page)
  await page.clock.fastForward(6_000)
  await expect(page.getByRole("button", { name: "Desfazer" })).toHaveCount(0)
  await untilSwept(page)
  // The small one was the gallery's alone.
  await expect.poll(() => storedPictures(page)).toHaveLength(1)
  await page.goto(prosa.url)
  await expect.poll(() => widthOf(attached)).toBeGreaterThan(0)
})

test("a message is answered while three pictures are asked for, of which one is drawn", async ({
  page,
  provider,
  startProsa,
}) => {
  let draw = () => {}
  const drawn = new Promise<void>((resolve) => (draw = resolve))
  provider.script(async (request) => {
    if (!request.path.includes("/stable-image/")) return textReply("Ainda estou aqui.")(request)
    await drawn
    return jsonReply(200, pictureOf("um gato"))
  })
  const prosa = await startProsa({
    provider,
    env: { STABILITY_API_KEY: "sk-of-ours", STABILITY_URL: provider.url, LIMIT_OPEN_RUNS_PREMIUM: "1" },
  })
  await withCredit(page, prosa, "5.00")
  await page.goto(`${prosa.url}/sd-new`)
  await page.getByRole("combobox", { name: "Modelo" }).selectOption({ label: "Stable Image Core" })
  for (const words of ["um gato", "um barco", "uma ilha"]) {
    await prompt(page).fill(words)
    await generate(page).click()
  }
  await expect(page.getByText("Pintando…")).toHaveCount(1)
  await expect(page.getByText("Na fila")).toHaveCount(2)
  const chat = chatOn(page)
  await page.getByRole("link", { name: "Voltar" }).click()
  await chat.ask("Você está aí?")
  await expect(chat.answers.last()).toContainText("Ainda estou aqui.")
  await chat.untilAnswered()
  expect(provider.requests.filter(({ path }) => path.includes("/stable-image/"))).toHaveLength(1)
  draw()
  await page.goto(`${prosa.url}/sd`)
  await expect(tiles(page)).toHaveCount(3)
})

test("what NextChat drew here is taken over, and a picture in a row of a message moves to the store", async ({
  page,
  prosa,
}) => {
  const png = pretendPng("um barco", "1:1").toString("base64")
  await page.goto(`${prosa.url}/healthz`)
  await page.evaluate(async (b64) => {
    const bytes = Uint8Array.from(atob(b64), (letter) => letter.charCodeAt(0))
    const cache = await caches.open("chatgpt-next-web-file")
    const address = `${location.origin}/api/cache/barco.png`
    await cache.put(address, new Response(new Blob([bytes], { type: "image/png" })))
    const params = { prompt: "um barco", aspect_ratio: "1:1", output_format: "png" }
    const row = { id: "d1", model: "core", status: "success", params, created_at: "2026-01-02T03:04:05.000Z" }
    const failed = { ...row, id: "d2", status: "wait", params: { ...params, prompt: "uma ilha" } }
    localStorage.setItem("sd-list", JSON.stringify({ state: { draw: [{ ...row, img_data: address }, failed] } }))
    const picture = (url: string) => [{ type: "image_url", image_url: { url } }]
    const messages = [
      { id: "m1", date: "21/11/2026, 08:05:03", role: "user", content: "Desenhe um barco" },
      { id: "m2", date: "21/11/2026, 08:05:09", role: "assistant", content: picture(`data:image/png;base64,${b64}`) },
      { id: "m3", date: "21/11/2026, 08:06:03", role: "user", content: picture(address) },
    ]
    const sessions = [{ id: "s1", topic: "Barcos", messages, lastUpdate: Date.UTC(2026, 10, 21, 11), mask: {} }]
    localStorage.setItem("chat-next-web-store", JSON.stringify({ state: { sessions }, version: 3.2 }))
  }, png)
  await page.goto(prosa.url)
  await page.getByRole("link", { name: /^Barcos/ }).click()
  await expect(chatOn(page).answers.getByRole("img")).toBeVisible()
  await expect.poll(() => rowsOf(page, "messages")).not.toMatch(/data:image|api\/cache/)
  expect((await rowsOf(page, "messages")).match(/"url":"nk-image:/g)).toHaveLength(2)
  await page.goto(`${prosa.url}/sd`)
  await expect(tiles(page).getByRole("img", { name: "um barco" })).toBeVisible()
  await expect(page.getByText("Não ficou pronta no aplicativo em que foi pedida.")).toBeVisible()
  expect(await rowsOf(page, "drawings")).toMatch(/"image":"nk-image:.*"thumbnail":"nk-image:/)
})

test("a picture names the model that drew it beside the one that was asked for, after a reload and in a backup, too", async ({
  page,
  browser,
  provider,
  startProsa,
}) => {
  const b64_json = pretendPng("um ipê", "1:1").toString("base64")
  provider.script(jsonReply(200, { created: 1, data: [{ b64_json }] }))
  const prosa = await startProsa({ provider })
  await prosa.admin("prices", "set", "openai", "gpt-image-2", "--picture", "1024x1024 medium=0.034")
  await prosa.admin("models", "alias", "dall-e-3", "gpt-image-2@OpenAI")
  // The server that runs takes over in a moment what its operator has set.
  const told = async () => (await fetch(`${prosa.url}/api/config`, { method: "POST" })).text()
  await expect.poll(told).toMatch(/"calledAs":"gpt-image-2"[^}]*"prices":\{"1024x1024 standard":0\.2431/)
  await withCredit(page, prosa, "5.00")
  await page.goto(`${prosa.url}/sd-new`)
  await page.getByRole("combobox", { name: "Modelo" }).selectOption("openai:dall-e-3")
  await prompt(page).fill("um ipê")
  await expect(generate(page)).toHaveText(/^Gerar · R\$\s0,2431$/)
  await generate(page).click()

  const model = (tab: Page) => tab.getByRole("dialog").getByText("dall-e-3")
  await tiles(page).click()
  await expect(model(page)).toHaveText("gpt-image-2 (pedido: dall-e-3)")
  expect(provider.requests.map(({ json }) => json["model"])).toEqual(["gpt-image-2"])
  await page.reload()
  await expect(model(page)).toHaveText("gpt-image-2 (pedido: dall-e-3)")

  const backup = await saveBackup(page, prosa.url)
  const elsewhere = await (await browser.newContext({ locale: "pt-BR" })).newPage()
  const dialog = await chooseFile(elsewhere, prosa.url, "copia.zip", backup)
  await dialog.getByRole("radio", { name: /Juntar/ }).check()
  await Promise.all([elsewhere.waitForEvent("load"), dialog.getByRole("button", { name: "Restaurar" }).click()])
  await elsewhere.goto(`${prosa.url}/sd`)
  await tiles(elsewhere).click()
  await expect(model(elsewhere)).toHaveText("gpt-image-2 (pedido: dall-e-3)")
  await elsewhere.context().close()
})

test("in the demonstration a visitor sees the price, draws a simulated picture, and pays nothing", async ({
  page,
  startProsa,
}) => {
  const prosa = await startProsa({})
  await page.setViewportSize(phone)
  await page.goto(`${prosa.url}/sd-new`)
  await prompt(page).fill("um gato")
  await expect(page.getByText("Demonstração: a imagem é simulada e não custa nada.")).toBeVisible()
  await generate(page).click()
  await expect(tiles(page).getByRole("img", { name: "um gato" })).toBeVisible()
})

test("the model of pictures is on the chat's list: it draws from the question's words, refuses files, and no bytes stand in the row", async ({
  page,
  provider,
  startProsa,
}) => {
  const b64_json = pretendPng("um ipê", "1:1").toString("base64")
  provider.script(jsonReply(200, { created: 1, data: [{ b64_json, revised_prompt: "Um ipê amarelo, em aquarela" }] }))
  const prosa = await startProsa({ provider })
  const code = await withCredit(page, prosa, "5.00")
  const chat = chatOn(page)
  await page.getByRole("button", { name: /^Modelo: / }).click()
  const listed = page.getByRole("dialog", { name: "Modelos" }).getByRole("row", { name: /DALL·E 3/ })
  await expect(listed).toContainText("Cria imagens")
  await expect(listed).toContainText(/≈\sR\$\s0,29/)
  await listed.getByRole("button").click()
  await chat.field.fill("Um ipê amarelo")
  await expect(page.getByText(/≈\sR\$\s0,29/)).toBeVisible()
  const file = { name: "notas.txt", mimeType: "text/plain", buffer: Buffer.from("Nada disto é desenhado.") }
  const choosing = page.waitForEvent("filechooser")
  await page.getByRole("button", { name: "Anexar" }).click()
  await page.getByRole("menuitem", { name: "Arquivo", exact: true }).click()
  await (await choosing).setFiles(file)
  const refusal = page.getByText("Este modelo cria imagens só a partir de palavras.")
  await expect(refusal).toBeVisible()
  await chat.field.press("Enter")
  await expect(chat.field).toHaveValue("Um ipê amarelo")
  await page.getByRole("button", { name: /^Remover notas/ }).click()
  await expect(refusal).toHaveCount(0)
  await chat.field.press("Enter")
  await expect(chat.answers.last().getByRole("img")).toBeVisible()
  const [asked] = provider.requests.filter(({ path }) => path.endsWith("/images/generations"))
  expect(asked?.json).toEqual({
    model: "dall-e-3",
    prompt: "Um ipê amarelo",
    response_format: "b64_json",
    n: 1,
    size: "1024x1024",
    quality: "standard",
    style: "vivid",
  })
  expect(provider.requests).toHaveLength(1)
  await expect.poll(() => rowsOf(page, "messages")).toContain("nk-image:")
  expect(await rowsOf(page, "messages")).not.toContain("data:image")
  await page.getByText("Ver o pedido").click()
  await expect(chat.answers.last()).toContainText("Um ipê amarelo, em aquarela")
  expect(await uses(prosa, code)).toMatchObject([{ amount: -0.286, pieces: { count: 1, unit: "picture" } }])
})
