import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { fromRecord } from "#core/conversation/message-record.ts"
import { type Agreement, syncOnce } from "#core/sync/sync-once.ts"
import type { RemoteFile } from "#core/sync/remote-file.ts"
import { largestChunkBytes } from "#core/sync/chunks.ts"
import { settingsId } from "#core/sync/sync-record.ts"
import { fieldsOf } from "#core/lib/fields.ts"
import { startProsa, type Prosa } from "../e2e/support/prosa.ts"
import { largestBackup } from "../server/sync/relay.ts"
import { type NextcloudFront, refuse, startNextcloudFront } from "./nextcloud-front.ts"
import { startApache, startNginx, startRclone, startRedisRest, type StorageServer } from "./storage-servers.ts"
import { newVisitor } from "./visitors.ts"
import { Device } from "./sync-simulator/device.ts"
import type { Send } from "../web/platform/sync/remote-file.ts"
import { checkUpstash, upstashFile } from "../web/platform/sync/upstash-file.ts"
import { checkWebDav, webDavFile } from "../web/platform/sync/webdav-file.ts"

/*
 * The page's own clients, through our server, to the servers that people keep such files on. What a device stores is simulated
 * (`sync-simulator/`); nothing else is.
 */

const habits = { isDayFirst: true, epochOf: () => Number.NaN, parseIso: (text: string) => Date.parse(text) }
const settings = { kind: "settings", id: settingsId, row: { id: settingsId, value: {} } } as const

interface Place {
  readonly name: string
  readonly server: StorageServer
  readonly file: RemoteFile
  readonly check: (secret?: string) => Promise<boolean>
  /** What is in the file, and a way to put something else there. */
  readonly look: () => Promise<string>
  readonly put: (text: string) => Promise<unknown>
  /** Requests so far, as method and path. */
  readonly asked: string[]
}

const account = { username: "maria", password: "açaí" }

async function webDav(server: StorageServer, prosa: Prosa): Promise<Omit<Place, "name">> {
  const asked: string[] = []
  const send = sender(prosa, asked)
  const access = { endpoint: server.url, ...account }
  const direct = (init: RequestInit) =>
    fetch(`${server.url}/chatgpt-next-web/backup.json`, { ...init, headers: { authorization: server.authorization } })
  return {
    server,
    asked,
    file: webDavFile(access, send),
    check: (password = access.password) => checkWebDav({ ...access, password }, send),
    look: async () => (await direct({})).text(),
    put: (body) => direct({ method: "PUT", body }),
  }
}

async function upstash(server: StorageServer, prosa: Prosa): Promise<Omit<Place, "name">> {
  const asked: string[] = []
  const send = sender(prosa, asked)
  const apiKey = server.authorization.replace("Bearer ", "")
  const access = { endpoint: server.url, username: "maria", apiKey }
  const value = async (path: string, body?: string) => {
    const init = {
      headers: { authorization: server.authorization },
      ...(body === undefined ? {} : { method: "POST", body }),
    }
    return fieldsOf(await (await fetch(`${server.url}/${path}`, init)).json())["result"]
  }
  return {
    server,
    asked,
    file: upstashFile(access, send),
    check: (key = apiKey) => checkUpstash({ ...access, apiKey: key }, send),
    look: async () => {
      const count = Number(await value("get/maria-chunk-count"))
      const chunks = await Promise.all(Array.from({ length: count }, (_, at) => value(`get/maria-chunk-${at}`)))
      for (const chunk of chunks) expect(Buffer.byteLength(String(chunk))).toBeLessThanOrEqual(largestChunkBytes)
      return chunks.join("")
    },
    put: async (text) => {
      await value("set/maria-chunk-0", text)
      await value("set/maria-chunk-count", "1")
    },
  }
}

function sender(prosa: Prosa, asked: string[]): Send {
  const visitor = newVisitor(prosa.url)
  return async (path, init) => {
    const { pathname, searchParams } = new URL(path, prosa.url)
    asked.push(`${searchParams.get("proxy_method") ?? init.method} ${pathname}`)
    return fetch(prosa.url + path, { ...init, headers: { ...init.headers, "x-visitor": await visitor } })
  }
}

const kinds = [
  { name: "Apache", start: () => startApache(), place: webDav },
  { name: "Apache that packs what it sends", start: () => startApache({ deflates: true }), place: webDav },
  { name: "nginx, which answers a PUT without a tag", start: startNginx, place: webDav },
  { name: "what answers like Nextcloud", start: startNextcloudFront, place: webDav },
  { name: "rclone, which takes no notice of conditions", start: startRclone, place: webDav },
  { name: "Redis behind REST", start: startRedisRest, place: upstash },
]

