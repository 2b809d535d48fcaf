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
