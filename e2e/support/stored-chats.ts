import type { Page } from "@playwright/test"
import { pendingAnswer, userMessage, type Message } from "#core/conversation/message.ts"
import { newSession, type Session } from "#core/conversation/session.ts"
import { defaultModelConfig } from "#core/settings/model-config.ts"

/** A conversation as a page finds it in its database. */
export interface StoredChat {
  readonly session: Session
  readonly messages: readonly Message[]
}

/** The time of the newest stored chat, epoch milliseconds; each older one is an hour before. */
const newestAt = Date.UTC(2026, 10, 20, 15)
const hourMs = 3_600_000

/** A chat of questions and answers, `texts` in turn. The `age`th newest. */
export function storedChat(name: string, texts: readonly string[], age = 0): StoredChat {
  const now = newestAt - age * hourMs
  const messages = texts.map((text, index): Message => {
    const id = `${name} ${index + 1}`
    const date = now - (texts.length - index) * 1000
    if (index % 2 === 0) return userMessage(id, date, text)
    const { streaming: _, ...place } = pendingAnswer(id, date, "gpt-4o-mini")
    return { ...place, content: text, finish: "stop" }
  })
  const session = newSession({ id: name, now, modelConfig: defaultModelConfig, lang: "pt" })
  return { session: { ...session, topic: name, messageCount: messages.length }, messages }
}

/** A message of `kind` as models write them, some 1 800 characters of Markdown; `mark` can be found in it. */
export function longText(mark: string): string {
  const sentence =
    "A conversa segue pelo mercado da esquina enquanto chove, e ninguém tem pressa porque o café está quente. "
  return [
    `## ${mark}\n\n${sentence.repeat(4)}**Em resumo:** ${sentence}`,
    `- ${sentence}\n- ${sentence}\n- [um endereço](https://exemplo.com.br/${encodeURIComponent(mark)}) e \`código\``,
    "| Cidade | Nota |\n| --- | ---: |\n| Recife | 10 |\n| Belém | 9 |",
    `\`\`\`ts\n${"const valor = calcular(12) // uma linha de código\n".repeat(5)}\`\`\``,
    sentence.repeat(3),
  ].join("\n\n")
}

/**
 * Writes chats where the page keeps them, into the database it made itself; `current` is the one it will open with. Leaves
 * the page at an address of the same server that does nothing. `isSlow`: for a page that takes seconds to come back.
 */
export async function storeChats(
  page: Page,
  url: string,
  chats: readonly StoredChat[],
  current?: string,
  { isSlow = false } = {},
): Promise<void> {
  await page.goto(url)
  await page.waitForFunction(hasStored, undefined, { polling: 100 })
  const elsewhere = new URL("/favicon.svg", url).href
  const holder = await holdOpen(page, elsewhere)
  await page.goto(elsewhere)
  const rows = chats.flatMap(({ session, messages }) =>
    messages.map((message) => ({ id: message.id, sessionId: session.id, position: message.date, message })),
  )
  const batch = 2_000
  for (let first = 0; first < Math.max(rows.length, 1); first += batch) {
    const sessions = first === 0 ? chats.map(({ session }) => session) : []
    await page.evaluate(putRows, { sessions, rows: rows.slice(first, first + batch), current })
  }
  if (!isSlow) await holder.close()
}

/**
 * Keeps the database open in another page: in a browser context in memory, a database that nobody has open may be gone at
 * any time, after two seconds at the latest.
 */
async function holdOpen(page: Page, address: string): Promise<Page> {
  const holder = await page.context().newPage()
  await holder.goto(address)
  await holder.evaluate(
    () =>
      new Promise((resolve) => {
        const opening = indexedDB.open("nk-prosa")
        opening.onsuccess = () => resolve(Object.assign(window, { held: opening.result }) && undefined)
      }),
  )
  await page.bringToFront()
  return holder
}

/** Runs in the page: whether it has written its first conversation. */
async function hasStored(): Promise<boolean> {
  const known = await indexedDB.databases()
  if (!known.some(({ name }) => name === "nk-prosa")) return false
  const opening = indexedDB.open("nk-prosa")
  // It was there a moment ago and is not: nothing may be made in its place.
  opening.onupgradeneeded = () => opening.transaction?.abort()
  return new Promise((resolve) => {
    opening.onerror = () => resolve(false)
    opening.onsuccess = () => {
      const database = opening.result
      if (!database.objectStoreNames.contains("sessions")) {
        database.close()
        return resolve(false)
      }
      const counting = database.transaction("sessions").objectStore("sessions").count()
      counting.onsuccess = () => {
        database.close()
        resolve(counting.result > 0)
      }
    }
  })
}

/** Runs in the page. */
async function putRows({
  sessions,
  rows,
  current,
}: {
  readonly sessions: readonly Session[]
  readonly rows: readonly object[]
  readonly current: string | undefined
}): Promise<void> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open("nk-prosa")
    opening.onerror = () => reject(opening.error ?? new Error("no database"))
    opening.onupgradeneeded = () => opening.transaction?.abort()
    opening.onsuccess = () => resolve(opening.result)
  })
  await new Promise<void>((resolve, reject) => {
    const write = database.transaction(["sessions", "messages", "settings"], "readwrite")
    write.oncomplete = () => resolve()
    write.onabort = () => reject(write.error ?? new Error("not written"))
    for (const session of sessions) write.objectStore("sessions").put(session)
    for (const row of rows) write.objectStore("messages").put(row)
    if (sessions.length > 0)
      write.objectStore("settings").put(
        sessions.map(({ id }) => id),
        "order",
      )
    if (current !== undefined) write.objectStore("settings").put(current, "currentId")
  })
  database.close()
}
