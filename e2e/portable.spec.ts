import { readFile } from "node:fs/promises"
import type { Locator, Page } from "@playwright/test"
import { conversation } from "../testing/exports/chatgpt.ts"
import { zipOf } from "../testing/exports/zip.ts"
import { expectAccessible } from "./support/axe.ts"
import { chooseFile, saveBackup } from "./support/backup.ts"
import { dropFiles } from "./support/give-files.ts"
import { readArchive, readCopy } from "./support/read-copy.ts"
import { storedWhole } from "./support/stored.ts"
import { storedChat, storeChats } from "./support/stored-chats.ts"
import { expect, test } from "./support/test.ts"

const rich = [
  "Veja **isto**: $x^2$ e um emoji 🎉",
  "",
  "| Item | Valor |",
  "| --- | --- |",
  "| Aluguel | R$ 1.850,00 |",
  "",
  "```js",
  "const a = 1",
  "## Você:",
  "```",
  "",
  "<img src=https://evil.example/x.png onerror=alert(1)> ![x](https://evil.example/y.png)",
].join("\n")

async function openExport(page: Page, url: string) {
  await storeChats(page, url, [
    storedChat("Receita / de: bolo", ["Como se faz?", rich, "E depois?", "Última linha aqui."]),
  ])
  await page.goto(url)
  await page.getByRole("link", { name: /Receita/ }).click()
  await page.getByRole("button", { name: "Ações desta conversa" }).click()
  await page.getByRole("menuitem", { name: "Exportar" }).click()
  return page.getByRole("dialog", { name: "Exportar conversa" })
}

test("a conversation goes out as what its preview shows: Markdown, picture, JSON", async ({ page, prosa: { url } }) => {
  const dialog = await openExport(page, url)
  await expect(dialog).toContainText("4 de 4 mensagens")
  await dialog.getByRole("checkbox", { name: /E depois/ }).click()
  await expect(dialog).toContainText("3 de 4 mensagens")
  await expectAccessible(page, "what to export")
  await dialog.getByRole("button", { name: "Ver prévia" }).click()
  await expect(dialog).toContainText("# Receita / de: bolo")
  const markdown = page.waitForEvent("download")
  await dialog.getByRole("button", { name: "Baixar" }).click()
  const file = await markdown
  expect(file.suggestedFilename()).toBe("Receita de bolo.md")
  const text = await readFile(await file.path(), "utf8")
  expect(text).toContain("## Você:\nComo se faz?")
  expect(text).not.toContain("E depois?")
  await expect(page.getByText("Arquivo baixado")).toBeVisible()

  // One of them is a stop of the keyboard; the arrows lead to the others, round and round.
  await dialog.getByRole("tab", { name: "Markdown" }).focus()
  await page.keyboard.press("ArrowLeft")
  await expect(dialog.getByRole("tab", { name: "Imprimir", selected: true })).toBeFocused()
  await page.keyboard.press("Home")
  await page.keyboard.press("ArrowRight")
  await expect(dialog.getByRole("tab", { name: "Imagem", selected: true })).toBeFocused()
  // With Alt or another key beside it an arrow is the browser's: Alt + ← leads back.
  await page.keyboard.press("Control+ArrowRight")
  await page.keyboard.press("Shift+End")
  await expect(dialog.getByRole("tab", { name: "Imagem", selected: true })).toBeFocused()
  await expect(dialog.getByRole("tabpanel", { name: "Imagem" })).toHaveCount(1)
  await expect(dialog).toContainText(/1 imagem · 720 × [\d.]+ px/)
  await expectAccessible(page, "the picture of a conversation")
  const picture = page.waitForEvent("download")
  await dialog.getByRole("button", { name: "Baixar" }).click()
  const png = await readFile(await (await picture).path())
  expect(png.subarray(1, 4).toString()).toBe("PNG")
  expect(png.readUInt32BE(16)).toBe(1_440)

  await dialog.getByRole("tab", { name: "JSON" }).click()
  await expect(dialog).toContainText('"prosa"')
  const json = page.waitForEvent("download")
  await dialog.getByRole("button", { name: "Baixar" }).click()
  const { messages } = JSON.parse(await readFile(await (await json).path(), "utf8")) as { messages: readonly object[] }
  expect(messages).toHaveLength(4)
})

