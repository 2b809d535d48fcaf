import { randomBytes } from "node:crypto"
import { rm } from "node:fs/promises"
import { join } from "node:path"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest"
import { newVault, vaultDevice, type VaultDevice, withPicture } from "./test-device.ts"
import { startGateway, type TestGateway } from "../../../testing/gateway.ts"
import { newVisitor } from "../../../testing/visitors.ts"
import { reviveRow } from "#core/storage/life.ts"
import { nextStamp } from "#core/storage/stamp.ts"
import type { ProsaDatabase } from "../storage/database.ts"
import { readInvitation } from "#core/vault/batch-body.ts"
import { acceptInvitation, invite, joinVault, leaveVault, renewVault } from "./vault-setup.ts"

/* The page's own code of the vault, on devices whose storage is in memory, through a real server. */

let gateway: TestGateway
/** Requests, as method and path, that get no answer. */
let away: RegExp | undefined
/** Requests that are said to be too many. */
let refused: RegExp | undefined
/** Replies, by method and path, that come with a byte that is another. */
let damaged: RegExp | undefined
/** What happens once while a request, by method and path, is on its way. */
let meanwhile: { readonly request: RegExp; readonly happens: () => Promise<void> } | undefined
/** What was asked for, as method and path. */
let asked: string[] = []
/** Each test is at an address of its own: there a new vault can be made some times a minute. */
let place = 0

beforeAll(async () => {
  gateway = await startGateway({ pretend: true, env: { TRUSTED_PROXIES: "127.0.0.1" } })
  const whole = globalThis.fetch
  vi.stubGlobal("document", new EventTarget())
  vi.stubGlobal("fetch", async (path: string, init?: RequestInit) => {
    asked.push(`${init?.method} ${path}`)
    if (meanwhile?.request.test(`${init?.method ?? "GET"} ${path}`) === true) {
      const { happens } = meanwhile
      meanwhile = undefined
      await happens()
    }
    if (away?.test(`${init?.method} ${path}`) === true) return Promise.reject(new TypeError("no line"))
    if (refused?.test(`${init?.method} ${path}`) === true) return Promise.resolve(Response.json({}, { status: 429 }))
    const headers = new Headers(init?.headers)
    headers.set("x-forwarded-for", `198.51.100.${place}`)
    const reply = whole(new URL(path, gateway.url), { ...init, headers })
    if (damaged?.test(`${init?.method ?? "GET"} ${path}`) !== true) return reply
    return reply.then(async (one) => {
      const bytes = new Uint8Array(await one.arrayBuffer())
      bytes[20] = (bytes[20] ?? 0) ^ 1
      return new Response(bytes, one)
    })
  })
})
beforeEach(() => {
  place += 1
  asked = []
})
afterAll(async () => {
  vi.unstubAllGlobals()
  await gateway.stop()
})

/** Two devices in one vault. */
async function twoDevices() {
  const { code } = await gateway.code("premium")
  const headers = { authorization: `Bearer nk-${code}` }
  const secret = await newVault(headers)
  return { headers, secret, a: await vaultDevice(secret, "A"), b: await vaultDevice(secret, "B") }
}

/** Two devices in a vault of a visitor, which holds 5 MB. */
async function small() {
  const secret = await newVault({ "x-visitor": await newVisitor(gateway.url) })
  return { a: await vaultDevice(secret, "A"), b: await vaultDevice(secret, "B") }
}

const megabytes = (count: number) => randomBytes(Math.round(count * 1_000_000))
/** Words that cannot be packed. */
const longWords = () => megabytes(0.6).toString("base64")

