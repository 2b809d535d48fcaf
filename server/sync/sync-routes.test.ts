import { createServer, type IncomingMessage, request, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, afterEach, describe, expect, test } from "vitest"
import { startApache, startRclone, startRedisRest, type StorageServer } from "../../testing/storage-servers.ts"
import { startProsaInProcess } from "../../testing/prosa-in-process.ts"
import { newVisitor } from "../../testing/visitors.ts"
import { longestSilenceMs } from "../http/body-room.ts"
import { largestBackup } from "./relay.ts"
import { syncsAtOnce, syncsOfVisitors } from "./relay-places.ts"
import { syncsPerMinute } from "./sync-routes.ts"

const file = "chatgpt-next-web/backup.json"
const stops: (() => unknown)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
})

async function prosa(env: Readonly<Record<string, string>> = {}, steady?: () => number) {
  const server = await startProsaInProcess({ env }, steady && { steady })
  stops.push(() => server.stop())
  return server.url
}

/** A storage on this machine that answers as it is told, and a server of ours whose operator has named it for both kinds. */
async function storage(answer: RequestListener, env: Readonly<Record<string, string>> = {}, steady?: () => number) {
  const heard: { readonly method: string; readonly url: string; readonly headers: IncomingMessage["headers"] }[] = []
  const server = createServer((incoming, outgoing) => {
    const { method = "", url = "", headers } = incoming
    heard.push({ method, url, headers })
    answer(incoming, outgoing)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  stops.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const url = await prosa({ WHITE_WEBDAV_ENDPOINTS: `${at}/dav/`, WHITE_UPSTASH_ENDPOINTS: at, ...env }, steady)
  const visitor = env["NEED_CODE"] === "1" ? {} : { "x-visitor": await newVisitor(url) }
  type Asked = Omit<RequestInit, "headers"> & { readonly headers?: Readonly<Record<string, string>> }
  const asVisitor = (init: Asked): RequestInit => ({ ...init, headers: { ...visitor, ...init.headers } })
  const dav = (init: Asked = {}, endpoint = `${at}/dav`, path = file) =>
    fetch(`${url}/api/webdav/${path}?endpoint=${encodeURIComponent(endpoint)}`, asVisitor(init))
  const redis = (path: string, init: Asked = {}, endpoint = at) =>
    fetch(`${url}/api/upstash/${path}?endpoint=${encodeURIComponent(endpoint)}`, asVisitor(init))
  return { at, url, heard, dav, redis, visitor }
}

const okay: RequestListener = (incoming, outgoing) =>
  void incoming.resume().on("end", () => outgoing.writeHead(200, { "content-type": "application/json" }).end("{}"))

/** A request whose address is sent as it is written here. */
function raw(url: string, path: string, method = "GET"): Promise<{ readonly status: number; readonly text: string }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const asked = request({ hostname, port, path, method }, (reply) => {
      let text = ""
      reply.setEncoding("utf8").on("data", (piece: string) => (text += piece))
      reply.on("end", () => resolve({ status: reply.statusCode ?? 0, text }))
    })
    asked.on("error", reject).end()
  })
}

