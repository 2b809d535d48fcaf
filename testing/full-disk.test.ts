import { execFileSync } from "node:child_process"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { startProsa } from "../e2e/support/prosa.ts"
import { textReply } from "./fake-provider/replies.ts"
import { hello, readChat, readJson, startGateway, type TestGateway, type TestGatewayOptions } from "./gateway.ts"
import { freshCluster } from "./postgres.ts"
import { type SmallDisk, smallDisk } from "./small-disk.ts"
import { tempFolder } from "./temp-folder.ts"

const ofSqlite = smallDisk(64)
const ofPostgres = smallDisk(256)
const cluster = ofPostgres && (await freshCluster(ofPostgres.folder))
/** Files that their owner may not write either: not every disk has that, nor every user. */
const immutable = tempFolder("prosa-immutable")
const mayLock = tryTo(() => {
  lockFiles(immutable, "+i")
  lockFiles(immutable, "-i")
})
const pepper = "a pepper that is on another disk, of enough characters"

testFullDisk("SQLite", ofSqlite, {
  start: (options) => startProsa({ ...options, dataDir: ofSqlite?.folder ?? "" }),
})
testFullDisk("PostgreSQL", cluster && ofPostgres, {
  databaseUrl: cluster?.url ?? "",
  pepper,
  env: { ACCESS_PEPPER: pepper },
})

afterAll(async () => {
  await cluster?.close()
  ofSqlite?.remove()
  ofPostgres?.remove()
})

test.skipIf(!mayLock)("a database file that may not be written any more refuses what is new until it may", async () => {
  const gateway = await startGateway({ start: (options) => startProsa({ ...options, dataDir: immutable }) })
  const code = await gateway.code("premium", 5)
  expect((await gateway.chat(code)).status).toBe(200)
  const files = ["prosa.sqlite", "prosa.sqlite-wal"].map((name) => join(immutable, name))
  files.forEach((file) => lockFiles(file, "+i"))
  try {
    const refused = await gateway.chat(code)
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "5"])
    const ready = await fetch(`${gateway.url}/readyz`)
    expect([ready.status, await ready.json()]).toEqual([503, { ready: false, reason: "failing" }])
    const headers = { authorization: `Bearer nk-${code.code}` }
    expect((await fetch(`${gateway.url}/api/runs`, { headers })).status).toBe(200)
  } finally {
    files.forEach((file) => lockFiles(file, "-i"))
  }
  expect((await gateway.chat(code)).status).toBe(200)
  await gateway.stop()
})

function lockFiles(path: string, how: "+i" | "-i"): void {
  execFileSync("chattr", [how, path], { stdio: "ignore" })
}

function tryTo(act: () => void): boolean {
  try {
    act()
    return true
  } catch {
    return false
  }
}

function testFullDisk(engine: string, disk: SmallDisk | undefined, options: TestGatewayOptions): void {
  describe.skipIf(disk === undefined)(`a full disk under ${engine}`, () => {
    let gateway: TestGateway
    beforeAll(async () => void (gateway = await startGateway(options)))
    afterAll(() => gateway.stop())

    const ready = async () => {
      const reply = await fetch(`${gateway.url}/readyz`)
      return [reply.status, await readJson(reply)]
    }
    const linesWith = (word: string) =>
      gateway.prosa
        .output()
        .split("\n")
        .filter((line) => line.includes(word))

    test("refuses what is new, waits with the end of what is paid, tells why, and goes on by itself", async () => {
      const text = "Uma resposta que termina quando o disco está cheio. ".repeat(200)
      const code = await gateway.code("premium", 1_000)
      let [asked, release] = [() => {}, () => {}]
      const isAsked = new Promise<void>((resolve) => (asked = resolve))
      const isFull = new Promise<void>((resolve) => (release = resolve))
      const requests = gateway.script(async (request) => {
        asked()
        await isFull
        return textReply(text, { usage: { inputUncached: 20, output: 100 } })(request)
      })
      const headers = { "idempotency-key": "a-key-on-a-full-disk" }
      const replying = gateway.chat(code, { stream: true }, { headers })
      await isAsked
      expect(await ready()).toEqual([200, { ready: true }])
      disk?.fill()
      release()
      // Small rows go on where there is room in what was taken before. Who is let in waits for its end as the first does.
      const told: Promise<Response>[] = []
      const refused: Response[] = []
      const askOneMore = () => {
        const one = gateway.chat(code, {}, { headers: { "idempotency-key": `a-key-${told.length}` } })
        told.push(one)
        void one.then((reply) => reply.status === 503 && refused.push(reply))
        return refused.length
      }
      await expect.poll(askOneMore, { interval: 20 }).toBeGreaterThan(0)
      expect(refused[0]?.headers.get("retry-after")).toBe("5")
      expect(await readJson(refused[0]!)).toMatchObject({
        error: { message: expect.stringContaining("Nada foi cobrado") },
      })
      await expect.poll(ready).toEqual([503, { ready: false, reason: "disk-full" }])
      expect((await fetch(`${gateway.url}/healthz`)).status).toBe(200)
      // Reading still works.
      const listed = await fetch(`${gateway.url}/api/runs`, { headers: { authorization: `Bearer nk-${code.code}` } })
      expect(listed.status).toBe(200)

      disk?.free()
      const chat = await readChat(await replying)
      expect(chat).toMatchObject({ text, done: true, meta: { cost: 0.006006 } })
      const statuses = await Promise.all(told.map(async (one) => (await one).status))
      expect(new Set(statuses)).toEqual(new Set(statuses.includes(200) ? [200, 503] : [503]))
      await expect.poll(ready).toEqual([200, { ready: true }])
      const before = requests().length
      expect(await readChat(await gateway.chat(code, { stream: true }, { headers }))).toEqual(chat)
      expect(requests()).toHaveLength(before)
      expect((await gateway.chat(code, hello)).status).toBe(200)
      expect((await gateway.balance(code)).held).toBe(0)

      await expect.poll(() => linesWith("database-back")).toHaveLength(1)
      expect(linesWith("database-away")).toEqual([expect.stringContaining("disk-full")])
      expect(linesWith('"crash"')).toEqual([])
      expect(linesWith('"checkpoint"')).toEqual([])
    })
  })
}
