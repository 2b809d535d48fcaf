import type { Page } from "@playwright/test"
import { expectAccessible, expectNoSidewaysScroll } from "./support/axe.ts"
import { chatOn, openWithCode, untilDemonstration } from "./support/chat.ts"
import { dayAndMonth, dayIn, tellModels, today, type ToldModels } from "./support/told-models.ts"
import { newCode } from "./support/prosa.ts"
import { expect, test } from "./support/test.ts"
import { expectTouchTargets } from "./support/touch-targets.ts"

// Models come and go: what the page makes of what the server tells of them.

const { terra, sol, luna, gpt41, haiku, opus, argon } = today
const roles = { default: "gpt-6.1-terra@OpenAI", free: "gpt-6-luna@OpenAI", compress: "gpt-6-luna@OpenAI" }
const all: ToldModels = { roles, models: [terra, sol, luna, gpt41, haiku, opus, argon] }

const env = { CODE: "casa" }

const follower = ({ name, displayName, provider }: typeof terra | typeof sol) => ({ name, displayName, provider })

function dialogOn(page: Page) {
  const dialog = page.getByRole("dialog", { name: "Modelos" })
  return {
    dialog,
    chip: page.getByRole("button", { name: /^Modelo: / }),
    field: dialog.getByRole("searchbox", { name: "Buscar na lista" }),
    rows: dialog.getByRole("button", { name: /^(GPT|Claude|Gemini|o3)/ }),
    row: (name: string) => dialog.locator("tr, li").filter({ has: page.getByRole("button", { name }) }),
  }
}

