import { isIPv6 } from "node:net"

/** What is taken for one subscriber: an IPv4 address, or the first 64 bits of an IPv6 one. */
export function addressPrefix(address: string): string {
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

/** How much of something one subscriber may have at once, and how much all of one /48. */
export interface AddressShare {
  readonly perSubscriber: number
  readonly perNetwork: number
}

/** Counts what addresses have at once: connections, bytes, answers in progress. */
export interface AddressTally {
  /** Whether an address may have so much more; nothing is counted. */
  fits(address: string, amount?: number): boolean
  /** Counts so much more (or less, where it is negative) for an address, whether it fits or not. */
  add(address: string, amount: number): void
}

export function createAddressTally({ perSubscriber, perNetwork }: AddressShare): AddressTally {
  const held = new Map<string, number>()
  return {
    fits(address, amount = 1) {
      return addressSteps(address).every((step, at) => {
        return (held.get(step) ?? 0) + amount <= (at === 0 ? perSubscriber : perNetwork)
      })
    },
    add(address, amount) {
      for (const step of addressSteps(address)) {
        const now = (held.get(step) ?? 0) + amount
        if (now > 0) held.set(step, now)
        else held.delete(step)
      }
    },
  }
}

/** The eight groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): readonly string[] {
  const [head = "", tail] = address.toLowerCase().split("%")[0]?.split("::") ?? []
  const front = head === "" ? [] : head.split(":")
  const back = tail === undefined || tail === "" ? [] : tail.split(":")
  const zeros = tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => "0")
  return [...front, ...zeros, ...back].map((group) => group.replace(/^0+(?=.)/, ""))
}
