import type { Locator, Page } from "@playwright/test"
import { jsonReply, textReply } from "../testing/fake-provider/replies.ts"
import type { FakeProvider, RecordedRequest } from "../testing/fake-provider/fake-provider.ts"
import { expectAccessible } from "./support/axe.ts"
import { chatOn, openAndAsk, openWithCode } from "./support/chat.ts"
import { newCode, type Prosa } from "./support/prosa.ts"
import { expect, test, withMotion } from "./support/test.ts"
import { tone } from "./support/tone.ts"

test.use(withMotion)

const said = [
  "Custa **R$ 1.234,56** por mês, e o valor é fixo durante todo o contrato de aluguel.",
  "",
  "| Mês | Valor |",
  "| --- | --- |",
  "| Maio | 10 |",
  "",
  "```js",
  "const total = 1",
  "```",
  "",
  "No fim, $x^2 \\le 9$.",
].join("\n")

/** Of several pieces, no two of which are alike: what was heard before is not asked for again. */
const longText = Array.from(
  { length: 60 },
  (_, at) => `A frase ${at} tem mais de sessenta letras, para que seja uma parte sozinha.`,
).join(" ")

const isSpeech = ({ path }: RecordedRequest) => path.includes("/audio/speech")
const inputsOf = (provider: FakeProvider) => provider.requests.filter(isSpeech).map(({ json }) => json["input"])

/** Answers chats with a text, and speech with a sound of so many seconds. */
function scriptSpeech(provider: FakeProvider, seconds: number, text = said): void {
  provider.script((request) =>
    isSpeech(request)
      ? { status: 200, headers: { "content-type": "audio/wav" }, pieces: [{ send: tone(seconds) }] }
      : textReply(text)(request),
  )
}

/** Enters a code with credit and asks; resolves to the code. */
async function askAsPremium(page: Page, prosa: Prosa, credit = "20"): Promise<string> {
  const code = await newCode(prosa, credit)
  await openWithCode(page, prosa.url, code)
  const chat = chatOn(page)
  await chat.ask("Quanto custa?")
  await chat.untilAnswered()
  return code
}

/** What the statement of a code says of what was read aloud: the characters of each piece that was charged. */
async function piecesCharged(prosa: Prosa, code: string): Promise<readonly number[]> {
  const reply = await fetch(`${prosa.url}/api/statement?kind=use`, { headers: { authorization: `Bearer nk-${code}` } })
  const { lines } = (await reply.json()) as {
    readonly lines: readonly { readonly pieces?: { readonly count: number; readonly unit: string } }[]
  }
  return lines.flatMap(({ pieces }) => (pieces?.unit === "character" ? [pieces.count] : [])).toReversed()
}

test("an answer is read aloud for a price that is agreed to once; again it costs nothing", async ({
  page,
  provider,
  startProsa,
}) => {
  scriptSpeech(provider, 0.3)
  const prosa = await startProsa({ provider })
  await askAsPremium(page, prosa)
  const listen = page.getByRole("button", { name: "Ouvir", exact: true })
  await listen.hover()
  await expect(listen).toHaveAttribute("title", /^Ouvir · ≈\sR\$\s0,0\d+$/)
  await listen.click()
  const question = page.getByRole("alertdialog")
  await expect(question).toContainText(/≈\sR\$\s0,11/)
  expect(inputsOf(provider)).toEqual([])
  await question.getByRole("button", { name: "Ouvir e pagar" }).click()
  const bar = page.getByRole("group", { name: "Ouvindo a resposta" })
  await expect(bar).toBeVisible()
  await expect(bar).toHaveCount(0)
  const read = [
    "Custa 1.234 reais e 56 centavos por mês, e o valor é fixo durante todo o contrato de aluguel.",
    "Mês, Valor.\nMaio, 10.\nTrecho de código.\nNo fim, x ao quadrado menor ou igual a 9.",
  ]
  expect(inputsOf(provider)).toEqual(read)

  // Pressed again it is read from this browser, without a question or a price.
  await page.mouse.move(0, 0)
  await listen.hover()
  await expect(listen).toHaveAttribute("title", "Ouvir · grátis")
  await listen.click()
  await expect(bar).toBeVisible()
  await expect(bar).toHaveCount(0)
  expect(inputsOf(provider)).toEqual(read)
  await page.getByRole("button", { name: /^R\$/ }).last().click()
  await expect(page.getByText(/^Ouvido · 1\d\d caracteres$/)).toBeVisible()
  // Two calls, one reading.
  await page.goto(`${prosa.url}/statement`)
  const readings = page.getByRole("main").getByRole("listitem").filter({ hasText: "caracteres" })
  await expect(readings).toHaveCount(1)
  await expect(readings).toContainText(`${read.join("").length} caracteres`)
})