test.describe("with a code", () => {
  test.beforeEach(async ({ page, startProsa }) => {
    const prosa = await startProsa({ env })
    await tellModels(page, all)
    await openWithCode(page, prosa.url, "casa")
  })

  test("every model says what it is good at, how dear it is and what it can do", async ({ page }) => {
    const { chip, dialog, rows, row } = dialogOn(page)
    await expect(chip).toHaveText("GPT-6.1 Terra")
    await chip.click()
    await expect(rows).toHaveCount(7)
    const has = (name: string, pictures: readonly string[]) =>
      Promise.all(pictures.map((picture) => expect(row(name).getByRole("img", { name: picture })).toBeVisible()))
    await expect(row("GPT-6.1 Terra")).toContainText("Para o dia a dia, bom em quase tudo")
    await has("GPT-6.1 Terra", ["Raciocínio: 4 de 5", "Velocidade: 4 de 5", "Preço: 2 de 4"])
    await has("GPT-6.1 Terra", ["Vê imagens", "Pensa antes de responder", "Usa ferramentas", "Lê textos muito longos"])
    await expect(row("Claude Haiku").getByTitle("Usa ferramentas")).toBeVisible()
    await expect(row("Claude Haiku").getByRole("img", { name: "Pensa antes de responder" })).toHaveCount(0)
    await expect(row("Claude Opus")).toContainText("O mais capaz, para perguntas difíceis")
    await has("Claude Opus", ["Preço: 4 de 4"])
    await expectAccessible(page, "the models")
    // A press on a picture, which has a tip of its own, is a press on its row.
    await row("Claude Opus").getByTitle("Vê imagens").click()
    await expect(dialog).toHaveCount(0)
    await expect(chip).toHaveText("Claude Opus 5.5")
  })

  test("models are found by name, provider, use and ability, with or without accents, by the keyboard alone", async ({
    page,
  }) => {
    // With more than nine models there is a search.
    const more = ["Kimi K3", "GLM 5", "Sabiá 4"].map((displayName) => ({ ...terra, name: displayName, displayName }))
    await tellModels(page, { ...all, models: [...(all.models ?? []), ...more] })
    await page.reload()
    const { chip, dialog, field, rows } = dialogOn(page)
    await chip.focus()
    await page.keyboard.press("Enter")
    await expect(field).toBeFocused()
    await page.keyboard.type("RÁPIDO")
    await expect(rows).toHaveText([/^GPT-6 Luna/, /^Claude Haiku 5.5/])
    await field.fill("logica matematica")
    await expect(rows).toHaveText([/^Gemini 4 Argon/])
    await field.fill("anthropic pensa")
    await expect(rows).toHaveText([/^Claude Opus 5.5/])
    await field.fill("nada disso")
    await expect(dialog.getByRole("status").first()).toHaveText(
      "Nenhum modelo assim. Tente outra palavra, como rápido ou imagens.",
    )

    await field.fill("gpt")
    await page.keyboard.press("ArrowDown")
    await expect(rows.nth(0)).toBeFocused()
    await page.keyboard.press("ArrowDown")
    await expect(rows.nth(1)).toBeFocused()
    await page.keyboard.press("ArrowUp")
    await page.keyboard.press("ArrowUp")
    await expect(field).toBeFocused()
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await expect(dialog).toHaveCount(0)
    await expect(chip).toHaveText("GPT-6.1 Sol")

    await page.keyboard.press("Enter")
    await page.keyboard.type("haiku")
    await page.keyboard.press("Enter")
    await expect(chip).toHaveText("Claude Haiku 5.5")
    await page.keyboard.press("Enter")
    await expect(field).toBeFocused()
    await page.keyboard.press("Escape")
    await expect(dialog).toHaveCount(0)
    await expect(chip).toBeFocused()
  })

  test("a model that leaves says when, and one that left says what follows and cannot be chosen", async ({ page }) => {
    const [soon, later, past] = [dayIn(29), dayIn(31), dayIn(-3)]
    const left = { ...gpt41, available: false, retired: { since: past, next: "gpt-6.1-terra@OpenAI" } }
    await page.unrouteAll({ behavior: "wait" })
    await tellModels(page, { roles, models: [terra, { ...sol, off: soon }, { ...luna, off: later }, left] })
    await page.reload()
    const { chip, dialog, row } = dialogOn(page)
    await chip.click()
    await expect(row("GPT-6.1 Sol")).toContainText(`sai em ${dayAndMonth(soon)}`)
    await expect(row("GPT-6 Luna")).not.toContainText("sai em")
    await expect(row("GPT-4.1")).toContainText(`saiu do ar em ${dayAndMonth(past)} · segue com GPT-6.1 Terra`)
    const gone = row("GPT-4.1").getByRole("button")
    await expect(gone).toHaveAttribute("aria-disabled", "true")
    await gone.click({ force: true })
    await expect(dialog).toBeVisible()
    await page.keyboard.press("Escape")
    await expect(chip).toHaveText("GPT-6.1 Terra")
  })

  test("an empty conversation takes the server's model also where the browser's storage opens after that is known", async ({
    page,
    context,
  }) => {
    // Another tab writes for as long as it likes: until then nothing is read.
    const writer = await context.newPage()
    await writer.goto(new URL("/favicon.svg", page.url()).href)
    await page.goto(new URL("/favicon.svg", page.url()).href)
    await writer.evaluate(
      () =>
        new Promise<void>((resolve, reject) => {
          const opening = indexedDB.open("nk-prosa")
          opening.onerror = () => reject(opening.error ?? new Error("no database"))
          opening.onsuccess = () => {
            const store = opening.result.transaction("sessions", "readwrite").objectStore("sessions")
            const goOn = () => {
              if (sessionStorage.getItem("enough") === null) store.count().onsuccess = goOn
              else opening.result.close()
            }
            const reading = store.getAll()
            reading.onsuccess = () => {
              // The stored conversation has the built-in model, as if it had begun before the server told its own.
              for (const row of reading.result as unknown[])
                store.put(JSON.parse(JSON.stringify(row).replaceAll("gpt-6.1-terra", "gpt-5")))
              goOn()
              resolve()
            }
          }
        }),
    )
    const told = Promise.all(["config", "getBalance"].map((path) => page.waitForResponse(`**/api/${path}`)))
    await page.goBack()
    for (const reply of await told) await reply.finished()
    const { chip } = dialogOn(page)
    await expect(chip).toBeVisible()
    await writer.evaluate(() => sessionStorage.setItem("enough", "1"))
    await expect(chip).toHaveText("GPT-6.1 Terra")
  })

  test("on a phone the list has it all, and nothing is cut off", async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    const { chip, dialog, rows, row } = dialogOn(page)
    await chip.click()
    await expect(rows).toHaveCount(7)
    await expect(row("GPT-6.1 Terra").getByRole("img", { name: "Preço: 2 de 4" })).toBeVisible()
    expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
    await expectNoSidewaysScroll(page, "the models at 320 px")
    await expectTouchTargets(page, "the models")
  })

  test("settings offer what the model accepts, and keep what another one does", async ({ page }) => {
    const main = page.getByRole("main")
    const effort = main.getByRole("combobox", { name: "Esforço de raciocínio" })
    const model = main.getByRole("combobox", { name: "Modelo", exact: true })
    await page.goto(new URL("/settings", page.url()).href)
    const efforts = effort.getByRole("option")
    await expect(efforts).toHaveText(["Nenhum", "Baixo", "Médio", "Alto", "Muito alto", "Máximo"])
    await effort.selectOption("Alto")
    // It samples only where it does not think.
    await expect(main.getByText("Temperatura e top_p só valem com “Esforço de raciocínio” em “Nenhum”.")).toBeVisible()

    await model.selectOption("gpt-6.1-sol@OpenAI")
    await expect(main.getByRole("spinbutton", { name: "Temperatura" })).toHaveCount(0)
    await expect(main.getByText("Aqui estão só os ajustes que o GPT-6.1 Sol aceita.")).toBeVisible()
    await expect(efforts).toHaveText(["Baixo", "Médio", "Alto", "Muito alto", "Máximo"])

    await model.selectOption("claude-haiku-5-5@Anthropic")
    await expect(effort).toHaveCount(0)
    await expect(main.getByRole("combobox", { name: "Detalhe das respostas" })).toHaveCount(0)
    await expect(main.getByRole("spinbutton", { name: "Temperatura" })).toHaveValue("0.5")

    await model.selectOption("gpt-6.1-terra@OpenAI")
    await expect(effort).toHaveValue("high")
  })
})