describe("a real WebDAV server", () => {
  const kinds = [
    { name: "Apache", start: () => startApache(), keepsConditions: true, again: 405 },
    { name: "Apache that packs", start: () => startApache({ deflates: true }), keepsConditions: true, again: 405 },
    { name: "rclone", start: startRclone, keepsConditions: false, again: 201 },
  ]
  test.each(kinds)("$name: folder, file, conditions, part of a file", async ({ start, keepsConditions, again }) => {
    const server = await start()
    if (server === undefined) return
    stops.push(() => server.stop())
    const url = await prosa({ WHITE_WEBDAV_ENDPOINTS: server.url })
    const visitor = { "x-visitor": await newVisitor(url) }
    const ask = async (method: string, body?: string, headers = {}, path = file) => {
      const query = `endpoint=${encodeURIComponent(server.url)}${method === "MKCOL" ? "&proxy_method=MKCOL" : ""}`
      const reply = await fetch(`${url}/api/webdav/${path}?${query}`, {
        method: method === "MKCOL" ? "GET" : method,
        headers: { authorization: server.authorization, ...visitor, ...headers },
        ...(body === undefined ? {} : { body }),
      })
      return { status: reply.status, etag: reply.headers.get("etag"), text: await reply.text() }
    }
    const folder = "chatgpt-next-web"
    expect((await ask("MKCOL", undefined, { authorization: "Basic eDp5" }, folder)).status).toBe(401)
    expect((await ask("GET")).status).toBe(404)
    expect((await ask("MKCOL", undefined, {}, folder)).status).toBe(201)
    expect((await ask("MKCOL", undefined, {}, folder)).status).toBe(again)
    const first = JSON.stringify({ texto: "ação ".repeat(100_000) })
    expect((await ask("PUT", first, { "if-none-match": "*" })).status).toBe(201)
    const read = await ask("GET")
    expect({ ...read, etag: typeof read.etag }).toEqual({ status: 200, etag: "string", text: first })
    expect((await ask("GET", undefined, { range: "bytes=2-8" })).text).toBe(first.slice(2, 9))
    expect((await ask("GET", undefined, { "if-none-match": read.etag })).status).toBe(304)
    expect((await ask("PUT", first, { "if-match": '"wrong"' })).status).toBe(keepsConditions ? 412 : 201)
    // Apache calls its tag weak, and lets it hold for nothing, while the file is younger than a second.
    let etag = ""
    await expect.poll(async () => (etag = (await ask("GET")).etag ?? "")).toMatch(/^"/)
    expect((await ask("PUT", '{"a":1}', { "if-match": etag })).status).toBeLessThan(300)
    expect((await ask("GET")).text).toBe('{"a":1}')
  })
})

describe("a real Redis behind REST", () => {
  let server: StorageServer | undefined
  afterAll(() => server?.stop())

  test("chunks of a megabyte go and come byte for byte, also with a slash behind the key", async () => {
    server = await startRedisRest()
    if (server === undefined) return
    const { url: at, authorization } = server
    const url = await prosa({ WHITE_UPSTASH_ENDPOINTS: at })
    const visitor = { "x-visitor": await newVisitor(url) }
    const ask = async (path: string, body?: string, bearer = authorization) => {
      const reply = await fetch(`${url}/api/upstash/${path}?endpoint=${encodeURIComponent(at)}`, {
        method: body === undefined ? "GET" : "POST",
        headers: { authorization: bearer, ...visitor },
        ...(body === undefined ? {} : { body }),
      })
      return { status: reply.status, value: (await reply.json()) as unknown }
    }
    expect(await ask("get/maria")).toEqual({ status: 200, value: { result: null } })
    expect((await ask("get/maria", undefined, "Bearer outra")).status).toBe(401)
    const chunk = "coração".repeat(100_000)
    expect(await ask("set/maria-chunk-0/", chunk)).toEqual({ status: 200, value: { result: "OK" } })
    expect(await ask("get/maria-chunk-0/")).toEqual({ status: 200, value: { result: chunk } })
    const odd = encodeURIComponent("a b?c#d%2F..&é")
    expect(await ask(`set/${odd}`, "2")).toEqual({ status: 200, value: { result: "OK" } })
    expect(await ask(`get/${odd}`)).toEqual({ status: 200, value: { result: "2" } })
    expect(await ask("get/maria")).toEqual({ status: 200, value: { result: null } })
  })
})

describe("where nobody is let", () => {
  test.each([
    "",
    "nonsense",
    "http://dav.box.com/dav",
    "https://dav.box.com.evil.test/dav",
    "https://dav.box.com@evil.test/dav",
    "https://user:word@dav.box.com/dav",
    "https://dav.box.com:8443/dav",
    "https://dav.box.com/davx",
    "https://dav.box.com/",
    "https://dav.box.com/dav/..",
    "https://dav.box.com/dav/%2e%2e/x",
    "https://dav.box.com/dav/..%2f..",
    "https://dav.box.com/dav%5c..",
    "https://dav.box.com/dav?x=1",
    "https://dav.box.com/dav#x",
    "https:\\\\evil.test\\dav",
    "https://169.254.169.254/dav",
    "http://127.0.0.1/dav",
    "file:///dav",
  ])("the endpoint %s", async (endpoint) => {
    const url = await prosa()
    const query = `?endpoint=${encodeURIComponent(endpoint)}`
    const replies = await Promise.all([
      fetch(`${url}/api/webdav/${file}${query}`),
      fetch(`${url}/api/upstash/get/maria${query}`),
    ])
    for (const reply of replies) {
      expect([reply.status, await reply.json()]).toEqual([400, { error: true, msg: "Invalid endpoint" }])
    }
  })

  test.each([
    "https://evil.test/.upstash.io",
    "https://evil-upstash.io",
    "https://a.b.upstash.io",
    "https://upstash.io",
    "https://x.upstash.io.evil.test",
    "https://x.upstash.io:8080",
    "https://x.upstash.io/evil",
    "http://x.upstash.io",
  ])("the Redis at %s", async (endpoint) => {
    const { redis } = await storage(okay)
    expect((await redis("get/maria", {}, endpoint)).status).toBe(400)
  })

  test("a path that begins with two slashes stays at its own host", async () => {
    const { dav, heard, at } = await storage(okay)
    expect((await dav({}, `${at}//evil.test/dav`)).status).toBe(400)
    expect((await dav({}, `${at}/dav//evil.test`)).status).toBe(200)
    expect(heard.map(({ url }) => url)).toEqual([`/dav//evil.test/${file}`])
  })

  test("other methods, other files and other commands are refused, and nothing is asked", async () => {
    const { url, at, heard } = await storage(okay)
    const dav = `?endpoint=${encodeURIComponent(`${at}/dav`)}`
    const redis = `?endpoint=${encodeURIComponent(at)}`
    const refused: readonly (readonly [path: string, method?: string])[] = [
      ...["PROPFIND", "DELETE", "POST", "PATCH", "OPTIONS", "MOVE", "HEAD"].map(
        (method) => [`/api/webdav/${file}${dav}`, method] as const,
      ),
      ...["PROPFIND", "DELETE", "PUT", "GET%0d%0aX"].map(
        (method) => [`/api/webdav/${file}${dav}&proxy_method=${method}`] as const,
      ),
      [`/api/webdav/chatgpt-next-web${dav}`],
      [`/api/webdav/chatgpt-next-web${dav}`, "PUT"],
      [`/api/webdav/${file}${dav}&proxy_method=MKCOL`],
      [`/api/webdav/chatgpt-next-web%2f..%2fbackup.json${dav}`],
      [`/api/webdav/chatgpt-next-web/../chatgpt-next-web/backup.json${dav}`],
      [`/api/webdav//${file}${dav}`],
      [`/api/webdav/chatgpt-next-web/other.json${dav}`],
      [`/api/upstash/del/maria${redis}`],
      [`/api/upstash/flushall${redis}`, "POST"],
      [`/api/upstash/get/maria${redis}`, "POST"],
      [`/api/upstash/set/maria${redis}`],
      [`/api/upstash/set/maria/value${redis}`, "POST"],
      [`/api/upstash/get/..${redis}`],
      [`/api/upstash/get/maria%2f..%2fkeys${redis}`],
      [`/api/upstash/get/a%0d%0ab${redis}`],
    ]
    for (const [path, method] of refused) {
      const { status, text } = await raw(url, path, method)
      expect([path, method, status]).toEqual([path, method, 403])
      if (method !== "HEAD") expect(JSON.parse(text)).toMatchObject({ error: true })
    }
    const msg = "you are not allowed to request chatgpt-next-web/other.json"
    const other = await fetch(`${url}/api/webdav/chatgpt-next-web/other.json${dav}`)
    expect(await other.json()).toEqual({ error: true, msg })
    expect(heard).toEqual([])
  })

  test("a page of another site cannot have its readers ask", async () => {
    const { dav, heard } = await storage(okay)
    expect((await dav({ headers: { "sec-fetch-site": "cross-site" } })).status).toBe(403)
    expect((await dav({ headers: { "sec-fetch-site": "same-origin" } })).status).toBe(200)
    expect(heard.length).toBe(1)
  })

  test("with * any public server is for codes, and none inside a network for anybody", async () => {
    const url = await prosa({ WHITE_WEBDAV_ENDPOINTS: "*", CODE: "segredo" })
    const ask = (endpoint: string, headers = {}) =>
      fetch(`${url}/api/webdav/${file}?endpoint=${encodeURIComponent(endpoint)}`, { headers })
    expect((await ask("https://10.0.0.1/dav")).status).toBe(401)
    const code = { "x-access-code": "segredo" }
    for (const inside of ["https://10.0.0.1/dav", "https://127.0.0.1/", "https://[::ffff:7f00:1]/", "http://1.1.1.1/"])
      expect([inside, (await ask(inside, code)).status]).toEqual([inside, 400])
  })
})

describe("who asks", () => {
  test("nobody in particular is told to say who they are, before a byte of theirs is read", async () => {
    const { url, at, dav, heard } = await storage(okay)
    const other = await prosa({})
    const own = await newVisitor(url)
    const altered = own.slice(0, -1) + (own.endsWith("A") ? "B" : "A")
    const endpoint = encodeURIComponent(`${at}/dav`)
    const redis = encodeURIComponent(at)
    const ways = [
      ["GET", `/api/webdav/${file}?endpoint=${endpoint}`],
      ["GET", `/api/webdav/chatgpt-next-web?proxy_method=MKCOL&endpoint=${endpoint}`],
      ["PUT", `/api/webdav/${file}?endpoint=${endpoint}`],
      ["GET", `/api/upstash/get/maria?endpoint=${redis}`],
      ["POST", `/api/upstash/set/maria?endpoint=${redis}`],
    ] as const
    const nobodies = [undefined, "v", altered, own.toLowerCase(), `${own}A`, await newVisitor(other)]
    for (const id of nobodies)
      for (const [method, path] of ways) {
        const hasBody = method === "PUT" || method === "POST"
        const asked = request(url + path, {
          method,
          // A body is announced and does not come.
          headers: {
            ...(id === undefined ? {} : { "x-visitor": id }),
            ...(hasBody ? { "content-length": "1000000" } : {}),
          },
        })
        const reply = await new Promise<IncomingMessage>((resolve, reject) => {
          asked.on("response", resolve).on("error", reject)
          if (hasBody) asked.flushHeaders()
          else asked.end()
        })
        let text = ""
        for await (const piece of reply.setEncoding("utf8")) text += String(piece)
        asked.destroy()
        expect([id, path, reply.statusCode, JSON.parse(text)]).toEqual([
          id,
          path,
          401,
          { error: expect.stringContaining("Falta o código de acesso"), code: "unauthorized" },
        ])
      }
    expect(heard).toEqual([])
    expect((await dav()).status).toBe(200)
    expect((await dav({ headers: { "x-visitor": own } })).status).toBe(200)
  })

  test("visitors who have no day are nobody either", async () => {
    const { dav, heard } = await storage(okay, { FREE_DAILY_MESSAGES: "0", CODE: "segredo" })
    expect((await dav()).status).toBe(401)
    expect((await dav({ headers: { "x-access-code": "segredo" } })).status).toBe(200)
    expect(heard.length).toBe(1)
  })

  test("Authorization is the storage's: the code stands beside it, and goes no further", async () => {
    const { dav, heard } = await storage(okay, { NEED_CODE: "1", CODE: "segredo" })
    const basic = { authorization: "Basic bWFyaWE6MQ==" }
    expect((await dav({ headers: basic })).status).toBe(401)
    expect((await dav({ headers: { ...basic, "x-access-code": "errado" } })).status).toBe(401)
    const reply = await dav({ headers: { ...basic, "x-access-code": "nk-segredo", cookie: "a=b", "x-visitor": "c" } })
    expect(reply.status).toBe(200)
    expect(heard.length).toBe(1)
    expect(heard[0]).toMatchObject({ method: "GET", url: `/dav/${file}`, headers: basic })
    expect(Object.keys(heard[0]?.headers ?? {}).sort()).toEqual([
      "accept-encoding",
      "authorization",
      "connection",
      "host",
      "user-agent",
    ])
  })

  test("a visitor has so many requests under way", async () => {
    const waiting: (() => void)[] = []
    const { dav, url, heard } = await storage((_, outgoing) => void waiting.push(() => outgoing.end("{}")))
    const own = { headers: { "x-visitor": await newVisitor(url) } }
    const open = Array.from({ length: syncsAtOnce.perOwner }, () => dav(own))
    await expect.poll(() => heard.length).toBe(syncsAtOnce.perOwner)
    expect((await dav(own)).status).toBe(429)
    for (const end of waiting) end()
    expect((await Promise.all(open)).map(({ status }) => status)).toEqual(open.map(() => 200))
  })

  test("visitors leave places to codes, from however many addresses they come", async () => {
    const waiting: (() => void)[] = []
    const answer: RequestListener = (_, outgoing) => void waiting.push(() => outgoing.end("{}"))
    const { dav, url, heard } = await storage(answer, { TRUSTED_PROXIES: "127.0.0.1/32,::1/128", CODE: "segredo" })
    const visit = async (at: number) =>
      dav({ headers: { "x-visitor": await newVisitor(url), "x-forwarded-for": `192.0.2.${at}` } })
    const open = Array.from({ length: syncsOfVisitors }, (_, at) => visit(at))
    await expect.poll(() => heard.length).toBe(syncsOfVisitors)
    expect((await visit(syncsOfVisitors)).status).toBe(429)
    open.push(dav({ headers: { "x-access-code": "segredo" } }))
    await expect.poll(() => heard.length).toBe(syncsOfVisitors + 1)
    for (const end of waiting) end()
    expect((await Promise.all(open)).map(({ status }) => status)).toEqual(open.map(() => 200))
  })

  test("and so often in a minute", async () => {
    const { dav, url } = await storage(okay)
    const own = { headers: { "x-visitor": await newVisitor(url) } }
    let asked = 0
    while (asked < 2 * syncsPerMinute.person && (await dav(own)).status === 200) asked += 1
    // The limit fills up again while the requests are made.
    expect(asked).toBeGreaterThanOrEqual(syncsPerMinute.person)
    expect(asked).toBeLessThan(2 * syncsPerMinute.person)
  })
})

describe("what comes back", () => {
  test("cannot act in a browser, and says whose it is", async () => {
    const { dav } = await storage((_, outgoing) =>
      outgoing
        .writeHead(401, {
          "content-type": "text/html",
          "set-cookie": "a=b",
          "www-authenticate": "Basic",
          "access-control-allow-origin": "*",
          refresh: "0;url=https://evil.test",
          etag: '"1-gzip"',
        })
        .end("<script>alert(1)</script>"),
    )
    const reply = await dav()
    expect([reply.status, await reply.text()]).toEqual([401, "<script>alert(1)</script>"])
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      "content-type": "application/octet-stream",
      "content-disposition": 'attachment; filename="backup.json"',
      "content-security-policy": "sandbox; default-src 'none'; frame-ancestors 'none'",
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
      "x-upstream-status": "401",
      etag: '"1-gzip"',
    })
    for (const never of ["set-cookie", "www-authenticate", "access-control-allow-origin", "refresh"])
      expect(reply.headers.get(never)).toBeNull()
  })

  test("a redirect is not followed: its host is told", async () => {
    const { dav, heard } = await storage((_, outgoing) =>
      outgoing.writeHead(307, { location: "https://other.example/x" }).end(),
    )
    const reply = await dav()
    expect([reply.status, reply.headers.get("location"), reply.headers.get("x-redirect-host")]).toEqual([
      307,
      null,
      "other.example",
    ])
    expect(heard.length).toBe(1)
  })

  test("a storage that is not there or leaves is an error in words", async () => {
    const { dav } = await storage((incoming) => incoming.socket.destroy())
    const gone = await dav()
    expect([gone.status, await gone.json()]).toEqual([502, { error: true, msg: "the endpoint cannot be reached" }])
  })

  test("five gigabytes are refused by their announcement", async () => {
    const { dav } = await storage((_, outgoing) => {
      outgoing.writeHead(200, { "content-length": String(5 * 1024 ** 3) })
      outgoing.write("a")
    })
    const announced = await dav()
    expect([announced.status, await announced.json()]).toEqual([413, { error: true, msg: "the file is too large" }])
  })
})

