import { mkdir, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import type { Page } from "@playwright/test"
import { conversation, conversations } from "../testing/exports/chatgpt.ts"
import { tinyPng, zipOf } from "../testing/exports/zip.ts"
import { expectAccessible } from "./support/axe.ts"
import { pdfOf } from "./support/pdf.ts"
import { storedWhole } from "./support/stored.ts"
import { storedChat, storeChats } from "./support/stored-chats.ts"
import { expect, test } from "./support/test.ts"

/** Opens the window of imports and gives it a file. */
async function choose(page: Page, url: string, name: string, content: Buffer) {
  await page.goto(`${url}/settings`)
  await page.getByRole("button", { name: "Importar arquivo" }).click()
  const dialog = page.getByRole("dialog", { name: "Importar" })
  const choosing = page.waitForEvent("filechooser")
  await dialog.getByRole("button", { name: "Escolher arquivo" }).click()
  await (await choosing).setFiles({ name, mimeType: "application/zip", buffer: content })
  return dialog
}

test("an export of ChatGPT is shown, brought in, known again, and taken back", async ({ page, prosa: { url } }) => {
  const pictured = conversation("p", "Com imagem")
  pictured.say("user", {
    content_type: "multimodal_text",
    parts: [
      { content_type: "image_asset_pointer", asset_pointer: "file-service://file-aaa1" },
      { content_type: "image_asset_pointer", asset_pointer: "sediment://file_bbb2" },
      { content_type: "image_asset_pointer", asset_pointer: "file-service://file-ccc3" },
      "O que há nestas fotos?",
    ],
  })
  pictured.say("assistant", "Um ponto <img src=x onerror=alert(1)> e nada mais.")
  const archive = zipOf({
    "conversations-000.json": [{ title: "Viagem 2023", current_node: "x" }, ...conversations(60, 2)],
    "conversations-001.json": [...conversations(40, 2, 60), pictured.done(), { title: "Vazia", mapping: {} }],
    "export_manifest.json": { shards: 2 },
    "file-aaa1-foto.png": tinyPng,
    "file_bbb2-pagina.png": "<html><script>alert(1)</script></html>",
    "chat.html": "<html></html>",
  })
  await storeChats(page, url, [storedChat("Daqui", ["Oi", "Olá"]), storedChat("De antes", ["Já?", "Já."], 1)])
  // Pictures that nothing names any more are cleared away later (0027).
  const rows = async () => (JSON.parse(await storedWhole(page)) as unknown[]).slice(0, 3)
  const before = await rows()
  const dialog = await choose(page, url, "qualquer-nome.zip", archive)
  await expect(dialog.getByRole("heading", { name: "101 conversas novas no arquivo" })).toBeVisible()
  await expect(dialog).toContainText("101 + 2 = 103 no arquivo")
  await expect(dialog).toContainText("Viagem 2023")
  await expectAccessible(page, "the preview of an import")
  await dialog.getByRole("button", { name: "Trazer para cá" }).click()
  await expect(dialog.getByRole("heading", { name: "101 conversas importadas" })).toBeVisible()
  await expect(dialog).toContainText("2 imagens não estão no arquivo")
  await dialog.getByRole("button", { name: "Ver conversas" }).click()
  await page.getByRole("link", { name: /Assunto número 99/ }).click()
  await expect(page.getByText("Resposta 1.", { exact: false })).toBeVisible()

  const again = await choose(page, url, "outro.zip", archive)
  await expect(again.getByRole("heading", { name: "Nada de novo neste arquivo" })).toBeVisible()
  await expect(again).toContainText("0 + 103 = 103 no arquivo")
  await page.keyboard.press("Escape")
  await page.getByRole("button", { name: "Desfazer importação" }).click()
  await page.getByRole("alertdialog").getByRole("button", { name: "Desfazer importação" }).click()
  await expect(page.getByText("Importação desfeita. Saíram: 101.")).toBeVisible()
  await expect(page.getByRole("link", { name: /Assunto número/ })).toHaveCount(0)
  await page.goto(`${url}/robots.txt`)
  expect(await rows()).toEqual(before)
})

test("an import can be undone for thirty days, by the clock of its reader", async ({ page, prosa: { url } }) => {
  await page.clock.setFixedTime(new Date("2026-01-31T12:00:00Z"))
  const dialog = await choose(page, url, "conversations.json", Buffer.from(JSON.stringify(conversations(2, 1))))
  await dialog.getByRole("button", { name: "Trazer para cá" }).click()
  await expect(dialog.getByRole("button", { name: "Desfazer importação" })).toContainText("até 02/03")
  const undo = page.getByRole("main").getByRole("button", { name: "Desfazer importação" })
  const after = async (days: number) => {
    await page.clock.setFixedTime(new Date(Date.UTC(2026, 0, 31 + days, 12)))
    await page.goto(`${url}/chat`)
    await page.goto(`${url}/settings`)
    await expect(page.getByRole("button", { name: "Importar arquivo" })).toBeVisible()
  }
  await after(29)
  await expect(undo).toBeVisible()
  await expect(page.getByRole("listitem").filter({ hasText: "Desfazer importação" })).toContainText(
    "ChatGPT · conversas: 2",
  )
  await after(31)
  await expect(undo).toHaveCount(0)
  await expect(page.getByRole("link", { name: /Assunto número/ })).toHaveCount(2)
  await after(30)
  await undo.click()
  await page.getByRole("alertdialog").getByRole("button", { name: "Desfazer importação" }).click()
  await expect(page.getByText("Importação desfeita. Saíram: 2.")).toBeVisible()
  await expect(page.getByRole("link", { name: /Assunto número/ })).toHaveCount(0)
})

test("exports of the same conversations, later: each line stays its own, and every import can be undone", async ({
  page,
  prosa: { url },
}) => {
  /** A conversation of `turns` questions; `edited`: the second one in other words, with another answer, is the shown one. */
  const chat = (title: string, turns: number, edited = false) => {
    const made = conversation(title, title)
    for (let turn = 1; turn <= turns; turn += 1) {
      made.say("user", `${title} pergunta ${turn}`)
      made.say("assistant", `${title} resposta ${turn}`)
    }
    if (edited) {
      made.say("user", `${title} em outras palavras`, { under: `${title}-2` })
      made.say("assistant", `${title} em outra resposta`)
    }
    return made.done()
  }
  const bring = async (archive: Parameters<typeof zipOf>[0], found: string) => {
    const dialog = await choose(page, url, "export.zip", zipOf(archive))
    await expect(dialog.getByRole("heading", { name: found })).toBeVisible()
    await dialog.getByRole("button", { name: "Trazer para cá" }).click()
    await expect(dialog.getByRole("button", { name: "Ver conversas" })).toBeVisible()
    return dialog
  }
  const shown = async (name: string, words: readonly string[], missing = "nothing of the kind") => {
    await page.getByRole("link", { name, exact: true }).click()
    const said = page.getByRole("main")
    for (const one of words) await expect(said).toContainText(one)
    await expect(said).not.toContainText(missing)
  }
  await bring({ "a.json": [chat("Viagem", 2), chat("Receita", 1), chat("Horta", 1)] }, "3 conversas novas no arquivo")
  await bring({ "a.json": [chat("Horta", 2)] }, "1 conversa nova no arquivo")
  const last = await bring(
    { "a.json": [chat("Viagem", 2, true)], "b.json": [chat("Receita", 1)], "c.json": [chat("Receita", 2)] },
    "2 conversas novas no arquivo",
  )
  await last.getByRole("button", { name: "Ver conversas" }).click()
  await shown("Viagem", ["Viagem resposta 2"], "em outras palavras")
  await shown("Viagem (ramo 2)", ["Viagem resposta 1", "Viagem em outra resposta"], "Viagem resposta 2")
  await shown("Receita", ["Receita resposta 2"])

  await page.goto(`${url}/settings`)
  const undo = async (at: number) => {
    await page.getByRole("button", { name: "Desfazer importação" }).nth(at).click()
    await page.getByRole("alertdialog").getByRole("button", { name: "Desfazer importação" }).click()
  }
  await undo(0)
  await expect(page.getByText("Importação desfeita. Saíram: 2.")).toBeVisible()
  await expect(page.getByRole("link", { name: "Viagem (ramo 2)" })).toHaveCount(0)
  await shown("Receita", ["Receita resposta 1"], "Receita pergunta 2")
  await page.goto(`${url}/settings`)
  // What the second import made grow is that one's.
  await undo(1)
  const stays = "1 conversa ficou como está: uma importação mais recente a continuou. Desfaça também essa."
  await expect(page.getByText(`Importação desfeita. Saíram: 2. ${stays}`)).toBeVisible()
  await expect(page.getByRole("link", { name: /Viagem|Receita/ })).toHaveCount(0)
  await shown("Horta", ["Horta resposta 1", "Horta resposta 2"])
  await page.goto(`${url}/settings`)
  await undo(0)
  await expect(page.getByText("Importação desfeita. Saíram: 1.")).toBeVisible()
  await expect(page.getByRole("link", { name: "Horta" })).toHaveCount(0)
})

test("what was attached to conversations of an export, and what was found out for them, comes with them", async ({
  page,
  prosa: { url },
}) => {
  const attached = conversation("attached", "Com anexos")
  const attachments = [
    { id: "file-Md1", name: "receita.md", mime_type: "text/markdown", size: 60 },
    { id: "file-Pdf1", name: "contrato.pdf", mime_type: "application/pdf" },
    { id: "file-Gone", name: "sumiu.docx" },
  ]
  attached.say("user", "Resuma os anexos", { metadata: { attachments } })
  attached.say("assistant", "Resumi.")
  const research = conversation("research", "Pesquisa")
  research.say("user", "Pesquise a Selic")
  const report = {
    content: { content_type: "text", parts: ["## Relatório\n\nEstá em 15%."] },
    metadata: {
      content_references: [{ matched_text: " ", items: [{ url: "https://bcb.example", title: "Banco Central" }] }],
    },
  }
  research.say("tool", "", {
    more: { author: { role: "tool", name: "api_tool.call_tool" } },
    metadata: { chatgpt_sdk: { widget_state: JSON.stringify({ status: "completed", report_message: report }) } },
  })
  const archive = zipOf({
    "conversations.json": [attached.done(), research.done()],
    "file-Md1-receita.md": "# Bolo\n\n## Ingredientes:\n\n- farinha\n\n## Modo de preparo:\n\nMisture bem.\n",
    "file-Pdf1.dat": pdfOf({ pages: ["O aluguel vence no dia 5."] }),
  })
  const dialog = await choose(page, url, "export.zip", archive)
  await expect(dialog.getByRole("heading", { name: "2 conversas novas no arquivo" })).toBeVisible()
  await expect(dialog).toContainText("1 anexo só tem o nome")
  await dialog.getByRole("button", { name: "Trazer para cá" }).click()
  await expect(dialog.getByRole("heading", { name: "2 conversas importadas" })).toBeVisible()
  await expect(dialog).toContainText("1 anexo só tem o nome")
  await dialog.getByRole("button", { name: "Ver conversas" }).click()

  await page.getByRole("link", { name: "Com anexos", exact: true }).click()
  for (const [name, words] of [
    ["receita.md", "Misture bem."],
    ["contrato.pdf", "O aluguel vence no dia 5."],
  ] as const) {
    await page.getByRole("button", { name: new RegExp(`^${name} .*Ver texto$`) }).click()
    const shown = page.getByRole("dialog", { name })
    await expect(shown).toContainText(words)
    await page.keyboard.press("Escape")
    await expect(shown).toBeHidden()
  }
  await page.getByRole("link", { name: "Pesquisa", exact: true }).click()
  await expect(page.getByRole("heading", { name: "Relatório" })).toBeVisible()
  await expect(page.getByRole("main")).toContainText("Banco Central")

  const again = await choose(page, url, "export.zip", archive)
  await expect(again.getByRole("heading", { name: "Nada de novo neste arquivo" })).toBeVisible()
})

test("what a first import was missing comes with a later one: pictures of a fuller file, a PDF that could not be read offline", async ({
  page,
  prosa: { url },
}) => {
  const made = conversation("lacking", "Com lacunas")
  const picture = (id: string) => ({ content_type: "image_asset_pointer", asset_pointer: `file-service://${id}` })
  const parts = [picture("file-Aa1"), picture("file-Bb2"), "O que há aqui?"]
  const attachments = [{ id: "file-Pdf1", name: "contrato.pdf", mime_type: "application/pdf" }]
  made.say("user", { content_type: "multimodal_text", parts }, { metadata: { attachments } })
  made.say("assistant", "Duas fotos e um contrato.")
  const pdf = { "file-Pdf1-contrato.pdf": pdfOf({ pages: ["O aluguel vence no dia 5."] }) }
  const archive = (files: Record<string, Buffer>) => zipOf({ "conversations.json": [made.done()], ...pdf, ...files })
  const bring = async (files: Record<string, Buffer>) => {
    const dialog = await choose(page, url, "export.zip", archive(files))
    await dialog.getByRole("button", { name: "Trazer para cá" }).click()
    await expect(dialog.getByRole("button", { name: "Ver conversas" })).toBeVisible()
    return dialog
  }
  await page.context().route(/\/assets\/pdf-(text|worker)-/, (route) => route.abort())
  const first = await bring({ "file-Bb2-b.png": tinyPng })
  await expect(first).toContainText("1 imagem não está no arquivo")
  await expect(first).toContainText("1 anexo só tem o nome")
  await page.context().unroute(/\/assets\/pdf-(text|worker)-/)

  const second = await bring({ "file-Aa1-a.png": tinyPng, "file-Bb2-b.png": tinyPng })
  await expect(second).toContainText("Conversas daqui que ganham imagens ou textos de anexos que faltavam: 1.")
  await expect(second).toContainText("1imagem")
  await second.getByRole("button", { name: "Ver conversas" }).click()
  await page.getByRole("link", { name: "Com lacunas" }).click()
  await expect(page.getByRole("main").getByRole("img", { name: /imagem/i })).toHaveCount(2)
  await expect(page.getByRole("main")).not.toContainText("imagem não incluída")
  await page.getByRole("button", { name: /contrato\.pdf.*Ver texto/ }).click()
  await expect(page.getByRole("dialog", { name: "contrato.pdf" })).toContainText("O aluguel vence no dia 5.")

  const third = await choose(page, url, "export.zip", archive({ "file-Aa1-a.png": tinyPng, "file-Bb2-b.png": tinyPng }))
  await expect(third.getByRole("heading", { name: "Nada de novo neste arquivo" })).toBeVisible()
  await page.keyboard.press("Escape")
  await page.getByRole("button", { name: "Desfazer importação" }).click()
  await page.getByRole("alertdialog").getByRole("button", { name: "Desfazer importação" }).click()
  await expect(page.getByText("Importação desfeita. Saíram: 1.")).toBeVisible()
})

test("a file that holds no conversations says what it is, and what came of it", async ({ page, prosa: { url } }) => {
  const store = {
    state: { sessions: [{ topic: "Do futuro", messages: [{ role: "user", content: "Oi" }] }] },
    version: 99,
  }
  const later = Buffer.from(JSON.stringify({ "chat-next-web-store": store }))
  const refused = await choose(page, url, "nextchat.json", later)
  await expect(refused.getByRole("alert")).toContainText("O arquivo é de uma versão mais nova.")
  const packed = await choose(page, url, "takeout.tgz", gzipSync("qualquer coisa"))
  await expect(packed.getByRole("alert")).toContainText("compactado num formato que não é lido aqui")
  const mask = { name: "Mentor", context: [{ role: "system", content: "Seja mentor." }], modelConfig: {} }
  const dialog = await choose(page, url, "mascara.json", Buffer.from(JSON.stringify(mask)))
  await expect(dialog.getByRole("heading", { name: "Novidades neste arquivo" })).toBeVisible()
  await dialog.getByRole("button", { name: "Trazer para cá" }).click()
  await expect(dialog.getByRole("heading", { name: "Importação concluída" })).toBeVisible()
  await expect(dialog.locator("dl")).toHaveText("1máscara")
})

test("a folder that is dropped is read with what is in it, and a file that went away is told so", async ({
  page,
  prosa: { url },
}, info) => {
  const folder = info.outputPath("export")
  await mkdir(join(folder, "parte"), { recursive: true })
  await writeFile(join(folder, "conversations.json"), JSON.stringify(conversations(2, 1)))
  await writeFile(join(folder, "parte", "mais.json"), JSON.stringify(conversations(1, 1, 2)))
  await page.goto(`${url}/settings`)
  await page.getByRole("button", { name: "Importar arquivo" }).click()
  const dialog = page.getByRole("dialog", { name: "Importar" })
  const target = await dialog.getByText("Ou solte o arquivo aqui.").boundingBox()
  const session = await page.context().newCDPSession(page)
  const [x, y] = [(target?.x ?? 0) + 5, (target?.y ?? 0) + 5]
  const data = { items: [], files: [folder], dragOperationsMask: 1 }
  for (const type of ["dragEnter", "dragOver", "drop"] as const)
    await session.send("Input.dispatchDragEvent", { type, x, y, data })
  await expect(dialog.getByRole("heading", { name: "3 conversas novas no arquivo" })).toBeVisible()
  await rm(folder, { recursive: true })
  await dialog.getByRole("button", { name: "Trazer para cá" }).click()
  await expect(dialog.getByRole("alert")).toContainText("O arquivo não pôde ser lido")
  await expect(dialog.getByRole("alert")).toContainText(/(conversations|mais)\.json/)
})

test("what came in is seen on a phone, too", async ({ page, prosa: { url } }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const dialog = await choose(page, url, "export.zip", zipOf({ "conversations.json": conversations(3, 1) }))
  await dialog.getByRole("button", { name: "Trazer para cá" }).click()
  await dialog.getByRole("button", { name: "Ver conversas" }).click()
  await page
    .getByRole("dialog", { name: "Conversas" })
    .getByRole("link", { name: /Assunto número 2/ })
    .click()
  await expect(page.getByRole("log")).toContainText("Resposta 0.")
})
