import { createHash } from "node:crypto"
import fc from "fast-check"
import { expect, test } from "vitest"
import { createVisitorIds, earlierVisitorId } from "./visitor-id.ts"

const pepper = "a pepper that every server of this database knows"
const ids = createVisitorIds({ pepper, now: Date.now })

test("an id is known again by every server that shares the pepper, and by no other", () => {
  const id = ids.issue()
  expect(id).toMatch(/^[A-Za-z0-9_-]{48}$/)
  const name = ids.nameOf(id)
  expect(name).toMatch(/^[0-9a-f]{32}$/)
  expect(createVisitorIds({ pepper, now: () => 0 }).nameOf(id)).toBe(name)
  expect(createVisitorIds({ pepper: `${pepper}.`, now: Date.now }).nameOf(id)).toBeUndefined()
})

test("no two visitors are one", () => {
  const names = new Set(Array.from({ length: 1_000 }, () => ids.nameOf(ids.issue())))
  expect(names.size).toBe(1_000)
})

test("nothing that was changed or made up names anybody", () => {
  const id = ids.issue()
  fc.assert(
    fc.property(
      fc.nat(47),
      fc.constantFrom(..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_"),
      (at, letter) => {
        const changed = id.slice(0, at) + letter + id.slice(at + 1)
        if (changed !== id) expect(ids.nameOf(changed)).toBeUndefined()
      },
    ),
  )
  fc.assert(fc.property(fc.anything(), (said) => ids.nameOf(said) === undefined))
  for (const said of ["", "visitor-1234", "0".repeat(48), `${id}A`, id.slice(1), ` ${id}`, [id], undefined])
    expect(ids.nameOf(said)).toBeUndefined()
})

test("an id from before ids were signed stands for one visitor, whenever and however often it is exchanged", () => {
  const earlier = "0123456789abcdef0123456789abcdef"
  const name = ids.nameOf(ids.issue(earlier))
  expect(ids.nameOf(createVisitorIds({ pepper, now: () => 0 }).issue(earlier))).toBe(name)
  expect(ids.nameOf(ids.issue(`${earlier}0`))).not.toBe(name)
  // As the owner of answers was named before.
  expect(name).toBe(createHash("sha256").update(earlier).digest("hex").slice(0, 32))
})

test("what looks like an issued id is none from before", () => {
  expect(earlierVisitorId(ids.issue())).toBeUndefined()
  expect(earlierVisitorId("A".repeat(48))).toBeUndefined()
  expect(earlierVisitorId("f47ac10b-58cc-4372-a567-0e02b2c3d479")).toBe("f47ac10b-58cc-4372-a567-0e02b2c3d479")
  for (const said of ["short", "a b c d e f g h", "a".repeat(129), 12345678, null, {}])
    expect(earlierVisitorId(said)).toBeUndefined()
})
