import { chatOn, openWithCode } from "./support/chat.ts"
import { readCopy } from "./support/read-copy.ts"
import { newCode } from "./support/prosa.ts"
import { expect, test, withMotion } from "./support/test.ts"

test.use(withMotion)

test("the banner leads to the plans and, once dismissed, stays away", async ({ page }) => {
  await page.goto("/")
  const banner = page.getByRole("complementary", { name: "Sobre o Premium" })
  await banner.getByRole("button", { name: /Conheça o Premium/ }).click()
  const plans = page.getByRole("dialog", { name: "Premium" })
  await expect(plans).toBeVisible()
  await plans.getByRole("button", { name: "Ocupar a tela toda" }).click()
  expect(await plans.boundingBox()).toEqual({ x: 0, y: 0, width: 1280, height: 800 })
  await plans.getByRole("button", { name: "Voltar ao tamanho normal" }).click()
  await expect(plans).not.toHaveCSS("width", "1280px")
  await page.keyboard.press("Escape")
  await expect(plans).toHaveCount(0)
  await banner.getByRole("button", { name: "Não mostrar mais" }).click()
  await expect(banner).toHaveCount(0)
  await page.reload()
  await expect(chatOn(page).field).toBeVisible()
  await expect(banner).toHaveCount(0)
  expect(await page.evaluate(() => localStorage.getItem("banner-dismissed"))).toBe("true")
})

test("the log names every request of this browser and nothing of what was said", async ({ page }) => {
  await page.goto("/logs")
  await expect(page.getByText("Nenhum pedido ainda")).toBeVisible()
  await page.goto("/")
  await chatOn(page).ask("Qual é a capital do Acre?")
  await chatOn(page).untilAnswered()
  await page.goto("/logs")
  const rows = page.getByRole("main").getByRole("listitem")
  await expect(rows.filter({ hasText: "gpt-4o-mini" }).first()).toContainText("tokens enviados")
  expect(await page.evaluate(() => localStorage.getItem("nk-request-log"))).not.toContain("Acre")
  await page.getByRole("button", { name: "Limpar registros" }).click()
  await page.getByRole("alertdialog").getByRole("button", { name: "Limpar registros" }).click()
  await expect(rows).toHaveCount(0)
})

