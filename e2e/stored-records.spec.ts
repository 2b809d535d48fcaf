import type { Page } from "@playwright/test"
import { chatOn, openTab } from "./support/chat.ts"
import { storedChat, type StoredChat } from "./support/stored-chats.ts"
import { expect, test } from "./support/test.ts"

/** Makes the database as version 3 of it was, on our origin, before the page itself has been there. */
async function makeVersionThree(page: Page, chats: readonly StoredChat[], current: string): Promise<void> {
  await page.goto("/healthz")
  const sessions = chats.map(({ session }) => session)
  const rows = chats.flatMap(({ session, messages }) =>
    messages.map((message) => ({ id: message.id, sessionId: session.id, position: message.date, message })),
  )
  await page.evaluate(
    ([allSessions, allRows, currentId]) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open("nk-prosa", 3)
        opening.onerror = () => reject(opening.error ?? new Error("no database"))
        opening.onupgradeneeded = () => {
          const database = opening.result
          const store = database.createObjectStore("sessions", { keyPath: "id" })
          for (const session of allSessions) store.put(session)
          const messages = database.createObjectStore("messages", { keyPath: "id" })
          messages.createIndex("by-session", ["sessionId", "position"])
          messages.createIndex("by-run", "message.runId")
          messages.createIndex("by-image", "images", { multiEntry: true })
          for (const row of allRows) messages.put(row)
          database.createObjectStore("drafts", { keyPath: "sessionId" }).put({ sessionId: currentId, text: "rascunho" })
          const settings = database.createObjectStore("settings")
          settings.put({ id: "f", name: "Casa", collapsed: false, createdAt: 1 }, "folder:f")
          settings.put(currentId, "currentId")
          database.createObjectStore("images", { keyPath: "id" })
          const attachments = database.createObjectStore("attachments", { keyPath: "sessionId" })
          attachments.createIndex("by-image", "images", { multiEntry: true })
          const prompts = database.createObjectStore("prompts", { keyPath: "id" })
          prompts.put({ id: "p", title: "Resumir", content: "Resuma [o texto].", isUser: true, createdAt: 1 })
        }
        opening.onsuccess = () => {
          opening.result.close()
          resolve()
        }
      }),
    [sessions, rows, current] as const,
  )
}

/** The list of chats that the boot script reads before the application has loaded. */
interface EarlyList {
  readonly request?: IDBRequest
}

interface Life {
  readonly c: string
  readonly seen: Readonly<Record<string, string>>
}

interface StoredRow {
  readonly id: string
  readonly value?: { readonly topic?: string; readonly name?: string }
  readonly sync?: object
}

/** The version of the database and the rows of one of its stores. */
async function readStore(page: Page, store: string): Promise<{ version: number; rows: readonly StoredRow[] }> {
  return page.evaluate(
    (name) =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open("nk-prosa")
        opening.onerror = () => reject(opening.error ?? new Error("no database"))
        opening.onsuccess = () => {
          const database = opening.result
          const { version } = database
          const reading = database.transaction(name).objectStore(name).getAll()
          reading.onerror = () => reject(reading.error ?? new Error("no rows"))
          reading.onsuccess = () => {
            database.close()
            resolve({ version, rows: reading.result as StoredRow[] })
          }
        }
      }),
    store,
  )
}

const chooseFrom = async (page: Page, title: string, item: string) => {
  const row = page.getByRole("link", { name: new RegExp(`^${title}`) })
  await row.hover()
  await row.locator("..").getByRole("button", { name: "Ações da conversa" }).click()
  await page.getByRole("menuitem", { name: item }).click()
}

const rename = async (page: Page, from: string, to: string) => {
  const row = page.getByRole("link", { name: new RegExp(`^${from}`) })
  await row.press("F2")
  await page.getByRole("dialog").getByRole("textbox").fill(to)
  await page.getByRole("dialog").getByRole("textbox").press("Enter")
  await expect(page.getByRole("link", { name: new RegExp(`^${to}`) })).toBeVisible()
}

