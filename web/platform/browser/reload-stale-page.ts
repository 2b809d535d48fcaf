import { readLocal, writeLocal } from "../storage/local-storage.ts"

const key = "nk-stale-reload"
const onceInMs = 60_000

/** Loads the page again, or has its reader asked first. */
let leave = (reload: () => void): void => reload()

/**
 * A page that stayed open over a release asks for parts that the server no longer has. Loading it again brings the new
 * ones; at most once a minute, so that a server without them is not asked in a circle. Where a connection merely broke, the
 * server still has the same page, and that stays: loading it again could leave its reader with nothing.
 *
 * Under a service worker a reload alone would bring the same page once more. It looks for another one, and has it take its
 * place, or gives way to the server (`file-missing` in `web/worker/service-worker.ts`).
 *
 * `reloadOrAsk` decides whether the page may go at once.
 */
export function reloadWhenStale(reloadOrAsk: (reload: () => void) => void): void {
  leave = reloadOrAsk
  window.addEventListener("vite:preloadError", () => {
    if (wasLately()) return
    const workers = navigator.serviceWorker
    if (workers?.controller) {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = workers.oncontrollerchange = () => reload()
      // A worker that takes over later does so because somebody wanted the new build in another tab.
      setTimeout(() => (workers.oncontrollerchange = null), onceInMs)
      workers.controller.postMessage({ type: "file-missing" }, [port2])
    } else
      void servedPage().then(
        (page) => page !== undefined && !page.includes(ownScript()) && reload(),
        () => undefined,
      )
  })
}

/**
 * Has the reader asked whether to load the page again, for a part that was asked for once more and is missing still, where the
 * server can be reached: some browsers remember until then that a file could not be fetched, and ask for it no more. What is open
 * beside that part, such as a form that is filled in, is known to its reader alone.
 */
export async function askToReloadForPart(ask: (reload: () => void) => void): Promise<void> {
  if (wasLately()) return
  const page = await servedPage().catch(() => undefined)
  if (page !== undefined) reload(ask)
}

function wasLately(): boolean {
  return Date.now() - Number(readLocal(key) ?? 0) < onceInMs
}

/** Several parts may be missed together: for all of them the page goes once, or its reader is asked once. */
function reload(go = leave): void {
  if (wasLately()) return
  writeLocal(key, String(Date.now()))
  go(() => location.reload())
}

/** The page as the server has it now; undefined where it answers with none. Rejects where it cannot be reached. */
async function servedPage(): Promise<string | undefined> {
  const response = await fetch(import.meta.env.BASE_URL, { cache: "no-store" })
  return response.ok ? response.text() : undefined
}

/** The file that this page begins with. */
function ownScript(): string {
  return document.querySelector("script[type=module]")?.getAttribute("src") ?? ""
}
