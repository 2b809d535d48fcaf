import { connect, type Socket } from "node:net"

/** The target of hostile clients; plain data, because it is sent from process to process. */
export interface Target {
  readonly port: number
  /** The path of the largest file. */
  readonly asset: string
  /** A picture host that may be called, as `http://address:port`; and one that may not, which counts who came. */
  readonly pictures: string
  readonly canary: string
}

/** One who means harm, at an address of their own. */
export interface HostileClient {
  readonly target: Target
  readonly address: string
  /** From 0 to 1, the same for the same seed. */
  readonly random: () => number
  readonly isOver: () => boolean
  /** A connection from this client's address; undefined where it was refused. It is destroyed when all is over. */
  connect(options?: { readonly allowHalfOpen?: boolean }): Promise<Socket | undefined>
  /** Asks on a connection of its own and reads a little of the answer. */
  ask(request: HostileRequest): Promise<Heard>
  /** Resolves when a connection is closed, when all is over, or after so long at the latest, in ms. */
  untilClosed(socket: Socket, mostMs: number): Promise<void>
  /** Resolves when more may be written, or the connection is closed, or all is over. */
  untilDrained(socket: Socket): Promise<void>
  /** Resolves after so long in ms, or when all is over. */
  rest(ms: number): Promise<void>
  /** Something a server must never do. */
  wrong(what: string): void
}

export interface HostileRequest {
  readonly method?: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
  /** Reads so many bytes of the answer at the most; 64 KiB unless told otherwise. */
  readonly readMost?: number
}

export interface Heard {
  /** 0 where no answer came. */
  readonly status: number
  /** The received text, head and body. */
  readonly text: string
}

/** A way of doing harm. `once` is done over and over, so many times at once for each client. */
export interface Kind {
  readonly name: string
  readonly lanes?: number
  /** Between two attempts, in ms. */
  readonly restMs: number
  /** It takes nothing that its address has a share of, so that it may come from the address of honest people. */
  readonly isNeighbour?: boolean
  readonly once: (client: HostileClient) => Promise<void>
}

export interface HostileClientOptions {
  readonly target: Target
  readonly address: string
  readonly random: () => number
  readonly over: AbortSignal
  readonly onAnswer: (status: number) => void
  readonly onWrong: (what: string) => void
}

const longestAnswerMs = 15_000

export function createHostileClient(options: HostileClientOptions): HostileClient {
  const { target, address, random, over, onAnswer, onWrong } = options
  const sockets = new Set<Socket>()
  over.addEventListener("abort", () => sockets.forEach((socket) => socket.destroy()))

  function open({ allowHalfOpen = false } = {}): Promise<Socket | undefined> {
    return new Promise((resolve) => {
      if (over.aborted) return resolve(undefined)
      const socket = connect({ port: target.port, host: "127.0.0.1", localAddress: address, allowHalfOpen })
      sockets.add(socket)
      socket.once("connect", () => resolve(socket))
      // A broken connection is an answer, too.
      socket.on("error", () => socket.destroy())
      socket.once("close", () => {
        sockets.delete(socket)
        resolve(undefined)
      })
    })
  }

  async function ask(request: HostileRequest): Promise<Heard> {
    const socket = await open()
    const heard = socket === undefined ? { status: 0, text: "" } : await exchange(socket, request)
    if (!over.aborted) onAnswer(heard.status)
    return heard
  }

  return {
    target,
    address,
    random,
    isOver: () => over.aborted,
    connect: open,
    ask,
    untilClosed: (socket, mostMs) => waitFor(mostMs, over, socket, ["close"]),
    untilDrained: (socket) => waitFor(longestAnswerMs, over, socket, ["drain", "close"]),
    rest: (ms) => waitFor(ms, over),
    wrong: onWrong,
  }
}

function exchange(socket: Socket, request: HostileRequest): Promise<Heard> {
  const { readMost = 64 * 1024 } = request
  return new Promise((resolve) => {
    let text = ""
    let size = 0
    const end = () => {
      clearTimeout(patience)
      socket.destroy()
      resolve({ status: statusOf(text), text })
    }
    const patience = setTimeout(end, longestAnswerMs)
    socket.once("close", end).once("end", end)
    socket.on("data", (bytes: Buffer) => {
      size += bytes.length
      if (text.length < 64 * 1024) text += bytes.toString("latin1")
      if (size >= readMost || isWhole(text, size, request.method)) end()
    })
    socket.write(headOf(request))
    if (request.body !== undefined) socket.write(request.body)
  })
}

/** A request's head, with the length of its body. */
export function headOf({ method = "GET", path, headers = {}, body }: HostileRequest): string {
  const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) }
  const all = { host: "prosa.test", ...length, ...headers }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n`
}

/** The status in an answer's first line; 0 where there is none. */
export function statusOf(text: string): number {
  return Number(/^HTTP\/1\.[01] (\d{3})/.exec(text)?.[1] ?? 0)
}

function isWhole(text: string, size: number, method: string | undefined): boolean {
  const head = text.indexOf("\r\n\r\n")
  if (head === -1) return false
  if (method === "HEAD") return true
  const length = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, head))?.[1]
  return length === undefined ? text.endsWith("0\r\n\r\n") : size >= head + 4 + Number(length)
}

function waitFor(ms: number, over: AbortSignal, socket?: Socket, events: readonly string[] = []): Promise<void> {
  return new Promise((resolve) => {
    if (over.aborted || socket?.closed === true) return resolve()
    const done = () => {
      clearTimeout(timer)
      over.removeEventListener("abort", done)
      for (const event of events) socket?.off(event, done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    over.addEventListener("abort", done)
    for (const event of events) socket?.once(event, done)
  })
}
