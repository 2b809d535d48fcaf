import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Page } from "@playwright/test"
import { conversations } from "../../testing/exports/chatgpt.ts"
import { storedZip, zipOf } from "../../testing/exports/zip.ts"
import { storedChat } from "../../e2e/support/stored-chats.ts"
import type { Measure } from "../measure.ts"
import type { Place } from "./place.ts"
import { openSlowPage, openStoredPage } from "./slow-page.ts"

/** Conversations of one file of the export, as ChatGPT cuts it. */
const shardSize = 100

/** An export of ChatGPT is brought in on a slow phone: how long it takes, and how long the page is held at a time. */
export async function measureImport(place: Place): Promise<readonly Measure[]> {
  const shards = place.quick ? 4 : 28
  const files = Array.from({ length: shards }, (_one, at) => [
    `conversations-${String(at).padStart(3, "0")}.json`,
    conversations(shardSize, 10, at * shardSize),
  ])
  const archive = zipOf(Object.fromEntries(files) as Record<string, object>)
  const folder = await mkdtemp(join(tmpdir(), "prosa-import-"))
  const file = join(folder, "chatgpt.zip")
  await writeFile(file, archive)
  const { page, close } = await openSlowPage(place)
  await page.goto(`${place.prosa.url}/settings`)
  await page.getByRole("button", { name: "Importar arquivo" }).click()
  const dialog = page.getByRole("dialog", { name: "Importar" })
  const choosing = page.waitForEvent("filechooser")
  await dialog.getByRole("button", { name: "Escolher arquivo" }).click()
  await page.evaluate(() => {
    const tasks: number[] = []
    Object.assign(window, { prosaTasks: tasks })
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: "longtask",
    })
  })
  const began = performance.now()
  // From the disk: bytes that are handed over in a message would be unpacked by the page itself.
  await (await choosing).setFiles(file)
  await untilButton(page, "Trazer para cá")
  await dialog.getByRole("button", { name: "Trazer para cá" }).click()
  await untilButton(page, "Ver conversas")
  const tookMs = performance.now() - began
  const tasks = await page.evaluate(() => (window as unknown as { prosaTasks: readonly number[] }).prosaTasks)
  await close()
  await rm(folder, { recursive: true })
  return [
    { name: `import of ${shards} files of 100 conversations`, unit: "ms", value: tookMs, must: 20_000 },
    {
      name: "longest task of the page while it comes in",
      unit: "ms",
      value: Math.max(0, ...tasks),
      must: 50,
      note: tasks.map(Math.round).join(", "),
    },
  ]
}

/** Waits for a button of the window. To look for it by its role again and again would itself be the page's longest task. */
async function untilButton(page: Page, name: string): Promise<void> {
  await page.evaluate(
    (wanted) =>
      new Promise<void>((resolve) => {
        const look = () => {
          const buttons = [...document.querySelectorAll("dialog button")]
          if (!buttons.some((button) => button.textContent?.startsWith(wanted) === true)) return
          watching.disconnect()
          resolve()
        }
        const watching = new MutationObserver(look)
        watching.observe(document.body, { childList: true, subtree: true })
        look()
      }),
    name,
  )
}

/**
 * An archive of 500 MB is looked through, and given up in the middle of being brought in: how much memory its worker takes, and
 * whether the page stays its user's. Of its processor it is as fast as this machine's.
 */