describe("a device whose conversations were replaced by a backup, or lost", () => {
  /** What restoring with "Substituir" leaves, and losing the database of the conversations. */
  const emptied = async ({ database }: Awaited<ReturnType<typeof vaultDevice>>) => {
    for (const name of ["sessions", "messages", "graves"] as const) await database.clear(name)
    for (const key of await database.getAllKeys("peers"))
      if (key.startsWith("remote:")) await database.delete("peers", key)
  }

  it("reads again all that the vault has, its own words too", async () => {
    const { a, b } = await twoDevices()
    await a.say("one", "m1", "Daqui")
    await b.say("two", "m2", "De lá")
    for (const one of [a, b, a]) await one.sync()
    expect(await a.chats()).toEqual(["one", "two"])
    await emptied(a)
    await a.say("old", "m0", "Do backup")
    const report = await a.sync()
    expect(report?.trouble).toBeUndefined()
    expect(await a.chats()).toEqual(["old", "one", "two"])
    await b.sync()
    expect(await b.chats()).toEqual(["old", "one", "two"])
  })

  it("sends what was restored, though the vault had it before", async () => {
    const { a, b } = await twoDevices()
    await b.say("one", "m1", "De lá")
    await b.sync()
    // All that the vault has is known to come from there as long as nothing was sent.
    away = /POST .*log/
    await a.sync()
    away = undefined
    await b.removeChat("one")
    await b.sync()
    const [session, message] = [await a.database.get("sessions", "one"), await a.database.get("messages", "m1")]
    await emptied(a)
    const stamp = nextStamp({ device: "restorer" }, Date.now())
    await a.database.put("sessions", reviveRow(session as never, stamp) as never)
    await a.database.put("messages", reviveRow(message as never, stamp) as never)
    expect((await a.sync())?.trouble).toBeUndefined()
    await b.sync()
    expect([await a.chats(), await b.chats()]).toEqual([["one"], ["one"]])
    expect(await b.messages()).toHaveLength(1)
  })

  describe("in which a deleted conversation was", () => {
    /** Two devices of which both have deleted a conversation, and the first has got it back by a backup, as it was but for its life. */
    const restored = async (words: readonly string[]) => {
      const { a, b, secret } = await twoDevices()
      for (const [at, text] of words.entries()) await a.say("one", `m${at}`, text)
      for (const one of [a, b]) await one.sync()
      const [session, messages] = [await a.database.get("sessions", "one"), await a.messages()]
      await a.removeChat("one")
      for (const one of [a, b]) await one.sync()
      expect(await b.chats()).toEqual([])
      for (const key of await a.database.getAllKeys("peers"))
        if (key.startsWith("remote:")) await a.database.delete("peers", key)
      await a.database.clear("graves")
      const stamp = nextStamp({ device: "restorer" }, Date.now())
      await a.database.put("sessions", reviveRow(session as never, stamp) as never)
      for (const message of messages) await a.database.put("messages", message as never)
      return { a, b, secret, messages }
    }

    it("gives the others its messages, too", async () => {
      const { a, b, messages } = await restored(["Pergunta", "Outra"])
      for (const one of [a, b, a, b]) await one.sync()
      expect([await a.messages(), await b.messages()]).toEqual([messages, messages])
    })

    it("gives them all, also where one batch does not have room for it", async () => {
      const { a, b, messages } = await restored([longWords(), longWords(), longWords()])
      for (const one of [a, b, a, b]) await one.sync()
      expect([await a.messages(), await b.messages()]).toEqual([messages, messages])
    })
  })

  it("reads it again, too, where that befell it in the middle of a round in which it sends everything anew", async () => {
    const { a, b } = await twoDevices()
    await a.say("one", "m1", "Daqui")
    await b.say("two", "m2", "De lá")
    for (const one of [a, b, a]) await one.sync()
    const state = await a.vault.get("state", "vault")
    // As where somebody has asked for it.
    await a.vault.put("state", { ...state!, resend: true }, "vault")
    const happens = async () => {
      await emptied(a)
      await a.say("old", "m0", "Do backup")
    }
    meanwhile = { request: /GET .*log\?after/, happens }
    await a.sync()
    expect(await a.chats()).toEqual(["old"])
    await a.sync()
    await b.sync()
    expect([await a.chats(), await b.chats()]).toEqual([
      ["old", "one", "two"],
      ["old", "one", "two"],
    ])
  })

  it("sends nothing again that the vault has in its snapshot", async () => {
    const { a } = await twoDevices()
    for (const at of [1, 2, 3]) await a.say(`chat-${at}`, `m${at}`, longWords())
    await a.sync()
    const before = (await a.vault.get("state", "vault"))?.place?.number
    await emptied(a)
    expect(await a.sync()).toMatchObject({ trouble: undefined, up: 0 })
    expect(await a.chats()).toHaveLength(3)
    expect((await a.vault.get("state", "vault"))?.place?.number).toBe(before)
  })

  it("makes room in a full vault, and keeps what waited for it", async () => {
    const { a, b } = await small()
    for (const at of [1, 2, 3]) await a.say("old", `old-${at}`, longWords())
    await a.sync()
    for (const at of [1, 2, 3, 4, 5, 6]) await a.say("new", `new-${at}`, longWords())
    expect((await a.sync())?.trouble).toBe("full")
    expect(await a.vault.count("queue")).toBe(1)
    await emptied(a)
    await a.sync()
    await a.removeChat("old")
    await a.sync()
    expect((await a.sync())?.trouble).toBeUndefined()
    await b.sync()
    expect(await b.chats()).toEqual(["new"])
    expect(await a.messages()).toEqual(await b.messages())
  })
})

