import { connect, createServer, type Socket } from "node:net"

/** The line between a browser and a server: a port that passes bytes on, and can be cut. */
export interface CuttableProxy {
  /** The address that the browser opens instead of the server's. */
  readonly url: string
  /** Breaks every connection, and takes no new ones. */
  readonly cut: () => void
  /**
   * What a phone's connections come to while it sleeps: the server's side is closed, the browser hears nothing of it, and only
   * when it says something is it told that there is nobody. New ones work.
   */
  readonly forget: () => void
  /** Waits until the server has sent these words. */
  readonly untilSent: (words: string) => Promise<void>
  /** Works again; to another server, if one is given. */
  readonly mend: (serverUrl?: string) => void
  /** How many bytes the server has sent so far. */
  readonly sentBytes: () => number
  readonly close: () => Promise<void>
}

export async function startCuttableProxy(serverUrl: string): Promise<CuttableProxy> {
  let port = Number(new URL(serverUrl).port)
  let isCut = false
  let sentBytes = 0
  const sockets = new Set<Socket>()
  const forgetting = new Set<() => void>()
  const listening = new Set<(part: Buffer) => void>()
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on("error", () => socket.destroy()).on("close", () => sockets.delete(socket))
  }
  const line = createServer((browser) => {
    keep(browser)
    if (isCut) return void browser.resetAndDestroy()
    const server = connect(port, "127.0.0.1")
    keep(server)
    browser.pipe(server)
    server.pipe(browser)
    server.on("data", (part: Buffer) => void (sentBytes += part.length))
    server.on("data", (part: Buffer) => listening.forEach((listen) => listen(part)))
    let isForgotten = false
    browser.once("close", () => server.destroy())
    server.once("close", () => {
      forgetting.delete(forget)
      if (!isForgotten) browser.destroy()
    })
    function forget(): void {
      isForgotten = true
      browser.unpipe()
      server.unpipe()
      server.destroy()
      browser.on("data", () => browser.resetAndDestroy()).resume()
    }
    forgetting.add(forget)
  })
  await new Promise<void>((resolve) => line.listen(0, "127.0.0.1", resolve))
  const address = line.address()
  return {
    url: `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`,
    sentBytes: () => sentBytes,
    cut() {
      isCut = true
      for (const socket of sockets) socket.resetAndDestroy()
    },
    forget() {
      for (const forgetOne of forgetting) forgetOne()
    },
    untilSent: (words) =>
      new Promise((resolve) => {
        let sent = ""
        const listen = (part: Buffer) => {
          sent += part.toString("latin1")
          if (!sent.includes(Buffer.from(words).toString("latin1"))) return
          listening.delete(listen)
          resolve()
        }
        listening.add(listen)
      }),
    mend(newUrl) {
      isCut = false
      if (newUrl !== undefined) port = Number(new URL(newUrl).port)
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => line.close(resolve))
    },
  }
}
