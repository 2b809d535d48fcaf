import { randomBytes } from "node:crypto"
import { connect, type Socket } from "node:net"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { startGateway, type TestGateway } from "../../testing/gateway.ts"
import { startProsaInProcess } from "../../testing/prosa-in-process.ts"
import { newVisitor } from "../../testing/visitors.ts"
import { fileShares, readingGraceMs } from "./reading-room.ts"

interface Held {
  readonly status: string
  readonly socket: Socket
}

// A GIF of 9 MiB: a head, one long picture in blocks of 255, an end.
const block = Buffer.concat([Buffer.from([255]), randomBytes(255)])
const head = Buffer.concat([
  Buffer.from("GIF89a"),
  Buffer.from([1, 0, 1, 0, 0, 0, 0]),
  Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2]),
])
const picture = Buffer.concat([head, ...Array.from({ length: 36_864 }, () => block), Buffer.from([0, 0x3b])])

describe("files that are read slowly", () => {
  let gateway: TestGateway
  let path = ""
  const held: Held[] = []

  beforeEach(async () => {
    gateway = await startGateway({
      pretend: true,
      start: startProsaInProcess,
      env: { TRUSTED_PROXIES: "127.0.0.1" },
    })
    const headers = { "x-visitor": await newVisitor(gateway.url) }
    const form = new FormData()
    form.set("file", new Blob([picture], { type: "image/gif" }), "a.gif")
    const uploaded = await fetch(`${gateway.url}/api/cache/upload`, { method: "POST", headers, body: form })
    expect(uploaded.status).toBe(200)
    const { data } = (await uploaded.json()) as { readonly data: string }
    path = new URL(data, gateway.url).pathname
  })

  afterEach(async () => {
    for (const { socket } of held.splice(0)) socket.destroy()
    await gateway.stop()
  })

  /** Asks, and reads no more than how it is answered. */
  async function askUnread(address: string): Promise<Held> {
    const found = await new Promise<Held>((resolve, reject) => {
      const socket = connect(Number(new URL(gateway.url).port), "127.0.0.1")
      socket.once("error", reject)
      socket.once("data", (bytes: Buffer) => {
        socket.pause()
        // A connection that is reset while nobody reads is told to whoever writes.
        socket.on("error", () => {})
        resolve({ status: bytes.toString("latin1").split(" ", 2)[1] ?? "", socket })
      })
      socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${address}\r\n\r\n`)
    })
    held.push(found)
    return found
  }

  async function fill(address: (at: number) => string, count: number): Promise<readonly Held[]> {
    const found: Held[] = []
    for (let at = 0; at < count; at++) found.push(await askUnread(address(at)))
    expect(found.map(({ status }) => status)).toEqual(found.map(() => "200"))
    return found
  }

  /** Reads all of it, from an address, with or without a code. */
  async function read(address: string, headers: Readonly<Record<string, string>> = {}) {
    const reply = await fetch(gateway.url + path, { headers: { "x-forwarded-for": address, ...headers } })
    return {
      status: reply.status,
      wait: reply.headers.get("retry-after"),
      size: (await reply.arrayBuffer()).byteLength,
    }
  }

  const whole = { status: 200, wait: null, size: picture.length }
  const most = Math.floor(fileShares.subscriber / picture.length)

  test("have a bound for each address, and their room is free again once their readers have gone", async () => {
    const [first] = await fill(() => "192.0.2.1", most)
    expect(await read("192.0.2.1")).toMatchObject({ status: 429, wait: "1" })
    expect(await read("192.0.2.2")).toEqual(whole)
    first?.socket.destroy()
    await expect.poll(() => read("192.0.2.1")).toEqual(whole)
  })

  test("are given up for others of the same address who do read", async () => {
    await fill(() => "192.0.2.1", most)
    expect((await read("192.0.2.1")).status).toBe(429)
    await expect.poll(() => read("192.0.2.1"), { timeout: 4 * readingGraceMs, interval: 500 }).toEqual(whole)
  })

  test("of two networks do not shut out a third, nor those of one /64 its neighbours", async () => {
    await fill(() => "2001:db8:1:1::1", most)
    await fill(() => "2001:db8:2:1::1", most)
    expect(fileShares.strangers - 2 * most * picture.length).toBeLessThan(picture.length)
    expect(await read("2001:db8:3:1::1")).toEqual(whole)
    expect(await read("2001:db8:1:2::1")).toEqual(whole)
    expect(await read("192.0.2.7")).toEqual(whole)
  })

  test("of strangers, from however many networks, leave a part to codes, whose readers lose nothing", async () => {
    const strangers = Math.floor(fileShares.strangers / picture.length)
    await fill((at) => `192.0.2.${at + 1}`, strangers)
    expect((await read("192.0.2.200")).status).toBe(429)
    const code = await gateway.code("premium", 1)
    expect(await read("192.0.2.200", { authorization: `Bearer nk-${code.code}` })).toEqual(whole)
    // A wrong code is a stranger's, and all of them still have their places.
    expect(await read("192.0.2.200", { authorization: "Bearer nk-errado" })).toMatchObject({ status: 429 })
  })
})
