import { readLocal, writeLocal } from "../storage/local-storage.ts"

const key = "nk-stale-reload"
const onceInMs = 60_000

/**
 * A page that stayed open over a release asks for parts that the server no longer has. Loading it again brings the new
 * ones; at most once a minute, so that a server without them is not asked in a circle. Without a connection the page
 * stays: loading it again would leave its reader with nothing.
 */
export function reloadWhenStale(): void {
  window.addEventListener("vite:preloadError", () => {
    if (Date.now() - Number(readLocal(key) ?? 0) < onceInMs) return
    void fetch("/healthz", { cache: "no-store" }).then(
      ({ ok }) => {
        if (!ok) return
        writeLocal(key, String(Date.now()))
        location.reload()
      },
      () => undefined,
    )
  })
}
