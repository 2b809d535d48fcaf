import type { Locator, Page } from "@playwright/test"
import { deadModelsAsked } from "../testing/fake-provider/scripted-models.ts"
import { todaysOpenAi } from "../testing/fake-provider/todays-openai.ts"
import { expectAccessible, expectNoSidewaysScroll } from "./support/axe.ts"
import { chatOn, openAndAsk, openWithCode } from "./support/chat.ts"
import { answer, startOpenAiToday, summary, title } from "./support/openai-today.ts"
import { storeChats, storedChat } from "./support/stored-chats.ts"
import { expect, test } from "./support/test.ts"

const chip = (page: Page): Locator => page.getByRole("button", { name: /^Modelo: / })
const row = (page: Page, name: string): Locator =>
  chatOn(page).conversations.getByRole("link", { name: new RegExp(`^${name}`) })
const notice = (page: Page): Locator => page.getByText(/saiu do ar/)

async function choose(page: Page, name: RegExp): Promise<void> {
  await chip(page).click()
  await page.getByRole("dialog", { name: "Modelos" }).getByRole("button", { name }).click()
  await expect(page.getByRole("dialog", { name: "Modelos" })).toHaveCount(0)
}

/** Opens a menu of the conversation's own actions and takes one. */
async function chooseHere(page: Page, item: string): Promise<void> {
  await page.getByRole("button", { name: "Ações desta conversa" }).click()
  await page.getByRole("menuitem", { name: item }).click()
}

test.describe("with an OpenAI key alone, on OpenAI as it is on 22 November 2026", () => {
  test("12: a visitor is answered, and the conversation gets its title", async ({ page, startProsa, provider }) => {
    const { prosa, models } = await startOpenAiToday(startProsa, provider)
    const chat = await openAndAsk(
      page,
      "Como se faz um bom pão de queijo mineiro em casa, com pouca coisa e sem forno a lenha?",
      prosa.url,
    )
    await expect(chat.answers.first()).toContainText(answer)
    await expect(row(page, title)).toBeVisible()
    expect(deadModelsAsked(models)).toEqual([])
    expect(models.asked.filter(({ refused }) => refused)).toEqual([])
  })

  test("12: a code's first message, its title and its summary come, and the summary goes along", async ({
    page,
    startProsa,
    provider,
  }) => {
    const { prosa, models, code } = await startOpenAiToday(startProsa, provider)
    await openWithCode(page, prosa.url, code)
    const chat = chatOn(page)
    await chat.ask("Como se faz um bom pão de queijo mineiro em casa, com pouca coisa e sem forno a lenha?")
    await chat.untilAnswered()
    await expect(row(page, title)).toBeVisible()

    const long = Array.from({ length: 40 }, (_, at) => `mensagem ${at} ${"palavra ".repeat(800)}`)
    await storeChats(page, prosa.url, [storedChat("Longa", long)], "Longa")
    await page.goto(prosa.url)
    await expect(chat.questions.last()).toBeVisible()
    await chat.field.fill("e agora?")
    await chat.field.press("Enter")
    await expect(chat.questions.last()).toContainText("e agora?")
    await chat.untilAnswered()
    await chooseHere(page, "Memória da conversa")
    const memory = page.getByRole("dialog", { name: "Memória da conversa" })
    await expect(memory.getByRole("textbox", { name: "Resumo" })).toHaveValue(summary)
    await page.keyboard.press("Escape")
    expect(deadModelsAsked(models)).toEqual([])
    expect(models.asked.filter(({ refused }) => refused)).toEqual([])
  })

  test("every setting of an answer works, whichever model it is for", async ({ page, startProsa, provider }) => {
    test.setTimeout(240_000)
    const { prosa, models, code } = await startOpenAiToday(startProsa, provider)
    await openWithCode(page, prosa.url, code)
    const main = page.getByRole("main")
    const chat = chatOn(page)
    const openSettings = async (anew: "load" | "go") => {
      if (anew === "load") await page.goto(`${prosa.url}/settings`)
      else await page.getByRole("link", { name: "Configurações" }).click()
      await expect(page.getByRole("heading", { name: "Configurações" })).toBeVisible()
    }
    // This one takes them all; the others keep what it was given, and send what they take of it.
    await openSettings("load")
    const model = main.getByRole("combobox", { name: "Modelo", exact: true })
    await model.selectOption("gpt-4.1@OpenAI")
    await main.getByRole("spinbutton", { name: "Temperatura" }).fill("1.3")
    await main.getByRole("spinbutton", { name: /presence_penalty/ }).fill("0.5")
    await main.getByRole("spinbutton", { name: /frequency_penalty/ }).fill("0.5")
    await main.getByRole("spinbutton", { name: /max_tokens/ }).fill("9000")
    await main.getByRole("slider", { name: /top_p/ }).fill("0.4")

    const names = ["gpt-4.1", "gpt-5", "o3", "gpt-5.1", "gpt-6-luna", "gpt-6.1-terra", "gpt-6.1-sol"]
    for (const [at, name] of names.entries()) {
      if (at > 0) await openSettings("go")
      await model.selectOption(`${name}@OpenAI`)
      const choices = ["Esforço de raciocínio", "Detalhe das respostas"].map((label) =>
        main.getByRole("combobox", { name: label, exact: true }),
      )
      // The least of each, then the most.
      for (const which of [0, -1]) {
        // The choice of a model outlives its page.
        await openSettings(which === 0 ? "load" : "go")
        await expect(model).toHaveValue(`${name}@OpenAI`)
        for (const choice of choices) {
          if (!(await choice.isVisible())) continue
          const values = await choice
            .locator("option")
            .evaluateAll((all: HTMLOptionElement[]) => all.map(({ value }) => value))
          await choice.selectOption(values.at(which) ?? "")
        }
        await page.getByRole("link", { name: "Voltar" }).click()
        await page.getByRole("button", { name: "Nova conversa" }).first().click()
        await chat.ask(`${name}, ${which}`)
        await chat.untilAnswered()
        await expect(chat.answers.last(), name).toContainText(answer)
        expect(
          models.asked.some((one) => one.model === name && JSON.stringify(one.json).includes(`${name}, ${which}`)),
        ).toBe(true)
      }
    }
    expect(models.asked.filter(({ refused }) => refused)).toEqual([])
  })

  test("the selector offers only what lives, and each of it says what it is good at", async ({
    page,
    startProsa,
    provider,
  }) => {
    const { prosa, models, code } = await startOpenAiToday(startProsa, provider)
    await openWithCode(page, prosa.url, code)
    await chip(page).click()
    const dialog = page.getByRole("dialog", { name: "Modelos" })
    await expect(dialog.getByText("GPT-6.1 Terra")).toBeVisible()
    // Its day is 19 days away.
    await expect(dialog.getByText("sai em 11/12").first()).toBeVisible()
    // Gone for more than thirty days.
    await expect(dialog.getByText("o1-mini")).toHaveCount(0)
    await expect(dialog.getByRole("img", { name: /^Preço: \d de 4$/ }).first()).toBeVisible()
    await dialog.getByRole("searchbox").fill("rápido")
    await expect(dialog.getByText("GPT-6 Luna")).toBeVisible()
    await expect(dialog.getByText("GPT-6 Astra")).toHaveCount(0)
    await expectAccessible(page, "models")
    await page.setViewportSize({ width: 320, height: 640 })
    await expectNoSidewaysScroll(page, "models")
    expect(models.asked).toEqual([])
  })
})

