import { connect, createServer, type Socket } from "node:net"

/** The way to a database: a port that passes bytes on until it is told otherwise. */
export interface DatabaseLine {
  /** The database's URL by this way. */
  readonly url: string
  /** How often a connection was asked for. */
  readonly knocks: () => number
  /** Breaks every connection, and takes no new ones. */
  cut(): void
  /** Lets every connection stand, old and new, and passes nothing on; nobody is told. Those of now never work again. */
  hang(): void
  mend(): void
  /**
   * What becomes of the next connection on which the client says this word: the server hears it, and its answer is lost with
   * the connection; or neither hears of the other any more, and nobody is told.
   */
  onceSaid(word: string, fate: "answer lost" | "hangs before" | "hangs after"): Promise<void>
  close(): Promise<void>
}

export async function layDatabaseLine(databaseUrl: string): Promise<DatabaseLine> {
  const { hostname, port } = new URL(databaseUrl)
  let state: "works" | "cut" | "hangs" = "works"
  let trap: { readonly word: string; readonly fate: string; readonly sprung: () => void } | undefined
  const sockets = new Set<Socket>()
  const deaf = new WeakSet<Socket>()

  function keep(socket: Socket): void {
    sockets.add(socket)
    socket.on("error", () => socket.destroy()).on("close", () => sockets.delete(socket))
  }

  let knocks = 0
  const line = createServer((client) => {
    knocks += 1
    keep(client)
    if (state === "cut") return void client.resetAndDestroy()
    if (state === "hangs") return void deaf.add(client)
    const server = connect(Number(port), hostname)
    keep(server)
    client.on("data", (bytes) => {
      if (deaf.has(client)) return
      const sprung = trap !== undefined && bytes.includes(trap.word) ? trap : undefined
      if (!sprung) return void server.write(bytes)
      trap = undefined
      if (sprung.fate !== "hangs before") server.write(bytes)
      deaf.add(client)
      // Time for the server to hear it, and to do it.
      if (sprung.fate === "answer lost") server.once("data", () => client.resetAndDestroy())
      sprung.sprung()
    })
    server.on("data", (bytes) => void (deaf.has(client) || client.write(bytes)))
    client.once("close", () => void (deaf.has(client) || server.destroy()))
    server.once("close", () => void (deaf.has(client) || client.destroy()))
  })
  await new Promise<void>((resolve) => line.listen(0, "127.0.0.1", resolve))
  const address = line.address()
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${typeof address === "object" && address ? address.port : 0}`
  return {
    url: url.href,
    knocks: () => knocks,
    cut() {
      state = "cut"
      for (const socket of sockets) socket.resetAndDestroy()
    },
    hang() {
      state = "hangs"
      for (const socket of sockets) deaf.add(socket)
    },
    mend: () => void (state = "works"),
    onceSaid: (word, fate) => new Promise((sprung) => (trap = { word, fate, sprung })),
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => line.close(resolve))
    },
  }
}
