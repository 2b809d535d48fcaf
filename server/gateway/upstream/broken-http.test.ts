import { once } from "node:events"
import { type AddressInfo, createServer, type Server, type Socket } from "node:net"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { startGateway, type TestCode, type TestGateway } from "../../../testing/gateway.ts"

/** A provider that speaks bytes, and no HTTP that anybody has agreed on. */
let server: Server
let said = ""
let asked = 0
let gateway: TestGateway
let premium: TestCode

beforeAll(async () => {
  server = createServer((socket: Socket) => {
    socket.on("error", () => {})
    socket.once("data", () => {
      asked += 1
      socket.end(Buffer.from(said, "latin1"))
    })
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  gateway = await startGateway({
    key: "sk-0,sk-1",
    env: { UPSTREAM_RETRIES: "2" },
    envFor: () => ({ BASE_URL: url, GOOGLE_URL: url, GOOGLE_API_KEY: "AIza-ours" }),
  })
  premium = await gateway.code("premium", 10)
})
beforeEach(() => void (asked = 0))
// Throws when the books do not verify.
afterAll(async () => {
  await gateway.stop()
  server.close()
})

const words = "Oi, tudo bem por aqui? ".repeat(50)
const event = `data: {"choices":[{"index":0,"delta":{"content":"${words}"}}]}\n\n`
const streamHead = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n"
const broken: readonly [string, string][] = [
  ["a header with a zero in it", "HTTP/1.1 200 OK\r\nx-a: b\0c\r\ncontent-length: 2\r\n\r\n{}"],
  ["a header with a bare return in it", "HTTP/1.1 200 OK\r\nx-a: b\rc\r\ncontent-length: 2\r\n\r\n{}"],
  ["lines that end without a return", "HTTP/1.1 200 OK\ncontent-length: 2\n\n{}"],
  ["another protocol", "SSH-2.0-OpenSSH_9.6\r\n"],
  ["a reply without a head", "<html>hello</html>"],
  ["a status that is none", "HTTP/1.1 099 No\r\ncontent-length: 2\r\n\r\n{}"],
  ["a version that is none", "HTTP/9.9 200 OK\r\ncontent-length: 2\r\n\r\n{}"],
  ["two lengths", "HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}"],
  ["a length that is none", "HTTP/1.1 200 OK\r\ncontent-length: 0x2\r\n\r\n{}"],
  ["headers without end", `HTTP/1.1 200 OK\r\n${`x-a: ${"a".repeat(1_000)}\r\n`.repeat(40)}\r\n`],
  ["a chunk whose size is no number", `${streamHead}ZZZ\r\n`],
  ["an upgrade that nobody asked for", "HTTP/1.1 101 Up\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n"],
  ["no byte at all", ""],
]

describe("a provider that speaks no valid HTTP", () => {
  test("is asked again, with the other key", async () => {
    said = "SSH-2.0-OpenSSH_9.6\r\n"
    expect((await gateway.chat(premium)).status).toBe(502)
    expect(asked).toBe(3)
  })

  test.each(broken)("with %s has not answered, and nothing is charged", async (_, reply) => {
    said = reply
    for (const stream of [true, false]) {
      const before = await gateway.balance(premium)
      const response = await gateway.chat(premium, { stream })
      expect(response.status).toBe(502)
      expect(await response.text()).toContain("Nada foi cobrado")
      expect(await gateway.balance(premium)).toEqual(before)
    }
  })

  test("in the middle of an answer has broken off, and what came is charged", async () => {
    said = `${streamHead}${event.length.toString(16)}\r\n${event}\r\nZZZ\r\n`
    const before = await gateway.balance(premium)
    const response = await gateway.chat(premium, { stream: true })
    expect(response.status).toBe(200)
    const text = await response.text()
    expect(text).toContain(words)
    expect(text).not.toContain("run_broken")
    expect(asked).toBe(1)
    const after = await gateway.balance(premium)
    expect(after.posted).toBeLessThan(before.posted)
    expect(after.held).toBe(0)
  })

  test.each(broken)("with %s is a bad gateway where tokens are counted and bills are asked for", async (_, reply) => {
    said = reply
    const count = await fetch(`${gateway.url}/api/google/v1beta/models/gemini-2.5-flash:countTokens`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-goog-api-key": "AIza-my-own-key" },
      body: JSON.stringify({ contents: [{ parts: [{ text: "Oi" }] }] }),
    })
    expect(count.status).toBe(502)
    await count.text()
    const bill = await fetch(`${gateway.url}/api/openai/dashboard/billing/usage`, {
      headers: { authorization: "Bearer sk-my-own-key", "x-access-code": premium.code },
    })
    expect(bill.status).toBe(502)
    await bill.text()
  })

  test("leaves no crash in the log", () => {
    expect(gateway.prosa.output()).not.toMatch(/run-crashed|gateway-fault|"stack"/)
  })
})