let nonces = 0

describe("devices that meet at Apache, nginx, Nextcloud, rclone and Redis", () => {
  const places: Place[] = []
  const stops: (() => Promise<void>)[] = []

  beforeAll(async () => {
    await Promise.all(
      kinds.map(async ({ name, start, place }) => {
        const server = await start()
        if (server === undefined) return
        stops.push(() => server.stop())
        const prosa = await startProsa({
          env: {
            WHITE_WEBDAV_ENDPOINTS: server.url,
            WHITE_UPSTASH_ENDPOINTS: server.url,
            LIMIT_ADDRESS_PER_MINUTE: "0",
          },
        })
        stops.push(() => prosa.stop())
        places.push({ ...(await place(server, prosa)), name })
      }),
    )
  })
  afterAll(() => Promise.all(stops.map((stop) => stop())))

  /** The same at each place, all at once: most of the time is waited for Apache. */
  const everywhere = (go: (place: Place) => Promise<void>) => async () => {
    const ends = await Promise.allSettled(places.map(go))
    for (const [at, end] of ends.entries()) {
      if (end.status === "rejected") throw new Error(`at ${places[at]?.name}`, { cause: end.reason })
    }
  }

  /** One sync of a device with a place. Apache's tag is no condition while its file is younger than a second. */
  const sync = ({ file, name }: Place, device: Device, isReplacing = false) =>
    syncOnce({
      replica: device,
      file,
      habits,
      settings,
      unnamed: "Nova conversa",
      newNonce: () => `nonce-${++nonces}`,
      isReplacing,
      mayJoin: true,
      wait: (ms) => new Promise((resolve) => setTimeout(resolve, name.startsWith("Apache") ? ms / 4 : 0)),
    })
  const done = async (place: Place, device: Device, isReplacing = false) =>
    expect(await sync(place, device, isReplacing)).toMatchObject({ type: "synced" })
  const device = (name: string) => new Device(name, Date.now)
  const textsOf = (one: Device, chat: string) =>
    one.messagesOf(chat).map(({ value }) => fromRecord(value).message.content)

  // It is the first: each of them finds a place without the folder.
  test(
    "both write in one chat, delete, take back, and have the same in the end",
    everywhere(async (place) => {
      const [a, b] = [device("A"), device("B")]
      a.newChat("compras")
      a.say("compras", "q1", "Arroz e feijão?", { content: "Sim.", finish: "stop" })
      await done(place, a)
      await done(place, b)
      a.say("compras", "q2", "E café?", { content: "Também.", finish: "stop" })
      b.say("compras", "q3", "E açúcar?", { content: "Pouco.", finish: "stop" })
      for (const one of [a, b, a, b]) await done(place, one)
      expect(textsOf(a, "compras")).toEqual(textsOf(b, "compras"))
      expect(new Set(textsOf(a, "compras"))).toEqual(
        new Set(["Arroz e feijão?", "Sim.", "E café?", "Também.", "E açúcar?", "Pouco."]),
      )
      expect(textsOf(a, "compras").length).toBe(6)

      const gone = a.bury("sessions", "compras")
      for (const one of [a, b, a]) await done(place, one)
      expect([a.chats(), b.chats()]).toEqual([[], []])
      a.restore(gone)
      for (const one of [a, b, a]) await done(place, one)
      expect(textsOf(b, "compras").length).toBe(6)

      // Nothing changed: nothing is written, and no condition fails.
      place.asked.length = 0
      for (const one of [a, b, a]) expect(await sync(place, one)).toMatchObject({ type: "synced" })
      expect(place.asked.filter((line) => /^(PUT|POST|MKCOL)/.test(line))).toEqual([])
    }),
  )

  test(
    "a look at a file that nobody has written since is a request of a few bytes, and sees what another device wrote",
    everywhere(async (place) => {
      const [a, b] = [device("K"), device("L")]
      a.newChat("olhar")
      a.say("olhar", "o1", "Estás aí?", undefined)
      for (const one of [a, b]) await done(place, one)
      const { agreed } = { agreed: undefined, ...(await sync(place, a)) }
      expect(agreed).toMatchObject({ tag: { etag: expect.any(String) as string } })
      place.asked.length = 0
      const look = async (looked: Agreement | undefined) => (await place.file.read(looked?.tag)).type
      expect(await look(agreed)).toBe("unchanged")
      expect(place.asked).toHaveLength(1)
      b.say("olhar", "o2", "Aqui!", undefined)
      await done(place, b)
      expect(await look(agreed)).toBe("read")
      await done(place, a)
      expect(textsOf(a, "olhar")).toEqual(["Estás aí?", "Aqui!"])
    }),
  )

  test(
    "a chat that one deletes and another writes in apart lives on both, and that is told",
    everywhere(async (place) => {
      const [a, b] = [device("F"), device("G")]
      a.newChat("viagem")
      a.say("viagem", "v1", "Para onde?", undefined)
      await done(place, a)
      await done(place, b)
      a.bury("sessions", "viagem")
      b.say("viagem", "v2", "Para Belém!", undefined)
      await done(place, a)
      expect(await sync(place, b)).toMatchObject({
        type: "synced",
        decisions: [{ type: "kept", kind: "sessions", id: "viagem" }],
      })
      await done(place, a)
      for (const one of [a, b]) expect(textsOf(one, "viagem")).toEqual(["Para onde?", "Para Belém!"])

      // Whoever comes back after 90 days, or after 401, when no device remembers the deletion any more, brings nothing back that was
      // deleted meanwhile, and nothing is asked: the file remembers it.
      const dayMs = 24 * 60 * 60_000
      let awayMs = 0
      const later = () => Date.now() + awayMs
      const [c, d, e] = [new Device("H", later), new Device("I", later), new Device("J", later)]
      for (const one of [c, d, e]) await done(place, one)
      a.bury("sessions", "viagem")
      await done(place, a)
      awayMs = 401 * dayMs
      await done(place, e)
      expect(e.rowOf("sessions", "viagem")).toBeDefined()
      e.sweep()
      expect(e.rowOf("sessions", "viagem")).toBeUndefined()
      await done(place, e)
      expect(await sync(place, d)).toMatchObject({ type: "synced", decisions: [{ type: "removed", id: "viagem" }] })
      awayMs = 90 * dayMs
      expect(await sync(place, c)).toMatchObject({ type: "synced", decisions: [{ type: "removed", id: "viagem" }] })
      await done(place, b)
      for (const one of [a, b, c, d, e]) expect(one.chats()).not.toContain("viagem")
    }),
  )

  test(
    "what another device writes between reading and writing is joined",
    everywhere(async (place) => {
      const { file } = place
      const [a, b] = [device("C"), device("D")]
      a.newChat("corrida")
      a.say("corrida", "r1", "De A", undefined)
      b.newChat("outra corrida")
      b.say("outra corrida", "r2", "De B", undefined)
      let isFirst = true
      const raced: RemoteFile = {
        write: file.write,
        async read() {
          const found = await file.read()
          if (isFirst) {
            isFirst = false
            await done(place, b)
          }
          return found
        },
      }
      await done({ ...place, file: raced }, a)
      // Where nothing compares, a race that is lost heals when the other one is there again.
      await done(place, b)
      await done(place, a)
      for (const one of [a, b]) expect(one.chats()).toEqual(expect.arrayContaining(["corrida", "outra corrida"]))
    }),
  )

  test(
    "a file that is empty, cut, changed or a page leaves both sides as they are, and can be replaced",
    everywhere(async (place) => {
      const a = device("E")
      a.newChat("guardada")
      a.say("guardada", "g1", "Não se perde", undefined)
      await done(place, a)
      const good = await place.look()
      a.say("guardada", "g2", "Nem esta", undefined)
      const before = JSON.stringify(await a.readState())
      const broken = new Map([
        [" ", "empty"],
        ["<!doctype html><title>Login</title>", "unreadable"],
        [good.slice(0, -40), "unreadable"],
        [good.replace("Não se perde", "Não se perdE"), "damaged"],
        ['{"a":1}', "stranger"],
      ])
      for (const [text, kind] of broken) {
        await place.put(text)
        expect(await sync(place, a)).toMatchObject({ type: "trouble", trouble: { kind } })
        expect([kind, await place.look()]).toEqual([kind, text])
        expect(JSON.stringify(await a.readState())).toBe(before)
      }
      await place.put(good.slice(0, -40))
      await done(place, a, true)
      expect(await place.look()).toContain("Nem esta")
    }),
  )

  test(
    "the check tells a place that can be used from one that cannot",
    everywhere(async (place) => {
      expect(await place.check()).toBe(true)
      expect(await place.check("outra senha")).toBe(false)
    }),
  )
})

