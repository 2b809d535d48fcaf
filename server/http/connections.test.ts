import { once } from "node:events"
import { mkdirSync, writeFileSync } from "node:fs"
import type { Socket } from "node:net"
import { join } from "node:path"
import { afterEach, describe, expect, test } from "vitest"
import { heldBufferBytes } from "../../testing/held-memory.ts"
import { connectRaw, type RawConnection, type RawOptions, requestHead } from "../../testing/raw-connection.ts"
import { tempFolder } from "../../testing/temp-folder.ts"
import { createAppOrigins } from "./app-origins.ts"
import { createBodyRoom } from "./body-room.ts"
import { mostWaiting } from "./connections.ts"
import { type Listening, listen, type ListenOptions } from "./listen.ts"
import { createListener } from "./listener.ts"
import { readJson } from "./read-body.ts"
import { type RefusalCause, uncounted } from "./refusals.ts"
import { createRouter, type Route } from "./routes.ts"
import { answerFromSite } from "./site-routes.ts"
import { loadStaticSite } from "./static-site.ts"

const mib = 1024 * 1024
const assetBytes = 3 * mib

interface Door extends Listening {
  readonly refused: RefusalCause[]
  /** Moves the clock on, and lets the server look around. */
  pass(ms: number): void
  readonly bodies: ReturnType<typeof createBodyRoom>
  /** The server's ends of the connections. */
  readonly sockets: ReadonlySet<Socket>
}

const toEnd: (() => void)[] = []
afterEach(() => toEnd.splice(0).forEach((end) => end()))

/** A server with these routes and a built page with one big file, under a clock of the test. */
async function startDoor(routes: readonly Route[] = [], options: Partial<ListenOptions> = {}): Promise<Door> {
  let now = 0
  const refused: RefusalCause[] = []
  const refusals = { ...uncounted, count: (why: RefusalCause) => void refused.push(why) }
  const bodies = createBodyRoom({ now: () => now, refusals })
  const folder = tempFolder("site")
  mkdirSync(join(folder, "assets"))
  writeFileSync(join(folder, "index.html"), "<html></html>")
  writeFileSync(join(folder, "assets", "big.js"), Buffer.alloc(assetBytes, 97))
  const site = loadStaticSite(folder)
  const answer = createListener({
    router: createRouter(routes),
    addressOf: ({ socket }) => socket.remoteAddress ?? "",
    bodies,
    pages: createAppOrigins([]),
    headers: () => ({ "x-content-type-options": "nosniff" }),
    otherwise: ({ url }) => answerFromSite(site, url.pathname, { acceptEncoding: "" }) ?? { status: 404, headers: {} },
    onCrash: (_, error) => ({ status: 500, headers: {}, body: String(error) }),
  })
  const started = await listen(
    { host: "127.0.0.1", port: 0, headers: {}, now: () => now, refusals, isProxy: () => false, ...options },
    answer,
  )
  if (!started.ok) throw new Error(started.error)
  const sockets = new Set<Socket>()
  started.value.server.on("connection", (socket) => {
    sockets.add(socket)
    socket.once("close", () => sockets.delete(socket))
  })
  toEnd.push(() => {
    started.value.server.closeAllConnections()
    started.value.server.close()
  })
  return {
    ...started.value,
    refused,
    bodies,
    sockets,
    pass(ms) {
      now += ms
      started.value.connections.look()
      bodies.look()
    },
  }
}

async function connect(door: Door, options?: RawOptions): Promise<RawConnection> {
  const connection = await connectRaw(door.url, options)
  toEnd.push(() => connection.socket.destroy())
  return connection
}