test("a database of version 3 with ten thousand chats opens with all of them, and the first message does not wait for it", async ({
  page,
}) => {
  const chats = Array.from({ length: 10_000 }, (_, at) =>
    storedChat(`Conversa ${at + 1}`, ["Oi", `Olá ${at + 1}!`], at),
  )
  chats[1] = { ...chats[1]!, session: { ...chats[1]!.session, folderId: "f" } }
  await makeVersionThree(page, chats, "Conversa 1")
  await page.goto("/")
  const chat = chatOn(page)
  await expect(chat.field).toHaveValue("rascunho")
  await expect(chat.answers).toHaveText(/Olá 1!/)
  await expect(page.getByRole("button", { name: /^Casa/ })).toBeVisible()
  await chat.ask("Ainda estou aqui?")
  await chat.untilAnswered()
  const { version, rows } = await readStore(page, "sessions")
  expect(version).toBe(4)
  expect(rows).toHaveLength(10_000)
  // Only what was written since has the new form; nothing else was touched.
  expect(rows.filter(({ value }) => value !== undefined).map(({ id }) => id)).toEqual(["Conversa 1"])
  const messages = (await readStore(page, "messages")).rows
  expect(messages).toHaveLength(20_002)
  expect(messages.filter(({ sync }) => sync !== undefined)).toHaveLength(2)
  expect((await readStore(page, "folders")).rows.map(({ id, value }) => [id, value?.name])).toEqual([["f", "Casa"]])
  await page.reload()
  await expect(chat.questions.last()).toHaveText("Ainda estou aqui?")
  await chat.field.fill("/resu")
  await expect(page.getByRole("listbox")).toContainText("Resumir")
})

test("a page that goes away while the database is brought up to date leaves it whole", async ({ page, context }) => {
  const chats = Array.from({ length: 500 }, (_, at) => storedChat(`Conversa ${at + 1}`, ["Oi", `Olá ${at + 1}!`], at))
  await makeVersionThree(page, chats, "Conversa 1")
  for (let round = 0; round < 3; round++) {
    const other = await context.newPage()
    await other.goto("/", { waitUntil: "commit" })
    await other.close()
    const { version, rows } = await readStore(page, "messages")
    expect([3, 4]).toContain(version)
    expect(rows).toHaveLength(1_000)
  }
  await page.goto("/")
  await expect(chatOn(page).answers).toHaveText(/Olá 1!/)
  expect((await readStore(page, "folders")).rows).toHaveLength(1)
})

test.describe("two tabs that hear nothing of each other", () => {
  test("each change another thing of one chat, and both changes stay", async ({ page, context }) => {
    await makeVersionThree(page, [storedChat("Receita", ["Oi", "Olá!"])], "Receita")
    await context.addInitScript(() => Reflect.deleteProperty(window, "BroadcastChannel"))
    const other = await context.newPage()
    await page.goto("/")
    await other.goto("/")
    for (const tab of [page, other]) await expect(chatOn(tab).answers).toHaveText(/Olá!/)
    await rename(page, "Receita", "Bolo")
    // The other still shows the old name.
    await chooseFrom(other, "Receita", "Fixar no topo")
    await expect.poll(async () => JSON.stringify((await readStore(page, "sessions")).rows)).toContain('"pinned":true')
    await other.reload()
    await expect(other.getByRole("link", { name: /^Bolo/ })).toBeVisible()
    const [row] = (await readStore(page, "sessions")).rows
    expect(row?.value).toMatchObject({ topic: "Bolo", pinned: true, messageCount: 2 })
  })
})

