/** Runs something once the page has nothing better to do. */
export function whenIdle(run: () => void): void {
  if (typeof requestIdleCallback === "function") requestIdleCallback(run)
  else setTimeout(run, 200)
}

/** How long nothing must have been typed, in ms: longer than between two keys of somebody who writes. */
const restMs = 400

let lastTypedAt: number | undefined

/** Hears of every key from the first time that somebody wants to wait for their rest. */
function listen(): void {
  lastTypedAt = Number.NEGATIVE_INFINITY
  addEventListener("input", () => (lastTypedAt = performance.now()), { capture: true, passive: true })
}

/**
 * Likewise, for what takes longer than an idle moment and nobody waits for: while somebody writes, it stays out of the way
 * of their keys.
 */
export function whenKeysRest(run: () => void): void {
  if (lastTypedAt === undefined) listen()
  whenIdle(() => {
    const leftMs = (lastTypedAt ?? 0) + restMs - performance.now()
    if (leftMs <= 0) run()
    else setTimeout(() => whenKeysRest(run), leftMs)
  })
}