test("what was chosen of a conversation is printed whole, whichever is on the screen", async ({
  page,
  prosa: { url },
}) => {
  const code = Array.from({ length: 60 }, (_, line) => `linha(${line + 1})`).join("\n")
  const formulas = Array.from({ length: 80 }, (_, at) => `$\\frac{${at}}{x^{${at}}}$`).join(" ")
  await storeChats(page, url, [
    storedChat("Na tela", ["Oi", "Não é esta."]),
    storedChat("No papel", ["Como?", `\`\`\`js\n${code}\n\`\`\`\n\n${formulas}`, "E isto fica aqui?", "Fica."]),
  ])
  await page.goto(url)
  await page.getByRole("link", { name: /Na tela/ }).click()
  await page.evaluate(() => {
    Object.assign(globalThis, { print: () => document.body.setAttribute("data-printed", "") })
  })
  await page.getByRole("link", { name: /No papel/ }).hover()
  const row = page.getByRole("listitem").filter({ hasText: "No papel" })
  await row.hover()
  await row.getByRole("button", { name: "Ações da conversa" }).click()
  await page.getByRole("menuitem", { name: "Exportar" }).click()
  const dialog = page.getByRole("dialog", { name: "Exportar conversa" })
  await dialog.getByRole("checkbox", { name: /E isto fica/ }).click()
  await dialog.getByRole("button", { name: "Ver prévia" }).click()
  await dialog.getByRole("tab", { name: "Imprimir" }).click()
  await dialog.getByRole("button", { name: "Imprimir" }).click()
  await expect(page.locator("body[data-printed]")).toBeAttached()
  await page.emulateMedia({ media: "print" })
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")))
  const sheet = page.locator("body > [data-paper]")
  await expect(sheet).toHaveCount(1)
  await expect(sheet.getByRole("heading", { level: 1 })).toHaveText("No papel")
  await expect(sheet.getByText("linha(60)")).toBeVisible()
  const [shown, all] = await sheet.locator("pre").evaluate((pre) => [pre.clientHeight, pre.scrollHeight])
  expect(shown).toBe(all)
  await expect(sheet.locator(".katex")).toHaveCount(80)
  await expect(sheet).not.toContainText("E isto fica aqui?")
  await expect(sheet).not.toContainText("Não é esta.")
  await expect(sheet.getByRole("button")).toHaveCount(0)
  // Some browsers say that they have printed before they have.
  await page.evaluate(() => dispatchEvent(new Event("afterprint")))
  await expect(sheet).toHaveCount(1)
  await page.emulateMedia({ media: "screen" })
  await expect(sheet.getByText("linha(60)")).toBeHidden()
  await dialog.getByRole("tab", { name: "JSON" }).click()
  await expect(sheet).toHaveCount(0)
})

/** A table of ten columns, one with a long address, a long sum, code with long lines, and a picture on the web. */
const wideAnswer = () => {
  const columns = Array.from({ length: 10 }, (_, at) => `Coluna ${at + 1} do relatório`)
  const row = columns.map((_, at) => `R$ ${at + 1}.000,00`)
  const terms = Array.from({ length: 30 }, (_, at) => `x_{${at}}^2`).join(" + ")
  return [
    `| ${columns.join(" | ")} |`,
    `|${" --- |".repeat(10)}`,
    `| ${row.join(" | ")} |`,
    "",
    `| a | b |\n| --- | --- |\n| https://exemplo.test/${"caminho".repeat(20)} | FIM |`,
    "",
    `$$${terms} = y$$`,
    "",
    `$$\\begin{pmatrix} ${Array.from({ length: 10 }, (_, at) => `a_{${at}} b_{${at}} c_{${at}}`).join(" & ")} \\end{pmatrix}$$`,
    "",
    `\`\`\`js\nconst nomes = [${columns.join(", ")}]\nconst chave = "${"a1B2".repeat(60)}"\n\`\`\``,
    "",
    "![foto da praia](https://longe.test/praia.png)",
  ].join("\n")
}

/** What of a sheet's boxes does not fit into their width. */
const cutOff = (sheet: Locator) =>
  sheet
    .locator("[data-sideways]")
    .evaluateAll((boxes) => boxes.filter((box) => box.scrollWidth > box.clientWidth).map((box) => box.textContent))

/** How large a sheet's code stands beside its words, of which it is nine tenths on the page. */
const codeSize = (sheet: Locator) =>
  sheet.locator("pre").evaluate((pre) => {
    const sizeOf = (element: Element | null) => Number.parseFloat(getComputedStyle(element ?? pre).fontSize)
    return sizeOf(pre) / sizeOf(pre.parentElement)
  })