test.describe("a page whose application comes late", () => {
  /** Holds the application back from now on; what was asked for before it goes on. */
  const holdApplication = async (page: Page): Promise<() => void> => {
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    await page.route(/\/assets\/app-[^/]*\.js$/, async (route) => {
      await released
      await route.continue()
    })
    return release
  }
  const untilAskedEarly = (page: Page) =>
    page.waitForFunction(
      () => (Reflect.get(window, "prosaEarlyList") as EarlyList | undefined)?.request?.readyState === "done",
      undefined,
      { polling: 50 },
    )

  test("has asked for its conversations already, once", async ({ page }) => {
    await makeVersionThree(page, [storedChat("Receita", ["Oi", "Olá!"])], "Receita")
    await page.goto("/")
    await expect(page.getByRole("link", { name: /^Receita/ })).toBeVisible()
    await page.addInitScript(() => {
      const { getAll } = IDBObjectStore.prototype
      const names: string[] = []
      Object.assign(window, { storesRead: names })
      IDBObjectStore.prototype.getAll = function (...asked) {
        names.push(this.name)
        return getAll.apply(this, asked)
      }
    })
    const release = await holdApplication(page)
    await page.reload({ waitUntil: "commit" })
    await untilAskedEarly(page)
    release()
    await expect(page.getByRole("link", { name: /^Receita/ })).toBeVisible()
    const read: unknown = await page.evaluate(() => Reflect.get(window, "storesRead"))
    expect((read as readonly string[]).filter((name) => name === "sessions")).toHaveLength(1)
  })

  test("shows what another tab has written since", async ({ page, context }) => {
    await makeVersionThree(page, [storedChat("Receita", ["Oi", "Olá!"])], "Receita")
    const other = await openTab(context)
    await expect(other.getByRole("link", { name: /^Receita/ })).toBeVisible()
    const release = await holdApplication(page)
    await page.goto("/", { waitUntil: "commit" })
    await untilAskedEarly(page)
    await rename(other, "Receita", "Bolo")
    await expect.poll(async () => JSON.stringify((await readStore(other, "sessions")).rows)).toContain("Bolo")
    release()
    await expect(page.getByRole("link", { name: /^Bolo/ })).toBeVisible()
  })

  test("keeps nobody from a newer version of the database", async ({ page, context }) => {
    await makeVersionThree(page, [storedChat("Receita", ["Oi", "Olá!"])], "Receita")
    const other = await openTab(context)
    await expect(other.getByRole("link", { name: /^Receita/ })).toBeVisible()
    await other.goto("/healthz")
    await holdApplication(page)
    await page.goto("/", { waitUntil: "commit" })
    await untilAskedEarly(page)
    const version = await other.evaluate(
      () =>
        new Promise<number>((resolve, reject) => {
          const opening = indexedDB.open("nk-prosa", 99)
          opening.addEventListener("error", () => reject(opening.error ?? new Error("no database")))
          opening.addEventListener("success", () => resolve(opening.result.version))
        }),
    )
    expect(version).toBe(99)
  })
})

test("what is changed in the moment a page is left is there again, and in another tab at once", async ({
  page,
  context,
}) => {
  await makeVersionThree(
    page,
    [storedChat("Receita", ["Oi", "Olá!"]), storedChat("Viagem", ["Oi", "Olá!"], 1)],
    "Viagem",
  )
  const other = await context.newPage()
  await page.goto("/")
  await other.goto("/")
  await expect(other.getByRole("link", { name: /^Receita/ })).toBeVisible()
  await page.getByRole("link", { name: /^Receita/ }).press("F2")
  const name = page.getByRole("dialog").getByRole("textbox")
  await name.fill("Bolo")
  // The very press that renames it is the last thing that happens on the page.
  await name.evaluate((field) => {
    field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }))
    field.closest("form")?.requestSubmit()
    location.replace("/healthz")
  })
  await page.waitForURL(/healthz/)
  await expect(other.getByRole("link", { name: /^Bolo/ })).toBeVisible()
  await page.goto("/")
  await expect(page.getByRole("link", { name: /^Bolo/ })).toBeVisible()
})

test("a name given in the moment a page is left stays, also where a clock that is ahead gave the one before", async ({
  page,
}) => {
  await makeVersionThree(page, [storedChat("Receita", ["Oi", "Olá!"])], "Receita")
  await page.goto("/")
  await expect(chatOn(page).answers).toHaveText(/Olá!/)
  const [device, ahead] = ["phone-0001", "0nzzzzzzz-0000-phone-0001"]
  await page.goto("/favicon.svg")
  await page.evaluate(
    ([name, stamp]) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open("nk-prosa")
        opening.onsuccess = () => {
          const write = opening.result.transaction(["peers", "sessions"], "readwrite")
          write.objectStore("peers").put({ name, device: name, last: stamp })
          const sessions = write.objectStore("sessions")
          const reading = sessions.get("Receita")
          reading.onsuccess = () => {
            const stored = reading.result as { value?: object }
            const row = stored.value === undefined ? { id: "Receita", version: 1, value: stored } : stored
            sessions.put({ ...row, sync: { at: { topic: stamp } } })
          }
          write.oncomplete = () => {
            opening.result.close()
            resolve()
          }
          write.onerror = () => reject(write.error ?? new Error("nothing was put"))
        }
      }),
    [device, ahead] as const,
  )
  await page.goto("/")
  await page.getByRole("link", { name: /^Receita/ }).press("F2")
  const name = page.getByRole("dialog").getByRole("textbox")
  await name.fill("Bolo")
  await name.evaluate((field) => {
    field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }))
    field.closest("form")?.requestSubmit()
    // Nothing else has written it by then.
    window.dispatchEvent(new PageTransitionEvent("pagehide"))
    location.replace("/healthz")
  })
  await page.waitForURL(/healthz/)
  await page.goto("/")
  await expect(page.getByRole("link", { name: /^Bolo/ })).toBeVisible()
})