describe("a device whose browser came back from an older copy", () => {
  const databasesOf = ({ database, vault }: VaultDevice) => [database, vault] as unknown as readonly ProsaDatabase[]
  /** All that a browser has; returns what puts it back. */
  const copyOf = async (device: VaultDevice) => {
    const stores = databasesOf(device).flatMap((database) =>
      [...database.objectStoreNames].map((name) => [database, name] as const),
    )
    const copies = await Promise.all(
      stores.map(async ([database, name]) => {
        const [keys, values] = [await database.getAllKeys(name), await database.getAll(name)]
        return async () => {
          await database.clear(name)
          const { store } = database.transaction(name, "readwrite")
          for (const [at, value] of values.entries())
            void (store.keyPath === null ? store.put(value, keys[at] as never) : store.put(value))
        }
      }),
    )
    return async () => {
      for (const putBack of copies) await putBack()
    }
  }

  it("reads what it had sent itself since, and goes on", async () => {
    const { a, b } = await twoDevices()
    await a.say("one", "m1", "Daqui")
    for (const one of [a, b]) await one.sync()
    const putBack = await copyOf(a)
    await a.say("two", "m2", "Daqui, depois")
    for (const one of [a, b]) await one.sync()
    await putBack()
    expect(await a.chats()).toEqual(["one"])
    asked = []
    expect(await a.sync()).toMatchObject({ trouble: undefined, notice: undefined, up: 0 })
    expect(await a.chats()).toEqual(["one", "two"])
    await a.say("three", "m3", "E mais")
    for (const one of [a, b]) await one.sync()
    expect(await b.chats()).toEqual(["one", "three", "two"])
    expect(asked.filter((one) => /POST .*log$/.test(one))).toHaveLength(1)
  })
})

