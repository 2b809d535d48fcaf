import type { Locator, Page } from "@playwright/test"
import { jsonReply } from "../testing/fake-provider/replies.ts"
import type { FakeReply } from "../testing/fake-provider/reply.ts"
import { expectAccessible, expectNoSidewaysScroll } from "./support/axe.ts"
import { chatOn } from "./support/chat.ts"
import { newCode } from "./support/prosa.ts"
import { tellModels } from "./support/told-models.ts"
import { readCopy } from "./support/read-copy.ts"
import { expect, test } from "./support/test.ts"

const main = (page: Page): Locator => page.getByRole("main")
const sections = (page: Page): Locator => main(page).getByRole("region")
const find = (page: Page): Locator => page.getByRole("searchbox", { name: "Buscar ajuste" })

async function openSettings(page: Page, url = "/settings"): Promise<void> {
  await page.goto(url)
  await expect(page.getByRole("heading", { name: "Configurações" })).toBeVisible()
}

/** The browser's stored value of a key. */
async function stored(page: Page, key: string): Promise<Record<string, unknown>> {
  const text = await page.evaluate((name) => localStorage.getItem(name), key)
  return (JSON.parse(text ?? "{}") as { readonly state?: Record<string, unknown> }).state ?? {}
}

/** An answer as Anthropic streams it. */
function claudeReply(text: string): FakeReply {
  const events = [
    { type: "message_start", message: { id: "m", model: "claude", usage: { input_tokens: 5, output_tokens: 1 } } },
    { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
    { type: "content_block_delta", index: 0, delta: { type: "text_delta", text } },
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 4 } },
    { type: "message_stop" },
  ]
  const body = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("")
  return { status: 200, headers: { "content-type": "text/event-stream" }, pieces: [{ send: Buffer.from(body) }] }
}

test("every switch and every choice is saved at once and survives a reload", async ({ page }) => {
  await openSettings(page)
  const switches = main(page).getByRole("switch")
  await expect(switches.first()).toBeVisible()
  const names: { name: string; was: boolean }[] = []
  for (const one of await switches.all()) {
    const name = await one.evaluate((input: HTMLInputElement) => input.labels?.[0]?.textContent ?? "")
    names.push({ name, was: await one.isChecked() })
  }
  expect(names.length).toBeGreaterThan(14)
  // Its own keys bring fields along; they have a test of their own.
  const plain = names.filter(({ name }) => !/próprias chaves|servidor/.test(name))
  for (const { name } of plain) {
    await main(page).getByRole("switch", { name, exact: true }).click()
    const question = page.getByRole("alertdialog")
    if (name.startsWith("Escolher uma máscara")) await question.getByRole("button", { name: "Desligar" }).click()
  }
  const choices = new Map<string, string>()
  for (const one of await main(page).getByRole("combobox").all()) {
    const name = await one.evaluate((input: HTMLSelectElement) => input.labels?.[0]?.textContent ?? "")
    if (name === "Idioma" || name === "Motor de voz" || name === "Onde guardar") continue
    const values = await one.locator("option").evaluateAll((all: HTMLOptionElement[]) => all.map(({ value }) => value))
    await one.selectOption(values.at(-1) ?? "")
    choices.set(name, values.at(-1) ?? "")
  }
  // A visitor's model takes neither effort nor verbosity.
  expect(choices.size).toBeGreaterThan(6)
  await page.reload()
  for (const { name, was } of plain) {
    await expect(main(page).getByRole("switch", { name, exact: true }), name).toBeChecked({ checked: !was })
  }
  for (const [name, value] of choices) {
    await expect(main(page).getByRole("combobox", { name, exact: true }), name).toHaveValue(value)
  }
})