/** On its day gpt-5 is still served at noon, and goes while people talk to it. */
const onItsDay = {
  at: "2026-12-11T12:00:00Z",
  models: todaysOpenAi().map((model) => (model.id === "gpt-5" ? { ...model, until: undefined } : model)),
}

test.describe("15: a model goes in the middle of a conversation", () => {
  for (const width of [320, 1280]) {
    test(`the conversation goes on, and says so once, ${width} px wide, by keyboard`, async ({
      page,
      startProsa,
      provider,
    }) => {
      await page.setViewportSize({ width, height: 720 })
      const { prosa, models, code } = await startOpenAiToday(startProsa, provider, onItsDay)
      await openWithCode(page, prosa.url, code)
      const chat = chatOn(page)
      await choose(page, /^gpt-5( sai|$)/i)
      await chat.ask("primeira")
      await chat.untilAnswered()
      await expect(notice(page)).toHaveCount(0)
      models.retire("gpt-5")
      await chat.ask("segunda")
      await chat.untilAnswered()
      await expect(chat.answers.last()).toContainText(answer)
      await expect(page.getByText(/O gpt-5 saiu do ar em 11\/12\./i)).toBeVisible()
      await expect(page.getByText(/Esta conversa segue com o gpt-6\.1.terra, que custa menos\./i)).toBeVisible()
      await expectAccessible(page, "notice")
      await expectNoSidewaysScroll(page, "notice")
      await chat.answers.last().getByTitle("Recibo").click()
      await expect(
        chat.answers
          .last()
          .getByRole("term")
          .filter({ hasText: /gpt-6\.1.terra \(pedido: gpt-5\)/i }),
      ).toBeVisible()

      const dismiss = page.getByRole("button", { name: "Dispensar aviso" })
      await dismiss.focus()
      await page.keyboard.press("Enter")
      await expect(notice(page)).toHaveCount(0)
      // Never again in this conversation, also after a reload.
      models.forget()
      await chat.ask("terceira")
      await chat.untilAnswered()
      await page.reload()
      await expect(chat.answers.last()).toContainText(answer)
      await expect(notice(page)).toHaveCount(0)
      expect(deadModelsAsked(models)).toEqual([])
    })
  }

  test("“Trocar” opens the selector, where the model stands grey with what follows it", async ({
    page,
    startProsa,
    provider,
  }) => {
    const { prosa, models, code } = await startOpenAiToday(startProsa, provider, onItsDay)
    await openWithCode(page, prosa.url, code)
    const chat = chatOn(page)
    await choose(page, /^gpt-5( sai|$)/i)
    await chat.ask("primeira")
    await chat.untilAnswered()
    models.retire("gpt-5")
    await chat.ask("segunda")
    await chat.untilAnswered()
    await notice(page).locator("..").getByRole("button", { name: "Trocar" }).click()
    const dialog = page.getByRole("dialog", { name: "Modelos" })
    await expect(dialog.getByText(/saiu do ar em 11\/12.*segue com gpt-6\.1.terra/i)).toBeVisible()
    await dialog.getByRole("button", { name: /^gpt-6.luna/i }).click()
    models.forget()
    await chat.ask("terceira")
    await chat.untilAnswered()
    expect(models.asked.some(({ model }) => model === "gpt-6-luna")).toBe(true)
    await expect(notice(page)).toHaveCount(0)
  })
})

