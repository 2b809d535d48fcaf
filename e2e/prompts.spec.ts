import { readFile } from "node:fs/promises"
import type { Page } from "@playwright/test"
import { expectAccessible } from "./support/axe.ts"
import { chatOn } from "./support/chat.ts"
import { expect, test } from "./support/test.ts"

/** The part of the field that is selected. */
const selected = (page: Page) =>
  page.evaluate(() => {
    const field = document.querySelector<HTMLTextAreaElement>("main textarea")
    return field?.value.slice(field.selectionStart, field.selectionEnd)
  })

async function openList(page: Page): Promise<void> {
  const chat = chatOn(page)
  await chat.field.fill("/")
  await page.getByRole("button", { name: "Gerenciar prompts" }).click()
  await expect(page.getByRole("dialog", { name: "Prompts" })).toBeVisible()
}

test("Tab walks the places of a prompt; twins are filled together, choices by a press, the day by itself", async ({
  page,
}) => {
  await page.goto("/")
  const chat = chatOn(page)
  await openList(page)
  await page.getByRole("button", { name: "Novo prompt" }).click()
  const form = page.getByRole("dialog", { name: "Novo prompt" })
  await form.getByRole("textbox", { name: "Título" }).fill("Carta à escola")
  await form
    .getByRole("textbox", { name: "Texto" })
    .fill("Em {{data}}, para [nome], em tom {{tom:formal|leve}}, sobre [assunto]. Até logo, [nome]!")
  await form.getByRole("button", { name: "Salvar" }).click()
  await page.getByRole("dialog", { name: "Prompts" }).getByRole("button", { name: "Fechar" }).click()

  await chat.field.fill("/CARTA a")
  await expect(page.getByRole("option").first()).toContainText("Carta à escola")
  await chat.field.press("Enter")
  await expect(chat.field).toHaveValue(/^Em \d\d\/\d\d\/\d{4}, para \[nome\]/)
  await expect(page.getByText("1 de 3: nome")).toBeVisible()
  await expect.poll(() => selected(page)).toBe("[nome]")
  await page.keyboard.type("Ana")
  await expect(chat.field).toHaveValue(/para Ana, em tom \{\{tom:formal\|leve\}\}, .* Até logo, Ana!$/)
  await expectAccessible(page, "the places of a prompt")
  await page.keyboard.press("Tab")
  await expect(page.getByText("2 de 3: tom")).toBeVisible()
  await page.getByRole("button", { name: "leve" }).click()
  await expect.poll(() => selected(page)).toBe("[assunto]")
  // Behind the last one Tab leaves the field; what is open is named, and waits for nobody.
  await page.keyboard.press("Tab")
  await expect(page.getByText("Falta preencher: assunto")).toBeVisible()
  await expect(chat.field).not.toBeFocused()
  await chat.field.press("Enter")
  await expect(chat.questions.last()).toContainText("em tom leve, sobre [assunto]. Até logo, Ana!")
  await expect(page.getByText(/^Falta preencher/)).toHaveCount(0)

  // What was used last is offered first; without hints nothing is.
  await chat.field.fill("/")
  await expect(page.getByRole("option").first()).toContainText("Carta à escola")
  await chat.field.fill("/redacao")
  await expect(page.getByRole("option").first()).toContainText("redação do ENEM")
  await page.goto("/settings")
  await page
    .getByRole("switch", { name: /^Sugerir prompts|prompts/ })
    .first()
    .click()
  await page.goto("/")
  await chat.untilShown()
  await chat.field.fill("/redacao")
  await expect(page.getByRole("option")).toHaveCount(0)
})

test("a prompt whose button is pressed twice is saved once", async ({ page }) => {
  await page.goto("/")
  await openList(page)
  await page.getByRole("button", { name: "Novo prompt" }).click()
  const form = page.getByRole("dialog", { name: "Novo prompt" })
  await form.getByRole("textbox", { name: "Título" }).fill("Aviso aos pais")
  await form.getByRole("textbox", { name: "Texto" }).fill("Amanhã não há aula.")
  await form.getByRole("button", { name: "Salvar" }).evaluate((button: HTMLButtonElement) => {
    button.click()
    button.click()
  })
  await page.getByRole("dialog", { name: "Prompts" }).getByRole("searchbox").fill("Aviso aos pais")
  await expect(page.getByRole("listitem").filter({ hasText: "Aviso aos pais" })).toHaveCount(1)
  await page.reload()
  // The sign that opened the list may stand there still as a draft.
  await chatOn(page).field.fill("")
  await openList(page)
  await page.getByRole("searchbox").fill("Aviso aos pais")
  await expect(page.getByRole("listitem").filter({ hasText: "Aviso aos pais" })).toHaveCount(1)
})

test("thousands of prompts come from a file at once, once, and go out again", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"])
  await page.goto("/")
  await openList(page)
  const list = page.getByRole("dialog", { name: "Prompts" })
  const open = async (text: string) => {
    const choosing = page.waitForEvent("filechooser")
    await list.getByRole("button", { name: "Importar" }).click()
    await (await choosing).setFiles({ name: "p.json", mimeType: "application/json", buffer: Buffer.from(text) })
  }
  await open("{")
  await expect(page.getByText("Este arquivo não tem prompts.")).toBeVisible()
  const many = Array.from({ length: 5_000 }, (_, at) => [`Modelo ${at}`, `Escreva o texto número ${at} para [quem].`])
  await open(JSON.stringify([[], ["a"], ...many.slice(0, 4_998)]))
  const plan = page.getByRole("dialog", { name: "Importar prompts" })
  await expect(plan).toContainText("4998 novos, 2 ignorados (sem título ou texto)")
  await plan.getByRole("button", { name: "Importar" }).click()
  await expect(page.getByText("4998 prompts importados")).toBeVisible()
  await expect(list).toContainText("4998 seus")
  await open(JSON.stringify({ pt: many.slice(0, 3) }))
  await expect(plan).toContainText("0 novos, 3 já existem")
  await plan.getByRole("button", { name: "Cancelar" }).click()

  await list.getByRole("searchbox").fill("modelo 4321")
  await expect(list.getByRole("listitem").first()).toContainText("Modelo 4321")
  await list.getByRole("button", { name: "Editar Modelo 4321" }).click()
  await page.getByRole("button", { name: "Compartilhar" }).click()
  await expect(page.getByText(/^Link copiado/)).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  await page.getByRole("button", { name: "Cancelar" }).click()
  const saving = page.waitForEvent("download")
  await list.getByRole("button", { name: "Exportar" }).click()
  const file = await (await saving).path()
  const all = JSON.parse(await readFile(file, "utf8")) as readonly { readonly title: string }[]
  expect(all).toHaveLength(4_998)
  expect(all[0]).toMatchObject({ title: "Modelo 0", content: "Escreva o texto número 0 para [quem]." })

  await list.getByRole("button", { name: "Fechar" }).click()
  await chatOn(page).field.fill("")
  await page.goto(link)
  await expect(chatOn(page).field).toHaveValue("Escreva o texto número 4321 para [quem].")
  await expect(page.getByText("1 de 1: quem")).toBeVisible()
})
