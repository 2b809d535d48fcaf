/** How long the page may be seen to load before another try is offered, in ms. */
const patienceMs = 15_000

/**
 * Offers to load the page again where one of its first files failed to come, or they take very long: without them nothing else
 * on the page could say so. `word`: what stands on the button, in the page's language.
 */
export function offerReload(word: string): void {
  setTimeout(() => offer(word), patienceMs)
  // Errors of elements do not bubble. The page's script also fails for each file that it begins with.
  addEventListener("error", ({ target }) => target instanceof HTMLScriptElement && offer(word), true)
}

function offer(word: string): void {
  // The application takes it away as it begins.
  const loading = document.querySelector("#root > .loading")
  if (loading === null || loading.querySelector("button") !== null) return
  const button = document.createElement("button")
  button.textContent = word
  button.addEventListener("click", () => location.reload())
  loading.append(button)
}
