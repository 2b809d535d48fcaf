import { mkdirSync, readdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { freshPostgres } from "../../testing/postgres.ts"
import { tempFolder } from "../../testing/temp-folder.ts"
import type { CodeCaller, VisitorCaller } from "../access/authorize.ts"
import { erasedAnswer } from "../admin/share-commands.ts"
import { createDiskFiles } from "../files/disk-files.ts"
import type { FileStore } from "../files/file-store.ts"
import { openDatabase } from "../store/database.ts"
import type { Database } from "../store/sql.ts"
import { createSharedFiles, type NewSharedFile, type SharedFiles } from "./shared-files.ts"
import { createSharingHeld, heldBytes, visitorsHold } from "./sharing-held.ts"
import { createSharingQuota } from "./sharing-quota.ts"

const postgres = await freshPostgres()
afterAll(() => postgres?.close())
const engines = [
  { engine: "SQLite", databaseUrl: undefined, skip: false },
  { engine: "PostgreSQL", databaseUrl: postgres?.url, skip: postgres === undefined },
]

function on(database: Database, files: FileStore, now: () => number): SharedFiles {
  const quota = createSharingQuota({ database, pepper: "p", now })
  return createSharedFiles({ database, files, quota, held: createSharingHeld("p"), now })
}

describe.each(engines)("what is shared, on $engine", ({ databaseUrl, skip }) => {
  const folder = tempFolder("prosa-shared")
  let database: Database
  let shared: SharedFiles
  let at = Date.parse("2026-03-02T12:00:00Z")
  beforeAll(async () => {
    if (skip) return
    database = await openDatabase({ dataDir: tempFolder("prosa-shared-data"), databaseUrl })
    const now = () => at
    shared = on(database, createDiskFiles(folder), now)
  })
  afterAll(async () => {
    if (!skip) await database.close()
  })

  const pathOf = (id: string) => join(folder, id.slice(0, 2), id)
  /** The store no longer gives up the bytes of a file. */
  function jam(id: string): void {
    rmSync(pathOf(id))
    mkdirSync(join(pathOf(id), "full"), { recursive: true })
  }
  const unjam = (id: string) => rmSync(pathOf(id), { recursive: true })
  const stored = () => readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.includes("/"))

  let people = 0
  const visitor = (address = `192.0.2.${++people}`): VisitorCaller => ({
    kind: "visitor",
    tier: "free",
    owner: `visitor:${++people}`,
    visitorId: String(people),
    address,
  })
  const codeHolder = () =>
    ({
      kind: "code",
      tier: "premium",
      owner: `code:${++people}`,
      code: { id: String(people) },
      address: "192.0.2.1",
    }) as CodeCaller
  const page = (more: Partial<NewSharedFile> = {}): NewSharedFile => ({
    kind: "artifact",
    type: "text/plain",
    bytes: Buffer.from("x"),
    lifeMs: 86_400_000,
    ...more,
  })
  async function make(person: CodeCaller | VisitorCaller, more: Partial<NewSharedFile> = {}): Promise<string> {
    const made = await shared.create(person, page(more))
    if (!made.ok) throw new Error("nothing was made")
    return made.value.id
  }

  test.skipIf(skip)("is not forgotten before its bytes are gone, and nobody reads it meanwhile", async () => {
    const owner = codeHolder()
    const [first, stuck, last] = [await make(owner), await make(owner), await make(owner)]
    jam(stuck)
    const erased = await shared.eraseOf(owner.code.id)
    expect(erased).toMatchObject({ erased: 2, left: [{ id: stuck }] })
    expect(erasedAnswer({ id: "x", vaults: 0, vaultFilesLeft: 0, ...erased })).toMatchObject({
      failed: true,
      text: expect.stringContaining(stuck) as string,
    })
    for (const id of [first, stuck, last]) expect(await shared.find("artifact", id)).toBeUndefined()
    await expect(shared.eraseOf(owner.code.id)).resolves.toMatchObject({ erased: 0, left: [{ id: stuck }] })
    await expect(shared.sweep()).rejects.toThrow("1 shared files")
    unjam(stuck)
    await shared.sweep()
    expect(await shared.eraseOf(owner.code.id)).toEqual({ erased: 0, left: [] })
    expect(stored()).toEqual([])
  })

  test.skipIf(skip)("goes with the sweep though the store keeps another file that is over", async () => {
    const owner = visitor()
    const made: string[] = []
    for (let files = 0; files < 3; files++) made.push(await make(owner, { lifeMs: 1_000 }))
    made.forEach((id, file) => file < 2 && jam(id))
    at += 2_000
    await expect(shared.sweep()).rejects.toThrow("2 shared files")
    expect(stored().filter((name) => name.endsWith(made[2]!))).toEqual([])
    made.slice(0, 2).forEach(unjam)
    await shared.sweep()
    for (const id of made) expect(await shared.find("artifact", id)).toMatchObject({ state: "expired" })
  })

  test.skipIf(skip)("can be taken back again by its maker where the store failed", async () => {
    const owner = visitor()
    const made = await shared.create(owner, page())
    if (!made.ok) throw new Error("nothing was made")
    const { id, deleteToken } = made.value
    jam(id)
    await expect(shared.remove("artifact", id, { deleteToken })).rejects.toThrow("EISDIR")
    expect(await shared.find("artifact", id)).toBeUndefined()
    unjam(id)
    expect(await shared.remove("artifact", id, { deleteToken })).toBe(true)
    expect(await shared.remove("artifact", id, { deleteToken })).toBe(false)
  })

  test.skipIf(skip)("brings back no picture that is withheld with a conversation", async () => {
    const owner = visitor()
    const dayMs = 86_400_000
    const picture = await make(owner, { kind: "upload" })
    const show = (lifeMs: number) => make(owner, { kind: "share", lifeMs, pictures: [picture] })
    const first = await show(2 * dayMs)
    const before = await shared.find("upload", picture)
    await shared.moderation.takeDown(first)
    const second = await show(30 * dayMs)
    expect(await shared.moderation.show(second)).toMatchObject({ state: "live", pictures: [] })
    expect(await shared.find("upload", picture)).toEqual({ ...before, state: "hidden" })
    await shared.moderation.restore(first)
    expect(await shared.find("upload", picture)).toEqual(before)
    for (const id of [first, second]) await shared.remove("share", id, { owner: owner.owner })
  })

  test.skipIf(skip)("holds no more than its maker may have together, on whatever days it was shared", async () => {
    const owner = visitor()
    const bytes = Buffer.alloc(heldBytes.visitor / 4)
    const made: string[] = []
    for (let day = 0; day < 2; day++, at += 86_400_000)
      for (let files = 0; files < 2; files++) made.push(await make(owner, { bytes, lifeMs: 90 * 86_400_000 }))
    expect(await shared.isSpent(owner, "artifact")).toBe(false)
    expect(await shared.isFull(owner)).toBe(true)
    expect(await shared.create(owner, page())).toMatchObject({ error: { reason: "share-full" } })
    expect(await shared.isFull(visitor())).toBe(false)
    expect(await shared.remove("artifact", made[0]!, { owner: owner.owner })).toBe(true)
    await make(owner)
    expect(await shared.create(owner, page({ bytes }))).toMatchObject({ error: { reason: "share-full" } })
    // What is over holds nothing any more.
    at += 91 * 86_400_000
    await shared.sweep()
    expect(await database.read.all("select subject, bytes from shared_held")).toEqual([])
  })

  test.skipIf(skip)("holds no more than visitors may have at one address, in one network, and together", async () => {
    const heldOf = (column: string, id: string) =>
      database.read.get<{ subject: string; bytes: number }>(
        `select subject, bytes from shared_held where subject = ${column === "all" ? "'visitors'" : `(select ${column} from shared_file where id = ?)`}`,
        column === "all" ? [] : [id],
      )
    const bounds = [
      ["place", visitorsHold.subscriber, "2001:db8:1:1::2", "2001:db8:1:2::1"],
      ["network", visitorsHold.network, "2001:db8:1:3::1", "2001:db8:2:1::1"],
      ["all", visitorsHold.all, "198.51.100.7", undefined],
    ] as const
    for (const [column, times, near, far] of bounds) {
      const id = await make(visitor("2001:db8:1:1::1"))
      const held = await heldOf(column, id)
      const set = (bytes: number) =>
        database.transaction((sql) =>
          sql.run("update shared_held set bytes = ? where subject = ?", [bytes, held?.subject ?? ""]),
        )
      await set(heldBytes.visitor * times)
      expect(await shared.isFull(visitor(near))).toBe(true)
      expect(await shared.create(visitor(near), page())).toMatchObject({ error: { reason: "share-full" } })
      if (far !== undefined) expect(await shared.isFull(visitor(far))).toBe(false)
      expect(await shared.isFull(codeHolder())).toBe(false)
      await set(held?.bytes ?? 0)
    }
  })
})

test("nothing is kept where the disk is nearly full", async () => {
  const dataDir = tempFolder("prosa-full-data")
  const database = await openDatabase({ dataDir })
  const files = createDiskFiles(join(dataDir, "files"), () => Promise.resolve({ size: 1e12, free: 1e9 }))
  const now = () => Date.now()
  const full = on(database, files, now)
  const person = { kind: "operator", tier: "premium", owner: "operator:x", address: "192.0.2.1" } as const
  const page = { kind: "artifact", type: "text/plain", bytes: Buffer.from("x"), lifeMs: 1_000 } as const
  expect(await full.hasRoom()).toBe(false)
  await expect(full.create(person, page)).rejects.toThrow("nearly full")
  await database.close()
})