test("a pause holds, a stop ends: of the rest only what was asked for ahead is paid", async ({
  page,
  provider,
  startProsa,
}) => {
  scriptSpeech(provider, 60, longText)
  const prosa = await startProsa({ provider })
  await page.addInitScript(() => localStorage.setItem("nk-speech-paid", "1"))
  await page.setViewportSize({ width: 390, height: 844 })
  await askAsPremium(page, prosa)
  await page.getByRole("button", { name: "Ouvir", exact: true }).click()
  const bar = page.getByRole("group", { name: "Ouvindo a resposta" })
  await bar.getByRole("button", { name: "Pausar" }).click()
  await expect(bar.getByRole("button", { name: "Continuar" })).toBeVisible()
  await bar.getByRole("button", { name: "Velocidade 1×" }).click()
  await expect(bar.getByRole("button", { name: "Velocidade 1,25×" })).toBeVisible()
  await expectAccessible(page, "listening")
  await expect.poll(() => inputsOf(provider).length).toBe(2)
  await bar.getByRole("button", { name: "Parar de ouvir" }).click()
  await expect(bar).toHaveCount(0)
  expect(inputsOf(provider)).toHaveLength(2)
})

test("who stops when the first piece was heard has paid for the second, and not for a third", async ({
  page,
  provider,
  startProsa,
}) => {
  provider.script((request) => {
    if (!isSpeech(request)) return textReply(longText)(request)
    // A short piece comes first.
    const seconds = String(request.json["input"]).length <= 240 ? 0.5 : 60
    return { status: 200, headers: { "content-type": "audio/wav" }, pieces: [{ send: tone(seconds) }] }
  })
  const prosa = await startProsa({ provider })
  await page.addInitScript(() => {
    localStorage.setItem("nk-speech-paid", "1")
    const play = HTMLMediaElement.prototype.play
    HTMLMediaElement.prototype.play = function () {
      this.addEventListener("timeupdate", () => {
        if (this.duration > 30 && this.currentTime > 1) document.documentElement.dataset["heardSecond"] = ""
      })
      return play.call(this)
    }
  })
  const code = await askAsPremium(page, prosa)
  await page.getByRole("button", { name: "Ouvir", exact: true }).click()
  await expect(page.locator("[data-heard-second]")).toBeAttached()
  await page.getByRole("button", { name: "Parar de ouvir" }).last().click()
  await expect(page.getByRole("group", { name: "Ouvindo a resposta" })).toHaveCount(0)
  const inputs = inputsOf(provider)
  expect(inputs).toHaveLength(2)
  await expect.poll(() => piecesCharged(prosa, code)).toEqual(inputs.map((input) => [...String(input)].length))
})