test("a wide table, a wide formula and long lines of code are whole in a picture and on paper, and a picture on the web says what it is", async ({
  page,
  prosa: { url },
}) => {
  await storeChats(page, url, [storedChat("Larga", ["Mostre", wideAnswer()])], "Larga")
  await page.goto(url)
  await expect(page.locator(".katex")).toHaveCount(2)
  await page.getByRole("button", { name: "Ações desta conversa" }).click()
  await page.getByRole("menuitem", { name: "Exportar" }).click()
  const dialog = page.getByRole("dialog", { name: "Exportar conversa" })
  await dialog.getByRole("button", { name: "Ver prévia" }).click()
  await dialog.getByRole("tab", { name: "Imagem" }).click()
  await expect(dialog.getByText(/^1 imagem · /)).toBeVisible()
  const card = page.locator("[aria-hidden][inert]", { has: page.locator("[data-sideways]") })
  expect(await card.locator("[data-sideways]").count()).toBe(5)
  expect(await cutOff(card)).toEqual([])
  expect(await codeSize(card)).toBeCloseTo(0.9)
  // Short words stand on one line where there is room for them.
  await expect(card.locator("[data-sideways]").first()).not.toHaveAttribute("data-fitted", "broken")
  await expect(card.getByText("foto da praia")).toBeAttached()
  await expect(card.getByText("longe.test")).toBeAttached()

  await page.evaluate(() => {
    Object.assign(globalThis, { print: () => document.body.setAttribute("data-printed", "") })
  })
  await dialog.getByRole("tab", { name: "Imprimir" }).click()
  await dialog.getByRole("button", { name: "Imprimir" }).click()
  await expect(page.locator("body[data-printed]")).toBeAttached()
  // A sheet of A4 with margins of 2 cm.
  await page.emulateMedia({ media: "print" })
  await page.setViewportSize({ width: 643, height: 971 })
  const sheet = page.locator("body > [data-paper]")
  await expect(sheet.getByText("foto da praia")).toBeVisible()
  expect(await sheet.locator("[data-sideways]").count()).toBe(5)
  expect(await cutOff(sheet)).toEqual([])
  expect(await codeSize(sheet)).toBeCloseTo(0.9)
})

test("the page's own print of a wide table, a wide formula and long lines of code has all of them", async ({
  page,
  prosa: { url },
}) => {
  await storeChats(page, url, [storedChat("Larga", ["Mostre", wideAnswer()])], "Larga")
  await page.goto(url)
  await expect(page.locator(".katex")).toHaveCount(2)
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")))
  await page.emulateMedia({ media: "print" })
  await page.setViewportSize({ width: 643, height: 971 })
  const sheet = page.locator("body > [data-paper]")
  await expect(sheet.getByText("foto da praia")).toBeVisible()
  expect(await sheet.locator("[data-sideways]").count()).toBe(5)
  expect(await cutOff(sheet)).toEqual([])
  expect(await codeSize(sheet)).toBeCloseTo(0.9)
})

test("an answer that is higher than a picture is cut between its lines", async ({ page, prosa: { url } }) => {
  const answer = Array.from({ length: 130 }, (_, at) => `Parágrafo ${at + 1}, que diz algo sobre o Recife.`).join(
    "\n\n",
  )
  await storeChats(page, url, [storedChat("Alta", ["Conte", answer])], "Alta")
  await page.goto(url)
  await page.getByRole("button", { name: "Ações desta conversa" }).click()
  await page.getByRole("menuitem", { name: "Exportar" }).click()
  const dialog = page.getByRole("dialog", { name: "Exportar conversa" })
  await dialog.getByRole("button", { name: "Ver prévia" }).click()
  await dialog.getByRole("tab", { name: "Imagem" }).click()
  await expect(dialog.getByText(/^2 imagens · /)).toBeVisible()
  const pictures = dialog.locator("img")
  await expect(pictures).toHaveCount(2)
  // Whether anything is drawn in its first and in its last row.
  const edges = await pictures.evaluateAll(async (images) => {
    const drawn = images.map(async (image) => {
      const bitmap = await createImageBitmap(image as HTMLImageElement)
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
      const context = canvas.getContext("2d")
      context?.drawImage(bitmap, 0, 0)
      return [0, bitmap.height - 1].map((row) => {
        const { data = [] } = context?.getImageData(0, row, bitmap.width, 1) ?? {}
        return new Set(Array.from({ length: bitmap.width }, (_, at) => data.slice(at * 4, at * 4 + 3).join(" "))).size
      })
    })
    return Promise.all(drawn)
  })
  expect(edges).toEqual([
    [1, 1],
    [1, 1],
  ])
})

