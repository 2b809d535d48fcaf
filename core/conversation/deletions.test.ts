import fc from "fast-check"
import { expect, it } from "vitest"
import { takeBack, type Deletion } from "./deletions.ts"

/** A share of a list, as the place in it. */
const share = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
const step = fc.record({ does: fc.constantFrom("deletes", "restores", "says"), at: share })

it("brings messages back to their places, whatever was deleted, brought back and said in between", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const said = ["0", "1", "2", "3", "4"]
      let seen: readonly string[] = said.slice()
      let deletions: readonly Deletion[] = []
      const restore = (at: number) => {
        const deletion = deletions[Math.floor(at * deletions.length)]
        const back = deletion && takeBack(deletions, deletion.messageId)
        if (deletion === undefined || back === undefined) return
        seen = seen.toSpliced(back.index, 0, deletion.messageId)
        deletions = back.left
      }
      for (const { does, at } of steps) {
        const index = Math.floor(at * seen.length)
        const messageId = seen[index]
        if (does === "restores") restore(at)
        else if (does === "says") {
          seen = [...seen, String(said.length)]
          said.push(String(said.length))
        } else if (messageId !== undefined) {
          seen = seen.toSpliced(index, 1)
          deletions = [...deletions, { messageId, index }]
        }
        expect(seen).toEqual(said.filter((id) => seen.includes(id)))
      }
      while (deletions.length > 0) restore(0)
      expect(seen).toEqual(said)
    }),
  )
})

it("takes nothing back twice", () => {
  const back = takeBack([{ messageId: "a", index: 2 }], "a")
  expect(back).toEqual({ index: 2, left: [] })
  expect(takeBack(back?.left ?? [], "a")).toBeUndefined()
})
