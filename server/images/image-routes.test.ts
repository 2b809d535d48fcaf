import { createServer, get, type IncomingMessage, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { afterEach, describe, expect, test, vi } from "vitest"
import { ok } from "#core/lib/result.ts"
import { serveRoutes } from "../../testing/serve-routes.ts"
import { avif, gifBomb, jpegBomb, jpegStart } from "../../testing/picture-bombs.ts"
import { imageCap } from "./fetch-image.ts"
import { createMemoryLimits } from "../limits/caller-limits.ts"
import { createImageRoutes } from "./image-routes.ts"

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
)
const stops: (() => unknown)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

/** A stranger's site, and our route with leave to reach it: `/api/image` asked for a path of that site. */
async function site(answer: RequestListener, address = () => "127.0.0.1", left = () => 30) {
  const heard: IncomingMessage[] = []
  const server = createServer((request, response) => {
    heard.push(request)
    answer(request, response)
  })
  stops.push(() => server.close())
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  /** Each call is another visitor's, where its header says so; or the operator's. */
  const visitorOf = ({ headers }: IncomingMessage) => {
    const id = headers["x-visitor"] === "" ? undefined : String(headers["x-visitor"] ?? "a")
    return ok({ kind: "visitor", tier: "free", owner: `visitor:${id}`, visitorId: id, address: address() } as const)
  }
  const callerOf = (incoming: IncomingMessage) => {
    const { authorization: owner } = incoming.headers
    if (owner === undefined) return visitorOf(incoming)
    return ok({ kind: "operator", tier: "premium", owner, address: address() } as const)
  }
  const routes = createImageRoutes({
    quota: { left: async () => ({ left: left(), of: 30 }) },
    limits: createMemoryLimits(() => 0),
    config: { supportUrl: undefined, publicUrl: "https://prosa.example", limits: { freeDailyMessages: 30 } },
    authorizer: {
      authorize: ({ incoming }) => Promise.resolve(callerOf(incoming)),
      person: (incoming) => Promise.resolve(callerOf(incoming)),
    },
    egress: {
      isAllowed: () => true,
      ports: ["", String(port)],
      lookup: async () => [{ address: "127.0.0.1", family: 4 }],
    },
  })
  const served = await serveRoutes(routes)
  stops.push(served.stop)
  const ask = (url: string, headers: Readonly<Record<string, string>> = {}, signal: AbortSignal | null = null) =>
    fetch(`${served.url}/api/image?url=${encodeURIComponent(url)}`, {
      headers: { cookie: "segredo=1", ...headers },
      signal,
    })
  return { heard, address: `http://127.0.0.1:${port}`, ask, url: served.url }
}