describe("what Nextcloud answers while something is the matter", () => {
  let front: NextcloudFront
  let prosa: Prosa
  let place: Omit<Place, "name">
  beforeAll(async () => {
    front = await startNextcloudFront()
    prosa = await startProsa({ env: { WHITE_WEBDAV_ENDPOINTS: front.url } })
    place = await webDav(front, prosa)
  })
  afterAll(async () => {
    await prosa.stop()
    await front.stop()
  })

  test("a lock is waited for; no room, a ceiling and maintenance are told, and nothing changes here", async () => {
    const a = new Device("N", Date.now)
    a.newChat("nuvem")
    a.say("nuvem", "n1", "Isto não se perde", undefined)
    const waited: number[] = []
    const sync = () =>
      syncOnce({
        replica: a,
        file: place.file,
        habits,
        settings,
        unnamed: "Nova conversa",
        newNonce: () => `nonce-${++nonces}`,
        isReplacing: false,
        mayJoin: true,
        wait: async (ms) => void waited.push(ms),
      })
    /** Is the matter so many times with a method, then no more. */
    const times = (count: number, wanted: string, status: number, name: string, headers = {}) => {
      let left = count
      front.trouble = ({ method, outgoing, answer }) => {
        if (method !== wanted || left === 0) return answer()
        left -= 1
        return refuse(outgoing, status, name, headers)
      }
    }
    // Its first writer finds neither file nor folder, and somebody holds a lock at each step.
    times(2, "GET", 423, "Locked")
    expect(await sync()).toMatchObject({ type: "synced", up: { messages: 1 } })
    expect(place.asked.map((line) => line.split(" ")[0])).toEqual(["GET", "GET", "GET", "PUT", "MKCOL", "PUT", "GET"])
    expect(waited.length).toBe(2)
    a.say("nuvem", "n2", "Nem isto", undefined)
    times(2, "PUT", 423, "Locked")
    expect(await sync()).toMatchObject({ type: "synced", up: { messages: 1 } })
    const good = await place.look()
    expect(good).toContain("Nem isto")

    a.say("nuvem", "n3", "E isto fica aqui", undefined)
    const before = JSON.stringify(await a.readState())
    const troubles: readonly (readonly [
      method: string,
      status: number,
      name: string,
      trouble: object,
      headers?: object,
    ])[] = [
      ["GET", 423, "Locked", { kind: "busy" }],
      ["PUT", 423, "Locked", { kind: "busy" }],
      ["PUT", 412, "PreconditionFailed", { kind: "busy" }],
      ["PUT", 507, "InsufficientStorage", { kind: "too-large" }],
      ["PUT", 413, "EntityTooLarge", { kind: "too-large" }],
      ["GET", 503, "ServiceUnavailable", { kind: "wait", ms: 120_000 }, { "retry-after": "120" }],
      ["GET", 429, "TooManyRequests", { kind: "wait", ms: 300_000 }],
      ["PUT", 403, "Forbidden", { kind: "refused" }],
    ]
    for (const [method, status, name, trouble, headers] of troubles) {
      times(Infinity, method, status, name, headers)
      expect([status, await sync()]).toMatchObject([status, { type: "trouble", trouble }])
      front.trouble = undefined
      expect([status, await place.look()]).toEqual([status, good])
      expect(JSON.stringify(await a.readState())).toBe(before)
    }
    expect(await sync()).toMatchObject({ type: "synced", up: { messages: 1 } })
    expect(await place.look()).toContain("E isto fica aqui")
  })
})