test("a browser that cannot print says so", async ({ page, prosa: { url } }) => {
  const dialog = await openExport(page, url)
  await page.evaluate(() => {
    Object.assign(globalThis, {
      print() {
        throw new TypeError("print is not a function")
      },
    })
  })
  await dialog.getByRole("button", { name: "Ver prévia" }).click()
  await dialog.getByRole("tab", { name: "Imprimir" }).click()
  await dialog.getByRole("button", { name: "Imprimir" }).click()
  await expect(page.getByText("Este navegador não abriu a impressão")).toBeVisible()
  await expect(page.locator("body > [data-paper]")).toHaveCount(0)
})

test("what of an export cannot be copied, saved or handed on is told in words, and so is what can", async ({
  page,
  prosa: { url },
}) => {
  // A browser that has the sheet of a phone, and that lets this page do nothing until it is told.
  await page.addInitScript(() => {
    const refuse = async () => {
      if (!("allowed" in window)) throw new DOMException("no", "NotAllowedError")
    }
    Object.assign(navigator.clipboard, { writeText: refuse, write: refuse })
    Object.assign(navigator, { canShare: () => true, share: refuse })
    document.execCommand = () => false
    const make = URL.createObjectURL.bind(URL)
    URL.createObjectURL = (blob: Blob) => {
      if (blob.type === "text/markdown" && !("allowed" in window)) throw new TypeError("no")
      return make(blob)
    }
  })
  const dialog = await openExport(page, url)
  await dialog.getByRole("button", { name: "Ver prévia" }).click()
  await expect(dialog).toContainText("# Receita / de: bolo")
  const copyFailed = "Falha ao copiar, por favor, conceda permissão para acessar a área de transferência."
  for (const [button, words] of [
    ["Copiar", copyFailed],
    ["Baixar", "Falha no download."],
    ["Compartilhar", "Falha no download."],
  ] as const) {
    await dialog.getByRole("button", { name: button, exact: true }).click()
    await expect(page.getByText(words, { exact: true })).toBeVisible()
    await expect(page.getByText(words, { exact: true })).toHaveCount(0)
  }
  await dialog.getByRole("tab", { name: "Imagem" }).click()
  await expect(dialog).toContainText(/1 imagem · /)
  await dialog.getByRole("button", { name: "Copiar", exact: true }).click()
  await expect(page.getByText(copyFailed, { exact: true })).toBeVisible()

  await page.evaluate(() => Object.assign(window, { allowed: true }))
  await dialog.getByRole("tab", { name: "Markdown" }).click()
  for (const [button, words] of [
    ["Copiar", "Copiado"],
    ["Baixar", "Arquivo baixado"],
    ["Compartilhar", "Compartilhado"],
  ] as const) {
    await dialog.getByRole("button", { name: button, exact: true }).click()
    await expect(page.getByText(words, { exact: true })).toBeVisible()
  }
})

/** Puts pictures into the store, and an answer that names each of them. */
async function addPictures(page: Page, count: number): Promise<void> {
  await page.evaluate(async (count) => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open("nk-prosa")
      opening.onsuccess = () => resolve(opening.result)
    })
    const write = database.transaction(["images", "messages"], "readwrite")
    const messages = write.objectStore("messages")
    const first = await new Promise<{ id: string; message: { content: unknown } }>((resolve) => {
      const reading = messages.getAll()
      reading.onsuccess = () => resolve(reading.result[0] as { id: string; message: { content: unknown } })
    })
    const ids = Array.from({ length: count }, (_one, at) => `foto-${at}`)
    const content = ids.map((id) => ({ type: "image_url", image_url: { url: `nk-image:${id}/4x4` } }))
    messages.put({ ...first, message: { ...first.message, content }, images: ids })
    for (const [at, id] of ids.entries()) {
      const bytes = Uint8Array.from({ length: 400 }, (_byte, place) => (place * 7 + at * 13) % 256)
      bytes.set([0xff, 0xd8, 0xff, 0xe0])
      write.objectStore("images").put({ id, blob: new Blob([bytes], { type: "image/jpeg" }) })
    }
    await new Promise((resolve) => (write.oncomplete = resolve))
    database.close()
  }, count)
}

