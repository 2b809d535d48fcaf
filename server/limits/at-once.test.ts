import { describe, expect, test } from "vitest"
import { createAtOnce } from "./at-once.ts"

describe("what is under way at once", () => {
  test("is bounded for a subscriber, and for all subscribers of one /48 together", () => {
    const places = createAtOnce({ perSubscriber: 2, perNetwork: 3, inAll: 100 })
    const take = (address: string) => places.take({ address }) !== undefined
    expect([take("2001:db8:1:1::1"), take("2001:db8:1:1::2"), take("2001:db8:1:1::3")]).toEqual([true, true, false])
    expect([take("2001:db8:1:2::1"), take("2001:db8:1:3::1")]).toEqual([true, false])
    expect(take("2001:db8:2:1::1")).toBe(true)
  })

  test("is bounded for an owner, wherever they come from, and in all", () => {
    const places = createAtOnce({ perOwner: 2, perSubscriber: 5, perNetwork: 5, inAll: 3 })
    const take = (owner: string, address: string) => places.take({ owner, address }) !== undefined
    expect([take("a", "203.0.113.1"), take("a", "203.0.113.2"), take("a", "203.0.113.3")]).toEqual([true, true, false])
    expect([take("b", "203.0.113.3"), take("c", "203.0.113.4")]).toEqual([true, false])
    // An owner who is called like an address is not that address.
    expect(places.fits({ owner: "203.0.113.1", address: "203.0.113.9" }, 0)).toBe(true)
  })

  test("is given back whole, and once, by whoever took it", () => {
    const bytes = createAtOnce({ perSubscriber: 10, perNetwork: 10, inAll: 10 })
    const at = { address: "203.0.113.9" }
    const leave = bytes.take(at, 6)
    expect([bytes.fits(at, 4), bytes.fits(at, 5)]).toEqual([true, false])
    expect(bytes.take(at, 5)).toBeUndefined()
    expect(bytes.fits(at, 4)).toBe(true)
    leave?.()
    leave?.()
    expect([bytes.fits(at, 10), bytes.fits(at, 11)]).toEqual([true, false])
  })
})