describe("a full vault", () => {
  it("takes words, and that something was deleted, though it has no room for a picture", async () => {
    const { a, b } = await small()
    for (const at of [1, 2, 3]) await a.say(`chat-${at}`, `m${at}`, await withPicture(a, `picture-${at}`, megabytes(2)))
    expect(await a.sync()).toMatchObject({ trouble: "full", late: 1 })
    await b.sync()
    expect(await b.chats()).toEqual(["chat-1", "chat-2", "chat-3"])
    await a.removeChat("chat-1")
    await a.sync()
    await b.sync()
    expect(await b.chats()).toEqual(["chat-2", "chat-3"])
  })

  it("is not sent again what it had no room for, until there is some", async () => {
    const { a, b } = await small()
    for (const at of [1, 2, 3, 4, 5, 6, 7, 8, 9]) await a.say(`chat-${at}`, `m${at}`, longWords())
    expect((await a.sync())?.trouble).toBe("full")
    expect(await a.vault.count("queue")).toBe(1)
    const sent = () => asked.filter((one) => /POST .*log$/.test(one)).length
    asked = []
    for (const _round of [1, 2]) expect((await a.sync())?.trouble).toBe("full")
    expect(sent()).toBe(0)
    for (const at of [1, 2, 3]) await a.removeChat(`chat-${at}`)
    await a.sync()
    expect((await a.sync())?.trouble).toBeUndefined()
    expect(sent()).toBeGreaterThan(0)
    await b.sync()
    expect(await b.chats()).toEqual(await a.chats())
  }, 60_000)

  it("has room again for what was deleted in it, though its log is no longer than its snapshot", async () => {
    const { a, b } = await small()
    for (const at of [1, 2, 3]) await a.say("old", `old-${at}`, longWords())
    // What is long becomes the snapshot.
    await a.sync()
    for (const at of [1, 2, 3, 4, 5, 6]) await a.say("new", `new-${at}`, longWords())
    expect((await a.sync())?.trouble).toBe("full")
    await a.removeChat("old")
    await a.sync()
    expect((await a.sync())?.trouble).toBeUndefined()
    await b.sync()
    expect(await b.chats()).toEqual(["new"])
    expect((await b.messages()).length).toBe(6)
  })
})

describe("a full vault whose room was not made", () => {
  /** A device that has deleted much of what a full vault holds. */
  const withRoomToMake = async () => {
    const { a } = await small()
    for (const at of [1, 2, 3]) await a.say("old", `old-${at}`, longWords())
    await a.sync()
    for (const at of [1, 2, 3, 4, 5, 6]) await a.say("new", `new-${at}`, longWords())
    await a.sync()
    await a.removeChat("old")
    return a
  }

  it("because there was no line makes it in the next round", async () => {
    const a = await withRoomToMake()
    away = /PUT .*snapshot/
    expect((await a.sync())?.trouble).toBe("full")
    away = undefined
    await a.sync()
    expect((await a.sync())?.trouble).toBeUndefined()
  })

  it("because the snapshot was refused leaves it for a while", async () => {
    const a = await withRoomToMake()
    refused = /PUT .*snapshot/
    expect((await a.sync())?.trouble).toBe("full")
    refused = undefined
    expect((await a.sync())?.trouble).toBe("full")
  })
})

/** The parts of snapshots that were sent, by their numbers. */
const parts = () => asked.filter((one) => /PUT .*snapshot\/.*\/\d+$/.test(one)).map((one) => one.split("/").at(-1))

describe("a snapshot that did not arrive", () => {
  it("goes on where it stopped, then leaves the line alone for ever longer", async () => {
    const { a } = await twoDevices()
    for (const at of [1, 2, 3]) await a.say("one", `m${at}`, longWords())
    away = /PUT .*snapshot\/.*\/1$/
    await a.sync()
    expect(parts()).toEqual(["0", "1"])
    await a.sync()
    expect(parts()).toEqual(["0", "1", "1"])
    await a.sync()
    expect(parts()).toEqual(["0", "1", "1"])
    away = undefined
  })

  it("is whole for a new device, though it came in two rounds", async () => {
    const { a, b } = await twoDevices()
    for (const at of [1, 2, 3]) await a.say("one", `m${at}`, longWords())
    away = /PUT .*snapshot\/.*\/1$/
    await a.sync()
    away = undefined
    await a.sync()
    expect(parts()).toEqual(["0", "1", "1", "2"])
    await b.sync()
    expect((await b.vault.get("state", "vault"))?.snapshot).toBeDefined()
    expect(await b.messages()).toHaveLength(3)
  })

  it("begins anew where something was written since", async () => {
    const { a } = await twoDevices()
    for (const at of [1, 2, 3]) await a.say("one", `m${at}`, longWords())
    away = /PUT .*snapshot\/.*\/1$/
    await a.sync()
    away = undefined
    await a.say("one", "m4", "Mais")
    await a.sync()
    expect(parts().slice(0, 3)).toEqual(["0", "1", "0"])
    expect((await a.vault.get("state", "vault"))?.upload).toBeUndefined()
  })
})

