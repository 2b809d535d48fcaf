import { readFile } from "node:fs/promises"
import type { Page } from "@playwright/test"
import { chatOn } from "./support/chat.ts"
import { storedChat, storeChats } from "./support/stored-chats.ts"
import { readCopy } from "./support/read-copy.ts"
import { expect, test } from "./support/test.ts"

/** Puts rows into the page's database as they are. Runs where the page itself does not. */
async function putRows(page: Page, rows: readonly Damage[]): Promise<void> {
  await page.evaluate(async (given) => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open("nk-prosa")
      opening.onerror = () => reject(opening.error ?? new Error("no database"))
      opening.onsuccess = () => resolve(opening.result)
    })
    const names = [...new Set(given.map(({ store }) => store))]
    const write = database.transaction(names, "readwrite")
    for (const { store, row, key } of given) {
      // JSON's own "__proto__" is a field, as it is in a stored row.
      const value: unknown = JSON.parse(row, (_name, inner: unknown) => (inner === "$NaN" ? Number.NaN : inner))
      write.objectStore(store).put(value, key)
    }
    await new Promise<void>((resolve, reject) => {
      write.oncomplete = () => resolve()
      write.onabort = () => reject(write.error ?? new Error("not written"))
    })
    database.close()
  }, rows)
}

interface Damage {
  readonly store:
    | "sessions"
    | "messages"
    | "folders"
    | "drafts"
    | "attachments"
    | "prompts"
    | "settings"
    | "images"
    | "journal"
  /** As JSON. */
  readonly row: string
  readonly key?: string
}

const good = storedChat("Receita", ["bolo de fubá", "Claro, com erva-doce."])
const second = storedChat("Viagem", ["roteiro para Ouro Preto", "Comece pela praça."], 1)
const third = storedChat("Sem forma", ["pergunta inteira", "resposta inteira"], 2)

const session = (id: unknown, changes: object): Damage => ({
  store: "sessions",
  row: JSON.stringify({ ...third.session, id, ...changes }),
})
const message = (id: unknown, changes: object, inner: object = {}): Damage => ({
  store: "messages",
  row: JSON.stringify({
    id,
    sessionId: good.session.id,
    // Above the whole ones, which are in sight then.
    position: 1,
    message: { id, date: 1, role: "assistant", content: "resto", ...inner },
    ...changes,
  }),
})

