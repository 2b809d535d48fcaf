/** Runs something once the page has nothing better to do. */
export function whenIdle(run: () => void): void {
  if (typeof requestIdleCallback === "function") requestIdleCallback(run)
  else setTimeout(run, 200)
}
