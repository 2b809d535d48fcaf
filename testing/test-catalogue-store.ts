/** The contract of every catalogue store. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { err, ok } from "#core/lib/result.ts"
import { type DatabaseOptions, openDatabase } from "../server/store/database.ts"
import type { Database } from "../server/store/sql.ts"
import { type CatalogueBooks, createCatalogueStore } from "../server/gateway/models/catalogue-store.ts"

/** Without options the promises are listed as skipped. */
export function testCatalogueStore(engine: string, options: DatabaseOptions | undefined): void {
  describe.skipIf(options === undefined)(`the catalogue's store on ${engine}`, () => {
    let databases: readonly Database[] = []
    let store: CatalogueBooks
    let other: CatalogueBooks

    beforeAll(async () => {
      if (options === undefined) return
      databases = [await openDatabase(options), await openDatabase(options)]
      const [one, two] = databases.map(createCatalogueStore)
      if (!one || !two) throw new Error("no database")
      ;[store, other] = [one, two]
    })
    afterAll(async () => void (await Promise.all(databases.map((database) => database.close()))))
    beforeEach(async () => {
      await databases[0]?.transaction(async (sql) => {
        for (const table of ["model_row", "model_alias", "model_finding", "imported_file"])
          await sql.run(`delete from ${table}`)
      })
    })

    test("tells every server of a change by its version", async () => {
      const before = await other.version()
      await store.putRow({ provider: "openai", id: "gpt-6.2-sol", window: 1_000_000 })
      await store.putAlias({ asked: "gpt-5", called: "gpt-6.1-sol@OpenAI" })
      expect(await other.version()).toBe(before + 2)
      expect(await other.read()).toMatchObject({
        version: before + 2,
        rows: [{ provider: "openai", id: "gpt-6.2-sol", window: 1_000_000 }],
        aliases: [{ asked: "gpt-5", called: "gpt-6.1-sol@OpenAI" }],
      })
    })

    test("says nothing new where nothing changes", async () => {
      const gone = { at: 1, why: "two keys say so" }
      await store.note([{ provider: "openai", id: "o3", gone }])
      const before = await store.version()
      await store.note([{ provider: "openai", id: "o3", gone }])
      await store.removeAlias("nobody")
      await store.removeRow("openai", "nobody")
      expect(await store.version()).toBe(before)
    })

    test("merges what is found of a model, also at the same instant", async () => {
      const of = { provider: "openai", id: "o3" } as const
      const learned = { patch: { refuses: ["top_p"] }, at: 5 }
      await Promise.all([
        store.note([{ ...of, gone: { at: 1, why: "refused" } }]),
        other.note([{ ...of, off: "2026-12-11" }]),
        store.note([{ ...of, learned }]),
      ])
      expect((await store.read()).findings).toEqual([
        { ...of, gone: { at: 1, why: "refused" }, off: "2026-12-11", learned },
      ])
      await store.note([{ ...of, gone: false, off: null }])
      expect((await store.read()).findings).toEqual([{ ...of, gone: false, off: null, learned }])
    })

    test("keeps the operator's fields above those of a list", async () => {
      const of = { provider: "openai", id: "gpt-5" } as const
      await store.putRow({ ...of, window: 1 })
      await store.change(async (_, write) => {
        await write.putRow({ ...of, window: 2, outputMost: 3 }, "refreshed")
        return ok(undefined)
      })
      const { rows, refreshed, own } = await store.read()
      expect(rows).toEqual([...refreshed, ...own])
      expect(own).toEqual([{ ...of, window: 1 }])
      await store.removeRow("openai", "gpt-5")
      expect((await store.read()).rows).toEqual([{ ...of, window: 2, outputMost: 3 }])
    })

    test("leaves nothing of a change that is refused", async () => {
      const before = await store.read()
      const refused = await store.change(async (_, write) => {
        await write.putRow({ provider: "openai", id: "half" })
        await write.putAlias({ asked: "a", called: "b" })
        await write.markImported("prices.json", "hash")
        return err("no")
      })
      expect(refused).toEqual(err("no"))
      expect(await store.read()).toEqual(before)
    })

    test("loses no change of two servers that decide at once", async () => {
      const add = (books: CatalogueBooks, id: string) =>
        books.change(async ({ own }, write) => {
          await write.putRow({ provider: "openai", id, window: own.length + 1 })
          return ok(undefined)
        })
      await Promise.all(["a", "b", "c", "d"].map((id, at) => add(at % 2 ? store : other, id)))
      const windows = (await store.read()).own.map(({ window }) => window)
      expect(windows.toSorted((a = 0, b = 0) => a - b)).toEqual([1, 2, 3, 4])
    })

    test("keeps the prices of a version, and never others under its name", async () => {
      expect(await store.pricesOf("v-none")).toBeUndefined()
      await store.keepPrices("v1", '{"rows":[]}')
      await other.keepPrices("v1", "another")
      expect(await other.pricesOf("v1")).toBe('{"rows":[]}')
    })

    test("goes on without a row it does not understand", async () => {
      await databases[0]?.transaction((sql) =>
        sql.run("insert into model_row (provider, id, layer, content) values (?, ?, ?, ?)", [
          "openai",
          "of-tomorrow",
          "operator",
          '{"mood":"good"}',
        ]),
      )
      expect((await store.read()).rows).toEqual([])
    })
  })
}
