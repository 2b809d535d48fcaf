import type { BrowserContext, Page } from "@playwright/test"
import type { RecordedRequest } from "../testing/fake-provider/fake-provider.ts"
import { jsonReply, textReply } from "../testing/fake-provider/replies.ts"
import { pretendPng } from "../server/gateway/pretend/pretend-picture.ts"
import { chatOn, openWithCode } from "./support/chat.ts"
import { chromiumFlags, findChromium, findHeadlessChromium } from "./support/chromium.ts"
import { newCode, type Prosa } from "./support/prosa.ts"
import { expect, test, withMotion } from "./support/test.ts"
import { tone } from "./support/tone.ts"

test.use(withMotion)
const executablePath = findHeadlessChromium() ?? findChromium()
test.use({
  launchOptions: {
    args: [...chromiumFlags, "--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"],
    ...(executablePath === undefined ? {} : { executablePath }),
  },
})

const words = "Qual é a capital do Acre?"

/** Bounds what a site may store before it stores anything: browsers look at the bound anew only after half a minute. */
async function boundStorage(context: BrowserContext, page: Page, url: string): Promise<void> {
  const devtools = await context.newCDPSession(page)
  await devtools.send("Storage.overrideQuotaForOrigin", { origin: new URL(url).origin, quotaSize: 3_000_000 })
}

/** Stores so much in a database of its own that not even a short row finds room. */
function fillStorage(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const open = indexedDB.open("filler")
      open.onupgradeneeded = () => open.result.createObjectStore("rows", { autoIncrement: true })
      open.onsuccess = () => resolve(open.result)
    })
    const put = (bytes: number) =>
      new Promise<boolean>((resolve) => {
        const change = database.transaction("rows", "readwrite")
        change.objectStore("rows").put(crypto.getRandomValues(new Uint8Array(bytes)))
        change.oncomplete = () => resolve(true)
        change.onabort = () => resolve(false)
      })
    for (let bytes = 65_536; bytes >= 128; bytes /= 2) {
      // oxlint-disable-next-line no-await-in-loop -- until there is no more room
      while (await put(bytes));
    }
    database.close()
  })
}

/** Takes what fills the storage away. */
function emptyStorage(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        indexedDB.deleteDatabase("filler").onsuccess = () => resolve()
      }),
  )
}

const isHeard = ({ path }: RecordedRequest) => path.includes("/audio/transcriptions")
const isSpeech = ({ path }: RecordedRequest) => path.includes("/audio/speech")

/** A page with a code of its own and an answer, in a browser that has no room for more. */
async function fullPage(page: Page, context: BrowserContext, prosa: Prosa): Promise<void> {
  await boundStorage(context, page, prosa.url)
  await openWithCode(page, prosa.url, await newCode(prosa, "20"))
  const chat = chatOn(page)
  await chat.ask("Oi")
  await chat.untilAnswered()
  await fillStorage(page)
}

test("a question is answered where there is no more room, it is said how long it lasts, and it is there again with some", async ({
  page,
  context,
  provider,
  startProsa,
}) => {
  provider.script(textReply("Oi!"))
  const prosa = await startProsa({ provider })
  await fullPage(page, context, prosa)
  const chat = chatOn(page)
  await chat.ask("Oi de novo")
  await chat.untilAnswered()
  await expect(chat.answers).toHaveCount(2)
  await expect(page.getByText("as mensagens novas ficam só até você fechar a página", { exact: false })).toBeVisible()
  // What the page could note as it left is stored once there is room.
  await page.reload()
  await chat.untilShown()
  await emptyStorage(page)
  await page.reload()
  await expect(chat.answers).toHaveCount(2)
})

test("a recording for which there is no room lasts as long as the page, which says so, and is written down by it", async ({
  page,
  context,
  provider,
  startProsa,
}) => {
  let isBroken = true
  provider.script((request) => {
    if (!isHeard(request)) return textReply("Oi!")(request)
    if (isBroken) return jsonReply(500, { error: { message: "broken" } })
    return jsonReply(200, { text: words, usage: { type: "duration", seconds: 1 } })
  })
  const prosa = await startProsa({ provider })
  await fullPage(page, context, prosa)
  const { field } = chatOn(page)
  const record = async () => {
    await page.getByRole("button", { name: "Falar", exact: true }).click()
    await expect(page.getByRole("timer")).toHaveText("0:01")
    await page.keyboard.press("Enter")
    await expect(page.getByText("não coube neste aparelho: ela dura até você fechar a página")).toBeVisible()
  }
  await record()
  isBroken = false
  await page.getByRole("button", { name: "Tentar de novo", exact: true }).click()
  await expect(field).toHaveValue(words)
  await field.fill("")
  await context.setOffline(true)
  await record()
  await context.setOffline(false)
  await expect(field).toHaveValue(words)
})

test("what was read aloud for money is heard again unpaid where there is no room for it", async ({
  page,
  context,
  provider,
  startProsa,
}) => {
  provider.script((request) =>
    isSpeech(request)
      ? { status: 200, headers: { "content-type": "audio/wav" }, pieces: [{ send: tone(0.5) }] }
      : textReply("Oi!")(request),
  )
  const prosa = await startProsa({ provider })
  await page.addInitScript(() => localStorage.setItem("nk-speech-paid", "1"))
  await fullPage(page, context, prosa)
  const listen = page.getByRole("button", { name: "Ouvir", exact: true })
  const bar = page.getByRole("group", { name: "Ouvindo a resposta" })
  for (const price of [/^Ouvir · ≈/, "Ouvir · grátis"]) {
    await page.mouse.move(0, 0)
    await listen.hover()
    await expect(listen).toHaveAttribute("title", price)
    await listen.click()
    await expect(bar).toBeVisible()
    await expect(bar).toHaveCount(0)
  }
  expect(provider.requests.filter(isSpeech)).toHaveLength(1)
})

test("a picture for which there is no room when it is drawn waits for some, is said to, and is paid once", async ({
  page,
  context,
  provider,
  startProsa,
}) => {
  let draw = () => {}
  const drawn = new Promise<void>((resolve) => (draw = resolve))
  provider.script(async () => {
    await drawn
    const image = pretendPng("um gato", "16:9").toString("base64")
    return jsonReply(200, { image, finish_reason: "SUCCESS", seed: 77 })
  })
  const prosa = await startProsa({ provider, env: { STABILITY_API_KEY: "sk-of-ours", STABILITY_URL: provider.url } })
  await boundStorage(context, page, prosa.url)
  await openWithCode(page, prosa.url, await newCode(prosa, "20"))
  await page.goto(`${prosa.url}/sd-new`)
  await page.getByRole("combobox", { name: "Modelo" }).selectOption({ label: "Stable Image Core" })
  await page.getByRole("textbox", { name: "Prompt" }).fill("um gato")
  await page.getByRole("button", { name: /^Gerar/ }).click()
  await expect.poll(() => provider.requests.length).toBe(1)
  await fillStorage(page)
  draw()
  await expect(page.getByText("As imagens pedidas vêm quando houver, sem cobrar outra vez")).toBeVisible()
  await emptyStorage(page)
  await page.reload()
  await expect(page.getByRole("list").getByRole("img", { name: "um gato" })).toBeVisible()
  await expect(page.getByText("As imagens pedidas vêm quando houver")).toHaveCount(0)
  expect(provider.requests).toHaveLength(1)
})