/** Waits until something is so, which it soon is. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve))
}

const getBig = requestHead("GET", "/assets/big.js")

describe("who asks and does not read", () => {
  test("takes no memory, however much is asked for on however many connections", async () => {
    const door = await startDoor()
    const before = heldBufferBytes()
    for (let i = 0; i < 50; i++) (await connect(door, { reads: false })).send(getBig.repeat(16))
    const reader = await connect(door)
    reader.send(requestHead("GET", "/assets/big.js", { connection: "close" }))
    expect((await reader.ended).length).toBeGreaterThan(assetBytes)
    expect(heldBufferBytes() - before).toBeLessThan(20 * mib)
  })

  test("is not kept what it has sent beside its question, which nobody reads", async () => {
    // More than a network takes in.
    const body = Buffer.alloc(64 * mib)
    const door = await startDoor([{ method: "GET", path: "/long", handle: () => ({ status: 200, headers: {}, body }) }])
    const question = requestHead("GET", "/long", { "content-length": "1000000" }) + "x".repeat(15_000)
    const first = await connect(door, { reads: false })
    first.send(question)
    await until(() => door.connections.isAnswering([...door.sockets][0]!))
    const before = heldBufferBytes()
    for (let i = 0; i < 200; i++) (await connect(door, { reads: false })).send(question)
    await until(() => [...door.sockets].every((socket) => door.connections.isAnswering(socket)))
    expect(heldBufferBytes() - before).toBeLessThan(mib)
  })

  test("is let go when more requests wait than anybody has", async () => {
    const door = await startDoor()
    let made = 0
    door.server.on("request", () => (made += 1))
    const greedy = await connect(door, { reads: false })
    greedy.send(getBig.repeat(300))
    await until(() => door.refused.includes("pipelining") && door.connections.count() === 0)
    expect(door.refused).toEqual(["pipelining"])
    // The one that is answered, those that wait, and the one too many: nothing is made of what came in the same packet.
    expect(made).toBeLessThanOrEqual(mostWaiting + 2)
  })

  test("takes no more of all that wait than its address may have, however many connections it makes", async () => {
    const handle = () => new Promise<never>(() => {})
    const door = await startDoor([{ method: "GET", path: "/hold", handle }])
    const waiting = requestHead("GET", "/hold").repeat(11)
    const from = async (address: string) => (await connect(door, { from: address })).send(waiting)
    for (let at = 0; at < 40; at++) await from("127.0.0.2")
    await until(() => door.refused.length === 15 && door.connections.count() === 25)
    // Those of another are no concern of theirs, and what was given back is there again.
    const other = await connect(door, { from: "127.0.0.3" })
    other.send(requestHead("GET", "/") + requestHead("GET", "/assets/none") + requestHead("GET", "/"))
    await other.until(/<html>[^]*404[^]*<html>/)
    door.server.closeAllConnections()
    await until(() => door.connections.count() === 0)
    for (let at = 0; at < 25; at++) await from("127.0.0.2")
    await until(() => door.connections.count() === 25)
    expect(door.refused).toHaveLength(15)
  })

  test("is let go when nothing is taken for 30 s, not while a little is", async () => {
    const door = await startDoor()
    const [stuck, slow] = [await connect(door, { reads: false }), await connect(door, { reads: false })]
    for (const { send } of [stuck, slow]) send(getBig.repeat(8))
    const served = await connect(door)
    served.send(requestHead("GET", "/"))
    await served.until(/<html>/)
    slow.socket.removeAllListeners("data")
    let taken = 0
    for (let i = 0; i < 4; i++) {
      door.pass(10_000)
      // A few hundred kilobytes, so that the network has room for the next ones.
      const goal = taken + mib
      slow.socket.on("data", (part: string) => {
        taken += part.length
        if (taken >= goal) slow.socket.pause()
      })
      slow.socket.resume()
      await until(() => taken >= goal)
      slow.socket.removeAllListeners("data")
    }
    expect(door.refused).toEqual(["unread"])
    expect(door.connections.count()).toBe(2)
  })

  test("answers come in the order of the questions, each begun when the one before was taken", async () => {
    let open = 0
    let most = 0
    const handle = async ({ url }: { url: URL }) => {
      open += 1
      most = Math.max(most, open)
      await new Promise((resolve) => setImmediate(resolve))
      open -= 1
      return { status: 200, headers: {}, body: `[${url.search}]` }
    }
    const door = await startDoor([{ method: "GET", path: "/echo", handle }])
    const connection = await connect(door)
    connection.send([1, 2, 3, 4, 5].map((n) => requestHead("GET", `/echo?${n}`)).join(""))
    const replies = await connection.until(/\[\?5\]/)
    expect(replies.match(/\[\?\d\]/g)).toEqual(["[?1]", "[?2]", "[?3]", "[?4]", "[?5]"])
    expect(most).toBe(1)
  })

  test("nothing is begun for who has left", async () => {
    const begun: string[] = []
    let release = () => {}
    const handle = async ({ url }: { url: URL }) => {
      begun.push(url.search)
      await new Promise<void>((resolve) => (release = resolve))
      return { status: 200, headers: {}, body: "ok" }
    }
    const door = await startDoor([{ method: "GET", path: "/slow", handle }])
    const connection = await connect(door)
    connection.send(requestHead("GET", "/slow?1") + requestHead("GET", "/slow?2"))
    await until(() => begun.length === 1)
    connection.socket.destroy()
    await until(() => door.connections.count() === 0)
    release()
    await new Promise((resolve) => setImmediate(resolve))
    expect(begun).toEqual(["?1"])
  })
})

describe("a body", () => {
  const echo: Route = {
    method: "POST",
    path: "/echo",
    async handle(c) {
      const body = await readJson(c, 10 * mib)
      return { status: body.ok ? 200 : 408, headers: {}, body: body.ok ? JSON.stringify(body.value) : body.error }
    },
  }
  const head = (length: number) =>
    requestHead("POST", "/echo", { "content-type": "application/json", "content-length": length })

  test("that stops coming is let go after 15 s, and its sender told", async () => {
    const door = await startDoor([echo])
    const connection = await connect(door)
    connection.send(`${head(1_000)}{"a":`)
    await until(() => door.bodies.bytes() > 0)
    door.pass(14_000)
    expect(door.refused).toEqual([])
    door.pass(1_000)
    expect(await connection.ended).toMatch(/^HTTP\/1\.1 408[^]*connection: close[^]*slow-body$/i)
    expect(door.bodies.bytes()).toBe(0)
  })

  test("of an address takes no more than its share, and a short one comes through beside it", async () => {
    const door = await startDoor([echo])
    const most = async (count: number) => {
      for (let i = 0; i < count; i++) {
        const connection = await connect(door)
        connection.send(head(9 * mib))
        connection.send(Buffer.alloc(8 * mib, 97))
      }
    }
    await most(8)
    await until(() => door.refused.length >= 7)
    expect(door.bodies.bytes()).toBeLessThanOrEqual(12 * mib)
    const honest = await connect(door)
    honest.send(`${head(13)}{"text":"Oi"}`)
    expect(await honest.until(/Oi/)).toMatch(/^HTTP\/1\.1 200/)
    expect(new Set(door.refused)).toEqual(new Set(["no-room"]))
  })

  test("in crumbs is put together, and cut off where they do not end", async () => {
    const door = await startDoor([echo])
    const connection = await connect(door)
    connection.send(
      requestHead("POST", "/echo", { "content-type": "application/json", "transfer-encoding": "chunked" }),
    )
    const text = JSON.stringify("x".repeat(200))
    connection.send(`${[...text].map((letter) => `1\r\n${letter}\r\n`).join("")}0\r\n\r\n`)
    expect(await connection.until(/xxx"$/)).toContain(text)
    const endless = await connect(door)
    endless.send(requestHead("POST", "/echo", { "content-type": "application/json", "transfer-encoding": "chunked" }))
    endless.send("1\r\na\r\n".repeat(30_000))
    await endless.ended
    expect(door.refused).toEqual(["crumbs"])
  })
})

describe("connections", () => {
  test("of an address are bounded: an idle one gives way, and where none is idle the new one", async () => {
    let begun = 0
    const handle = () => {
      begun += 1
      return new Promise<never>(() => {})
    }
    const hold: Route = { method: "GET", path: "/hold", handle }
    const door = await startDoor([hold], { shares: { all: 100, subscriber: 3, network: 100 } })
    const idle = await connect(door)
    idle.send(requestHead("GET", "/"))
    await idle.until(/<html>/)
    const busy = [await connect(door), await connect(door)]
    for (const connection of busy) connection.send(requestHead("GET", "/hold"))
    await until(() => begun === 2)
    const third = await connect(door)
    third.send(requestHead("GET", "/hold"))
    await idle.ended
    await until(() => begun === 3)
    expect(door.connections.count()).toBe(3)
    const fourth = await connect(door)
    await fourth.ended
    expect(door.refused).toEqual(["connections"])
    expect(busy.every(({ socket }) => !socket.destroyed)).toBe(true)
  })

  test("that some addresses keep busy, all there are, are no reason to refuse another address", async () => {
    let begun = 0
    const handle = () => {
      begun += 1
      return new Promise<never>(() => {})
    }
    const door = await startDoor([{ method: "GET", path: "/hold", handle }], {
      shares: { all: 6, subscriber: 5, network: 5 },
    })
    const hold = async (from: string) => {
      const connection = await connect(door, { from })
      connection.send(requestHead("GET", "/hold"))
      return connection
    }
    const greedy = [await hold("127.0.0.2")]
    for (let at = 0; at < 4; at++) greedy.push(await hold("127.0.0.2"))
    const other = await hold("127.0.0.3")
    await until(() => begun === 6)
    const honest = await connect(door)
    honest.send(requestHead("GET", "/"))
    await honest.until(/<html>/)
    expect([...greedy, other].map(({ socket }) => socket.destroyed || socket.readableEnded)).toEqual([
      false,
      false,
      false,
      false,
      true,
      false,
    ])
    // Those who have most take no place from anybody.
    await until(() => door.connections.count() === 6)
    const one = await hold("127.0.0.2")
    await honest.ended
    const another = await hold("127.0.0.2")
    await another.ended
    expect([other, one].some(({ socket }) => socket.destroyed)).toBe(false)
    expect(door.refused).toEqual(["connections", "connections"])
  })

  test("where requests wait that are long are ended before they are many", async () => {
    const door = await startDoor([{ method: "GET", path: "/hold", handle: () => new Promise<never>(() => {}) }])
    const greedy = await connect(door)
    const long = requestHead("GET", "/hold", { "x-long": "x".repeat(15_000) })
    greedy.send(long.repeat(10))
    await until(() => door.refused.includes("pipelining") && greedy.socket.destroyed)
    // Who asks as much, but one thing after the other, is answered.
    const patient = await connect(door)
    for (let at = 1; at <= 10; at++) {
      patient.send(requestHead("GET", "/", { "x-long": "x".repeat(15_000) }))
      await patient.until(new RegExp(`(?:<html>[^]*){${at}}`))
    }
    expect(door.refused).toEqual(["pipelining"])
  })

  test("of a trusted proxy are everybody's, and not counted as one address", async () => {
    const door = await startDoor([], { shares: { all: 100, subscriber: 3, network: 3 }, isProxy: () => true })
    for (let i = 0; i < 10; i++) await connect(door)
    await until(() => door.connections.count() === 10)
    expect(door.refused).toEqual([])
  })

  test("on which headers do not come are closed, also where nothing comes at all", async () => {
    const patience = {
      requestTimeout: 5_000,
      headersTimeout: 200,
      keepAliveTimeout: 60_000,
      connectionsCheckingInterval: 50,
    }
    const door = await startDoor([], { patience })
    const [silent, slow] = [await connect(door), await connect(door)]
    slow.send("GET / HTTP/1.1\r\nhost: x\r\nx-slow: ")
    expect(await slow.ended).toMatch(/^HTTP\/1\.1 408/)
    await silent.ended
  })
})

test("a request to two servers is refused in its turn, and its connection is closed", async () => {
  const door = await startDoor()
  for (const second of ["host: evil.test", "HOST:x", "Host:"]) {
    const connection = await connect(door)
    connection.send(
      `${requestHead("GET", "/")}GET / HTTP/1.1\r\nhost: x\r\n${second}\r\n\r\n${requestHead("GET", "/")}`,
    )
    expect((await connection.ended).match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 200", "HTTP/1.1 400"])
  }
  expect(door.refused).toEqual(["bad-request", "bad-request", "bad-request"])
})

test("headers that do not come are waited for 15 s, as promised", async () => {
  const door = await startDoor()
  const connection = await connect(door)
  const dribble = setInterval(() => connection.socket.writable && connection.send("x"), 1_000)
  connection.send("GET / HTTP/1.1\r\nhost: x\r\nx-slow: ")
  await Promise.race([connection.ended, once(AbortSignal.timeout(20_000), "abort")])
  clearInterval(dribble)
  expect(connection.text()).toMatch(/^HTTP\/1\.1 408/)
})