describe("the check of a place", () => {
  const answering = async (status: number) => {
    const server = createServer((_, outgoing) => void outgoing.writeHead(status, { location: "/x" }).end("{}"))
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    return { at: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => server.close() }
  }

  test("passes by the statuses of a server that can be used, and by no others", async () => {
    const usable = [200, 201, 301, 302, 307, 308, 404, 405]
    const unusable = [204, 400, 401, 403, 409, 500, 503]
    const servers = await Promise.all([...usable, ...unusable].map(answering))
    const dead = await answering(200)
    dead.stop()
    const all = [...servers, dead].map(({ at }) => at).join(",")
    const prosa = await startProsa({ env: { WHITE_WEBDAV_ENDPOINTS: all, WHITE_UPSTASH_ENDPOINTS: all } })
    try {
      const send = sender(prosa, [])
      const passes = (endpoint: string) => checkWebDav({ endpoint, ...account }, send)
      const redis = (endpoint: string) => checkUpstash({ endpoint, username: "m", apiKey: "k" }, send)
      for (const [at, status] of [...usable, ...unusable].entries()) {
        const endpoint = servers[at]?.at ?? ""
        expect([status, await passes(endpoint)]).toEqual([status, usable.includes(status)])
        expect([status, await redis(endpoint)]).toEqual([status, status === 200])
      }
      expect([await passes(dead.at), await redis(dead.at), await passes("http://10.1.2.3")]).toEqual([
        false,
        false,
        false,
      ])
      await prosa.stop()
      expect(await passes(servers[0]?.at ?? "")).toBe(false)
    } finally {
      await prosa.stop()
      for (const server of servers) server.stop()
    }
  })
})