test("a backup brings everything back byte for byte, and its secrets only with the passphrase", async ({
  page,
  prosa: { url },
}) => {
  await storeChats(page, url, [
    storedChat("Viagem", ["pitanga", "Sim."]),
    storedChat("Receita", ["jabuticaba", "Boa."]),
  ])
  await page.goto(`${url}/robots.txt`)
  await addPictures(page, 200)
  await page.evaluate(() => {
    const access = { state: { openaiApiKey: "sk-minha-chave" }, version: 2 }
    localStorage.setItem("nk-access-control", JSON.stringify(access))
    localStorage.setItem("nk-plugin-tokens", JSON.stringify({ agenda: "chave-da-agenda" }))
  })
  await page.goto(`${url}/settings`)
  await page.getByRole("main").getByRole("button", { name: "Salvar backup" }).click()
  const window = page.getByRole("dialog", { name: "Backup" })
  await window.getByLabel("Incluir o código, as chaves e as senhas, protegidos por uma senha").check()
  await window.getByLabel("Senha da cópia").fill("quatro palavras bem longas aqui")
  await window.getByLabel("Repita a senha").fill("quatro palavras bem longas aqui")
  const saving = page.waitForEvent("download")
  await window.getByRole("button", { name: "Salvar backup" }).click()
  const download = await saving
  expect(download.suggestedFilename()).toMatch(/^prosa-\d{4}-\d\d-\d\d\.zip$/)
  const archive = await readFile(await download.path())
  expect(archive.toString("latin1")).not.toMatch(/sk-minha-chave|chave-da-agenda/)
  expect((await readCopy(download)).includes("pitanga")).toBe(true)
  const { "backup.json": forNextChat } = await readArchive(download)
  const { "chat-next-web-store": chats, ...others } = JSON.parse(Buffer.from(forNextChat ?? []).toString()) as Record<
    string,
    { sessions: readonly unknown[] }
  >
  expect(Object.keys(others).toSorted()).toEqual(["access-control", "app-config", "mask-store", "prompt-store"])
  expect(chats?.sessions).toHaveLength(2)

  await page.goto(`${url}/robots.txt`)
  const before = await storedWhole(page)
  await page.evaluate(async () => {
    localStorage.clear()
    await new Promise((resolve) => (indexedDB.deleteDatabase("nk-prosa").onsuccess = resolve))
  })
  const dialog = await chooseFile(page, url, "copia.zip", archive)
  await expect(dialog.getByRole("heading", { name: "Backup reconhecido" })).toBeVisible()
  await dialog.getByRole("textbox", { name: /Senha do backup/ }).fill("outra senha qualquer")
  await dialog.getByRole("button", { name: "Restaurar" }).click()
  await expect(dialog).toContainText("A senha não abre este backup.")
  await dialog.getByRole("textbox", { name: /Senha do backup/ }).fill("quatro palavras bem longas aqui")
  await dialog.getByRole("radio", { name: /Substituir/ }).check()
  const safety = page.waitForEvent("download")
  await dialog.getByRole("button", { name: "Restaurar" }).click()
  await safety
  await expect(page.getByRole("link", { name: /Receita/ })).toBeVisible()
  await page.goto(`${url}/robots.txt`)
  expect((await storedWhole(page)) === before).toBe(true)
  expect(await page.evaluate(() => localStorage.getItem("nk-access-control"))).toContain("sk-minha-chave")
  expect(await page.evaluate(() => localStorage.getItem("nk-plugin-tokens"))).toContain("chave-da-agenda")
})