test.describe("after an error that nothing caught", () => {
  // The error itself is logged by React.
  test.use({ allowErrors: true })

  test("the crash screen saves everything to a file before it wipes it", async ({ page }) => {
    await page.goto("/")
    await chatOn(page).ask("Guarde isto: jabuticaba")
    await chatOn(page).untilAnswered()
    // A text that is no text cannot be drawn.
    await page.route(/\/assets\/pt-first-[^/]*\.js$/, async (route) => {
      const response = await route.fetch()
      const body = (await response.text()).replace(/subtitle:(["`'])Gerenciador de prompts\1/, "subtitle:{}")
      await route.fulfill({ response, body, headers: { ...response.headers(), "cache-control": "no-store" } })
    })
    await page.reload()
    await expect(page.getByRole("heading", { name: "Oops, something went wrong!" })).toBeVisible()
    await expect(page.getByLabel("Detalhes do erro")).toContainText("React error #31")
    // Nor the field that waits for the application.
    await expect(page.getByRole("textbox")).toHaveCount(0)
    const report = await page.getByRole("link", { name: "Report This Error" }).getAttribute("href")
    expect(report).not.toContain("jabuticaba")
    const saved = page.waitForEvent("download")
    await page.getByRole("button", { name: "Clear All Data" }).click()
    await page.unroute(/\/assets\/pt-first-[^/]*\.js$/)
    const wipe = page.getByRole("dialog", { name: "Apagar tudo deste navegador" })
    await wipe.getByRole("button", { name: "Salvar a cópia" }).click()
    expect(await readCopy(await saved)).toContain("jabuticaba")
    await wipe.getByLabel("Para apagar, escreva APAGAR").fill("APAGAR")
    await wipe.getByRole("button", { name: "Apagar tudo" }).click()
    await expect(page.getByRole("heading", { name: "Olá! Como posso ajudá-lo hoje?" })).toBeVisible()
    await expect(page.getByText("jabuticaba")).toHaveCount(0)
  })
})

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test("the back button closes the topmost window, then the drawer, and only then leaves the page", async ({
    page,
  }) => {
    await page.goto("/logs")
    await page.goto("/")
    const menu = page.getByRole("button", { name: "Abrir conversas" })
    const drawer = page.getByRole("dialog", { name: "Conversas" })
    await menu.tap()
    await expect(drawer).toBeVisible()
    await drawer.getByRole("button", { name: "Excluir conversa" }).tap()
    await expect(page.getByRole("alertdialog")).toContainText("Confirmar exclusão da conversa selecionada?")
    await page.goBack()
    await expect(page.getByRole("alertdialog")).toHaveCount(0)
    await expect(drawer).toBeVisible()
    await page.goBack()
    await expect(drawer).toHaveCount(0)
    await expect(page).toHaveURL("/")

    await menu.tap()
    await drawer.getByRole("button", { name: /^Usar o / }).tap()
    await expect(page.getByRole("dialog", { name: "Premium" })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole("dialog")).toHaveCount(0)
    await expect(page).toHaveURL("/")

    const more = page.getByRole("button", { name: "Ações desta conversa" })
    await more.tap()
    await expect(page.getByRole("menu")).toBeVisible()
    await page.goBack()
    await expect(page.getByRole("menu")).toHaveCount(0)
    await expect(more).toBeFocused()
    await expect(page).toHaveURL("/")
    await page.goBack()
    await expect(page).toHaveURL("/logs")
  })

  test("a window with an address that a reload has opened again stays closed for Back, also where a step back comes late", async ({
    page,
  }) => {
    await page.addInitScript(() => {
      const go = history.go.bind(history)
      Object.assign(window, { lateMs: 0, steps: 0 })
      // Later than what the page waits for.
      history.go = (by) => void setTimeout(go, (window as unknown as { lateMs: number }).lateMs, by)
      addEventListener("popstate", () => ((window as unknown as { steps: number }).steps += 1))
    })
    await page.goto("/plugins")
    const window = page.getByRole("dialog")
    const create = page.getByRole("button", { name: "Novo plugin" })
    const layer = () => page.evaluate(() => (history.state as { layer?: number } | null)?.layer)
    await create.tap()
    await expect.poll(layer).toBe(1)
    await page.reload()
    await expect(window).toBeVisible()
    await window.getByRole("button", { name: "Fechar" }).tap()
    await expect.poll(layer).toBeUndefined()
    await page.goBack()
    await expect(page).toHaveURL("/plugins")
    await expect(window).toHaveCount(0)

    await create.tap()
    await expect.poll(layer).toBe(1)
    const steps = await page.evaluate(() => {
      Object.assign(globalThis, { lateMs: 700 })
      return (globalThis as unknown as { steps: number }).steps
    })
    await window.getByRole("button", { name: "Fechar" }).tap()
    await expect.poll(() => page.evaluate(() => (globalThis as unknown as { steps: number }).steps)).toBe(steps + 1)
    await expect(page).toHaveURL("/plugins")
    await expect(window).toHaveCount(0)
    await create.tap()
    await expect(window).toBeVisible()
  })

  test("a conversation gets its address also where a reload has closed the drawer", async ({ page }) => {
    await page.goto("/")
    await page.getByRole("button", { name: "Abrir conversas" }).tap()
    const drawer = page.getByRole("dialog", { name: "Conversas" })
    await expect(drawer).toBeVisible()
    await expect.poll(() => page.evaluate(() => history.state as unknown)).toMatchObject({ layer: 1 })
    await page.reload()
    await chatOn(page).ask("Oi")
    await expect(drawer).toHaveCount(0)
    await expect(page).toHaveURL(/\/chat\?c=/)
  })

  test("a link in the drawer takes the drawer's place in the history", async ({ page }) => {
    await page.goto("/")
    await page.getByRole("button", { name: "Abrir conversas" }).tap()
    await page.getByRole("link", { name: "Configurações" }).tap()
    await expect(page).toHaveURL("/settings")
    await page.goBack()
    await expect(page).toHaveURL("/")
    await expect(page.getByRole("dialog")).toHaveCount(0)
    await expect(chatOn(page).field).toBeVisible()
  })

  test("a window that is closed by its own button leaves nothing to go back to", async ({ page }) => {
    await page.goto("/logs")
    await page.goto("/")
    for (let times = 0; times < 3; times += 1) {
      await page.getByRole("button", { name: "Abrir conversas" }).tap()
      await page.getByRole("button", { name: "Fechar" }).tap()
      await expect(page.getByRole("dialog")).toHaveCount(0)
    }
    await page.goBack()
    await expect(page).toHaveURL("/logs")
  })
})

test("each route has its title, the ancestor's hash links lead to them, and an unknown address says so", async ({
  page,
}) => {
  for (const [path, title] of [
    ["/#/settings", "Configurações"],
    ["/#/auth", "Código de acesso"],
    ["/search-chat", "Pesquisar no Histórico"],
    ["/logs", "Registros"],
    ["/masks", "Máscaras"],
    ["/artifacts/abc", "Página compartilhada"],
    ["/#/nowhere", "Página não encontrada"],
    ["/#/Settings", "Página não encontrada"],
  ] as const) {
    await page.goto(path)
    await expect(page).toHaveTitle(`${title} · Prosa`)
    await expect(page).toHaveURL(path.replace("/#", ""))
  }
  // The same page, another hash: no reload.
  await page.evaluate(() => (location.hash = "#/settings"))
  await expect(page).toHaveTitle("Configurações · Prosa")
  await expect(page).toHaveURL("/settings")
})

test("the colour of the browser's own bars follows the theme, and in auto the device", async ({ page }) => {
  const colours = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')].map(({ media, content }) => [
        media.includes("dark"),
        content,
      ]),
    )
  const both = { light: "#fafafa", dark: "#151515" }
  for (const theme of ["auto", "light", "dark"] as const) {
    await page.addInitScript((name) => localStorage.setItem("theme", name), theme)
    await page.goto("/logs")
    expect(await colours()).toEqual([
      [false, theme === "auto" ? both.light : both[theme]],
      [true, theme === "auto" ? both.dark : both[theme]],
    ])
  }
})