describe("a device that finds the snapshot damaged", () => {
  /** A vault with a snapshot of two messages in two parts, of which the second one is damaged, and one in its log. */
  const withSnapshot = async () => {
    const { a, b, secret } = await twoDevices()
    for (const at of [1, 2]) await a.say("one", `m${at}`, longWords())
    await a.sync()
    await a.say("two", "m4", "Depois")
    await a.sync()
    damaged = /GET .*snapshot\/.*\/1$/
    return { a, b, secret }
  }
  const forgetLog = () => gateway.change("delete from vault_batch where seq <= 2")
  afterEach(() => {
    damaged = undefined
    vi.useRealTimers()
  })

  it("reads the log in its place, as long as that is there", async () => {
    const { a, b } = await withSnapshot()
    expect((await b.sync())?.trouble).toBeUndefined()
    expect(await b.messages()).toHaveLength(3)
    await b.say("two", "m5", "Daqui")
    await b.sync()
    await a.sync()
    expect(await a.messages()).toHaveLength(4)
  })

  it("has and sends all else, says what is wrong, and is whole with the next snapshot", async () => {
    const { a, b } = await withSnapshot()
    await forgetLog()
    await b.say("two", "m5", "Daqui")
    for (const _round of [1, 2]) expect((await b.sync())?.trouble).toBe("damaged")
    expect((await b.messages()).map(({ id }) => id)).toEqual(["m1", "m4", "m5"])
    // What is here cannot take the place of what others have.
    expect(parts()).toEqual(["0", "1"])
    await a.sync()
    expect(await a.messages()).toHaveLength(4)
    damaged = undefined
    for (const at of [6, 7, 8, 9, 10, 11, 12, 13]) await a.say("one", `m${at}`, longWords())
    await a.sync()
    expect((await b.sync())?.trouble).toBeUndefined()
    expect(await b.messages()).toHaveLength(12)
  })

  it("puts a whole one in its place where nobody has for long, and asks for what others still have", async () => {
    const { a, b, secret } = await withSnapshot()
    await forgetLog()
    await b.say("two", "m5", "Daqui")
    expect((await b.sync())?.trouble).toBe("damaged")
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 31 * 24 * 60 * 60_000 })
    expect((await b.sync())?.trouble).toBeUndefined()
    expect(parts()).toEqual(["0", "1", "0"])
    damaged = undefined
    const c = await vaultDevice(secret, "C")
    expect((await c.sync())?.trouble).toBeUndefined()
    expect((await c.messages()).map(({ id }) => id)).toEqual(["m1", "m4", "m5"])
    // A device that was away, and has it, is asked for it.
    for (const one of [b, a, a, c]) await one.sync()
    expect((await c.messages()).map(({ id }) => id)).toEqual(["m1", "m2", "m4", "m5"])
  })
})