describe("what goes up", () => {
  test("a sender that is silent is let go, as with any other body", async () => {
    let ahead = 0
    let came = 0
    const take: RequestListener = (incoming) =>
      void incoming.on("data", (piece: Buffer) => (came += piece.length)).on("error", () => {})
    const { url, at, visitor } = await storage(take, {}, () => performance.now() + ahead)
    const asked = request(`${url}/api/webdav/${file}?endpoint=${encodeURIComponent(`${at}/dav`)}`, {
      method: "PUT",
      headers: { ...visitor, "content-length": "100000" },
    })
    const replied = new Promise<IncomingMessage>((resolve, reject) => asked.on("response", resolve).on("error", reject))
    asked.write(Buffer.alloc(20_000, "a"))
    await expect.poll(() => came).toBe(20_000)
    ahead += longestSilenceMs
    const reply = await replied
    let text = ""
    for await (const piece of reply.setEncoding("utf8")) text += String(piece)
    asked.destroy()
    expect([reply.statusCode, JSON.parse(text)]).toEqual([408, { error: true, msg: "the body does not get on" }])
  })

  test("too much is refused by its announcement, and cut without one", async () => {
    let came = 0
    let whole = 0
    const { url, at, heard, visitor } = await storage((incoming, outgoing) => {
      incoming.on("data", (piece: Buffer) => (came += piece.length))
      incoming.on("end", () => {
        whole += 1
        outgoing.writeHead(201).end()
      })
      incoming.on("error", () => {})
    })
    const send = (headers: Readonly<Record<string, string>>, pieces: number) =>
      new Promise<number>((resolve, reject) => {
        const asked = request(`${url}/api/webdav/${file}?endpoint=${encodeURIComponent(`${at}/dav`)}`, {
          method: "PUT",
          headers: { ...visitor, ...headers },
        })
        asked.on("response", (reply) => resolve(reply.resume().statusCode ?? 0))
        asked.on("error", reject)
        const piece = Buffer.alloc(1024 * 1024, "a")
        let sent = 0
        const go = () => {
          while (sent < pieces && !asked.destroyed) {
            sent += 1
            if (!asked.write(piece)) return void asked.once("drain", go)
          }
          asked.end()
        }
        go()
      })
    expect(await send({ "content-length": String(5 * 1024 ** 3) }, 1).catch(() => 413)).toBe(413)
    expect(heard.length).toBe(0)
    expect(await send({ "transfer-encoding": "chunked" }, 32)).toBe(201)
    expect([came, heard[0]?.headers["transfer-encoding"]]).toEqual([32 * 1024 * 1024, "chunked"])
    expect(await send({ "transfer-encoding": "chunked" }, 258)).toBe(413)
    expect(whole).toBe(1)
    expect(came).toBeLessThanOrEqual(32 * 1024 * 1024 + largestBackup)
  })
})
