import { describe, expect, test } from "vitest"
import { addressPrefix, addressSteps, createAddressTally } from "./address-steps.ts"

describe("an address", () => {
  test("is an IPv4 address or an IPv6 /64", () => {
    expect(addressPrefix("203.0.113.9")).toBe("203.0.113.9")
    expect(addressPrefix("::ffff:203.0.113.9")).toBe("203.0.113.9")
    expect(addressPrefix("2001:db8:1:2:3:4:5:6")).toBe("2001:db8:1:2::/64")
    expect(addressPrefix("2001:DB8:0001:2::1")).toBe("2001:db8:1:2::/64")
    expect(addressPrefix("2001:db8::7")).toBe("2001:db8:0:0::/64")
    expect(addressPrefix("::1")).toBe("0:0:0:0::/64")
    expect(addressPrefix("fe80::1%eth0")).toBe("fe80:0:0:0::/64")
  })

  test("of IPv6 is counted as its /48 too", () => {
    expect(addressSteps("203.0.113.9")).toEqual(["203.0.113.9"])
    expect(addressSteps("2001:db8:1:2::9")).toEqual(["2001:db8:1:2::/64", "2001:db8:1::/48"])
  })
})

describe("a tally by address", () => {
  test("bounds a subscriber, and all subscribers of one /48 together", () => {
    const tally = createAddressTally({ perSubscriber: 2, perNetwork: 3 })
    tally.add("2001:db8:1:1::1", 1)
    tally.add("2001:db8:1:1::2", 1)
    expect(tally.fits("2001:db8:1:1::3")).toBe(false)
    expect(tally.fits("2001:db8:1:2::1")).toBe(true)
    tally.add("2001:db8:1:2::1", 1)
    expect(tally.fits("2001:db8:1:3::1")).toBe(false)
    expect(tally.fits("2001:db8:2:1::1")).toBe(true)
  })

  test("gives back what was added", () => {
    const tally = createAddressTally({ perSubscriber: 10, perNetwork: 10 })
    tally.add("203.0.113.9", 10)
    expect(tally.fits("203.0.113.9")).toBe(false)
    tally.add("203.0.113.9", -4)
    expect(tally.fits("203.0.113.9", 4)).toBe(true)
    expect(tally.fits("203.0.113.9", 5)).toBe(false)
  })
})