export async function measureLargeImport(place: Place): Promise<readonly Measure[]> {
  const wholeMb = place.quick ? 50 : 500
  const folder = await mkdtemp(join(tmpdir(), "prosa-import-"))
  const file = join(folder, "chatgpt.zip")
  const shard = Buffer.from(JSON.stringify(conversations(400, 40)))
  await writeFile(file, storedZip("conversations", shard, Math.ceil((wholeMb * 1_000_000) / shard.length)))
  const { page, devtools, close } = await openSlowPage({ ...place, slowdown: 1 })
  const heapsMb: number[] = []
  devtools.on("Target.receivedMessageFromTarget", ({ message }) => {
    const { result } = JSON.parse(message) as { readonly result?: { readonly usedSize?: number } }
    if (result?.usedSize !== undefined) heapsMb.push(result.usedSize / 1e6)
  })
  let workers: readonly string[] = []
  devtools.on("Target.attachedToTarget", ({ sessionId }) => (workers = [...workers, sessionId]))
  await devtools.send("Target.setAutoAttach", { autoAttach: true, waitForDebuggerOnStart: false, flatten: false })
  await page.goto(`${place.prosa.url}/settings`)
  await page.getByRole("button", { name: "Importar arquivo" }).click()
  const dialog = page.getByRole("dialog", { name: "Importar" })
  const choosing = page.waitForEvent("filechooser")
  await dialog.getByRole("button", { name: "Escolher arquivo" }).click()
  await page.evaluate(() => {
    const tasks: number[] = []
    Object.assign(window, { prosaTasks: tasks })
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: "longtask",
    })
  })
  const message = JSON.stringify({ id: 1, method: "Runtime.getHeapUsage" })
  const look = setInterval(() => {
    // One that has ended is asked in vain.
    for (const sessionId of workers) {
      void devtools.send("Target.sendMessageToTarget", { sessionId, message }).catch(() => undefined)
    }
  }, 250)
  const began = performance.now()
  await (await choosing).setFiles(file)
  await dialog.getByRole("button", { name: "Trazer para cá" }).waitFor({ timeout: 300_000 })
  const tookMs = performance.now() - began
  await dialog.getByRole("button", { name: "Trazer para cá" }).click()
  await dialog.getByText("Trazendo as conversas").waitFor()
  const cancelledAt = performance.now()
  await dialog.getByRole("button", { name: "Cancelar" }).click()
  await dialog
    .getByRole("alert")
    .or(dialog.getByRole("button", { name: "Ver conversas" }))
    .first()
    .waitFor()
  const stoppedMs = performance.now() - cancelledAt
  clearInterval(look)
  const tasks = await page.evaluate(() => (window as unknown as { prosaTasks: readonly number[] }).prosaTasks)
  await close()
  await rm(folder, { recursive: true })
  return [
    { name: `an archive of ${wholeMb} MB is looked through`, unit: "ms", value: tookMs },
    { name: "the heap of its worker at the most", unit: "MB", value: Math.max(...heapsMb), must: 300 },
    { name: "longest task of the page meanwhile", unit: "ms", value: Math.max(0, ...tasks), must: 50 },
    { name: "from Cancelar to the end of the import", unit: "ms", value: stoppedMs, must: 2_000 },
  ]
}

/** A long conversation becomes a picture. */
export async function measurePicture(place: Place): Promise<readonly Measure[]> {
  const count = place.quick ? 40 : 200
  const texts = Array.from({ length: count }, (_one, at) =>
    at % 2 === 0
      ? `Pergunta ${at}: o que fazer em Recife no domingo?`
      : `Resposta ${at}: **passear** pelo Marco Zero, \`provar\` um bolo de rolo e ver o pôr do sol.\n\n- Um\n- Dois`,
  )
  const { page, devtools, close } = await openStoredPage(place, [storedChat("Passeio", texts)], "Passeio")
  // Promised for a desk as it is.
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 1 })
  await page.goto(place.prosa.url)
  await page.getByRole("link", { name: /Passeio/ }).click()
  await page.getByRole("button", { name: "Ações desta conversa" }).first().click()
  await page.getByRole("menuitem", { name: "Exportar" }).click()
  const dialog = page.getByRole("dialog", { name: "Exportar conversa" })
  await dialog.getByRole("button", { name: "Ver prévia" }).click()
  await dialog.getByText("# Passeio").waitFor()
  const began = performance.now()
  await dialog.getByRole("tab", { name: "Imagem" }).click()
  await dialog.getByText(/720 ×/).waitFor({ timeout: 60_000 })
  const tookMs = performance.now() - began
  await dialog.getByRole("button", { name: "Uma só imagem" }).click()
  const saving = page.waitForEvent("download")
  const askedAt = performance.now()
  await dialog.getByRole("button", { name: "Baixar" }).click()
  const png = await readFile(await (await saving).path())
  const joinedMs = performance.now() - askedAt
  await close()
  return [
    { name: `picture of ${count} messages`, unit: "ms", value: tookMs, must: 3_000 },
    { name: "the same as one file", unit: "ms", value: joinedMs, note: `${png.readUInt32BE(20)} px high` },
  ]
}
