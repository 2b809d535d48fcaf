import type { Page } from "@playwright/test"
import { conversation, conversations } from "../testing/exports/chatgpt.ts"
import { tinyPng, zipOf } from "../testing/exports/zip.ts"
import { expectAccessible } from "./support/axe.ts"
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
})