test("a backup joins what is here: what changed last of a mask stays, a chat that was deleted comes back", async ({
  page,
  prosa: { url },
}) => {
  await storeChats(page, url, [
    storedChat("Viagem", ["pitanga", "Sim."]),
    storedChat("Receita", ["jabuticaba", "Boa."]),
  ])
  await page.goto(`${url}/masks?id=new`)
  const mask = page.getByRole("dialog")
  await mask.getByLabel("Nome", { exact: true }).fill("Poeta antigo")
  await mask.getByRole("button", { name: "Salvar" }).click()
  await expect(mask).toHaveCount(0)
  const earlier = await saveBackup(page, url)
  await page.goto(`${url}/masks`)
  await page.getByRole("button", { name: "Opções de Poeta antigo" }).click()
  await page.getByRole("menuitem", { name: "Editar" }).click()
  await mask.getByLabel("Nome", { exact: true }).fill("Poeta novo")
  await mask.getByRole("button", { name: "Salvar" }).click()
  await expect(mask).toHaveCount(0)
  await expect(page.getByRole("button", { name: "Conversar com Poeta novo" })).toBeVisible()
  const later = await saveBackup(page, url)

  const join = async (file: Buffer) => {
    const dialog = await chooseFile(page, url, "copia.zip", file)
    await dialog.getByRole("radio", { name: /Juntar/ }).check()
    await Promise.all([page.waitForEvent("load"), dialog.getByRole("button", { name: "Restaurar" }).click()])
  }
  const shown = async (name: string) => {
    await page.goto(`${url}/masks`)
    await expect(page.getByRole("button", { name: "Conversar com Poeta novo" })).toBeVisible()
    await expect(page.getByRole("button", { name: "Conversar com Poeta antigo" })).toHaveCount(0)
    await expect(page.getByRole("link", { name: /Viagem/ }), name).toBeVisible()
    await expect(page.getByRole("link", { name: /Receita/ }), name).toBeVisible()
  }
  await page.goto(url)
  await page.getByRole("link", { name: /Viagem/ }).focus()
  await page.keyboard.press("Delete")
  await expect(page.getByRole("link", { name: /Viagem/ })).toHaveCount(0)
  await join(earlier)
  await shown("an earlier backup")

  await page.goto(`${url}/robots.txt`)
  await page.evaluate(() => new Promise((resolve) => (indexedDB.deleteDatabase("nk-prosa").onsuccess = resolve)))
  await join(earlier)
  await join(later)
  await shown("a later backup over an earlier one")
})

test("a stranger's backup asks nobody for anything: no answer, no picture, and its plugin is off", async ({
  page,
  prosa: { url },
}) => {
  const { session, messages } = storedChat("Receita grátis", ["Escreva mil páginas"])
  const answer = { id: "isca-resposta", date: 8e15, role: "assistant", content: "", model: "gpt-4o-mini" }
  const placed = [...messages, { ...answer, streaming: true, idempotencyKey: "chave-da-isca" }].map((message, at) => ({
    id: message.id,
    sessionId: session.id,
    position: at + 1,
    message,
  }))
  const drawing = {
    id: "isca-desenho",
    createdAt: 1,
    provider: "openai",
    model: "dall-e-3",
    params: { prompt: "um quadro caro" },
    body: [["prompt", "um quadro caro"]],
    key: "chave-do-desenho",
    status: "waiting",
  }
  const tool = {
    key: "GET /x",
    name: "ver",
    title: "Ver",
    description: "",
    parameters: { type: "object", properties: {} },
    call: { method: "GET", base: "https://mau.example", host: "mau.example", path: "/x", parameters: [] },
  }
  const plugin = {
    id: "isca-plugin",
    title: "Isca",
    content: "{}",
    authType: "none",
    enabled: true,
    hosts: ["mau.example"],
    tools: [tool],
  }
  const copy = {
    product: "prosa",
    version: 3,
    savedAt: "2026-11-20T12:00:00.000Z",
    local: { "nk-queue": JSON.stringify([{ sessionId: session.id, answerId: answer.id }]) },
    stores: {
      sessions: [{ ...session, messageCount: 2 }],
      messages: placed,
      drawings: [{ id: drawing.id, version: 1, value: drawing }],
      plugins: [{ id: plugin.id, version: 1, value: plugin }],
    },
  }
  const asked: string[] = []
  page.on("request", (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() === "POST" && /chat\/completions|images|proxy/.test(pathname)) asked.push(pathname)
  })
  const dialog = await chooseFile(page, url, "copia.json", Buffer.from(JSON.stringify(copy)))
  await dialog.getByRole("radio", { name: /Juntar/ }).check()
  await dialog.getByLabel("Trazer também os ajustes do backup").check()
  await Promise.all([page.waitForEvent("load"), dialog.getByRole("button", { name: "Restaurar" }).click()])

  await page.getByRole("link", { name: /Receita grátis/ }).click()
  await expect(page.getByRole("main")).toContainText("Conexão interrompida")
  await page.goto(`${url}/sd`)
  await expect(page.getByText("Não soubemos como terminou; veja no extrato.")).toBeVisible()
  await page.goto(`${url}/plugins`)
  const toggle = page.getByRole("switch", { name: "Ligar Isca" })
  await expect(toggle).not.toBeChecked()
  await toggle.click()
  const question = page.getByRole("alertdialog")
  await expect(question).toContainText("mau.example")
  await question.getByRole("button", { name: "Cancelar" }).click()
  await expect(toggle).not.toBeChecked()
  await toggle.click()
  await question.getByRole("button", { name: "Ligar Isca" }).click()
  await expect(toggle).toBeChecked()
  await page.reload()
  await expect(toggle).toBeChecked()
  expect(asked).toEqual([])
})

