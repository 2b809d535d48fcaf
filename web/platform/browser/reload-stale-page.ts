import { readLocal, writeLocal } from "../storage/local-storage.ts"

const key = "nk-stale-reload"
const onceInMs = 60_000

/**
 * A page that stayed open over a release asks for parts that the server no longer has. Loading it again brings the new
 * ones; at most once a minute, so that a server without them is not asked in a circle. Where a connection merely broke, the
 * server still has the same page, and that stays: loading it again could leave its reader with nothing.
 *
 * Under a service worker a reload alone would bring the same page once more. It looks for another one, and has it take its
 * place, or gives way to the server (`file-missing` in `web/worker/service-worker.ts`).
 */
export function reloadWhenStale(): void {
  window.addEventListener("vite:preloadError", () => {
    if (Date.now() - Number(readLocal(key) ?? 0) < onceInMs) return
    const reload = () => {
      writeLocal(key, String(Date.now()))
      location.reload()
    }
    const workers = navigator.serviceWorker
    if (workers?.controller) {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = workers.oncontrollerchange = reload
      workers.controller.postMessage({ type: "file-missing" }, [port2])
    } else
      void hasOtherPage().then(
        (isStale) => isStale && reload(),
        () => undefined,
      )
  })
}

/** Whether the server has a page that begins with another file than this one. */
async function hasOtherPage(): Promise<boolean> {
  const begun = document.querySelector("script[type=module]")?.getAttribute("src") ?? ""
  const response = await fetch(import.meta.env.BASE_URL, { cache: "no-store" })
  return response.ok && !(await response.text()).includes(begun)
}
