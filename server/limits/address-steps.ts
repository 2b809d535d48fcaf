import { isIPv6 } from "node:net"

/** The part of an address that identifies a subscriber: an IPv4 address, or the first 64 bits of an IPv6 one. */
export function addressPrefix(address: string): string {
  // Asked several times for each request, and most have an IPv4 address.
  if (!address.includes(":")) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped?.[1] !== undefined) return mapped[1]
  return isIPv6(address) ? `${groupsOf(address).slice(0, 4).join(":")}::/64` : address
}

/**
 * Everything an address is counted as, the narrowest first: an IPv4 address alone; of an IPv6 one its /64, which one
 * subscriber has whole, and its /48, which one customer can have whole.
 */
export function addressSteps(address: string): readonly string[] {
  const subscriber = addressPrefix(address)
  return subscriber.endsWith("/64") ? [subscriber, `${groupsOf(address).slice(0, 3).join(":")}::/48`] : [subscriber]
}

/** The eight groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): readonly string[] {
  const [head = "", tail] = address.toLowerCase().split("%")[0]?.split("::") ?? []
  const front = head === "" ? [] : head.split(":")
  const back = tail === undefined || tail === "" ? [] : tail.split(":")
  const zeros = tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => "0")
  return [...front, ...zeros, ...back].map((group) => group.replace(/^0+(?=.)/, ""))
}
