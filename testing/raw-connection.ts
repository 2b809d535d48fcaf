import { connect, type Socket } from "node:net"

/** A connection on which a test sends what it likes, as it likes. */
export interface RawConnection {
  readonly socket: Socket
  send(bytes: string | Uint8Array): void
  /** The received bytes so far, as Latin-1. */
  text(): string
  /** The received text when it first matched. */
  until(enough: RegExp): Promise<string>
  /** Everything that came back, once the other side has closed. */
  readonly ended: Promise<string>
}

export interface RawOptions {
  /** False: what comes is left in the network. */
  readonly reads?: boolean
  /** Another address of this machine than 127.0.0.1; Linux has all of 127.0.0.0/8. */
  readonly from?: string
}

/** Opens one. */
export async function connectRaw(url: string, { reads = true, from }: RawOptions = {}): Promise<RawConnection> {
  const { hostname, port } = new URL(url)
  const socket = connect({ port: Number(port), host: hostname, ...(from === undefined ? {} : { localAddress: from }) })
  let text = ""
  const looks = new Set<() => void>()
  socket.setEncoding("latin1")
  if (reads) {
    socket.on("data", (part: string) => {
      text += part
      for (const look of looks) look()
    })
  } else socket.pause()
  // That it was cut is what many a test wants to see.
  socket.on("error", () => {})
  const ended = new Promise<string>((resolve) => socket.once("close", () => resolve(text)))
  await new Promise<void>((resolve) => socket.once("connect", resolve))
  return {
    socket,
    send: (bytes) => void socket.write(bytes),
    text: () => text,
    until: (enough) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (!enough.test(text)) return
          looks.delete(look)
          resolve(text)
        }
        looks.add(look)
        look()
        void ended.then(() =>
          enough.test(text) ? resolve(text) : reject(new Error(`closed after: ${text.slice(0, 500)}`)),
        )
      }),
    ended,
  }
}

/** The head of a request, with the lines that make it one. */
export function requestHead(
  method: string,
  path: string,
  headers: Readonly<Record<string, string | number>> = {},
): string {
  const lines = Object.entries({ host: "x", ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n`
}
