import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { mergeRows, type RowFields } from "./merge-rows.ts"
import { modelKey, type ModelRow } from "./model-row.ts"

const id = fc.constantFrom("a", "b", "c")
const provider = fc.constantFrom("openai" as const, "azure" as const)
const fields = fc.record(
  {
    window: fc.integer({ min: 1, max: 9 }),
    efforts: fc.subarray(["low" as const, "high" as const]),
    takes: fc.record(
      { sampling: fc.constantFrom("never" as const, "always" as const), verbosity: fc.boolean() },
      { requiredKeys: [] },
    ),
    life: fc.record(
      { off: fc.constantFrom("2026-12-11", null), gone: fc.boolean(), successors: fc.subarray(["a", "b"]) },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: [] },
)
const own = fc.tuple(provider, id, fields).map(([of, name, more]): RowFields => ({ provider: of, id: name, ...more }))
const shippedRow = own.map((row): ModelRow => ({
  name: "shipped",
  kind: "chat",
  source: "s",
  read: "2026-11-22",
  ...row,
}))
const shippedRows = fc.uniqueArray(shippedRow, { selector: (row) => modelKey(row.provider, row.id) })
const ownRows = fc.array(own, { maxLength: 5 })

const of = (rows: readonly ModelRow[], { provider: by, id: name }: Pick<ModelRow, "provider" | "id">) =>
  rows.find((row) => row.provider === by && row.id === name)

describe("the operator's rows on the shipped ones", () => {
  test("their last word on a field wins, inside what it takes and its life, too", () => {
    fc.assert(
      fc.property(shippedRows, own, (shipped, mine) => {
        const merged = of(mergeRows(shipped, [mine]), mine)
        expect(merged).toMatchObject(mine)
        const before = of(shipped, mine)
        if (before === undefined) return
        for (const name of ["window", "efforts"] as const) {
          if (mine[name] === undefined) expect(merged?.[name]).toEqual(before[name])
        }
        expect(merged?.takes ?? {}).toEqual({ ...before.takes, ...mine.takes })
        expect(merged?.life ?? {}).toEqual({ ...before.life, ...mine.life })
      }),
    )
  })

  test("merging twice is merging once", () => {
    fc.assert(
      fc.property(shippedRows, ownRows, (shipped, mine) => {
        const once = mergeRows(shipped, mine)
        expect(mergeRows(once, mine)).toEqual(once)
      }),
    )
  })

  test("nothing is lost, nothing stands there twice, and what is not spoken of stays", () => {
    fc.assert(
      fc.property(shippedRows, ownRows, (shipped, mine) => {
        const merged = mergeRows(shipped, mine)
        const keys = merged.map((row) => modelKey(row.provider, row.id))
        expect(new Set(keys).size).toBe(keys.length)
        expect(new Set(keys)).toEqual(new Set([...shipped, ...mine].map((row) => modelKey(row.provider, row.id))))
        for (const row of shipped) {
          if (!mine.some((one) => one.provider === row.provider && one.id === row.id)) expect(merged).toContain(row)
        }
      }),
    )
  })

  test("a model that only the operator knows is a chat model called by its id", () => {
    expect(mergeRows([], [{ provider: "openai", id: "neu", window: 5 }])).toEqual([
      { provider: "openai", id: "neu", name: "neu", kind: "chat", source: "operator", read: "", window: 5 },
    ])
  })
})