/** Shapes that a disk, a bug, another version or a hand has left. */
const shapes: readonly Damage[] = [
  session("topic number", { topic: 5 }),
  session("topic object", { topic: { a: 1 } }),
  session("topic null", { topic: null }),
  session("topic huge", { topic: "x".repeat(1_000_000) }),
  session("no mask", { mask: undefined }),
  session("mask text", { mask: "x" }),
  session("mask context", { mask: { ...third.session.mask, context: [null, 5, { id: "constructor" }] } }),
  session("mask config", { mask: { ...third.session.mask, modelConfig: null } }),
  session("mask model", { mask: { ...third.session.mask, modelConfig: { model: 7, providerName: [] } } }),
  session("mask avatar", { mask: { ...third.session.mask, avatar: {} } }),
  session("stat", { stat: "x" }),
  session("date", { lastUpdate: 9e99 }),
  session("date text", { lastUpdate: "ontem" }),
  session("marks", { lastSummarizeIndex: -3, clearContextIndex: "x" }),
  session("memory", { memoryPrompt: ["x"] }),
  session("folder", { folderId: "constructor" }),
  session("listed", { listedAt: "x" }),
  session("__proto__", {}),
  session("constructor", {}),
  session("toString", {}),
  session("", {}),
  session(5, {}),
  session("empty", {
    topic: undefined,
    mask: undefined,
    stat: undefined,
    lastUpdate: undefined,
    messageCount: undefined,
  }),
  message("no message", { message: undefined }),
  message("message text", { message: "x" }),
  message("message null", { message: null }),
  message("content null", {}, { content: null }),
  message("content number", {}, { content: 5 }),
  message("content parts", {}, { content: [null, 5, { type: "text" }, { type: "text", text: "parte" }] }),
  message("content image", {}, { content: [{ type: "image_url", image_url: 5 }] }),
  message("content unknown", {}, { content: [{ type: "audio", data: "x" }] }),
  message("role", {}, { role: "wizard" }),
  message("role missing", {}, { role: undefined }),
  message("date NaN", {}, { date: "$NaN" }),
  message("date far", {}, { date: 1e300 }),
  message("tools", {}, { tools: [null, { id: 1 }] }),
  message("tools text", {}, { tools: "x" }),
  message("rounds", {}, { rounds: [{ content: 7 }, null] }),
  message("citations", {}, { citations: [{ url: 5, title: null }] }),
  message("searches", {}, { searches: [{ id: "x", status: "lost" }] }),
  message("usage", {}, { usage: { output: "many" } }),
  message("cost", {}, { cost: 0.25 }),
  message("failure kind", {}, { failure: { kind: "constructor" } }),
  message("failure reason", {}, { failure: { kind: "refused", reason: "__proto__" } }),
  message("failure ceiling", {}, { failure: { kind: "cost-ceiling", per: "message", ceiling: 0.5 } }),
  message("versions", {}, { versions: { before: 5, after: [null] } }),
  message("redirected", {}, { redirected: { asked: 1 } }),
  message("finish", {}, { finish: "exploded" }),
  message("reasoning", {}, { reasoning: { text: "x" } }),
  message("position text", { position: "last" }),
  message("position list", { position: [1] }),
  message("other id", {}, { id: "Receita 1" }),
  message("session number", { sessionId: 7 }),
  message("session proto", { sessionId: "__proto__" }),
  message("images", { images: [5, "x"] }),
  message("__proto__", {}),
  message("constructor", {}),
  message(7, {}),
  { store: "drafts", row: JSON.stringify({ sessionId: good.session.id, text: { a: 1 } }) },
  { store: "attachments", row: JSON.stringify({ sessionId: good.session.id, attachments: [null, { kind: "image" }] }) },
  { store: "prompts", row: JSON.stringify({ id: "p", title: 5, content: null }) },
  { store: "prompts", row: JSON.stringify({ id: "constructor", title: "x", content: "y" }) },
  { store: "images", row: JSON.stringify({ id: "i", blob: "no blob" }) },
  { store: "settings", key: "order", row: JSON.stringify(["__proto__", 5, "constructor", "Receita"]) },
  { store: "folders", row: JSON.stringify({ id: "constructor", value: { id: "constructor", name: "P" } }) },
  { store: "folders", row: JSON.stringify({ id: "x", value: { id: "x", name: 7, createdAt: "$NaN" } }) },
  { store: "folders", row: JSON.stringify({ id: "y", value: 5, sync: { at: "x" } }) },
  session("row value", { value: { id: "row value", topic: {}, stat: 5 }, sync: { born: 5, at: null } }),
  message("sync text", { sync: "x" }),
  message("sync stamps", { sync: { born: 7, at: { position: "x" }, texts: { "message.content": {} } } }),
  { store: "settings", key: "unused-images", row: JSON.stringify("x") },
  { store: "journal", row: JSON.stringify({ madeAt: 1, change: { sessions: [], messages: [null] } }) },
  { store: "journal", row: JSON.stringify({ madeAt: 1, change: { sessions: [{ after: { id: {} } }] } }) },
  { store: "journal", row: JSON.stringify(7) },
]