describe("a picture", () => {
  it("that only the second of two devices with the same message has reaches the vault, and the first", async () => {
    const { a, b } = await twoDevices()
    const content = await withPicture(b, "picture", megabytes(0.01))
    await a.say("one", "m1", content)
    await a.sync()
    // The very same row: both have it from one backup, of which the pictures came to one of them alone.
    for (const name of ["sessions", "messages"] as const)
      for (const row of await a.database.getAll(name)) await b.database.put(name, row as never)
    await b.sync()
    await a.sync()
    expect(await a.database.getKey("images", "picture")).toBe("picture")
  })

  it.each([
    ["whose file the server lost", () => rm(join(gateway.prosa.dataDir, "files"), { recursive: true, force: true })],
    ["of which the server knows nothing more", () => gateway.change("delete from vault_blob")],
  ])("%s is sent again within a day by a device that has it, and reaches the others", async (_name, lose) => {
    const { a, b } = await twoDevices()
    await a.say("one", "m1", await withPicture(a, "picture", megabytes(0.01)))
    expect(await a.sync()).toMatchObject({ trouble: undefined, late: 0 })
    await lose()
    await b.sync()
    expect([await b.chats(), await b.database.getKey("images", "picture")]).toEqual([["one"], undefined])
    const sent = () => asked.filter((one) => /PUT .*blob\//.test(one)).length
    const before = sent()
    await a.sync()
    expect(sent()).toBe(before)
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 25 * 60 * 60_000 })
    try {
      for (const one of [a, a, b]) expect(await one.sync()).toMatchObject({ trouble: undefined })
      expect(await b.database.getKey("images", "picture")).toBe("picture")
      expect(sent()).toBe(before + 1)
      for (const one of [a, b, a, b]) expect(await one.sync()).toMatchObject({ late: 0 })
      expect(sent()).toBe(before + 1)
      // Where the vault loses it each time, it is sent ever less often.
      for (let day = 1; day <= 14; day++) {
        await lose()
        vi.setSystemTime(Date.now() + 25 * 60 * 60_000)
        for (const one of [a, a]) await one.sync()
      }
      expect(sent() - before).toBeLessThan(8)
    } finally {
      vi.useRealTimers()
    }
  })

  it("is not looked for again in the next round where the server did not say whether it has it", async () => {
    const { a } = await twoDevices()
    await a.say("one", "m1", await withPicture(a, "picture", megabytes(0.01)))
    await a.sync()
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 25 * 60 * 60_000 })
    refused = /blobs/
    try {
      asked = []
      for (let round = 0; round < 3; round++) expect(await a.sync()).toMatchObject({ trouble: undefined })
      expect(asked.filter((one) => /blobs/.test(one))).toHaveLength(1)
    } finally {
      refused = undefined
      vi.useRealTimers()
    }
  })

  it("that is larger than the vault takes stays here, is counted, and makes nothing full", async () => {
    const { a, b } = await twoDevices()
    const content = await withPicture(a, "large", megabytes(13))
    await withPicture(b, "large", megabytes(13))
    await a.say("one", "m1", content)
    expect(await a.sync()).toMatchObject({ trouble: undefined, tooLarge: 1, late: 0 })
    await b.sync()
    expect(await b.chats()).toEqual(["one"])
    for (const one of [a, b, a]) await one.sync()
    const sent = () => asked.filter((one) => one.startsWith("POST") && one.endsWith("/log")).length
    const before = sent()
    // Nobody sends the message again for a picture that cannot come.
    for (const one of [a, b, a, b]) expect(await one.sync()).toMatchObject({ late: 0 })
    expect(sent()).toBe(before)
    await a.removeChat("one")
    await a.database.delete("images", "large")
    expect(await a.sync()).toMatchObject({ trouble: undefined, tooLarge: 0 })
  })

  it("comes in every kind that is stored", async () => {
    const { a, b } = await twoDevices()
    const content = await withPicture(a, "avif", megabytes(0.01), "image/avif")
    await a.say("one", "m1", content)
    await a.sync()
    await b.sync()
    expect((await b.database.get("images", "avif"))?.blob.type).toBe("image/avif")
  })

  it("that came is fetched again where the page cleared it away before its message was written", async () => {
    const { a, b } = await twoDevices()
    await a.say("one", "m1", await withPicture(a, "picture", megabytes(0.01)))
    await a.sync()
    const cleared: ProsaDatabase = new Proxy(b.database, {
      get(database, name) {
        const value: unknown = Reflect.get(database, name, database)
        if (name !== "transaction") return value
        return (...[stores, ...rest]: Parameters<ProsaDatabase["transaction"]>) => {
          // The page looks for pictures that nothing names just before what came is joined.
          if (Array.from(stores).includes("kept")) void database.delete("images", "picture")
          return database.transaction(stores, ...rest)
        }
      },
    })
    await b.sync(cleared)
    await b.sync()
    expect(await b.database.getKey("images", "picture")).toBe("picture")
  })
})

