import type { BrowserContext, Page } from "@playwright/test"
import { jsonReply, textReply } from "../testing/fake-provider/replies.ts"
import type { FakeProvider } from "../testing/fake-provider/fake-provider.ts"
import { expectAccessible } from "./support/axe.ts"
import { chatOn, openAndAsk, openWithCode } from "./support/chat.ts"
import { chromiumFlags, findChromium, findHeadlessChromium } from "./support/chromium.ts"
import { newCode } from "./support/prosa.ts"
import { expect, test, type TestFixtures, withMotion } from "./support/test.ts"

test.use(withMotion)

const executablePath = findHeadlessChromium() ?? findChromium()
test.use({
  launchOptions: {
    args: [...chromiumFlags, "--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"],
    ...(executablePath === undefined ? {} : { executablePath }),
  },
})

const words = "Comprar pão e leite."

/** Recordings that reached the provider. */
const recordings = ({ requests }: FakeProvider) => requests.filter(({ path }) => path.includes("/audio/transcriptions"))

/** A page of a server of its own, which pays for being heard and has asked one question. */
async function premiumPage(
  page: Page,
  { startProsa, provider }: Pick<TestFixtures, "startProsa" | "provider">,
): Promise<void> {
  provider.script((request) =>
    request.path.includes("/audio/transcriptions")
      ? jsonReply(200, { text: words, usage: { type: "duration", seconds: 2 } })
      : textReply("Oi!")(request),
  )
  // Whatever microphone is opened is looked at in the end.
  await page.addInitScript(() => {
    const tracks: MediaStreamTrack[] = []
    Object.assign(window, { tracks })
    const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
    navigator.mediaDevices.getUserMedia = async (wanted) => {
      const stream = await open(wanted)
      tracks.push(...stream.getTracks())
      return stream
    }
  })
  const prosa = await startProsa({ provider })
  await openWithCode(page, prosa.url, await newCode(prosa, "20"))
  const chat = chatOn(page)
  await chat.ask("Oi")
  await chat.untilAnswered()
}

const talkButton = (page: Page) => page.getByRole("button", { name: "Falar", exact: true })

/** Records for a second without a connection. */
async function recordOffline(page: Page, context: BrowserContext): Promise<void> {
  const [talk, timer] = [talkButton(page), page.getByRole("timer")]
  // The code that hears is there before the line goes.
  await talk.click()
  await expect(timer).toBeVisible()
  await page.keyboard.press("Escape")
  await expect(timer).toHaveCount(0)
  await context.setOffline(true)
  await talk.click()
  await expect(timer).toHaveText("0:01")
  await page.keyboard.press("Enter")
  await expect(page.getByText(/transcrit[ao] quando houver sinal/)).toBeVisible()
}

const tracks = (page: Page) =>
  page.evaluate(() =>
    (window as unknown as { readonly tracks: readonly MediaStreamTrack[] }).tracks.map(({ readyState }) => readyState),
  )

/** A finger on the screen, by the browser's own events. */
async function fingerOn(context: BrowserContext, page: Page) {
  const devtools = await context.newCDPSession(page)
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", points: readonly { x: number; y: number }[]) =>
    devtools.send("Input.dispatchTouchEvent", { type, touchPoints: [...points] })
  return {
    down: (x: number, y: number) => touch("touchStart", [{ x, y }]),
    move: (x: number, y: number) => touch("touchMove", [{ x, y }]),
    up: () => touch("touchEnd", []),
  }
}

test("what is said comes into the field and is not sent; a line that broke is paid once", async ({
  page,
  provider,
  startProsa,
}) => {
  await premiumPage(page, { startProsa, provider })
  const asked = provider.requests.length
  let times = 0
  await page.route("**/audio/transcriptions", async (route) => {
    times += 1
    if (times > 1) return route.continue()
    // It arrived, and its answer did not.
    await route.fetch()
    await route.abort("connectionreset")
  })
  const talk = talkButton(page)
  await talk.focus()
  await page.keyboard.press("Enter")
  await expect(page.getByRole("timer")).toHaveText("0:01")
  await expectAccessible(page, "recording")
  await page.keyboard.press("Enter")
  const chat = chatOn(page)
  await expect(chat.field).toHaveValue(words)
  await expect(chat.questions).toHaveCount(1)
  expect(times).toBe(2)
  expect(recordings(provider)).toHaveLength(1)
  expect(recordings(provider)[0]?.body).toContain('filename="gravacao.webm"')
  expect(provider.requests.slice(asked).filter(({ path }) => path.includes("chat"))).toEqual([])
  await expect.poll(() => tracks(page)).toEqual(["ended"])
})