test("texts, numbers and an avatar are saved at once, and a number outside its range falls back", async ({ page }) => {
  await openSettings(page)
  await main(page).getByRole("textbox", { name: "Fonte", exact: true }).fill("Georgia")
  await main(page).getByRole("textbox", { name: "Modelos personalizados" }).fill("-all,+gpt-4o=Rápido")
  await main(page).getByRole("button", { name: "Seu avatar" }).click()
  await page.getByRole("radiogroup", { name: "Seu avatar" }).getByRole("radio", { name: "🤖" }).check()
  await page.keyboard.press("Escape")
  await expect(main(page).getByRole("button", { name: "Seu avatar" })).toBeFocused()
  const temperature = main(page).getByRole("spinbutton", { name: "Temperatura" })
  await temperature.fill("1.3")
  const penalty = main(page).getByRole("spinbutton", { name: /presence_penalty/ })
  await penalty.fill("7")
  await expect(main(page).getByText("Fora do intervalo de -2 a 2: vale 0.")).toBeVisible()
  // Not every browser writes the page's language.
  const repetitions = main(page).getByRole("spinbutton", { name: /frequency_penalty/ })
  await repetitions.selectText()
  await repetitions.pressSequentially("-0,7")
  await expect(repetitions).toHaveValue("-0.7")
  const cap = main(page).getByRole("spinbutton", { name: /max_tokens/ })
  await cap.fill("999999")
  await main(page).getByRole("slider", { name: /top_p/ }).fill("0.4")
  await page.reload()
  await expect(main(page).getByRole("textbox", { name: "Fonte", exact: true })).toHaveValue("Georgia")
  await expect(temperature).toHaveValue("1.3")
  await expect(penalty).toHaveValue("0")
  await expect(cap).toHaveValue("100000")
  await expect(main(page).getByRole("spinbutton", { name: /top_p/ })).toHaveValue("0.4")
  expect(await stored(page, "nk-app-config")).toMatchObject({
    avatar: "1f916",
    customModels: "-all,+gpt-4o=Rápido",
    modelConfig: { temperature: 1.3, presence_penalty: 0, frequency_penalty: -0.7, max_tokens: 100_000, top_p: 0.4 },
  })
  expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily)).toMatch(/^Georgia|^"Georgia"/)
  await page.goto("/")
  await page.getByRole("button", { name: /^Modelo: / }).click()
  const models = page.getByRole("dialog", { name: "Modelos" })
  await expect(models).toContainText("Rápido")
})

test("on a desk the screen stands in a frame, until it is to reach the edges; on a phone there is none", async ({
  page,
}) => {
  const width = async () => (await main(page).boundingBox())?.width
  await openSettings(page)
  const framed = (await width()) ?? 0
  expect((await page.getByRole("complementary", { name: "Conversas" }).boundingBox())?.width).toBe(300)
  await main(page).getByRole("switch", { name: "Ocupar a tela toda" }).click()
  await expect.poll(width).toBe(1280 - 300)
  expect(framed).toBeLessThan(1280 - 300)
  await main(page).getByRole("switch", { name: "Ocupar a tela toda" }).click()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(width).toBe(390)
})

test("on a phone no control squeezes its words, and every section fits, also where words are long", async ({
  page,
}) => {
  await page.addInitScript(() => localStorage.setItem("lang", "de"))
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto("/settings")
  await expect(page.getByRole("heading", { name: "Einstellungen" })).toBeVisible()
  const widthOf = async (hint: string) => (await main(page).getByText(hint).boundingBox())?.width ?? 0
  expect(await widthOf("Die Seite wird neu geladen")).toBeGreaterThan(300)
  const field = main(page).getByRole("combobox", { name: "Sprache" })
  expect((await field.boundingBox())?.width).toBeGreaterThan(300)
  await page.setViewportSize({ width: 320, height: 640 })
  for (const section of await sections(page).all()) {
    const box = await section.boundingBox()
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(304)
  }
})

test("the search finds settings by title and explanation, without accents, and says when there are none", async ({
  page,
}) => {
  await openSettings(page)
  expect(await sections(page).count()).toBe(13)
  await find(page).fill("  SINCRONIZACAO nao")
  await expect(main(page).getByText("Nada encontrado", { exact: true }).last()).toBeVisible()
  await expect(sections(page)).toHaveCount(0)
  await find(page).fill("repeticoes")
  await expect(sections(page)).toHaveCount(1)
  await expect(main(page).getByRole("slider")).toHaveCount(1)
  await expect(sections(page).getByText("Evitar repetições (frequency_penalty)")).toBeVisible()
  await find(page).fill("letra mensagens")
  await expect(sections(page).getByText("Tamanho da letra")).toBeVisible()
  await find(page).press("Escape")
  await expect(sections(page)).toHaveCount(13)
})

