// The code that runs inside the page while it is measured. Each function is sent to the browser as its source, so it is
// self-contained.

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

declare global {
  interface Window {
    /** When the list of conversations was painted, in ms from the start of the visit. */
    prosaListMs?: number
  }
}

/** Notes when the first screenful of the list of conversations has been painted. Runs before the page's own code. */
export function watchForList(): void {
  const look = () => {
    if (document.querySelectorAll("nav a[href^='/chat?c=']").length < 8) return requestAnimationFrame(look)
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      window.prosaListMs = performance.now()
    }
    return port2.postMessage(undefined)
  }
  requestAnimationFrame(look)
}

/** Opens a chat from the list. Resolves with the milliseconds from the click until `last` was painted at its end. */
export function openChat({ topic, last }: { readonly topic: string; readonly last: string }): Promise<number> {
  const row = [...document.querySelectorAll<HTMLElement>("nav a[href^='/chat?c=']")].find((link) =>
    link.textContent.startsWith(topic),
  )
  const startMs = performance.now()
  row?.click()
  return new Promise((resolve) => {
    const look = () => {
      const log = document.querySelector('[role="log"]')
      const heading = [...(log?.querySelectorAll("article h3") ?? [])].findLast(
        ({ textContent }) => textContent === last,
      )
      const atEnd = log !== null && log.scrollHeight - log.scrollTop - log.clientHeight < 50
      if (heading === undefined || !atEnd) return requestAnimationFrame(look)
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => resolve(performance.now() - startMs)
      return port2.postMessage(undefined)
    }
    requestAnimationFrame(look)
  })
}

/** Sends what is in the composer. Resolves with the milliseconds until the first words of the answer were painted. */
export function askAndWatch(): Promise<number> {
  const field = document.querySelector("textarea")
  const startMs = performance.now()
  field?.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }))
  return new Promise((resolve) => {
    const look = () => {
      const articles = document.querySelectorAll('[role="log"] article')
      const text = articles.length < 2 ? "" : (articles[articles.length - 1]?.textContent ?? "")
      if (!/título|Um |k\d{5}/.test(text)) return requestAnimationFrame(look)
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => resolve(performance.now() - startMs)
      return port2.postMessage(undefined)
    }
    requestAnimationFrame(look)
  })
}
