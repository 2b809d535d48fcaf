import { randomBytes } from "node:crypto"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest"
import { startGateway, type TestGateway } from "../../../testing/gateway.ts"
import { freshPostgres } from "../../../testing/postgres.ts"
import { newVault, vaultDevice, type VaultDevice } from "./test-device.ts"

/* The page's own code of the vault, through a real server whose operator puts an older backup back. */

const postgres = await freshPostgres()
afterAll(() => postgres?.close())
const engines = [
  { engine: "SQLite", databaseUrl: undefined, skip: false },
  { engine: "PostgreSQL", databaseUrl: postgres?.url, skip: postgres === undefined },
]
const tables = ["vault", "vault_batch", "vault_writer", "vault_device", "vault_snapshot", "vault_part", "vault_blob"]

describe.each(engines)("a server on $engine that comes back from an older backup", ({ databaseUrl, skip }) => {
  let gateway: TestGateway
  let backups = 0
  /** Whether replies come as from a server that has no names for the places in its log. */
  let isOldServer = false
  /** Whether no reply comes. */
  let isAway = false
  /** What was asked for, as method and path. */
  let asked: string[] = []
  /** Each test is at an address of its own: there a new vault can be made some times a minute. */
  let place = 0
  beforeAll(async () => {
    if (skip) return
    gateway = await startGateway({
      pretend: true,
      env: { TRUSTED_PROXIES: "127.0.0.1" },
      ...(databaseUrl === undefined ? {} : { databaseUrl }),
    })
    const whole = globalThis.fetch
    vi.stubGlobal("fetch", async (path: string, init?: RequestInit) => {
      asked.push(`${init?.method ?? "GET"} ${path}`)
      if (isAway) throw new TypeError("no line")
      const headers = new Headers(init?.headers)
      headers.set("x-forwarded-for", `198.51.100.${place}`)
      const reply = await whole(new URL(path, gateway.url), { ...init, headers })
      if (!isOldServer || !path.includes("/log")) return reply
      const text = (await reply.text()).replaceAll(/"mark":"[^"]*",?/g, "").replaceAll(",}", "}")
      return new Response(text, reply)
    })
  })
  beforeEach(() => {
    place += 1
    asked = []
  })
  afterEach(() => {
    isOldServer = false
    isAway = false
    vi.useRealTimers()
  })
  afterAll(async () => {
    vi.unstubAllGlobals()
    if (!skip) await gateway.stop()
  })

  /** Makes a backup; returns what puts it back. */
  async function backup(): Promise<() => Promise<void>> {
    const name = `backup${(backups += 1)}`
    for (const table of tables) await gateway.change(`create table ${name}_${table} as select * from ${table}`)
    return async () => {
      for (const table of tables) {
        await gateway.change(`delete from ${table}`)
        await gateway.change(`insert into ${table} select * from ${name}_${table}`)
      }
    }
  }

  /** Three devices in a vault that are quiet. */
  async function devices() {
    const { code } = await gateway.code("premium")
    const secret = await newVault({ authorization: `Bearer nk-${code}` })
    const [a, b, c] = [await vaultDevice(secret, "A"), await vaultDevice(secret, "B"), await vaultDevice(secret, "C")]
    await a.say("first", "m-first", "Oi")
    await syncAll(a, b, c)
    return { a, b, c, secret }
  }

  async function syncAll(...all: readonly VaultDevice[]): Promise<void> {
    for (const _round of [1, 2, 3])
      for (const one of all) {
        one.enter()
        expect((await one.sync())?.trouble).toBeUndefined()
      }
  }

  async function says(device: VaultDevice, ...chats: readonly string[]): Promise<void> {
    device.enter()
    for (const chat of chats) {
      await device.say(chat, `m-${chat}`, "Oi")
      await device.sync()
    }
  }

  async function expectSame(chats: readonly string[], ...all: readonly VaultDevice[]): Promise<void> {
    for (const one of all) {
      expect(await one.chats()).toEqual(chats.toSorted())
      expect(await one.messages()).toHaveLength(chats.length)
    }
  }

  const noticeOf = async ({ vault }: VaultDevice) => (await vault.get("report", "report"))?.notice?.kind
  const sent = (kind: RegExp) => asked.filter((one) => kind.test(one)).length

  it.skipIf(skip).each([
    ["fewer numbers than were lost", ["lost-1", "lost-2"], ["new-1"]],
    ["just the numbers that were lost", ["lost-1", "lost-2"], ["new-1", "new-2"]],
    ["more numbers than were lost", ["lost-1"], ["new-1", "new-2"]],
  ])("loses nothing where another device is given %s", async (_name, lost, written) => {
    const { a, b, c } = await devices()
    const putBack = await backup()
    await says(a, ...lost)
    await putBack()
    await says(b, ...written)
    await syncAll(a, b, c)
    await expectSame(["first", ...lost, ...written], a, b, c)
    expect(await noticeOf(a)).toBe("rewound")
    expect(await noticeOf(c)).toBeUndefined()
  })

  it.skipIf(skip)("is told for a day, and for longer only while something is still to be sent again", async () => {
    const { a, b } = await devices()
    const putBack = await backup()
    await says(a, "lost")
    await putBack()
    await says(b, "new")
    await syncAll(a, b)
    expect(await noticeOf(a)).toBe("rewound")
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 25 * 60 * 60_000 })
    await a.vault.put("state", { ...(await a.vault.get("state", "vault"))!, resend: true }, "vault")
    isAway = true
    await a.sync()
    expect(await noticeOf(a)).toBe("rewound")
    isAway = false
    await syncAll(a, b)
    expect(await noticeOf(a)).toBeUndefined()
  })

  it.skipIf(skip)("gets back from a device that only reads what a lost one had written", async () => {
    const { a, b, c } = await devices()
    const putBack = await backup()
    await says(a, "lost")
    c.enter()
    await c.sync()
    await putBack()
    await says(b, "new")
    await syncAll(c, b)
    await expectSame(["first", "lost", "new"], b, c)
    expect(await noticeOf(c)).toBe("rewound")
  })

  it.skipIf(skip)("gets back what a device had sent and never read itself", async () => {
    const { a, b, c } = await devices()
    a.enter()
    await a.say("lost", "m-lost", "Oi")
    const putBack = await backup()
    await says(b, "between")
    a.enter()
    // It sends behind what it has not read: the reply to the question for the log was from before that.
    const state = await a.vault.get("state", "vault")
    await a.sync()
    const { after, named, chains } = state!
    await a.vault.put("state", { ...(await a.vault.get("state", "vault"))!, after, named, chains }, "vault")
    await putBack()
    await says(b, "new-1", "new-2", "new-3")
    await syncAll(a, b, c)
    await expectSame(["between", "first", "lost", "new-1", "new-2", "new-3"], a, b, c)
  })

  it.skipIf(skip)("loses nothing either where a backup that is older still comes back after that", async () => {
    const { a, b, c } = await devices()
    const putBackOldest = await backup()
    await says(b, "early")
    await syncAll(a, b, c)
    const putBack = await backup()
    await says(a, "lost")
    await putBack()
    await says(b, "new")
    await syncAll(a)
    await putBackOldest()
    await says(c, "newest-1", "newest-2", "newest-3", "newest-4")
    await syncAll(a, b, c)
    await expectSame(["early", "first", "lost", "new", "newest-1", "newest-2", "newest-3", "newest-4"], a, b, c)
  })

  it.skipIf(skip)("brings back nothing that was deleted, and loses no deletion", async () => {
    const { a, b, c } = await devices()
    await says(b, "other")
    await syncAll(a, b, c)
    const putBack = await backup()
    a.enter()
    await a.removeChat("first")
    await a.sync()
    await putBack()
    await says(b, "new")
    await syncAll(a, b, c)
    await expectSame(["new", "other"], a, b, c)
  })
  /** A device says more than a log holds, so that its round puts a snapshot in the log's place; then that log goes, as after a week. */
  async function shorten(device: VaultDevice, chat: string): Promise<void> {
    device.enter()
    await device.say(chat, `m-${chat}`, randomBytes(600_000).toString("base64"))
    expect((await device.sync())?.trouble).toBeUndefined()
    expect(sent(/PUT .*snapshot\?upto=/)).toBe(1)
    await gateway.change(
      "delete from vault_batch where seq <= (select upto from vault_snapshot s where s.vault_id = vault_batch.vault_id and s.state = 'live')",
    )
    asked = []
  }

  it.skipIf(skip)(
    "loses nothing where a snapshot of others ends at the same number, and their log is gone",
    async () => {
      const { a, b, c } = await devices()
      const putBack = await backup()
      await says(a, "lost")
      await putBack()
      await shorten(b, "new")
      await syncAll(a, b, c)
      await expectSame(["first", "lost", "new"], a, b, c)
    },
  )

  it.skipIf(skip)(
    "loses nothing where a snapshot of others ends behind the number, and their log is gone",
    async () => {
      const { a, b, c } = await devices()
      const putBack = await backup()
      await says(a, "lost")
      await putBack()
      await says(b, "new-1", "new-2")
      await shorten(b, "new-3")
      await syncAll(a, b, c)
      await expectSame(["first", "lost", "new-1", "new-2", "new-3"], a, b, c)
    },
  )

  it.skipIf(skip)("loses nothing where the snapshot that was read is gone, too", async () => {
    const { a, b, c, secret } = await devices()
    const putBack = await backup()
    await shorten(b, "lost")
    const d = await vaultDevice(secret, "D")
    await syncAll(d)
    await putBack()
    await says(c, "new-1", "new-2", "new-3")
    await syncAll(d, a, c)
    await expectSame(["first", "lost", "new-1", "new-2", "new-3"], d, a, c)
  })

  it.skipIf(skip)("is not seen where only a page from before places had names has read on", async () => {
    const { a, b } = await devices()
    const before = (await a.vault.get("state", "vault"))!
    await says(b, "more")
    a.enter()
    await a.sync()
    // Such a page writes how far it has read, and keeps all of the state that it does not know.
    const { after, chains } = (await a.vault.get("state", "vault"))!
    expect(after).toBeGreaterThan(before.after)
    await a.vault.put("state", { ...before, after, chains }, "vault")
    await syncAll(a, b)
    expect(await noticeOf(a)).toBeUndefined()
    expect((await a.vault.get("state", "vault"))!.writer).toBe(before.writer)
    // From here on places have names again.
    const putBack = await backup()
    await says(a, "lost")
    await putBack()
    await says(b, "new")
    await syncAll(a, b)
    await expectSame(["first", "lost", "more", "new"], a, b)
    expect(await noticeOf(a)).toBe("rewound")
  })

  it.skipIf(skip)("is not needed for devices to be quiet: what is shortened is read by nobody again", async () => {
    const { a, b, c } = await devices()
    a.enter()
    await a.say("long", "m-long", randomBytes(600_000).toString("base64"))
    for (const one of [a, b, c, a, b, c]) {
      one.enter()
      await one.sync()
    }
    expect(sent(/PUT .*snapshot\?upto=/)).toBe(1)
    const quiet = async () => {
      asked = []
      await syncAll(a, b, c)
      expect(sent(/GET .*snapshot/) + sent(/^(POST|PUT)/)).toBe(0)
      expect(sent(/GET .*log\?/)).toBe(9)
    }
    await quiet()
    await gateway.change("delete from vault_batch")
    await quiet()
    await says(b, "more")
    await syncAll(a, b, c)
    expect(sent(/GET .*snapshot/)).toBe(0)
    for (const one of [a, b, c]) expect(await noticeOf(one)).toBeUndefined()
  })

  it.skipIf(skip)(
    "is noticed, where it has fewer batches, also by who asks a server that names no places",
    async () => {
      isOldServer = true
      const { a, b, c } = await devices()
      const putBack = await backup()
      await says(a, "lost-1", "lost-2")
      await putBack()
      await says(b, "new")
      await syncAll(a, b, c)
      await expectSame(["first", "lost-1", "lost-2", "new"], a, b, c)
      // The server is brought up to date: from then on also where numbers were used again.
      isOldServer = false
      await syncAll(a, b, c)
      const putBackAgain = await backup()
      await says(a, "lost-3")
      await putBackAgain()
      await says(b, "new-2")
      await syncAll(a, b, c)
      await expectSame(["first", "lost-1", "lost-2", "lost-3", "new", "new-2"], a, b, c)
    },
  )
})