test("a prompt edited in two tabs shows the later text and offers the other; each tab sees the other's within a second", async ({
  page,
  context,
}) => {
  await makeVersionThree(page, [storedChat("Receita", ["Oi", "Olá!"])], "Receita")
  const other = await context.newPage()
  const field = (tab: Page) => tab.getByRole("textbox", { name: "Texto" })
  for (const tab of [page, other]) {
    await tab.goto("/")
    await chatOn(tab).field.fill("/")
    await tab.getByRole("button", { name: "Gerenciar prompts" }).click()
    await tab.getByRole("button", { name: "Editar Resumir" }).click()
    await expect(field(tab)).toHaveValue("Resuma [o texto].")
  }
  await field(page).fill("Resuma aqui.")
  await page.getByRole("button", { name: "Salvar" }).click()
  await field(other).fill("Resuma lá.")
  await other.getByRole("button", { name: "Salvar" }).click()
  // Told by the other tab, without a reload.
  await expect(page.getByRole("dialog")).toContainText("Resuma lá.")
  await page.getByRole("button", { name: "Editar Resumir" }).click()
  await expect(field(page)).toHaveValue("Resuma lá.")
  const edition = page.getByRole("region", { name: "Outra edição, escrita ao mesmo tempo em outro lugar" })
  await expect(edition).toContainText("Resuma aqui.")
  await edition.getByRole("button", { name: "Usar esta" }).click()
  await page.getByRole("button", { name: "Salvar" }).click()
  await expect(other.getByRole("dialog")).toContainText("Resuma aqui.")
  await other.getByRole("button", { name: "Editar Resumir" }).click()
  await expect(field(other)).toHaveValue("Resuma aqui.")
  await expect(other.getByText("Outra edição")).toHaveCount(0)

  // A deletion and its undo are seen, too, and a title changed elsewhere stays with a new text.
  await other.getByRole("textbox", { name: "Título" }).fill("Resumo breve")
  await other.getByRole("button", { name: "Salvar" }).click()
  await expect(page.getByRole("dialog").getByText("Resumo breve", { exact: true })).toBeVisible()
  await page.getByRole("button", { name: "Excluir Resumo breve" }).click()
  const undo = page.getByRole("button", { name: "Desfazer" })
  // While it has the focus the offer stays.
  await undo.focus()
  await expect(other.getByText("Resumo breve", { exact: true })).toHaveCount(0)
  await undo.click()
  await expect(other.getByText("Resumo breve", { exact: true })).toBeVisible()
})

test("what is known of other devices counts: stamps come after theirs, deletions say what they knew, an undo leaves a record as it was", async ({
  page,
}) => {
  await makeVersionThree(page, [storedChat("Receita", ["Oi", "Olá!"])], "Receita")
  await page.goto("/")
  await expect(chatOn(page).answers).toHaveText(/Olá!/)
  // A phone whose clock is years ahead was met before, and wrote the prompt; a grave of long ago is left of something else.
  const phone = "0zzzzzzzz-0000-phone-0001"
  const edition = { v: "Resuma no celular.", c: "0mhw00000-0000-tablet-01" }
  await page.evaluate(
    ([stamp, other]) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open("nk-prosa")
        opening.onsuccess = () => {
          const write = opening.result.transaction(["peers", "graves", "prompts"], "readwrite")
          write.objectStore("peers").put({ name: "phone", device: "phone-0001", last: stamp })
          const life = { alive: false, c: "000000001-0000-phone-0001", seen: {} }
          write.objectStore("graves").put({ kind: "prompts", id: "forgotten", life })
          const value = { id: "p", title: "Resumir", content: "Resuma.", isUser: true, createdAt: 1 }
          const text = {
            c: "0mhw00001-0000-phone-0001",
            seen: { "phone-0001": "0mhw00001-0000-phone-0001" },
            others: [other],
          }
          const sync = { born: "0mhw00000-0000-phone-0001", texts: { content: text } }
          write.objectStore("prompts").put({ id: "p", version: 3, value, sync })
          write.oncomplete = () => {
            opening.result.close()
            resolve()
          }
          write.onerror = () => reject(write.error ?? new Error("nothing was put"))
        }
      }),
    [phone, edition] as const,
  )
  await chatOn(page).field.fill("/")
  await page.getByRole("button", { name: "Gerenciar prompts" }).click()
  await page.getByRole("button", { name: "Excluir Resumir" }).click()
  await expect(page.getByText("Resumir", { exact: true })).toHaveCount(0)
  const graves = async () => (await readStore(page, "graves")).rows as readonly (StoredRow & { readonly life: Life })[]
  const deleted = (await graves()).find(({ id }) => id === "p")
  expect(deleted?.life.seen["phone-0001"]).toBe(phone)
  expect((deleted?.life.c ?? "") > phone).toBe(true)
  // The one of long ago stays: it was old at one look only, and the clock may be wrong.
  await expect.poll(async () => (await graves()).map(({ id }) => id)).toEqual(["forgotten", "p"])

  await page.getByRole("button", { name: "Desfazer" }).click()
  await expect.poll(async () => (await graves()).map(({ id }) => id)).toEqual(["forgotten"])
  await page.getByRole("button", { name: "Editar Resumir" }).click()
  await expect(page.getByRole("region", { name: /^Outra edição/ })).toContainText("Resuma no celular.")
  const [row] = (await readStore(page, "prompts")).rows
  expect(row?.sync).toMatchObject({ born: "0mhw00000-0000-phone-0001", life: { alive: true } })
})