describe("chunks in a Redis store", () => {
  test("2.5 MB without a space come back as they were; without one of them the text is another", async () => {
    const server = await startRedisRest()
    if (server === undefined) return
    const prosa = await startProsa({ env: { WHITE_UPSTASH_ENDPOINTS: server.url } })
    try {
      const place = await upstash(server, prosa)
      const words = "çãoéú😀".repeat(200_000)
      for (let round = 0; round < 5; round++) {
        const nonce = `n${round}`
        const pieces = [`{"prosa":{"v":1,"w":"${nonce}"`, words]
        expect(await place.file.write(pieces, nonce, { isThere: true })).toEqual({ type: "written" })
        expect(await place.file.read()).toMatchObject({ type: "read", text: pieces.join("") })
        expect(await place.look()).toBe(pieces.join(""))
      }
      const a = new Device("K", Date.now)
      a.newChat("longa")
      a.say("longa", "k1", words, undefined)
      const sync = () =>
        syncOnce({
          replica: a,
          file: place.file,
          habits,
          settings,
          unnamed: "Nova conversa",
          isReplacing: false,
          mayJoin: true,
          newNonce: () => `nonce-${++nonces}`,
          wait: async () => {},
        })
      await place.put("")
      const count = `${server.url}/set/maria-chunk-count`
      await fetch(count, { method: "POST", headers: { authorization: server.authorization }, body: "0" })
      expect(await sync()).toMatchObject({ type: "trouble", trouble: { kind: "empty" } })
      await fetch(`${server.url}/del/maria-chunk-count`, { headers: { authorization: server.authorization } })
      expect(await sync()).toMatchObject({ type: "synced", up: { messages: 1 } })
      const before = JSON.stringify(await a.readState())
      await fetch(`${server.url}/set/maria-chunk-1`, {
        method: "POST",
        headers: { authorization: server.authorization },
        body: "",
      })
      place.asked.length = 0
      expect(await sync()).toMatchObject({ type: "trouble" })
      expect(place.asked.filter((line) => line.startsWith("POST"))).toEqual([])
      expect(JSON.stringify(await a.readState())).toBe(before)
    } finally {
      await prosa.stop()
      await server.stop()
    }
  })
})

test("a file without end is cut, a long one goes up, and the memory of a server that just began stays what it was", async () => {
  const piece = Buffer.alloc(1024 * 1024, " ")
  const server = createServer((incoming, outgoing) => {
    if (incoming.method === "PUT") return void incoming.resume().on("end", () => outgoing.end("{}"))
    const go = () => {
      while (!outgoing.destroyed && outgoing.write(piece));
      outgoing.once("drain", go)
    }
    go()
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const prosa = await startProsa({ env: { WHITE_WEBDAV_ENDPOINTS: at } })
  const headers = { "x-visitor": await newVisitor(prosa.url) }
  const residentMb = () =>
    Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${prosa.pid}/status`, "utf8"))?.[1] ?? Number.NaN) / 1024
  const place = `${prosa.url}/api/webdav/chatgpt-next-web/backup.json?endpoint=${encodeURIComponent(`${at}/`)}`
  let most = residentMb()
  const before = most
  const look = () => (most = Math.max(most, residentMb()))
  try {
    let size = 0
    const reply = await fetch(place, { headers })
    const read = (async () => {
      for await (const bytes of reply.body ?? []) {
        if (size >> 22 !== (size + bytes.length) >> 22) look()
        size += bytes.length
      }
    })()
    await expect(read).rejects.toThrow(/terminated|aborted/)
    expect(size).toBeLessThanOrEqual(largestBackup)
    expect(size).toBeGreaterThan(largestBackup / 2)
    expect(most - before).toBeLessThan(50)

    // The other way too.
    let sent = 0
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          if (sent + piece.length > largestBackup) return controller.close()
          sent += piece.length
          if (sent % (4 * piece.length) === 0) look()
          controller.enqueue(new Uint8Array(piece))
        },
      },
      { highWaterMark: 1 },
    )
    const taken = await fetch(place, { method: "PUT", headers, body, duplex: "half" } as RequestInit)
    expect([taken.status, sent]).toEqual([200, largestBackup])
    expect(most - before).toBeLessThan(50)
  } finally {
    server.closeAllConnections()
    server.close()
    await prosa.stop()
  }
})
