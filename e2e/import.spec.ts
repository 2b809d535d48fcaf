import type { Page } from "@playwright/test"
import { conversation, conversations } from "../testing/exports/chatgpt.ts"
import { tinyPng, zipOf } from "../testing/exports/zip.ts"
import { expectAccessible } from "./support/axe.ts"
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
  await undo(1)
  await expect(page.getByText("Importação desfeita. Saíram: 3.")).toBeVisible()
  await expect(page.getByRole("link", { name: /Viagem|Receita|Horta/ })).toHaveCount(0)
})
