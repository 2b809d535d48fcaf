/** How long a server that does not answer is left alone, in ms. */
const pauseMs = 5_000

/**
 * Styles of a part that could not be fetched with it are fetched again once there is a connection: whoever loads the part
 * asks for its styles only the first time, and would show it without any.
 */
export function fetchMissingStyles(): void {
  const missing = new Set<HTMLLinkElement>()
  const fetchAgain = () => {
    for (const link of missing) link.replaceWith(link.cloneNode())
    missing.clear()
  }
  addEventListener("online", fetchAgain)
  document.addEventListener(
    "error",
    ({ target }) => {
      if (!(target instanceof HTMLLinkElement) || target.rel !== "stylesheet") return
      missing.add(target)
      if (navigator.onLine) setTimeout(fetchAgain, pauseMs)
    },
    true,
  )
}
