import { chatOn, openAndAsk, openWithCode, untilFetchedAhead } from "./support/chat.ts"
import { expectAccessible } from "./support/axe.ts"
import { storedChat, storeChats } from "./support/stored-chats.ts"
import { expect, test } from "./support/test.ts"

test.describe("without a connection", () => {
  test.use({ allowErrors: true })

  test("a bar says what still works, and a question is asked by itself when it is back", async ({ page, context }) => {
    await page.goto("/")
    const chat = chatOn(page)
    await chat.ask("Primeira pergunta")
    await chat.untilAnswered()
    await context.setOffline(true)
    const bar = page.getByText("Sem internet. Você pode ler, buscar e escrever.")
    await expect(bar).toBeVisible()
    await chat.ask("E a segunda?")
    await expect(chat.answers.last()).toContainText("Será enviada quando houver sinal")
    // A visitor pays nothing.
    await expect(chat.answers.last()).not.toContainText("R$")
    await expectAccessible(page, "no connection")
    await context.setOffline(false)
    await expect(bar).toHaveCount(0)
    await chat.untilAnswered()
    await expect(chat.answers.last()).toContainText("E a segunda")
  })
})

test.describe("on a phone without a connection", () => {
  test.use({ allowErrors: true, hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test("a question that waits looks so, and is changed in its place before it is sent", async ({ page, context }) => {
    const chat = await openAndAsk(page, "oi")
    await untilFetchedAhead(page)
    await context.setOffline(true)
    await chat.ask("primeira")
    await chat.ask("segunda")
    const balloon = (at: number) => chat.questions.nth(at).getByText(/./).locator("..")
    await expect(balloon(1)).toHaveCSS("border-style", "dashed")
    await chat.answers.nth(1).getByRole("button", { name: "Editar" }).tap()
    const edit = page.getByRole("dialog", { name: "Editar mensagem" })
    await edit.getByRole("textbox", { name: "Mensagem" }).fill("primeira, em outras palavras")
    await edit.getByRole("button", { name: "Enviar" }).tap()
    await expect(chat.questions).toHaveText(["oi", "primeira, em outras palavras", "segunda"])
    await expect(chat.answers.nth(1)).toContainText("Será enviada quando houver sinal")
    await context.setOffline(false)
    await expect(page.getByText("Será enviada quando houver sinal")).toHaveCount(0)
    await chat.untilAnswered()
    await expect(chat.answers.nth(1)).toContainText("primeira, em outras palavras")
    await expect(chat.answers.nth(2)).toContainText("segunda")
    await expect(balloon(1)).not.toHaveCSS("border-style", "dashed")
  })

  test("above an open keyboard most of the screen is conversation, also where a bar says that there is none", async ({
    page,
    context,
  }) => {
    const chat = await openAndAsk(page, "oi")
    await context.setOffline(true)
    await expect(page.getByText("Sem internet. Você pode ler, buscar e escrever.")).toBeVisible()
    await page.setViewportSize({ width: 390, height: 480 })
    await chat.field.tap()
    await expect.poll(async () => (await chat.log.boundingBox())!.height / 480).toBeGreaterThanOrEqual(0.6)
  })
})

test.describe("on a touch screen", () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } })

  test("personal numbers that were hidden do not go to the phone's own sheet either", async ({
    page,
    prosa: { url },
  }) => {
    await page.addInitScript(() => {
      navigator.share = async (data) => document.documentElement.setAttribute("data-shared", JSON.stringify(data))
    })
    const topic = "CPF 529.982.247-25"
    await storeChats(page, url, [storedChat(topic, ["Ligue (11) 98765-4321", "O **529.982.247**-25?"])])
    await page.goto(`${url}/chat?c=${encodeURIComponent(topic)}`)
    await page.getByRole("button", { name: "Compartilhar", exact: true }).first().click()
    const dialog = page.getByRole("dialog", { name: "Compartilhar conversa" })
    await expect(dialog).toContainText("Parece haver 1 CPF e 1 telefone.")
    await dialog.getByRole("button", { name: "Trocar por •••" }).click()
    await dialog.getByRole("button", { name: "Enviar só o texto" }).click()
    await expect(page.locator("[data-shared]")).toBeAttached()
    const shared = (await page.locator("html").getAttribute("data-shared")) ?? ""
    expect(shared).toContain("Ligue (••) •••••-••••")
    expect(shared).toContain("O **•••.•••.•••**-••?")
    expect(shared).not.toMatch(/529|4321/)
  })

  test("an answer and a chat go to the phone's own sheet, and settings have chips and nothing for keys", async ({
    page,
  }) => {
    await page.addInitScript(() => {
      const shared: ShareData[] = []
      Object.assign(window, { shared })
      navigator.share = async (data) => void shared.push(data ?? {})
    })
    const shared = () => page.evaluate(() => (window as unknown as { shared: ShareData[] }).shared)
    await page.goto("/")
    const chat = chatOn(page)
    await chat.ask("Quanto é 2 + 2?")
    await chat.untilAnswered()
    await page.getByRole("button", { name: "Compartilhar" }).first().click()
    // A window says first what leaves; a link is one way, the words alone are the other.
    const dialog = page.getByRole("dialog", { name: "Compartilhar conversa" })
    await expect(dialog).toContainText("2 mensagens")
    expect(await shared()).toEqual([])
    await dialog.getByRole("button", { name: "Enviar só o texto" }).click()
    await expect.poll(async () => (await shared()).length).toBe(1)
    await expect(dialog).toHaveCount(0)
    const [conversation] = await shared()
    expect(conversation?.text).toMatch(/Você:\nQuanto é 2 \+ 2\?\n\n.+:\n[^]*\n\nCompartilhado do Prosa$/)

    await chat.answers.getByRole("button", { name: "Compartilhar" }).click()
    await expect.poll(async () => (await shared())[1]?.text ?? "").toContain("Quanto é 2 + 2")

    await page.goto("/settings")
    const chips = page.getByRole("navigation", { name: "Seções das configurações" })
    await expect(chips.getByRole("link", { name: "Acesso" })).toBeVisible()
    await chips.getByRole("link", { name: "Seus dados" }).click()
    await expect(page.getByRole("heading", { name: "Seus dados" })).toBeInViewport()
    await expect(chips.getByRole("link", { name: "Seus dados" })).toHaveAttribute("aria-current", "true")
    await expect(page.getByText("Tecla de envio", { exact: true })).toHaveCount(0)
    await expect(page.getByText("Ocupar a tela toda", { exact: true })).toHaveCount(0)
    // The numbers for experts stand below what everybody chooses.
    const model = page.getByRole("region", { name: "Modelo", exact: true })
    const [searches, penalty] = [
      model.getByText("Pesquisas por resposta", { exact: true }),
      model.getByText(/^Evitar rep/),
    ]
    expect((await searches.boundingBox())?.y).toBeLessThan((await penalty.boundingBox())?.y ?? 0)
    await expectAccessible(page, "settings on a phone")
  })
})

test("on a desk sharing copies, and a paid answer says what asking again costs", async ({
  page,
  context,
  startProsa,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"])
  const prosa = await startProsa()
  const made = (await prosa.admin("code", "create", "--kind", "premium", "--credit", "20.00")) as {
    readonly codes: readonly { readonly code: string }[]
  }
  await openWithCode(page, prosa.url, made.codes[0]?.code ?? "")
  const chat = chatOn(page)
  await chat.ask("Quanto é 2 + 2?")
  await chat.untilAnswered()
  await expect(chat.answers.getByRole("button", { name: /^Tentar de novo ≈\sR\$\s0,\d\d$/ })).toBeVisible()
  await chat.questions.hover()
  await chat.questions.getByRole("button", { name: "Editar" }).click()
  const edit = page.getByRole("dialog", { name: "Editar mensagem" })
  await expect(edit.getByRole("button", { name: /^Enviar\s*≈\sR\$\s0,\d\d$/ })).toBeVisible()
  await page.keyboard.press("Escape")
  await chat.answers.getByRole("button", { name: "Compartilhar" }).click()
  await expect(page.getByText("Copiado", { exact: true })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("Quanto é 2 + 2")
})