describe("a picture of an answer", () => {
  test("comes by way of us, as a picture and nothing else", async () => {
    const { ask, address, heard } = await site((_, response) => {
      response.writeHead(200, { "content-type": "text/html", "set-cookie": "a=b", refresh: "0" }).end(png)
    })
    const reply = await ask(`${address}/a.png?x=1`)
    expect(reply.status).toBe(200)
    expect(Buffer.from(await reply.arrayBuffer())).toEqual(png)
    expect(reply.headers.get("content-type")).toBe("image/png")
    expect(reply.headers.get("content-security-policy")).toContain("sandbox; default-src 'none'")
    expect(reply.headers.get("cache-control")).toContain("private")
    expect(reply.headers.get("set-cookie")).toBeNull()
    expect(reply.headers.get("refresh")).toBeNull()
    expect(heard[0]?.url).toBe("/a.png?x=1")
    expect(heard[0]?.headers).not.toHaveProperty("cookie")
    expect(heard[0]?.headers).not.toHaveProperty("referer")
  })

  test.each<readonly [string, RequestListener]>([
    ["a page", (_, response) => response.writeHead(200, { "content-type": "image/png" }).end("<script>1</script><p>…")],
    [
      "an SVG",
      (_, response) => response.writeHead(200, { "content-type": "image/svg+xml" }).end("<svg xmlns='x'></svg>"),
    ],
    ["a redirect", (_, response) => response.writeHead(302, { location: "http://127.0.0.1/" }).end()],
    ["nothing there", (_, response) => response.writeHead(404).end(png)],
    [
      "too much, announced",
      (_, response) => response.writeHead(200, { "content-length": imageCap.bytes + 1 }).end(png),
    ],
    [
      "too much, unannounced",
      (_, response) => {
        response.writeHead(200).write(png)
        response.end(Buffer.alloc(imageCap.bytes))
      },
    ],
    [
      "a bomb of 30 000 × 30 000 pixels",
      (_, response) => {
        const bomb = Buffer.from(png)
        bomb.writeUInt32BE(30_000, 16)
        bomb.writeUInt32BE(30_000, 20)
        response.writeHead(200).end(bomb)
      },
    ],
    ["a bomb behind fill bytes", (_, response) => response.writeHead(200).end(jpegBomb)],
    ["a small screen with a bomb in it", (_, response) => response.writeHead(200).end(gifBomb)],
    ["a bomb of a newer kind", (_, response) => response.writeHead(200).end(avif(30_000, 30_000))],
    [
      "a JPEG without a size",
      (_, response) => response.writeHead(200).end(Buffer.concat([jpegStart, Buffer.alloc(40)])),
    ],
    ["an AVIF without a size", (_, response) => response.writeHead(200).end(avif(30_000, 30_000).fill(0, 40))],
    ["a cut connection", (request) => request.socket.destroy()],
    [
      "in crumbs",
      (_, response) => {
        response.writeHead(200).write(png)
        for (let at = 0; at < 2_000; at++) response.write("a")
        response.end()
      },
    ],
  ])("is not %s", async (_, answer) => {
    const { ask, address, heard } = await site(answer)
    const reply = await ask(`${address}/a.png`)
    expect(reply.status).toBe(502)
    expect(await reply.json()).toMatchObject({ code: "image_unavailable" })
    // A redirect is not followed.
    expect(heard.length).toBe(1)
  })

  test("is not asked of our own network", async () => {
    const { ask, heard } = await site((_, response) => response.end(png))
    for (const url of ["http://127.0.0.1:1/a.png", "file:///etc/passwd", "http://localhost:6379/", ""]) {
      const reply = await ask(url)
      expect(reply.status).toBe(403)
      expect(await reply.json()).toMatchObject({ code: "bad_image_address" })
    }
    expect(heard).toEqual([])
  })

  test("has a quota", async () => {
    const { ask, address } = await site((_, response) => response.end(png))
    const statuses = []
    for (let asked = 0; asked < 70; asked++) statuses.push((await ask(`${address}/a.png`)).status)
    expect(statuses.filter((status) => status === 200).length).toBe(60)
    expect(statuses.at(-1)).toBe(429)
  })

  test("counts the address beside the person, and a /48 beside its /64s", async () => {
    let from = "203.0.113.5"
    const { ask, address } = await site(
      (_, response) => response.end(png),
      () => from,
    )
    let calls = 0
    const times = async (count: number) => {
      const statuses = []
      for (let at = 0; at < count; at++) {
        statuses.push((await ask(`${address}/a.png`, { "x-visitor": `word-${++calls}` })).status)
      }
      return statuses.filter((status) => status === 200).length
    }
    expect(await times(260)).toBe(240)
    from = "2001:db8:5:1::1"
    expect(await times(260)).toBe(240)
    for (let net = 2; net < 5; net++) {
      from = `2001:db8:5:${net}::1`
      await times(240)
    }
    from = "2001:db8:5:9::1"
    expect(await times(5)).toBe(0)
    from = "2001:db8:6:9::1"
    expect(await times(5)).toBe(5)
  })

  test("is never so large together that one address fills the memory, until its readers have taken it", async () => {
    const large = Buffer.concat([png, Buffer.alloc(8 * 1024 * 1024)])
    const { address, url, ask } = await site((_, response) => response.end(large))
    /** Asks, and reads nothing but the head. */
    const open = (visitor: string): Promise<IncomingMessage> =>
      new Promise((resolve, reject) => {
        const headers = { "x-visitor": visitor }
        get(`${url}/api/image?url=${encodeURIComponent(`${address}/a.png`)}`, { headers, agent: false }, resolve).once(
          "error",
          reject,
        )
      })
    const replies: IncomingMessage[] = []
    for (let at = 0; at < 8; at++) replies.push(await open(`word-${at}`))
    const statuses = replies.map(({ statusCode }) => statusCode)
    expect([200, 429].map((wanted) => statuses.filter((status) => status === wanted).length)).toEqual([3, 5])
    for (const reply of replies) reply.destroy()
    await vi.waitFor(async () => expect((await ask(`${address}/a.png`, { "x-visitor": "word-9" })).status).toBe(200), {
      timeout: 30_000,
    })
  })

  test("is fetched for somebody with a code, however many addresses visitors have", async () => {
    const large = Buffer.concat([png, Buffer.alloc(8 * 1024 * 1024)])
    let from = 0
    const { address, url, ask } = await site(
      (_, response) => response.end(large),
      () => `203.0.113.${from}`,
    )
    const unread: IncomingMessage[] = []
    for (from = 1; from <= 9; from++) {
      const headers = { "x-visitor": `visitor-${from}` }
      const target = `${url}/api/image?url=${encodeURIComponent(`${address}/a.png`)}`
      unread.push(await new Promise((resolve) => void get(target, { headers, agent: false }, resolve)))
    }
    expect(unread.filter(({ statusCode }) => statusCode === 200).length).toBeLessThan(6)
    expect((await ask(`${address}/a.png`, { "x-visitor": "visitor-10" })).status).toBe(429)
    expect((await ask(`${address}/a.png`, { authorization: "code:1" })).status).toBe(200)
    for (const reply of unread) reply.destroy()
  })

  test("is fetched for nobody without an id, whatever page sends them, and for no visitor whose day is used up", async () => {
    let left = 0
    const { ask, address, heard } = await site(
      (_, response) => response.end(png),
      () => "127.0.0.1",
      () => left,
    )
    const nobody = await ask(`${address}/a.png`, { "x-visitor": "" })
    expect([nobody.status, (await nobody.json()) as object]).toMatchObject([401, { code: "unauthorized" }])
    const over = await ask(`${address}/a.png`)
    expect([over.status, (await over.json()) as object]).toMatchObject([403, { code: "free_limit_reached" }])
    expect(heard).toEqual([])
    left = 1
    expect((await ask(`${address}/a.png`)).status).toBe(200)
  })

  test("is not asked of ourselves, by whatever name", async () => {
    const { ask, heard, url } = await site((_, response) => response.end(png))
    for (const own of [
      "https://prosa.example/a.png",
      "http://PROSA.example./a.png",
      "http://prosa.example/",
      `${url}/a.png`,
    ]) {
      expect((await ask(own)).status).toBe(403)
    }
    expect(heard).toEqual([])
  })
})

test("readers who leave before a picture has come leave its room to others", async () => {
  const waiting: (() => void)[] = []
  const { ask, address, heard } = await site((request, response) => {
    if (request.url === "/small.png") return void response.end(png)
    response.on("error", () => {})
    response.writeHead(200).write(png)
    waiting.push(() => response.end(Buffer.alloc(9 * 1024 * 1024)))
  })
  // More of them than all pictures together have room for.
  for (let at = 0; at < 9; at++) {
    const gone = new AbortController()
    const asked = ask(`${address}/big.png?${at}`, { "x-visitor": `visitor-${at}` }, gone.signal)
    await vi.waitUntil(() => waiting.length > at, 10_000)
    const closed = new Promise((resolve) => heard[at]?.once("close", resolve))
    gone.abort()
    await expect(asked).rejects.toThrow("abort")
    waiting[at]?.()
    await closed
  }
  const reply = ask(`${address}/big.png?last`, { "x-visitor": "somebody-else" })
  await vi.waitUntil(() => waiting.length > 9, 10_000)
  waiting[9]?.()
  expect((await reply).status).toBe(200)
})
