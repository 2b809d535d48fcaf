import type { Page } from "@playwright/test"

/** An answer as the browser has it on its disk. */
export interface StoredAnswer {
  readonly content: string
  readonly streaming?: boolean
  readonly interrupted?: boolean
  readonly runId?: string
  readonly finish?: string
  readonly failure?: { readonly kind: string }
  /** Micro-reais. */
  readonly cost?: number
}

/** The answers in the browser's database, oldest first: what the screen shows is made from them. */
export async function storedAnswers(page: Page): Promise<readonly StoredAnswer[]> {
  return page.evaluate(
    () =>
      new Promise<StoredAnswer[]>((resolve, reject) => {
        const opening = indexedDB.open("nk-prosa")
        opening.onerror = () => reject(opening.error ?? new Error("no database"))
        opening.onsuccess = () => {
          const database = opening.result
          const reading = database.transaction("messages").objectStore("messages").getAll()
          reading.onerror = () => reject(reading.error ?? new Error("no messages"))
          reading.onsuccess = () => {
            database.close()
            const rows = reading.result as { position: number; message: StoredAnswer & { role: string } }[]
            resolve(
              rows
                .toSorted((a, b) => a.position - b.position)
                .map(({ message }) => message)
                .filter(({ role }) => role === "assistant"),
            )
          }
        }
      }),
  )
}

/** Whether the conversation that the page opens with has messages on the disk; false where there is no database yet. */
export async function opensWithMessages(page: Page): Promise<boolean> {
  return page.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        const opening = indexedDB.open("nk-prosa")
        // Where there is none, none may be made in the page's place.
        opening.onupgradeneeded = () => opening.transaction?.abort()
        opening.onerror = () => resolve(false)
        opening.onsuccess = () => {
          const database = opening.result
          const done = (has: boolean) => {
            database.close()
            resolve(has)
          }
          if (!database.objectStoreNames.contains("settings")) return done(false)
          const read = database.transaction(["settings", "sessions"])
          const current = read.objectStore("settings").get("currentId")
          current.onsuccess = () => {
            if (typeof current.result !== "string") return done(false)
            const session = read.objectStore("sessions").get(current.result)
            session.onsuccess = () =>
              done(((session.result as { messageCount?: number } | undefined)?.messageCount ?? 0) > 0)
          }
        }
      }),
  )
}

/** In the page: whether some conversation's draft is stored as this text. */
export function storedDraft(text: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open("nk-prosa")
    opening.onerror = () => reject(opening.error ?? new Error("no database"))
    opening.onsuccess = () => {
      const reading = opening.result.transaction("drafts").objectStore("drafts").getAll()
      reading.onsuccess = () => {
        opening.result.close()
        resolve((reading.result as { text: string }[]).some((draft) => draft.text === text))
      }
    }
  })
}

/** Everything that is stored of conversations and pictures, in one text. */
export async function storedWhole(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open("nk-prosa")
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(opening.error ?? new Error("no database"))
    })
    const all = (store: string) =>
      new Promise<readonly Record<string, unknown>[]>((resolve) => {
        const reading = database.transaction(store).objectStore(store).getAll()
        reading.onsuccess = () => resolve(reading.result as readonly Record<string, unknown>[])
      })
    const pictures = await Promise.all(
      (await all("images")).map(async ({ id, blob }) => {
        const bytes = new Uint8Array(await (blob as Blob).arrayBuffer())
        return [id, (blob as Blob).type, bytes.join(",")]
      }),
    )
    // Those in which nothing was said are each page's own.
    const sessions = (await all("sessions")).filter(
      (row) => ((row["value"] ?? row) as { messageCount: number }).messageCount > 0,
    )
    const text = JSON.stringify([sessions, await all("messages"), await all("folders"), pictures])
    database.close()
    return text
  })
}