test.describe("in a conversation whose model went", () => {
  const since = dayIn(-1)
  const day = dayAndMonth(since)
  const gpt5 = { ...sol, name: "gpt-5", displayName: "GPT-5" }
  const before: ToldModels = { roles: { ...roles, default: "gpt-5@OpenAI" }, models: [gpt5, terra, sol, luna] }
  const gone = (what: object): ToldModels => ({
    roles,
    models: [terra, sol, luna],
    retired: { "gpt-5@OpenAI": { displayName: "GPT-5", since, ...what } },
  })
  const dearer = gone({ dearer: { ...follower(sol), percent: 60 } })
  const notice = `O GPT-5 saiu do ar em ${day}. Esta conversa segue com o GPT-6.1 Terra, que custa menos.`
  const question = `O GPT-5 saiu do ar em ${day}. O GPT-6.1 Sol custa até 60% mais por pergunta.`

  /** A conversation with gpt-5, and from now on what the server tells of it. */
  async function begin(page: Page, url: string, then: ToldModels) {
    await tellModels(page, before)
    await openWithCode(page, url, "casa")
    const chat = chatOn(page)
    await chat.ask("Oi")
    await chat.untilAnswered()
    await page.unrouteAll({ behavior: "wait" })
    await tellModels(page, then)
    await page.reload()
    await expect(chat.answers).toHaveCount(1)
    await untilDemonstration(page)
    return chat
  }

  test("a cheaper one goes on, which is said once, at 320 px and by the keyboard", async ({ page, startProsa }) => {
    const prosa = await startProsa({ env })
    await page.setViewportSize({ width: 320, height: 640 })
    await begin(page, prosa.url, gone({ next: { ...follower(terra), cheaper: true } }))
    const said = page.getByRole("status").filter({ hasText: notice })
    await expect(said).toBeVisible()
    await expectNoSidewaysScroll(page, "the notice")
    await expectTouchTargets(page, "the notice")
    await expectAccessible(page, "the notice")
    await said.getByRole("button", { name: "Trocar" }).press("Enter")
    await expect(page.getByRole("dialog", { name: "Modelos" })).toBeVisible()
    await page.keyboard.press("Escape")
    await said.getByRole("button", { name: "Dispensar aviso" }).press("Enter")
    await expect(said).toHaveCount(0)
    await expect(chatOn(page).field).toBeFocused()
    await page.reload()
    await expect(chatOn(page).answers).toHaveCount(1)
    await expect(said).toHaveCount(0)
  })

  test("a dearer one is asked about first: nothing is sent, and the draft stays", async ({ page, startProsa }) => {
    const prosa = await startProsa({ env })
    const chat = await begin(page, prosa.url, dearer)
    const asked: string[] = []
    page.on("request", (request) => {
      if (request.url().includes("/chat/completions")) asked.push(String(request.postDataJSON()?.model))
    })
    await chat.field.fill("E amanhã?")
    await chat.field.press("Enter")
    const box = page.getByRole("group", { name: question })
    await expect(box.getByRole("button", { name: "Seguir com ele" })).toBeFocused()
    await expectAccessible(page, "the question")
    await expect(chat.questions).toHaveCount(1)
    await expect(chat.field).toHaveValue("E amanhã?")
    expect(asked).toEqual([])

    // The text as edited meanwhile is sent.
    await chat.field.fill("E depois de amanhã?")
    await box.getByRole("button", { name: "Seguir com ele" }).press("Enter")
    await expect(chat.questions).toHaveText(["Oi", "E depois de amanhã?"])
    await chat.untilAnswered()
    expect(asked[0]).toBe("gpt-6.1-sol")
    await expect(box).toHaveCount(0)
    await expect(chat.field).toHaveValue("")
    // It was agreed to: it is not asked again.
    await chat.ask("E então?")
    await expect(box).toHaveCount(0)
  })

  test("another one can be chosen instead, and is asked when its writer sends", async ({ page, startProsa }) => {
    const prosa = await startProsa({ env })
    await page.setViewportSize({ width: 320, height: 640 })
    const chat = await begin(page, prosa.url, dearer)
    await chat.field.fill("E amanhã?")
    await chat.field.press("Enter")
    const box = page.getByRole("group", { name: question })
    await expectNoSidewaysScroll(page, "the question")
    await expectTouchTargets(page, "the question")
    await box.getByRole("button", { name: "Escolher outro" }).click()
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /^GPT-6 Luna/ })
      .click()
    await expect(box).toHaveCount(0)
    await expect(chat.questions).toHaveCount(1)
    await expect(chat.field).toHaveValue("E amanhã?")
    await chat.field.press("Enter")
    await expect(chat.questions).toHaveCount(2)
    await expect(page.getByRole("button", { name: "Modelo: GPT-6 Luna. Trocar" })).toBeVisible()
  })

  test("a dearer alias of the operator's is asked about once", async ({ page, startProsa }) => {
    const prosa = await startProsa({ env })
    const told = { ...before, aliases: { "gpt-5": { ...follower(sol), percent: 60 } } }
    const chat = await begin(page, prosa.url, told)
    const box = page.getByRole("group", { name: "Quem responde pelo gpt-5 agora é o GPT-6.1 Sol." })
    await chat.field.fill("E amanhã?")
    await chat.field.press("Enter")
    await box.getByRole("button", { name: "Seguir com ele" }).click()
    await expect(chat.questions).toHaveCount(2)
    await chat.untilAnswered()
    await expect(page.getByRole("button", { name: "Modelo: GPT-5. Trocar" })).toBeVisible()
    await page.reload()
    await expect(chat.answers).toHaveCount(2)
    await chat.ask("E então?")
    await expect(box).toHaveCount(0)
  })

  test("a question asked again waits for the same yes", async ({ page, startProsa }) => {
    const prosa = await startProsa({ env })
    const chat = await begin(page, prosa.url, dearer)
    await chat.answers.getByRole("button", { name: "Tentar de novo" }).click()
    const box = page.getByRole("group", { name: question })
    await expect(box).toBeVisible()
    await box.getByRole("button", { name: "Seguir com ele" }).click()
    await expect(chat.answers).toHaveAccessibleName("gpt-6.1-sol")
    await expect(chat.questions).toHaveCount(1)
  })
})

