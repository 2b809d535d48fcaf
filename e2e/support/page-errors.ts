import type { BrowserContext } from "@playwright/test"

/** Problems in a browser during a test: errors on the console, exceptions, calls to other hosts. */
export interface PageErrors {
  readonly troubles: readonly string[]
  /** Every host a page asked for, our own among them. */
  readonly hosts: ReadonlySet<string>
  /** Lets go of what a test provoked on purpose, once it has looked at it. */
  readonly forget: () => void
  /** The test is over: what a page still asks of a server that stops is no trouble. */
  readonly end: () => void
}

/** Watches every page of a context. Refusals of our own server and a network taken away belong to the tests. */
export function watchPageErrors(context: BrowserContext): PageErrors {
  const troubles: string[] = []
  const hosts = new Set<string>()
  let isOver = false
  const note = (trouble: string) => {
    if (!isOver) troubles.push(trouble)
  }
  context.on("console", (message) => {
    const isLoad = /^Failed to load resource: (the server responded|net::ERR_)/.test(message.text())
    const { pathname } = new URL(message.location().url || "about:blank")
    // The browser asks for an icon by itself where a document names none.
    const isExpected = isLoad && (pathname.startsWith("/api/") || pathname === "/favicon.ico")
    if (message.type() === "error" && !isExpected) note(`console: ${message.text()} ${pathname}`)
  })
  context.on("weberror", (error) => note(`exception: ${error.error().stack ?? error.error().message}`))
  context.on("request", (request) => {
    const url = new URL(request.url())
    if (["blob:", "data:", "about:"].includes(url.protocol)) return
    hosts.add(url.host)
    if (url.hostname !== "127.0.0.1") note(`request to another host: ${request.url()}`)
  })
  return { troubles, hosts, forget: () => void (troubles.length = 0), end: () => void (isOver = true) }
}