test("a finger holds, cancels and locks; what is too short or taken back is sent to nobody", async ({
  browser,
  provider,
  startProsa,
}) => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    locale: "pt-BR",
  })
  const page = await context.newPage()
  await premiumPage(page, { startProsa, provider })
  const finger = await fingerOn(context, page)
  const box = await talkButton(page).boundingBox()
  const [x, y] = [(box?.x ?? 0) + 22, (box?.y ?? 0) + 22]
  const timer = page.getByRole("timer")

  await finger.down(x, y)
  await finger.up()
  await expect(page.getByText("Segure para gravar")).toBeVisible()
  expect(await tracks(page)).toEqual([])

  await finger.down(x, y)
  await expect(timer).toBeVisible()
  await finger.move(x - 40, y)
  await finger.move(x - 100, y)
  await finger.up()
  await expect(timer).toHaveCount(0)
  await expect.poll(() => tracks(page)).toEqual(["ended"])

  await finger.down(x, y)
  await expect(timer).toBeVisible()
  await finger.move(x, y - 80)
  await finger.up()
  await expect(page.getByRole("button", { name: "Cancelar a gravação" })).toBeVisible()
  expect(recordings(provider)).toEqual([])
  await finger.down(x, y)
  await finger.up()
  await expect(chatOn(page).field).toHaveValue(words)
  await expect.poll(() => tracks(page)).toEqual(["ended", "ended"])
  await context.close()
})

test("a finger that still holds when the recording ends by itself sends nothing as it lifts", async ({
  browser,
  provider,
  startProsa,
}) => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    locale: "pt-BR",
  })
  const page = await context.newPage()
  await premiumPage(page, { startProsa, provider })
  const chat = chatOn(page)
  const finger = await fingerOn(context, page)
  const box = await talkButton(page).boundingBox()
  const [x, y] = [(box?.x ?? 0) + 22, (box?.y ?? 0) + 22]
  await finger.down(x, y)
  await expect(page.getByRole("timer")).toHaveText("0:01")
  // As where the device is taken away, or a call comes in.
  await page.evaluate(() => {
    const [track] = (window as unknown as { readonly tracks: readonly MediaStreamTrack[] }).tracks
    track?.stop()
    track?.dispatchEvent(new Event("ended"))
  })
  await expect(chat.field).toHaveValue(words)
  await expect(page.getByRole("button", { name: "Enviar", exact: true })).toBeVisible()
  await finger.up()
  await chat.field.fill("Comprar só pão.")
  await page.getByRole("button", { name: "Enviar", exact: true }).tap()
  await expect(chat.questions).toHaveText([/^Oi/, /^Comprar só pão\./])
  await context.close()
})

test("what is recorded without a connection waits, over a reload too, and is written down and paid once when there is one", async ({
  page,
  context,
  provider,
  startProsa,
}) => {
  await premiumPage(page, { startProsa, provider })
  await recordOffline(page, context)
  expect(recordings(provider)).toEqual([])

  // Opened again, the page believes for a while yet that it has no connection.
  const address = page.url()
  await page.close()
  await context.setOffline(false)
  await context.addInitScript(() => {
    let isOnline = false
    Object.defineProperty(Navigator.prototype, "onLine", { configurable: true, get: () => isOnline })
    Object.assign(window, {
      comeOnline() {
        isOnline = true
        dispatchEvent(new Event("online"))
      },
    })
  })
  // Two tabs find it there.
  const tabs = [await context.newPage(), await context.newPage()]
  for (const tab of tabs) {
    const heard = tab.waitForRequest(/transcribe.*\.js/)
    await tab.goto(address)
    await expect(talkButton(tab)).toBeVisible()
    await heard
    await expect(chatOn(tab).field).toHaveValue("")
  }
  expect(recordings(provider)).toEqual([])
  let asked = 0
  context.on("request", (request) => (asked += Number(request.url().endsWith("/audio/transcriptions"))))
  await Promise.all(tabs.map((tab) => tab.evaluate(() => (window as unknown as { comeOnline(): void }).comeOnline())))
  const fields = () => Promise.all(tabs.map((tab) => chatOn(tab).field.inputValue()))
  await expect.poll(async () => (await fields()).join("")).toBe(words)
  expect(asked).toBe(1)
  expect(recordings(provider)).toHaveLength(1)
  for (const tab of tabs) await expect(chatOn(tab).questions).toHaveCount(1)
})