test.describe("when a model goes while it is asked", () => {
  test.use({ allowErrors: true })

  test("the same question stands in the place of an answer, and a yes asks the successor", async ({
    page,
    startProsa,
  }) => {
    const prosa = await startProsa({ env })
    let readings = 0
    await tellModels(page, { roles, models: [terra, sol, luna] })
    page.on("request", (request) => {
      if (request.url().endsWith("/api/config")) readings += 1
    })
    await openWithCode(page, prosa.url, "casa")
    const chat = chatOn(page)
    await page.route("**/chat/completions", (route) => {
      const body = Object(route.request().postDataJSON()) as { readonly model?: string }
      // The server may offer any models: one of them answers.
      if (body.model !== terra.name) return route.continue({ postData: { ...body, model: "gpt-5" } })
      const { pricePerMillion: price_per_million } = terra
      const successor = { model: sol.name, provider: "OpenAI", price_per_million: sol.pricePerMillion }
      const error = { message: "saiu do ar", type: "invalid_request_error", code: "model_retired", param: null }
      return route.fulfill({ status: 404, json: { error, retired_model: terra.name, price_per_million, successor } })
    })
    const readBefore = readings
    await chat.ask("Quanto é 2 + 2?")
    const answer = chat.answers.last()
    await expect(answer).toContainText(
      "O GPT-6.1 Terra saiu do ar. O GPT-6.1 Sol custa até 100% mais por pergunta. Nada foi cobrado.",
    )
    await expect.poll(() => readings).toBeGreaterThan(readBefore)
    await expect(chat.questions).toHaveText(["Quanto é 2 + 2?"])
    await answer.getByRole("button", { name: "Seguir com ele" }).click()
    await expect(answer).toHaveAccessibleName("gpt-6.1-sol")
    await expect(answer).toContainText("Você perguntou")
    await expect(chat.questions).toHaveCount(1)
  })
})