/** Puts records where NextChat keeps them in this browser. */
async function storeNextChat(page: Page, records: Readonly<Record<string, object>>): Promise<void> {
  await page.goto("/healthz")
  await page.evaluate(async (all) => {
    const opening = indexedDB.open("keyval-store")
    const database = await new Promise<IDBDatabase>((resolve) => {
      opening.onupgradeneeded = () => opening.result.createObjectStore("keyval")
      opening.onsuccess = () => resolve(opening.result)
    })
    const write = database.transaction("keyval", "readwrite")
    for (const [key, record] of Object.entries(all)) write.objectStore("keyval").put(JSON.stringify(record), key)
    await new Promise((resolve) => (write.oncomplete = resolve))
    database.close()
  }, records)
}

test("what NextChat left in this browser is kept once: chats and prompts in sight, masks and plugins for later", async ({
  page,
}) => {
  await storeNextChat(page, {
    "chat-next-web-store": {
      state: {
        sessions: [
          {
            id: "nextchat-1",
            topic: "Bolo da vovó",
            messages: [
              { id: "m1", date: "21/11/2026, 08:05:03", role: "user", content: "Como faço o bolo?" },
              { id: "m2", date: "21/11/2026, 08:05:09", role: "assistant", content: "Bata **tudo**.", model: "gpt-4o" },
            ],
            lastUpdate: Date.UTC(2026, 10, 21, 11),
            mask: { modelConfig: { model: "gpt-4o-mini", providerName: "OpenAI" } },
          },
        ],
      },
      version: 3.2,
    },
    "prompt-store": {
      state: { prompts: { p1: { id: "p1", title: "Zabumba", content: "Toque.", isUser: true } } },
      version: 3,
    },
    "mask-store": { state: { masks: { k1: { id: "k1", name: "Cozinheira", context: [] } } }, version: 3.1 },
    "chat-next-web-plugin": {
      state: { plugins: { g1: { id: "g1", title: "Busca", content: "openapi: 3" } } },
      version: 1,
    },
  })
  await page.goto("/")
  const chat = chatOn(page)
  await page.getByRole("link", { name: /^Bolo da vovó/ }).click()
  await expect(chat.questions).toHaveText(["Como faço o bolo?"])
  await expect(chat.answers.locator("strong")).toHaveText("tudo")
  await chat.field.fill("/zabu")
  await expect(page.getByRole("listbox")).toContainText("Zabumba")
  expect((await readStore(page, "masks")).rows).toMatchObject([
    { id: "k1", version: 3.1, value: { name: "Cozinheira" } },
  ])
  expect((await readStore(page, "plugins")).rows).toMatchObject([{ id: "g1", version: 1, value: { title: "Busca" } }])

  // A deleted conversation stays deleted here although the database still has it.
  await chat.field.fill("")
  await page.clock.install()
  await chooseFrom(page, "Bolo da vovó", "Excluir")
  await page.clock.fastForward(6_000)
  await expect.poll(async () => (await readStore(page, "graves")).rows.map(({ id }) => id)).toContain("nextchat-1")
  await page.evaluate(() => localStorage.removeItem("nk-records-adopted"))
  await page.reload()
  await expect.poll(() => page.evaluate(() => localStorage.getItem("nk-records-adopted"))).toBe("1")
  await expect(page.getByRole("link", { name: /^Bolo da vovó/ })).toHaveCount(0)
})