const never = () => Promise.reject(new Error("asked"))

describe("a vault that is deleted", () => {
  it("is read first, and stays where it cannot be and somebody says so", async () => {
    const { a, b } = await twoDevices()
    await a.sync()
    await b.say("two", "m2", await withPicture(b, "picture", megabytes(0.01)))
    await b.sync()
    a.enter()
    const state = await a.vault.get("state", "vault")
    if (state === undefined) throw new Error("no vault")
    away = /\/log/
    expect(await leaveVault(state, true, () => Promise.resolve(false))).toBe("unread")
    away = undefined
    expect((await b.sync())?.trouble).toBeUndefined()
    a.enter()
    expect(await leaveVault(state, true, never)).toBeUndefined()
    expect(await a.chats()).toEqual(["two"])
    expect(await a.database.getKey("images", "picture")).toBe("picture")
    expect((await b.sync())?.trouble).toBe("gone")
  })
})

describe("a vault that is renewed", () => {
  const stateOf = async ({ vault }: VaultDevice) => {
    const state = await vault.get("state", "vault")
    if (state === undefined) throw new Error("no vault")
    return state
  }

  it("is read first, with its pictures", async () => {
    const { headers, a, b } = await twoDevices()
    await a.sync()
    await b.say("two", "m2", await withPicture(b, "picture", megabytes(0.01)))
    await b.sync()
    a.enter()
    expect(await renewVault(headers, await stateOf(a), never)).toBeUndefined()
    expect(await a.chats()).toEqual(["two"])
    expect(await a.database.getKey("images", "picture")).toBe("picture")
    await a.sync()
    expect((await stateOf(a)).old).toBeUndefined()
    const c = await vaultDevice((await stateOf(a)).secret, "C")
    await c.sync()
    expect(await c.chats()).toEqual(["two"])
    expect((await b.sync())?.trouble).toBe("gone")
  })

  it("is not said to be gone by a round that was under way, which goes on in the new one", async () => {
    const { headers, a } = await twoDevices()
    a.enter()
    await a.say("one", "m1", "Oi")
    meanwhile = {
      request: /POST .*log/,
      happens: async () => void (await renewVault(headers, await stateOf(a), () => Promise.resolve(true))),
    }
    expect(await a.sync()).toMatchObject({ trouble: undefined, up: 1 })
    const { secret } = await stateOf(a)
    const late = await vaultDevice(secret, "Late")
    await late.sync()
    expect(await late.chats()).toEqual(["one"])
  })

  it("stays where it cannot be read and somebody says so; its name is kept until it is deleted", async () => {
    const { headers, a, b, secret } = await twoDevices()
    a.enter()
    away = /\/log/
    expect(await renewVault(headers, await stateOf(a), () => Promise.resolve(false))).toBe("unread")
    expect((await stateOf(a)).secret).toEqual(secret)
    away = /DELETE/
    expect(await renewVault(headers, await stateOf(a), never)).toMatchObject({ failed: "offline" })
    expect((await stateOf(a)).old).toEqual([secret])
    expect((await a.sync())?.trouble).toBeUndefined()
    expect((await b.sync())?.trouble).toBeUndefined()
    away = undefined
    await a.sync()
    expect((await b.sync())?.trouble).toBe("gone")
    expect((await stateOf(a)).old).toBeUndefined()
  })
})