test("the search leads to what has a screen of its own: masks, plugins, prompts", async ({ page }) => {
  const led = [
    ["máscara", "Abrir: Lista de máscaras", "/masks"],
    ["plugin", "Abrir: Plugins e ferramentas", "/plugins"],
    ["ferramenta", "Abrir: Plugins e ferramentas", "/plugins"],
  ] as const
  for (const [word, name, path] of led) {
    await openSettings(page)
    await find(page).fill(word)
    await main(page).getByRole("link", { name }).click()
    await expect(page).toHaveURL(new RegExp(`${path}$`))
  }
  await openSettings(page)
  await find(page).fill("prompt")
  await main(page).getByRole("button", { name: "Editar: Lista de prompts" }).click()
  await expect(page.getByRole("dialog", { name: "Prompts" })).toBeVisible()
})

test("one's own keys: fields, an address that is none, and when they are complete", async ({ page }) => {
  await openSettings(page)
  await main(page).getByRole("switch", { name: "Usar as minhas próprias chaves" }).click()
  await main(page).getByRole("combobox", { name: "Provedor" }).selectOption("Azure")
  await expect(main(page).getByText("Ainda falta: Endereço do provedor e Chave de API.")).toBeVisible()
  const address = main(page).getByRole("textbox", { name: "Endereço do provedor" })
  await address.fill("nome.openai.azure.com")
  await address.blur()
  await expect(main(page).getByText("O endereço precisa começar com http:// ou https://.")).toBeVisible()
  expect((await stored(page, "nk-access-control"))["azureUrl"]).toBe("")
  await address.fill("https://nome.openai.azure.com")
  const key = main(page).getByRole("textbox", { name: "Chave de API" })
  await expect(key).toHaveAttribute("type", "password")
  await key.fill("azure-key")
  await expect(main(page).getByText("Completo: os modelos Azure usam a sua chave.")).toBeVisible()
  await page.reload()
  await expect(key).toHaveValue("azure-key")
  await main(page).getByRole("combobox", { name: "Provedor" }).selectOption("Tencent")
  await expect(main(page).getByRole("textbox", { name: "Secret Key" })).toHaveValue("")
  expect(await stored(page, "nk-access-control")).toMatchObject({ provider: "Tencent", azureApiKey: "azure-key" })
})

test("with an own key, messages go to its provider's prefix with that key, and have no price", async ({
  page,
  provider,
  startProsa,
}) => {
  const prosa = await startProsa({ provider, env: { ANTHROPIC_URL: provider.url } })
  provider.script(claudeReply("Resposta do Claude."))
  await tellModels(page, {
    known: [{ name: "claude-haiku-5-5", displayName: "Claude Haiku 5.5", provider: "Anthropic" }],
  })
  await openSettings(page, `${prosa.url}/settings`)
  await main(page).getByRole("switch", { name: "Usar as minhas próprias chaves" }).click()
  await main(page).getByRole("combobox", { name: "Provedor" }).selectOption("Anthropic")
  await main(page).getByRole("textbox", { name: "Chave de API" }).fill("sk-ant-minha")
  await page.getByRole("link", { name: "Voltar" }).click()
  const asked = page.waitForRequest((request) => request.url().includes("/api/anthropic/v1/messages"))
  await chatOn(page).ask("Olá, Claude")
  const headers = await (await asked).allHeaders()
  expect(headers["x-api-key"]).toBe("sk-ant-minha")
  expect(headers["authorization"]).toBeUndefined()
  await expect(chatOn(page).answers).toContainText("Resposta do Claude.")
  await chatOn(page).untilAnswered()
  const call = provider.requests.find(({ path }) => path.startsWith("/v1/messages"))
  expect(call?.headers["x-api-key"]).toBe("sk-ant-minha")
  expect(String(call?.json["model"])).toMatch(/^claude/)
  await expect(chatOn(page).answers).not.toContainText(/R\$|grátis/)
})