test("3: only dearer ones are left: the page asks first, and nothing is sent before a yes", async ({
  page,
  startProsa,
  provider,
}) => {
  const { prosa, models, code } = await startOpenAiToday(startProsa, provider, { at: "2026-12-12T12:00:00Z" })
  // Somebody else has found out.
  await fetch(`${prosa.url}/v1/chat/completions`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer nk-${code}` },
    body: JSON.stringify({ model: "gpt-5-nano", messages: [{ role: "user", content: "Oi" }] }),
  })
  models.forget()
  await openWithCode(page, prosa.url, code)
  const stored = storedChat("Antiga", ["oi", "olá"])
  const { session } = stored
  const modelConfig = { ...session.mask.modelConfig, model: "gpt-5-nano", providerName: "OpenAI" }
  const old = { ...stored, session: { ...session, mask: { ...session.mask, modelConfig } } }
  await storeChats(page, prosa.url, [old], "Antiga")
  await page.goto(prosa.url)
  const chat = chatOn(page)
  await chat.field.fill("e agora?")
  await chat.field.press("Enter")
  await expect(page.getByText(/custa até \d+\s?% mais por pergunta/)).toBeVisible()
  await expectAccessible(page, "question")
  expect(models.asked.filter(({ json }) => JSON.stringify(json).includes("e agora?"))).toEqual([])

  await page.getByRole("button", { name: "Seguir com ele" }).click()
  await chat.untilAnswered()
  await expect(chat.answers.last()).toContainText(answer)
  // Asked once in a conversation.
  await chat.ask("e depois?")
  await chat.untilAnswered()
  await expect(page.getByText(/custa até/)).toHaveCount(0)
  expect(deadModelsAsked(models)).toEqual([])
})

test("14: a new conversation six days before begins with the role's next, an old one stays with its model", async ({
  page,
  startProsa,
  provider,
}) => {
  const { prosa, models, code } = await startOpenAiToday(startProsa, provider, { at: "2026-12-05T12:00:00Z" })
  await openWithCode(page, prosa.url, code)
  await storeChats(page, prosa.url, [storedChat("Antiga", ["oi", "olá"])], "Antiga")
  const chat = await openAndAsk(page, "ainda aqui?", prosa.url)
  expect(
    models.asked.filter(({ json }) => JSON.stringify(json).includes("ainda aqui?")).map(({ model }) => model),
  ).toEqual(["gpt-5"])
  await page.getByRole("button", { name: "Nova conversa" }).first().click()
  await expect(chip(page)).toHaveText(/GPT-6\.1 Terra|gpt-6\.1-terra/)
  await chat.ask("e aqui?")
  await chat.untilAnswered()
  expect(
    models.asked.some(({ model, json }) => model === "gpt-6.1-terra" && JSON.stringify(json).includes("e aqui?")),
  ).toBe(true)
  expect(deadModelsAsked(models)).toEqual([])
})

test("the demonstration offers the roles' living names", async ({ page }) => {
  await page.goto("/")
  await expect(chip(page)).toHaveText(/GPT-6 Luna|gpt-4o.mini/i)
  await chip(page).click()
  const dialog = page.getByRole("dialog", { name: "Modelos" })
  await expect(dialog.getByText("GPT-6.1 Terra")).toBeVisible()
  await expect(dialog.getByText("o1-mini")).toHaveCount(0)
})