test("the lock screen names what is read and its keys work; another tab that begins takes the word", async ({
  page,
  context,
  provider,
  startProsa,
}) => {
  const long = "Esta frase tem mais de sessenta letras, para que seja uma parte sozinha. ".repeat(3)
  scriptSpeech(provider, 60, long)
  const prosa = await startProsa({ provider })
  await context.addInitScript(() => {
    // A page that was opened and has no address yet has no storage.
    if (location.protocol === "about:") return
    localStorage.setItem("nk-speech-paid", "1")
    const keys: Record<string, (() => void) | null> = {}
    Object.assign(window, { keys })
    const { mediaSession } = navigator
    const set = mediaSession.setActionHandler.bind(mediaSession)
    mediaSession.setActionHandler = (name, act) => {
      keys[name] = act as (() => void) | null
      set(name, act)
    }
  })
  await askAsPremium(page, prosa)
  const press = (key: string) =>
    page.evaluate((name) => (window as unknown as { keys: Record<string, () => void> }).keys[name]?.(), key)
  const told = () =>
    page.evaluate(() => [navigator.mediaSession.metadata?.title ?? null, navigator.mediaSession.playbackState])
  const listen = page.getByRole("button", { name: "Ouvir", exact: true })
  const bar = page.getByRole("group", { name: "Ouvindo a resposta" })
  await listen.click()
  await expect(bar.getByRole("button", { name: "Pausar" })).toBeVisible()
  await expect.poll(told).toEqual([expect.stringMatching(/./), "playing"])
  await press("pause")
  await expect(bar.getByRole("button", { name: "Continuar" })).toBeVisible()
  expect((await told())[1]).toBe("paused")
  await press("play")
  await expect(bar.getByRole("button", { name: "Pausar" })).toBeVisible()
  expect((await told())[1]).toBe("playing")
  await press("stop")
  await expect(bar).toHaveCount(0)
  expect(await told()).toEqual([null, "none"])

  await listen.click()
  await expect(bar.getByRole("button", { name: "Pausar" })).toBeVisible()
  // The rest is asked for ahead.
  await expect.poll(() => inputsOf(provider).length).toBe(2)
  const second = await context.newPage()
  await second.goto(page.url())
  await second.getByRole("button", { name: "Ouvir", exact: true }).click()
  const secondBar = second.getByRole("group", { name: "Ouvindo a resposta" })
  await expect(secondBar.getByRole("button", { name: "Pausar" })).toBeVisible()
  await expect(bar).toHaveCount(0)
  expect(await page.evaluate(() => navigator.mediaSession.playbackState)).toBe("none")
  // What the first tab has heard is kept for both.
  expect(inputsOf(provider)).toHaveLength(2)
  await secondBar.getByRole("button", { name: "Parar de ouvir" }).click()
})

test("what is no sound is not played, and said to cost nothing", async ({ page, provider, startProsa }) => {
  provider.script((request) =>
    isSpeech(request)
      ? jsonReply(200, { error: { message: "no voice", code: "server_error" } })
      : textReply("Oi!")(request),
  )
  const prosa = await startProsa({ provider })
  await page.addInitScript(() => localStorage.setItem("nk-speech-paid", "1"))
  await askAsPremium(page, prosa)
  await page.getByRole("button", { name: "Ouvir", exact: true }).click()
  await expect(page.getByText(/Nada foi cobrado/)).toBeVisible()
  await expect(page.getByRole("group", { name: "Ouvindo a resposta" })).toHaveCount(0)
})

test("a sound that the browser cannot play is asked for anew the next time, and may have been charged", async ({
  page,
  provider,
  startProsa,
}) => {
  const noise = Buffer.from(Array.from({ length: 512 }, (_, at) => at % 256))
  const good = { status: 200, headers: { "content-type": "audio/wav" }, pieces: [{ send: tone(0.3) }] }
  const broken = { ...good, headers: { "content-type": "audio/mpeg" }, pieces: [{ send: noise }] }
  provider.script((request) => {
    if (!isSpeech(request)) return textReply(said)(request)
    return inputsOf(provider).length === 1 ? broken : good
  })
  const prosa = await startProsa({ provider })
  await page.addInitScript(() => localStorage.setItem("nk-speech-paid", "1"))
  await askAsPremium(page, prosa)
  const listen = page.getByRole("button", { name: "Ouvir", exact: true })
  await listen.click()
  await expect(page.getByText("não toca neste navegador, e pode ter sido cobrado", { exact: false })).toBeVisible()
  // What comes behind it is not made before the first piece is heard.
  expect(inputsOf(provider)).toHaveLength(1)
  await page.mouse.move(0, 0)
  await listen.hover()
  await expect(listen).toHaveAttribute("title", /^Ouvir · ≈\sR\$\s0,0\d+$/)
  await listen.click()
  const bar = page.getByRole("group", { name: "Ouvindo a resposta" })
  await expect(bar).toBeVisible()
  await expect(bar).toHaveCount(0)
  const [first, ...rest] = inputsOf(provider)
  expect(rest).toEqual([first, expect.stringContaining("Maio")])
})