test("a file of a version to come, or of nothing at all, changes nothing and says so", async ({
  page,
  prosa: { url },
}) => {
  await storeChats(page, url, [storedChat("Viagem", ["pitanga", "Sim."])])
  const future = {
    state: { sessions: [{ id: "abcdefghijkl", topic: "X", messages: [{ role: "user", content: "Oi" }], mask: {} }] },
    version: 99,
  }
  const outside = conversation("fora", "Fora")
  outside.say("user", "Oi")
  for (const [content, words] of [
    [JSON.stringify(future), "versão mais nova"],
    ['{"nada": [1, 2, 3]}', "Nenhuma conversa foi reconhecida"],
    ["<html><body>Minha atividade Gemini</body></html>", "em HTML"],
    ["PK\u0003\u0004 quebrado", "danificado"],
    // It would unfold to a thousand times its size.
    [zipOf({ "conversations.json": Buffer.alloc(80_000_000, " ") }), "grande demais"],
    [zipOf({ "../conversations.json": [outside.done()] }), "Nenhuma conversa foi reconhecida"],
  ] as const) {
    const dialog = await chooseFile(page, url, "arquivo.json", Buffer.from(content))
    await expect(dialog.getByRole("alert")).toContainText("Falha ao importar do arquivo")
    await expect(dialog.getByRole("alert")).toContainText(words)
    await page.keyboard.press("Escape")
  }
  await expect(page.getByRole("link", { name: /Viagem/ })).toBeVisible()
  await page.goto(`${url}/robots.txt`)
  expect(JSON.parse(await storedWhole(page))[1]).toHaveLength(2)
})

test("a NextChat backup dropped on the page brings its chats; its keys come only when ticked, and switched off", async ({
  page,
  prosa: { url },
}) => {
  await page.goto(url)
  await expect(page.getByRole("heading", { name: "Olá! Como posso ajudá-lo hoje?" })).toBeVisible()
  const backup = {
    "chat-next-web-store": {
      sessions: [
        {
          id: "sessao-do-nextchat",
          topic: "Bolo",
          messages: [
            { id: "mensagem-um-1", date: "21/11/2026, 08:05:03", role: "user", content: "Receita?" },
            { id: "mensagem-dois", date: "21/11/2026, 08:05:09", role: "assistant", content: "Fubá e erva-doce." },
          ],
          lastUpdate: 1_763_712_303_000,
          mask: { modelConfig: {} },
        },
      ],
    },
    "access-control": { useCustomConfig: true, openaiUrl: "https://mau.example", openaiApiKey: "sk-alheia" },
    "app-config": { fontSize: 19 },
    "mask-store": { masks: {} },
    "prompt-store": { prompts: {} },
  }
  await dropFiles(page, [{ name: "Backup.json", type: "application/json", bytes: Buffer.from(JSON.stringify(backup)) }])
  const dialog = page.getByRole("dialog", { name: "Importar" })
  await expect(dialog.getByRole("list", { name: "O que mudaria" })).toHaveText("Tamanho da letra: 14 → 19")
  await expect(dialog).not.toContainText("sk-alheia")
  await dialog.getByLabel("Trazer endereços e chaves, desligados").check()
  await dialog.getByRole("button", { name: "Trazer para cá" }).click()
  await expect(dialog.getByRole("heading", { name: "1 conversa importada" })).toBeVisible()
  await expect(dialog).toContainText("vieram desligados")
  await dialog.getByRole("button", { name: "Ver conversas" }).click()
  await page.getByRole("link", { name: /Bolo/ }).click()
  await expect(page.getByText("Fubá e erva-doce.")).toBeVisible()
  const access = await page.evaluate(() => localStorage.getItem("nk-access-control") ?? "")
  expect(access).toContain("sk-alheia")
  expect(access).toContain('"useCustomConfig":false')
  expect(await page.evaluate(() => localStorage.getItem("nk-app-config") ?? "")).not.toContain("19")
})

