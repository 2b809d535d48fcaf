/** How long a server that does not answer is left alone, in ms. */
const pauseMs = 5_000

/** On a sheet of styles that failed before the application listened. A failed one is not told apart by itself in every browser. */
const mark = "missing"

/** Remembers which styles of the page itself fail. Called before its body is read; `fetchMissingStyles` goes on with them. */
export function markMissingStyles(): void {
  document.addEventListener(
    "error",
    ({ target }) => {
      if (target instanceof HTMLLinkElement) target.dataset[mark] = ""
    },
    true,
  )
}

/**
 * Styles of a part that could not be fetched with it are fetched again once there is a connection: whoever loads the part
 * asks for its styles only the first time, and would show it without any. Those of the page itself may have failed before
 * anybody listened.
 */
export function fetchMissingStyles(): void {
  const missing = new Set<HTMLLinkElement>()
  const fetchAgain = () => {
    for (const link of missing) {
      delete link.dataset[mark]
      link.replaceWith(link.cloneNode())
    }
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
  for (const link of document.querySelectorAll<HTMLLinkElement>(`[rel=stylesheet][data-${mark}]`)) missing.add(link)
  fetchAgain()
}