test("a server that needs a code offers three ways on", async ({ page, startProsa }) => {
  const prosa = await startProsa({ env: { NEED_CODE: "1" } })
  await page.goto(prosa.url)
  const chat = chatOn(page)
  await expect(page.getByText("Este servidor pede um código de acesso para conversar.")).toBeVisible()
  await expect(page.getByText(/^grátis/i)).toHaveCount(0)
  await expect(page.getByText("Sem código", { exact: true })).toBeVisible()
  await expect(page.getByText("Gratuito", { exact: true })).toHaveCount(0)
  await page.getByRole("link", { name: "Configurações" }).click()
  await expect(page.getByText("Libera os modelos premium e o seu saldo.", { exact: true })).toBeVisible()
  await expect(page.getByText(/modo gratuito/)).toHaveCount(0)
  await page.getByRole("link", { name: "Voltar" }).click()
  await chat.ask("Posso entrar?")
  const ways = chat.answers.last().getByRole("list").getByRole("listitem")
  await expect(chat.answers.last()).toContainText("🔑")
  await expect(ways).toHaveText([
    "Começar agora no serviço hospedado",
    "clique aqui para inserir a chave de acesso",
    "Usar a sua própria chave de um provedor, em Configurações",
  ])
  await ways.nth(1).getByRole("link").click()
  await expect(page).toHaveURL(/\/auth$/)
  await expect(page.getByRole("textbox", { name: "Código de acesso" })).toBeFocused()
  // The server ends with the test; what the page still loads for later is not missed.
  await page.close()
})

test("on the web /auth says what is free, and a code confirmed there goes to the chat", async ({ page, prosa }) => {
  const code = await newCode(prosa, "2.00")
  await page.goto("/auth")
  await expect(page.getByText("Você está usando o modo gratuito.", { exact: true })).toBeVisible()
  await expect(page.getByText("Para acessar recursos premium, configure um código de acesso.")).toBeVisible()
  await expect(page.getByRole("link", { name: "Voltar ao Chat" })).toBeVisible()
  const field = page.getByRole("textbox", { name: "Código de acesso" })
  await expect(field).toHaveCount(0)
  await page.getByRole("button", { name: "Tenho um código de acesso" }).click()
  await expect(field).toHaveAttribute("type", "password")
  await expect(page.getByRole("link", { name: "Mais tarde" })).toBeVisible()
  await field.fill("prosa_errado")
  await field.press("Enter")
  await expect(page.getByRole("main").getByRole("status")).toContainText("Código inválido")
  await field.fill(code)
  await field.press("Enter")
  await expect(page).toHaveURL("/chat")
  await expect(chatOn(page).balance).toHaveAccessibleName("Saldo R$ 2,00")
})

test("a code with nothing left goes to the chat too, and says so with the way to more", async ({ page, prosa }) => {
  const code = await newCode(prosa, "0.00")
  await page.goto("/auth")
  await page.getByRole("button", { name: "Tenho um código de acesso" }).click()
  const field = page.getByRole("textbox", { name: "Código de acesso" })
  await field.fill(code)
  await field.press("Enter")
  await expect(page).toHaveURL("/chat")
  await expect(page.getByText("Código válido, mas com saldo insuficiente")).toBeVisible()
  await page.getByRole("button", { name: "Adicionar créditos" }).click()
  await expect(page.getByRole("dialog", { name: "Premium" })).toBeVisible()
})

test("site=gratuito lowers the tier everywhere and stays in the address", async ({ page, prosa }) => {
  const code = await newCode(prosa, "2.00")
  await openWithCode(page, "/", code)
  await expect(page.getByText("Premium", { exact: true })).toBeVisible()
  await page.goto("/?site=gratuito")
  await expect(page.getByText("Gratuito", { exact: true })).toBeVisible()
  await page.getByRole("button", { name: "Nova conversa" }).click()
  await expect(page).toHaveURL("/chat?site=gratuito")
  await expect(page.getByRole("button", { name: "Modelo: GPT-4o mini. Trocar" })).toBeVisible()
  await page.getByRole("link", { name: "Configurações" }).click()
  await page.reload()
  await expect(page).toHaveURL("/settings?site=gratuito")
  await expect(page.getByText("Gratuito", { exact: true })).toBeVisible()
})
