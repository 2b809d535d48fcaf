import { readFile } from "node:fs/promises"
import type { Locator, Page } from "@playwright/test"

/** A backup of everything that is here, without secrets. */
export async function saveBackup(page: Page, url: string): Promise<Buffer> {
  await page.goto(`${url}/settings`)
  await page.getByRole("main").getByRole("button", { name: "Salvar backup" }).click()
  const saving = page.waitForEvent("download")
  await page.getByRole("dialog", { name: "Backup" }).getByRole("button", { name: "Salvar backup" }).click()
  return readFile(await (await saving).path())
}

/** Chooses a file to be imported: the dialog that says what it is. */
export async function chooseFile(page: Page, url: string, name: string, content: Buffer): Promise<Locator> {
  await page.goto(`${url}/settings`)
  await page.getByRole("button", { name: "Importar arquivo" }).click()
  const dialog = page.getByRole("dialog", { name: "Importar" })
  const choosing = page.waitForEvent("filechooser")
  await dialog.getByRole("button", { name: "Escolher arquivo" }).click()
  await (await choosing).setFiles({ name, mimeType: "application/octet-stream", buffer: content })
  return dialog
}
