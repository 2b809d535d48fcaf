import type { Page } from "@playwright/test"

/** Has the next pages opened here lose their connection to the database when told, as where the browser closes it for want of room. */
export async function closableDatabase(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript(() => {
    const requests: IDBOpenDBRequest[] = []
    // oxlint-disable-next-line typescript/unbound-method -- called with its factory
    const { open } = IDBFactory.prototype
    IDBFactory.prototype.open = function (...words) {
      const request = open.apply(this, words)
      requests.push(request)
      return request
    }
    Object.assign(window, {
      closeDatabase() {
        for (const { result } of requests) {
          result.close()
          result.dispatchEvent(new Event("close"))
        }
      },
    })
  })
  return () => page.evaluate(() => (window as unknown as { closeDatabase: () => void }).closeDatabase())
}

/** Has the next pages opened here wait for their database, as on a disk that does not answer, until told. */
export async function holdDatabase(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript(() => {
    const waiting: IDBOpenDBRequest[] = []
    let isHeld = true
    // oxlint-disable-next-line typescript/unbound-method -- called with its factory
    const { open } = IDBFactory.prototype
    IDBFactory.prototype.open = function (...words) {
      const request = open.apply(this, words)
      // Before anybody else hears of it.
      request.addEventListener("success", (event) => {
        if (!isHeld) return
        event.stopImmediatePropagation()
        waiting.push(request)
      })
      return request
    }
    Object.assign(window, {
      letDatabaseGo() {
        isHeld = false
        for (const request of waiting) request.dispatchEvent(new Event("success"))
      },
    })
  })
  return () => page.evaluate(() => (window as unknown as { letDatabaseGo: () => void }).letDatabaseGo())
}