test("where a paid voice fails in the middle, the device's reads on from there", async ({
  page,
  provider,
  startProsa,
}) => {
  provider.script((request) => {
    if (!isSpeech(request)) return textReply(longText)(request)
    if (inputsOf(provider).length > 1) return jsonReply(503, { error: { message: "no voice", code: "server_error" } })
    return { status: 200, headers: { "content-type": "audio/wav" }, pieces: [{ send: tone(0.3) }] }
  })
  const prosa = await startProsa({ provider })
  await withVoices(page, ["pt-BR"])
  await page.addInitScript(() => localStorage.setItem("nk-speech-paid", "1"))
  const code = await askAsPremium(page, prosa)
  await page.getByRole("button", { name: "Ouvir", exact: true }).click()
  await expect(page.getByText("A voz do aparelho continua a leitura.", { exact: false })).toBeVisible()
  await expect(page.getByRole("group", { name: "Ouvindo a resposta" })).toHaveCount(0)
  const heard = await page.evaluate(() => (window as unknown as { readonly heard: readonly string[] }).heard)
  const [first] = inputsOf(provider)
  const byDevice = heard.map((part) => part.replace("pt-BR: ", "")).join(" ")
  // No word is left out, and none is read twice.
  expect(`${String(first)} ${byDevice}`).toBe(longText)
  expect(await piecesCharged(prosa, code)).toEqual([String(first).length])
})

test("what was heard is heard again without a connection, also on a page that never reached the server", async ({
  page,
  provider,
  startProsa,
  context,
}) => {
  scriptSpeech(provider, 0.3, "Uma frase curta que se ouve logo.")
  const prosa = await startProsa({ provider })
  await withVoices(page, [])
  await page.addInitScript(() => localStorage.setItem("nk-speech-paid", "1"))
  await askAsPremium(page, prosa)
  const listen = page.getByRole("button", { name: "Ouvir", exact: true })
  const bar = page.getByRole("group", { name: "Ouvindo a resposta" })
  const hear = async () => {
    await listen.click()
    await expect(bar).toBeVisible()
    await expect(bar).toHaveCount(0)
  }
  await hear()
  await context.setOffline(true)
  await hear()
  await context.setOffline(false)
  await page.route("**/api/**", (route) => route.abort())
  await page.reload()
  await chatOn(page).untilShown()
  await hear()
  expect(inputsOf(provider)).toHaveLength(1)
})

test("a reading that costs more than there is begins with no paid voice", async ({ page, provider, startProsa }) => {
  scriptSpeech(provider, 0.3, longText)
  const prosa = await startProsa({ provider })
  await page.addInitScript(() => localStorage.setItem("nk-speech-paid", "1"))
  await withVoices(page, [])
  await askAsPremium(page, prosa, "0.30")
  const listen = page.getByRole("button", { name: "Ouvir", exact: true })
  await listen.hover()
  await expect(listen).toHaveAttribute("title", "Ouvir · grátis")
  await listen.click()
  await expect(
    page.getByText(
      /^Ouvir esta resposta custa ≈\sR\$\s0,4\d, e o seu saldo é de R\$\s0,\d+\. Este aparelho não tem uma voz/,
    ),
  ).toBeVisible()
  expect(inputsOf(provider)).toEqual([])
})

test("by itself it is read when it has ended; where the browser wants a press, one press reads it", async ({
  page,
  provider,
  startProsa,
}) => {
  scriptSpeech(provider, 0.3, "Pronto, lido sozinho.")
  const prosa = await startProsa({ provider })
  await page.addInitScript(() => {
    localStorage.setItem("nk-speech-paid", "1")
    localStorage.setItem("nk-app-config", JSON.stringify({ state: { ttsConfig: { autoplay: true } }, version: 4.3 }))
    const play = HTMLMediaElement.prototype.play
    let presses = 0
    addEventListener("click", () => (presses += 1), true)
    HTMLMediaElement.prototype.play = function () {
      const isAllowed = presses > 0 && document.querySelector("[data-refuses]") === null
      return isAllowed ? play.call(this) : Promise.reject(new DOMException("a press first", "NotAllowedError"))
    }
  })
  await askAsPremium(page, prosa)
  const chip = page.getByRole("button", { name: "Ouvir", exact: true }).last()
  await expect.poll(() => inputsOf(provider)).toEqual(["Pronto, lido sozinho."])
  await expect(page.getByRole("button", { name: "Parar de ouvir" }).last()).toBeVisible()
  await chip.click()
  await expect(page.getByRole("button", { name: "Parar de ouvir" })).toHaveCount(0)
  expect(inputsOf(provider)).toHaveLength(1)
})

