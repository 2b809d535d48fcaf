// What runs inside the page while it is measured. Each function is sent to the browser as its source, so it stands alone.

export interface PageProbe {
  readonly frames: number[]
  /** When which marker could be read on the screen: [epoch ms, marker]. */
  readonly seen: [number, number][]
  /** From a key's event to the frame after it, ms. */
  readonly keys: number[]
  stop(): void
}

declare global {
  interface Window {
    prosaProbe?: PageProbe
  }
}

/** Notes every frame, four times a second what can be read of the answer, and for each key press when it was painted. */
export function installProbe(): void {
  const frames: number[] = []
  const seen: [number, number][] = []
  const keys: number[] = []
  let running = true
  const frame = (at: number) => {
    frames.push(at)
    if (running) requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
  const look = setInterval(() => {
    const articles = document.querySelectorAll('[role="log"] article')
    const text = articles[articles.length - 1]?.textContent ?? ""
    const last = [...text.slice(-2000).matchAll(/k(\d{5})/g)].at(-1)?.[1]
    if (last !== undefined) seen.push([Date.now(), Number(last)])
  }, 250)
  const onKey = (event: Event) => {
    const channel = new MessageChannel()
    channel.port1.onmessage = () => {
      keys.push(performance.now() - event.timeStamp)
      channel.port1.close()
    }
    // The message is handled right after the frame is drawn.
    requestAnimationFrame(() => channel.port2.postMessage(undefined))
  }
  addEventListener("keydown", onKey, { capture: true })
  window.prosaProbe = {
    frames,
    seen,
    keys,
    stop() {
      running = false
      clearInterval(look)
      removeEventListener("keydown", onKey, { capture: true })
    },
  }
}