test("an Azure that is chosen and incomplete asks nobody", async ({ page }) => {
  await openSettings(page)
  await main(page).getByRole("switch", { name: "Usar as minhas próprias chaves" }).click()
  await main(page).getByRole("combobox", { name: "Provedor" }).selectOption("Azure")
  await page.getByRole("link", { name: "Voltar" }).click()
  const calls: string[] = []
  page.on("request", (request) => calls.push(new URL(request.url()).pathname))
  await chatOn(page).ask("Oi")
  await expect(chatOn(page).answers).toContainText("incomplete azure config, please check it in your settings page")
  expect(calls.filter((path) => /completions|azure/.test(path))).toEqual([])
})

test("what the server hides is not there", async ({ page, startProsa }) => {
  const prosa = await startProsa({ env: { HIDE_USER_API_KEY: "1", ENABLE_BALANCE_QUERY: "0" } })
  await openSettings(page, `${prosa.url}/settings`)
  await expect(main(page).getByRole("button", { name: "Verificar: Versão" })).toBeVisible()
  await expect(main(page).getByRole("switch", { name: "Usar as minhas próprias chaves" })).toHaveCount(0)
  await expect(main(page).getByText("Uso deste mês")).toHaveCount(0)
})

test("the models to choose from can be ticked, and the string for it says the same", async ({ page }) => {
  await openSettings(page)
  const string = main(page).getByRole("textbox", { name: "Modelos personalizados" })
  // What only experts write stands last in its chapter.
  const longest = await main(page).getByText("Tamanho máximo (max_tokens)").boundingBox()
  expect((await string.boundingBox())?.y).toBeGreaterThan(longest?.y ?? Infinity)
  await main(page).getByRole("button", { name: "Modelos personalizados: Escolher modelos (9)" }).click()
  const list = page.getByRole("dialog", { name: "Modelos" })
  const o3 = list.getByRole("button", { name: "o3 Passos longos" })
  await expect(o3).toHaveAttribute("aria-pressed", "true")
  await o3.click()
  await expect(o3).toHaveAttribute("aria-pressed", "false")
  await list.getByRole("button", { name: "GPT-4o Para o dia a dia" }).click()
  await expect(string).toHaveValue("-o3@OpenAI,-gpt-4o@OpenAI")
  await o3.click()
  await page.keyboard.press("Escape")
  await expect(string).toHaveValue("-gpt-4o@OpenAI")
  await page.goto("/chat")
  await page.getByRole("button", { name: /^Modelo:/ }).click()
  await expect(list.getByRole("button", { name: /^o3 / })).toBeVisible()
  await expect(list.getByRole("button", { name: /^GPT-4o (?!mini)/ })).toHaveCount(0)
})

test("the operator's default model begins new conversations, until the user chooses one", async ({
  page,
  provider,
  startProsa,
}) => {
  const prosa = await startProsa({ provider, env: { DEFAULT_MODEL: "gpt-4.1@openai", CODE: "casa" } })
  await page.goto(`${prosa.url}/settings`)
  const code = page.getByRole("textbox", { name: "Código de acesso" })
  await code.fill("casa")
  await code.press("Enter")
  await expect(page.getByText(/^Código válido/)).toBeVisible()
  const chip = page.getByRole("button", { name: /^Modelo: / })
  await page.goto(`${prosa.url}/`)
  await expect(chip).toHaveText("GPT-4.1")
  await page.goto(`${prosa.url}/settings`)
  await main(page).getByRole("combobox", { name: "Modelo", exact: true }).selectOption("gpt-4o@OpenAI")
  await page.getByRole("link", { name: "Voltar" }).click()
  await page.getByRole("button", { name: "Nova conversa" }).first().click()
  await expect(chip).toHaveText("GPT-4o")
})

test("damaged settings never break the page", async ({ page }) => {
  await page.goto("/")
  await page.evaluate(() => {
    const evil = {
      state: { modelConfig: 7, ttsConfig: [], fontSize: {}, avatar: null, customModels: { a: 1 } },
      version: {},
    }
    localStorage.setItem("nk-app-config", JSON.stringify(evil))
    localStorage.setItem("nk-access-control", '{"state":{"useCustomConfig":"yes","provider":{},"openaiApiKey":[]}}')
    localStorage.setItem("nk-sync", "[[[")
    localStorage.setItem("nk-update", '{"state":{"lastUpdate":"x","used":"y"}}')
  })
  await openSettings(page)
  await expect(main(page).getByRole("spinbutton", { name: "Temperatura" })).toHaveValue("0.5")
  await expect(main(page).getByRole("switch", { name: "Usar as minhas próprias chaves" })).not.toBeChecked()
  await page.getByRole("link", { name: "Voltar" }).click()
  await expect(chatOn(page).field).toBeVisible()
})

