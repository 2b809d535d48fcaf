import { describe, expect, test } from "vitest"
import { addressPrefix, addressSteps } from "./address-steps.ts"

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