test("words come behind what is written; a recording stays in sight, and ends where its conversation is left", async ({
  page,
  context,
  provider,
  startProsa,
}) => {
  await premiumPage(page, { startProsa, provider })
  const chat = chatOn(page)
  const talk = talkButton(page)
  const timer = page.getByRole("timer")
  await recordOffline(page, context)
  await chat.field.fill("Hoje:")
  await context.setOffline(false)
  await expect(chat.field).toHaveValue(`Hoje: ${words}`)

  await chat.field.fill("")
  await talk.click()
  await expect(timer).toBeVisible()
  await chat.field.fill("Amanhã:")
  await expect(page.getByRole("button", { name: "Terminar a gravação" })).toBeVisible()
  await expect(timer).toHaveText("0:01")
  await page.getByRole("button", { name: "Nova conversa" }).first().click()
  await expect(chat.messages).toHaveCount(0)
  await expect.poll(() => tracks(page)).toEqual(["ended", "ended", "ended"])
  await expect.poll(() => recordings(provider).length).toBe(2)
  await expect(chat.field).toHaveValue("")
  await chat.conversations.getByRole("link").last().click()
  await expect(chat.field).toHaveValue(`Amanhã: ${words}`)
})

/** Counts the recordings on the disk, or lets go of them as another tab does. */
const onDisk = (page: Page, what: "count" | "delete") =>
  page.evaluate(async (what) => {
    const opening = indexedDB.open("nk-prosa")
    const database = await new Promise<IDBDatabase>((resolve) => (opening.onsuccess = () => resolve(opening.result)))
    const change = database.transaction("outbox", "readwrite")
    const recordings = change.objectStore("outbox")[what](IDBKeyRange.bound("recording:", "recording;"))
    await new Promise((resolve) => (change.oncomplete = resolve))
    database.close()
    return recordings.result
  }, what)
const stored = (page: Page) => onDisk(page, "count")
const forgetStored = (page: Page) => onDisk(page, "delete")

test("nothing of what is said in a temporary conversation is stored; a refused recording waits for a press", async ({
  page,
  provider,
  startProsa,
}) => {
  await premiumPage(page, { startProsa, provider })
  const chat = chatOn(page)
  const talk = talkButton(page)
  const say = async () => {
    await talk.click()
    await expect(page.getByRole("timer")).toHaveText("0:02")
    const count = await stored(page)
    await page.keyboard.press("Enter")
    return count
  }
  const calls: (string | undefined)[] = []
  let answer: "whole" | "broken" | "refused" = "whole"
  await page.route("**/audio/transcriptions", async (route) => {
    calls.push(route.request().headers()["idempotency-key"])
    if (answer === "whole") return route.continue()
    if (answer === "broken") return route.abort("connectionreset")
    await route.fulfill({ status: 402, json: { error: { message: "Saldo insuficiente" }, balance_insufficient: true } })
  })
  await page.getByRole("button", { name: "Mais opções da lista" }).click()
  await page.getByRole("menuitem", { name: "Conversa temporária" }).click()
  await expect(page.getByText("Não é salva: some quando você fecha ou recarrega a página.")).toBeVisible()
  expect(await say()).toBe(0)
  await expect(chat.field).toHaveValue(words)
  expect(calls).toEqual([undefined])
  await chat.field.fill("")
  answer = "broken"
  await say()
  await expect(page.getByText(/A gravação foi descartada/)).toBeVisible()
  expect([calls, await stored(page)]).toEqual([[undefined, undefined], 0])

  await chat.conversations.getByRole("link").last().click()
  await expect(chat.questions).toHaveCount(1)
  answer = "refused"
  expect(await say()).toBe(1)
  const discard = page.getByRole("button", { name: "Descartar" })
  await expect(discard).toBeVisible()
  expect(calls).toHaveLength(3)
  // Nothing is sent unasked when the page is opened again.
  await page.reload()
  await expect(page.getByRole("status").getByRole("button", { name: "Tentar de novo" })).toBeVisible()
  await discard.click()
  await expect.poll(() => stored(page)).toBe(0)
  await page.getByRole("button", { name: "Desfazer" }).click()
  await expect.poll(() => stored(page)).toBe(1)
  await expect(discard).toHaveCount(1)

  // It is offered anew to whoever has more money now, and once.
  await page.route("**/api/getBalance", async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...((await response.json()) as object), saldo: 90, saldo_premium: 90 } })
  })
  await page.evaluate(() => {
    const later = Date.now() + 3_600_000
    Date.now = () => later
    document.querySelector("[role=status] button")?.setAttribute("data-before", "")
    dispatchEvent(new Event("focus"))
  })
  await expect(page.locator("[data-before]")).toHaveCount(0)
  await expect(discard).toHaveCount(1)

  // What is discarded elsewhere while it is being asked for does not come back.
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route("**/audio/transcriptions", async (route) => {
    await held
    await route.fallback()
  })
  const asked = page.waitForRequest("**/audio/transcriptions")
  await page.getByRole("status").getByRole("button", { name: "Tentar de novo" }).click()
  await asked
  await expect(discard).toHaveCount(0)
  await forgetStored(page)
  letGo()
  await expect(page.getByText("Saldo insuficiente")).toBeVisible()
  expect([await stored(page), calls.length]).toEqual([0, 4])
  await expect(discard).toHaveCount(0)
})