test("damaged records disable nothing, are told once, and can be saved as they are", async ({ page, prosa }) => {
  expect(shapes.length).toBeGreaterThan(60)
  await storeChats(page, prosa.url, [good, second, third], good.session.id)
  await putRows(page, shapes)
  await page.goto("/")
  const main = page.getByRole("main")
  await expect(main.getByText("bolo de fubá")).toBeVisible()
  await expect(main.getByText("Claro, com erva-doce.")).toBeVisible()

  // Told once, by kind and name, and offered as they are.
  const notice = main.getByRole("status").filter({ hasText: "postos de lado" })
  await expect(notice).toBeVisible()
  const saving = page.waitForEvent("download")
  await notice.getByRole("button", { name: "Salvar como estão" }).click()
  const saved = await readFile(await (await saving).path(), "utf8")
  const { records } = JSON.parse(saved) as { records: readonly { store: string; key: unknown; row?: unknown }[] }
  expect(records.map(({ key }) => key)).toEqual(
    expect.arrayContaining(["topic number", "__proto__", "message text", 7]),
  )
  expect(JSON.stringify(records)).toContain('"status":"lost"')
  await expect(notice).toHaveCount(0)

  // Other conversations open, the list goes on, and the chat answers.
  await page.getByRole("complementary").getByText("Viagem").click()
  await expect(main.getByText("Comece pela praça.")).toBeVisible()
  await main.getByRole("textbox").fill("mais uma pergunta")
  await main.getByRole("textbox").press("Enter")
  await expect(main.getByText("mais uma pergunta")).toBeVisible()
  // What would arrive later would be a change after the copy, which is not deleted.
  await chatOn(page).untilAnswered()

  // The search finds what is whole.
  await page.goto("/search-chat")
  await page.getByRole("searchbox").fill("erva-doce")
  await expect(page.getByRole("main")).toContainText("Claro, com erva-doce.")
  await page.getByRole("searchbox").fill("Ouro Preto")
  await expect(page.getByRole("main")).toContainText("roteiro para Ouro Preto")

  // Nothing of it is told a second time, but what the search alone has found.
  await page.goto("/")
  await expect(main.getByText(/bolo de fubá|mais uma pergunta/).first()).toBeVisible()
  await expect(notice).toHaveCount(0)
  expect(await page.evaluate(() => Object.keys(Object.prototype))).toEqual([])

  // All of it stays to be saved, and to be wiped.
  await page.goto("/settings")
  await expect(main.getByRole("button", { name: "Salvar como estão" })).toBeVisible()
  await main.getByRole("button", { name: "Apagar tudo" }).click()
  const wipe = page.getByRole("dialog", { name: "Apagar tudo deste navegador" })
  const copying = page.waitForEvent("download")
  await wipe.getByRole("button", { name: "Salvar a cópia" }).click()
  const copy = await readCopy(await copying)
  expect(copy).toContain('"id":"topic object"')
  expect(copy).toContain('"role":"wizard"')
  await wipe.getByLabel("Para apagar, escreva APAGAR").fill("APAGAR")
  await wipe.getByRole("button", { name: "Apagar tudo" }).click()
  await expect(page.getByRole("heading", { name: "Olá! Como posso ajudá-lo hoje?" })).toBeVisible()
})

test("what one page could not note whole as it left costs no other, and is told as it is", async ({ page, prosa }) => {
  const lists = {
    sessions: [],
    messages: [],
    folders: [],
    removedSessions: [],
    removedMessages: [],
    removedFolders: [],
  }
  const after = {
    id: "last",
    sessionId: good.session.id,
    position: 99,
    message: { id: "last", role: "user", content: "a última palavra", date: Date.now() },
  }
  await storeChats(page, prosa.url, [good], good.session.id)
  await putRows(page, [
    {
      store: "journal",
      row: JSON.stringify({ madeAt: 1, change: { ...lists, folders: undefined, messages: [null] } }),
    },
    { store: "journal", row: JSON.stringify({ madeAt: Date.now(), change: { ...lists, messages: [{ after }] } }) },
  ])
  await page.goto("/")
  const main = page.getByRole("main")
  await expect(main.getByText("a última palavra")).toBeVisible()
  const notice = main.getByRole("status").filter({ hasText: "postos de lado" })
  await expect(notice).toBeVisible()
  // All that is said from now on is saved.
  await main.getByRole("textbox").fill("e a seguinte")
  await main.getByRole("textbox").press("Enter")
  await expect(main.getByText("e a seguinte").first()).toBeVisible()
  await page.reload()
  await expect(main.getByText("a última palavra")).toBeVisible()
  await expect(main.getByText("e a seguinte").first()).toBeVisible()
})

test("each damaged shape opens by itself", async ({ page, prosa }) => {
  const opened = shapes.filter(({ store }) => store === "sessions")
  await storeChats(page, prosa.url, [good], good.session.id)
  await putRows(page, opened)
  await page.goto("/")
  const rows = page.getByRole("navigation", { name: "Conversas" }).getByRole("link")
  await expect(page.getByRole("main").getByText("bolo de fubá")).toBeVisible()
  const count = await rows.count()
  expect(count).toBeGreaterThan(15)
  for (let at = 0; at < count; at++) {
    await rows.nth(at).click()
    await expect(page.getByRole("main").getByRole("textbox")).toBeVisible()
    await expect(page.getByText("Oops, something went wrong!")).toHaveCount(0)
  }
})