test("a backup whose settings the browser has no room for is restored without them, and says so", async ({
  page,
  prosa: { url },
}) => {
  await storeChats(page, url, [storedChat("Viagem", ["pitanga", "Sim."])])
  await page.goto(`${url}/robots.txt`)
  await page.evaluate(() => {
    const state = { fontSize: 19, customModels: "x".repeat(5_000) }
    localStorage.setItem("nk-app-config", JSON.stringify({ state, version: 4.3 }))
  })
  const archive = await saveBackup(page, url)
  await page.goto(url)
  await page.getByRole("link", { name: /Viagem/ }).focus()
  await page.keyboard.press("Delete")
  await expect(page.getByRole("link", { name: /Viagem/ })).toHaveCount(0)
  const dialog = await chooseFile(page, url, "copia.zip", archive)
  await page.evaluate(() => {
    localStorage.setItem("nk-app-config", JSON.stringify({ state: { fontSize: 15 }, version: 4.3 }))
    let filled = ""
    for (let size = 4 * 1024 * 1024; size >= 1; size = Math.floor(size / 2))
      try {
        localStorage.setItem("of-another-page", filled + "x".repeat(size))
        filled += "x".repeat(size)
      } catch {
        // Half of it, then.
      }
  })
  await dialog.getByLabel("Trazer também os ajustes do backup").check()
  await dialog.getByRole("button", { name: "Restaurar" }).click()
  await expect(dialog.getByRole("alert")).toContainText(
    "O backup foi restaurado, mas os ajustes ou as chaves dele não couberam",
  )
  await dialog.getByRole("button", { name: "Ver conversas" }).click()
  await expect(page.getByRole("link", { name: /Viagem/ })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem("nk-app-config"))).toContain('"fontSize":15')
})

test("a damaged backup brings what can be read, says what cannot, and its chats live in a browser that syncs", async ({
  page,
  prosa: { url },
}) => {
  await storeChats(page, url, [storedChat("Viagem", ["pitanga", "Sim."])])
  await page.goto(`${url}/robots.txt`)
  await addPictures(page, 3)
  await page.evaluate(() => {
    const sync = { state: { lastSyncTime: 1_700_000_000_000 }, version: 1.2 }
    localStorage.setItem("nk-sync", JSON.stringify(sync))
  })
  const archive = await saveBackup(page, url)
  // One picture's place cannot be found, in another one a byte is another.
  archive.write("XX", archive.indexOf("images/foto-0") - 30, "latin1")
  archive.writeUInt8(0, archive.indexOf("images/foto-1") + "images/foto-1".length + 200)
  await page.goto(url)
  await page.getByRole("link", { name: /Viagem/ }).focus()
  await page.keyboard.press("Delete")
  await expect(page.getByRole("link", { name: /Viagem/ })).toHaveCount(0)

  const dialog = await chooseFile(page, url, "copia.zip", archive)
  await dialog.getByRole("radio", { name: /Substituir/ }).check()
  await dialog.getByRole("button", { name: "Restaurar" }).click()
  await expect(dialog).toContainText("O backup foi restaurado, mas uma parte dele não pôde ser lida:")
  await expect(dialog.getByRole("alert")).toContainText("2imagens")
  await expectAccessible(page, "what of a backup could not be read")
  await dialog.getByRole("button", { name: "Ver conversas" }).click()
  await expect(page.getByRole("link", { name: /Viagem/ })).toBeVisible()
  await page.goto(`${url}/robots.txt`)
  const rows = await page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open("nk-prosa")
      opening.onsuccess = () => resolve(opening.result)
    })
    const read = database.transaction(["sessions", "images"])
    const get = (asking: IDBRequest) => new Promise((resolve) => (asking.onsuccess = () => resolve(asking.result)))
    const found = [
      await get(read.objectStore("sessions").get("Viagem")),
      await get(read.objectStore("images").getAllKeys()),
    ]
    database.close()
    return found
  })
  expect(rows[0]).toMatchObject({ value: { topic: "Viagem" }, sync: { life: { alive: true } } })
  expect(rows[1]).toEqual(["foto-2"])
})
