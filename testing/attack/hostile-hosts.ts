import { randomBytes } from "node:crypto"
import { once } from "node:events"
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { type Poison, poisons } from "./poisons.ts"

/** The servers of the attackers: a provider, a host of pictures, and one inside our network that nobody may reach. */
export interface HostileHosts {
  readonly provider: string
  readonly pictures: { readonly address: string; readonly port: number }
  readonly canary: string
  /** How often the canary was reached. */
  readonly reached: () => number
  /** Ends every answer that goes on. */
  readonly close: () => void
}

const floodBytes = 60 * 1024 * 1024
/** Random, so that nothing makes it smaller; the same again only where no compressor remembers it. */
const floodPieces = Array.from({ length: 16 }, () => randomBytes(12 * 1024).toString("base64"))
const crumbs = Buffer.from('data: {"choices":[{"index":0,"delta":{"content":"a"}}]}\n\n'.repeat(500))
/** Where pictures may be fetched from in this harness; the rest of this machine is forbidden ground. */
const picturesAddress = "127.0.0.77"
const largePicture = 9_500_000

export async function startHostileHosts(): Promise<HostileHosts> {
  let reached = 0
  const provider = createServer(run(answerCall))
  const pictures = createServer(run(answerPicture))
  const canary = createServer((_, response) => {
    reached += 1
    response.end()
  })
  const servers = [provider, pictures, canary]
  const [providerPort, picturesPort, canaryPort] = await Promise.all([
    listen(provider, "127.0.0.1"),
    listen(pictures, picturesAddress),
    listen(canary, "127.0.0.1"),
  ])
  return {
    provider: `http://127.0.0.1:${providerPort}`,
    pictures: { address: picturesAddress, port: picturesPort },
    canary: `http://127.0.0.1:${canaryPort}`,
    reached: () => reached,
    close() {
      for (const server of servers) {
        server.close()
        server.closeAllConnections()
      }
    },
  }
}

async function answerCall(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const asked = await readStart(request)
  const stream = asked.includes('"stream":true')
  const poison = /"content":"poison (\d+)"/.exec(asked)?.[1]
  if (poison !== undefined) return sendPoison(response, poisons[Number(poison)] ?? poisons[0])
  response.writeHead(200, { "content-type": stream ? "text/event-stream" : "application/json" })
  if (asked.includes('"content":"stall"')) return void response.write(": nothing more\n\n")
  if (asked.includes('"content":"crumbs"')) return flood(response, () => crumbs)
  if (stream) return flood(response, (at) => frame(floodPieces[at % floodPieces.length] ?? ""))
  response.write('{"choices":[{"index":0,"message":{"role":"assistant","content":"')
  await flood(response, (at) => Buffer.from(floodPieces[at % floodPieces.length] ?? ""))
}

function frame(content: string): Buffer {
  return Buffer.from(`data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`)
}

/** Sends as fast as it is taken. */
async function flood(response: ServerResponse, pieceAt: (at: number) => Buffer): Promise<void> {
  for (let at = 0, sent = 0; sent < floodBytes && !response.destroyed; at++) {
    const piece = pieceAt(at)
    sent += piece.length
    if (!response.write(piece)) await untilDrained(response)
  }
  response.end(
    response.getHeader("content-type") === "application/json" ? '"},"finish_reason":"stop"}]}' : "data: [DONE]\n\n",
  )
}

/** Written past Node's own care, for it refuses to send headers that are none. */
function sendPoison({ socket }: ServerResponse, { status, type, body, raw = "", instead }: Poison): void {
  const length = Buffer.byteLength(body)
  socket?.end(
    instead ??
      `HTTP/1.1 ${status} Poison\r\ncontent-type: ${type}\r\n${raw}content-length: ${length}\r\nconnection: close\r\n\r\n${body}`,
  )
}

async function answerPicture({ url = "" }: IncomingMessage, response: ServerResponse): Promise<void> {
  const png = pngHead(url.includes("large") ? 100 : 200)
  response.writeHead(200, { "content-type": "image/png" })
  response.write(png)
  if (url.includes("slow")) return
  const most = url.includes("endless") ? Infinity : largePicture
  const piece = Buffer.alloc(256 * 1024)
  for (let sent = 0; sent < most && !response.destroyed; sent += piece.length) {
    if (!response.write(piece)) await untilDrained(response)
  }
  response.end()
}

/** The first bytes of a PNG of so many pixels in both directions. */
function pngHead(side: number): Buffer {
  const head = Buffer.from("89504e470d0a1a0a0000000d494844520000000000000000", "hex")
  head.writeUInt32BE(side, 16)
  head.writeUInt32BE(side, 20)
  return head
}

/** The beginning of a body; the rest is let go by. */
async function readStart(request: IncomingMessage): Promise<string> {
  let text = ""
  for await (const part of request) if (text.length < 256 * 1024) text += String(part)
  return text
}

function run(answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>): RequestListener {
  return (request, response) => void answer(request, response).catch(() => response.destroy())
}

/** Resolves when it may be written on, or never will be. */
function untilDrained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off("drain", done).off("close", done)
      resolve()
    }
    response.once("drain", done).once("close", done)
  })
}

async function listen(server: ReturnType<typeof createServer>, host: string): Promise<number> {
  server.listen(0, host)
  await once(server, "listening")
  return (server.address() as AddressInfo).port
}