describe("a renewed vault whose old one could not be deleted yet", () => {
  const renewed = async () => {
    const { headers, a, b } = await twoDevices()
    a.enter()
    away = /DELETE/
    const held = await a.vault.get("state", "vault")
    if (held === undefined) throw new Error("no vault")
    await renewVault(headers, held, () => Promise.resolve(true))
    const state = await a.vault.get("state", "vault")
    if (state === undefined) throw new Error("no vault")
    return { a, b, state }
  }
  afterEach(() => void (away = undefined))

  it("has that deleted when it is left, and says so where that fails though all was to be deleted", async () => {
    const { a, b, state } = await renewed()
    expect(await leaveVault(state, true, never)).toMatchObject({ failed: "offline" })
    expect(await a.vault.count("state")).toBe(1)
    away = undefined
    expect(await leaveVault(state, false, never)).toBeUndefined()
    expect((await b.sync())?.trouble).toBe("gone")
  })

  it("has that deleted by the vault that is joined in its place", async () => {
    const { a, b, state } = await renewed()
    const other = await newVault({ "x-visitor": await newVisitor(gateway.url) })
    a.enter()
    expect(await joinVault(other, "A")).toBeUndefined()
    expect((await a.vault.get("state", "vault"))?.old).toEqual(state.old)
    away = undefined
    await a.sync()
    expect((await b.sync())?.trouble).toBe("gone")
  })
})

describe("an invitation", () => {
  it("is still good where the line fails between taking it and joining, and only there", async () => {
    const { a, b, secret } = await twoDevices()
    vi.stubGlobal("location", { origin: "https://prosa.example" })
    const state = await a.vault.get("state", "vault")
    if (state === undefined) throw new Error("no vault")
    const link = await invite(state)
    const invitation = typeof link === "string" ? readInvitation(new URL(link).hash) : undefined
    if (invitation === undefined) throw new Error("no invitation")
    const other = await newVault({ "x-visitor": await newVisitor(gateway.url) })
    await b.vault.put("state", { ...state, secret: other }, "vault")
    b.enter()
    away = /GET/
    expect(await acceptInvitation(invitation, "B")).toMatchObject({ failed: "offline" })
    away = undefined
    expect(await acceptInvitation(invitation, "B")).toBeUndefined()
    expect((await b.vault.get("state", "vault"))?.secret).toEqual(secret)
    expect(await acceptInvitation(invitation, "B")).toMatchObject({ failed: "over" })
  })
})

describe("a device whose storage is in trouble", () => {
  const full = (): never => {
    throw new DOMException("no room", "QuotaExceededError")
  }
  /** A database in which one call fails. */
  const failing = (
    database: ProsaDatabase,
    name: "put" | "transaction",
    isHit: (args: readonly unknown[]) => boolean,
  ) =>
    new Proxy(database, {
      get(whole, called) {
        const value: unknown = Reflect.get(whole, called, whole)
        if (typeof value !== "function") return value
        if (called !== name) return value.bind(whole) as unknown
        return (...args: unknown[]) => (isHit(args) ? full() : Reflect.apply(value as () => unknown, whole, args))
      },
    })

  it("has the words of a picture for which it has no room, and the picture later", async () => {
    const { a, b } = await twoDevices()
    await a.say("one", "m1", await withPicture(a, "picture", megabytes(0.01)))
    await a.sync()
    expect(await b.sync(failing(b.database, "put", ([store]) => store === "images"))).toMatchObject({ late: 1 })
    expect(await b.chats()).toEqual(["one"])
    await b.sync()
    expect(await b.database.getKey("images", "picture")).toBe("picture")
  })

  it("says so, and not that all is up to date", async () => {
    const { a, b } = await twoDevices()
    await b.sync()
    await a.say("one", "m1", "Oi")
    await a.sync()
    const joining = (args: readonly unknown[]) => Array.isArray(args[0]) && args[0].includes("kept")
    const report = await b.sync(failing(b.database, "transaction", joining))
    expect(report?.trouble).toBe("local")
    expect(await b.vault.get("report", "report")).toEqual(report)
    expect((await b.sync())?.trouble).toBeUndefined()
    expect(await b.chats()).toEqual(["one"])
  })
})
