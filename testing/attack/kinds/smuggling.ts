import { oneOf, pagePath } from "../chat-request.ts"
import { type Kind, statusOf } from "../hostile-client.ts"

const host = "host: prosa.test\r\n"
const second = `GET /metrics HTTP/1.1\r\n${host}\r\n`

/** Requests that two HTTP parsers would read differently, and bytes that are no HTTP. */
const shapes: readonly [string, ...string[]] = [
  `POST ${pagePath} HTTP/1.1\r\n${host}content-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n${second}`,
  `POST ${pagePath} HTTP/1.1\r\n${host}content-length: 4\r\nContent-Length: 40\r\n\r\n{}\r\n${second}`,
  `POST ${pagePath} HTTP/1.1\r\n${host}transfer-encoding: xchunked\r\n\r\n0\r\n\r\n${second}`,
  `POST ${pagePath} HTTP/1.1\r\n${host}transfer-encoding: chunked\r\n\r\nffffffffffffffff\r\n`,
  `POST ${pagePath} HTTP/1.1\r\n${host}transfer-encoding: chunked\r\n\r\n1;${"a".repeat(100_000)}\r\na\r\n0\r\n\r\n`,
  `GET / HTTP/1.1\r\n${host}x: ${"a".repeat(100_000)}\r\n\r\n`,
  `GET / HTTP/1.1\r\n${host}${"x-a: 1\r\n".repeat(5_000)}\r\n`,
  `GET /${"a".repeat(90_000)} HTTP/1.1\r\n${host}\r\n`,
  `GET / HTTP/1.1\r\n\r\n`,
  `GET / HTTP/1.1\r\n${host}${host}\r\n`,
  `GET http://127.0.0.1/metrics HTTP/1.1\r\n${host}\r\n`,
  `CONNECT 127.0.0.1:80 HTTP/1.1\r\n${host}\r\n`,
  `TRACE / HTTP/1.1\r\n${host}\r\n`,
  `GET / HTTP/1.1\r\n${host}connection: upgrade\r\nupgrade: websocket\r\n\r\n`,
  `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n`,
  `GET / HTTP/1.1\n${host}\n`,
  `GET /\0 HTTP/1.1\r\n${host}\r\n`,
  `GET / HTTP/9.9\r\n${host}\r\n`,
  `POST ${pagePath} HTTP/1.1\r\n${host}expect: 100-continue\r\ncontent-length: 10485760\r\n\r\n`,
  `POST ${pagePath} HTTP/1.1\r\n${host}expect: 200-maybe\r\ncontent-length: 2\r\n\r\n{}`,
  `GET / HTTP/1.1\r\n${host}content-length: 18446744073709551617\r\n\r\n`,
  `${"\r\n".repeat(50_000)}GET / HTTP/1.1\r\n${host}\r\n`,
]

export const smuggling: Kind = {
  name: "smuggling",
  restMs: 100,
  isNeighbour: true,
  async once(client) {
    const socket = await client.connect()
    if (socket === undefined) return
    let text = ""
    socket.on("data", (bytes: Buffer) => (text += text.length < 10_000 ? bytes.toString("latin1") : ""))
    const shape = oneOf(client.random, shapes)
    socket.write(shape, "latin1")
    await client.untilClosed(socket, 1_500)
    socket.destroy()
    if (statusOf(text) >= 500) client.wrong(`answered ${statusOf(text)}: ${JSON.stringify(shape.slice(0, 120))}`)
    if (text.includes("process_resident_memory")) client.wrong(`smuggled: ${JSON.stringify(shape.slice(0, 120))}`)
  },
}