/** A device whose voices are these, once it lists them; what it is given to say stands in `window.heard`. */
async function withVoices(page: Page, languages: readonly string[], { comeMs = 0 } = {}): Promise<void> {
  const facts = { languages, comeMs }
  await page.addInitScript(({ languages, comeMs }) => {
    const heard: string[] = []
    Object.assign(window, { heard })
    const voices = languages.map((lang) => ({ lang, name: lang, localService: true, default: false, voiceURI: lang }))
    class Utterance {
      onstart: (() => void) | null = null
      onend: (() => void) | null = null
      lang = ""
      rate = 1
      voice: unknown
      readonly text: string
      constructor(text: string) {
        this.text = text
      }
    }
    let areThere = comeMs === 0
    const device = {
      getVoices: () => (areThere ? voices : []),
      addEventListener(_name: string, listener: () => void) {
        const come = () => {
          areThere = true
          listener()
        }
        if (!areThere) setTimeout(come, comeMs)
      },
      removeEventListener() {},
      cancel() {},
      speak(said: Utterance) {
        heard.push(`${said.lang}: ${said.text}`)
        setTimeout(() => said.onstart?.(), 5)
        setTimeout(() => said.onend?.(), 20)
      },
    }
    Object.defineProperty(window, "speechSynthesis", { value: device })
    Object.assign(window, { SpeechSynthesisUtterance: Utterance })
  }, facts)
}

test("a visitor hears the device's voice for nothing, and without one is told so", async ({
  page,
  provider,
  startProsa,
  context,
}) => {
  scriptSpeech(provider, 1)
  const prosa = await startProsa({ provider })
  await withVoices(page, ["en-US", "pt-PT", "pt-BR"])
  await openAndAsk(page, "Quanto custa?", prosa.url)
  const listen = page.getByRole("button", { name: "Ouvir", exact: true })
  await expect(listen).toHaveAttribute("title", "Ouvir · grátis")
  await listen.click()
  const heard = () => page.evaluate(() => (window as unknown as { readonly heard: readonly string[] }).heard)
  await expect
    .poll(heard)
    .toEqual([
      "pt-BR: Custa 1.234 reais e 56 centavos por mês, e o valor é fixo durante todo o contrato de aluguel. Mês, Valor. Maio, 10. Trecho de código. No fim, x ao quadrado menor ou igual a 9.",
    ])
  expect(inputsOf(provider)).toEqual([])

  const mute = await context.newPage()
  await withVoices(mute, [])
  await mute.goto(page.url())
  await mute.getByRole("button", { name: "Ouvir", exact: true }).click()
  await expect(mute.getByText("Este aparelho não tem uma voz para ler.", { exact: false })).toBeVisible()
})

test("a device's voices may come late, and one that says nothing is not taken for one that reads", async ({
  page,
  provider,
  startProsa,
}) => {
  provider.script(textReply("Uma frase só."))
  const prosa = await startProsa({ provider })
  await withVoices(page, ["pt_BR"], { comeMs: 400 })
  await openAndAsk(page, "Oi", prosa.url)
  const listen = page.getByRole("button", { name: "Ouvir", exact: true })
  const bar = page.getByRole("group", { name: "Ouvindo a resposta" })
  await listen.click()
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { readonly heard: readonly string[] }).heard))
    .toEqual(["pt_BR: Uma frase só."])
  await expect(bar).toHaveCount(0)
  await page.evaluate(() => (speechSynthesis.speak = () => {}))
  await listen.click()
  await expect(bar).toBeVisible()
  await expect(page.getByText("Este aparelho não tem uma voz para ler.", { exact: false })).toBeVisible()
  await expect(bar).toHaveCount(0)
})

test("what is said of a simulated voice stands above the bar that ends it", async ({ page, prosa }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openAndAsk(page, "Conte uma história longa", prosa.url)
  await page.getByRole("button", { name: "Ouvir", exact: true }).click()
  const told = page.getByText("Voz simulada: a demonstração não lê de verdade.")
  const bar = page.getByRole("group", { name: "Ouvindo a resposta" })
  await expect(told).toBeVisible()
  const top = async (of: Locator) => (await of.boundingBox())?.y ?? 0
  // Its words are twenty pixels high, with eight around them; it slides up to where it stands.
  await expect.poll(async () => (await top(told)) + 28 <= (await top(bar))).toBe(true)
})