test("a theme that stands with the other settings counts, until one is chosen here", async ({ page }) => {
  await page.goto("/prompts.json")
  await page.evaluate(() => {
    localStorage.setItem("nk-app-config", JSON.stringify({ state: { theme: "dark", fontSize: 20 }, version: 4.3 }))
  })
  await openSettings(page)
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark")
  const theme = main(page).getByRole("combobox", { name: "Tema" })
  await expect(theme).toHaveValue("dark")
  await theme.selectOption("light")
  await page.reload()
  await expect(theme).toHaveValue("light")
})

test("what the app before this one stored is taken over once", async ({ page }) => {
  await page.goto("/prompts.json")
  await page.evaluate(async () => {
    const open = indexedDB.open("keyval-store")
    const database = await new Promise<IDBDatabase>((resolve) => {
      open.onupgradeneeded = () => open.result.createObjectStore("keyval")
      open.onsuccess = () => resolve(open.result)
    })
    const write = database.transaction("keyval", "readwrite")
    const config = { submitKey: "Ctrl + Enter", theme: "dark", fontSize: 20, modelConfig: { temperature: 0.9 } }
    write.objectStore("keyval").put(JSON.stringify({ state: config, version: 4 }), "app-config")
    const access = { useCustomConfig: true, provider: "Moonshot", moonshotApiKey: "sk-moon" }
    write.objectStore("keyval").put(JSON.stringify({ state: access, version: 2 }), "access-control")
    await new Promise((resolve) => (write.oncomplete = resolve))
    database.close()
  })
  await openSettings(page)
  await expect(main(page).getByRole("combobox", { name: "Tecla de envio" })).toHaveValue("Ctrl + Enter")
  await expect(main(page).getByRole("combobox", { name: "Tema" })).toHaveValue("dark")
  await expect(main(page).getByRole("slider", { name: "Tamanho da letra" })).toHaveValue("20")
  await expect(main(page).getByRole("textbox", { name: "Chave de API" })).toHaveValue("sk-moon")
  await main(page).getByRole("combobox", { name: "Tecla de envio" }).selectOption("Enter")
  await page.reload()
  await expect(main(page).getByRole("combobox", { name: "Tecla de envio" })).toHaveValue("Enter")
})

test("the code that an early NextChat kept beside its page is taken over", async ({ page, startProsa }) => {
  const prosa = await startProsa()
  const accessCode = await newCode(prosa, "4")
  await page.goto(`${prosa.url}/prompts.json`)
  await page.evaluate((code) => {
    localStorage.setItem("access-control", JSON.stringify({ state: { accessCode: code }, version: 2 }))
  }, accessCode)
  await page.goto(`${prosa.url}/`)
  await expect(page.getByRole("link", { name: /^Saldo R\$\s4,00/ })).toBeVisible()
})