test("a folder, a chat's place and the sync's address are seen in another tab at once", async ({ page, context }) => {
  const chats = [storedChat("Receita", ["Oi", "Olá!"]), storedChat("Viagem", ["Oi", "Olá!"], 1)]
  await makeVersionThree(page, chats, "Receita")
  const other = await context.newPage()
  const titles = async () =>
    (await other.getByRole("link", { name: /^(Receita|Viagem)/ }).allInnerTexts()).map((text) => text.split("\n")[0])
  for (const tab of [page, other]) {
    await tab.goto("/")
    await expect(tab.getByRole("link", { name: /^Receita/ })).toBeVisible()
  }
  await expect.poll(titles).toEqual(["Receita", "Viagem"])
  await page.getByRole("button", { name: "Casa", exact: true }).press("F2")
  await page.getByRole("dialog").getByRole("textbox").fill("Cozinha")
  await page.keyboard.press("Enter")
  await expect(other.getByRole("button", { name: "Cozinha", exact: true })).toBeVisible()
  await chooseFrom(page, "Viagem", "Mover para uma pasta")
  await page.getByRole("dialog").getByRole("button", { name: "Cozinha" }).click()
  await expect.poll(titles).toEqual(["Viagem", "Receita"])
  await chooseFrom(page, "Receita", "Fixar no topo")
  await expect.poll(titles).toEqual(["Receita", "Viagem"])

  for (const tab of [page, other]) await tab.goto("/settings")
  const field = (tab: Page, name: string) => tab.getByRole("main").getByRole("textbox", { name, exact: true })
  await field(page, "Endereço").fill("https://nuvem.example.org/dav")
  await expect(field(other, "Endereço")).toHaveValue("https://nuvem.example.org/dav")
  await field(other, "Usuário").fill("ana")
  await expect(field(page, "Usuário")).toHaveValue("ana")
  await expect(field(page, "Endereço")).toHaveValue("https://nuvem.example.org/dav")
})

test("a picture that only a saved mask names is kept, and one that nothing names goes", async ({ page }) => {
  await makeVersionThree(page, [storedChat("Receita", ["Oi", "Olá!"])], "Receita")
  await page.clock.install()
  await page.goto("/")
  await expect(chatOn(page).answers).toHaveText(/Olá!/)
  await page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open("nk-prosa")
        opening.onsuccess = () => {
          const write = opening.result.transaction(["masks", "images"], "readwrite")
          for (const id of ["named", "unnamed"]) write.objectStore("images").put({ id, blob: new Blob(["x"]) })
          const url = "nk-image:named/10x10"
          const context = [{ id: "m", role: "user", date: 1, content: [{ type: "image_url", image_url: { url } }] }]
          write.objectStore("masks").put({ id: "mask", version: 1, value: { id: "mask", context } })
          write.oncomplete = () => {
            opening.result.close()
            resolve()
          }
          write.onerror = () => reject(write.error ?? new Error("nothing was put"))
        }
      }),
  )
  await page.reload()
  await expect(chatOn(page).answers).toHaveText(/Olá!/)
  await expect
    .poll(async () => {
      await page.clock.fastForward(16_000)
      return (await readStore(page, "images")).rows.map(({ id }) => id)
    })
    .toEqual(["named"])
})

test("two tabs that change different settings at the same moment both keep theirs", async ({ page, context }) => {
  // Neither hears of the other's change.
  await context.addInitScript(() => {
    addEventListener("storage", (event) => event.stopImmediatePropagation(), { capture: true })
  })
  const other = await context.newPage()
  for (const tab of [page, other]) await tab.goto("/settings")
  const control = (tab: Page, name: string) => tab.getByRole("main").getByRole("switch", { name })
  await control(page, "Ocupar a tela toda").click()
  await other.getByRole("main").getByRole("combobox", { name: "Tecla de envio" }).selectOption("Ctrl + Enter")
  await page.reload()
  await expect(control(page, "Ocupar a tela toda")).toBeChecked()
  await expect(page.getByRole("main").getByRole("combobox", { name: "Tecla de envio" })).toHaveValue("Ctrl + Enter")
  const clocks = await page.evaluate(
    () => JSON.parse(localStorage.getItem("nk-config-clocks") ?? "{}") as { at?: object },
  )
  expect(Object.keys(clocks.at ?? {}).sort()).toEqual(["submitKey", "tightBorder"])
})