test("a recording that cannot be written down is kept, and handed over as a file", async ({
  page,
  provider,
  startProsa,
}) => {
  await premiumPage(page, { startProsa, provider })
  await page.route("**/audio/transcriptions", (route) =>
    route.fulfill({
      status: 400,
      json: { error: { message: "file: must be at most 5 minutes long", code: "invalid_request", param: "file" } },
    }),
  )
  const [talk, timer] = [talkButton(page), page.getByRole("timer")]
  await talk.click()
  await expect(timer).toHaveText("0:01")
  await page.keyboard.press("Enter")
  const offer = page.getByRole("button", { name: "Baixar" })
  const downloaded = page.waitForEvent("download")
  await offer.click()
  expect((await downloaded).suggestedFilename()).toBe("gravacao.webm")
  expect(await stored(page)).toBe(1)
})

/** A browser that recognises speech by itself, at its maker's; how often it began stands in `window.begun`. */
async function withRecognition(page: Page): Promise<void> {
  await page.addInitScript((words) => {
    Object.assign(window, { begun: 0 })
    class Recognition {
      onstart: (() => void) | null = null
      onresult: ((event: object) => void) | null = null
      onend: (() => void) | null = null
      start() {
        Object.assign(window, { begun: (window as unknown as { begun: number }).begun + 1 })
        setTimeout(() => this.onstart?.(), 5)
      }
      stop() {
        this.onresult?.({ results: [[{ transcript: words }]] })
        this.onend?.()
      }
      abort() {}
    }
    Object.assign(window, { SpeechRecognition: Recognition, webkitSpeechRecognition: Recognition })
  }, words)
}

test("a recording is still offered where nobody writes it down any more", async ({ page, provider, startProsa }) => {
  // Nor does the browser.
  await page.addInitScript(() =>
    Object.assign(window, { SpeechRecognition: undefined, webkitSpeechRecognition: undefined }),
  )
  await premiumPage(page, { startProsa, provider })
  await page.route("**/audio/transcriptions", (route) =>
    route.fulfill({ status: 402, json: { error: { message: "Saldo insuficiente" }, balance_insufficient: true } }),
  )
  await talkButton(page).click()
  await expect(page.getByRole("timer")).toHaveText("0:02")
  await page.keyboard.press("Enter")
  const again = page.getByRole("status").getByRole("button", { name: "Tentar de novo" })
  await expect(again).toBeVisible()

  await page.route("**/api/config", async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...((await response.json()) as object), media: {} } })
  })
  await page.reload()
  await expect(talkButton(page)).toHaveCount(0)
  await again.evaluate((button) => button.setAttribute("data-before", ""))
  await again.click()
  await expect(page.locator("[data-before]")).toHaveCount(0)
  await expect(again).toBeVisible()
  expect(await stored(page)).toBe(1)
})

test("who has no plan is asked once before the browser's maker hears a word", async ({
  page,
  provider,
  startProsa,
}) => {
  provider.script(textReply("Oi!"))
  const prosa = await startProsa({ provider })
  await withRecognition(page)
  const chat = await openAndAsk(page, "Oi", prosa.url)
  const begun = () => page.evaluate(() => (window as unknown as { begun: number }).begun)
  const talk = talkButton(page)
  const question = page.getByRole("alertdialog")
  await talk.click()
  await expect(question).toContainText("fabricante")
  await expectAccessible(page, "the question before the first recording")
  await page.keyboard.press("Escape")
  await expect(question).toHaveCount(0)
  expect(await begun()).toBe(0)

  // A no is no answer for ever: it is asked again, and a yes is kept.
  await talk.click()
  await question.getByRole("button", { name: "Continuar" }).click()
  await expect(question).toHaveCount(0)
  expect(await begun()).toBe(0)
  await talk.click()
  await expect(page.getByRole("timer")).toBeVisible()
  await page.keyboard.press("Enter")
  await expect(chat.field).toHaveValue(words)
  expect([await begun(), recordings(provider)]).toEqual([1, []])
  await expect(chat.questions).toHaveCount(1)
})

for (const [name, words] of [
  ["NotAllowedError", /O microfone está bloqueado/],
  ["NotReadableError", /O microfone está ocupado, talvez por outro aplicativo ou uma ligação/],
  ["NotFoundError", /Nenhum microfone foi encontrado/],
] as const)
  test(`why there is no microphone is said: ${name}`, async ({ page, provider, startProsa }) => {
    await premiumPage(page, { startProsa, provider })
    await page.evaluate((why) => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("no", why))
    }, name)
    await talkButton(page).click()
    await expect(page.getByText(words)).toBeVisible()
    await expect(page.getByRole("timer")).toHaveCount(0)
    expect(recordings(provider)).toEqual([])
  })