test("resetting asks first, and keeps keys; deleting everything saves a copy before it wipes", async ({ page }) => {
  await page.goto("/")
  await chatOn(page).ask("Guarde isto: jabuticaba")
  await chatOn(page).untilAnswered()
  await openSettings(page)
  const overview = main(page).locator("dl").filter({ hasText: "Mensagens" })
  await expect(overview).toContainText(/2\s*Mensagens|Mensagens\s*2/)
  const tight = main(page).getByRole("switch", { name: "Ocupar a tela toda" })
  await tight.click()
  await main(page).getByRole("switch", { name: "Usar as minhas próprias chaves" }).click()
  await main(page).getByRole("button", { name: "Restaurar" }).click()
  const question = page.getByRole("alertdialog")
  await question.getByRole("button", { name: "Cancelar" }).click()
  await expect(tight).toBeChecked()
  const reset = main(page).getByRole("button", { name: "Restaurar" })
  await reset.press("Enter")
  await expect(question).toBeVisible()
  // A page that is held up gets both keys at once: the first question is taken back, the second is asked.
  const busy = page.evaluate(() => {
    for (const until = performance.now() + 600; performance.now() < until;);
  })
  await Promise.all([page.keyboard.press("Escape"), page.keyboard.press("Enter"), busy])
  await expect(question).toBeVisible()
  await question.getByRole("button", { name: "Restaurar" }).click()
  await expect(tight).not.toBeChecked()
  await expect(main(page).getByRole("switch", { name: "Usar as minhas próprias chaves" })).toBeChecked()

  const saved = page.waitForEvent("download")
  await main(page).getByRole("button", { name: "Apagar tudo" }).click()
  const wipe = page.getByRole("dialog", { name: "Apagar tudo deste navegador" })
  await wipe.getByRole("button", { name: "Salvar a cópia" }).click()
  expect(await readCopy(await saved)).toContain("jabuticaba")
  await wipe.getByLabel("Para apagar, escreva APAGAR").fill("apagar")
  await wipe.getByRole("button", { name: "Apagar tudo" }).click()
  await expect(page.getByRole("heading", { name: "Olá! Como posso ajudá-lo hoje?" })).toBeVisible()
  await expect(page.getByText("jabuticaba")).toHaveCount(0)
  await page.reload()
  await expect(page.getByText("jabuticaba")).toHaveCount(0)
  expect((await stored(page, "nk-access-control"))["useCustomConfig"] ?? false).toBe(false)
})

test.describe("checks", () => {
  // A refused request is logged by the browser.
  test.use({ allowErrors: true })

  test("of the version say what is new, and at most every two hours without being asked", async ({
    page,
    provider,
    startProsa,
  }) => {
    const prosa = await startProsa({ env: { UPDATE_URL: `${provider.url}/repos/casa/prosa/tags` } })
    provider.script(jsonReply(200, [{ name: "v99.1.0" }]))
    let asked = 0
    page.on("request", (request) => (asked += Number(request.url().endsWith("/api/update"))))
    await openSettings(page, `${prosa.url}/settings`)
    await expect(main(page).getByText("Há uma versão nova: v99.1.0")).toBeVisible()
    await expect(main(page).getByRole("link", { name: "Ver a versão nova" })).toHaveAttribute("href", /casa\/prosa$/)
    await page.reload()
    await expect(main(page).getByText("Há uma versão nova: v99.1.0")).toBeVisible()
    expect(asked).toBe(1)
    await main(page).getByRole("button", { name: "Verificar: Versão" }).click()
    await expect(main(page).getByText("Há uma versão nova: v99.1.0")).toBeVisible()
    expect(asked).toBe(2)
  })

  test("of the version say in their fixed words what stands between page and server", async ({ page }) => {
    const replies = [
      { status: 504, body: "<html>", said: "Servidor sobrecarregado (504). Tente novamente em alguns segundos." },
      { status: 418, body: "{}", said: "Update Error: Falha ao buscar commit/tag 418" },
      { status: 200, body: "<html>", said: "Update Error: Resposta não é JSON válido (text/html)" },
    ]
    for (const { status, body, said } of replies) {
      await page.route("**/api/update", (route) => route.fulfill({ status, body, contentType: "text/html" }))
      await openSettings(page)
      await expect(main(page).getByText(said)).toBeVisible()
    }
  })

  test("of the usage tell dollars for an own key, and no access for a visitor", async ({
    page,
    provider,
    startProsa,
  }) => {
    const prosa = await startProsa({ provider })
    await openSettings(page, `${prosa.url}/settings`)
    const check = main(page).getByRole("button", { name: /^Verificar: Uso/ })
    await check.click()
    await expect(main(page).getByText(/^Sem acesso/)).toBeVisible()
    provider.script(({ path }) =>
      jsonReply(200, path.includes("subscription") ? { hard_limit_usd: 120 } : { total_usage: 320.4 }),
    )
    await main(page).getByRole("switch", { name: "Usar as minhas próprias chaves" }).click()
    await main(page).getByRole("textbox", { name: "Chave de API" }).fill("sk-mine")
    await check.click()
    await expect(main(page).getByText(/Usado neste mês: US\$\s3,20 · Limite da conta: US\$\s120,00/)).toBeVisible()
    const asked = provider.requests.length
    await check.click()
    await expect(check).toBeEnabled()
    expect(provider.requests.length).toBe(asked)
    expect(provider.requests.at(-1)?.headers.authorization).toBe("Bearer sk-mine")
  })
})

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
]) {
  test(`axe finds nothing on the whole screen at ${viewport.width} × ${viewport.height}`, async ({ page }) => {
    await page.setViewportSize(viewport)
    await page.emulateMedia({ reducedMotion: "reduce" })
    await openSettings(page)
    await main(page).getByRole("switch", { name: "Usar as minhas próprias chaves" }).click()
    await expectAccessible(page, "settings with own keys")
    await expectNoSidewaysScroll(page, "settings")
    await find(page).fill("xyz")
    await expectAccessible(page, "nothing found")
  })
}

