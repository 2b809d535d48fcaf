import "fake-indexeddb/auto"
import { IDBFactory } from "fake-indexeddb"
import { userMessage, type Message } from "#core/conversation/message.ts"
import type { PlacedMessage } from "#core/conversation/message-record.ts"
import { newSession } from "#core/conversation/session.ts"
import type { Content } from "#core/gateway/content.ts"
import { defaultModelConfig } from "#core/settings/model-config.ts"
import type { Decision } from "#core/sync/join.ts"
import { applyChange } from "../storage/apply-change.ts"
import { changedStores, inWhole } from "../storage/change-stores.ts"
import type { StoredChange } from "../storage/conversation-storage.ts"
import { openDatabase, type ProsaDatabase } from "../storage/database.ts"
import { syncVault } from "./sync-vault.ts"
import { createVaultClient } from "./vault-client.ts"
import { openVaultDatabase, type VaultDatabase, type VaultReport } from "./vault-database.ts"
import { renewVault } from "./vault-setup.ts"
import { deriveKeys, newSecret, newVaultId, type Secret } from "./vault-keys.ts"
import { randomBytes } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { startGateway, type TestGateway } from "../../../testing/gateway.ts"
import { newVisitor } from "../../../testing/visitors.ts"

/* The page's own code of the vault, on devices whose storage is in memory, through a real server. */

const nothing: StoredChange = {
  sessions: [],
  removedSessions: [],
  messages: [],
  removedMessages: [],
  folders: [],
  removedFolders: [],
}

/** A browser with its own two databases, which keeps a vault by the page's own code; its storage is in memory. */
interface VaultDevice {
  readonly database: ProsaDatabase
  readonly vault: VaultDatabase
  /** Makes this the browser that the page's code runs in. */
  enter(): void
  /** Says something in a chat, which is made where it is not there. */
  say(chat: string, id: string, content: Content): Promise<void>
  removeChat(id: string): Promise<void>
  /** One round; what it decided is added to `decided`. `through`: the database as the round sees it. */
  sync(through?: ProsaDatabase): Promise<VaultReport | undefined>
  readonly decided: Decision[]
  chats(): Promise<readonly string[]>
  messages(): Promise<readonly PlacedMessage[]>
}

/** Makes a vault on a server in the name of whoever the headers say. */
async function newVault(headers: Readonly<Record<string, string>>): Promise<Secret> {
  const secret = newSecret()
  const { status } = await createVaultClient(await deriveKeys(secret), newVaultId()).make(headers)
  if (status !== 200) throw new Error(`no vault: ${status}`)
  return secret
}

/** A new device in a vault. */
async function vaultDevice(secret: Secret, name: string): Promise<VaultDevice> {
  const storage = new IDBFactory()
  const enter = () => void (globalThis.indexedDB = storage)
  enter()
  const [database, vault] = [await openDatabase(() => {}), await openVaultDatabase()]
  const state = { secret, device: newVaultId(), name, writer: newVaultId(), after: 0, chains: {}, names: {} }
  await vault.put("state", { ...state, missing: [], resend: false }, "vault")
  const decided: Decision[] = []
  const write = (change: Partial<StoredChange>) => {
    const stores = database.transaction(changedStores, "readwrite")
    return inWhole(stores, () => applyChange(stores, { ...nothing, ...change }))
  }
  const now = Date.now()
  return {
    database,
    vault,
    enter,
    decided,
    async say(chat, id, content) {
      const isThere = (await database.getKey("sessions", chat)) !== undefined
      const session = { ...newSession({ id: chat, now, modelConfig: defaultModelConfig, lang: "pt" }), topic: chat }
      const message: Message = userMessage(id, Date.now(), content)
      await write({
        sessions: isThere ? [] : [{ after: { ...session, messageCount: 1 } }],
        messages: [{ after: { id, sessionId: chat, position: Date.now(), message } }],
      })
    },
    removeChat: async (id) => {
      const messages = await database.getAllFromIndex("messages", "by-session")
      for (const { sessionId, id: own } of messages) if (sessionId === id) await database.delete("messages", own)
      await write({ removedSessions: [id] })
    },
    sync: (through = database) =>
      syncVault({
        vault,
        database: through,
        settings: undefined,
        came: (decisions) => void decided.push(...decisions),
      }),
    chats: async () => (await database.getAllKeys("sessions")).toSorted(),
    messages: () => database.getAll("messages"),
  }
}

let gateway: TestGateway
/** Requests, as method and path, that get no answer. */
let away: RegExp | undefined
let headers: Readonly<Record<string, string>>

beforeAll(async () => {
  gateway = await startGateway({ pretend: true })
  const whole = globalThis.fetch
  vi.stubGlobal("fetch", (path: string, init?: RequestInit) => {
    if (away?.test(`${init?.method} ${path}`) === true) return Promise.reject(new TypeError("no line"))
    return whole(new URL(path, gateway.url), init)
  })
  const { code } = await gateway.code("premium")
  headers = { authorization: `Bearer nk-${code}` }
})
afterAll(async () => {
  vi.unstubAllGlobals()
  await gateway.stop()
})

/** Two devices in one vault. */
async function twoDevices() {
  const secret = await newVault(headers)
  return { secret, a: await vaultDevice(secret, "A"), b: await vaultDevice(secret, "B") }
}

const megabytes = (count: number) => randomBytes(Math.round(count * 1_000_000))

/** What somebody says with a picture that lies on a device. */
async function withPicture({ database }: VaultDevice, id: string, bytes: Uint8Array): Promise<Content> {
  await database.put("images", { id, blob: new Blob([new Uint8Array(bytes)], { type: "image/png" }) })
  return [
    { type: "text", text: "Veja" },
    { type: "image_url", image_url: { url: `nk-image:${id}/4x3` } },
  ]
}

describe("a device whose conversations were replaced by a backup, or lost", () => {
  /** What restoring with "Substituir" leaves, and losing the database of the conversations. */
  const emptied = async ({ database }: Awaited<ReturnType<typeof vaultDevice>>) => {
    for (const name of ["sessions", "messages", "graves", "outbox"] as const) await database.clear(name)
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
})

describe("a full vault", () => {
  /** A vault of a visitor holds 5 MB. */
  const small = async () => {
    const secret = await newVault({ "x-visitor": await newVisitor(gateway.url) })
    return { a: await vaultDevice(secret, "A"), b: await vaultDevice(secret, "B") }
  }
  /** Words that cannot be packed. */
  const longWords = () => megabytes(0.6).toString("base64")

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
  }, 60_000)
})

describe("a picture that came", () => {
  it("is fetched again where the page cleared it away before its message was written", async () => {
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

describe("a vault that is renewed", () => {
  const never = () => Promise.reject(new Error("asked"))
  const stateOf = async ({ vault }: VaultDevice) => {
    const state = await vault.get("state", "vault")
    if (state === undefined) throw new Error("no vault")
    return state
  }

  it("is read first, with its pictures", async () => {
    const { a, b } = await twoDevices()
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

  it("stays where it cannot be read and somebody says so; its name is kept until it is deleted", async () => {
    const { a, b, secret } = await twoDevices()
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