test("an answer of another model than the asked one says so, and its receipt has that one's prices", async ({
  page,
  startProsa,
}) => {
  const prosa = await startProsa()
  const code = await newCode(prosa, "20")
  const gpt5 = { ...sol, name: "gpt-5", displayName: "GPT-5" }
  await tellModels(page, { roles: { ...roles, default: "gpt-5@OpenAI" }, models: [gpt5, terra, luna] })
  await page.route("**/chat/completions", async (route) => {
    const reply = await route.fetch()
    const body = (await reply.text()).replaceAll('"_meta":{', '"_meta":{"asked":"gpt-5","model":"gpt-6.1-terra",')
    await route.fulfill({ response: reply, body })
  })
  await openWithCode(page, prosa.url, code)
  const chat = chatOn(page)
  await chat.ask("Oi")
  await chat.untilAnswered()
  for (const visit of ["at once", "after a reload"]) {
    if (visit !== "at once") await page.reload()
    const answer = chat.answers.last()
    await expect(answer, visit).toHaveAccessibleName("gpt-6.1-terra")
    await expect(answer.getByRole("heading"), visit).toContainText("GPT-6.1 Terra (pedido: gpt-5)")
    await expect(answer, visit).toHaveText(/\(pedido: gpt-5\)Olá/)
    await answer.getByTitle("Recibo").click()
    await expect(answer.locator("dl"), visit).toContainText("GPT-6.1 Terra (pedido: gpt-5)")
  }
})
