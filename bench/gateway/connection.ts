// A client for one keep-alive HTTP/1.1 connection, as thin as it can be: it shares a core with the fake provider, and
// what it spends there would look like the gateway's delay.
import { connect } from "node:net"

export interface Connection {
  /** Sends a prepared request and resolves when its reply is whole. One at a time. */
  readonly exchange: (request: Buffer, onBody?: (text: string) => void) => Promise<Reply>
  /** Whether the other side still has it: one kept too long without a word is closed there. */
  readonly isOpen: () => boolean
  readonly close: () => void
}

export interface Reply {
  readonly status: number
  /** Monotonic ns. */
  readonly sentNs: number
  readonly firstBodyNs: number
  readonly endNs: number
}

/** The monotonic clock in ns, as all processes of this machine see it. */
export const nowNs = () => Number(process.hrtime.bigint())

/** A request without a reply for this long counts as lost: it must not delay the other figures. */
const longestSilenceMs = 15_000

export function openConnection(port: number): Promise<Connection> {
  return new Promise((opened, refused) => {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true })
    let reader: ReplyReader | undefined
    let fail: ((error: Error) => void) | undefined
    socket.setEncoding("latin1")
    socket.once("connect", () =>
      opened({
        exchange: (request, onBody) =>
          new Promise((resolve, reject) => {
            const sentNs = nowNs()
            fail = reject
            reader = createReplyReader(onBody, (status, firstBodyNs) => {
              reader = fail = undefined
              resolve({ status, sentNs, firstBodyNs, endNs: nowNs() })
            })
            socket.write(request)
          }),
        isOpen: () => socket.writable,
        close: () => socket.destroy(),
      }),
    )
    socket.on("data", (text) => reader?.(String(text)))
    socket.setTimeout(longestSilenceMs, () => fail?.(new Error("no answer")))
    socket.on("error", (error) => {
      fail?.(error)
      refused(error)
    })
    socket.on("close", () => fail?.(new Error("the connection was closed")))
  })
}

type ReplyReader = (text: string) => void

/** Reads one reply, by its length or its chunks. Bytes stand for characters: only ASCII is looked at. */
function createReplyReader(
  onBody: ((text: string) => void) | undefined,
  onEnd: (status: number, firstBodyNs: number) => void,
): ReplyReader {
  let firstBodyNs = 0
  let head = ""
  let status = 0
  let chunked = false
  /** Of the body, or of the chunk with its line end. */
  let left = 0
  let sizeLine = ""
  let lastChunk = false

  return function read(text) {
    let rest = text
    if (status === 0) {
      head += rest
      const end = head.indexOf("\r\n\r\n")
      if (end === -1) return
      status = Number(head.slice(9, 12))
      chunked = /\r\ntransfer-encoding: chunked/i.test(head)
      left = chunked ? 0 : Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
      rest = head.slice(end + 4)
      if (!chunked && left === 0) return onEnd(status, firstBodyNs)
    }
    if (firstBodyNs === 0 && rest !== "") firstBodyNs = nowNs()
    while (rest !== "") {
      if (chunked && left === 0) {
        const lineEnd = rest.indexOf("\n")
        sizeLine += lineEnd === -1 ? rest : rest.slice(0, lineEnd)
        if (lineEnd === -1) return
        rest = rest.slice(lineEnd + 1)
        const size = Number.parseInt(sizeLine, 16)
        sizeLine = ""
        lastChunk = size === 0
        left = size + 2
      } else {
        const part = rest.slice(0, left)
        left -= part.length
        rest = rest.slice(part.length)
        if (!lastChunk) onBody?.(part)
        if (left === 0 && (lastChunk || !chunked)) return onEnd(status, firstBodyNs)
      }
    }
  }
}