test("the keyboard alone goes through it: search, sections, switches, faces", async ({ page }) => {
  await openSettings(page)
  await page.getByRole("link", { name: "Aparência" }).focus()
  await page.keyboard.press("Enter")
  await expect(main(page).getByRole("heading", { name: "Aparência" })).toBeInViewport()
  await main(page).getByRole("combobox", { name: "Idioma" }).focus()
  await page.keyboard.press("Tab")
  await page.keyboard.press("Enter")
  await expect(page.getByRole("radio", { name: "😃" })).toBeFocused()
  await page.keyboard.press("ArrowRight")
  await expect(page.getByRole("radio", { name: "😊" })).toBeChecked()
  await page.keyboard.press("Escape")
  await expect(page.getByRole("radio")).toHaveCount(0)
  await page.keyboard.press("Enter")
  await expect(page.getByRole("radio", { name: "😊" })).toBeFocused()
  await page.getByRole("heading", { name: "Configurações" }).click()
  await expect(page.getByRole("radio")).toHaveCount(0)
  await main(page).getByRole("switch", { name: "Prévia da mensagem" }).focus()
  await page.keyboard.press("Space")
  await expect(main(page).getByRole("switch", { name: "Prévia da mensagem" })).toBeChecked()
})

test("by key a language is stepped over, and chosen by Enter", async ({ page }) => {
  await openSettings(page)
  const language = main(page).getByRole("combobox", { name: "Idioma" })
  await language.focus()
  const before = await language.inputValue()
  await page.keyboard.press("ArrowUp")
  await expect(language).not.toHaveValue(before)
  await page.keyboard.press("ArrowDown")
  await expect(language).toHaveValue(before)
  await page.keyboard.press("ArrowUp")
  const chosen = await language.inputValue()
  await expect(page.locator("html")).toHaveAttribute("lang", "pt-BR")
  await page.keyboard.press("Enter")
  await expect(page.locator("html")).not.toHaveAttribute("lang", "pt-BR")
  expect(await page.evaluate(() => localStorage["lang"])).toBe(chosen)
})

test("another language costs no temporary chat unasked", async ({ page }) => {
  const chat = chatOn(page)
  await page.goto("/")
  await page.getByRole("button", { name: "Mais opções da lista" }).click()
  await page.getByRole("menuitem", { name: "Conversa temporária" }).click()
  await chat.ask("um segredo")
  await chat.untilAnswered()
  await page.getByRole("link", { name: "Configurações" }).click()
  const language = main(page).getByRole("combobox", { name: "Idioma" })
  await language.selectOption("en")
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancelar" }).click()
  await expect(language).toHaveValue("pt")
  await page.goBack()
  await expect(chat.questions).toHaveText("um segredo")
})

test("a model that draws is none for titles and summaries", async ({ page }) => {
  await page.goto("/settings")
  const model = page.getByRole("combobox", { name: "Modelo", exact: true })
  await expect(model.getByRole("option", { name: "GPT Image 2.6 Flare" })).toBeAttached()
  const writer = page.getByRole("combobox", { name: "Modelo dos títulos e resumos" })
  await expect(writer.getByRole("option", { name: "GPT-6 Luna" })).toBeAttached()
  await expect(writer.getByRole("option", { name: "GPT Image 2.6 Flare" })).toHaveCount(0)
})
